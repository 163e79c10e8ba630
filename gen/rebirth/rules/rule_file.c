/* SPDX-License-Identifier: MIT */
/* Every word of the file is looked up in a table; an unknown one is refused with file and line. */
#include "gen/base/embedded.h"
#include "gen/base/yaml_map.h"
#include "gen/rebirth/rules/rules_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reading {
    fl_rebirth_rules *rules;
    fl_yaml *yaml;
    fl_diag *diag;
} reading;

static fl_err refuse(reading *self, const fl_yaml_node *node, const char *what)
{
    return fl_diag_set(self->diag, FL_ERR_INPUT, fl_yaml_where(self->yaml, node), "'%.60s' is no %s",
                       node->text ? node->text : "", what);
}

/* A whole number of `min` to `max`. */
static bool read_whole(const char *text, long min, long max, long *out)
{
    size_t digits = text ? strspn(text, "0123456789") : 0;
    if (digits == 0 || digits > 9 || text[digits]) {
        return false;
    }
    *out = strtol(text, NULL, 10);
    return *out >= min && *out <= max;
}

static const struct switch_row {
    const char *name;
    int min, max;
    size_t at;
} switch_rows[] = {
#define FL_SWITCH_ROW(name, min, max) {#name, min, max, offsetof(fl_rebirth_switches, name)},
    FL_REBIRTH_SWITCHES(FL_SWITCH_ROW)
#undef FL_SWITCH_ROW
};

enum { SWITCHES = sizeof switch_rows / sizeof switch_rows[0] };

static fl_err read_switches(reading *self, const fl_yaml_node *map)
{
    fl_rebirth_switches *switches = &self->rules->switches;
    fl_yaml_field keys[SWITCHES];
    for (size_t i = 0; i < SWITCHES; i++) { /* a switch that cannot be 0 is required */
        keys[i] = (fl_yaml_field){switch_rows[i].name, FL_YAML_SCALAR, switch_rows[i].min > 0};
    }
    fl_err err = fl_yaml_check_map(self->yaml, map, keys, SWITCHES, self->diag);
    for (size_t i = 0; i < SWITCHES && !err; i++) {
        const fl_yaml_node *row = fl_yaml_get(map, switch_rows[i].name);
        long value = 0;
        if (row && !read_whole(row->text, switch_rows[i].min, switch_rows[i].max, &value)) {
            return refuse(self, row, "value of that switch");
        }
        memcpy((char *)switches + switch_rows[i].at, &(int){(int)value}, sizeof(int));
    }
    if (!err && switches->has_void && switches->void_rooms_spread == 0) {
        const fl_yaml_node *row = fl_yaml_get(map, "has_void");
        err = fl_diag_set(self->diag, FL_ERR_INPUT, fl_yaml_where(self->yaml, row),
                          "has_void needs void_rooms_spread, how many numbers of rooms there are");
    }
    return err;
}

/* The entry of a list of four for the setting `unlocks`. */
static fl_err read_odds(reading *self, const fl_yaml_node *list, long min, uint32_t *out)
{
    int64_t i = 0;
    if (list->children_n != FL_REBIRTH_UNLOCKS) {
        return refuse(self, list, "list of four numbers");
    }
    for (const fl_yaml_node *node = list->first; node; node = node->next, i++) {
        long value = 0;
        if (!read_whole(node->text, min, 1000, &value)) {
            return refuse(self, node, "number of that list");
        }
        *out = i == self->rules->value[FL_REBIRTH_SET_UNLOCKS] ? (uint32_t)value : *out;
    }
    return FL_OK;
}

/* The entry of a map for the mode; the entry of the other mode is required, too. */
static fl_err choose_mode(reading *self, const fl_yaml_node *map, fl_yaml_type type, const fl_yaml_node **out)
{
    const fl_yaml_field keys[] = {{"normal", type, 1}, {"hard", type, 1}};
    fl_err err = fl_yaml_check_map(self->yaml, map, keys, 2, self->diag);
    *out = fl_yaml_get(map, self->rules->is_hard ? "hard" : "normal");
    return err;
}

