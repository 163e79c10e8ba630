/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of experiments/run: checks of experiments, checkpoints, kept floors. */
#ifndef FL_EXPERIMENTS_RUN_RUN_PRIVATE_H
#define FL_EXPERIMENTS_RUN_RUN_PRIVATE_H

#include "experiments/run/run.h"
#include "gen/base/yaml_map.h"

#include <stdbool.h>
#include <stdint.h>

/* Suffix of a setting's name in a result table if an array has that name. */
#define FL_RUN_TABLE_SETTING "_setting"

/* Experiments. */

/* Adds a value to a setting; copies it. */
FL_NODISCARD fl_err fl_run_experiment_axis_add(fl_experiment_axis *self, const char *value, fl_diag *diag);

/* The index of a setting among those with one value; fixed_n if it is not there. */
unsigned fl_run_experiment_find_fixed(const fl_experiment *self, const char *name);

/* Makes the configurations: all combinations of the settings. Frees earlier ones. */
FL_NODISCARD fl_err fl_run_experiment_combine(fl_experiment *self, fl_diag *diag);

/* Adds a scenario without samples, with its own choices. */
FL_NODISCARD fl_err fl_run_experiment_add_scenario(fl_experiment *self, const char *name, fl_diag *diag);

/* Makes a configuration's rules, unless they exist. */
FL_NODISCARD fl_err fl_run_experiment_make_rules(fl_experiment *self, uint64_t condition, fl_diag *diag);

/* Reads `scenarios: {NAME: SAMPLES}`, where the names are those of the built-in claims. */
FL_NODISCARD fl_err fl_run_read_claim_scenarios(const fl_yaml_reading *r, const fl_yaml_node *list);

/* The configurations of an experiment with a given generator. */
typedef struct fl_run_conditions {
    fl_experiment *experiment;
    const fl_generator *generator;
    uint64_t n;  /* only the first n configurations of the experiment */
    uint64_t at; /* the current configuration: after an error, the one whose rules cannot be made */
} fl_run_conditions;

/* Makes the catalogue of a generator: what can be counted in all its configurations. */
FL_NODISCARD fl_err fl_run_experiment_catalogue(fl_run_conditions *self, fl_catalogue *out, fl_diag *diag);

/* A configuration's choices as numbers of a catalogue. */
typedef struct fl_run_choices {
    fl_tally_request request;
    unsigned *number[4]; /* of metrics, events, maps, events defined by the experiment */
    unsigned joint[FL_TALLY_JOINTS][2];
} fl_run_choices;

FL_NODISCARD fl_err fl_run_experiment_choose(const fl_experiment_choices *self, const fl_catalogue *catalogue,
                                             fl_run_choices *out, fl_diag *diag);
void fl_run_experiment_free_choices(fl_run_choices *self);

/* Adds an event defined by an expression, unless the name exists; copies both, the expression as one line. */
FL_NODISCARD fl_err fl_run_experiment_add_own(fl_experiment_choices *self, const char *name, const char *text,
                                              fl_diag *diag);

/* Adds to a catalogue the events that the experiment defines for its generator. */
FL_NODISCARD fl_err fl_run_experiment_add_events(const fl_experiment *self, fl_catalogue *catalogue,
                                                 fl_diag *diag);

/* The source and destination of choices. */
typedef struct fl_run_choice_reader {
    const fl_yaml_reading *r;
    const fl_yaml_node *map; /* that has the keys */
    fl_catalogue *catalogue; /* gets the events that the map defines */
    fl_experiment_choices *out;
} fl_run_choice_reader;

/* Reads what is counted, by names in the generator's catalogue. */
FL_NODISCARD fl_err fl_run_read_choices(const fl_run_choice_reader *self);

/* Setups. */

/* Refuses combinations of settings whose tallies are too large even if each configuration counts no more than
 * the first: thousands of rules need not be made for that. Undecided cases pass. */
FL_NODISCARD fl_err fl_run_setup_check_size(const fl_experiment *experiment,
                                            const fl_experiment_choices *counts, const fl_catalogue *first,
                                            fl_diag *diag);

/* Finds the range of a sample, whose number is less than the total of all ranges. */
const fl_run_range *fl_run_range_find(const fl_run_range *ranges, size_t n, uint64_t sample);

/* Kept floors (kept_floors.c): the metrics of every single floor, for --keep-floors. They are written to a
 * file beside the result during the run, at fixed places, so that a row of floors counted again after an
 * interruption overwrites itself; the result file streams them from that file. Memory use does not depend on
 * the number of floors. */

/* The checkpoint's record of kept floors. */
typedef struct fl_kept_floors fl_kept_floors;

