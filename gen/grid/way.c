/* SPDX-License-Identifier: MIT */
/* A breadth-first search from the start through rooms with free doors. gen/floor/door judges the finished
 * floor; this does the same on the board, for attempts that may be given up. */
#include "gen/grid/grid_private.h"

static const fl_grid_entry *entry_of(const fl_grid_board *self, unsigned room)
{
    return &self->rules->entries[self->rooms[room].entry];
}

/* True if two touching rooms have no wall between them and the second one's doors are free. */
static bool leads_on(const fl_grid_board *self, unsigned from, unsigned to)
{
    return fl_grid_tags_price(self->rules, entry_of(self, to)) == FL_DOOR_OPEN &&
           !fl_grid_tags_wall(entry_of(self, from), entry_of(self, to));
}

/* Adds the unseen rooms with free doors beside one; returns the new length of the list. */
static unsigned add_open(fl_grid_board *self, unsigned number, unsigned tail)
{
    const fl_grid_room *room = &self->rooms[number];
    const fl_grid_rotation *rotation = &self->rules->entries[room->entry].rotation[room->rotation];
    for (unsigned i = 0; i < rotation->rim_n; i++) {
        unsigned owner = self->owner[room->at + rotation->rim_at[i]];
        bool is_new = owner != 0 && owner != FL_GRID_BOARD_WALL && self->seen[owner - 1] != self->round;
        if (is_new && leads_on(self, number, owner - 1)) {
            self->seen[owner - 1] = self->round;
            self->touched[tail++] = (uint16_t)(owner - 1);
        }
    }
    return tail;
}

bool fl_grid_way_is_open(fl_grid_board *self)
{
    unsigned tail = 0;
    self->round++;
    self->seen[0] = self->round;
    self->touched[tail++] = 0;
    for (unsigned head = 0; head < tail; head++) {
        if (entry_of(self, self->touched[head])->is_end) {
            return true;
        }
        tail = add_open(self, self->touched[head], tail);
    }
    return false;
}