/* "5-10" or "5-10 rarely 1" */
static fl_err read_window(reading *self, const fl_yaml_node *node, fl_rebirth_window *out)
{
    int used = 0;
    int more = 0;
    fl_rebirth_window window = {0, 0, 0};
    bool is_range = strspn(node->text, "0123456789- rarely") == strlen(node->text) &&
                    sscanf(node->text, "%3d-%3d%n", &window.least, &window.most, &used) == 2;
    if (is_range && node->text[used]) {
        is_range = sscanf(node->text + used, " rarely %3d%n", &window.rarely, &more) == 1 &&
                   !node->text[used + more] && window.rarely > 0 && window.rarely < window.least &&
                   self->rules->switches.rare_easy_rooms > 0;
    }
    if (!is_range || window.least < 0 || window.least > window.most) {
        return refuse(self, node, "range such as 1-5, or 5-10 rarely 1");
    }
    *out = window;
    return FL_OK;
}

static fl_err read_windows(reading *self, const fl_yaml_node *modes)
{
    static const fl_yaml_field keys[] = {{"odd", FL_YAML_SCALAR, 1},
                                         {"even", FL_YAML_SCALAR, 1},
                                         {"large", FL_YAML_SCALAR, 1},
                                         {"late", FL_YAML_SCALAR, 1},
                                         {"void", FL_YAML_SCALAR, 1}};
    const fl_yaml_node *map = NULL;
    fl_err err = choose_mode(self, modes, FL_YAML_MAP, &map);
    err = err ? err : fl_yaml_check_map(self->yaml, map, keys, FL_REBIRTH_WINDOWS, self->diag);
    for (unsigned i = 0; i < FL_REBIRTH_WINDOWS && !err; i++) {
        err = read_window(self, fl_yaml_get(map, keys[i].name), &self->rules->window[i]);
    }
    return err;
}

/* Whether a word about the player or the stage holds; it is the node's text or part of it. */
static fl_err read_test(reading *self, const fl_yaml_node *node, const char *word, bool *out)
{
    static const char *const names[] = {
#define FL_TEST_WORD(symbol, word) word,
        FL_REBIRTH_TESTS(FL_TEST_WORD)
#undef FL_TEST_WORD
    };
    static const fl_yaml_words words = {"condition", names, FL_REBIRTH_TESTS_N, sizeof names[0]};
    fl_yaml_node part = {.line = node->line, .text = word};
    unsigned test = 0;
    fl_err err = fl_yaml_map_word(&(fl_yaml_reading){self->yaml, self->diag, NULL}, &part, &words, &test);
    *out = !err && (self->rules->holds >> test & 1);
    return err;
}

/* How many words of a list hold; `all` tells whether every one does. */
static fl_err count_tests(reading *self, const fl_yaml_node *list, unsigned *n, bool *all)
{
    fl_err err = FL_OK;
    *n = 0;
    *all = true;
    for (const fl_yaml_node *node = list ? list->first : NULL; node && !err; node = node->next) {
        bool holds = false;
        err = read_test(self, node, node->text ? node->text : "", &holds);
        *n += holds;
        *all = *all && holds;
    }
    return err;
}

static fl_err all_hold(reading *self, const fl_yaml_node *list, bool *out)
{
    unsigned n = 0;
    return count_tests(self, list, &n, out);
}

/* "7-8 with silver_dollar": whether the stage is in the range and the words hold. */
static fl_err read_stages(reading *self, const fl_yaml_node *node, bool *out)
{
    char text[96];
    int from = 0;
    int to = 0;
    int used = 0;
    snprintf(text, sizeof text, "%s", node->text ? node->text : "");
    if (sscanf(text, "%2d-%2d%n", &from, &to, &used) != 2) {
        used = 0;
        if (sscanf(text, "%2d%n", &from, &used) != 1) {
            return refuse(self, node, "range of stages such as \"7-8 with silver_dollar\"");
        }
        to = from;
    }
    int stage = (int)self->rules->stage;
    *out = stage >= from && stage <= to;
    char *rest = NULL;
    char *word = strtok_r(text + used, " ", &rest);
    bool is_plain = text[used] == '\0';
    if (from < 1 || to < from || (!is_plain && (!word || text[used] != ' ' || strcmp(word, "with") != 0))) {
        return refuse(self, node, "range of stages such as \"7-8 with silver_dollar\"");
    }
    fl_err err = FL_OK;
    word = strtok_r(NULL, " ", &rest);
    if (!is_plain && !word) {
        return refuse(self, node, "range of stages: nothing follows 'with'");
    }
    for (; word && !err; word = strtok_r(NULL, " ", &rest)) {
        bool holds = false;
        err = read_test(self, node, word, &holds);
        *out = *out && holds;
    }
    return err;
}

