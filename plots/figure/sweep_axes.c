/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The setting with the most values is along the x axis, numbers before words; the others together become the
 * series, the one with the most values first, as long as there are colours. */
#include "gen/base/parse_number.h"
#include "gen/base/suggest.h"
#include "plots/figure/figure_private.h"

#include <string.h>

enum {
    BOUND = 1 << 30,
    PLACES = 64, /* of an axis, as in style.gp */
    MOST = 256,  /* limit of values that are counted */
};

/* Lists the different values of an axis in the order of their first configuration, at most `limit`; returns
 * their number. */
static unsigned list_values(const fl_result_view *run, unsigned axis, const char **out, unsigned limit)
{
    unsigned n = 0;
    for (uint64_t c = 0; c < run->conditions; c++) {
        const char *value = run->axes[axis].value[c];
        if (fl_suggest_find(value, out, n, sizeof *out) == n) {
            if (n == limit) {
                return n;
            }
            out[n++] = value;
        }
    }
    return n;
}

static bool is_numeric(const char *const *values, unsigned n)
{
    int64_t number = 0;
    for (unsigned i = 0; i < n; i++) {
        if (fl_parse_number_signed(values[i], &number) != FL_OK) {
            return false;
        }
    }
    return n > 0;
}

/* Places the values on the axis: numbers to scale if that leaves no more gaps than values (a missing stage 9
 * is a gap), others side by side. */
static void place_values(fl_sweep_axes *self)
{
    int64_t value[FL_SWEEP_AXES_XS];
    int64_t step = 0;
    bool is_rising = is_numeric(self->x_value, self->xs_n);
    for (unsigned i = 0; i < self->xs_n; i++) {
        self->x_place[i] = i + 1;
        is_rising = is_rising && !fl_parse_number_signed(self->x_value[i], &value[i]) && value[i] > -BOUND &&
                    value[i] < BOUND && (i == 0 || value[i] > value[i - 1]);
        for (int64_t a = is_rising && i > 0 ? value[i] - value[i - 1] : 0; a != 0;) { /* Euclid */
            int64_t rest = step % a;
            step = a;
            a = rest;
        }
    }
    if (!is_rising || step == 0 || (value[self->xs_n - 1] - value[0]) / step + 1 > 2 * (int64_t)self->xs_n ||
        (value[self->xs_n - 1] - value[0]) / step >= PLACES) {
        return;
    }
    for (unsigned i = 0; i < self->xs_n; i++) {
        self->x_place[i] = (unsigned)((value[i] - value[0]) / step) + 1;
    }
}

/* True if two configurations agree in some settings. */
static bool agree(const fl_result_view *run, const bool is_one[], uint64_t a, uint64_t b)
{
    for (unsigned axis = 0; axis < run->axes_n; axis++) {
        if (is_one[axis] && strcmp(run->axes[axis].value[a], run->axes[axis].value[b]) != 0) {
            return false;
        }
    }
    return true;
}

/* Lists a configuration for each combination of some settings' values, at most `limit`; returns the number of
 * combinations. */
static unsigned list_conditions(const fl_result_view *run, const bool is_one[], uint64_t *out, unsigned limit)
{
    unsigned n = 0;
    for (uint64_t c = 0; c < run->conditions; c++) {
        bool is_new = true;
        for (unsigned i = 0; i < n && i < limit && is_new; i++) {
            is_new = !agree(run, is_one, c, out[i]);
        }
        if (is_new && n < limit) {
            out[n] = c;
        }
        n += is_new;
    }
    return n;
}

static void choose_series(fl_sweep_axes *self)
{
    bool is_tried[FL_RESULT_VIEW_AXES] = {false};
    bool has_one = false;
    for (unsigned k = 0; k < self->run->axes_n; k++) {
        int best = -1;
        unsigned best_n = 1;
        for (unsigned axis = 0; axis < self->run->axes_n; axis++) {
            const char *values[FL_SWEEP_AXES_XS];
            unsigned n = list_values(self->run, axis, values, FL_SWEEP_AXES_XS);
            if ((int)axis != self->x && !is_tried[axis] && n > best_n) {
                best = (int)axis;
                best_n = n;
            }
        }
        if (best < 0) {
            break;
        }
        is_tried[best] = true;
        self->is_series[best] = true;
        self->is_series[best] = list_conditions(self->run, self->is_series, self->series_at,
                                                FL_SWEEP_AXES_SERIES) <= FL_SWEEP_AXES_SERIES ||
                                !has_one;
        has_one = true;
    }
    unsigned n = list_conditions(self->run, self->is_series, self->series_at, FL_SWEEP_AXES_SERIES);
    self->series_n = n < FL_SWEEP_AXES_SERIES ? n : FL_SWEEP_AXES_SERIES;
}

