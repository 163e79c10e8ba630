/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every access to the store checks type and size: even a malicious file may have the right checksum. */
#include "plots/figure/figure_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fl_err refuse(fl_result_view *self, const char *item, fl_diag *diag)
{
    return fl_diag_set(diag, FL_ERR_DAMAGED, self->path, "'%s' is missing, or not as floorlab writes it",
                       item);
}

static const fl_store_item *find(const fl_result_view *self, const char *path, unsigned rank,
                                 fl_store_type type)
{
    const fl_store_item *item = fl_store_find(&self->store, path);
    return item && item->data && item->rank == rank && item->type == type ? item : NULL;
}

/* An item whose first dimension is the configurations and whose second has `second` entries. */
static const fl_store_item *find_table(const fl_result_view *self, const char *path, unsigned rank,
                                       uint64_t second)
{
    const fl_store_item *item = find(self, path, rank, FL_STORE_U64);
    return item && item->size[0] == self->conditions && item->size[1] == second ? item : NULL;
}

static const char *text_at(char *const *texts, uint64_t at)
{
    return texts[at] ? texts[at] : "";
}

static const char *attribute_of(const fl_result_view *self, const char *name)
{
    const fl_store_attribute *attribute = fl_store_attribute_of(&self->store, name);
    return attribute && attribute->text ? attribute->text : "";
}

/* True if n counts, `step` apart, can be added up without overflow. */
static bool are_addable(const uint64_t *count, uint64_t n)
{
    double sum = 0;
    for (uint64_t i = 0; i < n; i++) {
        sum += (double)count[i];
    }
    return sum < 0x1p62;
}

/* Configurations. */

/* Reads the values of the settings that vary, as texts. */
static fl_err read_axes(fl_result_view *self, fl_diag *diag)
{
    static const char folder[] = "/configuration/";
    for (size_t i = 0; i < self->store.items_n; i++) {
        const fl_store_item *item = &self->store.items[i];
        bool is_known =
            item->type == FL_STORE_TEXT || item->type == FL_STORE_I64 || item->type == FL_STORE_F64;
        bool is_setting = item->unit && strcmp(item->unit, FL_STORE_SETTING) == 0;
        if (strncmp(item->path, folder, sizeof folder - 1) != 0 ||
            !(is_setting || strcmp(item->path, "/configuration/scenario") == 0)) {
            continue;
        }
        if (!is_known || item->rank != 1 || !item->data || item->size[0] != self->conditions ||
            self->axes_n == FL_RESULT_VIEW_AXES) {
            return refuse(self, item->path, diag);
        }
        fl_result_view_axis *axis = &self->axes[self->axes_n++];
        axis->name = item->path + sizeof folder - 1;
        axis->value = calloc(self->conditions, sizeof *axis->value);
        for (uint64_t c = 0; axis->value && c < self->conditions; c++) {
            char number[40];
            if (item->type == FL_STORE_I64) {
                snprintf(number, sizeof number, "%lld", (long long)((const int64_t *)item->data)[c]);
            } else if (item->type == FL_STORE_F64) {
                snprintf(number, sizeof number, "%.9g", ((const double *)item->data)[c]);
            }
            axis->value[c] = strdup(item->type == FL_STORE_TEXT ? text_at(item->data, c) : number);
            if (!axis->value[c]) {
                return fl_diag_memory(diag);
            }
        }
        if (!axis->value) {
            return fl_diag_memory(diag);
        }
    }
    return FL_OK;
}

/* Texts in the table of configurations, one for each; NULL if they are missing. */
static char *const *texts_of_conditions(const fl_result_view *self, const char *path)
{
    const fl_store_item *item = find(self, path, 1, FL_STORE_TEXT);
    return item && item->size[0] == self->conditions ? item->data : NULL;
}

static fl_err read_conditions(fl_result_view *self, fl_diag *diag)
{
    const fl_store_item *samples = find(self, "/configuration/samples", 1, FL_STORE_U64);
    if (!samples || samples->size[0] > FL_RESULT_VIEW_CONDITIONS ||
        !are_addable(samples->data, samples->size[0])) {
        return refuse(self, "/configuration/samples", diag);
    }
    self->conditions = samples->size[0];
    self->samples = samples->data;
    self->generators = texts_of_conditions(self, "/configuration/generator");
    self->settings = texts_of_conditions(self, "/configuration/settings");
    if (!self->generators || !self->settings) {
        return refuse(self, self->generators ? "/configuration/settings" : "/configuration/generator", diag);
    }
    return read_axes(self, diag);
}

