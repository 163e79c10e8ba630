/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Maps of letters: what a map is, what its letters mean, what is refused. */
#include "gen/lines/lines_private.h"

#include <criterion/criterion.h>
#include <string.h>

static fl_lines_map_reader map;
static fl_floor floor_of;
static fl_diag diag;

static void set_up(void)
{
    fl_lines_map_init(&map);
    fl_diag_init(&diag);
    cr_assert_eq(fl_floor_init(&floor_of, FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX), FL_OK);
}

static void tear_down(void)
{
    fl_floor_free(&floor_of);
}

TestSuite(map, .init = set_up, .fini = tear_down);

/* Adds the lines of a text and makes the floor. */
static fl_err make(const char *text)
{
    fl_err err = FL_OK;
    fl_diag_init(&diag);
    for (const char *p = text; *p && !err;) {
        size_t n = strcspn(p, "\n");
        err = fl_lines_map_add(&map, p, n, &diag);
        p += n + (p[n] == '\n');
    }
    return err ? err : fl_lines_map_make(&map, &floor_of, &diag);
}

static const fl_room *room_at(int x, int y)
{
    int room = fl_floor_room_at(&floor_of, x, y);
    cr_assert_geq(room, 0, "no room at %d, %d", x, y);
    return &floor_of.rooms[room];
}

Test(map, a_letter_is_a_room_and_the_start_comes_first)
{
    cr_assert_eq(make("#T.\n.@B\n ? \r\n"), FL_OK, "%s", diag.what);
    cr_expect(floor_of.width == 3 && floor_of.height == 3);
    cr_expect_eq(floor_of.rooms_n, 5);
    cr_expect_eq(floor_of.rooms[0].kind, FL_KIND_START);
    cr_expect_eq(room_at(0, 0)->kind, FL_KIND_NORMAL);
    cr_expect_eq(room_at(1, 0)->kind, FL_KIND_TREASURE);
    cr_expect(room_at(2, 1)->kind == FL_KIND_BOSS && room_at(2, 1)->is_end);
    cr_expect(room_at(1, 2)->is_added && !room_at(0, 0)->is_added);
    cr_expect_eq(room_at(0, 0)->distance, 2);
    cr_expect_eq(floor_of.doors_n, 4u);
}

Test(map, a_legend_names_letters_and_joins_cells)
{
    cr_assert_eq(make("legend S=start  r=normal H=hut\nlegend 2=normal+\nSr22\nH.22\n2"), FL_OK, "%s",
                 diag.what);
    cr_expect_eq(floor_of.rooms_n, 5);
    cr_expect_eq(room_at(2, 0)->cells_n, 4);
    cr_expect_eq(room_at(2, 0), room_at(3, 1));
    cr_expect_eq(room_at(0, 2)->cells_n, 1, "cells that do not touch are several rooms");
    cr_expect_eq(room_at(0, 1)->kind, FL_KIND_SPECIAL);
    cr_expect_str_eq(room_at(0, 1)->tag, "hut");
    cr_assert_eq(make("S#"), FL_OK, "the legend stays");
    cr_assert_eq(fl_lines_map_set_legend(&map, "H=boss", &diag), FL_OK);
    cr_assert_eq(make("legend H=shop\nSH"), FL_OK);
    cr_expect_eq(room_at(1, 0)->kind, FL_KIND_BOSS, "the caller's legend is above that of the file");
}

Test(map, lines_of_other_files_are_not_maps)
{
    /* a letter without a meaning is another matter */
    static const char *const maps[] = {"..#@", "  ##", "@#x", "@#xy", "legend a=normal"};
    static const char *const others[] = {"x@#",
                                         "Traceback (most recent call last):",
                                         "legendary",
                                         "Error: no floor",
                                         ("\x7f"
                                          "ELF"),
                                         "{\"rooms\":[]}",
                                         "\xff",
                                         "",
                                         "@#xyz"};
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        cr_expect(fl_lines_map_is(&map, maps[i], strlen(maps[i])), "%s", maps[i]);
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        cr_expect_not(fl_lines_map_is(&map, others[i], strlen(others[i])), "%s", others[i]);
    }
}

static fl_lines_floors floors;
static fl_text kept;

static fl_err read_file(const char *text, uint64_t skip_bad)
{
    fl_lines_file file = {
        .name = "maps.txt", .data = text, .size = strlen(text), .skip_bad = skip_bad, .kept = &kept};
    fl_lines_floors_free(&floors);
    fl_text_init(&kept);
    fl_diag_init(&diag);
    fl_err err = fl_lines_read(&floors, &file, &diag);
    fl_text_free(&kept);
    return err;
}

Test(map, a_bad_map_is_refused_with_its_place_or_left_out_whole)
{
    static const char text[] = "@#\n\n#x\n@x\n\n##\n##\n\n@B";
    cr_expect_eq(read_file(text, 0), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "maps.txt:3");
    cr_expect_eq(read_file(text, 1), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "maps.txt:6");
    cr_expect_eq(read_file(text, 2), FL_OK);
    cr_expect(floors.n == 2 && floors.found.bad == 2);
    fl_lines_floors_free(&floors);
}