static fl_err any_stage(reading *self, const fl_yaml_node *list, bool *out)
{
    fl_err err = FL_OK;
    *out = !list;
    for (const fl_yaml_node *node = list ? list->first : NULL; node && !err; node = node->next) {
        bool is_in = false;
        err = read_stages(self, node, &is_in);
        *out = *out || is_in;
    }
    return err;
}

/* "1/7" */
static fl_err read_chance(reading *self, const fl_yaml_node *row, const char *key, fl_rebirth_chance *out)
{
    const fl_yaml_node *node = fl_yaml_get(row, key);
    char rest = 0;
    if (!node) {
        return FL_OK;
    }
    if (node->text[strspn(node->text, "0123456789/")] ||
        sscanf(node->text, "%9u/%9u%c", &out->hits, &out->of, &rest) != 2 || out->of == 0 ||
        out->hits > out->of) {
        return refuse(self, node, "chance such as 1/7");
    }
    return FL_OK;
}

static const struct {
    const char *word, *other;
} steps[] = {
#define FL_STEP_ROW(symbol, word, other) {word, other},
    FL_REBIRTH_STEPS(FL_STEP_ROW)
#undef FL_STEP_ROW
};

static fl_err read_step(reading *self, const fl_yaml_node *node, fl_rebirth_gate *gate)
{
    static const fl_yaml_words words = {"step", steps, FL_REBIRTH_STEPS_N, sizeof steps[0]};
    unsigned step = 0;
    fl_err err = fl_yaml_map_word(&(fl_yaml_reading){self->yaml, self->diag, NULL}, node, &words, &step);
    gate->step = (fl_rebirth_step)step;
    return err;
}

static fl_err read_conditions(reading *self, const fl_yaml_node *row, fl_rebirth_gate *gate)
{
    bool is_stage = false;
    bool is_if = false;
    bool is_all = false;
    unsigned more = 0;
    const fl_yaml_node *sure = fl_yaml_get(row, "sure_if");
    fl_err err = any_stage(self, fl_yaml_get(row, "stages"), &is_stage);
    err = err ? err : all_hold(self, fl_yaml_get(row, "if"), &is_if);
    err = err ? err : all_hold(self, fl_yaml_get(row, "let_if"), &gate->may_place);
    err = err ? err : all_hold(self, fl_yaml_get(row, "second_if"), &gate->second_counts);
    err = err ? err : all_hold(self, fl_yaml_get(row, "other_if"), &gate->other_counts);
    err = err ? err : all_hold(self, fl_yaml_get(row, "other_let_if"), &gate->other_may_place);
    err = err ? err : all_hold(self, sure, &gate->is_sure);
    err = err ? err : count_tests(self, fl_yaml_get(row, "more_if"), &more, &is_all);
    gate->is_sure = gate->is_sure && sure;
    gate->is_tried = is_stage && is_if;
    gate->times = 1 + more;
    if (!fl_yaml_get(row, "other_let_if")) {
        gate->other_may_place = gate->may_place;
    }
    return err;
}

/* The number of an event, a new one if the name is new; steps of one sort share it. */
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

/* Replaces the chance of an event by the planted one; false if none is planted. */
static bool plant(const fl_rebirth_rules *rules, const char *event, fl_rebirth_chance *first,
                  fl_rebirth_chance *second)
{
    static const size_t prefix = sizeof "plant." - 1;
    for (unsigned i = FL_REBIRTH_SET_PLANT_DICE_OR_SACRIFICE; event && i < FL_REBIRTH_SETTINGS_N; i++) {
        if (rules->value[i] >= 0 && strcmp(fl_rebirth_rules_settings[i].name + prefix, event) == 0) {
            *first = (fl_rebirth_chance){(uint32_t)rules->value[i], FL_SETTING_MILLION};
            *second = (fl_rebirth_chance){0, 0};
            return true;
        }
    }
    return false;
}

