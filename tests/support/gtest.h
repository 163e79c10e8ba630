/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests: likelihood-ratio tests of counts, with small cells pooled. P-values come from libRmath. */
#ifndef FL_TESTS_SUPPORT_GTEST_H
#define FL_TESTS_SUPPORT_GTEST_H

#include <stddef.h>
#include <stdint.h>

/* Do the counts follow these probabilities? 0 where something impossible was counted. */
double gtest_fit(const uint64_t *found, const double *expected, size_t n);

/* Do two sets of counts come from one distribution? 1 where there is nothing to compare. */
double gtest_same(const uint64_t *a, const uint64_t *b, size_t n);

#endif
