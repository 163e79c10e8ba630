/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of this folder use of each other, from the bottom up: exact pieces of likelihood ratios
 * (logspace), the evidence made of them (beta, dirichlet), distances and tests, then forecasts. */
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
 * The logarithm of a beta or Dirichlet mixture over the likelihood of a given law is a difference of terms
 * near 10^13 whose value is often near 1. Here those terms are cancelled by algebra, before any rounding.
 * With x = count + shape, N = n + mass, and lgamma written as Stirling's main part plus a rest r(z):
 *
 *   log E = sum over cells { D(x, N p) - D(shape, mass p) - log(1 + count/shape) / 2 + r(x) - r(shape) }
 *           + log(1 + n/mass) / 2 - r(N) + r(mass),        D(x, M) = x log(x/M) + M - x >= 0.
 *
 * Every D is a product of positive numbers of full precision once M - x is known exactly, so callers pass the
 * excess n p - count as well as p. */

/* log(e^a + e^b); both may be -INFINITY or INFINITY. */
double fl_stat_logspace_add(double a, double b);

/* lgamma(z) - ((z - 1/2) log z - z + log(2 pi) / 2), for z > 0. */
double fl_stat_logspace_rest(double z);

/* D(x, M) of x >= 0 and M = x + excess >= 0. `expected` is M again: it may be rounded, `excess` must be
 * exact. INFINITY for x > 0 = M. */
double fl_stat_logspace_deviance(double x, double expected, double excess);

typedef struct fl_logspace_term {
    double count;  /* how often it was seen */
    double shape;  /* the prior's parameter; 0 = the prior gives this cell no chance */
    double p;      /* the chance that is judged */
    double excess; /* n p - count, as exactly as can be */
} fl_logspace_term;

/* The braces above: what a cell adds to log E, of n counts in all and a prior whose shapes sum to `mass`. */
double fl_stat_logspace_gain(const fl_logspace_term *cell, double n, double mass);

/* The second line above: what is added to log E once for all cells. */
double fl_stat_logspace_frame(double n, double mass);

/* beta.c */

/* The narrow part's standard deviation as a share of the claim's tolerance. A single point would confirm no
 * sooner, and half the tolerance refutes biases of twice the tolerance a sixth sooner than a quarter does. */
#define FL_BETA_SPREAD 0.5

fl_beta_prior fl_stat_beta_wide(void);

/* log E of an exact fraction. INFINITY: a count that the fraction rules out. */
double fl_stat_beta_log_e(const fl_beta_prior *prior, uint64_t hits, uint64_t trials, fl_fraction p);

/* log E of a rounded chance, and for fractional counts. */
double fl_stat_beta_log_e_near(const fl_beta_prior *prior, fl_beta_count count, double p);

/* dirichlet.c: evidence about a whole distribution that may be looked at after every sample: Dirichlet
 * mixtures.
 *
 * The same as beta mixtures (stat.h) with more than two cells: E(p) is the Dirichlet mixture of the
 * multinomial likelihoods over the likelihood of p; it is an e-process for every p, so E reaches 1/alpha with
 * chance alpha at most. A count in a cell of chance 0 is infinite evidence. The prior is Dirichlet(1/2, …,
 * 1/2) over all cells, with a declared part of it on a Dirichlet around a documented distribution where there
 * is one: every cell of the wide part costs (log n) / 2 of evidence, the narrow part costs next to nothing.
 *
 * {p : E(p) < 1/alpha} lies inside {p : n KL(found, p) < reach}, reach = log(1/alpha) - log E(found). */

typedef struct fl_dirichlet_prior {
    const double *centre; /* borrowed; [cells], sums to 1; NULL = only the wide part */
    double part;          /* of the prior around the centre, 0…1 */
    double mass;          /* sum of the narrow part's parameters: how many samples it is worth */
} fl_dirichlet_prior;

fl_dirichlet_prior fl_stat_dirichlet_wide(void);

/* Part `part` (below 1) of the prior on a Dirichlet around `centre` that lies about `spread` from it in total
 * variation. Only wide with spread or part 0. */
fl_dirichlet_prior fl_stat_dirichlet_around(const double *centre, size_t cells, double spread, double part);

/* log E of the distribution p (sums to 1 but for rounding). */
double fl_stat_dirichlet_log_e(const fl_dirichlet_prior *prior, const fl_dirichlet_count *found,
                               const double *p);

