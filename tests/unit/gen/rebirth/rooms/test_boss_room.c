/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Boss rooms on layouts with the shipped pool's interiors (gen/rebirth/RULES.md, "Special rooms", steps 1 and
 * 2, and "Afterbirth "). */
#include "gen/rebirth/layout/board.h"
#include "gen/rebirth/rooms/rooms_private.h"
#include "tests/support/gtest.h"
#include "tests/unit/scene.h"

#include <criterion/criterion.h>
#include <string.h>

enum { FLOORS = 1500, DOUBLE_FIRST = 0xE74, DOUBLE_LAST = 0xF09 };

static const double alarm = 1e-6;

static void check_boss(int number)
{
    const fl_layout_board_room *room = &scene_work.board.room[number];
    const fl_rebirth_rules *rules = scene_maker.rules;
    const fl_pool_room *interior = scene_interior(&rules->special, room);
    uint8_t links = fl_layout_board_links(&scene_work.board, (unsigned)number);
    cr_assert_eq(room->kind, FL_KIND_BOSS);
    cr_assert(room->interior.type == 5 && interior->shape == room->shape &&
              interior->doors == room->interior.doors);
    cr_assert_eq(links & ~interior->doors, 0, "a neighbour behind a wall");
    cr_assert_gt(room->distance, 1);
    for (unsigned i = 0; i < scene_work.dead_ends.n; i++) {
        cr_assert_neq(scene_work.dead_ends.room[i], number);
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
        scene_open_bare(all[k]);
        for (uint64_t i = 1; i <= FLOORS; i++) {
            scene_lay_out(i);
            unsigned dead_ends = scene_work.dead_ends.n;
            if (!fl_rebirth_rooms_boss_room_place(
                    &scene_work)) { /* a narrow room, no dead end in its direction */
                cr_assert_str_eq(scene_work.failure, "no dead end for the boss");
                cr_assert_eq(scene_work.dead_ends.n, dead_ends);
                continue;
            }
            cr_assert_eq(scene_work.dead_ends.n, dead_ends - 1);
            check_boss(scene_work.boss);
            const fl_layout_board_room *room = &scene_work.board.room[scene_work.boss];
            cr_assert(is_double(room->interior.variant) ||
                      room->interior.subtype == scene_work.boss_identity);
            cr_assert(!is_double(room->interior.variant) || room->interior.variant < 0xE74 + 50);
            doubles[is_double(room->interior.variant)]++;
        }
        cr_expect_gt(doubles[0] + doubles[1], FLOORS * 9u / 10);
        cr_expect(gtest_fit(doubles, law, 2) > alarm, "%s", all[k]);
        maker_close(&scene_maker);
    }
}

/* In the game's order: a draw for the side stream, identity, double trouble, one more for the room. */
Test(boss_room, the_room_moves_the_level_stream_by_one_draw)
{
    scene_open_bare("rules=blade rng=isaac stage=6 items=[black_candle]");
    for (uint64_t i = 1; i <= 50; i++) {
        scene_lay_out(i);
        uint32_t before = scene_work.stage.level.drawn;
        bool is_placed = fl_rebirth_rooms_boss_room_place(&scene_work);
        cr_assert_eq(scene_work.stage.level.drawn - before, 2u); /* stage 6 has a fixed boss */
        cr_assert(!is_placed || scene_work.boss_identity == 6);
    }
    maker_close(&scene_maker);
}

Test(boss_room, without_dead_ends_there_is_no_boss)
{
    scene_open_bare("rules=blade stage=4");
    scene_lay_out(1);
    scene_work.dead_ends.n = 0;
    cr_expect_not(fl_rebirth_rooms_boss_room_place(&scene_work));
    cr_expect_str_eq(scene_work.failure, "no dead end for the boss");
    for (unsigned i = 0; i < 2; i++) {
        scene_lay_out(1);
        for (unsigned k = 0; k < scene_work.board.rooms_n; k++) {
            scene_work.board.room[k].distance = (uint8_t)(i + 1);
        }
        cr_expect_eq(fl_rebirth_rooms_boss_room_place(&scene_work), i == 1);
    }
    maker_close(&scene_maker);
}

Test(boss_room, a_pool_without_bosses_fails)
{
    scene_open_bare("rules=afterbirth-plus stage=4");
    scene_lay_out(1);
    fl_rebirth_rules rules = *(const fl_rebirth_rules *)scene_maker.rules;
    for (unsigned i = FL_INTERIORS_BOSS + 1; i <= FL_POOL_CHOICE_ROOM_LISTS; i++) { /* no rooms of bosses */
        rules.special.from[i] = rules.special.from[FL_INTERIORS_BOSS];
    }
    scene_work.rules = &rules;
    fl_pool_cache_begin(scene_work.special, &rules.special, scene_work.special->weight);
    cr_expect_not(fl_rebirth_rooms_boss_room_place(&scene_work));
    cr_expect_str_eq(scene_work.failure, "no interior for the boss");
    maker_close(&scene_maker);
}

