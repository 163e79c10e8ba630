/* SPDX-License-Identifier: MIT */
/* Cells where a room of one cell would have the largest clustering number (Gao 2022, 6.1).
 *
 * The cells beside an empty cell do not touch each other. Two of them that are not opposite have one more
 * common neighbour: the cell across the corner. So its clustering number is the number of corners whose three
 * cells all belong to the layout. */
#include "analysis/metric/metric_private.h"

enum { SIDES = 4 };

/* The numbers that a room of one cell would have. */
typedef struct site {
    int32_t beside;     /* layout cells */
    int32_t clustering; /* number */
} site;

static bool is_layout(const fl_floor *floor, int x, int y)
{
    int room = fl_floor_room_at(floor, x, y);
    return room >= 0 && !floor->rooms[room].is_added;
}

static site site_at(const fl_floor *floor, int x, int y)
{
    site out = {0, 0};
    for (unsigned side = 0; side < SIDES; side++) {
        fl_offset a = fl_shape_step(side);
        fl_offset b = fl_shape_step(side + 1); /* the next one around */
        bool is_beside = is_layout(floor, x + a.x, y + a.y);
        out.beside += is_beside;
        out.clustering +=
            is_beside && is_layout(floor, x + b.x, y + b.y) && is_layout(floor, x + a.x + b.x, y + a.y + b.y);
    }
    return out;
}

/* True if (x, y) is an empty cell of the board with no layout cell on a side before `side`. So each empty
 * cell beside the layout is found once, from the first of the layout's cells around it. */
static bool is_found_first(const fl_floor *floor, int x, int y, unsigned side)
{
    bool is_first = x >= 0 && x < floor->width && y >= 0 && y < floor->height && !is_layout(floor, x, y);
    for (unsigned before = 0; before < side && is_first; before++) {
        fl_offset step = fl_shape_step(before);
        is_first = !is_layout(floor, x + step.x, y + step.y);
    }
    return is_first;
}

void fl_metric_cluster_sites_count(const fl_floor *floor, int32_t *out)
{
    int32_t sites[SIDES + 1][SIDES + 1] = {{0}};
    site most = {0, 0};
    for (unsigned room = 0; room < floor->rooms_n; room++) {
        const fl_room *r = &floor->rooms[room];
        for (unsigned i = 0; i < r->cells_n && !r->is_added; i++) {
            /* Adds the empty cells beside a cell of the layout to the counts by cells beside them and by
             * clustering number. */
            uint16_t cell = floor->cells[r->cells_from + i];
            for (unsigned side = 0; side < SIDES; side++) {
                fl_offset step = fl_shape_step(side);
                int x = cell % floor->width - step.x;
                int y = cell / floor->width - step.y;
                if (is_found_first(floor, x, y, side)) {
                    site found = site_at(floor, x, y);
                    sites[found.beside][found.clustering]++;
                }
            }
        }
    }
    for (int32_t beside = 1; beside <= SIDES; beside++) {
        for (int32_t clustering = 0; clustering <= SIDES; clustering++) {
            bool has_some = sites[beside][clustering] > 0;
            most.beside = has_some ? beside : most.beside;
            most.clustering = has_some && clustering > most.clustering ? clustering : most.clustering;
        }
    }
    int32_t missed = 0;
    for (int32_t clustering = 0; clustering < most.clustering; clustering++) {
        missed += sites[most.beside][clustering];
    }
    bool is_empty = most.beside == 0;
    out[FL_METRIC_CLUSTERING_MISSED] = is_empty ? FL_GENERATOR_FACT_NONE : missed;
    out[FL_METRIC_CLUSTERING_OFFER] = is_empty ? FL_GENERATOR_FACT_NONE : most.clustering;
}
