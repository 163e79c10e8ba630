/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The generator as a whole: floor i is floor i, whatever came before and whoever makes it. */
#include "analysis/metric/metric.h"
#include "gen/floor/floor_json.h"
#include "tests/support/gtest.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOORS = 300 };

static const char *const populations[] = {
    "level=1",
    "level=9",
    "level=3 curse=labyrinth",
    "level=5 curse=random curse_odds=3 secret_tries=on",
    "rules=demo",
    "rules=flash level=2",
    "rules=flash level=3 curse=random curse_odds=3",
    "rules=flash level=1 curse=labyrinth",
    "level=7 max_attempts=3",
};

enum { POPULATIONS = sizeof populations / sizeof populations[0] };

/* Everything a floor says, as one line. */
static void write_floor(const fl_floor *floor, uint64_t index, fl_text *out)
{
    fl_floor_json_head head = {.generator = "classic", .version = 1, .rules = "", .index = index};
    fl_text_clear(out);
    fl_floor_json_write(&head, floor, out);
}

static char *line_of(maker *m, uint64_t index)
{
    fl_text text;
    fl_text_init(&text);
    maker_make_bare(m, index);
    write_floor(&m->floor, index, &text);
    cr_assert_eq(fl_text_check(&text), FL_OK);
    return text.data;
}

static void expect_line(maker *m, uint64_t index, const char *line, const char *what)
{
    char *found = line_of(m, index);
    cr_expect_str_eq(found, line, "floor %llu %s: %s instead of %s", (unsigned long long)index, what, found,
                     line);
    free(found);
}

/* In order once; then from the last to the first, each after its own neighbour; then each on a fresh maker.
 */
Test(classic, floors_do_not_depend_on_those_made_before)
{
    for (int p = 0; p < POPULATIONS; p++) {
        maker m;
        char *lines[FLOORS];
        maker_open(&m, "classic", populations[p], 77);
        for (unsigned i = 0; i < FLOORS; i++) {
            lines[i] = line_of(&m, i);
        }
        for (unsigned i = FLOORS; i-- > 0;) {
            expect_line(&m, i, lines[i], "made backwards");
        }
        for (unsigned i = 0; i < FLOORS; i++) {
            maker_make_bare(&m, i * 7919 % FLOORS);
            expect_line(&m, i, lines[i], "after another");
        }
        maker_close(&m);
        for (unsigned i = 0; i < FLOORS; i += 29) {
            maker_open(&m, "classic", populations[p], 77);
            expect_line(&m, i, lines[i], "on a fresh maker");
            maker_close(&m);
        }
        for (unsigned i = 0; i < FLOORS; i++) {
            free(lines[i]);
        }
    }
}

/* Whatever stands in the memory that make is given. */
static void spoil(maker *m, int byte)
{
    fl_floor *floor = &m->floor;
    size_t cells = m->generator->cells_max;
    memset(m->scratch, byte, m->generator->scratch_size(m->rules));
    memset(floor->owner, byte, cells * sizeof *floor->owner);
    memset(floor->cells, byte, cells * sizeof *floor->cells);
    memset(floor->rooms, byte, cells * sizeof *floor->rooms);
    memset(floor->doors, byte, 2 * cells * sizeof *floor->doors);
    memset(floor->queue, byte, cells * sizeof *floor->queue);
    memset(floor->fact, byte, sizeof floor->fact);
    memset(floor->gate, byte, sizeof floor->gate);
}

Test(classic, floors_do_not_depend_on_what_memory_held)
{
    for (int p = 0; p < POPULATIONS; p++) {
        maker m;
        maker_open(&m, "classic", populations[p], 78);
        for (unsigned i = 0; i < FLOORS; i++) {
            char *line = line_of(&m, i);
            spoil(&m, i % 2 ? 0xff : 0x5a);
            expect_line(&m, i, line, "on spoilt memory");
            free(line);
        }
        maker_close(&m);
    }
}

