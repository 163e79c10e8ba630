/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of the mean and the quantiles of metrics, except metrics that number things (bosses, curses) and
 * those with their own figure. */
#include "plots/figure/figure_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool fl_figure_metrics_is_drawn(const char *name)
{
    static const char *const other[] = {
        "kind_", "shape_",          "boss_identity",     "second_boss_identity",
        "curse", "clustering_room", "clustering_secret", "forced_ends"};
    for (unsigned i = 0; i < sizeof other / sizeof other[0]; i++) {
        bool is_prefix = other[i][strlen(other[i]) - 1] == '_';
        if (is_prefix ? strncmp(name, other[i], strlen(other[i])) == 0 : strcmp(name, other[i]) == 0) {
            return false;
        }
    }
    return strstr(name, "_after_chapter_") == NULL;
}

bool fl_figure_metrics_varies(const fl_result_view *run, const fl_result_view_counts *counts)
{
    uint64_t first = UINT64_MAX;
    for (uint64_t i = 0; i < run->conditions * counts->columns; i++) {
        uint64_t value = i % counts->columns;
        uint64_t count = fl_figure_view_row(counts, i / counts->columns)[value];
        if (count > 0 && first != UINT64_MAX && first != value) {
            return true;
        }
        first = count > 0 ? value : first;
    }
    return false;
}

void fl_figure_metrics_add_name(fl_text *out, const char *name, const char *unit)
{
    fl_text_clear(out);
    fl_figure_label_add_words(out, name);
    if (unit && unit[0] && !strstr(name, unit) && strcmp(unit, "number") != 0) {
        fl_text_add_format(out, " (%s)", strcmp(unit, "permille") == 0 ? "%" : unit);
    }
}

double fl_figure_metrics_scale(const char *unit)
{
    return unit && strcmp(unit, "permille") == 0 ? 0.1 : 1;
}

/* Values beyond a metric's bins are not in the counts, and so not in the summary; they are few. */

double fl_figure_summary_total(const fl_result_view_counts *counts, uint64_t condition)
{
    const uint64_t *row = fl_figure_view_row(counts, condition);
    double n = 0;
    for (uint64_t i = 0; i < counts->rows * counts->columns; i++) {
        n += (double)row[i];
    }
    return n;
}

fl_summary fl_figure_summary_of(const fl_result_view_counts *counts, uint64_t condition)
{
    static const double share[5] = {0.05, 0.25, 0.5, 0.75, 0.95};
    const uint64_t *row = fl_figure_view_row(counts, condition);
    fl_summary out = {.n = fl_figure_summary_total(counts, condition), .quantile = {NAN, NAN, NAN, NAN, NAN}};
    double below = 0;
    double sum = 0;
    double squares = 0;
    unsigned next = 0;
    for (uint64_t value = 0; value < counts->columns; value++) {
        below += (double)row[value];
        sum += (double)row[value] * (double)value;
        while (next < 5 && out.n > 0 && below >= share[next] * out.n) {
            out.quantile[next++] = (double)value;
        }
    }
    out.mean = out.n > 0 ? sum / out.n : NAN;
    for (uint64_t value = 0; value < counts->columns; value++) {
        squares += (double)row[value] * ((double)value - out.mean) * ((double)value - out.mean);
    }
    out.variance = out.n > 1 ? squares / (out.n - 1) : NAN;
    return out;
}

int64_t fl_figure_summary_largest(const fl_result_view_counts *counts, uint64_t conditions)
{
    int64_t largest = -1;
    for (uint64_t c = 0; c < conditions; c++) {
        for (uint64_t value = 0; value < counts->columns; value++) {
            bool is_larger = fl_figure_view_row(counts, c)[value] > 0 && (int64_t)value > largest;
            largest = is_larger ? (int64_t)value : largest;
        }
    }
    return largest;
}

bool fl_figure_metrics_panel(fl_figure_page *page, const char *name, fl_result_view_counts *out)
{
    if (!fl_figure_metrics_is_drawn(name) || !fl_figure_view_metric(page->run, name, out) ||
        !fl_figure_metrics_varies(page->run, out) || !fl_figure_page_panel(page)) {
        return false;
    }
    fl_figure_metrics_add_name(&page->panel, name, out->unit);
    return true;
}

