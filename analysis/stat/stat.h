/* SPDX-License-Identifier: GPL-2.0-or-later */
/* analysis/stat: what the rest of the program may use of this folder. */
#ifndef FL_ANALYSIS_STAT_STAT_H
#define FL_ANALYSIS_STAT_STAT_H

#include "gen/base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A documented chance as an exact fraction: 1/7, 98/125, 0/1.
 *
 * The distance of a count from what the fraction lets expect is formed in 128-bit integers: at 10^12 trials a rounded
 * product would be off by more than the distance may be. */

__extension__ typedef __int128 fl_fraction_wide;

typedef struct fl_fraction {
    uint64_t num, den; /* den > 0; a chance has num <= den */
} fl_fraction;

static inline double fl_stat_fraction_value(fl_fraction self)
{
    return (double)self.num / (double)self.den;
}

/* Fixed-n companions of the confidence sequence: for readers who expect them, and only honest when the number of trials
 * was set beforehand. */

typedef struct fl_interval {
    double lo, hi;
} fl_interval;

/* Clopper and Pearson: covers at least with 1 - alpha, for every chance. No trials: 0…1. */
fl_interval fl_stat_interval_exact(uint64_t hits, uint64_t trials, double alpha);

/* Wilson's score interval: covers about 1 - alpha on average over the chances. */
fl_interval fl_stat_interval_wilson(uint64_t hits, uint64_t trials, double alpha);

/* Two-sided binomial p: the chance of all numbers of hits that are no likelier than the one found. 0 < num < den, or
 * exactly 0 or 1 at the ends. */
double fl_stat_interval_p(uint64_t hits, uint64_t trials, fl_fraction documented);

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

enum { FL_BETA_PARTS = 2 };

#define FL_BETA_PART 0.5

typedef struct fl_beta_shape {
    double a, b;       /* > 0 */
    double log_weight; /* the weights of a prior sum to 1 */
} fl_beta_shape;

typedef struct fl_beta_prior {
    fl_beta_shape part[FL_BETA_PARTS];
    unsigned parts;
} fl_beta_prior;

typedef struct fl_beta_count {
    double hits, misses;
} fl_beta_count;

/* Part `part` of the prior on a beta with mean `centre` and standard deviation `spread`, the rest wide. Only wide where
 * there is nothing to centre on: centre 0 or 1, spread or part 0. */
fl_beta_prior fl_stat_beta_around(double centre, double spread, double part);

/* The confidence sequence at this count; 0…1 without trials. Relative error of an end below 10^-12. */
fl_interval fl_stat_beta_limits(const fl_beta_prior *prior, fl_beta_count count, double alpha);

/* Evidence about a whole distribution that may be looked at after every floor: Dirichlet mixtures.
 *
 * The same as beta.h with more than two cells: E(p) is the Dirichlet mixture of the multinomial likelihoods over the
 * likelihood of p; it is an e-process for every p, so E reaches 1/alpha with chance alpha at most. A count in a cell of
 * chance 0 is infinite evidence. The prior is Dirichlet(1/2, …, 1/2) over all cells, with a declared part of it on a
 * Dirichlet around a documented distribution where there is one: every cell of the wide part costs (log n) / 2 of
 * evidence, the narrow part costs next to nothing.
 *
 * {p : E(p) < 1/alpha} lies inside {p : n KL(found, p) < reach}, reach = log(1/alpha) - log E(found). */

/* Counts by cell. `scale` is 1; others ask what the same shares would say of that many times the floors. */
typedef struct fl_dirichlet_count {
    const uint64_t *count; /* borrowed */
    size_t cells;
    double scale;
} fl_dirichlet_count;

double fl_stat_dirichlet_total(const fl_dirichlet_count *found);

/* How far two distributions are apart: total variation, and Jensen-Shannon distance.
 *
 * Both are metrics in 0…1. The intervals are made of them being metrics: the distance of two samples differs from that
 * of their laws by at most the distances of each sample from its own law, which the Dirichlet sequence bounds
 * (dirichlet.h). They hold at finite n, at every n at once and at the ends of the range, where a bootstrap fails: the
 * distance of two samples of one law is biased upwards and its spread is not normal. The price is width. */

/* Square root of the Jensen-Shannon divergence in bits. */
double fl_stat_distance_shannon(const double *p, const double *q, size_t cells);

/* G-tests of counts, for a number of floors that was set beforehand.
 *
 * G = 2 sum O log(O/E) against the chi-square law. Cells that expect fewer than FL_GOODNESS_LEAST are put together into
 * one; if that one still expects too few, the smallest of the other cells joins it. What is pooled depends on
 * expectations (one sample) or margins (several samples) only, never on where the counts fell. */

typedef struct fl_goodness {
    double g;
    size_t cells;   /* after pooling */
    size_t freedom; /* degrees of */
    double p;       /* 1 where there is nothing to compare */
    double log_p;
} fl_goodness;

/* Do the counts follow the probabilities p (which sum to 1)? A count where p is 0 gives g = INFINITY and p = 0. */
fl_goodness fl_stat_goodness_fit(const uint64_t *count, const double *p, size_t cells);

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

