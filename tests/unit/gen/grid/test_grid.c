/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The row: floors by key, traced or not; facts, tags and doors. */
#include "gen/base/embedded.h"
#include "gen/floor/check.h"
#include "gen/floor/floor_json.h"
#include "gen/floor/floor_json_read.h"
#include "gen/grid/grid.h"
#include "tests/support/grid_group.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

static void write_line(const fl_floor *floor, fl_text *out)
{
    fl_floor_json_head head = {.generator = "grid", .rules = "test", .seed = 1};
    fl_text_clear(out);
    fl_floor_json_write(&head, floor, out);
}

static const char *const names[] = {"basement", "cave", "facade", "halls", "maze", "ring_city", "spine"};

enum { NAMES = sizeof names / sizeof names[0] };

static void open_ruleset(maker *m, const char *name)
{
    char settings[64] = "rules=";
    maker_open(m, "grid", strcat(settings, name), 7);
}

/* The same key gives the same floor whatever was made before, and from fresh memory. */
Test(grid, a_floor_is_a_function_of_its_key)
{
    fl_text a;
    fl_text b;
    fl_text_init(&a);
    fl_text_init(&b);
    for (unsigned n = 0; n < NAMES; n++) {
        maker first;
        maker second;
        open_ruleset(&first, names[n]);
        open_ruleset(&second, names[n]);
        for (unsigned i = 0; i < 40; i++) {
            maker_make_bare(&first, i);
            write_line(&first.floor, &a);
            maker_make_bare(&second, 1000 - i);
            maker_make_bare(&second, i);
            write_line(&second.floor, &b);
            cr_assert_str_eq(fl_text_get(&a), fl_text_get(&b), "%s, floor %u", names[n], i);
        }
        memset(first.scratch, 0, first.generator->scratch_size(first.rules));
        maker_make_bare(&first, 0);
        write_line(&first.floor, &a);
        maker_make_bare(&second, 0);
        write_line(&second.floor, &b);
        cr_assert_str_eq(fl_text_get(&a), fl_text_get(&b));
        maker_close(&first);
        maker_close(&second);
    }
    fl_text_free(&a);
    fl_text_free(&b);
}

/* A worker has one piece of scratch memory for all conditions of a run, large enough for the largest. */
Test(grid, rules_may_take_turns_in_one_piece_of_memory)
{
    maker m[NAMES];
    size_t most = 0;
    fl_text a;
    fl_text b;
    fl_text_init(&a);
    fl_text_init(&b);
    for (unsigned n = 0; n < NAMES; n++) {
        open_ruleset(&m[n], names[n]);
        size_t size = m[n].generator->scratch_size(m[n].rules);
        most = size > most ? size : most;
    }
    void *shared = calloc(1, most);
    cr_assert_not_null(shared);
    for (unsigned i = 0; i < 30 * NAMES; i++) {
        maker *now = &m[i * 3 % NAMES];
        maker_make_bare(now, i);
        write_line(&now->floor, &a);
        now->generator->make(now->rules, &now->key, shared, &now->floor);
        write_line(&now->floor, &b);
        cr_assert_str_eq(fl_text_get(&a), fl_text_get(&b), "floor %u", i);
    }
    for (unsigned n = 0; n < NAMES; n++) {
        maker_close(&m[n]);
    }
    free(shared);
    fl_text_free(&a);
    fl_text_free(&b);
}

typedef struct notes {
    unsigned attempts, placed, wrong;
    const fl_grid_rules *rules;
} notes;

static void note(void *context, const fl_grid_attempt *attempt)
{
    notes *self = context;
    self->attempts++;
    self->placed += attempt->outcome == FL_GRID_PLACED;
    bool has_chance = attempt->outcome == FL_GRID_PLACED || attempt->outcome == FL_GRID_LOST;
    self->wrong += has_chance != (attempt->chance > 0) || attempt->chance > FL_GRID_RULES_SURE;
    self->wrong += attempt->entry >= self->rules->entries_n || attempt->pass >= self->rules->passes_n;
    self->wrong += attempt->outcome != FL_GRID_OVERLAP && attempt->neighbours == 0;
    self->wrong += attempt->x < 0 || attempt->y < 0 || attempt->x >= self->rules->width;
    self->wrong +=
        attempt->rotation >= self->rules->entries[attempt->entry].rotations_n || attempt->round == 0;
}

