/* SPDX-License-Identifier: MIT */
/* Shared by the files of this folder, from the bottom up: exact pieces of likelihood ratios (logspace), the
 * evidence made of them (beta, dirichlet), distances and tests, then forecasts. */
#ifndef FL_ANALYSIS_STAT_STAT_PRIVATE_H
#define FL_ANALYSIS_STAT_STAT_PRIVATE_H

#include "analysis/stat/stat.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* fraction.c */

/* 1 - the chance. */
static inline double fl_stat_fraction_rest(fl_fraction self)
{
    return (double)(self.den - self.num) / (double)self.den;
}

/* trials × chance - hits, rounded once at the end. Both counts below 2^63. */
static inline double fl_stat_fraction_excess(fl_fraction self, uint64_t hits, uint64_t trials)
{
    assert(hits <= INT64_MAX && trials <= INT64_MAX);
    fl_fraction_wide expected = (fl_fraction_wide)trials * (fl_fraction_wide)self.num;
    fl_fraction_wide found = (fl_fraction_wide)hits * (fl_fraction_wide)self.den;
    return (double)(expected - found) / (double)self.den;
}

/* logspace.c: pieces of likelihood ratios that stay exact when the counts reach 10^12.
 *
 * The logarithm of a beta or Dirichlet mixture over the likelihood of a given distribution is a difference of
 * terms near 10^13 whose value is often near 1. Here those terms are cancelled by algebra, before any
 * rounding. With x = count + shape, N = n + mass, and lgamma written as Stirling's main part plus a rest
 * r(z):
 *
 *   log E = sum over cells { D(x, N p) - D(shape, mass p) - log(1 + count/shape) / 2 + r(x) - r(shape) }
 *           + log(1 + n/mass) / 2 - r(N) + r(mass),        D(x, M) = x log(x/M) + M - x >= 0.
 *
 * Every D is a product of positive numbers of full precision once M - x is known exactly, so callers pass the
 * excess n p - count as well as p. */

/* log(e^a + e^b); both may be -INFINITY or INFINITY. */
double fl_stat_logspace_add(double a, double b);

/* D(x, M) of x >= 0 and M = x + excess >= 0. `expected` is M again: it may be rounded, `excess` must be
 * exact. INFINITY for x > 0 = M. */
double fl_stat_logspace_deviance(double x, double expected, double excess);

typedef struct fl_logspace_term {
    double count;  /* how often it was seen */
    double shape;  /* the prior's parameter; 0 = the prior excludes this cell */
    double p;      /* the chance that is judged */
    double excess; /* n p - count, as exactly as possible */
} fl_logspace_term;

/* Returns the braces above: what a cell adds to log E, with n counts and a prior whose shapes sum to
 * `mass`. */
double fl_stat_logspace_gain(const fl_logspace_term *cell, double n, double mass);

/* Returns the second line above, added to log E once for all cells. */
double fl_stat_logspace_frame(double n, double mass);

/* beta.c */

/* The narrow part's standard deviation as a share of the claim's tolerance. A single point would confirm no
 * sooner, and half the tolerance refutes biases of twice the tolerance a sixth sooner than a quarter does. */
#define FL_BETA_SPREAD 0.5

fl_beta_prior fl_stat_beta_wide(void);

/* Computes log E of an exact fraction. INFINITY: a count that the fraction excludes. */
double fl_stat_beta_log_e(const fl_beta_prior *prior, uint64_t hits, uint64_t trials, fl_fraction p);

/* log E of a rounded chance, and for fractional counts. */
double fl_stat_beta_log_e_near(const fl_beta_prior *prior, fl_beta_count count, double p);

/* crossing.c */

/* A function of a number, which may be INFINITY; only its sign matters. */
typedef double (*fl_crossing_function)(const void *context, double x);

/* Between `inside`, where f < 0, and `outside`: the last point at which f < 0, to one part in 10^10 of their
 * distance. `outside` itself if f < 0 there. */
double fl_stat_crossing_find(fl_crossing_function f, const void *context, double inside, double outside);

