/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The joints, maps and visits of a result file, and back. A condition that does not count one of them has
 * zeros there. */
#include "experiments/run/result/result_private.h"
#include "experiments/run/run_private.h"

#include <stdio.h>
#include <string.h>

/* A joint of the file among those that a condition counts, where it lies elsewhere; NULL if it is not counted
 * there. */
static const fl_tally_joint *joint_in(const fl_tally_spec *spec, const fl_tally_joint *joint)
{
    const fl_tally_joint *all = spec->joints;
    for (unsigned i = 0; i < spec->joints_n; i++) {
        if (strcmp(all[i].row[0]->name, joint->row[0]->name) == 0 &&
            strcmp(all[i].row[1]->name, joint->row[1]->name) == 0) {
            return &all[i];
        }
    }
    return NULL;
}

/* How many samples have both values. */
static uint64_t count_of(const fl_tally *tally, const fl_tally_joint *joint, const uint32_t at[2])
{
    bool is_there = joint && at[0] < joint->a_bins && at[1] < joint->b_bins;
    return is_there ? tally->count[joint->at + (size_t)at[0] * joint->b_bins + at[1]] : 0;
}

/* The rectangle of a joint that has counts in some condition. */
typedef struct rectangle {
    uint32_t low[2], high[2];
} rectangle;

static void extend(rectangle *self, const fl_tally *tally, const fl_tally_joint *joint)
{
    uint32_t cells = joint ? joint->a_bins * joint->b_bins : 0;
    for (uint32_t k = 0; k < cells; k++) {
        uint32_t at[2] = {k / joint->b_bins, k % joint->b_bins};
        for (unsigned side = 0; side < 2 && tally->count[joint->at + k] > 0; side++) {
            self->low[side] = at[side] < self->low[side] ? at[side] : self->low[side];
            self->high[side] = at[side] > self->high[side] ? at[side] : self->high[side];
        }
    }
}

static rectangle rectangle_of(const fl_run_table *self, const fl_tally_joint *joint)
{
    rectangle out = {{UINT32_MAX, UINT32_MAX}, {0, 0}};
    for (uint64_t c = 0; c < self->setup->conditions; c++) {
        extend(&out, &self->totals[c], joint_in(self->totals[c].spec, joint));
    }
    for (unsigned side = 0; side < 2; side++) {
        out.low[side] = out.low[side] > out.high[side] ? 0 : out.low[side];
    }
    return out;
}

static fl_err add_sides(fl_run_table *self, const fl_tally_joint *joint, const rectangle *used,
                        const char *const names[2])
{
    fl_err err = FL_OK;
    for (unsigned side = 0; side < 2 && !err; side++) {
        const char *notes[2] = {joint->row[side]->meaning, joint->row[side]->unit};
        err = fl_run_table_add_scale(self, names[side], used->high[side] - used->low[side] + 1,
                                     used->low[side], notes);
    }
    return err;
}

static fl_err add_joint(fl_run_table *self, const fl_tally_joint *joint, const char *const names[2])
{
    rectangle used = rectangle_of(self, joint);
    uint64_t size[2] = {used.high[0] - used.low[0] + 1, used.high[1] - used.low[1] + 1};
    uint64_t *data = NULL;
    fl_run_array counts = {"count",
                           FL_STORE_U64,
                           3,
                           {"condition", names[0], names[1]},
                           {self->setup->conditions, size[0], size[1]},
                           "samples that have both values; all others have none",
                           "samples",
                           false};
    fl_err err = add_sides(self, joint, &used, names);
    err = err ? err : fl_run_table_add(self, &counts, &data);
    for (uint64_t c = 0; c < self->setup->conditions && !err; c++) {
        const fl_tally_joint *here = joint_in(self->totals[c].spec, joint);
        for (uint64_t k = 0; k < size[0] * size[1]; k++) {
            const uint32_t at[2] = {used.low[0] + (uint32_t)(k / size[1]),
                                    used.low[1] + (uint32_t)(k % size[1])};
            data[c * size[0] * size[1] + k] = count_of(&self->totals[c], here, at);
        }
    }
    return err;
}

