/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of claims. All numbers are those of the file: a claim is drawn as it was judged, on the populations
 * on which it was judged. Only the band of a convergence is made here where the file has no trace of a claim
 * but its event step by step. */
#include "plots/figure/figure_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINES = 22,   /* of a page of claims */
    ODDS = 18,    /* claims of a page of odds */
    PANELS = 6,   /* on a page of the convergence */
    SOURCES = 60, /* documents of the overview: style.gp has no more lines */
    LONG = 51,    /* signs of a sentence */
    FAR = 1000,   /* tolerances: without a limit on this side */
    SHORT = 18,   /* signs of what is documented */
};

/* Overview: verdicts by document. */

typedef struct overview {
    fl_text name[SOURCES];
    uint64_t count[SOURCES][FL_CLAIM_OUTCOMES];
    unsigned n;
} overview;

/* The line of a document; the last one takes those for which there is no room. */
static unsigned find_source(overview *self, const char *source)
{
    fl_text name;
    unsigned i = 0;
    fl_text_init(&name);
    fl_figure_claims_add_source(source, &name);
    while (i < self->n && strcmp(fl_text_get(&self->name[i]), fl_text_get(&name)) != 0) {
        i++;
    }
    if (i == self->n && i < SOURCES) {
        self->name[self->n++] = name;
        return i;
    }
    i = i < SOURCES ? i : SOURCES - 1;
    self->name[i].is_short_of_memory |= name.is_short_of_memory;
    fl_text_free(&name);
    return i;
}

static void add_overview(fl_data_table *table, const overview *self)
{
    static const char *const names[FL_CLAIM_OUTCOMES] = {"not judged", "confirmed", "refuted", "undecided"};
    static const fl_claim_outcome order[FL_CLAIM_OUTCOMES] = {
        FL_CLAIM_OUTCOME_CONFIRMED, FL_CLAIM_OUTCOME_REFUTED, FL_CLAIM_OUTCOME_UNDECIDED,
        FL_CLAIM_OUTCOME_NONE};
    for (unsigned i = 0; i < self->n; i++) {
        uint64_t below = 0;
        for (unsigned k = 0; k < FL_CLAIM_OUTCOMES; k++) {
            uint64_t count = self->count[i][order[k]];
            fl_data_table_place place = {.panel = 1,
                                         .series = k + 1,
                                         .x = i + 1,
                                         .series_name = names[order[k]],
                                         .x_name = fl_text_get(&self->name[i])};
            fl_figure_table_row(table, &place);
            fl_figure_table_count(table, count);
            fl_figure_table_count(table, below);
            below += count;
        }
    }
}

void fl_figure_claims_verdicts(const fl_figure_job *job, fl_data_table *table)
{
    fl_claim_view claims;
    fl_figure_table_columns(table, "count below");
    overview *sum = calloc(1, sizeof *sum);
    table->rows.is_short_of_memory |= !sum;
    if (sum && job->page == 0 && fl_figure_claims_open(job->runs, &claims)) {
        for (uint64_t i = 0; i < claims.n; i++) {
            fl_claim_view_row row = fl_figure_claims_row(&claims, i);
            sum->count[find_source(sum, row.source)][row.outcome]++;
        }
        add_overview(table, sum);
        fl_figure_titles_add_title(table, "Verdicts on documented claims", job->runs);
        fl_figure_titles_add_count(&table->note, claims.n);
        fl_text_add(&table->note,
                    " claims, each on each of its populations, by the document that makes them");
        fl_text_add(&table->x_label, "claims");
        table->height = 130 + 24 * sum->n;
    }
    for (unsigned i = 0; sum && i < sum->n; i++) {
        fl_figure_table_drop(table, &sum->name[i]);
    }
    free(sum);
}

/* Claims: how far the observed number is from the documented one, in tolerances. */

/* What a claim documents as a number: of always and never the share; NaN if nothing. Laws are judged by their
 * distance, which is documented as 0. */
static double documented_of(const fl_claim_view *claims, uint64_t i)
{
    static const struct {
        const char *type;
        double number;
    } types[] = {{"always", 1}, {"never", 0}, {"distribution", 0}, {"equals", 0}};
    const char *type = fl_figure_claims_row(claims, i).type;
    for (unsigned k = 0; k < sizeof types / sizeof types[0]; k++) {
        if (strcmp(type, types[k].type) == 0) {
            return types[k].number;
        }
    }
    return claims->value[i];
}

