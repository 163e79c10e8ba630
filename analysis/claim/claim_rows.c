/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes the rows of a claim set: looks up the names of populations, events and conflicting claims. Every
 * error names file and line. */
#include "analysis/claim/claim_private.h"
#include "gen/base/suggest.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ID = 512 };

typedef struct making {
    fl_claim_set *set;
    const fl_claim *claim;
    const char *pattern;
    fl_diag *diag;
} making;

fl_err fl_claim_rows_set(fl_claim_set *set, const char *assignment, fl_diag *diag)
{
    char name[64];
    unsigned known = 0;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(assignment, "="), assignment);
    for (size_t i = 0; i < set->populations_n; i++) {
        fl_population *population = &set->population[i];
        if (fl_setting_values_find(&population->values, name) >= 0) {
            fl_err err = fl_setting_values_assign(&population->values, assignment, "--set", diag);
            if (err) {
                return err;
            }
            known++;
        }
    }
    if (known > 0 || set->populations_n == 0) {
        return FL_OK;
    }
    fl_err err = FL_OK;
    for (size_t i = 0; i < set->populations_n; i++) { /* until one of them proposes a similar name */
        err = fl_setting_values_assign(&set->population[i].values, assignment, "--set", diag);
        if (diag && strncmp(diag->hint, "did", 3) == 0) {
            break;
        }
    }
    return err;
}

static fl_err refuse(making *m, const fl_yaml_node *node, const char *what, const char *found)
{
    return fl_diag_set(m->diag, FL_ERR_INPUT, fl_yaml_where(m->claim->yaml, node), "%s '%.80s'", what, found);
}

static fl_err refuse_population(making *m, const fl_yaml_node *node, const char *name)
{
    const char *best = NULL;
    for (size_t i = 0; i < m->set->populations_n; i++) {
        const char *names[] = {m->set->population[i].name, best};
        const char *near = fl_suggest_name(name, names, best ? 2 : 1, sizeof names[0]);
        best = near ? near : best;
    }
    fl_err err = refuse(m, node, "there is no population", name);
    if (best) {
        fl_diag_hint(m->diag, "did you mean '%s'?", best);
    }
    return err;
}

static fl_err find_population(making *m, const fl_yaml_node *node, const char *name, unsigned *out)
{
    for (*out = 0; *out < m->set->populations_n; ++*out) {
        if (name && strcmp(m->set->population[*out].name, name) == 0) {
            return FL_OK;
        }
    }
    return refuse_population(m, node, name ? name : "");
}

static bool is_chosen(const making *m, const char *id)
{
    return !m->pattern || fnmatch(m->pattern, id, 0) == 0 || fnmatch(m->pattern, m->claim->id, 0) == 0;
}

/* Whether the caller wants the generators of a row. */
static bool are_wanted(const fl_claim_set *set, const fl_claim_row *row)
{
    bool are = true;
    for (unsigned i = 0; i < row->populations_n && set->is_wanted; i++) {
        are = are && set->is_wanted(set->wanted_context, set->population[row->population[i]].generator);
    }
    return are;
}

static fl_err add_row(making *m, const fl_claim_row *row, const char *suffix)
{
    fl_claim_set *set = m->set;
    char id[ID];
    bool is_one_of_several = row->metric != m->claim->metric;
    snprintf(id, sizeof id, "%s%s%s%s", m->claim->id, is_one_of_several ? ":" : "",
             is_one_of_several ? row->metric : "", suffix);
    void *grown = realloc(set->row, (set->rows_n + 1) * sizeof *set->row);
    char *copy = strdup(id);
    set->row = grown ? grown : set->row;
    if (!grown || !copy) {
        free(copy);
        return fl_diag_memory(m->diag);
    }
    fl_claim_row *fresh = &set->row[set->rows_n++];
    *fresh = *row;
    fresh->id = copy;
    fresh->claim = m->claim;
    fresh->is_chosen = is_chosen(m, id) && are_wanted(set, row);
    for (unsigned i = 0; i < row->populations_n && fresh->is_chosen; i++) {
        set->population[row->population[i]].is_needed = true;
    }
    return FL_OK;
}

