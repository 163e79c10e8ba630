/* Scans the board row by row. Normal rooms have no interior yet and so shut nothing: a secret room demands a door of
 * them. The exact mode draws a weight for every open cell; the fair mode only where it matters. */
#include "gen/rebirth/hidden.h"

#include <string.h>

enum { SPOILED = 100, ALL_SLOTS = 0xff };

/* The board as a word per row, a bit per column, in the places of the spots. */
typedef struct rows {
    uint16_t row[FL_DRAFT_STRIDE];
} rows;

enum { BOARD_ROW = ((1 << FL_DRAFT_SIDE) - 1) << 1 };

static void take(rows *self, unsigned spot)
{
    self->row[spot / FL_DRAFT_STRIDE] |= (uint16_t)(1u << spot % FL_DRAFT_STRIDE);
}

static bool has(const rows *self, unsigned spot)
{
    return self->row[spot / FL_DRAFT_STRIDE] >> spot % FL_DRAFT_STRIDE & 1;
}

/* The slots of an interior's bounding box that are looked at. */
static unsigned box_slots(unsigned shape)
{
    return shape == FL_SHAPE_1X1   ? 0x0f
           : shape == FL_SHAPE_2X1 ? 0xaf
           : shape == FL_SHAPE_1X2 ? 0x5f
                                   : ALL_SLOTS;
}

/* Shuts the cells around a room that has its interior already, where no door can be. */
static void shut_around(const fl_draft_room *room, bool is_ultra, rows *shut)
{
    int w = room->width;
    int h = room->height;
    const fl_offset to[FL_SHAPE_SLOTS] = {
        {-1, 0}, {0, -1}, {(int8_t)w, 0}, {0, (int8_t)h}, {-1, 1}, {1, -1}, {(int8_t)w, 1}, {1, (int8_t)h},
    };
    bool is_closed = room->kind == FL_KIND_BOSS || fl_kind_is_secret((fl_kind)room->kind) ||
                     (is_ultra && room->kind == FL_KIND_CURSE);
    unsigned doors = is_closed ? 0 : room->doors;
    for (unsigned slots = box_slots(room->shape) & ~doors; slots; slots &= slots - 1) {
        fl_offset step = to[__builtin_ctz(slots)];
        int x = fl_draft_x(room->origin) + step.x;
        int y = fl_draft_y(room->origin) + step.y;
        if (x >= 0 && y >= 0 && x < FL_DRAFT_SIDE && y < FL_DRAFT_SIDE) {
            take(shut, fl_draft_spot(x, y));
        }
    }
}

/* Shuts all cells beside a room. */
static void shut_beside(const fl_draft *draft, unsigned number, rows *shut)
{
    const fl_draft_room *room = &draft->room[number];
    const fl_draft_form *form = &fl_draft_forms[room->shape];
    for (unsigned i = 0; i < form->cells_n * 4u; i++) {
        unsigned spot = (uint8_t)(room->origin + (unsigned)form->cell[i / 4]);
        take(shut, (uint8_t)(spot + (unsigned)fl_draft_step(i)));
    }
}

static void shut_cells(const fl_draft *draft, const fl_hidden_wish *wish, rows *shut)
{
    memset(shut, 0, sizeof *shut);
    for (unsigned i = 0; i < draft->rooms_n; i++) {
        if (draft->room[i].has_interior) {
            shut_around(&draft->room[i], wish->is_ultra, shut);
        }
    }
    for (unsigned direction = 0; direction < 4 && wish->shuts_start; direction++) {
        take(shut, (unsigned)(FL_DRAFT_START + fl_draft_step(direction)));
    }
    if (wish->boss_to_avoid >= 0) {
        shut_beside(draft, (unsigned)wish->boss_to_avoid, shut);
    }
}

/* Whether the room on a spot has a door that way; only whether its shape has the slot matters. */
static bool opens(const fl_draft *draft, unsigned spot, unsigned direction)
{
    return fl_draft_forms[draft->room[fl_draft_at(draft, spot)].shape].slots >> direction & 1;
}

/* Neighbours that could have a door to a spot; takes SPOILED off the weight for each that could not. */
static unsigned count_beside(const fl_draft *draft, unsigned spot, int *weight)
{
    unsigned n = 0;
    for (unsigned direction = 0; direction < 4; direction++) {
        unsigned other = (uint8_t)(spot + (unsigned)fl_draft_step(direction));
        if (fl_draft_is_room(draft, other)) {
            bool is_open = opens(draft, other, (direction + 2) & 3);
            n += is_open;
            *weight -= is_open ? 0 : SPOILED;
        }
    }
    return n;
}

/* Whether a room two steps away (first one way, then the other) could be reached over the cell between. */
static bool is_linked(const fl_draft *draft, const rows *shut, unsigned spot, unsigned first, unsigned second)
{
    unsigned between = (uint8_t)(spot + (unsigned)fl_draft_step(first));
    unsigned other = (uint8_t)(between + (unsigned)fl_draft_step(second));
    return draft->owner[between] == 0 && !has(shut, between) && opens(draft, other, (second + 2) & 3);
}

/* The same for rooms two steps away: straight, or round a corner over either of two cells. */
static unsigned count_beyond(const fl_draft *draft, const rows *shut, unsigned spot, int *weight)
{
    unsigned n = 0;
    for (unsigned first = 0; first < 4; first++) {
        unsigned between = (uint8_t)(spot + (unsigned)fl_draft_step(first));
        if (draft->owner[between] == FL_DRAFT_WALL) {
            continue;
        }
        unsigned next = (first + 1) & 3;
        unsigned ahead = (uint8_t)(between + (unsigned)fl_draft_step(first));
        unsigned corner = (uint8_t)(between + (unsigned)fl_draft_step(next));
        if (fl_draft_is_room(draft, ahead)) {
            bool is_open = is_linked(draft, shut, spot, first, first);
            n += is_open;
            *weight -= is_open ? 0 : SPOILED;
        }
        if (fl_draft_is_room(draft, corner)) {
            bool is_open =
                is_linked(draft, shut, spot, first, next) || is_linked(draft, shut, spot, next, first);
            n += is_open;
            *weight -= is_open ? 0 : SPOILED;
        }
    }
    return n;
}

