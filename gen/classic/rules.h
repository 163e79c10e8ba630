/* SPDX-License-Identifier: MIT */
/* The rules of classic floors (gen/classic/RULES.md), made once from settings and data files.
 *
 * Three rule sets share one table of settings: `article` (the article's text), `demo` (its JavaScript
 * demo) and `flash` (the game's own code). data/classic/<rule set>.yaml holds the settings in which a rule
 * set differs. */
#ifndef FL_GEN_CLASSIC_RULES_H
#define FL_GEN_CLASSIC_RULES_H

#include "gen/base/setting_values.h"
#include "gen/floor/board.h"
#include "gen/floor/kind.h"

#include <stdbool.h>
#include <stdint.h>

/* Certainty in the table of miss probabilities: 1 x 2^64. */
#define FL_CLASSIC_ONE ((fl_board)1 << 64)

/* symbol, name, type, min, max, default, choices, meaning */
#define FL_CLASSIC_SETTINGS(X)                                                                               \
    X(RULES, "rules", CHOICE, 0, 0, "article", "article demo flash",                                         \
      "the rule set: the article's text, its demo, or the game's own code")                                  \
    X(LEVEL, "level", NUMBER, 1, 12, "1", "", "depth of the floor; deeper floors are larger")                \
    X(CURSE, "curse", CHOICE, 0, 0, "none", "none random labyrinth lost darkness",                           \
      "the floor's curse; labyrinth makes it large, lost (flash) adds four rooms")                           \
    X(CURSE_ODDS, "curse_odds", NUMBER, 1, 1000, "80", "",                                                   \
      "with curse=random: one floor in this many is cursed")                                                 \
    X(CHALLENGE_MODE, "challenge_mode", CHOICE, 0, 0, "none", "none labyrinth large_marge",                  \
      "the game's challenge that is played; labyrinth = any that makes a labyrinth of every floor that can " \
      "be one, levels 1, 3, 5 and 7, whatever the curse (flash, article); large_marge = the one that is "    \
      "known by name, equal to labyrinth")                                                                   \
    X(ROOMS, "rooms", NUMBER, 0, 60, "0", "", "rooms wanted, start included; 0 = the formula of the level")  \
    X(MIN_ROOMS, "min_rooms", NUMBER, 0, 60, "0", "",                                                        \
      "rooms that a layout needs to be accepted; 0 = exactly the rooms wanted")                              \
    X(MAX_ROOMS, "max_rooms", NUMBER, 0, 60, "0", "",                                                        \
      "rooms at which a layout stops growing; 0 = at the rooms wanted")                                      \
    X(FIRST_ROW, "first_row", NUMBER, 0, 7, "0", "", "uppermost row of the layout")                          \
    X(ROWS, "rows", NUMBER, 1, 8, "8", "", "rows of the layout")                                             \
    X(START, "start", NUMBER, 1, 79, "35", "", "cell of the start: ten times its row, plus its column 1…9")  \
    X(ORDER, "order", CHOICE, 0, 0, "durl",                                                                  \
      "durl dulr drul drlu dlur dlru udrl udlr urdl urld uldr ulrd rdul rdlu rudl ruld rldu rlud "           \
      "ldur ldru ludr lurd lrdu lrud",                                                                       \
      "order in which a room's sides are tried: down, up, right, left")                                      \
    X(RESEED_WAVES, "reseed_every_waves", NUMBER, 0, 20, "2", "",                                            \
      "waves after which the start is queued again; 0 = never (the article only says periodically)")         \
    X(RESEED_ABOVE, "reseed_above", NUMBER, 0, 60, "16", "",                                                 \
      "the start is queued again only when more rooms than this are wanted")                                 \
    X(MIN_END_ROOMS, "min_end_rooms", NUMBER, 1, 20, "3", "",                                                \
      "end rooms a layout needs (boss, shop, treasure; flash: besides boss and super secret room)")          \
    X(BOSS_NEAR_START, "boss_may_touch_start", FLAG, 0, 0, "off", "",                                        \
      "whether the boss room may touch the start")                                                           \
    X(MAX_ATTEMPTS, "max_attempts", NUMBER, 1, 1000000, "10000", "",                                         \
      "layouts tried before the floor counts as failed")                                                     \
    X(SPECIALS, "specials", FLAG, 0, 0, "on", "", "off stops before the special rooms (the boss is known)")  \
    X(SECRET_FORBIDS, "secret_forbids", CHOICE, 0, 0, "end_rooms", "end_rooms boss",                         \
      "what the secret room may not touch: any end room, or the boss room only")                             \
    X(SECRET_EACH, "secret_tries_each", NUMBER, 1, 10000, "300", "",                                         \
      "random tries for the secret room before its demand is relaxed")                                       \
    X(SECRET_WEAKEST, "secret_weakest", NUMBER, 1, 3, "1", "",                                               \
      "neighbours the secret room must have in the end (at first it must have 3)")                           \
    X(SECRET_FIRST_ROW, "secret_first_row", NUMBER, 0, 7, "0", "",                                           \
      "uppermost row of the secret room's tries")                                                            \
    X(SECRET_ROWS, "secret_rows", NUMBER, 1, 10, "8", "",                                                    \
      "rows of the secret room's tries; those below the layout always miss")                                 \
    X(SECRET_COUNT, "secret_tries", FLAG, 0, 0, "off", "",                                                   \
      "on records how many random tries the secret room took")                                               \
    X(EXTRA_ROOMS, "extra_rooms_max", NUMBER, -1, 45, "-1", "",                                              \
      "labyrinth: rooms that may be added to the grown layout; -1 = a third of the rooms wanted")            \
    X(LABYRINTH_SIZE, "labyrinth_size", CHOICE, 0, 0, "rooms", "rooms normal_rooms",                         \
      "article's labyrinth: what there is 1.8 times as much of, 45 at most: rooms of all kinds, which is "   \
      "what the game counts, or normal rooms, which is what the article says")                               \
    X(LABYRINTH_ENDS, "labyrinth_ends", CHOICE, 0, 0, "grown", "grown all",                                  \
      "article's labyrinth: end rooms whose six farthest become special: those that growth made (the "       \
      "game's list holds no others), or also added rooms that are dead ends")                                \
    X(WAVE_ORDER, "wave_order", CHOICE, 0, 0, "newest_first", "newest_first oldest_first",                   \
      "flash: order of the rooms within a round (the game's script visits the newest first)")                \
    X(UNDEFINED, "undefined_cells", CHOICE, 0, 0, "empty", "empty forbid",                                   \
      "flash: a cell above or below the map counts as empty, or forbids the room beside it")                 \
    X(HEARTS, "hearts", NUMBER, 0, 48, "6", "", "player's red hearts, in halves")                            \
    X(SOUL_HEARTS, "soul_hearts", NUMBER, 0, 48, "0", "", "player's soul hearts, in halves")                 \
    X(MAX_HEARTS, "max_hearts", NUMBER, 0, 48, "6", "", "player's heart containers, in halves")              \
    X(COINS, "coins", NUMBER, 0, 99, "0", "", "player's coins")                                              \
    X(DEVIL, "devil_visited", FLAG, 0, 0, "off", "", "whether a devil room was visited in this run")         \
    X(BOOK, "book_picked", FLAG, 0, 0, "off", "", "whether a book was picked up in this run")                \
    X(INTERIORS, "interiors", FLAG, 0, 0, "off", "",                                                         \
      "on draws an interior for each normal room, easy, medium or hard (difficulty 1 to 3)")                 \
    X(CHAPTER, "chapter", CHOICE, 0, 0, "random", "main alternative random",                                 \
      "interiors of the chapter (Basement), of its alternative (Cellar), or of either with equal chances")   \
    X(CHAMPIONS, "champions", CHANCE, 0, 0, "0.05", "",                                                      \
      "interiors: a champion is among a normal room's monsters (the chance is ours: no document gives one)") \
    X(TINTED_ROCKS, "tinted_rocks", CHANCE, 0, 0, "0.05", "",                                                \
      "interiors: a normal room has a tinted rock (the chance is ours: no document gives one)")              \
    X(RED_FIRES, "red_fires", CHANCE, 0, 0, "0.05", "",                                                      \
      "interiors: a normal room's fires are red (the chance is ours: no document gives one)")                \
    X(POOLS, "pools", CHOICE, 0, 0, "game", "game article",                                                  \
      "interiors: the game's own numbers, 173 in the Basement, or one more on its first floor, which makes " \
      "the 174 that the article counts")                                                                     \
    X(CHUNK_ROOMS, "chunk_rooms", FLAG, 0, 0, "off", "",                                                     \
      "interiors: each number is a room of rocks, pits, fires and enemies, with four doors; champions, "     \
      "tinted rocks and red fires are only where there are enemies, rocks and fires")

