/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For test_coverage: what is counted in the runs of one row. */
#ifndef FL_TESTS_STAT_COVERAGE_RUNS_H
#define FL_TESTS_STAT_COVERAGE_RUNS_H

#include "analysis/stat/stat.h"
#include "gen/random/pcg.h"

#include <stdbool.h>

enum {
    RUNS = 100000,
    FAMILY = 20, /* claims of a family */
};

typedef struct row row;

struct row {
    const char *what;
    double promised, slack; /* slack 0: at most; -1: at least; else about */
    uint64_t (*count)(const row *self, fl_pcg *rng);
    double (*log_e)(const row *self, uint64_t hits, uint64_t trials);
    fl_fraction truth;
    double centre; /* of the prior; 0 = wide */
    uint64_t trials;
    bool is_planted;
};

/* Evidence: of the mixture; planted: of the chance that fits best, and of a z-test looked at again and again.
 */
double runs_mixture(const row *self, uint64_t hits, uint64_t trials);
double runs_best_fit(const row *self, uint64_t hits, uint64_t trials);
double runs_score(const row *self, uint64_t hits, uint64_t trials);

/* Alarms: of single claims, of families that count once, of distributions. */
uint64_t runs_watch(const row *self, fl_pcg *rng);
uint64_t runs_watch_families(const row *self, fl_pcg *rng);
uint64_t runs_watch_law(const row *self, fl_pcg *rng);
uint64_t runs_watch_pair(const row *self, fl_pcg *rng);
uint64_t runs_watch_radius(const row *self, fl_pcg *rng);

/* Intervals that miss, tests below 5 %, verdicts that fall as stated. */
uint64_t runs_exact_misses(const row *self, fl_pcg *rng);
uint64_t runs_wilson_misses(const row *self, fl_pcg *rng);
uint64_t runs_small_p(const row *self, fl_pcg *rng);
uint64_t runs_biases_found(const row *self, fl_pcg *rng);

#endif
