/* SPDX-License-Identifier: MIT */
/* The eight conditions of Gao 2022, 4.1, each a function. They run in order, so that a later one may rely on
 * the earlier ones. Messages say "tile" for a cell, as that document does.
 *
 * Derived data of the generator are not trusted: rooms and doors are compared with the board itself. The
 * board is read once, 64 cells at a time, because most of a large one is empty; later steps visit only cells
 * of rooms. No heap is needed: sets of cells are bits, and the walk through touching cells needs no queue,
 * because each cell stores in two bits where the walk entered it.
 *
 * A door between two rooms of equal rank may be of either kind. */
#include "gen/floor/check.h"

#include <string.h>

enum { CELLS_MAX = FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX, WORDS = (CELLS_MAX + 63) / 64, ANY = 0 };

typedef struct bits {
    uint64_t word[WORDS];
} bits;

typedef struct check_state {
    const fl_floor *floor;
    const char *where;
    fl_diag *diag;
    unsigned cells_n; /* of the board */
    unsigned tiles_n; /* cells that belong to a room */
    bits filled;      /* these */
    bits seen, more;
    uint8_t back[(CELLS_MAX + 3) / 4]; /* two bits per cell: the direction of the step that led there */
} check_state;

static bool has(const bits *self, unsigned cell)
{
    return self->word[cell / 64] >> (cell % 64) & 1;
}

static void take(bits *self, unsigned cell)
{
    self->word[cell / 64] |= (uint64_t)1 << (cell % 64);
}

static void forget(const check_state *self, bits *set)
{
    memset(set->word, 0, (self->cells_n + 63) / 64 * sizeof set->word[0]);
}

/* Returns the first cell of a set at or after `cell`; cells_n if there is none. */
static unsigned next_in(const check_state *self, const bits *set, unsigned cell)
{
    for (unsigned i = cell / 64; i * 64 < self->cells_n; i++) {
        uint64_t word = i == cell / 64 ? set->word[i] >> (cell % 64) << (cell % 64) : set->word[i];
        if (word) {
            return i * 64 + (unsigned)__builtin_ctzll(word);
        }
    }
    return self->cells_n;
}

static int x_of(const check_state *self, unsigned cell)
{
    return (int)cell % self->floor->width;
}

static int y_of(const check_state *self, unsigned cell)
{
    return (int)cell / self->floor->width;
}

typedef struct place {
    unsigned cell;
    int x, y;
} place;

static place place_of(const check_state *self, unsigned cell)
{
    return (place){cell, x_of(self, cell), y_of(self, cell)};
}

/* Steps in a direction; false beyond the edge of the board. */
static bool step(const check_state *self, place *at, unsigned direction)
{
    fl_offset by = fl_shape_step(direction);
    int x = at->x + by.x;
    int y = at->y + by.y;
    if (x < 0 || y < 0 || x >= self->floor->width || y >= self->floor->height) {
        return false;
    }
    *at = (place){(unsigned)((int)at->cell + by.y * self->floor->width + by.x), x, y};
    return true;
}

/* Steps onto an unseen cell that touches this one, if there is one; only of room `owner`, unless that is
 * ANY. */
static bool step_on(check_state *self, place *at, unsigned owner)
{
    for (unsigned direction = 0; direction < 4; direction++) {
        place next = *at;
        if (!step(self, &next, direction) || has(&self->seen, next.cell)) {
            continue;
        }
        unsigned found = self->floor->owner[next.cell];
        if (found == FL_FLOOR_EMPTY || (owner != ANY && found != owner)) {
            continue;
        }
        unsigned shift = next.cell % 4 * 2;
        uint8_t *back = &self->back[next.cell / 4];
        *back = (uint8_t)((*back & ~(3u << shift)) | direction << shift);
        *at = next;
        return true;
    }
    return false;
}

