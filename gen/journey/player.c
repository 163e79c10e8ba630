/* A condition's key is a word of its own (chance, has, lacks, curse, room), or a variable with _from or
 * _below. */
#include "gen/base/parse_number.h"
#include "gen/base/suggest.h"
#include "gen/journey/journey_private.h"

#include <stdio.h>
#include <string.h>

static const char *const words[] = {"chance", "has", "lacks", "curse", "room"};

enum {
    WORDS = sizeof words / sizeof words[0],

    KEY = FL_JOURNEY_NAME + 8
};

static fl_err read_variable(fl_journey_yaml *self, const fl_yaml_node *node)
{
    fl_journey *journey = self->journey;
    int64_t min = 0;
    int64_t max = 0;
    if (journey->variables_n == FL_JOURNEY_VARIABLES) {
        return fl_yaml_refuse(self->yaml, node, self->diag, "more than %d variables", FL_JOURNEY_VARIABLES);
    }
    fl_journey_variable *out = &journey->variable[journey->variables_n++];
    fl_err err = fl_journey_yaml_name(self, node, node->key, out->name);
    bool is_range = !err && node->type == FL_YAML_SCALAR && fl_parse_number_is_range(node->text, &min, &max);
    if (!err && (!is_range || min > max || min < -FL_JOURNEY_MOST || max > FL_JOURNEY_MOST)) {
        err = fl_yaml_refuse(self->yaml, node, self->diag, "the variable '%s' wants its range, such as 0..12",
                             out->name);
    }
    out->min = (int16_t)min;
    out->max = (int16_t)max;
    return err;
}

/* `seen_as: {hearts: [1, 6]}`. */
static fl_err read_seen(fl_journey_yaml *self, const fl_yaml_node *node)
{
    fl_journey_change list = {.values_n = 0};
    fl_journey_names names;
    fl_journey_yaml_variables(self->journey, &names);
    size_t i = fl_journey_yaml_find(node->key, &names);
    if (i == names.n) {
        return fl_journey_yaml_unknown(self, node, node->key, "variable", &names);
    }
    fl_journey_variable *out = &self->journey->variable[i];
    fl_err err = fl_journey_yaml_values(self, node, &list);
    for (unsigned k = 0; k < list.values_n && !err; k++) {
        bool rises = k == 0 || list.value[k] > list.value[k - 1];
        if (!rises || list.value[k] < out->min || list.value[k] > out->max) {
            err = fl_yaml_refuse(self->yaml, node, self->diag,
                                 "what is seen of '%s' rises within its range %d..%d", out->name, out->min,
                                 out->max);
        }
    }
    memcpy(out->seen, list.value, sizeof out->seen);
    out->seen_n = list.values_n;
    return err;
}

static fl_err read_flag(fl_journey_yaml *self, const fl_yaml_node *node)
{
    fl_journey *journey = self->journey;
    fl_journey_names variables;
    fl_journey_names flags;
    if (journey->flags_n == FL_JOURNEY_FLAGS) {
        return fl_yaml_refuse(self->yaml, node, self->diag, "more than %d flags", FL_JOURNEY_FLAGS);
    }
    fl_journey_yaml_variables(journey, &variables);
    fl_journey_yaml_flags(journey, &flags);
    const char *text = node->type == FL_YAML_SCALAR ? node->text : NULL;
    fl_err err = fl_journey_yaml_name(self, node, text, journey->flag[journey->flags_n]);
    if (!err && (fl_journey_yaml_find(text, &variables) < variables.n ||
                 fl_journey_yaml_find(text, &flags) < flags.n)) {
        err = fl_yaml_refuse(self->yaml, node, self->diag, "the name '%s' stands twice", text);
    }
    journey->flags_n++;
    return err;
}