/* bets.c: evidence about a mean of bounded values, valid under optional stopping: a mixture of bets.
 *
 * If m is the mean, betting the share L of one's wealth on value - m is fair: the wealth, the product of
 * 1 + L (value - m) over all values so far, has expectation 1. For values in lo … hi the wealth stays
 * positive up to L = 1 / (m - lo) upwards and 1 / (hi - m) downwards. The evidence against m is the mean
 * wealth of a fixed family of bets: these largest bets, halves, quarters, … of them, FL_BETS_SIZES to each
 * side, all with the same weight (a grid of bets for the sequences of Waudby-Smith and Ramdas, "Estimating
 * means of bounded random variables by betting", 2024). The bet that suits the variance is never off by more
 * than a factor sqrt(2), which costs a ninth of the evidence at most, and log(48) of it pay for not knowing
 * it beforehand. A wide range costs only what it allows: values too far out and too rare to be seen yet. The
 * order of the values does not matter, so a histogram is enough.
 *
 * {m : E(m) < 1/alpha} is an interval: with a fixed share s of the largest bet every factor is
 * 1 - s + s (v - lo) / (m - lo), whose logarithm is convex in m (downwards likewise), and sums of
 * exponentials of convex functions are convex. It contains the sample mean, where no wealth exceeds 1. */

enum { FL_BETS_SIZES = 24, FL_BETS = 2 * FL_BETS_SIZES };

typedef struct fl_bets {
    const fl_verdict_values *values; /* borrowed */
    double n, mean;                  /* of the sample; mean NAN without values */
    double squares;                  /* sum of squared distances from it */
    double least, most;              /* the extremes seen */
} fl_bets;

/* The log wealth of each bet; negligible ones may be -INFINITY. */
typedef struct fl_bets_wealth {
    double log_wealth[FL_BETS];
} fl_bets_wealth;

/* Returns false if a value is outside the range. */
bool fl_stat_bets_init(fl_bets *self, const fl_verdict_values *values);

/* Computes the wealth for a mean in the range. */
void fl_stat_bets_at(const fl_bets *self, double mean, fl_bets_wealth *out);

/* Returns log E for `scale` (1 or more) times as many values with the same shares. INFINITY: excluded. */
double fl_stat_bets_log_e(const fl_bets_wealth *self, double scale);

/* The confidence sequence; the whole range without values. */
fl_interval fl_stat_bets_limits(const fl_bets *self, double alpha);

/* dirichlet.c: evidence about a whole distribution, valid under optional stopping: Dirichlet mixtures.
 *
 * The same as beta mixtures (stat.h) with more than two cells: E(p) is the Dirichlet mixture of the
 * multinomial likelihoods over the likelihood of p; it is an e-process for every p, so E reaches 1/alpha with
 * chance alpha at most. A count in a cell of chance 0 is infinite evidence. The prior is Dirichlet(1/2, …,
 * 1/2) over all cells, with a declared part of it on a Dirichlet around a documented distribution where there
 * is one: every cell of the wide part costs (log n) / 2 of evidence, the narrow part costs next to nothing.
 *
 * {p : E(p) < 1/alpha} is inside {p : n KL(found, p) < reach}, reach = log(1/alpha) - log E(found). */

typedef struct fl_dirichlet_prior {
    const double *centre; /* borrowed; [cells], sums to 1; NULL = only the wide part */
    double part;          /* of the prior around the centre, 0…1 */
    double mass;          /* sum of the narrow part's parameters: how many samples it is worth */
} fl_dirichlet_prior;

fl_dirichlet_prior fl_stat_dirichlet_wide(void);

/* Puts part `part` (below 1) of the prior on a Dirichlet around `centre`, about `spread` from it in total
 * variation. Only wide with spread or part 0. */
fl_dirichlet_prior fl_stat_dirichlet_around(const double *centre, size_t cells, double spread, double part);

/* log E of the distribution p (sums to 1 but for rounding). */
double fl_stat_dirichlet_log_e(const fl_dirichlet_prior *prior, const fl_dirichlet_count *found,
                               const double *p);

/* Returns log E of the observed shares: never above 0, and the smallest of all. */
double fl_stat_dirichlet_log_e_found(const fl_dirichlet_prior *prior, const fl_dirichlet_count *found);

/* The same for the pooled shares of two samples, a and b of the same scale. */
double fl_stat_dirichlet_log_e_pooled(const fl_dirichlet_count *a, const fl_dirichlet_count *b);

