/* SPDX-License-Identifier: MIT */
/* The board, and the twelve shapes as differences of spots. */
#include "gen/rebirth/layout/board.h"

#include <string.h>

#define FL_AT(x, y) ((int8_t)((y)*FL_LAYOUT_BOARD_STRIDE + (x)))
#define FL_DOORS(l0, u0, r0, d0, l1, u1, r1, d1)                                                             \
    {                                                                                                        \
        l0, u0, r0, d0, l1, u1, r1, d1                                                                       \
    }

/* The four sides of one, two, … cells; a narrow shape keeps the targets of its full counterpart. */
#define FL_ONE FL_DOORS(FL_AT(-1, 0), FL_AT(0, -1), FL_AT(1, 0), FL_AT(0, 1), 0, 0, 0, 0)
#define FL_TALL                                                                                              \
    FL_DOORS(FL_AT(-1, 0), FL_AT(0, -1), FL_AT(1, 0), FL_AT(0, 2), FL_AT(-1, 1), 0, FL_AT(1, 1), 0)
#define FL_WIDE                                                                                              \
    FL_DOORS(FL_AT(-1, 0), FL_AT(0, -1), FL_AT(2, 0), FL_AT(0, 1), 0, FL_AT(1, -1), 0, FL_AT(1, 1))
#define FL_LARGE                                                                                             \
    FL_DOORS(FL_AT(-1, 0), FL_AT(0, -1), FL_AT(2, 0), FL_AT(0, 2), FL_AT(-1, 1), FL_AT(1, -1), FL_AT(2, 1),  \
             FL_AT(1, 2))
#define FL_TOP_LEFT                                                                                          \
    FL_DOORS(FL_AT(0, 0), FL_AT(0, 0), FL_AT(2, 0), FL_AT(0, 2), FL_AT(-1, 1), FL_AT(1, -1), FL_AT(2, 1),    \
             FL_AT(1, 2))
#define FL_TOP_RIGHT                                                                                         \
    FL_DOORS(FL_AT(-1, 0), FL_AT(0, -1), FL_AT(1, 0), FL_AT(0, 2), FL_AT(-1, 1), FL_AT(1, 0), FL_AT(2, 1),   \
             FL_AT(1, 2))
#define FL_BOTTOM_LEFT                                                                                       \
    FL_DOORS(FL_AT(-1, 0), FL_AT(0, -1), FL_AT(2, 0), FL_AT(0, 1), FL_AT(0, 1), FL_AT(1, -1), FL_AT(2, 1),   \
             FL_AT(1, 2))
#define FL_BOTTOM_RIGHT                                                                                      \
    FL_DOORS(FL_AT(-1, 0), FL_AT(0, -1), FL_AT(2, 0), FL_AT(0, 2), FL_AT(-1, 1), FL_AT(1, -1), FL_AT(1, 1),  \
             FL_AT(1, 1))

/* Cells and slots as in gen/rebirth/RULES.md, "Shapes and doors"; a test compares them with gen/floor/shape.
 */
const fl_layout_shape_row fl_layout_shape_rows[FL_SHAPE_COUNT] = {
    [FL_SHAPE_1X1] = {1, {0, 0, 0, 0}, 0x0f, 0x0f, FL_ONE, 0x00001},
    [FL_SHAPE_IH] = {1, {0, 0, 0, 0}, 0x05, 0x0f, FL_ONE, 0x00001},
    [FL_SHAPE_IV] = {1, {0, 0, 0, 0}, 0x0a, 0x0f, FL_ONE, 0x00001},
    [FL_SHAPE_1X2] = {2, {0, FL_AT(0, 1), 0, 0}, 0x5f, 0x5f, FL_TALL, 0x10001},
    [FL_SHAPE_IIV] = {2, {0, FL_AT(0, 1), 0, 0}, 0x0a, 0x5f, FL_TALL, 0x10001},
    [FL_SHAPE_2X1] = {2, {0, FL_AT(1, 0), 0, 0}, 0xaf, 0xaf, FL_WIDE, 0x00003},
    [FL_SHAPE_IIH] = {2, {0, FL_AT(1, 0), 0, 0}, 0x05, 0xaf, FL_WIDE, 0x00003},
    [FL_SHAPE_2X2] = {4, {0, FL_AT(1, 0), FL_AT(1, 1), FL_AT(0, 1)}, 0xff, 0xff, FL_LARGE, 0x30003},
    [FL_SHAPE_LTL] =
        {3, {FL_AT(1, 0), FL_AT(1, 1), FL_AT(0, 1), FL_AT(1, 0)}, 0xff, 0xff, FL_TOP_LEFT, 0x30002},
    [FL_SHAPE_LTR] = {3, {0, FL_AT(1, 1), FL_AT(0, 1), 0}, 0xff, 0xff, FL_TOP_RIGHT, 0x30001},
    [FL_SHAPE_LBL] = {3, {0, FL_AT(1, 0), FL_AT(1, 1), 0}, 0xff, 0xff, FL_BOTTOM_LEFT, 0x20003},
    [FL_SHAPE_LBR] = {3, {0, FL_AT(1, 0), FL_AT(0, 1), 0}, 0xff, 0xff, FL_BOTTOM_RIGHT, 0x10003},
};

