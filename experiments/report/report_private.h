/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of experiments/report: HTML helpers, and the sections of the page. */
#ifndef FL_EXPERIMENTS_REPORT_REPORT_PRIVATE_H
#define FL_EXPERIMENTS_REPORT_REPORT_PRIVATE_H

#include "experiments/report/report.h"

/* HTML (html.c). */

/* Adds HTML: %s a text (const char *), escaped; %t the same for a fl_text *, which is freed; %f the last name
 * of a path (const char *) as a word of a shell command; %c a count with narrow spaces (uint64_t); %u a
 * number (unsigned). */
void fl_report_add(fl_text *out, const char *format, ...);

/* Adds the number of each part, in large digits. */
typedef struct fl_report_part {
    const char *name, *class;
    unsigned n;
} fl_report_part;

void fl_report_add_sum(const fl_report_part *parts, unsigned n, fl_text *out);

/* Adds a table of the terminal. */
void fl_report_add_table(const fl_table *table, const char *class, fl_text *out);

/* Adds a text from a file as one short line. */
void fl_report_add_label(const char *text, unsigned signs, fl_text *out);

/* Adds a text as a part of a URL: all but letters, digits and those in `kept` is escaped as "%23". */
void fl_report_add_address(const char *text, const char *kept, fl_text *out);

/* Adds a command whose words are not broken between lines. */
void fl_report_add_command(const char *command, fl_text *out);

/* Adds a heading with an id: "verdicts", for the second run "verdicts-2". */
void fl_report_add_heading(const fl_report *self, unsigned run, const char *id, const char *text,
                           fl_text *out);

/* Adds the differences between the runs (differences.c); nothing for a single run. */
FL_NODISCARD fl_err fl_report_differences_add(fl_report *self, fl_text *out, fl_diag *diag);

/* Adds links to the page beside the report (facts.c); nothing without one. */
void fl_report_explore_add(const fl_report *self, fl_text *out);

/* Facts (facts.c): what was run, where the numbers come from, and how to reproduce them. */

/* Adds the summary below the title: the runs in short, with links to the sections. */
void fl_report_facts_add_summary(const fl_report *self, fl_text *out);

/* The section "Provenance" of a run. */
void fl_report_facts_add(const fl_report *self, unsigned run, fl_text *out);

/* Figures (figures.c): the figures that the runs have data for. */

/* Adds the figures of one run. */
FL_NODISCARD fl_err fl_report_figures_add(fl_report *self, unsigned run, fl_text *out, fl_diag *diag);

/* Adds the figures that compare several runs; none for a single run. */
FL_NODISCARD fl_err fl_report_figures_add_common(fl_report *self, fl_text *out, fl_diag *diag);

/* Adds the floors with extreme values (floors.c). */
FL_NODISCARD fl_err fl_report_floors_add(fl_report *self, unsigned run, fl_text *out, fl_diag *diag);

/* Adds the colours of the maps as CSS variables. */
void fl_report_floors_add_variables(bool is_dark, fl_text *out);

/* Verdicts (verdicts.c): a table that is complete without the script. */

/* Adds the verdicts on the floors of a run. */
void fl_report_verdicts_add(const fl_report *self, unsigned run, fl_text *out);

/* Adds the verdicts on new floors; nothing if they were not requested. */
void fl_report_verdicts_add_all(const fl_report *self, fl_text *out);

#endif
