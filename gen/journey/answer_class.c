/* SPDX-License-Identifier: MIT */
/* The steps of fl_journey_walk_leave, with every random outcome instead of a drawn one. */
#include "gen/journey/journey_private.h"

#include <assert.h>

static unsigned ones(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

unsigned fl_journey_answer_classes(const fl_journey_stop *stop)
{
    return (1 + ones(stop->asked_curses)) << ones(stop->asked_kinds);
}

unsigned fl_journey_answer_class(const fl_journey_stop *stop, const fl_journey_seen *seen)
{
    uint32_t curse = 1u << seen->curse;
    unsigned class = stop->asked_curses & curse ? 1 + ones(stop->asked_curses & (curse - 1)) : 0;
    for (uint64_t kinds = stop->asked_kinds; kinds; kinds &= kinds - 1) {
        class = class << 1 | (seen->kinds & kinds & -kinds ? 1 : 0);
    }
    return class;
}

void fl_journey_answer_seen(const fl_journey_stop *stop, unsigned class, fl_journey_seen *out)
{
    unsigned n = ones(stop->asked_kinds);
    uint32_t curses = class >> n ? stop->asked_curses : ~stop->asked_curses;
    for (unsigned i = 1; i < class >> n; i++) {
        curses &= curses - 1;
    }
    out->curse = (uint8_t)__builtin_ctz(curses);
    out->kinds = 0;
    for (uint64_t kinds = stop->asked_kinds; kinds; kinds &= kinds - 1) {
        n--;
        out->kinds |= class >> n & 1 ? kinds & -kinds : 0;
    }
}

/* Adds a factor to the chance of the current outcome. */
static void push(fl_journey_outcome *outcome, uint32_t hits, uint32_t out_of)
{
    assert(outcome->factors_n < FL_JOURNEY_OUTCOME_FACTORS);
    outcome->factor[outcome->factors_n++] = (fl_journey_chance){hits, out_of};
}

static bool take_edges(fl_journey_outcome_visitor *self)
{
    fl_journey_outcome *outcome = &self->outcome;
    const fl_journey_stop *stop = &self->journey->stop[self->stop];
    unsigned factors = outcome->factors_n;
    bool goes_on = true;
    bool may_pass = true; /* true if all edges so far may have been passed by */
    for (unsigned i = 0; i < stop->edges_n && may_pass && goes_on; i++) {
        const fl_journey_edge *edge = &self->journey->edge[stop->edges_from + i];
        fl_journey_chance chance = edge->when.chance;
        if (!fl_journey_when_holds(&edge->when, &outcome->state, &self->seen)) {
            continue;
        }
        outcome->to = edge->to;
        may_pass = chance.out_of > 0 && chance.hits < chance.out_of;
        if (chance.out_of == 0) {
            goes_on = self->visit(self->context, outcome);
        } else if (chance.hits > 0) {
            push(outcome, chance.hits, chance.out_of);
            goes_on = self->visit(self->context, outcome);
            outcome->factors_n--;
        }
        if (may_pass) {
            push(outcome, chance.out_of - chance.hits, chance.out_of);
        }
    }
    outcome->to = FL_JOURNEY_END;
    goes_on = goes_on && (!may_pass || self->visit(self->context, outcome));
    outcome->factors_n = factors;
    return goes_on;
}

/* Ends the journey: the player has died. */
static bool die(fl_journey_outcome_visitor *self)
{
    self->outcome.to = FL_JOURNEY_END;
    self->outcome.has_died = true;
    bool goes_on = self->visit(self->context, &self->outcome);
    self->outcome.has_died = false;
    return goes_on;
}

/* Applies change number i and all later ones, then the edges. */
static bool change_from(fl_journey_outcome_visitor *self, unsigned i)
{
    fl_journey_outcome *outcome = &self->outcome;
    const fl_journey_player *player = &self->journey->player[self->journey->chosen_player];
    if (i == player->changes_n) {
        return take_edges(self);
    }
    const fl_journey_change *change = &self->journey->change[player->changes_from + i];
    fl_journey_chance chance = change->when.chance;
    if (!fl_journey_state_applies(change, self->stop, &outcome->state, &self->seen)) {
        return change_from(self, i + 1);
    }
    unsigned factors = outcome->factors_n;
    fl_journey_state before = outcome->state;
    bool goes_on = true;
    if (chance.out_of > 0 && chance.hits < chance.out_of) {
        push(outcome, chance.out_of - chance.hits, chance.out_of);
        goes_on = change_from(self, i + 1);
        outcome->factors_n = factors;
    }
    if (chance.out_of > 0) {
        push(outcome, chance.hits, chance.out_of);
    }
    if (change->values_n > 1) {
        push(outcome, 1, change->values_n);
    }
    unsigned outcomes = chance.out_of > 0 && chance.hits == 0 ? 0
                        : change->values_n > 1                ? change->values_n
                                                              : 1;
    for (unsigned pick = 0; pick < outcomes && goes_on; pick++) {
        outcome->state = before;
        bool lives = fl_journey_state_change(self->journey, change, pick, &outcome->state);
        goes_on = lives ? change_from(self, i + 1) : die(self);
    }
    outcome->state = before;
    outcome->factors_n = factors;
    return goes_on;
}

bool fl_journey_outcome_each(fl_journey_outcome_visitor *self, const fl_journey_state *state)
{
    self->outcome.state = *state;
    self->outcome.factors_n = 0;
    self->outcome.has_died = false;
    return change_from(self, 0);
}
