/* Many tests at once. */
#ifndef FL_ANALYSIS_STAT_FAMILY_H
#define FL_ANALYSIS_STAT_FAMILY_H

#include "gen/base/err.h"

#include <stdbool.h>
#include <stddef.h>

/* Holm's step-down p-values: refusing those at or below alpha refuses any true hypothesis with chance alpha at most,
 * whatever the tests have to do with each other. */
FL_NODISCARD fl_err fl_stat_family_holm(const double *p, size_t n, double *adjusted);

/* e-BH (Wang and Ramdas): of what is refused, a share alpha at most is true on average, under any dependence. Takes
 * log e-values; the k largest are refused for the largest k whose k-th is at least n / (alpha k). */
FL_NODISCARD fl_err fl_stat_family_ebh(const double *log_e, size_t n, double alpha, bool *is_refused);

#endif