const char *fl_figure_view_generator(const fl_result_view *self, uint64_t condition)
{
    return text_at(self->generators, condition);
}

bool fl_figure_view_setting(const fl_result_view *self, uint64_t condition, const char *name, fl_text *out)
{
    const char *text = text_at(self->settings, condition);
    size_t n = strlen(name);
    fl_text_clear(out);
    while (*text) {
        size_t size = strcspn(text, " ");
        if (size > n && strncmp(text, name, n) == 0 && text[n] == '=') {
            fl_text_add_bytes(out, text + n + 1, size - n - 1);
            return true;
        }
        text += size + (text[size] == ' ');
    }
    return false;
}

/* Metrics: histograms are stored cell by cell and become rows of counts for the values 0, 1, 2, … */

/* A list of names; empty if it is missing. */
static fl_result_view_names names_of(const fl_result_view *self, const char *path)
{
    const fl_store_item *item = find(self, path, 1, FL_STORE_TEXT);
    return (fl_result_view_names){item ? item->data : NULL, item ? item->size[0] : 0};
}

const char *fl_figure_view_name(const fl_result_view_names *self, uint64_t i)
{
    return i < self->n ? text_at(self->name, i) : NULL;
}

/* The index of a name, searched from `guess` on; n if it is missing. */
static uint64_t place_of(const fl_result_view_names *names, uint64_t guess, const char *name)
{
    for (uint64_t k = 0; k < names->n; k++) {
        uint64_t at = (guess + k) % names->n;
        if (strcmp(text_at(names->name, at), name) == 0) {
            return at;
        }
    }
    return names->n;
}

static fl_err read_metrics(fl_result_view *self, fl_diag *diag)
{
    const fl_result_view_names units = names_of(self, "/metric/unit");
    const fl_result_view_names metric = names_of(self, "/histogram/metric"); /* of each cell */
    const fl_store_item *value_item = find(self, "/histogram/value", 1, FL_STORE_I64);
    const fl_store_item *count_item = find_table(self, "/histogram/count", 2, metric.n);
    self->metrics = names_of(self, "/metric/metric");
    self->counts = calloc(self->metrics.n + 1, sizeof *self->counts);
    uint64_t *place = calloc(metric.n + 1, sizeof *place); /* of each cell's metric */
    fl_err err = self->counts && place ? FL_OK : fl_diag_memory(diag);
    if (!err && metric.n > 0 && (!value_item || !count_item || value_item->size[0] != metric.n)) {
        err = refuse(self, value_item ? "/histogram/count" : "/histogram/value", diag);
    }
    const int64_t *value = err || !value_item ? NULL : value_item->data;
    const uint64_t *count = err || !count_item ? NULL : count_item->data;
    for (uint64_t i = 0; i < self->metrics.n && !err; i++) {
        self->counts[i] =
            (fl_result_view_counts){.rows = 1, .columns = 1, .unit = fl_figure_view_name(&units, i)};
    }
    for (uint64_t k = 0; k < metric.n && !err; k++) {
        place[k] = place_of(&self->metrics, k > 0 ? place[k - 1] : 0, text_at(metric.name, k));
        if (place[k] == self->metrics.n || value[k] < 0 || value[k] >= FL_RESULT_VIEW_BINS) {
            err = refuse(self, "/histogram/metric", diag);
        } else if (self->counts[place[k]].columns < (uint64_t)value[k] + 1) {
            self->counts[place[k]].columns = (uint64_t)value[k] + 1;
        }
    }
    uint64_t n = 0; /* the rows of all metrics are consecutive */
    for (uint64_t i = 0; i < self->metrics.n && !err; i++) {
        n += self->counts[i].columns;
    }
    bool is_large = n > FL_STORE_BYTES / sizeof *self->rows / self->conditions;
    self->rows = err || is_large ? NULL : calloc(n * self->conditions + 1, sizeof *self->rows);
    uint64_t *at = self->rows;
    for (uint64_t i = 0; i < self->metrics.n && at; i++) {
        self->counts[i].stride = self->counts[i].columns;
        self->counts[i].count = at;
        at += self->counts[i].columns * self->conditions;
    }
    for (uint64_t k = 0; k < metric.n && at; k++) {
        const fl_result_view_counts *counts = &self->counts[place[k]];
        uint64_t *row = self->rows + (counts->count - self->rows) + value[k];
        for (uint64_t c = 0; c < self->conditions; c++) {
            row[c * counts->columns] = count[c * metric.n + k];
        }
    }
    free(place);
    return err || at ? err : refuse(self, "/histogram/value", diag);
}

