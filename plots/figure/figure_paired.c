/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Differences of configurations, metric by metric and event by event.
 *
 * With shared random numbers: differences from the first one, with paired intervals and those of independent
 * samples for comparison. The numbers are those of the tables /paired/metric and /paired/event.
 *
 * Those of independent samples: two runs, configuration by configuration; in one run the values of the
 * setting that has the colours from its first one, else the configurations from the first. Intervals: Welch's
 * for means, Newcombe's (from Wilson's two) for shares. */
#include "plots/figure/figure_private.h"

#include <math.h>
#include <string.h>

/* A difference, the limits of its interval, and those for independent samples. */
typedef struct gap {
    double difference, error;
    fl_interval limits, unpaired;
} gap;

/* A metric, or an event. */
typedef struct subject {
    const char *name;
    bool is_event;
} subject;

/* A symmetric interval. */
static fl_interval around(double middle, double reach)
{
    return (fl_interval){middle - reach, middle + reach};
}

/* For independent samples: Welch's interval for means, Newcombe's for shares. */
static bool find_independent(const fl_result_view *const run[2], const uint64_t condition[2],
                             const subject *self, gap *out)
{
    double mean[2];
    double part[2]; /* terms of the squared error */
    double freedom[2] = {1, 1};
    fl_interval limits[2];
    for (unsigned i = 0; i < 2; i++) {
        fl_result_view_counts counts;
        fl_result_view_event event;
        if (self->is_event && fl_figure_view_event_of(run[i], self->name, &event)) {
            uint64_t trials = event.trials[condition[i] * event.stride];
            uint64_t hits = event.hits[condition[i] * event.stride];
            if (trials == 0) {
                return false;
            }
            mean[i] = (double)hits / (double)trials;
            limits[i] = fl_stat_interval_wilson(hits, trials, FL_FIGURE_ODDS_ALPHA);
            part[i] = mean[i] * (1 - mean[i]) / (double)trials;
        } else if (!self->is_event && fl_figure_view_metric(run[i], self->name, &counts)) {
            fl_summary found = fl_figure_summary_of(&counts, condition[i]);
            if (found.n < 2) {
                return false;
            }
            mean[i] = found.mean;
            part[i] = found.variance / found.n;
            freedom[i] = found.n - 1;
        } else {
            return false;
        }
    }
    double sum = part[0] + part[1];
    out->difference = mean[1] - mean[0];
    out->error = sqrt(sum);
    if (self->is_event) {
        out->limits.lo = out->difference - hypot(mean[1] - limits[1].lo, limits[0].hi - mean[0]);
        out->limits.hi = out->difference + hypot(limits[1].hi - mean[1], mean[0] - limits[0].lo);
    } else {
        double all = sum * sum / (part[0] * part[0] / freedom[0] + part[1] * part[1] / freedom[1]);
        out->limits =
            around(out->difference, sum > 0 ? fl_stat_paired_reach(sqrt(sum), all, FL_FIGURE_ODDS_ALPHA) : 0);
    }
    return true;
}

/* The difference between a configuration of the sweep and its reference; false if there is none. In pairs the
 * reference is the first one. */
static bool find_gap(const fl_figure_page *page, const subject *self, uint64_t condition, gap *out)
{
    const fl_figure_job *job = page->job;
    const fl_sweep_axes *sweep = &page->sweep;
    uint64_t at[FL_FIGURE_RUNS];
    if (page->figure->flags & FL_FIGURE_PAIRED) {
        fl_result_view_paired rows;
        if (!fl_figure_view_paired(page->run, self->is_event ? "event" : "metric", self->name, &rows)) {
            return false;
        }
        uint64_t row = condition * rows.stride;
        double difference = rows.difference[row];
        double reach = fl_stat_paired_reach(rows.error[row], rows.freedom[row], FL_FIGURE_ODDS_ALPHA);
        double unpaired = fl_stat_paired_reach(rows.unpaired[row], rows.freedom[row], FL_FIGURE_ODDS_ALPHA);
        *out = (gap){difference, rows.error[row], around(difference, reach),
                     around(difference, condition == 0 ? 0 : unpaired)};
        return isfinite(difference);
    }
    const fl_result_view *run[2] = {job->runs, job->runs_n > 1 ? &job->runs[1] : job->runs};
    uint64_t compared[2] = {condition, condition};
    *out = (gap){.unpaired = {NAN, NAN}};
    if (job->runs_n > 1) {
        if (!fl_figure_runs_match(job, condition, at)) {
            return false;
        }
        compared[1] = at[1];
    } else {
        unsigned x = 0;
        while (sweep->series_n > 1 && sweep->x_place[x] != page->place.x) {
            x++;
        }
        compared[0] = fl_figure_axes_condition(sweep, x, 0);
        if (compared[0] == FL_RESULT_VIEW_CONDITIONS || compared[0] == condition) {
            return false;
        }
    }
    return find_independent(run, compared, self, out);
}

/* Names a panel: "dead ends (rooms)", "sacrifice: rolls won", "has loop (share)"; in pairs with the ratio of
 * the interval widths of independent samples, over all configurations: " ×1.2". */
