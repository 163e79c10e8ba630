/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The generator's face: floors by key, traced or not; floors that are given up. What floors look like is held
 * by tests/golden and, against a second generator, by tests/oracle/grid. */
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

static fl_text left, right;

static void set_up(void)
{
    fl_text_init(&left);
    fl_text_init(&right);
}

static void tear_down(void)
{
    fl_text_free(&left);
    fl_text_free(&right);
}

TestSuite(grid, .init = set_up, .fini = tear_down);

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

/* The same key gives the same floor whatever was made before. A worker has one piece of scratch memory for
 * all conditions of a run, large enough for the largest; rules take turns in it, and may come to lie where
 * others lay. */
Test(grid, a_floor_is_a_function_of_its_key)
{
    maker m[NAMES];
    size_t most = 0;
    for (unsigned n = 0; n < NAMES; n++) {
        open_ruleset(&m[n], names[n]);
        size_t size = m[n].generator->scratch_size(m[n].rules);
        most = size > most ? size : most;
    }
    void *shared = calloc(1, most);
    fl_grid_rules *rules = malloc(sizeof *rules);
    cr_assert(shared && rules);
    for (unsigned i = 0; i < 60 * NAMES; i++) {
        maker *now = &m[i * 3 % NAMES];
        maker_make_bare(now, i);
        write_line(&now->floor, &left);
        now->generator->make(now->rules, &now->key, shared, &now->floor);
        write_line(&now->floor, &right);
        cr_assert_str_eq(fl_text_get(&left), fl_text_get(&right), "floor %u", i);
    }
    memset(shared, 0, most);
    for (unsigned n = 0; n < NAMES; n++) {
        memcpy(rules, m[n].rules, sizeof *rules);
        maker_make_bare(&m[n], n);
        write_line(&m[n].floor, &left);
        m[n].generator->make(rules, &m[n].key, shared, &m[n].floor);
        write_line(&m[n].floor, &right);
        cr_assert_str_eq(fl_text_get(&left), fl_text_get(&right), "%s in another's place", names[n]);
    }
    for (unsigned n = 0; n < NAMES; n++) {
        maker_close(&m[n]);
    }
    free(rules);
    free(shared);
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
    for (unsigned n = 0; n < NAMES; n++) {
        maker m;
        open_ruleset(&m, names[n]);
        for (unsigned i = 0; i < 20; i++) {
            notes seen = {.rules = m.rules};
            fl_grid_tracer tracer = {.attempt = note, .context = &seen};
            maker_make_bare(&m, i);
            write_line(&m.floor, &left);
            fl_grid_tracer_make(&tracer, m.rules, &m.key, m.scratch, &m.floor);
            write_line(&m.floor, &right);
            cr_assert_str_eq(fl_text_get(&left), fl_text_get(&right), "%s, floor %u", names[n], i);
            cr_assert_eq(seen.wrong, 0u);
            cr_assert_geq(seen.placed, m.floor.rooms_n - 1u);
            cr_assert(m.floor.fact[FL_GENERATOR_FACT_ATTEMPTS] > 1 || seen.placed == m.floor.rooms_n - 1u);
            cr_assert_geq(seen.attempts, seen.placed);
        }
        maker_close(&m);
    }
    cr_expect_str_eq(fl_grid_outcome_text(FL_GRID_LOST), "lost the draw");
    cr_expect_str_eq(fl_grid_outcome_text(FL_GRID_OUTCOMES), fl_grid_outcome_text(FL_GRID_ZERO));
}

/* The JSON line carries the file's priorities, so that its reader can determine the kinds of doors. Here the
 * tag of a door is not the one that the kinds would lead to, and added rooms lead on to others. */
