/* Boss rooms on layouts with the shipped pool's interiors (gen/rebirth/RULES.md, "Special rooms", steps 1 and
 * 2, and "Afterbirth "). */
#include "gen/rebirth/layout/board.h"
#include "gen/rebirth/rooms/rooms_private.h"
#include "tests/support/gtest.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { FLOORS = 1500, DOUBLE_FIRST = 0xE74, DOUBLE_LAST = 0xF09 };

static const double alarm = 1e-6;

static maker m;
static fl_rebirth_state work;

static void open_rules(const char *settings)
{
    char all[192];
    snprintf(all, sizeof all, "specials=off %s", settings);
    maker_open(&m, "rebirth", all, 1);
}

static void close_rules(void)
{
    maker_close(&m);
}

/* A layout that is ready for its boss; weights are reset. */
static void lay_out(uint64_t index)
{
    maker_make_bare(&m, index);
    memcpy(&work, m.scratch, sizeof work);
    work.failure = NULL;
}

/* The interior of a room in the special file. */
static const fl_pool_room *interior_of(const fl_layout_board_room *room)
{
    const fl_rebirth_rules *rules = m.rules;
    for (uint32_t i = 0; i < rules->special.pool.rooms_n; i++) {
        const fl_pool_room *one = &rules->special.pool.rooms[i];
        if (one->type == room->interior.type && one->variant == room->interior.variant) {
            return one;
        }
    }
    cr_assert_fail("type %u, variant %d is not in the file", room->interior.type, room->interior.variant);
    return NULL;
}

static void check_boss(int number)
{
    const fl_layout_board_room *room = &work.board.room[number];
    const fl_pool_room *interior = interior_of(room);
    uint8_t links = fl_layout_board_links(&work.board, (unsigned)number);
    cr_assert_eq(room->kind, FL_KIND_BOSS);
    cr_assert(room->interior.type == 5 && interior->shape == room->shape &&
              interior->doors == room->interior.doors);
    cr_assert_eq(links & ~interior->doors, 0, "a neighbour behind a wall");
    cr_assert_gt(room->distance, 1);
    for (unsigned i = 0; i < work.dead_ends.n; i++) {
        cr_assert_neq(work.dead_ends.room[i], number);
    }
}

static bool is_double(int32_t variant)
{
    return variant >= DOUBLE_FIRST && variant <= DOUBLE_LAST;
}

/* The interior is one of the boss's own, unless there is double trouble, one time in fifty on stage 3. */
Test(boss_room, bosses_have_rooms_of_their_own)
{
    static const char *const all[] = {"rules=blade stage=3 curse=none",
                                      "rules=afterbirth-plus stage=3 curse=none",
                                      "rules=blade rng=isaac stage=3 items=[black_candle]",
                                      "rules=repentance rng=isaac stage=3 items=[black_candle]"};
    for (unsigned k = 0; k < 4; k++) {
        uint64_t doubles[2] = {0};
        const double law[2] = {0.98, 0.02};
        open_rules(all[k]);
        for (uint64_t i = 1; i <= FLOORS; i++) {
            lay_out(i);
            unsigned dead_ends = work.dead_ends.n;
            if (!fl_rebirth_rooms_boss_room_place(&work)) { /* a narrow room, and no end in its direction */
                cr_assert_str_eq(work.failure, "no dead end for the boss");
                cr_assert_eq(work.dead_ends.n, dead_ends);
                continue;
            }
            cr_assert_eq(work.dead_ends.n, dead_ends - 1);
            check_boss(work.boss);
            const fl_layout_board_room *room = &work.board.room[work.boss];
            cr_assert(is_double(room->interior.variant) || room->interior.subtype == work.boss_identity);
            cr_assert(!is_double(room->interior.variant) || room->interior.variant < 0xE74 + 50);
            doubles[is_double(room->interior.variant)]++;
        }
        cr_expect_gt(doubles[0] + doubles[1], FLOORS * 9u / 10);
        cr_expect(gtest_fit(doubles, law, 2) > alarm, "%s", all[k]);
        close_rules();
    }
}

/* In the game's order: a draw for the side stream, identity, double trouble, one more for the room. */
Test(boss_room, the_room_moves_the_level_stream_by_one_draw)
{
    open_rules("rules=blade rng=isaac stage=6 items=[black_candle]");
    for (uint64_t i = 1; i <= 50; i++) {
        lay_out(i);
        uint32_t before = work.stage.level.drawn;
        bool is_placed = fl_rebirth_rooms_boss_room_place(&work);
        cr_assert_eq(work.stage.level.drawn - before, 2u); /* stage 6: its boss is set */
        cr_assert(!is_placed || work.boss_identity == 6);
    }
    close_rules();
}

Test(boss_room, without_dead_ends_there_is_no_boss)
{
    open_rules("rules=blade stage=4");
    lay_out(1);
    work.dead_ends.n = 0;
    cr_expect_not(fl_rebirth_rooms_boss_room_place(&work));
    cr_expect_str_eq(work.failure, "no dead end for the boss");
    for (unsigned i = 0; i < 2; i++) {
        lay_out(1);
        for (unsigned k = 0; k < work.board.rooms_n; k++) {
            work.board.room[k].distance = (uint8_t)(i + 1);
        }
        cr_expect_eq(fl_rebirth_rooms_boss_room_place(&work), i == 1);
    }
    close_rules();
}

