/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The generator's face: floor i is floor i, whoever makes it and whatever came before; limits of attempts;
 * which rules have columns. What floors look like is held by tests/golden and tests/oracle. */
#include "gen/classic/classic.h"
#include "gen/floor/floor_json.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOORS = 300 };

static const char *const scenarios[] = {
    "level=1",
    "level=9",
    "level=3 curse=labyrinth",
    "level=5 curse=random curse_odds=3 secret_tries=on",
    "rules=demo",
    "rules=flash level=2 secret_tries=on",
    "rules=flash level=3 curse=random curse_odds=3",
    "rules=flash level=1 curse=labyrinth",
    "level=7 max_attempts=3",
};

enum { SCENARIOS = sizeof scenarios / sizeof scenarios[0] };

/* A worker's floors, each as a line. */
typedef struct worker {
    const maker *shared; /* rules and seed */
    fl_text lines[FLOORS];
    bool is_backwards;
} worker;

static void write_floor(maker *m, uint64_t index, fl_text *out)
{
    fl_floor_json_head head = {.generator = "classic", .version = 1, .rules = "", .index = index};
    maker_make_bare(m, index);
    fl_text_init(out);
    fl_floor_json_write(&head, &m->floor, out);
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
    memset(floor->roll, byte, sizeof floor->roll);
}

/* Scratch and floor of its own, the rules of all; one of two on spoilt memory. No assertions: Criterion's
 * need its own thread. */
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
        if (w->is_backwards) {
            spoil(&own, i % 2 ? 0xff : 0x5a);
        }
        write_floor(&own, index, &w->lines[index]);
    }
    free(own.scratch);
    fl_floor_free(&own.floor);
    return NULL;
}

Test(classic, floors_depend_on_nothing_but_rules_seed_and_number)
{
    static worker workers[2];
    for (int p = 0; p < SCENARIOS; p++) {
        maker m;
        pthread_t threads[2];
        maker_open(&m, "classic", scenarios[p], 79);
        for (int i = 0; i < 2; i++) {
            workers[i] = (worker){.shared = &m, .is_backwards = i == 1};
            cr_assert_eq(pthread_create(&threads[i], NULL, make_all, &workers[i]), 0);
        }
        pthread_join(threads[0], NULL);
        pthread_join(threads[1], NULL);
        for (int i = 0; i < FLOORS; i++) {
            cr_expect_gt(workers[0].lines[i].size, 50u);
            cr_expect_str_eq(fl_text_get(&workers[0].lines[i]), fl_text_get(&workers[1].lines[i]),
                             "%s: floor %d", scenarios[p], i);
            fl_text_free(&workers[0].lines[i]);
            fl_text_free(&workers[1].lines[i]);
        }
        maker_close(&m);
    }
}

/* A floor of n attempts is the same floor where n are allowed, and fails where n - 1 are: without rooms. */
Test(classic, the_limit_of_attempts_is_exact)
{
    static const char *const rows[] = {"level=4", "rules=demo", "rules=flash level=3"};
    unsigned failed = 0;
    for (unsigned i = 0; i < 3 * 40; i++) {
        char settings[64];
        maker m;
        fl_text all;
        fl_text enough;
        maker_open(&m, "classic", rows[i / 40], 6);
        write_floor(&m, i, &all);
        int attempts = m.floor.fact[FL_GENERATOR_FACT_ATTEMPTS];
        int target = m.floor.fact[FL_GENERATOR_FACT_TARGET];
        maker_close(&m);
        snprintf(settings, sizeof settings, "%s max_attempts=%d", rows[i / 40], attempts);
        maker_open(&m, "classic", settings, 6);
        write_floor(&m, i, &enough);
        cr_expect_str_eq(fl_text_get(&enough), fl_text_get(&all), "%s, floor %u", settings, i);
        maker_close(&m);
        fl_text_free(&all);
        fl_text_free(&enough);
        if (attempts > 1) {
            snprintf(settings, sizeof settings, "%s max_attempts=%d", rows[i / 40], attempts - 1);
            maker_open(&m, "classic", settings, 6);
            maker_make(&m, i);
            cr_expect(m.floor.failure && strstr(m.floor.failure, "max_attempts"), "%s, floor %u", settings,
                      i);
            cr_expect_eq(m.floor.rooms_n + m.floor.rolls_n + m.floor.doors_n, 0u);
            cr_expect_eq(m.floor.fact[FL_GENERATOR_FACT_ATTEMPTS], attempts - 1);
            cr_expect_eq(m.floor.fact[FL_GENERATOR_FACT_TARGET], target);
            cr_expect_eq(m.floor.fact[FL_GENERATOR_FACT_END_ROOMS], FL_GENERATOR_FACT_NONE);
            cr_expect_eq(m.value[FL_METRIC_ROOMS], FL_GENERATOR_FACT_NONE);
            maker_close(&m);
            failed++;
        }
    }
    cr_expect_gt(failed, 60u);
}

/* Whether the kernels make all floors of rules, or runs of those without a curse. Where some floors may be
 * without interiors, there are no columns. */
Test(classic, what_the_kernels_cannot_do_is_left_to_the_reference)
{
    static const struct {
        const char *settings;
        bool fits_batch, fits_runs;
    } cases[] = {
        {"level=1", true, false},
        {"rules=demo", true, false},
        {"rules=flash", false, false},
        {"curse=labyrinth", false, false},
        {"curse=random level=3", false, true},
        {"curse=random level=7", false, true},
        {"curse=random level=9", true, false},
        {"curse=random level=4", true, false},
        {"rules=flash curse=random level=3", false, false},
        {"challenge_mode=labyrinth level=5", false, false},
        {"challenge_mode=labyrinth level=5 curse=random", false, false},
        {"challenge_mode=labyrinth level=4", true, false},
        {"labyrinth_size=normal_rooms labyrinth_ends=all", true, false},
        {"reseed_every_waves=0", true, false},
        {"reseed_every_waves=1", false, false},
        {"reseed_every_waves=3", false, false},
        {"reseed_every_waves=4", false, false},
        {"interiors=on", true, false},
        {"interiors=on level=9", true, false},
        {"interiors=on level=10", true, false}, /* none has */
        {"interiors=on rooms=6 min_end_rooms=3", true, false},
        {"interiors=on rooms=5 min_end_rooms=3", false, false},
        {"interiors=on min_rooms=4 max_rooms=9 min_end_rooms=3", false, false},
        {"interiors=on min_rooms=5 max_rooms=9 min_end_rooms=3", false, false},
        {"interiors=on min_rooms=6 max_rooms=9 min_end_rooms=3", true, false},
        {"interiors=off rooms=5 min_end_rooms=3", true, false},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        maker m;
        maker_open(&m, "classic", cases[i].settings, 1);
        cr_expect_eq(m.generator->fits_batch(m.rules), cases[i].fits_batch, "%s", cases[i].settings);
        cr_expect_eq(m.generator->fits_runs(m.rules), cases[i].fits_runs, "%s", cases[i].settings);
        maker_close(&m);
    }
}
