/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rooms: repeatable, made as their settings say, and checked. */
#include "gen/room/room.h"
#include "tests/support/room_group.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

enum { MANY = 40000 };

static unsigned allocations;

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *block, size_t size);

void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
    allocations++;
    return __real_calloc(n, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    allocations++;
    return __real_realloc(block, size);
}

static void make(const fl_room_rules *rules, uint64_t seed, uint64_t index, fl_interior *out)
{
    fl_key key;
    fl_room_key(seed, &key);
    key.index = index;
    fl_room_make(rules, &key, out);
}

Test(room, the_same_key_is_the_same_room)
{
    fl_room_rules *rules = room_group_open(NULL, "size=big doors=random");
    fl_interior a;
    fl_interior b;
    unsigned same = 0;
    for (unsigned i = 0; i < 500; i++) {
        make(rules, 1, i, &a);
        memset(&b, 0xff, sizeof b);
        make(rules, 1, i, &b);
        cr_assert_arr_eq(&a, &b, sizeof a);
        make(rules, 2, i, &b);
        same += memcmp(a.row, b.row, sizeof a.row) == 0;
    }
    cr_expect_eq(same, 0, "another seed makes other rooms");
    fl_room_rules_free(rules);
}

Test(room, rooms_of_all_settings_are_sound)
{
    static const char *const settings[] = {"doors=random",
                                           "doors=random size=big",
                                           "doors=random size=big closed_sides=any",
                                           "doors=random rules=kirby",
                                           "doors=random rules=kirby size=big",
                                           "doors=NESW clutter_min=2 clutter_max=2 size=big",
                                           "doors=NS transpose=off"};
    for (size_t s = 0; s < sizeof settings / sizeof settings[0]; s++) {
        fl_room_rules *rules = room_group_open(NULL, settings[s]);
        for (unsigned i = 0; i < 3000; i++) {
            fl_interior room;
            make(rules, 3, i, &room);
            const char *complaint = fl_room_check(rules, &room);
            cr_assert_null(complaint, "%s room %u: %s", settings[s], i, complaint);
            cr_assert_leq(room.spent, rules->budget);
        }
        fl_room_rules_free(rules);
    }
}

Test(room, making_and_checking_allocates_nothing)
{
    fl_interior room;
    fl_room_rules *rules = room_group_open(NULL, "doors=random size=big rules=kirby");
    unsigned before = allocations;
    cr_expect_gt(before, 0, "the heap is watched");
    for (unsigned i = 0; i < 1000; i++) {
        make(rules, 1, i, &room);
        cr_assert_null(fl_room_check(rules, &room));
    }
    cr_expect_eq(allocations, before);
    fl_room_rules_free(rules);
}

Test(room, nothing_lies_outside_its_square)
{
    fl_room_rules *rules = room_group_open(NULL, "doors=random");
    for (unsigned i = 0; i < 1000; i++) {
        fl_interior room;
        make(rules, 1, i, &room);
        for (unsigned y = 0; y < 24; y++) {
            cr_assert_eq(room.row[y][1], 0);
            cr_assert(y < 16 || room.row[y][0] == 0);
        }
    }
    fl_room_rules_free(rules);
}

Test(room, clutter_stays_in_its_range)
{
    fl_room_rules *rules = room_group_open(NULL, "clutter_min=1 clutter_max=2 size=big doors=random");
    for (unsigned i = 0; i < 2000; i++) {
        fl_interior room;
        make(rules, 1, i, &room);
        unsigned spent = 0;
        for (unsigned s = 0; s < rules->slots_n; s++) {
            unsigned clutter = fl_room_chunk_clutter(&rules->set.chunk[room.choice[s] / FL_CHUNK_TURNS]);
            cr_assert(clutter == 1 || clutter == 2);
            spent += clutter;
        }
        cr_assert_eq(spent, room.spent);
    }
    fl_room_rules_free(rules);
}

/* Counts within six standard deviations: a false alarm once in a hundred million runs. */
static void is_about(unsigned hits, unsigned n, double p, const char *what)
{
    cr_expect_lt(fabs(hits - n * p), 6 * sqrt(n * p * (1 - p)), "%s: %u of %u, expected %.4f", what, hits, n,
                 p);
}

Test(room, chunks_are_drawn_evenly_and_turned_by_a_coin)
{
    fl_room_rules *rules = room_group_open(NULL, "doors=none");
    unsigned drawn[31] = {0};
    unsigned transposed = 0;
    for (unsigned i = 0; i < MANY; i++) {
        fl_interior room;
        make(rules, 1, i, &room);
        drawn[room.choice[2] / FL_CHUNK_TURNS]++;
        transposed += room.choice[2] & FL_CHUNK_TRANSPOSE ? 1 : 0;
    }
    for (unsigned i = 0; i < 31; i++) {
        is_about(drawn[i], MANY, 1.0 / 31, rules->set.chunk[i].name);
    }
    is_about(transposed, MANY, 0.5, "transposed");
    fl_room_rules_free(rules);
}

