/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/run: from an experiment to a result file, and back.
 *
 * * An experiment (YAML) is read, its configurations are set up (rules of each, what is counted, which
 * samples), worker threads count them, and the totals become a result file; fl_run_execute does all of it.
 * The parts are usable alone: opened generators make single floors for show, export and verify; ordered
 * output writes lines made by many threads; a result file can be opened again as experiment, setup and
 * tallies (result/result.h). */
#ifndef FL_EXPERIMENTS_RUN_RUN_H
#define FL_EXPERIMENTS_RUN_RUN_H

#include "analysis/claim/claim.h"
#include "analysis/store/store.h"
#include "analysis/tally/tally.h"
#include "experiments/program/program.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Opened generators (opened_generator.c): a generator with its settings, rules and seed, ready to make
 * floors. Threads share it; each has its own floor maker. */

typedef struct fl_opened_generator {
    const fl_generator *generator;
    fl_setting_values values;
    void *rules;
    uint64_t seed;
    uint64_t first, last; /* the sample numbers that exist, or may be counted */

    /* The catalogue in which its samples are counted together with others; borrowed, NULL = none. */
    const fl_catalogue *catalogue;
    const fl_sample_binding *binding;
} fl_opened_generator;

/* Makes samples one at a time; belongs to one thread. */
typedef struct fl_floor_maker {
    const fl_opened_generator *opened; /* borrowed */
    void *scratch;
    fl_key key;

    /* The samples begun last; and how often it began some, for threads that watch it. */
    uint64_t first, n;
    _Atomic uint64_t begun;

    /* For floors: the last one made, and its metrics. */
    fl_floor floor;
    fl_metric_work metric;
    int32_t values[FL_METRIC_COUNT];
    const uint16_t *clustering; /* of its rooms, for lines of JSON; NULL = left out */
    const char *settings; /* for lines of JSON, as fl_run_generator_add_settings adds them; NULL = computed
                             each time */

    /* For chunk rooms and journeys: the last one made (fl_interior, fl_journey_trip), and its
     * measurements. */
    void *sample;
    fl_sample_work work;
    const fl_sample_binding *binding;
    fl_catalogue *own_catalogue; /* NULL: use that of the opened generator */
    fl_sample_binding *own_binding;
} fl_floor_maker;

/* Opens the generator of a name with the options --seed and --set. */
FL_NODISCARD fl_err fl_run_generator_open(fl_opened_generator *self, const char *name,
                                          const fl_options *options, fl_diag *diag);

/* Opens it with settings separated by blanks, "level=3 rules=flash", and seed 1. */
FL_NODISCARD fl_err fl_run_generator_open_words(fl_opened_generator *self, const char *name,
                                                const char *settings, fl_diag *diag);

/* Opens the generator named by a text with settings: "classic:rules=article,level=1". `option` is its place
 * in error messages. Close it even after an error. */
FL_NODISCARD fl_err fl_run_generator_open_named(fl_opened_generator *self, const char *text,
                                                const char *option, fl_diag *diag);

/* Opening in two steps, for callers that change settings in between: reads the options; a game seed given to
 * --floor or --from sets rng=isaac, unless `rng` is given … */
FL_NODISCARD fl_err fl_run_generator_read_options(fl_opened_generator *self, const char *name,
                                                  const fl_options *options, fl_diag *diag);

/* … and makes rules from the values, which also determine the floor numbers that exist. */
FL_NODISCARD fl_err fl_run_generator_make_rules(fl_opened_generator *self, fl_diag *diag);

/* Determines again which samples exist. */
void fl_run_generator_find_numbers(fl_opened_generator *self);

/* Frees the rules; safe after a failed opening, and twice. */
void fl_run_generator_close(fl_opened_generator *self);

/* Adds the given settings as a JSON object: {"level":"3"}. With generator, version, seed and number they
 * reproduce the sample. */
void fl_run_generator_add_settings(const fl_opened_generator *self, fl_text *out);

/* For samples numbered by game seeds, which do not depend on the seed: starts the numbers at a place drawn
 * from the seed, so that another seed counts other game seeds. They start at the first if more than half are
 * to be made. */
void fl_run_generator_draw_first(fl_opened_generator *self, uint64_t samples);

/* The floor number given by an option: a whole number, or a game seed such as "B911 99AC". The default is the
 * first. */
FL_NODISCARD fl_err fl_run_generator_floor_number(const fl_opened_generator *self, const fl_options *options,
                                                  const char *name, uint64_t *out, fl_diag *diag);

