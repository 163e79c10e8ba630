/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of this folder share and nobody outside needs. */
#ifndef FL_ANALYSIS_STAT_STAT_PRIVATE_H
#define FL_ANALYSIS_STAT_STAT_PRIVATE_H

#include "analysis/stat/stat.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A documented chance as an exact fraction: 1/7, 98/125, 0/1.
 *
 * The distance of a count from what the fraction lets expect is formed in 128-bit integers: at 10^12 trials a rounded
 * product would be off by more than the distance may be. */

/* 1 - the chance. */
static inline double fl_stat_fraction_rest(fl_fraction self)
{
    return (double)(self.den - self.num) / (double)self.den;
}

/* trials × chance - hits, rounded once at the end. Both counts below 2^63. */
static inline double fl_stat_fraction_excess(fl_fraction self, uint64_t hits, uint64_t trials)
{
    fl_fraction_wide expected = (fl_fraction_wide)trials * (fl_fraction_wide)self.num;
    fl_fraction_wide found = (fl_fraction_wide)hits * (fl_fraction_wide)self.den;
    return (double)(expected - found) / (double)self.den;
}

/* Evidence about a chance that may be looked at after every trial: beta mixtures.
 *
 * For k hits in n trials the evidence against a chance p is
 *     E(p) = integral of t^k (1-t)^(n-k) over the prior / (p^k (1-p)^(n-k)).
 * If p is the truth, E(p) is a product of fair bets: it begins at 1, its expectation stays 1, and the chance that it ever
 * reaches 1/alpha, at any n, is at most alpha (Ville's inequality). That holds for every prior that was fixed before the
 * first trial, so a mixture of priors is as valid as one: the prior decides only how soon a wrong p is found out. The
 * confidence sequence at level 1 - alpha is {p : E(p) < 1/alpha}; all its intervals cover the truth at once.
 *
 * Two priors: `wide` is beta(1/2, 1/2). `around` puts a declared part of the prior (FL_BETA_PART by default) on a narrow
 * beta around the documented chance and leaves the rest wide: where the documents are right the sequence is as narrow as
 * a fixed-n interval and loses no log n; where they are wrong it costs log(1/(1 - part)) once.
 *
 * The counts may be fractional: for values in 0…1 instead of hits and misses, their sum in place of the hits and n - sum
 * in place of the misses give a valid (conservative) sequence for the mean, since t^x (1-t)^(1-x) is convex in x. */

/* The narrow part's standard deviation as a share of the claim's tolerance. A point would confirm no sooner, and half the
 * tolerance refutes biases of twice the tolerance a sixth sooner than a quarter does. */
#define FL_BETA_SPREAD 0.5

fl_beta_prior fl_stat_beta_wide(void);

/* log E of an exact fraction. INFINITY: found what the fraction rules out. */
double fl_stat_beta_log_e(const fl_beta_prior *prior, uint64_t hits, uint64_t trials, fl_fraction p);

/* The same of a rounded chance, and for fractional counts. */
double fl_stat_beta_log_e_near(const fl_beta_prior *prior, fl_beta_count count, double p);

/* Evidence about a whole distribution that may be looked at after every floor: Dirichlet mixtures.
 *
 * The same as beta.h with more than two cells: E(p) is the Dirichlet mixture of the multinomial likelihoods over the
 * likelihood of p; it is an e-process for every p, so E reaches 1/alpha with chance alpha at most. A count in a cell of
 * chance 0 is infinite evidence. The prior is Dirichlet(1/2, …, 1/2) over all cells, with a declared part of it on a
 * Dirichlet around a documented distribution where there is one: every cell of the wide part costs (log n) / 2 of
 * evidence, the narrow part costs next to nothing.
 *
 * {p : E(p) < 1/alpha} lies inside {p : n KL(found, p) < reach}, reach = log(1/alpha) - log E(found). */

typedef struct fl_dirichlet_prior {
    const double *centre; /* borrowed; [cells], sums to 1; NULL = only the wide part */
    double part;          /* of the prior around the centre, 0…1 */
    double mass;          /* sum of the narrow part's parameters: how many floors it is worth */
} fl_dirichlet_prior;

fl_dirichlet_prior fl_stat_dirichlet_wide(void);

