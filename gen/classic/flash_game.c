/* SPDX-License-Identifier: MIT */
/* The rule set `flash` (Flash decompilation; gen/classic/RULES.md, "Flash: growth" and what follows).
 *
 * How it differs from the article:
 * - the wanted size is a number with decimals that is never rounded down, and the start is not counted;
 * - rooms grow in rounds, each room once; the start grows again whenever a neighbour's coin chooses it and,
 * on large floors, in every round;
 * - a room that added nothing is an end room, even if it gains a neighbour later;
 * - the secret room never has a single neighbour, and may be missing on deep floors;
 * - one end room becomes the super secret room. */
#include "gen/classic/classic_private.h"

enum {
    LARGE_ENDS = 6,      /* end rooms that a labyrinth floor keeps */
    LAST_WITH_SHOPS = 6, /* deeper floors turn shop and treasure room into ordinary rooms again */
    LAST_LEVEL = 11,     /* this level has neither shop nor treasure room */
};

void fl_classic_flash_game_draw_size(const fl_classic_rules *rules, fl_classic_board *board,
                                     fl_classic_flash_game_size *out)
{
    out->is_large = board->curse == FL_CURSE_LABYRINTH;
    out->level = fl_classic_rules_level(rules, out->is_large);
    unsigned rooms = (unsigned)rules->value[FL_CLASSIC_ROOMS];
    unsigned size = rooms > 0 ? 100 * (rooms - 1) : 0; /* the code does not count the start */
    if (rooms == 0) {
        size = 100 * (fl_pcg_below(&board->rng, 2) + 5) + 260 * (unsigned)out->level;
        size = size < 2000 ? size : 2000;
    }
    if (out->is_large) {
        size = size * 18 / 10;
        size = size < 4500 ? size : 4500;
    } else if (board->curse == FL_CURSE_LOST) {
        size += 400;
    }
    out->hundredths = size;
    board->target = (size + 99) / 100 + 1;
}

/* Places the second boss room beside the first: on the last cell that touches one room, in the order right,
 * left, up. */
static bool place_second_boss(const fl_classic_rules *rules, fl_classic_board *board)
{
    static const int steps[] = {1, -1, -10};
    for (unsigned i = 0; i < 3; i++) {
        unsigned cell = board->boss + (unsigned)steps[i];
        if (cell < FL_BOARD_BITS && fl_board_has(rules->cells & ~board->filled, cell) &&
            fl_board_degree(board->filled, cell) == 1) {
            board->outer_boss = (uint8_t)cell;
        }
    }
    if (board->outer_boss == FL_CLASSIC_NOWHERE) {
        return false;
    }
    fl_classic_board_place(board, board->outer_boss, FL_KIND_BOSS);
    return true;
}

/* Places shop and treasure rooms. On deep floors the game makes them normal rooms again, after the draws. */
static void place_guaranteed(fl_classic_board *board, const fl_classic_flash_game_size *size)
{
    bool is_kept = size->level <= LAST_WITH_SHOPS;
    if (size->level != LAST_LEVEL) {
        (void)fl_classic_special_place(board, is_kept ? FL_KIND_SHOP : FL_KIND_NORMAL);
        (void)fl_classic_special_place(board, is_kept ? FL_KIND_TREASURE : FL_KIND_NORMAL);
    }
    if (size->is_large) {
        (void)fl_classic_special_place(board, FL_KIND_TREASURE);
    }
}

static void place_specials(const fl_classic_rules *rules, fl_classic_board *board,
                           const fl_classic_flash_game_size *size)
{
    if (board->secret != FL_CLASSIC_NOWHERE) {
        fl_classic_board_place(board, board->secret, FL_KIND_SECRET);
    }
    place_guaranteed(board, size);
    fl_classic_special_rolls(rules, board, 1);
}

/* Removes secret rooms if special rooms are off. The search is made even so, because a labyrinth floor's
 * extra rooms come from it. */
static void forget_secrets(fl_classic_board *board)
{
    board->kind[board->super_secret] = FL_KIND_NORMAL;
    board->super_secret = FL_CLASSIC_NOWHERE;
    board->secret = FL_CLASSIC_NOWHERE;
    board->secret_tries = 0;
}

/* Counts the rooms except the start and the second boss. */
static unsigned counter(const fl_classic_board *board)
{
    return board->cells_n - 1 - (board->outer_boss != FL_CLASSIC_NOWHERE);
}

unsigned fl_classic_flash_game_end_rooms(const fl_classic_rules *rules,
                                         const fl_classic_flash_game_size *size)
{
    enum { APART = 2 }; /* boss and super secret room */
    return (unsigned)rules->value[FL_CLASSIC_MIN_END_ROOMS] - (size->level == 1) + APART;
}

/* True if the layout has enough end rooms; if nothing is added later, also enough rooms. */
static bool is_enough(const fl_classic_rules *rules, const fl_classic_board *board,
                      const fl_classic_flash_game_size *size)
{
    return board->end_rooms_n >= fl_classic_flash_game_end_rooms(rules, size) &&
           (size->is_large || counter(board) * 100 >= size->hundredths);
}

/* Places the boss room, and on labyrinth floors the second one; false if there is no place for them. */
static bool place_bosses(const fl_classic_rules *rules, fl_classic_board *board, bool is_large)
{
    board->boss = (uint8_t)fl_classic_board_take_end_room(board, board->end_rooms_n - 1);
    board->kind[board->boss] = FL_KIND_BOSS;
    return !fl_board_has(rules->near[rules->start], board->boss) &&
           (!is_large || place_second_boss(rules, board));
}

/* Places the super secret room, then the secret room, whose search adds rooms on labyrinth floors. False if
 * the floor then lacks rooms, or a required secret room. */
static bool place_secrets(const fl_classic_rules *rules, const fl_key *key,
                          const fl_classic_flash_game_size *size, fl_classic_board *board)
{
    enum { SPARE = 2 }; /* one room more than wanted, and the second boss */
    if (counter(board) * 200 <= size->hundredths) {
        return false; /* the game does not search, and so never has enough rooms */
    }
    board->super_secret =
        (uint8_t)fl_classic_board_take_end_room(board, fl_pcg_below(&board->rng, board->end_rooms_n));
    board->kind[board->super_secret] = FL_KIND_SUPER_SECRET;
    while (size->is_large && board->end_rooms_n > LARGE_ENDS) {
        (void)fl_classic_board_take_end_room(board, 0);
    }
    fl_classic_flash_secret(rules, key, size->is_large ? board->target + SPARE : 0, board);
    return counter(board) * 100 >= size->hundredths &&
           (board->secret != FL_CLASSIC_NOWHERE || size->level >= 3);
}

bool fl_classic_flash_game_attempt(const fl_classic_rules *rules, const fl_key *key,
                                   const fl_classic_flash_game_size *size, fl_classic_board *board)
{
    fl_classic_board_reset(board, rules->start);
    fl_classic_flash_grow(rules, board, size->hundredths - (size->is_large ? 100 : 0));
    board->accepted_end_rooms_n = board->end_rooms_n;
    if (!is_enough(rules, board, size) || !place_bosses(rules, board, size->is_large)) {
        return false;
    }
    if (!rules->value[FL_CLASSIC_SPECIALS] && !size->is_large) {
        return true;
    }
    if (!place_secrets(rules, key, size, board)) {
        return false;
    }
    if (rules->value[FL_CLASSIC_SPECIALS]) {
        place_specials(rules, board, size);
    } else {
        forget_secrets(board);
    }
    return true;
}
