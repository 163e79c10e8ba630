/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rooms as JSON. */
#include "experiments/show/show.h"

#include <criterion/criterion.h>

#include <jansson.h>
#include <string.h>

Test(show_room, a_line_holds_the_whole_room)
{
    fl_opened_generator opened;
    fl_floor_maker maker;
    fl_text text;
    fl_text_init(&text);
    cr_assert_eq(fl_run_generator_open_words(&opened, "room", "size=big doors=random", NULL), FL_OK);
    opened.seed = 18446744073709551615ULL;
    cr_assert_eq(fl_run_maker_open(&maker, &opened, NULL), FL_OK);
    for (uint64_t index = 0; index < 200; index++) {
        int32_t value[FL_METRIC_ROOM_COUNT];
        fl_run_maker_make(&maker, index, 0);
        const fl_interior room = *(const fl_interior *)maker.sample;
        fl_metric_room_compute(&room, value);
        fl_text_clear(&text);
        fl_show_room_json(&maker, index % 2, &text);
        cr_assert_eq(text.data[text.size - 1], '\n');
        json_t *root = json_loads(fl_text_get(&text), 0, NULL);
        cr_assert(root);
        cr_expect_str_eq(json_string_value(json_object_get(root, "seed")), "18446744073709551615");
        cr_expect_str_eq(json_string_value(json_object_get(root, "doors")), fl_room_parts_sides(room.doors));
        cr_expect_eq(json_integer_value(json_object_get(root, "size")), 24);
        cr_expect_eq(json_array_size(json_object_get(root, "parts")), 13);
        json_t *rows = json_object_get(root, "rows");
        cr_assert_eq(json_array_size(rows), 24);
        for (unsigned t = 0; t < 24 * 24; t++) {
            const char *row = json_string_value(json_array_get(rows, t / 24));
            cr_assert_eq(row[t % 24], fl_room_tile_of(fl_room_tile(&room, t % 24, t / 24))->sign);
        }
        json_t *path = json_object_get(json_object_get(root, "metrics"), "path");
        cr_expect_eq(json_object_get(root, "metrics") != NULL, index % 2 == 1);
        cr_expect(index % 2 == 0 ||
                  (path ? json_integer_value(path) : FL_METRIC_ROOM_NONE) == value[FL_METRIC_ROOM_PATH]);
        json_decref(root);
    }
    fl_text_free(&text);
    fl_run_maker_close(&maker);
    fl_run_generator_close(&opened);
}
