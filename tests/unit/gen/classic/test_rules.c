/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From settings to rules: presets, masks, refusals, the table of misses, gates. */
#include "gen/classic/rules.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static fl_setting_values values;
static fl_classic_rules rules;
static fl_diag diag;

/* "name=value" words to rules. */
static fl_err open_rules(const char *settings)
{
    char word[64];
    fl_diag_init(&diag);
    fl_setting_values_init(&values, fl_classic_rules_settings, FL_CLASSIC_SETTINGS_N);
    for (unsigned i = 0;; i++) {
        fl_setting_word_at(settings, i, word, sizeof word);
        if (!word[0]) {
            return fl_classic_rules_init(&rules, &values, &diag);
        }
        cr_assert_eq(fl_setting_values_assign(&values, word, "test", &diag), FL_OK, "%s: %s", word,
                     diag.what);
    }
}

static void open_good(const char *settings)
{
    cr_assert_eq(open_rules(settings), FL_OK, "%s: %s: %s", settings, diag.where, diag.what);
}

/* Settings that differ from the defaults must be exactly these. */
static void expect_presets(const char *settings, const char *expected)
{
    fl_text text;
    fl_text_init(&text);
    open_good(settings);
    for (size_t i = 0; i < FL_CLASSIC_SETTINGS_N; i++) {
        cr_expect_eq(rules.value[i], fl_setting_values_get(&values, i), "%s", values.table[i].name);
        if (values.origin[i] == FL_SETTING_VALUES_PRESET) {
            fl_text_add_format(&text, "%s=", values.table[i].name);
            fl_setting_values_write(&values, i, &text);
            fl_text_add_char(&text, ' ');
        }
    }
    cr_expect_str_eq(fl_text_get(&text), expected, "%s", fl_text_get(&text));
    fl_text_free(&text);
}

Test(rules, the_article_has_no_presets)
{
    expect_presets("", "");
    cr_expect_eq(rules.set, FL_CLASSIC_ARTICLE);
    cr_expect_eq(rules.value[FL_CLASSIC_ROWS], 8);
    cr_expect_eq(rules.value[FL_CLASSIC_MIN_END_ROOMS], 3);
    cr_expect_eq(rules.value[FL_CLASSIC_RESEED_WAVES], 2);
    cr_expect_eq(rules.value[FL_CLASSIC_MAX_ATTEMPTS], 10000);
}

Test(rules, the_demo_is_as_published)
{
    expect_presets("rules=demo", "min_rooms=7 max_rooms=15 first_row=1 rows=7 start=45 order=lrud "
                                 "reseed_every_waves=0 boss_may_touch_start=on secret_forbids=boss "
                                 "secret_tries_each=900 secret_weakest=3 secret_first_row=2 secret_rows=8 ");
    cr_expect_eq(rules.set, FL_CLASSIC_DEMO);
}

Test(rules, flash_is_as_the_code)
{
    expect_presets("rules=flash",
                   "order=rldu reseed_every_waves=1 reseed_above=15 min_end_rooms=4 max_attempts=398 ");
    cr_expect_eq(rules.set, FL_CLASSIC_FLASH_GAME);
}

Test(rules, what_a_person_gave_beats_the_preset)
{
    open_good("rules=demo start=35 first_row=0 rows=8 max_rooms=20");
    cr_expect_eq(rules.start, 35u);
    cr_expect_eq(rules.value[FL_CLASSIC_ROWS], 8);
    cr_expect_eq(rules.value[FL_CLASSIC_MAX_ROOMS], 20);
    cr_expect_eq(rules.value[FL_CLASSIC_MIN_ROOMS], 7);
    open_good("rules=flash max_attempts=10000 order=durl"); /* the defaults, but given */
    cr_expect_eq(rules.value[FL_CLASSIC_MAX_ATTEMPTS], 10000);
    cr_expect_eq(rules.value[FL_CLASSIC_MIN_END_ROOMS], 4);
    cr_expect_eq(rules.step[0], 10);
}

