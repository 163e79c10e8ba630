/* Two chances, the second drawn whenever the first missed; a dead end is taken before the roll and given back after. */
#include "gen/rebirth/offer.h"

static bool hits(fl_rebirth_chance chance, fl_dice *dice)
{
    return fl_dice_below(dice, chance.of) < chance.hits;
}

/* Rolls two chances; the second is drawn whenever the first missed, and counts only if its condition holds. */
static bool roll(fl_furnish *self, fl_rebirth_chance first, fl_rebirth_chance second, bool second_counts,
                 unsigned event)
{
    fl_dice *level = &self->stage.level;
    if (first.of == 0) { /* no chance about it */
        self->gate[event] |= FL_GATE_PASSED;
        return true;
    }
    unsigned is_first = hits(first, level);
    unsigned is_second = 0;
    unsigned flags = FL_GATE_ROLLED | is_first * FL_GATE_FIRST;
    if (!is_first & (second.of != 0)) {
        is_second = hits(second, level) & second_counts;
        flags |= second_counts * FL_GATE_SECOND_ROLLED | is_second * FL_GATE_SECOND;
    }
    flags |= (is_first | is_second) * FL_GATE_PASSED;
    self->gate[event] |= (fl_gate)flags;
    return is_first | is_second;
}

bool fl_offer_roll(fl_furnish *self, const fl_rebirth_gate *gate)
{
    bool is_passed = roll(self, gate->first, gate->second, gate->second_counts, gate->event);
    if (gate->is_sure && !is_passed) {
        self->gate[gate->event] |= FL_GATE_PASSED;
    }
    return is_passed || gate->is_sure;
}

/* Which of a gate's two kinds it is. */
bool fl_offer_roll_other(fl_furnish *self, const fl_rebirth_gate *gate)
{
    return roll(self, gate->other_first, gate->other_second, gate->other_counts, gate->other_event);
}

int fl_offer_take(fl_furnish *self, const fl_rebirth_gate *gate, const fl_pick_interior *interior)
{
    int number = interior->is_there
                     ? fl_ends_take(&self->draft, &self->ends, interior->shape, interior->doors)
                     : FL_ENDS_NONE;
    self->gate[gate->event] |= number == FL_ENDS_NONE ? FL_GATE_NO_DEAD_END : 0;
    return number;
}

/* The dead end if the room comes; otherwise it goes back to the list. */
int fl_offer_keep(fl_furnish *self, int number, bool is_won)
{
    if (is_won) {
        return number;
    }
    fl_ends_give_back(&self->ends, number);
    return FL_ENDS_NONE;
}

/* Places the room, if there is a dead end for it. */
bool fl_offer_settle(fl_furnish *self, const fl_rebirth_gate *gate, int number,
                     const fl_pick_interior *interior, fl_kind kind)
{
    if (number == FL_ENDS_NONE) {
        return false;
    }
    fl_furnish_apply(self, number, interior, kind);
    self->gate[gate->event] |= FL_GATE_PLACED;
    return true;
}
