/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The columns of /claim and /claim_trace, each checked for type and size: if one is missing or malformed, the
 * file counts as one without claims. */
#include "gen/base/suggest.h"
#include "plots/figure/figure_private.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef struct column {
    const char *path;
    fl_store_type type;
    size_t at; /* offset in the row; all values have 8 bytes */
} column;

#define FL_AT(field) offsetof(fl_claim_view_row, field)

static const column columns[FL_CLAIM_COLUMNS] = {
    {"/claim/id", FL_STORE_TEXT, FL_AT(id)},
    {"/claim/source", FL_STORE_TEXT, FL_AT(source)},
    {"/claim/sentence", FL_STORE_TEXT, FL_AT(sentence)},
    {"/claim/type", FL_STORE_TEXT, FL_AT(type)},
    {"/claim/scenario", FL_STORE_TEXT, FL_AT(scenario)},
    {"/claim/counts", FL_STORE_TEXT, FL_AT(counts)},
    {"/claim/documented", FL_STORE_TEXT, FL_AT(documented)},
    {"/claim/verdict", FL_STORE_TEXT, FL_AT(verdict)},
    {"/claim/configuration", FL_STORE_U64, FL_AT(condition)},
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

#undef FL_AT
#define FL_AT(field) offsetof(fl_claim_view_point, field)

static const column points[FL_CLAIM_POINT_COLUMNS] = {
    {"/claim_trace/claim", FL_STORE_U64, FL_AT(claim)},
    {"/claim_trace/trials", FL_STORE_U64, FL_AT(trials)},
    {"/claim_trace/observed", FL_STORE_F64, FL_AT(observed)},
    {"/claim_trace/low", FL_STORE_F64, FL_AT(limits.lo)},
    {"/claim_trace/high", FL_STORE_F64, FL_AT(limits.hi)},
};

/* Finds columns of equal length, which is returned; 0 if one is malformed. */
static uint64_t find_columns(const fl_store *store, const column *all, size_t n, const void **out)
{
    uint64_t rows = 0;
    for (size_t i = 0; i < n; i++) {
        const fl_store_item *item = fl_store_find(store, all[i].path);
        bool is_right = item && item->data && item->rank == 1 && item->type == all[i].type;
        if (!is_right || (i > 0 && item->size[0] != rows)) {
            return 0;
        }
        rows = item->size[0];
        out[i] = item->data;
    }
    return rows;
}

/* Copies a row of the columns; a missing text becomes "". */
static void copy_row(const column *all, size_t n, const void *const *from, uint64_t i, void *out)
{
    for (size_t k = 0; k < n; k++) {
        bool is_text = all[k].type == FL_STORE_TEXT;
        const char *text = is_text ? ((char *const *)from[k])[i] : NULL;
        const void *value = is_text ? (const void *)&text : (const char *)from[k] + 8 * i;
        text = text ? text : "";
        memcpy((char *)out + all[k].at, value, 8);
    }
}

bool fl_figure_claims_are_there(const fl_result_view *run)
{
    return fl_store_find(&run->store, "/claim/id") != NULL;
}

bool fl_figure_claims_are_judged(const fl_result_view *run)
{
    fl_claim_view claims;
    bool are = false;
    fl_figure_claims_open(run, &claims);
    for (uint64_t i = 0; i < claims.n && !are; i++) {
        are = fl_figure_claims_row(&claims, i).outcome != FL_CLAIM_OUTCOME_NONE;
    }
    return are;
}

void fl_figure_claims_open(const fl_result_view *run, fl_claim_view *out)
{
    *out = (fl_claim_view){.run = run};
    out->n = find_columns(&run->store, columns, FL_CLAIM_COLUMNS, out->column);
    out->points_n = out->n > 0 ? find_columns(&run->store, points, FL_CLAIM_POINT_COLUMNS, out->point) : 0;
}

fl_claim_view_row fl_figure_claims_row(const fl_claim_view *self, uint64_t i)
{
    static const char *const verdicts[] = {"confirmed", "refuted", "undecided"};
    fl_claim_view_row out;
    copy_row(columns, FL_CLAIM_COLUMNS, self->column, i, &out);
    out.outcome = (fl_claim_outcome)((fl_suggest_find(out.verdict, verdicts, 3, sizeof verdicts[0]) + 1) %
                                     FL_CLAIM_OUTCOMES);
    return out;
}

fl_claim_view_point fl_figure_claims_point(const fl_claim_view *self, uint64_t i)
{
    fl_claim_view_point out;
    copy_row(points, FL_CLAIM_POINT_COLUMNS, self->point, i, &out);
    return out;
}

void fl_figure_claims_add_source(const char *source, fl_text *out)
{
    fl_text_add_bytes(out, source, strcspn(source, ",;"));
}

bool fl_figure_claims_is_about_event(const fl_claim_view *self, const fl_claim_view_row *row,
                                     fl_result_view_event *out)
{
    return row->outcome != FL_CLAIM_OUTCOME_NONE && strcmp(row->type, "probability") == 0 && row->value > 0 &&
           row->value < 1 && row->condition < self->run->conditions && row->trials > 0 &&
           row->hits <= row->trials && fl_figure_view_event_of(self->run, row->counts, out);
}

/* True if a claim is about something in a configuration, and from a document rather than from our own rules
 * (gen/journey/RULES.md). */
static bool is_documented(const fl_claim_view_row *row, uint64_t condition, const char *counts)
{
    return row->condition == condition && strcmp(row->counts, counts) == 0 &&
           strncmp(row->source, "gen/", 4) != 0;
}

double fl_figure_claims_chance(const fl_claim_view *self, uint64_t condition, const char *event)
{
    fl_result_view_event found;
    double chance = NAN;
    for (uint64_t i = 0; i < self->n; i++) {
        fl_claim_view_row row = fl_figure_claims_row(self, i);
        if (is_documented(&row, condition, event) && fl_figure_claims_is_about_event(self, &row, &found)) {
            bool is_about = strncmp(row.documented, "about ", 6) == 0;
            if (!is_about) {
                return row.value;
            }
            chance = isnan(chance) ? row.value : chance;
        }
    }
    return chance;
}

bool fl_figure_claims_range(const fl_claim_view *self, uint64_t condition, const char *metric,
                            fl_claim_view_row *out)
{
    for (uint64_t i = 0; i < self->n; i++) {
        *out = fl_figure_claims_row(self, i);
        if (is_documented(out, condition, metric) && out->outcome != FL_CLAIM_OUTCOME_NONE &&
            isfinite(out->least) && isfinite(out->most)) {
            return true;
        }
    }
    return false;
}