/* The folder of a joint, "/joint/rooms_by_dead_ends", and the scales of its sides. */
static void joint_names(const fl_tally_joint *joint, char folder[FL_RUN_RESULT_NAME],
                        char sides[2][FL_RUN_RESULT_NAME])
{
    snprintf(sides[0], FL_RUN_RESULT_NAME, "%s", joint->row[0]->name);
    snprintf(sides[1], FL_RUN_RESULT_NAME, "%s%s", joint->row[1]->name, joint->a == joint->b ? "_again" : "");
    snprintf(folder, FL_RUN_RESULT_NAME, "/joint/%s_by_%s", joint->row[0]->name, joint->row[1]->name);
}

fl_err fl_run_result_add_joints(fl_run_table *self)
{
    fl_err err = FL_OK;
    for (unsigned i = 0; i < self->setup->tally.joints_n && !err; i++) {
        const fl_tally_joint *joint = &self->setup->tally.joints[i];
        char folder[FL_RUN_RESULT_NAME];
        char sides[2][FL_RUN_RESULT_NAME];
        char own[3 * FL_RUN_RESULT_NAME];
        joint_names(joint, folder, sides);
        snprintf(own, sizeof own, "condition count %s %s", sides[0], sides[1]);
        err = fl_run_table_begin(self, folder, own);
        err = err ? err : add_joint(self, joint, (const char *const[]){sides[0], sides[1]});
    }
    return err;
}

/* A map of the file among those that a condition counts; NULL if it is not counted there. */
static const fl_tally_map *map_in(const fl_tally_spec *spec, const char *name)
{
    for (unsigned i = 0; i < spec->maps_n; i++) {
        if (strcmp(spec->maps[i].name, name) == 0) {
            return &spec->maps[i];
        }
    }
    return NULL;
}

/* Copies a map; boards of a condition may be smaller than those of the file. Zeros are there already, and
 * pages to which nothing is written take no memory. */
static void fill_map(const fl_run_table *self, uint64_t condition, const char *name, uint64_t *out)
{
    const fl_tally_spec *all = &self->setup->tally;
    const fl_tally_spec *here = self->totals[condition].spec;
    const fl_tally_map *map = map_in(here, name);
    const uint64_t *from = map ? self->totals[condition].count + map->at : NULL;
    int height = here->height < all->height ? here->height : all->height;
    int width = here->width < all->width ? here->width : all->width;
    for (int y = 0; y < height && from; y++) {
        for (int x = 0; x < width; x++) {
            uint64_t count = from[y * here->width + x];
            if (count > 0) {
                out[y * all->width + x] = count;
            }
        }
    }
}

static fl_err begin_maps(fl_run_table *self, uint64_t n, char ***names)
{
    static const char *const notes[2][2] = {{"row, from above", "cells"}, {"column, from the left", "cells"}};
    const fl_tally_spec *tally = &self->setup->tally;
    fl_err err = fl_run_table_begin(self, "/map", "condition map y x count");
    err = err ? err
              : fl_run_table_add_texts(self, (const char *[]){"map", "map"}, n,
                                       "kind of room, any = of all kinds; of chunk rooms the sort of tile",
                                       names);
    err = err ? err : fl_run_table_add_scale(self, "y", (uint64_t)tally->height, 0, notes[0]);
    return err ? err : fl_run_table_add_scale(self, "x", (uint64_t)tally->width, 0, notes[1]);
}

fl_err fl_run_result_add_maps(fl_run_table *self)
{
    const fl_tally_spec *tally = &self->setup->tally;
    uint64_t size = (uint64_t)tally->height * (uint64_t)tally->width;
    uint64_t n = tally->maps_n;
    char **names = NULL;
    uint64_t *data = NULL;
    fl_run_array counts = {"count",
                           FL_STORE_U64,
                           4,
                           {"condition", "map", "y", "x"},
                           {self->setup->conditions, n, (uint64_t)tally->height, (uint64_t)tally->width},
                           "samples on which the cell belongs to such a room, or is such a tile",
                           "samples",
                           false};
    if (n == 0) {
        return FL_OK;
    }
    fl_err err = begin_maps(self, n, &names);
    err = err ? err : fl_run_table_add(self, &counts, &data);
    for (unsigned i = 0; i < n && !err; i++) {
        err = fl_run_table_set_text(self, names, i, tally->maps[i].name);
        for (uint64_t c = 0; c < self->setup->conditions; c++) {
            fill_map(self, c, tally->maps[i].name, data + (c * n + i) * size);
        }
    }
    return err;
}

