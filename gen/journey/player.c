/* SPDX-License-Identifier: MIT */
/* The variables and flags of a player, with names from the plan, and the players. */
#include "gen/base/parse_number.h"
#include "gen/base/suggest.h"
#include "gen/journey/journey_private.h"

#include <stdio.h>
#include <string.h>

static fl_err read_variable(void *context, const fl_yaml_node *node)
{
    fl_journey_yaml *self = context;
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
        err = fl_yaml_refuse(self->yaml, node, self->diag, "the variable '%s' needs a range, such as 0..12",
                             out->name);
    }
    out->min = (int16_t)min;
    out->max = (int16_t)max;
    return err;
}

/* Reads `seen_as: {hearts: [1, 6]}`. */
static fl_err read_seen(void *context, const fl_yaml_node *node)
{
    fl_journey_yaml *self = context;
    fl_journey_change list = {.values_n = 0};
    unsigned i = 0;
    fl_err err = fl_journey_yaml_key(self, node, FL_JOURNEY_VARIABLE, &i);
    fl_journey_variable *out = &self->journey->variable[i];
    err = err ? err : fl_journey_yaml_values(self, node, &list);
    for (unsigned k = 0; k < list.values_n && !err; k++) {
        bool rises = k == 0 || list.value[k] > list.value[k - 1];
        if (!rises || list.value[k] < out->min || list.value[k] > out->max) {
            err = fl_yaml_refuse(self->yaml, node, self->diag,
                                 "the values seen of '%s' must rise within its range %d..%d", out->name,
                                 out->min, out->max);
        }
    }
    memcpy(out->seen, list.value, sizeof out->seen);
    out->seen_n = list.values_n;
    return err;
}

static fl_err read_flag(void *context, const fl_yaml_node *node)
{
    fl_journey_yaml *self = context;
    fl_journey *journey = self->journey;
    if (journey->flags_n == FL_JOURNEY_FLAGS) {
        return fl_yaml_refuse(self->yaml, node, self->diag, "more than %d flags", FL_JOURNEY_FLAGS);
    }
    char *name = journey->flag[journey->flags_n];
    fl_err err = fl_journey_yaml_name(self, node, node->text, name);
    bool is_used = false;
    for (unsigned i = 0; i < journey->variables_n && !err; i++) {
        is_used = is_used || strcmp(journey->variable[i].name, name) == 0;
    }
    for (unsigned i = 0; i < journey->flags_n && !err; i++) {
        is_used = is_used || strcmp(journey->flag[i], name) == 0;
    }
    journey->flags_n++;
    return is_used ? fl_yaml_refuse(self->yaml, node, self->diag, "the name '%s' is used twice", name) : err;
}

