/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Targets, and the distance of a ruleset's floors from them. */
#include "experiments/fit/fit.h"

#include "analysis/stat/stat.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_LOOK = 200, FAILED_MOST = 20, ENDS = 2 /* beyond the bins, no value */, SPARE = 16 };

/* Metrics of the visible layout. Kinds of rooms and facts that only one generator has are not compared. */
static const unsigned compared[] = {FL_METRIC_PLAN_ROOMS,
                                    FL_METRIC_TILES,
                                    FL_METRIC_BIG_ROOMS,
                                    FL_METRIC_WIDTH,
                                    FL_METRIC_HEIGHT,
                                    FL_METRIC_DEAD_ENDS,
                                    FL_METRIC_DEGREE_2,
                                    FL_METRIC_BRANCHING,
                                    FL_METRIC_LOOPS,
                                    FL_METRIC_DOUBLE_DOORS,
                                    FL_METRIC_BOSS_DISTANCE,
                                    FL_METRIC_ECCENTRICITY,
                                    FL_METRIC_PATH_LENGTH_SUM,
                                    FL_METRIC_DIAMETER_STEPS,
                                    FL_METRIC_CLUSTERING_MAX,
                                    FL_METRIC_CLUSTERING_SUM,
                                    FL_METRIC_SECRET_NEIGHBOURS};

static fl_err take_metric(fl_fit_target *self, const fl_run_result *run, unsigned i, fl_diag *diag)
{
    const fl_tally_metric *metric = &run->setup.tally.metrics[i];
    const fl_tally *tally = &run->totals[0];
    unsigned at = self->metrics_n;
    uint32_t reach = 2 * (uint32_t)(tally->extreme[i].max > 0 ? tally->extreme[i].max : 0) + SPARE;
    uint32_t bins = metric->bins < reach ? metric->bins : reach; /* larger values share a bin */
    double *share = calloc((size_t)bins + ENDS, sizeof *share);
    double rest = (double)(tally->floors - tally->failed);
    if (!share) {
        return fl_diag_memory(diag);
    }
    for (uint32_t value = 0; value < bins; value++) {
        share[value] = (double)tally->count[metric->at + value];
        rest -= share[value];
    }
    share[bins] = (double)tally->extreme[i].over_n;
    share[bins + 1] = rest - share[bins];
    for (uint32_t value = 0; value < bins + ENDS; value++) {
        share[value] /= (double)(tally->floors - tally->failed);
    }
    self->share[at] = share;
    self->bins[at] = bins;
    self->metric[at] = metric->metric;
    self->groups |= 1u << fl_metric_of(metric->metric)->group;
    self->metrics_n++;
    return FL_OK;
}

static bool is_compared(unsigned metric)
{
    for (size_t i = 0; i < sizeof compared / sizeof compared[0]; i++) {
        if (compared[i] == metric) {
            return true;
        }
    }
    return false;
}

fl_err fl_fit_target_read(fl_fit_target *self, const fl_run_result *run, const char *path, fl_diag *diag)
{
    fl_err err = FL_OK;
    memset(self, 0, sizeof *self);
    if (run->setup.conditions != 1) {
        err = fl_diag_set(diag, FL_ERR_INPUT, path,
                          "this run has %llu configurations; a fit needs a run with one",
                          (unsigned long long)run->setup.conditions);
        fl_diag_hint(diag, "run an experiment without 'vary'");
        return err;
    }
    if (run->setup.condition[0].spec->where) {
        return fl_diag_set(diag, FL_ERR_INPUT, path,
                           "this run counted only floors of a condition ('where'); a fit needs all");
    }
    if (run->totals[0].floors == run->totals[0].failed) {
        return fl_diag_set(diag, FL_ERR_INPUT, path, "this run has no floors");
    }
    for (unsigned i = 0; i < run->setup.tally.metrics_n && !err; i++) {
        err = is_compared(run->setup.tally.metrics[i].metric) ? take_metric(self, run, i, diag) : FL_OK;
    }
    if (!err && self->metrics_n == 0) {
        err = fl_diag_set(diag, FL_ERR_INPUT, path, "this run has none of the metrics that a fit compares");
        fl_diag_hint(diag, "it compares tiles, dead_ends and branching, for example; an experiment without "
                           "'metrics' counts all");
    }
    return err;
}

void fl_fit_target_free(fl_fit_target *self)
{
    for (unsigned i = 0; i < self->metrics_n; i++) {
        free(self->share[i]);
    }
    memset(self, 0, sizeof *self);
}

