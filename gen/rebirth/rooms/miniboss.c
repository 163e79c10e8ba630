/* SPDX-License-Identifier: MIT */
/* Each sin is met once, also across the attempts at a floor; Ultra Pride has a seventh bit. */
#include "gen/rebirth/rooms/rooms_private.h"

#include <assert.h>

enum { SINS = 6, ALL_SINS = (1 << SINS) - 1, SIN_VARIANTS = 10, ULTRA_PRIDE = 0x8D4, SUPER = 100 };

/* Draws one of the sins that were not met yet. */
static unsigned draw_sin(fl_rebirth_state *self)
{
    unsigned left = ~self->sins_met & ALL_SINS;
    assert(left != 0);
    for (unsigned skip = fl_rebirth_random_below(&self->stage.level, (uint32_t)__builtin_popcount(left));
         skip > 0; skip--) {
        left &= left - 1;
    }
    return (unsigned)__builtin_ctz(left);
}

/* Draws which mini-boss it would be: the number of a sin, SINS for Ultra Pride, -1 if all were met. */
static int draw_identity(fl_rebirth_state *self, const fl_rebirth_gate *gate, int32_t *variant)
{
    /* wrath, gluttony, lust, sloth, envy, pride */
    static const int32_t variants[SINS] = {0x7D0, 0x7DA, 0x7E4, 0x7EE, 0x802, 0x80C};
    if (gate->other_counts && fl_rebirth_rooms_gate_roll_other(self, gate) && !(self->sins_met >> SINS & 1)) {
        fl_rebirth_random_next(&self->stage.level);
        *variant = ULTRA_PRIDE;
        return SINS;
    }
    bool is_super = fl_rebirth_random_hit(&self->stage.level, self->rules->super_odds);
    if ((self->sins_met & ALL_SINS) == ALL_SINS) {
        return -1;
    }
    int sin = (int)draw_sin(self);
    *variant = variants[sin] + (is_super ? SUPER : 0);
    return sin;
}

void fl_rebirth_rooms_miniboss_roll(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_MINIBOSS);
    int sin = draw_identity(self, gate, &request.variant_least);
    if (sin < 0) {
        if (self->rules->switches.sinless_rolls_curse) {
            /* If all six sins were met, the engine's roll decides once more about the dead end of the curse
             * room (facts, 7.1 and 13.1): a curse room that lost its own roll can still be placed; one that
             * was placed stays as it is. */
            if (fl_rebirth_rooms_gate_roll(self, gate) &&
                fl_layout_dead_ends_remove(&self->dead_ends, self->curse_end)) {
                fl_rebirth_rooms_interiors_apply(self, self->curse_end, self->curse, FL_KIND_CURSE);
            }
        }
        return;
    }
    request.variant_most = request.variant_least + SIN_VARIANTS - 1;
    const fl_pool_interior *interior = fl_rebirth_rooms_interiors_draw(self, FL_INTERIORS_SPECIAL, &request);
    self->miniboss = interior;
    bool is_end_first = self->rules->switches.takes_end_first;
    int number = is_end_first && !interior->is_there
                     ? FL_LAYOUT_DEAD_ENDS_NONE
                     : fl_rebirth_rooms_gate_take_dead_end(self, gate, interior);
    if (is_end_first && number == FL_LAYOUT_DEAD_ENDS_NONE) {
        return;
    }
    number = fl_rebirth_rooms_gate_keep_dead_end(self, number, fl_rebirth_rooms_gate_roll(self, gate));
    if (fl_rebirth_rooms_gate_place(self, gate, number, interior, FL_KIND_MINIBOSS)) {
        self->sins_met |= 1u << sin;
    }
}