/* The visits of journeys: how often each sort of floor was visited, and with rooms of which kinds. */
fl_err fl_run_result_add_visits(fl_run_table *self)
{
    static const char *const notes[2] = {"sort of visit: by the floor's rules and its answers to the plan",
                                         "number"};
    static const char *const kinds[2] = {"0 = all visits; k = those with a room of kind number k - 1",
                                         "number"};
    uint64_t n = 0;
    uint64_t *data = NULL;
    for (uint64_t c = 0; c < self->setup->conditions; c++) {
        uint64_t own = self->totals[c].spec->catalogue->visits_n;
        n = own > n ? own : n;
    }
    fl_run_array counts = {"count",
                           FL_STORE_U64,
                           3,
                           {"condition", "visit", "with"},
                           {self->setup->conditions, n, FL_SAMPLE_VISIT},
                           "visits of floors on all journeys",
                           "visits",
                           false};
    if (n == 0) {
        return FL_OK;
    }
    fl_err err = fl_run_table_begin(self, "/visit", "condition visit with count");
    err = err ? err : fl_run_table_add_scale(self, "visit", n, 0, notes);
    err = err ? err : fl_run_table_add_scale(self, "with", FL_SAMPLE_VISIT, 0, kinds);
    err = err ? err : fl_run_table_add(self, &counts, &data);
    for (uint64_t c = 0; c < self->setup->conditions && !err; c++) {
        const fl_tally_spec *spec = self->totals[c].spec;
        memcpy(data + c * n * FL_SAMPLE_VISIT, self->totals[c].count + spec->visits_at,
               (size_t)spec->catalogue->visits_n * FL_SAMPLE_VISIT * sizeof *data);
    }
    return err;
}

/* The first value and the number of values of a side of a joint; false unless the values follow one another
 * within the bins. */
static bool read_side(const fl_result_reading *r, const char *path, uint64_t bins, uint64_t out[2])
{
    const fl_store_item *item = fl_run_result_find(r, path, FL_STORE_I64, 1);
    if (!item) {
        return false;
    }
    const int64_t *value = item->data;
    out[0] = (uint64_t)value[0];
    out[1] = item->size[0];
    for (uint64_t k = 0; k < out[1]; k++) {
        if (value[k] < 0 || (uint64_t)value[k] != out[0] + k || (uint64_t)value[k] >= bins) {
            return false;
        }
    }
    return true;
}

/* Copies the rectangle of a joint into a tally, which may have fewer bins than the file, or not count it. */
static void take_joint(fl_tally *to, const fl_tally_joint *joint, uint64_t side[2][2], const uint64_t *from)
{
    const fl_tally_joint *own = joint_in(to->spec, joint);
    for (uint64_t row = 0; own && row < side[0][1] && side[0][0] + row < own->a_bins; row++) {
        uint64_t *line = to->count + own->at + (side[0][0] + row) * own->b_bins;
        for (uint64_t k = 0; k < side[1][1] && side[1][0] + k < own->b_bins; k++) {
            line[side[1][0] + k] = from[row * side[1][1] + k];
        }
    }
}