typedef struct worker {
    const maker *shared; /* rules and seed */
    fl_text lines[FLOORS];
    bool is_backwards;
} worker;

/* Scratch and floor of its own, the rules of all. No assertions here: Criterion is no friend of threads. */
static void *make_all(void *worker_of)
{
    worker *w = worker_of;
    maker own = *w->shared;
    own.scratch = calloc(1, own.generator->scratch_size(own.rules));
    if (!own.scratch || fl_floor_init(&own.floor, own.generator->cells_max)) {
        return NULL;
    }
    for (unsigned i = 0; i < FLOORS; i++) {
        unsigned index = w->is_backwards ? FLOORS - 1 - i : i;
        fl_text_init(&w->lines[index]);
        maker_make_bare(&own, index);
        write_floor(&own.floor, index, &w->lines[index]);
    }
    free(own.scratch);
    fl_floor_free(&own.floor);
    return NULL;
}

Test(classic, two_workers_make_the_same_floors)
{
    static worker workers[2];
    for (int p = 0; p < POPULATIONS; p++) {
        maker m;
        pthread_t threads[2];
        maker_open(&m, "classic", populations[p], 79);
        for (int i = 0; i < 2; i++) {
            workers[i] = (worker){.shared = &m, .is_backwards = i == 1};
            cr_assert_eq(pthread_create(&threads[i], NULL, make_all, &workers[i]), 0);
        }
        pthread_join(threads[0], NULL);
        pthread_join(threads[1], NULL);
        for (int i = 0; i < FLOORS; i++) {
            cr_expect_gt(workers[0].lines[i].size, 50u);
            cr_expect_str_eq(fl_text_get(&workers[0].lines[i]), fl_text_get(&workers[1].lines[i]), "floor %d",
                             i);
            fl_text_free(&workers[0].lines[i]);
            fl_text_free(&workers[1].lines[i]);
        }
        maker_close(&m);
    }
}

/* How many of the floors are alike in two populations or seeds. */
static int count_same(const char *one, const char *two, uint64_t seed_one, uint64_t seed_two)
{
    maker a;
    maker b;
    int same = 0;
    maker_open(&a, "classic", one, seed_one);
    maker_open(&b, "classic", two, seed_two);
    for (unsigned i = 0; i < FLOORS; i++) {
        char *line_a = line_of(&a, i);
        char *line_b = line_of(&b, i);
        same += strcmp(line_a, line_b) == 0;
        free(line_a);
        free(line_b);
    }
    maker_close(&a);
    maker_close(&b);
    return same;
}

Test(classic, another_seed_gives_other_floors)
{
    cr_expect_eq(count_same("level=5", "level=5", 1, 1), FLOORS);
    cr_expect_leq(count_same("level=5", "level=5", 1, 2), 2);
    cr_expect_leq(count_same("rules=flash", "rules=flash", 1, UINT64_MAX), 2);
}

Test(classic, failed_floors_are_marked_and_empty)
{
    maker m;
    int failed = 0;
    maker_open(&m, "classic", "level=6 max_attempts=1", 5);
    for (unsigned i = 0; i < FLOORS; i++) {
        maker_make(&m, i);
        cr_assert_eq(m.floor.fact[FL_GENERATOR_FACT_ATTEMPTS], 1);
        cr_assert_geq(m.floor.fact[FL_GENERATOR_FACT_TARGET], 20);
        if (m.floor.failure) {
            failed++;
            cr_assert_not_null(strstr(m.floor.failure, "max_attempts"));
            cr_assert_eq(m.floor.rooms_n + m.floor.gates_n, 0);
            cr_assert_eq(m.value[FL_METRIC_ROOMS], FL_GENERATOR_FACT_NONE);
            cr_assert_eq(m.value[FL_METRIC_ATTEMPTS], 1);
        } else {
            cr_assert_eq(m.value[FL_METRIC_PLAN_ROOMS], m.floor.fact[FL_GENERATOR_FACT_TARGET]);
        }
    }
    cr_expect(failed > FLOORS / 4 && failed < FLOORS, "%d of %d failed", failed, FLOORS);
    maker_close(&m);
}

