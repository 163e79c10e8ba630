/* A claim: what a document says about floors, in a form that can be counted and judged.
 *
 * One entry of a claims file (data/claims). What is counted is an event (its trials are what the event counts) or a
 * metric; a metric with `values` is the event that it takes one of them. All texts are borrowed from the file's YAML. */
#ifndef FL_ANALYSIS_CLAIM_CLAIM_H
#define FL_ANALYSIS_CLAIM_CLAIM_H

#include "analysis/stat/stat.h"
#include "analysis/tally/tally.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A document or a public program that claims rest on (data/sources.yaml). All texts are borrowed from the file's YAML;
 * those that may be NULL are unknown. */
typedef struct fl_claim_source {
    const char *short_name; /* what citations begin with: "Gao 2022" */
    const char *title;
    const char *id, *author, *what, *where, *date, *licence; /* may be NULL */
} fl_claim_source;

typedef struct fl_claim_source_list {
    fl_claim_source **row;
    size_t n;
    fl_yaml *shipped; /* NULL: those that ship are not in the list */
} fl_claim_source_list;

void fl_claim_source_list_init(fl_claim_source_list *self);
void fl_claim_source_list_free(fl_claim_source_list *self);

/* Adds those that ship; once is enough. */
FL_NODISCARD fl_err fl_claim_source_list_add_shipped(fl_claim_source_list *self, fl_diag *diag);

/* The source that a citation begins with, or NULL. */
const fl_claim_source *fl_claim_source_list_find(const fl_claim_source_list *self, const char *citation);

/* Whether a source is among those that a text cites: "Gao 2022, 6; Blade, LevelGen.cs". */
bool fl_claim_source_list_cites(const fl_claim_source_list *self, const char *text,
                                const fl_claim_source *source);

/* A set of whole numbers as documents name them: 7, 8, 50..59. */

enum { FL_VALUE_SET_PIECES = 64 };

typedef struct fl_value_set_piece {
    int32_t first, last;
} fl_value_set_piece;

typedef struct fl_value_set {
    fl_value_set_piece piece[FL_VALUE_SET_PIECES];
    unsigned pieces_n; /* 0: no set was given */
} fl_value_set;

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
typedef enum fl_claim_type { FL_CLAIM_KINDS(FL_CLAIM_ENUM) FL_CLAIM_KINDS_N } fl_claim_type;
#undef FL_CLAIM_ENUM

typedef struct fl_claim_type_row {
    const char *name;
    double tolerance; /* where the claim names none */
    const char *meaning;
} fl_claim_type_row;

/* A documented law: chances of single values; no other value occurs. */
typedef struct fl_claim_law {
    int32_t value[FL_CLAIM_CELLS];
    fl_fraction chance[FL_CLAIM_CELLS];
    unsigned cells_n;
} fl_claim_law;

