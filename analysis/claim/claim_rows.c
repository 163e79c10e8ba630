/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes the rows of a claim set: looks up the names of scenarios, events and conflicting claims. Every
 * error names file and line. */
#include "analysis/claim/claim_private.h"
#include "gen/base/suggest.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ID = 512 };

typedef struct row_maker {
    fl_claim_set *set;
    const fl_claim *claim;
    const char *pattern;
    fl_diag *diag;
} row_maker;

fl_err fl_claim_rows_set(fl_claim_set *set, const char *assignment, fl_diag *diag)
{
    char name[64];
    unsigned known = 0;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(assignment, "="), assignment);
    for (size_t i = 0; i < set->scenarios_n; i++) {
        fl_scenario *scenario = &set->scenario[i];
        if (fl_setting_values_find(&scenario->values, name) >= 0) {
            fl_err err = fl_setting_values_assign(&scenario->values, assignment, "--set", diag);
            if (err) {
                return err;
            }
            known++;
        }
    }
    if (known > 0 || set->scenarios_n == 0) {
        return FL_OK;
    }
    fl_err err = FL_OK;
    for (size_t i = 0; i < set->scenarios_n; i++) { /* until one of them suggests a similar name */
        err = fl_setting_values_assign(&set->scenario[i].values, assignment, "--set", diag);
        if (diag && strncmp(diag->hint, "did", 3) == 0) {
            break;
        }
    }
    return err;
}

static fl_err refuse(row_maker *m, const fl_yaml_node *node, const char *what, const char *found)
{
    return fl_diag_set(m->diag, FL_ERR_INPUT, fl_yaml_where(m->claim->yaml, node), "%s '%.80s'", what, found);
}

static fl_err find_scenario(row_maker *m, const fl_yaml_node *node, const char *name, unsigned *out)
{
    const fl_claim_set *set = m->set;
    name = name ? name : "";
    *out = (unsigned)fl_suggest_find(name, set->scenario, set->scenarios_n, sizeof *set->scenario);
    if (*out < set->scenarios_n) {
        return FL_OK;
    }
    const char *near = fl_suggest_name(name, set->scenario, set->scenarios_n, sizeof *set->scenario);
    fl_err err = refuse(m, node, "there is no scenario", name);
    if (near) {
        fl_diag_hint(m->diag, "did you mean '%s'?", near);
    }
    return err;
}

/* Adds a row with an id. */
static fl_err append(row_maker *m, const fl_claim_row *row, const char *id)
{
    fl_claim_set *set = m->set;
    void *grown = realloc(set->row, (set->rows_n + 1) * sizeof *set->row);
    char *copy = strdup(id);
    set->row = grown ? grown : set->row;
    if (!grown || !copy) {
        free(copy);
        return fl_diag_memory(m->diag);
    }
    set->row[set->rows_n] = *row;
    set->row[set->rows_n].id = copy;
    set->row[set->rows_n++].claim = m->claim;
    return FL_OK;
}

/* Adds a row; it is chosen if its id or claim matches the pattern and the caller wants its generators. */
static fl_err add_row(row_maker *m, fl_claim_row row, const char *suffix)
{
    fl_claim_set *set = m->set;
    char id[ID];
    bool is_one_of_several = row.metric != m->claim->metric;
    snprintf(id, sizeof id, "%s%s%s%s", m->claim->id, is_one_of_several ? ":" : "",
             is_one_of_several ? row.metric : "", suffix);
    row.is_chosen =
        !m->pattern || fnmatch(m->pattern, id, 0) == 0 || fnmatch(m->pattern, m->claim->id, 0) == 0;
    for (unsigned i = 0; i < row.scenarios_n && set->is_wanted; i++) {
        const fl_generator *generator = set->scenario[row.scenario[i]].generator;
        row.is_chosen = row.is_chosen && set->is_wanted(set->wanted_context, generator);
    }
    for (unsigned i = 0; i < row.scenarios_n && row.is_chosen; i++) {
        set->scenario[row.scenario[i]].is_needed = true;
    }
    return append(m, &row, id);
}

