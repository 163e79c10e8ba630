/* SPDX-License-Identifier: MIT */
/* Scans the board row by row. Normal rooms have no interior yet and so block no cell: the doors that a secret
 * room needs become conditions when their interiors are chosen. With exact draws every open cell gets a
 * weight, otherwise only the cells that can be chosen. */
#include "gen/lanes/popcount.h"
#include "gen/rebirth/layout/board.h"

#include <string.h>

enum { ALL_SLOTS = 0xff, MOST_BEYOND = 8 };

/* The board as four words of four rows each, a bit per spot. */
enum { WORDS = 4, WORD_BITS = 64 };

typedef struct spots {
    uint64_t word[WORDS + 1]; /* the last is never read */
} spots;

/* The cells of the board. */
static const spots all_cells = {{0x3ffe3ffe3ffe0000u, 0x3ffe3ffe3ffe3ffeu, 0x3ffe3ffe3ffe3ffeu, 0x3ffe3ffeu}};

static inline void take(spots *self, unsigned spot)
{
    self->word[spot / WORD_BITS] |= 1ull << spot % WORD_BITS;
}

static inline bool has(const spots *self, unsigned spot)
{
    return self->word[spot / WORD_BITS] >> spot % WORD_BITS & 1;
}

/* Four rows as a word. */
static inline uint64_t join_rows(const uint16_t *row)
{
    return (uint64_t)row[0] | (uint64_t)row[1] << 16 | (uint64_t)row[2] << 32 | (uint64_t)row[3] << 48;
}

/* The slots of an interior's bounding box that are examined. */
static const uint8_t box_slots[FL_SHAPE_COUNT] = {
    ALL_SLOTS, 0x0f,      ALL_SLOTS, ALL_SLOTS, 0x5f,      ALL_SLOTS, 0xaf,
    ALL_SLOTS, ALL_SLOTS, ALL_SLOTS, ALL_SLOTS, ALL_SLOTS, ALL_SLOTS,
};

/* Blocks the cells around a room with an interior where it can have no door. */
static void block_around(const fl_layout_board_room *room, unsigned slots, spots *blocked)
{
    int w = room->interior.width;
    int h = room->interior.height;
    const fl_offset to[FL_SHAPE_SLOTS] = {
        {-1, 0}, {0, -1}, {(int8_t)w, 0}, {0, (int8_t)h}, {-1, 1}, {1, -1}, {(int8_t)w, 1}, {1, (int8_t)h},
    };
    for (; slots; slots &= slots - 1) {
        fl_offset step = to[__builtin_ctz(slots)];
        int x = fl_layout_board_x(room->origin) + step.x;
        int y = fl_layout_board_y(room->origin) + step.y;
        if (x >= -1 && y >= -1 && x <= FL_LAYOUT_BOARD_SIDE &&
            y <= FL_LAYOUT_BOARD_SIDE) { /* walls need no block */
            take(blocked, fl_layout_board_spot(x, y));
        }
    }
}

/* Blocks the cells to which slots of a room's shape lead. */
static void block_targets(const fl_layout_board_room *room, unsigned slots, spots *blocked)
{
    for (; slots; slots &= slots - 1) {
        int step = fl_layout_shape_rows[room->shape].target[__builtin_ctz(slots)];
        take(blocked, (uint8_t)(room->origin + (unsigned)step));
    }
}

/* The slots of a room with an interior where no door can be. */
static inline unsigned dead_slots(const fl_layout_board_room *room, bool is_ultra)
{
    enum {
        CLOSED =
            1 << FL_KIND_BOSS | 1 << FL_KIND_SECRET | 1 << FL_KIND_SUPER_SECRET | 1 << FL_KIND_ULTRA_SECRET
    };
    unsigned closed = CLOSED | (unsigned)is_ultra << FL_KIND_CURSE;
    unsigned doors = room->interior.doors & ((closed >> room->kind & 1) - 1);
    unsigned slots = is_ultra ? fl_layout_shape_rows[room->shape].full_slots : box_slots[room->shape];
    return slots & ~doors & -(unsigned)room->interior.is_there;
}

