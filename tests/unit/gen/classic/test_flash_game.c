/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rule set of the game's own code: sizes, counters, what is guaranteed and what is not. */
#include "analysis/metric/metric.h"
#include "gen/classic/classic_private.h"
#include "tests/support/maker.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { FLOORS = 2000 / SCALE_SLIM, MOST = 80 };

static maker m;

/* A bit for each number of rooms that occurs, start included, secret room and second boss not. */
static uint64_t sizes_of(const char *settings, int floors)
{
    uint64_t sizes = 0;
    maker_open(&m, "classic", settings, 10);
    for (int i = 0; i < floors; i++) {
        maker_make(&m, (uint64_t)i);
        if (!m.floor.failure) {
            int second_boss = m.value[FL_METRIC_FIRST_KIND + FL_KIND_BOSS] - 1;
            sizes |= (uint64_t)1 << (m.value[FL_METRIC_PLAN_ROOMS] - second_boss);
        }
    }
    maker_close(&m);
    return sizes;
}

/* Bits from…to. */
static uint64_t span(unsigned from, unsigned to)
{
    return ((uint64_t)2 << to) - ((uint64_t)1 << from);
}

/* The table of gen/classic/RULES.md, "Flash: grid and size". */
Test(flash_game, every_level_has_the_documented_sizes)
{
    static const unsigned rows[12][2] = {{9, 10},  {12, 13}, {14, 15}, {17, 18}, {19, 20}, {21, 21},
                                         {21, 21}, {21, 21}, {21, 21}, {21, 21}, {21, 21}, {21, 21}};
    for (unsigned level = 1; level <= 12; level++) {
        char settings[64];
        snprintf(settings, sizeof settings, "rules=flash level=%u", level);
        uint64_t sizes = sizes_of(settings, FLOORS);
        cr_expect_eq(sizes, span(rows[level - 1][0], rows[level - 1][1]), "level %u: %llx", level,
                     (unsigned long long)sizes);
    }
}

Test(flash_game, labyrinths_have_the_documented_sizes)
{
    static const struct {
        unsigned level, from, to;
        int floors;
    } rows[] = {{1, 20, 23, 2000}, {3, 29, 32, 2000}, {5, 37, 38, 300}, {7, 37, 38, 300}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char settings[64];
        snprintf(settings, sizeof settings, "rules=flash curse=labyrinth level=%u", rows[i].level);
        uint64_t sizes = sizes_of(settings, rows[i].floors);
        cr_expect_eq(sizes, span(rows[i].from, rows[i].to), "%s: %llx", settings, (unsigned long long)sizes);
    }
}

/* Four more than f6: 11.6 and 12.6 at level 1, 24 from level 6 on. */
Test(flash_game, lost_floors_have_four_rooms_more)
{
    cr_expect_eq(sizes_of("rules=flash curse=lost level=1", FLOORS), span(13, 14));
    cr_expect_eq(sizes_of("rules=flash curse=lost level=6", FLOORS), span(25, 25));
    cr_expect_eq(sizes_of("rules=flash curse=darkness level=1", FLOORS), span(9, 10));
}

static fl_classic_flash_game_size draw_size(const char *settings, fl_curse curse, fl_classic_board *board)
{
    fl_classic_flash_game_size size = {0};
    maker_open(&m, "classic", settings, 1);
    memset(board, 0, sizeof *board);
    board->curse = curse;
    fl_pcg_init(&board->rng, 1, 1);
    fl_classic_flash_game_draw_size(m.rules, board, &size);
    maker_close(&m);
    return size;
}

/* f6 in hundredths: min(20, 5 or 6 + 2.6 level), labyrinths min(45, 1.8 times that of the next level). */
Test(flash_game, sizes_are_never_floored)
{
    fl_classic_board board;
    for (unsigned level = 1; level <= 12; level++) {
        char settings[64];
        snprintf(settings, sizeof settings, "rules=flash level=%u", level);
        fl_classic_flash_game_size size = draw_size(settings, FL_CURSE_NONE, &board);
        unsigned low = 500 + 260 * level;
        bool fits = size.hundredths == low || size.hundredths == low + 100 || size.hundredths == 2000;
        cr_expect(fits && size.hundredths <= 2000, "level %u: %u", level, size.hundredths);
        cr_expect_not(size.is_large);
        cr_expect_eq(size.level, level);
        cr_expect_eq(board.target, (size.hundredths + 99) / 100 + 1);
        fl_classic_flash_game_size large = draw_size(settings, FL_CURSE_LABYRINTH, &board);
        unsigned next = (low + 260) * 18 / 10;
        fits = large.hundredths == next || large.hundredths == next + 180 || large.hundredths == 3600;
        cr_expect(fits && large.hundredths <= 3600, "level %u: %u", level, large.hundredths);
        cr_expect(large.is_large);
        cr_expect_eq(large.level, level + 1);
    }
}

