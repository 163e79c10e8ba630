/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The scalar kernel's steps, each beside the reference's; all of them together are held in tests/oracle/test_kernel.c. */
#include "gen/classic/kernel/kernel.h"
#include "gen/classic/kernel/kernel_private.h"
#include "gen/classic/kernel/scalar_finish.h"
#include "gen/classic/kernel/scalar_grow.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <string.h>

enum { FLOORS = 64 };

/* Rules and what the steps work in. */
typedef struct bench {
    maker m;
    fl_kernel_tables tables;
    fl_kernel_scalar_queue queue;
    fl_kernel_scalar_block block;
    fl_kernel_scalar_layouts layouts;
    fl_kernel_work work;
    fl_classic_batch batch;
} bench;

static void open_bench(bench *b, const char *settings)
{
    memset(b, 0, sizeof *b);
    maker_open(&b->m, "classic", settings, 5);
    fl_kernel_tables_init(&b->tables, b->m.rules);
    fl_kernel_scalar_queue_init(&b->queue, &b->tables);
}

static unsigned place_of(const fl_kernel_tables *tables, unsigned board_cell)
{
    return board_cell / FL_BOARD_STRIDE * FL_BOARD_COLUMNS + board_cell % FL_BOARD_STRIDE - 1 + tables->shift;
}

/* A board's rooms in a row of the block, all of them wanted. */
static void put(bench *b, unsigned row, const fl_classic_board *board)
{
    for (unsigned i = 0; i < board->cells_n; i++) {
        unsigned place = place_of(&b->tables, board->cells[i]);
        b->block.board[place % 2][row] |= 1ull << (place / 2);
    }
    b->block.rooms[row] = board->cells_n;
    b->block.floor[row] = (uint16_t)row;
}

static void expect_queue(const bench *b, unsigned row, const fl_classic_board *board)
{
    uint64_t half[2] = {0, 0};
    for (unsigned i = 0; i < board->cells_n; i++) {
        unsigned place = place_of(&b->tables, board->cells[i]);
        unsigned room = b->layouts.queue[row][i] % FL_KERNEL_SCALAR_ROOMS;
        cr_assert_eq(fl_kernel_scalar_queue_place(room), place, "row %u, room %u", row, i);
        half[place % 2] |= 1ull << (place / 2);
    }
    cr_assert_eq(b->layouts.board[0][row], half[0]);
    cr_assert_eq(b->layouts.board[1][row], half[1]);
}

Test(scalar_queue, lists_rooms_in_the_order_they_were_placed)
{
    static const char *const settings[] = {"level=4 specials=off", "level=3 specials=off start=36 order=lurd",
                                           "level=2 specials=off start=11 order=rudl"};
    static bench b;
    for (unsigned s = 0; s < 3; s++) {
        open_bench(&b, settings[s]);
        fl_kernel_scalar_rows one = {.n = 1};
        for (unsigned i = 0; i < FLOORS; i++) {
            memset(&b.block, 0, sizeof b.block);
            maker_make_bare(&b.m, i);
            put(&b, 0, b.m.scratch);
            fl_kernel_scalar_queue_run(&b.queue, &b.block, &one, &b.layouts);
            expect_queue(&b, 0, b.m.scratch);
        }
        maker_close(&b.m);
    }
}

/* An attempt of both from the same stream: rooms, their order, and where the stream stands. */
static void expect_growth(const char *settings)
{
    static bench b;
    open_bench(&b, settings);
    fl_classic_board *board = b.m.scratch;
    const fl_classic_rules *rules = b.m.rules;
    const fl_kernel_scalar_grow grow = {&b.tables, &b.queue, &b.work.floors};
    fl_kernel_scalar_rows one = {.n = 1};
    for (unsigned i = 0; i < 20 * FLOORS; i++) {
        fl_pcg rng;
        b.m.key.index = i;
        fl_key_stream(&b.m.key, 0, &rng);
        board->rng = rng;
        board->target = b.tables.target_base;
        fl_classic_board_reset(board, rules->start);
        fl_classic_grow_layout(rules, board);
        b.block.n = 1;
        b.block.limit[0] = b.block.least[0] = board->target;
        b.block.low[0] = fl_pcg_next(&rng);
        b.block.low[0] |= (uint64_t)fl_pcg_next(&rng) << 32;
        b.block.high[0] = fl_pcg_next(&rng);
        b.work.floors.state[0] = rng.state;
        b.work.floors.increment[0] = rng.increment;
        fl_kernel_scalar_grow_run(&grow, &b.block);
        cr_assert_eq(b.block.rooms[0], board->cells_n);
        cr_assert_eq(b.block.is_chosen[0], board->cells_n == board->target);
        cr_assert_eq(b.work.floors.state[0], board->rng.state);
        fl_kernel_scalar_queue_run(&b.queue, &b.block, &one, &b.layouts);
        expect_queue(&b, 0, board);
    }
    maker_close(&b.m);
}

Test(scalar_grow, grows_what_the_queue_grows)
{
    expect_growth("level=1");
    expect_growth("level=4 start=36 order=lurd");
    expect_growth("level=6 reseed_every_waves=0");
}

Test(scalar_grow, a_start_that_returns_adds_its_rooms_in_their_turn)
{
    expect_growth("level=6");
    expect_growth("level=8 start=36 order=lurd");
    expect_growth("level=5 reseed_above=0 start=71 order=ruld");
}

/* A row of rooms has two ends, one too few. */
Test(scalar_finish, a_layout_with_too_few_end_rooms_waits_again)
{
    static bench b;
    open_bench(&b, "level=1");
    uint16_t refused[1] = {99};
    fl_kernel_scalar_finish finish = {
        .tables = &b.tables, .queue = &b.queue, .work = &b.work, .out = &b.batch, .refused = refused};
    fl_kernel_scalar_rows one = {.n = 1};
    fl_classic_board board = {.cells = {35, 36, 34, 37, 33, 38, 32}, .cells_n = 7};
    put(&b, 0, &board);
    fl_kernel_scalar_queue_run(&b.queue, &b.block, &one, &b.layouts);
    fl_kernel_scalar_finish_run(&finish, &b.layouts);
    cr_expect_eq(b.layouts.end_rooms_n[0], 2);
    cr_expect_eq(finish.refused_n, 1);
    cr_expect_eq(refused[0], 0);
    maker_close(&b.m);
}

Test(scalar, a_floor_is_the_same_in_any_batch)
{
    static bench b;
    static fl_classic_batch many;
    open_bench(&b, "level=6");
    fl_classic_batch *sides[] = {&many, &b.batch};
    many.n = 5 * FLOORS;
    for (unsigned i = 0; i <= many.n; i++) {
        fl_classic_batch *out = sides[i > 0];
        out->wants_cells = true;
        out->first = i > 0 ? i - 1 : 0;
        out->n = i > 0 ? 1 : many.n;
        fl_kernel_scalar_make(&b.tables, &b.m.key, out, &b.work);
        cr_assert_eq(b.work.reference_n, 0);
        cr_assert_eq(b.batch.even[0], i > 0 ? many.even[i - 1] : 0);
        cr_assert_eq(b.batch.odd[0], i > 0 ? many.odd[i - 1] : 0);
        cr_assert_eq(b.batch.facts[0], i > 0 ? many.facts[i - 1] : 0);
        for (unsigned pick = 0; pick < b.tables.gates_n + 2 && i > 0; pick++) {
            cr_assert_eq(b.batch.cell[pick][0], many.cell[pick][i - 1]);
        }
    }
    maker_close(&b.m);
}