fl_err fl_journey_player_names(fl_journey_yaml *self, const fl_yaml_node *root)
{
    fl_err err = FL_OK;
    const fl_yaml_node *variables = fl_yaml_get(root, "variables");
    const fl_yaml_node *flags = fl_yaml_get(root, "flags");
    for (const fl_yaml_node *i = variables ? variables->first : NULL; i && !err; i = i->next) {
        err = read_variable(self, i);
    }
    const fl_yaml_node *seen = fl_yaml_get(root, "seen_as");
    for (const fl_yaml_node *i = seen ? seen->first : NULL; i && !err; i = i->next) {
        err = read_seen(self, i);
    }
    for (const fl_yaml_node *i = flags ? flags->first : NULL; i && !err; i = i->next) {
        err = read_flag(self, i);
    }
    uint64_t states = 1ull << self->journey->flags_n;
    for (unsigned i = 0; i < self->journey->variables_n && !err; i++) {
        states *= (uint64_t)(self->journey->variable[i].max - self->journey->variable[i].min + 1);
        if (states > 1ull << 40) {
            err = fl_yaml_refuse(self->yaml, variables, self->diag,
                                 "these ranges make more than 2^40 different players");
            fl_diag_hint(self->diag, "narrow the ranges");
        }
    }
    self->journey->states_n = states;
    return err;
}

static fl_err read_curse(fl_journey_yaml *self, const fl_yaml_node *node, fl_journey_when *out)
{
    fl_journey_names names;
    for (names.n = 0; names.n < FL_CURSE_COUNT; names.n++) {
        names.name[names.n] = fl_generator_fact_value_name(FL_GENERATOR_FACT_CURSE, (int32_t)names.n);
    }
    const char *text = node->type == FL_YAML_SCALAR ? node->text : "";
    size_t i = fl_journey_yaml_find(text, &names);
    out->curse = (int8_t)i;
    return i < FL_CURSE_COUNT ? FL_OK : fl_journey_yaml_unknown(self, node, text, "curse", &names);
}

static fl_err read_word(fl_journey_yaml *self, const fl_yaml_node *node, size_t word, fl_journey_when *out)
{
    uint64_t flags = 0;
    if (word == 0) {
        return fl_journey_yaml_chance(self, node, &out->chance);
    }
    if (word == 3) {
        return read_curse(self, node, out);
    }
    if (word == 4) {
        return fl_journey_yaml_set(self, node, "kind of rooms", fl_journey_yaml_kinds, &out->kinds);
    }
    fl_err err = fl_journey_yaml_set(self, node, "flag", fl_journey_yaml_flags, &flags);
    *(word == 1 ? &out->has : &out->lacks) |= (uint32_t)flags;
    return err;
}

fl_err fl_journey_player_when(fl_journey_yaml *self, const fl_yaml_node *node, fl_journey_when *out)
{
    char key[2 * FL_JOURNEY_VARIABLES][KEY];
    fl_journey_names keys;
    const fl_journey *journey = self->journey;
    fl_err err = FL_OK;
    fl_journey_when_init(out);
    for (keys.n = 0; keys.n < WORDS; keys.n++) {
        keys.name[keys.n] = words[keys.n];
    }
    for (unsigned i = 0; i < 2 * journey->variables_n; i++) {
        snprintf(key[i], KEY, "%s%s", journey->variable[i / 2].name, i % 2 == 0 ? "_from" : "_below");
        keys.name[keys.n++] = key[i];
    }
    if (node && node->type != FL_YAML_MAP) {
        return fl_yaml_refuse(self->yaml, node, self->diag, "conditions are a map, such as {chance: 1/3}");
    }
    for (const fl_yaml_node *i = node ? node->first : NULL; i && !err; i = i->next) {
        size_t at = fl_journey_yaml_find(i->key, &keys);
        if (at == keys.n) {
            err = fl_journey_yaml_unknown(self, i, i->key, "condition", &keys);
        } else if (at < WORDS) {
            err = read_word(self, i, at, out);
        } else {
            int16_t *bound = (at - WORDS) % 2 == 0 ? out->from : out->below;
            err = fl_journey_yaml_whole(self, i, &bound[(at - WORDS) / 2]);
        }
    }
    return err;
}