bool fl_figure_view_metric(const fl_result_view *self, const char *name, fl_result_view_counts *out)
{
    uint64_t at = place_of(&self->metrics, 0, name);
    if (at == self->metrics.n ||
        !are_addable(self->counts[at].count, self->counts[at].columns * self->conditions)) {
        return false;
    }
    *out = self->counts[at];
    return true;
}

/* Events. */

/* An event of the table, as totals (rank 2) or by step (rank 3). */
static bool find_event(const fl_result_view *self, const char *name, unsigned rank,
                       const char *const paths[2], fl_result_view_event *out)
{
    uint64_t at = place_of(&self->events, 0, name);
    const fl_store_item *trials = find_table(self, paths[0], rank, self->events.n);
    const fl_store_item *hits = find_table(self, paths[1], rank, self->events.n);
    if (at == self->events.n || !trials || !hits || (rank == 3 && trials->size[2] != hits->size[2])) {
        return false;
    }
    out->steps = rank == 3 ? trials->size[2] : 1;
    out->stride = self->events.n * out->steps;
    out->trials = (const uint64_t *)trials->data + at * out->steps;
    out->hits = (const uint64_t *)hits->data + at * out->steps;
    for (uint64_t c = 0; c < self->conditions; c++) {
        if (!are_addable(out->trials + c * out->stride, out->steps)) {
            return false;
        }
        for (uint64_t i = c * out->stride; i < c * out->stride + out->steps; i++) {
            if (out->hits[i] > out->trials[i]) {
                return false;
            }
        }
    }
    return true;
}

bool fl_figure_view_event_of(const fl_result_view *self, const char *name, fl_result_view_event *out)
{
    return find_event(self, name, 2, (const char *const[]){"/event/trials", "/event/hits"}, out);
}

const char *fl_figure_view_own_event(const fl_result_view *self, uint64_t i)
{
    static const char of_all[] = FL_STORE_OWN_EVENT;
    const fl_result_view_names sentences = names_of(self, "/event/sentence");
    const char *text = fl_figure_view_name(&sentences, i);
    bool is_own = text && strncmp(text, of_all, sizeof of_all - 1) == 0;
    return is_own ? text + sizeof of_all - 1 : NULL;
}

bool fl_figure_view_trace(const fl_result_view *self, const char *name, fl_result_view_event *out)
{
    return find_event(self, name, 3, (const char *const[]){"/event/trials_by_step", "/event/hits_by_step"},
                      out);
}

/* Maps and joints. */

bool fl_figure_view_map(const fl_result_view *self, uint64_t i, fl_result_view_counts *out)
{
    const fl_store_item *item = find_table(self, "/map/count", 4, self->maps.n);
    if (!item || i >= self->maps.n) {
        return false;
    }
    uint64_t size = item->size[2] * item->size[3];
    *out = (fl_result_view_counts){.count = (const uint64_t *)item->data + i * size,
                                   .rows = item->size[2],
                                   .columns = item->size[3],
                                   .stride = self->maps.n * size};
    return are_addable(item->data, fl_store_count(item));
}

uint64_t fl_figure_view_mapped(const fl_result_view *self, uint64_t condition)
{
    const fl_store_item *item = find(self, "/configuration/failed", 1, FL_STORE_U64);
    bool is_floor = strcmp(fl_figure_view_generator(self, condition), "room") != 0;
    bool has_failed = is_floor && item && item->size[0] == self->conditions;
    uint64_t failed = has_failed ? ((const uint64_t *)item->data)[condition] : 0;
    return self->samples[condition] - (failed < self->samples[condition] ? failed : 0);
}

/* Paired differences. */