Test(flash_game, a_given_number_of_rooms_is_not_drawn)
{
    fl_classic_board board;
    fl_pcg untouched;
    fl_pcg_init(&untouched, 1, 1);
    (void)draw_size("rules=flash rooms=12", FL_CURSE_NONE, &board);
    cr_expect_eq(board.rng.state, untouched.state);
    cr_expect_eq(draw_size("rules=flash rooms=60", FL_CURSE_LABYRINTH, &board).hundredths, 4500u);
    for (int rooms = 8; rooms <= 20; rooms += 4) {
        char settings[64];
        snprintf(settings, sizeof settings, "rules=flash rooms=%d", rooms);
        maker_open(&m, "classic", settings, 2);
        for (int i = 0; i < 200; i++) {
            maker_make(&m, (uint64_t)i);
            cr_assert_null(m.floor.failure);
            cr_assert_eq(m.value[FL_METRIC_PLAN_ROOMS], m.floor.fact[FL_GENERATOR_FACT_TARGET], "%s",
                         settings);
        }
        maker_close(&m);
    }
}

/* What holds on every accepted floor. */
static void expect_accepted(const char *settings, int least_ends)
{
    const fl_classic_rules *rules = m.rules;
    const int32_t *kind = m.value + FL_METRIC_FIRST_KIND;
    const fl_floor *floor = &m.floor;
    cr_assert_geq(m.value[FL_METRIC_END_ROOMS], least_ends + 2, "%s", settings);
    cr_assert_eq(kind[FL_KIND_SUPER_SECRET], 1, "%s", settings);
    cr_assert_gt(m.value[FL_METRIC_BOSS_DISTANCE], 1, "%s", settings);
    cr_assert_leq(m.value[FL_METRIC_ATTEMPTS], 398, "%s", settings);
    cr_assert_eq(floor->rooms[0].kind, FL_KIND_START);
    cr_assert_eq(floor->rooms[0].origin_x, (int)rules->start % 10 - 1);
    for (int i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        cr_assert_eq(room->is_added, room->kind == FL_KIND_SECRET, "%s", settings);
        cr_assert(room->kind != FL_KIND_SECRET || (room->origin_x >= 1 && room->origin_x <= 7),
                  "%s: secret room in column %d", settings, room->origin_x);
    }
}

/* Neighbours 2 or more; which criterion says when it was found. */
static void expect_secret(const char *settings)
{
    int tries = m.value[FL_METRIC_SECRET_TRIES];
    int criterion = m.value[FL_METRIC_SECRET_CRITERION];
    if (m.value[FL_METRIC_FIRST_KIND + FL_KIND_SECRET] == 0) {
        cr_assert_eq(criterion, 0, "%s", settings);
        cr_assert_eq(tries, FL_GENERATOR_FACT_NONE, "%s", settings);
        return;
    }
    cr_assert_geq(m.value[FL_METRIC_SECRET_NEIGHBOURS], 2, "%s", settings);
    cr_assert(tries >= 1 && tries <= 3000, "%s: %d tries", settings, tries);
    cr_assert_eq(criterion, tries <= 300 ? 3 : tries <= 600 ? 2 : 1, "%s: %d tries", settings, tries);
    cr_assert(tries > 600 || m.value[FL_METRIC_SECRET_NEIGHBOURS] >= 3, "%s: %d tries", settings, tries);
}

/* Shop and treasure room up to level 6 (a labyrinth counts one more), the labyrinth's second treasure room
 * always. */
static void expect_guaranteed(const char *settings, unsigned level, bool is_large)
{
    const int32_t *kind = m.value + FL_METRIC_FIRST_KIND;
    int is_kept = level + is_large <= 6;
    cr_assert_eq(kind[FL_KIND_SHOP], is_kept, "%s", settings);
    cr_assert_eq(kind[FL_KIND_TREASURE], is_kept + is_large, "%s", settings);
    cr_assert_eq(kind[FL_KIND_BOSS], 1 + is_large, "%s", settings);
}

Test(flash_game, accepted_floors_have_what_the_code_promises)
{
    for (unsigned i = 0; i < 24; i++) {
        unsigned level = 1 + i / 2;
        bool is_large = i % 2;
        char settings[64];
        int none = 0;
        snprintf(settings, sizeof settings, "rules=flash secret_tries=on level=%u curse=%s", level,
                 is_large ? "labyrinth" : "none");
        maker_open(&m, "classic", settings, 5);
        for (int k = 0; k < (is_large ? 100 : FLOORS); k++) {
            maker_make(&m, (uint64_t)k);
            if (!m.floor.failure) {
                expect_accepted(settings, level + is_large == 1 ? 3 : 4);
                expect_secret(settings);
                expect_guaranteed(settings, level, is_large);
                none += m.value[FL_METRIC_FIRST_KIND + FL_KIND_SECRET] == 0;
            }
        }
        cr_expect(level + is_large > 2 || none == 0, "%s: %d floors without secret room", settings, none);
        cr_expect(level != 3 || is_large || none > 0, "%s: a secret room on every floor", settings);
        maker_close(&m);
    }
}

