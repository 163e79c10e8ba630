/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The joints, maps and visits of a result file. A configuration that does not count one of them has zeros. */
#include "experiments/run/result/result_private.h"
#include "experiments/run/run_private.h"
#include "gen/base/suggest.h"

#include <stdio.h>
#include <string.h>

/* Finds a joint of the file in a configuration's spec, where its place differs; NULL if it is not counted. */
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

/* The rectangle of a joint that has counts in some configuration. */
typedef struct rectangle {
    uint32_t low[2], high[2];
} rectangle;

static rectangle rectangle_of(const fl_run_table *self, const fl_tally_joint *joint)
{
    rectangle out = {{UINT32_MAX, UINT32_MAX}, {0, 0}};
    for (uint64_t c = 0; c < self->setup->conditions; c++) {
        const fl_tally_joint *spec_joint = joint_in(self->totals[c].spec, joint);
        uint32_t cells = spec_joint ? spec_joint->a_bins * spec_joint->b_bins : 0;
        for (uint32_t k = 0; k < cells; k++) {
            uint32_t at[2] = {k / spec_joint->b_bins, k % spec_joint->b_bins};
            for (unsigned side = 0; side < 2 && self->totals[c].count[spec_joint->at + k] > 0; side++) {
                out.low[side] = at[side] < out.low[side] ? at[side] : out.low[side];
                out.high[side] = at[side] > out.high[side] ? at[side] : out.high[side];
            }
        }
    }
    for (unsigned side = 0; side < 2; side++) {
        out.low[side] = out.low[side] > out.high[side] ? 0 : out.low[side];
    }
    return out;
}

/* The folder of a joint, "/joint/rooms_by_dead_ends", with the scales of its sides. */
static fl_err add_joint(fl_run_table *self, const fl_tally_joint *joint)
{
    char folder[FL_RUN_RESULT_NAME], sides[2][FL_RUN_RESULT_NAME], names[3 * FL_RUN_RESULT_NAME];
    const fl_catalogue_metric *const *row = joint->row;
    rectangle used = rectangle_of(self, joint);
    uint64_t size[2] = {used.high[0] - used.low[0] + 1, used.high[1] - used.low[1] + 1};
    uint64_t *data = NULL;
    snprintf(sides[0], sizeof sides[0], "%s", row[0]->name);
    snprintf(sides[1], sizeof sides[1], "%s%s", row[1]->name, joint->a == joint->b ? "_again" : "");
    snprintf(folder, sizeof folder, "/joint/%s_by_%s", row[0]->name, row[1]->name);
    snprintf(names, sizeof names, "configuration count %s %s", sides[0], sides[1]);
    fl_err err = fl_run_table_begin(self, folder, names);
    for (unsigned side = 0; side < 2 && !err; side++) {
        const char *notes[2] = {row[side]->meaning, row[side]->unit};
        err = fl_run_table_add_scale(self, sides[side], size[side], used.low[side], notes);
    }
    snprintf(names, sizeof names, "configuration %s %s", sides[0], sides[1]);
    fl_run_array counts = {
        "count", FL_STORE_U64, names, "samples that have both values; all others have none", "samples",
        0,       false};
    err = err ? err : fl_run_table_add(self, &counts, &data);
    for (uint64_t c = 0; c < self->setup->conditions && !err; c++) {
        const fl_tally_joint *spec_joint = joint_in(self->totals[c].spec, joint);
        for (uint64_t k = 0; k < size[0] * size[1] && spec_joint; k++) {
            uint64_t a = used.low[0] + k / size[1], b = used.low[1] + k % size[1];
            bool is_there = a < spec_joint->a_bins && b < spec_joint->b_bins;
            data[c * size[0] * size[1] + k] =
                is_there ? self->totals[c].count[spec_joint->at + a * spec_joint->b_bins + b] : 0;
        }
    }
    return err;
}

fl_err fl_run_result_add_joints(fl_run_table *self)
{
    fl_err err = FL_OK;
    for (unsigned i = 0; i < self->setup->tally.joints_n && !err; i++) {
        err = add_joint(self, &self->setup->tally.joints[i]);
    }
    return err;
}

/* Copies a map; a configuration's board may be smaller than the file's. The memory is zero already, and pages
 * never written take none. */
static void fill_map(const fl_run_table *self, uint64_t condition, const char *name, uint64_t *out)
{
    const fl_tally_spec *all = &self->setup->tally;
    const fl_tally_spec *spec = self->totals[condition].spec;
    size_t map = fl_suggest_find(name, spec->maps, spec->maps_n, sizeof *spec->maps);
    const uint64_t *from = map < spec->maps_n ? self->totals[condition].count + spec->maps[map].at : NULL;
    int height = spec->height < all->height ? spec->height : all->height;
    int width = spec->width < all->width ? spec->width : all->width;
    for (int y = 0; y < height && from; y++) {
        for (int x = 0; x < width; x++) {
            uint64_t count = from[y * spec->width + x];
            if (count > 0) {
                out[y * all->width + x] = count;
            }
        }
    }
}

fl_err fl_run_result_add_maps(fl_run_table *self)
{
    static const char *const notes[2][2] = {{"row, from above", "cells"}, {"column, from the left", "cells"}};
    const fl_tally_spec *tally = &self->setup->tally;
    uint64_t size = (uint64_t)tally->height * (uint64_t)tally->width;
    uint64_t n = tally->maps_n;
    char **names = NULL;
    uint64_t *data = NULL;
    fl_run_array counts = {"count",
                           FL_STORE_U64,
                           "configuration map y x",
                           "samples on which the cell belongs to such a room, or is such a tile",
                           "samples",
                           0,
                           false};
    if (n == 0) {
        return FL_OK;
    }
    fl_err err = fl_run_table_begin(self, "/map", "configuration map y x count");
    err = err ? err
              : fl_run_table_add_texts(self, (const char *[]){"map", "map"}, n,
                                       "kind of room, any = of all kinds; of chunk rooms the sort of tile",
                                       &names);
    err = err ? err : fl_run_table_add_scale(self, "y", (uint64_t)tally->height, 0, notes[0]);
    err = err ? err : fl_run_table_add_scale(self, "x", (uint64_t)tally->width, 0, notes[1]);
    err = err ? err : fl_run_table_add(self, &counts, &data);
    for (unsigned i = 0; i < n && !err; i++) {
        err = fl_run_table_set_text(self, names, i, tally->maps[i].name);
        for (uint64_t c = 0; c < self->setup->conditions; c++) {
            fill_map(self, c, tally->maps[i].name, data + (c * n + i) * size);
        }
    }
    return err;
}

/* Adds the visits of journeys: how often each type of floor was visited, and with rooms of which kinds. */
fl_err fl_run_result_add_visits(fl_run_table *self)
{
    static const char *const notes[2] = {"sort of visit: by the floor's rules and its answers to the plan",
                                         "number"};
    static const char *const kinds[2] = {"0 = all visits; k = those with a room of kind number k - 1",
                                         "number"};
    uint64_t n = 0;
    uint64_t *data = NULL;
    for (uint64_t c = 0; c < self->setup->conditions; c++) {
        uint64_t visits = self->totals[c].spec->catalogue->visits_n;
        n = visits > n ? visits : n;
    }
    fl_run_array counts = {
        "count", FL_STORE_U64, "configuration visit with", "visits of floors on all journeys", "visits",
        0,       false};
    if (n == 0) {
        return FL_OK;
    }
    fl_err err = fl_run_table_begin(self, "/visit", "configuration visit with count");
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
