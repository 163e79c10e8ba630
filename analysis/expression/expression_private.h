/* SPDX-License-Identifier: MIT */
/* Shared by the files of this folder: words of a text, names, and checked arithmetic. */
#ifndef FL_ANALYSIS_EXPRESSION_EXPRESSION_PRIVATE_H
#define FL_ANALYSIS_EXPRESSION_EXPRESSION_PRIVATE_H

#include "analysis/expression/expression.h"

enum { FL_EXPRESSION_NAME = 80 };

/* The types of words of a text. */
typedef enum fl_scan_sort {
    FL_SCAN_END,
    FL_SCAN_NUMBER,
    FL_SCAN_NAME,
    FL_SCAN_SIGN, /* an operator, a parenthesis, or the word `in` */
} fl_scan_sort;

typedef struct fl_scan_word {
    fl_scan_sort sort;
    size_t at, n; /* its bytes in the text */
    int64_t number;
    char name[FL_EXPRESSION_NAME]; /* of a name without its quotes */
} fl_scan_word;

/* The place of an error: the caller's, and the column. */
typedef struct fl_scan_text {
    const char *text, *where;
    const fl_catalogue *catalogue;
    fl_diag *diag;
} fl_scan_text;

/* Reads the word that begins at `at` or after blanks. */
FL_NODISCARD fl_err fl_scan_next(const fl_scan_text *self, size_t at, fl_scan_word *out);

/* True if a word is this operator. */
bool fl_scan_is(const fl_scan_text *self, const fl_scan_word *word, const char *sign);

/* Reports an error at a byte of the text; the place becomes "where, column 15". Returns FL_ERR_INPUT. */
FL_NODISCARD fl_err fl_expression_refuse(const fl_scan_text *self, size_t at, const char *format, ...)
    FL_PRINTF(3, 4);

/* Finds the thing that a name means; an error has the nearest name. */
FL_NODISCARD fl_err fl_name_find(const fl_scan_text *self, const fl_scan_word *word,
                                 fl_expression_input *out);

/* True if there is a metric or an event of this name. */
bool fl_name_is_known(const fl_catalogue *catalogue, const char *name);

/* A number that may be missing. */
typedef struct fl_value {
    int64_t number;
    bool is_there;
} fl_value;

/* Adds, subtracts, multiplies, divides or takes the remainder; false if the result is missing. */
static inline bool fl_value_compute(fl_expression_act act, int64_t a, int64_t b, int64_t *out)
{
    bool can_divide = b != 0 && !(a == INT64_MIN && b == -1);
    switch (act) {
    case FL_EXPRESSION_ADD:
        return !__builtin_add_overflow(a, b, out);
    case FL_EXPRESSION_SUBTRACT:
        return !__builtin_sub_overflow(a, b, out);
    case FL_EXPRESSION_MULTIPLY:
        return !__builtin_mul_overflow(a, b, out);
    case FL_EXPRESSION_DIVIDE:
        *out = can_divide ? a / b : 0;
        return can_divide;
    default:
        *out = can_divide ? a % b : 0;
        return can_divide;
    }
}

static inline bool fl_value_compare(fl_expression_act act, int64_t a, int64_t b)
{
    switch (act) {
    case FL_EXPRESSION_EQUAL:
        return a == b;
    case FL_EXPRESSION_UNEQUAL:
        return a != b;
    case FL_EXPRESSION_LESS:
        return a < b;
    case FL_EXPRESSION_AT_MOST:
        return a <= b;
    case FL_EXPRESSION_MORE:
        return a > b;
    default:
        return a >= b;
    }
}

/* Evaluates the steps for a sample. A truth is 1 or 0. */
fl_value fl_value_evaluate(const fl_expression *self, const fl_expression_sample *sample);

#endif