Test(rules, order_of_the_words_does_not_matter)
{
    open_good("max_rooms=9 rules=demo");
    cr_expect_eq(rules.value[FL_CLASSIC_MAX_ROOMS], 9);
    cr_expect_eq(rules.value[FL_CLASSIC_START], 45);
}

Test(rules, orders_become_steps)
{
    static const struct {
        const char *settings;
        int step[4];
    } rows[] = {{"", {10, -10, 1, -1}},
                {"rules=demo", {-1, 1, -10, 10}},
                {"rules=flash", {1, -1, 10, -10}},
                {"order=uldr", {-10, -1, 10, 1}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        open_good(rows[i].settings);
        for (int k = 0; k < 4; k++) {
            cr_expect_eq(rules.step[k], rows[i].step[k], "%s: side %d", rows[i].settings, k);
        }
    }
}

Test(rules, all_24_orders_are_there_once)
{
    unsigned char seen[256] = {0};
    char word[8] = "";
    unsigned n = 0;
    for (;; n++) {
        char settings[32];
        fl_setting_word_at(fl_classic_rules_settings[FL_CLASSIC_ORDER].choices, n, word, sizeof word);
        if (!word[0]) {
            break;
        }
        snprintf(settings, sizeof settings, "order=%s", word);
        open_good(settings);
        unsigned code = 0;
        unsigned sides = 0;
        for (int i = 0; i < 4; i++) {
            unsigned side = rules.step[i] == 10 ? 0 : rules.step[i] == -10 ? 1 : rules.step[i] == 1 ? 2 : 3;
            code = code << 2 | side;
            sides |= 1u << side;
        }
        cr_expect_eq(sides, 15u, "%s leaves a side out", word);
        cr_expect_eq(seen[code]++, 0, "%s is there twice", word);
    }
    cr_expect_eq(n, 24u);
}

Test(rules, masks_follow_the_rows)
{
    open_good("");
    cr_expect(rules.cells == FL_BOARD_CELLS);
    cr_expect(rules.secret_cells == FL_BOARD_CELLS);
    cr_expect_eq(rules.secret_area, 72u);
    open_good("rules=demo");
    cr_expect_eq(fl_board_count(rules.cells), 63u);
    cr_expect_eq(fl_board_lowest(rules.cells), 11u);
    cr_expect_eq(fl_board_count(rules.secret_cells), 54u); /* rows 8 and 9 are drawn, but off the board */
    cr_expect_eq(fl_board_lowest(rules.secret_cells), 21u);
    cr_expect_eq(rules.secret_area, 72u);
    open_good("secret_rows=10 secret_first_row=7");
    cr_expect_eq(fl_board_count(rules.secret_cells), 9u);
    cr_expect_eq(rules.secret_area, 90u);
    open_good("first_row=3 rows=1");
    cr_expect_eq(fl_board_count(rules.cells), 9u);
}

static const struct refused {
    const char *settings, *where, *what, *hint;
} refused[] = {
    {"start=40", "start", "cell 40 is outside", "columns are 1…9, rows 0…7"},
    {"start=70", "start", "cell 70 is outside", "35"},
    {"first_row=4 rows=4", "start", "cell 35 is outside", "rows 4…7"},
    {"rules=demo start=5", "start", "cell 5 is outside", "rows 1…7"},
    {"rules=demo curse=random", "curse", "'demo' knows no such curse", "demo: none"},
    {"rules=demo curse=labyrinth", "curse", "'demo' knows no such curse", "demo: none"},
    {"curse=lost", "curse", "'article' knows no such curse", "article: none, random or labyrinth"},
    {"curse=darkness", "curse", "'article' knows no such curse", "flash: all"},
    {"rules=demo challenge_mode=labyrinth", "challenge_mode", "'demo' knows no challenges",
     "article and flash"},
    {"min_rooms=8 max_rooms=7", "max_rooms", "no floor can have at least 8 and at most 7 rooms",
     "the level wants 7 or 8"},
    {"rules=demo max_rooms=6", "max_rooms", "no floor can have at least 7 and at most 6 rooms",
     "the level wants 7 or 8"},
    {"rooms=10 min_rooms=11", "min_rooms", "no floor can have at least 11 and at most 10 rooms",
     "'rooms' fixes the number"},
    {"first_row=1", "rows", "would end below the board's 8 rows", ""},
    {"first_row=3 rows=6", "rows", "would end below the board's 8 rows", ""},
};

Test(rules, combinations_without_sense_are_refused)
{
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        const struct refused *row = &refused[i];
        cr_expect_eq(open_rules(row->settings), FL_ERR_INPUT, "%s", row->settings);
        cr_expect_str_eq(diag.where, row->where, "%s", row->settings);
        cr_expect_not_null(strstr(diag.what, row->what), "%s: '%s'", row->settings, diag.what);
        cr_expect_not_null(strstr(diag.hint, row->hint), "%s: '%s'", row->settings, diag.hint);
    }
}

