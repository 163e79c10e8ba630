/* SPDX-License-Identifier: MIT */
/* From a key to a floor: the passes one after another; if a room finds no place, a new attempt begins.
 *
 * Draws, in this order, from the floor's only stream: for each attempt and pass the queue (pass_queue.c),
 * then for each room of the queue the search (place.c). */
#include "gen/grid/grid.h"

#include "gen/grid/grid_private.h"

#include <stdlib.h>

static fl_err init(fl_setting_values *values, void **rules, fl_diag *diag)
{
    fl_grid_rules *self = malloc(sizeof *self);
    *rules = self;
    if (!self) {
        return fl_diag_memory(diag);
    }
    fl_err err = fl_grid_rules_init(self, values, diag);
    if (err) {
        free(self);
        *rules = NULL;
    }
    return err;
}

static unsigned rolls(const void *rules, const char *const **names)
{
    (void)rules;
    *names = NULL;
    return 0;
}

static size_t scratch_size(const void *rules)
{
    return fl_grid_board_size(rules);
}

/* One attempt at a floor. *queued becomes the number of rooms to be placed. */
static bool attempt(fl_grid_board *board, unsigned *queued)
{
    const fl_grid_rules *rules = board->rules;
    fl_grid_board_reset(board);
    board->is_shut_off = false;
    *queued = 1;
    for (unsigned pass = 0; pass < rules->passes_n; pass++) {
        if (!fl_grid_pass_queue_fill(board, &rules->passes[pass])) {
            return false;
        }
        *queued += board->queue_n;
        for (unsigned i = 0; i < board->queue_n; i++) {
            if (!fl_grid_place_room(board, board->queue[i])) {
                return false;
            }
        }
    }
    board->is_shut_off = rules->demands_open_way && !fl_grid_way_is_open(board);
    return !board->is_shut_off;
}

/* Returns why the last attempt failed. */
static const char *failure_of(const fl_grid_board *board)
{
    return board->visits >= FL_GRID_VISITS_MAX
               ? "no arrangement of the rooms was found in a million looks at rooms"
           : board->is_exhausted ? "a room's chances are so small that it was never placed"
           : board->is_shut_off
               ? "no arrangement of the rooms within max_attempts had an open way from start to end"
               : "no arrangement of the rooms was found within max_attempts";
}

static void make(const void *rules_of, const fl_key *key, void *scratch, void *floor)
{
    fl_floor *out = floor;
    const fl_grid_rules *rules = rules_of;
    fl_grid_board *board = scratch;
    unsigned queued = 0;
    bool is_done = false;
    fl_grid_board_prepare(board, rules);
    fl_key_stream(key, 0, &board->rng);
    board->is_exhausted = false;
    board->visits = 0;
    for (board->attempts = 0; board->attempts < rules->attempts_max && !is_done && !board->is_exhausted &&
                              board->visits < FL_GRID_VISITS_MAX;) {
        board->attempts++;
        is_done = attempt(board, &queued);
    }
    out->key = *key;
    fl_floor_clear(out, rules->width, rules->height);
    out->fact[FL_GENERATOR_FACT_ATTEMPTS] = (int32_t)board->attempts;
    if (is_done) {
        out->fact[FL_GENERATOR_FACT_TARGET] = (int32_t)queued;
        fl_grid_board_write(board, out);
    } else {
        out->failure = failure_of(board);
    }
}

void fl_grid_tracer_make(const fl_grid_tracer *tracer, const void *rules, const fl_key *key, void *scratch,
                         fl_floor *out)
{
    fl_grid_board *board = scratch;
    board->tracer = tracer;
    make(rules, key, scratch, out);
    board->tracer = NULL;
}

unsigned fl_grid_pass_of(const void *scratch, unsigned room)
{
    const fl_grid_board *board = scratch;
    unsigned entry = board->rooms[room].entry;
    return entry == 0 ? 0 : board->rules->entries[entry].pass + 1;
}

static uint32_t cells_most(const void *rules)
{
    const fl_grid_rules *self = rules;
    return self->tiles_max;
}

static uint64_t draws(const void *rules, const fl_key *key, void *scratch)
{
    const fl_grid_board *board = scratch;
    fl_pcg start;
    (void)rules;
    fl_key_stream(key, 0, &start);
    return fl_pcg_distance(&start, &board->rng);
}

static void board(const void *rules_of, int *width, int *height)
{
    const fl_grid_rules *rules = rules_of;
    *width = rules->width;
    *height = rules->height;
}

const fl_generator fl_grid = {
    .name = "grid",
    .version = FL_GRID_VERSION,
    .meaning = "floors by rules of your own: rooms of any shape, passes, neighbour rulesets",
    .settings = fl_grid_rules_settings,
    .settings_n = FL_GRID_SETTINGS_N,
    .width = FL_FLOOR_SIDE_MAX,
    .height = FL_FLOOR_SIDE_MAX,
    .cells_max = FL_GRID_TILES,
    .kinds = (1ull << FL_KIND_COUNT) - 1,
    .shapes = 1u << FL_SHAPE_FREE | 1u << FL_SHAPE_1X1 | 1u << FL_SHAPE_1X2 | 1u << FL_SHAPE_2X1 |
              1u << FL_SHAPE_2X2 | 1u << FL_SHAPE_LTL | 1u << FL_SHAPE_LTR | 1u << FL_SHAPE_LBL |
              1u << FL_SHAPE_LBR,
    .init = init,
    .free = free,
    .rolls = rolls,
    .cells_most = cells_most,
    .board = board,
    .scratch_size = scratch_size,
    .make = make,
    .draws = draws,
};
