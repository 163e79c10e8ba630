/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tallies: what was counted on many floors, as exact integers.
 *
 * A plan says what is counted and where each count lies in one array of uint64; a tally is such an array. Merging two
 * tallies is adding their arrays (and taking the smaller minimum, the larger maximum), so the result is the same for any
 * split of the floors over threads, blocks, shards or interruptions. Adding a floor allocates nothing.
 *
 * Sums and sums of squares follow from the counts; only values beyond a metric's bins carry sums of their own. */
#ifndef FL_ANALYSIS_TALLY_TALLY_H
#define FL_ANALYSIS_TALLY_TALLY_H

#include "analysis/metric/column/column.h"
#include "gen/journey/journey.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 fl_tally_sum;

enum {
    FL_TALLY_METRICS =
        FL_METRIC_COUNT + 1, /* the last one is clustering_room: a value per room, not per floor */
    FL_TALLY_JOINTS = 32,
    FL_TALLY_STEPS = 48, /* trace steps: floors 0, 1…2, 3…6, …: step k ends before floor 2^(k+1) - 1 */
};

typedef struct fl_tally_metric {
    unsigned metric; /* FL_METRIC_COUNT = clustering_room */
    uint32_t bins;   /* values 0…bins-1 have a count each */
    size_t at;       /* where they start */
} fl_tally_metric;

typedef struct fl_tally_event {
    char name[FL_EVENT_NAME];
    const fl_event_row *row; /* NULL for a gate */
    unsigned gate, bit;
    size_t at; /* FL_TALLY_STEPS trials, then as many hits */
} fl_tally_event;

/* The events of one gate: they stand one behind the other. */
typedef struct fl_tally_gate {
    unsigned gate;
    unsigned flags; /* which of its flags are counted */
    size_t at;      /* of the first */
} fl_tally_gate;

typedef struct fl_tally_joint {
    unsigned a, b; /* metrics */
    uint32_t a_bins, b_bins;
    size_t at;
} fl_tally_joint;

typedef struct fl_tally_map {
    int kind; /* -1 = any room */
    size_t at;
} fl_tally_map;

typedef struct fl_tally_spec {
    unsigned groups; /* what fl_metric_compute must work out */
    fl_tally_metric metrics[FL_TALLY_METRICS];
    unsigned metrics_n;
    fl_tally_event events[FL_EVENT_MAX];
    unsigned events_n;
    unsigned rows_n; /* events that are not of gates: they come first */
    fl_tally_gate gates[FL_EVENT_MAX];
    unsigned gates_n;
    fl_tally_joint joints[FL_TALLY_JOINTS];
    unsigned joints_n;
    fl_tally_map maps[FL_KIND_COUNT + 1];
    unsigned maps_n;
    size_t kind_at[FL_KIND_COUNT]; /* where the map of a kind starts */
    int width, height;
    size_t counts_n;
} fl_tally_spec;

/* Smallest and largest value of a metric and the smallest floor numbers that have them. */
typedef struct fl_tally_extreme {
    int32_t min, max; /* min > max: nothing yet */
    uint64_t argmin, argmax;
    uint64_t over_n; /* values beyond the bins */
    fl_tally_sum over_sum, over_square;
} fl_tally_extreme;

/* Values of a metric that are merely counted: they have bins and lie between the extremes there were. Never wider than
 * that, so it may lag behind extremes that come from elsewhere. */
typedef struct fl_tally_window {
    unsigned metric;
    uint32_t first, n; /* the values from first to first + n - 1; 0 = none */
    uint32_t at;       /* where the count of `first` is */
} fl_tally_window;

typedef struct fl_tally {
    const fl_tally_spec *plan; /* borrowed */
    uint64_t *count;           /* [plan->counts_n] */
    fl_tally_extreme *extreme; /* [plan->metrics_n] */
    fl_tally_window *window;   /* [plan->metrics_n] */
    const uint8_t *gate_of; /* borrowed: the plan's gates in the numbering of the floors; NULL = the same */
    uint64_t floors, failed;
} fl_tally;