/* variation.c, variation_near.c, variation_far.c: which distances the evidence leaves.
 *
 * The evidence against a distribution q is E(found) exp(n KL(found, q)), that against a pair of distributions
 * the product; so E < 1/alpha leaves the distributions, or pairs, with n KL < reach = log(1/alpha) - log
 * E(found) (of pairs the sum of both n KL). The interval is the range of the total variation over that set:
 * from a sample's distribution to the documented one, or between the distributions of two samples. Its lower
 * end is exact, so a distribution that is refuted is never in it; its upper end may be a little too high,
 * never too low. */

enum { FL_VARIATION_HEAVY = 4 };

typedef struct fl_variation_pair {
    double a, b;    /* counts of the sample, and of the other one or expected by the distribution */
    unsigned heavy; /* bit of one of the heaviest cells, else 0 */
} fl_variation_pair;

typedef struct fl_variation {
    fl_variation_pair *cell; /* owned; by falling a/b; without those where both are 0 */
    size_t cells;
    unsigned heavy_n;
    double n_a, n_b; /* sums of a and b */
    double found;    /* the total variation of the shares */
    bool is_law;     /* b is a distribution */
    bool is_empty;   /* a sample without counts excludes nothing */
} fl_variation;

/* Compares sample a with sample b, or with a distribution (b NULL). */
FL_NODISCARD fl_err fl_stat_variation_init(fl_variation *self, const fl_dirichlet_count *a,
                                           const fl_dirichlet_count *b, const double *law, fl_diag *diag);

void fl_stat_variation_free(fl_variation *self);

/* Returns the least n KL of those at this distance or nearer. */
double fl_stat_variation_within(const fl_variation *self, double distance);

/* Returns a lower bound of the n KL of those at this distance or farther. INFINITY: there are none. */
double fl_stat_variation_beyond(const fl_variation *self, double distance);

/* The path of the nearest, from distance 0 (share 0) to the shares found (1): their n KL and *distance. */
double fl_stat_variation_near(const fl_variation *self, double share, double *distance);

/* Returns the distances of those with n KL < reach; 0…1 without counts. */
fl_interval fl_stat_variation_limits(const fl_variation *self, double reach);

/* goodness.c: cells that expect fewer than FL_GOODNESS_LEAST are pooled; if the pool still expects too few,
 * the smallest of the other cells joins it. The pool depends only on expectations (one sample) or margins
 * (several samples), never on the counts of cells. */

enum { FL_GOODNESS_LEAST = 5 };

/* Do several samples over the same cells have one distribution? `count` holds row after row. The sum of the
 * whole table is below 2^63. Called by the coverage simulation of tests/stat, beside fl_stat_goodness_fit. */
fl_goodness fl_stat_goodness_same(const uint64_t *count, size_t rows, size_t cells);

/* Half the G of two samples without pooling: the logarithm of how much likelier the samples are under a
 * distribution for each than under one common distribution. */
double fl_stat_goodness_half(const uint64_t *a, const uint64_t *b, size_t cells);

/* verdict.c */

/* For forecasts: the verdict alone on a checked claim about a chance, for any counts, also fractional
 * ones. */
fl_verdict fl_stat_verdict_at(const fl_stat_claim *claim, fl_beta_count count);

/* True if that verdict is `refuted`; much faster. */
bool fl_stat_verdict_is_refuted(const fl_stat_claim *claim, fl_beta_count count);

/* power.c: the power of a number of trials, before they are made. It is for a single look at the end; looking
 * after every trial and stopping at the first verdict has at least this power. Functions that are not in
 * stat.h serve tests/stat, which states the power for detecting a planted fault. */

/* The chance that so many trials refute the claim if `truth` is the true chance. */
double fl_stat_power_at(const fl_stat_claim *claim, uint64_t trials, double truth);

/* Returns the trials that refute the claim with this power if `truth` is the true chance; INFINITY if no
 * number does. */
double fl_stat_power_trials(const fl_stat_claim *claim, double truth, double power);

/* crossing.c */

/* A yes-or-no question about `scale` times as much data. */
typedef bool (*fl_trials_needed_question)(const void *context, double scale);

/* Returns the smallest scale from `first` to `most` at which the answer is yes, to one part in a thousand;
 * INFINITY if there is none. The answer should change only once: a no between two yes is not found. */
double fl_stat_trials_needed_scale(fl_trials_needed_question is_yes, const void *context, double first,
                                   double most);

#endif