/* A floor of n attempts is the same floor where n are allowed, and fails where n - 1 are. */
Test(classic, the_limit_of_attempts_is_exact)
{
    static const char *const rows[] = {"level=4", "rules=demo", "rules=flash level=3"};
    for (unsigned i = 0; i < 3 * 40; i++) {
        char settings[64];
        maker m;
        maker_open(&m, "classic", rows[i / 40], 6);
        char *line = line_of(&m, i);
        int attempts = m.floor.fact[FL_GENERATOR_FACT_ATTEMPTS];
        maker_close(&m);
        snprintf(settings, sizeof settings, "%s max_attempts=%d", rows[i / 40], attempts);
        maker_open(&m, "classic", settings, 6);
        expect_line(&m, i, line, "with just enough attempts");
        maker_close(&m);
        free(line);
        if (attempts > 1) {
            snprintf(settings, sizeof settings, "%s max_attempts=%d", rows[i / 40], attempts - 1);
            maker_open(&m, "classic", settings, 6);
            maker_make(&m, i);
            cr_expect_not_null(m.floor.failure, "%s, floor %u", settings, i);
            cr_expect_eq(m.floor.fact[FL_GENERATOR_FACT_ATTEMPTS], attempts - 1);
            maker_close(&m);
        }
    }
}

Test(classic, counting_tries_changes_nothing_else)
{
    static const char *const rows[] = {"level=2", "level=3 curse=labyrinth", "rules=demo"};
    for (int r = 0; r < 3; r++) {
        maker a;
        maker b;
        char settings[64];
        snprintf(settings, sizeof settings, "%s secret_tries=on", rows[r]);
        maker_open(&a, "classic", rows[r], 7);
        maker_open(&b, "classic", settings, 7);
        for (unsigned i = 0; i < FLOORS; i++) {
            char *line = line_of(&a, i);
            maker_make_bare(&b, i);
            cr_expect_eq(a.floor.fact[FL_GENERATOR_FACT_SECRET_TRIES], FL_GENERATOR_FACT_NONE);
            int tries = b.floor.fact[FL_GENERATOR_FACT_SECRET_TRIES];
            int missed = (r == 2 ? 900 : 300) * (3 - b.floor.fact[FL_GENERATOR_FACT_SECRET_CRITERION]);
            cr_expect(tries > missed && tries <= missed + (r == 2 ? 900 : 300), "%s: %d tries", settings,
                      tries);
            b.floor.fact[FL_GENERATOR_FACT_SECRET_TRIES] = FL_GENERATOR_FACT_NONE;
            fl_text text;
            fl_text_init(&text);
            write_floor(&b.floor, i, &text);
            cr_expect_str_eq(fl_text_get(&text), line);
            fl_text_free(&text);
            free(line);
        }
        maker_close(&a);
        maker_close(&b);
    }
}

Test(classic, the_number_of_rooms_is_honoured)
{
    for (int rooms = 6; rooms <= 30; rooms++) {
        char settings[64];
        maker m;
        snprintf(settings, sizeof settings, "rooms=%d level=%d", rooms, 1 + rooms % 12);
        maker_open(&m, "classic", settings, 8);
        for (unsigned i = 0; i < 100; i++) {
            maker_make(&m, i);
            cr_assert_null(m.floor.failure, "%s", settings);
            cr_assert_eq(m.value[FL_METRIC_PLAN_ROOMS], rooms, "%s", settings);
            cr_assert_eq(m.value[FL_METRIC_ROOMS], rooms + 1, "%s", settings);
            cr_assert_eq(m.floor.fact[FL_GENERATOR_FACT_TARGET], rooms, "%s", settings);
        }
        maker_close(&m);
    }
}