/* Whether a claim gets a line: it has a number to be drawn at. Of always and never only what does not hold.
 */
static bool is_drawn(const fl_claim_view *claims, uint64_t i)
{
    fl_claim_view_row row = fl_figure_claims_row(claims, i);
    bool is_rule = strcmp(row.type, "always") == 0 || strcmp(row.type, "never") == 0;
    return row.outcome != FL_CLAIM_OUTCOME_NONE && (!is_rule || row.outcome != FL_CLAIM_OUTCOME_CONFIRMED) &&
           isfinite(documented_of(claims, i)) && isfinite(claims->observed[i]) && claims->tolerance[i] > 0;
}

static bool has_source(const fl_claim_view *claims, uint64_t i, const char *name)
{
    const char *source = fl_figure_claims_row(claims, i).source;
    size_t n = strcspn(source, ",;");
    return strlen(name) == n && strncmp(source, name, n) == 0;
}

/* The order of lines: by document, those in the order in which they first occur. */
typedef struct claim_order {
    uint64_t *claim; /* [n] */
    uint64_t n;
} claim_order;

static bool order_claims(const fl_claim_view *claims, claim_order *out)
{
    bool *is_listed = calloc(claims->n + 1, sizeof *is_listed);
    out->claim = calloc(claims->n + 1, sizeof *out->claim);
    bool is_short = false;
    out->n = 0;
    for (uint64_t first = 0; is_listed && out->claim && first < claims->n; first++) {
        fl_text name;
        fl_text_init(&name);
        fl_figure_claims_add_source(fl_figure_claims_row(claims, first).source, &name);
        bool is_new = !is_listed[first];
        for (uint64_t i = first; i < claims->n && is_new; i++) {
            if (!is_listed[i] && has_source(claims, i, fl_text_get(&name))) {
                is_listed[i] = true;
                if (is_drawn(claims, i)) {
                    out->claim[out->n++] = i;
                }
            }
        }
        is_short = is_short || name.is_short_of_memory;
        fl_text_free(&name);
    }
    bool is_done = is_listed && out->claim && !is_short;
    free(is_listed);
    return is_done;
}

static void add_claim(fl_data_table *table, const fl_claim_view *claims, uint64_t i, unsigned line)
{
    fl_text source;
    fl_text_init(&source);
    fl_claim_view_row row = fl_figure_claims_row(claims, i);
    double documented = documented_of(claims, i);
    double tolerance = claims->tolerance[i];
    fl_figure_claims_add_source(row.source, &source);
    fl_data_table_place place = {.panel = 1,
                                 .panel_name = "claims",
                                 .series = row.outcome,
                                 .series_name = row.outcome == FL_CLAIM_OUTCOME_CONFIRMED ? "confirmed"
                                                : row.outcome == FL_CLAIM_OUTCOME_REFUTED ? "refuted"
                                                                                          : "undecided",
                                 .x = line,
                                 .x_name = row.id};
    fl_figure_table_row(table, &place);
    fl_figure_table_words(table, row.sentence, LONG);
    fl_figure_table_text(table, fl_text_get(&source));
    fl_figure_table_words(table, row.documented, SHORT);
    fl_figure_table_number(table, claims->observed[i]);
    fl_figure_table_number(table, claims->low[i]);
    fl_figure_table_number(table, claims->high[i]);
    fl_figure_table_number(table, (claims->observed[i] - documented) / tolerance);
    fl_figure_table_number(table, (claims->low[i] - documented) / tolerance);
    fl_figure_table_number(table, (claims->high[i] - documented) / tolerance);
    fl_figure_table_number(table, strncmp(row.documented, "at most", 7) == 0 ? -FAR : -1);
    fl_figure_table_number(table, strncmp(row.documented, "at least", 8) == 0 ? FAR : 1);
    fl_figure_table_count(table, claims->trials[i]);
    fl_figure_table_drop(table, &source);
}