/* Adds a row for each scenario under `on`. */
static fl_err add_single(row_maker *m, const fl_yaml_node *map)
{
    fl_err err = map->first ? FL_OK : refuse(m, map, "a claim needs a scenario under 'on', found", "none");
    for (const fl_yaml_node *node = map->first; node && !err; node = node->next) {
        char suffix[ID];
        fl_claim_row row = {.metric = m->claim->metric, .scenarios_n = 1};
        snprintf(suffix, sizeof suffix, "@%.200s", node->key);
        err = find_scenario(m, node, node->key, &row.scenario[0]);
        err = err ? err : fl_claim_read_verdict(m->claim->yaml, node, &row.expected, m->diag);
        err = err ? err : add_row(m, row, map->children_n > 1 ? suffix : "");
    }
    return err;
}

/* Adds one row, or one for each metric, about several scenarios. */
static fl_err add_several(row_maker *m, const fl_yaml_node *list)
{
    fl_claim_row row = {.metric = m->claim->metric};
    const fl_yaml_node *metrics = fl_yaml_get(m->claim->node, "metrics");
    unsigned most = m->claim->type == FL_CLAIM_EQUALS ? 2 : FL_CLAIM_SET_SCENARIOS;
    if (list->children_n < 2 || list->children_n > most) {
        return refuse(m, list,
                      most == 2 ? "'equals' compares exactly two scenarios, not those of"
                                : "'order' takes 2 to 16 scenarios, not those of",
                      list->key);
    }
    fl_err err =
        fl_claim_read_verdict(m->claim->yaml, fl_yaml_get(m->claim->node, "expect"), &row.expected, m->diag);
    for (const fl_yaml_node *node = list->first; node && !err; node = node->next) {
        err = find_scenario(m, node, node->text, &row.scenario[row.scenarios_n++]);
    }
    if (!metrics) {
        return err ? err : add_row(m, row, "");
    }
    for (const fl_yaml_node *node = metrics->first; node && !err; node = node->next) {
        row.metric = node->text;
        err =
            row.metric ? add_row(m, row, "") : refuse(m, node, "a metric is a name, found", "no plain value");
    }
    return err;
}

/* Reports rules that cannot be made at the setting that caused it, or else at the settings. */
static fl_err refuse_at(const fl_scenario *self, fl_err err, fl_diag *diag)
{
    if (diag) {
        const fl_yaml_node *settings = fl_yaml_get(self->node, "settings");
        const fl_yaml_node *node = fl_yaml_named(settings, diag->where);
        fl_diag_move(diag, fl_yaml_where(self->yaml, node ? node : settings ? settings : self->node));
    }
    return err;
}

static fl_err open_scenario(fl_claim_set *set, unsigned number, fl_diag *diag)
{
    fl_scenario *self = &set->scenario[number];
    if (self->generator->for_runs) {
        self->generator->for_runs(&self->values);
    }
    fl_err err = self->generator->init(&self->values, &self->rules, diag);
    if (err) {
        return refuse_at(self, err, diag);
    }
    const void *rules[] = {self->rules};
    self->catalogue = malloc(sizeof *self->catalogue);
    err = self->catalogue ? fl_sample_catalogue_init(self->catalogue, self->generator, rules, 1, diag)
                          : fl_diag_memory(diag);
    if (err) {
        free(self->catalogue);
        self->catalogue = NULL;
        return refuse_at(self, err, diag);
    }
    if (fl_setting_values_mark(&self->values, self->generator->name, &self->mark)) {
        return fl_diag_memory(diag);
    }
    self->same = 0;
    for (; self->same < number; self->same++) {
        const fl_scenario *other = &set->scenario[self->same];
        if (other->rules && other->generator == self->generator &&
            fl_setting_values_are_same(&other->values, &self->values)) {
            break;
        }
    }
    return FL_OK;
}