Test(classic, a_range_of_rooms_is_honoured)
{
    maker m;
    unsigned seen = 0;
    maker_open(&m, "classic", "rules=demo min_rooms=9 max_rooms=12", 8);
    for (unsigned i = 0; i < FLOORS; i++) {
        maker_make(&m, i);
        seen |= 1u << m.value[FL_METRIC_PLAN_ROOMS];
    }
    cr_expect_eq(seen, 0xfu << 9, "%x", seen);
    maker_close(&m);
}

/* Labyrinths: floor(1.8 T), two bosses side by side, each kind twice, no more extra rooms than allowed. */
Test(classic, labyrinths_are_large_and_double)
{
    maker m;
    const int32_t *kind = m.value + FL_METRIC_FIRST_KIND;
    int extra = 0;
    maker_open(&m, "classic", "level=3 curse=labyrinth", 8);
    for (unsigned i = 0; i < FLOORS; i++) {
        maker_make(&m, i);
        cr_assert_null(m.floor.failure);
        int target = m.floor.fact[FL_GENERATOR_FACT_TARGET];
        cr_assert(target == 12 * 18 / 10 || target == 13 * 18 / 10, "%d", target);
        cr_assert_eq(m.value[FL_METRIC_PLAN_ROOMS], target + 1, "the second boss comes on top");
        cr_assert(kind[FL_KIND_BOSS] == 2 && kind[FL_KIND_SHOP] == 2 && kind[FL_KIND_TREASURE] == 2);
        cr_assert(kind[FL_KIND_SECRET] == 1 && kind[FL_KIND_CURSE] <= 2);
        cr_assert_leq(m.value[FL_METRIC_EXTRA_ROOMS], target / 3);
        extra += m.value[FL_METRIC_EXTRA_ROOMS];
    }
    cr_expect_gt(extra, 0);
    maker_close(&m);
    maker_open(&m, "classic", "level=3 curse=labyrinth extra_rooms_max=0", 8);
    for (unsigned i = 0; i < FLOORS; i++) {
        maker_make(&m, i);
        cr_assert_leq(m.value[FL_METRIC_EXTRA_ROOMS], 0);
    }
    maker_close(&m);
}

Test(classic, labyrinths_may_count_normal_rooms)
{
    maker m;
    maker_open(&m, "classic", "level=3 curse=labyrinth labyrinth_size=normal_rooms", 8);
    for (unsigned i = 0; i < FLOORS; i++) {
        maker_make(&m, i);
        cr_assert_null(m.floor.failure);
        int normal = m.value[FL_METRIC_NORMAL_OR_CHANCE];
        cr_assert(normal == 8 * 18 / 10 || normal == 9 * 18 / 10, "%d", normal);
        cr_assert_eq(m.value[FL_METRIC_PLAN_ROOMS], normal + 7);
    }
    maker_close(&m);
}

/* Floors of a labyrinth where more than five dead ends are farther than some special room in one. */
static int count_near_specials(const char *settings)
{
    maker m;
    int near = 0;
    maker_open(&m, "classic", settings, 8);
    for (unsigned i = 0; i < 5 * FLOORS; i++) {
        maker_make(&m, i);
        near += m.value[FL_METRIC_ENDS_BEYOND_SPECIALS] > 5;
    }
    maker_close(&m);
    return near;
}

Test(classic, special_rooms_of_a_labyrinth_may_be_in_the_six_farthest_of_all_ends)
{
    cr_expect_eq(count_near_specials("level=3 curse=labyrinth labyrinth_ends=all"), 0);
    cr_expect_eq(count_near_specials("level=7 curse=labyrinth labyrinth_ends=all"), 0);
    cr_expect_gt(count_near_specials("level=7 curse=labyrinth"), 0, "added rooms are no end rooms");
}

