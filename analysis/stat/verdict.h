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
#ifndef FL_ANALYSIS_STAT_VERDICT_H
#define FL_ANALYSIS_STAT_VERDICT_H

#include "analysis/stat/beta.h"
#include "analysis/stat/ratio.h"
#include "gen/base/diag.h"

#include <stdbool.h>

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

/* For forecasts: the bare verdict on a claim about a chance, for any counts, also fractional ones. The claim was
 * checked. */
fl_verdict fl_stat_verdict_at(const fl_stat_claim *claim, fl_beta_count count);

#endif