static fl_err read_gate(reading *self, const fl_yaml_node *row)
{
    static const fl_yaml_field keys[] = {
        {"step", FL_YAML_SCALAR, 1},        {"source", FL_YAML_SCALAR, 1},
        {"stages", FL_YAML_LIST, 0},        {"if", FL_YAML_LIST, 0},
        {"more_if", FL_YAML_LIST, 0},       {"first", FL_YAML_SCALAR, 0},
        {"second", FL_YAML_SCALAR, 0},      {"second_if", FL_YAML_LIST, 0},
        {"sure_if", FL_YAML_LIST, 0},       {"let_if", FL_YAML_LIST, 0},
        {"other_first", FL_YAML_SCALAR, 0}, {"other_second", FL_YAML_SCALAR, 0},
        {"other_short", FL_YAML_SCALAR, 0}, {"other_if", FL_YAML_LIST, 0},
        {"other_let_if", FL_YAML_LIST, 0},
    };
    fl_rebirth_rules *rules = self->rules;
    fl_err err = fl_yaml_check_map(self->yaml, row, keys, sizeof keys / sizeof keys[0], self->diag);
    if (!err && (rules->gates_n == FL_GATE_MAX || rules->events_n + 2 > FL_GATE_MAX)) {
        return refuse(self, row, "step: there are too many");
    }
    fl_rebirth_gate gate = {.step = FL_REBIRTH_STEP_NORMAL};
    fl_rebirth_chance with_box = {0, 0};
    err = err ? err : read_step(self, fl_yaml_get(row, "step"), &gate);
    err = err ? err : read_chance(self, row, "first", &gate.first);
    err = err ? err : read_chance(self, row, "second", &gate.second);
    err = err ? err : read_chance(self, row, "other_first", &gate.other_first);
    err = err ? err : read_chance(self, row, "other_second", &gate.other_second);
    err = err ? err : read_chance(self, row, "other_short", &with_box);
    err = err ? err : read_conditions(self, row, &gate);
    if (err) {
        return err;
    }
    if (with_box.of && (rules->holds >> FL_REBIRTH_MOMS_BOX & 1)) {
        gate.other_second = with_box;
    }
    bool is_planted = plant(rules, steps[gate.step].word, &gate.first, &gate.second);
    gate.is_sure = gate.is_sure && !is_planted;
    plant(rules, steps[gate.step].other, &gate.other_first, &gate.other_second);
    gate.event = event_of(rules, steps[gate.step].word);
    gate.other_event = steps[gate.step].other ? event_of(rules, steps[gate.step].other) : 0;
    rules->tried[rules->tried_n] = (uint8_t)rules->gates_n;
    rules->tried_n += gate.is_tried;
    rules->gate[rules->gates_n++] = gate;
    return FL_OK;
}

static fl_err read_all(reading *self)
{
    static const fl_yaml_field keys[] = {
        {"source", FL_YAML_SCALAR, 1}, {"switches", FL_YAML_MAP, 1},   {"curses", FL_YAML_MAP, 1},
        {"supers", FL_YAML_LIST, 1},   {"difficulty", FL_YAML_MAP, 1}, {"gates", FL_YAML_LIST, 1},
    };
    const fl_yaml_node *root = fl_yaml_root(self->yaml);
    fl_err err = fl_yaml_check_map(self->yaml, root, keys, sizeof keys / sizeof keys[0], self->diag);
    if (err) {
        return err;
    }
    const fl_yaml_node *curses = NULL;
    err = read_switches(self, fl_yaml_get(root, "switches"));
    err = err ? err : choose_mode(self, fl_yaml_get(root, "curses"), FL_YAML_LIST, &curses);
    err = err ? err : read_odds(self, curses, 0, &self->rules->curse_odds);
    err = err ? err : read_odds(self, fl_yaml_get(root, "supers"), 1, &self->rules->super_odds);
    err = err ? err : read_windows(self, fl_yaml_get(root, "difficulty"));
    for (const fl_yaml_node *row = fl_yaml_get(root, "gates")->first; row && !err; row = row->next) {
        err = read_gate(self, row);
    }
    return err;
}

fl_err fl_rebirth_rules_parse_file(fl_rebirth_rules *self, const char *text, size_t size, const char *name,
                                   fl_diag *diag)
{
    reading all = {.rules = self, .diag = diag};
    fl_err err = fl_yaml_read(text, size, name, &all.yaml, diag);
    err = err ? err : read_all(&all);
    fl_yaml_free(all.yaml);
    return err;
}

fl_err fl_rebirth_rules_read_file(fl_rebirth_rules *self, const char *set, fl_diag *diag)
{
    char name[64];
    snprintf(name, sizeof name, "data/rebirth/%s.yaml", set);
    const fl_embedded *file = fl_embedded_find(name);
    if (!file) {
        return fl_diag_set(diag, FL_ERR_INPUT, name, "the program does not ship this file");
    }
    return fl_rebirth_rules_parse_file(self, file->data, file->size, name, diag);
}
