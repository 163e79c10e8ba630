/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Setting up grid rules for a test. */
#include "tests/support/grid_group.h"
#include "gen/grid/grid_private.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

const char *const grid_group_small =
    "name: small\n"
    "start: {shape: [\"#\"], tag: start}\n"
    "tags: {start: 100, end: 90, normal: 0}\n"
    "passes:\n"
    "  - name: main\n"
    "    tiles: {min: 4, max: 6}\n"
    "    rules: only\n"
    "    rooms:\n"
    "      - {name: one, shape: [\"#\"], weight: 1, connections: 4}\n"
    "      - {name: end, shape: [\"#\"], weight: 0, min: 1, max: 1, tag: end}\n"
    "rulesets:\n"
    "  only:\n"
    "    propagate_higher: true\n"
    "    neighbours: [{n: 1, p: 0.5}, {n: 2, p: 0.25}]\n";

void grid_group_try(grid_group *self, const char *text, const char *settings)
{
    fl_setting_values values;
    fl_grid_text file = {.name = "test.yaml", .data = text, .size = strlen(text)};
    memset(self, 0, sizeof *self);
    fl_diag_init(&self->diag);
    fl_setting_values_init(&values, fl_grid_rules_settings, FL_GRID_SETTINGS_N);
    cr_assert_eq(maker_assign(&values, settings, NULL), FL_OK, "%s", settings);
    self->rules = calloc(1, sizeof *self->rules);
    cr_assert_not_null(self->rules);
    self->err = fl_grid_rules_read(self->rules, &file, &values, &self->diag);
    if (!self->err) {
        self->board = calloc(1, fl_grid_board_size(self->rules));
        cr_assert_not_null(self->board);
        fl_grid_board_prepare(self->board, self->rules);
        fl_pcg_init(&self->board->rng, 1, 2);
        cr_assert_eq(fl_floor_init(&self->floor, (uint32_t)(self->rules->width * self->rules->height)),
                     FL_OK);
        fl_key_init(&self->key, "grid", FL_GRID_VERSION, 1);
    }
}

void grid_group_try_edited(grid_group *self, const char *text, const char *old, const char *new)
{
    static char edited[1 << 16];
    size_t used = 0;
    size_t found = 0;
    while (*text) {
        bool is_here = strncmp(text, old, strlen(old)) == 0;
        const char *from = is_here ? new : text;
        size_t length = is_here ? strlen(new) : 1;
        cr_assert_lt(used + length, sizeof edited);
        memcpy(edited + used, from, length);
        used += length;
        text += is_here ? strlen(old) : 1;
        found += is_here;
    }
    edited[used] = '\0';
    cr_assert_gt(found, 0u, "'%s' is not in the text", old);
    grid_group_try(self, edited, "");
}

void grid_group_open(grid_group *self, const char *text, const char *settings)
{
    grid_group_try(self, text, settings);
    cr_assert_eq(self->err, FL_OK, "%s: %s", self->diag.where, self->diag.what);
}

void grid_group_close(grid_group *self)
{
    free(self->rules);
    free(self->board);
    fl_floor_free(&self->floor);
    memset(self, 0, sizeof *self);
}

void grid_group_make(grid_group *self, uint64_t index)
{
    self->key.index = index;
    fl_grid.make(self->rules, &self->key, self->board, &self->floor);
}
