/* SPDX-License-Identifier: MIT */
/* Expressions: conditions and scores that people write about samples, with the names of a catalogue:
 *
 *     rooms >= 20 && loops == 0 && boss_distance > 12
 *
 * A text is parsed once into steps, which are then evaluated for one sample or over the columns of a batch;
 * both give the same answers. Values are whole numbers of 64 bits. A missing value makes every comparison
 * false, including !=; a division by zero and a result beyond 64 bits are missing values, too.
 *
 *     fl_expression_parse            text and catalogue -> expression; says where the text is wrong
 *     fl_expression_test             whether it is true of a sample
 *     fl_expression_measure          its number for a sample
 *     fl_expression_has_columns      whether batches have all that it needs
 *     fl_expression_want             requests that of a batch
 *     fl_expression_test_columns     the answers for all floors of a batch
 *     fl_expression_measure_columns  the numbers
 *     fl_expression_add_event        a condition as an event of the catalogue
 *
 * The list `input` names the data of a sample that it needs. data/manual/expressions.md describes the
 * language. Only added events allocate memory. To test a condition on one floor:
 *
 *     fl_expression_text text = {"dead_ends >= 6", .where = "--where", .is_condition = true};
 *     err = fl_expression_parse(&wanted, &text, &catalogue, diag);
 *     fl_expression_sample sample = {.values = values, .floor = &floor, .roll_of = binding.roll_of};
 *     bool is_wanted = fl_expression_test(&wanted, &sample); */
#ifndef FL_ANALYSIS_EXPRESSION_EXPRESSION_H
#define FL_ANALYSIS_EXPRESSION_EXPRESSION_H

#include "analysis/metric/column/column.h"
#include "analysis/sample/sample.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    FL_EXPRESSION_TEXT = 4000,   /* bytes of a text, at most */
    FL_EXPRESSION_STEPS = 500,   /* at most */
    FL_EXPRESSION_INPUTS = 100,  /* different names, at most */
    FL_EXPRESSION_DEPTH = 24,    /* values on the stack, at most */
    FL_EXPRESSION_TOGETHER = 256 /* floors of a batch that are evaluated together */
};

/* The type of a named thing. A roll's flag is an event. */
typedef enum fl_expression_sort {
    FL_EXPRESSION_METRIC,
    FL_EXPRESSION_EVENT,
    FL_EXPRESSION_FACT
} fl_expression_sort;

typedef struct fl_expression_input {
    fl_expression_sort sort;
    unsigned number;         /* in the catalogue; of a fact an fl_generator_fact */
    const fl_event_row *row; /* of an event of floors without a roll */
    unsigned roll, bit;      /* of a roll's flag */
} fl_expression_input;

/* The operation of a step on the values on top of the stack. The parser distinguishes truths from numbers. */
typedef enum fl_expression_act {
    FL_EXPRESSION_LOAD,   /* puts the value of an input there */
    FL_EXPRESSION_NUMBER, /* puts a number there */
    FL_EXPRESSION_IN,     /* true if the input's value is from `first` to `last` */
    FL_EXPRESSION_OUT,    /* true if it has another value */
    FL_EXPRESSION_RANGE,  /* true if a number is in a range; takes three numbers */
    FL_EXPRESSION_HAS,    /* true if there is a number */
    FL_EXPRESSION_TRUTH,  /* true if there is a number that is not 0 */
    FL_EXPRESSION_COUNT,  /* a truth as 1 or 0 */
    FL_EXPRESSION_NOT,
    FL_EXPRESSION_NEGATE,
    FL_EXPRESSION_OR, /* from this one on: take two values */
    FL_EXPRESSION_AND,
    FL_EXPRESSION_EQUAL,
    FL_EXPRESSION_UNEQUAL,
    FL_EXPRESSION_LESS,
    FL_EXPRESSION_AT_MOST,
    FL_EXPRESSION_MORE,
    FL_EXPRESSION_AT_LEAST,
    FL_EXPRESSION_ADD,
    FL_EXPRESSION_SUBTRACT,
    FL_EXPRESSION_MULTIPLY,
    FL_EXPRESSION_DIVIDE,
    FL_EXPRESSION_REMAINDER,
} fl_expression_act;

