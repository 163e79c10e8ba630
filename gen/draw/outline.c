/* SPDX-License-Identifier: MIT */
/* The outline is found by walking around the room with the room on the right: at the end of each cell's
 * border the walk goes straight on, turns left into a bay or turns right around a corner. Cells that touch
 * only diagonally stay apart. */
#include "gen/draw/draw_private.h"

#include <string.h>

/* In units; a cell has FL_OUTLINE_CELL of them. */
enum { INSET = 4, NARROW_INSET = 11, RADIUS = 5 };

/* Directions of the walk, clockwise, along the cell's upper, right, lower and left border. */
enum { EAST, SOUTH, WEST, NORTH };

typedef struct spot {
    int x, y;
} spot;

static const spot step[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

/* Where a border ends, relative to the cell's upper left corner. */
static const spot end_of[4] = {{1, 0}, {1, 1}, {0, 1}, {0, 0}};

static const fl_direction side_of[4] = {FL_UP, FL_RIGHT, FL_DOWN, FL_LEFT};

typedef struct walk {
    fl_outline *outline;
    const fl_room *room;
    fl_text *out;
    spot cell;
    int direction;
    bool has_begun; /* a point was written */
} walk;

void fl_draw_outline_init(fl_outline *self, const fl_floor *floor, int left, int top)
{
    self->floor = floor;
    self->left = left;
    self->top = top;
    memset(self->seen, 0, sizeof self->seen);
}

int fl_draw_outline_inset(const fl_room *room, fl_direction side)
{
    bool is_flat = room->shape == FL_SHAPE_IH || room->shape == FL_SHAPE_IIH;
    bool is_upright = room->shape == FL_SHAPE_IV || room->shape == FL_SHAPE_IIV;
    bool is_narrow = side == FL_UP || side == FL_DOWN ? is_flat : is_upright;
    return is_narrow ? NARROW_INSET : INSET;
}

static bool owns(const walk *self, int x, int y)
{
    const fl_floor *floor = self->outline->floor;
    return fl_floor_room_at(floor, x, y) == (int)(self->room - floor->rooms);
}

static bool is_seen(const fl_outline *self, spot cell)
{
    int number = cell.y * self->floor->width + cell.x;
    return self->seen[number / 8] >> number % 8 & 1;
}

/* Once around the room or around a hole, from a cell's upper border back to it. */
static void add_line(walk *self, spot from)
{
    self->cell = from;
    self->direction = EAST;
    self->has_begun = false;
    do {
        if (self->direction == EAST) {
            spot cell = self->cell;
            int number = cell.y * self->outline->floor->width + cell.x;
            self->outline->seen[number / 8] |= (uint8_t)(1 << number % 8);
        }
        /* Moves to the next border. */
        int left = (self->direction + 3) & 3;
        spot ahead = {self->cell.x + step[self->direction].x, self->cell.y + step[self->direction].y};
        spot bay = {ahead.x + step[left].x, ahead.y + step[left].y};
        int next = self->direction;
        spot cell = ahead;
        if (!owns(self, ahead.x, ahead.y)) {
            next = (self->direction + 1) & 3;
            cell = self->cell;
        } else if (owns(self, bay.x, bay.y)) {
            next = left;
            cell = bay;
        }
        if (next != self->direction) {
            /* A round corner: a line to its beginning, then the curve. The room is on the right of the walk.
             */
            const fl_outline *outline = self->outline;
            spot in = step[self->direction];
            spot out = step[next];
            spot inward = step[(self->direction + 1) & 3];
            spot then_inward = step[(next + 1) & 3];
            int inset = fl_draw_outline_inset(self->room, side_of[self->direction]);
            int then_inset = fl_draw_outline_inset(self->room, side_of[next]);
            int x = (self->cell.x + end_of[self->direction].x - outline->left) * FL_OUTLINE_CELL +
                    inset * inward.x + then_inset * then_inward.x;
            int y = (self->cell.y + end_of[self->direction].y - outline->top) * FL_OUTLINE_CELL +
                    inset * inward.y + then_inset * then_inward.y;
            fl_text_add_format(self->out, "%c%d %dQ%d %d %d %d", self->has_begun ? 'L' : 'M',
                               x - RADIUS * in.x, y - RADIUS * in.y, x, y, x + RADIUS * out.x,
                               y + RADIUS * out.y);
            self->has_begun = true;
        }
        self->direction = next;
        self->cell = cell;
    } while (self->cell.x != from.x || self->cell.y != from.y || self->direction != EAST);
    fl_text_add_char(self->out, 'Z');
}

void fl_draw_outline_add(fl_outline *self, const fl_room *room, fl_text *out)
{
    walk walk = {.outline = self, .room = room, .out = out};
    for (unsigned i = 0; i < room->cells_n; i++) {
        int number = self->floor->cells[room->cells_from + i];
        spot cell = {number % self->floor->width, number / self->floor->width};
        if (!owns(&walk, cell.x, cell.y - 1) && !is_seen(self, cell)) {
            add_line(&walk, cell);
        }
    }
}
