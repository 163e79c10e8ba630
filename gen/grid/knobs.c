/* SPDX-License-Identifier: MIT */
/* From knobs to parameters, in whole numbers: 1 is FL_GRID_RULES_ONE. */
#include "gen/grid/grid_private.h"

#include <stdio.h>

#define FL_GRID_HUNDREDTH (FL_GRID_RULES_ONE / 100)

enum { NARROW = 2 /* connections of a room that is a piece of corridor */ };

static int64_t times(int64_t a, int64_t b)
{
    return (int64_t)((fl_grid_wide)(uint64_t)a * (uint64_t)b / FL_GRID_RULES_ONE);
}

fl_grid_ruleset *fl_grid_knobs_variant(fl_grid_rules *self, unsigned entry)
{
    unsigned old = self->entries[entry].rules;
    const fl_grid_pass *pass = &self->passes[0];
    if (old >= self->rulesets_n) {
        return &self->rulesets[old]; /* it already is a variant */
    }
    unsigned new_rules = self->rulesets_n + self->variants_n++;
    self->rulesets[new_rules] = self->rulesets[old];
    for (unsigned i = pass->first; i < pass->first + pass->n; i++) {
        if (self->entries[i].rules == old) {
            self->entries[i].rules = new_rules;
        }
    }
    return &self->rulesets[new_rules];
}

static void cluster(fl_grid_ruleset *rules, int64_t knob)
{
    rules->params_n = 2;
    rules->propagates_higher = true;
    rules->params[0] = (fl_grid_param){.n = 1, .p = FL_GRID_RULES_ONE - times(95 * FL_GRID_HUNDREDTH, knob)};
    rules->params[1] = (fl_grid_param){.n = 2, .p = times(knob, knob)};
}

/* Changes the rulesets of the first pass, except those that a room has of its own. */
static void apply_to_rules(fl_grid_rules *self, int64_t probability)
{
    const fl_grid_pass *pass = &self->passes[0];
    int64_t clustering = self->knob[FL_GRID_CLUSTERING_KNOB];
    int64_t branching = self->knob[FL_GRID_BRANCHING_KNOB];
    for (unsigned i = pass->first; i < pass->first + pass->n; i++) {
        if (self->entries[i].has_own_rules || (clustering < 0 && branching < 0 && probability == 0)) {
            continue;
        }
        fl_grid_ruleset *rules = fl_grid_knobs_variant(self, i);
        if (clustering >= 0) {
            cluster(rules, clustering);
        }
        if (branching >= 0) {
            rules->probability = FL_GRID_RULES_ONE - times(75 * FL_GRID_HUNDREDTH, branching);
        }
        rules->probability = probability > 0 ? probability : rules->probability;
    }
}

static fl_err apply_to_weights(fl_grid_rules *self, fl_diag *diag)
{
    const fl_grid_pass *pass = &self->passes[0];
    int64_t knob = self->knob[FL_GRID_SNAKING_KNOB];
    unsigned narrow = 0;
    unsigned wide = 0;
    for (unsigned i = pass->first; i < pass->first + pass->n && knob >= 0; i++) {
        fl_grid_entry *entry = &self->entries[i];
        bool is_narrow = entry->connections <= NARROW;
        bool has_weight = entry->weight_as_read > 0;
        narrow += has_weight && is_narrow;
        wide += has_weight && !is_narrow;
        entry->weight_as_read = times(entry->weight_as_read, is_narrow ? knob : FL_GRID_RULES_ONE - knob);
    }
    if (knob < 0 || (narrow > 0 && wide > 0)) {
        return FL_OK;
    }
    fl_err err = fl_diag_set(
        diag, FL_ERR_INPUT, self->file,
        "snaking weighs rooms of at most two connections against others; the pass '%s' has %u and "
        "%u",
        pass->name, narrow, wide);
    fl_diag_hint(diag, "the ruleset 'facade' has both");
    return err;
}

static unsigned scale(unsigned tiles, int64_t knob)
{
    int64_t half = FL_GRID_RULES_ONE / 2;
    int64_t factor =
        knob <= half ? FL_GRID_RULES_ONE / 4 + times(knob, 3 * half) : FL_GRID_RULES_ONE + 6 * (knob - half);
    int64_t out = (factor * tiles + half) / FL_GRID_RULES_ONE;
    return out < 1 ? 1 : (unsigned)out;
}

fl_err fl_grid_knobs_apply(fl_grid_rules *self, int64_t probability, fl_diag *diag)
{
    fl_grid_pass *pass = &self->passes[0];
    int64_t size = self->knob[FL_GRID_SIZE_KNOB];
    apply_to_rules(self, probability);
    if (size >= 0) {
        pass->tiles_min = scale(pass->tiles_min, size);
        pass->tiles_max = scale(pass->tiles_max, size);
    }
    return apply_to_weights(self, diag);
}