/* Returns how many cells can be reached from a cell, itself included, and adds them to `seen`. */
static unsigned count_reached(check_state *self, unsigned from, unsigned owner)
{
    place at = place_of(self, from);
    unsigned reached = 1;
    take(&self->seen, from);
    for (;;) {
        if (step_on(self, &at, owner)) {
            take(&self->seen, at.cell);
            reached++;
        } else if (at.cell == from) {
            return reached;
        } else {
            unsigned came = (unsigned)self->back[at.cell / 4] >> (at.cell % 4 * 2);
            step(self, &at, came + 2);
        }
    }
}

/* Returns which of up to 64 cells belong to a room; records the largest number. */
static uint64_t filled_of(const uint16_t *owner, unsigned n, unsigned *most)
{
    unsigned any = 0;
    uint64_t filled = 0;
    for (unsigned i = 0; i < n; i++) {
        any |= owner[i];
    }
    for (unsigned i = 0; i < n && any; i++) {
        filled |= (uint64_t)(owner[i] != FL_FLOOR_EMPTY) << i;
        *most = owner[i] > *most ? owner[i] : *most;
    }
    return filled;
}

/* Reads the board; returns the largest number on it. */
static unsigned read_board(check_state *self)
{
    unsigned most = 0;
    for (unsigned i = 0; i * 64 < self->cells_n; i++) {
        unsigned n = self->cells_n - i * 64;
        const uint16_t *owner = &self->floor->owner[i * 64];
        uint64_t filled = n < 64 ? filled_of(owner, n, &most) : filled_of(owner, 64, &most);
        self->filled.word[i] = filled;
        self->tiles_n += (unsigned)__builtin_popcountll(filled);
    }
    return most;
}

/* 1: a cell is empty or belongs to an existing room. */
static fl_err check_tiles(check_state *self)
{
    const fl_floor *floor = self->floor;
    int side_max = FL_FLOOR_SIDE_MAX;
    if (floor->width < 0 || floor->height < 0 || floor->width > side_max || floor->height > side_max ||
        (uint32_t)(floor->width * floor->height) > floor->cells_max) {
        return fl_diag_set(self->diag, FL_ERR_INPUT, self->where,
                           "condition 1: a board of %d x %d tiles, where at most %u are possible",
                           floor->width, floor->height, (unsigned)floor->cells_max);
    }
    self->cells_n = (unsigned)(floor->width * floor->height);
    if (read_board(self) <= floor->rooms_n) {
        return FL_OK;
    }
    unsigned cell = 0;
    while (floor->owner[cell] <= floor->rooms_n) {
        cell++;
    }
    return fl_diag_set(self->diag, FL_ERR_INPUT, self->where,
                       "condition 1: tile [%d,%d] belongs to room %d, and there are %d rooms",
                       x_of(self, cell), y_of(self, cell), floor->owner[cell] - 1, floor->rooms_n);
}

/* True if two cells of the board touch. The last cell of a row does not touch the first of the next. */
static bool are_adjacent(const check_state *self, unsigned a, unsigned b)
{
    unsigned first = a < b ? a : b;
    unsigned apart = a < b ? b - a : a - b;
    return apart == (unsigned)self->floor->width ||
           (apart == 1 && x_of(self, first) + 1 != self->floor->width);
}

/* 2: cells are adjacent up, down, left and right, so a door joins two such cells. */
static fl_err check_steps(check_state *self)
{
    const fl_floor *floor = self->floor;
    if (floor->doors_n > floor->cells_max * 2) {
        return fl_diag_set(self->diag, FL_ERR_INPUT, self->where,
                           "condition 2: %u doors, more than a board of %u tiles has adjacent pairs",
                           (unsigned)floor->doors_n, (unsigned)floor->cells_max);
    }
    for (unsigned i = 0; i < floor->doors_n; i++) {
        unsigned a = floor->doors[i].cell_a;
        unsigned b = floor->doors[i].cell_b;
        if (a >= self->cells_n || b >= self->cells_n) {
            return fl_diag_set(self->diag, FL_ERR_INPUT, self->where,
                               "condition 2: door %u joins cells %u and %u, and the board has %u", i, a, b,
                               self->cells_n);
        }
        if (!are_adjacent(self, a, b)) {
            return fl_diag_set(self->diag, FL_ERR_INPUT, self->where,
                               "condition 2: door %u joins tiles [%d,%d] and [%d,%d], which are not adjacent",
                               i, x_of(self, a), y_of(self, a), x_of(self, b), y_of(self, b));
        }
    }
    return FL_OK;
}

