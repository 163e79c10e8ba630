/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Choosing interiors from small pools: what meets a request, how often it is drawn, what a weight becomes.
 * tests/oracle/rebirth holds the shares (gen/rebirth/RULES.md, "Choosing an interior"). */
#include "gen/rebirth/pool/pool_choice.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { ROOMS_MOST = 16 };

static fl_pool_choice_file file;
static fl_weight weight[ROOMS_MOST];

static void tear_down(void)
{
    fl_pool_choice_free(&file);
}

TestSuite(pool_choice, .fini = tear_down);

static void reset(void)
{
    for (uint32_t i = 0; i < file.pool.rooms_n; i++) {
        weight[i] = file.pool.rooms[i].weight;
    }
}

/* Single rooms of the default type: weight and doors of each. */
typedef struct row {
    float weight; /* float: as in the files */
    uint8_t doors;
} row;

static void open_pool(const fl_pool_room *rooms, uint32_t n)
{
    fl_pool_file pool = {calloc(n, sizeof *rooms), n};
    cr_assert_not_null(pool.rooms);
    memcpy(pool.rooms, rooms, n * sizeof *rooms);
    cr_assert_eq(fl_pool_choice_init(&file, &pool, NULL), FL_OK);
    cr_expect_null(pool.rooms);
    reset();
}

static void open_rows(const row *rows, uint32_t n)
{
    fl_pool_room rooms[ROOMS_MOST] = {{0}};
    for (uint32_t i = 0; i < n; i++) {
        rooms[i] = (fl_pool_room){.variant = (int32_t)i,
                                  .type = 1,
                                  .shape = 1,
                                  .difficulty = 5,
                                  .doors = rows[i].doors,
                                  .width = 13,
                                  .height = 7,
                                  .weight = rows[i].weight};
    }
    open_pool(rooms, n);
}

static fl_pool_request request_for(uint8_t doors)
{
    fl_pool_request request = fl_pool_choice_special(1);
    request.doors = doors;
    request.lowers = false;
    return request;
}

static fl_rebirth_random stream_of(bool is_exact)
{
    fl_rebirth_random stream = {.is_exact = is_exact, .exact = FL_XORSHIFT_PICK(4711)};
    fl_pcg_init(&stream.fair, 4, 11);
    return stream;
}

Test(pool_choice, the_second_draw_is_only_made_where_there_are_exact_doors)
{
    open_rows((const row[]){{1, 15}, {0.2f, 1}, {1, 6}}, 3);
    for (unsigned way = 0; way < 2; way++) {
        fl_rebirth_random stream = stream_of(way);
        fl_pool_request request = request_for(2);
        cr_expect_geq(fl_pool_choice_choose(&file, weight, &request, FL_POOL_CHOICE_DOUBLE, &stream), 0);
        cr_expect_eq(stream.drawn, 1u);
        request.doors = 1;
        cr_expect_geq(fl_pool_choice_choose(&file, weight, &request, FL_POOL_CHOICE_DOUBLE, &stream), 0);
        cr_expect_eq(stream.drawn, 3u);
        request.doors = 16;
        cr_expect_eq(fl_pool_choice_choose(&file, weight, &request, FL_POOL_CHOICE_DOUBLE, &stream),
                     FL_POOL_CHOICE_NONE);
        cr_expect_eq(stream.drawn, 3u);
    }
}

Test(pool_choice, a_chosen_room_loses_nine_tenths_of_its_weight)
{
    open_rows((const row[]){{1, 15}}, 1);
    fl_pool_request request = request_for(1);
    fl_rebirth_random stream = stream_of(false);
    cr_expect_eq(fl_pool_choice_choose(&file, weight, &request, FL_POOL_CHOICE_SINGLE, &stream), 0);
    cr_expect(weight[0] == 1);
    request.lowers = true;
    fl_weight expected = 1;
    for (int i = 0; i < 12; i++) {
        cr_expect_eq(fl_pool_choice_choose(&file, weight, &request, FL_POOL_CHOICE_SINGLE, &stream), 0);
        expected = expected * 0.1f > 1e-7f ? expected * 0.1f : 1e-7f;
        cr_expect(weight[0] == expected, "after %d: %g", i, (double)weight[0]);
    }
    cr_expect(weight[0] == 1e-7f);
    cr_expect(file.pool.rooms[0].weight == 1);
}

/* One room that meets the request, and for each condition one room that fails only that. */
Test(pool_choice, every_part_of_a_request_is_kept)
{
    static const fl_pool_room good = {
        .variant = 5, .subtype = 3, .type = 12, .shape = 2, .difficulty = 4, .doors = 5, .weight = 1};
    fl_pool_room rooms[10];
    for (unsigned i = 0; i < 10; i++) {
        rooms[i] = good;
    }
    rooms[0].variant = 4;
    rooms[1].variant = 10;
    rooms[2].subtype = 2;
    rooms[3].type = 13;
    rooms[4].shape = 1;
    rooms[5].difficulty = 3;
    rooms[6].difficulty = 7;
    rooms[7].doors = 4;
    rooms[8].type = 1;
    open_pool(rooms, 10);
    fl_pool_request request = {.type = 12,
                               .shape = 2,
                               .variant_least = 5,
                               .variant_most = 9,
                               .difficulty_least = 4,
                               .difficulty_most = 6,
                               .subtype = 3,
                               .doors = 1};
    fl_rebirth_random stream = stream_of(false);
    for (int i = 0; i < 100; i++) {
        cr_assert_eq(fl_pool_choice_choose(&file, weight, &request, FL_POOL_CHOICE_DOUBLE, &stream), 9);
    }
    cr_expect_eq(fl_pool_choice_count(&file, &request), 1u);
    fl_pool_request any = {.type = 12, .variant_most = INT32_MAX, .difficulty_most = 255, .subtype = -1};
    cr_expect_eq(fl_pool_choice_count(&file, &any), 8u);
    any.type = 1;
    cr_expect_eq(fl_pool_choice_count(&file, &any), 1u);
    any.shape = 3;
    cr_expect_eq(fl_pool_choice_count(&file, &any), 0u);
    any.type = 2;
    cr_expect_eq(fl_pool_choice_choose(&file, weight, &any, FL_POOL_CHOICE_DOUBLE, &stream),
                 FL_POOL_CHOICE_NONE);
}

