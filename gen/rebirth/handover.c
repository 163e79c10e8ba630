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
        unsigned n = form->cells_n == 1 ? 1 : FL_SHAPE_CELLS; /* a small shape repeats its first cell */
        for (unsigned k = 0; k < n; k++) {
            unsigned spot = (uint8_t)(room->origin + (unsigned)form->cell[k]);
            self->spot[self->cells_n + k] = (uint8_t)spot;
            self->cell[self->cells_n + k] = (uint16_t)cell_of(spot);
            out->owner[cell_of(spot)] = (uint16_t)(i + 1);
        }
        self->cells_n += form->cells_n;
        self->plan |= (uint64_t)!room->is_added << i;
        self->rank[i + 1] = (uint32_t)fl_kind_of(to->kind)->rank << 16 | (255 - i) << 8 | room->kind;
    }
    self->spot[self->cells_n] = 0; /* a wall ends the last room */
    out->rooms_n = (uint16_t)draft->rooms_n;
    out->cells_n = (uint16_t)self->cells_n;
    memcpy(out->cells, self->cell, self->cells_n * sizeof self->cell[0]);
}

/* A door between two touching cells, written by all means; whether it is one. */
static inline bool write_door(const walk *self, fl_door *door, const unsigned owner[2],
                              const unsigned cell[2])
{
    unsigned own = owner[0];
    bool is_door = (owner[1] != 0) & (owner[1] != FL_DRAFT_WALL) & (owner[1] != own);
    unsigned other = is_door ? owner[1] : own;
    bool is_turned = other < own;
    uint32_t rank = self->rank[own] > self->rank[other] ? self->rank[own] : self->rank[other];
    door->room_a = (uint16_t)((is_turned ? other : own) - 1);
    door->room_b = (uint16_t)((is_turned ? own : other) - 1);
    door->cell_a = (uint16_t)cell[is_turned];
    door->cell_b = (uint16_t)cell[!is_turned];
    door->kind = (fl_kind)(rank & 255);
    return is_door;
}

/* The bit of a spot's room. */
static inline uint64_t bit_of(unsigned owner)
{
    return (uint64_t)(owner - 1 < BITS) << ((owner - 1) % BITS);
}

/* Doors in the order of the cells: to the right, then below. Each room's bits of those it touches. */
static void write_doors(const fl_draft *draft, walk *self, fl_floor *out)
{
    fl_door *door = out->doors;
    uint64_t touches = 0;
    for (unsigned i = 0; i < self->cells_n; i++) {
        const uint8_t *owner = &draft->owner[self->spot[i]];
        unsigned cell = self->cell[i];
        unsigned own = *owner;
        unsigned right = owner[1];
        unsigned below = owner[FL_DRAFT_STRIDE];
        door += write_door(self, door, (unsigned[2]){own, right}, (unsigned[2]){cell, cell + 1});
        door += write_door(self, door, (unsigned[2]){own, below}, (unsigned[2]){cell, cell + FL_DRAFT_SIDE});
        touches |= bit_of(right) | bit_of(below) | bit_of(owner[-1]) | bit_of(owner[-FL_DRAFT_STRIDE]);
        bool is_last = draft->owner[self->spot[i + 1]] != own;
        self->touches[own - 1] = touches & ~bit_of(own);
        touches = is_last ? 0 : touches;
    }
    out->doors_n = (uint32_t)(door - out->doors);
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
    write_doors(draft, &self, out);
    measure(&self, out);
}
