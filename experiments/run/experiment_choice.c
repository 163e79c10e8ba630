/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lists of an experiment: names, looked up in the catalogue of its configurations, and expressions that
 * it adds to the catalogue. */
#include "experiments/run/run_private.h"
#include "gen/base/suggest.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_choice(fl_experiment_choice *self)
{
    for (unsigned i = 0; i < self->n; i++) {
        free(self->name[i]);
    }
    free(self->name);
}

void fl_run_experiment_free_counts(fl_experiment_choices *self)
{
    free_choice(&self->metrics);
    free_choice(&self->events);
    free_choice(&self->maps);
    free_choice(&self->joints);
    for (unsigned i = 0; i < self->own_events_n; i++) {
        free(self->own_events[i].name);
        free(self->own_events[i].text);
    }
    free(self->own_events);
    free(self->where);
}

fl_err fl_run_experiment_choice_add(fl_experiment_choice *self, const char *name, fl_diag *diag)
{
    char **grown = realloc(self->name, (self->n + 1) * sizeof *grown);
    char *copy = strdup(name);
    self->name = grown ? grown : self->name;
    if (!grown || !copy) {
        free(copy);
        return fl_diag_memory(diag);
    }
    self->what = FL_TALLY_LIST;
    self->name[self->n++] = copy;
    return FL_OK;
}

/* Copies a text into one line, for tables and lists. NULL: out of memory. */
static char *copy_line(const char *text)
{
    char *copy = strdup(text);
    size_t n = copy ? strlen(copy) : 0;
    for (size_t i = 0; i < n; i++) {
        copy[i] = copy[i] == '\n' || copy[i] == '\r' || copy[i] == '\t' ? ' ' : copy[i];
    }
    while (n > 0 && copy[n - 1] == ' ') {
        copy[--n] = '\0';
    }
    return copy;
}

fl_err fl_run_experiment_add_own(fl_experiment_choices *self, const char *name, const char *text,
                                 fl_diag *diag)
{
    if (fl_suggest_find(name, self->own_events, self->own_events_n, sizeof *self->own_events) <
        self->own_events_n) {
        return FL_OK;
    }
    fl_experiment_event *grown =
        realloc(self->own_events, (self->own_events_n + 1) * sizeof *self->own_events);
    fl_experiment_event copy = {strdup(name), copy_line(text)};
    self->own_events = grown ? grown : self->own_events;
    if (!grown || !copy.name || !copy.text) {
        free(copy.name);
        free(copy.text);
        return fl_diag_memory(diag);
    }
    self->own_events[self->own_events_n++] = copy;
    return FL_OK;
}

static fl_err add_events(const fl_experiment_choices *self, const char *where, fl_catalogue *catalogue,
                         fl_diag *diag)
{
    fl_err err = FL_OK;
    for (unsigned i = 0; i < self->own_events_n && !err; i++) {
        const fl_experiment_event *condition = &self->own_events[i];
        unsigned at = fl_sample_find_event(catalogue, condition->name);
        if (at == catalogue->events_n || !catalogue->event[at].condition) {
            const fl_expression_text text = {condition->text, where, true};
            err = fl_expression_add_event(catalogue, condition->name, &text, diag);
        }
    }
    return err;
}

fl_err fl_run_experiment_add_events(const fl_experiment *self, fl_catalogue *catalogue, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (uint64_t i = 0; i < self->counts_n && !err; i++) {
        const fl_run_condition *condition = &self->condition[i];
        const char *where = condition->name[0] ? condition->name : self->name;
        err = condition->opened.generator == catalogue->generator
                  ? add_events(&self->counts[i], where, catalogue, diag)
                  : FL_OK;
    }
    return err;
}

/* The names in one list of a catalogue. */
typedef struct names {
    const fl_catalogue *catalogue;
    const char *what; /* in messages */
    unsigned n;
    const char *(*name)(const fl_catalogue *catalogue, unsigned i); /* NULL: the generator has none */
} names;

static const char *name_of_metric(const fl_catalogue *catalogue, unsigned i)
{
    return catalogue->metric[i].is_known ? catalogue->metric[i].name : NULL;
}

static const char *name_of_event(const fl_catalogue *catalogue, unsigned i)
{
    return catalogue->event[i].condition ? NULL : catalogue->event[i].name;
}

static const char *name_of_map(const fl_catalogue *catalogue, unsigned i)
{
    return catalogue->map[i].name;
}

static fl_err refuse(const fl_catalogue *catalogue, const names *list, const char *name, fl_diag *diag)
{
    const char *near = NULL;
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "", "%s has no %s '%.60s'", catalogue->generator->name,
                             list->what, name);
    for (unsigned i = 0; i < list->n; i++) {
        near = fl_suggest_nearer(name, near, list->name(catalogue, i));
    }
    fl_diag_hint(diag, near ? "did you mean '%s'?" : "'floorlab list %ss' names them",
                 near ? near : list->what);
    return err;
}

