/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The odds of the special rooms and the room counts. Sources: wiki "Level Generation" and BorisTheBrave 2020,
 * as collected in data/claims; a test holds the odds against the claims about the same events. */
#include "gen/base/parse_number.h"
#include "plots/figure/figure_private.h"

#include <string.h>

#define FL_DOCUMENTED_FULL "preset=-|none|full|rich hearts=-|6 max_hearts=-|6"
#define FL_DOCUMENTED_POOR "preset=-|none|full|hurt keys=-|0|1"
#define FL_DOCUMENTED_LEVELS "level=2|3|4|5|6|7|8|9|10|11|12"

static const char wiki[] = "wiki";
static const char article[] = "article";

static const fl_documented_odd odds[] = {
    {"gate.dice_or_sacrifice.passed",
     "sacrifice or dice room, full health",
     "rebirth",
     FL_DOCUMENTED_FULL,
     {5, 14},
     wiki},
    {"gate.dice_or_sacrifice.passed", "sacrifice or dice room, hurt", "rebirth", "preset=hurt", {1, 7}, wiki},
    {"gate.dice.passed", "dice in its place, under 2 keys", "rebirth", FL_DOCUMENTED_POOR, {1, 50}, wiki},
    {"gate.dice.passed", "dice in its place, 2 keys", "rebirth", "preset=rich", {27, 125}, wiki},
    {"gate.library.passed", "library", "rebirth", "book_picked=-|off", {1, 20}, wiki},
    {"gate.curse.passed", "curse room", "rebirth", "devil_visited=-|off", {1, 2}, wiki},
    {"gate.curse.passed", "curse room, devil met", "rebirth", "devil_visited=on", {5, 8}, wiki},
    {"gate.miniboss.passed",
     "mini-boss, stage 1 (prose)",
     "rebirth",
     "stage=-|1 rules=-|blade|afterbirth-plus|repentance|wiki",
     {1, 2},
     wiki},
    {"gate.miniboss.passed",
     "mini-boss, stage 1 (pseudo-code)",
     "rebirth",
     "stage=-|1 rules=wiki-pseudocode",
     {5, 8},
     wiki},
    {"gate.miniboss.passed", "mini-boss, stage 2 on", "rebirth", "stage=2|3|4|5|6|7|8|10", {1, 4}, wiki},
    {"gate.challenge.passed",
     "challenge room, stage 2",
     "rebirth",
     "stage=2 " FL_DOCUMENTED_FULL,
     {1, 2},
     wiki},
    {"gate.vault.passed", "vault for the arcade, under 2 keys", "rebirth", FL_DOCUMENTED_POOR, {1, 10}, wiki},
    {"gate.vault.passed", "vault for the arcade, 2 keys", "rebirth", "preset=rich", {2, 5}, wiki},
    {"gate.bedroom.passed", "bedroom", "rebirth", FL_DOCUMENTED_FULL, {1, 50}, wiki},
    {"gate.bedroom.passed", "bedroom, hurt", "rebirth", "preset=hurt", {27, 125}, wiki},
    {"gate.clean_bedroom.passed", "clean rather than dirty bedroom", "rebirth", "", {1, 2}, wiki},
    {"gate.planetarium.passed", "planetarium", "rebirth", "items=-|[] stage=-|1|2|3|4|5|6", {1, 100}, wiki},
    {"gate.sacrifice.passed",
     "sacrifice room, full health",
     "classic",
     "hearts=-|6 max_hearts=-|6",
     {5, 14},
     article},
    {"gate.library.passed", "library", "classic", "book_picked=-|off", {1, 20}, wiki},
    {"gate.curse.passed", "curse room", "classic", "devil_visited=-|off", {1, 2}, wiki},
    {"gate.curse.passed", "curse room, devil met", "classic", "devil_visited=on", {5, 8}, wiki},
    {"gate.miniboss.passed", "mini-boss, level 1", "classic", "level=-|1", {1, 2}, wiki},
    {"gate.miniboss.passed", "mini-boss, level 2 on", "classic", FL_DOCUMENTED_LEVELS, {1, 4}, wiki},
    {"gate.challenge.passed", "challenge room, level 2", "classic", "level=2", {1, 2}, wiki},
};

