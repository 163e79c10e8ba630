/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chunk sets: good and bad texts; packed bytes. */
#include "gen/room/room_private.h"
#include "tests/support/folder.h"
#include "tests/support/room_group.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static fl_chunk_set set;
static fl_chunk_set other;

#define FL_PICTURE                                                                                           \
    "picture:\n........\n........\n........\n........\n........\n........\n........\n........\n"

static void refuses(const char *text, const char *where, const char *what)
{
    fl_diag diag;
    fl_diag_init(&diag);
    cr_expect_eq(fl_room_chunk_set_read(&set, text, strlen(text), "my.txt", &diag), FL_ERR_INPUT, "%s", text);
    cr_expect_str_eq(diag.where, where, "%s: %s", text, diag.where);
    cr_expect(strstr(diag.what, what), "%s: %s", text, diag.what);
}

Test(chunk_set, a_text_is_read_as_written)
{
    cr_assert_eq(fl_room_chunk_set_read(&set, room_group_small, strlen(room_group_small), "t", NULL), FL_OK);
    cr_expect_str_eq(set.name, "small_set");
    cr_expect_str_eq(set.about, "for tests");
    cr_expect_eq(set.bytes, 132);
    cr_assert_eq(set.n, 4);
    cr_expect_eq(set.chunk[0].flags, FL_CHUNK_TOP | FL_CHUNK_LEFT);
    cr_expect_eq(set.chunk[1].flags, 1);
    cr_expect_eq(set.chunk[2].flags, FL_CHUNK_TOP | FL_CHUNK_PURE | 2);
    cr_expect_eq(set.chunk[3].flags, FL_CHUNK_LEFT | 3);
    cr_expect_eq(fl_room_chunk_tile(&set.chunk[1], 7, 0), FL_TILE_ROCK);
    cr_expect_eq(fl_room_chunk_tile(&set.chunk[1], 0, 7), FL_TILE_ROCK);
    cr_expect_eq(fl_room_chunk_tile(&set.chunk[3], 6, 6), FL_TILE_WEB);
}

Test(chunk_set, blanks_comments_and_foreign_line_ends_do_not_matter)
{
    const char *text = "# a comment\r\n\r\nchunk:   one  \r\nclutter:\t2\r\n" FL_PICTURE "# the end";
    cr_assert_eq(fl_room_chunk_set_read(&set, text, strlen(text), "t", NULL), FL_OK);
    cr_expect_str_eq(set.name, "unnamed");
    cr_expect_str_eq(set.chunk[0].name, "one");
    cr_expect_eq(set.chunk[0].flags, 2);
}

Test(chunk_set, hostile_texts_meet_limits)
{
    enum { LINES = 300 };
    static char text[LINES * 120];
    size_t n = 0;
    for (int i = 0; i < LINES; i++) {
        n += (size_t)sprintf(text + n, "chunk: c%d\n" FL_PICTURE, i);
    }
    refuses(text, "my.txt:2551", "at most 255 chunks");
}

Test(chunk_set, a_file_that_is_too_long_is_refused)
{
    fl_diag diag;
    folder here;
    folder_open(&here);
    folder_write(folder_path(&here, "long.txt"), "", 0);
    cr_assert_eq(truncate(folder_path(&here, "long.txt"), FL_CHUNK_SET_FILE + 1), 0);
    cr_expect_eq(fl_room_chunk_set_open(&set, folder_path(&here, "long.txt"), NULL, &diag), FL_ERR_INPUT);
    cr_expect(strstr(diag.what, "at most"), "%s", diag.what);
    folder_close(&here);
}

Test(chunk_set, what_is_printed_reads_as_the_same_set)
{
    fl_text text;
    fl_text_init(&text);
    cr_assert_eq(fl_room_chunk_set_open(&set, "cellar", NULL, NULL), FL_OK);
    fl_room_chunk_set_print(&set, &text);
    cr_assert_eq(fl_room_chunk_set_read(&other, fl_text_get(&text), text.size, "t", NULL), FL_OK);
    cr_expect_eq(other.n, set.n);
    cr_expect_str_eq(other.about, set.about);
    for (unsigned i = 0; i < set.n; i++) {
        cr_expect_str_eq(other.chunk[i].name, set.chunk[i].name);
        cr_expect_arr_eq(other.chunk[i].row, set.chunk[i].row, sizeof set.chunk[i].row);
        cr_expect_eq(other.chunk[i].flags, set.chunk[i].flags);
    }
    fl_text_free(&text);
}

Test(chunk_set, packed_sets_come_back)
{
    fl_text bytes;
    fl_text_init(&bytes);
    cr_assert_eq(fl_room_chunk_set_open(&set, "kirby", NULL, NULL), FL_OK);
    fl_room_chunk_set_pack(&set, &bytes);
    cr_expect_eq(bytes.size, 33 * 30);
    cr_assert_eq(fl_room_chunk_set_unpack(&other, bytes.data, bytes.size, "t", NULL), FL_OK);
    cr_assert_eq(other.n, set.n);
    for (unsigned i = 0; i < set.n; i++) {
        cr_expect_arr_eq(other.chunk[i].row, set.chunk[i].row, sizeof set.chunk[i].row);
        cr_expect_eq(other.chunk[i].flags, set.chunk[i].flags);
    }
    cr_expect_eq(fl_room_chunk_set_check(&other, "t", NULL), FL_OK);
    cr_expect_eq(fl_room_chunk_set_unpack(&other, bytes.data, 34, "t", NULL), FL_ERR_INPUT);
    cr_expect_eq(fl_room_chunk_set_unpack(&other, bytes.data, 0, "t", NULL), FL_ERR_INPUT);
    fl_text_free(&bytes);
}

/* The document: about 31 chunks in a kilobyte; the game's set: 11 without, 10 with one, 9 with two doors. */
Test(chunk_set, shipped_sets_keep_their_numbers)
{
    unsigned kinds[3] = {0};
    uint64_t tiles[4] = {0};
    unsigned chunks[4] = {0};
    cr_assert_eq(fl_room_chunk_set_open(&set, "cellar", NULL, NULL), FL_OK);
    cr_expect_eq(set.n, 31);
    cr_expect_eq(set.bytes, 1024);
    for (unsigned i = 0; i < set.n; i++) {
        unsigned level = fl_room_chunk_clutter(&set.chunk[i]);
        cr_assert_leq(level, 3);
        chunks[level]++;
        for (unsigned t = 0; t < 64; t++) {
            tiles[level] += fl_room_tile_of(fl_room_chunk_tile(&set.chunk[i], t % 8, t / 8))->is_clutter;
        }
    }
    for (unsigned level = 1; level < 4; level++) {
        cr_expect_gt(tiles[level] * chunks[level - 1], tiles[level - 1] * chunks[level],
                     "clutter rises to %u", level);
    }
    cr_assert_eq(fl_room_chunk_set_open(&set, "kirby", NULL, NULL), FL_OK);
    for (unsigned i = 0; i < set.n; i++) {
        kinds[!!(set.chunk[i].flags & FL_CHUNK_TOP) + !!(set.chunk[i].flags & FL_CHUNK_LEFT)]++;
    }
    cr_expect_eq(kinds[0], 11);
    cr_expect_eq(kinds[1], 10);
    cr_expect_eq(kinds[2], 9);
}

Test(chunk_set, doors_have_names)
{
    cr_expect_str_eq(fl_room_chunk_set_doors(0), "none");
    cr_expect_str_eq(fl_room_chunk_set_doors(FL_CHUNK_TOP | FL_CHUNK_LEFT | 5), "top left");
}