/* True for rooms that condition 3 exempts; the metric rooms_apart counts such rooms. An ultra secret room is
 * reached through a room that appears only when it is opened. A secret room may lose its neighbour: the Dark
 * Room's grave is placed after it, and may shrink the large dead end beside it to a single cell. */
static bool is_apart(const check_state *self, unsigned cell)
{
    const fl_floor *floor = self->floor;
    const fl_room *room = &floor->rooms[floor->owner[cell] - 1];
    if (!room->is_added || room->kind != FL_KIND_SECRET) {
        return room->kind == FL_KIND_ULTRA_SECRET;
    }
    bool is_alone = true;
    for (unsigned direction = 0; direction < 4; direction++) {
        place beside = place_of(self, cell);
        is_alone =
            is_alone && (!step(self, &beside, direction) || floor->owner[beside.cell] == FL_FLOOR_EMPTY);
    }
    return is_alone;
}

/* Returns the first unseen cell that condition 3 is about; cells_n if there is none. */
static unsigned next_lost(const check_state *self)
{
    unsigned cell = next_in(self, &self->filled, 0);
    while (cell < self->cells_n && (has(&self->seen, cell) || is_apart(self, cell))) {
        cell = next_in(self, &self->filled, cell + 1);
    }
    return cell;
}

/* 3: every cell of a room can be reached from every other, except those of exempt rooms. */
static fl_err check_connected(check_state *self)
{
    forget(self, &self->seen);
    unsigned from = next_lost(self);
    unsigned reached = from < self->cells_n ? count_reached(self, from, ANY) : 0;
    unsigned lost = next_lost(self);
    if (lost == self->cells_n) {
        return FL_OK;
    }
    return fl_diag_set(self->diag, FL_ERR_INPUT, self->where,
                       "condition 3: %u of %u tiles are connected with [%d,%d]; [%d,%d] of room %d is not",
                       reached, self->tiles_n, x_of(self, from), y_of(self, from), x_of(self, lost),
                       y_of(self, lost), self->floor->owner[lost] - 1);
}

/* 4, for one room: its list names its own cells, none of them twice. Adds them to `more`. */
static fl_err check_list(check_state *self, unsigned number)
{
    const fl_floor *floor = self->floor;
    const fl_room *room = &floor->rooms[number];
    if (room->cells_n == 0 || room->cells_from + room->cells_n > floor->cells_n) {
        return fl_diag_set(self->diag, FL_ERR_INPUT, self->where,
                           "condition 4: room %u lists cells %d to %d of the %d in the list", number,
                           room->cells_from, room->cells_from + room->cells_n - 1, floor->cells_n);
    }
    for (unsigned i = 0; i < room->cells_n; i++) {
        unsigned cell = floor->cells[room->cells_from + i];
        if (cell >= self->cells_n) {
            return fl_diag_set(self->diag, FL_ERR_INPUT, self->where,
                               "condition 4: room %u lists cell %u, and the board has %u", number, cell,
                               self->cells_n);
        }
        if (floor->owner[cell] != number + 1 || has(&self->more, cell)) {
            return fl_diag_set(
                self->diag, FL_ERR_INPUT, self->where, "condition 4: room %u lists tile [%d,%d], which %s",
                number, x_of(self, cell), y_of(self, cell),
                has(&self->more, cell) ? "was listed before" : "the board gives to another or none");
        }
        take(&self->more, cell);
    }
    return FL_OK;
}