static void name_panel(fl_figure_page *page, const subject *self, const char *unit)
{
    char roll[FL_FIGURE_LABEL_SIGNS];
    fl_result_view_paired rows;
    double squares[2] = {0, 0};
    bool is_roll = strncmp(self->name, "roll.", 5) == 0 &&
                   fl_figure_page_stem(self->name + 5, ".won", roll, sizeof roll);
    if (self->is_event) {
        fl_figure_label_add_words(&page->panel, is_roll ? roll : self->name);
        fl_text_add(&page->panel, is_roll ? ": rolls won" : " (share)");
    } else {
        fl_figure_metrics_add_name(&page->panel, self->name, unit);
    }
    if (!(page->figure->flags & FL_FIGURE_PAIRED) ||
        !fl_figure_view_paired(page->run, self->is_event ? "event" : "metric", self->name, &rows)) {
        return;
    }
    for (uint64_t at = rows.stride; at < page->run->conditions * rows.stride; at += rows.stride) {
        if (isfinite(rows.error[at]) && isfinite(rows.unpaired[at])) {
            squares[0] += rows.error[at] * rows.error[at];
            squares[1] += rows.unpaired[at] * rows.unpaired[at];
        }
    }
    double gain = sqrt(squares[1] / squares[0]);
    if (squares[0] > 0) {
        fl_text_add_format(&page->panel, gain < 10 ? "  ×%.1f" : "  ×%.0f", gain);
    } else if (squares[1] > 0) {
        fl_text_add(&page->panel, "  exact");
    }
}

/* Adds a panel for each metric, and then for each event, that differs in some configuration, or may. */
static void add_panels(fl_figure_page *page)
{
    uint64_t c = 0;
    for (uint64_t i = 0; i < page->run->metrics.n + page->run->events.n; i++) {
        gap gap;
        fl_result_view_counts counts = {.unit = NULL};
        bool is_event = i >= page->run->metrics.n;
        subject self = {is_event ? fl_figure_view_name(&page->run->events, i - page->run->metrics.n)
                                 : fl_figure_view_name(&page->run->metrics, i),
                        is_event};
        bool differs = false;
        /* of rolls the event "won", of all other events those about the whole sample */
        size_t n = strlen(self.name);
        bool is_known = !is_event ? fl_figure_metrics_is_drawn(self.name)
                        : strncmp(self.name, "roll.", 5) == 0
                            ? n > 8 && strcmp(self.name + n - 4, ".won") == 0
                            : !strstr(self.name, ".by_chapter_");
        for (unsigned k = 0; is_known && !differs && fl_figure_page_step(page, &k, &c);) {
            differs = find_gap(page, &self, c, &gap) && (gap.difference != 0 || gap.error > 0);
        }
        if (!differs || !fl_figure_page_panel(page)) {
            continue;
        }
        bool has_unit = !is_event && fl_figure_view_metric(page->run, self.name, &counts);
        double scale = has_unit ? fl_figure_metrics_scale(counts.unit) : 1;
        name_panel(page, &self, has_unit ? counts.unit : NULL);
        for (unsigned k = 0; fl_figure_page_step(page, &k, &c);) {
            if (find_gap(page, &self, c, &gap)) {
                fl_figure_page_row(page, "nnnnnn", scale * gap.difference, scale * gap.error,
                                   scale * gap.limits.lo, scale * gap.limits.hi, scale * gap.unpaired.lo,
                                   scale * gap.unpaired.hi);
            }
        }
    }
}

void fl_figure_paired(fl_figure_page *page)
{
    add_panels(page);
    fl_text_add(&page->note, "differences from ");
    fl_figure_titles_condition(page->run, 0, &page->note);
    fl_text_add_format(&page->note, "; bars: 95 %% intervals; grey: those of independent %s, × times as wide",
                       fl_figure_titles_samples(page->run));
}

void fl_figure_paired_difference(fl_figure_page *page)
{
    const fl_figure_job *job = page->job;
    const fl_sweep_axes *sweep = &page->sweep;
    add_panels(page);
    if (job->runs_n == 1) {
        page->base = sweep->series_n == 1 ? sweep->x_place[0] : 0;
        fl_text_add(&page->note, "differences from ");
        if (sweep->series_n > 1) {
            fl_figure_axes_series_name(sweep, 0, &page->note);
            fl_text_add_format(&page->note, " at the same %s", fl_figure_axes_x_name(sweep));
        } else {
            fl_figure_titles_condition(job->runs, 0, &page->note);
        }
        fl_text_add(&page->note, "; bars: 95 % intervals");
        return;
    }
    fl_text *note = &page->table->note;
    bool is_same = job->runs[0].seed == job->runs[1].seed && (strcmp(job->runs[0].streams, "shared") == 0 ||
                                                              strcmp(job->runs[1].streams, "shared") == 0);
    fl_figure_titles_run(job, 1, &page->series);
    fl_text_add_format(note, "%s, less ", fl_text_get(&page->series));
    fl_figure_titles_run(job, 0, &page->series);
    fl_text_add_format(note, "%s; bars: 95 %% intervals%s", fl_text_get(&page->series),
                       is_same ? " of independent samples, but both runs may have the same random numbers"
                               : "");
    fl_text_add(&page->table->title, "Differences of two runs");
    fl_figure_label_add_words(&page->table->x_label, fl_figure_axes_x_name(sweep));
}
