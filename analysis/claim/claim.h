/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Claims: what documents say about floors, in a form that can be counted and judged.
 *
 * A claim is one entry of a claims file (data/claims). It counts an event (whose trials are what the event
 * counts) or a metric; a metric with `values` is the event that the metric takes one of them. A claim set
 * holds all files and the scenarios of floors that they name; its rows are the table that `verify` prints:
 * a row for each claim, scenario and metric.
 *
 *     fl_claim_set_add            reads a file; may be called for several files
 *     fl_claim_rows_make          makes the rows and opens the scenarios they need
 *     fl_claim_finding_list       a finding for each chosen row
 *     fl_claim_finding_judge      judges a row by the tallies of its scenarios
 *     fl_claim_finding_exit_code  what the program returns */
#ifndef FL_ANALYSIS_CLAIM_CLAIM_H
#define FL_ANALYSIS_CLAIM_CLAIM_H

#include "analysis/stat/stat.h"
#include "analysis/tally/tally.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A document or a public program that claims cite (data/sources.yaml). All texts are borrowed from the file's
 * YAML; those that may be NULL are unknown. */
typedef struct fl_claim_source {
    const char *short_name; /* what citations begin with: "Gao 2022" */
    const char *title;
    const char *id, *author, *what, *where, *date, *licence; /* may be NULL */
} fl_claim_source;

typedef struct fl_claim_source_list {
    fl_claim_source **row;
    size_t n;
    fl_yaml *shipped; /* NULL: the built-in sources are not in the list */
} fl_claim_source_list;

void fl_claim_source_list_init(fl_claim_source_list *self);
void fl_claim_source_list_free(fl_claim_source_list *self);

/* Adds the built-in sources; once is enough. */
FL_NODISCARD fl_err fl_claim_source_list_add_shipped(fl_claim_source_list *self, fl_diag *diag);

/* Returns the source that a citation begins with, or NULL. */
const fl_claim_source *fl_claim_source_list_find(const fl_claim_source_list *self, const char *citation);

/* True if a source is among those that a text cites: "Gao 2022, 6; Blade, LevelGen.cs". */
bool fl_claim_source_list_cites(const fl_claim_source_list *self, const char *text,
                                const fl_claim_source *source);

/* A set of whole numbers as documents name them: 7, 8, 50..59. */
enum { FL_VALUE_SET_PIECES = 64 };

typedef struct fl_value_set_piece {
    int32_t first, last;
} fl_value_set_piece;

typedef struct fl_value_set {
    fl_value_set_piece piece[FL_VALUE_SET_PIECES];
    unsigned pieces_n; /* 0 = no set was given */
} fl_value_set;

enum { FL_CLAIM_CELLS = 64 };

/* symbol, name, default tolerance, what it claims */
#define FL_CLAIM_TYPES(X)                                                                                    \
    X(PROBABILITY, "probability", 0.005, "the chance of the event is the documented one")                    \
    X(DISTRIBUTION, "distribution", 0.01, "the metric follows the documented distribution")                  \
    X(SUPPORT, "support", 0.0001, "the metric takes documented values only")                                 \
    X(NEVER, "never", 0.0001, "the event never happens")                                                     \
    X(ALWAYS, "always", 0.0001, "the event always happens")                                                  \
    X(OCCURS, "occurs", 0.0001, "the event happens at all")                                                  \
    X(BOUND, "bound", 0.005, "the chance, or the mean, is at least or at most the documented one")           \
    X(MEAN, "mean", 0.05, "the mean of the metric is the documented one")                                    \
    X(EQUALS, "equals", 0.01, "two scenarios have the same distribution")                                    \
    X(ORDER, "order", 0, "the mean of the metric, or the share of the event, rises along the scenarios")     \
    X(INDEPENDENT, "independent", 0.05, "questions about one floor do not depend on each other")

#define FL_CLAIM_ENUM(symbol, ...) FL_CLAIM_##symbol,
typedef enum fl_claim_type { FL_CLAIM_TYPES(FL_CLAIM_ENUM) FL_CLAIM_TYPES_N } fl_claim_type;
#undef FL_CLAIM_ENUM

typedef struct fl_claim_type_row {
    const char *name;
    double tolerance; /* default, if the claim gives none */
    const char *meaning;
} fl_claim_type_row;

