/* Tallies: what was counted on many floors, as exact integers.
 *
 * A plan says what is counted and where each count lies in one array of uint64; a tally is such an array. Merging two
 * tallies is adding their arrays (and taking the smaller minimum, the larger maximum), so the result is the same for any
 * split of the floors over threads, blocks, shards or interruptions. Adding a floor allocates nothing.
 *
 * Sums and sums of squares follow from the counts; only values beyond a metric's bins carry sums of their own. */
#ifndef FL_ANALYSIS_TALLY_TALLY_H
#define FL_ANALYSIS_TALLY_TALLY_H

#include "analysis/metric/event.h"
#include "gen/floor/generator.h"

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

typedef struct fl_tally_plan {
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
} fl_tally_plan;

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
    const fl_tally_plan *plan; /* borrowed */
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

FL_NODISCARD fl_err fl_tally_plan_make(fl_tally_plan *self, const fl_tally_request *wish, fl_diag *diag);

/* Whether a generator gives a metric a meaning. */
bool fl_tally_has_metric(const fl_generator *generator, unsigned metric);

FL_NODISCARD fl_err fl_tally_init(fl_tally *self, const fl_tally_plan *plan);
void fl_tally_free(fl_tally *self);
void fl_tally_clear(fl_tally *self);

/* Counts one floor whose metrics were computed with `work`. Floors come in rising order of their numbers. */
void fl_tally_add(fl_tally *self, const fl_floor *floor, const int32_t *values, const fl_metric_work *work,
                  uint64_t index);

/* Counts as many floors that have a value (of metric number `i` of the plan, at least 0); its extremes are noted apart. */
static inline void fl_tally_count(fl_tally *self, unsigned i, int32_t value, uint64_t times)
{
    const fl_tally_metric *metric = &self->plan->metrics[i];
    fl_tally_extreme *extreme = &self->extreme[i];
    if ((uint32_t)value < metric->bins) {
        self->count[metric->at + (uint32_t)value] += times;
    } else {
        extreme->over_n += times;
        extreme->over_sum += (fl_tally_sum)times * (uint32_t)value;
        extreme->over_square += (fl_tally_sum)times * (uint32_t)value * (uint32_t)value;
    }
}

/* Notes that a floor has a value; floors come in rising order. */
static inline void fl_tally_see(fl_tally_extreme *self, int32_t value, uint64_t index)
{
    if (value < self->min) {
        self->min = value;
        self->argmin = index;
    }
    if (value > self->max) {
        self->max = value;
        self->argmax = index;
    }
}

/* Adds another tally of the same plan. */
void fl_tally_merge(fl_tally *self, const fl_tally *other);

/* Number, sum and sum of squares of a metric's values (number `i` of the plan). */
void fl_tally_sums(const fl_tally *self, unsigned i, fl_tally_sum out[3]);

/* "rooms", or "clustering_room". */
const char *fl_tally_metric_name(const fl_tally_metric *metric);

#endif