static inline bool is_single(const fl_layout_board_room *room)
{
    bool is_small = (room->interior.width == 1) & (room->interior.height == 1);
    return (room->shape == FL_SHAPE_1X1) & (is_small | !room->interior.is_there);
}

/* Finds the forbidden cells, and those that lose too much weight because a neighbour has no door to them. */
static void block_cells(const fl_layout_board *board, const fl_secret_request *request, spots *blocked,
                        spots *spoiled)
{
    enum { NARROW = 1 << FL_SHAPE_IH | 1 << FL_SHAPE_IV | 1 << FL_SHAPE_IIV | 1 << FL_SHAPE_IIH };
    memset(blocked, 0, sizeof *blocked);
    memset(spoiled, 0, sizeof *spoiled);
    for (unsigned i = 0; i < board->rooms_n; i++) {
        const fl_layout_board_room *room = &board->room[i];
        unsigned slots = dead_slots(room, request->is_ultra);
        if (is_single(room)) {
            /* Blocks the spots to which slots of a single cell lead, as bits of three rows with the cell in
             * the middle. Branch-free, because its doors cannot be predicted. */
            unsigned origin = room->origin;
            enum { MIDDLE = 1 + FL_LAYOUT_BOARD_STRIDE };
            unsigned first = origin - MIDDLE;
            uint64_t around = (uint64_t)(slots & 1) << (MIDDLE - 1) |
                              (uint64_t)(slots >> 1 & 1) << (MIDDLE - FL_LAYOUT_BOARD_STRIDE) |
                              (uint64_t)(slots >> 2 & 1) << (MIDDLE + 1) |
                              (uint64_t)(slots >> 3 & 1) << (MIDDLE + FL_LAYOUT_BOARD_STRIDE);
            unsigned turn = first % WORD_BITS;
            blocked->word[first / WORD_BITS] |= around << turn;
            blocked->word[first / WORD_BITS + 1] |= around >> 1 >> (WORD_BITS - 1 - turn);
            continue;
        }
        if (request->is_ultra) {
            block_targets(room, slots, blocked);
            continue;
        }
        block_around(room, slots, blocked);
        if (NARROW >> room->shape & 1) {
            /* Spoils the cells beside a narrow room to which its shape has no door. */
            const fl_layout_shape_row *shape_row = &fl_layout_shape_rows[room->shape];
            int step = shape_row->slots >> FL_LEFT & 1 ? FL_LAYOUT_BOARD_STRIDE : 1; /* across its doors */
            for (unsigned k = 0; k < shape_row->cells_n; k++) {
                unsigned spot = (uint8_t)(room->origin + (unsigned)shape_row->cell[k]);
                take(spoiled, spot + (unsigned)step);
                take(spoiled, spot - (unsigned)step);
            }
        }
    }
    for (unsigned direction = 0; direction < 4 && request->blocks_start; direction++) {
        take(blocked, (unsigned)(FL_LAYOUT_BOARD_START + fl_layout_board_step(direction)));
    }
}

/* True if the room on a spot can have a door in a direction's way: its slot of that side leads to a cell of
 * the board that is not blocked. The game takes the first slot of the side, so a large room's may be
 * elsewhere. */
static bool opens(const fl_layout_board *board, const spots *blocked, unsigned spot, unsigned direction)
{
    const fl_layout_board_room *room = &board->room[fl_layout_board_at(board, spot)];
    const fl_layout_shape_row *shape_row = &fl_layout_shape_rows[room->shape];
    unsigned target = (uint8_t)(room->origin + (unsigned)shape_row->target[direction]);
    return (shape_row->slots >> direction & 1) && board->owner[target] != FL_LAYOUT_BOARD_WALL &&
           !has(blocked, target);
}

