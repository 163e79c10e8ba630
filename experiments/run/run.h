/* A run from its first block to its file: checkpoints, signals, progress, the result. */
#ifndef FL_EXPERIMENTS_RUN_RUN_H
#define FL_EXPERIMENTS_RUN_RUN_H

#include "analysis/store/store.h"
#include "analysis/tally/tally.h"
#include "experiments/program/program.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A setting of an experiment and its values. */

/* One value for `settings`, several for `vary`. */
typedef struct fl_experiment_axis {
    char *name;
    char **value;
    unsigned values_n;
} fl_experiment_axis;

/* Experiments: what to run, read from YAML. Everything is checked before anything runs. */

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

/* The number of conditions: the product of the axes. */
uint64_t fl_run_experiment_conditions_n(const fl_experiment *self);

/* The value of an axis in a condition; the last axis changes fastest. */
const char *fl_run_experiment_axis_value(const fl_experiment *self, uint64_t condition, unsigned axis);

/* The experiment in its fixed form, YAML again: what two runs must share to be one experiment. Name and number of
 * floors are not part of it. */
void fl_run_experiment_add_identity(const fl_experiment *self, fl_text *out);

/* Floors from the command line: a generator, its rules, a seed, and everything one worker needs to make them. */

/* What all workers share. */
typedef struct fl_opened_generator {
    const fl_generator *generator;
    fl_setting_values values;
    void *rules;
    uint64_t seed;
    uint64_t first, last; /* numbers that floors can have */
} fl_opened_generator;

/* What one worker has to itself. */
typedef struct fl_floor_maker {
    const fl_opened_generator *opened;
    void *scratch;
    fl_key key;
    fl_floor floor;
    fl_metric_work metric;
    int32_t values[FL_METRIC_COUNT];
} fl_floor_maker;

/* From a generator's name and settings with blanks between, "level=3 rules=flash". */
FL_NODISCARD fl_err fl_run_generator_open_words(fl_opened_generator *self, const char *name,
                                                const char *settings, fl_diag *diag);

/* A generator's name and the options --seed and --set, without rules: fl_run_generator_make_rules makes those. */
FL_NODISCARD fl_err fl_run_generator_read_options(fl_opened_generator *self, const char *name,
                                                  const fl_options *options, fl_diag *diag);

/* Both: from the command line to rules. */
FL_NODISCARD fl_err fl_run_generator_open(fl_opened_generator *self, const char *name,
                                          const fl_options *options, fl_diag *diag);
void fl_run_generator_close(fl_opened_generator *self);

/* Rules from the values, and which floors there are. */
FL_NODISCARD fl_err fl_run_generator_make_rules(fl_opened_generator *self, fl_diag *diag);

/* The floor number an option names: a whole number, or a seed's text such as "B911 99AC". Without the option the first. */
FL_NODISCARD fl_err fl_run_generator_floor_number(const fl_opened_generator *self, const fl_options *options,
                                                  const char *name, uint64_t *out, fl_diag *diag);

/* Whether an option names a floor by a seed's text. */
bool fl_run_generator_is_game_seed(const fl_opened_generator *self, const fl_options *options,
                                   const char *name);

/* The text of a floor's run seed; empty if it has none. */
void fl_run_generator_game_seed(const fl_opened_generator *self, uint64_t index, char out[FL_ROW_SEED_TEXT]);

/* Rules and seed of another opened of the same generator, whose floors need no more scratch memory. */
void fl_run_maker_switch(fl_floor_maker *self, const fl_opened_generator *opened);

FL_NODISCARD fl_err fl_run_maker_open(fl_floor_maker *self, const fl_opened_generator *opened, fl_diag *diag);
void fl_run_maker_close(fl_floor_maker *self);

/* Makes a floor and its metrics of these groups (FL_METRIC_ALL_GROUPS). */
void fl_run_maker_make(fl_floor_maker *self, uint64_t index, unsigned groups);

