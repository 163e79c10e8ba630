/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Floors by hand, for derivations. */
#include "tests/support/derivation.h"
#include "gen/base/embedded.h"
#include "gen/grid/grid_private.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 100000 };

void derivation_open_text(derivation *self, const char *text, const char *settings)
{
    memset(self, 0, sizeof *self);
    self->limit = LIMIT;
    grid_group_open(&self->group, text, settings);
    self->scratch = calloc(1, fl_grid_derive_size(self->group.rules, self->group.floor.cells_max));
    cr_assert_not_null(self->scratch);
}

void derivation_open_shipped(derivation *self, const char *name, const char *settings)
{
    char path[128];
    snprintf(path, sizeof path, "data/rulesets/%s.yaml", name);
    const fl_embedded *file = fl_embedded_find(path);
    cr_assert_not_null(file, "%s", path);
    char *text = calloc(1, file->size + 1);
    cr_assert_not_null(text);
    memcpy(text, file->data, file->size);
    derivation_open_text(self, text, settings);
    free(text);
}

void derivation_open(derivation *self, const char *tiles, const char *rooms, const char *only)
{
    char text[4096];
    snprintf(text, sizeof text,
             "name: derived\nstart: {shape: ['#']}\npasses:\n"
             "  - name: main\n    tiles: %s\n    rules: only\n    rooms:\n%s"
             "      - {name: end, shape: ['#'], weight: 0, min: 1, max: 1, tag: end}\n"
             "rulesets:\n  only: %s\n",
             tiles, rooms, only);
    derivation_open_text(self, text, "");
}

void derivation_close(derivation *self)
{
    free(self->scratch);
    grid_group_close(&self->group);
}

static fl_kind kind_of(char sign)
{
    return sign == '@'   ? FL_KIND_START
           : sign == 'E' ? FL_KIND_END
           : sign == '$' ? FL_KIND_SHOP
           : sign == '?' ? FL_KIND_SECRET
           : sign == '!' ? FL_KIND_SUPER_SECRET
                         : FL_KIND_NORMAL;
}

void derivation_draw(derivation *self, const char *rows)
{
    fl_floor *floor = &self->group.floor;
    char signs[128] = "@";
    int width = 0;
    int height = 1;
    for (int x = 0, i = 0; rows[i]; i++) {
        x = rows[i] == '/' ? 0 : x + 1;
        height += rows[i] == '/';
        width = x > width ? x : width;
        if (rows[i] != '/' && rows[i] != '.' && !strchr(signs, rows[i])) {
            signs[strlen(signs)] = rows[i];
        }
    }
    fl_floor_clear(floor, width, height);
    for (unsigned k = 0; signs[k]; k++) {
        uint16_t cells[128];
        unsigned n = 0;
        for (int x = 0, y = 0, i = 0; rows[i]; i++) {
            if (rows[i] == signs[k]) {
                cells[n++] = (uint16_t)(y * width + x);
            }
            y += rows[i] == '/';
            x = rows[i] == '/' ? 0 : x + 1;
        }
        unsigned room = fl_floor_add_cells(floor, kind_of(signs[k]), cells, n);
        floor->rooms[room].is_end = signs[k] == 'E';
    }
    fl_floor_link(floor);
    fl_floor_measure(floor);
}

fl_grid_obstacle derivation_run(derivation *self)
{
    fl_grid_derive(self->group.rules, &self->group.floor, self->limit, self->scratch, &self->found);
    return self->found.obstacle;
}

fl_grid_obstacle derivation_of(derivation *self, const char *rows)
{
    derivation_draw(self, rows);
    return derivation_run(self);
}

void derivation_shuffle(derivation *self, uint64_t seed)
{
    const fl_floor *old = &self->group.floor;
    uint16_t order[FL_GRID_ROTATION_TILES * 4];
    fl_floor floor;
    fl_pcg rng;
    cr_assert_lt(old->rooms_n, sizeof order / sizeof order[0]);
    cr_assert_eq(fl_floor_init(&floor, old->cells_max), FL_OK);
    fl_pcg_init(&rng, seed, 1);
    fl_floor_clear(&floor, old->width, old->height);
    for (unsigned i = 0; i < old->rooms_n; i++) {
        unsigned k = i < 2 ? i : 1 + fl_pcg_below(&rng, i);
        order[i] = order[k];
        order[k] = (uint16_t)i;
    }
    for (unsigned i = 0; i < old->rooms_n; i++) {
        const fl_room *room = &old->rooms[order[i]];
        unsigned to = fl_floor_add_cells(&floor, room->kind, &old->cells[room->cells_from], room->cells_n);
        uint16_t from = floor.rooms[to].cells_from;
        floor.rooms[to] = *room;
        floor.rooms[to].cells_from = from;
    }
    fl_floor_link(&floor);
    for (uint32_t i = 0; i < floor.doors_n; i++) {
        for (uint32_t k = 0; k < old->doors_n; k++) {
            bool is_same = (old->doors[k].cell_a == floor.doors[i].cell_a &&
                            old->doors[k].cell_b == floor.doors[i].cell_b) ||
                           (old->doors[k].cell_a == floor.doors[i].cell_b &&
                            old->doors[k].cell_b == floor.doors[i].cell_a);
            floor.doors[i].is_wall = is_same ? old->doors[k].is_wall : floor.doors[i].is_wall;
        }
    }
    fl_floor_measure(&floor);
    fl_floor_free(&self->group.floor);
    self->group.floor = floor;
}