fl_err fl_journey_player_names(fl_journey_yaml *self, const fl_yaml_node *root)
{
    const fl_yaml_node *variables = fl_yaml_get(root, "variables");
    fl_err err = fl_yaml_map_each(variables, self, read_variable);
    err = err ? err : fl_yaml_map_each(fl_yaml_get(root, "seen_as"), self, read_seen);
    err = err ? err : fl_yaml_map_each(fl_yaml_get(root, "flags"), self, read_flag);
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

static fl_err read_start(void *context, const fl_yaml_node *node)
{
    fl_journey_yaml *self = context;
    fl_journey *journey = self->journey;
    unsigned i = 0;
    fl_err err = fl_journey_yaml_key(self, node, FL_JOURNEY_VARIABLE, &i);
    const fl_journey_variable *range = &journey->variable[i];
    int16_t *value = &journey->player[journey->players_n - 1].start.variable[i];
    err = err ? err : fl_journey_yaml_whole(self, node, value);
    if (!err && (*value < range->min || *value > range->max)) {
        err = fl_yaml_refuse(self->yaml, node, self->diag, "'%s' starts with %d, and its range is %d..%d",
                             range->name, *value, range->min, range->max);
    }
    return err;
}

static fl_err read_starts(void *context, const fl_yaml_node *map)
{
    return fl_yaml_map_each(map, context, read_start);
}

static fl_err read_held(void *context, const fl_yaml_node *node)
{
    fl_journey *journey = ((fl_journey_yaml *)context)->journey;
    return fl_journey_yaml_flags(context, node, &journey->player[journey->players_n - 1].start.flags);
}

static fl_err read_after(void *context, const fl_yaml_node *list)
{
    return fl_yaml_map_each(list, context, fl_journey_change_read);
}

/* Adds a player who has nothing: every variable is as near to 0 as its range allows. */
static fl_journey_player *add_player(fl_journey *journey)
{
    fl_journey_player *out = &journey->player[journey->players_n++];
    for (unsigned i = 0; i < journey->variables_n; i++) {
        const fl_journey_variable *range = &journey->variable[i];
        out->start.variable[i] = range->min > 0 ? range->min : range->max < 0 ? range->max : 0;
    }
    out->changes_from = journey->changes_n;
    return out;
}

static fl_err read_player(void *context, const fl_yaml_node *map)
{
    static const fl_yaml_row rows[] = {{"start", FL_YAML_MAP, false, .read = read_starts},
                                       {"flags", FL_YAML_LIST, false, .read = read_held},
                                       {"after", FL_YAML_LIST, false, .read = read_after},
                                       {"about", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE}};
    fl_journey_yaml *self = context;
    fl_journey *journey = self->journey;
    if (journey->players_n == FL_JOURNEY_PLAYERS) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "more than %d players", FL_JOURNEY_PLAYERS);
    }
    fl_journey_player *out = add_player(journey);
    out->line = map->line;
    fl_err err = fl_journey_yaml_name(self, map, map->key, out->name);
    err = err ? err : fl_journey_yaml_rows(self, map, rows, sizeof rows / sizeof rows[0], out);
    out->changes_n = journey->changes_n - out->changes_from;
    return err ? err : fl_journey_yaml_about(self, map, "about", out->about);
}

/* Finds the requested player. */
static fl_err choose(fl_journey_yaml *self)
{
    fl_journey *journey = self->journey;
    const char *wanted = self->text->player;
    const char *near = NULL;
    for (; wanted && journey->chosen_player < journey->players_n; journey->chosen_player++) {
        const char *name = journey->player[journey->chosen_player].name;
        near = fl_suggest_nearer(wanted, near, name);
        if (strcmp(name, wanted) == 0) {
            return FL_OK;
        }
    }
    if (!wanted) {
        return FL_OK;
    }
    fl_err err = fl_diag_set(self->diag, FL_ERR_USAGE, "", "the plan '%s' has no player '%.80s'",
                             journey->name, wanted);
    fl_diag_hint(self->diag, near ? "did you mean '%s'?" : "'%s' is one",
                 near ? near : journey->player[0].name);
    return err;
}

/* Records the possible actions of the chosen player. */
static void note_habits(fl_journey *journey)
{
    const fl_journey_player *player = &journey->player[journey->chosen_player];
    for (unsigned i = 0; i < player->changes_n; i++) {
        const fl_journey_change *change = &journey->change[player->changes_from + i];
        bool is_deadly = change->purse == FL_JOURNEY_HEARTS && journey->variable[change->variable].min <= 0;
        journey->can_die = journey->can_die || change->verb == FL_JOURNEY_DIE || is_deadly;
        journey->enters |= change->verb == FL_JOURNEY_ENTER ? 1ull << change->kind : 0;
    }
}

fl_err fl_journey_player_read(fl_journey_yaml *self, const fl_yaml_node *root)
{
    fl_err err = fl_yaml_map_each(fl_yaml_get(root, "players"), self, read_player);
    if (!err && self->journey->players_n == 0) { /* adds a player who never changes */
        snprintf(add_player(self->journey)->name, FL_JOURNEY_NAME, "usual");
    }
    err = err ? err : choose(self);
    if (!err) {
        note_habits(self->journey);
    }
    return err;
}
