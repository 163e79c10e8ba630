/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every access to the store checks type and size: even a file made to harm may have the right checksum. */
#include "gen/base/text.h"
#include "plots/figure/figure_private.h"

#include <stdlib.h>
#include <string.h>

static fl_err refuse(fl_result_view *self, const char *item, fl_diag *diag)
{
    return fl_diag_set(diag, FL_ERR_DAMAGED, self->path, "'%s' is missing, or not as floorlab writes it",
                       item);
}

/* An item of counts whose first dimension is the conditions. */
static const fl_store_item *find(const fl_result_view *self, const char *path, unsigned rank,
                                 fl_store_type type)
{
    const fl_store_item *item = fl_store_find(&self->store, path);
    bool is_right =
        item && item->data && item->rank == rank && item->type == type && item->size[0] == self->conditions;
    return is_right ? item : NULL;
}

/* Whether all values can be added up without overflow. */
static bool is_addable(const fl_store_item *item)
{
    const uint64_t *count = item->data;
    double sum = 0;
    for (uint64_t i = 0; i < fl_store_count(item); i++) {
        sum += (double)count[i];
    }
    return sum < 0x1p62;
}

static const fl_store_item *find_in(const fl_result_view *self, const char *const part[3], unsigned rank)
{
    fl_text path;
    fl_text_init(&path);
    fl_text_add_format(&path, "/%s/%s/%s", part[0], part[1], part[2]);
    const fl_store_item *item =
        fl_text_check(&path) ? NULL : find(self, fl_text_get(&path), rank, FL_STORE_U64);
    fl_text_free(&path);
    return item && is_addable(item) ? item : NULL;
}

static fl_err read_axes(fl_result_view *self, fl_diag *diag)
{
    for (size_t i = 0; i < self->store.items_n; i++) {
        const char *path = self->store.items[i].path;
        if (strncmp(path, "/condition/", 11) != 0) {
            continue;
        }
        const fl_store_item *item = find(self, path, 1, FL_STORE_TEXT);
        if (!item || self->axes_n == FL_RESULT_VIEW_AXES) {
            return refuse(self, path, diag);
        }
        self->axes[self->axes_n++] = (fl_result_view_axis){.name = path + 11, .value = item->data};
    }
    return FL_OK;
}

static const char *text_of(const fl_result_view *self, const char *name)
{
    const fl_store_attribute *attribute = fl_store_attribute_of(&self->store, name);
    return attribute && attribute->text ? attribute->text : "";
}

static fl_err read_head(fl_result_view *self, fl_diag *diag)
{
    const fl_store_attribute *seed = fl_store_attribute_of(&self->store, "seed");
    const fl_store_item *floors = fl_store_find(&self->store, "/floors");
    const char *resolved = text_of(self, "experiment_resolved");
    if (!floors || floors->rank != 1 || floors->size[0] > FL_RESULT_VIEW_CONDITIONS) {
        return refuse(self, "/floors", diag);
    }
    self->conditions = floors->size[0];
    floors = find(self, "/floors", 1, FL_STORE_U64);
    if (!floors) {
        return refuse(self, "/floors", diag);
    }
    self->floors = floors->data;
    self->name = text_of(self, "experiment_id");
    self->generator = text_of(self, "generator");
    self->seed = seed ? seed->number : 0;
    return fl_yaml_read(resolved, strlen(resolved), self->path, &self->resolved, diag);
}

fl_err fl_figure_view_open(fl_result_view *self, const char *path, fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    self->path = path;
    fl_store_init(&self->store);
    fl_err err = fl_store_hdf5_read(&self->store, path, diag);
    err = err ? err : read_head(self, diag);
    err = err ? err : read_axes(self, diag);
    if (err) {
        fl_figure_view_free(self);
    }
    return err;
}

void fl_figure_view_free(fl_result_view *self)
{
    if (self->resolved) {
        fl_yaml_free(self->resolved);
    }
    self->resolved = NULL;
    fl_store_free(&self->store);
}

