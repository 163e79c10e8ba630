/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The scenarios of claims as configurations of an experiment: each counts what the claims about it need. An
 * experiment file sets the numbers of samples. */
#include "experiments/run/run_private.h"
#include "gen/base/parse_number.h"
#include "gen/base/suggest.h"

#include <stdlib.h>
#include <string.h>

/* Adds a name, if the scenario has it. */
static fl_err want(fl_experiment_choice *choice, const char *name, bool is_known, fl_diag *diag)
{
    is_known = is_known && fl_suggest_find(name, choice->name, choice->n, sizeof *choice->name) == choice->n;
    return is_known ? fl_run_experiment_choice_add(choice, name, diag) : FL_OK;
}

static fl_err want_event(const fl_catalogue *catalogue, const char *name, fl_experiment_choices *out,
                         fl_diag *diag)
{
    bool is_known = name && name[0] && fl_sample_find_event(catalogue, name) < catalogue->events_n;
    return want(&out->events, name, is_known, diag);
}

/* Adds the events that count the pairs of a claim `independent`. */
static fl_err want_pairs(const fl_claim *claim, const fl_catalogue *catalogue, fl_experiment_choices *out,
                         fl_diag *diag)
{
    fl_claim_questions questions;
    fl_claim_pair_counts pairs[FL_CLAIM_PAIRS_MOST];
    fl_err err = fl_claim_independence_questions(claim, &questions, diag);
    unsigned n = err ? 0 : fl_claim_independence_pairs(&questions, pairs);
    for (unsigned i = 0; i < n * FL_CLAIM_PAIR_EVENTS && !err; i++) {
        fl_claim_pair_question event;
        fl_claim_independence_event(&questions, &pairs[i / FL_CLAIM_PAIR_EVENTS],
                                    (fl_claim_pair_part)(i % FL_CLAIM_PAIR_EVENTS), &event);
        err = !event.text[0] ? want_event(catalogue, event.name, out, diag)
                             : fl_run_experiment_add_own(out, event.name, event.text, diag);
    }
    return err;
}

static fl_err want_row(const fl_claim_row *row, const fl_catalogue *catalogue, fl_experiment_choices *out,
                       fl_diag *diag)
{
    char floor_name[FL_EVENT_NAME];
    if (row->claim->type == FL_CLAIM_INDEPENDENT) {
        return want_pairs(row->claim, catalogue, out, diag);
    }
    fl_claim_floor_event(row->claim, floor_name);
    fl_err err = want_event(catalogue, floor_name, out, diag);
    if (!err && row->claim->expression) {
        err = fl_run_experiment_add_own(out, row->claim->event, row->claim->expression, diag);
    } else if (!err) {
        err = want_event(catalogue, row->claim->event, out, diag);
    }
    if (!err && !row->claim->event) {
        err = want(&out->metrics, row->metric, true, diag);
    }
    return err;
}

/* Turns lists without names into "none". */
static void settle(fl_experiment_choice *choice)
{
    choice->what = choice->n > 0 ? FL_TALLY_LIST : FL_TALLY_NONE;
}

fl_err fl_run_claim_scenarios(const fl_claim_set *claims, const fl_finding *findings, size_t n,
                              fl_experiment *out, fl_diag *diag)
{
    fl_err err = FL_OK;
    out->files = out->files ? out->files : claims->files;
    for (unsigned number = 0; number < claims->scenarios_n && !err; number++) {
        const fl_scenario *from = &claims->scenario[number];
        if (!from->is_needed || from->same != number) {
            continue;
        }
        err = fl_run_experiment_add_scenario(out, from->name, diag);
        if (err) {
            break;
        }
        fl_opened_generator *opened = &out->condition[out->conditions - 1].opened;
        fl_experiment_choices *counts = &out->counts[out->counts_n - 1];
        opened->generator = from->generator;
        opened->values = from->values;
        for (size_t k = 0; k < n && !err; k++) {
            const fl_claim_row *row = findings[k].row;
            for (unsigned i = 0; i < row->scenarios_n && !err; i++) {
                bool is_about = claims->scenario[row->scenario[i]].same == number;
                err = is_about ? want_row(row, from->catalogue, counts, diag) : FL_OK;
            }
        }
        settle(&counts->metrics);
        settle(&counts->events);
        settle(&counts->maps);
        settle(&counts->joints);
    }
    return err;
}

/* Reads the number of samples of a scenario. */
static fl_err read_samples(const fl_yaml_reading *r, const fl_yaml_node *list, fl_run_condition *out)
{
    const fl_yaml_node *node = fl_yaml_get(list, out->name);
    if (!node) {
        fl_err err =
            fl_yaml_refuse(r->yaml, list, r->diag, "the scenario '%s' of the claims is missing", out->name);
        fl_diag_hint(r->diag, "give it a number of samples, such as %s: 10k", out->name);
        return err;
    }
    if (node->type != FL_YAML_SCALAR || fl_parse_number_unsigned(node->text, &out->samples) ||
        out->samples > INT64_MAX) {
        return fl_yaml_refuse(r->yaml, node, r->diag, "expected a number of samples such as 10k");
    }
    return FL_OK;
}

/* Refuses names without a claim. */
static fl_err check_names(const fl_yaml_reading *r, const fl_yaml_node *list, const fl_experiment *experiment)
{
    for (const fl_yaml_node *node = list->first; node; node = node->next) {
        const char *near = NULL;
        uint64_t i = 0;
        for (; i < experiment->conditions && strcmp(experiment->condition[i].name, node->key) != 0; i++) {
            near = fl_suggest_nearer(node->key, near, experiment->condition[i].name);
        }
        if (i == experiment->conditions) {
            fl_err err =
                fl_yaml_refuse(r->yaml, node, r->diag, "the claims have no scenario '%.60s'", node->key);
            fl_diag_hint(r->diag, near ? "did you mean '%s'?" : "'floorlab list %s' names them",
                         near ? near : "claims");
            return err;
        }
    }
    return FL_OK;
}

fl_err fl_run_read_claim_scenarios(const fl_yaml_reading *r, const fl_yaml_node *list)
{
    fl_claim_set claims;
    fl_finding *findings = NULL;
    fl_experiment *out = r->out;
    size_t n = 0;
    fl_claim_set_init(&claims);
    fl_err err = fl_claim_set_add_shipped(&claims, r->diag);
    err = err ? err : fl_claim_rows_make(&claims, NULL, r->diag);
    err = err ? err : fl_claim_finding_list(&claims, &findings, &n, r->diag);
    err = err ? err : fl_run_claim_scenarios(&claims, findings, n, out, r->diag);
    err = err ? err : check_names(r, list, out);
    for (uint64_t i = 0; i < out->conditions && !err; i++) {
        err = read_samples(r, list, &out->condition[i]);
    }
    free(findings);
    fl_claim_set_free(&claims);
    return err;
}
