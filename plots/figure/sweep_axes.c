/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The setting with the most values goes along the x axis, numbers before words; the next one becomes the
 * series. */
#include "gen/base/parse_number.h"
#include "plots/figure/figure_private.h"

#include <string.h>

enum { BOUND = 1 << 30, PLACES = 64 /* of an axis, as in style.gp */ };

/* Lists the different values of an axis in the order of their first condition, at most `most`; returns how
 * many. */
static unsigned list_values(const fl_result_view *run, unsigned axis, const char **out, unsigned most)
{
    unsigned n = 0;
    for (uint64_t c = 0; c < run->conditions; c++) {
        const char *value = run->axes[axis].value[c];
        bool is_new = true;
        for (unsigned i = 0; i < n && is_new; i++) {
            is_new = strcmp(out[i], value) != 0;
        }
        if (is_new && n == most) {
            return n;
        }
        if (is_new) {
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

/* The best axis other than `taken`, -1 when none has two values. */
static int choose(const fl_result_view *run, int taken, bool prefers_numbers)
{
    const char *values[FL_SWEEP_AXES_XS];
    unsigned best_score = 0;
    int best = -1;
    for (unsigned axis = 0; axis < run->axes_n; axis++) {
        unsigned n = list_values(run, axis, values, FL_SWEEP_AXES_XS);
        unsigned score = n + (prefers_numbers && n > 2 && is_numeric(values, n) ? FL_SWEEP_AXES_XS : 0);
        if ((int)axis != taken && n > 1 && score > best_score) {
            best = (int)axis;
            best_score = score;
        }
    }
    return best;
}

/* Where the values stand on the axis. Numbers stand to scale where that leaves no more gaps than values: a
 * missing stage 9 is a gap. Others stand side by side. */
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

void fl_figure_axes_init(fl_sweep_axes *self, const fl_result_view *run)
{
    *self = (fl_sweep_axes){.run = run, .xs_n = 1, .series_n = 1, .series = -1, .x_place = {1}};
    self->x = choose(run, -1, true);
    if (self->x >= 0) {
        self->xs_n = list_values(run, (unsigned)self->x, self->x_value, FL_SWEEP_AXES_XS);
        place_values(self);
        self->series = choose(run, self->x, false);
    }
    if (self->series >= 0) {
        self->series_n = list_values(run, (unsigned)self->series, self->series_value, FL_SWEEP_AXES_SERIES);
    }
}

static bool is_at(const fl_sweep_axes *self, uint64_t condition, unsigned x, unsigned series)
{
    const fl_result_view *run = self->run;
    for (unsigned axis = 0; axis < run->axes_n; axis++) {
        const char *wanted = (int)axis == self->x        ? self->x_value[x]
                             : (int)axis == self->series ? self->series_value[series]
                                                         : run->axes[axis].value[self->base];
        if (strcmp(run->axes[axis].value[condition], wanted) != 0) {
            return false;
        }
    }
    return true;
}

uint64_t fl_figure_axes_condition(const fl_sweep_axes *self, unsigned x, unsigned series)
{
    for (uint64_t c = 0; c < self->run->conditions; c++) {
        if (is_at(self, c, x, series)) {
            return c;
        }
    }
    return FL_RESULT_VIEW_CONDITIONS;
}

const char *fl_figure_axes_x_name(const fl_sweep_axes *self)
{
    return self->x < 0 ? "condition" : self->run->axes[self->x].name;
}

const char *fl_figure_axes_x_value(const fl_sweep_axes *self, unsigned x)
{
    return self->x < 0 ? "all" : self->x_value[x];
}

void fl_figure_axes_series_name(const fl_sweep_axes *self, unsigned series, fl_text *out)
{
    if (self->series < 0) {
        fl_text_add_format(out, "all %s", fl_figure_titles_samples(self->run));
    } else {
        fl_text_add_format(out, "%s %s", self->run->axes[self->series].name, self->series_value[series]);
    }
}

void fl_figure_axes_held(const fl_sweep_axes *self, fl_text *out)
{
    const fl_result_view *run = self->run;
    bool is_first = true;
    for (unsigned axis = 0; axis < run->axes_n; axis++) {
        if ((int)axis != self->x && (int)axis != self->series) {
            fl_text_add_format(out, "%s%s %s", is_first ? "" : ", ", run->axes[axis].name,
                               run->axes[axis].value[self->base]);
            is_first = false;
        }
    }
}