/* Looks up the names of a choice; *number gets their numbers in the catalogue. */
static fl_err choose(const names *list, const fl_experiment_choice *from, unsigned **number,
                     fl_tally_choice *out, fl_diag *diag)
{
    const fl_catalogue *catalogue = list->catalogue;
    out->what = from->what;
    if (from->what != FL_TALLY_LIST) {
        return FL_OK;
    }
    *number = calloc(list->n + 1, sizeof **number);
    if (!*number) {
        return fl_diag_memory(diag);
    }
    for (unsigned k = 0; k < from->n; k++) {
        bool has_any = false;
        for (unsigned i = 0; i < list->n; i++) {
            const char *name = list->name(catalogue, i);
            bool is_meant = name && fnmatch(from->name[k], name, 0) == 0;
            has_any = has_any || is_meant;
            for (unsigned j = 0; j < out->n; j++) {
                is_meant = is_meant && (*number)[j] != i;
            }
            if (is_meant) {
                (*number)[out->n++] = i;
            }
        }
        if (!has_any) {
            return refuse(catalogue, list, from->name[k], diag);
        }
    }
    out->number = *number;
    return FL_OK;
}

static fl_err add_pair(const fl_catalogue *catalogue, const char *const pair[2], fl_run_choices *out,
                       fl_diag *diag)
{
    const names list = {catalogue, "metric", catalogue->metrics_n, name_of_metric};
    unsigned *to = out->joint[out->request.joints_n];
    if (out->request.joints_n == FL_TALLY_JOINTS) {
        return fl_diag_set(diag, FL_ERR_INPUT, "joints", "at most %d joints", FL_TALLY_JOINTS);
    }
    for (unsigned i = 0; i < 2; i++) {
        to[i] = fl_sample_find_metric(catalogue, pair[i]);
        if (to[i] == catalogue->metrics_n || !catalogue->metric[to[i]].is_known) {
            return refuse(catalogue, &list, pair[i], diag);
        }
        if (catalogue->metric[to[i]].is_per_room) {
            return fl_diag_set(diag, FL_ERR_INPUT, "joints",
                               "%s has a value per room, not per floor, and cannot be in a joint", pair[i]);
        }
    }
    out->request.joints_n++;
    return FL_OK;
}

/* `all` means all pairs of the listed metrics. */
static fl_err choose_joints(const fl_experiment_choices *self, const fl_catalogue *catalogue,
                            fl_run_choices *out, fl_diag *diag)
{
    fl_err err = FL_OK;
    if (self->joints.what == FL_TALLY_ALL && self->metrics.what != FL_TALLY_LIST) {
        err = fl_diag_set(diag, FL_ERR_INPUT, "joints", "'all' are the pairs of listed metrics");
        fl_diag_hint(diag, "list a few under 'metrics', or list the pairs: joints: [[rooms, dead_ends]]");
    }
    for (unsigned i = 0; self->joints.what == FL_TALLY_LIST && i + 1 < self->joints.n && !err; i += 2) {
        err = add_pair(catalogue, (const char *const[]){self->joints.name[i], self->joints.name[i + 1]}, out,
                       diag);
    }
    for (unsigned i = 0; self->joints.what == FL_TALLY_ALL && i < self->metrics.n && !err; i++) {
        for (unsigned k = i + 1; k < self->metrics.n && !err; k++) {
            err = add_pair(catalogue, (const char *const[]){self->metrics.name[i], self->metrics.name[k]},
                           out, diag);
        }
    }
    return err;
}

/* Looks up the events that the experiment defines by expressions, and the expression that selects samples. */
static fl_err choose_conditions(const fl_experiment_choices *self, const fl_catalogue *catalogue,
                                fl_run_choices *out, fl_diag *diag)
{
    unsigned *number = calloc(self->own_events_n + 1, sizeof *number);
    out->number[3] = number;
    out->request.conditions = number;
    out->request.where = (fl_expression_text){self->where, "where", true};
    for (unsigned i = 0; i < self->own_events_n && number; i++) {
        unsigned at = fl_sample_find_event(catalogue, self->own_events[i].name);
        fl_bug_assert(at < catalogue->events_n && catalogue->event[at].condition, "floorlab check");
        number[out->request.conditions_n++] = at;
    }
    return number ? FL_OK : fl_diag_memory(diag);
}

