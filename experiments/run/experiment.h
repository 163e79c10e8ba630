/* Experiments: what to run, read from YAML. Everything is checked before anything runs. */
#ifndef FL_EXPERIMENTS_RUN_EXPERIMENT_H
#define FL_EXPERIMENTS_RUN_EXPERIMENT_H

#include "analysis/tally/tally.h"
#include "experiments/run/axis.h"
#include "gen/base/text.h"
#include "gen/registry.h"

enum {
    FL_EXPERIMENT_AXES = 8,
    FL_EXPERIMENT_CONDITIONS = 4096,
    FL_EXPERIMENT_SETTINGS = 64,
    FL_EXPERIMENT_NAME = 64,
};

typedef struct fl_experiment {
    char name[FL_EXPERIMENT_NAME];
    char *about;
    char *text; /* the file as given */
    const fl_generator *generator;
    fl_experiment_axis fixed[FL_EXPERIMENT_SETTINGS];
    unsigned fixed_n;
    fl_experiment_axis axes[FL_EXPERIMENT_AXES];
    unsigned axes_n;
    uint64_t floors; /* per condition */
    uint64_t seed;
    unsigned metrics[FL_TALLY_METRICS];
    unsigned metrics_n; /* 0 = all */
    unsigned joints[FL_TALLY_JOINTS][2];
    unsigned joints_n;
    bool with_maps;
} fl_experiment;

/* Reads an experiment: a file, or the name of one that ships. */
FL_NODISCARD fl_err fl_run_experiment_open(fl_experiment *self, const char *name, fl_diag *diag);

/* Reads it from text; `name` is the file's name in messages. */
FL_NODISCARD fl_err fl_run_experiment_read(fl_experiment *self, const char *text, size_t size,
                                           const char *name, fl_diag *diag);
void fl_run_experiment_free(fl_experiment *self);

/* Overrides a setting, as --set does: one that varied has this one value then. */
FL_NODISCARD fl_err fl_run_experiment_set(fl_experiment *self, const char *assignment, fl_diag *diag);

/* The place of a setting among those with one value; fixed_n when it is not there. */
unsigned fl_run_experiment_find_fixed(const fl_experiment *self, const char *name);

/* Every condition's combination of settings is tried once. */
FL_NODISCARD fl_err fl_run_experiment_check(const fl_experiment *self, fl_diag *diag);

/* The number of conditions: the product of the axes. */
uint64_t fl_run_experiment_conditions(const fl_experiment *self);

/* The value of an axis in a condition; the last axis changes fastest. */
const char *fl_run_experiment_value(const fl_experiment *self, uint64_t condition, unsigned axis);

/* The settings of a condition, checked. */
FL_NODISCARD fl_err fl_run_experiment_values(const fl_experiment *self, uint64_t condition,
                                             fl_setting_values *out, fl_diag *diag);

/* The experiment in its fixed form, YAML again: what two runs must share to be one experiment. Name and number of
 * floors are not part of it. */
void fl_run_experiment_identity(const fl_experiment *self, fl_text *out);

#endif
