/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stage files from memory: what is kept, where doors may stand, and the limits. */
#include "gen/base/embedded.h"
#include "gen/floor/shape.h"
#include "gen/rebirth/pool/pool_private.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fl_pool_file file;
static fl_diag diag;

static void tear_down(void)
{
    fl_pool_free(&file);
    fl_pool_free(&file); /* twice does no harm */
}

TestSuite(pool_read, .fini = tear_down);

static const fl_pool_file *read_text(const char *text)
{
    fl_pool_free(&file);
    fl_diag_init(&diag);
    cr_assert_eq(fl_pool_read(&file, text, strlen(text), "a.xml", &diag), FL_OK, "%s: %s for %.80s",
                 diag.where, diag.what, text);
    return &file;
}

static void refuse_bytes(const char *text, size_t size, const char *where, const char *what)
{
    fl_pool_free(&file);
    fl_diag_init(&diag);
    cr_assert_eq(fl_pool_read(&file, text, size, "a.xml", &diag), FL_ERR_INPUT, "accepted: %.80s", text);
    cr_expect_null(file.rooms);
    cr_expect_eq(file.rooms_n, 0u);
    cr_expect_str_eq(diag.where, where, "%s for %.80s", diag.where, text);
    cr_expect_not_null(strstr(diag.what, what), "'%s' does not say '%s'", diag.what, what);
}

static void refuse(const char *text, const char *where, const char *what)
{
    refuse_bytes(text, strlen(text), where, what);
}

/* One room with these attributes and this inside. */
static const char *one(const char *attributes, const char *inside)
{
    static char text[8192];
    snprintf(text, sizeof text, "<rooms>\n<room %s>\n%s\n</room>\n</rooms>", attributes, inside);
    return text;
}

static const fl_pool_room *read_one(const char *attributes, const char *inside)
{
    const fl_pool_file *all = read_text(one(attributes, inside));
    cr_assert_eq(all->rooms_n, 1u);
    return &all->rooms[0];
}

#define FL_LEAST "variant=\"1\" type=\"1\" shape=\"1\" "

static const char game_text[] =
    "<?xml version=\"1.0\"?>\n"
    "<!-- a comment -->\n"
    "<rooms>\n"
    "  <room difficulty=\"5\" height=\"7\" name=\"Tom &amp; Jerry\" shape=\"1\" subtype=\"3\" type=\"4\" "
    "variant=\"12\" "
    "weight=\"0.75\" width=\"13\">\n"
    "    <door exists=\"True\" x=\"-1\" y=\"3\"/>\n"
    "    <door exists=\"FALSE\" x=\"6\" y=\"-1\"/>\n"
    "    <door exists=\"1\" x=\"13\" y=\"3\"/>\n"
    "    <door exists=\"0\" x=\"6\" y=\"7\"/>\n"
    "    <spawn x=\"1\" y=\"2\"><entity id=\"10\" variant=\"0\" subtype=\"0\" weight=\"1.0\"/></spawn>\n"
    "  </room>\n"
    "  <room variant=\"-2147483648\" subtype=\"2147483647\" type=\"255\" shape=\"8\" width=\"26\" "
    "height=\"14\"\n"
    "    difficulty=\"255\" weight=\"1e6\"/>\n"
    "</rooms>\n";

Test(pool_read, rooms_are_kept_as_they_stand)
{
    const fl_pool_file *all = read_text(game_text);
    cr_assert_eq(all->rooms_n, 2u);
    const fl_pool_room *room = &all->rooms[0];
    cr_expect(room->variant == 12 && room->subtype == 3 && room->type == 4 && room->shape == 1);
    cr_expect(room->difficulty == 5 && room->width == 13 && room->height == 7 && room->weight == 0.75f);
    cr_expect_eq(room->doors, 5u);
    room++;
    cr_expect(room->variant == INT32_MIN && room->subtype == INT32_MAX && room->type == 255 &&
              room->shape == 8);
    cr_expect(room->difficulty == 255 && room->width == 26 && room->height == 14 &&
              room->weight == 1000000.0f);
    cr_expect_eq(room->doors, 0u);
}

/* The slot of a tile, by the cells that the slots of a shape lead to; -1 if there is none. */
static int slot_of(int shape, int x, int y)
{
    static const int8_t way[4][2] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}};
    static const int8_t tile[4][2] = {{-1, 3}, {6, -1}, {13, 3}, {6, 7}}; /* of a cell's door */
    const fl_shape_row *row = fl_shape_of((fl_shape)shape);
    const fl_shape_row *full = fl_shape_of(row->full);
    for (int slot = 0; slot < FL_SHAPE_SLOTS; slot++) {
        int cell_x = full->target[slot].x - way[slot % 4][0];
        int cell_y = full->target[slot].y - way[slot % 4][1];
        if (row->slots >> slot & 1 && x == 13 * cell_x + tile[slot % 4][0] &&
            y == 7 * cell_y + tile[slot % 4][1]) {
            return slot;
        }
    }
    return -1;
}

