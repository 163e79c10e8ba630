/* SPDX-License-Identifier: MIT */
/* From counts to verdicts. Independent of floors: counts and documented values go in, evidence, intervals and
 * verdicts come out. This is the first folder in which numbers may be rounded.
 *
 * To judge a claim: fill an fl_stat_claim (fl_stat_claim_init), call the fl_stat_verdict_ function for its
 * type, read the fl_verdict_result. All verdicts may be requested repeatedly while the counts grow: the
 * promised error rates hold over all looks together (optional stopping). Their parts follow, for callers that
 * need an interval, a distance or a test alone. */
#ifndef FL_ANALYSIS_STAT_STAT_H
#define FL_ANALYSIS_STAT_STAT_H

#include "gen/base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Fractions: documented numbers are kept exactly as they are written: 1/7, 98/125, 0.25 (that is 25/100), 3.
 *
 * The difference between a count and its expectation by a fraction is formed in 128-bit integers: at 10^12
 * trials the rounding of a product of doubles would exceed the difference that matters. */

__extension__ typedef __int128 fl_fraction_wide;

typedef struct fl_fraction {
    uint64_t num, den; /* den > 0; a chance has num <= den */
} fl_fraction;

static inline double fl_stat_fraction_value(fl_fraction self)
{
    return (double)self.num / (double)self.den;
}

/* Reads digits, with a point or a slash between digits; at most 18 digits on a side. FL_ERR_INPUT for
 * anything else. */
FL_NODISCARD fl_err fl_stat_fraction_read(const char *text, fl_fraction *out);

/* True if the fractions sum to exactly 1. */
bool fl_stat_fraction_sums_to_one(const fl_fraction *part, size_t n);

typedef struct fl_interval {
    double lo, hi;
} fl_interval;

/* Counts by cell of a distribution. `scale` is 1; another scale assumes the same shares with that many times
 * the samples. */
typedef struct fl_dirichlet_count {
    const uint64_t *count; /* borrowed */
    size_t cells;
    double scale;
} fl_dirichlet_count;

double fl_stat_dirichlet_total(const fl_dirichlet_count *found);

/* Verdicts: confirmed, refuted or undecided.
 *
 * A claim is judged at its level alpha, its share of the error rate of all claims that are judged together.
 * Two sets belong to a claim: `true`, the values at which it holds, and `agreeing`, the values that its
 * tolerance allows. Refuted: every value in `true` has evidence 1/alpha or more against it. Confirmed: not
 * refuted, and every value outside of `agreeing` has such evidence against it, so that the confidence
 * sequence lies inside. Undecided: neither yet. An exact claim (1/7) is true at its value alone, however wide
 * its tolerance; one that `is_about` (about 1 in 3) is true wherever it agrees. So a true claim is refuted
 * with a chance of at most alpha, and a claim that does not even agree is confirmed with a chance of at most
 * alpha, over all numbers of trials at once.
 *
 * `never` and `always` are the chances 0/1 and 1/1: one counter-example refutes; n trials without one bound
 * the chance of a counter-example by about 1 - (alpha/2)^(1/n), and a bound below the tolerance confirms. */

typedef enum fl_verdict { FL_VERDICT_UNDECIDED, FL_VERDICT_CONFIRMED, FL_VERDICT_REFUTED } fl_verdict;

typedef enum fl_verdict_relation {
    FL_VERDICT_IS,
    FL_VERDICT_AT_LEAST,
    FL_VERDICT_AT_MOST,
} fl_verdict_relation;

typedef struct fl_stat_claim {
    fl_fraction value; /* documented chance or mean */
    double tolerance;  /* still agreeing, in the units of the value, or in total variation */
    double alpha;      /* this claim's share */
    double part;       /* of the prior, around the documented value */
    fl_verdict_relation relation;
    bool is_about;    /* true wherever it agrees */
    bool is_complete; /* of a support: everything documented occurs */
} fl_stat_claim;

typedef struct fl_verdict_result {
    fl_verdict verdict;
    double observed;    /* share, mean, or distance */
    fl_interval limits; /* its confidence sequence */
    double log_e;       /* evidence against the claim, natural logarithm; INFINITY: a counter-example */
    double needed;      /* further trials until a verdict if the shares stay; 0: there is a verdict; INFINITY:
                         * none is expected */
} fl_verdict_result;

/* How often each of some bounded values was seen. */
typedef struct fl_verdict_values {
    const uint64_t *count; /* borrowed; of the values first, first + 1, … */
    size_t cells;
    int32_t first;
    int32_t lowest, highest; /* the range that a value can have, lowest < highest */
} fl_verdict_values;

/* One condition of an order: a share or mean with its confidence sequence at alpha / conditions. */
typedef struct fl_verdict_law_step {
    double observed;
    fl_interval limits;
    double trials;
} fl_verdict_law_step;