/* How many draws the last floor took. */
uint64_t fl_run_maker_draws(const fl_floor_maker *self);

/* Appends the worker's floor as a line of JSON. */
void fl_run_maker_add_json(const fl_floor_maker *self, fl_text *out);

/* The command that shows a floor: "floorlab show classic --floor 7 --set level=3". */
void fl_run_generator_add_command(const fl_opened_generator *self, uint64_t index, fl_text *out);

/* " --seed 7 --set level=3": the seed unless it is 1, and the settings that a person gave. */
void fl_run_add_options(uint64_t seed, const fl_setting_values *values, fl_text *out);

/* The part of such a command that says nothing of single floors: seed and settings. */
void fl_run_generator_add_options(const fl_opened_generator *self, fl_text *out);

/* An experiment made ready: rules for every condition, what is counted, blocks of floor numbers. */

enum { FL_RUN_BLOCK = 1024 }; /* floors of a block, for slow generators no more work than threads can share */

typedef struct fl_run_setup {
    const fl_experiment *experiment; /* borrowed */
    uint64_t conditions;
    fl_opened_generator *generators; /* [conditions] */
    uint8_t (*gate_of)[FL_GATE_MAX]; /* [conditions]: see fl_tally.gate_of */
    const char *gate_names[FL_GATE_MAX];
    unsigned gates_n;
    fl_tally_spec tally;
    uint64_t from, to; /* the floor numbers of every condition: all, or those of a shard */
    uint64_t blocks_each, blocks;
} fl_run_setup;

/* What to run: shard `shard` of `shards` (0 of 1 = everything). */
FL_NODISCARD fl_err fl_run_setup_init(fl_run_setup *self, const fl_experiment *experiment, uint64_t shard,
                                      uint64_t shards, fl_diag *diag);
void fl_run_setup_free(fl_run_setup *self);

/* A tally for each condition. */
FL_NODISCARD fl_err fl_run_setup_make_tallies(const fl_run_setup *self, fl_tally **out, fl_diag *diag);
void fl_run_setup_free_tallies(const fl_run_setup *self, fl_tally *tallies);

/* Between tallies and result files: what was counted as plain named arrays, and back. */

/* How the numbers came about; outside the digest. */
typedef struct fl_run_provenance {
    const char *command; /* the command line */
    unsigned threads;
    double seconds;
} fl_run_provenance;

/* Fills a store from the totals of a setup. */
FL_NODISCARD fl_err fl_run_result_build(fl_store *out, const fl_run_setup *setup, const fl_tally *totals,
                                        const fl_run_provenance *provenance, fl_diag *diag);

/* The digest of the totals. */
FL_NODISCARD fl_err fl_run_result_digest(const fl_run_setup *setup, const fl_tally *totals,
                                         char out[FL_DIGEST_TEXT], fl_diag *diag);

/* Workers that take blocks of floors from one counter and count them, each into a tally of its own.
 *
 * Blocks are taken in rising order, and a pause or a stop waits until every block that was taken is counted: what has
 * been counted then is always a complete prefix of the blocks. */

enum { FL_WORKER_POOL_THREADS = 64 };

/* What the one who watches decides. */
typedef enum fl_worker_pool_order {
    FL_WORKER_POOL_GO_ON,
    FL_WORKER_POOL_SAVE,
    FL_WORKER_POOL_STOP
} fl_worker_pool_order;

typedef struct fl_worker_pool {
    const fl_run_setup *setup;
    unsigned threads;
    fl_backend backend;   /* of the generators that have a kernel; the counts are the same */
    fl_tally *totals;     /* [conditions]: what was counted so far; complete while saving and after the end */
    uint64_t done_blocks; /* in: blocks that are in `totals` already; out: the same */
    void *context;        /* for the three below */
    fl_worker_pool_order (*watch)(void *context, uint64_t floors_done); /* a few times a second */
    fl_err (*save)(void *context, uint64_t done_blocks, fl_diag *diag); /* while all workers wait */

    /* May be NULL: gets the metrics of each floor of a block. */
    fl_err (*keep)(void *context, uint64_t block, unsigned floor, const int32_t *values);
} fl_worker_pool;

