/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tallies: exact integer counts of many samples.
 *
 * A spec (fl_tally_spec) says what is counted and where each count lies in one array of uint64; a tally is
 * such an array. Merging two tallies adds their arrays (and takes the smaller minimum, the larger maximum),
 * so the result is the same for any split of the floors over threads, blocks, shards or interruptions. Adding
 * a floor allocates nothing.
 *
 *     fl_tally_spec_make    what to count -> spec
 *     fl_tally_init         an empty tally; one for each worker
 *     fl_tally_add          one floor, or
 *     fl_tally_batch_add    a whole batch of floors from their columns
 *     fl_tally_merge        the workers' tallies into one
 *     fl_tally_digest_make  32 digits that two equal runs agree in
 *     fl_tally_pack_add     compact bytes, for checkpoints
 *
 * Journeys have a tally of their own (fl_journey_tally), further below. */
#ifndef FL_ANALYSIS_TALLY_TALLY_H
#define FL_ANALYSIS_TALLY_TALLY_H

#include "analysis/metric/column/column.h"
#include "gen/journey/journey.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 fl_tally_sum;

enum {
    FL_TALLY_METRICS = FL_METRIC_COUNT + 1, /* the last is clustering_room: a value per room, not per floor */
    FL_TALLY_JOINTS = 32,
    FL_TALLY_STEPS = 48, /* steps of a trace: floors 0, 1…2, 3…6, …: step k ends before floor 2^(k+1) - 1 */
    FL_TALLY_NO_GATE = 255, /* in gate_of: the floors do not have this gate */
};

typedef struct fl_tally_metric {
    unsigned metric; /* FL_METRIC_COUNT = clustering_room */
    uint32_t bins;   /* values 0…bins-1 have a count each */
    size_t at;       /* index of the first of these counts in the array; the same for every `at` below */
} fl_tally_metric;

typedef struct fl_tally_event {
    char name[FL_EVENT_NAME];
    const fl_event_row *row; /* NULL for a gate */
    unsigned gate, bit;
    size_t at; /* FL_TALLY_STEPS trials, then as many hits */
} fl_tally_event;

