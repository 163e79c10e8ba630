/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The language of analysis/expression once more, as simply as possible: the text is walked and evaluated at
 * once, for one sample, in 128 bits, without steps or types. For tests and fuzzers. And expressions by
 * chance.
 */
#ifndef FL_TESTS_UNIT_NAIVE_EXPRESSION_H
#define FL_TESTS_UNIT_NAIVE_EXPRESSION_H

#include "gen/base/text.h"

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef __int128 naive_wide;

/* A truth is 1 or 0 and always there. */
typedef struct naive_value {
    bool is_there;
    naive_wide number;
} naive_value;

/* The value of a name. */
typedef naive_value naive_lookup(void *context, const char *name);

/* False: it does not understand the text. */
bool naive_expression_evaluate(const char *text, naive_lookup *lookup, void *context, naive_value *out);

/* Adds an expression with these names; the same state gives the same one. */
void naive_expression_invent(uint64_t *state, const char *const *names, unsigned names_n, fl_text *out);

#endif
