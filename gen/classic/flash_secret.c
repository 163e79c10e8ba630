/* SPDX-License-Identifier: MIT */
/* The search for the secret room by the rule set `flash` (Flash decompilation; gen/classic/RULES.md, "Flash:
 * secret room").
 *
 * The game draws up to 3,000 of all 80 cells; what it accepts grows after 300 and after 600 draws. Nothing
 * else happens meanwhile, except on labyrinth floors that want more rooms. So the search is the article's
 * with other numbers: one draw decides which demand finds a cell, a second one the cell among those that
 * meet it. */
#include "gen/classic/classic_private.h"

enum {
    PICKS = 3000,        /* random tries for the secret room, among all 80 numbers of the grid */
    PICKS_STRICT = 300,  /* after so many tries, a cell beside an end room is accepted */
    PICKS_WANTING = 600, /* after so many, two neighbours are enough */
    DEMANDS = 3,
};

/* The tries after which a demand is given up; the first is made from the start. */
static const unsigned until[DEMANDS] = {PICKS_STRICT, PICKS_WANTING, PICKS};

/* The cells that the tries accept. */
typedef struct open_cells {
    /* By demand. First: three neighbours, none of them special. Second: also three neighbours where the
     * game's code stops looking for special ones at the first end room. Third: also the same with two. */
    fl_board accepted[DEMANDS];
    fl_board extra;   /* accepted for an extra room */
    fl_board by_coin; /* accepted for an extra room if a coin decides so */
} open_cells;

static void find_open(const fl_classic_board *board, open_cells *out)
{
    fl_board at_least[4];
    fl_board ends = fl_classic_board_end_rooms(board);
    fl_board special = fl_board_cell(board->boss) | fl_board_cell(board->super_secret);
    special |= board->outer_boss != FL_CLASSIC_NOWHERE ? fl_board_cell(board->outer_boss) : 0;
    fl_board ordinary = board->filled & ~ends & ~special;
    /* columns 2 to 8 only */
    fl_board empty =
        ~board->filled & (FL_BOARD_CELLS << 1 & FL_BOARD_CELLS) & (FL_BOARD_CELLS >> 1 & FL_BOARD_CELLS);
    fl_board clean = empty & ~fl_board_near(ends | special);
    /* right, left, down, up: ordinary rooms all the way to the first end room */
    fl_board flag =
        ends >> 1 |
        (ordinary >> 1 &
         (ends << 1 | (ordinary << 1 & (ends >> 10 | (ordinary >> 10 & (ends << 10 | ordinary << 10))))));
    fl_board_degrees(board->filled, at_least);
    out->accepted[0] = clean & at_least[2];
    out->accepted[1] = out->accepted[0] | (empty & flag & at_least[2]);
    out->accepted[2] = out->accepted[1] | (empty & flag & at_least[1]);
    out->extra = clean & at_least[1];
    out->by_coin = clean & at_least[0] & ~at_least[1];
}

/* The try that hit, given that one of those with the demand did and each of them hits `open` cells. */
static unsigned draw_try(unsigned demand, unsigned open, fl_pcg *rng)
{
    unsigned before = demand > 0 ? until[demand - 1] : 0;
    return before + fl_classic_secret_draw_try(until[demand] - before, open, FL_BOARD_BITS, rng);
}

/* The search if no extra rooms are wanted. */
static void search_by_law(const fl_classic_rules *rules, const fl_key *key, const open_cells *open,
                          fl_classic_board *board)
{
    fl_board missed[DEMANDS]; /* P(nothing found yet) after each demand */
    unsigned n[DEMANDS];
    fl_board left = FL_CLASSIC_ONE;
    for (unsigned i = 0; i < DEMANDS; i++) {
        n[i] = fl_board_count(open->accepted[i]);
        left = fl_classic_secret_times(left, i < 2 ? rules->miss[n[i]] : rules->flash_miss_last[n[i]]);
        missed[i] = left;
    }
    unsigned demand = fl_classic_secret_decide(&board->rng, missed);
    if (demand == DEMANDS) {
        return;
    }
    board->secret = (uint8_t)fl_board_select(open->accepted[demand], fl_pcg_below(&board->rng, n[demand]));
    board->secret_criterion = DEMANDS - demand;
    if (rules->value[FL_CLASSIC_SECRET_COUNT]) {
        fl_pcg side;
        fl_key_stream(key, FL_CLASSIC_TRIES_STREAM, &side);
        board->secret_tries = draw_try(demand, n[demand], &side);
    }
}

/* Labyrinth floors: tries that miss may add rooms, up to one more than wanted (`limit` in all). Tries without
 * any effect are skipped. */
static void search_by_tries(const fl_classic_rules *rules, open_cells *open, unsigned limit,
                            fl_classic_board *board)
{
    unsigned demand = 0;
    for (unsigned pick = 1; pick <= PICKS; pick++) {
        bool wants_more = board->cells_n < limit;
        demand += pick > until[demand];
        if (!(open->accepted[demand] | (wants_more ? open->extra | open->by_coin : 0))) {
            pick = until[demand];
            continue;
        }
        unsigned cell = fl_pcg_below(&board->rng, FL_BOARD_BITS);
        if (fl_board_has(open->accepted[demand], cell)) {
            board->secret = (uint8_t)cell;
            board->secret_criterion = DEMANDS - demand;
            board->secret_tries = rules->value[FL_CLASSIC_SECRET_COUNT] ? pick : 0;
            return;
        }
        if (wants_more && (fl_board_has(open->extra, cell) ||
                           (fl_board_has(open->by_coin, cell) && fl_pcg_below(&board->rng, 2) == 0))) {
            fl_classic_board_place(board, cell, FL_KIND_NORMAL);
            find_open(board, open);
        }
    }
}

void fl_classic_flash_secret(const fl_classic_rules *rules, const fl_key *key, unsigned limit,
                             fl_classic_board *board)
{
    open_cells open;
    find_open(board, &open);
    board->secret_best = fl_board_count(open.accepted[0]);
    if (limit > 0) {
        search_by_tries(rules, &open, limit, board);
    } else {
        search_by_law(rules, key, &open, board);
    }
}