/* Adds an event of the file's own to a scenario's catalogue, unless it is there. */
static fl_err add_own_event(row_maker *m, const fl_scenario *scenario)
{
    enum { PLACE = 256 };
    char place[PLACE];
    fl_catalogue *catalogue = scenario->catalogue;
    const fl_claim *claim = m->claim;
    unsigned at = fl_sample_find_event(catalogue, claim->event);
    if (at < catalogue->events_n && catalogue->event[at].condition) {
        return FL_OK;
    }
    snprintf(place, sizeof place, "%.120s, '%.64s'",
             fl_yaml_where(claim->yaml, fl_yaml_get(claim->node, "event")), claim->event);
    const fl_expression_text text = {claim->expression, place, true};
    return fl_expression_add_event(catalogue, claim->event, &text, m->diag);
}

/* Adds the events that count the pairs of a claim `independent`. */
static fl_err add_pair_events(row_maker *m, const fl_scenario *scenario)
{
    fl_claim_questions questions;
    fl_claim_pair_counts pairs[FL_CLAIM_PAIRS_MOST];
    const fl_yaml_node *among = fl_yaml_get(m->claim->node, "among");
    fl_err err = fl_claim_independence_questions(m->claim, &questions, m->diag);
    unsigned n = err ? 0 : fl_claim_independence_pairs(&questions, pairs);
    if (!err && n == 0) {
        err = refuse(m, among, "independence needs two questions or more; there are not under", among->key);
    }
    for (unsigned i = 0; i < n * FL_CLAIM_PAIR_EVENTS && !err; i++) {
        fl_claim_pair_question event;
        fl_claim_independence_event(&questions, &pairs[i / FL_CLAIM_PAIR_EVENTS],
                                    (fl_claim_pair_part)(i % FL_CLAIM_PAIR_EVENTS), &event);
        const fl_expression_text text = {event.text, fl_yaml_where(m->claim->yaml, among), true};
        bool is_there = fl_sample_find_event(scenario->catalogue, event.name) < scenario->catalogue->events_n;
        err = is_there ? FL_OK : fl_expression_add_event(scenario->catalogue, event.name, &text, m->diag);
    }
    return err;
}

/* Refuses a name that a scenario does not have; `what` is its type, "event". */
static fl_err refuse_name(row_maker *m, const fl_scenario *scenario, const fl_yaml_node *node,
                          const char *const what[2], const char *near)
{
    fl_err err = fl_diag_set(m->diag, FL_ERR_INPUT, fl_yaml_where(m->claim->yaml, node),
                             "the scenario '%.60s' has no %s '%.80s'", scenario->name, what[0], what[1]);
    fl_diag_hint(m->diag, near ? "did you mean '%s'?" : "'floorlab list %ss' names them",
                 near ? near : what[0]);
    return err;
}

static fl_err check_event(row_maker *m, const fl_scenario *scenario, const char *key, const char *name)
{
    const fl_catalogue *all = scenario->catalogue;
    if (!name || fl_sample_find_event(all, name) < all->events_n) {
        return FL_OK;
    }
    const char *near = NULL;
    for (unsigned i = 0; i < all->events_n; i++) {
        near = fl_suggest_nearer(name, near, all->event[i].name);
    }
    return refuse_name(m, scenario, fl_yaml_get(m->claim->node, key), (const char *[]){"event", name}, near);
}

/* Refuses a metric with a value for every room: the rooms of one floor depend on each other, so no interval
 * or evidence is valid for them. */
