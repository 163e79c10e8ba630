/* SPDX-License-Identifier: MIT */
/* Evaluates an expression for many floors at once, step by step. Each step processes some hundred floors
 * before the next one, so that loops can be vectorized and values stay in the cache. A comparison of a metric
 * with numbers, the most common step, reads only the bytes of the column. */
#include "analysis/expression/expression_private.h"

#include <string.h>

/* Some floors of a batch, and the stack of values for the next step. */
typedef struct piece {
    const fl_expression_floors *floors;
    const fl_columns *columns;
    fl_expression_stack *stack;
    unsigned from, n; /* its floors */
} piece;

bool fl_expression_has_columns(const fl_expression *self)
{
    bool has_all = true;
    for (unsigned i = 0; i < self->inputs_n; i++) {
        has_all &= self->input[i].sort != FL_EXPRESSION_METRIC || fl_column_knows(self->input[i].number);
    }
    return has_all;
}

void fl_expression_want(const fl_expression *self, fl_columns *columns)
{
    for (unsigned i = 0; i < self->inputs_n; i++) {
        if (self->input[i].sort == FL_EXPRESSION_METRIC) {
            fl_column_want(columns, self->input[i].number);
        } else if (self->input[i].row) {
            fl_column_want_events(columns);
        }
    }
}

/* Inputs. */

/* Fills in the answers to an event. */
static void fill_answers(const piece *p, const fl_expression_input *input, uint8_t *answer)
{
    if (!input->row) {
        /* The answers to the flag of a roll on each floor. */
        const fl_classic_batch *batch = p->columns->batch;
        unsigned roll = p->floors->roll_of ? p->floors->roll_of[input->roll] : input->roll;
        fl_event_answer answers[2][2][2]; /* by the flag, and by the first and second roll */
        for (unsigned i = 0; i < 8; i++) {
            fl_roll flags = (fl_roll)((i & 1 ? FL_ROLL_ROLLED : 0) | (i & 2 ? FL_ROLL_SECOND_ROLLED : 0));
            flags |= (fl_roll)(i & 4 ? 1u << input->bit : 0);
            answers[i >> 2][i >> 1 & 1][i & 1] = fl_metric_event_ask_roll(flags, input->bit);
        }
        for (unsigned i = 0; i < p->n; i++) {
            unsigned flags =
                roll < batch->rolls_n ? (unsigned)(batch->rolls[roll / 8][p->from + i] >> (roll % 8 * 8)) : 0;
            fl_event_answer asked = answers[flags >> input->bit & 1][(flags & FL_ROLL_SECOND_ROLLED) > 0]
                                           [(flags & FL_ROLL_ROLLED) > 0];
            answer[i] = (uint8_t)(roll < batch->rolls_n ? asked : FL_EVENT_NOT_ASKED);
        }
        return;
    }
    const fl_column *column = &p->columns->event[input->row - fl_metric_event_all(NULL)];
    if (column->bytes) {
        memcpy(answer, column->bytes + p->from, p->n);
    } else {
        memset(answer, (int)column->constant, p->n);
    }
}

/* Returns the column of a metric, or of a fact if batches have it. */
static fl_column column_of(const piece *p, const fl_expression_input *input)
{
    return input->sort == FL_EXPRESSION_METRIC ? p->columns->metric[input->number]
                                               : (fl_column){.constant = FL_GENERATOR_FACT_NONE};
}

static bool is_best(const piece *p, const fl_expression_input *input)
{
    return input->sort == FL_EXPRESSION_FACT && input->number == FL_GENERATOR_FACT_SECRET_BEST &&
           p->columns->batch->has_specials;
}

/* Puts the values of an input on the stack, at `at`. */
static void load(const piece *p, const fl_expression_input *input, unsigned at)
{
    int64_t *number = p->stack->number[at];
    uint8_t *truth = p->stack->truth[at];
    if (input->sort == FL_EXPRESSION_EVENT) {
        fill_answers(p, input, truth);
        for (unsigned i = 0; i < p->n; i++) {
            number[i] = truth[i] == FL_EVENT_HIT;
            truth[i] = truth[i] != FL_EVENT_NOT_ASKED;
        }
        return;
    }
    if (is_best(p, input)) {
        for (unsigned i = 0; i < p->n; i++) {
            number[i] = fl_classic_batch_fact_of(p->columns->batch, p->from + i, FL_CLASSIC_BATCH_BEST);
        }
        memset(truth, 1, p->n);
        return;
    }
    fl_column column = column_of(p, input);
    bool is_there = column.bytes || column.words || column.constant != FL_GENERATOR_FACT_NONE;
    for (unsigned i = 0; i < p->n; i++) {
        number[i] = is_there ? fl_column_at(&column, p->from + i) : 0;
    }
    memset(truth, is_there, p->n);
}