/* symbol, name, what a refutation of it means */
#define FL_CLAIM_STANCES(X)                                                                                  \
    X(SENTENCE, "sentence", "the document's sentence does not hold there")                                   \
    X(READING, "reading", "our reading of a loose sentence does not hold there")                             \
    X(COMPARISON, "comparison", "two things differ that need not be alike")                                  \
    X(CONTROL, "control", "as it must: nobody claims it, and a judge that cannot refute it is worthless")

#define FL_CLAIM_ENUM(symbol, ...) FL_CLAIM_STANCE_##symbol,
typedef enum fl_claim_stance { FL_CLAIM_STANCES(FL_CLAIM_ENUM) FL_CLAIM_STANCES_N } fl_claim_stance;
#undef FL_CLAIM_ENUM

/* A documented distribution: chances of single values; no other value occurs. */
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
    const char *headline;         /* a few words for a claim that many people look up; NULL for most */
    fl_claim_type type;
    fl_claim_stance stance;
    bool is_predicted;       /* its verdicts were recorded before anything was counted */
    const char *event;       /* NULL: a metric is counted */
    const char *expression;  /* of an event defined in the file: hit if true; NULL = built-in event */
    const char *floor_event; /* its hits per floor are a player's view; NULL = the `placed` of the claim's
                              * roll, if any */
    const char *metric;      /* NULL = an event is counted, or several metrics, a row each */
    fl_value_set values;     /* the event is that the metric is among them; for a mean: all possible values */
    fl_value_set given;      /* only floors whose metric is among these are trials */
    bool is_inverted;        /* the event is that the metric is not among `values` */
    fl_fraction value;
    const char *value_text;
    fl_verdict_relation relation;
    fl_claim_law law;
    bool is_about, is_complete;
    double tolerance;
    const fl_yaml_node *node; /* the entry, for references that are resolved after all files are read */
    fl_yaml *yaml;
} fl_claim;

const fl_claim_type_row *fl_claim_type_of(fl_claim_type type);

/* Returns the name of a stance, "sentence"; and "preregistered" or "post_hoc". */
const char *fl_claim_stance_name(fl_claim_stance stance);
const char *fl_claim_recorded(const fl_claim *self);

/* Writes the event whose hits per floor are a player's view: the claim's `floor_event`, or for a roll's
 * `won` its `placed`. Empty if there is none. */
void fl_claim_floor_event(const fl_claim *self, char out[FL_EVENT_NAME]);

/* Prints the documented value: "5/14", "at least 1/2", "never". */
void fl_claim_print_documented(const fl_claim *self, fl_text *out);

/* Prints the counted thing: "hits of roll.sacrifice.won", "floors with plan_rooms in 7…8". */
void fl_claim_print_counted(const fl_claim *self, const char *metric, fl_text *out);

/* Claim sets: all claims that are judged together. Scenarios may be used by all files. */

enum { FL_CLAIM_SET_SCENARIOS = 16 }; /* most scenarios of one row */

typedef struct fl_scenario {
    const char *name;
    char *own_name; /* NULL: the name is the file's */
    const fl_generator *generator;
    fl_setting_values values; /* as given; once opened, with everything that the rules add */
    void *rules;              /* NULL: not opened */
    fl_catalogue *catalogue;  /* the countable things of its samples; NULL: not opened */
    unsigned same;            /* number of the first scenario with the same floors, possibly itself */
    uint32_t mark;  /* a hash of generator and settings, so that every scenario gets a seed of its own */
    bool is_needed; /* by a chosen row */
    bool is_opened; /* or about to be */
    const fl_yaml_node *node;
    fl_yaml *yaml;
} fl_scenario;

typedef struct fl_claim_row {
    char *id;
    const fl_claim *claim; /* borrowed from the set */
    const char *metric;    /* as in fl_claim */
    unsigned scenario[FL_CLAIM_SET_SCENARIOS];
    unsigned scenarios_n;
    fl_verdict expected;
    bool is_chosen;       /* to be judged */
    bool is_companion;    /* not requested: judged because it decides how many samples others get */
    bool has_rolls_alone; /* its first scenario grows no floors, so there is no player's view */
} fl_claim_row;