Test(classic, a_challenge_makes_labyrinths_of_the_floors_that_can_be_one)
{
    for (int level = 1; level <= 12; level++) {
        char settings[64];
        maker m;
        bool is_large = level % 2 == 1 && level < 8;
        snprintf(settings, sizeof settings, "rules=flash level=%d challenge_mode=labyrinth curse=lost",
                 level);
        maker_open(&m, "classic", settings, 9);
        maker_make_bare(&m, 0);
        cr_expect_eq(m.floor.fact[FL_GENERATOR_FACT_CURSE], is_large ? FL_CURSE_LABYRINTH : FL_CURSE_LOST,
                     "level %d", level);
        maker_close(&m);
    }
    cr_expect_eq(count_same("level=3 challenge_mode=labyrinth", "level=3 curse=labyrinth", 1, 1), FLOORS);
    cr_expect_eq(count_same("level=4 challenge_mode=labyrinth", "level=4", 1, 1), FLOORS);
}

/* The shares of none, labyrinth, lost and darkness where the odds are 1 in 4. */
static void expect_curses(const char *settings, const double law[4])
{
    maker m;
    uint64_t found[4] = {0};
    char all[128];
    snprintf(all, sizeof all, "%s curse=random curse_odds=4 specials=off", settings);
    maker_open(&m, "classic", all, 9);
    for (unsigned i = 0; i < 20000; i++) {
        maker_make_bare(&m, i);
        int curse = m.floor.fact[FL_GENERATOR_FACT_CURSE];
        cr_assert(curse >= 0 && curse < 4, "%s: curse %d", all, curse);
        found[curse]++;
    }
    double p = gtest_fit(found, law, 4);
    cr_expect(p > 1e-6, "%s: p = %g", all, p);
    maker_close(&m);
}

Test(classic, random_curses_come_at_their_odds)
{
    static const double none[4] = {1, 0, 0, 0};
    static const double article[4] = {0.75, 0.25, 0, 0};
    static const double odd[4] = {0.75 * 0.875 * 0.875, 0.25, 0.75 * 0.125, 0.75 * 0.875 * 0.125};
    static const double even[4] = {0.875 * 0.875, 0, 0.125, 0.875 * 0.125};
    expect_curses("level=1", article);
    expect_curses("level=3", article);
    expect_curses("level=2", none);
    expect_curses("level=9", none);
    expect_curses("rules=flash level=1", odd);
    expect_curses("rules=flash level=2", even);
    expect_curses("rules=flash level=9", even);
    expect_curses("rules=flash level=11", none);
}

Test(classic, a_given_curse_is_on_every_floor)
{
    static const char *const names[] = {"none", "labyrinth", "lost", "darkness"};
    for (int curse = 0; curse < 4; curse++) {
        char settings[64];
        maker m;
        snprintf(settings, sizeof settings, "rules=flash level=2 curse=%s", names[curse]);
        maker_open(&m, "classic", settings, 9);
        for (unsigned i = 0; i < 50; i++) {
            maker_make_bare(&m, i);
            cr_expect_eq(m.floor.fact[FL_GENERATOR_FACT_CURSE], curse, "%s", settings);
            cr_expect_str_eq(
                fl_generator_fact_value_name(FL_GENERATOR_FACT_CURSE, m.floor.fact[FL_GENERATOR_FACT_CURSE]),
                names[curse]);
        }
        maker_close(&m);
    }
}

Test(classic, without_specials_only_the_boss_is_known)
{
    static const char *const rows[] = {"level=4 specials=off", "rules=demo specials=off",
                                       "level=1 curse=labyrinth specials=off"};
    for (int r = 0; r < 3; r++) {
        maker m;
        maker_open(&m, "classic", rows[r], 9);
        for (unsigned i = 0; i < FLOORS; i++) {
            maker_make(&m, i);
            cr_assert_eq(m.value[FL_METRIC_SPECIAL_ROOMS], 1, "%s", rows[r]);
            cr_assert_eq(m.value[FL_METRIC_FIRST_KIND + FL_KIND_BOSS], 1, "%s", rows[r]);
            cr_assert_eq(m.value[FL_METRIC_SECRET_CRITERION], FL_GENERATOR_FACT_NONE, "%s", rows[r]);
            cr_assert_eq(m.floor.gates_n, 0);
        }
        maker_close(&m);
    }
}
