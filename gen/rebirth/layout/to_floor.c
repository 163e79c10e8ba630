/* SPDX-License-Identifier: MIT */
/* A neighbour is one array read, because cells lie in walled rows of 16. Candidate doors are written without
 * a branch; a rejected one is overwritten by the next. */
#include "gen/rebirth/layout/board.h"

#include <string.h>

enum { BITS = 64, SPARE = FL_SHAPE_CELLS, CELLS = FL_LAYOUT_BOARD_SIDE * FL_LAYOUT_BOARD_SIDE };

/* Each kind with its rank (fl_kind_of) in the upper byte: comparing two of these compares ranks. No two ranks
 * are equal. */
#define FL_RANKED_KIND(symbol, name, sign, rank, colour, label) [symbol] = (rank) << 8 | (symbol),
static const uint16_t ranked_kind[FL_KIND_COUNT] = {FL_KIND_TABLE(FL_RANKED_KIND)};
#undef FL_RANKED_KIND

static inline void write_room(const fl_layout_board_room *room, fl_room *to)
{
    *to = (fl_room){
        .kind = (fl_kind)room->kind,
        .shape = (fl_shape)room->shape,
        .origin_x = (int16_t)fl_layout_board_x(room->origin),
        .origin_y = (int16_t)fl_layout_board_y(room->origin),
        .distance = FL_FLOOR_UNREACHED,
        .is_added = room->is_added,
        .subtype = room->interior.subtype,
        .variant = room->interior.variant,
        .difficulty = room->interior.difficulty,
        .type = room->interior.type,
        .own_distance = room->distance,
        .is_own_dead_end = room->is_dead_end,
    };
}

/* Data about the floor while it is copied. */
typedef struct conversion {
    uint64_t touches[BITS];  /* by room: a bit for each room it touches */
    uint16_t rank[BITS + 1]; /* ranked_kind by owner: the greater of two gives a door its kind */
    uint64_t layout_rooms;   /* rooms that belong to the layout, not added later */
    uint8_t spot[CELLS + SPARE];
    uint16_t cell[CELLS + SPARE];
    unsigned cells_n;
} conversion;

static unsigned cell_of(unsigned spot)
{
    return (spot / FL_LAYOUT_BOARD_STRIDE - 1) * FL_LAYOUT_BOARD_SIDE + spot % FL_LAYOUT_BOARD_STRIDE - 1;
}

static void write_rooms(const fl_layout_board *board, conversion *self, fl_floor *out)
{
    self->cells_n = 0;
    self->layout_rooms = 0;
    self->rank[0] = 0;
    for (unsigned i = 0; i < board->rooms_n; i++) {
        const fl_layout_board_room *room = &board->room[i];
        const fl_layout_shape_row *shape_row = &fl_layout_shape_rows[room->shape];
        fl_room *to = &out->rooms[i];
        write_room(room, to);
        to->cells_from = (uint16_t)self->cells_n;
        to->cells_n = shape_row->cells_n;
        unsigned n = shape_row->cells_n == 1 ? 1 : FL_SHAPE_CELLS; /* a small shape repeats its first cell */
        for (unsigned k = 0; k < n; k++) {
            unsigned spot = (uint8_t)(room->origin + (unsigned)shape_row->cell[k]);
            self->spot[self->cells_n + k] = (uint8_t)spot;
            self->cell[self->cells_n + k] = (uint16_t)cell_of(spot);
            out->owner[cell_of(spot)] = (uint16_t)(i + 1);
        }
        self->cells_n += shape_row->cells_n;
        self->layout_rooms |= (uint64_t)!room->is_added << i;
        self->touches[i] = 0;
        self->rank[i + 1] = ranked_kind[room->kind];
    }
    self->spot[self->cells_n] = 0; /* a wall ends the last room */
    out->rooms_n = (uint16_t)board->rooms_n;
    out->cells_n = (uint16_t)self->cells_n;
    /* Copies four cells at a time while the floor has space for four more. */
    enum { AT_ONCE = 4 };
    unsigned i = 0;
    for (; i < self->cells_n && i + AT_ONCE <= out->cells_max; i += AT_ONCE) {
        uint64_t some;
        memcpy(&some, &self->cell[i], sizeof some);
        memcpy(&out->cells[i], &some, sizeof some);
    }
    for (; i < self->cells_n; i++) {
        out->cells[i] = self->cell[i];
    }
}

/* True if an owner is a room other than `own`. */
static inline unsigned is_other(unsigned owner, unsigned cell_owner)
{
    return ((uint8_t)(owner - 1) < FL_LAYOUT_BOARD_WALL - 1) & (owner != cell_owner);
}

/* Finds the doors in the order of the cells: first to the right, then below. A door is the cell's position
 * times two, plus one if it leads down. */
static unsigned find_doors(const fl_layout_board *board, const conversion *self, uint16_t *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < self->cells_n; i++) {
        const uint8_t *owner = &board->owner[self->spot[i]];
        out[n] = (uint16_t)(i << 1);
        n += is_other(owner[1], *owner);
        out[n] = (uint16_t)(i << 1 | 1);
        n += is_other(owner[FL_LAYOUT_BOARD_STRIDE], *owner);
    }
    return n;
}

