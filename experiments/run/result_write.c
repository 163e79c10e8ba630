/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The totals as the items of a result file: one named array for everything counted. */
#include "experiments/run/run_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 160 };
static const char condition_scale[] = "/condition_index";

/* What the functions here share. */
typedef struct building {
    fl_store *out;
    const fl_run_setup *setup;
    const fl_tally *totals;
    fl_diag *diag;
} building;

/* Adds an array of uint64 whose first dimension is the conditions; *data points to its numbers, to be filled
 * in. */
static fl_err add_array(building *b, const fl_store_item *item, uint64_t **data)
{
    fl_store_item *added = NULL;
    fl_err err = fl_store_add(b->out, item, &added);
    if (err) {
        return err == FL_ERR_MEMORY
                   ? fl_diag_memory(b->diag)
                   : fl_diag_set(b->diag, err, item->path, "a result file cannot hold this item");
    }
    *data = added->data;
    return FL_OK;
}

/* Adds an array with one number per condition. */
static fl_err add_column(building *b, const char *path, fl_store_type type, const char *description,
                         uint64_t **data)
{
    fl_store_item item = {.path = (char *)path,
                          .type = type,
                          .rank = 1,
                          .size = {b->setup->conditions},
                          .dimension = {(char *)condition_scale},
                          .description = (char *)description};
    return add_array(b, &item, data);
}

/* Adds the scale of a dimension: the numbers 0 to n - 1, which the caller may overwrite. */
static fl_err add_scale(building *b, const char *path, uint64_t n, const char *description, uint64_t **data)
{
    fl_store_item item = {.path = (char *)path,
                          .type = FL_STORE_I64,
                          .rank = 1,
                          .size = {n},
                          .dimension = {(char *)path},
                          .description = (char *)description};
    fl_err err = add_array(b, &item, data);
    for (uint64_t i = 0; i < n && !err; i++) {
        (*data)[i] = i;
    }
    return err;
}

static fl_err add_conditions(building *b)
{
    uint64_t *data = NULL;
    char path[PATH];
    const fl_experiment *experiment = b->setup->experiment;
    fl_err err = add_scale(b, condition_scale, b->setup->conditions, "number of the condition", &data);
    for (unsigned axis = 0; axis < experiment->axes_n && !err; axis++) {
        char **texts = calloc(b->setup->conditions, sizeof *texts);
        if (!texts) {
            return fl_diag_memory(b->diag);
        }
        for (uint64_t i = 0; i < b->setup->conditions; i++) {
            texts[i] = (char *)fl_run_experiment_axis_value(experiment, i, axis);
        }
        snprintf(path, sizeof path, "/condition/%s", experiment->axes[axis].name);
        fl_store_item item = {.path = path,
                              .type = FL_STORE_TEXT,
                              .rank = 1,
                              .size = {b->setup->conditions},
                              .dimension = {(char *)condition_scale},
                              .description = "value of the setting in each condition",
                              .data = texts};
        err = fl_store_add(b->out, &item, NULL) ? fl_diag_memory(b->diag) : FL_OK;
        free(texts);
    }
    return err;
}

/* One more than the largest value of a metric that any condition counted in its bins. */
static uint32_t used_bins(const building *b, const fl_tally_metric *metric)
{
    uint32_t used = 1;
    for (uint64_t c = 0; c < b->setup->conditions; c++) {
        for (uint32_t value = metric->bins; value-- > used;) {
            if (b->totals[c].count[metric->at + value] > 0) {
                used = value + 1;
                break;
            }
        }
    }
    return used;
}

static fl_err add_counts(building *b, unsigned i)
{
    char path[PATH];
    char scale[PATH];
    const fl_tally_metric *metric = &b->setup->tally.metrics[i];
    const char *name = fl_tally_metric_name(metric);
    const fl_metric_row *row = metric->metric == FL_METRIC_COUNT ? NULL : fl_metric_of(metric->metric);
    uint32_t used = used_bins(b, metric);
    uint64_t *data = NULL;
    snprintf(scale, sizeof scale, "/metric/%s/value", name);
    snprintf(path, sizeof path, "/metric/%s/count", name);
    fl_store_item item = {.path = path,
                          .type = FL_STORE_U64,
                          .rank = 2,
                          .size = {b->setup->conditions, used},
                          .dimension = {(char *)condition_scale, scale},
                          .description =
                              (char *)(row ? row->meaning : "clustering numbers of all plan rooms"),
                          .unit = (char *)(row ? row->unit : "cells")};
    fl_err err = add_scale(b, scale, used, "value of the metric", &data);
    err = err ? err : add_array(b, &item, &data);
    for (uint64_t c = 0; c < b->setup->conditions && !err; c++) {
        memcpy(data + c * used, b->totals[c].count + metric->at, used * sizeof *data);
    }
    return err;
}

