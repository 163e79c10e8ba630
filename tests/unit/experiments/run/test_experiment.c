/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Experiments: what is accepted, and how it is kept. */
#include "experiments/run/run_private.h"
#include "gen/base/embedded.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static fl_err set_up(fl_experiment *experiment, fl_diag *diag)
{
    fl_run_setup setup;
    fl_err err = fl_run_setup_init(&setup, experiment, 0, 1, diag);
    if (!err) {
        fl_run_setup_free(&setup);
    }
    return err;
}

/* Whether a run of it could begin. */
static fl_err read(fl_experiment *out, const char *text, fl_diag *diag)
{
    fl_diag_init(diag);
    fl_err err = fl_run_experiment_read(out, text, strlen(text), "x.yaml", diag);
    if (!err) {
        err = set_up(out, diag);
        if (err) {
            fl_run_experiment_free(out);
        }
    }
    return err;
}

static void open_text(fl_experiment *out, const char *text)
{
    fl_diag diag;
    fl_err err = read(out, text, &diag);
    cr_assert_eq(err, FL_OK, "%s: %s", diag.where, diag.what);
}

Test(experiment, shipped_ones_all_open)
{
    unsigned n = 0;
    for (size_t i = 0; i < fl_embedded_n; i++) {
        char name[FL_EXPERIMENT_NAME];
        fl_experiment e;
        fl_diag diag;
        fl_diag_init(&diag);
        if (fl_embedded_is_in(&fl_embedded_table[i], "experiments/") &&
            sscanf(fl_embedded_table[i].name, "experiments/%60[^.].yaml", name) == 1) {
            cr_expect_eq(fl_run_experiment_open(&e, name, &diag), FL_OK, "%s: %s", name, diag.what);
            cr_expect_str_eq(e.name, name, "the file is called after the experiment");
            cr_expect(e.about[0] && (!e.generator || e.floors >= 1000));
            fl_run_experiment_free(&e);
            n++;
        }
    }
    cr_expect_geq(n, 3);
}

/* The head of most cases: three lines. */
#define HEAD "name: x\ngenerator: classic\nfloors: 10\n"

/* Reads an experiment, and again what it writes of itself; whether both have one identity. */
static bool is_read_again(const char *text, fl_text *identity)
{
    fl_experiment e;
    fl_experiment again;
    fl_text resolved;
    fl_text other;
    fl_text_init(&resolved);
    fl_text_init(&other);
    open_text(&e, text);
    fl_run_experiment_add_resolved(&e, &resolved);
    open_text(&again, fl_text_get(&resolved));
    fl_text_clear(identity);
    fl_run_experiment_add_identity(&e, identity);
    fl_run_experiment_add_identity(&again, &other);
    bool is = strcmp(fl_text_get(identity), fl_text_get(&other)) == 0;
    fl_run_experiment_free(&e);
    fl_run_experiment_free(&again);
    fl_text_free(&resolved);
    fl_text_free(&other);
    return is;
}

Test(experiment, expressions_are_part_of_the_identity)
{
    static const char *const texts[][2] = {
        {HEAD, "events: default\n"},
        {HEAD "events: {}\n", "events: default\n"},
        {HEAD "events: {big: rooms > 9}\n", "events: {big: 'rooms > 9'}\n"},
        {HEAD "events: [{big: rooms > 9}]\n", "events: [{big: 'rooms > 9'}]\n"},
        {HEAD "events: [{big: rooms > 9}, 'has_*', {more: loops}]\n",
         "events: ['has_*', {big: 'rooms > 9'}, {more: 'loops'}]\n"},
        {HEAD "events: none\nwhere: >\n  rooms > 9\n  && \"loops\" == 0\n\n",
         "where: 'rooms > 9 && \"loops\" == 0'\n"},
        {HEAD "where: |\n  rooms > 9\n  && loops\n", "where: 'rooms > 9 && loops'\n"},
        {HEAD "seed: 18446744073709551615\nmaps: none\n", "maps: none\n"},
        {HEAD
         "settings: {level: 0x3, coins: 1_0, specials: off}\nvary: {rooms: [7, 8], order: [durl, ruld]}\n",
         "durl"},
        {HEAD "metrics: [clustering_room, degree_4+, rooms]\njoints: [[degree_4+, rooms], [rooms, rooms]]\n",
         "degree_4+"},
        {"# a comment\nname: x\nabout: 'it''s: {odd}'\ngenerator: classic\nfloors: 1k\nvary: {level: "
         "1..12}\n",
         "12"},
        {"name: x\nscenarios:\n  a: {generator: classic, floors: 3, where: rooms > 9, events: {b: "
         "loops}}\n",
         "    events: {b: 'loops'}\n    maps: default\n    joints: default\n    where: 'rooms > 9'\n"},
    };
    fl_text identity;
    fl_text_init(&identity);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        cr_expect(is_read_again(texts[i][0], &identity), "%s", texts[i][0]);
        cr_expect(strstr(fl_text_get(&identity), texts[i][1]), "%s\n%s", texts[i][0], fl_text_get(&identity));
    }
    fl_text_free(&identity);
}

