/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of claims. All numbers are those of the file: a claim is drawn as it was judged, on its scenarios.
 * Only the band of a convergence is computed, if the file has the event of a claim step by step but no trace
 * of the claim. */
#include "gen/base/suggest.h"
#include "plots/figure/figure_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINES = 22,   /* of a page of claims */
    ODDS = 18,    /* claims of a page of odds */
    PANELS = 6,   /* on a page of the convergence */
    SOURCES = 60, /* documents of the overview: the limit of lines in style.gp */
    LONG = 51,    /* characters of a sentence */
    SHORT = 18,   /* characters of a documented value */
};

static const double far = 1000; /* in tolerances: no limit on this side */

static const char *const outcomes[FL_CLAIM_OUTCOMES] = {"not judged", "confirmed", "refuted", "undecided"};

/* The document at the beginning of a source, in `out`. */
static const char *document_of(const char *source, fl_text *out)
{
    fl_text_clear(out);
    fl_figure_claims_add_source(source, out);
    return fl_text_get(out);
}

/* True if two sources are in the same document. */
static bool is_same_document(const char *source, const char *other)
{
    size_t n = strcspn(source, ",;");
    return strcspn(other, ",;") == n && strncmp(source, other, n) == 0;
}

/* Overview: verdicts by document; the last line has the remaining ones. */
void fl_figure_claims_verdicts(fl_figure_page *page)
{
    static const fl_claim_outcome order[FL_CLAIM_OUTCOMES] = {
        FL_CLAIM_OUTCOME_CONFIRMED, FL_CLAIM_OUTCOME_REFUTED, FL_CLAIM_OUTCOME_UNDECIDED,
        FL_CLAIM_OUTCOME_NONE};
    const fl_claim_view *claims = &page->claims;
    const char *source[SOURCES]; /* one per document */
    uint64_t count[SOURCES][FL_CLAIM_OUTCOMES] = {{0}};
    unsigned n = 0;
    for (uint64_t i = 0; i < claims->n && page->job->page == 0; i++) {
        fl_claim_view_row row = fl_figure_claims_row(claims, i);
        unsigned at = 0;
        while (at < n && !is_same_document(row.source, source[at])) {
            at++;
        }
        if (at == n && n < SOURCES) {
            source[n++] = row.source;
        }
        count[at < SOURCES ? at : SOURCES - 1][row.outcome]++;
    }
    for (unsigned i = 0; i < n; i++) {
        uint64_t below = 0;
        page->place.x = i + 1;
        page->place.x_name = document_of(source[i], &page->words);
        for (unsigned k = 0; k < FL_CLAIM_OUTCOMES; k++) {
            page->place.series = k + 1;
            fl_text_clear(&page->series);
            fl_text_add(&page->series, outcomes[order[k]]);
            fl_figure_page_row(page, "cc", count[i][order[k]], below);
            below += count[i][order[k]];
        }
    }
    fl_figure_titles_add_title(page->table, page->figure->title, page->run);
    fl_figure_titles_add_count(&page->table->note, claims->n);
    fl_text_add(&page->table->note,
                " claims, each on each of its scenarios, by the document that makes them");
    page->table->height = 130 + 24 * n;
}

/* Claims: how far the observed number is from the documented one, in tolerances. */

/* The documented number of a claim: for always and never the share; NaN if there is none. Distributions are
 * judged by their distance, whose documented value is 0. */
static double documented_of(const fl_claim_view_row *row)
{
    static const char *const types[] = {"always", "never", "distribution", "equals"};
    size_t type = fl_suggest_find(row->type, types, 4, sizeof types[0]);
    return type < 4 ? type == 0 : row->value;
}

/* The claims with a line, to be freed; *n is their number. They are refuted or undecided and have a number to
 * draw. By document, in the order of first occurrence. */
static uint64_t *order_claims(const fl_claim_view *claims, uint64_t *n)
{
    bool *is_listed = calloc(claims->n + 1, sizeof *is_listed);
    uint64_t *order = is_listed ? calloc(claims->n + 1, sizeof *order) : NULL;
    *n = 0;
    for (uint64_t first = 0; order && first < claims->n; first++) {
        const char *source = fl_figure_claims_row(claims, first).source;
        bool is_new = !is_listed[first];
        for (uint64_t i = first; i < claims->n && is_new; i++) {
            fl_claim_view_row row = fl_figure_claims_row(claims, i);
            bool is_drawn = row.outcome > FL_CLAIM_OUTCOME_CONFIRMED && isfinite(documented_of(&row)) &&
                            isfinite(row.observed) && row.tolerance > 0;
            bool is_next = is_same_document(row.source, source);
            is_listed[i] = is_listed[i] || is_next;
            if (is_next && is_drawn) {
                order[(*n)++] = i;
            }
        }
    }
    free(is_listed);
    return order;
}

void fl_figure_claims_all(fl_figure_page *page)
{
    const fl_claim_view *claims = &page->claims;
    uint64_t n = 0;
    uint64_t *order = order_claims(claims, &n);
    unsigned line = 0;
    page->table->rows.is_short_of_memory |= !order;
    uint64_t lines_max = fl_figure_table_lines(page->job, LINES);
    uint64_t from = page->job->page * lines_max;
    fl_text_add(&page->panel, "claims");
    for (uint64_t k = from; k < n && k < from + lines_max; k++) {
        fl_claim_view_row row = fl_figure_claims_row(claims, order[k]);
        double documented = documented_of(&row);
        page->place.series = row.outcome;
        page->place.x = ++line;
        page->place.x_name = row.id;
        fl_text_clear(&page->series);
        fl_text_add(&page->series, outcomes[row.outcome]);
        fl_figure_page_row(page, "wtwnnnnnnnnc", row.sentence, LONG, document_of(row.source, &page->words),
                           row.documented, SHORT, row.observed, row.low, row.high,
                           (row.observed - documented) / row.tolerance,
                           (row.low - documented) / row.tolerance, (row.high - documented) / row.tolerance,
                           strncmp(row.documented, "at most", 7) == 0 ? -far : -1.0,
                           strncmp(row.documented, "at least", 8) == 0 ? far : 1.0, row.trials);
    }
    fl_figure_titles_add_title(page->table, page->figure->title, page->run);
    fl_text_add_format(&page->table->note,
                       "%llu to %llu of %llu that are refuted or undecided and have a number; by document",
                       (unsigned long long)from + 1, (unsigned long long)from + line, (unsigned long long)n);
    page->table->height = 130 + 34 * line;
    free(order);
}

