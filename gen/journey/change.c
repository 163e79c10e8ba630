/* SPDX-License-Identifier: MIT */
/* A change has one of the keys add, set, gain, lose, enter and die: its verb. The price of a door, and the
 * conditions that the room exists and the player can pay, become a part of the change here; walking does not
 * use doors. */
#include "gen/floor/door/door.h"
#include "gen/journey/journey_private.h"

#include <stdio.h>
#include <string.h>

static fl_err read_chance(void *context, const fl_yaml_node *node)
{
    fl_journey_yaml *self = context;
    return fl_journey_yaml_chance(self, node, &self->when->chance);
}

static fl_err read_has(void *context, const fl_yaml_node *node)
{
    return fl_journey_yaml_flags(context, node, &((fl_journey_yaml *)context)->when->has);
}

static fl_err read_lacks(void *context, const fl_yaml_node *node)
{
    return fl_journey_yaml_flags(context, node, &((fl_journey_yaml *)context)->when->lacks);
}

static fl_err read_curse(void *context, const fl_yaml_node *node)
{
    fl_journey_yaml *self = context;
    unsigned curse = 0;
    fl_err err = fl_journey_yaml_word(self, node, FL_JOURNEY_CURSE, &curse);
    self->when->curse = (int8_t)curse;
    return err;
}

static fl_err read_rooms(void *context, const fl_yaml_node *node)
{
    fl_journey_yaml *self = context;
    return fl_journey_yaml_set(self, node, FL_JOURNEY_KIND, &self->when->kinds);
}

/* A condition's key is chance, has, lacks, curse or room, or the name of a variable with _from or _below. */
fl_err fl_journey_when_read(fl_journey_yaml *self, const fl_yaml_node *node, fl_journey_when *out)
{
    enum { WORDS = 5, BOUNDS = 2 * FL_JOURNEY_VARIABLES, KEY = FL_JOURNEY_NAME + 8 };
    char key[BOUNDS][KEY];
    fl_yaml_row rows[WORDS + BOUNDS] = {{"chance", FL_YAML_SCALAR, false, .read = read_chance},
                                        {"has", FL_YAML_ANY, false, .read = read_has},
                                        {"lacks", FL_YAML_ANY, false, .read = read_lacks},
                                        {"curse", FL_YAML_SCALAR, false, .read = read_curse},
                                        {"room", FL_YAML_ANY, false, .read = read_rooms}};
    unsigned bounds_n = 2 * self->journey->variables_n;
    for (unsigned i = 0; i < bounds_n; i++) {
        size_t at = i % 2 == 0 ? offsetof(fl_journey_when, from) : offsetof(fl_journey_when, below);
        snprintf(key[i], KEY, "%s%s", self->journey->variable[i / 2].name, i % 2 == 0 ? "_from" : "_below");
        rows[WORDS + i] = (fl_yaml_row){key[i],
                                        FL_YAML_SCALAR,
                                        false,
                                        FL_YAML_WHOLE,
                                        at + i / 2 * sizeof out->from[0],
                                        sizeof out->from[0],
                                        FL_YAML_LIMITS(-FL_JOURNEY_MOST, FL_JOURNEY_MOST)};
    }
    fl_journey_when_init(out);
    self->when = out;
    return node ? fl_journey_yaml_rows(self, node, rows, WORDS + bounds_n, out) : FL_OK;
}

/* The price of a door, and the amount. */
typedef struct toll {
    fl_journey_purse purse;
    int16_t n;
} toll;

static toll toll_of(fl_kind kind)
{
    static const toll tolls[FL_DOOR_PRICES] = {
        [FL_DOOR_OPEN] = {FL_JOURNEY_PURSES_N, 0},   [FL_DOOR_COIN] = {FL_JOURNEY_COINS, 1},
        [FL_DOOR_KEY] = {FL_JOURNEY_KEYS, 1},        [FL_DOOR_TWO_KEYS] = {FL_JOURNEY_KEYS, 2},
        [FL_DOOR_HEALTH] = {FL_JOURNEY_PURSES_N, 0}, [FL_DOOR_HEARTS] = {FL_JOURNEY_HEARTS, 1},
        [FL_DOOR_BOMB] = {FL_JOURNEY_BOMBS, 1},      [FL_DOOR_WALL] = {FL_JOURNEY_PURSES_N, 0},
    };
    return tolls[fl_door_of_kind(kind)];
}

