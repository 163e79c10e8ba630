/* SPDX-License-Identifier: MIT */
/* Evaluates an expression for one sample. */
#include "analysis/expression/expression_private.h"

static fl_value value_of_answer(fl_event_answer answer)
{
    return (fl_value){answer == FL_EVENT_HIT, answer != FL_EVENT_NOT_ASKED};
}

static fl_value value_of_number(int32_t number)
{
    bool is_there = number != FL_GENERATOR_FACT_NONE;
    return (fl_value){is_there ? number : 0, is_there};
}

static bool is_about_failing(const fl_expression_input *input)
{
    return input->sort == FL_EXPRESSION_EVENT && input->row &&
           input->row == &fl_metric_event_all(NULL)[FL_EVENT_FLOOR_FAILED];
}

static fl_value value_of_input(const fl_expression_input *input, const fl_expression_sample *sample)
{
    bool has_failed =
        sample->floor ? sample->floor->failure != NULL : sample->work && sample->work->has_failed;
    if (has_failed && sample->floor && !is_about_failing(input)) {
        return (fl_value){0, false};
    }
    switch (input->sort) {
    case FL_EXPRESSION_METRIC:
        return has_failed ? (fl_value){0, false} : value_of_number(sample->values[input->number]);
    case FL_EXPRESSION_EVENT:
        if (sample->work) {
            bool is_asked = sample->work->trials[input->number] > 0;
            return (fl_value){is_asked && sample->work->hits[input->number] > 0, is_asked};
        }
        if (!sample->floor) {
            return (fl_value){0, false};
        }
        if (input->row) {
            return value_of_answer(input->row->ask(sample->floor, sample->values));
        }
        unsigned roll = sample->roll_of ? sample->roll_of[input->roll] : input->roll;
        return roll < sample->floor->rolls_n
                   ? value_of_answer(fl_metric_event_ask_roll(sample->floor->roll[roll], input->bit))
                   : (fl_value){0, false};
    default:
        return sample->floor ? value_of_number(sample->floor->fact[input->number]) : (fl_value){0, false};
    }
}

/* Computes a step that takes two values. */
static fl_value value_of_two(fl_expression_act act, fl_value a, fl_value b)
{
    fl_value out = {0, true};
    if (act == FL_EXPRESSION_OR) {
        out.number = a.number | b.number;
    } else if (act == FL_EXPRESSION_AND) {
        out.number = a.number & b.number;
    } else if (act >= FL_EXPRESSION_ADD) {
        out.is_there = a.is_there && b.is_there && fl_value_compute(act, a.number, b.number, &out.number);
        out.number = out.is_there ? out.number : 0;
    } else {
        out.number = a.is_there && b.is_there && fl_value_compare(act, a.number, b.number);
    }
    return out;
}

/* Computes a step that takes one value. */
static fl_value value_of_one(fl_expression_act act, fl_value a)
{
    switch (act) {
    case FL_EXPRESSION_HAS:
        return (fl_value){a.is_there, true};
    case FL_EXPRESSION_TRUTH:
        return (fl_value){a.is_there && a.number != 0, true};
    case FL_EXPRESSION_NOT:
        return (fl_value){!a.number, true};
    case FL_EXPRESSION_NEGATE:
        a.is_there = a.is_there && fl_value_compute(FL_EXPRESSION_SUBTRACT, 0, a.number, &a.number);
        a.number = a.is_there ? a.number : 0;
        return a;
    default:
        return a;
    }
}

fl_value fl_value_evaluate(const fl_expression *self, const fl_expression_sample *sample)
{
    fl_value stack[FL_EXPRESSION_DEPTH + 2];
    unsigned n = 0;
    for (unsigned i = 0; i < self->steps_n; i++) {
        const fl_expression_step *step = &self->step[i];
        fl_value input = {0, false};
        if (step->act == FL_EXPRESSION_LOAD || step->act == FL_EXPRESSION_IN ||
            step->act == FL_EXPRESSION_OUT) {
            input = value_of_input(&self->input[step->input], sample);
        }
        bool is_inside = input.number >= step->first && input.number <= step->last;
        if (step->act == FL_EXPRESSION_LOAD) {
            stack[n++] = input;
        } else if (step->act == FL_EXPRESSION_NUMBER) {
            stack[n++] = (fl_value){step->first, true};
        } else if (step->act == FL_EXPRESSION_IN || step->act == FL_EXPRESSION_OUT) {
            stack[n++] = (fl_value){input.is_there && is_inside == (step->act == FL_EXPRESSION_IN), true};
        } else if (step->act == FL_EXPRESSION_RANGE) {
            n -= 2;
            bool is_there = stack[n - 1].is_there && stack[n].is_there && stack[n + 1].is_there;
            stack[n - 1] = (fl_value){is_there && stack[n - 1].number >= stack[n].number &&
                                          stack[n - 1].number <= stack[n + 1].number,
                                      true};
        } else if (step->act >= FL_EXPRESSION_OR) {
            n--;
            stack[n - 1] = value_of_two(step->act, stack[n - 1], stack[n]);
        } else {
            stack[n - 1] = value_of_one(step->act, stack[n - 1]);
        }
    }
    return stack[0];
}

bool fl_expression_test(const fl_expression *self, const fl_expression_sample *sample)
{
    return fl_value_evaluate(self, sample).number != 0;
}

bool fl_expression_measure(const fl_expression *self, const fl_expression_sample *sample, int64_t *out)
{
    fl_value value = fl_value_evaluate(self, sample);
    *out = value.number;
    return value.is_there;
}
