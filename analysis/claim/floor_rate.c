/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A player's view of a chance: a share of floors, with its limits.
 *
 * If every roll of a special room that passes leads to a room, and the chance of the roll is confirmed, the
 * documented chance is averaged over the floors that reach the roll. This estimate has the mean of the hits
 * without the variance of the rolls (Rao, Information and the Accuracy Attainable in the Estimation of
 * Statistical Parameters, 1945; Blackwell, 1947). */
#include "analysis/claim/claim_private.h"

#include <math.h>
#include <string.h>

fl_stat_claim fl_claim_always(double alpha)
{
    fl_stat_claim out;
    fl_stat_claim_init(&out, (fl_fraction){0, 1}, 1, alpha);
    out.relation = FL_VERDICT_AT_LEAST;
    out.part = 0;
    return out;
}

/* True if the floors on which a roll is asked can be averaged: each pass is a room on its own floor. */
static bool has_known_chance(const fl_claim *claim, const fl_claim_judge_result *result, uint64_t seen)
{
    return claim->type == FL_CLAIM_PROBABILITY && claim->relation == FL_VERDICT_IS &&
           result->found.verdict == FL_VERDICT_CONFIRMED && result->hits == seen &&
           result->trials <= result->floors;
}

fl_err fl_claim_floor_rate(const fl_claim_judge *judge, fl_claim_judge_result *out, fl_diag *diag)
{
    const fl_claim *claim = judge->row->claim;
    char name[FL_EVENT_NAME];
    uint64_t seen = 0;
    uint64_t asked = 0;
    uint64_t floors = judge->tallies[0]->floors; /* of the first scenario, like its hits */
    out->floor_rate = NAN;
    out->floor_limits = (fl_interval){NAN, NAN};
    fl_claim_floor_event(claim, name);
    bool is_own = claim->event && strcmp(name, claim->event) == 0;
    if (!name[0] || floors == 0 || judge->row->has_rolls_alone ||
        !fl_claim_counts_event(judge->tallies[0], name, is_own ? claim->expression : NULL, &seen, &asked)) {
        return FL_OK;
    }
    bool is_averaged = claim->event && strcmp(name, claim->event) != 0 && has_known_chance(claim, out, seen);
    double chance = is_averaged ? (double)claim->value.num / (double)claim->value.den : 1;
    fl_stat_claim any = fl_claim_always(judge->alpha);
    fl_verdict_result found;
    fl_err err = fl_stat_verdict_chance(&any, is_averaged ? out->trials : seen, floors, &found, diag);
    if (!err) {
        out->floor_rate = chance * found.observed;
        out->floor_limits = (fl_interval){chance * found.limits.lo, chance * found.limits.hi};
    }
    return err;
}
