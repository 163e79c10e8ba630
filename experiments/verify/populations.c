/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The populations of chosen claims as an experiment: each is a condition that counts what the rows about it
 * need. */
#include "experiments/verify/verify_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_listed(const fl_experiment_choice *choice, const char *name)
{
    bool is = false;
    for (unsigned i = 0; i < choice->n; i++) {
        is = is || strcmp(choice->name[i], name) == 0;
    }
    return is;
}

/* Adds a name, if it is one that the population has. */
static fl_err want(fl_experiment_choice *choice, const char *name, bool is_known, fl_diag *diag)
{
    return is_known && !is_listed(choice, name) ? fl_run_experiment_choice_add(choice, name, diag) : FL_OK;
}

static fl_err want_event(const fl_catalogue *catalogue, const char *name, fl_experiment_population *out,
                         fl_diag *diag)
{
    bool is_known = name && name[0] && fl_sample_find_event(catalogue, name) < catalogue->events_n;
    return want(&out->counts.events, name, is_known, diag);
}

static fl_err want_row(const fl_claim_row *row, const fl_catalogue *catalogue, fl_experiment_population *out,
                       fl_diag *diag)
{
    char floor_name[FL_EVENT_NAME];
    fl_claim_floor_event(row->claim, floor_name);
    fl_err err = want_event(catalogue, floor_name, out, diag);
    err = err ? err : want_event(catalogue, row->claim->event, out, diag);
    if (!err && !row->claim->event) {
        err = want(&out->counts.metrics, row->metric, true, diag);
    }
    return err;
}

/* Lists without a name are no lists. */
static void settle(fl_experiment_choice *choice)
{
    choice->what = choice->n > 0 ? FL_TALLY_LIST : FL_TALLY_NONE;
}

static fl_err fill_counts(const fl_claim_set *claims, const fl_finding *findings, size_t n, unsigned number,
                          fl_experiment_population *out, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (size_t k = 0; k < n && !err; k++) {
        const fl_claim_row *row = findings[k].row;
        for (unsigned i = 0; i < row->populations_n && !err; i++) {
            if (claims->population[row->population[i]].same == number) {
                err = want_row(row, claims->population[number].catalogue, out, diag);
            }
        }
    }
    settle(&out->counts.metrics);
    settle(&out->counts.events);
    settle(&out->counts.maps);
    settle(&out->counts.joints);
    return err;
}

fl_err fl_verify_make_experiment(const fl_claim_set *claims, const fl_finding *findings, size_t n,
                                 uint64_t seed, fl_experiment *out, fl_diag *diag)
{
    fl_err err = FL_OK;
    memset(out, 0, sizeof *out);
    snprintf(out->name, sizeof out->name, "documented");
    out->seed = seed;
    out->about = strdup("the populations of documented claims");
    out->population = calloc(claims->populations_n + 1, sizeof *out->population);
    err = out->about && out->population ? FL_OK : fl_diag_memory(diag);
    for (unsigned i = 0; i < claims->populations_n && !err; i++) {
        const fl_population *from = &claims->population[i];
        if (!from->is_needed || from->same != i) {
            continue;
        }
        fl_experiment_population *to = &out->population[out->populations_n++];
        to->name = strdup(from->name);
        to->generator = from->generator;
        to->values = from->values;
        err = to->name ? fill_counts(claims, findings, n, i, to, diag) : fl_diag_memory(diag);
    }
    if (err) {
        fl_run_experiment_free(out);
    }
    return err;
}