/* Counts the rooms' cells two steps away, straight ahead or around a corner; 0 if a path to one of them, or
 * one of the two paths around a corner, begins without a door. */
static unsigned count_beyond(const fl_layout_board *board, const spots *blocked, unsigned spot)
{
    unsigned n = 0;
    for (unsigned i = 0; i < 8; i++) {
        unsigned first = i / 2;
        unsigned second = (first + i % 2) & 3;
        unsigned way = (unsigned)(fl_layout_board_step(first) + fl_layout_board_step(second));
        unsigned other = (uint8_t)(spot + way);
        if (!fl_layout_board_is_room(board, other)) {
            continue;
        }
        if (!opens(board, blocked, other, (first + 2) & 3) ||
            !opens(board, blocked, other, (second + 2) & 3)) {
            return 0;
        }
        n++;
    }
    return n;
}

/* The cells beside those given. */
static void cells_beside(const spots *from, spots *out)
{
    for (unsigned k = 0; k < WORDS; k++) {
        uint64_t word = from->word[k];
        uint64_t above = word << FL_LAYOUT_BOARD_STRIDE |
                         (k > 0 ? from->word[k - 1] >> (WORD_BITS - FL_LAYOUT_BOARD_STRIDE) : 0);
        uint64_t below = word >> FL_LAYOUT_BOARD_STRIDE |
                         (k + 1 < WORDS ? from->word[k + 1] << (WORD_BITS - FL_LAYOUT_BOARD_STRIDE) : 0);
        out->word[k] = (word << 1 | word >> 1 | above | below) & all_cells.word[k];
    }
}

/* A search for the cell of a secret room. */
typedef struct search {
    const fl_layout_board *board;
    const fl_secret_request *request;
    spots blocked, open, near, spoiled;
} search;

/* The free cells, and those of them that have a room beside them. For an ultra secret room: those that have
 * one two steps away, and nothing beside them. */
static void find_cells(search *self)
{
    bool is_ultra = self->request->is_ultra;
    spots filled, beside, avoided, shut;
    /* The cells of all rooms: closed spots that are neither walls nor merely blocked. */
    for (unsigned k = 0; k < WORDS; k++) {
        filled.word[k] = join_rows(&self->board->closed[k * WORDS]) & all_cells.word[k];
    }
    for (unsigned k = 0; k < WORDS && self->board->has_blocked; k++) {
        for (uint64_t left = join_rows(&self->board->blocked[k * WORDS]) & filled.word[k]; left;
             left &= left - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(left);
            filled.word[k] &= ~((uint64_t)(self->board->owner[k * WORD_BITS + bit] == 0) << bit);
        }
    }
    /* finds the cells that stay empty in any case */
    memset(&avoided, 0, sizeof avoided);
    if (self->request->blocks_above) {
        take(&avoided, FL_LAYOUT_BOARD_START - FL_LAYOUT_BOARD_STRIDE);
    }
    if (self->request->boss_to_avoid >= 0) {
        /* Blocks all cells beside a room. */
        unsigned number = (unsigned)self->request->boss_to_avoid;
        const fl_layout_board_room *room = &self->board->room[number];
        const fl_layout_shape_row *shape_row = &fl_layout_shape_rows[room->shape];
        for (unsigned i = 0; i < shape_row->cells_n * 4u; i++) {
            unsigned spot = (uint8_t)(room->origin + (unsigned)shape_row->cell[i / 4]);
            take(&avoided, (uint8_t)(spot + (unsigned)fl_layout_board_step(i)));
        }
    }
    cells_beside(&filled, &beside);
    cells_beside(&avoided, &shut);
    self->near = beside;
    if (is_ultra) {
        cells_beside(&beside, &self->near);
    }
    for (unsigned k = 0; k < WORDS; k++) {
        uint64_t closed = filled.word[k] | avoided.word[k] | self->blocked.word[k];
        self->near.word[k] &= is_ultra ? ~(beside.word[k] | shut.word[k]) : ~0ull;
        self->open.word[k] = all_cells.word[k] & ~closed;
        self->near.word[k] &= self->open.word[k];
    }
}