/* True if an option names its floor by a game seed. */
bool fl_run_generator_is_game_seed(const fl_opened_generator *self, const fl_options *options,
                                   const char *name);

/* Writes the game seed of a floor; empty if its rules have none. */
void fl_run_generator_game_seed(const fl_opened_generator *self, uint64_t index, char out[FL_ROW_SEED_TEXT]);

/* Adds the command that shows a floor: "floorlab show classic --floor 7 --set level=3". */
void fl_run_generator_add_command(const fl_opened_generator *self, uint64_t index, fl_text *out);

/* The same with the floor's game seed, if it has one: "floorlab show rebirth --floor "B911 99AC" …". */
void fl_run_generator_add_seed_command(const fl_opened_generator *self, uint64_t index, fl_text *out);

/* Adds the options of that command that do not name the floor: " --seed 7 --set level=3". */
void fl_run_generator_add_options(const fl_opened_generator *self, fl_text *out);

FL_NODISCARD fl_err fl_run_maker_open(fl_floor_maker *self, const fl_opened_generator *opened, fl_diag *diag);

void fl_run_maker_close(fl_floor_maker *self);

/* Switches to other rules and another seed of the same generator, which must not need more scratch memory. */
void fl_run_maker_switch(fl_floor_maker *self, const fl_opened_generator *opened);

/* Makes a sample and measures it: for floors the metrics of these groups (FL_METRIC_ALL_GROUPS). */
void fl_run_maker_make(fl_floor_maker *self, uint64_t index, unsigned groups);

/* Announces that samples first…first + n - 1 are made next, in this order: a generator with an external
 * source requests them together. */
void fl_run_maker_expect(fl_floor_maker *self, uint64_t first, uint64_t n);

/* Checks that the samples so far were made: an external source may have failed. Call it before you use
 * them. */
FL_NODISCARD fl_err fl_run_maker_check(const fl_floor_maker *self, fl_diag *diag);

/* The values of its metrics, by number in the catalogue. */
const int32_t *fl_run_maker_values(const fl_floor_maker *self);

/* Adds the last sample to a tally of its catalogue. False: the sample is left out. */
bool fl_run_maker_count(const fl_floor_maker *self, fl_tally *tally);

/* Records that a kernel begins n samples together. */
void fl_run_maker_begin(fl_floor_maker *self, uint64_t first, uint64_t n);

/* Returns how often n makers have begun samples; safe from other threads. */
uint64_t fl_run_maker_begun(const fl_floor_maker *makers, unsigned n);

/* The number of random numbers of the last floor. */
uint64_t fl_run_maker_draws(const fl_floor_maker *self);

struct fl_run_condition;

/* Names the sample of a configuration that does not end, as far as known; returns FL_ERR_STUCK. */
FL_NODISCARD fl_err fl_run_maker_tell_stuck(const fl_floor_maker *self,
                                            const struct fl_run_condition *condition, double seconds,
                                            fl_diag *diag);

/* Adds the last floor as a line of JSON. */
void fl_run_maker_add_json(const fl_floor_maker *self, fl_text *out);

/* Experiments (experiment.c, experiment_read.c): what to count, read from YAML and checked in advance. */

enum {
    FL_EXPERIMENT_AXES = 8,
    FL_EXPERIMENT_CONDITIONS = 100000,
    FL_EXPERIMENT_SETTINGS = 64,
    FL_EXPERIMENT_NAME = 64,
};

#define FL_EXPERIMENT_ALL UINT64_MAX
#define FL_RUN_MOST_FLOORS 1000000000000ll /* of a configuration */

/* A setting with one value (`settings`) or several (`vary`). */
typedef struct fl_experiment_axis {
    char *name;
    char **value;
    unsigned values_n;
} fl_experiment_axis;

/* A choice from a list: metrics, events or maps, by their names in the catalogue. */
typedef struct fl_experiment_choice {
    fl_tally_choose what;
    char **name; /* for FL_TALLY_LIST; events and maps may have wildcards: roll.sacrifice.* */
    unsigned n;
} fl_experiment_choice;

/* A named event that happens if an expression is true. */
typedef struct fl_experiment_event {
    char *name, *text;
} fl_experiment_event;

typedef struct fl_experiment_choices {
    fl_experiment_choice metrics, events, maps;
    fl_experiment_choice joints;     /* names of metrics, in pairs */
    fl_experiment_event *own_events; /* [own_events_n]: events that the experiment defines */
    unsigned own_events_n;
    char *where; /* only samples for which it is true are counted; NULL = all */
} fl_experiment_choices;