/* A row for each population under `on`. */
static fl_err add_single(making *m, const fl_yaml_node *map)
{
    fl_err err = map->first ? FL_OK : refuse(m, map, "a claim needs a population under 'on', found", "none");
    for (const fl_yaml_node *node = map->first; node && !err; node = node->next) {
        char suffix[ID];
        fl_claim_row row = {.metric = m->claim->metric, .populations_n = 1};
        snprintf(suffix, sizeof suffix, "@%.200s", node->key);
        err = find_population(m, node, node->key, &row.population[0]);
        err = err ? err : fl_claim_read_verdict(m->claim->yaml, node, &row.expected, m->diag);
        err = err ? err : add_row(m, &row, map->children_n > 1 ? suffix : "");
    }
    return err;
}

/* One row, or one for each metric, about several populations. */
static fl_err add_several(making *m, const fl_yaml_node *list)
{
    fl_claim_row row = {.metric = m->claim->metric};
    const fl_yaml_node *metrics = fl_yaml_get(m->claim->node, "metrics");
    unsigned most = m->claim->type == FL_CLAIM_EQUALS ? 2 : FL_CLAIM_SET_POPULATIONS;
    if (list->children_n < 2 || list->children_n > most) {
        return refuse(m, list,
                      most == 2 ? "'equals' compares exactly two populations, not those of"
                                : "'order' takes 2 to 16 populations, not those of",
                      list->key);
    }
    fl_err err =
        fl_claim_read_verdict(m->claim->yaml, fl_yaml_get(m->claim->node, "expect"), &row.expected, m->diag);
    for (const fl_yaml_node *node = list->first; node && !err; node = node->next) {
        err = find_population(m, node, node->text, &row.population[row.populations_n++]);
    }
    if (!metrics) {
        return err ? err : add_row(m, &row, "");
    }
    for (const fl_yaml_node *node = metrics->first; node && !err; node = node->next) {
        row.metric = node->text;
        err = row.metric ? add_row(m, &row, "")
                         : refuse(m, node, "a metric is a name, found", "no plain value");
    }
    return err;
}

static fl_err check_conflicts(making *m)
{
    const fl_yaml_node *list = fl_yaml_get(m->claim->node, "conflicts_with");
    for (const fl_yaml_node *node = list ? list->first : NULL; node; node = node->next) {
        const char *id = node->text ? node->text : "";
        if (!fl_claim_set_find(m->set, id) || strcmp(id, m->claim->id) == 0) {
            fl_err err = refuse(m, node, "there is no other claim", id);
            const char *near = fl_claim_set_nearest(m->set, id);
            if (near) {
                fl_diag_hint(m->diag, "did you mean '%s'?", near);
            }
            return err;
        }
    }
    return FL_OK;
}

static fl_err add_rows(making *m)
{
    const fl_yaml_node *node = m->claim->node;
    const fl_yaml_node *on = fl_yaml_get(node, "on");
    const fl_yaml_node *between = fl_yaml_get(node, "between");
    fl_err err = check_conflicts(m);
    return err  ? err
           : on ? add_single(m, on)
                : add_several(m, between ? between : fl_yaml_get(node, "along"));
}

static bool are_same(const fl_population *a, const fl_population *b)
{
    return a->generator == b->generator && fl_setting_values_are_same(&a->values, &b->values);
}

/* Rules that cannot be made are refused where the setting stands, or else the settings. */
static fl_err refuse_at(const fl_population *self, fl_err err, fl_diag *diag)
{
    if (diag) {
        const fl_yaml_node *settings = fl_yaml_get(self->node, "settings");
        const fl_yaml_node *node = fl_yaml_named(settings, diag->where);
        fl_diag_move(diag, fl_yaml_where(self->yaml, node ? node : settings ? settings : self->node));
    }
    return err;
}

static fl_err open_population(fl_claim_set *set, unsigned number, fl_diag *diag)
{
    fl_population *self = &set->population[number];
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
    self->mark = fl_setting_values_mark(&self->values, self->generator->name);
    self->same = 0;
    while (self->same < number &&
           !(set->population[self->same].rules && are_same(&set->population[self->same], self))) {
        self->same++;
    }
    return FL_OK;
}

/* Adds an event of the file's own to what can be counted on a population, unless it is there. */
static fl_err add_own_event(making *m, const fl_population *population)
{
    enum { PLACE = 256 };
    char place[PLACE];
    fl_catalogue *catalogue = population->catalogue;
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
static fl_err add_pair_events(making *m, const fl_population *population)
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
        bool is_there =
            fl_sample_find_event(population->catalogue, event.name) < population->catalogue->events_n;
        err = is_there ? FL_OK : fl_expression_add_event(population->catalogue, event.name, &text, m->diag);
    }
    return err;
}

