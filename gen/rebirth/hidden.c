/* Scans the board row by row. Normal rooms have no interior yet and so shut nothing: a secret room demands a door of
 * them. The exact mode draws a weight for every open cell; the fair mode only where it matters. */
#include "gen/rebirth/hidden.h"

#include <string.h>

enum { SPOILED = 100, ALL_SLOTS = 0xff, MOST_BEYOND = 8 };

/* The board as a word per row, a bit per column, in the places of the spots. */
typedef struct rows {
    fl_draft_rows row;
} rows;

enum { BOARD_ROW = ((1 << FL_DRAFT_SIDE) - 1) << 1 };

static inline void take(rows *self, unsigned spot)
{
    self->row[spot / FL_DRAFT_STRIDE] |= (uint16_t)(1u << spot % FL_DRAFT_STRIDE);
}

static inline bool has(const rows *self, unsigned spot)
{
    return fl_draft_has(self->row, spot);
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
        if (x >= -1 && y >= -1 && x <= FL_DRAFT_SIDE && y <= FL_DRAFT_SIDE) { /* walls are shut already */
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

/* The cells of all rooms: what is closed and neither a wall nor merely shut. */
static void find_rooms(const fl_draft *draft, rows *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned y = 1; y <= FL_DRAFT_SIDE; y++) {
        unsigned row = draft->closed[y] & BOARD_ROW;
        for (unsigned left = draft->shut[y] & row; left; left &= left - 1) {
            unsigned x = (unsigned)__builtin_ctz(left);
            row &= ~((unsigned)(draft->owner[y * FL_DRAFT_STRIDE + x] == 0) << x);
        }
        out->row[y] = (uint16_t)row;
    }
}

/* Cells with a neighbour whose shape has no door to them. */
static void find_spoiled(const fl_draft *draft, rows *out)
{
    enum { NARROW = 1 << FL_SHAPE_IH | 1 << FL_SHAPE_IV | 1 << FL_SHAPE_IIV | 1 << FL_SHAPE_IIH };
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < draft->rooms_n; i++) {
        const fl_draft_room *room = &draft->room[i];
        if (!(NARROW >> room->shape & 1)) {
            continue;
        }
        const fl_draft_form *form = &fl_draft_forms[room->shape];
        int step = form->slots >> FL_LEFT & 1 ? FL_DRAFT_STRIDE : 1; /* across its doors */
        for (unsigned k = 0; k < form->cells_n; k++) {
            unsigned spot = (uint8_t)(room->origin + (unsigned)form->cell[k]);
            take(out, spot + (unsigned)step);
            take(out, spot - (unsigned)step);
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
    for (unsigned y = FL_DRAFT_SIDE + 1; y < FL_DRAFT_STRIDE + 2; y++) {
        out->row[y] = 0;
    }
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

/* Cells that come into question, with their weights. */
typedef struct ranking {
    uint8_t spot[FL_DRAFT_SIDE * FL_DRAFT_SIDE + 1];
    uint8_t neighbours[FL_DRAFT_SIDE * FL_DRAFT_SIDE + 1];
    uint8_t weight[FL_DRAFT_SIDE * FL_DRAFT_SIDE + 1];
    unsigned n, open;
} ranking;

/* Adds a cell, if it counts: the drawn weight less what few neighbours take off. */
static inline void add(ranking *self, unsigned spot, unsigned neighbours, unsigned drawn, bool counts)
{
    static const uint8_t less[MOST_BEYOND + 1] = {0, 6, 3};
    self->spot[self->n] = (uint8_t)spot;
    self->neighbours[self->n] = (uint8_t)neighbours;
    self->weight[self->n] = (uint8_t)(10 + drawn - less[neighbours]);
    self->n += counts;
    self->open += counts & (neighbours >= 3);
}

/* What the weights are drawn for and who may have them. */
typedef struct field {
    const fl_draft *draft;
    const fl_hidden_wish *wish;
    rows shut, open, near, spoiled;
} field;

static inline void weigh(const field *self, unsigned spot, unsigned drawn, ranking *out)
{
    if (self->wish->is_ultra) {
        int weight = 0;
        unsigned n = count_beyond(self->draft, &self->shut, spot, &weight);
        add(out, spot, n, drawn, n > 0 && weight == 0);
        return;
    }
    add(out, spot, fl_draft_near(self->draft, spot), drawn, !has(&self->spoiled, spot));
}

static inline unsigned count_row(unsigned row)
{
    row -= row >> 1 & 0x5555;
    row = (row & 0x3333) + (row >> 2 & 0x3333);
    row = (row + (row >> 4)) & 0x0f0f;
    return (row + (row >> 8)) & 0x1f;
}

/* The game draws for every open cell. */
static void weigh_exactly(const field *self, fl_dice *dice, ranking *out)
{
    uint8_t drawn[FL_AHEAD_FIFTHS];
    unsigned n = 0;
    for (unsigned y = 1; y <= FL_DRAFT_SIDE; y++) {
        n += count_row(self->open.row[y]);
    }
    fl_ahead_fifths(dice->ahead, &dice->exact.state, n, drawn);
    dice->drawn += n;
    const uint8_t *row = drawn;
    for (unsigned y = 1; y <= FL_DRAFT_SIDE; y++) {
        for (unsigned left = self->near.row[y]; left; left &= left - 1) {
            unsigned before = self->open.row[y] & ((left & -left) - 1);
            weigh(self, y * FL_DRAFT_STRIDE + (unsigned)__builtin_ctz(left), row[count_row(before)], out);
        }
        row += count_row(self->open.row[y]);
    }
}

static void weigh_fairly(const field *self, fl_dice *dice, ranking *out)
{
    for (unsigned y = 1; y <= FL_DRAFT_SIDE; y++) {
        for (unsigned left = self->near.row[y]; left; left &= left - 1) {
            unsigned drawn = fl_dice_below(dice, 5);
            weigh(self, y * FL_DRAFT_STRIDE + (unsigned)__builtin_ctz(left), drawn, out);
        }
    }
}

/* Leaves the cells with the greatest weight. */
static void keep_best(ranking *self)
{
    unsigned most = 0;
    unsigned n = 0;
    for (unsigned i = 0; i < self->n; i++) {
        most = self->weight[i] > most ? self->weight[i] : most;
    }
    for (unsigned i = 0; i < self->n; i++) {
        self->spot[n] = self->spot[i];
        self->neighbours[n] = self->neighbours[i];
        n += self->weight[i] == most;
    }
    self->n = n;
}

void fl_hidden_find(const fl_draft *draft, const fl_hidden_wish *wish, fl_dice *dice, fl_hidden_found *out)
{
    field all = {.draft = draft, .wish = wish};
    ranking cells;
    cells.n = 0;
    cells.open = 0;
    shut_cells(draft, wish, &all.shut);
    find_cells(draft, &all.shut, wish->is_ultra, &all.open, &all.near);
    find_spoiled(draft, &all.spoiled);
    if (dice->is_exact) {
        weigh_exactly(&all, dice, &cells);
    } else {
        weigh_fairly(&all, dice, &cells);
    }
    keep_best(&cells);
    *out = (fl_hidden_found){.spot = FL_HIDDEN_NONE, .open = cells.open};
    if (cells.n > 0) {
        unsigned i = fl_dice_below(dice, cells.n);
        out->spot = cells.spot[i];
        out->neighbours = cells.neighbours[i];
    }
}