/* The wiki's formula does not count the start, the metric does: one more than documented. */
static const fl_documented_range ranges[] = {
    {"plan_rooms",
     "rebirth",
     "hard=-|off curse=-|random|none|darkness|unknown|maze|blind",
     "stage",
     {0, 9, 12, 16, 19, 21, 21, 21, 21, 21, 21, 21, 51},
     {0, 10, 13, 17, 20, 21, 21, 21, 21, 21, 21, 21, 60},
     "wiki, plus the start; curses aside"},
    {"plan_rooms",
     "rebirth",
     "hard=on curse=-|random|none|darkness|unknown|maze|blind",
     "stage",
     {0, 11, 14, 18, 21, 23, 23, 23, 23, 23, 23, 23, 51},
     {0, 13, 16, 20, 23, 24, 24, 24, 24, 24, 24, 24, 60},
     "wiki, plus the start; curses aside"},
    {"plan_rooms",
     "classic",
     "rules=-|article rooms=-|0 curse=-|none",
     "level",
     {0, 7, 10, 12, 15, 18, 20, 23, 25, 28, 31, 33, 36},
     {0, 8, 11, 13, 16, 19, 21, 24, 26, 29, 32, 34, 37},
     "article"},
    {"dead_ends",
     "rebirth",
     "",
     "stage",
     {0, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 8},
     {0, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 8},
     "wiki"},
    {"dead_ends",
     "classic",
     "rules=-|article min_end_rooms=-|3",
     "level",
     {0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3},
     {0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3},
     "article"},
    {"end_rooms",
     "rebirth",
     "",
     "stage",
     {0, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 8},
     {0, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 8},
     "wiki"},
    {"end_rooms",
     "classic",
     "rules=-|article min_end_rooms=-|3",
     "level",
     {0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3},
     {0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3},
     "article"},
};

const fl_documented_odd *fl_figure_documented_odds(size_t *n)
{
    *n = sizeof odds / sizeof odds[0];
    return odds;
}

/* Whether `value` is one of "a|b|c", which ends at a blank. */
static bool is_among(const char *list, const char *value)
{
    size_t size = strlen(value);
    while (*list && *list != ' ') {
        size_t n = strcspn(list, "| ");
        if (n == size && memcmp(list, value, n) == 0) {
            return true;
        }
        list += n + (list[n] == '|');
    }
    return false;
}

bool fl_figure_documented_holds(const fl_result_view *run, uint64_t condition, const char *generator,
                                const char *only)
{
    char name[64];
    fl_text value;
    bool holds = strcmp(fl_figure_view_generator(run, condition), generator) == 0;
    fl_text_init(&value);
    while (*only && holds) {
        size_t n = strcspn(only, "=");
        memcpy(name, only, n < sizeof name ? n : 0);
        name[n < sizeof name ? n : 0] = '\0';
        bool is_given = fl_figure_view_setting(run, condition, name, &value);
        holds = is_among(only + n + 1, is_given ? fl_text_get(&value) : "-");
        only += strcspn(only, " ");
        only += *only == ' ';
    }
    fl_text_free(&value);
    return holds;
}

/* The value of a setting as a number: 1, the first stage or level, if it was not given. */
static bool read_number(const fl_result_view *run, uint64_t condition, const char *setting, uint64_t *out)
{
    fl_text text;
    fl_text_init(&text);
    *out = 1;
    bool is_given = fl_figure_view_setting(run, condition, setting, &text);
    bool is_number = !is_given || fl_parse_number_unsigned(fl_text_get(&text), out) == FL_OK;
    fl_text_free(&text);
    return is_number;
}

bool fl_figure_documented_range_of(const fl_result_view *run, uint64_t condition, const char *metric,
                                   const fl_documented_range **row, int out[2])
{
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        uint64_t value = 0;
        if (strcmp(ranges[i].metric, metric) == 0 && read_number(run, condition, ranges[i].setting, &value) &&
            value < FL_DOCUMENTED_STEPS && ranges[i].high[value] > 0 &&
            fl_figure_documented_holds(run, condition, ranges[i].generator, ranges[i].only)) {
            *row = &ranges[i];
            out[0] = ranges[i].low[value];
            out[1] = ranges[i].high[value];
            return true;
        }
    }
    return false;
}