bool fl_figure_axes_has_numbers(const fl_result_view *run, unsigned axis)
{
    const char *values[FL_SWEEP_AXES_XS];
    return is_numeric(values, list_values(run, axis, values, FL_SWEEP_AXES_XS));
}

void fl_figure_axes_init(fl_sweep_axes *self, const fl_result_view *run)
{
    *self = (fl_sweep_axes){.run = run, .xs_n = 1, .series_n = 1, .x_place = {1}};
    self->x = -1; /* none has two values */
    for (unsigned axis = 0, best = 0; axis < run->axes_n; axis++) {
        const char *values[FL_SWEEP_AXES_XS];
        unsigned n = list_values(run, axis, values, FL_SWEEP_AXES_XS);
        unsigned score = n + (n > 2 && is_numeric(values, n) ? FL_SWEEP_AXES_XS : 0);
        if (n > 1 && score > best) {
            self->x = (int)axis;
            best = score;
        }
    }
    if (self->x >= 0) {
        self->xs_n = list_values(run, (unsigned)self->x, self->x_value, FL_SWEEP_AXES_XS);
        place_values(self);
    }
    choose_series(self);
}

uint64_t fl_figure_axes_condition(const fl_sweep_axes *self, unsigned x, unsigned series)
{
    const fl_result_view *run = self->run;
    bool is_held[FL_RESULT_VIEW_AXES];
    for (unsigned axis = 0; axis < run->axes_n; axis++) {
        is_held[axis] = (int)axis != self->x && !self->is_series[axis];
    }
    for (uint64_t c = 0; c < run->conditions; c++) {
        bool is_x = self->x < 0 || strcmp(run->axes[self->x].value[c], self->x_value[x]) == 0;
        if (is_x && agree(run, self->is_series, c, self->series_at[series]) &&
            agree(run, is_held, c, self->base)) {
            return c;
        }
    }
    return FL_RESULT_VIEW_CONDITIONS;
}

const char *fl_figure_axes_x_name(const fl_sweep_axes *self)
{
    return self->x < 0 ? "configuration" : self->run->axes[self->x].name;
}

const char *fl_figure_axes_x_value(const fl_sweep_axes *self, unsigned x)
{
    return self->x < 0 ? "all" : self->x_value[x];
}

void fl_figure_axes_series_name(const fl_sweep_axes *self, unsigned series, fl_text *out)
{
    unsigned n = 0;
    for (unsigned axis = 0; axis < self->run->axes_n; axis++) {
        if (self->is_series[axis]) {
            fl_text_add_format(out, "%s%s %s", n++ > 0 ? ", " : "", self->run->axes[axis].name,
                               self->run->axes[axis].value[self->series_at[series]]);
        }
    }
    if (n == 0) {
        fl_text_add_format(out, "all %s", fl_figure_titles_samples(self->run));
    }
}

void fl_figure_axes_name_places(const fl_sweep_axes *self, unsigned base, fl_data_table *table)
{
    unsigned n = 0;
    unsigned last = 0;
    for (unsigned x = 0; x < self->xs_n; x++) {
        unsigned place = self->x_place[x];
        last = place > last ? place : last;
        if (place != base && self->x >= 0 && table->rows_n > 0 && !(table->filled >> (place - 1) & 1)) {
            if (n++ > 0) {
                fl_text_add(&table->note, ", ");
            } else {
                fl_text_add_format(&table->note, "; no values at %s ", fl_figure_axes_x_name(self));
            }
            fl_figure_label_add(&table->note, self->x_value[x], FL_FIGURE_LABEL_SIGNS);
        }
    }
    table->axis_n = last;
    for (unsigned place = 1; place <= last && self->x >= 0; place++) {
        unsigned x = 0;
        while (x < self->xs_n && self->x_place[x] != place) {
            x++;
        }
        fl_text_add(&table->axis, place > 1 ? ", " : "");
        if (x < self->xs_n) {
            fl_figure_label_add_quoted(&table->axis, self->x_value[x], FL_FIGURE_LABEL_SIGNS);
        } else { /* no configuration is there */
            fl_text_add(&table->axis, "''");
        }
    }
}