/* A claims file as it was given. */
typedef struct fl_claim_file {
    char *name, *text;
    fl_yaml *yaml;
} fl_claim_file;

typedef struct fl_claim_set fl_claim_set;
struct fl_claim_set {
    fl_claim_file *file;
    size_t files_n;
    fl_scenario *scenario;
    size_t scenarios_n;
    fl_claim **claim;
    size_t claims_n;
    fl_claim_row *row;
    size_t rows_n;
    fl_claim_source_list sources; /* the built-in ones and those of the files */
    fl_yaml *indifferent;         /* data/indifferent.yaml; NULL until a file is added */
    fl_files *files;              /* files that settings name; set by the caller or NULL, borrowed */

    /* Set by the caller before the rows are made, or NULL: rows about other generators are not chosen. */
    bool (*is_wanted)(const void *context, const fl_generator *generator);
    /* Likewise: true if a row's scenarios can be judged. Other rows stay in the list, but their scenarios
     * are not opened (opening one reads its rules and rooms). */
    bool (*can_be)(const void *context, const fl_claim_set *set, const fl_claim_row *row,
                   const fl_scenario *scenario);
    const void *wanted_context; /* of both; borrowed */
};

void fl_claim_set_init(fl_claim_set *self);
void fl_claim_set_free(fl_claim_set *self);

/* Adds a file; `name` is its name in messages. */
FL_NODISCARD fl_err fl_claim_set_add(fl_claim_set *self, const char *text, size_t size, const char *name,
                                     fl_diag *diag);

/* Adds all files that are embedded in the program. */
FL_NODISCARD fl_err fl_claim_set_add_shipped(fl_claim_set *self, fl_diag *diag);

/* Returns the id spelt most like `id`, or NULL. */
const char *fl_claim_set_nearest(const fl_claim_set *self, const char *id);

/* Returns claim number `n` of those that contradict a claim; NULL beyond the last. One of the two entries
 * need name the other. */
const fl_claim *fl_claim_set_conflict(const fl_claim_set *self, const fl_claim *claim, size_t n);

/* Gives a setting, "hearts=1", to all scenarios whose generator has it. Call it before the rows are
 * made. */
FL_NODISCARD fl_err fl_claim_rows_set(fl_claim_set *set, const char *assignment, fl_diag *diag);

/* Makes the rows of a set; call it once. Resolves references between entries, opens the scenarios that the
 * chosen rows need, and finds scenarios with the same floors. Rows are chosen if their id or claim matches
 * the pattern (NULL = all). */
FL_NODISCARD fl_err fl_claim_rows_make(fl_claim_set *set, const char *pattern, fl_diag *diag);

/* Adds a copy of a row for its scenario under another rule set. Its id ends in " by RULES", and it has no
 * expected verdict. Does nothing if the row exists or the rule set lacks what is counted. */
FL_NODISCARD fl_err fl_claim_rows_add_variant(fl_claim_set *set, size_t row, const char *rules,
                                              fl_diag *diag);

/* Returns the index of the row with an id, searching from `guess` on; rows_n if there is none. */
size_t fl_claim_rows_find(const fl_claim_set *set, const char *id, size_t guess);

/* True if the value of a setting does not matter to a row. */
bool fl_claim_is_indifferent(const fl_claim_set *set, const fl_claim_row *row, const char *setting);

/* True if a tally counts all that a claim needs. */
bool fl_claim_counts_has(const fl_claim_row *row, const fl_tally *tally);

/* Adds a tally's counts for the row as JSON: {"hits": 3, "trials": 7}, or the samples by value: {"7": 12,
 * "8": 9, "beyond": 0}. */
void fl_claim_counts_add_json(const fl_claim_row *row, const fl_tally *tally, fl_text *out);

/* Adds the counted distribution of a row about one: "7: 0.4988, 8: 0.5012", with "…" after so many values.
 * Returns false and adds nothing for other rows or if nothing is counted. */
bool fl_claim_counts_add_law(const fl_claim_row *row, const fl_tally *tally, unsigned most, fl_text *out);

/* Adds the distribution in short, for people: "50 to 54, 20 % each", "7: 12 %, 8: 88 %". */
bool fl_claim_counts_add_values(const fl_claim_row *row, const fl_tally *tally, fl_text *out);