enum { FL_TALLY_NO_GATE = 255 };

/* What to count. */
typedef struct fl_tally_request {
    const fl_generator *generator;
    const char *const *gate_names; /* of all conditions together */
    unsigned gates_n;
    const unsigned *metrics; /* NULL = all that the generator gives a meaning */
    unsigned metrics_n;
    const unsigned (*joints)[2];
    unsigned joints_n;
    const char *const *events; /* names; NULL = all; those unknown are not counted */
    unsigned events_n;
    bool with_maps, with_events;
    uint32_t cells_most; /* of a floor's rooms, over all conditions; 0 = as many as the generator can have */
} fl_tally_request;

FL_NODISCARD fl_err fl_tally_spec_make(fl_tally_spec *self, const fl_tally_request *wish, fl_diag *diag);

/* Whether a generator gives a metric a meaning. */
bool fl_tally_has_metric(const fl_generator *generator, unsigned metric);

FL_NODISCARD fl_err fl_tally_init(fl_tally *self, const fl_tally_spec *plan);
void fl_tally_free(fl_tally *self);
void fl_tally_clear(fl_tally *self);

/* Counts one floor whose metrics were computed with `work`. Floors come in rising order of their numbers. */
void fl_tally_add(fl_tally *self, const fl_floor *floor, const int32_t *values, const fl_metric_work *work,
                  uint64_t index);

/* Adds another tally of the same plan. */
void fl_tally_merge(fl_tally *self, const fl_tally *other);

/* Number, sum and sum of squares of a metric's values (number `i` of the plan). */
void fl_tally_sums(const fl_tally *self, unsigned i, fl_tally_sum out[3]);

/* "rooms", or "clustering_room". */
const char *fl_tally_metric_name(const fl_tally_metric *metric);

/* The digest of a run: what two runs of one experiment must agree in, whatever made them.
 *
 * The rule. XXH3-128 over, in this order: the experiment's identity text; the numbers `from` and `to` of the floors; for
 * each condition its floors, failed floors, all counts of the tally in the plan's order, and for each metric min, max,
 * argmin, argmax, the number, sum and sum of squares of values beyond the bins (low half first). Every number is 64 bits,
 * little end first. Neither threads, times, machines nor the version of the file take part. */

enum { FL_DIGEST_TEXT = 33 };

/* Into 32 hexadecimal digits. */
FL_NODISCARD fl_err fl_tally_digest_make(const char *identity, const uint64_t range[2],
                                         const fl_tally *tallies, uint64_t conditions,
                                         char out[FL_DIGEST_TEXT]);

/* The digest of a text, for names of things. */
void fl_tally_digest_text(const char *text, size_t size, char out[FL_DIGEST_TEXT]);

/* What runs came to: one note for each run, and exact sums of notes.
 *
 * Beside the runs every visit of a floor is counted by the rules it was made with and by what it answers to the
 * conditions behind it, with the kinds of rooms it has. Merging is addition; the digest covers every number. */

enum { FL_JOURNEY_TALLY_DIGEST = 33, FL_JOURNEY_TALLY_ROOMS = 1 + FL_KIND_COUNT };

/* A visit of a floor. */
typedef struct fl_visit_counts {
    fl_journey_seen sight;
    bool has_failed; /* then it has no rooms */
    uint16_t rooms;
    uint16_t kind_n[FL_KIND_COUNT];
} fl_visit_counts;

/* What a run came to so far. */
typedef struct fl_journey_counts {
    uint32_t rooms;
    uint8_t failed;                 /* floors that could not be made */
    uint16_t kind_n[FL_KIND_COUNT]; /* rooms of each kind, on all floors */
    uint8_t
        first_floor[FL_KIND_COUNT]; /* of the plan, where the kind was first met; FL_JOURNEY_END = nowhere */
} fl_journey_counts;

