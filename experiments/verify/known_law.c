/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exact laws that ship (data/exact_laws): the sums of all walks through the coins of a level, from which the
 * law of a population of that level follows in no time, whatever the player carries. */
#include "experiments/verify/known_law.h"

#include "gen/base/embedded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the sums are of: all that is cheap, but what is the same on every floor. */
static const char *const asked[] = {
    "plan_rooms",
    "dead_ends",
    "end_rooms",
    "doors",
    "degree_1",
    "degree_2",
    "degree_3",
    "degree_4+",
    "branching",
    "loops",
    "clustering_max",
    "secret_criterion",
    "secret_neighbours",
    "boss_distance",
    "start_neighbours",
    "eccentricity",
    "linearity",
    "diameter",
    "boss_direction",
    "kind_normal",
    "boss_is_farthest",
    "boss_is_dead_end",
    "boss_touches_start",
    "has_loop",
    "has_secret",
    "has_open_way",
    "secret_best_available",
    "secret_touches_end_room",
};

fl_err fl_verify_known_law_plan(const fl_classic_terms *terms, fl_coins *out, fl_diag *diag)
{
    fl_coins_wish wish = {.detail = FL_COINS_LAYOUTS};
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        (void)fl_coins_wish_add(&wish, fl_coins_wish_find(asked[i]), terms);
    }
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) { /* those that the law adds cost nothing */
        fl_coins_wish probe = {.detail = FL_COINS_LAYOUTS};
        if (fl_coins_wish_add(&probe, i, terms) && probe.added[i]) {
            (void)fl_coins_wish_add(&wish, i, terms);
        }
    }
    return fl_coins_init(out, terms, &wish, diag);
}

/* The terms of a level as it is by default. */
static fl_err open_level(unsigned level, void **rules, fl_classic_terms *out, fl_diag *diag)
{
    fl_setting_values values;
    char text[16];
    snprintf(text, sizeof text, "%u", level);
    fl_setting_values_init(&values, fl_classic.settings, fl_classic.settings_n);
    fl_err err = fl_setting_values_set(&values, "level", text, "", diag);
    err = err ? err : fl_classic.init(&values, rules, diag);
    if (!err) {
        fl_classic_terms_read(*rules, out);
    }
    return err;
}

/* Whether layouts and secret rooms are the same: gates are worked out anew. */
static bool grow_alike(fl_classic_terms a, fl_classic_terms b)
{
    memset(a.gate, 0, sizeof a.gate);
    memset(b.gate, 0, sizeof b.gate);
    a.gates_n = b.gates_n = a.max_attempts = b.max_attempts = 0;
    return !a.obstacle && !b.obstacle && memcmp(&a, &b, sizeof a) == 0;
}

/* The level whose floors grow as these do, 0 = none that is known. */
static fl_err find_level(const fl_classic_terms *terms, unsigned *out, fl_diag *diag)
{
    fl_err err = FL_OK;
    *out = 0;
    for (unsigned level = 1; level <= FL_KNOWN_LAW_LEVELS && *out == 0 && !err; level++) {
        void *rules = NULL;
        fl_classic_terms known;
        err = open_level(level, &rules, &known, diag);
        if (!err && grow_alike(*terms, known)) {
            *out = level;
        }
        fl_classic.free(rules);
    }
    return err;
}

fl_err fl_verify_known_law_open(const fl_classic_terms *terms, fl_coins_law *out, bool *is_known,
                                fl_diag *diag)
{
    char name[64];
    unsigned level = 0;
    memset(out, 0, sizeof *out);
    *is_known = false;
    fl_err err = terms->obstacle ? FL_OK : find_level(terms, &level, diag);
    snprintf(name, sizeof name, "data/exact_laws/level-%u.txt", level);
    const fl_embedded *file = fl_embedded_find(name);
    if (err || !file) {
        return err;
    }
    fl_coins *coins = calloc(1, sizeof *coins);
    fl_coins_tally tally = {.sizes_n = 0};
    err = coins ? fl_verify_known_law_plan(terms, coins, diag) : fl_diag_memory(diag);
    err = err ? err : fl_coins_tally_init(&tally, coins, diag);
    const char *text = strchr(file->data, '\n'); /* the first line says what it is */
    if (!err && (!text || !fl_coins_tally_read(&tally, text + 1))) {
        err = fl_diag_set(diag, FL_ERR_DEFECT, name, "the law that ships cannot be read");
    }
    err = err ? err : fl_coins_law_init(out, coins, &tally, diag);
    *is_known = !err;
    fl_coins_tally_free(&tally);
    if (coins) {
        fl_coins_free(coins);
    }
    free(coins);
    return err;
}
