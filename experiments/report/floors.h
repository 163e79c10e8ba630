/* The floors of a report: those with the most and the fewest of something. */
#ifndef FL_EXPERIMENTS_REPORT_FLOORS_H
#define FL_EXPERIMENTS_REPORT_FLOORS_H

#include "experiments/report/report.h"

FL_NODISCARD fl_err fl_report_floors_add(fl_report *self, unsigned run, fl_text *out, fl_diag *diag);

#endif
