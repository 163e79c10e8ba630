/* SPDX-License-Identifier: MIT */
/* Every word of the file is looked up in a table; an unknown one is refused with file and line. */
#include "gen/base/embedded.h"
#include "gen/base/yaml_map.h"
#include "gen/rebirth/rules/rules_private.h"

#include <stdio.h>
#include <string.h>

static fl_err refuse(const fl_yaml_reading *r, const fl_yaml_node *node, const char *what)
{
    return fl_yaml_refuse(r->yaml, node, r->diag, "'%.60s' is not a %s", node->text ? node->text : "", what);
}

static fl_err read_switches(void *context, const fl_yaml_node *map)
{
    static const fl_yaml_row rows[] = {
#define FL_SWITCH_ROW(name, min, max) /* a switch that cannot be 0 is required */                            \
    {#name, FL_YAML_SCALAR, (min) > 0, FL_YAML_INTO(FL_YAML_DIGITS, fl_rebirth_rules, switches.name),        \
     FL_YAML_LIMITS(min, max)},
        FL_REBIRTH_SWITCHES(FL_SWITCH_ROW)
#undef FL_SWITCH_ROW
    };
    const fl_yaml_reading *r = context;
    const fl_rebirth_switches *switches = &((const fl_rebirth_rules *)r->out)->switches;
    fl_err err = fl_yaml_map_read(r, map, rows, sizeof rows / sizeof rows[0], NULL);
    if (!err && switches->has_void && switches->void_rooms_spread == 0) {
        err = fl_yaml_refuse(r->yaml, fl_yaml_get(map, "has_void"), r->diag,
                             "has_void needs void_rooms_spread, how many numbers of rooms there are");
    }
    return err;
}

/* The entry of a list of four for the setting `unlocks`. */
static fl_err read_odds(const fl_yaml_reading *r, const fl_yaml_node *list, int64_t least, uint32_t *out)
{
    int64_t i = 0;
    const fl_rebirth_rules *rules = r->out;
    if (list->children_n != FL_REBIRTH_UNLOCKS) {
        return refuse(r, list, "list of four numbers");
    }
    for (const fl_yaml_node *node = list->first; node; node = node->next, i++) {
        int64_t value = 0;
        if (!node->text || fl_yaml_map_digits(node->text, least, 1000, &value)) {
            return refuse(r, node, "number of that list");
        }
        *out = i == rules->value[FL_REBIRTH_SET_UNLOCKS] ? (uint32_t)value : *out;
    }
    return FL_OK;
}

static fl_err read_supers(const fl_yaml_reading *r, const fl_yaml_node *list, void *member)
{
    return read_odds(r, list, 1, member);
}

/* The entry of a map for the mode; the entry of the other mode is required, too. */
static fl_err choose_mode(const fl_yaml_reading *r, const fl_yaml_node *map, fl_yaml_type type,
                          const fl_yaml_node **out)
{
    const fl_yaml_row rows[] = {{"normal", type, true, .store = FL_YAML_NOWHERE},
                                {"hard", type, true, .store = FL_YAML_NOWHERE}};
    *out = fl_yaml_get(map, ((const fl_rebirth_rules *)r->out)->is_hard ? "hard" : "normal");
    return fl_yaml_map_read(r, map, rows, 2, NULL);
}

static fl_err read_curses(const fl_yaml_reading *r, const fl_yaml_node *modes, void *member)
{
    const fl_yaml_node *list = NULL;
    fl_err err = choose_mode(r, modes, FL_YAML_LIST, &list);
    return err ? err : read_odds(r, list, 0, member);
}

/* " rarely 1" (up to the window's end) or " rarely 1-10" */
static bool read_rarely(const char *text, fl_rebirth_window *window)
{
    int used = 0;
    window->rarely_most = window->most;
    if (sscanf(text, " rarely %3d-%3d%n", &window->rarely, &window->rarely_most, &used) == 2) {
        bool is_inside = window->rarely >= window->least && window->rarely_most <= window->most;
        return !text[used] && window->rarely > 0 && window->rarely <= window->rarely_most && !is_inside;
    }
    return sscanf(text, " rarely %3d%n", &window->rarely, &used) == 1 && !text[used] && window->rarely > 0 &&
           window->rarely < window->least;
}

