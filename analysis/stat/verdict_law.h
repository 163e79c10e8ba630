/* Verdicts on more than one number: a distribution, two populations, the values that occur, an order. The same three
 * answers, the same promise and the same fl_verdict_claim as in verdict.h. */
#ifndef FL_ANALYSIS_STAT_VERDICT_LAW_H
#define FL_ANALYSIS_STAT_VERDICT_LAW_H

#include "analysis/stat/dirichlet.h"
#include "analysis/stat/verdict.h"

/* One condition of an order: a share or mean with its confidence sequence at alpha / conditions. */
typedef struct fl_agreement_step {
    double observed;
    fl_interval limits;
    double trials;
} fl_agreement_step;

/* The counts follow the law (sums to 1). Confirmed: within the tolerance in total variation. Refuted: evidence against
 * exactly this law, or, when claimed about, farther away than the tolerance. `observed` is the total variation. */
FL_NODISCARD fl_err fl_agreement_law(const fl_verdict_claim *claim, const fl_dirichlet_count *found,
                                     const double *law, fl_verdict_result *out, fl_diag *diag);

/* Two populations have one law, in the same sense. */
FL_NODISCARD fl_err fl_agreement_same(const fl_verdict_claim *claim, const fl_dirichlet_count *a,
                                      const fl_dirichlet_count *b, fl_verdict_result *out, fl_diag *diag);

/* Nothing occurs outside the documented cells: refuted by one count, confirmed when the chance of the outside is below
 * the tolerance and, with is_complete, every documented cell was seen. `observed` is the share outside. */
FL_NODISCARD fl_err fl_agreement_support(const fl_verdict_claim *claim, const fl_dirichlet_count *found,
                                         const bool *is_documented, fl_verdict_result *out, fl_diag *diag);

/* Each step is higher than the one before, but for the tolerance. `observed` is the smallest rise. */
FL_NODISCARD fl_err fl_agreement_order(const fl_verdict_claim *claim, const fl_agreement_step *step, size_t n,
                                       fl_verdict_result *out, fl_diag *diag);

#endif
