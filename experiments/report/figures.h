/* The figures of a report: all that the runs have data for, in light and dark. */
#ifndef FL_EXPERIMENTS_REPORT_FIGURES_H
#define FL_EXPERIMENTS_REPORT_FIGURES_H

#include "experiments/report/report.h"

/* Those of one run. */
FL_NODISCARD fl_err fl_report_figures_add(fl_report *self, unsigned run, fl_text *out, fl_diag *diag);

/* Those that lay several runs over each other; none for a single run. */
FL_NODISCARD fl_err fl_report_figures_add_common(fl_report *self, fl_text *out, fl_diag *diag);

#endif
