/* A setting of an experiment and its values. */
#ifndef FL_EXPERIMENTS_RUN_AXIS_H
#define FL_EXPERIMENTS_RUN_AXIS_H

#include "gen/base/diag.h"

/* One value for `settings`, several for `vary`. */
typedef struct fl_experiment_axis {
    char *name;
    char **value;
    unsigned values_n;
} fl_experiment_axis;

FL_NODISCARD fl_err fl_run_axis_add(fl_experiment_axis *self, const char *value, fl_diag *diag);
void fl_run_axis_free(fl_experiment_axis *self);

#endif