/* Writes the doors and which rooms touch. The room that was placed first is the door's first; the exchange is
 * done without a branch, which would be mispredicted. */
static void write_doors(const fl_layout_board *board, conversion *self, fl_floor *out)
{
    enum { MOST = 2 * CELLS };
    uint16_t found[MOST + 1];
    unsigned n = find_doors(board, self, found);
    for (unsigned i = 0; i < n; i++) {
        unsigned is_below = found[i] & 1;
        unsigned cell = self->cell[found[i] >> 1];
        unsigned next = cell + 1 + is_below * (FL_LAYOUT_BOARD_SIDE - 1);
        const uint8_t *owner = &board->owner[self->spot[found[i] >> 1]];
        unsigned cell_owner = owner[0];
        unsigned other = owner[1 + is_below * (FL_LAYOUT_BOARD_STRIDE - 1)];
        unsigned swap = -(unsigned)(other < cell_owner); /* all bits or none */
        unsigned swap_room = (cell_owner ^ other) & swap;
        unsigned swap_cell = (cell ^ next) & swap;
        unsigned rank =
            self->rank[cell_owner] > self->rank[other] ? self->rank[cell_owner] : self->rank[other];
        out->doors[i] = (fl_door){
            .room_a = (uint16_t)((cell_owner ^ swap_room) - 1),
            .room_b = (uint16_t)((other ^ swap_room) - 1),
            .cell_a = (uint16_t)(cell ^ swap_cell),
            .cell_b = (uint16_t)(next ^ swap_cell),
            .kind = (fl_kind)(rank & 255),
        };
        self->touches[cell_owner - 1] |= 1ull << (other - 1);
        self->touches[other - 1] |= 1ull << (cell_owner - 1);
    }
    out->doors_n = n;
}

/* Breadth first from the start through the rooms of the layout; returns those reached. One loop takes the
 * rooms of each front one by one and changes to the next front without a branch, which would be
 * mispredicted. */
static uint64_t measure_layout(const conversion *self, fl_floor *out)
{
    uint64_t seen = 1;
    uint64_t front = 1;
    uint64_t next = 0;
    for (int distance = 0; front;) {
        unsigned number = (unsigned)__builtin_ctzll(front);
        out->rooms[number].distance = (int16_t)distance;
        front &= front - 1;
        next |= self->touches[number];
        uint64_t is_end = -(uint64_t)!front; /* all bits or none */
        uint64_t beyond = next & self->layout_rooms & ~seen & is_end;
        distance += (int)(is_end & 1);
        front |= beyond;
        seen |= beyond;
        next &= ~is_end;
    }
    return seen;
}

void fl_layout_to_floor(const fl_layout_board *board, fl_floor *out)
{
    conversion self;
    if (out->unseen & FL_FLOOR_CELLS) {
        for (unsigned i = 0; i < board->rooms_n; i++) {
            write_room(&board->room[i], &out->rooms[i]);
        }
        out->rooms_n = (uint16_t)board->rooms_n;
        return;
    }
    if (board->rooms_n > BITS) {
        /* For any number of rooms, by the functions of gen/floor. */
        for (unsigned i = 0; i < board->rooms_n; i++) {
            const fl_layout_board_room *room = &board->room[i];
            fl_room *to =
                &out->rooms[fl_floor_add(out, (fl_kind)room->kind, (fl_shape)room->shape,
                                         fl_layout_board_x(room->origin), fl_layout_board_y(room->origin))];
            fl_room whole;
            write_room(room, &whole);
            whole.cells_from = to->cells_from;
            whole.cells_n = to->cells_n;
            *to = whole;
        }
        fl_floor_link(out);
        fl_floor_measure(out);
        return;
    }
    write_rooms(board, &self, out);
    write_doors(board, &self, out);
    /* The rooms added later: one more than the nearest room of the layout that they touch. */
    uint64_t seen = measure_layout(&self, out);
    uint64_t all = out->rooms_n < BITS ? (1ull << out->rooms_n) - 1 : UINT64_MAX;
    for (uint64_t added = ~self.layout_rooms & all; added; added &= added - 1) {
        unsigned number = (unsigned)__builtin_ctzll(added);
        int nearest = INT16_MAX;
        for (uint64_t near = self.touches[number] & seen; near; near &= near - 1) {
            int distance = out->rooms[__builtin_ctzll(near)].distance;
            nearest = distance < nearest ? distance : nearest;
        }
        if (nearest < INT16_MAX) {
            out->rooms[number].distance = (int16_t)(nearest + 1);
        }
    }
    for (unsigned i = 1; i < out->rooms_n; i++) {
        uint64_t near = self.touches[i] & self.layout_rooms;
        out->rooms[i].is_dead_end = (self.layout_rooms >> i & 1) & (near != 0) & ((near & (near - 1)) == 0);
    }
}
