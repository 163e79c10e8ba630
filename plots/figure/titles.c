/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Titles and notes. Thousands are separated by narrow spaces at which no line breaks. */
#include "plots/figure/figure_private.h"

#include <stdio.h>
#include <string.h>

void fl_figure_titles_add_count(fl_text *out, uint64_t number)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    for (int i = 0; i < n; i++) {
        fl_text_add(out, i > 0 && (n - i) % 3 == 0 ? "\xe2\x80\xaf" : "");
        fl_text_add_char(out, digits[i]);
    }
}

const char *fl_figure_titles_samples(const fl_result_view *run)
{
    static const char *const names[][2] = {{"floor", "floors"}, {"room", "rooms"}, {"journey", "runs"}};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(run->sample, names[i][0]) == 0) {
            return names[i][1];
        }
    }
    return "samples";
}

/* "20 000 rooms a condition" */
static void add_samples(fl_data_table *table, const fl_result_view *run, uint64_t samples, const char *of)
{
    fl_figure_titles_add_count(&table->note, samples);
    fl_text_add_format(&table->note, " %s%s", fl_figure_titles_samples(run), run->conditions > 1 ? of : "");
}

void fl_figure_titles_add_title(fl_data_table *table, const char *what, const fl_result_view *run)
{
    fl_text_add_format(&table->title, "%s: ", what);
    fl_figure_label_add(&table->title, run->name, FL_FIGURE_LABEL_SIGNS);
}

void fl_figure_titles_add(fl_data_table *table, const char *what, const fl_sweep_axes *sweep,
                          const char *more)
{
    fl_text held;
    fl_text_init(&held);
    fl_figure_titles_add_title(table, what, sweep->run);
    add_samples(table, sweep->run, sweep->run->samples[sweep->base], " a condition");
    fl_figure_axes_held(sweep, &held);
    if (held.size > 0) {
        fl_text_add(&table->note, "; ");
        fl_figure_label_add(&table->note, fl_text_get(&held), FL_FIGURE_LABEL_SIGNS);
    }
    fl_text_add_format(&table->note, "%s%s", more ? "; " : "", more ? more : "");
    if (table->x_label.size == 0) {
        fl_figure_label_add_words(&table->x_label, fl_figure_axes_x_name(sweep));
    }
    fl_figure_table_drop(table, &held);
}

void fl_figure_titles_add_single(fl_data_table *table, const char *what, const fl_result_view *run,
                                 uint64_t condition, const char *more)
{
    fl_figure_titles_add_title(table, what, run);
    add_samples(table, run, run->samples[condition], "");
    if (run->conditions > 1) {
        fl_text_add(&table->note, "; ");
        fl_figure_titles_condition(run, condition, &table->note);
    }
    fl_text_add_format(&table->note, "%s%s", more ? "; " : "", more ? more : "");
}

void fl_figure_titles_condition(const fl_result_view *run, uint64_t condition, fl_text *out)
{
    for (unsigned axis = 0; axis < run->axes_n; axis++) {
        fl_text_add_format(out, "%s%s %s", axis > 0 ? ", " : "", run->axes[axis].name,
                           run->axes[axis].value[condition]);
    }
    if (run->axes_n == 0) {
        fl_text_add_format(out, "all %s", fl_figure_titles_samples(run));
    }
}

void fl_figure_titles_add_pooled(fl_data_table *table, const char *what, const fl_result_view *run,
                                 const char *more)
{
    uint64_t floors = 0;
    for (uint64_t c = 0; c < run->conditions; c++) {
        floors += run->samples[c];
    }
    fl_figure_titles_add_title(table, what, run);
    add_samples(table, run, floors, " of all conditions together");
    fl_text_add_format(&table->note, "%s%s", more ? "; " : "", more ? more : "");
}