Test(grid, watching_changes_nothing_and_sees_every_room)
{
    fl_text a;
    fl_text b;
    fl_text_init(&a);
    fl_text_init(&b);
    for (unsigned n = 0; n < NAMES; n++) {
        maker m;
        open_ruleset(&m, names[n]);
        for (unsigned i = 0; i < 20; i++) {
            notes seen = {.rules = m.rules};
            fl_grid_tracer tracer = {.attempt = note, .context = &seen};
            maker_make_bare(&m, i);
            write_line(&m.floor, &a);
            fl_grid_tracer_make(&tracer, m.rules, &m.key, m.scratch, &m.floor);
            write_line(&m.floor, &b);
            cr_assert_str_eq(fl_text_get(&a), fl_text_get(&b), "%s, floor %u", names[n], i);
            cr_assert_eq(seen.wrong, 0u);
            cr_assert_geq(seen.placed, m.floor.rooms_n - 1u);
            cr_assert(m.floor.fact[FL_GENERATOR_FACT_ATTEMPTS] > 1 || seen.placed == m.floor.rooms_n - 1u);
            cr_assert_geq(seen.attempts, seen.placed);
        }
        maker_close(&m);
    }
    fl_text_free(&a);
    fl_text_free(&b);
}

Test(grid, passes_follow_each_other_and_keep_their_sizes)
{
    for (unsigned n = 0; n < NAMES; n++) {
        maker m;
        open_ruleset(&m, names[n]);
        const fl_grid_rules *rules = m.rules;
        for (unsigned i = 0; i < 50; i++) {
            unsigned tiles[FL_GRID_PASSES + 1] = {0};
            unsigned last = 0;
            maker_make_bare(&m, i);
            cr_assert_null(m.floor.failure);
            for (unsigned k = 0; k < m.floor.rooms_n; k++) {
                unsigned pass = fl_grid_pass_of(m.scratch, k);
                cr_assert(k == 0 ? pass == 0 : pass >= last && pass > 0);
                tiles[pass] += m.floor.rooms[k].cells_n;
                last = pass;
            }
            for (unsigned p = 0; p < rules->passes_n; p++) {
                cr_assert(tiles[p + 1] >= rules->passes[p].tiles_min &&
                              tiles[p + 1] <= rules->passes[p].tiles_max,
                          "%s, floor %u, pass %u: %u tiles", names[n], i, p + 1, tiles[p + 1]);
            }
            cr_assert_eq(m.floor.fact[FL_GENERATOR_FACT_TARGET], m.floor.rooms_n);
        }
        maker_close(&m);
    }
}

Test(grid, doors_carry_the_tag_of_higher_priority_whatever_the_kinds_say)
{
    grid_group g;
    fl_diag diag;
    unsigned doors = 0;
    grid_group_try_edited(&g, grid_group_small, "tags: {start: 100, end: 90, normal: 0}",
                          "tags: {start: 5, end: 0, normal: 30000}");
    cr_assert_eq(g.err, FL_OK);
    for (unsigned i = 0; i < 500; i++) {
        grid_group_make(&g, i);
        cr_assert_eq(fl_check_floor(&g.floor, "floor", &diag), FL_OK, "%s", diag.what);
        for (uint32_t k = 0; k < g.floor.doors_n; k++) {
            bool has_normal = g.floor.rooms[g.floor.doors[k].room_a].kind == FL_KIND_NORMAL ||
                              g.floor.rooms[g.floor.doors[k].room_b].kind == FL_KIND_NORMAL;
            cr_assert_eq(g.floor.doors[k].kind, has_normal ? FL_KIND_NORMAL : FL_KIND_START);
            doors++;
        }
    }
    cr_expect_gt(doors, 500u);
    grid_group_close(&g);
}

/* The JSON line carries the file's priorities, so that its reader can determine the kinds of doors. */
Test(grid, floors_survive_being_written_and_read)
{
    static const char *const tags[] = {"tags: {start: 100, end: 90, normal: 0}",
                                       "tags: {start: 5, end: 0, normal: 30000}"};
    grid_group g;
    fl_floor read;
    fl_floor_json_reader reader;
    fl_text a;
    fl_text b;
    fl_diag diag;
    fl_text_init(&a);
    fl_text_init(&b);
    fl_floor_json_read_init(&reader);
    cr_assert_eq(fl_floor_init(&read, FL_GRID_TILES), FL_OK);
    grid_group_try_edited(&g, grid_group_small, tags[0], tags[1]);
    for (unsigned i = 0; i < 100; i++) {
        grid_group_make(&g, i);
        write_line(&g.floor, &a);
        cr_assert_eq(fl_floor_json_read(&reader, fl_text_get(&a), a.size, &read, &diag), FL_OK, "%s",
                     diag.what);
        cr_assert_eq(fl_check_floor(&read, "floor", &diag), FL_OK, "%s", diag.what);
        write_line(&read, &b);
        cr_assert_str_eq(fl_text_get(&a), fl_text_get(&b));
    }
    grid_group_close(&g);
    fl_floor_json_read_free(&reader);
    fl_floor_free(&read);
    fl_text_free(&a);
    fl_text_free(&b);
}