Test(rules, their_neighbours_are_accepted)
{
    static const char *const rows[] = {
        "start=41",
        "start=79",
        "start=1",
        "first_row=3 rows=5",
        "rules=demo start=11",
        "rules=demo curse=none",
        "curse=labyrinth",
        "challenge_mode=labyrinth",
        "challenge_mode=labyrinth min_rooms=20",
        "rules=demo challenge_mode=none",
        "curse=random",
        "rules=flash curse=lost",
        "rules=flash curse=darkness",
        "min_rooms=7 max_rooms=7",
        "rooms=10 min_rooms=10",
        "rooms=10 min_rooms=11 max_rooms=12",
        "first_row=1 rows=7",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect_eq(open_rules(rows[i]), FL_OK, "%s: %s: %s", rows[i], diag.where, diag.what);
    }
}

/* The largest difference between the table and the power. */
static long double miss_error(void)
{
    long double worst = 0;
    for (unsigned k = 0; k <= rules.secret_area; k++) {
        long double tries = (long double)rules.value[FL_CLASSIC_SECRET_EACH];
        long double exact = powl(1 - (long double)k / rules.secret_area, tries);
        long double found = (long double)rules.miss[k] / 18446744073709551616.0L;
        worst = fmaxl(worst, fabsl(found - exact));
    }
    return worst;
}

Test(rules, misses_are_the_powers)
{
    static const int tries[] = {1, 2, 3, 10, 300, 900, 10000};
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        for (int rows = 1; rows <= 10; rows++) {
            char settings[64];
            snprintf(settings, sizeof settings, "secret_tries_each=%d secret_rows=%d", tries[i], rows);
            open_good(settings);
            long double worst = miss_error();
            cr_expect(worst <= 1e-15L, "%s: off by %Lg", settings, worst);
            cr_expect(rules.miss[0] == FL_CLASSIC_ONE, "%s: nothing to find is always missed", settings);
            cr_expect(rules.miss[rules.secret_area] == 0, "%s: all cells good are never missed", settings);
        }
    }
}

Test(rules, a_table_of_one_try_less_is_noticed)
{
    open_good("");
    rules.value[FL_CLASSIC_SECRET_EACH] = 299;
    cr_expect(miss_error() > 1e-4L);
    open_good("");
    rules.miss[3] += (fl_board)1 << 16; /* 3.6e-15 */
    cr_expect(miss_error() > 1e-15L);
}

/* The gate of a kind, on normal or labyrinth floors. */
static const fl_classic_gate *gate_of(const char *kind, int is_large)
{
    for (unsigned i = 0; i < rules.gates_n; i++) {
        if (strcmp(rules.gate_names[i], kind) == 0) {
            cr_expect_eq(rules.gates[is_large][i].kind, fl_kind_named(kind));
            return &rules.gates[is_large][i];
        }
    }
    return NULL;
}

Test(rules, gates_stand_in_the_documented_order)
{
    static const char *const names[] = {"sacrifice", "library", "curse", "miniboss", "challenge", "arcade"};
    static const char *const sets[] = {"rules=article", "rules=flash"};
    for (int set = 0; set < 2; set++) {
        open_good(sets[set]);
        cr_assert_eq(rules.gates_n, 6u);
        for (int i = 0; i < 6; i++) {
            cr_expect_str_eq(rules.gate_names[i], names[i]);
        }
    }
    open_good("rules=demo");
    cr_expect_eq(rules.gates_n, 0u);
}

