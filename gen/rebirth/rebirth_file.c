/* Every word of the file is looked up in a table; what is unknown is refused with file and line. */
#include "gen/rebirth/rebirth_file.h"

#include "gen/core/shipped.h"
#include "gen/core/yaml.h"

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

static fl_err read_switches(reading *self, const fl_yaml_node *map)
{
    const struct {
        const char *name;
        int min, max;
        size_t at;
    } table[] = {
#define FL_SWITCH_ROW(name, min, max) {#name, min, max, offsetof(fl_rebirth_switches, name)},
        FL_REBIRTH_SWITCHES(FL_SWITCH_ROW)
#undef FL_SWITCH_ROW
    };
    for (const fl_yaml_node *row = map->first; row; row = row->next) {
        size_t i = 0;
        while (i < sizeof table / sizeof table[0] && strcmp(table[i].name, row->key) != 0) {
            i++;
        }
        char *end = NULL;
        long value = row->text ? strtol(row->text, &end, 10) : 0;
        if (i == sizeof table / sizeof table[0] || !end || *end || value < table[i].min ||
            value > table[i].max) {
            return refuse(self, row, "value of a switch there is");
        }
        memcpy((char *)&self->rules->is + table[i].at, &(int){(int)value}, sizeof(int));
    }
    return FL_OK;
}

/* The entry of a list of four that belongs to what is unlocked. */
static fl_err read_odds(reading *self, const fl_yaml_node *list, uint32_t *out)
{
    const fl_yaml_node *node = list ? list->first : NULL;
    for (int64_t i = 0; node && i < self->rules->value[FL_REBIRTH_SET_UNLOCKS]; i++) {
        node = node->next;
    }
    char *end = NULL;
    unsigned long value = node && node->text ? strtoul(node->text, &end, 10) : 0;
    if (!end || *end || value > 1000 || list->children_n != FL_REBIRTH_UNLOCKS) {
        return refuse(self, list ? list : fl_yaml_root(self->yaml), "list of four numbers");
    }
    *out = (uint32_t)value;
    return FL_OK;
}

static fl_err read_windows(reading *self, const fl_yaml_node *modes)
{
    static const fl_yaml_key keys[] = {{"odd", FL_YAML_SCALAR, 1},
                                       {"even", FL_YAML_SCALAR, 1},
                                       {"large", FL_YAML_SCALAR, 1},
                                       {"late", FL_YAML_SCALAR, 1},
                                       {"void", FL_YAML_SCALAR, 1}};
    const fl_yaml_node *map = fl_yaml_get(modes, self->rules->is_hard ? "hard" : "normal");
    if (!map) {
        return refuse(self, modes, "map of normal and hard");
    }
    fl_err err = fl_yaml_check_map(self->yaml, map, keys, FL_REBIRTH_WINDOWS, self->diag);
    for (unsigned i = 0; i < FL_REBIRTH_WINDOWS && !err; i++) {
        const fl_yaml_node *node = fl_yaml_get(map, keys[i].name);
        fl_rebirth_window *window = &self->rules->window[i];
        char rest = 0;
        if (sscanf(node->text, "%4d-%4d%c", &window->least, &window->most, &rest) != 2) {
            err = refuse(self, node, "range such as 1-5");
        }
    }
    return err;
}

