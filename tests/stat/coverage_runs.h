/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For test_coverage: what is counted in the runs of one row. */
#ifndef FL_TESTS_STAT_COVERAGE_RUNS_H
#define FL_TESTS_STAT_COVERAGE_RUNS_H

#include "analysis/stat/stat.h"
#include "gen/random/pcg.h"

#include <stdbool.h>

enum {
    RUNS = 100000,
    FEW_RUNS = 10000, /* of rows that take longer */
    FAMILY = 20,      /* claims of a family */
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

/* The same of a claim of `never` as it grows wrong: against a small chance; planted: (1-p)^-n until the first
 * hit, and the wide prior from then on, each of them with the whole level. */
double runs_never(const row *self, uint64_t hits, uint64_t trials);
double runs_never_then_wide(const row *self, uint64_t hits, uint64_t trials);

/* Alarms: of single claims, of families that count once, of distributions. */
uint64_t runs_watch(const row *self, fl_pcg *rng);
uint64_t runs_watch_families(const row *self, fl_pcg *rng);
uint64_t runs_watch_law(const row *self, fl_pcg *rng);
uint64_t runs_watch_pair(const row *self, fl_pcg *rng);

/* Intervals that are printed with verdicts and miss the truth, at any look; FEW_RUNS runs. */
uint64_t runs_watch_means(const row *self, fl_pcg *rng);
uint64_t runs_watch_law_distances(const row *self, fl_pcg *rng);
uint64_t runs_watch_pair_distances(const row *self, fl_pcg *rng);

/* Planted: 1.96 standard errors of the mean to each side, and the distances that a chi-square test leaves. */
uint64_t runs_watch_normal_means(const row *self, fl_pcg *rng);
uint64_t runs_watch_chi_square_distances(const row *self, fl_pcg *rng);

/* Intervals that miss, tests below 5 %, verdicts that fall as stated. */
uint64_t runs_exact_misses(const row *self, fl_pcg *rng);
uint64_t runs_wilson_misses(const row *self, fl_pcg *rng);
uint64_t runs_small_p(const row *self, fl_pcg *rng);
uint64_t runs_biases_found(const row *self, fl_pcg *rng);

#endif