typedef enum fl_verdict { FL_VERDICT_UNDECIDED, FL_VERDICT_CONFIRMED, FL_VERDICT_REFUTED } fl_verdict;

typedef enum fl_verdict_relation {
    FL_VERDICT_IS,
    FL_VERDICT_AT_LEAST,
    FL_VERDICT_AT_MOST,
} fl_verdict_relation;

typedef struct fl_stat_claim {
    fl_fraction value; /* documented chance or mean */
    double tolerance;  /* what still agrees, in the units of the value, or in total variation */
    double alpha;      /* this claim's share */
    double part;       /* of the prior, around the documented value */
    fl_verdict_relation relation;
    bool is_about;    /* true wherever it agrees */
    bool is_complete; /* of a support: everything documented occurs */
} fl_stat_claim;

typedef struct fl_verdict_result {
    fl_verdict verdict;
    double observed;    /* share, mean, or distance */
    fl_interval limits; /* the confidence sequence of the same */
    double log_e;       /* evidence against the claim, natural logarithm; INFINITY: a counter-example */
    double
        needed; /* more trials until a verdict if the shares stay; 0: there is one; INFINITY: not in sight */
} fl_verdict_result;

/* A sum of bounded values. */
typedef struct fl_verdict_sum {
    fl_fraction_wide sum;
    uint64_t n;
    int32_t lowest, highest; /* what one value can be at all, lowest < highest */
} fl_verdict_sum;

/* An exact `is`, with the default prior. */
void fl_stat_claim_init(fl_stat_claim *self, fl_fraction value, double tolerance, double alpha);

/* FL_ERR_INPUT for what no claim can say. */
FL_NODISCARD fl_err fl_stat_claim_check(const fl_stat_claim *self, fl_diag *diag);

/* "confirmed", "refuted", "undecided" */
const char *fl_stat_verdict_name(fl_verdict verdict);

/* The share of the floors that a claim about a chance gets from a family: alpha / m. */
double fl_stat_verdict_share(double family_alpha, unsigned claims);

/* P(event) is, is at least, or is at most the value; `never` and `always`. Fewer than 2^53 trials. */
FL_NODISCARD fl_err fl_stat_verdict_chance(const fl_stat_claim *claim, uint64_t hits, uint64_t trials,
                                           fl_verdict_result *out, fl_diag *diag);

/* P(event) > 0: confirmed by one hit. Refuted only where it is claimed about, as soon as the chance is below the
 * tolerance. */
FL_NODISCARD fl_err fl_stat_verdict_occurs(const fl_stat_claim *claim, uint64_t hits, uint64_t trials,
                                           fl_verdict_result *out, fl_diag *diag);

/* The same relations for the mean of bounded values. */
FL_NODISCARD fl_err fl_stat_verdict_mean(const fl_stat_claim *claim, const fl_verdict_sum *sample,
                                         fl_verdict_result *out, fl_diag *diag);

/* What a number of trials can find out, before they are made. All of it for claims about a chance, and for looking once,
 * at the end: who stops as soon as there is a verdict has at least this power. */

/* Trials that confirm the claim with this chance at least if the documented value is the real chance. */
double fl_stat_power_confirming(const fl_stat_claim *claim, double chance);

/* Verdicts on more than one number: a distribution, two populations, the values that occur, an order. The same three
 * answers, the same promise and the same fl_stat_claim as in verdict.h. */

/* One condition of an order: a share or mean with its confidence sequence at alpha / conditions. */
typedef struct fl_verdict_law_step {
    double observed;
    fl_interval limits;
    double trials;
} fl_verdict_law_step;

/* The counts follow the law (sums to 1). Confirmed: within the tolerance in total variation. Refuted: evidence against
 * exactly this law, or, when claimed about, farther away than the tolerance. `observed` is the total variation. */
FL_NODISCARD fl_err fl_stat_verdict_law(const fl_stat_claim *claim, const fl_dirichlet_count *found,
                                        const double *law, fl_verdict_result *out, fl_diag *diag);

/* Two populations have one law, in the same sense. */
FL_NODISCARD fl_err fl_stat_verdict_same(const fl_stat_claim *claim, const fl_dirichlet_count *a,
                                         const fl_dirichlet_count *b, fl_verdict_result *out, fl_diag *diag);

/* Nothing occurs outside the documented cells: refuted by one count, confirmed when the chance of the outside is below
 * the tolerance and, with is_complete, every documented cell was seen. `observed` is the share outside. */
FL_NODISCARD fl_err fl_stat_verdict_support(const fl_stat_claim *claim, const fl_dirichlet_count *found,
                                            const bool *is_documented, fl_verdict_result *out, fl_diag *diag);

/* Each step is higher than the one before, but for the tolerance. `observed` is the smallest rise. */
FL_NODISCARD fl_err fl_stat_verdict_order(const fl_stat_claim *claim, const fl_verdict_law_step *step,
                                          size_t n, fl_verdict_result *out, fl_diag *diag);

#endif