fl_err fl_run_experiment_choose(const fl_experiment_choices *self, const fl_catalogue *catalogue,
                                fl_run_choices *out, fl_diag *diag)
{
    const names metrics = {catalogue, "metric", catalogue->metrics_n, name_of_metric};
    const names events = {catalogue, "event", catalogue->events_n, name_of_event};
    const names maps = {catalogue, "map", catalogue->maps_n, name_of_map};
    memset(out, 0, sizeof *out);
    out->request.catalogue = catalogue;
    out->request.joints = (const unsigned(*)[2])out->joint;
    fl_err err = choose(&metrics, &self->metrics, &out->number[0], &out->request.metrics, diag);
    err = err ? err : choose(&events, &self->events, &out->number[1], &out->request.events, diag);
    err = err ? err : choose(&maps, &self->maps, &out->number[2], &out->request.maps, diag);
    err = err ? err : choose_conditions(self, catalogue, out, diag);
    return err ? err : choose_joints(self, catalogue, out, diag);
}

void fl_run_experiment_free_choices(fl_run_choices *self)
{
    for (unsigned i = 0; i < 4; i++) {
        free(self->number[i]);
        self->number[i] = NULL;
    }
}

/* Reading choices. */

static fl_err refuse_node(const fl_yaml_reading *r, const fl_yaml_node *node, const char *what,
                          const char *found)
{
    return fl_yaml_refuse(r->yaml, node, r->diag, "%s, found '%.60s'", what, found);
}

/* Reads the word of a choice that is not a list; a list stays empty for now. */
static fl_err read_what(const fl_yaml_reading *r, const fl_yaml_node *node, fl_experiment_choice *out)
{
    static const char *const names[] = {"default", "none", "all"};
    static const fl_yaml_words words = {"choice", names, 3, sizeof names[0]};
    unsigned number = 0;
    if (node->type == FL_YAML_LIST) {
        out->what = FL_TALLY_LIST;
        return FL_OK;
    }
    if (node->type == FL_YAML_MAP) {
        return refuse_node(r, node, "expected none, default, all or a list", node->key);
    }
    fl_err err = fl_yaml_map_word(r, node, &words, &number);
    out->what = (fl_tally_choose)number;
    return err;
}

/* Refuses names that no configuration has, with the line of the name. */
static fl_err check_name(const fl_run_choice_reader *self, const fl_yaml_node *node,
                         const fl_experiment_choices *probe)
{
    fl_run_choices choices;
    fl_err err = fl_run_experiment_choose(probe, self->catalogue, &choices, self->r->diag);
    fl_run_experiment_free_choices(&choices);
    if (err == FL_ERR_INPUT && self->r->diag) {
        snprintf(self->r->diag->where, sizeof self->r->diag->where, "%s", fl_yaml_where(self->r->yaml, node));
    }
    return err;
}

static bool is_listed(const fl_experiment_choice *self, const char *name)
{
    return fl_suggest_find(name, self->name, self->n, sizeof *self->name) < self->n;
}

/* Events that the experiment names itself. */

enum { PLACE = 256 };

/* The expression of a key; errors name the place of the key, and the column in the expression. */
static fl_expression_text expression_of(const fl_yaml_reading *r, const fl_yaml_node *node, char place[PLACE])
{
    snprintf(place, PLACE, "%.120s, '%.64s'", fl_yaml_where(r->yaml, node), node->key);
    return (fl_expression_text){node->text, place, true};
}

/* True if this scenario or another one defines another event of this name. */
static bool is_other(const fl_run_choice_reader *self, const fl_yaml_node *node)
{
    const fl_experiment *experiment = self->r->out;
    bool is = false;
    for (uint64_t i = 0; i < experiment->counts_n; i++) {
        const fl_experiment_choices *counts = &experiment->counts[i];
        size_t k =
            fl_suggest_find(node->key, counts->own_events, counts->own_events_n, sizeof *counts->own_events);
        is = is || (k < counts->own_events_n && strcmp(counts->own_events[k].text, node->text) != 0);
    }
    return is;
}

/* Reads `big: rooms >= 20`, which becomes an event of the catalogue unless an earlier scenario added it. */
static fl_err read_condition(const fl_run_choice_reader *self, const fl_yaml_node *node)
{
    const fl_yaml_reading *r = self->r;
    const fl_experiment_choices *out = self->out;
    if (node->type != FL_YAML_SCALAR) {
        return refuse_node(r, node,
                           "an event of your own is a name and an expression, such as big: 'rooms > 20'",
                           node->key);
    }
    if (fl_suggest_find(node->key, out->own_events, out->own_events_n, sizeof *out->own_events) <
        out->own_events_n) {
        return refuse_node(r, node, "this name is listed twice", node->key);
    }
    if (is_other(self, node)) {
        return refuse_node(r, node, "this event is another expression in another scenario", node->key);
    }
    unsigned at = fl_sample_find_event(self->catalogue, node->key);
    bool is_there = at < self->catalogue->events_n && self->catalogue->event[at].condition;
    char place[PLACE];
    const fl_expression_text text = expression_of(r, node, place);
    fl_err err = is_there ? FL_OK : fl_expression_add_event(self->catalogue, node->key, &text, r->diag);
    return err ? err : fl_run_experiment_add_own(self->out, node->key, node->text, r->diag);
}