Test(grid, added_rooms_are_marked_and_every_room_has_a_distance)
{
    grid_group g;
    grid_group_try_edited(&g, grid_group_small, "connections: 4}", "tag: secret, added: true}");
    cr_assert_eq(g.err, FL_OK);
    for (unsigned i = 0; i < 200; i++) {
        grid_group_make(&g, i);
        for (unsigned k = 0; k < g.floor.rooms_n; k++) {
            cr_assert_eq(g.floor.rooms[k].is_added, g.floor.rooms[k].kind == FL_KIND_SECRET);
            cr_assert_geq(g.floor.rooms[k].distance, 0, "reached through added rooms too");
            cr_assert_null(g.floor.rooms[k].tag, "a kind's name needs no tag");
        }
    }
    grid_group_close(&g);
}

Test(grid, a_custom_tag_reaches_the_room)
{
    maker m;
    unsigned chapels = 0;
    open_ruleset(&m, "spine");
    maker_make_bare(&m, 0);
    for (unsigned i = 0; i < m.floor.rooms_n; i++) {
        const char *tag = m.floor.rooms[i].tag;
        chapels += tag && strcmp(tag, "chapel") == 0;
        cr_expect(!tag || m.floor.rooms[i].kind == FL_KIND_SPECIAL);
    }
    cr_expect_gt(chapels, 2u);
    maker_close(&m);
}

Test(grid, a_floor_without_an_arrangement_is_failed_not_endless)
{
    grid_group g;
    grid_group_try_edited(&g, grid_group_small, "start: {shape",
                          "board: {width: 2, height: 4}\nstart: {shape");
    cr_assert_eq(g.err, FL_OK);
    unsigned failed = 0;
    for (unsigned i = 0; i < 50; i++) {
        grid_group_make(&g, i);
        failed += g.floor.failure != NULL;
        cr_expect(g.floor.failure == NULL || g.floor.rooms_n == 0);
        cr_expect_geq(g.floor.fact[FL_GENERATOR_FACT_ATTEMPTS], 1);
    }
    cr_expect_lt(failed, 50u);
    grid_group_close(&g);
}

/* Thirty thousand tiles, and an end that is never far enough away: without a bound on the looks each of its
 * thousand attempts takes a second. */
Test(grid, a_huge_floor_that_cannot_be_is_given_up_soon)
{
    static const char distance[] = "{zero: 4, one: 6}";
    const fl_embedded *basement = fl_embedded_find("data/rulesets/basement.yaml");
    const char *at = strstr(basement->data, distance);
    fl_text text;
    grid_group g;
    fl_text_init(&text);
    cr_assert_not_null(at);
    fl_text_add_bytes(&text, basement->data, (size_t)(at - basement->data));
    fl_text_add(&text, "{zero: 999999, one: 1000000}");
    fl_text_add(&text, at + sizeof distance - 1);
    grid_group_try_edited(&g, fl_text_get(&text), "min: 13, max: 17", "min: 30000, max: 30000");
    fl_text_free(&text);
    cr_assert_eq(g.err, FL_OK, "%s", g.diag.what);
    clock_t begun = clock();
    grid_group_make(&g, 0);
    cr_assert_not_null(g.floor.failure);
    cr_expect(strstr(g.floor.failure, "a million looks"), "%s", g.floor.failure);
    cr_expect_lt(clock() - begun, 10 * CLOCKS_PER_SEC);
    grid_group_close(&g);
}

Test(grid, ten_thousand_tiles_are_one_floor)
{
    maker m;
    fl_diag diag;
    open_ruleset(&m, "underworld");
    maker_make_bare(&m, 0);
    cr_assert_eq(fl_check_floor(&m.floor, "floor", &diag), FL_OK, "%s", diag.what);
    cr_expect_geq(m.floor.cells_n, 9900);
    cr_expect_lt(m.generator->scratch_size(m.rules), 96u * 10018u, "memory grows with the tiles alone");
    maker_close(&m);
}