Test(boss_room, only_labyrinths_have_a_second_boss)
{
    scene_open_bare("rules=blade stage=3 curse=none");
    scene_lay_out(2);
    cr_assert(fl_rebirth_rooms_boss_room_place(&scene_work));
    unsigned rooms = scene_work.board.rooms_n;
    fl_rebirth_random level = scene_work.stage.level;
    cr_expect(fl_rebirth_rooms_boss_room_place_second(&scene_work));
    cr_expect_eq(scene_work.board.rooms_n, rooms);
    cr_expect_eq(scene_work.second_boss, -1);
    cr_expect_eq(scene_work.stage.level.fair.state, level.fair.state);
    maker_close(&scene_maker);
}

/* One behind the other, the second not a listed dead end; the level's stream is unchanged. */
Test(boss_room, a_labyrinths_second_boss_lies_behind_the_first)
{
    static const char *const all[] = {
        "rules=blade stage=1 curse=labyrinth", "rules=repentance stage=5 curse=labyrinth",
        "rules=afterbirth-plus rng=isaac stage=3 items=[black_candle] curse=labyrinth"};
    for (unsigned k = 0; k < 3; k++) {
        unsigned placed = 0;
        scene_open_bare(all[k]);
        for (uint64_t i = 1; i <= 400; i++) {
            scene_lay_out(i);
            if (!fl_rebirth_rooms_boss_room_place(&scene_work)) {
                continue;
            }
            unsigned dead_ends = scene_work.dead_ends.n;
            fl_rebirth_random level = scene_work.stage.level;
            unsigned rooms = scene_work.board.rooms_n;
            bool is_placed = fl_rebirth_rooms_boss_room_place_second(&scene_work);
            bool has_moved = scene_work.stage.level.fair.state != level.fair.state ||
                             scene_work.stage.level.exact.state != level.exact.state;
            cr_assert(!is_placed || !has_moved);
            if (!is_placed) {
                cr_assert_not_null(scene_work.failure);
                continue;
            }
            placed++;
            cr_assert_eq(scene_work.board.rooms_n, rooms + 1);
            cr_assert_eq(scene_work.second_boss, (int)rooms);
            cr_assert_eq(scene_work.dead_ends.n, dead_ends);
            check_boss(scene_work.second_boss);
            const fl_layout_board_room *outer = &scene_work.board.room[scene_work.second_boss];
            cr_assert_eq(outer->distance, scene_work.board.room[scene_work.boss].distance + 1);
            unsigned back = (uint8_t)(outer->placed - (unsigned)fl_layout_board_step(outer->direction));
            cr_assert_eq(fl_layout_board_at(&scene_work.board, back), scene_work.boss);
            cr_assert_eq(__builtin_popcount(fl_layout_board_links(&scene_work.board, rooms)), 1);
            cr_assert(is_double(outer->interior.variant) ||
                      outer->interior.subtype == scene_work.second_identity);
        }
        cr_expect_gt(placed, 120u, "%s: %u", all[k], placed);
        maker_close(&scene_maker);
    }
}

/* Six to nine with the first, all different; with fewer than five more the attempt fails. */
Test(boss_room, the_void_has_many_bosses)
{
    unsigned found[10] = {0};
    scene_open_bare("rules=afterbirth-plus stage=12");
    for (uint64_t i = 1; i <= 600; i++) {
        uint64_t met[4] = {0};
        unsigned bosses = 0;
        scene_lay_out(i);
        if (!fl_rebirth_rooms_boss_room_place(&scene_work) ||
            !fl_rebirth_rooms_boss_room_place_many(&scene_work)) {
            continue;
        }
        for (unsigned k = 0; k < scene_work.board.rooms_n; k++) {
            const fl_layout_board_room *room = &scene_work.board.room[k];
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
    scene_lay_out(1);
    cr_assert(fl_rebirth_rooms_boss_room_place(&scene_work));
    scene_work.dead_ends.n = 4;
    cr_expect_not(fl_rebirth_rooms_boss_room_place_many(&scene_work));
    cr_expect_str_eq(scene_work.failure, "no dead ends for five more bosses");
    maker_close(&scene_maker);
}

/* "All the endpoints at max distance from the start room are tried before giving up entirely." */
Test(boss_room, the_article_tries_only_the_farthest_dead_ends)
{
    static const char *const all[] = {"rules=article stage=5", "rules=afterbirth-plus stage=5"};
    unsigned nearer[2] = {0};
    unsigned failed[2] = {0};
    for (unsigned k = 0; k < 2; k++) {
        scene_open_bare(all[k]);
        for (uint64_t i = 1; i <= FLOORS; i++) {
            scene_lay_out(i);
            unsigned farthest = scene_work.board.room[scene_work.dead_ends.room[0]].distance;
            if (!fl_rebirth_rooms_boss_room_place(&scene_work)) {
                cr_assert_str_eq(scene_work.failure, "no dead end for the boss");
                failed[k]++;
                continue;
            }
            check_boss(scene_work.boss);
            nearer[k] += scene_work.board.room[scene_work.boss].distance < farthest;
        }
        maker_close(&scene_maker);
    }
    cr_expect_eq(nearer[0], 0);
    cr_expect_gt(nearer[1], 0);
    cr_expect_gt(failed[0], failed[1]);
}
