/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A player's view of a chance: the share of all floors that have the room, as counted, with its limits. */
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
    fl_stat_claim any = fl_claim_always(judge->alpha);
    fl_verdict_result found;
    fl_err err = fl_stat_verdict_chance(&any, seen, floors, &found, diag);
    if (!err) {
        out->floor_rate = found.observed;
        out->floor_limits = found.limits;
    }
    return err;
}
