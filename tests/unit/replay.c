/* A layout made again cell by cell, without the tricks of the draft. */
#include "tests/unit/replay.h"
#include "gen/rebirth/layout/board.h"

#include <string.h>

/* A layout made again cell by cell, without the tricks of the draft-> */
typedef struct replayed {
    int owner[15][15]; /* room number + 1, one cell of margin */
} replayed;

typedef struct cell {
    int x, y;
} cell;

static cell cell_of(unsigned spot)
{
    return (cell){fl_layout_board_x(spot) + 1, fl_layout_board_y(spot) + 1};
}

static int others_around(const replayed *b, cell at, int self)
{
    int n = 0;
    for (unsigned d = 0; d < 4; d++) {
        int owner = b->owner[at.y + fl_shape_step(d).y][at.x + fl_shape_step(d).x];
        n += owner != 0 && owner != self;
    }
    return n;
}

static bool has_door(const fl_layout_board_room *room, cell from, cell to)
{
    const fl_shape_row *row = fl_shape_of((fl_shape)room->shape);
    cell origin = cell_of(room->origin);
    for (unsigned slot = 0; slot < FL_SHAPE_SLOTS; slot++) {
        int x = origin.x + row->target[slot].x;
        int y = origin.y + row->target[slot].y;
        fl_offset step = fl_shape_step(slot);
        if ((row->slots >> slot & 1) && x == to.x && y == to.y && x - step.x == from.x &&
            y - step.y == from.y) {
            return true;
        }
    }
    return false;
}

/* Wherever a room touches another both have a door. */
static bool doors_agree(const replayed *b, const fl_layout_board *board, int self)
{
    for (int at = 0; at < 15 * 15 * 4; at++) {
        cell own = {at / 4 % 15, at / 60};
        if (b->owner[own.y][own.x] != self) {
            continue;
        }
        cell to = {own.x + fl_shape_step((unsigned)at).x, own.y + fl_shape_step((unsigned)at).y};
        int other = b->owner[to.y][to.x];
        if (other != 0 && other != self &&
            (!has_door(&board->room[self - 1], own, to) || !has_door(&board->room[other - 1], to, own))) {
            return false;
        }
    }
    return true;
}

/* Places room i; what is wrong with it. */
static const char *replay(replayed *b, const fl_layout_board *board, unsigned i, bool is_loose,
                          bool is_forced)
{
    const fl_layout_board_room *room = &board->room[i];
    const fl_shape_row *row = fl_shape_of((fl_shape)room->shape);
    cell placed = cell_of(room->placed);
    cell parent = {placed.x - fl_shape_step(room->direction).x, placed.y - fl_shape_step(room->direction).y};
    int before = b->owner[parent.y][parent.x];
    if (i > 0 && (before == 0 || board->room[before - 1].distance + 1 != room->distance)) {
        return "no parent";
    }
    if (i > 0 && others_around(b, placed, 0) >= 2 && !is_loose) {
        return "two neighbours";
    }
    for (unsigned k = 0; k < row->cells_n; k++) {
        cell at = {cell_of(room->origin).x + row->cells[k].x, cell_of(room->origin).y + row->cells[k].y};
        if (at.x < 1 || at.y < 1 || at.x > 13 || at.y > 13 || b->owner[at.y][at.x] ||
            fl_layout_board_has(board->blocked, room->origin)) {
            return "does not fit";
        }
        b->owner[at.y][at.x] = (int)i + 1;
    }
    return is_forced || doors_agree(b, board, (int)i + 1) ? NULL : "a door meets a wall";
}

/* The list of dead ends as the page finds and sorts it. */
static unsigned list_dead_ends(const replayed *b, const fl_layout_board *board, unsigned *list)
{
    bool is_dead_end[FL_LAYOUT_BOARD_ROOMS_MAX] = {false};
    unsigned n = 0;
    for (unsigned i = 1; i < board->rooms_n; i++) {
        is_dead_end[i] = others_around(b, cell_of(board->room[i].placed), (int)i + 1) < 2;
    }
    for (unsigned i = 1; i < board->rooms_n; i++) {
        cell placed = cell_of(board->room[i].placed);
        fl_offset step = fl_shape_step(board->room[i].direction);
        is_dead_end[b->owner[placed.y - step.y][placed.x - step.x] - 1] = false;
    }
    for (unsigned i = 1; i < board->rooms_n; i++) {
        list[n] = i;
        n += is_dead_end[i];
    }
    for (unsigned i = 0; i < n; i++) {
        unsigned s = i;
        for (unsigned j = i + 1; j < n; j++) {
            s = board->room[list[s]].distance < board->room[list[j]].distance ? j : s;
        }
        unsigned kept = list[i];
        list[i] = list[s];
        list[s] = kept;
    }
    return n;
}

const char *replay_check(const fl_layout_board *board, const fl_layout_dead_ends *dead_ends,
                         const fl_layout_request *request)
{
    replayed b;
    unsigned list[FL_LAYOUT_BOARD_ROOMS_MAX];
    unsigned grown = board->rooms_n - dead_ends->forced;
    memset(&b, 0, sizeof b);
    for (unsigned i = 0; i < board->rooms_n; i++) {
        const char *fault = replay(&b, board, i, request->is_loose && i < grown, i >= grown);
        if (fault) {
            return fault;
        }
        if (!(request->shapes >> board->room[i].shape & 1) && i > 0) {
            return "a shape that is not enabled";
        }
    }
    unsigned n = list_dead_ends(&b, board, list);
    bool is_same = n == dead_ends->n;
    for (unsigned i = 0; i < n && is_same; i++) {
        is_same = list[i] == dead_ends->room[i];
    }
    return grown > request->rooms + 1 ? "too many rooms"
           : !is_same                 ? "other dead ends"
           : n < request->dead_ends && dead_ends->forced < 5 && grown == request->rooms + 1 &&
                   request->shapes == (1 << FL_SHAPE_COUNT) - 2
               ? "too few dead ends"
               : NULL;
}
