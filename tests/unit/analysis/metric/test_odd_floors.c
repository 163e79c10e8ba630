/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Floors that no generator makes: rooms of any form, with bays and holes, on boards from small to larger than
 * the fast ways of measuring take. What is measured on them is known, so that metrics are tried where no
 * population of a claim leads them. */
#include "analysis/metric/metric.h"
#include "gen/random/key.h"
#include "gen/random/pcg.h"

#include <criterion/criterion.h>

enum { SIDE = 24, FLOORS = 100 };
enum { ROOM_CELLS = 9, TRIES = 40 };

/* An empty cell beside one of these, chosen at random; -1 if none was found. */
static int empty_beside(const fl_floor *floor, const uint16_t *cells, unsigned n, fl_pcg *rng)
{
    for (unsigned i = 0; i < TRIES; i++) {
        unsigned from = cells[fl_pcg_below(rng, n)];
        fl_offset step = fl_shape_step(fl_pcg_below(rng, 4));
        int x = (int)from % floor->width + step.x;
        int y = (int)from / floor->width + step.y;
        bool is_inside = x >= 0 && x < floor->width && y >= 0 && y < floor->height;
        if (is_inside && floor->owner[y * floor->width + x] == FL_FLOOR_EMPTY) {
            return y * floor->width + x;
        }
    }
    return -1;
}

/* A room that grows from a cell. Every other one winds: its next cell lies beside its last one. */
static void add_room(fl_floor *floor, fl_kind kind, int first, fl_pcg *rng)
{
    uint16_t cells[ROOM_CELLS];
    unsigned n = 0;
    unsigned wanted = 1 + fl_pcg_below(rng, ROOM_CELLS);
    bool winds = fl_pcg_below(rng, 2) == 0;
    for (int cell = first; cell >= 0;) {
        cells[n++] = (uint16_t)cell;
        floor->owner[cell] = FL_FLOOR_RESERVED;
        cell = n == wanted ? -1 : empty_beside(floor, winds ? &cells[n - 1] : cells, winds ? 1 : n, rng);
    }
    unsigned room = fl_floor_add_cells(floor, kind, cells, n);
    floor->rooms[room].is_added = room > 0 && fl_pcg_below(rng, 8) == 0;
}

static void make_odd(fl_floor *out, uint64_t number)
{
    fl_pcg rng;
    fl_pcg_init(&rng, number, 0);
    int side = 4 + (int)fl_pcg_below(&rng, SIDE - 3);
    unsigned rooms = 2 + fl_pcg_below(&rng, number % 2 == 0 ? 14 : 90);
    fl_floor_clear(out, side, 4 + (int)fl_pcg_below(&rng, SIDE - 3));
    int cell = out->width * (out->height / 2) + out->width / 2;
    for (unsigned i = 0; i < rooms && cell >= 0; i++) {
        fl_kind kind = i == 0 ? FL_KIND_START : (fl_kind)fl_pcg_below(&rng, FL_KIND_COUNT);
        add_room(out, i > 0 && kind == FL_KIND_START ? FL_KIND_NORMAL : kind, cell, &rng);
        cell = empty_beside(out, out->cells, out->cells_n, &rng);
    }
    out->rooms[out->rooms_n - 1].is_end = true;
    fl_floor_link(out);
    fl_floor_measure(out);
}

static void mix(uint64_t *hash, int64_t number)
{
    *hash = fl_key_mix(*hash ^ (uint64_t)number) + 1;
}

Test(metric, floors_of_odd_rooms_are_measured_as_they_are_known_to_be)
{
    static fl_metric_work work;
    fl_floor floor;
    int32_t values[FL_METRIC_COUNT];
    uint64_t hash = 0;
    size_t events_n = 0;
    const fl_event_row *events = fl_metric_event_all(&events_n);
    cr_assert(!fl_floor_init(&floor, SIDE * SIDE) && !fl_metric_init(&work, SIDE * SIDE));
    for (uint64_t number = 0; number < FLOORS; number++) {
        make_odd(&floor, number);
        fl_metric_compute(&work, &floor, FL_METRIC_ALL_GROUPS, values);
        for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
            mix(&hash, values[i]);
        }
        for (size_t i = 0; i < events_n; i++) {
            mix(&hash, events[i].ask(&floor, values));
        }
        for (unsigned i = 0; i < work.clustering_n; i++) {
            mix(&hash, work.clustering[i]);
        }
    }
    cr_expect_eq(hash, 0x94de5448c97c4f8d, "another hash: 0x%llx", (unsigned long long)hash);
    fl_floor_free(&floor);
    fl_metric_free(&work);
}
