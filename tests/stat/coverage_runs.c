/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs with counts drawn from tables of binomial distributions; a look compares the hits with the numbers
 * that raise the alarm. */
#include "tests/stat/coverage_runs.h"

#include "analysis/stat/stat_private.h"
#include "gen/random/pcg.h"

#define MATHLIB_STANDALONE 1
#include <Rmath.h>

#include <math.h>
#include <stdlib.h>

enum {
    LOOKS = 96,
    LAST = 1000000,
    CELLS = 4,
    FLOORS = 256, /* of the runs with several cells */
};

static double uniform(fl_pcg *rng)
{
    uint64_t high = fl_pcg_next(rng) >> 5;
    return (double)(high << 26 | fl_pcg_next(rng) >> 6) / 9007199254740992.0;
}

/* A binomial distribution as a table of cumulated chances, ten standard deviations to each side. */
typedef struct law {
    uint64_t first;
    size_t n;
    double *below;
} law;

static void law_init(law *self, uint64_t trials, double p)
{
    double mean = (double)trials * p;
    double reach = 10 * sqrt(mean * (1 - p)) + 20;
    double first = fmax(0, floor(mean - reach));
    self->first = (uint64_t)first;
    self->n = (size_t)(fmin((double)trials, ceil(mean + reach)) - first) + 1;
    self->below = malloc(self->n * sizeof *self->below);
    double sum = 0;
    for (size_t i = 0; self->below && i < self->n; i++) {
        sum += dbinom(first + (double)i, (double)trials, p, false);
        self->below[i] = sum;
    }
}

static uint64_t law_draw(const law *self, fl_pcg *rng)
{
    double u = uniform(rng);
    size_t low = 0;
    size_t high = self->n - 1;
    while (low < high) {
        size_t middle = (low + high) / 2;
        bool is_there = u < self->below[middle];
        high = is_there ? middle : high;
        low = is_there ? low : middle + 1;
    }
    return self->first + low;
}

static fl_beta_prior prior_of(const row *self)
{
    return fl_stat_beta_around(self->centre, 0.0025, self->centre > 0 ? FL_BETA_PART : 0);
}

double runs_mixture(const row *self, uint64_t hits, uint64_t trials)
{
    fl_beta_prior prior = prior_of(self);
    return fl_stat_beta_log_e(&prior, hits, trials, self->truth);
}

/* Planted: the chance that fits best in place of the mixture. */
double runs_best_fit(const row *self, uint64_t hits, uint64_t trials)
{
    double k = (double)hits;
    double m = (double)(trials - hits);
    double p = fl_stat_fraction_value(self->truth);
    return (k > 0 ? k * log(k / (double)trials / p) : 0) +
           (m > 0 ? m * log(m / (double)trials / (1 - p)) : 0);
}

/* Planted: the test that readers expect, looked at again and again. */
double runs_score(const row *self, uint64_t hits, uint64_t trials)
{
    double p = fl_stat_fraction_value(self->truth);
    double z = ((double)hits - (double)trials * p) / sqrt((double)trials * p * (1 - p));
    return fabs(z) > qnorm(self->promised / 2, 0, 1, false, false) ? INFINITY : 0;
}

double runs_never(const row *self, uint64_t hits, uint64_t trials)
{
    fl_beta_prior prior = fl_stat_beta_around(0, 0, FL_BETA_PART);
    return fl_stat_beta_log_e(&prior, hits, trials, self->truth);
}

double runs_never_then_wide(const row *self, uint64_t hits, uint64_t trials)
{
    fl_beta_prior wide = fl_stat_beta_wide();
    return hits == 0 ? -(double)trials * log1p(-fl_stat_fraction_value(self->truth))
                     : fl_stat_beta_log_e(&wide, hits, trials, self->truth);
}

/* One look: what comes since the last one, and the numbers of hits that raise the alarm. */
typedef struct look {
    law more;
    double low, high;
} look;

static double edge(const row *self, double goal, uint64_t trials, double inside, double outside)
{
    double beyond = outside > 0 ? outside + 1 : -1;
    if (self->log_e(self, (uint64_t)outside, trials) < goal) {
        return beyond;
    }
    while (fabs(outside - inside) > 1) {
        double middle = floor((inside + outside) / 2);
        bool is_out = self->log_e(self, (uint64_t)middle, trials) >= goal;
        outside = is_out ? middle : outside;
        inside = is_out ? inside : middle;
    }
    return outside;
}

