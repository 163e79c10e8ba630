/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tallies: exact integer counts of many samples.
 *
 * A spec (fl_tally_spec) lists what is counted and the position of each count in one array of uint64; a tally
 * is such an array. Merging two tallies adds their arrays (and takes the smaller minimum, the larger
 * maximum), so the result is the same for any split of the floors over threads, blocks, shards or
 * interruptions. Adding a floor allocates nothing.
 *
 *     fl_tally_spec_make    what to count -> spec
 *     fl_tally_init         an empty tally; one for each worker
 *     fl_tally_add          one floor, or
 *     fl_tally_batch_add    a whole batch of floors from their columns, or
 *     fl_tally_add_sample   one chunk room or journey
 *     fl_tally_merge        the workers' tallies into one
 *     fl_tally_digest_make  32 digits that two equal runs agree in
 *     fl_tally_pack_add     compact bytes, for checkpoints
 *     fl_tally_has_once     whether it holds the samples of a range, each once
 *     fl_tally_check        whether its numbers fit each other */
#ifndef FL_ANALYSIS_TALLY_TALLY_H
#define FL_ANALYSIS_TALLY_TALLY_H

#include "analysis/expression/expression.h"
#include "analysis/metric/column/column.h"
#include "analysis/sample/sample.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 fl_tally_sum;

enum {
    FL_TALLY_JOINTS = 32,
    FL_TALLY_STEPS = 48, /* steps of a trace: samples 0, 1…2, 3…6, …: step k ends before sample 2^(k+1) - 1 */

    /* Parts of a run whose configurations share their random numbers: the samples are assigned to them in
     * turns, some at a time. Neighbouring samples, which may be dependent, stay in one part. */
    FL_TALLY_PARTS = 32,
    FL_TALLY_PART_DEAL = 64,
};

typedef struct fl_tally_metric {
    const char *name, *unit, *meaning; /* borrowed from the catalogue */
    unsigned metric;  /* its number in the catalogue; of floors an fl_metric, or clustering_room */
    bool is_per_room; /* clustering_room: a value per room, not per floor */
    uint32_t bins;    /* values 0…bins-1 have a count each */
    size_t at;        /* index of the first of these counts in the array; the same for every `at` below */
} fl_tally_metric;

typedef struct fl_tally_event {
    const char *name, *meaning; /* borrowed from the catalogue */
    unsigned event;             /* its number in the catalogue */
    const fl_event_row *row;    /* of floors, for events without a roll */
    unsigned roll, bit;
    const fl_expression *condition; /* from the catalogue: asked about every sample; NULL = built in */
    size_t at;                      /* FL_TALLY_STEPS trials, then as many hits */
} fl_tally_event;

/* The events of one roll: their counts follow each other. */
typedef struct fl_tally_roll {
    unsigned roll;
    unsigned flags; /* which of its flags are counted */
    size_t at;      /* of the first of them */
} fl_tally_roll;

typedef struct fl_tally_joint {
    unsigned a, b; /* metrics */
    const fl_catalogue_metric *row[2];
    uint32_t a_bins, b_bins;
    size_t at;
} fl_tally_joint;

typedef struct fl_tally_map {
    const char *name;
    int kind; /* fl_kind or fl_tile; -1 = any room */
    size_t at;
} fl_tally_map;

/* The counted things, and the positions of their counts. */
typedef struct fl_tally_spec {
    const fl_catalogue *catalogue; /* borrowed */
    unsigned groups;               /* the metric groups that fl_metric_compute must compute */
    fl_tally_metric metrics[FL_SAMPLE_METRICS];
    unsigned metrics_n;
    fl_tally_event *events; /* [events_n] */
    unsigned events_n;
    unsigned built_in_n;   /* events without a condition; they come first */
    unsigned rows_n;       /* of floors: those without a roll; they come first of all */
    bool has_named_events; /* some are counted only if named */
    bool has_conditions;   /* their events and facts can be about any rooms */
    fl_tally_roll rolls[FL_ROLL_MAX];
    unsigned rolls_n;
    fl_tally_joint joints[FL_TALLY_JOINTS];
    unsigned joints_n;
    fl_tally_map maps[FL_SAMPLE_MAPS];
    unsigned maps_n;
    size_t any_at;                  /* the map of all rooms; FL_TALLY_NOT_COUNTED */
    size_t kind_at[FL_SAMPLE_MAPS]; /* start of the map of a kind or a tile; FL_TALLY_NOT_COUNTED */
    int width, height;
    size_t visits_at; /* of journeys: FL_SAMPLE_VISIT counts for each type of visit */

    /* Sums by part: for each metric FL_TALLY_PARTS numbers of values, then as many sums of them (exact below
     * 2^64); for each event likewise trials and hits. FL_TALLY_NOT_COUNTED if not wanted. */
    size_t parts_at;

    /* If only samples of a condition are counted: that condition, owned, and the number of samples left out.
     * NULL: every sample is counted. */
    fl_expression *where;
    size_t left_out_at;
    size_t counts_n;
} fl_tally_spec;

