/* A claim: what a document says about floors, in a form that can be counted and judged.
 *
 * One entry of a claims file (data/claims). What is counted is an event (its trials are what the event counts) or a
 * metric; a metric with `values` is the event that it takes one of them. All texts are borrowed from the file's YAML. */
#ifndef FL_ANALYSIS_CLAIM_CLAIM_H
#define FL_ANALYSIS_CLAIM_CLAIM_H

#include "analysis/claim/value_set.h"
#include "analysis/metric/event.h"
#include "analysis/stat/verdict.h"
#include "gen/base/yaml.h"

#define FL_CLAIM_NO_EVENT "none" /* a floor_event: what a player sees is no question here */

enum { FL_CLAIM_CELLS = 64, FL_CLAIM_NO_METRIC = FL_METRIC_COUNT + 1 };

/* symbol, name, default tolerance, what it claims */
#define FL_CLAIM_KINDS(X)                                                                                    \
    X(PROBABILITY, "probability", 0.005, "the chance of the event is the documented one")                    \
    X(DISTRIBUTION, "distribution", 0.01, "the metric follows the documented law")                           \
    X(SUPPORT, "support", 0.0001, "the metric takes documented values only")                                 \
    X(NEVER, "never", 0.0001, "the event never happens")                                                     \
    X(ALWAYS, "always", 0.0001, "the event always happens")                                                  \
    X(OCCURS, "occurs", 0.0001, "the event happens at all")                                                  \
    X(BOUND, "bound", 0.005, "the chance, or the mean, is at least or at most the documented one")           \
    X(MEAN, "mean", 0.05, "the mean of the metric is the documented one")                                    \
    X(EQUALS, "equals", 0.01, "two populations have one law")                                                \
    X(ORDER, "order", 0, "the mean of the metric, or the share of the event, rises along the populations")

#define FL_CLAIM_ENUM(symbol, ...) FL_CLAIM_##symbol,
typedef enum fl_claim_kind { FL_CLAIM_KINDS(FL_CLAIM_ENUM) FL_CLAIM_KINDS_N } fl_claim_kind;
#undef FL_CLAIM_ENUM

typedef struct fl_claim_kind_row {
    const char *name;
    double tolerance; /* where the claim names none */
    const char *meaning;
} fl_claim_kind_row;

/* A documented law: chances of single values; no other value occurs. */
typedef struct fl_claim_law {
    int32_t value[FL_CLAIM_CELLS];
    fl_fraction chance[FL_CLAIM_CELLS];
    unsigned cells_n;
} fl_claim_law;

typedef struct fl_claim {
    const char *id, *source, *text;
    const char *document;       /* the file's source */
    const char *reading, *note; /* may be NULL */
    fl_claim_kind kind;
    const char *event; /* NULL: a metric is counted */
    const char
        *floor_event; /* whose hits per floor are what a player sees; NULL = the gate's own, if it is one */
    unsigned metric;  /* FL_METRIC_COUNT = clustering_room; FL_CLAIM_NO_METRIC = an event is counted */
    fl_value_set values; /* with them, the event that the metric is among them; of a mean: all it can be */
    fl_value_set given;  /* only floors whose metric is among these are trials */
    bool is_inverted;    /* the event is that the metric is not among them */
    fl_fraction value;
    const char *value_text;
    fl_verdict_relation relation;
    fl_claim_law law;
    bool is_about, is_complete;
    double tolerance;
    const fl_yaml_node *node; /* the entry, for what is looked up once all files are read */
    fl_yaml *yaml;
} fl_claim;

const fl_claim_kind_row *fl_claim_kind_of(fl_claim_kind kind);

/* Whether hits among trials are counted, and not a whole distribution or a mean. */
bool fl_claim_is_chance(const fl_claim *self);

/* The event that says how often a player sees it on a floor: the claim's own, or for a gate's `passed` its `placed`.
 * Empty if there is none. */
void fl_claim_floor_event(const fl_claim *self, char out[FL_EVENT_NAME]);

/* What the document says: "5/14", "at least 1/2", "never". */
void fl_claim_print_documented(const fl_claim *self, fl_text *out);

/* What is counted: "hits of gate.sacrifice.passed", "floors with plan_rooms in 7…8". */
void fl_claim_print_counted(const fl_claim *self, unsigned metric, fl_text *out);

#endif
