/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Common to all figures: counting panels, stepping through the configurations, adding rows. */
#include "plots/figure/figure_private.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool fl_figure_page_panel(fl_figure_page *self)
{
    self->found++;
    self->place.panel = self->found - self->from;
    fl_text_clear(&self->panel);
    return self->found > self->from && self->found <= self->from + self->panels_max;
}

void fl_figure_page_at(fl_figure_page *self, unsigned x)
{
    self->place.x = self->sweep.x_place[x];
    self->place.x_name = fl_figure_axes_x_value(&self->sweep, x);
}

bool fl_figure_page_step(fl_figure_page *self, unsigned *i, uint64_t *condition)
{
    const fl_sweep_axes *sweep = &self->sweep;
    for (; *i < sweep->series_n * sweep->xs_n; (*i)++) {
        unsigned series = *i / sweep->xs_n;
        unsigned x = *i % sweep->xs_n;
        *condition = fl_figure_axes_condition(sweep, x, series);
        if (*condition != FL_RESULT_VIEW_CONDITIONS) {
            fl_text_clear(&self->series);
            fl_figure_axes_series_name(sweep, series, &self->series);
            self->place.series = series + 1;
            fl_figure_page_at(self, x);
            (*i)++;
            return true;
        }
    }
    return false;
}

void fl_figure_page_series(fl_figure_page *self, unsigned series, uint64_t condition)
{
    self->place.series = series;
    fl_text_clear(&self->series);
    fl_figure_titles_condition(self->run, condition, &self->series);
}

/* True if a panel is the requested one; its unit or what follows a colon need not be given. */
static bool is_requested(const char *panel, const char *name)
{
    while (*name && (*name == *panel || (*name == '_' && *panel == ' '))) {
        name++;
        panel++;
    }
    return !*name && (!*panel || *panel == ':' || strncmp(panel, " (", 2) == 0);
}

void fl_figure_page_row(fl_figure_page *self, const char *cells, ...)
{
    va_list all;
    fl_data_table *table = self->table;
    if (self->job->panel) {
        if (self->job->page > 0 || self->found == 0 ||
            !is_requested(fl_text_get(&self->panel), self->job->panel)) {
            return;
        }
        self->place.panel = 1;
    }
    self->place.panel_name = fl_text_get(&self->panel);
    self->place.series_name = fl_text_get(&self->series);
    fl_figure_table_row(table, &self->place);
    va_start(all, cells);
    for (; *cells; cells++) {
        if (*cells == 'c') {
            fl_figure_table_count(table, va_arg(all, uint64_t));
        } else if (*cells == 'n') {
            fl_figure_table_number(table, va_arg(all, double));
        } else if (*cells == 's') {
            uint64_t hits = va_arg(all, uint64_t);
            uint64_t trials = va_arg(all, uint64_t);
            fl_interval limits = fl_stat_interval_wilson(hits, trials, FL_FIGURE_ODDS_ALPHA);
            fl_figure_table_count(table, trials);
            fl_figure_table_count(table, hits);
            fl_figure_table_number(table, trials > 0 ? (double)hits / (double)trials : NAN);
            fl_figure_table_number(table, trials > 0 ? limits.lo : NAN);
            fl_figure_table_number(table, trials > 0 ? limits.hi : NAN);
        } else {
            const char *text = va_arg(all, const char *);
            fl_figure_table_words(table, text, *cells == 't' ? FL_FIGURE_LABEL_SIGNS : va_arg(all, unsigned));
        }
    }
    va_end(all);
}

bool fl_figure_page_stem(const char *name, const char *end, char *out, size_t size)
{
    size_t n = strlen(name);
    size_t rest = strlen(end);
    bool has_end = n > rest && n - rest < size && strcmp(name + n - rest, end) == 0;
    snprintf(out, size, "%.*s", has_end ? (int)(n - rest) : 0, name);
    return has_end;
}

void fl_figure_page_apart(fl_figure_page *self)
{
    self->place.panel = self->place.series;
    self->place.series = 1;
    fl_text_clear(&self->panel);
    fl_text_add(&self->panel, fl_text_get(&self->series));
    fl_text_clear(&self->series);
}

unsigned fl_figure_page_panels(const fl_figure_page *self)
{
    unsigned left = self->found > self->from ? self->found - self->from : 0;
    left = self->job->panel ? self->table->rows_n > 0 : left;
    return left < self->panels_max ? left : self->panels_max;
}

bool fl_figure_page_is_of(const fl_figure_page *self, const char *sample)
{
    return strcmp(self->run->sample, sample) == 0;
}

unsigned fl_figure_page_conditions(const fl_figure_page *self)
{
    return self->run->conditions < FL_FIGURE_CONDITIONS ? (unsigned)self->run->conditions
                                                        : FL_FIGURE_CONDITIONS;
}

void fl_figure_page_add_limit(fl_figure_page *self)
{
    if (self->run->conditions > FL_FIGURE_CONDITIONS) {
        fl_text_add_format(&self->note, "; the first %d of %llu configurations", FL_FIGURE_CONDITIONS,
                           (unsigned long long)self->run->conditions);
    }
}
