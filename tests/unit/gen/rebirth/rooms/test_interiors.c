/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Interiors for rooms: what is chosen for a room suits it (gen/rebirth/RULES.md, "Special rooms", step 11,
 * and "Difficulty"). G-tests at 1e-6 with fixed seeds. */
#include "gen/rebirth/rooms/interiors.h"
#include "tests/support/gtest.h"
#include "tests/unit/scene.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const double alarm = 1e-6;

/* All normal rooms of some floors; how often each difficulty came. */
static void furnish_all(const char *settings, unsigned floors, unsigned difficulties[32])
{
    memset(difficulties, 0, 32 * sizeof difficulties[0]);
    scene_open_bare(settings);
    const fl_rebirth_rules *rules = scene_maker.rules;
    for (uint64_t k = 1; k <= floors; k++) {
        scene_lay_out(k);
        cr_assert(fl_rebirth_rooms_interiors_fill_rest(&scene_work), "%s: %s", settings, scene_work.failure);
        for (unsigned i = 1; i < scene_work.board.rooms_n; i++) {
            const fl_layout_board_room *room = &scene_work.board.room[i];
            const fl_pool_room *interior = scene_interior(&rules->normal, room);
            uint8_t links = fl_layout_board_links(&scene_work.board, i);
            cr_assert(room->interior.is_there && room->kind == FL_KIND_NORMAL && room->interior.type == 1);
            cr_assert(interior->shape == room->shape && interior->doors == room->interior.doors);
            cr_assert_eq(links & ~interior->doors, 0, "a neighbour behind a wall");
            cr_assert(rules->stage != 11 || room->interior.variant >= 1);
            cr_assert_lt(interior->difficulty, 32);
            difficulties[interior->difficulty]++;
        }
    }
    maker_close(&scene_maker);
}

static void expect_difficulties(const char *settings, unsigned least, unsigned most)
{
    unsigned found[32];
    furnish_all(settings, 120, found);
    for (unsigned i = 0; i < 32; i++) {
        cr_expect(found[i] == 0 || (i >= least && i <= most), "%s: difficulty %u", settings, i);
    }
    cr_expect(found[least] > 0 && found[most] > 0, "%s: not %u to %u", settings, least, most);
}

Test(interiors, rooms_are_as_difficult_as_their_floor)
{
    expect_difficulties("rules=blade stage=3 curse=none", 1, 5);
    expect_difficulties("rules=blade stage=2", 5, 10);
    expect_difficulties("rules=blade stage=3 hard=on", 5, 5);
    expect_difficulties("rules=afterbirth-plus stage=8 hard=on", 10, 15);
    expect_difficulties("rules=afterbirth-plus stage=11", 1, 5);
    expect_difficulties("rules=afterbirth-plus stage=12", 5, 15);
    expect_difficulties("rules=repentance stage=3 curse=labyrinth", 1, 10);
    expect_difficulties("rules=wiki stage=3 curse=none", 1, 5);
    expect_difficulties("rules=wiki stage=4", 5, 10);
    expect_difficulties("rules=wiki stage=4 hard=on", 5, 15);
    expect_difficulties("rules=wiki stage=3 curse=none hard=on", 1, 10);
    expect_difficulties("rules=wiki stage=10", 5, 10);
    expect_difficulties("rules=wiki stage=12", 5, 20);
    expect_difficulties("rules=wiki stage=12 hard=on", 5, 20);
    expect_difficulties("rules=wiki-pseudocode rng=isaac stage=4", 5, 10);
}

/* One room in eight may be easier. It need not be, depending on the pool, so the share is below an eighth. */
Test(interiors, some_rooms_are_easier_than_their_floor)
{
    static const char *const all[] = {"rules=repentance stage=6", "rules=repentance rng=isaac stage=6"};
    for (unsigned k = 0; k < 2; k++) {
        unsigned found[32];
        unsigned easy = 0;
        unsigned rest = 0;
        furnish_all(all[k], 300, found);
        for (unsigned i = 0; i < 32; i++) {
            easy += i < 5 ? found[i] : 0;
            rest += i < 5 ? 0 : found[i];
        }
        cr_expect(easy > rest / 40 && easy < rest / 8, "%s: %u of %u", all[k], easy, rest);
    }
}

