/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/find: samples for which an expression holds.
 *
 *     fl_find_question_init   the expressions of a generator's samples, parsed
 *     fl_find_is_hit          true if the sample that a maker made last is a hit
 *     fl_find_run             searches a range or a list of numbers with threads
 *
 * Floors of kernels are searched as columns; only the hits are made as floors, by the readable path, and
 * tested again. Hits are ordered by number, whatever the number of threads. */
#ifndef FL_EXPERIMENTS_FIND_FIND_H
#define FL_EXPERIMENTS_FIND_FIND_H

#include "analysis/expression/expression.h"
#include "experiments/run/run.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    FL_FIND_RARE_METRICS = 4,    /* whose combinations are counted: limit */
    FL_FIND_RARE_MOST = 1 << 20, /* limit of combinations */
    FL_FIND_TOP_MOST = 1000,
};

/* The expressions of a search (question.c). Do not copy it. */
typedef struct fl_find_question {
    const fl_opened_generator *opened; /* borrowed */
    fl_catalogue catalogue;
    fl_sample_binding binding;
    fl_expression condition, score;
    bool has_condition, has_score;
    unsigned rare[FL_FIND_RARE_METRICS]; /* metrics whose combinations are counted */
    unsigned rare_n;
    unsigned groups; /* of metrics that these expressions need */
} fl_find_question;

/* The expressions as text, NULL if not given. */
typedef struct fl_find_words {
    const char *condition, *condition_where; /* its place for error messages */
    const char *score;
    const char *rarest; /* "rooms,loops" */
} fl_find_words;

FL_NODISCARD fl_err fl_find_question_init(fl_find_question *self, const fl_opened_generator *opened,
                                          const fl_find_words *words, fl_diag *diag);
void fl_find_question_free(fl_find_question *self);

/* The sample that a maker made last, with the metrics of `groups`, as input of expressions. */
fl_expression_sample fl_find_sample_of(const fl_find_question *self, const fl_floor_maker *maker);

bool fl_find_is_hit(const fl_find_question *self, const fl_floor_maker *maker);

typedef struct fl_find_hit {
    uint64_t index; /* number of the sample */
    int64_t score;  /* of --by */
} fl_find_hit;

/* Makes a hit again by the readable path with all metrics, and tests it. FL_ERR_DEFECT: it is not a hit. */
FL_NODISCARD fl_err fl_find_make(const fl_find_question *self, fl_floor_maker *maker, const fl_find_hit *hit,
                                 fl_diag *diag);

/* The best hits by score; of equal ones the first (best.c). */
typedef struct fl_find_best {
    fl_find_hit hit[FL_FIND_TOP_MOST]; /* the best first */
    unsigned n, limit;
} fl_find_best;

void fl_find_best_add(fl_find_best *self, const fl_find_hit *hit);

/* How often combinations of values occur, and where first (rare.c). */
typedef struct fl_find_combination {
    int32_t value[FL_FIND_RARE_METRICS]; /* FL_GENERATOR_FACT_NONE = missing value */
    uint64_t count, first;
} fl_find_combination;

typedef struct fl_find_rare {
    fl_find_combination *entry; /* [size], an open hash table; count 0 = empty */
    uint64_t size, n;
} fl_find_rare;

void fl_find_rare_free(fl_find_rare *self);

/* Counts a combination; FL_ERR_INPUT: there are too many. */
FL_NODISCARD fl_err fl_find_rare_add(fl_find_rare *self, const fl_find_combination *more, fl_diag *diag);

/* Copies the n rarest to `out`, the rarest first; of equally rare ones the earliest. Returns their number, at
 * most n. */
unsigned fl_find_rare_pick(const fl_find_rare *self, fl_find_combination *out, unsigned n);

/* A search (search.c). */
typedef struct fl_find_search {
    /* In. */
    const fl_find_question *question;
    uint64_t first, n;    /* numbers of samples; for a list n is its length */
    const uint64_t *list; /* single numbers; NULL = a range */
    unsigned threads;
    fl_backend backend;
    uint64_t limit;   /* the search ends after this many hits; UINT64_MAX = none */
    bool counts_only; /* hits are not written; one in each piece of work is still tested again */
    void *context;

    /* Adds a hit that was made again, on any thread; `write` gets the added text in the order of the hits. */
    fl_err (*add)(void *context, const fl_floor_maker *maker, const fl_find_hit *hit, fl_text *out,
                  fl_diag *diag);
    fl_err (*write)(void *context, const fl_text *text, fl_diag *diag);
    fl_worker_pool_order (*watch)(void *context, uint64_t searched);
    fl_err (*save)(void *context, const struct fl_find_search *search, fl_diag *diag); /* may be NULL */

    /* In: how far an earlier search got; out: how far this one got. */
    uint64_t done; /* samples, from the first on */
    uint64_t searched, hits;
    fl_find_best best;
    fl_find_rare rare;
    bool is_full; /* out: the limit was reached */
} fl_find_search;

/* Searches until the end, the limit, or a stop by the watcher. */
FL_NODISCARD fl_err fl_find_run(fl_find_search *self, fl_diag *diag);

/* Serialises the state, and reads it back: FL_ERR_DAMAGED. */
void fl_find_pack(const fl_find_search *self, fl_text *out);
FL_NODISCARD fl_err fl_find_unpack(fl_find_search *self, const fl_text *bytes);

/* Finds the first `n` hits among at most `within` samples from `first` on, on one thread; *found is their
 * number. For callers with a maker that need single samples. */
typedef struct fl_find_some {
    const fl_find_question *question;
    uint64_t first, within;
    unsigned n, found;
    uint64_t *index; /* [n] */
} fl_find_some;

FL_NODISCARD fl_err fl_find_first(fl_find_some *self, fl_diag *diag);

/* Hits in a file (hit_file.c): written to FILE.part with FILE.checkpoint beside it; renamed to FILE when
 * complete. */
typedef struct fl_find_file {
    char *path, *part;
    fl_checkpoint checkpoint;
    fl_run_setup setup; /* without configurations: checkpoints ask it for the number of samples */
    int file;           /* -1 = not open */
    uint64_t size;
    struct XXH3_state_s *sum; /* of what was written */
} fl_find_file;

/* `identity` names the search: a checkpoint of another search is refused. The search resumes at the
 * checkpoint. */
FL_NODISCARD fl_err fl_find_file_open(fl_find_file *self, const char *path, const char *identity,
                                      fl_diag *diag);
FL_NODISCARD fl_err fl_find_file_begin(fl_find_file *self, fl_checkpoint_use use, fl_find_search *search,
                                       fl_diag *diag);
FL_NODISCARD fl_err fl_find_file_write(fl_find_file *self, const fl_text *text, fl_diag *diag);
FL_NODISCARD fl_err fl_find_file_save(fl_find_file *self, const fl_find_search *search, fl_diag *diag);

/* Renames the file, if its content is still what was written, and removes the checkpoint. */
FL_NODISCARD fl_err fl_find_file_keep(fl_find_file *self, fl_diag *diag);
void fl_find_file_close(fl_find_file *self);

#endif