/* The numbers beside a metric's counts. */
static uint64_t summary_of(const fl_tally *tally, unsigned metric, unsigned which)
{
    const fl_tally_extreme *e = &tally->extreme[metric];
    fl_tally_sum sums[3];
    bool is_empty = e->min > e->max;
    fl_tally_sums(tally, metric, sums);
    const uint64_t numbers[] = {
        (uint64_t)sums[0],
        (uint64_t)sums[1],
        (uint64_t)(sums[1] >> 64),
        (uint64_t)sums[2],
        (uint64_t)(sums[2] >> 64),
        is_empty ? 0 : (uint64_t)(int64_t)e->min,
        is_empty ? 0 : (uint64_t)(int64_t)e->max,
        e->argmin,
        e->argmax,
        e->over_n,
        (uint64_t)e->over_sum,
        (uint64_t)(e->over_sum >> 64),
        (uint64_t)e->over_square,
        (uint64_t)(e->over_square >> 64),
    };
    return numbers[which];
}

static const struct summary {
    const char *name;
    fl_store_type type;
    const char *description;
} summaries[] = {
    {"n", FL_STORE_U64, "how many values there are"},
    {"sum_lo", FL_STORE_U64, "sum of the values, lower 64 bits"},
    {"sum_hi", FL_STORE_U64, "sum of the values, upper 64 bits"},
    {"square_lo", FL_STORE_U64, "sum of the squares, lower 64 bits"},
    {"square_hi", FL_STORE_U64, "sum of the squares, upper 64 bits"},
    {"min", FL_STORE_I64, "smallest value"},
    {"max", FL_STORE_I64, "largest value"},
    {"argmin", FL_STORE_U64, "first floor that has the smallest value"},
    {"argmax", FL_STORE_U64, "first floor that has the largest value"},
    {"over_n", FL_STORE_U64, "values too large for the counts"},
    {"over_sum_lo", FL_STORE_U64, "their sum, lower 64 bits"},
    {"over_sum_hi", FL_STORE_U64, "their sum, upper 64 bits"},
    {"over_square_lo", FL_STORE_U64, "their squares, lower 64 bits"},
    {"over_square_hi", FL_STORE_U64, "their squares, upper 64 bits"},
};

enum { SUMMARIES = sizeof summaries / sizeof summaries[0] };

static fl_err add_metrics(building *b)
{
    char path[PATH];
    uint64_t *data = NULL;
    fl_err err = FL_OK;
    for (unsigned i = 0; i < b->setup->tally.metrics_n && !err; i++) {
        err = add_counts(b, i);
        for (unsigned f = 0; f < SUMMARIES && !err; f++) {
            snprintf(path, sizeof path, "/metric/%s/%s", fl_tally_metric_name(&b->setup->tally.metrics[i]),
                     summaries[f].name);
            err = add_column(b, path, summaries[f].type, summaries[f].description, &data);
            for (uint64_t c = 0; c < b->setup->conditions && !err; c++) {
                data[c] = summary_of(&b->totals[c], i, f);
            }
        }
    }
    return err;
}

/* Adds trials (half 0) or hits (half 1) of an event, in all and as running totals per step. */
static fl_err add_event_half(building *b, const fl_tally_event *event, unsigned half)
{
    static const char *const names[2] = {"trials", "hits"};
    static const char *const meanings[2] = {"floors on which the question was asked",
                                            "floors on which it came true"};
    char path[PATH];
    uint64_t *total = NULL;
    uint64_t *trace = NULL;
    snprintf(path, sizeof path, "/event/%s/%s", event->name, names[half]);
    fl_err err = add_column(b, path, FL_STORE_U64, meanings[half], &total);
    snprintf(path, sizeof path, "/trace/%s/%s", event->name, names[half]);
    fl_store_item item = {.path = path,
                          .type = FL_STORE_U64,
                          .rank = 2,
                          .size = {b->setup->conditions, FL_TALLY_STEPS},
                          .dimension = {(char *)condition_scale, "/trace_floors"},
                          .description = "running totals at floors 1, 3, 7, 15, …"};
    err = err ? err : add_array(b, &item, &trace);
    snprintf(path, sizeof path, "/event/%s/%s", event->name, names[half]);
    uint64_t *column = err ? NULL : fl_store_find(b->out, path)->data;
    for (uint64_t c = 0; c < b->setup->conditions && !err; c++) {
        uint64_t sum = 0;
        for (unsigned step = 0; step < FL_TALLY_STEPS; step++) {
            sum += b->totals[c].count[event->at + half * FL_TALLY_STEPS + step];
            trace[c * FL_TALLY_STEPS + step] = sum;
        }
        column[c] = sum;
    }
    return err;
}