static int prepare(const row *self, double goal, look *list)
{
    double p = fl_stat_fraction_value(self->truth);
    uint64_t before = 0;
    int n = 0;
    for (uint64_t at = 1; at <= LAST; at += at < 5 ? 1 : at / 5) {
        law_init(&list[n].more, at - before, p);
        list[n].low = edge(self, goal, at, floor((double)at * p), 0);
        list[n].high = edge(self, goal, at, ceil((double)at * p), (double)at);
        before = at;
        n++;
    }
    return n;
}

static bool is_alarmed(const look *list, int n, fl_pcg *rng)
{
    double hits = 0;
    for (int i = 0; i < n; i++) {
        hits += (double)law_draw(&list[i].more, rng);
        if (hits <= list[i].low || hits >= list[i].high) {
            return true;
        }
    }
    return false;
}

/* Groups of so many runs at an equal share of the level: a group counts once. */
static uint64_t watch_groups(const row *self, fl_pcg *rng, unsigned size)
{
    look list[LOOKS];
    int n = prepare(self, -log(fl_stat_verdict_share(self->promised, size)), list);
    uint64_t alarms = 0;
    for (int group = 0; group < RUNS / (int)size; group++) {
        bool is_any = false;
        for (unsigned i = 0; i < size; i++) {
            is_any |= is_alarmed(list, n, rng);
        }
        alarms += is_any;
    }
    for (int i = 0; i < n; i++) {
        free(list[i].more.below);
    }
    return alarms;
}

uint64_t runs_watch(const row *self, fl_pcg *rng)
{
    return watch_groups(self, rng, 1);
}

uint64_t runs_watch_families(const row *self, fl_pcg *rng)
{
    return watch_groups(self, rng, FAMILY);
}

typedef fl_interval (*interval_of)(uint64_t hits, uint64_t trials, double alpha);

static uint64_t misses_of(const row *self, fl_pcg *rng, interval_of interval)
{
    law draws;
    double p = fl_stat_fraction_value(self->truth);
    law_init(&draws, self->trials, p);
    uint64_t misses = 0;
    for (int i = 0; i < RUNS; i++) {
        fl_interval found = interval(law_draw(&draws, rng), self->trials, 0.05);
        misses += p < found.lo || p > found.hi;
    }
    free(draws.below);
    return misses;
}

uint64_t runs_exact_misses(const row *self, fl_pcg *rng)
{
    return misses_of(self, rng, fl_stat_interval_exact);
}

uint64_t runs_wilson_misses(const row *self, fl_pcg *rng)
{
    return misses_of(self, rng, fl_stat_interval_wilson);
}

/* 1/2, 1/4, 1/8, 1/8 */
static const double quarters[CELLS] = {0.5, 0.25, 0.125, 0.125};

static void add_floors(uint64_t *count, int n, fl_pcg *rng)
{
    static const int cell_of[8] = {0, 0, 0, 0, 1, 1, 2, 3};
    for (int i = 0; i < n; i++) {
        count[cell_of[fl_pcg_next(rng) >> 29]]++;
    }
}

/* The distribution is watched; each run has one or two samples. */
static bool is_law_refuted(const row *self, uint64_t (*count)[CELLS])
{
    fl_dirichlet_count found = {.count = count[0], .cells = CELLS, .scale = 1};
    fl_dirichlet_prior prior = fl_stat_dirichlet_around(quarters, CELLS, 0.02, FL_BETA_PART);
    return fl_stat_dirichlet_log_e(&prior, &found, quarters) >= -log(self->promised);
}

static bool is_pair_refuted(const row *self, uint64_t (*count)[CELLS])
{
    fl_dirichlet_count a = {.count = count[0], .cells = CELLS, .scale = 1};
    fl_dirichlet_count b = {.count = count[1], .cells = CELLS, .scale = 1};
    fl_dirichlet_prior wide = fl_stat_dirichlet_wide();
    double log_e = fl_stat_dirichlet_log_e_found(&wide, &a) + fl_stat_dirichlet_log_e_found(&wide, &b) +
                   fl_stat_goodness_half(count[0], count[1], CELLS);
    return log_e >= -log(self->promised);
}

