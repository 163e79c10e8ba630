/* SPDX-License-Identifier: MIT */
/* Limits of a chance from hits among trials: the confidence sequence of verdicts. */
#include "analysis/library/library_private.h"

#include "analysis/stat/stat.h"

/* Larger counts are not exact as floating point. */
#define FL_MOST_EXACT (UINT64_C(1) << 53)

floorlab_status floorlab_interval(uint64_t hits, uint64_t trials, double alpha, /* float: a statistic */
                                  double limits[2],                             /* float: likewise */
                                  floorlab_error *error)
{
    fl_diag diag;
    fl_err err = FL_OK;
    fl_diag_init(&diag);
    if (hits > trials || trials > FL_MOST_EXACT) {
        err = fl_diag_set(&diag, FL_ERR_INPUT, hits > trials ? "hits" : "trials",
                          "expected hits <= trials <= 2^53, found %llu of %llu", (unsigned long long)hits,
                          (unsigned long long)trials);
    } else if (!(alpha >= 1e-100 && alpha < 1)) {
        err = fl_diag_set(&diag, FL_ERR_INPUT, "alpha",
                          "expected a number from 1e-100 on and below 1, found %g", alpha);
        fl_diag_hint(&diag, "0.05 asks for 95 %% confidence");
    } else if (!limits) {
        err = fl_diag_set(&diag, FL_ERR_INPUT, "limits", "it is NULL");
    }
    if (!err) {
        const fl_beta_prior prior = fl_stat_beta_around(0, 0, 0);
        const fl_beta_count count = {.hits = hits, .misses = trials - hits};
        const fl_interval found = fl_stat_beta_limits(&prior, count, alpha);
        limits[0] = found.lo;
        limits[1] = found.hi;
    }
    return fl_library_status(err, &diag, error);
}
