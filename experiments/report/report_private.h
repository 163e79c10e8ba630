/* What the files of this folder share and nobody outside needs. */
#ifndef FL_EXPERIMENTS_REPORT_REPORT_PRIVATE_H
#define FL_EXPERIMENTS_REPORT_REPORT_PRIVATE_H

#include "experiments/report/report.h"

/* A report: one HTML file about one run or several, with verdicts, figures, floors and where all of it comes from.
 *
 * The file needs nothing else: styles, script and pictures are inside, and its own policy forbids it the network. The
 * same result files give the same bytes. Every text from a file goes through fl_report_add_label or fl_text_add_xml. */

/* A text from a file as one short line. */
void fl_report_add_label(const char *text, unsigned signs, fl_text *out);

/* The last name of a path, as a word of a command. */
void fl_report_add_file(const char *path, fl_text *out);

/* A command, of which words stay whole where they can. */
void fl_report_add_command(const char *command, fl_text *out);

/* A heading with an id: "verdicts", of the second run "verdicts-2". */
void fl_report_add_heading(const fl_report *self, unsigned run, const char *id, const char *text,
                           fl_text *out);

/* What was run, where the figures come from, and how to get them again. */

/* Below the title: what was run, in short, and the way to the sections. */
void fl_report_facts_add_summary(const fl_report *self, fl_text *out);

/* The section of a run. */
void fl_report_facts_add(const fl_report *self, unsigned run, fl_text *out);

void fl_report_facts_add_footer(fl_text *out);

/* The figures of a report: all that the runs have data for, in light and dark. */

/* Those of one run. */
FL_NODISCARD fl_err fl_report_figures_add(fl_report *self, unsigned run, fl_text *out, fl_diag *diag);

/* Those that lay several runs over each other; none for a single run. */
FL_NODISCARD fl_err fl_report_figures_add_common(fl_report *self, fl_text *out, fl_diag *diag);

/* The floors of a report: those with the most and the fewest of something. */

FL_NODISCARD fl_err fl_report_floors_add(fl_report *self, unsigned run, fl_text *out, fl_diag *diag);

/* The colours of their maps as CSS variables. */
void fl_report_floors_add_variables(bool is_dark, fl_text *out);

/* The verdicts of a report: a table that is complete without its script. */

void fl_report_verdicts_add(const fl_report *self, unsigned run, fl_text *out);

/* Those on floors made for it; nothing where nobody asked. */
void fl_report_verdicts_add_all(const fl_report *self, fl_text *out);

#endif