/* The number of the variable that is a purse; variables_n if the plan has none. */
static unsigned find_purse(const fl_journey *journey, fl_journey_purse purse)
{
    unsigned i = 0;
    while (i < journey->variables_n && strcmp(journey->variable[i].name, fl_journey_purse_name(purse)) != 0) {
        i++;
    }
    return i;
}

static fl_err read_enter(fl_journey_yaml *self, const fl_yaml_node *node, fl_journey_change *out)
{
    unsigned kind = 0;
    fl_err err = fl_journey_yaml_word(self, node, FL_JOURNEY_KIND, &kind);
    toll price = toll_of((fl_kind)kind);
    out->kind = (uint8_t)kind;
    out->purse = (uint8_t)price.purse;
    if (err || price.n == 0) {
        return err;
    }
    unsigned variable = find_purse(self->journey, price.purse);
    if (variable == self->journey->variables_n) {
        const char *name = fl_journey_purse_name(price.purse);
        err = fl_yaml_refuse(self->yaml, node, self->diag,
                             "doors of the kind '%s' take %s, and the plan has no variable '%s'",
                             fl_kind_of((fl_kind)kind)->name, name, name);
        fl_diag_hint(self->diag, "add it to the variables, for example %s: 0..9", name);
        return err;
    }
    out->variable = (uint8_t)variable;
    out->value[0] = (int16_t)-price.n;
    out->values_n = 1;
    return FL_OK;
}

/* Adds the conditions of entering: the room exists, and keys, coins and bombs (not hearts) are enough. */
static void bound_enter(const fl_journey *journey, fl_journey_change *out)
{
    const fl_journey_variable *range = &journey->variable[out->variable];
    out->when.kinds |= 1ull << out->kind;
    if (out->purse < FL_JOURNEY_PURSES_N && out->purse != FL_JOURNEY_HEARTS) {
        int needed = (range->min > 0 ? range->min : 0) - out->value[0];
        int16_t *from = &out->when.from[out->variable];
        *from = (int16_t)(*from > needed ? *from : needed);
    }
}

/* One change enters the rooms of a kind on a floor, so that no room is entered twice. */
static fl_err check_enter(fl_journey_yaml *self, const fl_yaml_node *map, const fl_journey_change *out)
{
    const fl_journey *journey = self->journey;
    const fl_journey_change *other = &journey->change[journey->player[journey->players_n - 1].changes_from];
    while (other < out &&
           !(other->verb == FL_JOURNEY_ENTER && other->kind == out->kind && (other->stops & out->stops))) {
        other++;
    }
    return other == out ? FL_OK
                        : fl_yaml_refuse(self->yaml, map, self->diag,
                                         "line %u enters the kind '%s' on the same floors", other->line,
                                         fl_kind_of((fl_kind)out->kind)->name);
}

/* Reads the value of a verb of the variables: `by` or `to`. */
static fl_err read_variable(fl_journey_yaml *self, const fl_yaml_node *map, const fl_yaml_node *verb,
                            fl_journey_change *out)
{
    unsigned variable = 0;
    fl_err err = fl_journey_yaml_word(self, verb, FL_JOURNEY_VARIABLE, &variable);
    const char *key = out->verb == FL_JOURNEY_ADD ? "by" : "to";
    const fl_yaml_node *values = fl_yaml_get(map, key);
    if (!err && !values) {
        err = fl_yaml_refuse(self->yaml, map, self->diag, "the key '%s' is missing", key);
    }
    out->variable = (uint8_t)variable;
    return err ? err : fl_journey_yaml_values(self, values, out);
}

