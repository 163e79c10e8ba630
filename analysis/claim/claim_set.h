/* All claims that are judged together: files of claims, the populations they are about, and the rows of the table: one
 * for each claim, population and metric.
 *
 * Files are added one by one; populations may be used by all of them. rows.h then makes the rows. */
#ifndef FL_ANALYSIS_CLAIM_CLAIM_SET_H
#define FL_ANALYSIS_CLAIM_CLAIM_SET_H

#include "analysis/claim/claim.h"
#include "gen/floor/generator.h"

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
} fl_claim_set;

void fl_claim_set_init(fl_claim_set *self);
void fl_claim_set_free(fl_claim_set *self);

/* Adds a file; `name` is its name in messages. */
FL_NODISCARD fl_err fl_claim_set_add(fl_claim_set *self, const char *text, size_t size, const char *name,
                                     fl_diag *diag);

/* Adds all files that ship. */
FL_NODISCARD fl_err fl_claim_set_add_shipped(fl_claim_set *self, fl_diag *diag);

/* A claim of an id, NULL if there is none. */
const fl_claim *fl_claim_set_find(const fl_claim_set *self, const char *id);

/* The nearest id of a claim or row, or NULL. */
const char *fl_claim_set_nearest(const fl_claim_set *self, const char *id);

/* Number `n` of the claims that contradict a claim, whichever of the two says so; NULL beyond the last. */
const fl_claim *fl_claim_set_conflict(const fl_claim_set *self, const fl_claim *claim, size_t n);

#endif