/* The verb is the key that stands there: add, set, gain, lose. */
static fl_err read_verb(fl_journey_yaml *self, const fl_yaml_node *map, fl_journey_change *out)
{
    static const char *const verbs[] = {"add", "set", "gain", "lose"};
    const fl_yaml_node *verb = NULL;
    for (unsigned i = 0; i < 4; i++) {
        const fl_yaml_node *node = fl_yaml_get(map, verbs[i]);
        if (node && verb) {
            return fl_yaml_refuse(self->yaml, node, self->diag,
                                  "one change is add, set, gain or lose; here are two");
        }
        out->verb = node ? (fl_journey_verb)i : out->verb;
        verb = node ? node : verb;
    }
    if (!verb) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "a change wants one of add, set, gain or lose");
    }
    uint64_t set = 0;
    if (out->verb >= FL_JOURNEY_GAIN) {
        fl_err err = fl_journey_yaml_set(self, verb, "flag", fl_journey_yaml_flags, &set);
        out->flags = (uint32_t)set;
        return err;
    }
    if (verb->type != FL_YAML_SCALAR) {
        return fl_yaml_refuse(self->yaml, verb, self->diag, "'%s' names one variable", verbs[out->verb]);
    }
    fl_err err = fl_journey_yaml_set(self, verb, "variable", fl_journey_yaml_variables, &set);
    const char *key = out->verb == FL_JOURNEY_ADD ? "by" : "to";
    const fl_yaml_node *values = fl_yaml_get(map, key);
    if (!err && !values) {
        err = fl_yaml_refuse(self->yaml, map, self->diag, "the key '%s' is missing", key);
    }
    out->variable = (uint8_t)(err ? 0 : __builtin_ctzll(set));
    return err ? err : fl_journey_yaml_values(self, values, out);
}

static fl_err read_change(fl_journey_yaml *self, const fl_yaml_node *map)
{
    static const fl_journey_names names = {{"add", "set", "gain", "lose", "by", "to", "on", "when"}, 8};
    fl_journey *journey = self->journey;
    if (map->type != FL_YAML_MAP) {
        return fl_yaml_refuse(self->yaml, map, self->diag,
                              "a change is a map, such as {add: minutes, by: 3..6}");
    }
    for (const fl_yaml_node *i = map->first; i; i = i->next) {
        if (fl_journey_yaml_find(i->key, &names) == names.n) {
            return fl_journey_yaml_unknown(self, i, i->key, "key", &names);
        }
    }
    if (journey->changes_n == FL_JOURNEY_CHANGES) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "more than %d changes", FL_JOURNEY_CHANGES);
    }
    fl_journey_change *out = &journey->change[journey->changes_n++];
    out->line = map->line;
    fl_err err = read_verb(self, map, out);
    const fl_yaml_node *on = fl_yaml_get(map, "on");
    out->stops = on ? 0 : UINT64_MAX;
    if (!err && on) {
        err = fl_journey_yaml_set(self, on, "floor", fl_journey_yaml_stops, &out->stops);
    }
    return err ? err : fl_journey_player_when(self, fl_yaml_get(map, "when"), &out->when);
}

static fl_err read_start(fl_journey_yaml *self, const fl_yaml_node *map, fl_journey_player *out)
{
    fl_journey_names names;
    fl_journey_yaml_variables(self->journey, &names);
    for (unsigned i = 0; i < names.n; i++) {
        const fl_journey_variable *range = &self->journey->variable[i];
        out->start.variable[i] = range->min > 0 ? range->min : range->max < 0 ? range->max : 0;
    }
    for (const fl_yaml_node *node = map ? map->first : NULL; node; node = node->next) {
        size_t i = fl_journey_yaml_find(node->key, &names);
        if (i == names.n) {
            return fl_journey_yaml_unknown(self, node, node->key, "variable", &names);
        }
        const fl_journey_variable *range = &self->journey->variable[i];
        int16_t *value = &out->start.variable[i];
        fl_err err = fl_journey_yaml_whole(self, node, value);
        if (err) {
            return err;
        }
        if (*value < range->min || *value > range->max) {
            return fl_yaml_refuse(self->yaml, node, self->diag,
                                  "'%s' starts with %d, and its range is %d..%d", range->name, *value,
                                  range->min, range->max);
        }
    }
    return FL_OK;
}