void fl_figure_axes_held(const fl_sweep_axes *self, fl_text *out)
{
    const fl_result_view *run = self->run;
    const char *values[MOST];
    for (unsigned axis = 0; axis < run->axes_n; axis++) {
        if ((int)axis != self->x && !self->is_series[axis]) {
            fl_text_add_format(out, "%s%s %s", out->size > 0 ? ", " : "", run->axes[axis].name,
                               run->axes[axis].value[self->base]);
        }
    }
    for (unsigned axis = 0; axis < run->axes_n; axis++) { /* settings with neither position nor colour */
        unsigned all = list_values(run, axis, values, MOST);
        unsigned shown = (int)axis == self->x ? self->xs_n : self->is_series[axis] ? FL_SWEEP_AXES_SERIES : 1;
        if (all > shown) {
            fl_text_add_format(out, "%s%u of %u values of %s (--where chooses)", out->size > 0 ? ", " : "",
                               shown, all, run->axes[axis].name);
        }
    }
}

/* Parts: settings whose values are words (rules, generators, modes) are compared and stay apart, numbers such
 * as stages are added up. The first settings have priority, up to one part per colour. */

void fl_figure_parts_init(fl_parts *self, const fl_result_view *run)
{
    *self = (fl_parts){.run = run};
    for (unsigned axis = 0; axis < run->axes_n; axis++) {
        self->is_kept[axis] = !fl_figure_axes_has_numbers(run, axis);
        self->is_kept[axis] =
            self->is_kept[axis] && list_conditions(run, self->is_kept, self->first, FL_PARTS) <= FL_PARTS;
    }
    self->n = list_conditions(run, self->is_kept, self->first, FL_PARTS);
}

bool fl_figure_parts_has(const fl_parts *self, unsigned part, uint64_t condition)
{
    return agree(self->run, self->is_kept, self->first[part], condition);
}

static uint64_t count_samples(const fl_parts *self, unsigned part)
{
    uint64_t n = 0;
    for (uint64_t c = 0; c < self->run->conditions; c++) {
        n += fl_figure_parts_has(self, part, c) ? self->run->samples[c] : 0;
    }
    return n;
}

/* Adds the settings of a kind with several values: those of the part, or the names of those added up. */
static unsigned add_settings(const fl_parts *self, unsigned part, bool is_kept, fl_text *out)
{
    unsigned n = 0;
    for (unsigned axis = 0; axis < self->run->axes_n; axis++) {
        if (self->is_kept[axis] == is_kept && fl_figure_titles_varies(self->run, axis)) {
            fl_text_add_format(out, "%s%s", n++ > 0 ? ", " : "", self->run->axes[axis].name);
            if (is_kept) {
                fl_text_add_format(out, " %s", self->run->axes[axis].value[self->first[part]]);
            }
        }
    }
    return n;
}

void fl_figure_parts_add_title(const fl_parts *self, unsigned part, const char *what, const char *more,
                               fl_data_table *table)
{
    fl_text words;
    fl_text_init(&words);
    fl_figure_titles_add_title(table, what, self->run);
    fl_figure_titles_add_count(&table->note, count_samples(self, part));
    fl_text_add_format(&table->note, " %s", fl_figure_titles_samples(self->run));
    if (add_settings(self, part, true, &words) > 0) {
        fl_text_add(&table->note, " of ");
        fl_figure_label_add(&table->note, fl_text_get(&words), FL_FIGURE_LABEL_TITLE_SIGNS);
    }
    fl_text_clear(&words);
    if (add_settings(self, part, false, &words) > 0) {
        fl_text_add(&table->note, "; every ");
        fl_figure_label_add(&table->note, fl_text_get(&words), FL_FIGURE_LABEL_TITLE_SIGNS);
        fl_text_add(&table->note, " together");
    }
    fl_figure_titles_add_held(self->run, &table->note);
    fl_text_add_format(&table->note, "%s%s", more ? "; " : "", more ? more : "");
    fl_text_drop(&words, &table->rows);
}