/* The cells with the greatest weight so far. */
typedef struct best_cells {
    uint8_t spot[FL_LAYOUT_BOARD_SIDE * FL_LAYOUT_BOARD_SIDE + 1];
    uint8_t neighbours[FL_LAYOUT_BOARD_SIDE * FL_LAYOUT_BOARD_SIDE + 1];
    unsigned n, open;
    unsigned most; /* weight */
} best_cells;

/* Adds a cell, if it counts. Its weight is the drawn one, less a deduction for having few neighbours. */
static inline void add(best_cells *self, unsigned spot, unsigned neighbours, unsigned drawn, bool counts)
{
    static const uint8_t less[MOST_BEYOND + 1] = {0, 6, 3};
    unsigned weight =
        (10 + drawn - less[neighbours]) & -(unsigned)counts; /* a greater weight discards the others */
    unsigned n = self->n & -(unsigned)(weight <= self->most);
    self->spot[n] = (uint8_t)spot;
    self->neighbours[n] = (uint8_t)neighbours;
    self->n = n + (counts & (weight >= self->most));
    self->most = weight > self->most ? weight : self->most;
    self->open += counts & (neighbours >= 3);
}

static inline void weigh(const search *self, unsigned spot, unsigned drawn, best_cells *out)
{
    if (self->request->is_ultra) {
        unsigned n = count_beyond(self->board, &self->blocked, spot);
        add(out, spot, n, drawn, n > 0);
        return;
    }
    add(out, spot, fl_layout_board_near(self->board, spot), drawn, !has(&self->spoiled, spot));
}

void fl_layout_secret_place(const fl_layout_board *board, const fl_secret_request *request,
                            fl_rebirth_random *stream, fl_secret_found *out)
{
    search all;
    best_cells cells;
    all.board = board;
    all.request = request;
    cells.n = 0;
    cells.open = 0;
    cells.most = 0;
    block_cells(board, request, &all.blocked, &all.spoiled);
    find_cells(&all);
    if (stream->is_exact) {
        /* The game draws a weight for every free cell. */
        uint8_t drawn[FL_REBIRTH_RANDOM_AHEAD_FIFTHS];
        unsigned n = 0;
        for (unsigned k = 0; k < WORDS; k++) {
            n += fl_popcount_bits(all.open.word[k]);
        }
        fl_rebirth_random_ahead_fifths(stream->ahead, &stream->exact.state, n, drawn);
        stream->drawn += n;
        const uint8_t *next = drawn;
        for (unsigned k = 0; k < WORDS; k++) {
            for (uint64_t left = all.near.word[k]; left; left &= left - 1) {
                uint64_t before = all.open.word[k] & ((left & -left) - 1);
                weigh(&all, k * WORD_BITS + (unsigned)__builtin_ctzll(left), next[fl_popcount_bits(before)],
                      &cells);
            }
            next += fl_popcount_bits(all.open.word[k]);
        }
    } else {
        for (unsigned k = 0; k < WORDS; k++) {
            for (uint64_t left = all.near.word[k]; left; left &= left - 1) {
                unsigned drawn = fl_rebirth_random_below(stream, 5);
                weigh(&all, k * WORD_BITS + (unsigned)__builtin_ctzll(left), drawn, &cells);
            }
        }
    }
    *out = (fl_secret_found){.spot = FL_SECRET_PLACE_NONE, .open = cells.open};
    if (cells.n > 0) {
        unsigned i = fl_rebirth_random_below(stream, cells.n);
        out->spot = cells.spot[i];
        out->neighbours = cells.neighbours[i];
    }
}