/* The events of one gate: their counts follow each other. */
typedef struct fl_tally_gate {
    unsigned gate;
    unsigned flags; /* which of its flags are counted */
    size_t at;      /* of the first of them */
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

/* What is counted, and where. */
typedef struct fl_tally_spec {
    unsigned groups; /* the metric groups that fl_metric_compute must compute */
    fl_tally_metric metrics[FL_TALLY_METRICS];
    unsigned metrics_n;
    fl_tally_event events[FL_EVENT_MAX];
    unsigned events_n;
    unsigned rows_n; /* events that belong to no gate; they come first */
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

/* The values of a metric that only need to be counted: they have bins and lie between the extremes so far, so
 * that no extreme changes. It may be narrower than that (after a merge), never wider. */
typedef struct fl_tally_window {
    unsigned metric;
    uint32_t first, n; /* the values from first to first + n - 1; 0 = none */
    uint32_t at;       /* index of the count of `first` */
} fl_tally_window;

typedef struct fl_tally {
    const fl_tally_spec *spec; /* borrowed */
    uint64_t *count;           /* [spec->counts_n] */
    fl_tally_extreme *extreme; /* [spec->metrics_n] */
    fl_tally_window *window;   /* [spec->metrics_n] */
    const uint8_t *gate_of;    /* borrowed: by gate of the spec, the floor's number of it; NULL = the same */
    uint64_t floors, failed;
} fl_tally;

/* What the caller wants counted. */
typedef struct fl_tally_request {
    const fl_generator *generator;
    const char *const *gate_names; /* the union over all conditions */
    unsigned gates_n;
    const unsigned *metrics; /* NULL = the default ones that the generator gives a meaning */
    unsigned metrics_n;
    const unsigned (*joints)[2];
    unsigned joints_n;
    const char *const *events; /* names; NULL = all; unknown names are ignored */
    unsigned events_n;
    bool with_maps, with_events;
    uint32_t cells_most; /* most cells that the rooms of a floor cover, over all conditions; 0 = the
                            generator's maximum */
} fl_tally_request;

/* FL_ERR_INPUT: a joint needs too many counts. */
FL_NODISCARD fl_err fl_tally_spec_make(fl_tally_spec *self, const fl_tally_request *request, fl_diag *diag);

/* Whether a generator gives a metric a meaning. */
bool fl_tally_has_metric(const fl_generator *generator, unsigned metric);

FL_NODISCARD fl_err fl_tally_init(fl_tally *self, const fl_tally_spec *spec);
void fl_tally_free(fl_tally *self);
void fl_tally_clear(fl_tally *self);

/* Counts one floor whose metrics were computed with `work`. Floors must come in rising order of their
 * numbers. */
void fl_tally_add(fl_tally *self, const fl_floor *floor, const int32_t *values, const fl_metric_work *work,
                  uint64_t index);

/* Adds another tally of the same spec. */
void fl_tally_merge(fl_tally *self, const fl_tally *other);

/* Number, sum and sum of squares of a metric's values (number `i` of the spec). */
void fl_tally_sums(const fl_tally *self, unsigned i, fl_tally_sum out[3]);

/* "rooms", or "clustering_room". */
const char *fl_tally_metric_name(const fl_tally_metric *metric);

/* Tallies straight from columns: the same counts as fl_tally_add gives floor by floor. */

/* Whether there are columns of everything that a spec counts. */
bool fl_tally_batch_fits(const fl_tally_spec *spec);

/* Requests the columns and cells that a spec needs. */
void fl_tally_batch_want(const fl_tally_spec *spec, fl_columns *columns, fl_classic_batch *batch);

/* Counts the floors of a batch. Batches must come in rising order of their floors' numbers. */
void fl_tally_batch_add(fl_tally *self, const fl_columns *columns);

/* The digest of a run: two runs of one experiment must agree in it, whatever machine, backend or number of
 * threads made them.
 *
 * The rule. XXH3-128 over, in this order: the experiment's identity text; the numbers `from` and `to` of the
 * floors; for each condition its floors, failed floors, all counts of the tally in the spec's order, and for
 * each metric min, max, argmin, argmax, the number, sum and sum of squares of values beyond the bins (low
 * half first). Every number is hashed as 64 bits, little end first, on every machine. Neither threads, times,
 * machines nor the version of the file take part. */

enum { FL_DIGEST_TEXT = 33 };

/* Writes 32 hexadecimal digits. `range`: the floors' numbers from and to; one tally for each condition. */
FL_NODISCARD fl_err fl_tally_digest_make(const char *identity, const uint64_t range[2],
                                         const fl_tally *tallies, uint64_t conditions,
                                         char out[FL_DIGEST_TEXT]);

/* The digest of a text, for identities. */
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

/* Single numbers, packed in the same way. */
void fl_tally_pack_add_number(uint64_t number, fl_text *out);
FL_NODISCARD fl_err fl_tally_pack_read_number(fl_tally_pack_reader *self, uint64_t *out);

/* Tallies of journeys: the counts of one journey (fl_journey_counts) while it lasts, then exact sums over
 * journeys.
 *
 * Every visit of a floor is counted as well, by the rules the floor was made with and by how it answers the
 * conditions on the way out of it, with the kinds of rooms it has. Merging is addition; the digest covers
 * every number. */

enum { FL_JOURNEY_TALLY_DIGEST = 33, FL_JOURNEY_TALLY_ROOMS = 1 + FL_KIND_COUNT };

/* What a journey meets on a floor. */
typedef struct fl_visit_counts {
    fl_journey_seen seen;
    bool has_failed; /* then it has no rooms */
    uint16_t rooms;
    uint16_t kind_n[FL_KIND_COUNT];
} fl_visit_counts;

/* The counts of one journey so far. */
typedef struct fl_journey_counts {
    uint32_t rooms;
    uint8_t failed;                     /* floors that could not be made */
    uint16_t kind_n[FL_KIND_COUNT];     /* rooms of each kind, on all floors */
    uint8_t first_floor[FL_KIND_COUNT]; /* stop of the dungeon plan where the kind was first met;
                                           FL_JOURNEY_END = nowhere */
} fl_journey_counts;

typedef struct fl_journey_sum {
    uint64_t sum, square, min, max; /* min > max: nothing added yet */
} fl_journey_sum;

typedef struct fl_journey_kind_tally {
    uint64_t journeys; /* with at least one room of the kind */
    fl_journey_sum each;
    uint64_t first_floor[FL_JOURNEY_STOPS]; /* journeys by the stop where it was first met */
} fl_journey_kind_tally;

typedef struct fl_journey_tally {
    const fl_journey *journey; /* borrowed */
    uint64_t journeys, failed, unfinished;
    uint64_t ended[FL_JOURNEY_STOPS];      /* journeys by the stop where they ended */
    uint64_t length[FL_JOURNEY_STEPS + 1]; /* journeys by number of floors */
    fl_journey_sum floors, rooms;
    fl_journey_sum variable[FL_JOURNEY_VARIABLES]; /* at the end, as the difference from the smallest value */
    uint64_t flag[FL_JOURNEY_FLAGS];               /* journeys that ended with the flag set */
    fl_journey_kind_tally kind[FL_KIND_COUNT];
    uint64_t *visit; /* [classes_n][FL_JOURNEY_TALLY_ROOMS]: visits, then those with a room of each kind */
} fl_journey_tally;

FL_NODISCARD fl_err fl_tally_journey_init(fl_journey_tally *self, const fl_journey *journey);
void fl_tally_journey_free(fl_journey_tally *self);

/* Before the first floor. */
void fl_tally_journey_begin(fl_journey_counts *counts);

/* On every floor, before fl_journey_walk_leave. */
void fl_tally_journey_visit(fl_journey_tally *self, fl_journey_counts *counts, const fl_journey_walk *walk,
                            const fl_visit_counts *visit);

/* After the last floor: adds the journey to the tally. */
void fl_tally_journey_end(fl_journey_tally *self, const fl_journey_counts *counts,
                          const fl_journey_walk *walk);

/* Fills `out` from a floor. */
void fl_tally_journey_look(const fl_floor *floor, fl_visit_counts *out);

void fl_tally_journey_merge(fl_journey_tally *self, const fl_journey_tally *other);

/* Journeys that met their first room of a kind in the chapters 1…chapter. */
uint64_t fl_tally_journey_by_chapter(const fl_journey_tally *self, fl_kind kind, unsigned chapter);

/* Visits of stop number `floor` of the dungeon plan. */
uint64_t fl_tally_journey_visits(const fl_journey_tally *self, unsigned floor);

/* 32 hexadecimal digits that cover every number; the same on every machine. */
void fl_tally_journey_digest(const fl_journey_tally *self, char out[FL_JOURNEY_TALLY_DIGEST]);

#endif
