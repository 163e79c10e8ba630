/* A result file taken apart again: experiment, plan and tallies as they were when it was written. */
#ifndef FL_EXPERIMENTS_RUN_RESULT_READ_H
#define FL_EXPERIMENTS_RUN_RESULT_READ_H

#include "experiments/run/result_write.h"

typedef struct fl_run_result {
    fl_experiment experiment;
    fl_run_plan plan;
    fl_tally *totals;
    char digest[FL_DIGEST_TEXT];
    bool is_complete;
    bool has_floors; /* columns of single floors */
} fl_run_result;

/* Opens a result file and checks that the digest in it is that of its numbers. */
FL_NODISCARD fl_err fl_run_result_open(fl_run_result *self, const char *path, fl_diag *diag);
void fl_run_result_close(fl_run_result *self);

#endif