typedef bool (*alarm)(const row *self, uint64_t (*count)[CELLS]);

static uint64_t watch_cells(const row *self, fl_pcg *rng, alarm is_wrong)
{
    uint64_t alarms = 0;
    for (int run = 0; run < RUNS; run++) {
        uint64_t count[2][CELLS] = {{0}};
        bool is_alarm = false;
        for (int at = 0; at < FLOORS && !is_alarm; at += 1 + at / 2) {
            add_floors(count[0], 1 + at / 2, rng);
            add_floors(count[1], 1 + at / 3, rng);
            is_alarm = is_wrong(self, count);
        }
        alarms += is_alarm;
    }
    return alarms;
}

uint64_t runs_watch_law(const row *self, fl_pcg *rng)
{
    return watch_cells(self, rng, is_law_refuted);
}

uint64_t runs_watch_pair(const row *self, fl_pcg *rng)
{
    return watch_cells(self, rng, is_pair_refuted);
}

/* Values from 0 to 40, few of which are large. */
enum { VALUES = 41, LATE = 2000 };

static int32_t tailed_value(fl_pcg *rng)
{
    uint32_t bits = fl_pcg_next(rng);
    return bits < UINT32_C(1) << 27 ? 40 : (int32_t)(bits & 3); /* 1/32: 40, else 0…3 */
}

static const double tailed_mean = 40 / 32.0 + 31 / 32.0 * 1.5;

static bool is_outside(fl_interval limits, double truth)
{
    return truth < limits.lo || truth > limits.hi;
}

typedef fl_interval (*mean_interval)(const row *self, const fl_verdict_values *sample);

static fl_interval mean_limits(const row *self, const fl_verdict_values *sample)
{
    fl_stat_claim claim;
    fl_verdict_result result;
    fl_stat_claim_init(&claim, (fl_fraction){1, 1}, 0.1, self->promised);
    return fl_stat_verdict_mean(&claim, sample, &result, NULL) ? (fl_interval){1, 0} : result.limits;
}

static fl_interval normal_limits(const row *self, const fl_verdict_values *sample)
{
    double n = 0;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < VALUES; i++) {
        n += (double)sample->count[i];
        sum += (double)sample->count[i] * i;
        squares += (double)sample->count[i] * i * i;
    }
    double error = sqrt(fmax(0, squares / n - sum / n * (sum / n)) / n);
    double reach = qnorm(self->promised / 2, 0, 1, false, false) * error;
    return n < 30 ? (fl_interval){0, VALUES} : (fl_interval){sum / n - reach, sum / n + reach};
}

static uint64_t watch_means(const row *self, fl_pcg *rng, mean_interval interval)
{
    uint64_t misses = 0;
    for (int run = 0; run < FEW_RUNS; run++) {
        uint64_t count[VALUES] = {0};
        fl_verdict_values sample = {.count = count, .cells = VALUES, .lowest = 0, .highest = VALUES - 1};
        bool is_miss = false;
        for (int at = 0; at < LATE && !is_miss; at += 1 + at / 2) {
            for (int i = 0; i < 1 + at / 2; i++) {
                count[tailed_value(rng)]++;
            }
            is_miss = is_outside(interval(self, &sample), tailed_mean);
        }
        misses += is_miss;
    }
    return misses;
}

uint64_t runs_watch_means(const row *self, fl_pcg *rng)
{
    return watch_means(self, rng, mean_limits);
}

uint64_t runs_watch_normal_means(const row *self, fl_pcg *rng)
{
    return watch_means(self, rng, normal_limits);
}

/* a follows the quarters: 1/4 from even cells, and 3/8 from b's distribution. */
static const int cell_of_b[8] = {0, 0, 1, 2, 2, 3, 3, 3};

static const double even[CELLS] = {0.25, 0.25, 0.25, 0.25};

typedef struct samples {
    uint64_t a[CELLS], b[CELLS];
} samples;

typedef fl_interval (*distance_interval)(const row *self, const samples *found);