/* The histogram of a metric. */
typedef struct fl_claim_counts {
    const uint64_t *count; /* borrowed */
    uint32_t bins;
    uint64_t over_n; /* values without a bin */
} fl_claim_counts;

/* Cells for comparing two samples (binning.c): few of them for a metric of many values, so that few floors
 * are enough.
 *
 * Every cell costs evidence, and the values that occur are not known beforehand, so the cells are chosen from
 * the counts themselves. There are `most` × bins² ways to cut (first value, width, number of cells). Each is
 * judged at its share of alpha, so the promised error rate holds for the chosen one, at every n at once. */

enum { FL_BINNING_CELLS = 12 };

typedef struct fl_binning {
    uint32_t first, width; /* cell i begins at first + i × width; the outer cells extend to the ends */
    unsigned cells_n;
    double share; /* of alpha */
} fl_binning;

/* Chooses up to `most` cells (at most FL_BINNING_CELLS) that contain most of both samples; one cell if
 * nothing was counted. Only values in `given` count, if that is not empty. */
void fl_claim_binning_choose(fl_binning *self, const fl_claim_counts *a, const fl_claim_counts *b,
                             const fl_value_set *given, unsigned most);

/* Returns the cell of a value. */
unsigned fl_claim_binning_cell(const fl_binning *self, uint32_t value);

/* Sorts a sample into the cells; only values in `given` if that is not empty. */
void fl_claim_binning_fill(const fl_binning *self, const fl_claim_counts *sample, const fl_value_set *given,
                           uint64_t out[FL_BINNING_CELLS]);

/* The questions that a claim `independent` asks about every floor, and their pairs (independence.c). */

enum {
    FL_CLAIM_QUESTIONS = 24, /* maximum for a claim */
    FL_CLAIM_QUESTION = 160,
    FL_CLAIM_QUESTION_NAME = 20,
    FL_CLAIM_PAIRS_MOST = FL_CLAIM_QUESTIONS * (FL_CLAIM_QUESTIONS - 1) / 2,
};

typedef struct fl_claim_question {
    char name[FL_CLAIM_QUESTION_NAME + 12]; /* "curse", "curse_2" */
    char text[FL_CLAIM_QUESTION];           /* an expression */
    bool is_roll;                           /* asked only if the roll was made */
    unsigned variable;                      /* questions about one variable do not form a pair */
    fl_fraction odds;                       /* the documented chance; den 0 = missing */
} fl_claim_question;

typedef struct fl_claim_questions {
    fl_claim_question all[FL_CLAIM_QUESTIONS];
    unsigned n;
} fl_claim_questions;

/* A pair, and the samples on which its second question was asked. */
typedef struct fl_claim_pair_counts {
    unsigned first, second;      /* numbers of the questions */
    uint64_t trials[2], hits[2]; /* of the second question; [1] where the first is true, [0] elsewhere */
} fl_claim_pair_counts;

/* Events that count a pair: defined by the file, except a roll's. */
typedef enum fl_claim_pair_part {
    FL_CLAIM_PAIR_FIRST, /* the first is true, and the second is asked */
    FL_CLAIM_PAIR_BOTH,  /* both are true */
    FL_CLAIM_PAIR_LAST,  /* the second is true */
    FL_CLAIM_PAIR_EVENTS
} fl_claim_pair_part;

typedef struct fl_claim_pair_question {
    char name[FL_EVENT_NAME];
    char text[2 * FL_CLAIM_QUESTION + 32]; /* an expression; empty = built-in event */
} fl_claim_pair_question;

FL_NODISCARD fl_err fl_claim_independence_questions(const fl_claim *claim, fl_claim_questions *out,
                                                    fl_diag *diag);

/* Lists the pairs with zero counts; returns their number. */
unsigned fl_claim_independence_pairs(const fl_claim_questions *self,
                                     fl_claim_pair_counts out[FL_CLAIM_PAIRS_MOST]);

void fl_claim_independence_event(const fl_claim_questions *self, const fl_claim_pair_counts *pair,
                                 fl_claim_pair_part which, fl_claim_pair_question *out);

/* Adds the pair that differs most: "curse given library roll: 0.5012, else 0.4987; the widest of 15 pairs".
 * Returns false and adds nothing for other rows or if nothing is counted. */