void fl_figure_claims_all(const fl_figure_job *job, fl_data_table *table)
{
    fl_claim_view claims;
    claim_order order = {NULL, 0};
    unsigned line = 0;
    fl_figure_table_columns(table, "sentence source documented observed low high difference difference_low "
                                   "difference_high agrees_from agrees_to trials");
    if (fl_figure_claims_open(job->runs, &claims)) {
        table->rows.is_short_of_memory |= !order_claims(&claims, &order);
    }
    uint64_t most = fl_figure_table_lines(job, LINES);
    uint64_t from = job->page * most;
    for (uint64_t i = from; i < order.n && i < from + most; i++) {
        add_claim(table, &claims, order.claim[i], ++line);
    }
    fl_figure_titles_add_title(table, "Claims", job->runs);
    fl_text_add_format(&table->note,
                       "%llu to %llu of %llu: those with a number, and what always or never "
                       "holds but does not; by document",
                       (unsigned long long)from + 1, (unsigned long long)from + line,
                       (unsigned long long)order.n);
    fl_text_add(&table->x_label, "observed minus documented, in tolerances of the claim");
    table->height = 130 + 34 * line;
    free(order.claim);
}

/* Odds: claims about chances of events. */

/* The claim's id and its population, which ids of claims on several populations name themselves. */
static void add_place(fl_data_table *table, const fl_claim_view_row *row)
{
    fl_text place;
    fl_text_init(&place);
    fl_text_add(&place, row->id);
    if (!strchr(row->id, '@')) {
        fl_text_add_format(&place, " · %s", row->population);
    }
    fl_figure_table_words(table, fl_text_get(&place), LONG + 10);
    fl_figure_table_drop(table, &place);
}

static void add_odd(fl_data_table *table, const fl_claim_view *claims, uint64_t i)
{
    fl_text source;
    fl_claim_view_row row = fl_figure_claims_row(claims, i);
    double documented = claims->value[i];
    fl_text_init(&source);
    fl_figure_claims_add_source(row.source, &source);
    fl_figure_table_count(table, claims->trials[i]);
    fl_figure_table_count(table, claims->hits[i]);
    fl_figure_table_number(table, documented);
    fl_figure_table_text(table, row.documented);
    fl_figure_table_number(table, claims->observed[i]);
    fl_figure_table_number(table, claims->low[i]);
    fl_figure_table_number(table, claims->high[i]);
    fl_figure_table_number(table, 100 * (claims->observed[i] - documented));
    fl_figure_table_number(table, 100 * (claims->low[i] - documented));
    fl_figure_table_number(table, 100 * (claims->high[i] - documented));
    fl_figure_table_text(table, fl_text_get(&source));
    fl_figure_table_words(table, row.sentence, LONG);
    fl_figure_table_text(table, row.outcome == FL_CLAIM_OUTCOME_REFUTED     ? "refuted"
                                : row.outcome == FL_CLAIM_OUTCOME_CONFIRMED ? "confirmed"
                                                                            : "undecided");
    add_place(table, &row);
    fl_figure_table_drop(table, &source);
}

void fl_figure_claims_odds(const fl_figure_job *job, fl_data_table *table)
{
    fl_claim_view claims;
    fl_result_view_event event;
    uint64_t found = 0;
    uint64_t most = fl_figure_table_lines(job, ODDS);
    uint64_t from = job->page * most;
    unsigned line = 0;
    fl_figure_table_columns(table,
                            "trials hits documented fraction observed low high difference difference_low "
                            "difference_high source sentence verdict claim");
    fl_figure_titles_add_title(table, "Documented and observed odds", job->runs);
    fl_text_add(&table->note, "shares of trials, with the intervals on which the verdicts rest");
    fl_figure_claims_open(job->runs, &claims);
    for (uint64_t i = 0; i < claims.n && line < most; i++) {
        if (fl_figure_claims_is_about_event(&claims, i, &event) && found++ >= from) {
            fl_data_table_place place = {
                .panel = 1, .series = 1, .x = ++line, .x_name = fl_figure_claims_row(&claims, i).id};
            fl_figure_table_row(table, &place);
            add_odd(table, &claims, i);
        }
    }
    table->height = 142 + 34 * line;
}

/* Convergence: how such a claim's share settled. */

/* A point of a line. */
typedef struct point {
    uint64_t trials;
    double share;
    fl_interval limits;
} point;

