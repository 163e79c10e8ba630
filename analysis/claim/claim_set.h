/* All claims that are judged together: files of claims, the populations they are about, and the rows of the table: one
 * for each claim, population and metric.
 *
 * Files are added one by one; populations may be used by all of them. rows.h then makes the rows. */
#ifndef FL_ANALYSIS_CLAIM_CLAIM_SET_H
#define FL_ANALYSIS_CLAIM_CLAIM_SET_H

#include "analysis/claim/claim.h"
#include "gen/floor/generator.h"

enum { FL_BOOK_POPULATIONS = 16 }; /* of one row */

typedef struct fl_book_population {
    const char *name;
    const fl_generator *generator;
    fl_values values; /* as given; once opened with everything the rules add */
    void *rules;      /* NULL: not opened */
    unsigned same;    /* the first population with the same floors; its own number if there is none before */
    uint32_t mark;    /* from generator and settings alone: for a seed that no other population has */
    bool is_needed;
    const fl_yaml_node *node;
    fl_yaml *yaml;
} fl_book_population;

typedef struct fl_book_row {
    char *id;
    const fl_claim *claim; /* borrowed from the book */
    unsigned metric;       /* as in fl_claim */
    unsigned population[FL_BOOK_POPULATIONS];
    unsigned populations_n;
    fl_verdict expected;
    bool is_chosen;
} fl_book_row;

typedef struct fl_book {
    fl_yaml **file;
    size_t files_n;
    fl_book_population *population;
    size_t populations_n;
    fl_claim **claim;
    size_t claims_n;
    fl_book_row *row;
    size_t rows_n;
} fl_book;

void fl_book_init(fl_book *self);
void fl_book_free(fl_book *self);

/* Adds a file; `name` is its name in messages. */
FL_NODISCARD fl_err fl_book_add(fl_book *self, const char *text, size_t size, const char *name,
                                fl_diag *diag);

/* Adds all files that ship. */
FL_NODISCARD fl_err fl_book_add_shipped(fl_book *self, fl_diag *diag);

/* A claim of an id, NULL if there is none. */
const fl_claim *fl_book_find(const fl_book *self, const char *id);

/* The nearest id of a claim or row, or NULL. */
const char *fl_book_nearest(const fl_book *self, const char *id);

/* Number `n` of the claims that contradict a claim, whichever of the two says so; NULL beyond the last. */
const fl_claim *fl_book_conflict(const fl_book *self, const fl_claim *claim, size_t n);

#endif