typedef struct fl_expression_step {
    fl_expression_act act;
    unsigned input;      /* of LOAD, IN and OUT */
    int64_t first, last; /* of IN and OUT; of NUMBER the number, in `first` */
} fl_expression_step;

/* Borrows nothing: the catalogue may be freed. */
typedef struct fl_expression {
    fl_expression_input input[FL_EXPRESSION_INPUTS];
    unsigned inputs_n;
    unsigned groups; /* of metrics that must be computed for it, as bits; of floors only */
    fl_expression_step step[FL_EXPRESSION_STEPS];
    unsigned steps_n;
    bool is_condition; /* its result is a truth, else a number */
} fl_expression;

typedef struct fl_expression_text {
    const char *text;
    const char *where; /* its place for errors: an option, or a line of a file */
    bool is_condition; /* else its result is a number */
} fl_expression_text;

FL_NODISCARD fl_err fl_expression_parse(fl_expression *self, const fl_expression_text *text,
                                        const fl_catalogue *catalogue, fl_diag *diag);

/* True if it needs events of the catalogue or facts that are not metrics, so metrics alone do not decide
 * it. */
bool fl_expression_needs_more_than_metrics(const fl_expression *self);

/* True if two texts differ only in blanks. */
bool fl_expression_is_same(const char *a, const char *b);

/* Adds an event with a name that is hit if a condition is true. It becomes the last of the catalogue, which
 * owns it; its meaning is the text. Other expressions cannot use its name. */
FL_NODISCARD fl_err fl_expression_add_event(fl_catalogue *catalogue, const char *name,
                                            const fl_expression_text *text, fl_diag *diag);

/* A measured sample. A failed floor has no values, only the event floor_failed. */
typedef struct fl_expression_sample {
    const int32_t *values;      /* by the numbers of the catalogue's metrics */
    const fl_floor *floor;      /* of a floor; NULL if there are only values */
    const fl_sample_work *work; /* of a chunk room or a journey, else NULL */
    const uint8_t *roll_of;     /* of fl_sample_binding; NULL = the catalogue's numbers */
} fl_expression_sample;

/* True if a condition is true of a sample. */
bool fl_expression_test(const fl_expression *self, const fl_expression_sample *sample);

/* Computes the number for a sample; false if it is missing. */
bool fl_expression_measure(const fl_expression *self, const fl_expression_sample *sample, int64_t *out);

/* The stack of values for the floors that are evaluated together. One for each thread. */
typedef struct fl_expression_stack {
    int64_t number[FL_EXPRESSION_DEPTH][FL_EXPRESSION_TOGETHER];
    uint8_t truth[FL_EXPRESSION_DEPTH][FL_EXPRESSION_TOGETHER]; /* of a number: true if it is there */
} fl_expression_stack;

bool fl_expression_has_columns(const fl_expression *self);

/* Adds the data it needs to the requested columns. */
void fl_expression_want(const fl_expression *self, fl_columns *columns);

/* The floors of a batch whose columns were filled. */
typedef struct fl_expression_floors {
    const fl_columns *columns;
    const uint8_t *roll_of; /* as in fl_expression_sample */
    fl_expression_stack *stack;
} fl_expression_floors;

/* Sets truth[i] if the condition is true of floor i. */
void fl_expression_test_columns(const fl_expression *self, const fl_expression_floors *floors,
                                uint8_t *truth);

/* Computes the number of each floor; truth[i] is true if it exists. */
void fl_expression_measure_columns(const fl_expression *self, const fl_expression_floors *floors,
                                   int64_t *number, uint8_t *truth);

#endif
