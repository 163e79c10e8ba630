/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Links to the page of plots/page that lies beside the report: one for each condition of each run, with its
 * settings and seed, so that the same floors are shown there. */
#include "experiments/report/report_private.h"

enum { LINKS = 48 };

static void add_condition(const fl_opened_generator *opened, fl_text *out)
{
    const fl_setting_values *values = &opened->values;
    fl_text value;
    fl_text words;
    fl_text_init(&value);
    fl_text_init(&words);
    fl_text_add_format(out, "<li><a href=\"%s#generator=%s&amp;seed=%llu&amp;view=range", FL_REPORT_EXPLORED,
                       opened->generator->name, (unsigned long long)opened->seed);
    for (size_t i = 0; i < values->n; i++) {
        if (values->origin[i] == FL_SETTING_VALUES_GIVEN) {
            fl_text_clear(&value);
            fl_setting_values_write(values, i, &value);
            fl_text_add(out, "&amp;set.");
            fl_report_add_address(values->table[i].name, "", out);
            fl_text_add_char(out, '=');
            fl_report_add_address(fl_text_get(&value), "", out);
            fl_text_add_format(&words, " %s=%s", values->table[i].name, fl_text_get(&value));
        }
    }
    fl_text_add_format(out, "\">%s ", opened->generator->name);
    fl_report_add_label(fl_text_get(&words), LINKS, out);
    fl_text_add(out, "</a></li>\n");
    out->is_short_of_memory |= value.is_short_of_memory || words.is_short_of_memory;
    fl_text_free(&value);
    fl_text_free(&words);
}

void fl_report_explore_add(const fl_report *self, fl_text *out)
{
    if (!self->is_explored) {
        return;
    }
    fl_text_add(
        out, "<section><h2 id=\"explore\">Explore</h2>\n<p>These floors and others of any settings, in the "
             "browser: <a href=\"" FL_REPORT_EXPLORED "\">" FL_REPORT_EXPLORED
             "</a> lies beside this page.</p>\n<ul>\n");
    for (unsigned i = 0; i < self->runs_n; i++) {
        const fl_run_setup *setup = &self->run[i].result.setup;
        for (uint64_t c = 0; self->run[i].is_known && c < setup->conditions && c < LINKS; c++) {
            add_condition(&setup->condition[c].opened, out);
        }
    }
    fl_text_add(out, "</ul></section>\n");
}