static fl_err read_verb(fl_journey_yaml *self, const fl_yaml_node *map, fl_journey_change *out)
{
    enum { VERBS = FL_JOURNEY_DIE + 1 };
    static const char *const verbs[VERBS] = {"add", "set", "gain", "lose", "enter", "die"};
    const fl_yaml_node *verb = NULL;
    for (unsigned i = 0; i < VERBS; i++) {
        const fl_yaml_node *node = fl_yaml_get(map, verbs[i]);
        if (node && verb) {
            return fl_yaml_refuse(self->yaml, node, self->diag,
                                  "one change is add, set, gain, lose, enter or die; here are two");
        }
        out->verb = node ? (fl_journey_verb)i : out->verb;
        verb = node ? node : verb;
    }
    if (!verb) {
        return fl_yaml_refuse(self->yaml, map, self->diag,
                              "a change needs one of add, set, gain, lose, enter or die");
    }
    switch (out->verb) {
    case FL_JOURNEY_GAIN:
    case FL_JOURNEY_LOSE:
        return fl_journey_yaml_flags(self, verb, &out->flags);
    case FL_JOURNEY_ENTER:
        return read_enter(self, verb, out);
    case FL_JOURNEY_DIE:
        return FL_OK; /* its value is a chance, which is read with the conditions */
    case FL_JOURNEY_ADD:
    case FL_JOURNEY_SET:
        break;
    }
    return read_variable(self, map, verb, out);
}

static fl_err read_when(fl_journey_yaml *self, const fl_yaml_node *map, fl_journey_change *out)
{
    const fl_yaml_node *when = fl_yaml_get(map, "when");
    fl_err err = fl_journey_when_read(self, when, &out->when);
    if (err || out->verb != FL_JOURNEY_DIE) {
        return err;
    }
    if (out->when.chance.out_of > 0) {
        return fl_yaml_refuse(self->yaml, when, self->diag,
                              "'die' has a chance of its own; here is a second one");
    }
    return fl_journey_yaml_chance(self, fl_yaml_get(map, "die"), &out->when.chance);
}

static fl_err read_on(void *context, const fl_yaml_node *node)
{
    fl_journey_yaml *self = context;
    fl_journey_change *out = &self->journey->change[self->journey->changes_n - 1];
    out->stops = 0;
    return fl_journey_yaml_set(self, node, FL_JOURNEY_STOP, &out->stops);
}

fl_err fl_journey_change_read(void *reader, const fl_yaml_node *map)
{
    static const fl_yaml_row rows[] = {
        {"add", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
        {"set", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
        {"gain", FL_YAML_ANY, false, .store = FL_YAML_NOWHERE},
        {"lose", FL_YAML_ANY, false, .store = FL_YAML_NOWHERE},
        {"enter", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
        {"die", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
        {"by", FL_YAML_ANY, false, .store = FL_YAML_NOWHERE},
        {"to", FL_YAML_ANY, false, .store = FL_YAML_NOWHERE},
        {"on", FL_YAML_ANY, false, .read = read_on},
        {"when", FL_YAML_MAP, false, .store = FL_YAML_NOWHERE},
    };
    fl_journey_yaml *self = reader;
    fl_journey *journey = self->journey;
    if (journey->changes_n == FL_JOURNEY_CHANGES) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "more than %d changes", FL_JOURNEY_CHANGES);
    }
    fl_journey_change *out = &journey->change[journey->changes_n++];
    out->line = map->line;
    out->stops = UINT64_MAX;
    out->purse = FL_JOURNEY_PURSES_N;
    fl_err err = fl_journey_yaml_rows(self, map, rows, sizeof rows / sizeof rows[0], out);
    err = err ? err : read_verb(self, map, out);
    err = err ? err : read_when(self, map, out);
    if (!err && out->verb == FL_JOURNEY_ENTER) {
        bound_enter(journey, out);
        err = check_enter(self, map, out);
    }
    return err;
}
