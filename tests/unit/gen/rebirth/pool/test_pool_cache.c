/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The choice with a cache against the choice without: the same rooms, draws and weights, over many random
 * requests. */
#include "gen/rebirth/pool/pool_choice.h"
#include "gen/rebirth/pool/pool_private.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { FLOORS = 400, SHAPES = FL_SHAPE_COUNT - 1 };

static fl_pool_choice_file file;
static fl_pool_cache *lists;
static fl_weight *weight, *twin_weight;
static fl_pcg chance;

static void tear_down(void)
{
    fl_pool_choice_free(&file);
    free(lists);
    free(weight);
    free(twin_weight);
}

TestSuite(pool_cache, .fini = tear_down);

static void open_pool(fl_pool_file *pool)
{
    uint32_t n = pool->rooms_n;
    cr_assert_eq(fl_pool_choice_init(&file, pool, NULL), FL_OK);
    lists = calloc(1, sizeof *lists);
    weight = calloc(n, sizeof *weight);
    twin_weight = calloc(n, sizeof *twin_weight);
    cr_assert(lists && weight && twin_weight);
    fl_pcg_init(&chance, 8, 15);
}

static void open_shipped(unsigned number)
{
    fl_pool_file pool;
    cr_assert_eq(fl_pool_load(&pool, NULL, number, NULL, NULL), FL_OK);
    open_pool(&pool);
}

static void begin(void)
{
    fl_pool_cache_begin(lists, &file, weight);
    for (uint32_t i = 0; i < file.pool.rooms_n; i++) {
        twin_weight[i] = file.pool.rooms[i].weight;
        cr_assert(weight[i] == twin_weight[i]);
    }
}

static fl_rebirth_random stream_of(bool is_exact, uint32_t seed)
{
    fl_rebirth_random stream = {.is_exact = is_exact, .exact = FL_XORSHIFT_PICK(seed | 1)};
    fl_pcg_init(&stream.fair, seed, 1);
    return stream;
}

/* Makes one choice both ways. */
static int32_t choose(const fl_pool_request *request, fl_pool_choice_width width)
{
    fl_rebirth_random stream = stream_of(fl_pcg_below(&chance, 2), fl_pcg_next(&chance));
    fl_rebirth_random twin = stream;
    int32_t found = fl_pool_cache_choose(lists, request, width, &stream);
    cr_assert_eq(found, fl_pool_choice_choose(&file, twin_weight, request, width, &twin));
    cr_assert(stream.drawn == twin.drawn && stream.exact.state == twin.exact.state &&
              stream.fair.state == twin.fair.state);
    cr_assert(found < 0 || weight[found] == twin_weight[found]);
    return found;
}

/* Requests like those of a floor's special rooms, and others. */
static fl_pool_request random_special(void)
{
    fl_pool_request request = fl_pool_choice_special(fl_pcg_below(&chance, 25));
    request.subtype = fl_pcg_below(&chance, 2) ? -1 : (int)fl_pcg_below(&chance, 12);
    request.shape = fl_pcg_below(&chance, 8) ? 0 : 1 + fl_pcg_below(&chance, SHAPES);
    request.variant_least = fl_pcg_below(&chance, 4) ? 0 : 0x7D0 + 10 * (int32_t)fl_pcg_below(&chance, 7);
    request.lowers = fl_pcg_below(&chance, 8) > 0;
    return request;
}

static fl_pool_request random_normal(void)
{
    fl_pool_request request = fl_pool_choice_special(FL_POOL_CHOICE_TYPE_DEFAULT);
    request.shape = fl_pcg_below(&chance, 10) ? 1 + fl_pcg_below(&chance, SHAPES) : 0;
    request.doors = (uint8_t)(fl_pcg_next(&chance) & fl_pcg_next(&chance));
    request.difficulty_most = fl_pcg_below(&chance, 2) ? 5 : 15;
    return request;
}

static void compare(fl_pool_request (*request_for)(void), unsigned rooms, uint64_t found[2])
{
    for (unsigned i = 0; i < FLOORS; i++) {
        begin();
        for (unsigned k = 0; k < rooms; k++) {
            fl_pool_request request = request_for();
            found[choose(&request, i % 2 ? FL_POOL_CHOICE_SINGLE : FL_POOL_CHOICE_DOUBLE) !=
                  FL_POOL_CHOICE_NONE]++;
        }
    }
}

Test(pool_cache, special_rooms_are_those_of_the_plain_choice)
{
    uint64_t found[2] = {0};
    open_shipped(0);
    compare(random_special, 60, found);
    cr_expect(found[0] > 1000 && found[1] > 1000);
}

Test(pool_cache, normal_rooms_are_those_of_the_plain_choice)
{
    uint64_t found[2] = {0};
    open_shipped(1);
    compare(random_normal, 40, found);
    cr_expect(found[1] > 10000);
}

/* More weights are lowered than can be remembered. */
Test(pool_cache, long_floors_are_those_of_the_plain_choice)
{
    uint64_t found[2] = {0};
    open_shipped(1);
    compare(random_normal, 600, found);
    cr_expect(lists->changed_n > FL_POOL_CACHE_CHANGED);
    begin();
}

/* Too many rooms for a list, and too many lists for the memory. */
Test(pool_cache, what_does_not_fit_is_chosen_the_plain_way)
{
    enum { MANY = 9000 };
    fl_pool_file pool = {calloc(MANY, sizeof *pool.rooms), MANY};
    cr_assert_not_null(pool.rooms);
    for (int32_t i = 0; i < MANY; i++) {
        pool.rooms[i] = (fl_pool_room){.variant = i,
                                       .subtype = i % 300,
                                       .type = 1,
                                       .shape = 8,
                                       .difficulty = 5,
                                       .doors = (uint8_t)(i % 255 + 1),
                                       .weight = (float)(i % 7) / 4};
    }
    open_pool(&pool);
    begin();
    for (unsigned doors = 0; doors < 256; doors++) {
        fl_pool_request request = fl_pool_choice_special(1);
        request.shape = 8;
        request.doors = (uint8_t)doors;
        cr_expect_geq(choose(&request, FL_POOL_CHOICE_DOUBLE), 0);
        request.subtype = (int)doors % 300;
        choose(&request, FL_POOL_CHOICE_SINGLE);
    }
    cr_expect(lists->starts_n > 0 && lists->starts_n <= FL_POOL_CACHE_STARTS);
    cr_expect(lists->rows_n <= FL_POOL_CACHE_ROWS);
}
