/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an experiment counts: the names that it lists, looked up in the catalogue of its conditions. */
#include "experiments/run/run_private.h"
#include "gen/base/suggest.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

fl_err fl_run_experiment_catalogue(fl_run_conditions *self, fl_catalogue *out, fl_diag *diag)
{
    size_t n = 0;
    void **rules = calloc(self->n, sizeof *rules);
    fl_err err = rules ? FL_OK : fl_diag_memory(diag);
    memset(out, 0, sizeof *out);
    for (uint64_t i = 0; i < self->n && !err; i++) {
        fl_setting_values values;
        self->at = i;
        if (fl_run_experiment_generator(self->experiment, i) == self->generator) {
            err = fl_run_experiment_values(self->experiment, i, &values, diag);
            err = err ? err : self->generator->init(&values, &rules[n], diag);
            n += !err;
        }
    }
    err = err ? err : fl_sample_catalogue_init(out, self->generator, (const void *const *)rules, n, diag);
    for (size_t i = 0; i < n; i++) {
        self->generator->free(rules[i]);
    }
    free(rules);
    return err;
}

/* Sets the whole run up, which refuses what cannot work. */
fl_err fl_run_experiment_check(const fl_experiment *self, fl_diag *diag)
{
    fl_run_setup setup;
    fl_err err = fl_run_setup_init(&setup, self, 0, 1, diag);
    fl_run_setup_free(&setup);
    return err;
}

static void free_choice(fl_experiment_choice *self)
{
    for (unsigned i = 0; i < self->n; i++) {
        free(self->name[i]);
    }
    free(self->name);
}

void fl_run_experiment_free_counts(fl_experiment_choices *self)
{
    free_choice(&self->metrics);
    free_choice(&self->events);
    free_choice(&self->maps);
    free_choice(&self->joints);
}

fl_err fl_run_experiment_choice_add(fl_experiment_choice *self, const char *name, fl_diag *diag)
{
    char **grown = realloc(self->name, (self->n + 1) * sizeof *grown);
    char *copy = strdup(name);
    self->name = grown ? grown : self->name;
    if (!grown || !copy) {
        free(copy);
        return fl_diag_memory(diag);
    }
    self->what = FL_TALLY_LIST;
    self->name[self->n++] = copy;
    return FL_OK;
}

/* The names of one list of a catalogue. */
typedef struct names {
    const fl_catalogue *catalogue;
    const char *what; /* in messages */
    unsigned n;
    const char *(*name)(const fl_catalogue *catalogue, unsigned i); /* NULL: not of this generator */
} names;

static const char *name_of_metric(const fl_catalogue *catalogue, unsigned i)
{
    return catalogue->metric[i].is_known ? catalogue->metric[i].name : NULL;
}

static const char *name_of_event(const fl_catalogue *catalogue, unsigned i)
{
    return catalogue->event[i].name;
}

static const char *name_of_map(const fl_catalogue *catalogue, unsigned i)
{
    return catalogue->map[i].name;
}

static fl_err refuse(const fl_catalogue *catalogue, const names *list, const char *name, fl_diag *diag)
{
    const char *near = NULL;
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "", "%s has no %s '%.60s'", catalogue->generator->name,
                             list->what, name);
    for (unsigned i = 0; i < list->n; i++) {
        const char *both[] = {list->name(catalogue, i), near};
        const char *best = both[0] ? fl_suggest_name(name, both, near ? 2 : 1, sizeof both[0]) : NULL;
        near = best ? best : near;
    }
    fl_diag_hint(diag, near ? "did you mean '%s'?" : "'floorlab list %ss' names them",
                 near ? near : list->what);
    return err;
}

