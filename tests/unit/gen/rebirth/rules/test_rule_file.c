/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading a rule set: what its words mean, and every error with its line. */
#include "gen/rebirth/rules/rules_private.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { LINES = 16, WIDTH = 256 };

/* A good file; a test replaces one line. */
static const char *const good[LINES] = {
    "source: here",
    "switches:",
    "  attempts_max: 10",
    "  boss_tries: 3",
    "  rare_easy_rooms: 8",
    "curses: {normal: [80, 30, 10, 5], hard: [40, 20, 6, 0]}",
    "supers: [80, 30, 10, 5]",
    "difficulty:",
    "  normal: {odd: 1-5, even: 5-10, large: 1-10, late: 2-9, void: 5-15}",
    "  hard: {odd: 5-5, even: 10-15 rarely 5, large: 5-15, late: 5-15, void: 5-15}",
    "gates:",
    "  - {step: boss, source: a}",
    ("  - {step: curse, stages: [\"1-6\", \"8 with luna moms_box\"], if: [two_keys], first: 1/7, second: "
     "3/4, "
     "second_if: [luna], source: b}"),
    "  - {step: arcade_or_vault, let_if: [five_coins], other_first: 1/10, other_let_if: [luna], source: c}",
    "  - {step: secret, more_if: [luna, two_keys, moms_box], source: d}",
    "  - {step: curse, sure_if: [luna], first: 1/2, source: e}",
};

static fl_rebirth_rules rules;
static fl_diag diag;

static void set_up(void)
{
    memset(&rules, 0, sizeof rules);
    rules.stage = 8;
    rules.value[FL_REBIRTH_SET_UNLOCKS] = 1;
}

TestSuite(rule_file, .init = set_up);

static fl_err parse(unsigned line, const char *text)
{
    static char all[LINES * WIDTH];
    size_t n = 0;
    for (unsigned i = 0; i < LINES; i++) {
        n += (size_t)snprintf(all + n, sizeof all - n, "%s\n", i + 1 == line ? text : good[i]);
    }
    fl_diag_init(&diag);
    return fl_rebirth_rules_parse_file(&rules, all, n, "set.yaml", &diag);
}

/* The rows of all rule sets are held by tests/golden; these are of no floor: two rows of one sort share an
 * event, and without a condition a step is tried and may be placed. */
Test(rule_file, gates_are_rows_in_their_order)
{
    static const char *const events[] = {"boss", "curse", "arcade_or_vault", "vault", "secret"};
    cr_assert_eq(parse(0, ""), FL_OK, "%s: %s", diag.where, diag.what);
    cr_assert(rules.gates_n == 5 && rules.events_n == 5);
    for (unsigned i = 0; i < 5; i++) {
        cr_expect_str_eq(rules.event_names[i], events[i]);
    }
    cr_expect(rules.gate[1].event == 1 && rules.gate[4].event == 1);
    cr_expect(rules.gate[2].event == 2 && rules.gate[2].other_event == 3);
    cr_expect(rules.gate[0].first.of == 0 && rules.gate[0].is_tried && rules.gate[0].may_place);
}

/* A line that replaces one of the good file, and a part of what is said at it. */
static const struct {
    unsigned line;
    const char *text, *what;
} refused[] = {
    {5, "  rare_easy_roms: 8", "rare_easy_roms"},
    {5, "  rare_easy_rooms: 1001", "'rare_easy_rooms' is a whole number from 0 to 1000, not '1001'"},
    {5, "  rare_easy_rooms: +8", "not '+8'"},
    {5, "  has_void: 1", "void_rooms_spread"},
    {4, "  boss_tries: 0", "from 1 to 100, not '0'"},
    {7, "supers: [80, 30, 10]", "list of four numbers"},
    {7, "supers: [80, 30, 10, 5, 1]", "list of four numbers"},
    {7, "supers: [80, 30, 10, 0]", "'0' is no number"},
    {7, "supers: [80, 30, 1001, 5]", "'1001' is no number"},
    {6, "curses: {normal: [5, 5, 5, 5]}", "'hard' is missing"},
    {9, "  normal: {odd: 1-5, even: 5-10, large: 1-10, late: 2-9}", "'void' is missing"},
    {14, "  - {step: curse, first: 1/0, source: x}", "chance such as 1/7"},
    {14, "  - {step: curse, other_short: 3/2, source: x}", "chance such as 1/7"},
    {13, "  - {step: curse, if: [luna, lunar], source: x}", "there is no condition 'lunar'"},
    {13, "  - {step: curse, more_if: [lunar], source: x}", "there is no condition 'lunar'"},
    {13, "  - {step: curse, if: [[luna]], source: x}", "there is no condition ''"},
    {13, "  - {step: curses, source: x}", "there is no step 'curses'"},
    {13, "  - {step: curse}", "'source' is missing"},
    {13, "  - {source: x}", "'step' is missing"},
    {13, "  - curse", "expected a map"},
};