/* Reads "5-10" or "5-10 rarely 1" or "5-5 rarely 1-10". */
static fl_err read_window(const fl_yaml_reading *r, const fl_yaml_node *node, void *member)
{
    int used = 0;
    fl_rebirth_window window = {0, 0, 0, 0};
    bool is_range = strspn(node->text, "0123456789- rarely") == strlen(node->text) &&
                    sscanf(node->text, "%3d-%3d%n", &window.least, &window.most, &used) == 2;
    if (is_range && node->text[used]) {
        is_range = read_rarely(node->text + used, &window) &&
                   ((const fl_rebirth_rules *)r->out)->switches.rare_easy_rooms > 0;
    }
    if (!is_range || window.least < 0 || window.least > window.most) {
        return refuse(r, node, "range such as 1-5, 5-10 rarely 1, or 5-5 rarely 1-10");
    }
    *(fl_rebirth_window *)member = window;
    return FL_OK;
}

static fl_err read_windows(void *context, const fl_yaml_node *modes)
{
    static const fl_yaml_row rows[] = {
#define FL_WINDOW(name, symbol)                                                                              \
    {name, FL_YAML_SCALAR, true, FL_YAML_FILL(read_window, fl_rebirth_rules, window[symbol])}
        FL_WINDOW("odd", FL_REBIRTH_ODD),     FL_WINDOW("even", FL_REBIRTH_EVEN),
        FL_WINDOW("large", FL_REBIRTH_LARGE), FL_WINDOW("late", FL_REBIRTH_LATE),
        FL_WINDOW("void", FL_REBIRTH_VOID),
#undef FL_WINDOW
    };
    const fl_yaml_node *map = NULL;
    fl_err err = choose_mode(context, modes, FL_YAML_MAP, &map);
    return err ? err : fl_yaml_map_read(context, map, rows, FL_REBIRTH_WINDOWS, NULL);
}

/* A row of the table of rolls, as it is read. */
typedef struct roll_row {
    fl_rebirth_rules *rules;
    fl_rebirth_roll roll;
    fl_rebirth_chance with_box; /* Mom's Box's place of other_second */
    bool is_stage, is_if;
} roll_row;

/* True if a word about the player or the stage holds; it is the node's text or part of it. */
static fl_err read_test(const fl_yaml_reading *r, const fl_yaml_node *node, const char *word, bool *out)
{
    static const char *const names[] = {
#define FL_TEST_WORD(symbol, word) word,
        FL_REBIRTH_TESTS(FL_TEST_WORD)
#undef FL_TEST_WORD
    };
    static const fl_yaml_words words = {"condition", names, FL_REBIRTH_TESTS_N, sizeof names[0]};
    fl_yaml_node part = {.line = node->line, .text = word};
    unsigned test = 0;
    fl_err err = fl_yaml_map_word(r, &part, &words, &test);
    *out = !err && fl_rebirth_rules_holds(((const roll_row *)r->out)->rules, (fl_rebirth_test)test);
    return err;
}

/* Counts the words of a list that hold. */
static fl_err count_tests(const fl_yaml_reading *r, const fl_yaml_node *list, unsigned *n)
{
    fl_err err = FL_OK;
    *n = 0;
    for (const fl_yaml_node *node = list->first; node && !err; node = node->next) {
        bool holds = false;
        err = read_test(r, node, node->text ? node->text : "", &holds);
        *n += holds;
    }
    return err;
}

static fl_err all_hold(const fl_yaml_reading *r, const fl_yaml_node *list, void *member)
{
    unsigned n = 0;
    fl_err err = count_tests(r, list, &n);
    *(bool *)member = n == list->children_n;
    return err;
}

static fl_err read_times(const fl_yaml_reading *r, const fl_yaml_node *list, void *member)
{
    unsigned more = 0;
    fl_err err = count_tests(r, list, &more);
    *(unsigned *)member = 1 + more;
    return err;
}