/* Every tile a door could have, for every shape: it is the slot of the table, or refused by name. */
Test(pool_read, doors_stand_on_their_tiles_and_nowhere_else, .timeout = 120)
{
    unsigned accepted = 0;
    for (int shape = 1; shape < FL_SHAPE_COUNT; shape++) {
        for (int at = 0; at < 30 * 18; at++) {
            int x = at % 30 - 2;
            int y = at / 30 - 2;
            char attributes[64];
            char door[64];
            int slot = slot_of(shape, x, y);
            snprintf(attributes, sizeof attributes, "variant=\"1\" type=\"1\" shape=\"%d\"", shape);
            snprintf(door, sizeof door, "<door exists=\"1\" x=\"%d\" y=\"%d\"/>", x, y);
            if (slot < 0) {
                refuse(one(attributes, door), "a.xml:3", "can have them at ");
                continue;
            }
            cr_expect_eq(read_one(attributes, door)->doors, 1u << slot, "shape %d at %d,%d", shape, x, y);
            accepted++;
        }
    }
    cr_expect_eq(accepted, 64u);
}

/* What is inside a room, and the doors that it has then. */
Test(pool_read, only_doors_of_the_room_that_exist_count)
{
    static const struct {
        const char *inside;
        unsigned doors;
    } rows[] = {
        {"<door exists=\"0\" x=\"99\" y=\"99\"/><door exists=\"False\" x=\"0\" y=\"0\"/>", 0},
        {"<door exists=\"1\" x=\"6\" y=\"7\"/><door exists=\"0\" x=\"6\" y=\"7\"/>", 8},
        {"<door exists=\"0\" x=\"6\" y=\"7\"/><door exists=\"TRUE\" x=\"6\" y=\"7\"/>", 8},
        {"<spawn><door exists=\"1\" x=\"6\" y=\"7\"/><room/></spawn>text &amp;", 0},
        {"<a><a><a><a><a><a></a></a></a></a></a></a>", 0}, /* eight levels are the deepest */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect_eq(read_one(FL_LEAST, rows[i].inside)->doors, rows[i].doors, "%s", rows[i].inside);
    }
}

Test(pool_read, other_signs_and_no_rooms_are_read)
{
    cr_expect_eq(read_text("<rooms/>")->rooms_n, 0u);
    cr_expect_eq(read_text("\xef\xbb\xbf<rooms></rooms>")->rooms_n, 0u);
    cr_expect_eq(
        read_one("variant=\"&#49;2\" type=\"1\" shape=\"1\" name=\"&lt;&#x41;&gt;\"", "&amp;")->variant, 12);
}

/* A file of n rooms, one to a line. */
static char *many_rooms(unsigned n)
{
    char *text = malloc((size_t)n * 64 + 64);
    cr_assert_not_null(text);
    char *p = text + sprintf(text, "<rooms>\n");
    for (unsigned i = 0; i < n; i++) {
        p += sprintf(p, "<room variant=\"%u\" type=\"1\" shape=\"1\"/>\n", i);
    }
    strcpy(p, "</rooms>");
    return text;
}

Test(pool_read, files_may_have_20000_rooms)
{
    char *text = many_rooms(FL_POOL_ROOMS_MAX);
    cr_expect_eq(read_text(text)->rooms_n, 20000u);
    for (int i = 0; i < FL_POOL_ROOMS_MAX; i++) {
        cr_assert_eq(file.rooms[i].variant, i);
    }
    free(text);
    text = many_rooms(FL_POOL_ROOMS_MAX + 1);
    refuse(text, "a.xml:20002", "more than 20000 rooms in one file");
    free(text);
}

/* Room files that ship are parsed when the program is built; here they are parsed once more. */
Test(pool_read, shipped_rows_are_those_of_the_text)
{
    unsigned compared = 0;
    for (size_t i = 0; i < fl_embedded_n; i++) {
        const fl_embedded *shipped = &fl_embedded_table[i];
        if (strstr(shipped->name, ".xml")) {
            fl_text rows;
            fl_text_init(&rows);
            cr_assert_eq(fl_pool_rows(shipped->data, shipped->size, &rows), FL_OK);
            cr_assert_eq(rows.size, shipped->events_size, "%s", shipped->name);
            cr_expect_arr_eq(rows.data, shipped->events, rows.size, "%s", shipped->name);
            fl_text_free(&rows);
            compared++;
        }
    }
    cr_expect_geq(compared, 19u);
}
