/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stage files in folders and in the program; the shipped pool has everything that the rules ask for. */
#include "gen/floor/shape.h"
#include "gen/rebirth/pool/pool_private.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static fl_pool_file file;
static fl_diag diag;
static folder place;

static void set_up(void)
{
    folder_open(&place);
}

static void tear_down(void)
{
    fl_pool_free(&file);
    folder_close(&place);
}

TestSuite(pool, .init = set_up, .fini = tear_down);

static const fl_pool_file *load(const char *from, unsigned number)
{
    fl_pool_free(&file);
    fl_diag_init(&diag);
    cr_assert_eq(fl_pool_load(&file, from, number, NULL, &diag), FL_OK, "%u: %s: %s", number, diag.where,
                 diag.what);
    return &file;
}

static void expect_unfit(const char *from, unsigned number, fl_err code, const char *what)
{
    fl_pool_free(&file);
    fl_diag_init(&diag);
    unsigned before = folder_open_files();
    cr_assert_eq(fl_pool_load(&file, from, number, NULL, &diag), code, "%u: %s", number, diag.what);
    cr_expect_eq(folder_open_files(), before);
    cr_expect_null(file.rooms);
    cr_expect_not_null(strstr(diag.what, what), "'%s' does not say '%s'", diag.what, what);
}

static void put(const char *name, const char *text)
{
    folder_write(folder_path(&place, name), text, strlen(text));
}

static const char two_rooms[] = "<rooms><room variant=\"1\" type=\"1\" shape=\"1\"/>\n"
                                "<room variant=\"2\" type=\"1\" shape=\"1\"/></rooms>";

Test(pool, files_are_found_by_the_number_in_front)
{
    put("01.one.xml", two_rooms);
    put("11.eleven.xml", "<rooms/>");
    put("1.no.xml", "no");
    put("001.no.xml", "no");
    put("01 no.xml", "no");
    put("01.no.txt", "no");
    put("01.no.xml.bak", "no");
    put("02..xml", "<rooms/>");
    cr_expect_eq(load(place.path, 1)->rooms_n, 2u);
    cr_expect_eq(load(place.path, 11)->rooms_n, 0u);
    cr_expect_eq(load(place.path, 2)->rooms_n, 0u);
    expect_unfit(place.path, 0, FL_ERR_INPUT, "there is no file 00.*.xml");
    cr_expect_str_eq(diag.where, place.path);
    cr_expect_not_null(strstr(diag.hint, "00.special rooms.xml"));
}

Test(pool, two_files_of_a_number_are_refused)
{
    put("07.b.xml", two_rooms);
    put("07.a.xml", two_rooms);
    expect_unfit(place.path, 7, FL_ERR_INPUT, "two files of number 07: '07.a.xml' and '07.b.xml'");
}

Test(pool, folders_that_are_none_are_refused)
{
    put("file", "");
    expect_unfit(folder_path(&place, "absent"), 1, FL_ERR_INPUT, "cannot open the folder of rooms");
    expect_unfit(folder_path(&place, "file"), 1, FL_ERR_INPUT, "cannot open the folder of rooms");
}

Test(pool, files_that_are_too_large_are_not_read)
{
    put("01.large.xml", "<rooms/>");
    cr_assert_eq(truncate(folder_path(&place, "01.large.xml"), (off_t)FL_POOL_BYTES_MAX + 1), 0);
    expect_unfit(place.path, 1, FL_ERR_INPUT, "larger than 64 MiB");
}

Test(pool, no_folder_means_the_shipped_pool)
{
    uint32_t shipped = load(NULL, 1)->rooms_n;
    cr_expect_gt(shipped, 200u);
    cr_expect_eq(load("", 1)->rooms_n, shipped);
    expect_unfit(NULL, 39, FL_ERR_INPUT, "there is no file 39.*.xml");
    expect_unfit("", 18, FL_ERR_INPUT, "there is no file 18.*.xml");
    cr_expect_eq(fl_pool_load(&file, NULL, 18, NULL, NULL), FL_ERR_INPUT);
}

/* Rooms of a type and subtype (-1: any) that have these doors and lie within a range of difficulty. */
static unsigned count(int type, int subtype, int shape, unsigned doors, const int difficulty[2])
{
    unsigned n = 0;
    for (uint32_t i = 0; i < file.rooms_n; i++) {
        const fl_pool_room *room = &file.rooms[i];
        n += room->type == type && (subtype < 0 || room->subtype == subtype) && room->shape == shape &&
             (room->doors & doors) == doors && room->difficulty >= difficulty[0] &&
             room->difficulty <= difficulty[1] && room->weight > 0;
    }
    return n;
}

/* Every shape with every set of doors in all difficulties that a rule set asks for. */
Test(pool, shipped_stages_have_every_shape_and_every_set_of_doors)
{
    static const int windows[][2] = {{1, 5}, {5, 10}, {5, 5}, {10, 15}, {5, 15}, {1, 10}, {1, 15}};
    for (unsigned i = 0; i < 18; i++) {
        unsigned stage = i < 17 ? i + 1 : 26;
        load(NULL, stage);
        for (unsigned k = 0; k < (FL_SHAPE_COUNT - 1) << 8; k++) {
            int shape = 1 + (int)(k >> 8);
            unsigned doors = k & 0xff & fl_shape_of((fl_shape)shape)->slots;
            for (unsigned w = 0; w < sizeof windows / sizeof windows[0]; w++) {
                cr_assert_geq(count(1, 0, shape, doors, windows[w]), 1u, "file %u, shape %d, doors %x", stage,
                              shape, doors);
            }
        }
    }
}

/* Of each type and boss that gen/rebirth/RULES.md names a single room with all doors. */
Test(pool, shipped_special_rooms_have_every_type_and_subtype)
{
    static const int any[2] = {1, 10};
    static const char types[] = "2 4 7 8 9 10 11 12 13 18 19 20 21 24 29";
    char *end = NULL;
    load(NULL, 0);
    for (const char *p = types; *p; p = end) {
        cr_expect_geq(count((int)strtol(p, &end, 10), -1, FL_SHAPE_1X1, 15, any), 1u, "%s", p);
    }
    for (int boss = 1; boss <= 0x48; boss++) {
        bool is_none = boss == 8 || boss == 0x37 || boss == 0x3E || boss == 0x47;
        cr_expect(is_none || count(5, boss, FL_SHAPE_1X1, 15, any) > 0, "boss %x", (unsigned)boss);
    }
}