static fl_interval law_distance_limits(const row *self, const samples *found)
{
    fl_stat_claim claim;
    fl_verdict_result result;
    fl_dirichlet_count a = {.count = found->a, .cells = CELLS, .scale = 1};
    fl_stat_claim_init(&claim, (fl_fraction){0, 1}, 0.02, self->promised);
    return fl_stat_verdict_law(&claim, &a, even, &result, NULL) ? (fl_interval){1, 0} : result.limits;
}

static fl_interval pair_distance_limits(const row *self, const samples *found)
{
    fl_stat_claim claim;
    fl_verdict_result result;
    fl_dirichlet_count a = {.count = found->a, .cells = CELLS, .scale = 1};
    fl_dirichlet_count b = {.count = found->b, .cells = CELLS, .scale = 1};
    fl_stat_claim_init(&claim, (fl_fraction){0, 1}, 0.02, self->promised);
    return fl_stat_verdict_same(&claim, &a, &b, &result, NULL) ? (fl_interval){1, 0} : result.limits;
}

static fl_interval chi_square_limits(const row *self, const samples *found)
{
    fl_variation variation;
    fl_interval limits = {1, 0};
    fl_dirichlet_count a = {.count = found->a, .cells = CELLS, .scale = 1};
    if (!fl_stat_variation_init(&variation, &a, NULL, even, NULL)) {
        limits = fl_stat_variation_limits(&variation, qchisq(self->promised, 1, false, false) / 2);
        fl_stat_variation_free(&variation);
    }
    return limits;
}

static uint64_t watch_distances(const row *self, fl_pcg *rng, distance_interval interval)
{
    double truth = fl_stat_fraction_value(self->truth);
    uint64_t misses = 0;
    for (int run = 0; run < FEW_RUNS; run++) {
        samples found = {.a = {0}};
        bool is_miss = false;
        for (int at = 0; at < LATE && !is_miss; at += 1 + at / 2) {
            add_floors(found.a, 1 + at / 2, rng);
            for (int i = 0; i < 1 + at / 3; i++) {
                found.b[cell_of_b[fl_pcg_next(rng) >> 29]]++;
            }
            is_miss = is_outside(interval(self, &found), truth);
        }
        misses += is_miss;
    }
    return misses;
}

uint64_t runs_watch_law_distances(const row *self, fl_pcg *rng)
{
    return watch_distances(self, rng, law_distance_limits);
}

uint64_t runs_watch_pair_distances(const row *self, fl_pcg *rng)
{
    return watch_distances(self, rng, pair_distance_limits);
}

uint64_t runs_watch_chi_square_distances(const row *self, fl_pcg *rng)
{
    return watch_distances(self, rng, chi_square_limits);
}

/* Half of the runs test one sample, half compare two. */
uint64_t runs_small_p(const row *self, fl_pcg *rng)
{
    uint64_t small = 0;
    for (int run = 0; run < RUNS; run++) {
        uint64_t count[2][CELLS] = {{0}};
        add_floors(count[0], (int)self->trials, rng);
        add_floors(count[1], (int)self->trials / 2, rng);
        fl_goodness found = run % 2 ? fl_stat_goodness_fit(count[0], quarters, CELLS)
                                    : fl_stat_goodness_same(count[0], 2, CELLS);
        small += found.p <= 0.05;
    }
    return small;
}

/* How often a bias of the stated size is found out by the number of trials that was stated for it. */
uint64_t runs_biases_found(const row *self, fl_pcg *rng)
{
    fl_stat_claim claim;
    law draws;
    fl_stat_claim_init(&claim, (fl_fraction){1, 7}, 0.01, 0.001);
    double truth = fl_stat_fraction_value(self->truth);
    bool is_biased = self->truth.den != 7;
    double n = is_biased ? fl_stat_power_trials(&claim, truth, 0.9) : fl_stat_power_confirming(&claim, 0.9);
    fl_verdict wanted = is_biased ? FL_VERDICT_REFUTED : FL_VERDICT_CONFIRMED;
    uint64_t found = 0;
    law_init(&draws, (uint64_t)n, truth);
    for (int i = 0; i < RUNS; i++) {
        double hits = (double)law_draw(&draws, rng);
        found += fl_stat_verdict_at(&claim, (fl_beta_count){hits, n - hits}) == wanted;
    }
    free(draws.below);
    return found;
}