/* Reads "7-8 with silver_dollar": true if the stage is in the range and the words hold. */
static fl_err read_stages(const fl_yaml_reading *r, const fl_yaml_node *node, bool *out)
{
    char text[96];
    int from = 0;
    int to = 0;
    int used = 0;
    snprintf(text, sizeof text, "%s", node->text ? node->text : "");
    if (sscanf(text, "%2d-%2d%n", &from, &to, &used) != 2) {
        used = 0;
        if (sscanf(text, "%2d%n", &from, &used) != 1) {
            return refuse(r, node, "range of stages such as \"7-8 with silver_dollar\"");
        }
        to = from;
    }
    int stage = (int)((const roll_row *)r->out)->rules->stage;
    *out = stage >= from && stage <= to;
    char *rest = NULL;
    char *word = strtok_r(text + used, " ", &rest);
    bool is_plain = text[used] == '\0';
    if (from < 1 || to < from || (!is_plain && (!word || text[used] != ' ' || strcmp(word, "with") != 0))) {
        return refuse(r, node, "range of stages such as \"7-8 with silver_dollar\"");
    }
    fl_err err = FL_OK;
    word = strtok_r(NULL, " ", &rest);
    if (!is_plain && !word) {
        return refuse(r, node, "range of stages: nothing follows 'with'");
    }
    for (; word && !err; word = strtok_r(NULL, " ", &rest)) {
        bool holds = false;
        err = read_test(r, node, word, &holds);
        *out = *out && holds;
    }
    return err;
}

static fl_err any_stage(const fl_yaml_reading *r, const fl_yaml_node *list, void *member)
{
    fl_err err = FL_OK;
    *(bool *)member = false;
    for (const fl_yaml_node *node = list->first; node && !err; node = node->next) {
        bool is_in = false;
        err = read_stages(r, node, &is_in);
        *(bool *)member |= is_in;
    }
    return err;
}

static const struct {
    const char *word, *other;
} steps[] = {
#define FL_STEP_ROW(symbol, word, other) {word, other},
    FL_REBIRTH_STEPS(FL_STEP_ROW)
#undef FL_STEP_ROW
};

static fl_err read_step(const fl_yaml_reading *r, const fl_yaml_node *node, void *member)
{
    static const fl_yaml_words words = {"step", steps, FL_REBIRTH_STEPS_N, sizeof steps[0]};
    unsigned step = 0;
    fl_err err = fl_yaml_map_word(r, node, &words, &step);
    *(fl_rebirth_step *)member = (fl_rebirth_step)step;
    return err;
}

/* Returns the number of an event, adding a new name; steps of one type share it. */
static unsigned event_of(fl_rebirth_rules *rules, const char *name)
{
    unsigned i = 0;
    while (i < rules->events_n && strcmp(rules->event_names[i], name) != 0) {
        i++;
    }
    rules->event_names[i] = name;
    rules->events_n += i == rules->events_n;
    return i;
}

static const fl_yaml_row roll_rows[] = {
    {"step", FL_YAML_SCALAR, true, FL_YAML_FILL(read_step, roll_row, roll.step)},
    {"source", FL_YAML_SCALAR, true, .store = FL_YAML_NOWHERE},
    {"stages", FL_YAML_LIST, false, FL_YAML_FILL(any_stage, roll_row, is_stage)},
    {"if", FL_YAML_LIST, false, FL_YAML_FILL(all_hold, roll_row, is_if)},
    {"more_if", FL_YAML_LIST, false, FL_YAML_FILL(read_times, roll_row, roll.times)},
    {"first", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_CHANCE, roll_row, roll.first)},
    {"second", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_CHANCE, roll_row, roll.second)},
    {"second_if", FL_YAML_LIST, false, FL_YAML_FILL(all_hold, roll_row, roll.second_counts)},
    {"sure_if", FL_YAML_LIST, false, FL_YAML_FILL(all_hold, roll_row, roll.is_sure)},
    {"let_if", FL_YAML_LIST, false, FL_YAML_FILL(all_hold, roll_row, roll.may_place)},
    {"other_first", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_CHANCE, roll_row, roll.other_first)},
    {"other_second", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_CHANCE, roll_row, roll.other_second)},
    {"other_short", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_CHANCE, roll_row, with_box)},
    {"other_if", FL_YAML_LIST, false, FL_YAML_FILL(all_hold, roll_row, roll.other_counts)},
    {"other_let_if", FL_YAML_LIST, false, FL_YAML_FILL(all_hold, roll_row, roll.other_may_place)},
};