#define FL_TALLY_NOT_COUNTED SIZE_MAX

/* Returns the parts of a floor (fl_floor.unseen) that no count needs. */
unsigned fl_tally_unseen(const fl_tally_spec *spec);

/* Smallest and largest value of a metric and the smallest floor numbers that have them. */
typedef struct fl_tally_extreme {
    int32_t min, max; /* min > max: none yet */
    uint64_t argmin, argmax;
    uint64_t over_n; /* values beyond the bins */
    fl_tally_sum over_sum, over_square;
} fl_tally_extreme;

/* The values of a metric that only need to be counted: they have bins and are between the extremes so far, so
 * that no extreme changes. It may be narrower than that (after a merge), never wider. */
typedef struct fl_tally_window {
    unsigned metric;
    uint32_t first, n; /* the values from first to first + n - 1; 0 = none */
    uint32_t at;       /* index of the count of `first` */
} fl_tally_window;

/* Sums over the numbers of the samples that were counted, modulo 2^128. A sample counted twice or left out
 * changes them; see fl_tally_has_once. */
typedef struct fl_tally_numbers {
    fl_tally_sum sum, squares;
} fl_tally_numbers;

typedef struct fl_tally {
    const fl_tally_spec *spec; /* borrowed */
    uint64_t *count;           /* [spec->counts_n] */
    fl_tally_extreme *extreme; /* [spec->metrics_n] */
    fl_tally_window *window;   /* [spec->metrics_n] */
    const uint8_t *roll_of;    /* borrowed: see fl_sample_binding; NULL = the same */
    uint64_t floors, failed;   /* that were counted */
    fl_tally_numbers numbers;  /* of the floors, and of those that were left out */
    uint64_t start;            /* number of the scenario's first sample, where the trace begins */
} fl_tally;

/* A choice from a list of the catalogue: the default, nothing, all, or some numbers. */
typedef enum fl_tally_choose { FL_TALLY_DEFAULT, FL_TALLY_NONE, FL_TALLY_ALL, FL_TALLY_LIST } fl_tally_choose;

typedef struct fl_tally_choice {
    fl_tally_choose what;
    const unsigned *number; /* of FL_TALLY_LIST: numbers in the catalogue */
    unsigned n;
} fl_tally_choice;

/* The things that the caller wants counted. */
typedef struct fl_tally_request {
    const fl_catalogue *catalogue;
    fl_tally_choice metrics, events, maps; /* of events only the built-in ones */
    const unsigned *conditions;            /* events with a condition, by their numbers in the catalogue */
    unsigned conditions_n;
    fl_expression_text where; /* only samples of which it is true are counted; .text NULL = all */
    const unsigned (*joints)[2];
    unsigned joints_n;
    bool has_parts; /* sums by part as well, for paired differences of configurations that share random
                     * numbers */
} fl_tally_request;

/* Returns the part of a sample, whose number is counted from the first sample of the scenario. */
static inline unsigned fl_tally_part(uint64_t index)
{
    return (unsigned)(index / FL_TALLY_PART_DEAL % FL_TALLY_PARTS);
}

/* Return the start of the sums by part of metric number `i` of the spec, and of event number `i`. */
static inline size_t fl_tally_metric_parts(const fl_tally_spec *self, unsigned i)
{
    return self->parts_at + 2 * (size_t)FL_TALLY_PARTS * i;
}

static inline size_t fl_tally_event_parts(const fl_tally_spec *self, unsigned i)
{
    return fl_tally_metric_parts(self, self->metrics_n + i);
}

/* Returns the metric's name. */
static inline const char *fl_tally_metric_name(const fl_tally_metric *metric)
{
    return metric->name;
}

/* Returns how many samples were examined: counted or left out. */
static inline uint64_t fl_tally_tried(const fl_tally *self)
{
    return self->floors + (self->spec->where ? self->count[self->spec->left_out_at] : 0);
}

/* Returns how many samples the maps count; a failed floor has none. */
uint64_t fl_tally_mapped(const fl_tally *self);

/* FL_ERR_INPUT: a joint needs too many counts, or the condition is wrong. */
FL_NODISCARD fl_err fl_tally_spec_make(fl_tally_spec *self, const fl_tally_request *request, fl_diag *diag);
void fl_tally_spec_free(fl_tally_spec *self);

FL_NODISCARD fl_err fl_tally_init(fl_tally *self, const fl_tally_spec *spec);

/* Asks the system for large pages (madvise(2)) where a tally has millions of counts: it is read from end to
 * end, which by small pages takes longer than counting a few samples. For tallies of which there are few,
 * since a large page is memory as soon as one count in it is not 0. */
void fl_tally_use_large_pages(fl_tally *self);
void fl_tally_free(fl_tally *self);
void fl_tally_clear(fl_tally *self);

