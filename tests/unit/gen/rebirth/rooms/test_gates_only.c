/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rolls without a layout: the same gates and odds, no dead ends. */
#include "gen/registry.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

enum { FLOORS = 20000 };

static const double deviations = 6;

typedef struct rolls {
    unsigned gates_n;
    unsigned rolled[FL_GATE_MAX], passed[FL_GATE_MAX];
} rolls;

static void count(const char *settings, uint64_t seed, rolls *out)
{
    maker m;
    maker_open(&m, "rebirth", settings, seed);
    memset(out, 0, sizeof *out);
    for (uint64_t i = 0; i < FLOORS; i++) {
        maker_make_bare(&m, i);
        cr_assert_null(m.floor.failure);
        out->gates_n = m.floor.gates_n;
        for (unsigned gate = 0; gate < m.floor.gates_n; gate++) {
            out->rolled[gate] += (m.floor.gate[gate] & FL_GATE_ROLLED) != 0;
            out->passed[gate] += (m.floor.gate[gate] & FL_GATE_PASSED) != 0;
        }
    }
    maker_close(&m);
}

static void check_same(const char *alone, const char *whole)
{
    rolls a;
    rolls b;
    unsigned compared = 0;
    count(alone, 1, &a);
    count(whole, 2, &b);
    cr_assert_eq(a.gates_n, b.gates_n);
    for (unsigned gate = 0; gate < a.gates_n; gate++) {
        if (a.rolled[gate] == 0 || b.rolled[gate] == 0) {
            continue;
        }
        double share = (double)a.passed[gate] / a.rolled[gate];
        double other = (double)b.passed[gate] / b.rolled[gate];
        double spread = sqrt(0.25 / a.rolled[gate] + 0.25 / b.rolled[gate]);
        cr_expect_lt(fabs(share - other), deviations * spread, "%s, gate %u: %f and %f", whole, gate, share,
                     other);
        compared++;
    }
    cr_expect_geq(compared, 5u);
}

Test(special_rooms, have_the_odds_of_whole_floors)
{
    check_same("rules=wiki interiors=off layout=none", "rules=wiki interiors=off");
    check_same("rules=wiki interiors=off layout=none stage=2 preset=rich",
               "rules=wiki interiors=off stage=2 preset=rich");
    check_same("interiors=off layout=none preset=hurt", "interiors=off preset=hurt");
}

/* The pseudo-code rolls only if a dead end is left; here there always is one. */
Test(special_rooms, never_lack_a_dead_end)
{
    rolls alone;
    rolls whole;
    count("rules=wiki-pseudocode interiors=off layout=none", 1, &alone);
    count("rules=wiki-pseudocode interiors=off", 1, &whole);
    for (unsigned gate = 0; gate < whole.gates_n; gate++) {
        cr_expect(alone.rolled[gate] == 0 || alone.rolled[gate] >= whole.rolled[gate], "gate %u", gate);
    }
}

Test(special_rooms, say_nothing_of_places)
{
    maker m;
    maker_open(&m, "rebirth", "rules=wiki interiors=off layout=none", 1);
    for (uint64_t i = 0; i < 1000; i++) {
        maker_make_bare(&m, i);
        cr_assert_eq(m.floor.rooms_n, 2);
        for (unsigned gate = 0; gate < m.floor.gates_n; gate++) {
            cr_assert_eq(m.floor.gate[gate] & (FL_GATE_PLACED | FL_GATE_NO_DEAD_END), 0);
        }
    }
    maker_close(&m);
}

Test(special_rooms, need_floors_without_interiors)
{
    fl_setting_values values;
    fl_diag diag;
    void *rules = NULL;
    const fl_generator *rebirth = fl_registry_find("rebirth");
    fl_diag_init(&diag);
    fl_setting_values_init(&values, rebirth->settings, rebirth->settings_n);
    cr_assert_eq(fl_setting_values_assign(&values, "layout=none", "test", &diag), FL_OK);
    cr_expect_eq(rebirth->init(&values, &rules, &diag), FL_ERR_INPUT);
    cr_expect(strstr(diag.hint, "interiors=off"));
}
