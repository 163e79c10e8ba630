/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How far a floor is from a condition. a >= b is as far from being true as a would have to grow; of
 * conditions joined by && the distances add up, of those joined by || the smallest counts; ! swaps the
 * distances from being true and from being false. A value that is not there is far from everything. */
#include "analysis/exact/coins/rare/rare_private.h"

enum { NOT_THERE = 100, LARGEST = 1 << 30 };

/* A value on the stack: a number, or how far a truth is from being true and from being false. */
typedef struct cell {
    int64_t number;
    bool is_there;
    int64_t yes, no;
} cell;

static int64_t cut(int64_t number)
{
    return number < -(int64_t)LARGEST ? -(int64_t)LARGEST : number > LARGEST ? LARGEST : number;
}

static cell value_of(const fl_expression_input *input, const fl_columns *columns, unsigned i)
{
    cell out = {0, false, 0, 0};
    if (input->sort == FL_EXPRESSION_EVENT && input->row) {
        int32_t answer = fl_column_at(&columns->event[input->row - fl_metric_event_all(NULL)], i);
        out.is_there = answer != FL_EVENT_NOT_ASKED;
        out.number = answer == FL_EVENT_HIT;
    } else if (input->sort == FL_EXPRESSION_METRIC) {
        const fl_column *column = &columns->metric[input->number];
        out.is_there = column->bytes || column->words || column->constant != FL_GENERATOR_FACT_NONE;
        out.number = out.is_there ? fl_column_at(column, i) : 0;
    } else if (input->sort == FL_EXPRESSION_FACT && input->number == FL_GENERATOR_FACT_SECRET_BEST &&
               columns->batch->has_specials) {
        out.is_there = true;
        out.number = fl_classic_batch_fact_of(columns->batch, i, FL_CLASSIC_BATCH_BEST);
    }
    return out;
}

/* A truth, given how far it is from being true (below 1: it is), and if it is, how far from being false. */
static cell truth(int64_t yes, int64_t no)
{
    return (cell){0, true, yes > 0 ? cut(yes) : 0, yes > 0 ? 0 : cut(no > 0 ? no : 1)};
}

static cell inside(cell number, int64_t first, int64_t last)
{
    if (!number.is_there) {
        return truth(NOT_THERE, 0);
    }
    int64_t n = cut(number.number);
    first = cut(first);
    last = cut(last);
    if (first > last) {
        return truth(NOT_THERE, 0);
    }
    int64_t out = n - first < last - n ? n - first + 1 : last - n + 1;
    return truth(n < first ? first - n : n > last ? n - last : 0, out);
}

static cell outside(cell number, int64_t first, int64_t last)
{
    cell out = inside(number, first, last);
    return number.is_there ? (cell){0, true, out.no, out.yes} : truth(NOT_THERE, 0);
}

static cell compare(fl_expression_act act, cell a, cell b)
{
    if (!a.is_there || !b.is_there) {
        return truth(NOT_THERE, 0);
    }
    int64_t difference = cut(cut(a.number) - cut(b.number));
    switch (act) {
    case FL_EXPRESSION_EQUAL:
        return truth(difference < 0 ? -difference : difference, 1);
    case FL_EXPRESSION_UNEQUAL:
        return truth(difference == 0, difference < 0 ? -difference : difference);
    case FL_EXPRESSION_LESS:
        return truth(difference + 1, -difference);
    case FL_EXPRESSION_AT_MOST:
        return truth(difference, 1 - difference);
    case FL_EXPRESSION_MORE:
        return truth(1 - difference, difference);
    default:
        return truth(-difference, difference + 1);
    }
}

static cell compute(fl_expression_act act, cell a, cell b)
{
    cell out = {0, a.is_there && b.is_there, 0, 0};
    int64_t x = cut(a.number);
    int64_t y = cut(b.number);
    bool divides = act == FL_EXPRESSION_DIVIDE || act == FL_EXPRESSION_REMAINDER;
    if (!out.is_there || (divides && y == 0)) {
        return (cell){0, false, 0, 0};
    }
    out.number = act == FL_EXPRESSION_ADD        ? x + y
                 : act == FL_EXPRESSION_SUBTRACT ? x - y
                 : act == FL_EXPRESSION_MULTIPLY ? x * y
                 : act == FL_EXPRESSION_DIVIDE   ? x / y
                                                 : x % y;
    return out;
}

static cell join(fl_expression_act act, cell a, cell b)
{
    int64_t least_yes = a.yes < b.yes ? a.yes : b.yes;
    int64_t least_no = a.no < b.no ? a.no : b.no;
    return act == FL_EXPRESSION_AND ? (cell){0, true, cut(a.yes + b.yes), a.yes + b.yes > 0 ? 0 : least_no}
                                    : (cell){0, true, least_yes, least_yes > 0 ? 0 : cut(a.no + b.no)};
}

static cell change(fl_expression_act act, cell a)
{
    switch (act) {
    case FL_EXPRESSION_HAS:
        return truth(a.is_there ? 0 : NOT_THERE, NOT_THERE);
    case FL_EXPRESSION_TRUTH:
        return truth(!a.is_there ? NOT_THERE : a.number == 0, 1);
    case FL_EXPRESSION_COUNT:
        return (cell){a.yes == 0, true, 0, 0};
    case FL_EXPRESSION_NOT:
        return (cell){0, true, a.no, a.yes};
    default:
        a.number = -a.number;
        return a;
    }
}

static cell two(fl_expression_act act, cell a, cell b)
{
    return act == FL_EXPRESSION_AND || act == FL_EXPRESSION_OR ? join(act, a, b)
           : act >= FL_EXPRESSION_ADD                          ? compute(act, a, b)
                                                               : compare(act, a, b);
}

int64_t fl_rare_distance(const fl_expression *self, const fl_columns *columns, unsigned i)
{
    cell stack[FL_EXPRESSION_DEPTH + 2];
    unsigned n = 0;
    for (unsigned s = 0; s < self->steps_n; s++) {
        const fl_expression_step *step = &self->step[s];
        switch (step->act) {
        case FL_EXPRESSION_LOAD:
            stack[n++] = value_of(&self->input[step->input], columns, i);
            break;
        case FL_EXPRESSION_NUMBER:
            stack[n++] = (cell){step->first, true, 0, 0};
            break;
        case FL_EXPRESSION_IN:
            stack[n++] = inside(value_of(&self->input[step->input], columns, i), step->first, step->last);
            break;
        case FL_EXPRESSION_OUT:
            stack[n++] = outside(value_of(&self->input[step->input], columns, i), step->first, step->last);
            break;
        case FL_EXPRESSION_RANGE:
            n -= 2;
            stack[n - 1].is_there = stack[n - 1].is_there && stack[n].is_there && stack[n + 1].is_there;
            stack[n - 1] = inside(stack[n - 1], stack[n].number, stack[n + 1].number);
            break;
        default:
            n -= step->act >= FL_EXPRESSION_OR;
            stack[n - 1] = step->act >= FL_EXPRESSION_OR ? two(step->act, stack[n - 1], stack[n])
                                                         : change(step->act, stack[n - 1]);
        }
    }
    return stack[0].yes;
}