/* Counts one floor whose metrics were computed with `work`. Floors must be added in rising order of their
 * numbers. False: it is left out. */
bool fl_tally_add(fl_tally *self, const fl_floor *floor, const int32_t *values, const fl_metric_work *work,
                  uint64_t index);

/* Counts a chunk room or a journey measured by a work of the spec's catalogue, also in rising order. */
bool fl_tally_add_sample(fl_tally *self, const fl_sample_work *work, uint64_t index);

/* Adds another tally of the same spec. */
void fl_tally_merge(fl_tally *self, const fl_tally *other);

/* Computes number, sum and sum of squares of a metric's values (number `i` of the spec). */
void fl_tally_sums(const fl_tally *self, unsigned i, fl_tally_sum out[3]);

/* Return trials and hits of event number `i` of the spec, over all steps of its trace. */
uint64_t fl_tally_event_trials(const fl_tally *self, unsigned i);
uint64_t fl_tally_event_hits(const fl_tally *self, unsigned i);

/* Numbers of samples (numbers.c). */

/* Add the numbers first…first + n - 1, or those of a batch. */
void fl_tally_numbers_add(fl_tally_numbers *self, uint64_t first, uint64_t n);

/* True if a tally holds the samples first…first + n - 1 and no others, each of them once, by the number, the
 * sum and the sum of squares of what was counted or left out. */
bool fl_tally_has_once(const fl_tally *self, uint64_t first, uint64_t n);

/* Consistency of numbers (check.c). */

enum { FL_TALLY_TROUBLE = 160 };

/* True if the numbers of a tally can be those of its samples, each counted once; if not, writes the
 * contradiction: "rooms: 12 values on 11 samples". */
bool fl_tally_check(const fl_tally *self, char out[FL_TALLY_TROUBLE]);

/* A number in which two tallies differ. */
typedef struct fl_tally_difference {
    char what[FL_TALLY_TROUBLE];
    uint64_t first, second;
} fl_tally_difference;

/* True if two tallies of one spec differ; writes the first difference. */
bool fl_tally_differ(const fl_tally *a, const fl_tally *b, fl_tally_difference *out);

/* Tallies from columns: the counts equal those of fl_tally_add for each floor. */

/* True if there are columns of everything that a spec counts. */
bool fl_tally_batch_fits(const fl_tally_spec *spec);

/* Requests the columns and cells that a spec needs. */
void fl_tally_batch_want(const fl_tally_spec *spec, fl_columns *columns, fl_classic_batch *batch);

/* Counts the floors of a batch. Batches must be added in rising order of their floors' numbers. */
void fl_tally_batch_add(fl_tally *self, const fl_columns *columns);

/* Sets wanted[i] if floor i of a batch is counted, not left out. Returns how many are. */
unsigned fl_tally_batch_wanted(const fl_tally *self, const fl_columns *columns,
                               uint8_t wanted[FL_CLASSIC_BATCH_FLOORS]);

/* The digest of a run: two runs of one experiment must agree in it, whatever machine, backend or number of
 * threads made them.
 *
 * The rule. XXH3-128 over, in this order: the experiment's identity text; the numbers `from` and `to` of the
 * floors; for each configuration its floors, failed floors, all counts of the tally in the spec's order, and
 * for each metric min, max, argmin, argmax, the number, sum and sum of squares of values beyond the bins (low
 * half first). Every number is hashed as 64 bits, little end first, on every machine. Threads, times,
 * machines and the version of the file are not hashed, nor the sums of the floors' numbers, which `from` and
 * `to` determine. */

enum { FL_DIGEST_TEXT = 33 };

/* Writes 32 hexadecimal digits. `range`: the floors' numbers from and to; one tally per configuration. */
FL_NODISCARD fl_err fl_tally_digest_make(const char *identity, const uint64_t range[2],
                                         const fl_tally *tallies, uint64_t conditions,
                                         char out[FL_DIGEST_TEXT]);

/* Writes the digest of a text, for identities. */
void fl_tally_digest_text(const char *text, size_t size, char out[FL_DIGEST_TEXT]);

/* Tallies as compact bytes, for checkpoints: zeros are skipped, numbers take as many bytes as they need. */

/* Appends a tally. */
void fl_tally_pack_add(const fl_tally *tally, fl_text *out);

/* A position in packed bytes. */
typedef struct fl_tally_pack_reader {
    const unsigned char *at, *end;
} fl_tally_pack_reader;

/* Reads a tally of the same spec; FL_ERR_DAMAGED when the bytes are not one. */
FL_NODISCARD fl_err fl_tally_pack_read(fl_tally_pack_reader *self, fl_tally *out);

/* Single numbers in the same packing. */
void fl_tally_pack_add_number(uint64_t number, fl_text *out);
FL_NODISCARD fl_err fl_tally_pack_read_number(fl_tally_pack_reader *self, uint64_t *out);

#endif