/* Combines the row's keys. */
static void finish_roll(roll_row *self, bool has_other_let_if)
{
    fl_rebirth_rules *rules = self->rules;
    fl_rebirth_roll *roll = &self->roll;
    roll->is_tried = self->is_stage && self->is_if;
    if (!has_other_let_if) {
        roll->other_may_place = roll->may_place;
    }
    if (self->with_box.out_of && fl_rebirth_rules_holds(rules, FL_REBIRTH_MOMS_BOX)) {
        roll->other_second = self->with_box;
    }
    roll->event = event_of(rules, steps[roll->step].word);
    roll->other_event = steps[roll->step].other ? event_of(rules, steps[roll->step].other) : 0;
}

static fl_err read_roll(void *context, const fl_yaml_node *node)
{
    const fl_yaml_reading *r = context;
    fl_rebirth_rules *rules = r->out;
    roll_row row = {.rules = rules,
                    .roll = {.may_place = true, .second_counts = true, .other_counts = true, .times = 1},
                    .is_stage = true,
                    .is_if = true};
    if (rules->rolls_n == FL_ROLL_MAX || rules->events_n + 2 > FL_ROLL_MAX) {
        return refuse(r, node, "step: there are too many");
    }
    fl_err err = fl_yaml_map_read(&(fl_yaml_reading){r->yaml, r->diag, &row}, node, roll_rows,
                                  sizeof roll_rows / sizeof roll_rows[0], NULL);
    if (!err) {
        finish_roll(&row, fl_yaml_get(node, "other_let_if"));
        rules->tried[rules->tried_n] = (uint8_t)rules->rolls_n;
        rules->tried_n += row.roll.is_tried;
        rules->roll[rules->rolls_n++] = row.roll;
    }
    return err;
}

static fl_err read_rolls(void *context, const fl_yaml_node *list)
{
    return fl_yaml_map_each(list, context, read_roll);
}

static const fl_yaml_row rows[] = {
    {"source", FL_YAML_SCALAR, true, .store = FL_YAML_NOWHERE},
    {"title", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
    {"written_after", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
    {"is_game", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
    {"version", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_DIGITS, fl_rebirth_rules, version),
     FL_YAML_LIMITS(1, 1000)},
    {"switches", FL_YAML_MAP, true, .read = read_switches},
    {"curses", FL_YAML_MAP, true, FL_YAML_FILL(read_curses, fl_rebirth_rules, curse_odds)},
    {"supers", FL_YAML_LIST, true, FL_YAML_FILL(read_supers, fl_rebirth_rules, super_odds)},
    {"difficulty", FL_YAML_MAP, true, .read = read_windows},
    {"rolls", FL_YAML_LIST, true, .read = read_rolls},
};

/* Reads the file's text; messages call it "name:line". */
static fl_err parse(fl_rebirth_rules *self, const char *text, size_t size, const char *name, fl_diag *diag)
{
    fl_yaml_reading r = {.diag = diag, .out = self};
    fl_err err = fl_yaml_read(text, size, name, &r.yaml, diag);
    err = err ? err : fl_yaml_map_read(&r, fl_yaml_root(r.yaml), rows, sizeof rows / sizeof rows[0], &r);
    fl_yaml_free(r.yaml);
    return err;
}

fl_err fl_rebirth_rules_read_file(fl_rebirth_rules *self, const char *set, fl_diag *diag)
{
    char name[64];
    snprintf(name, sizeof name, "data/rebirth/%s.yaml", set);
    const fl_embedded *file = fl_embedded_find(name);
    if (!file) {
        return fl_diag_set(diag, FL_ERR_INPUT, name, "this file is not built into the program");
    }
    return parse(self, file->data, file->size, name, diag);
}
