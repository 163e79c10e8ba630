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

static void add_title(fl_data_table *table, const char *what, const fl_result_view *run)
{
    fl_text_add_format(&table->title, "%s: ", what);
    fl_figure_label_add(&table->title, run->name, FL_FIGURE_LABEL_SIGNS);
}

void fl_figure_titles_add(fl_data_table *table, const char *what, const fl_sweep_axes *sweep,
                          const char *more)
{
    fl_text held;
    fl_text_init(&held);
    add_title(table, what, sweep->run);
    fl_figure_titles_add_count(&table->note, sweep->run->samples[sweep->base]);
    fl_text_add(&table->note, sweep->run->conditions > 1 ? " floors a condition" : " floors");
    fl_figure_axes_held(sweep, &held);
    if (held.size > 0) {
        fl_text_add(&table->note, "; ");
        fl_figure_label_add(&table->note, fl_text_get(&held), FL_FIGURE_LABEL_SIGNS);
    }
    fl_text_add_format(&table->note, "%s%s", more ? "; " : "", more ? more : "");
    if (table->x_label.size == 0) {
        fl_figure_label_add_words(&table->x_label, fl_figure_axes_x_name(sweep));
    }
    table->note.is_short_of_memory |= held.is_short_of_memory;
    fl_text_free(&held);
}

void fl_figure_titles_add_single(fl_data_table *table, const char *what, const fl_result_view *run,
                                 const char *more)
{
    add_title(table, what, run);
    fl_figure_titles_add_count(&table->note, run->samples[0]);
    fl_text_add(&table->note, run->conditions > 1 ? " floors of one condition each" : " floors");
    fl_text_add_format(&table->note, "; %s", more);
}

void fl_figure_titles_condition(const fl_result_view *run, uint64_t condition, fl_text *out)
{
    for (unsigned axis = 0; axis < run->axes_n; axis++) {
        fl_text_add_format(out, "%s%s %s", axis > 0 ? ", " : "", run->axes[axis].name,
                           run->axes[axis].value[condition]);
    }
    fl_text_add(out, run->axes_n == 0 ? "all floors" : "");
}

void fl_figure_titles_add_pooled(fl_data_table *table, const char *what, const fl_result_view *run,
                                 const char *more)
{
    uint64_t floors = 0;
    for (uint64_t c = 0; c < run->conditions; c++) {
        floors += run->samples[c];
    }
    add_title(table, what, run);
    fl_figure_titles_add_count(&table->note, floors);
    fl_text_add(&table->note, run->conditions > 1 ? " floors of all conditions together" : " floors");
    fl_text_add_format(&table->note, "%s%s", more ? "; " : "", more ? more : "");
}