/* How many rooms have a difficulty from `least` to `most`. */
static unsigned sum(const unsigned found[32], unsigned least, unsigned most)
{
    unsigned n = 0;
    for (unsigned i = least; i <= most; i++) {
        n += found[i];
    }
    return n;
}

/* "1-10 (1 and 10 are less common)": 5 is usual, one room in eight has any difficulty from 1 to 10. */
Test(interiors, five_is_usual_on_hard_first_floors_of_the_wiki)
{
    static const char *const all[] = {"rules=wiki stage=3 curse=none hard=on",
                                      "rules=wiki stage=3 curse=none hard=on rng=isaac"};
    for (unsigned k = 0; k < 2; k++) {
        unsigned found[32];
        furnish_all(all[k], 300, found);
        unsigned rooms = sum(found, 0, 31);
        cr_expect(found[5] > rooms / 8 * 7, "%u of %u", found[5], rooms);
        cr_expect(found[1] > 0 && found[1] < rooms / 16, "%u", found[1]);
        cr_expect(found[10] > 0 && found[10] < rooms / 16, "%u", found[10]);
    }
}

/* "5-10 ( and 20)": 11 to 19 never, 20 for one room in eight. */
Test(interiors, the_wikis_void_has_rooms_of_difficulty_twenty)
{
    unsigned found[32];
    furnish_all("rules=wiki stage=12", 60, found);
    unsigned rooms = sum(found, 0, 31);
    cr_expect_eq(sum(found, 11, 19), 0);
    cr_expect(found[20] > rooms / 10 && found[20] < rooms / 6, "%u of %u", found[20], rooms);
    furnish_all("rules=wiki stage=12 hard=on", 60, found);
    cr_expect(sum(found, 11, 19) > 0 && found[20] > 0);
}

Test(interiors, the_start_has_its_fixed_room)
{
    for (unsigned stage = 10; stage <= 11; stage++) {
        char settings[64];
        snprintf(settings, sizeof settings, "rules=blade stage=%u", stage);
        scene_open_bare(settings);
        cr_assert(fl_rebirth_rooms_interiors_fill_rest(&scene_work));
        cr_expect_eq(scene_work.board.room[0].kind, FL_KIND_START);
        cr_expect_eq(scene_work.board.room[0].interior.variant, stage == 11 ? 0 : 2);
        maker_close(&scene_maker);
    }
}

/* A dead end that was taken for a room which was not placed has no interior and is not listed: it stays
 * without one. */
Test(interiors, rooms_that_have_an_interior_keep_it)
{
    scene_open_bare("rules=blade stage=4");
    unsigned first = 1;
    while (scene_work.board.room[first].is_dead_end) {
        first++;
    }
    fl_pool_interior shop = {.is_there = true,
                             .shape = scene_work.board.room[first].shape,
                             .doors = 0x0f,
                             .type = 2,
                             .variant = 77};
    fl_rebirth_rooms_interiors_apply(&scene_work, (int)first, &shop, FL_KIND_SHOP);
    unsigned last = scene_work.dead_ends.room[--scene_work.dead_ends.n];
    cr_assert(fl_rebirth_rooms_interiors_fill_rest(&scene_work));
    cr_expect(scene_work.board.room[first].kind == FL_KIND_SHOP &&
              scene_work.board.room[first].interior.variant == 77);
    cr_expect_not(scene_work.board.room[last].interior.is_there);
    maker_close(&scene_maker);
}

Test(interiors, a_room_no_interior_suits_fails)
{
    scene_open_bare("rules=blade stage=4");
    fl_rebirth_rules rules = *(const fl_rebirth_rules *)scene_maker.rules;
    rules.widened[scene_work.stage.floor] = (fl_rebirth_window){16, 20, 0, 0};
    scene_work.rules = &rules;
    cr_expect_not(fl_rebirth_rooms_interiors_fill_rest(&scene_work));
    maker_close(&scene_maker);
}