static fl_err read_joint(fl_result_reading *r, const fl_tally_joint *joint)
{
    char folder[FL_RUN_RESULT_NAME];
    char sides[2][FL_RUN_RESULT_NAME];
    char path[4 * FL_RUN_RESULT_NAME];
    uint64_t side[2][2];
    const uint64_t bins[2] = {joint->a_bins, joint->b_bins};
    joint_names(joint, folder, sides);
    for (unsigned k = 0; k < 2; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, sides[k]);
        if (!read_side(r, path, bins[k], side[k])) {
            return fl_run_result_refuse(r, path);
        }
    }
    snprintf(path, sizeof path, "%s/count", folder);
    const uint64_t *from = fl_run_result_values(r, path, FL_STORE_U64, 3, side[0][1]);
    if (!from || fl_store_find(r->store, path)->size[2] != side[1][1]) {
        return fl_run_result_refuse(r, path);
    }
    for (uint64_t c = 0; c < r->out->setup.conditions; c++) {
        take_joint(&r->out->totals[c], joint, side, from + c * side[0][1] * side[1][1]);
    }
    return FL_OK;
}

/* Copies a map into a tally, whose board may be smaller than that of the file. */
static void take_map(fl_tally *to, const fl_tally_spec *all, const char *name, const uint64_t *from)
{
    const fl_tally_map *own = map_in(to->spec, name);
    int height = to->spec->height < all->height ? to->spec->height : all->height;
    int width = to->spec->width < all->width ? to->spec->width : all->width;
    for (int y = 0; y < height && own; y++) {
        memcpy(to->count + own->at + (size_t)y * (size_t)to->spec->width,
               from + (size_t)y * (size_t)all->width, (size_t)width * sizeof *from);
    }
}

static fl_err read_maps(fl_result_reading *r)
{
    const fl_tally_spec *tally = &r->out->setup.tally;
    uint64_t n = 0;
    uint64_t size = (uint64_t)tally->height * (uint64_t)tally->width;
    char *const *names = fl_run_result_names_of(r, "/map/map", &n);
    const uint64_t *from = fl_run_result_values(r, "/map/count", FL_STORE_U64, 4, n);
    const fl_store_item *item = fl_store_find(r->store, "/map/count");
    if (tally->maps_n == 0) {
        return FL_OK;
    }
    if (!names || !from || item->size[2] != (uint64_t)tally->height ||
        item->size[3] != (uint64_t)tally->width) {
        return fl_run_result_refuse(r, names ? "/map/count" : "/map/map");
    }
    for (unsigned i = 0; i < tally->maps_n; i++) {
        uint64_t at = fl_run_result_place_of(names, n, i, tally->maps[i].name);
        if (at == n) {
            return fl_run_result_refuse(r, "/map/map");
        }
        for (uint64_t c = 0; c < r->out->setup.conditions; c++) {
            take_map(&r->out->totals[c], tally, tally->maps[i].name, from + (c * n + at) * size);
        }
    }
    return FL_OK;
}

/* The visits of journeys. */
static fl_err read_visits(fl_result_reading *r)
{
    uint64_t n = 0;
    for (uint64_t c = 0; c < r->out->setup.conditions; c++) {
        uint64_t own = r->out->totals[c].spec->catalogue->visits_n;
        n = own > n ? own : n;
    }
    const uint64_t *from = fl_run_result_values(r, "/visit/count", FL_STORE_U64, 3, n);
    if (n == 0) {
        return FL_OK;
    }
    if (!from || fl_store_find(r->store, "/visit/count")->size[2] != FL_SAMPLE_VISIT) {
        return fl_run_result_refuse(r, "/visit/count");
    }
    for (uint64_t c = 0; c < r->out->setup.conditions; c++) {
        const fl_tally_spec *spec = r->out->totals[c].spec;
        memcpy(r->out->totals[c].count + spec->visits_at, from + c * n * FL_SAMPLE_VISIT,
               (size_t)spec->catalogue->visits_n * FL_SAMPLE_VISIT * sizeof *from);
    }
    return FL_OK;
}

fl_err fl_run_result_read_planes(fl_result_reading *r)
{
    const fl_tally_spec *tally = &r->out->setup.tally;
    fl_err err = FL_OK;
    for (unsigned i = 0; i < tally->joints_n && !err; i++) {
        err = read_joint(r, &tally->joints[i]);
    }
    err = err ? err : read_maps(r);
    return err ? err : read_visits(r);
}