/* Runs until all blocks are counted, the watcher says stop, or something fails. */
FL_NODISCARD fl_err fl_run_pool_count(fl_worker_pool *self, fl_diag *diag);

typedef struct fl_run_options {
    const char *output;
    const char *command; /* the command line, for provenance */
    unsigned threads;
    fl_backend backend;
    double checkpoint_seconds; /* 0 = only when stopped */
    bool resumes, begins_anew; /* neither: an unfinished run's checkpoint is refused */
    bool keeps_floors;
    fl_progress progress;
} fl_run_options;

/* What came of it. */
typedef struct fl_run_outcome {
    char digest[FL_DIGEST_TEXT];
    uint64_t floors, failed; /* over all conditions, those of an earlier part of the run included */
    double seconds;          /* of this part */
    uint64_t floors_now;     /* made in this part */
    bool was_stopped;        /* by a signal: the file holds what was done, the checkpoint goes on */
    int signal;
} fl_run_outcome;

/* Runs a setup and writes the file. */
FL_NODISCARD fl_err fl_run_execute(const fl_run_setup *setup, const fl_run_options *options,
                                   fl_run_outcome *out, fl_diag *diag);

/* Batches of floors for one worker: the vector kernel's columns, with what a setup counts worked out on them. */

typedef struct fl_batch_columns {
    fl_columns columns;
    fl_classic_batch batch;
} fl_batch_columns;

/* Nothing is allocated: a worker holds it. */
void fl_run_columns_init(fl_batch_columns *self, const fl_tally_spec *spec, fl_backend backend);

/* Whether a backend makes the opened's floors in batches, with columns of all that a setup counts. */
bool fl_run_columns_can_count(const fl_opened_generator *opened, const fl_tally_spec *spec,
                              fl_backend backend);

/* The same where only metrics of some groups are asked for; what the setup counts of others is left out. */
bool fl_run_columns_can_measure(const fl_opened_generator *opened, unsigned groups, fl_backend backend);

/* Makes n floors (at most FL_CLASSIC_BATCH_FLOORS), and their columns. */
void fl_run_columns_make(fl_batch_columns *self, fl_floor_maker *worker, uint64_t first, unsigned n);

/* The option --backend; without it the fastest that is here. */
FL_NODISCARD fl_err fl_program_option_backend(const fl_options *options, fl_backend *out, fl_diag *diag);

/* Many threads make blocks of text, one after the other they hand them on: the output is that of one thread. */

typedef struct fl_ordered_output {
    uint64_t blocks;
    unsigned threads;
    void *job; /* borrowed, handed to both */
    void (*make)(void *job, unsigned worker, uint64_t block, fl_text *out);
    fl_err (*write)(void *job, const fl_text *text, fl_diag *diag); /* called in block order, one at a time */
} fl_ordered_output;

/* Runs to the end, or to the first write that fails. */
FL_NODISCARD fl_err fl_run_write_in_order(fl_ordered_output *self, fl_diag *diag);

/* The option --threads, 1 to 64; without it as many as there are processors. */
FL_NODISCARD fl_err fl_program_option_threads(const fl_options *options, uint64_t *out, fl_diag *diag);

/* A result file taken apart again: experiment, setup and tallies as they were when it was written. */

typedef struct fl_run_result {
    fl_experiment experiment;
    fl_run_setup setup;
    fl_tally *totals;
    char digest[FL_DIGEST_TEXT];
    bool is_complete;
    bool has_floors; /* columns of single floors */
} fl_run_result;

/* Opens a result file and checks that the digest in it is that of its numbers. */
FL_NODISCARD fl_err fl_run_result_open(fl_run_result *self, const char *path, fl_diag *diag);
void fl_run_result_close(fl_run_result *self);

#endif