static fl_err check_event(making *m, const fl_population *population, const char *key, const char *name)
{
    const fl_catalogue *catalogue = population->catalogue;
    if (!name || fl_sample_find_event(catalogue, name) < catalogue->events_n) {
        return FL_OK;
    }
    fl_err err =
        fl_diag_set(m->diag, FL_ERR_INPUT, fl_yaml_where(m->claim->yaml, fl_yaml_get(m->claim->node, key)),
                    "the population '%.60s' has no event '%.80s'", population->name, name);
    const char *near = NULL;
    for (unsigned i = 0; i < catalogue->events_n; i++) {
        const char *names[] = {catalogue->event[i].name, near};
        const char *best = fl_suggest_name(name, names, near ? 2 : 1, sizeof names[0]);
        near = best ? best : near;
    }
    fl_diag_hint(m->diag, near ? "did you mean '%s'?" : "'floorlab list %s' names them",
                 near ? near : "events");
    return err;
}

/* A metric with a value for every room: the rooms of one floor depend on each other, and no interval or
 * evidence holds for them. */
static fl_err refuse_rooms(making *m, const fl_yaml_node *node, const char *name)
{
    fl_err err =
        fl_diag_set(m->diag, FL_ERR_INPUT, fl_yaml_where(m->claim->yaml, node),
                    "'%.80s' has a value for each room, and rooms of one floor depend on each other", name);
    fl_diag_hint(m->diag, "claim something about floors, such as their clustering_max or clustering_sum");
    return err;
}

static fl_err check_metric(making *m, const fl_population *population, const char *name)
{
    const fl_catalogue *catalogue = population->catalogue;
    const fl_yaml_node *at_metric = fl_yaml_get(m->claim->node, "metric");
    unsigned at = fl_sample_find_metric(catalogue, name);
    at_metric = at_metric ? at_metric : m->claim->node;
    if (at < catalogue->metrics_n && catalogue->metric[at].is_known) {
        return catalogue->metric[at].is_per_room ? refuse_rooms(m, at_metric, name) : FL_OK;
    }
    fl_err err = fl_diag_set(m->diag, FL_ERR_INPUT, fl_yaml_where(m->claim->yaml, at_metric),
                             "the population '%.60s' has no metric '%.80s'", population->name, name);
    const char *near =
        fl_suggest_name(name, catalogue->metric, catalogue->metrics_n, sizeof *catalogue->metric);
    fl_diag_hint(m->diag, near ? "did you mean '%s'?" : "'floorlab list %s' names them",
                 near ? near : "metrics");
    return err;
}

/* Whether the row's populations have what the row counts. */
static fl_err check_row(making *m, const fl_claim_row *row)
{
    fl_err err = FL_OK;
    for (unsigned i = 0; i < row->populations_n && !err; i++) {
        const fl_population *population = &m->set->population[row->population[i]];
        if (m->claim->type == FL_CLAIM_INDEPENDENT) {
            return add_pair_events(m, population);
        }
        err = m->claim->expression ? add_own_event(m, population)
                                   : check_event(m, population, "event", m->claim->event);
        const char *seen = m->claim->floor_event;
        bool is_seen = seen && strcmp(seen, FL_CLAIM_NO_EVENT) != 0;
        err = err ? err : check_event(m, population, "floor_event", is_seen ? seen : NULL);
        err = err || m->claim->event ? err : check_metric(m, population, row->metric);
        if (!err && i > 0 && m->claim->type == FL_CLAIM_EQUALS &&
            population->same == m->set->population[row->population[0]].same) {
            err = refuse(
                m, m->claim->node,
                "this population has the same floors as the one it is compared with:", population->name);
        }
    }
    return err;
}

/* Whether all populations of a row can be among what is judged. */
static bool can_be(const fl_claim_set *set, const fl_claim_row *row)
{
    bool can = true;
    for (unsigned i = 0; i < row->populations_n && set->can_be; i++) {
        can = can && set->can_be(set->wanted_context, set, row, &set->population[row->population[i]]);
    }
    return can;
}

/* Opens the populations that chosen rows need. */
static fl_err open_populations(fl_claim_set *set, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (size_t i = 0; i < set->rows_n; i++) {
        const fl_claim_row *row = &set->row[i];
        bool is_open = row->is_chosen && can_be(set, row);
        for (unsigned k = 0; k < row->populations_n && is_open; k++) {
            set->population[row->population[k]].is_opened = true;
        }
    }
    for (unsigned i = 0; i < set->populations_n && !err; i++) {
        set->population[i].same = i;
        err = set->population[i].is_opened ? open_population(set, i, diag) : FL_OK;
    }
    return err;
}