/* A configuration: a generator with its settings, and the number of its samples. */
typedef struct fl_run_condition {
    fl_opened_generator opened; /* its rules are made when the experiment is read or set up */
    fl_sample_binding binding;
    fl_setting_values *given;  /* of a scenario, before its generator adapted them to runs; NULL = the same */
    char *name;                /* of its scenario; "" if settings distinguish the configurations */
    uint64_t samples;          /* requested; FL_EXPERIMENT_ALL = all */
    uint64_t listed;           /* the number of samples that existed at the set-up */
    uint64_t from, to;         /* its samples, numbered from the generator's first: all, or a shard's */
    const fl_tally_spec *spec; /* what is counted in its samples; borrowed from the setup */
} fl_run_condition;

/* Its configurations are all combinations of the settings that vary, or a list of scenarios. */
typedef struct fl_experiment {
    char name[FL_EXPERIMENT_NAME];
    char *about;
    char *text;                    /* the file as given */
    const fl_generator *generator; /* NULL: each scenario has its own */
    fl_run_condition *condition;   /* [configurations] */
    uint64_t conditions;
    fl_experiment_axis fixed[FL_EXPERIMENT_SETTINGS];
    unsigned fixed_n;
    fl_experiment_axis axes[FL_EXPERIMENT_AXES];
    unsigned axes_n;
    uint64_t floors; /* per configuration; FL_EXPERIMENT_ALL = all of each */
    uint64_t seed;
    bool has_shared_streams;       /* sample i of all configurations is made from the same random numbers */
    fl_experiment_choices *counts; /* [counts_n]: one for all configurations, or one for each */
    uint64_t counts_n;
    fl_files *files; /* named by its settings */
    bool has_own_files;
} fl_experiment;

/* Reads an experiment: a file, or the name of a built-in one. fl_run_setup_init refuses impossible
 * combinations of settings. */
FL_NODISCARD fl_err fl_run_experiment_open(fl_experiment *self, const char *name, fl_diag *diag);

/* Reads it from text; `name` is the file's name in messages. */
FL_NODISCARD fl_err fl_run_experiment_read(fl_experiment *self, const char *text, size_t size,
                                           const char *name, fl_diag *diag);

/* Reads it from the text of a result, with the files of that result, which it takes over. */
FL_NODISCARD fl_err fl_run_experiment_read_again(fl_experiment *self, const char *text, const char *name,
                                                 fl_files *files, fl_diag *diag);
void fl_run_experiment_free(fl_experiment *self);

void fl_run_experiment_free_counts(fl_experiment_choices *self);

/* Adds a name to a choice; copies it. */
FL_NODISCARD fl_err fl_run_experiment_choice_add(fl_experiment_choice *self, const char *name, fl_diag *diag);

/* Overrides a setting, as --set does; a setting that varied then has only this value. */
FL_NODISCARD fl_err fl_run_experiment_set(fl_experiment *self, const char *assignment, fl_diag *diag);

/* Adds the scenarios of findings, without samples, and the files of the claims (claim_scenarios.c). */
FL_NODISCARD fl_err fl_run_claim_scenarios(const fl_claim_set *claims, const fl_finding *findings, size_t n,
                                           fl_experiment *out, fl_diag *diag);

/* The lists that a configuration counts. */
const fl_experiment_choices *fl_run_experiment_counts(const fl_experiment *self, uint64_t condition);

/* Gives all configurations this many samples; FL_EXPERIMENT_ALL = all of each. */
void fl_run_experiment_set_floors(fl_experiment *self, uint64_t floors);

/* True if each configuration has its own number of samples. */
bool fl_run_experiment_has_own_samples(const fl_experiment *self);

/* The value of an axis in a configuration; the last axis changes fastest. */
const char *fl_run_experiment_axis_value(const fl_experiment *self, uint64_t condition, unsigned axis);

/* Adds the experiment in a canonical form of YAML, with the hashes of the files that its settings name: runs
 * with equal texts belong to one experiment. Name and number of floors are not part of it. */
void fl_run_experiment_add_identity(const fl_experiment *self, fl_text *out);

/* Adds the first line in which two identities differ: "it has 'seed: 4', not 'seed: 3'"; `ours` is the one to
 * compare with. */
void fl_run_experiment_add_difference(const char *theirs, const char *ours, fl_text *out);