/* Full health and level 3, unless said otherwise. */
static const struct odds {
    const char *settings, *kind;
    bool is_open;
    unsigned hits, of, second_hits, second_of;
} odds[] = {
    {"level=3", "sacrifice", true, 1, 7, 1, 4},
    {"level=3 hearts=5", "sacrifice", true, 1, 7, 0, 0},
    {"level=3 hearts=5 soul_hearts=1", "sacrifice", true, 1, 7, 1, 4},
    {"level=3 max_hearts=8", "sacrifice", true, 1, 7, 0, 0},
    {"level=3", "library", true, 1, 20, 0, 0},
    {"level=3 book_picked=on", "library", true, 1, 20, 1, 4},
    {"level=3", "curse", true, 1, 2, 0, 0},
    {"level=3 devil_visited=on", "curse", true, 1, 2, 1, 4},
    {"level=1", "miniboss", true, 1, 4, 1, 3},
    {"level=2", "miniboss", true, 1, 4, 0, 0},
    {"level=1", "challenge", false, 1, 2, 0, 0},
    {"level=2", "challenge", true, 1, 2, 0, 0},
    {"level=3", "challenge", true, 1, 2, 1, 1},
    {"level=3 hearts=5", "challenge", false, 1, 2, 1, 1},
    {"level=2", "arcade", false, 1, 1, 0, 0},
    {"level=2 coins=4", "arcade", false, 1, 1, 0, 0},
    {"level=2 coins=5", "arcade", true, 1, 1, 0, 0},
    {"level=3 coins=99", "arcade", false, 1, 1, 0, 0},
    {"level=8 coins=5", "arcade", true, 1, 1, 0, 0},
};

Test(rules, gates_follow_level_and_player)
{
    static const char *const sets[] = {"rules=article", "rules=flash"};
    for (size_t i = 0; i < 2 * sizeof odds / sizeof odds[0]; i++) {
        const struct odds *row = &odds[i / 2];
        char settings[128];
        snprintf(settings, sizeof settings, "%s %s", sets[i % 2], row->settings);
        open_good(settings);
        const fl_classic_gate *gate = gate_of(row->kind, 0);
        cr_assert_not_null(gate, "%s", row->kind);
        cr_expect_eq(gate->is_open, row->is_open, "%s: %s", settings, row->kind);
        cr_expect_eq(gate->first_hits, row->hits, "%s: %s", settings, row->kind);
        cr_expect_eq(gate->first_of, row->of, "%s: %s", settings, row->kind);
        cr_expect_eq(gate->second_of, row->second_of, "%s: %s", settings, row->kind);
        cr_expect(row->second_of == 0 || gate->second_hits == row->second_hits, "%s: %s", settings,
                  row->kind);
    }
}

Test(rules, arcades_end_at_level_8_in_the_article_only)
{
    open_good("level=10 coins=5");
    cr_expect_not(gate_of("arcade", 0)->is_open);
    open_good("rules=flash level=10 coins=5");
    cr_expect(gate_of("arcade", 0)->is_open);
}

Test(rules, the_game_counts_a_labyrinth_as_the_next_level)
{
    open_good("rules=flash level=1 coins=5");
    cr_expect_eq(fl_classic_rules_level(&rules, false), 1);
    cr_expect_eq(fl_classic_rules_level(&rules, true), 2);
    cr_expect(gate_of("arcade", 1)->is_open);
    cr_expect_not(gate_of("arcade", 0)->is_open);
    cr_expect(gate_of("challenge", 1)->is_open);
    cr_expect_eq(gate_of("miniboss", 1)->second_of, 0u);
    open_good("level=1 coins=5");
    cr_expect_eq(fl_classic_rules_level(&rules, true), 1);
    cr_expect_not(gate_of("arcade", 1)->is_open);
    cr_expect_eq(gate_of("miniboss", 1)->second_of, 3u);
}
