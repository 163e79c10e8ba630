/* SPDX-License-Identifier: MIT */
/* Special rooms, which replace end rooms (BorisTheBrave 2020, "Special Rooms"; odds in
 * data/classic/rolls.yaml). */
#include "gen/classic/classic_private.h"

/* Empty cells that touch this end room and no other room. */
static fl_board lonely_beside(const fl_classic_rules *rules, const fl_classic_board *board, unsigned cell)
{
    fl_board at_least[4];
    fl_board_degrees(board->filled, at_least);
    return fl_board_near(fl_board_cell(cell)) & rules->cells & ~board->filled & ~at_least[1];
}

static void set_boss(fl_classic_board *board, unsigned index)
{
    board->boss = (uint8_t)fl_classic_board_take_end_room(board, index);
    board->kind[board->boss] = FL_KIND_BOSS;
}

/* Places both bosses of a labyrinth floor; skips end rooms without space for the second one. */
static bool place_pair(const fl_classic_rules *rules, fl_classic_board *board, fl_board unfit)
{
    for (unsigned i = board->end_rooms_n; i-- > 0;) {
        fl_board lonely = lonely_beside(rules, board, board->end_rooms[i]);
        if (lonely == 0 || fl_board_has(unfit, board->end_rooms[i])) {
            continue;
        }
        set_boss(board, i);
        board->outer_boss =
            (uint8_t)fl_board_select(lonely, fl_pcg_below(&board->rng, fl_board_count(lonely)));
        fl_classic_board_place(board, board->outer_boss, FL_KIND_BOSS);
        return true;
    }
    return false;
}

bool fl_classic_special_boss(const fl_classic_rules *rules, fl_classic_board *board)
{
    bool may_touch = rules->value[FL_CLASSIC_BOSS_NEAR_START] != 0;
    fl_board unfit = may_touch ? 0 : fl_board_near(fl_board_cell(rules->start));
    if (board->end_rooms_n == 0 || fl_board_has(unfit, board->end_rooms[board->end_rooms_n - 1])) {
        return false;
    }
    if (board->curse == FL_CURSE_LABYRINTH && rules->value[FL_CLASSIC_SPECIALS]) {
        return place_pair(rules, board, unfit);
    }
    set_boss(board, board->end_rooms_n - 1u);
    return true;
}

bool fl_classic_special_place(fl_classic_board *board, fl_kind kind)
{
    if (board->end_rooms_n == 0) {
        return false;
    }
    unsigned cell = fl_classic_board_take_end_room(board, fl_pcg_below(&board->rng, board->end_rooms_n));
    board->kind[cell] = (uint8_t)kind;
    return true;
}

/* Rolls the two chances of a roll; returns which were made and won. */
static fl_roll try_roll(const fl_classic_roll *roll, fl_pcg *rng)
{
    if (fl_pcg_below(rng, roll->first_of) < roll->first_hits) {
        return FL_ROLL_ROLLED | FL_ROLL_FIRST | FL_ROLL_WON;
    }
    if (roll->second_of == 0) {
        return FL_ROLL_ROLLED;
    }
    if (fl_pcg_below(rng, roll->second_of) < roll->second_hits) {
        return FL_ROLL_ROLLED | FL_ROLL_SECOND_ROLLED | FL_ROLL_SECOND | FL_ROLL_WON;
    }
    return FL_ROLL_ROLLED | FL_ROLL_SECOND_ROLLED;
}

void fl_classic_special_rolls(const fl_classic_rules *rules, fl_classic_board *board, unsigned copies)
{
    for (unsigned i = 0; i < rules->rolls_n; i++) {
        const fl_classic_roll *roll = &rules->rolls[board->curse == FL_CURSE_LABYRINTH][i];
        if (!roll->is_open) {
            continue;
        }
        if (board->end_rooms_n == 0) {
            board->roll[i] = FL_ROLL_NO_DEAD_END;
            continue;
        }
        board->roll[i] = try_roll(roll, &board->rng);
        for (unsigned copy = 0; copy < copies && (board->roll[i] & FL_ROLL_WON); copy++) {
            if (fl_classic_special_place(board, roll->kind)) {
                board->roll[i] |= FL_ROLL_PLACED;
            }
        }
    }
}

/* Steps from the start to each room, wave by wave. */
static void measure(const fl_classic_board *board, unsigned start, uint8_t distance[FL_BOARD_BITS])
{
    fl_board seen = fl_board_cell(start);
    fl_board wave = seen;
    for (uint8_t steps = 0; wave; steps++) {
        for (fl_board rest = wave; rest; rest &= rest - 1) {
            distance[fl_board_lowest(rest)] = steps;
        }
        wave = fl_board_near(wave) & board->filled & ~seen;
        seen |= wave;
    }
}

void fl_classic_special_farthest(const fl_classic_rules *rules, fl_classic_board *board, unsigned keep)
{
    uint8_t distance[FL_BOARD_BITS] = {0};
    measure(board, rules->start, distance);
    while (board->end_rooms_n > keep) {
        unsigned nearest = 0; /* of two equally near, the earlier one is removed */
        for (unsigned i = 1; i < board->end_rooms_n; i++) {
            if (distance[board->end_rooms[i]] < distance[board->end_rooms[nearest]]) {
                nearest = i;
            }
        }
        (void)fl_classic_board_take_end_room(board, nearest);
    }
}
