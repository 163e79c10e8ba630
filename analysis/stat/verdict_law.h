/* Verdicts on more than one number: a distribution, two populations, the values that occur, an order. The same three
 * answers, the same promise and the same fl_stat_claim as in verdict.h. */
#ifndef FL_ANALYSIS_STAT_VERDICT_LAW_H
#define FL_ANALYSIS_STAT_VERDICT_LAW_H

#include "analysis/stat/dirichlet.h"
#include "analysis/stat/verdict.h"

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