Test(grid, floors_survive_being_written_and_read)
{
    grid_group g;
    fl_floor read;
    fl_floor_json_reader reader;
    fl_diag diag;
    unsigned added = 0;
    fl_floor_json_read_init(&reader);
    cr_assert_eq(fl_floor_init(&read, FL_GRID_TILES), FL_OK);
    grid_group_try_edited(
        &g,
        "name: small\nstart: {shape: ['#']}\ntags: {start: 5, end: 0, secret: 30000}\npasses:\n"
        "  - {name: main, tiles: {min: 4, max: 6}, rules: only, rooms: [{name: one, shape: ['#'], "
        "TAG}, {name: end, shape: ['#'], weight: 0, min: 1, max: 1, tag: end}]}\n"
        "rulesets: {only: {propagate_higher: true, neighbours: [{n: 1, p: 0.5}]}}\n",
        "TAG", "tag: secret, added: true");
    cr_assert_eq(g.err, FL_OK, "%s", g.diag.what);
    for (unsigned i = 0; i < 200; i++) {
        grid_group_make(&g, i);
        for (unsigned k = 0; k < g.floor.rooms_n; k++) {
            cr_assert_eq(g.floor.rooms[k].is_added, g.floor.rooms[k].kind == FL_KIND_SECRET);
            cr_assert_geq(g.floor.rooms[k].distance, 0, "reached through added rooms, too");
            added += g.floor.rooms[k].is_added;
        }
        for (uint32_t k = 0; k < g.floor.doors_n; k++) {
            bool has_secret = g.floor.rooms[g.floor.doors[k].room_a].is_added ||
                              g.floor.rooms[g.floor.doors[k].room_b].is_added;
            cr_assert_eq(g.floor.doors[k].kind, has_secret ? FL_KIND_SECRET : FL_KIND_START);
        }
        write_line(&g.floor, &left);
        cr_assert_eq(fl_floor_json_read(&reader, fl_text_get(&left), left.size, &read, &diag), FL_OK, "%s",
                     diag.what);
        cr_assert_eq(fl_check_floor(&read, "floor", &diag), FL_OK, "%s", diag.what);
        write_line(&read, &right);
        cr_assert_str_eq(fl_text_get(&left), fl_text_get(&right));
    }
    cr_expect_gt(added, 200u);
    grid_group_close(&g);
    fl_floor_json_read_free(&reader);
    fl_floor_free(&read);
}

/* ---- floors that are given up ---- */

/* Makes floor 0 of a text in which one word is replaced; it must fail for this reason after so many attempts.
 */
static void expect_given_up(const char *text, const char *old, const char *new, const char *why, int attempts)
{
    grid_group g;
    clock_t begun = clock();
    grid_group_try_edited(&g, text, old, new);
    cr_assert_eq(g.err, FL_OK, "%s", g.diag.what);
    grid_group_make(&g, 0);
    cr_assert_not_null(g.floor.failure, "%s", why);
    cr_expect(strstr(g.floor.failure, why), "%s", g.floor.failure);
    cr_expect_eq(g.floor.rooms_n, 0);
    cr_expect(attempts == 0 || g.floor.fact[FL_GENERATOR_FACT_ATTEMPTS] == attempts);
    cr_expect_lt(clock() - begun, 10 * CLOCKS_PER_SEC);
    grid_group_close(&g);
}

Test(grid, what_cannot_be_is_given_up_with_its_reason)
{
    static const char *const locks =
        "name: locks\nopen_way: true\nstart: {shape: ['#'], connections: 1}\npasses:\n"
        "  - {name: main, tiles: {min: 1, max: 1}, rules: any, rooms: [{name: shop, shape: ['#'], tag: "
        "shop}]}\n"
        "  - {name: end, tiles: {min: 1, max: 1}, rules: any, rooms: [{name: end, shape: ['#'], weight: 0, "
        "min: 1, "
        "max: 1, tag: end}]}\nrulesets: {any: {neighbours: [{n: 1, p: 1}]}}\n";
    expect_given_up(locks, "tag: shop", "tag: shop", "had an open way from start to end", 1000);
    expect_given_up(grid_group_small, "{n: 1, p: 0.5}", "{n: 1, p: 0.000000001}", "so small that", 1);
    expect_given_up(grid_group_small, "start: {shape: [\"#\"], ",
                    "board: {width: 7, height: 1}\nstart: {shape: [\"#\"], connections: 1, ",
                    "within max_attempts", 1000);
}

/* Thirty thousand tiles, and an end that is never far enough away: without a bound on the looks each of its
 * thousand attempts takes a second. */
Test(grid, a_huge_floor_that_cannot_be_is_given_up_soon)
{
    static const char distance[] = "{zero: 4, one: 6}";
    const fl_embedded *basement = fl_embedded_find("data/rulesets/basement.yaml");
    const char *at = strstr(basement->data, distance);
    cr_assert_not_null(at);
    fl_text_add_bytes(&left, basement->data, (size_t)(at - basement->data));
    fl_text_add(&left, "{zero: 999999, one: 1000000}");
    fl_text_add(&left, at + sizeof distance - 1);
    expect_given_up(fl_text_get(&left), "min: 13, max: 17", "min: 30000, max: 30000", "a million looks", 0);
}