Test(interiors, without_interiors_a_room_is_single_with_all_doors)
{
    maker_open(&scene_maker, "rebirth", "interiors=off specials=off", 1);
    scene_lay_out(1);
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_TREASURE);
    fl_pool_interior bare = *fl_rebirth_rooms_interiors_draw(&scene_work, FL_INTERIORS_SPECIAL, &request);
    cr_expect(bare.is_there && bare.shape == FL_SHAPE_1X1 && bare.doors == 0x0f && bare.type == 4);
    cr_expect(bare.width == 1 && bare.height == 1 && bare.variant == -1);
    cr_expect(fl_rebirth_rooms_interiors_fill_rest(&scene_work));
    cr_expect_not(scene_work.board.room[1].interior.is_there);
    maker_close(&scene_maker);
}

Test(interiors, a_choice_moves_the_level_stream_by_one_draw)
{
    scene_open_bare("rules=blade rng=isaac stage=4");
    static const unsigned types[] = {FL_INTERIORS_SHOP, FL_INTERIORS_TREASURE, 31};
    for (unsigned i = 0; i < 3; i++) {
        fl_pool_request request = fl_pool_choice_special(types[i]);
        fl_xorshift twin = scene_work.stage.level.exact;
        uint32_t seed = fl_xorshift_next(&twin);
        fl_rebirth_state other = scene_work;
        request.lowers = false;
        fl_pool_interior drawn =
            *fl_rebirth_rooms_interiors_draw(&scene_work, FL_INTERIORS_SPECIAL, &request);
        fl_pool_interior chosen =
            *fl_rebirth_rooms_interiors_choose(&other, FL_INTERIORS_SPECIAL, &request, seed);
        cr_expect_eq(scene_work.stage.level.exact.state, twin.state);
        cr_expect(drawn.is_there == (i < 2) && drawn.variant == chosen.variant);
    }
    maker_close(&scene_maker);
}

Test(interiors, a_room_becomes_what_its_interior_is)
{
    scene_open_bare("rules=blade stage=4");
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_BOSS);
    fl_pool_interior boss = *fl_rebirth_rooms_interiors_draw(&scene_work, FL_INTERIORS_SPECIAL, &request);
    cr_assert(boss.is_there);
    const fl_shape_row *shape_row = fl_shape_of((fl_shape)boss.shape);
    cr_expect(boss.type == 5 && boss.width == shape_row->width && boss.height == shape_row->height);
    fl_rebirth_rooms_interiors_apply(&scene_work, 3, &boss, FL_KIND_BOSS);
    const fl_layout_board_room *room = &scene_work.board.room[3];
    cr_expect(room->kind == FL_KIND_BOSS && room->interior.type == 5 && room->interior.doors == boss.doors &&
              room->interior.is_there);
    cr_expect(room->interior.variant == boss.variant && room->interior.subtype == boss.subtype &&
              room->interior.width == boss.width);
    maker_close(&scene_maker);
}

/* Choosing a room a second time is ten times less likely: among equal weights, repeats are rare. */
Test(interiors, a_room_chosen_comes_less_often_again)
{
    scene_open_bare("rules=blade stage=4");
    const fl_rebirth_rules *rules = scene_maker.rules;
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_SHOP);
    double again = 0;
    double total = 0;
    for (uint32_t i = 0; i < rules->special.pool.rooms_n; i++) {
        const fl_pool_room *room = &rules->special.pool.rooms[i];
        total +=
            room->type == 2 && room->difficulty >= 1 && room->difficulty <= 10 ? (double)room->weight : 0;
    }
    for (uint32_t i = 0; i < rules->special.pool.rooms_n; i++) {
        double w = rules->special.pool.rooms[i].type == 2 ? (double)rules->special.pool.rooms[i].weight : 0;
        again += w / total * (w / 10) / (total - 0.9 * w);
    }
    uint64_t found[2] = {0};
    const double law[2] = {1 - again, again};
    for (unsigned i = 0; i < 20000; i++) {
        fl_pool_cache_begin(scene_work.special, &rules->special, scene_work.special->weight);
        int32_t first = fl_rebirth_rooms_interiors_draw(&scene_work, FL_INTERIORS_SPECIAL, &request)->variant;
        found[first ==
              fl_rebirth_rooms_interiors_draw(&scene_work, FL_INTERIORS_SPECIAL, &request)->variant]++;
    }
    cr_expect(gtest_fit(found, law, 2) > alarm);
    maker_close(&scene_maker);
}