/* Texts between bars: ranges of difficulty, and of stages. */
static const char ranges[] = "|5|5-|-5|10-5|1-5x|a-b|5-10 rarely|5-10 rarely 5|5-10 rarely 0|5-10 seldom 1|"
                             "5-10 rarely 1 2|5-10 rarely 6-9|5-10 rarely 9-6|5-10 rarely 0-9|"
                             "5-10 rarely 1-20x|1-5 5|--5|";
static const char stages[] = "|one|0|0-3|7-6|7-|7 or 8|7-8x|7-8 with|7 with lunar|1-2-3|'7 with '|3, 3x|";

static void expect_refused(unsigned line, const char *text, const char *what)
{
    char where[32];
    set_up();
    cr_assert_eq(parse(line, text), FL_ERR_INPUT, "'%s' was taken", text);
    snprintf(where, sizeof where, "set.yaml:%u", line);
    cr_expect_str_eq(diag.where, where, "'%s': %s: %s", text, diag.where, diag.what);
    cr_expect_not_null(strstr(diag.what, what), "'%s' does not say '%s'", diag.what, what);
}

/* Puts each text between bars into a line. */
static void refuse_each(const char *texts, unsigned line, const char *format, const char *what)
{
    for (const char *p = texts + 1; *p; p += strcspn(p, "|") + 1) {
        char text[128];
        snprintf(text, sizeof text, format, (int)strcspn(p, "|"), p);
        expect_refused(line, text, what);
    }
}

Test(rule_file, what_is_no_rule_is_refused_in_its_line)
{
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        expect_refused(refused[i].line, refused[i].text, refused[i].what);
    }
    refuse_each(ranges, 9, "  normal: {odd: %.*s, even: 5-10, large: 1-10, late: 2-9, void: 5-15}", "range");
    refuse_each(stages, 13, "  - {step: curse, stages: [%.*s], source: x}", "is no");
    set_up();
    rules.is_hard = true;
    cr_expect_eq(parse(5, "  has_void: 0"), FL_ERR_INPUT, "'rarely' needs rare_easy_rooms");
    cr_expect_str_eq(diag.where, "set.yaml:10");
    set_up();
    cr_expect_eq(parse(4, "  has_void: 0"), FL_ERR_INPUT, "boss_tries is missing");
    cr_expect_eq(fl_rebirth_rules_read_file(&rules, "antibirth", &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "data/rebirth/antibirth.yaml");
}

Test(rule_file, only_so_many_steps_are_taken)
{
    char all[8192];
    size_t n = 0;
    unsigned steps = 0;
    for (unsigned i = 0; i < 11; i++) {
        n += (size_t)snprintf(all + n, sizeof all - n, "%s\n", good[i]);
    }
    for (; steps < FL_GATE_MAX; steps++) {
        n += (size_t)snprintf(all + n, sizeof all - n, "  - {step: curse, source: x}\n");
    }
    cr_assert_eq(fl_rebirth_rules_parse_file(&rules, all, n, "set.yaml", NULL), FL_OK);
    cr_expect_eq(rules.gates_n, (unsigned)FL_GATE_MAX);
    n += (size_t)snprintf(all + n, sizeof all - n, "  - {step: curse, source: x}\n");
    set_up();
    fl_diag_init(&diag);
    cr_expect_eq(fl_rebirth_rules_parse_file(&rules, all, n, "set.yaml", &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "set.yaml:60");
    cr_expect_not_null(strstr(diag.what, "too many"), "%s", diag.what);
}
