/* A gate's roll: a first chance, and a second one that is drawn whenever the first missed. */
#include "gen/rebirth/rooms/rooms_private.h"

static bool hits(fl_rebirth_chance chance, fl_rebirth_random *stream)
{
    return fl_rebirth_random_below(stream, chance.of) < chance.hits;
}

/* Rolls two chances; the second is drawn whenever the first missed, and counts only if its condition
 * holds. */
static bool roll(fl_rebirth_state *self, fl_rebirth_chance first, fl_rebirth_chance second,
                 bool second_counts, unsigned event)
{
    fl_rebirth_random *level = &self->stage.level;
    if (first.of == 0) { /* nothing to roll for: the room always comes */
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

bool fl_rebirth_rooms_gate_roll(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    bool is_passed = roll(self, gate->first, gate->second, gate->second_counts, gate->event);
    if (gate->is_sure && !is_passed) {
        self->gate[gate->event] |= FL_GATE_PASSED;
    }
    return is_passed || gate->is_sure;
}

bool fl_rebirth_rooms_gate_roll_other(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    return roll(self, gate->other_first, gate->other_second, gate->other_counts, gate->other_event);
}