/* Part `part` of the prior on a Dirichlet around `centre` that lies about `spread` from it in total variation. Only wide
 * with spread or part 0. */
fl_dirichlet_prior fl_stat_dirichlet_around(const double *centre, size_t cells, double spread, double part);

/* log E of the distribution p (sums to 1 but for rounding). */
double fl_stat_dirichlet_log_e(const fl_dirichlet_prior *prior, const fl_dirichlet_count *found,
                               const double *p);

/* log E of the shares found themselves: never above 0, and the smallest of all. */
double fl_stat_dirichlet_log_e_found(const fl_dirichlet_prior *prior, const fl_dirichlet_count *found);

/* How far, in total variation, the true distribution can be from the shares found: at all n at once with 1 - alpha. By
 * Pinsker's inequality sqrt(reach / (2 n)), at most 1. The Jensen-Shannon distance (base 2) has the same bound: its
 * square is at most KL / 2, cell by cell. */
double fl_stat_dirichlet_radius(const fl_dirichlet_prior *prior, const fl_dirichlet_count *found,
                                double alpha);

/* How far two distributions are apart: total variation, and Jensen-Shannon distance.
 *
 * Both are metrics in 0…1. The intervals are made of them being metrics: the distance of two samples differs from that
 * of their laws by at most the distances of each sample from its own law, which the Dirichlet sequence bounds
 * (dirichlet.h). They hold at finite n, at every n at once and at the ends of the range, where a bootstrap fails: the
 * distance of two samples of one law is biased upwards and its spread is not normal. The price is width. */

typedef struct fl_distance {
    double found;       /* between the shares */
    fl_interval limits; /* for the distance between the laws */
} fl_distance;

/* Half the sum of |p - q|. */
double fl_stat_distance_variation(const double *p, const double *q, size_t cells);

/* A sample and a law; `prior` as for the sample's claim. 0…1 without floors. */
fl_distance fl_stat_distance_variation_from(const fl_dirichlet_prior *prior, const fl_dirichlet_count *found,
                                            const double *law, double alpha);

/* Two samples over the same cells; each of them takes half of alpha. */
fl_distance fl_stat_distance_variation_between(const fl_dirichlet_count *a, const fl_dirichlet_count *b,
                                               double alpha);
fl_distance fl_stat_distance_shannon_between(const fl_dirichlet_count *a, const fl_dirichlet_count *b,
                                             double alpha);

/* Many tests at once. */

/* Holm's step-down p-values: refusing those at or below alpha refuses any true hypothesis with chance alpha at most,
 * whatever the tests have to do with each other. */
FL_NODISCARD fl_err fl_stat_family_holm(const double *p, size_t n, double *adjusted);

/* e-BH (Wang and Ramdas): of what is refused, a share alpha at most is true on average, under any dependence. Takes
 * log e-values; the k largest are refused for the largest k whose k-th is at least n / (alpha k). */
FL_NODISCARD fl_err fl_stat_family_ebh(const double *log_e, size_t n, double alpha, bool *is_refused);

/* G-tests of counts, for a number of floors that was set beforehand.
 *
 * G = 2 sum O log(O/E) against the chi-square law. Cells that expect fewer than FL_GOODNESS_LEAST are put together into
 * one; if that one still expects too few, the smallest of the other cells joins it. What is pooled depends on
 * expectations (one sample) or margins (several samples) only, never on where the counts fell. */

enum { FL_GOODNESS_LEAST = 5 };

/* Do several samples over the same cells come from one law? `count` holds row after row. The sums of the whole table
 * stay below 2^63. */
fl_goodness fl_stat_goodness_same(const uint64_t *count, size_t rows, size_t cells);

/* Half the G of two samples without pooling: the logarithm of how much likelier two laws of their own make them. */
double fl_stat_goodness_half(const uint64_t *a, const uint64_t *b, size_t cells);

