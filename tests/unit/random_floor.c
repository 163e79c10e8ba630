/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rooms are attached one after the other to what stands there already, so the floor is always connected. */
#include "tests/unit/random_floor.h"

#include "gen/random/pcg.h"

#include <stddef.h>

enum { TRIES = 20, TAKEN = 0xffff };

static const char *const tags[] = {"library", "a \"quoted\" tag", "m\xc3\xa4rchen", "tab\tand\nline",
                                   "\\",      "normal "};
static const char *const rolls[] = {"sacrifice", "dice", "curse \"x\"", "arcade", "vault"};
enum { TAGS = sizeof tags / sizeof tags[0], ROLLS = sizeof rolls / sizeof rolls[0] };

static bool one_in(fl_pcg *rng, uint32_t n)
{
    return fl_pcg_below(rng, n) == 0;
}

/* An empty cell next to a random one of the n in `cells`, or -1 if chance finds none. */
static int find_beside(const fl_floor *floor, fl_pcg *rng, const uint16_t *cells, unsigned n)
{
    for (int i = 0; i < TRIES; i++) {
        int cell = cells[fl_pcg_below(rng, n)];
        fl_offset step = fl_shape_step(fl_pcg_below(rng, 4));
        int x = cell % floor->width + step.x;
        int y = cell / floor->width + step.y;
        bool is_on = x >= 0 && y >= 0 && x < floor->width && y < floor->height;
        if (is_on && floor->owner[y * floor->width + x] == FL_FLOOR_EMPTY) {
            return y * floor->width + x;
        }
    }
    return -1;
}

/* A room of up to six cells around `first`. */
static void add_free(fl_floor *floor, fl_pcg *rng, fl_kind kind, int first)
{
    uint16_t cells[6];
    unsigned n = 0;
    unsigned wanted = 1 + fl_pcg_below(rng, 6);
    for (int cell = first; cell >= 0 && n < wanted; cell = find_beside(floor, rng, cells, n)) {
        cells[n++] = (uint16_t)cell;
        floor->owner[cell] = TAKEN;
        if (n == wanted) {
            break;
        }
    }
    fl_floor_add_cells(floor, kind, cells, n);
}

/* A room of one of the twelve shapes whose first cell is `first`, if it fits. */
static bool add_shaped(fl_floor *floor, fl_pcg *rng, fl_kind kind, int first)
{
    fl_shape shape = (fl_shape)(1 + fl_pcg_below(rng, FL_SHAPE_COUNT - 1));
    const fl_shape_row *form = fl_shape_of(shape);
    int left = first % floor->width - form->cells[0].x;
    int top = first / floor->width - form->cells[0].y;
    for (unsigned i = 0; i < form->cells_n; i++) {
        int x = left + form->cells[i].x;
        int y = top + form->cells[i].y;
        bool is_on = x >= 0 && y >= 0 && x < floor->width && y < floor->height;
        if (!is_on || floor->owner[y * floor->width + x] != FL_FLOOR_EMPTY) {
            return false;
        }
    }
    fl_floor_add(floor, kind, shape, left, top);
    return true;
}

static void decorate(fl_room *room, fl_pcg *rng)
{
    room->tag = one_in(rng, 3) ? tags[fl_pcg_below(rng, TAGS)] : NULL;
    room->variant = one_in(rng, 2) ? (int32_t)(fl_pcg_next(rng) >> 1) : -1;
    room->subtype = one_in(rng, 2) ? (int16_t)(fl_pcg_next(rng) >> 17) : -1;
    room->is_added = room->kind != FL_KIND_START && one_in(rng, 6);
}

static void add_facts(fl_floor *floor, fl_pcg *rng)
{
    for (int i = 0; i < FL_GENERATOR_FACT_COUNT; i++) {
        floor->fact[i] = one_in(rng, 3) ? FL_GENERATOR_FACT_NONE
                                        : (int32_t)(fl_pcg_next(rng) >> (1 + fl_pcg_below(rng, 31)));
    }
    floor->fact[FL_GENERATOR_FACT_CURSE] = (int32_t)fl_pcg_below(rng, FL_CURSE_COUNT + 1);
    floor->rolls_n = (uint16_t)fl_pcg_below(rng, ROLLS + 1);
    floor->roll_names = rolls;
    for (unsigned i = 0; i < floor->rolls_n; i++) {
        floor->roll[i] = (fl_roll)fl_pcg_below(rng, 1 << FL_ROLL_FLAGS);
    }
}

void fl_random_floor_make(fl_floor *floor, uint64_t seed)
{
    fl_pcg rng;
    fl_pcg_init(&rng, seed, 0);
    int width = 1 + (int)fl_pcg_below(&rng, FL_RANDOM_FLOOR_SIDE);
    int height = 1 + (int)fl_pcg_below(&rng, FL_RANDOM_FLOOR_SIDE);
    unsigned wanted = 1 + fl_pcg_below(&rng, 40);
    fl_floor_clear(floor, width, height);
    int cell = (int)fl_pcg_below(&rng, (uint32_t)(width * height));
    for (unsigned i = 0; i < wanted && cell >= 0; i++) {
        fl_kind kind = i == 0 ? FL_KIND_START : (fl_kind)fl_pcg_below(&rng, FL_KIND_COUNT);
        kind = i > 0 && kind == FL_KIND_START ? FL_KIND_NORMAL : kind;
        if (!one_in(&rng, 2) || !add_shaped(floor, &rng, kind, cell)) {
            add_free(floor, &rng, kind, cell);
        }
        decorate(&floor->rooms[floor->rooms_n - 1], &rng);
        cell = find_beside(floor, &rng, floor->cells, floor->cells_n);
    }
    floor->rooms[fl_pcg_below(&rng, floor->rooms_n)].is_end = true;
    add_facts(floor, &rng);
    fl_floor_link(floor);
    fl_floor_measure(floor);
}
