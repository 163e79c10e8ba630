/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The columns of /claim and /claim_trace, each checked for type and size. Two of a claim's columns must be
 * there together: with one missing the file counts as one without claims. */
#include "plots/figure/figure_private.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct column {
    const char *path;
    fl_store_type type;
    size_t at; /* of its pointer in fl_claim_view */
} column;

#define FL_AT(field) offsetof(fl_claim_view, field)

static const column columns[] = {
    {"/claim/id", FL_STORE_TEXT, FL_AT(id)},
    {"/claim/source", FL_STORE_TEXT, FL_AT(source)},
    {"/claim/sentence", FL_STORE_TEXT, FL_AT(sentence)},
    {"/claim/type", FL_STORE_TEXT, FL_AT(type)},
    {"/claim/population", FL_STORE_TEXT, FL_AT(population)},
    {"/claim/counts", FL_STORE_TEXT, FL_AT(counts)},
    {"/claim/documented", FL_STORE_TEXT, FL_AT(documented)},
    {"/claim/verdict", FL_STORE_TEXT, FL_AT(verdict)},
    {"/claim/condition", FL_STORE_U64, FL_AT(condition)},
    {"/claim/trials", FL_STORE_U64, FL_AT(trials)},
    {"/claim/hits", FL_STORE_U64, FL_AT(hits)},
    {"/claim/documented_value", FL_STORE_F64, FL_AT(value)},
    {"/claim/documented_least", FL_STORE_F64, FL_AT(least)},
    {"/claim/documented_most", FL_STORE_F64, FL_AT(most)},
    {"/claim/tolerance", FL_STORE_F64, FL_AT(tolerance)},
    {"/claim/observed", FL_STORE_F64, FL_AT(observed)},
    {"/claim/low", FL_STORE_F64, FL_AT(low)},
    {"/claim/high", FL_STORE_F64, FL_AT(high)},
};

static const column traces[] = {
    {"/claim_trace/claim", FL_STORE_U64, FL_AT(point_claim)},
    {"/claim_trace/trials", FL_STORE_U64, FL_AT(point_trials)},
    {"/claim_trace/observed", FL_STORE_F64, FL_AT(point_observed)},
    {"/claim_trace/low", FL_STORE_F64, FL_AT(point_low)},
    {"/claim_trace/high", FL_STORE_F64, FL_AT(point_high)},
};

/* Finds columns of one length, *rows of them; false if one is not as it should be. */
static bool find_columns(const fl_store *store, const column *all, size_t n, fl_claim_view *out,
                         uint64_t *rows)
{
    for (size_t i = 0; i < n; i++) {
        const fl_store_item *item = fl_store_find(store, all[i].path);
        bool is_right = item && item->data && item->rank == 1 && item->type == all[i].type;
        if (!is_right || (i > 0 && item->size[0] != *rows)) {
            return false;
        }
        *rows = item->size[0];
        memcpy((char *)out + all[i].at, &item->data, sizeof item->data);
    }
    return true;
}

bool fl_figure_claims_are_there(const fl_result_view *run)
{
    return fl_store_find(&run->store, "/claim/id") != NULL;
}

bool fl_figure_claims_are_judged(const fl_result_view *run)
{
    fl_claim_view claims;
    bool are = false;
    (void)fl_figure_claims_open(run, &claims);
    for (uint64_t i = 0; i < claims.n; i++) {
        are = are || fl_figure_claims_outcome(&claims, i) != FL_CLAIM_OUTCOME_NONE;
    }
    return are;
}

bool fl_figure_claims_open(const fl_result_view *run, fl_claim_view *out)
{
    memset(out, 0, sizeof *out);
    out->run = run;
    if (!find_columns(&run->store, columns, sizeof columns / sizeof columns[0], out, &out->n)) {
        out->n = 0;
        return false;
    }
    if (!find_columns(&run->store, traces, sizeof traces / sizeof traces[0], out, &out->points_n)) {
        out->points_n = 0;
    }
    return true;
}

static const char *text_at(char *const *texts, uint64_t i)
{
    return texts[i] ? texts[i] : "";
}

fl_claim_outcome fl_figure_claims_outcome(const fl_claim_view *self, uint64_t i)
{
    const char *verdict = text_at(self->verdict, i);
    return strcmp(verdict, "confirmed") == 0   ? FL_CLAIM_OUTCOME_CONFIRMED
           : strcmp(verdict, "refuted") == 0   ? FL_CLAIM_OUTCOME_REFUTED
           : strcmp(verdict, "undecided") == 0 ? FL_CLAIM_OUTCOME_UNDECIDED
                                               : FL_CLAIM_OUTCOME_NONE;
}

fl_claim_view_row fl_figure_claims_row(const fl_claim_view *self, uint64_t i)
{
    return (fl_claim_view_row){.id = text_at(self->id, i),
                               .source = text_at(self->source, i),
                               .sentence = text_at(self->sentence, i),
                               .type = text_at(self->type, i),
                               .population = text_at(self->population, i),
                               .counts = text_at(self->counts, i),
                               .documented = text_at(self->documented, i),
                               .outcome = fl_figure_claims_outcome(self, i)};
}

void fl_figure_claims_add_source(const char *source, fl_text *out)
{
    fl_text_add_bytes(out, source, strcspn(source, ",;"));
}

bool fl_figure_claims_is_about_event(const fl_claim_view *self, uint64_t i, fl_result_view_event *out)
{
    fl_claim_view_row row = fl_figure_claims_row(self, i);
    return row.outcome != FL_CLAIM_OUTCOME_NONE && strcmp(row.type, "probability") == 0 &&
           self->value[i] > 0 && self->value[i] < 1 && self->condition[i] < self->run->conditions &&
           self->trials[i] > 0 && self->hits[i] <= self->trials[i] &&
           fl_figure_view_event_of(self->run, row.counts, out);
}

/* Whether a document is the source of a claim, and not our own rules (gen/journey/RULES.md). */
static bool is_documented(const fl_claim_view *self, uint64_t i)
{
    return strncmp(text_at(self->source, i), "gen/", 4) != 0;
}

double fl_figure_claims_chance(const fl_claim_view *self, uint64_t condition, const char *event)
{
    fl_result_view_event found;
    double chance = NAN;
    for (uint64_t i = 0; i < self->n; i++) {
        if (self->condition[i] == condition && strcmp(text_at(self->counts, i), event) == 0 &&
            is_documented(self, i) && fl_figure_claims_is_about_event(self, i, &found)) {
            bool is_about = strncmp(text_at(self->documented, i), "about ", 6) == 0;
            if (!is_about) {
                return self->value[i];
            }
            chance = isnan(chance) ? self->value[i] : chance;
        }
    }
    return chance;
}

bool fl_figure_claims_range(const fl_claim_view *self, uint64_t condition, const char *metric, uint64_t *out)
{
    for (uint64_t i = 0; i < self->n; i++) {
        if (self->condition[i] == condition && strcmp(text_at(self->counts, i), metric) == 0 &&
            is_documented(self, i) && fl_figure_claims_outcome(self, i) != FL_CLAIM_OUTCOME_NONE &&
            isfinite(self->least[i]) && isfinite(self->most[i])) {
            *out = i;
            return true;
        }
    }
    return false;
}