/* 4, once lists and board agree: each room is in one piece. */
static fl_err check_pieces(check_state *self)
{
    forget(self, &self->seen);
    for (unsigned i = 0; i < self->floor->rooms_n; i++) {
        const fl_room *room = &self->floor->rooms[i];
        unsigned reached = count_reached(self, self->floor->cells[room->cells_from], i + 1);
        if (reached != room->cells_n) {
            return fl_diag_set(self->diag, FL_ERR_INPUT, self->where,
                               "condition 4: of the %d tiles of room %u only %u are connected", room->cells_n,
                               i, reached);
        }
    }
    return FL_OK;
}

/* 4: the rooms partition the cells into connected sets. */
static fl_err check_partition(check_state *self)
{
    const fl_floor *floor = self->floor;
    unsigned listed = 0;
    if (floor->cells_n != self->tiles_n || floor->rooms_n > self->tiles_n) {
        return fl_diag_set(self->diag, FL_ERR_INPUT, self->where,
                           "condition 4: %d rooms list %d cells, and the board has %u traversable tiles",
                           floor->rooms_n, floor->cells_n, self->tiles_n);
    }
    forget(self, &self->more);
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        fl_err err = check_list(self, i);
        if (err) {
            return err;
        }
        listed += floor->rooms[i].cells_n;
    }
    if (listed != self->tiles_n) {
        return fl_diag_set(self->diag, FL_ERR_INPUT, self->where,
                           "condition 4: %u of the %u traversable tiles are on no room's list",
                           self->tiles_n - listed, self->tiles_n);
    }
    return check_pieces(self);
}

/* 5: there is a room. */
static fl_err check_rooms(check_state *self)
{
    if (self->floor->rooms_n > 0) {
        return FL_OK;
    }
    return fl_diag_set(self->diag, FL_ERR_INPUT, self->where, "condition 5: the floor has no room");
}

/* 6: every room is tagged, exactly one of them start and exactly one end. */
static fl_err check_tags(check_state *self)
{
    const fl_floor *floor = self->floor;
    unsigned starts = 0;
    unsigned ends = 0;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        if ((unsigned)room->kind >= FL_KIND_COUNT || (room->tag && room->tag[0] == '\0')) {
            return fl_diag_set(self->diag, FL_ERR_INPUT, self->where, "condition 6: room %u has no tag", i);
        }
        starts += room->kind == FL_KIND_START;
        ends += room->is_end;
    }
    if (starts != 1 || ends != 1) {
        return fl_diag_set(self->diag, FL_ERR_INPUT, self->where,
                           "condition 6: %u start rooms and %u end rooms instead of one of each", starts,
                           ends);
    }
    return FL_OK;
}

/* Records a door under its upper or left cell, in `seen` if it leads right and in `more` if it leads down;
 * false if there is one already. */
static bool record_door(check_state *self, unsigned a, unsigned b)
{
    unsigned first = a < b ? a : b;
    bits *doors = a + b - 2 * first == (unsigned)self->floor->width ? &self->more : &self->seen;
    if (has(doors, first)) {
        return false;
    }
    take(doors, first);
    return true;
}

/* 7, one half: every door joins the rooms that it names, at cells that no other door joins. */
static fl_err check_each_door(check_state *self)
{
    const fl_floor *floor = self->floor;
    for (unsigned i = 0; i < floor->doors_n; i++) {
        const fl_door *door = &floor->doors[i];
        int a = floor->owner[door->cell_a] - 1;
        int b = floor->owner[door->cell_b] - 1;
        const char *trouble = a < 0 || b < 0                                   ? "one is empty"
                              : a == b                                         ? "both are of one room"
                              : a != door->room_a || b != door->room_b         ? "they are of other rooms"
                              : !record_door(self, door->cell_a, door->cell_b) ? "they have a door already"
                                                                               : NULL;
        if (trouble) {
            return fl_diag_set(self->diag, FL_ERR_INPUT, self->where,
                               "condition 7: door %u joins rooms %d and %d at tiles [%d,%d] and [%d,%d]; %s",
                               i, door->room_a, door->room_b, x_of(self, door->cell_a),
                               y_of(self, door->cell_a), x_of(self, door->cell_b), y_of(self, door->cell_b),
                               trouble);
        }
    }
    return FL_OK;
}