void fl_figure_metrics_add_summary(fl_figure_page *page, const fl_result_view_counts *counts,
                                   uint64_t condition)
{
    fl_summary summary = fl_figure_summary_of(counts, condition);
    double scale = fl_figure_metrics_scale(counts->unit);
    const double *q = summary.quantile;
    if (summary.n > 0) {
        fl_figure_page_row(page, "cnnnnnn", (uint64_t)summary.n, scale * summary.mean, scale * q[0],
                           scale * q[1], scale * q[2], scale * q[3], scale * q[4]);
    }
}

void fl_figure_metrics_swept(fl_figure_page *page)
{
    const char *name = NULL;
    fl_result_view_counts counts;
    uint64_t c = 0;
    for (uint64_t i = 0; (name = fl_figure_view_name(&page->run->metrics, i)) != NULL; i++) {
        bool is_here = fl_figure_metrics_panel(page, name, &counts);
        for (unsigned k = 0; is_here && fl_figure_page_step(page, &k, &c);) {
            fl_figure_metrics_add_summary(page, &counts, c);
        }
    }
    fl_text_add(&page->note, "points: means; thick bars: middle half; thin: middle 90 %");
}

/* Variables of journeys after each chapter, VARIABLE_after_chapter_N, and at the end of the run. */
void fl_figure_metrics_carried(fl_figure_page *page)
{
    const fl_result_view *run = page->run;
    const char *first = NULL;
    char variable[64];
    char name[128];
    fl_result_view_counts counts;
    for (uint64_t i = 0; (first = fl_figure_view_name(&run->metrics, i)) != NULL; i++) {
        unsigned chapters = 0;
        if (!fl_figure_page_is_of(page, "journey") ||
            !fl_figure_page_stem(first, "_after_chapter_1", variable, sizeof variable) ||
            !fl_figure_page_panel(page)) {
            continue;
        }
        fl_figure_label_add_words(&page->panel, variable);
        do {
            snprintf(name, sizeof name, "%s_after_chapter_%u", variable, ++chapters);
        } while (chapters < FL_FIGURE_CHAPTERS && fl_figure_view_metric(run, name, &counts));
        for (unsigned k = 0; k < fl_figure_page_conditions(page) * chapters; k++) {
            char number[24];
            unsigned chapter = k % chapters + 1;
            bool is_end = chapter == chapters;
            snprintf(name, sizeof name, "%s_after_chapter_%u", variable, chapter);
            snprintf(number, sizeof number, "%u", chapter);
            if (fl_figure_view_metric(run, is_end ? variable : name, &counts)) {
                counts.unit = NULL;
                fl_figure_page_series(page, k / chapters + 1, k / chapters);
                page->place.x = chapter;
                page->place.x_name = is_end ? "end" : number;
                fl_figure_metrics_add_summary(page, &counts, k / chapters);
            }
        }
    }
    fl_text_add(&page->note,
                "runs that get so far; points: means; thick bars: middle half; thin: middle 90 %");
    fl_figure_page_add_limit(page);
}

/* Adds the values of a metric in a configuration, in bars of `width` values each: their shares, and an empty
 * bar on either side of a gap. */
void fl_figure_metrics_add_bars(fl_figure_page *page, const fl_result_view_counts *counts, uint64_t condition,
                                uint64_t width)
{
    const uint64_t *row = fl_figure_view_row(counts, condition);
    double total = fl_figure_summary_total(counts, condition);
    double scale = fl_figure_metrics_scale(counts->unit);
    uint64_t n = (counts->columns + width - 1) / width;
    uint64_t count[3] = {0, 0, 0}; /* of the previous bar, this bar, and the next one */
    for (uint64_t next = 0; next <= n && total > 0; next++) {
        count[0] = count[1];
        count[1] = count[2];
        count[2] = 0;
        for (uint64_t i = next * width; i < (next + 1) * width && i < counts->columns; i++) {
            count[2] += row[i];
        }
        if (next == 0 || count[0] + count[1] + count[2] == 0) {
            continue;
        }
        page->place.x = scale * ((double)((next - 1) * width) + (double)(width - 1) / 2);
        if (page->job->runs_n > 1) {
            fl_figure_page_row(page, "cn", count[1], (double)count[1] / total);
        } else {
            fl_figure_page_row(page, "ns", scale * (double)width, count[1], (uint64_t)total);
        }
    }
}