typedef struct fl_journey_sum {
    uint64_t sum, square, min, max; /* min > max: nothing was added */
} fl_journey_sum;

typedef struct fl_journey_kind_tally {
    uint64_t runs; /* with at least one */
    fl_journey_sum each;
    uint64_t first_floor[FL_JOURNEY_FLOORS]; /* runs by the floor where it was first met */
} fl_journey_kind_tally;

typedef struct fl_journey_tally {
    const fl_journey *journey; /* borrowed */
    uint64_t runs, failed, unfinished;
    uint64_t ended[FL_JOURNEY_FLOORS];     /* runs that ended on a floor */
    uint64_t length[FL_JOURNEY_STEPS + 1]; /* runs by floors */
    fl_journey_sum floors, rooms;
    fl_journey_sum variable[FL_JOURNEY_VARIABLES]; /* at the end, from the least value */
    uint64_t flag[FL_JOURNEY_FLAGS];               /* runs that ended with it */
    fl_journey_kind_tally kind[FL_KIND_COUNT];
    uint64_t
        *visit; /* [classes_n][FL_JOURNEY_TALLY_ROOMS]: visits, and those with at least one room of a kind */
} fl_journey_tally;

FL_NODISCARD fl_err fl_tally_journey_init(fl_journey_tally *self, const fl_journey *journey);
void fl_tally_journey_free(fl_journey_tally *self);

/* A run begins. */
void fl_tally_journey_begin(fl_journey_counts *note);

/* It was on a floor; before fl_journey_walk_leave. */
void fl_tally_journey_visit(fl_journey_tally *self, fl_journey_counts *note, const fl_journey_walk *walk,
                            const fl_visit_counts *visit);

/* It is over. */
void fl_tally_journey_end(fl_journey_tally *self, const fl_journey_counts *note, const fl_journey_walk *walk);

/* The visit that a floor is. */
void fl_tally_journey_look(const fl_floor *floor, fl_visit_counts *out);

void fl_tally_journey_merge(fl_journey_tally *self, const fl_journey_tally *other);

/* Runs whose first room of a kind was met in chapter 1…chapter. */
uint64_t fl_tally_journey_by_chapter(const fl_journey_tally *self, fl_kind kind, unsigned chapter);

/* Visits of a floor. */
uint64_t fl_tally_journey_visits(const fl_journey_tally *self, unsigned floor);

/* A hash of all numbers, as text. */
void fl_tally_journey_digest(const fl_journey_tally *self, char out[FL_JOURNEY_TALLY_DIGEST]);

/* Tallies as compact bytes, for checkpoints: runs of zeros are skipped, numbers take as many bytes as they need. */

/* Appends a tally. */
void fl_tally_pack_add(const fl_tally *tally, fl_text *out);

/* A place in packed bytes. */
typedef struct fl_tally_pack_reader {
    const unsigned char *at, *end;
} fl_tally_pack_reader;

/* Reads a tally of the same plan; FL_ERR_DAMAGED when the bytes are none. */
FL_NODISCARD fl_err fl_tally_pack_read(fl_tally_pack_reader *self, fl_tally *out);

/* Single numbers, in the same form. */
void fl_tally_pack_add_number(uint64_t number, fl_text *out);
FL_NODISCARD fl_err fl_tally_pack_read_number(fl_tally_pack_reader *self, uint64_t *out);

/* Tallies straight from columns: the same counts as fl_tally_add, floor by floor, gives. */

/* Whether there are columns of all that a plan counts. */
bool fl_tally_batch_fits(const fl_tally_spec *plan);

/* Asks for what a plan counts. */
void fl_tally_batch_want(const fl_tally_spec *plan, fl_columns *columns, fl_classic_batch *batch);

/* Counts the floors of a batch. Batches come in rising order of their floors' numbers. */
void fl_tally_batch_add(fl_tally *self, const fl_columns *columns);

#endif