bool fl_figure_view_paired(const fl_result_view *self, const char *table, const char *name,
                           fl_result_view_paired *out)
{
    static const char *const names[4] = {"difference", "standard_error", "unpaired_standard_error",
                                         "degrees_of_freedom"};
    char path[64];
    const double *column[4];
    snprintf(path, sizeof path, "/paired/%s/%s", table, table);
    const fl_result_view_names rows = names_of(self, path);
    uint64_t at = place_of(&rows, 0, name);
    for (unsigned i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "/paired/%s/%s", table, names[i]);
        const fl_store_item *item = find(self, path, 2, FL_STORE_F64);
        if (at == rows.n || !item || item->size[0] != self->conditions || item->size[1] != rows.n) {
            return false;
        }
        column[i] = item->data;
    }
    *out = (fl_result_view_paired){column[0] + at, column[1] + at, column[2] + at, column[3] + at, rows.n};
    return true;
}

/* Joints. */

/* The first value of a side of a joint; false unless its values are consecutive. */
static bool read_side(const fl_result_view *self, const char *path, uint64_t *low)
{
    const fl_store_item *item = find(self, path, 1, FL_STORE_I64);
    if (!item || item->size[0] > FL_RESULT_VIEW_BINS) {
        return false;
    }
    const int64_t *value = item->data;
    bool is_range = value[0] >= 0 && value[0] < FL_RESULT_VIEW_BINS;
    for (uint64_t k = 0; k < item->size[0] && is_range; k++) {
        is_range = value[k] == value[0] + (int64_t)k;
    }
    *low = is_range ? (uint64_t)value[0] : 0;
    return is_range;
}

bool fl_figure_view_joint(const fl_result_view *self, unsigned i, fl_result_view_joint *out)
{
    for (size_t k = 0; k < self->store.items_n; k++) {
        const char *path = self->store.items[k].path;
        size_t n = strlen(path);
        bool is_joint = strncmp(path, "/joint/", 7) == 0 && n > 13 && strcmp(path + n - 6, "/count") == 0;
        const fl_store_item *item = is_joint ? find(self, path, 3, FL_STORE_U64) : NULL;
        uint64_t low[2];
        if (!item || item->size[0] != self->conditions || !read_side(self, item->dimension[1], &low[0]) ||
            !read_side(self, item->dimension[2], &low[1]) || !are_addable(item->data, fl_store_count(item)) ||
            i-- > 0) {
            continue;
        }
        *out = (fl_result_view_joint){
            .metric = {strrchr(item->dimension[1], '/') + 1, strrchr(item->dimension[2], '/') + 1},
            .counts = {.count = item->data,
                       .rows = item->size[1],
                       .columns = item->size[2],
                       .stride = item->size[1] * item->size[2],
                       .low = {low[0], low[1]}}};
        return true;
    }
    return false;
}

/* The view. */

fl_err fl_figure_view_init(fl_result_view *self, fl_store *store, const char *path, fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    self->path = path;
    self->store = *store;
    fl_store_init(store);
    const fl_store_attribute *seed = fl_store_attribute_of(&self->store, "seed");
    self->name = attribute_of(self, "experiment");
    self->about = attribute_of(self, "about");
    self->generator = attribute_of(self, "generators");
    self->sample = attribute_of(self, "sample");
    self->streams = attribute_of(self, "streams");
    self->has_scenarios = find(self, "/configuration/scenario", 1, FL_STORE_TEXT) != NULL;
    self->seed = seed ? seed->number : 0;
    fl_err err = read_conditions(self, diag);
    err = err ? err : read_metrics(self, diag);
    self->events = names_of(self, "/event/event");
    self->maps = names_of(self, "/map/map");
    if (err) {
        fl_figure_view_free(self);
    }
    return err;
}

fl_err fl_figure_view_open(fl_result_view *self, const char *path, fl_diag *diag)
{
    fl_store store;
    memset(self, 0, sizeof *self);
    fl_err err = fl_store_read(&store, path, diag);
    return err ? err : fl_figure_view_init(self, &store, path, diag);
}

void fl_figure_view_free(fl_result_view *self)
{
    for (unsigned i = 0; i < self->axes_n; i++) {
        for (uint64_t c = 0; self->axes[i].value && c < self->conditions; c++) {
            free(self->axes[i].value[c]);
        }
        free(self->axes[i].value);
    }
    self->axes_n = 0;
    free(self->counts);
    free(self->rows);
    self->counts = NULL;
    self->rows = NULL;
    fl_store_free(&self->store);
}
