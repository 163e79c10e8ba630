/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From settings to rules: refusals, chances, pools. What rules say shows in floors (tests/golden). */
#include "gen/rebirth/rules/rules.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static fl_setting_values values;
static fl_rebirth_rules rules;
static fl_diag diag;
static fl_files files;

static void tear_down(void)
{
    fl_rebirth_rules_free(&rules);
    fl_files_free(&files);
}

TestSuite(rules, .fini = tear_down);

static fl_err open_rules(const char *settings)
{
    char word[256];
    fl_rebirth_rules_free(&rules);
    fl_diag_init(&diag);
    fl_setting_values_init(&values, fl_rebirth_rules_settings, FL_REBIRTH_SETTINGS_N);
    for (unsigned i = 0;; i++) {
        fl_setting_word_at(settings, i, word, sizeof word);
        if (!word[0]) {
            values.files = &files;
            return fl_rebirth_rules_init(&rules, &values, &diag);
        }
        cr_assert_eq(fl_setting_values_assign(&values, word, "test", &diag), FL_OK, "%s: %s", word,
                     diag.what);
    }
}

static void open_good(const char *settings)
{
    cr_assert_eq(open_rules(settings), FL_OK, "%s: %s: %s", settings, diag.where, diag.what);
}

static void expect_refused(const char *settings, const char *where, const char *what)
{
    cr_assert_eq(open_rules(settings), FL_ERR_INPUT, "'%s' was taken", settings);
    cr_expect_str_eq(diag.where, where);
    cr_expect_not_null(strstr(diag.what, what), "'%s' does not say '%s'", diag.what, what);
    cr_expect(!rules.special.entry && !rules.normal.entry);
}

Test(rules, what_a_rule_set_cannot_make_is_refused)
{
    static const char *const bad[][3] = {
        {"stage=9 rules=wiki", "stage", "the rule set 'wiki' makes no stage 9"},
        {"stage=9 rules=wiki-pseudocode", "stage", "'wiki-pseudocode' makes no stage 9"},
        {"stage=12 rules=blade", "stage", "makes no stage 12"},
        {"challenge_line=boss rules=wiki", "challenge_line", "no challenge line"},
        {"stage=10 stage_type=2", "stage_type", "stage 10 has the types 0 and 1 only"},
        {"stage=11 stage_type=2", "stage_type", "stage 11"},
        {"stage=2 curse=labyrinth", "curse", "no labyrinth on stage 2"},
        {"stage=9 rules=blade curse=labyrinth", "curse", "no labyrinth on stage 9"},
        {"rng=isaac interiors=off", "interiors", "rng=isaac needs interiors"},
        {"layout=none", "layout", "floors without a layout have rolls but not rooms"},
    };
    static const char *const good[] = {"rng=isaac interiors=off specials=off",
                                       "rng=isaac",
                                       "rules=blade stage=9 interiors=off",
                                       "rules=afterbirth-plus stage=9",
                                       "stage=12 interiors=off",
                                       "stage=7 curse=labyrinth interiors=off",
                                       "stage=8 stage_type=2 interiors=off"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        expect_refused(bad[i][0], bad[i][1], bad[i][2]);
    }
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        open_good(good[i]);
    }
}

/* gen/rebirth/RULES.md, "Planetarium"; the number is published as bits. */
Test(rules, planetariums_have_their_documented_chance)
{
    static const struct {
        const char *settings;
        double chance;
    } table[] = {
        {"stage=1", 0.01},
        {"stage=2 treasure_rooms_entered=1", 0.01},
        {"stage=2 treasure_rooms_entered=0", 0.21},
        {"stage=6 treasure_rooms_entered=0", 1},
        {"stage=4 treasure_rooms_entered=1", 0.41},
        {"stage=4 treasure_rooms_entered=1 planetariums_entered=1", 0.01},
        {"stage=1 items=[magic_8_ball]", 0.16},
        {"stage=1 items=[crystal_ball]", 0.16},
        {"stage=2 treasure_rooms_entered=0 items=[crystal_ball]", 1},
        {"stage=1 items=[sausage]", 0.079},
        {"stage=1 items=[telescope_lens]", 0.25},
        {"stage=1 items=[telescope_lens,moms_box]", 0.34},
        {"stage=1 items=[telescope_lens] planetariums_entered=2", 0.10},
        {"stage=7", 0},
        {"stage=7 items=[telescope_lens]", 0.25},
        {"stage=8 items=[telescope_lens]", 0.25},
        {"stage=10 items=[telescope_lens]", 0},
        {"stage=10 items=[telescope_lens,moms_box]", 0.34},
        {"stage=11 items=[telescope_lens,moms_box]", 0},
        {"stage=12 items=[telescope_lens,moms_box]", 0},
    };
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        char settings[128];
        snprintf(settings, sizeof settings, "interiors=off rules=repentance %s", table[i].settings);
        open_good(settings);
        double difference = (double)rules.planetarium - table[i].chance;
        cr_expect(difference < 1e-6 && difference > -1e-6, "%s: %g", settings, (double)rules.planetarium);
    }
    open_good("interiors=off rules=repentance stage=2 treasure_rooms_entered=0");
    uint32_t bits;
    memcpy(&bits, &rules.planetarium, sizeof bits);
    cr_expect_eq(bits, 0x3E570A3Eu, "%08X", bits);
}

