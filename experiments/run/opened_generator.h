/* Floors from the command line: a generator, its rules, a seed, and everything one worker needs to make them. */
#ifndef FL_EXPERIMENTS_RUN_OPENED_GENERATOR_H
#define FL_EXPERIMENTS_RUN_OPENED_GENERATOR_H

#include "analysis/metric/metric.h"
#include "experiments/program/option.h"
#include "gen/base/text.h"
#include "gen/registry.h"

/* What all workers share. */
typedef struct fl_opened_generator {
    const fl_generator *generator;
    fl_setting_values values;
    void *rules;
    uint64_t seed;
    uint64_t first, last; /* numbers that floors can have */
} fl_opened_generator;

/* What one worker has to itself. */
typedef struct fl_opened_generator_worker {
    const fl_opened_generator *source;
    void *scratch;
    fl_key key;
    fl_floor floor;
    fl_metric_work metric;
    int32_t values[FL_METRIC_COUNT];
} fl_opened_generator_worker;

/* From a generator's name and settings with blanks between, "level=3 rules=flash". */
FL_NODISCARD fl_err fl_run_generator_open_words(fl_opened_generator *self, const char *name,
                                                const char *settings, fl_diag *diag);

/* A generator's name and the options --seed and --set, without rules: fl_run_generator_begin makes those. */
FL_NODISCARD fl_err fl_run_generator_read(fl_opened_generator *self, const char *name,
                                          const fl_options *options, fl_diag *diag);

/* Both: from the command line to rules. */
FL_NODISCARD fl_err fl_run_generator_open(fl_opened_generator *self, const char *name,
                                          const fl_options *options, fl_diag *diag);
void fl_run_generator_close(fl_opened_generator *self);

/* Rules from the values, and which floors there are. */
FL_NODISCARD fl_err fl_run_generator_begin(fl_opened_generator *self, fl_diag *diag);

/* The floor number an option names: a whole number, or a seed's text such as "B911 99AC". Without the option the first. */
FL_NODISCARD fl_err fl_run_generator_number(const fl_opened_generator *self, const fl_options *options,
                                            const char *name, uint64_t *out, fl_diag *diag);

/* Whether an option names a floor by a seed's text. */
bool fl_run_generator_is_seed(const fl_opened_generator *self, const fl_options *options, const char *name);

/* The text of a floor's run seed; empty if it has none. */
void fl_run_generator_seed_text(const fl_opened_generator *self, uint64_t index, char out[FL_ROW_SEED_TEXT]);

/* Rules and seed of another source of the same generator, whose floors need no more scratch memory. */
void fl_run_generator_assign(fl_opened_generator_worker *self, const fl_opened_generator *source);

FL_NODISCARD fl_err fl_run_generator_hire(fl_opened_generator_worker *self, const fl_opened_generator *source,
                                          fl_diag *diag);
void fl_run_generator_dismiss(fl_opened_generator_worker *self);

/* Makes a floor and its metrics of these groups (FL_METRIC_ALL_GROUPS). */
void fl_run_generator_make(fl_opened_generator_worker *self, uint64_t index, unsigned groups);

/* How many draws the last floor took. */
uint64_t fl_run_generator_draws(const fl_opened_generator_worker *self);

/* Appends the worker's floor as a line of JSON. */
void fl_run_generator_line(const fl_opened_generator_worker *self, fl_text *out);

/* The command that shows a floor: "floorlab show classic --floor 7 --set level=3". */
void fl_run_generator_command(const fl_opened_generator *self, uint64_t index, fl_text *out);

/* " --seed 7 --set level=3": the seed unless it is 1, and the settings that a person gave. */
void fl_run_generator_words(uint64_t seed, const fl_setting_values *values, fl_text *out);

/* The part of such a command that says nothing of single floors: seed and settings. */
void fl_run_generator_command_rest(const fl_opened_generator *self, fl_text *out);

#endif