/* Growth stops one room early; the search for the secret room adds at least that one, up to one more than
 * wanted. */
Test(flash_game, labyrinths_grow_one_room_less)
{
    int least = 1000;
    maker_open(&m, "classic", "rules=flash level=3 curse=labyrinth", 6);
    for (int i = 0; i < FLOORS; i++) {
        maker_make(&m, (uint64_t)i);
        int extra = m.floor.failure ? least : m.value[FL_METRIC_EXTRA_ROOMS];
        least = extra < least ? extra : least;
    }
    cr_expect_eq(least, 1);
    maker_close(&m);
}

/* Labyrinths keep the last six end rooms: no more than six rooms of the kinds that live in them. */
Test(flash_game, labyrinths_use_six_end_rooms_at_most)
{
    const int32_t *kind = m.value + FL_METRIC_FIRST_KIND;
    int most = 0;
    maker_open(&m, "classic", "rules=flash level=3 curse=labyrinth coins=9 devil_visited=on book_picked=on",
               5);
    for (int i = 0; i < FLOORS; i++) {
        maker_make(&m, (uint64_t)i);
        int secret =
            m.floor.failure ? 0 : kind[FL_KIND_SECRET] + kind[FL_KIND_SUPER_SECRET] + kind[FL_KIND_BOSS];
        int used = m.floor.failure ? 0 : m.value[FL_METRIC_SPECIAL_ROOMS] - secret;
        cr_assert_leq(used, 6);
        most = used > most ? used : most;
    }
    cr_expect_eq(most, 6);
    maker_close(&m);
}

static bool has_same_rooms(const maker *a, const maker *b)
{
    bool same = a->floor.rooms_n == b->floor.rooms_n;
    for (int i = 0; same && i < 72; i++) {
        same = a->floor.owner[i] == b->floor.owner[i];
    }
    return same;
}

Test(flash_game, order_within_a_round_matters)
{
    maker other;
    int same = 0;
    maker_open(&m, "classic", "rules=flash level=4", 3);
    maker_open(&other, "classic", "rules=flash level=4 wave_order=oldest_first", 3);
    for (int i = 0; i < 200; i++) {
        maker_make(&m, (uint64_t)i);
        maker_make(&other, (uint64_t)i);
        same += has_same_rooms(&m, &other);
    }
    cr_expect_lt(same, 100);
    maker_close(&m);
    maker_close(&other);
}

/* Read as undefined, a neighbour above row 0 or below row 7 lets nothing grow there. */
Test(flash_game, undefined_cells_may_forbid_the_edge_rows)
{
    for (int forbids = 0; forbids < 2; forbids++) {
        int at_edge = 0;
        maker_open(&m, "classic",
                   forbids ? "rules=flash level=6 undefined_cells=forbid" : "rules=flash level=6", 3);
        for (int i = 0; i < FLOORS; i++) {
            maker_make(&m, (uint64_t)i);
            for (int k = 0; k < m.floor.rooms_n; k++) {
                const fl_room *room = &m.floor.rooms[k];
                at_edge += !room->is_added && (room->origin_y == 0 || room->origin_y == 7);
            }
        }
        cr_expect(forbids ? at_edge == 0 : at_edge > FLOORS, "%d rooms at the edge", at_edge);
        maker_close(&m);
    }
}

/* The start is not a room that counts: one that comes again fills no place. */
Test(flash_game, the_counter_leaves_the_start_out)
{
    maker_open(&m, "classic", "rules=flash level=6 specials=off", 3);
    for (int i = 0; i < FLOORS; i++) {
        maker_make(&m, (uint64_t)i);
        cr_assert_eq(m.value[FL_METRIC_PLAN_ROOMS], 1 + 20);
        cr_assert_eq(m.value[FL_METRIC_ROOMS] - m.value[FL_METRIC_PLAN_ROOMS],
                     m.value[FL_METRIC_FIRST_KIND + FL_KIND_SECRET]);
        cr_assert_eq(m.value[FL_METRIC_FIRST_KIND + FL_KIND_START], 1);
    }
    maker_close(&m);
}

Test(flash_game, hopeless_floors_fail_after_398_attempts)
{
    maker_open(&m, "classic", "rules=flash level=1 min_end_rooms=20", 3);
    maker_make(&m, 0);
    cr_expect_not_null(m.floor.failure);
    cr_expect_eq(m.floor.fact[FL_GENERATOR_FACT_ATTEMPTS], 398);
    cr_expect_eq(m.floor.rooms_n, 0);
    maker_close(&m);
}