/* Requests that differ in one part have different keys, and a key unpacks to its request. */
Test(pool_choice, a_key_is_its_request_and_no_other)
{
    const fl_pool_request plain = {
        .type = 1, .difficulty_most = 10, .subtype = -1, .variant_most = INT32_MAX};
    fl_pool_request requests[9];
    for (unsigned i = 0; i < 9; i++) {
        requests[i] = plain;
    }
    requests[1].type = 31;
    requests[2].shape = 12;
    requests[3].doors = 0xff;
    requests[4].lowers = true;
    requests[5].difficulty_least = 255;
    requests[6].difficulty_most = 255;
    requests[7].subtype = 300;
    requests[8].variant_least = -5;
    for (unsigned i = 0; i < 9; i++) {
        fl_pool_choice_key key = fl_pool_choice_key_of(&requests[i], FL_POOL_CHOICE_SINGLE);
        fl_pool_request again = fl_pool_choice_request_of(key);
        cr_expect_eq(fl_pool_choice_width_of(key.packed), FL_POOL_CHOICE_SINGLE);
        cr_expect_neq(key.packed, fl_pool_choice_key_of(&requests[i], FL_POOL_CHOICE_DOUBLE).packed);
        cr_expect(again.type == requests[i].type && again.shape == requests[i].shape, "request %u", i);
        cr_expect(again.doors == requests[i].doors && again.lowers == requests[i].lowers, "request %u", i);
        cr_expect(again.subtype == requests[i].subtype, "request %u", i);
        cr_expect_eq(again.difficulty_least, requests[i].difficulty_least, "request %u", i);
        cr_expect_eq(again.difficulty_most, requests[i].difficulty_most, "request %u", i);
        cr_expect_eq(again.variant_least, requests[i].variant_least, "request %u", i);
        cr_expect_eq(again.variant_most, requests[i].variant_most, "request %u", i);
        for (unsigned k = 0; k < i; k++) {
            fl_pool_choice_key other = fl_pool_choice_key_of(&requests[k], FL_POOL_CHOICE_SINGLE);
            cr_expect(key.packed != other.packed || key.variants != other.variants, "requests %u and %u", k,
                      i);
        }
    }
}

Test(pool_choice, groups_of_a_shelf_are_neighbours_and_few)
{
    for (uint32_t rooms = 1; rooms < 1000; rooms += 7) {
        cr_assert_eq(fl_pool_choice_group(0, rooms), 0u);
        for (uint32_t place = 1; place < rooms; place++) {
            unsigned before = fl_pool_choice_group(place - 1, rooms);
            unsigned group = fl_pool_choice_group(place, rooms);
            bool is_next = rooms <= FL_POOL_CHOICE_GROUPS ? group == before + 1 : group - before <= 1;
            cr_assert(is_next && group < FL_POOL_CHOICE_GROUPS, "place %u of %u", place, rooms);
        }
    }
}

/* With a room that weighs too little a choice may find none, whichever doors that room has. */
Test(pool_choice, a_choice_is_sure_if_no_room_is_too_light)
{
    fl_pool_request request = request_for(1);
    for (int i = 0; i < 3; i++) {
        open_rows((const row[]){{1, 1}, {i == 1 ? 1e-8f : 1, i == 2 ? 4 : 2}}, 2);
        cr_expect_eq(fl_pool_choice_is_sure(&file, &request), i != 1);
        request.doors = 8;
        cr_expect_not(fl_pool_choice_is_sure(&file, &request), "there is none");
        request.doors = 1;
        fl_pool_choice_free(&file);
        memset(&file, 0, sizeof file);
    }
}

Test(pool_choice, an_empty_pool_has_nothing)
{
    fl_pool_file pool = {NULL, 0};
    cr_assert_eq(fl_pool_choice_init(&file, &pool, NULL), FL_OK);
    fl_pool_request request = fl_pool_choice_special(1);
    fl_rebirth_random stream = stream_of(false);
    cr_expect_eq(fl_pool_choice_choose(&file, weight, &request, FL_POOL_CHOICE_DOUBLE, &stream),
                 FL_POOL_CHOICE_NONE);
    fl_pool_choice_free(&file);
}

Test(pool_choice, a_stage_file_is_read_once_for_all_who_use_a_list)
{
    fl_files files = {0};
    fl_pool_choice_file all[3];
    cr_assert_eq(fl_pool_choice_load(&all[0], "", 1, &files, NULL), FL_OK);
    cr_assert_eq(fl_pool_choice_load(&all[1], "", 1, &files, NULL), FL_OK);
    cr_assert_eq(fl_pool_choice_load(&all[2], "", 1, NULL, NULL), FL_OK);
    cr_expect(all[0].room == all[1].room && all[0].room != all[2].room);
    cr_expect_eq(files.n, 0u, "what ships is no file of the user's");
    for (unsigned i = 0; i < 3; i++) {
        cr_expect_eq(all[i].pool.rooms_n, all[0].pool.rooms_n);
        fl_pool_choice_free(&all[i]);
    }
    fl_files_free(&files);
    cr_expect_eq(fl_pool_choice_load(&all[0], "", 99, &files, NULL), FL_ERR_INPUT);
}
