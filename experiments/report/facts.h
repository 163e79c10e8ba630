/* What was run, where the figures come from, and how to get them again. */
#ifndef FL_EXPERIMENTS_REPORT_FACTS_H
#define FL_EXPERIMENTS_REPORT_FACTS_H

#include "experiments/report/report.h"

/* Below the title: what was run, in short, and the way to the sections. */
void fl_report_facts_add_summary(const fl_report *self, fl_text *out);

/* The section of a run. */
void fl_report_facts_add(const fl_report *self, unsigned run, fl_text *out);

void fl_report_facts_add_footer(fl_text *out);

#endif