/* A folder with the start's room and `n` normal rooms of difficulty 4. */
static void fill(const folder *place, unsigned n, const char *start)
{
    char text[8192];
    int used = snprintf(text, sizeof text, "<rooms>");
    for (unsigned i = 0; i < n; i++) {
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "<room variant=\"%u\" type=\"1\" shape=\"%u\" difficulty=\"4\"/>", i, 1 + i % 3);
    }
    used += snprintf(text + used, sizeof text - (size_t)used, "</rooms>");
    folder_write(folder_path(place, "01.x.xml"), text, (size_t)used);
    used = snprintf(text, sizeof text, "<rooms>%s</rooms>", start);
    folder_write(folder_path(place, "00.x.xml"), text, (size_t)used);
}

static void settings_of(char out[256], const char *words, const folder *place)
{
    snprintf(out, 256, "%s specials=off rooms=%s", words, place->path);
}

Test(rules, pools_with_too_few_rooms_are_refused_or_widened)
{
    static const char start[] = "<room variant=\"2\" type=\"1\" shape=\"1\"/>";
    char settings[256];
    folder place;
    folder_open(&place);
    fill(&place, 20, start);
    settings_of(settings, "rules=blade curse=none", &place);
    open_good(settings);
    cr_expect_eq(rules.shapes[FL_REBIRTH_ODD], 1u << 1 | 1u << 2 | 1u << 3);
    settings_of(settings, "rules=blade hard=on", &place); /* difficulty 5 alone */
    expect_refused(settings, "rooms", "stage file 01 has 0 normal rooms of difficulty 5 to 5, at least 20");
    settings_of(settings, "rules=afterbirth-plus hard=on", &place);
    open_good(settings);
    cr_expect(rules.widened[FL_REBIRTH_ODD].least == 1 && rules.widened[FL_REBIRTH_ODD].most == 15);
    cr_expect_eq(rules.shapes[FL_REBIRTH_ODD], 1u << 1 | 1u << 2 | 1u << 3);
    settings_of(settings, "rules=afterbirth-plus", &place);
    open_good(settings);
    cr_expect_eq(rules.widened[FL_REBIRTH_ODD].most, 5);
    fl_files_free(&files);
    fill(&place, 19, start);
    settings_of(settings, "rules=blade", &place);
    expect_refused(settings, "rooms", "has 19 normal rooms of difficulty 1 to 5");
    settings_of(settings, "rules=afterbirth-plus", &place);
    expect_refused(settings, "rooms", "has 19 normal rooms of difficulty 1 to 15");
    fl_files_free(&files);
    fill(&place, 20, "");
    expect_refused(settings, "rooms", "no room of type 1 and variant 2 for the start");
    folder_close(&place);
}

Test(rules, rooms_of_a_folder_are_noted_by_their_hash_and_not_read_for_a_result)
{
    char settings[256];
    char names[2][700];
    folder place;
    folder_open(&place);
    fill(&place, 20, "<room variant=\"2\" type=\"1\" shape=\"1\"/>");
    settings_of(settings, "rules=blade curse=none", &place);
    for (unsigned i = 0; i < 2; i++) {
        snprintf(names[i], sizeof names[i], "%s/%02u", place.path, i);
    }
    open_good(settings);
    cr_assert_eq(files.n, 2u);
    uint64_t hash = files.file[0].hash;
    cr_expect_str_eq(files.file[0].name, names[0]);
    cr_expect_null(files.file[0].data, "the game's rooms are nobody's to pass on");
    fill(&place, 20, "");
    open_good(settings);
    cr_expect_eq(files.file[0].hash, hash, "a list reads a file once");
    fl_files_free(&files);
    cr_expect_eq(open_rules(settings), FL_ERR_INPUT, "another list, another start");
    fl_files_free(&files);
    cr_assert_eq(fl_files_restore(&files, names[0], NULL, hash, NULL), FL_OK);
    cr_expect_eq(open_rules(settings), FL_ERR_DAMAGED);
    cr_expect_str_eq(diag.where, names[1]);
    cr_assert_eq(fl_files_restore(&files, names[1], NULL, hash, NULL), FL_OK);
    open_good(settings);
    cr_expect_eq(rules.special.pool.rooms_n + rules.normal.pool.rooms_n, 0u, "nothing was opened");
    folder_close(&place);
}