/* An exact claim (`is`) with the default prior. */
void fl_stat_claim_init(fl_stat_claim *self, fl_fraction value, double tolerance, double alpha);

/* FL_ERR_INPUT for numbers that no claim can have. */
FL_NODISCARD fl_err fl_stat_claim_check(const fl_stat_claim *self, fl_diag *diag);

/* "confirmed", "refuted", "undecided" */
const char *fl_stat_verdict_name(fl_verdict verdict);

/* The alpha of one of `claims` claims that are judged together: family_alpha / claims. */
double fl_stat_verdict_share(double family_alpha, unsigned claims);

/* P(event) is, is at least, or is at most the value; `never` and `always`. Fewer than 2^53 trials. */
FL_NODISCARD fl_err fl_stat_verdict_chance(const fl_stat_claim *claim, uint64_t hits, uint64_t trials,
                                           fl_verdict_result *out, fl_diag *diag);

/* P(event) > 0: confirmed by one hit. Only a claim that `is_about` can be refuted, as soon as the chance is
 * below its tolerance. */
FL_NODISCARD fl_err fl_stat_verdict_occurs(const fl_stat_claim *claim, uint64_t hits, uint64_t trials,
                                           fl_verdict_result *out, fl_diag *diag);

/* Judges by all possible samples, whose share is known: confirmed if it agrees, else refuted; one exception
 * refutes `never` and `always`. There are trials. */
void fl_stat_verdict_exact(const fl_stat_claim *claim, uint64_t hits, uint64_t trials,
                           fl_verdict_result *out);

/* The same relations for the mean of bounded values. The evidence adapts to the variance of the values; the
 * range matters only while rare extreme values are possible. */
FL_NODISCARD fl_err fl_stat_verdict_mean(const fl_stat_claim *claim, const fl_verdict_values *sample,
                                         fl_verdict_result *out, fl_diag *diag);

/* The counts follow the distribution (which sums to 1). Confirmed: within the tolerance in total variation.
 * Refuted: evidence against exactly this one, or, with `is_about`, against every one within the tolerance.
 * `observed` is the total variation; the limits of a refuted exact claim never contain 0. */
FL_NODISCARD fl_err fl_stat_verdict_law(const fl_stat_claim *claim, const fl_dirichlet_count *found,
                                        const double *law, fl_verdict_result *out, fl_diag *diag);

/* Two scenarios have the same distribution, likewise. */
FL_NODISCARD fl_err fl_stat_verdict_same(const fl_stat_claim *claim, const fl_dirichlet_count *a,
                                         const fl_dirichlet_count *b, fl_verdict_result *out, fl_diag *diag);

/* Nothing occurs outside the documented cells: refuted by one count, confirmed when the chance of the outside
 * is below the tolerance and, with is_complete, every documented cell was seen. `observed` is the share
 * outside. */
FL_NODISCARD fl_err fl_stat_verdict_support(const fl_stat_claim *claim, const fl_dirichlet_count *found,
                                            const bool *is_documented, fl_verdict_result *out, fl_diag *diag);

/* Each step is higher than the one before, within the tolerance. `observed` is the smallest rise. */
FL_NODISCARD fl_err fl_stat_verdict_order(const fl_stat_claim *claim, const fl_verdict_law_step *step,
                                          size_t n, fl_verdict_result *out, fl_diag *diag);

/* The number of trials that confirm the claim with at least this chance if the documented value is the true
 * chance. */
double fl_stat_power_confirming(const fl_stat_claim *claim, double chance);

/* Returns the true chances next to the documented one (is, at least, at most; never and always as the chances
 * 0 and 1) from which on outwards so many trials refute the claim with at least this power. NAN: no chance on
 * that side would be refuted, because the claim allows all of them (above `at least 1/3`), there are none
 * (below `never`), or the trials are too few. */
fl_interval fl_stat_power_detectable(const fl_stat_claim *claim, uint64_t trials, double power);

/* Not excluded: true values that the claim does not allow, but that this many samples would not refute with
 * a chance of more than 1 - power. For `is` they are on both sides of the value, for `at least` below it, for
 * `at most` above it. For distributions and comparisons: the total variation up to which this holds, from 0
 * on. For an order: falls that are too small. */

#define FL_STAT_POWER 0.9

fl_interval fl_stat_power_blind_chance(const fl_stat_claim *claim, uint64_t trials, double power);
fl_interval fl_stat_power_blind_mean(const fl_stat_claim *claim, const fl_verdict_values *sample,
                                     const fl_verdict_result *found, double power);
fl_interval fl_stat_power_blind_law(const fl_stat_claim *claim, const fl_dirichlet_count *found,
                                    const double *law, double power);
fl_interval fl_stat_power_blind_same(const fl_stat_claim *claim, const fl_dirichlet_count *a,
                                     const fl_dirichlet_count *b, double power);
/* For the smallest rise. */
fl_interval fl_stat_power_blind_order(const fl_stat_claim *claim, const fl_verdict_law_step *step, size_t n,
                                      double power);