/* Compares the values of an input: from `first` to `last`, or outside. */
static void compare(const piece *p, const fl_expression_input *input, const fl_expression_step *step,
                    unsigned at)
{
    uint8_t *truth = p->stack->truth[at];
    bool is_in = step->act == FL_EXPRESSION_IN;
    fl_column column = column_of(p, input);
    if (input->sort == FL_EXPRESSION_METRIC && column.bytes) {
        int64_t first = step->first > 0 ? step->first : 0;
        int64_t last = step->last < UINT8_MAX ? step->last : UINT8_MAX;
        bool is_empty = first > last;
        const uint8_t *bytes = column.bytes + p->from;
        uint8_t from = (uint8_t)(is_empty ? 0 : first);
        uint8_t width = (uint8_t)(is_empty ? 0 : last - first);
        uint8_t keep = !is_empty;
        for (unsigned i = 0; i < p->n; i++) {
            uint8_t offset = (uint8_t)(bytes[i] - from);
            truth[i] = (uint8_t)(((offset <= width) & keep) == is_in);
        }
        return;
    }
    if (input->sort == FL_EXPRESSION_EVENT) {
        uint8_t hit = (1 >= step->first && 1 <= step->last) == is_in;
        uint8_t miss = (0 >= step->first && 0 <= step->last) == is_in;
        fill_answers(p, input, truth);
        for (unsigned i = 0; i < p->n; i++) {
            truth[i] = (uint8_t)(((truth[i] == FL_EVENT_HIT) & hit) | ((truth[i] == FL_EVENT_MISS) & miss));
        }
        return;
    }
    load(p, input, at);
    const int64_t *number = p->stack->number[at];
    for (unsigned i = 0; i < p->n; i++) {
        bool is_inside = (number[i] >= step->first) & (number[i] <= step->last);
        truth[i] = (uint8_t)(truth[i] & (is_inside == is_in));
    }
}

/* Steps. */

static void do_one(const piece *p, fl_expression_act act, unsigned at)
{
    int64_t *number = p->stack->number[at];
    uint8_t *truth = p->stack->truth[at];
    for (unsigned i = 0; i < p->n && act == FL_EXPRESSION_NOT; i++) {
        truth[i] = !truth[i];
    }
    for (unsigned i = 0; i < p->n && act == FL_EXPRESSION_TRUTH; i++) {
        truth[i] = (uint8_t)(truth[i] & (number[i] != 0));
    }
    for (unsigned i = 0; i < p->n && act == FL_EXPRESSION_COUNT; i++) {
        number[i] = truth[i];
        truth[i] = 1;
    }
    for (unsigned i = 0; i < p->n && act == FL_EXPRESSION_NEGATE; i++) {
        truth[i] = (uint8_t)(truth[i] & fl_value_compute(FL_EXPRESSION_SUBTRACT, 0, number[i], &number[i]));
    }
}

static inline void do_numbers(const piece *p, fl_expression_act act, unsigned at)
{
    int64_t *a = p->stack->number[at];
    const int64_t *b = p->stack->number[at + 1];
    uint8_t *has_a = p->stack->truth[at];
    const uint8_t *has_b = p->stack->truth[at + 1];
    for (unsigned i = 0; i < p->n; i++) {
        bool is_good = act >= FL_EXPRESSION_ADD ? fl_value_compute(act, a[i], b[i], &a[i])
                                                : fl_value_compare(act, a[i], b[i]);
        has_a[i] = (uint8_t)(has_a[i] & has_b[i] & is_good);
    }
}