/* Adds the experiment as YAML with every default, so that it can be parsed again. */
void fl_run_experiment_add_resolved(const fl_experiment *self, fl_text *out);

/* Setups (setup.c): an experiment made ready, with the rules of every configuration, what is counted, and
 * which samples. */

/* Samples of a configuration, numbered from its generator's first. */
typedef struct fl_run_range {
    uint64_t condition, from, to;
    uint64_t before; /* samples of the earlier ranges */
} fl_run_range;

typedef struct fl_run_setup {
    const fl_experiment *experiment; /* borrowed, with its configurations: it has one setup at a time */
    uint64_t conditions;
    fl_run_condition *condition; /* [configurations] */
    fl_catalogue *catalogue;     /* [catalogues_n]: for all configurations of a generator */
    unsigned catalogues_n;
    fl_tally_spec *spec; /* [specs_n]: one for all configurations, or one for each */
    uint64_t specs_n;
    fl_tally_spec
        tally; /* the metrics and events of all specs, without repetition: the lists of a result file */
    uint64_t from, to;   /* of every configuration; if configurations differ, the widest range */
    fl_run_range *range; /* [configurations]: the samples of each */
    uint64_t samples;    /* of all ranges together */
} fl_run_setup;

/* Sets up shard `shard` of `shards`, counted from 0 (0 of 1 = everything). */
FL_NODISCARD fl_err fl_run_setup_init(fl_run_setup *self, fl_experiment *experiment, uint64_t shard,
                                      uint64_t shards, fl_diag *diag);
void fl_run_setup_free(fl_run_setup *self);

/* The number of samples of a configuration; that of a scenario can change. */
uint64_t fl_run_setup_samples(const fl_run_setup *self, uint64_t condition);

/* The expression that samples must satisfy to be counted; NULL = all are. */
const char *fl_run_setup_where(const fl_run_setup *self, uint64_t condition);

/* True if some configuration chooses its rooms from the built-in ones. They are invented, because the game's
 * own may not be copied. */
#define FL_RUN_INVENTED_ROOMS                                                                                \
    "the shipped ones, which are invented: numbers that depend on them are not the game's"
bool fl_run_setup_has_invented_rooms(const fl_run_setup *self);

/* For a census: the number of game seeds, all of which the configuration has; else 0. */
uint64_t fl_run_setup_seeds(const fl_run_setup *self, uint64_t condition);

/* Changes the shard, or the range of samples of every configuration. */
void fl_run_setup_cut(fl_run_setup *self, uint64_t shard, uint64_t shards);
void fl_run_setup_take(fl_run_setup *self, uint64_t from, uint64_t to);

/* Makes the ranges again after numbers of samples were changed. */
void fl_run_setup_number(fl_run_setup *self);

/* Makes an empty tally for each configuration. */
FL_NODISCARD fl_err fl_run_setup_make_tallies(const fl_run_setup *self, fl_tally **out, fl_diag *diag);
void fl_run_setup_free_tallies(const fl_run_setup *self, fl_tally *tallies);

/* Checks that the total of a configuration holds its first n samples, each once, and is consistent:
 * FL_ERR_DEFECT if some were counted twice or left out, or the counts are impossible. */
FL_NODISCARD fl_err fl_run_setup_check_total(const fl_run_condition *condition, const fl_tally *total,
                                             uint64_t n, fl_diag *diag);

/* The same for all configurations, after the first `done` samples of the setup. */
FL_NODISCARD fl_err fl_run_setup_check_totals(const fl_run_setup *self, const fl_tally *totals, uint64_t done,
                                              fl_diag *diag);

/* Batches (counter.c): floors that a vector kernel makes side by side, as columns of metrics. */

typedef struct fl_batch_columns {
    fl_columns columns;
    fl_classic_batch batch;
} fl_batch_columns;

/* Prepares the columns of everything that a tally counts. Allocates nothing. */
void fl_run_columns_init(fl_batch_columns *self, const fl_tally_spec *spec, fl_backend backend);

/* Makes n floors (at most FL_CLASSIC_BATCH_FLOORS) and the columns that are requested. */
void fl_run_columns_make(fl_batch_columns *self, fl_floor_maker *maker, uint64_t first, unsigned n);

/* True if a backend makes these floors in batches and has columns of everything that the tally counts. */
bool fl_run_columns_can_count(const fl_opened_generator *opened, const fl_tally_spec *spec,
                              fl_backend backend);