Test(experiment, conditions_are_the_product_the_last_axis_fastest)
{
    fl_experiment e;
    fl_setting_values values;
    open_text(&e, HEAD "settings: {coins: 9}\nvary: {level: 1..3, secret_forbids: [boss, end_rooms]}\n");
    cr_assert_eq(e.conditions, 6);
    for (uint64_t c = 0; c < 6; c++) {
        char level[2] = {(char)('1' + c / 2), '\0'};
        cr_expect_str_eq(fl_run_experiment_axis_value(&e, c, 0), level);
        cr_expect_str_eq(fl_run_experiment_axis_value(&e, c, 1), c % 2 ? "end_rooms" : "boss");
        values = e.condition[c].opened.values;
        cr_expect_eq(values.number[fl_setting_values_find(&values, "level")], 1 + (int64_t)c / 2);
        cr_expect_eq(values.number[fl_setting_values_find(&values, "secret_forbids")], c % 2 ? 0 : 1);
        cr_expect_eq(values.number[fl_setting_values_find(&values, "coins")], 9);
    }
    fl_run_experiment_free(&e);
}

static void identity_of(const char *text, fl_text *out)
{
    fl_experiment e;
    open_text(&e, text);
    fl_text_init(out);
    fl_run_experiment_add_identity(&e, out);
    fl_run_experiment_free(&e);
}

/* As results keep it, and read it again. */
static void expect_the_same_again(const char *text)
{
    fl_experiment e;
    fl_experiment again;
    fl_text one;
    fl_text two;
    fl_diag diag;
    fl_diag_init(&diag);
    open_text(&e, text);
    fl_text_init(&one);
    fl_text_init(&two);
    fl_run_experiment_add_resolved(&e, &one);
    cr_assert_eq(fl_run_experiment_read(&again, fl_text_get(&one), one.size, "again", &diag), FL_OK, "%s: %s",
                 diag.what, fl_text_get(&one));
    fl_run_experiment_add_resolved(&again, &two);
    cr_expect_str_eq(fl_text_get(&one), fl_text_get(&two));
    cr_expect_str_eq(e.about, again.about);
    fl_text_free(&one);
    fl_text_free(&two);
    fl_run_experiment_free(&e);
    fl_run_experiment_free(&again);
}

Test(experiment, names_and_values_of_any_signs_are_read_again)
{
    static const char *const odd[] = {
        "a\\nb",    "\\r\\n",      "\\t", "x\\x7f",   "\\u0085", "\\u2028z", "\\u2029",        "\\ufeff",
        "\\x1b[2J", "it's: {odd}", "- #", "\\\"\\\\", "~",       "",         "\\u00e4\\u20ac",
    };
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        char text[512];
        bool is_control = strstr(odd[i], "\\n") || strcmp(odd[i], "\\t") == 0 || strstr(odd[i], "\\x1b");
        snprintf(text, sizeof text, "name: x\ngenerator: program\nfloors: 3\nvary: {\"k%s\": [\"%s\", b]}\n",
                 is_control ? "" : odd[i], odd[i]); /* a result has an array of the name */
        expect_the_same_again(text);
        snprintf(text, sizeof text, "name: x\nscenarios:\n  \"p%s\": {generator: classic, floors: 3}\n",
                 odd[i]);
        expect_the_same_again(text);
    }
}

Test(experiment, identity_differs_where_the_floors_or_counts_do)
{
    static const char *const others[] = {
        HEAD "seed: 2\n",          HEAD "settings: {level: 2}\n", HEAD "vary: {level: [1]}\n",
        HEAD "metrics: [rooms]\n", HEAD "maps: none\n",           HEAD "joints: [[rooms, doors]]\n",
    };
    fl_text plain;
    identity_of(HEAD, &plain);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        fl_text other;
        identity_of(others[i], &other);
        cr_expect_str_neq(fl_text_get(&other), fl_text_get(&plain), "%s", others[i]);
        fl_text_free(&other);
    }
    fl_text same;
    identity_of("floors: 99\nname: another\nabout: something\ngenerator: classic\nseed: 1\nmaps: default\n",
                &same);
    cr_expect_str_eq(fl_text_get(&same), fl_text_get(&plain));
    fl_text_free(&same);
    fl_text_free(&plain);
}