/* Odds: claims about chances of events. */

void fl_figure_claims_odds(fl_figure_page *page)
{
    const fl_claim_view *claims = &page->claims;
    uint64_t found = 0;
    uint64_t lines_max = fl_figure_table_lines(page->job, ODDS);
    uint64_t from = page->job->page * lines_max;
    unsigned line = 0;
    fl_text place;
    fl_text_init(&place);
    for (uint64_t i = 0; i < claims->n && line < lines_max; i++) {
        fl_result_view_event event;
        fl_claim_view_row row = fl_figure_claims_row(claims, i);
        if (!fl_figure_claims_is_about_event(claims, &row, &event) || found++ < from) {
            continue;
        }
        page->place.x = ++line;
        page->place.x_name = row.id;
        fl_text_clear(&place);
        fl_text_add(&place, row.id);
        if (!strchr(row.id, '@')) { /* ids of claims on several scenarios contain theirs */
            fl_text_add_format(&place, " · %s", row.scenario);
        }
        fl_figure_page_row(page, "ccntnnnnnntwtw", row.trials, row.hits, row.value, row.documented,
                           row.observed, row.low, row.high, 100 * (row.observed - row.value),
                           100 * (row.low - row.value), 100 * (row.high - row.value),
                           document_of(row.source, &page->words), row.sentence, LONG, outcomes[row.outcome],
                           fl_text_get(&place), LONG + 10);
    }
    fl_figure_titles_add_title(page->table, page->figure->title, page->run);
    fl_text_add(&page->table->note, "shares of trials, with the intervals on which the verdicts rest");
    page->table->height = 142 + 34 * line;
    fl_text_drop(&place, &page->table->rows);
}

/* Convergence: how the share of a claim about a chance settled. */

/* Adds a point to a claim's line. */
static void add_point(fl_figure_page *page, const fl_claim_view_row *row, const fl_claim_view_point *point)
{
    bool is_about = strncmp(row->documented, "about ", 6) == 0;
    char said[32];
    if (strlen(row->documented) > 10) {
        snprintf(said, sizeof said, "%.3g", row->value);
    } else {
        snprintf(said, sizeof said, "%s%s", is_about ? "≈ " : "", row->documented + (is_about ? 6 : 0));
    }
    page->place.x = (double)point->trials;
    fl_figure_page_row(page, "cnnnntt", point->trials, point->observed, point->limits.lo, point->limits.hi,
                       row->value, said, document_of(row->source, &page->words));
}

void fl_figure_claims_convergence(fl_figure_page *page)
{
    const fl_claim_view *claims = &page->claims;
    bool is_traced = false;
    page->panels_max = fl_figure_table_panels(page->job, PANELS);
    for (uint64_t i = 0; i < claims->n && page->job->page == 0; i++) { /* --panel draws the others */
        fl_result_view_event event;
        unsigned points = 0;
        fl_claim_view_row row = fl_figure_claims_row(claims, i);
        if (!fl_figure_claims_is_about_event(claims, &row, &event) || !fl_figure_page_panel(page)) {
            continue;
        }
        fl_text_add(&page->panel, row.id);
        fl_text_clear(&page->series);
        fl_text_add(&page->series, row.scenario);
        for (uint64_t k = 0; k < claims->points_n; k++) {
            fl_claim_view_point point = fl_figure_claims_point(claims, k);
            points += point.claim == i && point.trials > 0;
        }
        for (uint64_t k = 0; k < claims->points_n && points > 1; k++) { /* recorded during the judgement */
            fl_claim_view_point point = fl_figure_claims_point(claims, k);
            if (point.claim == i && point.trials > 0) {
                add_point(page, &row, &point);
            }
        }
        is_traced = is_traced || points > 1;
        uint64_t before = 0;
        if (points > 1 || !fl_figure_view_trace(claims->run, row.counts, &event)) {
            continue;
        }
        const uint64_t *trials = event.trials + row.condition * event.stride;
        const uint64_t *hits = event.hits + row.condition * event.stride;
        fl_beta_prior prior = fl_stat_beta_around(row.value, 0.02 * row.value, FL_BETA_PART);
        for (uint64_t step = 0; step < event.steps; step++) { /* each with a confidence sequence */
            if (trials[step] > before) {
                fl_beta_count count = {(double)hits[step], (double)(trials[step] - hits[step])};
                before = trials[step];
                add_point(page, &row,
                          &(fl_claim_view_point){
                              .trials = before,
                              .observed = (double)hits[step] / (double)before,
                              .limits = fl_stat_beta_limits(&prior, count, FL_FIGURE_ODDS_ALPHA)});
            }
        }
    }
    fl_figure_titles_add_title(page->table, page->figure->title, page->run);
    fl_text_add_format(&page->table->note, "line: share of trials; band: %s; dashed: documented",
                       is_traced ? "the interval on which the verdict rests" : "95 % confidence sequence");
}