/* Pieces of likelihood ratios that stay exact when the counts reach 10^12.
 *
 * The logarithm of a beta or Dirichlet mixture over the likelihood of a given law is a difference of terms near 10^13
 * whose value is often near 1. Here those terms are cancelled by algebra, before any rounding. With x = count + shape,
 * N = n + mass, and lgamma written as Stirling's main part plus a rest r(z):
 *
 *   log E = sum over cells { D(x, N p) - D(shape, mass p) - log(1 + count/shape) / 2 + r(x) - r(shape) }
 *           + log(1 + n/mass) / 2 - r(N) + r(mass),        D(x, M) = x log(x/M) + M - x >= 0.
 *
 * Every D is a product of positive numbers of full precision once M - x is known exactly, so callers pass the excess
 * n p - count, not only p. */

/* log(e^a + e^b); -INFINITY and INFINITY are values like others. */
double fl_stat_logspace_add(double a, double b);

/* lgamma(z) - ((z - 1/2) log z - z + log(2 pi) / 2), for z > 0. */
double fl_stat_logspace_rest(double z);

/* D(x, M) of x >= 0 and M = x + excess >= 0. `expected` is M again (it may be a little off, excess may not). INFINITY
 * for x > 0 = M. */
double fl_stat_logspace_deviance(double x, double expected, double excess);

typedef struct fl_logspace_term {
    double count;  /* how often it was seen */
    double shape;  /* the prior's parameter; 0 = the prior gives this cell no chance */
    double p;      /* the chance that is judged */
    double excess; /* n p - count, as exactly as can be */
} fl_logspace_term;

/* The braces above: what a cell adds to log E, of n counts in all and a prior whose shapes sum to `mass`. */
double fl_stat_logspace_gain(const fl_logspace_term *cell, double n, double mass);

/* What remains of log E beside the cells. */
double fl_stat_logspace_frame(double n, double mass);

/* Confirmed, refuted or undecided: what counts say about a claim, at any time anybody looks.
 *
 * The evidence is that of beta.h at level alpha, the claim's share of the family's. Two sets belong to a claim: `true`,
 * where it holds, and `agreeing`, what its tolerance still lets pass.
 *     refuted    every value in `true` has evidence 1/alpha or more against it
 *     confirmed  not refuted, and the confidence sequence lies inside `agreeing`
 *     undecided  neither yet
 * An exact claim (1/7) is true at its value alone, however wide the tolerance of its confirmation; one that `is_about`
 * (about 1 in 3) is true wherever it agrees. So a true claim is refuted with chance alpha at most, and a claim that does
 * not even agree is confirmed with chance alpha at most, over all n at once.
 *
 * `never` and `always` are the chances 0/1 and 1/1: one counter-example refutes, without doubt; n trials without one
 * bound the chance by 1 - alpha^(1/n), and that below the tolerance confirms. */

/* For forecasts: the bare verdict on a claim about a chance, for any counts, also fractional ones. The claim was
 * checked. */
fl_verdict fl_stat_verdict_at(const fl_stat_claim *claim, fl_beta_count count);

/* What a number of trials can find out, before they are made. All of it for claims about a chance, and for looking once,
 * at the end: who stops as soon as there is a verdict has at least this power. */

/* The numbers of hits that refute: below.hits and fewer, above and more. */
typedef struct fl_power_region {
    double lo; /* -1: no number of hits is too small */
    double hi; /* trials + 1: none is too large */
} fl_power_region;

fl_power_region fl_stat_power_refuting(const fl_stat_claim *claim, uint64_t trials);

/* The chance that so many trials refute the claim if `truth` is the real chance. */
double fl_stat_power_at(const fl_stat_claim *claim, uint64_t trials, double truth);

/* Minimum detectable effect: the chances nearest to the documented one, below and above, that so many trials refute with
 * this power. NAN where there is none on that side. */
fl_interval fl_stat_power_detectable(const fl_stat_claim *claim, uint64_t trials, double power);

/* Trials that refute the claim with this power if `truth` is the real chance; INFINITY when none do. */
double fl_stat_power_trials(const fl_stat_claim *claim, double truth, double power);

/* How much longer? */

/* A yes-or-no question about `scale` times as much data. */
typedef bool (*fl_trials_needed_question)(const void *data, double scale);

/* The smallest scale in first…most at which the answer is yes, to one part in a thousand; INFINITY where it is no up to
 * there. The answer should change once: a no between two yes is not found. */
double fl_stat_trials_needed_scale(fl_trials_needed_question is_yes, const void *data, double first,
                                   double most);

#endif