static fl_err check_metric(row_maker *m, const fl_scenario *scenario, const char *name)
{
    const fl_catalogue *all = scenario->catalogue;
    const fl_yaml_node *node = fl_yaml_get(m->claim->node, "metric");
    unsigned at = fl_sample_find_metric(all, name);
    node = node ? node : m->claim->node;
    if (at == all->metrics_n || !all->metric[at].is_known) {
        return refuse_name(m, scenario, node, (const char *[]){"metric", name},
                           fl_suggest_name(name, all->metric, all->metrics_n, sizeof *all->metric));
    }
    if (!all->metric[at].is_per_room) {
        return FL_OK;
    }
    fl_err err =
        fl_diag_set(m->diag, FL_ERR_INPUT, fl_yaml_where(m->claim->yaml, node),
                    "'%.80s' has a value for each room, and rooms of one floor depend on each other", name);
    fl_diag_hint(m->diag, "claim something about floors, such as their clustering_max or clustering_sum");
    return err;
}

/* True if the row's scenarios have what the row counts. */
static fl_err check_row(row_maker *m, const fl_claim_row *row)
{
    fl_err err = FL_OK;
    for (unsigned i = 0; i < row->scenarios_n && !err; i++) {
        const fl_scenario *scenario = &m->set->scenario[row->scenario[i]];
        if (m->claim->type == FL_CLAIM_INDEPENDENT) {
            return add_pair_events(m, scenario);
        }
        err = m->claim->expression ? add_own_event(m, scenario)
                                   : check_event(m, scenario, "event", m->claim->event);
        const char *seen = m->claim->floor_event;
        bool is_seen = seen && strcmp(seen, FL_CLAIM_NO_EVENT) != 0;
        err = err ? err : check_event(m, scenario, "floor_event", is_seen ? seen : NULL);
        err = err || m->claim->event ? err : check_metric(m, scenario, row->metric);
        if (!err && i > 0 && m->claim->type == FL_CLAIM_EQUALS &&
            scenario->same == m->set->scenario[row->scenario[0]].same) {
            err = refuse(m, m->claim->node,
                         "this scenario has the same floors as the one it is compared with:", scenario->name);
        }
    }
    return err;
}

/* Makes the rows of the claim. */
static fl_err add_rows(row_maker *m)
{
    const fl_yaml_node *node = m->claim->node;
    const fl_yaml_node *list = fl_yaml_get(node, "conflicts_with");
    const fl_yaml_node *on = fl_yaml_get(node, "on");
    const fl_yaml_node *between = fl_yaml_get(node, "between");
    for (const fl_yaml_node *other = list ? list->first : NULL; other; other = other->next) {
        const char *id = other->text ? other->text : "";
        if (!fl_claim_set_find(m->set, id) || strcmp(id, m->claim->id) == 0) {
            fl_err err = refuse(m, other, "there is no other claim", id);
            const char *near = fl_claim_set_nearest(m->set, id);
            if (near) {
                fl_diag_hint(m->diag, "did you mean '%s'?", near);
            }
            return err;
        }
    }
    return on ? add_single(m, on) : add_several(m, between ? between : fl_yaml_get(node, "along"));
}

fl_err fl_claim_rows_make(fl_claim_set *set, const char *pattern, fl_diag *diag)
{
    row_maker m = {.set = set, .pattern = pattern, .diag = diag};
    fl_err err = FL_OK;
    for (size_t i = 0; i < set->claims_n && !err; i++) {
        m.claim = set->claim[i];
        err = add_rows(&m);
    }
    for (size_t i = 0; i < set->rows_n && !err; i++) { /* scenarios that chosen rows need are opened */
        const fl_claim_row *row = &set->row[i];
        bool is_open = row->is_chosen;
        for (unsigned k = 0; k < row->scenarios_n && set->can_be; k++) {
            const fl_scenario *scenario = &set->scenario[row->scenario[k]];
            is_open = is_open && set->can_be(set->wanted_context, set, row, scenario);
        }
        for (unsigned k = 0; k < row->scenarios_n && is_open; k++) {
            set->scenario[row->scenario[k]].is_opened = true;
        }
    }
    for (unsigned i = 0; i < set->scenarios_n && !err; i++) {
        set->scenario[i].same = i;
        err = set->scenario[i].is_opened ? open_scenario(set, i, diag) : FL_OK;
    }
    for (size_t i = 0; i < set->rows_n && !err; i++) {
        fl_claim_row *row = &set->row[i];
        bool are_opened = row->is_chosen;
        fl_text layout;
        fl_text_init(&layout);
        m.claim = row->claim;
        row->has_rolls_alone =
            fl_setting_values_write_named(&set->scenario[row->scenario[0]].values, "layout", &layout) &&
            strcmp(fl_text_get(&layout), "none") == 0;
        fl_text_free(&layout);
        for (unsigned k = 0; k < row->scenarios_n; k++) {
            are_opened = are_opened && set->scenario[row->scenario[k]].is_opened;
        }
        err = are_opened ? check_row(&m, row) : FL_OK;
    }
    return err;
}