static fl_err read_player(fl_journey_yaml *self, const fl_yaml_node *map)
{
    static const fl_yaml_field keys[] = {{"start", FL_YAML_MAP, 0},
                                         {"flags", FL_YAML_LIST, 0},
                                         {"after", FL_YAML_LIST, 0},
                                         {"about", FL_YAML_SCALAR, 0}};
    fl_journey *journey = self->journey;
    uint64_t flags = 0;
    if (journey->players_n == FL_JOURNEY_PLAYERS) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "more than %d players", FL_JOURNEY_PLAYERS);
    }
    fl_journey_player *out = &journey->player[journey->players_n++];
    out->line = map->line;
    out->changes_from = journey->changes_n;
    fl_err err = fl_journey_yaml_name(self, map, map->key, out->name);
    if (!err && map->type != FL_YAML_MAP) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "a player is a map, such as {start: {hearts: 6}}");
    }
    err = err ? err : fl_yaml_check_map(self->yaml, map, keys, sizeof keys / sizeof keys[0], self->diag);
    err = err ? err : fl_journey_yaml_about(self, map, "about", out->about);
    err = err ? err : read_start(self, fl_yaml_get(map, "start"), out);
    const fl_yaml_node *held = err ? NULL : fl_yaml_get(map, "flags");
    if (held) {
        err = fl_journey_yaml_set(self, held, "flag", fl_journey_yaml_flags, &flags);
    }
    out->start.flags = (uint32_t)flags;
    const fl_yaml_node *after = err ? NULL : fl_yaml_get(map, "after");
    for (const fl_yaml_node *i = after ? after->first : NULL; i && !err; i = i->next) {
        err = read_change(self, i);
    }
    out->changes_n = journey->changes_n - out->changes_from;
    return err;
}

/* The player who was asked for. */
static fl_err choose(fl_journey_yaml *self)
{
    fl_journey_names names;
    fl_journey *journey = self->journey;
    const char *wanted = self->text->player;
    for (names.n = 0; names.n < journey->players_n; names.n++) {
        names.name[names.n] = journey->player[names.n].name;
    }
    size_t chosen_player = wanted ? fl_journey_yaml_find(wanted, &names) : 0;
    journey->chosen_player = (unsigned)chosen_player;
    if (chosen_player < journey->players_n) {
        return FL_OK;
    }
    fl_err err = fl_diag_set(self->diag, FL_ERR_USAGE, "", "the plan '%s' has no player '%.80s'",
                             journey->name, wanted);
    const char *near = fl_suggest_name(wanted, names.name, names.n, sizeof names.name[0]);
    fl_diag_hint(self->diag, near ? "did you mean '%s'?" : "'%s' is one", near ? near : names.name[0]);
    return err;
}

fl_err fl_journey_player_read(fl_journey_yaml *self, const fl_yaml_node *root)
{
    fl_err err = FL_OK;
    const fl_yaml_node *players = fl_yaml_get(root, "players");
    for (const fl_yaml_node *i = players ? players->first : NULL; i && !err; i = i->next) {
        err = read_player(self, i);
    }
    if (!err && self->journey->players_n == 0) { /* who brings nothing and is never changed */
        fl_journey_player *out = &self->journey->player[self->journey->players_n++];
        snprintf(out->name, sizeof out->name, "usual");
        err = read_start(self, NULL, out);
    }
    return err ? err : choose(self);
}
