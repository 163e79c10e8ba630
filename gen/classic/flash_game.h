/* Floors as the game's own code makes them: growth in rounds, sizes that are not whole numbers, another secret room. */
#ifndef FL_GEN_CLASSIC_FLASH_GAME_H
#define FL_GEN_CLASSIC_FLASH_GAME_H

#include "gen/classic/board.h"

/* The size a floor asks for, in hundredths of a room; the start is not counted. */
typedef struct fl_classic_flash_game_size {
    unsigned hundredths;
    bool is_large;
    int64_t level; /* a labyrinth floor counts as the next level */
} fl_classic_flash_game_size;

/* Draws the size for the plan's curse and notes the target. */
void fl_classic_flash_game_draw_size(const fl_classic_rules *rules, fl_classic_board *plan,
                                     fl_classic_flash_game_size *out);

/* One attempt at a whole floor. False: not accepted. */
bool fl_classic_flash_game_attempt(const fl_classic_rules *rules, fl_classic_board *plan,
                                   const fl_classic_flash_game_size *size);

#endif