bool fl_claim_independence_add_widest(const fl_claim_row *row, const fl_tally *tally, fl_text *out);

/* Judging one row by its counts. */

typedef struct fl_claim_judge_result {
    fl_verdict_result found;
    fl_interval blind; /* of a confirmed claim: the values that it does not exclude (stat.h) at FL_STAT_POWER;
                          NAN: none */
    uint64_t trials;   /* of all scenarios */
    uint64_t hits;     /* FL_CLAIM_JUDGE_NO_HITS if no event is counted */
    uint64_t floors;   /* of all scenarios */
    double floor_rate; /* a player's view: hits per floor of the floor event; NAN if there is none */
    fl_interval floor_limits; /* a confidence sequence, at the row's share of alpha */
    double floors_needed; /* further floors until a verdict if the shares stay; 0: there is one; INFINITY: not
                           * foreseeable */
    bool is_exact;        /* the share is that of all possible samples, so the limits are the share itself */
} fl_claim_judge_result;

#define FL_CLAIM_JUDGE_NO_HITS UINT64_MAX

/* A row with the tallies of its scenarios, which must count what it needs. `alpha` is the row's share.
 * `tolerance` replaces that of a claim about a chance; 0 = the claim's own. */
typedef struct fl_claim_judge {
    const fl_claim_row *row;
    const fl_tally *const *tallies; /* [row->scenarios_n] */
    double alpha, tolerance;
    bool is_census; /* the tallies hold all possible samples: shares are not estimates */
} fl_claim_judge;

/* Returns the claim in the terms of analysis/stat. */
fl_stat_claim fl_claim_judge_claim(const fl_claim_judge *self);

/* Findings: a row with its verdict, the figures behind it, and how they developed. */

enum { FL_FINDING_POINTS = 160, FL_FINDING_REASON = 96, FL_FINDING_EXACT = 96 };

/* Result of the exact distribution for a claim that something always, never, or ever happens. */
typedef enum fl_finding_proof {
    FL_FINDING_NOT_PROVED,
    FL_FINDING_PROVED,
    FL_FINDING_DISPROVED
} fl_finding_proof;

/* The figures at a checkpoint. */
typedef struct fl_finding_point {
    uint64_t floors, trials;
    double observed;
    fl_interval limits;
    fl_verdict verdict;
} fl_finding_point;

typedef struct fl_finding {
    const fl_claim_row *row;
    uint64_t condition; /* of the run: that of the (first) scenario */
    fl_claim_judge_result result;
    bool is_counted;                /* enough was counted to judge it */
    char reason[FL_FINDING_REASON]; /* the reason if nothing was counted: "needs curse=none" */
    char exact[FL_FINDING_EXACT];   /* the exact chance, mean or distribution of its samples; empty:
                                     * unknown */
    fl_finding_proof proof;
    fl_finding_point point[FL_FINDING_POINTS];
    unsigned points_n;
} fl_finding;

/* Numbers of findings. */
typedef struct fl_finding_sum {
    unsigned confirmed, refuted, undecided, unexpected, left_out;
    unsigned waiting; /* undecided although a verdict was expected */
} fl_finding_sum;

/* Makes a finding with zero counts for each chosen row; *n of them. The caller frees the list. */
FL_NODISCARD fl_err fl_claim_finding_list(const fl_claim_set *set, fl_finding **out, size_t *n,
                                          fl_diag *diag);

/* Judges a row by all counts so far and records the figures. A refuted claim stays refuted, because the
 * evidence was sufficient once. A counter-example refutes a confirmed claim. */
FL_NODISCARD fl_err fl_claim_finding_judge(fl_finding *self, const fl_claim_judge *judge, fl_diag *diag);

bool fl_claim_finding_is_open(const fl_finding *self);

/* True if the verdict differs from the expected one; rows expected to stay undecided may get any. */
bool fl_claim_finding_is_unexpected(const fl_finding *self);

fl_finding_sum fl_claim_finding_count(const fl_finding *all, size_t n);

/* Returns 0 if all verdicts are as expected, 1 if one is not, 4 if one is still missing or there are none. */
int fl_claim_finding_exit_code(const fl_finding_sum *sum);

#endif
