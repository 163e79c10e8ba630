/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pictures of rooms. */
#include "gen/draw/draw.h"
#include "tests/support/room_group.h"
#include "tests/unit/svg_reader.h"

#include <criterion/criterion.h>
#include <string.h>

static unsigned circles, texts;

static bool on_element(const char *name, const char **attributes)
{
    circles += strcmp(name, "circle") == 0;
    texts += strcmp(name, "text") == 0;
    cr_expect_str_eq(svg_reader_attribute(attributes, "id"), "");
    cr_expect_str_eq(svg_reader_attribute(attributes, "style"), "");
    return false;
}

Test(room_svg, pictures_are_well_formed)
{
    static const char *const settings[] = {"doors=random", "size=big doors=random", "doors=none rules=kirby"};
    static fl_interior rooms[9];
    static const char *const side[] = {"a <b> & c"};
    fl_text text;
    fl_text_init(&text);
    for (size_t s = 0; s < sizeof settings / sizeof settings[0]; s++) {
        fl_room_rules *rules = room_group_open(NULL, settings[s]);
        fl_key key;
        fl_room_key(4, &key);
        for (key.index = 0; key.index < 9; key.index++) {
            fl_room_make(rules, &key, &rooms[key.index]);
        }
        for (unsigned n = 0; n <= 9; n += 3) {
            fl_text_clear(&text);
            fl_draw_room_svg(rooms, n, &(fl_room_svg_options){.title = "x < y", .side = side, .side_n = 1},
                             &text);
            svg_reader_read(&text, on_element);
        }
        fl_room_rules_free(rules);
    }
    fl_text_free(&text);
}

Test(room_svg, every_enemy_is_a_circle_with_a_letter)
{
    fl_interior room;
    fl_text text;
    fl_text_init(&text);
    room_group_draw("WFSJCE..........W..............."
                    "................................"
                    "................................"
                    "................................"
                    "................................"
                    "................................"
                    "................................"
                    "................................",
                    16, 0, &room);
    fl_draw_room_svg_tiles(&room, &(fl_room_svg_place){.tile = 16}, &text);
    circles = texts = 0;
    svg_reader_read(&text, on_element);
    cr_expect_eq(circles, 7);
    cr_expect_eq(texts, 7);
    fl_text_free(&text);
}

Test(room_svg, equal_rooms_give_equal_bytes)
{
    fl_room_rules *rules = room_group_open(NULL, "");
    fl_interior room;
    fl_key key;
    fl_text a;
    fl_text b;
    fl_text_init(&a);
    fl_text_init(&b);
    fl_room_key(1, &key);
    fl_room_make(rules, &key, &room);
    fl_draw_room_svg(&room, 1, &(fl_room_svg_options){.is_dark = true}, &a);
    fl_draw_room_svg(&room, 1, &(fl_room_svg_options){.is_dark = true}, &b);
    cr_expect_str_eq(fl_text_get(&a), fl_text_get(&b));
    fl_text_free(&a);
    fl_text_free(&b);
    fl_room_rules_free(rules);
}