fl_err fl_fit_judge_init(fl_fit_judge *self, const fl_fit_target *target, fl_diag *diag)
{
    size_t bins = 0;
    size_t cells_max = 0;
    memset(self, 0, sizeof *self);
    self->target = target;
    self->rules = calloc(1, sizeof *self->rules);
    for (unsigned i = 0; i < target->metrics_n; i++) {
        bins += target->bins[i] + ENDS;
        cells_max = target->bins[i] + ENDS > cells_max ? target->bins[i] + ENDS : cells_max;
    }
    self->count = calloc(bins, sizeof *self->count);
    self->share = calloc(cells_max, sizeof *self->share);
    if (!self->rules || !self->count || !self->share || fl_floor_init(&self->floor, fl_grid.cells_max) ||
        fl_metric_init(&self->metric, fl_grid.cells_max)) {
        fl_fit_judge_free(self);
        return fl_diag_memory(diag);
    }
    bins = 0;
    for (unsigned i = 0; i < target->metrics_n; i++) {
        self->counts[i] = self->count + bins;
        bins += target->bins[i] + ENDS;
    }
    return FL_OK;
}

void fl_fit_judge_free(fl_fit_judge *self)
{
    free(self->rules);
    free(self->count);
    free(self->share);
    fl_floor_free(&self->floor);
    fl_metric_free(&self->metric);
    memset(self, 0, sizeof *self);
}

/* Makes and counts the floors; returns how many did not fail. Stops early if too many fail. */
static uint32_t make_floors(fl_fit_judge *self, const fl_fit_floors *floors, void *scratch, uint32_t *failed)
{
    fl_key key;
    uint32_t good = 0;
    *failed = 0;
    fl_key_init(&key, fl_grid.name, fl_grid.version, floors->seed);
    for (uint32_t i = 0; i < floors->n; i++) {
        key.index = i;
        fl_grid.make(self->rules, &key, scratch, &self->floor);
        if (self->floor.failure) {
            ++*failed;
        } else {
            const fl_fit_target *target = self->target;
            int32_t value[FL_METRIC_COUNT];
            fl_metric_compute(&self->metric, &self->floor, target->groups, value);
            for (unsigned k = 0; k < target->metrics_n; k++) {
                int32_t found = value[target->metric[k]];
                uint32_t bins = target->bins[k];
                uint32_t at = found == FL_GENERATOR_FACT_NONE ? bins + 1
                              : (uint32_t)found < bins        ? (uint32_t)found
                                                              : bins;
                self->counts[k][at]++;
            }
            good++;
        }
        if (*failed > FAILED_MOST && i < FIRST_LOOK) {
            return 0;
        }
    }
    return good;
}

fl_err fl_fit_judge_text(fl_fit_judge *self, const char *text, const fl_fit_floors *floors, double *out,
                         fl_diag *diag)
{
    fl_setting_values values;
    fl_diag refusal;
    fl_grid_text file = {.name = "candidate", .data = text, .size = strlen(text)};
    uint32_t failed = 0;
    size_t bins = 0;
    *out = FL_FIT_HOPELESS;
    fl_diag_init(&refusal);
    fl_setting_values_init(&values, fl_grid.settings, fl_grid.settings_n);
    values.number[FL_GRID_MAX_ATTEMPTS] = floors->attempts_max;
    fl_err refused = fl_grid_rules_read(self->rules, &file, &values, &refusal);
    if (refused) { /* an invalid candidate; running out of memory is no property of it */
        return refused == FL_ERR_INPUT ? FL_OK : refused == FL_ERR_MEMORY ? fl_diag_memory(diag) : refused;
    }
    void *scratch = calloc(1, fl_grid.scratch_size(self->rules));
    if (!scratch) {
        return fl_diag_memory(diag);
    }
    for (unsigned i = 0; i < self->target->metrics_n; i++) {
        bins += self->target->bins[i] + ENDS;
    }
    memset(self->count, 0, bins * sizeof *self->count);
    uint32_t good = make_floors(self, floors, scratch, &failed);
    if (good > 0) {
        const fl_fit_target *target = self->target;
        *out = (double)target->metrics_n * failed / (good + failed);
        for (unsigned i = 0; i < target->metrics_n; i++) {
            /* Computes the distance of one metric. */
            uint32_t cells = self->target->bins[i] + ENDS;
            for (uint32_t cell = 0; cell < cells; cell++) {
                self->share[cell] = (double)self->counts[i][cell] / good;
            }
            self->distance[i] = fl_stat_distance_shannon(self->target->share[i], self->share, cells);
            *out += self->distance[i];
        }
    }
    free(scratch);
    return FL_OK;
}