typedef struct fl_claim {
    const char *id, *source, *text;
    const char *document;         /* the file's source */
    const char *quote;            /* the sentence of the source, word for word; may be NULL */
    const fl_claim_source *cited; /* what the source begins with; NULL until the entry is in a set */
    const char *reading, *note;   /* may be NULL */
    fl_claim_type kind;
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

const fl_claim_type_row *fl_claim_type_of(fl_claim_type kind);

/* The event that says how often a player sees it on a floor: the claim's own, or for a gate's `passed` its `placed`.
 * Empty if there is none. */
void fl_claim_floor_event(const fl_claim *self, char out[FL_EVENT_NAME]);

/* What the document says: "5/14", "at least 1/2", "never". */
void fl_claim_print_documented(const fl_claim *self, fl_text *out);

/* What is counted: "hits of gate.sacrifice.passed", "floors with plan_rooms in 7…8". */
void fl_claim_print_counted(const fl_claim *self, unsigned metric, fl_text *out);

/* What a tally holds about a claim. */

/* Whether a tally counts all that a claim needs. */
bool fl_claim_counts_has(const fl_claim *claim, unsigned metric, const fl_tally *tally);

/* The metric groups that a claim needs. */
unsigned fl_claim_counts_groups(const fl_claim *claim, unsigned metric);

/* All claims that are judged together: files of claims, the populations they are about, and the rows of the table: one
 * for each claim, population and metric.
 *
 * Files are added one by one; populations may be used by all of them. rows.h then makes the rows. */

enum { FL_CLAIM_SET_POPULATIONS = 16 }; /* of one row */

typedef struct fl_population {
    const char *name;
    const fl_generator *generator;
    fl_setting_values values; /* as given; once opened with everything the rules add */
    void *rules;              /* NULL: not opened */
    unsigned same; /* the first population with the same floors; its own number if there is none before */
    uint32_t mark; /* from generator and settings alone: for a seed that no other population has */
    bool is_needed;
    const fl_yaml_node *node;
    fl_yaml *yaml;
} fl_population;

typedef struct fl_claim_row {
    char *id;
    const fl_claim *claim; /* borrowed from the book */
    unsigned metric;       /* as in fl_claim */
    unsigned population[FL_CLAIM_SET_POPULATIONS];
    unsigned populations_n;
    fl_verdict expected;
    bool is_chosen;
} fl_claim_row;

typedef struct fl_claim_set {
    fl_yaml **file;
    size_t files_n;
    fl_population *population;
    size_t populations_n;
    fl_claim **claim;
    size_t claims_n;
    fl_claim_row *row;
    size_t rows_n;
    fl_claim_source_list sources; /* those that ship, and those of the files */
} fl_claim_set;

void fl_claim_set_init(fl_claim_set *self);
void fl_claim_set_free(fl_claim_set *self);

/* Adds a file; `name` is its name in messages. */
FL_NODISCARD fl_err fl_claim_set_add(fl_claim_set *self, const char *text, size_t size, const char *name,
                                     fl_diag *diag);

/* Adds all files that ship. */
FL_NODISCARD fl_err fl_claim_set_add_shipped(fl_claim_set *self, fl_diag *diag);

/* The nearest id of a claim or row, or NULL. */
const char *fl_claim_set_nearest(const fl_claim_set *self, const char *id);

/* Number `n` of the claims that contradict a claim, whichever of the two says so; NULL beyond the last. */
const fl_claim *fl_claim_set_conflict(const fl_claim_set *self, const fl_claim *claim, size_t n);

/* From the entries of a book to its rows: what entries say about each other is looked up, the populations that the chosen
 * rows need are opened, and those that are the same floors are found. */

/* Gives a setting to all populations whose generator knows it: "plant.sacrifice=0.2". Before the rows are made. */
FL_NODISCARD fl_err fl_claim_rows_set(fl_claim_set *book, const char *assignment, fl_diag *diag);

/* Makes the rows, once. Only those whose id or claim matches the pattern are chosen (NULL = all); what only others need
 * stays closed. */
FL_NODISCARD fl_err fl_claim_rows_make(fl_claim_set *book, const char *pattern, fl_diag *diag);

/* One row of the table, judged from what was counted. */

typedef struct fl_claim_judge_result {
    fl_verdict_result found;
    uint64_t trials;   /* of all populations */
    uint64_t hits;     /* FL_CLAIM_JUDGE_NO_HITS where no event is counted */
    uint64_t floors;   /* of all populations */
    double floor_rate; /* how often a player sees it on a floor; NAN where that is no question */
    double
        floors_needed; /* floors until a verdict if the shares stay; 0: there is one; INFINITY: not in sight */
} fl_claim_judge_result;

#define FL_CLAIM_JUDGE_NO_HITS UINT64_MAX

/* Judges a row at its share of alpha. `tallies` are those of the row's populations and count what it needs.
 * `tolerance` takes the place of the claim's where that is about a chance; 0 = the claim's own. */
typedef struct fl_claim_judge {
    const fl_claim_row *row;
    const fl_tally *const *tallies; /* [row->populations_n] */
    double alpha, tolerance;
} fl_claim_judge;

/* The claim as the statistics see it. */
fl_stat_claim fl_claim_judge_claim(const fl_claim_judge *self);

/* What came of a row of the claims: the figures it was judged by, and how they came about. */

enum { FL_FINDING_POINTS = 160 };

/* The figures at a checkpoint. */
typedef struct fl_finding_point {
    uint64_t floors, trials;
    double observed;
    fl_interval limits;
    fl_verdict verdict;
} fl_finding_point;

typedef struct fl_finding {
    const fl_claim_row *row;
    fl_claim_judge_result result;
    bool is_counted; /* there was something to judge it by */
    bool is_partial; /* its metrics were no longer worked out on the floors that came later */
    fl_finding_point point[FL_FINDING_POINTS];
    unsigned points_n;
} fl_finding;

/* How many there are of what. */
typedef struct fl_finding_sum {
    unsigned confirmed, refuted, undecided, unexpected, left_out;
    unsigned waiting; /* undecided where a verdict was expected */
} fl_finding_sum;

/* The chosen rows of a book, nothing counted yet; *n of them. */
FL_NODISCARD fl_err fl_claim_finding_list(const fl_claim_set *book, fl_finding **out, size_t *n,
                                          fl_diag *diag);

/* Judges a row by what has been counted and notes the figures. A verdict stays; its figures go on with the counts as
 * long as they bear it out. */
FL_NODISCARD fl_err fl_claim_finding_judge(fl_finding *self, const fl_claim_judge *judge, fl_diag *diag);

bool fl_claim_finding_is_open(const fl_finding *self);

/* A verdict other than the expected one; where none was expected, any will do. */
bool fl_claim_finding_is_unexpected(const fl_finding *self);

fl_finding_sum fl_claim_finding_count(const fl_finding *all, size_t n);

/* 0 all is as expected, 1 a verdict is not, 4 a verdict is still missing. */
int fl_claim_finding_exit_code(const fl_finding_sum *sum);

/* Documented numbers as they are written, exactly: 5/14, 0.25 (read as 25/100), 3. */

/* Digits, and a point or a slash between digits; up to 18 of them on a side. FL_ERR_INPUT for anything else. */
FL_NODISCARD fl_err fl_claim_fraction_read(const char *text, fl_fraction *out);

#endif