const char *fl_figure_view_setting(const fl_result_view *self, uint64_t condition, const char *name)
{
    for (unsigned i = 0; i < self->axes_n; i++) {
        if (strcmp(self->axes[i].name, name) == 0) {
            return self->axes[i].value[condition];
        }
    }
    const fl_yaml_node *root = fl_yaml_root(self->resolved);
    const fl_yaml_node *settings = root && root->type == FL_YAML_MAP ? fl_yaml_get(root, "settings") : NULL;
    const fl_yaml_node *node = settings && settings->type == FL_YAML_MAP ? fl_yaml_get(settings, name) : NULL;
    return node && node->type == FL_YAML_SCALAR ? node->text : NULL;
}

bool fl_figure_view_metric(const fl_result_view *self, const char *name, fl_result_view_counts *out)
{
    const fl_store_item *item = find_in(self, (const char *[]){"metric", name, "count"}, 2);
    if (!item || item->size[1] > FL_RESULT_VIEW_BINS) {
        return false;
    }
    *out =
        (fl_result_view_counts){.count = item->data, .rows = 1, .columns = item->size[1], .unit = item->unit};
    return true;
}

static bool find_plane(const fl_result_view *self, const char *folder, const char *name,
                       fl_result_view_counts *out)
{
    const fl_store_item *item = find_in(self, (const char *[]){folder, name, "count"}, 3);
    if (!item || item->size[1] > FL_RESULT_VIEW_BINS || item->size[2] > FL_RESULT_VIEW_BINS) {
        return false;
    }
    *out = (fl_result_view_counts){.count = item->data, .rows = item->size[1], .columns = item->size[2]};
    return true;
}

bool fl_figure_view_joint(const fl_result_view *self, const char *name, fl_result_view_counts *out)
{
    return find_plane(self, "joint", name, out);
}

bool fl_figure_view_map(const fl_result_view *self, const char *name, fl_result_view_counts *out)
{
    return find_plane(self, "map", name, out);
}

static bool find_event(const fl_result_view *self, const char *folder, unsigned rank, const char *name,
                       fl_result_view_event *out)
{
    const fl_store_item *trials = find_in(self, (const char *[]){folder, name, "trials"}, rank);
    const fl_store_item *hits = find_in(self, (const char *[]){folder, name, "hits"}, rank);
    if (!trials || !hits || fl_store_count(trials) != fl_store_count(hits)) {
        return false;
    }
    *out = (fl_result_view_event){
        .trials = trials->data, .hits = hits->data, .steps = rank == 2 ? trials->size[1] : 1};
    for (uint64_t i = 0; i < fl_store_count(trials); i++) {
        if (out->hits[i] > out->trials[i]) {
            return false;
        }
    }
    return true;
}

bool fl_figure_view_event_of(const fl_result_view *self, const char *name, fl_result_view_event *out)
{
    return find_event(self, "event", 1, name, out);
}

bool fl_figure_view_trace(const fl_result_view *self, const char *name, fl_result_view_event *out)
{
    return find_event(self, "trace", 2, name, out);
}

/* The name between "/<folder>/" and "/<leaf>", or 0 bytes. */
static size_t name_in(const char *path, const char *folder, const char *leaf, const char **name)
{
    size_t folder_n = strlen(folder);
    size_t leaf_n = strlen(leaf);
    size_t all = strlen(path);
    bool is_match = all > folder_n + leaf_n + 3 && path[0] == '/' &&
                    strncmp(path + 1, folder, folder_n) == 0 && path[folder_n + 1] == '/' &&
                    strcmp(path + all - leaf_n, leaf) == 0 && path[all - leaf_n - 1] == '/';
    *name = path + folder_n + 2;
    return is_match ? all - folder_n - leaf_n - 3 : 0;
}

fl_err fl_figure_view_names(const fl_result_view *self, const char *folder, const char *leaf, char **out,
                            unsigned most)
{
    unsigned n = 0;
    for (size_t i = 0; i < self->store.items_n && n < most; i++) {
        const char *name = NULL;
        size_t size = name_in(self->store.items[i].path, folder, leaf, &name);
        if (size > 0) {
            out[n] = strndup(name, size);
            if (!out[n++]) {
                return FL_ERR_MEMORY;
            }
        }
    }
    return FL_OK;
}