static void add_point(fl_data_table *table, const fl_claim_view *claims, uint64_t i, unsigned panel,
                      const point *at)
{
    fl_text source;
    fl_text said;
    fl_claim_view_row row = fl_figure_claims_row(claims, i);
    bool is_about = strncmp(row.documented, "about ", 6) == 0;
    fl_text_init(&said);
    if (strlen(row.documented) > 10) {
        fl_text_add_format(&said, "%.3g", claims->value[i]);
    } else {
        fl_text_add_format(&said, "%s%s", is_about ? "≈ " : "", row.documented + (is_about ? 6 : 0));
    }
    fl_data_table_place place = {.panel = panel,
                                 .panel_name = row.id,
                                 .series = 1,
                                 .series_name = row.population,
                                 .x = (double)at->trials};
    fl_text_init(&source);
    fl_figure_claims_add_source(row.source, &source);
    fl_figure_table_row(table, &place);
    fl_figure_table_count(table, at->trials);
    fl_figure_table_number(table, at->share);
    fl_figure_table_number(table, at->limits.lo);
    fl_figure_table_number(table, at->limits.hi);
    fl_figure_table_number(table, claims->value[i]);
    fl_figure_table_text(table, fl_text_get(&said));
    fl_figure_table_text(table, fl_text_get(&source));
    fl_figure_table_drop(table, &said);
    fl_figure_table_drop(table, &source);
}

/* Adds the points that were recorded while the claim was judged; returns how many. */
static unsigned add_trace(fl_data_table *table, const fl_claim_view *claims, uint64_t i, unsigned panel)
{
    unsigned n = 0;
    for (uint64_t k = 0; k < claims->points_n; k++) {
        if (claims->point_claim[k] == i && claims->point_trials[k] > 0) {
            point at = {claims->point_trials[k],
                        claims->point_observed[k],
                        {claims->point_low[k], claims->point_high[k]}};
            n++;
            if (table) {
                add_point(table, claims, i, panel, &at);
            }
        }
    }
    return n;
}

/* Adds the event of a claim step by step, each with a confidence sequence. */
static void add_steps(fl_data_table *table, const fl_claim_view *claims, uint64_t i, unsigned panel)
{
    fl_result_view_event event;
    uint64_t before = 0;
    double centre = claims->value[i];
    if (!fl_figure_view_trace(claims->run, fl_figure_claims_row(claims, i).counts, &event)) {
        return;
    }
    const uint64_t *trials = event.trials + claims->condition[i] * event.stride;
    const uint64_t *hits = event.hits + claims->condition[i] * event.stride;
    fl_beta_prior prior = fl_stat_beta_around(centre, 0.02 * centre, FL_BETA_PART);
    for (uint64_t step = 0; step < event.steps; step++) {
        if (trials[step] > before) {
            fl_beta_count count = {(double)hits[step], (double)(trials[step] - hits[step])};
            before = trials[step];
            point at = {before, (double)hits[step] / (double)before,
                        fl_stat_beta_limits(&prior, count, FL_FIGURE_ODDS_ALPHA)};
            add_point(table, claims, i, panel, &at);
        }
    }
}

void fl_figure_claims_convergence(const fl_figure_job *job, fl_data_table *table)
{
    fl_claim_view claims;
    fl_result_view_event event;
    unsigned found = 0;
    unsigned most = fl_figure_table_panels(job, PANELS);
    unsigned from = job->page * most;
    unsigned traced = 0;
    fl_figure_table_columns(table, "trials share low high documented fraction source");
    fl_figure_titles_add_title(table, "Odds settling", job->runs);
    fl_figure_claims_open(job->runs, &claims);
    for (uint64_t i = 0; i < claims.n && found < from + most; i++) {
        if (fl_figure_claims_is_about_event(&claims, i, &event) && found++ >= from) {
            if (add_trace(NULL, &claims, i, 0) > 1) {
                traced += add_trace(table, &claims, i, found - from) > 0;
            } else {
                add_steps(table, &claims, i, found - from);
            }
        }
    }
    fl_text_add_format(&table->note, "line: share of trials; band: %s; dashed: documented",
                       traced > 0 ? "the interval on which the verdict rests" : "95 % confidence sequence");
    fl_text_add(&table->x_label, "trials");
    fl_text_add(&table->y_label, "share of trials");
    fl_figure_table_fit(table, found > from ? found - from : 0, 258);
}