static fl_err add_events(building *b)
{
    uint64_t *data = NULL;
    fl_err err = add_scale(b, "/trace_floors", FL_TALLY_STEPS, "floors at each step of a trace", &data);
    for (unsigned step = 0; step < FL_TALLY_STEPS && !err; step++) {
        data[step] = ((uint64_t)2 << step) - 1;
    }
    for (unsigned i = 0; i < b->setup->tally.events_n && !err; i++) {
        err = add_event_half(b, &b->setup->tally.events[i], 0);
        err = err ? err : add_event_half(b, &b->setup->tally.events[i], 1);
    }
    return err;
}

/* Adds an array of conditions x rows x columns, copied from the counts. */
static fl_err add_plane(building *b, const char *path, const fl_store_item *shape, size_t at)
{
    uint64_t *data = NULL;
    fl_store_item item = *shape;
    item.path = (char *)path;
    item.type = FL_STORE_U64;
    item.rank = 3;
    item.size[0] = b->setup->conditions;
    item.dimension[0] = (char *)condition_scale;
    fl_err err = add_array(b, &item, &data);
    size_t n = (size_t)(item.size[1] * item.size[2]);
    for (uint64_t c = 0; c < b->setup->conditions && !err; c++) {
        memcpy(data + c * n, b->totals[c].count + at, n * sizeof *data);
    }
    return err;
}

static fl_err add_joints(building *b)
{
    char path[PATH];
    char scale[2][PATH];
    uint64_t *data = NULL;
    fl_err err = FL_OK;
    for (unsigned i = 0; i < b->setup->tally.joints_n && !err; i++) {
        const fl_tally_joint *joint = &b->setup->tally.joints[i];
        const char *names[2] = {fl_metric_of(joint->a)->name, fl_metric_of(joint->b)->name};
        uint32_t bins[2] = {joint->a_bins, joint->b_bins};
        for (unsigned side = 0; side < 2 && !err; side++) {
            snprintf(scale[side], PATH, "/joint/%s__%s/%s", names[0], names[1], side ? "b" : "a");
            err = add_scale(b, scale[side], bins[side], names[side], &data);
        }
        snprintf(path, sizeof path, "/joint/%s__%s/count", names[0], names[1]);
        fl_store_item shape = {.size = {0, bins[0], bins[1]},
                               .dimension = {NULL, scale[0], scale[1]},
                               .description = "floors with both values"};
        err = err ? err : add_plane(b, path, &shape, joint->at);
    }
    return err;
}

static fl_err add_maps(building *b)
{
    char path[PATH];
    uint64_t *data = NULL;
    const fl_tally_spec *tally = &b->setup->tally;
    if (tally->maps_n == 0) {
        return FL_OK;
    }
    fl_err err = add_scale(b, "/map_y", (uint64_t)tally->height, "row, from above", &data);
    err = err ? err : add_scale(b, "/map_x", (uint64_t)tally->width, "column, from the left", &data);
    fl_store_item shape = {.size = {0, (uint64_t)tally->height, (uint64_t)tally->width},
                           .dimension = {NULL, "/map_y", "/map_x"},
                           .description = "floors on which the cell belongs to such a room"};
    for (unsigned i = 0; i < tally->maps_n && !err; i++) {
        int kind = tally->maps[i].kind;
        snprintf(path, sizeof path, "/map/%s/count", kind < 0 ? "any" : fl_kind_of((fl_kind)kind)->name);
        err = add_plane(b, path, &shape, tally->maps[i].at);
    }
    return err;
}

static fl_err add_floors(building *b)
{
    uint64_t *floors = NULL;
    uint64_t *failed = NULL;
    fl_err err = add_column(b, "/floors", FL_STORE_U64, "floors made, failed ones included", &floors);
    for (uint64_t c = 0; c < b->setup->conditions && !err; c++) {
        floors[c] = b->totals[c].floors;
    }
    err = err ? err : add_column(b, "/failed", FL_STORE_U64, "floors no layout was accepted for", &failed);
    for (uint64_t c = 0; c < b->setup->conditions && !err; c++) {
        failed[c] = b->totals[c].failed;
    }
    return err;
}

