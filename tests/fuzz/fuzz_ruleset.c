/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libFuzzer: rulesets from any bytes. What is accepted and small must make a floor that keeps the eight
 * conditions, or say that it failed. */
#include "gen/floor/check.h"
#include "gen/grid/grid_private.h"

#include <stdint.h>
#include <stdlib.h>

enum { SMALL = 400 /* tiles: large floors are slow under sanitizers */ };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void make_one(const fl_grid_rules *rules, uint64_t index)
{
    fl_key key;
    fl_floor floor;
    void *scratch = calloc(1, fl_grid_board_size(rules));
    fl_key_init(&key, "grid", FL_GRID_VERSION, 1);
    if (scratch && !fl_floor_init(&floor, (uint32_t)(rules->width * rules->height))) {
        key.index = index;
        fl_grid.make(rules, &key, scratch, &floor);
        if (!floor.failure && (fl_check_floor(&floor, "fuzz", NULL) || !fl_grid_board_check(scratch))) {
            abort();
        }
        fl_floor_free(&floor);
    }
    free(scratch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fl_setting_values values;
    static fl_grid_rules rules;
    fl_grid_text text = {.name = "fuzz", .data = (const char *)data, .size = size};
    fl_setting_values_init(&values, fl_grid_rules_settings, FL_GRID_SETTINGS_N);
    if (!fl_grid_rules_read(&rules, &text, &values, NULL) && rules.tiles_max <= SMALL) {
        rules.attempts_max = 2;
        make_one(&rules, size % 3);
    }
    return 0;
}