/* For such a backend: how many of the n floors from number `first` on can be made together. 0 if the first
 * can only be made alone. */
unsigned fl_run_columns_reach(const fl_floor_maker *maker, uint64_t first, unsigned n);

/* Counters (counter.c): a thread's state for counting consecutive samples. */

struct fl_journey_block;

typedef struct fl_run_counter {
    fl_batch_columns columns;          /* ready for the tally's spec */
    struct fl_journey_block *journeys; /* NULL until journeys are counted */
} fl_run_counter;

/* Gets the metrics of n consecutive samples, on the thread that made them; NULL for a failed one. */
typedef fl_err fl_counter_keep(void *context, uint64_t sample, unsigned n, const int32_t *const *values);

typedef struct fl_counter_range {
    uint64_t first, n;
    unsigned groups;  /* of metrics that are computed if floors are made one by one */
    bool has_columns; /* the floors are made in batches; then n is at most FL_CLASSIC_BATCH_FLOORS */
    fl_backend backend;
    fl_counter_keep *keep; /* may be NULL */
    void *context;
    uint64_t sample; /* the number of `first` among all samples; for `keep` */
} fl_counter_range;

/* Counts samples of the maker's generator. fl_run_maker_check explains errors of the samples. */
FL_NODISCARD fl_err fl_run_counter_count(fl_run_counter *self, fl_floor_maker *maker,
                                         const fl_counter_range *range, fl_tally *tally);
void fl_run_counter_free(fl_run_counter *self);

/* Counting (count.c): workers that make samples and count them in private tallies, or visit them. */

typedef struct fl_run_count_job {
    const fl_run_setup *setup;
    fl_run_range *ranges; /* [ranges_n], with `before` filled in; NULL = those of the setup */
    size_t ranges_n;
    unsigned threads;   /* 1 to FL_THREADS_MAX */
    fl_backend backend; /* for generators with a kernel; the counts do not depend on it */
    fl_tally *totals;   /* [configurations]; complete up to `done` during `save` and at the end */
    double patience;    /* time limit in seconds for samples that do not end; 0 = none */
    uint64_t done;      /* in: how many of the first samples are in `totals`; out: the same */
    uint64_t samples;   /* out: in all ranges */
    uint64_t at_once;   /* limit of samples that a worker takes; 0 = those of a batch */
    void *context;      /* passed to the functions below, any of which may be NULL */
    fl_worker_pool_order (*watch)(void *context, uint64_t samples); /* called a few times a second */
    fl_err (*save)(void *context, uint64_t done, fl_diag *diag);    /* called while all workers pause */
    fl_counter_keep *keep;

    /* Gets the samples [first, end), numbered over all ranges, instead of counting them; `maker` is open for
     * their configuration. `rest` merges what a worker found, one worker at a time. */
    fl_err (*visit)(void *context, unsigned worker, fl_floor_maker *maker, const uint64_t samples[2],
                    fl_diag *diag);
    void (*rest)(void *context, unsigned worker);
} fl_run_count_job;

/* Counts until no sample is left, the watcher stops it, or something fails. */
FL_NODISCARD fl_err fl_run_count(fl_run_count_job *self, fl_diag *diag);

/* Counts all samples of a setup in memory, with a progress line. FL_ERR_STOPPED: a signal stopped it. */
FL_NODISCARD fl_err fl_run_count_all(const fl_run_setup *setup, unsigned threads, fl_tally *totals,
                                     fl_progress *progress, fl_diag *diag);

/* Runs (run.c): an experiment counted into a file, with checkpoints, signals and progress. */

/* Adds the caller's tables to a result file. */
typedef fl_err fl_run_extend(void *context, const fl_run_setup *setup, const fl_tally *totals, fl_store *out,
                             fl_diag *diag);

/* Default time limit in seconds for a sample, or for samples that a kernel makes together. */
enum { FL_RUN_PATIENCE = 30 };

typedef struct fl_run_options {
    const char *output;
    const char *command; /* the command line, for provenance */
    unsigned threads;
    fl_backend backend;
    double checkpoint_seconds; /* 0 = only when stopped */
    double patience;           /* as in fl_run_count_job */
    bool resumes, begins_anew; /* with neither, an existing checkpoint is an error */
    bool has_no_resume;        /* for the user: no checkpoint remains, and no message mentions one */
    bool keeps_floors;
    uint64_t shard, shards; /* as in fl_run_provenance (result/result.h) */
    fl_progress progress;
    fl_run_extend *extend; /* may be NULL */
    void *context;         /* of `extend` */
} fl_run_options;