Test(boss_room, a_pool_without_bosses_fails)
{
    open_rules("rules=afterbirth-plus stage=4");
    lay_out(1);
    fl_rebirth_rules rules = *(const fl_rebirth_rules *)m.rules;
    for (unsigned i = FL_INTERIORS_BOSS + 1; i <= FL_POOL_CHOICE_ROOM_LISTS;
         i++) { /* an empty shelf of bosses */
        rules.special.from[i] = rules.special.from[FL_INTERIORS_BOSS];
    }
    work.rules = &rules;
    fl_pool_cache_begin(work.special, &rules.special, work.special->weight);
    cr_expect_not(fl_rebirth_rooms_boss_room_place(&work));
    cr_expect_str_eq(work.failure, "no interior for the boss");
    close_rules();
}

Test(boss_room, only_labyrinths_have_a_second_boss)
{
    open_rules("rules=blade stage=3 curse=none");
    lay_out(2);
    cr_assert(fl_rebirth_rooms_boss_room_place(&work));
    unsigned rooms = work.board.rooms_n;
    fl_rebirth_random level = work.stage.level;
    cr_expect(fl_rebirth_rooms_boss_room_place_second(&work));
    cr_expect_eq(work.board.rooms_n, rooms);
    cr_expect_eq(work.second_boss, -1);
    cr_expect_eq(work.stage.level.fair.state, level.fair.state);
    close_rules();
}

/* Back to back, the outer one no dead end of the list; the level stream stands where it stood. */
Test(boss_room, a_labyrinths_second_boss_lies_behind_the_first)
{
    static const char *const all[] = {
        "rules=blade stage=1 curse=labyrinth", "rules=repentance stage=5 curse=labyrinth",
        "rules=afterbirth-plus rng=isaac stage=3 items=[black_candle] curse=labyrinth"};
    for (unsigned k = 0; k < 3; k++) {
        unsigned placed = 0;
        open_rules(all[k]);
        for (uint64_t i = 1; i <= 400; i++) {
            lay_out(i);
            if (!fl_rebirth_rooms_boss_room_place(&work)) {
                continue;
            }
            unsigned dead_ends = work.dead_ends.n;
            fl_rebirth_random level = work.stage.level;
            unsigned rooms = work.board.rooms_n;
            bool is_placed = fl_rebirth_rooms_boss_room_place_second(&work);
            bool has_moved = work.stage.level.fair.state != level.fair.state ||
                             work.stage.level.exact.state != level.exact.state;
            cr_assert(!is_placed || !has_moved);
            if (!is_placed) {
                cr_assert_not_null(work.failure);
                continue;
            }
            placed++;
            cr_assert_eq(work.board.rooms_n, rooms + 1);
            cr_assert_eq(work.second_boss, (int)rooms);
            cr_assert_eq(work.dead_ends.n, dead_ends);
            check_boss(work.second_boss);
            const fl_layout_board_room *outer = &work.board.room[work.second_boss];
            cr_assert_eq(outer->distance, work.board.room[work.boss].distance + 1);
            unsigned back = (uint8_t)(outer->placed - (unsigned)fl_layout_board_step(outer->direction));
            cr_assert_eq(fl_layout_board_at(&work.board, back), work.boss);
            cr_assert_eq(__builtin_popcount(fl_layout_board_links(&work.board, rooms)), 1);
            cr_assert(is_double(outer->interior.variant) || outer->interior.subtype == work.second_identity);
        }
        cr_expect_gt(placed, 120u, "%s: %u", all[k], placed);
        close_rules();
    }
}

/* Six to nine with the first, all of them others; fewer than five more fail. */
Test(boss_room, the_void_has_many_bosses)
{
    unsigned found[10] = {0};
    open_rules("rules=afterbirth-plus stage=12");
    for (uint64_t i = 1; i <= 600; i++) {
        uint64_t met[4] = {0};
        unsigned bosses = 0;
        lay_out(i);
        if (!fl_rebirth_rooms_boss_room_place(&work) || !fl_rebirth_rooms_boss_room_place_many(&work)) {
            continue;
        }
        for (unsigned k = 0; k < work.board.rooms_n; k++) {
            const fl_layout_board_room *room = &work.board.room[k];
            if (room->kind == FL_KIND_BOSS) {
                check_boss((int)k);
                unsigned id = (unsigned)room->interior.subtype & 255;
                cr_assert_not(met[id / 64] >> id % 64 & 1, "boss %02X is there twice", id);
                met[id / 64] |= 1ull << id % 64;
                bosses++;
            }
        }
        cr_assert(bosses >= 6 && bosses <= 9);
        found[bosses]++;
    }
    for (unsigned n = 6; n < 10; n++) {
        cr_expect_gt(found[n], 20u, "%u bosses on %u floors", n, found[n]);
    }
    lay_out(1);
    cr_assert(fl_rebirth_rooms_boss_room_place(&work));
    work.dead_ends.n = 4;
    cr_expect_not(fl_rebirth_rooms_boss_room_place_many(&work));
    cr_expect_str_eq(work.failure, "no dead ends for five more bosses");
    close_rules();
}