#define FL_CLASSIC_ENUM(symbol, ...) FL_CLASSIC_##symbol,
typedef enum fl_classic_setting {
    FL_CLASSIC_SETTINGS(FL_CLASSIC_ENUM) FL_CLASSIC_SETTINGS_N
} fl_classic_setting;
#undef FL_CLASSIC_ENUM

typedef enum fl_classic_set { FL_CLASSIC_ARTICLE, FL_CLASSIC_DEMO, FL_CLASSIC_FLASH_GAME } fl_classic_set;

enum { FL_CLASSIC_ROLLS = 12, FL_CLASSIC_TABLE = 101 };

/* A special room's chances: data/classic/rolls.yaml. */
typedef struct fl_classic_roll {
    fl_kind kind;
    uint32_t first_hits, first_of;   /* first chance */
    uint32_t second_hits, second_of; /* second chance, given the player's state; second_of 0 = none */
    bool is_open;                    /* its conditions hold for this level and player */
} fl_classic_roll;

typedef struct fl_classic_rules {
    fl_classic_set set;
    int64_t value[FL_CLASSIC_SETTINGS_N]; /* all settings, by fl_classic_setting */
    int8_t step[4];                       /* to the neighbours, in the order in which sides are tried */
    unsigned start;
    fl_board near[FL_BOARD_BITS];               /* the neighbours of each cell */
    fl_board cells;                             /* where a layout may have rooms */
    fl_board secret_cells;                      /* where a secret room may be */
    unsigned secret_area;                       /* number of cells that the random tries are drawn from */
    fl_board miss[FL_CLASSIC_TABLE];            /* P(all tries with one demand miss k cells) x 2^64 */
    fl_board flash_miss_last[FL_CLASSIC_TABLE]; /* flash: the same for its last demand, of more tries */
    fl_board flash_cells;                       /* flash: cells for growth */
    fl_classic_roll rolls[2][FL_CLASSIC_ROLLS]; /* on normal floors, on labyrinth floors */
    const char *roll_names[FL_CLASSIC_ROLLS];
    unsigned rolls_n;
} fl_classic_rules;

/* Returns the level that determines odds and sizes: the game's own code counts a labyrinth floor as the next
 * level. */
static inline int64_t fl_classic_rules_level(const fl_classic_rules *self, bool is_large)
{
    return self->value[FL_CLASSIC_LEVEL] + (is_large && self->set == FL_CLASSIC_FLASH_GAME);
}

extern const fl_setting fl_classic_rules_settings[FL_CLASSIC_SETTINGS_N];

/* Adds the rule set's presets to the values and makes the rules from them. */
FL_NODISCARD fl_err fl_classic_rules_init(fl_classic_rules *self, fl_setting_values *values, fl_diag *diag);

#endif
