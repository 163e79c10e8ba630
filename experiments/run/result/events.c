/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The events of a result file: trials and hits, documented values, confidence limits. */
#include "experiments/run/result/result_private.h"

#include <math.h>
#include <string.h>

/* "of the floors on which the roll was made: a chance was won" */
static void add_sentence(const fl_tally_event *event, fl_text *out)
{
    unsigned flag = 1u << event->bit;
    bool is_roll = strncmp(event->name, "roll.", 5) == 0;
    if (event->condition) {
        fl_text_add_format(out, FL_STORE_OWN_EVENT "%s", event->meaning);
    } else if (!is_roll) {
        fl_text_add_format(out, "of the samples on which it can be asked: %s", event->meaning);
    } else if (fl_metric_event_asked(0) & flag) {
        fl_text_add_format(out, "of the floors that have the roll: %s", event->meaning);
    } else {
        bool is_of_roll = fl_metric_event_asked(FL_ROLL_ROLLED) & flag;
        fl_text_add_format(out, "of the floors on which the roll was made%s: %s",
                           is_of_roll ? "" : " a second time", event->meaning);
    }
}

static fl_err add_names_of_events(fl_run_table *self)
{
    const fl_tally_spec *tally = &self->setup->tally;
    uint64_t n = tally->events_n;
    char **names = NULL;
    char **sentences = NULL;
    char **sources = NULL;
    double *documented = NULL;
    fl_run_array chance = {
        "documented", FL_STORE_F64, "event", "documented chance of a hit; NaN = none", "chance", n, true};
    fl_err err =
        fl_run_table_add_texts(self, (const char *[]){"event", "event"}, n, "name of the event", &names);
    err = err ? err
              : fl_run_table_add_texts(self, (const char *[]){"sentence", "event"}, n,
                                       "what is a trial, and after the colon what is a hit", &sentences);
    err = err ? err : fl_run_table_add(self, &chance, &documented);
    err = err ? err
              : fl_run_table_add_texts(self, (const char *[]){"source", "event"}, n, "who documents it",
                                       &sources);
    for (unsigned i = 0; i < n && !err; i++) {
        fl_text sentence;
        fl_text_init(&sentence);
        add_sentence(&tally->events[i], &sentence);
        documented[i] = NAN;
        err = fl_run_table_set_text(self, names, i, tally->events[i].name);
        err = err ? err : fl_run_table_set_text(self, sentences, i, fl_text_get(&sentence));
        fl_text_free(&sentence);
    }
    return err;
}

/* Adds the steps of the traces that have trials; *out is their number. */
static fl_err add_steps(fl_run_table *self, unsigned *out)
{
    unsigned n = 1;
    int64_t *step = NULL;
    for (uint64_t c = 0; c < self->setup->conditions; c++) {
        const fl_tally *tally = &self->totals[c];
        for (unsigned i = 0; i < tally->spec->events_n; i++) {
            const uint64_t *trials = &tally->count[tally->spec->events[i].at];
            for (unsigned k = n; k < FL_TALLY_STEPS; k++) {
                n = trials[k] > 0 ? k + 1 : n;
            }
        }
    }
    fl_run_array steps = {"step", FL_STORE_I64, "step", "samples that were counted up to the step", "samples",
                          n,      true};
    fl_err err = fl_run_table_add(self, &steps, &step);
    for (unsigned k = 0; k < n && !err; k++) {
        step[k] = ((int64_t)2 << k) - 1;
    }
    *out = n;
    return err;
}

/* Adds trials (half 0) or hits (half 1): totals, and running totals per step. */
static fl_err add_half(fl_run_table *self, unsigned half, unsigned steps)
{
    static const char *const names[2][2] = {{"trials", "trials_by_step"}, {"hits", "hits_by_step"}};
    static const char *const meanings[2] = {"samples on which the event was asked for",
                                            "samples on which it happened"};
    uint64_t n = self->setup->tally.events_n;
    uint64_t *total = NULL;
    uint64_t *trace = NULL;
    fl_run_array totals = {names[half][0], FL_STORE_U64, "configuration event", meanings[half], "samples", 0,
                           false};
    fl_run_array traces = {names[half][1],
                           FL_STORE_U64,
                           "configuration event step",
                           "the same among the first samples, up to each step",
                           "samples",
                           0,
                           false};
    fl_err err = fl_run_table_add(self, &totals, &total);
    err = err ? err : fl_run_table_add(self, &traces, &trace);
    for (uint64_t k = 0; k < self->setup->conditions * n && !err; k++) {
        int at = fl_run_result_event_in(self->totals[k / n].spec, self->setup->tally.events[k % n].name,
                                        (unsigned)(k % n));
        const fl_tally *tally = &self->totals[k / n];
        uint64_t sum = 0;
        for (unsigned step = 0; step < steps && at >= 0; step++) {
            sum += tally->count[tally->spec->events[at].at + half * FL_TALLY_STEPS + step];
            trace[k * steps + step] = sum;
        }
        total[k] = sum;
    }
    return err;
}

enum { LEVEL = 95 /* percent, of the intervals of chances */ };

/* Adds the confidence sequence of each chance, as in verdicts, but for one event alone and without a
 * documented value. */
static fl_err add_limits(fl_run_table *self)
{
    static const char *const meanings[2] = {
        "the chance is at least this: 95 % confidence, at any number of samples", "and at most this"};
    static const char *const names[2] = {"low", "high"};
    const fl_beta_prior prior = fl_stat_beta_around(0, 0, 0);
    const uint64_t conditions = self->setup->conditions, n = self->setup->tally.events_n;
    const uint64_t *trials = fl_store_find(self->out, "/event/trials")->data;
    const uint64_t *hits = fl_store_find(self->out, "/event/hits")->data;
    double *ends[2] = {NULL, NULL};
    fl_err err = FL_OK;
    for (unsigned end = 0; end < 2 && !err; end++) {
        fl_run_array array = {names[end], FL_STORE_F64, "configuration event", meanings[end], "chance",
                              0,          false};
        err = fl_run_table_add(self, &array, &ends[end]);
    }
    for (uint64_t k = 0; k < conditions * n && !err; k++) {
        const fl_beta_count count = {(double)hits[k], (double)(trials[k] - hits[k])};
        const fl_interval limits = fl_stat_beta_limits(&prior, count, (100 - LEVEL) / 100.0);
        ends[0][k] = limits.lo;
        ends[1][k] = limits.hi;
    }
    return err;
}

fl_err fl_run_result_add_events(fl_run_table *self)
{
    if (self->setup->tally.events_n == 0) {
        return FL_OK;
    }
    fl_err err =
        fl_run_table_begin(self, "/event",
                           "configuration event sentence documented source step trials hits low high "
                           "trials_by_step hits_by_step");
    err = err ? err : add_names_of_events(self);
    unsigned steps = 0;
    err = err ? err : add_steps(self, &steps);
    self->more = "sentence documented source";
    err = err ? err : add_half(self, 0, steps);
    err = err ? err : add_half(self, 1, steps);
    err = err ? err : add_limits(self);
    return err ? err : fl_run_result_add_forms(self);
}
