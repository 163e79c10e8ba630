/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Floors that no generator makes: rooms of any form, with bays and holes, on boards from small to larger than
 * the fast ways of measuring take. What is measured on them is known (known_samples.c), so that metrics are
 * tried where no population of a claim leads them. */
#include "experiments/verify/verify_private.h"
#include "gen/random/pcg.h"

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

void fl_verify_odd_floor(fl_floor *out, uint64_t number)
{
    fl_pcg rng;
    fl_pcg_init(&rng, number, 0);
    int side = 4 + (int)fl_pcg_below(&rng, FL_ODD_FLOOR_SIDE - 3);
    unsigned rooms = 2 + fl_pcg_below(&rng, number % 2 == 0 ? 14 : 90);
    fl_floor_clear(out, side, 4 + (int)fl_pcg_below(&rng, FL_ODD_FLOOR_SIDE - 3));
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