/* The cells of all rooms. */
static void find_rooms(const fl_draft *draft, rows *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < draft->rooms_n; i++) {
        const fl_draft_room *room = &draft->room[i];
        const fl_draft_form *form = &fl_draft_forms[room->shape];
        for (unsigned k = 0; k < form->cells_n; k++) {
            take(out, (uint8_t)(room->origin + (unsigned)form->cell[k]));
        }
    }
}

/* Cells one step from those given. */
static void spread(const rows *from, rows *out)
{
    for (unsigned y = 1; y <= FL_DRAFT_SIDE; y++) {
        unsigned row = from->row[y];
        out->row[y] = (uint16_t)((row << 1 | row >> 1 | from->row[y - 1] | from->row[y + 1]) & BOARD_ROW);
    }
    out->row[0] = 0;
    out->row[FL_DRAFT_SIDE + 1] = 0;
    out->row[FL_DRAFT_SIDE + 2] = 0;
}

/* Cells that may be thought of, and those of them that have a room beside them (or two steps away). */
static void find_cells(const fl_draft *draft, const rows *shut, bool is_ultra, rows *open, rows *near)
{
    rows filled;
    rows beside;
    find_rooms(draft, &filled);
    spread(&filled, &beside);
    *near = beside;
    if (is_ultra) {
        spread(&beside, near);
    }
    for (unsigned y = 0; y < FL_DRAFT_STRIDE; y++) {
        unsigned closed = filled.row[y] | (is_ultra ? beside.row[y] : 0u);
        closed |= shut->row[y];
        open->row[y] = (uint16_t)(y >= 1 && y <= FL_DRAFT_SIDE ? BOARD_ROW & ~closed : 0);
        near->row[y] &= open->row[y];
    }
}

/* The best cells so far. */
typedef struct ranking {
    const fl_draft *draft;
    const rows *shut;
    bool is_ultra;
    uint8_t spot[FL_DRAFT_SIDE * FL_DRAFT_SIDE];
    uint8_t neighbours[FL_DRAFT_SIDE * FL_DRAFT_SIDE];
    unsigned n, open;
    int most;
} ranking;

/* Weighs a cell: the drawn part and what its neighbours take off. */
static void weigh(ranking *self, unsigned spot, int weight)
{
    unsigned n = self->is_ultra ? count_beyond(self->draft, self->shut, spot, &weight)
                                : count_beside(self->draft, spot, &weight);
    if (n == 0 || weight < 0) {
        return;
    }
    weight -= n < 2 ? 6 : n < 3 ? 3 : 0;
    self->open += n >= 3;
    if (weight > self->most) {
        self->most = weight;
        self->n = 0;
    }
    if (weight == self->most) {
        self->neighbours[self->n] = (uint8_t)n;
        self->spot[self->n++] = (uint8_t)spot;
    }
}

/* The game draws for every open cell. */
static void weigh_exactly(ranking *self, fl_dice *dice, const rows *open, const rows *near)
{
    uint8_t drawn[FL_AHEAD_FIFTHS];
    unsigned n = 0;
    for (unsigned y = 1; y <= FL_DRAFT_SIDE; y++) {
        n += (unsigned)__builtin_popcount(open->row[y]);
    }
    fl_ahead_fifths(dice->ahead, &dice->exact.state, n, drawn);
    dice->drawn += n;
    const uint8_t *row = drawn;
    for (unsigned y = 1; y <= FL_DRAFT_SIDE; y++) {
        for (unsigned left = near->row[y]; left; left &= left - 1) {
            unsigned before = open->row[y] & ((left & -left) - 1);
            weigh(self, y * FL_DRAFT_STRIDE + (unsigned)__builtin_ctz(left),
                  10 + row[__builtin_popcount(before)]);
        }
        row += __builtin_popcount(open->row[y]);
    }
}

static void weigh_fairly(ranking *self, fl_dice *dice, const rows *near)
{
    for (unsigned y = 1; y <= FL_DRAFT_SIDE; y++) {
        for (unsigned left = near->row[y]; left; left &= left - 1) {
            int weight = 10 + (int)fl_dice_below(dice, 5);
            weigh(self, y * FL_DRAFT_STRIDE + (unsigned)__builtin_ctz(left), weight);
        }
    }
}

void fl_hidden_find(const fl_draft *draft, const fl_hidden_wish *wish, fl_dice *dice, fl_hidden_found *out)
{
    rows shut;
    rows open;
    rows near;
    ranking best;
    best.draft = draft;
    best.shut = &shut;
    best.is_ultra = wish->is_ultra;
    best.n = 0;
    best.open = 0;
    best.most = 0;
    shut_cells(draft, wish, &shut);
    find_cells(draft, &shut, wish->is_ultra, &open, &near);
    if (dice->is_exact) {
        weigh_exactly(&best, dice, &open, &near);
    } else {
        weigh_fairly(&best, dice, &near);
    }
    *out = (fl_hidden_found){.spot = FL_HIDDEN_NONE, .open = best.open};
    if (best.n > 0) {
        unsigned i = fl_dice_below(dice, best.n);
        out->spot = best.spot[i];
        out->neighbours = best.neighbours[i];
    }
}