/* log E of the shares found themselves: never above 0, and the smallest of all. */
double fl_stat_dirichlet_log_e_found(const fl_dirichlet_prior *prior, const fl_dirichlet_count *found);

/* How far, in total variation, the true distribution can be from the shares found: at all n at once with 1 -
 * alpha. By Pinsker's inequality sqrt(reach / (2 n)), at most 1. The Jensen-Shannon distance (base 2) has the
 * same bound: its square is at most KL / 2, cell by cell. */
double fl_stat_dirichlet_radius(const fl_dirichlet_prior *prior, const fl_dirichlet_count *found,
                                double alpha);

/* distance.c: how far two distributions are apart, from 0 to 1.
 *
 * The intervals rest on total variation being a metric: the distance of two samples differs from that of
 * their laws by at most the distances of each sample from its own law, which the Dirichlet sequence bounds.
 * They hold at finite n, at every n at once and at the ends of the range, where a bootstrap fails: the
 * distance of two samples of one law is biased upwards and not normally distributed. The price is width. */

typedef struct fl_distance {
    double found;       /* between the shares */
    fl_interval limits; /* for the distance between the laws */
} fl_distance;

/* Total variation: half the sum of |p - q|. Called by tests only, which hold the radius against it. */
double fl_stat_distance_variation(const double *p, const double *q, size_t cells);

/* A sample and a law; `prior` as for the sample's claim. 0…1 without samples. */
fl_distance fl_stat_distance_variation_from(const fl_dirichlet_prior *prior, const fl_dirichlet_count *found,
                                            const double *law, double alpha);

/* Two samples over the same cells; each of them takes half of alpha. */
fl_distance fl_stat_distance_variation_between(const fl_dirichlet_count *a, const fl_dirichlet_count *b,
                                               double alpha);

/* goodness.c: cells that expect fewer than FL_GOODNESS_LEAST are pooled; if the pool still expects too few,
 * the smallest of the other cells joins it. What is pooled depends on expectations (one sample) or margins
 * (several samples) only, never on where the counts fell. */

enum { FL_GOODNESS_LEAST = 5 };

/* Do several samples over the same cells come from one law? `count` holds row after row. The sum of the whole
 * table is below 2^63. Called by the coverage simulation of tests/stat, beside fl_stat_goodness_fit. */
fl_goodness fl_stat_goodness_same(const uint64_t *count, size_t rows, size_t cells);

/* Half the G of two samples without pooling: the logarithm of how much likelier the samples are under a law
 * for each than under one common law. */
double fl_stat_goodness_half(const uint64_t *a, const uint64_t *b, size_t cells);

/* verdict.c */

/* For forecasts: the bare verdict on a claim about a chance, for any counts, also fractional ones. The claim
 * was checked. */
fl_verdict fl_stat_verdict_at(const fl_stat_claim *claim, fl_beta_count count);

/* power.c: what a number of trials can find out, before they are made. All of it is for claims about a chance
 * and for a single look at the end; looking after every trial and stopping at the first verdict has at least
 * this power. All but fl_stat_power_confirming (stat.h) serve the tests of tests/stat, which state the power
 * with which a planted fault must be caught. */

/* The numbers of hits that refute: `lo` and fewer, `hi` and more. */
typedef struct fl_power_region {
    double lo; /* -1: no number of hits is too small */
    double hi; /* trials + 1: none is too large */
} fl_power_region;

fl_power_region fl_stat_power_refuting(const fl_stat_claim *claim, uint64_t trials);

/* The chance that so many trials refute the claim if `truth` is the true chance. */
double fl_stat_power_at(const fl_stat_claim *claim, uint64_t trials, double truth);

/* Minimum detectable effect: the chances nearest to the documented one, below and above, that so many trials
 * refute with this power. NAN where there is none on that side. */
fl_interval fl_stat_power_detectable(const fl_stat_claim *claim, uint64_t trials, double power);

/* Trials that refute the claim with this power if `truth` is the true chance; INFINITY when no number of
 * trials does. */
double fl_stat_power_trials(const fl_stat_claim *claim, double truth, double power);

/* trials_needed.c */

/* A yes-or-no question about `scale` times as much data. */
typedef bool (*fl_trials_needed_question)(const void *data, double scale);

/* The smallest scale from `first` to `most` at which the answer is yes, to one part in a thousand; INFINITY
 * where it is no up to `most`. The answer should change only once: a no between two yes is not found. */
double fl_stat_trials_needed_scale(fl_trials_needed_question is_yes, const void *data, double first,
                                   double most);

#endif
