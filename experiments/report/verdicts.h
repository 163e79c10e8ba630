/* The verdicts of a report: a table that is complete without its script. */
#ifndef FL_EXPERIMENTS_REPORT_VERDICTS_H
#define FL_EXPERIMENTS_REPORT_VERDICTS_H

#include "experiments/report/report.h"

void fl_report_verdicts_add(const fl_report *self, unsigned run, fl_text *out);

/* Those on floors made for it; nothing where nobody asked. */
void fl_report_verdicts_add_all(const fl_report *self, fl_text *out);

#endif
