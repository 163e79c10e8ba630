/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What two tallies both count, as rows. */
#include "analysis/compare/compare.h"

#include "analysis/compare/compare_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct rows {
    fl_compare_row *row;
    size_t n;
} rows;

const char *fl_compare_sort_name(fl_compare_sort sort)
{
    static const char *const names[] = {"metric", "event", "map", "joint"};
    return names[sort];
}

static fl_compare_row *add(rows *self, fl_compare_sort sort, const char *name, unsigned a, unsigned b)
{
    fl_compare_row *row = &self->row[self->n++];
    *row = (fl_compare_row){.sort = sort,
                            .name = name,
                            .at = {a, b},
                            .value = {NAN, NAN},
                            .shannon = NAN,
                            .found = {.observed = NAN, .limits = {NAN, NAN}, .needed = INFINITY}};
    return row;
}

static const char *why_empty(const fl_compare_row *row)
{
    return row->n[0] == 0 && row->n[1] == 0 ? "neither side knows it"
           : row->n[0] == 0                 ? "A does not know it"
           : row->n[1] == 0                 ? "B does not know it"
                                            : NULL;
}

static void list_maps(rows *self, const fl_tally *const side[2])
{
    const fl_tally_spec *spec[2] = {side[0]->spec, side[1]->spec};
    bool is_alike = spec[0]->width == spec[1]->width && spec[0]->height == spec[1]->height;
    for (unsigned a = 0; a < spec[0]->maps_n; a++) {
        for (unsigned b = 0; b < spec[1]->maps_n; b++) {
            if (strcmp(spec[0]->maps[a].name, spec[1]->maps[b].name) != 0) {
                continue;
            }
            fl_compare_row *row = add(self, FL_COMPARE_MAP, spec[0]->maps[a].name, a, b);
            for (unsigned s = 0; s < 2; s++) {
                row->n[s] = fl_tally_mapped(side[s]);
            }
            row->left_out = is_alike ? why_empty(row) : "the boards are of different sizes";
        }
    }
}

fl_err fl_compare_list(const fl_tally *const side[2], fl_compare_row **out, size_t *n, fl_diag *diag)
{
    const fl_tally_spec *spec = side[0]->spec;
    size_t most = (size_t)spec->metrics_n + spec->events_n + spec->maps_n + spec->joints_n;
    rows all = {.row = calloc(most + 1, sizeof *all.row)};
    *n = 0;
    *out = all.row;
    if (!all.row) {
        return fl_diag_memory(diag);
    }
    for (unsigned a = 0; a < side[0]->spec->metrics_n; a++) {
        for (unsigned b = 0; b < side[1]->spec->metrics_n; b++) {
            const fl_tally_metric *of[2] = {&side[0]->spec->metrics[a], &side[1]->spec->metrics[b]};
            if (strcmp(of[0]->name, of[1]->name) != 0) {
                continue;
            }
            fl_compare_row *row = add(&all, FL_COMPARE_METRIC, of[0]->name, a, b);
            for (unsigned s = 0; s < 2; s++) {
                fl_tally_sum sum[3];
                fl_tally_sums(side[s], row->at[s], sum);
                row->n[s] = (uint64_t)sum[0];
                row->value[s] = sum[0] > 0 ? (double)sum[1] / (double)sum[0] : NAN;
            }
            row->left_out =
                of[0]->is_per_room ? "rooms of one floor are no independent samples" : why_empty(row);
        }
    }
    for (unsigned a = 0; a < side[0]->spec->events_n; a++) {
        for (unsigned b = 0; b < side[1]->spec->events_n; b++) {
            const fl_tally_event *of[2] = {&side[0]->spec->events[a], &side[1]->spec->events[b]};
            if (strcmp(of[0]->name, of[1]->name) != 0) {
                continue;
            }
            fl_compare_row *row = add(&all, FL_COMPARE_EVENT, of[0]->name, a, b);
            bool is_several = false;
            for (unsigned s = 0; s < 2; s++) {
                uint64_t hits = fl_tally_event_hits(side[s], row->at[s]);
                row->n[s] = fl_tally_event_trials(side[s], row->at[s]);
                row->value[s] = row->n[s] > 0 ? (double)hits / (double)row->n[s] : NAN;
                is_several = is_several || row->n[s] > side[s]->floors;
            }
            bool is_other =
                (of[0]->condition || of[1]->condition) && strcmp(of[0]->meaning, of[1]->meaning) != 0;
            row->left_out = is_other     ? "the sides have other expressions of this name"
                            : is_several ? "answers of one journey are no independent samples"
                                         : why_empty(row);
        }
    }
    list_maps(&all, side);
    for (unsigned a = 0; a < side[0]->spec->joints_n; a++) {
        for (unsigned b = 0; b < side[1]->spec->joints_n; b++) {
            const fl_tally_joint *of[2] = {&side[0]->spec->joints[a], &side[1]->spec->joints[b]};
            if (strcmp(of[0]->row[0]->name, of[1]->row[0]->name) != 0 ||
                strcmp(of[0]->row[1]->name, of[1]->row[1]->name) != 0) {
                continue;
            }
            fl_compare_row *row = add(&all, FL_COMPARE_JOINT, of[0]->row[0]->name, a, b);
            row->second = of[0]->row[1]->name;
            for (unsigned s = 0; s < 2; s++) {
                row->n[s] = fl_compare_joint_total(side[s], row->at[s]);
            }
            row->left_out = why_empty(row);
        }
    }
    *n = all.n;
    return FL_OK;
}