/* Whether a word about the player or the stage holds. */
static fl_err read_test(reading *self, const fl_yaml_node *node, const char *word, bool *out)
{
    static const char *const words[] = {
#define FL_TEST_WORD(symbol, word) word,
        FL_REBIRTH_TESTS(FL_TEST_WORD)
#undef FL_TEST_WORD
    };
    for (unsigned i = 0; i < FL_REBIRTH_TESTS_N; i++) {
        if (strcmp(words[i], word) == 0) {
            *out = self->rules->holds >> i & 1;
            return FL_OK;
        }
    }
    return refuse(self, node, "list of words that gates ask for");
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

/* "7-8 with silver_dollar": whether it is about this stage, and its words hold. */
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
    if (word && strcmp(word, "with") != 0) {
        return refuse(self, node, "range of stages such as \"7-8 with silver_dollar\"");
    }
    fl_err err = FL_OK;
    while (word && !err && (word = strtok_r(NULL, " ", &rest))) {
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
    if (sscanf(node->text, "%9u/%9u%c", &out->hits, &out->of, &rest) != 2 || out->of == 0 ||
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
    for (unsigned i = 0; i < FL_REBIRTH_STEPS_N; i++) {
        if (strcmp(steps[i].word, node->text) == 0) {
            gate->step = (fl_rebirth_step)i;
            return FL_OK;
        }
    }
    return refuse(self, node, "step");
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
    err = err ? err : all_hold(self, fl_yaml_get(row, "let_if"), &gate->is_let);
    err = err ? err : all_hold(self, fl_yaml_get(row, "second_if"), &gate->second_counts);
    err = err ? err : all_hold(self, fl_yaml_get(row, "other_if"), &gate->other_counts);
    err = err ? err : all_hold(self, fl_yaml_get(row, "other_let_if"), &gate->other_is_let);
    err = err ? err : all_hold(self, sure, &gate->is_sure);
    err = err ? err : count_tests(self, fl_yaml_get(row, "more_if"), &more, &is_all);
    gate->is_sure = gate->is_sure && sure;
    gate->is_tried = is_stage && is_if;
    gate->times = 1 + more;
    if (!fl_yaml_get(row, "other_let_if")) {
        gate->other_is_let = gate->is_let;
    }
    return err;
}

static fl_err read_gate(reading *self, const fl_yaml_node *row)
{
    static const fl_yaml_key keys[] = {
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
    gate.event = rules->events_n;
    rules->event_names[rules->events_n++] = steps[gate.step].word;
    if (steps[gate.step].other) {
        gate.other_event = rules->events_n;
        rules->event_names[rules->events_n++] = steps[gate.step].other;
    }
    rules->gate[rules->gates_n++] = gate;
    return FL_OK;
}

static fl_err read_all(reading *self)
{
    static const fl_yaml_key keys[] = {
        {"source", FL_YAML_SCALAR, 1}, {"switches", FL_YAML_MAP, 1},   {"curses", FL_YAML_MAP, 1},
        {"supers", FL_YAML_LIST, 1},   {"difficulty", FL_YAML_MAP, 1}, {"gates", FL_YAML_LIST, 1},
    };
    const fl_yaml_node *root = fl_yaml_root(self->yaml);
    fl_err err = fl_yaml_check_map(self->yaml, root, keys, sizeof keys / sizeof keys[0], self->diag);
    if (err) {
        return err;
    }
    const fl_yaml_node *curses = fl_yaml_get(root, "curses");
    err = read_switches(self, fl_yaml_get(root, "switches"));
    err = err ? err
              : read_odds(self, fl_yaml_get(curses, self->rules->is_hard ? "hard" : "normal"),
                          &self->rules->curse_odds);
    err = err ? err : read_odds(self, fl_yaml_get(root, "supers"), &self->rules->super_odds);
    err = err ? err : read_windows(self, fl_yaml_get(root, "difficulty"));
    for (const fl_yaml_node *row = fl_yaml_get(root, "gates")->first; row && !err; row = row->next) {
        err = read_gate(self, row);
    }
    return err;
}

fl_err fl_rebirth_file_read(fl_rebirth_rules *self, const char *set, fl_diag *diag)
{
    char name[64];
    reading all = {.rules = self, .diag = diag};
    snprintf(name, sizeof name, "data/rebirth/%s.yaml", set);
    const fl_shipped *file = fl_shipped_find(name);
    if (!file) {
        return fl_diag_set(diag, FL_ERR_INPUT, name, "this file does not ship with the program");
    }
    fl_err err = fl_yaml_read(file->data, file->size, name, &all.yaml, diag);
    err = err ? err : read_all(&all);
    fl_yaml_free(all.yaml);
    return err;
}