/* The same with the operation known to the compiler. */
#define FL_DO_NUMBERS(name)                                                                                  \
    case FL_EXPRESSION_##name:                                                                               \
        do_numbers(p, FL_EXPRESSION_##name, at);                                                             \
        break

static void do_two(const piece *p, fl_expression_act act, unsigned at)
{
    switch (act) {
        FL_DO_NUMBERS(EQUAL);
        FL_DO_NUMBERS(UNEQUAL);
        FL_DO_NUMBERS(LESS);
        FL_DO_NUMBERS(AT_MOST);
        FL_DO_NUMBERS(MORE);
        FL_DO_NUMBERS(AT_LEAST);
        FL_DO_NUMBERS(ADD);
        FL_DO_NUMBERS(SUBTRACT);
        FL_DO_NUMBERS(MULTIPLY);
        FL_DO_NUMBERS(DIVIDE);
        FL_DO_NUMBERS(REMAINDER);
    default:
        break;
    }
    uint8_t *a = p->stack->truth[at];
    const uint8_t *b = p->stack->truth[at + 1];
    for (unsigned i = 0; i < p->n && act == FL_EXPRESSION_AND; i++) {
        a[i] &= b[i];
    }
    for (unsigned i = 0; i < p->n && act == FL_EXPRESSION_OR; i++) {
        a[i] |= b[i];
    }
}

static void do_range(const piece *p, unsigned at)
{
    const int64_t *number = p->stack->number[at];
    const int64_t *first = p->stack->number[at + 1];
    const int64_t *last = p->stack->number[at + 2];
    for (unsigned i = 0; i < p->n; i++) {
        p->stack->truth[at][i] =
            (uint8_t)(p->stack->truth[at][i] & p->stack->truth[at + 1][i] & p->stack->truth[at + 2][i] &
                      (number[i] >= first[i]) & (number[i] <= last[i]));
    }
}

static void evaluate_all(const fl_expression *self, const fl_expression_floors *floors, int64_t *number,
                         uint8_t *truth)
{
    const fl_classic_batch *batch = floors->columns->batch;
    piece p = {.floors = floors, .columns = floors->columns, .stack = floors->stack};
    for (p.from = 0; p.from < batch->n; p.from += p.n) {
        unsigned left = batch->n - p.from;
        p.n = left < FL_EXPRESSION_TOGETHER ? left : FL_EXPRESSION_TOGETHER;
        /* Evaluates all steps; the result is at the bottom of the stack. */
        unsigned n = 0;
        for (unsigned i = 0; i < self->steps_n; i++) {
            const fl_expression_step *step = &self->step[i];
            switch (step->act) {
            case FL_EXPRESSION_LOAD:
                load(&p, &self->input[step->input], n++);
                break;
            case FL_EXPRESSION_NUMBER:
                for (unsigned floor = 0; floor < p.n; floor++) {
                    p.stack->number[n][floor] = step->first;
                }
                memset(p.stack->truth[n++], 1, p.n);
                break;
            case FL_EXPRESSION_IN:
            case FL_EXPRESSION_OUT:
                compare(&p, &self->input[step->input], step, n++);
                break;
            case FL_EXPRESSION_RANGE:
                n -= 2;
                do_range(&p, n - 1);
                break;
            default:
                n -= step->act >= FL_EXPRESSION_OR;
                if (step->act >= FL_EXPRESSION_OR) {
                    do_two(&p, step->act, n - 1);
                } else {
                    do_one(&p, step->act, n - 1);
                }
            }
        }
        memcpy(truth + p.from, p.stack->truth[0], p.n);
        if (number) {
            memcpy(number + p.from, p.stack->number[0], p.n * sizeof *number);
        }
    }
    for (unsigned i = 0; i < batch->n && batch->failed_n > 0; i++) {
        if (fl_classic_batch_is_failed(batch, i)) {
            /* Columns have no data of a failed floor. */
            static const char failure[] = "no layout was accepted";
            const fl_floor floor = {.failure = failure};
            const fl_expression_sample sample = {.floor = &floor};
            fl_value value = fl_value_evaluate(self, &sample);
            truth[i] = number ? value.is_there : value.number != 0;
            if (number) {
                number[i] = value.number;
            }
        }
    }
}

void fl_expression_test_columns(const fl_expression *self, const fl_expression_floors *floors, uint8_t *truth)
{
    evaluate_all(self, floors, NULL, truth);
}

void fl_expression_measure_columns(const fl_expression *self, const fl_expression_floors *floors,
                                   int64_t *number, uint8_t *truth)
{
    evaluate_all(self, floors, number, truth);
}
