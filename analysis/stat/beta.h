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
#ifndef FL_ANALYSIS_STAT_BETA_H
#define FL_ANALYSIS_STAT_BETA_H

#include "analysis/stat/interval.h"

enum { FL_BETA_PARTS = 2 };

#define FL_BETA_PART 0.5

/* The narrow part's standard deviation as a share of the claim's tolerance. A point would confirm no sooner, and half the
 * tolerance refutes biases of twice the tolerance a sixth sooner than a quarter does. */
#define FL_BETA_SPREAD 0.5

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

fl_beta_prior fl_stat_beta_wide(void);

/* Part `part` of the prior on a beta with mean `centre` and standard deviation `spread`, the rest wide. Only wide where
 * there is nothing to centre on: centre 0 or 1, spread or part 0. */
fl_beta_prior fl_stat_beta_around(double centre, double spread, double part);

/* log E of an exact fraction. INFINITY: found what the fraction rules out. */
double fl_stat_beta_log_e(const fl_beta_prior *prior, uint64_t hits, uint64_t trials, fl_fraction p);

/* The same of a rounded chance, and for fractional counts. */
double fl_stat_beta_log_e_near(const fl_beta_prior *prior, fl_beta_count count, double p);

/* The confidence sequence at this count; 0…1 without trials. Relative error of an end below 10^-12. */
fl_interval fl_stat_beta_limits(const fl_beta_prior *prior, fl_beta_count count, double alpha);

#endif