/* Looks up the names of a choice; *number gets those of the catalogue. */
static fl_err choose(const names *list, const fl_experiment_choice *from, unsigned **number,
                     fl_tally_choice *out, fl_diag *diag)
{
    const fl_catalogue *catalogue = list->catalogue;
    out->what = from->what;
    if (from->what != FL_TALLY_LIST) {
        return FL_OK;
    }
    *number = calloc(list->n + 1, sizeof **number);
    if (!*number) {
        return fl_diag_memory(diag);
    }
    for (unsigned k = 0; k < from->n; k++) {
        bool has_any = false;
        for (unsigned i = 0; i < list->n; i++) {
            const char *name = list->name(catalogue, i);
            bool is_meant = name && fnmatch(from->name[k], name, 0) == 0;
            has_any = has_any || is_meant;
            for (unsigned j = 0; j < out->n; j++) {
                is_meant = is_meant && (*number)[j] != i;
            }
            if (is_meant) {
                (*number)[out->n++] = i;
            }
        }
        if (!has_any) {
            return refuse(catalogue, list, from->name[k], diag);
        }
    }
    out->number = *number;
    return FL_OK;
}

static fl_err add_pair(const fl_catalogue *catalogue, const char *const pair[2], fl_run_choices *out,
                       fl_diag *diag)
{
    const names list = {catalogue, "metric", catalogue->metrics_n, name_of_metric};
    unsigned *to = out->joint[out->request.joints_n];
    if (out->request.joints_n == FL_TALLY_JOINTS) {
        return fl_diag_set(diag, FL_ERR_INPUT, "joints", "at most %d joints", FL_TALLY_JOINTS);
    }
    for (unsigned i = 0; i < 2; i++) {
        to[i] = fl_sample_find_metric(catalogue, pair[i]);
        if (to[i] == catalogue->metrics_n || !catalogue->metric[to[i]].is_known) {
            return refuse(catalogue, &list, pair[i], diag);
        }
        if (catalogue->metric[to[i]].is_per_room) {
            return fl_diag_set(diag, FL_ERR_INPUT, "joints",
                               "%s has a value per room, not per floor, and cannot be in a joint", pair[i]);
        }
    }
    out->request.joints_n++;
    return FL_OK;
}

/* `all` are all pairs of the metrics that are listed. */
static fl_err choose_joints(const fl_experiment_choices *self, const fl_catalogue *catalogue,
                            fl_run_choices *out, fl_diag *diag)
{
    fl_err err = FL_OK;
    if (self->joints.what == FL_TALLY_ALL && self->metrics.what != FL_TALLY_LIST) {
        err = fl_diag_set(diag, FL_ERR_INPUT, "joints", "'all' are the pairs of listed metrics");
        fl_diag_hint(diag, "list a few under 'metrics', or list the pairs: joints: [[rooms, dead_ends]]");
    }
    for (unsigned i = 0; self->joints.what == FL_TALLY_LIST && i + 1 < self->joints.n && !err; i += 2) {
        err = add_pair(catalogue, (const char *const[]){self->joints.name[i], self->joints.name[i + 1]}, out,
                       diag);
    }
    for (unsigned i = 0; self->joints.what == FL_TALLY_ALL && i < self->metrics.n && !err; i++) {
        for (unsigned k = i + 1; k < self->metrics.n && !err; k++) {
            err = add_pair(catalogue, (const char *const[]){self->metrics.name[i], self->metrics.name[k]},
                           out, diag);
        }
    }
    return err;
}

fl_err fl_run_experiment_choose(const fl_experiment_choices *self, const fl_catalogue *catalogue,
                                fl_run_choices *out, fl_diag *diag)
{
    const names metrics = {catalogue, "metric", catalogue->metrics_n, name_of_metric};
    const names events = {catalogue, "event", catalogue->events_n, name_of_event};
    const names maps = {catalogue, "map", catalogue->maps_n, name_of_map};
    memset(out, 0, sizeof *out);
    out->request.catalogue = catalogue;
    out->request.joints = (const unsigned(*)[2])out->joint;
    fl_err err = choose(&metrics, &self->metrics, &out->number[0], &out->request.metrics, diag);
    err = err ? err : choose(&events, &self->events, &out->number[1], &out->request.events, diag);
    err = err ? err : choose(&maps, &self->maps, &out->number[2], &out->request.maps, diag);
    return err ? err : choose_joints(self, catalogue, out, diag);
}

void fl_run_experiment_free_choices(fl_run_choices *self)
{
    for (unsigned i = 0; i < 3; i++) {
        free(self->number[i]);
        self->number[i] = NULL;
    }
}