static bool are_opened(const fl_claim_set *set, const fl_claim_row *row)
{
    bool are = row->is_chosen;
    for (unsigned i = 0; i < row->populations_n; i++) {
        are = are && set->population[row->population[i]].is_opened;
    }
    return are;
}

/* Whether a population grows no floors (layout=none): chances are rolled, and nothing is placed. */
static bool has_rolls_alone(const fl_population *population)
{
    fl_text layout;
    fl_text_init(&layout);
    bool has = fl_setting_values_write_named(&population->values, "layout", &layout) &&
               strcmp(fl_text_get(&layout), "none") == 0;
    fl_text_free(&layout);
    return has;
}

fl_err fl_claim_rows_make(fl_claim_set *set, const char *pattern, fl_diag *diag)
{
    making m = {.set = set, .pattern = pattern, .diag = diag};
    fl_err err = FL_OK;
    for (size_t i = 0; i < set->claims_n && !err; i++) {
        m.claim = set->claim[i];
        err = add_rows(&m);
    }
    err = err ? err : open_populations(set, diag);
    for (size_t i = 0; i < set->rows_n && !err; i++) {
        fl_claim_row *row = &set->row[i];
        m.claim = row->claim;
        row->has_rolls_alone = has_rolls_alone(&set->population[row->population[0]]);
        err = are_opened(set, row) ? check_row(&m, row) : FL_OK;
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

/* The number of a population by another rule set, which is added and opened unless there is one. */
static fl_err vary_population(fl_claim_set *set, unsigned number, const char *rules, unsigned *out,
                              fl_diag *diag)
{
    char name[ID];
    snprintf(name, sizeof name, "%.160s by %.255s", set->population[number].name, rules);
    for (*out = 0; *out < set->populations_n; ++*out) {
        if (strcmp(set->population[*out].name, name) == 0) {
            return FL_OK;
        }
    }
    void *grown = realloc(set->population, (set->populations_n + 1) * sizeof *set->population);
    char *copy = strdup(name);
    set->population = grown ? grown : set->population;
    if (!grown || !copy) {
        free(copy);
        return fl_diag_memory(diag);
    }
    const fl_population *from = &set->population[number];
    fl_population *fresh = &set->population[set->populations_n++];
    *fresh = (fl_population){.name = copy,
                             .own_name = copy,
                             .generator = from->generator,
                             .is_needed = true,
                             .is_opened = true,
                             .node = from->node,
                             .yaml = from->yaml};
    fl_setting_values_init(&fresh->values, from->values.table, from->values.n);
    for (size_t i = 0; i < from->values.n; i++) { /* without what the other rules have set */
        if (from->values.origin[i] == FL_SETTING_VALUES_GIVEN) {
            fresh->values.number[i] = from->values.number[i];
            fresh->values.origin[i] = FL_SETTING_VALUES_GIVEN;
        }
    }
    memcpy(fresh->values.text, from->values.text, sizeof fresh->values.text);
    fresh->values.files = set->files;
    fl_err err = fl_setting_values_set(&fresh->values, "rules", rules, name, diag);
    return err ? err : open_population(set, *out, diag);
}

fl_err fl_claim_rows_add_variant(fl_claim_set *set, size_t row, const char *rules, fl_diag *diag)
{
    char id[ID];
    making m = {.set = set, .claim = set->row[row].claim};
    unsigned number = 0;
    snprintf(id, sizeof id, "%.190s by %.255s", set->row[row].id, rules);
    fl_err err = vary_population(set, set->row[row].population[0], rules, &number, diag);
    if (err || fl_claim_rows_find(set, id, 0) < set->rows_n) {
        return err;
    }
    fl_claim_row fresh = {.metric = set->row[row].metric,
                          .population = {number},
                          .populations_n = 1,
                          .expected = FL_VERDICT_UNDECIDED,
                          .has_rolls_alone = set->row[row].has_rolls_alone};
    if (check_row(&m, &fresh)) {
        return FL_OK;
    }
    m.diag = diag;
    void *grown = realloc(set->row, (set->rows_n + 1) * sizeof *set->row);
    fresh.id = strdup(id);
    set->row = grown ? grown : set->row;
    if (!grown || !fresh.id) {
        free(fresh.id);
        return fl_diag_memory(diag);
    }
    fresh.claim = m.claim;
    fresh.is_chosen = true;
    set->row[set->rows_n++] = fresh;
    return FL_OK;
}