typedef struct fl_run_outcome {
    char digest[FL_DIGEST_TEXT];
    uint64_t floors;          /* in all configurations, including an earlier, interrupted part of the run */
    uint64_t counted, failed; /* of these, floors that were not left out; of those, floors that failed */
    double seconds;           /* of this part */
    uint64_t floors_now;      /* made in this part */
    bool was_stopped; /* by a signal: the file holds what was counted, and the checkpoint allows resuming */
    int signal;
} fl_run_outcome;

/* Counts all floors of a setup and writes the result file. */
FL_NODISCARD fl_err fl_run_execute(const fl_run_setup *setup, const fl_run_options *options,
                                   fl_run_outcome *out, fl_diag *diag);

/* Checkpoints (checkpoint.c): an append-only log beside the result file. The last complete record is
 * used; an incomplete one is ignored.
 *
 * * A record is a line "FLOORCP2, length, XXH3-128 of the rest"; then identity (with floors and shard),
 * samples counted, and the tallies. */

typedef struct fl_checkpoint {
    char *path;     /* RUN.h5.checkpoint */
    char *identity; /* identifies the run; the checkpoint of another run is refused */
    int file;       /* -1: not open yet */
    int lock;       /* -1: not locked, or `file` holds the lock */
    uint64_t size;
} fl_checkpoint;

/* The contents of a checkpoint. */
typedef struct fl_checkpoint_state {
    const fl_run_setup *setup;
    fl_tally *totals;
    uint64_t done; /* number of samples, from the first on */
    fl_text *more; /* the caller's bytes; NULL = none */
} fl_checkpoint_state;

/* Initialises it for the run that will be written to `output`. */
FL_NODISCARD fl_err fl_run_checkpoint_init(fl_checkpoint *self, const char *output, const fl_run_setup *setup,
                                           bool keeps_floors, fl_diag *diag);

/* The same for work that is not a run: `identity` identifies it, one key per line. */
FL_NODISCARD fl_err fl_run_checkpoint_init_as(fl_checkpoint *self, const char *output, const char *identity,
                                              fl_diag *diag);
void fl_run_checkpoint_free(fl_checkpoint *self);

/* Appends a record and waits until it is on disk. */
FL_NODISCARD fl_err fl_run_checkpoint_save(fl_checkpoint *self, const fl_checkpoint_state *state,
                                           fl_diag *diag);

/* What to do with the checkpoint of an unfinished run. */
typedef enum fl_checkpoint_use {
    FL_CHECKPOINT_REFUSE, /* its counts are not overwritten because an option was forgotten */
    FL_CHECKPOINT_KEEP,
    FL_CHECKPOINT_DROP
} fl_checkpoint_use;

/* Returns the use that options ask for. */
static inline fl_checkpoint_use fl_run_checkpoint_use(bool resumes, bool begins_anew)
{
    return begins_anew ? FL_CHECKPOINT_DROP : resumes ? FL_CHECKPOINT_KEEP : FL_CHECKPOINT_REFUSE;
}

/* Keeps other processes from making the same result, and treats an older checkpoint as requested. */
FL_NODISCARD fl_err fl_run_checkpoint_begin(fl_checkpoint *self, fl_checkpoint_use use, fl_diag *diag);

/* Reads the last complete record into totals, done and more. `done` becomes 0 without a checkpoint. */
FL_NODISCARD fl_err fl_run_checkpoint_load(fl_checkpoint *self, fl_checkpoint_state *state, fl_diag *diag);

/* Removes the log after the result is written. */
void fl_run_checkpoint_remove(fl_checkpoint *self);

/* Ordered output (ordered_output.c): many threads make blocks of text, which are written in block order, so
 * the output does not depend on the number of threads. */

typedef struct fl_ordered_output {
    uint64_t blocks;
    unsigned threads; /* 1 to FL_THREADS_MAX */
    void *job;        /* borrowed, passed to both functions */
    fl_err (*make)(void *job, unsigned worker, uint64_t block, fl_text *out, fl_diag *diag);
    fl_err (*write)(void *job, const fl_text *text, fl_diag *diag); /* called in block order, one at a time */
} fl_ordered_output;

/* Runs to the end, or to the first block that cannot be made or written. */
FL_NODISCARD fl_err fl_run_write_in_order(fl_ordered_output *self, fl_diag *diag);

#endif
