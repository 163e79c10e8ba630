/* The classic claims as a small built-in job: what the article says, counted on floors and judged.
 *
 * A claim is a row: a population (settings), an event with its trials, a documented chance. `always` and `never` are
 * the chances 1/1 and 0/1. Judged by a fixed number of floors: the interval is the observed share ± 4.9 standard
 * errors, which misses a true chance about once in a million claims. */
#ifndef FL_EXPERIMENTS_TRIAL_H
#define FL_EXPERIMENTS_TRIAL_H

#include "experiments/source.h"

typedef enum fl_trial_verdict { FL_TRIAL_UNDECIDED, FL_TRIAL_CONFIRMED, FL_TRIAL_REFUTED } fl_trial_verdict;

typedef struct fl_trial_row {
    const char *id;
    const char *text;
    const char *source;
    const char *settings; /* of the population, with blanks between */
    uint32_t hits, of;    /* documented chance */
    fl_trial_verdict expected;
    int (*event)(const fl_source_worker *worker); /* 1 hit, 0 miss, -1 no trial */
} fl_trial_row;

typedef struct fl_trial_result {
    uint64_t trials, hits;
    double observed, low, high;
    fl_trial_verdict verdict;
} fl_trial_result;

const fl_trial_row *fl_trial_all(size_t *n);

/* "confirmed", "refuted", "undecided" */
const char *fl_trial_verdict_name(fl_trial_verdict verdict);

/* Counts one claim over `floors` floors of its population and judges it. */
FL_NODISCARD fl_err fl_trial_run(const fl_trial_row *row, uint64_t floors, fl_trial_result *out,
                                 fl_diag *diag);

/* Interval and verdict from the counts. */
void fl_trial_judge(const fl_trial_row *row, fl_trial_result *result);

#endif