typedef struct fl_kept_done {
    uint64_t samples;    /* the first ones, which are done … */
    const fl_text *more; /* … and what fl_run_kept_pack added then; NULL = nothing */
} fl_kept_done;

/* Opens or creates OUTPUT.floors. Fails if another process has it open, or if a floor that the checkpoint
 * lists is missing or differs. Empties it if none are listed. */
FL_NODISCARD fl_err fl_run_kept_open(fl_kept_floors **out, const char *output, const fl_run_setup *setup,
                                     const fl_kept_done *done, fl_diag *diag);

/* Adds n consecutive floors, from any thread. The last floor of a row writes the row. The values of a failed
 * floor are NULL: it counts for no metric. */
FL_NODISCARD fl_err fl_run_kept_add(fl_kept_floors *self, uint64_t sample, unsigned n,
                                    const int32_t *const *values);

/* Adds the floors that are in no written row, for the checkpoint; call it when exactly the first `done`
 * floors are done. */
void fl_run_kept_pack(fl_kept_floors *self, uint64_t done, fl_text *out);

/* Waits until everything is on disk (fsync). Call it before a checkpoint that relies on it. */
FL_NODISCARD fl_err fl_run_kept_sync(fl_kept_floors *self, fl_diag *diag);

/* Fills `diag` with the error of fl_run_kept_add, which threads call without one. */
FL_NODISCARD fl_err fl_run_kept_explain(const fl_kept_floors *self, fl_err err, fl_diag *diag);

/* Checks that all rows are as they were written, and that each column adds up to the counts: FL_ERR_DAMAGED,
 * FL_ERR_DEFECT. */
FL_NODISCARD fl_err fl_run_kept_check(const fl_kept_floors *self, const fl_tally *totals, fl_diag *diag);

/* Closes them; `remove` deletes the file of a run. NULL is allowed. */
void fl_run_kept_close(fl_kept_floors *self, bool remove);

/* Adds the floors' numbers and one streamed item /sample/<metric> per metric, of the narrowest type for the
 * largest value counted in `totals`. */
FL_NODISCARD fl_err fl_run_kept_add_items(fl_kept_floors *self, const fl_tally *totals, fl_store *out,
                                          fl_diag *diag);

/* Blocks of journeys (journey_block.c). */

enum {
    FL_JOURNEY_BLOCK_RUNS = 1024, /* journeys of a block */
    FL_JOURNEY_BLOCK_GENERATORS = 16,
};
_Static_assert((int)FL_JOURNEY_BLOCK_RUNS <= (int)FL_CLASSIC_BATCH_FLOORS,
               "all journeys of a block fit one batch");

/* Belongs to one thread. */
typedef struct fl_journey_block {
    const fl_journey *journey; /* borrowed */
    fl_backend backend;
    const fl_generator *generator[FL_JOURNEY_BLOCK_GENERATORS];
    void *scratch[FL_JOURNEY_BLOCK_GENERATORS];
    unsigned generators_n;
    fl_floor floor;
    fl_journey_trip trip[FL_JOURNEY_BLOCK_RUNS];
    uint16_t alive[FL_JOURNEY_BLOCK_RUNS]; /* living journeys */
    unsigned alive_n;
    uint16_t head[FL_JOURNEY_RULES]; /* the first journey with these rules in this step, plus 1 */
    uint16_t tail[FL_JOURNEY_RULES];
    uint16_t next[FL_JOURNEY_BLOCK_RUNS];
    uint16_t used[FL_JOURNEY_RULES]; /* rules that occur in this step */
    unsigned used_n;
    uint64_t number[FL_JOURNEY_BLOCK_RUNS + FL_CLASSIC_BATCH_SPARE]; /* of the journeys in a batch */
    fl_columns columns;
    fl_classic_batch batch;
} fl_journey_block;

/* All backends make the same journeys; FL_BACKEND_REFERENCE makes floors one by one. */
FL_NODISCARD fl_err fl_run_journeys_init(fl_journey_block **out, const fl_journey *journey,
                                         fl_backend backend);
void fl_run_journeys_free(fl_journey_block *self);

/* Switches to another journey, for which *self is recreated; NULL at first. */
FL_NODISCARD fl_err fl_run_journeys_use(fl_journey_block **self, const fl_journey *journey,
                                        fl_backend backend);

/* Makes journeys first…first + n - 1, at most FL_JOURNEY_BLOCK_RUNS: self->trip[0…n - 1]. */
void fl_run_journeys_walk(fl_journey_block *self, uint64_t seed, uint64_t first, unsigned n);

#endif
