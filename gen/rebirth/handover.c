/* Cells lie in walled rows of 16, so that a neighbour is one look; a door that is none is overwritten by the next. */
#include "gen/rebirth/handover.h"

#include <string.h>

enum { BITS = 64, SPARE = FL_SHAPE_CELLS, CELLS = FL_DRAFT_SIDE * FL_DRAFT_SIDE };

static void write_room(const fl_draft_room *room, fl_room *to)
{
    *to = (fl_room){
        .kind = (fl_kind)room->kind,
        .shape = (fl_shape)room->shape,
        .origin_x = (int16_t)fl_draft_x(room->origin),
        .origin_y = (int16_t)fl_draft_y(room->origin),
        .distance = FL_FLOOR_UNREACHED,
        .is_added = room->is_added,
        .subtype = room->subtype,
        .variant = room->variant,
        .difficulty = room->has_interior ? room->difficulty : -1,
        .type = room->type,
        .own_distance = room->distance,
        .is_own_dead_end = room->is_dead_end,
    };
}

/* The plain way. */
static void write_many(const fl_draft *draft, fl_floor *out)
{
    for (unsigned i = 0; i < draft->rooms_n; i++) {
        const fl_draft_room *room = &draft->room[i];
        fl_room *to = &out->rooms[fl_floor_add(out, (fl_kind)room->kind, (fl_shape)room->shape,
                                               fl_draft_x(room->origin), fl_draft_y(room->origin))];
        fl_room whole;
        write_room(room, &whole);
        whole.cells_from = to->cells_from;
        whole.cells_n = to->cells_n;
        *to = whole;
    }
    fl_floor_link(out);
    fl_floor_measure(out);
}

/* A floor on its way. */
typedef struct walk {
    uint64_t touches[BITS];  /* by room: a bit for each room it touches */
    uint32_t rank[BITS + 1]; /* by owner: the greater one of two gives a door its kind, the low byte */
    uint64_t plan;           /* rooms that were not added */
    uint8_t spot[CELLS + SPARE];
    uint16_t cell[CELLS + SPARE];
    unsigned cells_n;
} walk;

static unsigned cell_of(unsigned spot)
{
    return (spot / FL_DRAFT_STRIDE - 1) * FL_DRAFT_SIDE + spot % FL_DRAFT_STRIDE - 1;
}

static void write_rooms(const fl_draft *draft, walk *self, fl_floor *out)
{
    self->cells_n = 0;
    self->plan = 0;
    self->rank[0] = 0;
    for (unsigned i = 0; i < draft->rooms_n; i++) {
        const fl_draft_room *room = &draft->room[i];
        const fl_draft_form *form = &fl_draft_forms[room->shape];
        fl_room *to = &out->rooms[i];
        write_room(room, to);
        to->cells_from = (uint16_t)self->cells_n;
        to->cells_n = form->cells_n;
        for (unsigned k = 0; k < FL_SHAPE_CELLS; k++) { /* a small shape repeats its first cell */
            unsigned spot = (uint8_t)(room->origin + (unsigned)form->cell[k]);
            self->spot[self->cells_n + k] = (uint8_t)spot;
            self->cell[self->cells_n + k] = (uint16_t)cell_of(spot);
            out->owner[cell_of(spot)] = (uint16_t)(i + 1);
        }
        self->cells_n += form->cells_n;
        self->plan |= (uint64_t)!room->is_added << i;
        self->touches[i] = 0;
        self->rank[i + 1] = (uint32_t)fl_floor_rank(to) << 16 | (255 - i) << 8 | room->kind;
    }
    out->rooms_n = (uint16_t)draft->rooms_n;
    out->cells_n = (uint16_t)self->cells_n;
    memcpy(out->cells, self->cell, self->cells_n * sizeof self->cell[0]);
}

/* Writes the door between two touching cells; counts it only if they are of two rooms. */
static void try_door(const fl_draft *draft, walk *self, fl_floor *out, unsigned i, unsigned step)
{
    unsigned spot = self->spot[i];
    unsigned own = draft->owner[spot];
    unsigned other = draft->owner[(uint8_t)(spot + step)];
    unsigned cell = self->cell[i];
    unsigned next = cell + (step == 1 ? 1 : FL_DRAFT_SIDE);
    bool is_door = other != 0 && other != FL_DRAFT_WALL && other != own;
    other = is_door ? other : own;
    bool is_first = own < other;
    out->doors[out->doors_n] = (fl_door){
        .room_a = (uint16_t)((is_first ? own : other) - 1),
        .room_b = (uint16_t)((is_first ? other : own) - 1),
        .cell_a = (uint16_t)(is_first ? cell : next),
        .cell_b = (uint16_t)(is_first ? next : cell),
        .kind = (fl_kind)((self->rank[own] > self->rank[other] ? self->rank[own] : self->rank[other]) & 255),
    };
    out->doors_n += is_door;
    self->touches[own - 1] |= (uint64_t)is_door << (other - 1);
    self->touches[other - 1] |= (uint64_t)is_door << (own - 1);
}

/* Breadth first from the start through the plan; then what was added. */
static void measure(walk *self, fl_floor *out)
{
    uint64_t seen = 1;
    uint64_t front = 1;
    for (int distance = 0; front; distance++) {
        uint64_t next = 0;
        for (; front; front &= front - 1) {
            unsigned number = (unsigned)__builtin_ctzll(front);
            out->rooms[number].distance = (int16_t)distance;
            next |= self->touches[number];
        }
        front = next & self->plan & ~seen;
        seen |= front;
    }
    for (unsigned i = 0; i < out->rooms_n; i++) {
        uint64_t near = self->touches[i] & self->plan;
        bool is_in_plan = self->plan >> i & 1;
        out->rooms[i].is_dead_end = i > 0 && is_in_plan && near && (near & (near - 1)) == 0;
        int nearest = INT16_MAX;
        for (near &= is_in_plan ? 0 : seen; near; near &= near - 1) {
            int distance = out->rooms[__builtin_ctzll(near)].distance;
            nearest = distance < nearest ? distance : nearest;
        }
        if (nearest < INT16_MAX) {
            out->rooms[i].distance = (int16_t)(nearest + 1);
        }
    }
}

void fl_handover_write(const fl_draft *draft, fl_floor *out)
{
    walk self;
    if (draft->rooms_n > BITS) {
        write_many(draft, out);
        return;
    }
    write_rooms(draft, &self, out);
    out->doors_n = 0;
    for (unsigned i = 0; i < self.cells_n; i++) {
        try_door(draft, &self, out, i, 1);
        try_door(draft, &self, out, i, FL_DRAFT_STRIDE);
    }
    measure(&self, out);
}