/* Walls around an empty row, and a row of walls. */
#define FL_EMPTY_ROW 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff
#define FL_WALL_ROW                                                                                          \
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff
enum { EMPTY_ROW = 0xc001, WALL_ROW = 0xffff };

static const fl_layout_board_rows empty_rows = {
    WALL_ROW,  EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW,
    EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, WALL_ROW,  WALL_ROW,  WALL_ROW,  WALL_ROW,
};

static const uint8_t empty_owners[FL_LAYOUT_BOARD_SPOTS] = {
    FL_WALL_ROW,  FL_EMPTY_ROW, FL_EMPTY_ROW, FL_EMPTY_ROW, FL_EMPTY_ROW, FL_EMPTY_ROW,
    FL_EMPTY_ROW, FL_EMPTY_ROW, FL_EMPTY_ROW, FL_EMPTY_ROW, FL_EMPTY_ROW, FL_EMPTY_ROW,
    FL_EMPTY_ROW, FL_EMPTY_ROW, FL_WALL_ROW,  FL_WALL_ROW,
};

const fl_layout_board_room fl_layout_board_bare = {
    .interior = {.type = 1, .difficulty = -1, .subtype = -1, .variant = -1},
    .kind = FL_KIND_NORMAL,
};

void fl_layout_board_unblock_all(fl_layout_board *self)
{
    memset(self->blocked, 0, sizeof self->blocked);
    self->has_blocked = false;
}

void fl_layout_board_clear(fl_layout_board *self)
{
    memcpy(self->owner, empty_owners, sizeof self->owner);
    memset(self->near, 0, sizeof self->near);
    for (unsigned y = 0; y < sizeof self->closed / sizeof self->closed[0]; y++) {
        self->closed[y] = empty_rows[y] | self->blocked[y];
    }
    self->rooms_n = 0;
}

unsigned fl_layout_board_place(fl_layout_board *self, unsigned shape, unsigned origin, unsigned placed)
{
    return fl_layout_board_put(self, shape, origin, placed);
}

void fl_layout_board_reshape(fl_layout_board *self, unsigned number, unsigned shape, unsigned origin)
{
    fl_layout_board_room *room = &self->room[number];
    assert(number < self->rooms_n);
    if (room->shape == shape && room->origin == origin) {
        return;
    }
    const fl_layout_shape_row *old = &fl_layout_shape_rows[room->shape];
    const fl_layout_shape_row *shape_row = &fl_layout_shape_rows[shape];
    for (unsigned i = 0; i < old->cells_n; i++) {
        unsigned spot = (uint8_t)(room->origin + (unsigned)old->cell[i]);
        self->owner[spot] = 0;
        if (!fl_layout_board_has(self->blocked, spot)) {
            self->closed[spot / FL_LAYOUT_BOARD_STRIDE] &= (uint16_t) ~(1u << spot % FL_LAYOUT_BOARD_STRIDE);
        }
        self->near[spot - 1]--;
        self->near[spot + 1]--;
        self->near[spot - FL_LAYOUT_BOARD_STRIDE]--;
        self->near[spot + FL_LAYOUT_BOARD_STRIDE]--;
    }
    room->shape = (uint8_t)shape;
    room->origin = (uint8_t)origin;
    for (unsigned i = 0; i < shape_row->cells_n; i++) {
        fl_layout_board_take(self, (uint8_t)(origin + (unsigned)shape_row->cell[i]), number);
    }
}

unsigned fl_layout_board_near_others(const fl_layout_board *self, unsigned number, unsigned spot)
{
    unsigned n = 0;
    for (unsigned direction = 0; direction < 4; direction++) {
        int other = fl_layout_board_at(self, (uint8_t)(spot + (unsigned)fl_layout_board_step(direction)));
        n += other >= 0 && (unsigned)other != number;
    }
    return n;
}
