/* SPDX-License-Identifier: MIT */
/* All gates roll for the same dead end: it is made free again before each step. */
#include "gen/rebirth/rooms/rooms_private.h"

#include <string.h>

enum {
    RIGHT = 2,
    ROLLING = 1u << FL_REBIRTH_STEP_PLANETARIUM | 1u << FL_REBIRTH_STEP_DICE_OR_SACRIFICE |
              1u << FL_REBIRTH_STEP_LIBRARY | 1u << FL_REBIRTH_STEP_CURSE | 1u << FL_REBIRTH_STEP_MINIBOSS |
              1u << FL_REBIRTH_STEP_CHALLENGE | 1u << FL_REBIRTH_STEP_ARCADE_OR_VAULT |
              1u << FL_REBIRTH_STEP_BEDROOM,
};

void fl_rebirth_rooms_gates_only(fl_rebirth_state *self)
{
    const fl_rebirth_rules *rules = self->rules;
    /* The start and a dead end beside it. */
    unsigned beside = FL_LAYOUT_BOARD_START + (unsigned)fl_layout_board_step(RIGHT);
    fl_layout_board_clear(&self->board);
    fl_layout_board_place(&self->board, FL_SHAPE_1X1, FL_LAYOUT_BOARD_START, FL_LAYOUT_BOARD_START);
    unsigned number = fl_layout_board_place(&self->board, FL_SHAPE_1X1, beside, beside);
    self->board.room[number].direction = RIGHT;
    self->board.room[number].distance = 1;
    self->board.room[number].is_dead_end = true;
    const fl_layout_board_room dead_end = self->board.room[1];
    self->second_boss = self->second_identity = self->boss_identity = -1;
    self->secrets = 0;
    self->miniboss = NULL;
    self->attempts = 1;
    memset(self->gate, 0, sizeof self->gate);
    for (unsigned i = 0; i < rules->tried_n; i++) {
        const fl_rebirth_gate *gate = &rules->gate[rules->tried[i]];
        if (!(ROLLING >> gate->step & 1)) {
            continue;
        }
        self->board.room[1] = dead_end;
        self->dead_ends = (fl_layout_dead_ends){.room = {1}, .n = 1};
        fl_rebirth_rooms_step(self, gate);
    }
    for (unsigned i = 0; i < rules->events_n; i++) {
        self->gate[i] &= (fl_gate) ~(FL_GATE_PLACED | FL_GATE_NO_DEAD_END);
    }
    self->board.room[1] = dead_end;
    self->board.room[1].kind = FL_KIND_BOSS;
    self->boss = 1;
    self->dead_ends_found = 1;
}