/* Evidence about a chance, valid under optional stopping: beta mixtures.
 *
 * For k hits in n trials the evidence against a chance p is
 *     E(p) = integral of t^k (1-t)^(n-k) over the prior / (p^k (1-p)^(n-k)).
 * If p is the truth, E(p) is a product of fair bets: it begins at 1, its expectation stays 1, and the chance
 * that it ever reaches 1/alpha, at any n, is at most alpha (Ville's inequality). That holds for every prior
 * that was fixed before the first trial, so a mixture of priors is as valid as one: the prior decides only
 * how soon a wrong p is found out. The confidence sequence at level 1 - alpha is {p : E(p) < 1/alpha}; all
 * its intervals cover the truth at once.
 *
 * Two priors: `wide` is beta(1/2, 1/2). `around` puts a declared part of the prior (FL_BETA_PART by default)
 * on a narrow beta around the documented chance and leaves the rest wide: if the documents are right the
 * sequence is as narrow as a fixed-n interval and loses no log n; if they are wrong it costs log(1/(1 -
 * part)) once. For `never` and `always` the narrow part is a point mass at 0 or 1. Until the first
 * counter-example it bounds the chance as (1-p)^-n does; afterwards only the wide part remains. Both phases
 * together keep one level. */

enum { FL_BETA_PARTS = 2 };

#define FL_BETA_PART 0.5

typedef struct fl_beta_parameters {
    double a, b;       /* > 0; one of them 0: a point mass at that end, 0 or 1 */
    double log_weight; /* the weights of a prior sum to 1 */
} fl_beta_parameters;

typedef struct fl_beta_prior {
    fl_beta_parameters part[FL_BETA_PARTS];
    unsigned parts;
} fl_beta_prior;

typedef struct fl_beta_count {
    double hits, misses;
} fl_beta_count;

/* Puts part `part` (below 1) of the prior on a beta with mean `centre` and standard deviation `spread`, the
 * rest wide. Around a centre of 0 or 1 it is a point mass, whatever the spread. Only wide with part 0, or
 * with spread 0 around any other centre. */
fl_beta_prior fl_stat_beta_around(double centre, double spread, double part);

/* The confidence sequence at this count; 0…1 without trials. Relative error of an end below 10^-12. */
fl_interval fl_stat_beta_limits(const fl_beta_prior *prior, fl_beta_count count, double alpha);

/* Intervals and tests for a number of trials that was fixed beforehand. They are printed beside the
 * confidence sequence for readers who expect them; they must not be used to decide when to stop. */

/* Clopper and Pearson: covers every chance with at least 1 - alpha. No trials: 0…1. */
fl_interval fl_stat_interval_exact(uint64_t hits, uint64_t trials, double alpha);

/* Wilson's score interval: covers about 1 - alpha on average over the chances. */
fl_interval fl_stat_interval_wilson(uint64_t hits, uint64_t trials, double alpha);

/* Two-sided binomial p: the chance of all numbers of hits that are no likelier than the one found. */
double fl_stat_interval_p(uint64_t hits, uint64_t trials, fl_fraction documented);

/* Differences of two configurations whose samples share random numbers, from sums by part: a part has the
 * same samples of both, and parts are independent of each other. */

typedef struct fl_paired_sums {
    const uint64_t *n;   /* [parts] values, or trials; borrowed */
    const uint64_t *sum; /* [parts] the sum of the values, or hits; borrowed */
} fl_paired_sums;

typedef struct fl_paired {
    double difference;     /* the mean of `other` minus that of `base`; NaN if one has no values */
    double error;          /* its standard error; NaN if fewer than two parts have values */
    double unpaired_error; /* the standard error for independent samples */
    unsigned freedom;      /* degrees of freedom: the parts that have values, minus one; 0 without an error */
} fl_paired;

fl_paired fl_stat_paired(const fl_paired_sums *base, const fl_paired_sums *other, unsigned parts);

/* Returns the half width of the interval that covers the difference with 1 - alpha (Student's t); NaN without
 * an error. */
double fl_stat_paired_reach(double error, double freedom, double alpha);

typedef struct fl_goodness {
    double g;
    size_t cells;   /* after pooling */
    size_t freedom; /* degrees of */
    double p;       /* 1 if there is nothing to compare */
    double log_p;
} fl_goodness;

/* G-test: do the counts follow the probabilities p (which sum to 1)? G = 2 sum O log(O/E) against the
 * chi-square distribution; cells with too low expectations are pooled. A count where p is 0 gives g =
 * INFINITY and p = 0. */
fl_goodness fl_stat_goodness_fit(const uint64_t *count, const double *p, size_t cells);

/* Jensen-Shannon distance: the square root of the divergence in bits, from 0 to 1. */
double fl_stat_distance_shannon(const double *p, const double *q, size_t cells);

#endif