fl_err fl_run_result_digest(const fl_run_setup *setup, const fl_tally *totals, char out[FL_DIGEST_TEXT],
                            fl_diag *diag)
{
    fl_text identity;
    const uint64_t range[2] = {setup->from, setup->to};
    fl_text_init(&identity);
    fl_run_setup_add_identity(setup, &identity);
    fl_err err = fl_text_check(&identity);
    err = err ? err : fl_tally_digest_make(fl_text_get(&identity), range, totals, setup->conditions, out);
    fl_text_free(&identity);
    return err ? fl_diag_memory(diag) : FL_OK;
}

static bool is_complete(const building *b)
{
    bool complete = true;
    for (uint64_t c = 0; c < b->setup->conditions; c++) {
        complete = complete && b->totals[c].floors == b->setup->to - b->setup->from;
    }
    return complete;
}

static fl_err add_head(building *b, const fl_text *resolved)
{
    char digest[FL_DIGEST_TEXT];
    const fl_experiment *experiment = b->setup->experiment;
    fl_err err = fl_run_result_digest(b->setup, b->totals, digest, b->diag);
    err = err ? err : fl_store_set_text(b->out, "format", "floorlab-run");
    err = err ? err : fl_store_set_number(b->out, "format_version", FL_STORE_VERSION);
    err = err ? err : fl_store_set_text(b->out, "code_version", fl_program_host_code_version());
    err = err ? err : fl_store_set_number(b->out, "generator_version", experiment->generator->version);
    err = err ? err : fl_store_set_text(b->out, "generator", experiment->generator->name);
    err = err ? err : fl_store_set_text(b->out, "experiment_id", experiment->name);
    err = err ? err : fl_store_set_number(b->out, "seed", experiment->seed);
    err = err ? err : fl_store_set_number(b->out, "floors", experiment->floors);
    err = err ? err : fl_store_set_number(b->out, "floors_from", b->setup->from);
    err = err ? err : fl_store_set_number(b->out, "floors_to", b->setup->to);
    err = err ? err : fl_store_set_number(b->out, "complete", is_complete(b));
    err = err ? err : fl_store_set_text(b->out, "stop_rule", "floors");
    err = err ? err : fl_store_set_text(b->out, "digest", digest);
    err = err ? err : fl_store_set_text(b->out, "experiment_text", experiment->text ? experiment->text : "");
    return err ? err : fl_store_set_text(b->out, "experiment_resolved", fl_text_get(resolved));
}

static fl_err add_provenance(building *b, const fl_run_provenance *provenance)
{
    char text[64];
    snprintf(text, sizeof text, "%.3f", provenance->seconds);
    fl_err err = fl_store_set_text(b->out, "provenance_command", provenance->command);
    err = err ? err : fl_store_set_text(b->out, "provenance_seconds", text);
    err = err ? err : fl_store_set_number(b->out, "provenance_threads", provenance->threads);
    err = err ? err : fl_store_set_text(b->out, "provenance_processor", fl_program_host_processor());
    return err ? err : fl_store_set_text(b->out, "provenance_compiler", fl_program_host_compiler());
}

fl_err fl_run_result_build(fl_store *out, const fl_run_setup *setup, const fl_tally *totals,
                           const fl_run_provenance *provenance, fl_diag *diag)
{
    building b = {.out = out, .setup = setup, .totals = totals, .diag = diag};
    fl_text resolved;
    fl_text_init(&resolved);
    fl_text_add_format(&resolved, "name: %s\nabout: ", setup->experiment->name);
    fl_text_add_json(&resolved, setup->experiment->about); /* a JSON string is also a YAML string */
    fl_text_add_format(&resolved, "\nfloors: %llu\n", (unsigned long long)setup->experiment->floors);
    fl_run_experiment_add_identity(setup->experiment, &resolved);
    fl_err err = fl_text_check(&resolved);
    err = err ? err : add_head(&b, &resolved);
    err = err ? err : add_provenance(&b, provenance);
    err = err ? err : add_conditions(&b);
    err = err ? err : add_floors(&b);
    err = err ? err : add_metrics(&b);
    err = err ? err : add_events(&b);
    err = err ? err : add_joints(&b);
    err = err ? err : add_maps(&b);
    fl_text_free(&resolved);
    return err == FL_ERR_MEMORY ? fl_diag_memory(diag) : err;
}