static fl_err read_conditions(const fl_run_choice_reader *self, const fl_yaml_node *map)
{
    fl_err err = FL_OK;
    for (const fl_yaml_node *node = map->first; node && !err; node = node->next) {
        err = read_condition(self, node);
    }
    return err;
}

/* Reads `where`: only samples for which the expression is true are counted. */
static fl_err read_where(const fl_run_choice_reader *self)
{
    const fl_yaml_reading *r = self->r;
    const fl_yaml_node *node = fl_yaml_get(self->map, "where");
    fl_expression probe;
    if (!node) {
        return FL_OK;
    }
    char place[PLACE];
    const fl_expression_text text = expression_of(r, node, place);
    fl_err err = fl_expression_parse(&probe, &text, self->catalogue, r->diag);
    self->out->where = err ? NULL : copy_line(node->text);
    return err || self->out->where ? err : fl_diag_memory(r->diag);
}

/* Reads metrics, events or maps: none, default, all or a list of names; for events also a map of names to
 * expressions, added to the default. `at` is the offset of the choice. */
static fl_err read_choice(const fl_run_choice_reader *self, const char *key, size_t at)
{
    const fl_yaml_reading *r = self->r;
    const fl_yaml_node *list = fl_yaml_get(self->map, key);
    fl_experiment_choice *out = (fl_experiment_choice *)((char *)self->out + at);
    bool has_conditions = at == offsetof(fl_experiment_choices, events);
    if (list && list->type == FL_YAML_MAP && has_conditions) {
        return read_conditions(self, list);
    }
    fl_err err = list ? read_what(r, list, out) : FL_OK;
    for (const fl_yaml_node *node = list ? list->first : NULL; node && !err; node = node->next) {
        if (node->type == FL_YAML_MAP && has_conditions) {
            err = read_conditions(self, node);
            continue;
        }
        fl_experiment_choices probe = {.joints = {FL_TALLY_DEFAULT, NULL, 0}};
        char *names[] = {(char *)node->text};
        *(fl_experiment_choice *)((char *)&probe + at) = (fl_experiment_choice){FL_TALLY_LIST, names, 1};
        err = node->type != FL_YAML_SCALAR
                  ? refuse_node(r, node, "expected a plain name in the list", list->key)
              : is_listed(out, node->text) ? refuse_node(r, node, "this name is listed twice", node->text)
                                           : check_name(self, node, &probe);
        err = err ? err : fl_run_experiment_choice_add(out, node->text, r->diag);
    }
    return err;
}

static fl_err read_joint(const fl_run_choice_reader *self, const fl_yaml_node *node)
{
    const fl_yaml_reading *r = self->r;
    fl_experiment_choice *out = &self->out->joints;
    if (node->type != FL_YAML_LIST || node->children_n != 2 || node->first->type != FL_YAML_SCALAR ||
        node->first->next->type != FL_YAML_SCALAR) {
        return refuse_node(r, node, "a joint is a pair of metrics, such as [rooms, dead_ends]", "");
    }
    char *pair[] = {(char *)node->first->text, (char *)node->first->next->text};
    fl_experiment_choices probe = {.joints = {FL_TALLY_LIST, pair, 2}};
    if (out->n / 2 == FL_TALLY_JOINTS) {
        return refuse_node(r, node, "at most 32 joints", "");
    }
    for (unsigned i = 0; i + 1 < out->n; i += 2) {
        if (strcmp(out->name[i], pair[0]) == 0 && strcmp(out->name[i + 1], pair[1]) == 0) {
            return refuse_node(r, node, "this joint is listed twice", pair[0]);
        }
    }
    fl_err err = check_name(self, node, &probe);
    err = err ? err : fl_run_experiment_choice_add(out, pair[0], r->diag);
    return err ? err : fl_run_experiment_choice_add(out, pair[1], r->diag);
}

static fl_err read_joints(const fl_run_choice_reader *self)
{
    const fl_yaml_node *list = fl_yaml_get(self->map, "joints");
    fl_err err = list ? read_what(self->r, list, &self->out->joints) : FL_OK;
    for (const fl_yaml_node *node = list ? list->first : NULL; node && !err; node = node->next) {
        err = read_joint(self, node);
    }
    return err;
}

fl_err fl_run_read_choices(const fl_run_choice_reader *self)
{
    fl_err err = read_choice(self, "metrics", offsetof(fl_experiment_choices, metrics));
    err = err ? err : read_choice(self, "events", offsetof(fl_experiment_choices, events));
    err = err ? err : read_choice(self, "maps", offsetof(fl_experiment_choices, maps));
    err = err ? err : read_where(self);
    return err ? err : read_joints(self);
}
