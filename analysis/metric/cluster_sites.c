/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a room of one cell would have the largest clustering number (Gao 2022, 6.1).
 *
 * The cells beside an empty cell touch each other nowhere, and two of them have one more cell in common, if
 * they are not opposite: the one across the corner. So its clustering number is the number of corners whose
 * three cells all belong to the layout. */
#include "analysis/metric/metric_private.h"

/* What a room of one cell would have. */
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
    for (unsigned side = 0; side < 4; side++) {
        fl_offset a = fl_shape_step(side);
        fl_offset b = fl_shape_step(side + 1); /* the next one around */
        bool is_beside = is_layout(floor, x + a.x, y + a.y);
        out.beside += is_beside;
        out.clustering +=
            is_beside && is_layout(floor, x + b.x, y + b.y) && is_layout(floor, x + a.x + b.x, y + a.y + b.y);
    }
    return out;
}

void fl_metric_cluster_sites_count(const fl_floor *floor, int32_t *out)
{
    site most = {0, 0};
    int32_t missed = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int y = 0; y < floor->height; y++) {
            for (int x = 0; x < floor->width; x++) {
                if (is_layout(floor, x, y)) {
                    continue;
                }
                site here = site_at(floor, x, y);
                missed += pass == 1 && here.beside == most.beside && here.clustering < most.clustering;
                most.clustering = here.clustering > most.clustering ? here.clustering : most.clustering;
                most.beside = here.beside > most.beside ? here.beside : most.beside;
            }
        }
    }
    bool is_empty = most.beside == 0;
    out[FL_METRIC_CLUSTERING_MISSED] = is_empty ? FL_GENERATOR_FACT_NONE : missed;
    out[FL_METRIC_CLUSTERING_OFFER] = is_empty ? FL_GENERATOR_FACT_NONE : most.clustering;
}