Test(room, the_centre_has_any_of_eight_turns)
{
    fl_room_rules *rules = room_group_open(NULL, "doors=none size=big");
    unsigned turned[FL_CHUNK_TURNS] = {0};
    for (unsigned i = 0; i < MANY; i++) {
        fl_interior room;
        make(rules, 1, i, &room);
        turned[room.choice[12] % FL_CHUNK_TURNS]++;
    }
    for (unsigned i = 0; i < FL_CHUNK_TURNS; i++) {
        is_about(turned[i], MANY, 1.0 / 8, "a turn");
    }
    fl_room_rules_free(rules);
}

Test(room, random_doors_are_any_of_sixteen)
{
    fl_room_rules *rules = room_group_open(NULL, "doors=random");
    unsigned n[16] = {0};
    for (unsigned i = 0; i < MANY; i++) {
        fl_interior room;
        make(rules, 1, i, &room);
        n[room.doors]++;
    }
    for (unsigned i = 0; i < 16; i++) {
        is_about(n[i], MANY, 1.0 / 16, fl_room_parts_sides(i));
    }
    fl_room_rules_free(rules);
}

static unsigned kind_in(const fl_room_rules *rules, const fl_interior *room, unsigned slot)
{
    unsigned flags = rules->set.chunk[room->choice[slot] / FL_CHUNK_TURNS].flags;
    return !!(flags & FL_CHUNK_TOP) + !!(flags & FL_CHUNK_LEFT);
}

/* The first slot has the whole budget: door counts are drawn as in the game. */
Test(room, the_game_draws_kinds_by_thirds_and_halves)
{
    fl_room_rules *rules = room_group_open(NULL, "rules=kirby doors=N");
    unsigned first[3] = {0};
    unsigned third[3] = {0};
    for (unsigned i = 0; i < MANY; i++) {
        fl_interior room;
        make(rules, 1, i, &room);
        first[kind_in(rules, &room, 0)]++;
    }
    cr_expect_eq(first[0], 0);
    is_about(first[1], MANY, 0.5, "one door");
    fl_room_rules_free(rules);
    rules = room_group_open(NULL, "rules=kirby doors=none");
    for (unsigned i = 0; i < MANY; i++) {
        fl_interior room;
        make(rules, 1, i, &room);
        third[kind_in(rules, &room, 0)]++;
    }
    for (unsigned i = 0; i < 3; i++) {
        is_about(third[i], MANY, 1.0 / 3, "a kind");
    }
    fl_room_rules_free(rules);
}

Test(room, assembling_the_choices_makes_the_room_again)
{
    fl_room_rules *rules = room_group_open(NULL, "size=big doors=random");
    for (unsigned i = 0; i < 500; i++) {
        fl_interior room;
        fl_interior again;
        make(rules, 9, i, &room);
        fl_room_assemble(rules, room.doors, room.choice, &again);
        cr_assert_arr_eq(&room, &again, sizeof room);
    }
    fl_room_rules_free(rules);
}

Test(room, a_check_finds_what_is_wrong)
{
    fl_room_rules *rules = room_group_open(room_group_small, "size=big doors=N");
    fl_interior room;
    uint16_t choice[FL_ROOM_PART_MAX] = {0};
    fl_room_assemble(rules, FL_NORTH, choice, &room);
    cr_expect_null(fl_room_check(rules, &room));
    choice[12] = 8 * 2;
    fl_room_assemble(rules, FL_NORTH, choice, &room);
    cr_expect_str_eq(fl_room_check(rules, &room), "a chunk that needs walls stands at the centre");
    choice[12] = 0;
    choice[4] = 8 * 1;
    fl_room_assemble(rules, FL_NORTH, choice, &room);
    cr_expect_str_eq(fl_room_check(rules, &room), "a chunk stands where it may not");
    fl_room_rules_free(rules);
    rules = room_group_open(room_group_dam, "doors=NS");
    fl_room_assemble(rules, FL_NORTH | FL_SOUTH, (const uint16_t[]){8, 8, 0, 0}, &room);
    cr_expect_str_eq(fl_room_check(rules, &room), "two doors do not reach each other");
    room.row[0][0] |= (uint64_t)FL_TILE_ROCK << 28;
    cr_expect_str_eq(fl_room_check(rules, &room), "a door is blocked");
    fl_room_rules_free(rules);
}
