/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parts of a run, for figures that add up conditions: settings whose values are words (rules, generators,
 * modes) are compared and stay apart, numbers such as stages are added up. The first settings come first, as
 * long as there are no more parts than colours. */
#include "plots/figure/figure_private.h"

#include <string.h>

static bool is_same(const fl_parts *self, uint64_t a, uint64_t b)
{
    for (unsigned axis = 0; axis < self->run->axes_n; axis++) {
        char *const *value = self->run->axes[axis].value;
        if (self->is_kept[axis] && strcmp(value[a], value[b]) != 0) {
            return false;
        }
    }
    return true;
}

/* Lists the first condition of every part; false if there are too many. */
static bool list(fl_parts *self)
{
    self->n = 0;
    for (uint64_t c = 0; c < self->run->conditions; c++) {
        bool is_new = true;
        for (unsigned i = 0; i < self->n && is_new; i++) {
            is_new = !is_same(self, self->first[i], c);
        }
        if (is_new && self->n == FL_PARTS) {
            return false;
        }
        if (is_new) {
            self->first[self->n++] = c;
        }
    }
    return true;
}

void fl_figure_parts_init(fl_parts *self, const fl_result_view *run)
{
    *self = (fl_parts){.run = run};
    for (unsigned axis = 0; axis < run->axes_n; axis++) {
        self->is_kept[axis] = !fl_figure_axes_has_numbers(run, axis);
        self->is_kept[axis] = self->is_kept[axis] && list(self);
    }
    (void)list(self);
}

bool fl_figure_parts_has(const fl_parts *self, unsigned part, uint64_t condition)
{
    return is_same(self, self->first[part], condition);
}

uint64_t fl_figure_parts_samples(const fl_parts *self, unsigned part)
{
    uint64_t n = 0;
    for (uint64_t c = 0; c < self->run->conditions; c++) {
        n += fl_figure_parts_has(self, part, c) ? self->run->samples[c] : 0;
    }
    return n;
}

/* Adds the settings of a kind that have several values: those of the part, or the names of those that are
 * added up. */
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
    fl_figure_titles_add_count(&table->note, fl_figure_parts_samples(self, part));
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
    fl_figure_table_drop(table, &words);
}