/* 7, the other half, for one cell and a direction: a door exists if another room touches. */
static fl_err check_door(const check_state *self, const place *spot, unsigned direction, const bits *doors)
{
    const uint16_t *owner = self->floor->owner;
    place there = *spot;
    if (!step(self, &there, direction) || owner[there.cell] == FL_FLOOR_EMPTY ||
        owner[there.cell] == owner[spot->cell] || has(doors, spot->cell)) {
        return FL_OK;
    }
    return fl_diag_set(self->diag, FL_ERR_INPUT, self->where,
                       "condition 7: rooms %d and %d touch at [%d,%d] and [%d,%d] without a door",
                       owner[spot->cell] - 1, owner[there.cell] - 1, spot->x, spot->y, there.x, there.y);
}

/* 7: each pair of touching cells of two rooms has exactly one door, and there are no others. */
static fl_err check_doors(check_state *self)
{
    forget(self, &self->seen);
    forget(self, &self->more);
    fl_err err = check_each_door(self);
    if (err) {
        return err;
    }
    for (unsigned cell = next_in(self, &self->filled, 0); cell < self->cells_n;
         cell = next_in(self, &self->filled, cell + 1)) {
        place spot = place_of(self, cell);
        err = check_door(self, &spot, FL_RIGHT, &self->seen);
        err = err ? err : check_door(self, &spot, FL_DOWN, &self->more);
        if (err) {
            return err;
        }
    }
    return FL_OK;
}

/* 8: a door has the kind of its room of higher rank. */
static fl_err check_kinds(check_state *self)
{
    const fl_floor *floor = self->floor;
    for (unsigned i = 0; i < floor->doors_n; i++) {
        const fl_door *door = &floor->doors[i];
        fl_kind a = floor->rooms[door->room_a].kind;
        fl_kind b = floor->rooms[door->room_b].kind;
        int lead = fl_floor_rank(&floor->rooms[door->room_a]) - fl_floor_rank(&floor->rooms[door->room_b]);
        bool is_right = (lead >= 0 && door->kind == a) || (lead <= 0 && door->kind == b);
        if (!is_right) {
            bool is_known = (unsigned)door->kind < FL_KIND_COUNT;
            return fl_diag_set(self->diag, FL_ERR_INPUT, self->where,
                               "condition 8: door %u between rooms %d (%s) and %d (%s) is of kind %s", i,
                               door->room_a, fl_kind_of(a)->name, door->room_b, fl_kind_of(b)->name,
                               is_known ? fl_kind_of(door->kind)->name : "unknown");
        }
    }
    return FL_OK;
}

fl_err fl_check_floor(const fl_floor *self, const char *where, fl_diag *diag)
{
    static fl_err (*const conditions[])(check_state *) = {check_tiles,     check_steps, check_connected,
                                                          check_partition, check_rooms, check_tags,
                                                          check_doors,     check_kinds};
    check_state work;
    work.floor = self;
    work.where = where;
    work.diag = diag;
    work.tiles_n = 0;
    if (self->failure) {
        return fl_diag_set(diag, FL_ERR_INPUT, where, "this floor failed: %s", self->failure);
    }
    for (size_t i = 0; i < sizeof conditions / sizeof conditions[0]; i++) {
        fl_err err = conditions[i](&work);
        if (err) {
            return err;
        }
    }
    return FL_OK;
}