size_t fl_claim_rows_find(const fl_claim_set *set, const char *id, size_t guess)
{
    for (size_t k = 0; k < set->rows_n; k++) {
        size_t at = (guess + k) % set->rows_n;
        if (strcmp(set->row[at].id, id) == 0) {
            return at;
        }
    }
    return set->rows_n;
}

/* Returns the number of a scenario by another rule set; adds and opens it if it is missing. */
static fl_err vary_scenario(fl_claim_set *set, unsigned number, const char *rules, unsigned *out,
                            fl_diag *diag)
{
    char name[ID];
    snprintf(name, sizeof name, "%.160s by %.255s", set->scenario[number].name, rules);
    *out = (unsigned)fl_suggest_find(name, set->scenario, set->scenarios_n, sizeof *set->scenario);
    if (*out < set->scenarios_n) {
        return FL_OK;
    }
    void *grown = realloc(set->scenario, (set->scenarios_n + 1) * sizeof *set->scenario);
    char *copy = strdup(name);
    set->scenario = grown ? grown : set->scenario;
    if (!grown || !copy) {
        free(copy);
        return fl_diag_memory(diag);
    }
    const fl_scenario *from = &set->scenario[number];
    fl_scenario *varied = &set->scenario[set->scenarios_n++];
    *varied = (fl_scenario){.name = copy,
                            .own_name = copy,
                            .generator = from->generator,
                            .is_needed = true,
                            .is_opened = true,
                            .node = from->node,
                            .yaml = from->yaml};
    fl_setting_values_init(&varied->values, from->values.table, from->values.n);
    for (size_t i = 0; i < from->values.n; i++) { /* except values set by the other rules */
        if (from->values.origin[i] == FL_SETTING_VALUES_GIVEN) {
            varied->values.number[i] = from->values.number[i];
            varied->values.origin[i] = FL_SETTING_VALUES_GIVEN;
        }
    }
    memcpy(varied->values.text, from->values.text, sizeof varied->values.text);
    varied->values.files = set->files;
    fl_err err = fl_setting_values_set(&varied->values, "rules", rules, name, diag);
    return err ? err : open_scenario(set, *out, diag);
}

fl_err fl_claim_rows_add_variant(fl_claim_set *set, size_t row, const char *rules, fl_diag *diag)
{
    char id[ID];
    row_maker m = {.set = set, .claim = set->row[row].claim};
    unsigned number = 0;
    snprintf(id, sizeof id, "%.190s by %.255s", set->row[row].id, rules);
    fl_err err = vary_scenario(set, set->row[row].scenario[0], rules, &number, diag);
    if (err || fl_claim_rows_find(set, id, 0) < set->rows_n) {
        return err;
    }
    fl_claim_row new_row = {.metric = set->row[row].metric,
                            .scenario = {number},
                            .scenarios_n = 1,
                            .is_chosen = true,
                            .expected = FL_VERDICT_UNDECIDED,
                            .has_rolls_alone = set->row[row].has_rolls_alone};
    if (check_row(&m, &new_row)) {
        return FL_OK;
    }
    m.diag = diag;
    return append(&m, &new_row, id);
}
