/* SPDX-License-Identifier: MIT */
/* Shared by the files of this folder: the board on which a floor is made, and the steps that fill it, in the
 * order in which classic.c takes them. */
#ifndef FL_GEN_CLASSIC_CLASSIC_PRIVATE_H
#define FL_GEN_CLASSIC_CLASSIC_PRIVATE_H

#include "gen/classic/rules.h"
#include "gen/floor/floor.h"
#include "gen/random/key.h"

#include <stdbool.h>
#include <stdint.h>

/* board.c: the floor being made. An end room is a room that added no neighbour while the layout grew; special
 * rooms take their places from the list of end rooms. */

enum { FL_CLASSIC_NOWHERE = 255 }; /* a cell: none */

typedef struct fl_classic_board {
    fl_board filled;              /* all rooms so far */
    uint8_t cells[FL_BOARD_BITS]; /* the rooms in placing order, the start first */
    unsigned cells_n;
    unsigned grown_n;                 /* how many of them growth made; those added later follow */
    uint8_t end_rooms[FL_BOARD_BITS]; /* the free end rooms, in their order */
    unsigned end_rooms_n;
    uint8_t kind[FL_BOARD_BITS]; /* fl_kind by cell */
    uint8_t boss, outer_boss;    /* cells, or FL_CLASSIC_NOWHERE */
    uint8_t secret, super_secret;
    fl_curse curse;
    unsigned target; /* rooms wanted, the start included (flash: rounded up) */
    unsigned attempts;
    unsigned accepted_end_rooms_n; /* end rooms when the layout was accepted */
    unsigned secret_criterion, secret_best, secret_tries;
    fl_roll roll[FL_CLASSIC_ROLLS];
    fl_pcg rng;
} fl_classic_board;

/* Removes all rooms and places the start; target, curse, attempts and the stream stay. */
void fl_classic_board_reset(fl_classic_board *self, unsigned start);

/* Puts a room on an empty cell. */
void fl_classic_board_place(fl_classic_board *self, unsigned cell, fl_kind kind);

/* Removes number `index` from the list of end rooms, keeping the order of the others; returns its cell. */
unsigned fl_classic_board_take_end_room(fl_classic_board *self, unsigned index);

/* The end rooms still in the list, as a set of cells. */
fl_board fl_classic_board_end_rooms(const fl_classic_board *self);

/* Copies a finished board into a floor that was cleared and whose failure is set. */
void fl_classic_board_write(const fl_classic_board *self, const fl_classic_rules *rules, fl_floor *out);

/* flash_game.c: floors as the game's own code makes them. */

/* The size wanted, in hundredths of a room, without the start. */
typedef struct fl_classic_flash_game_size {
    unsigned hundredths;
    bool is_large;
    int64_t level; /* determines odds and sizes: a labyrinth floor counts as the next level */
} fl_classic_flash_game_size;

/* Draws the size for the board's curse and sets the board's target. */
void fl_classic_flash_game_draw_size(const fl_classic_rules *rules, fl_classic_board *board,
                                     fl_classic_flash_game_size *out);

/* Returns the number of end rooms that a layout of this size needs. */
unsigned fl_classic_flash_game_end_rooms(const fl_classic_rules *rules,
                                         const fl_classic_flash_game_size *size);

/* One attempt at a whole floor; false if it was not accepted. The stream of the key's tries is used only if
 * they are requested. */
bool fl_classic_flash_game_attempt(const fl_classic_rules *rules, const fl_key *key,
                                   const fl_classic_flash_game_size *size, fl_classic_board *board);

/* flash_grow.c: its growth, on a board that was just reset. Draws three words of coins, and a word whenever
 * the start returns by itself. */
void fl_classic_flash_grow(const fl_classic_rules *rules, fl_classic_board *board, unsigned hundredths);

/* True if the start returns by itself in every round while a floor of this size grows. */
static inline bool fl_classic_flash_start_returns(const fl_classic_rules *rules, unsigned hundredths)
{
    return hundredths > 100 * (unsigned)rules->value[FL_CLASSIC_RESEED_ABOVE] &&
           rules->value[FL_CLASSIC_RESEED_WAVES] > 0;
}

/* flash_secret.c: searches for the secret room and records the result on the board. On labyrinth floors it
 * may also add rooms, up to `limit`; 0 if none are wanted. */
void fl_classic_flash_secret(const fl_classic_rules *rules, const fl_key *key, unsigned limit,
                             fl_classic_board *board);

/* grow.c: growth of a layout from a queue, as the article and its demo describe it. */

/* The number of rooms wanted; one draw unless the rules fix it. 0 where both min_rooms and max_rooms are
 * set. */
unsigned fl_classic_grow_target(const fl_classic_rules *rules, fl_curse curse, fl_pcg *rng);

/* Returns the number of rooms that a layout needs to be accepted, and at which it stops growing. */
unsigned fl_classic_grow_least(const fl_classic_rules *rules, unsigned target);
unsigned fl_classic_grow_most(const fl_classic_rules *rules, unsigned target);

/* The coins of an attempt, three words: bit 9 y + x - 1 is the coin of cell (x, y). The rule set flash also
 * needs one more for each side of the start, and four more for each of these. */
typedef struct fl_classic_coins {
    fl_board tails;       /* cells whose coin is tails: a room may be placed */
    uint32_t back_heads;  /* by side: the room there does not return the start */
    uint32_t fresh_heads; /* four by side: the sides on which a start returned from there gives up */
} fl_classic_coins;

void fl_classic_grow_toss(fl_pcg *rng, fl_classic_coins *out);

/* One attempt at a layout, on a board that was just reset. Draws three words of coins, and one word
 * whenever the start returns. */
void fl_classic_grow_layout(const fl_classic_rules *rules, fl_classic_board *board);

/* interior.c: interiors of normal rooms, numbers from the chapter's three pools (data/classic/interiors.yaml;
 * BorisTheBrave 2020, "Normal Rooms").
 *
 * The first floor of a chapter draws easy and medium interiors, the second medium and hard ones, a
 * labyrinth floor all three. They are drawn from a stream of their own, so that no other draw of a floor
 * depends on them. */

enum { FL_CLASSIC_INTERIOR_LEVELS = 12, FL_CLASSIC_INTERIOR_CHAPTERS = 2, FL_CLASSIC_INTERIOR_NUMBERS = 180 };

/* A room's difficulty. */
enum { FL_CLASSIC_EASY = 1, FL_CLASSIC_MEDIUM, FL_CLASSIC_HARD };

/* Bits of fl_room.subtype: the random variations of an interior. Chunk rooms also have their contents, and
 * the chapter above them, counted from 1. */
enum {
    FL_CLASSIC_CHAMPION = 1,
    FL_CLASSIC_TINTED_ROCK = 2,
    FL_CLASSIC_RED_FIRE = 4,
    FL_CLASSIC_ROCKS = 8,
    FL_CLASSIC_PITS = 16,
    FL_CLASSIC_FIRES = 32,
    FL_CLASSIC_ENEMIES = 64,
    FL_CLASSIC_CHAPTER_ONE = 128
};

typedef struct fl_classic_range {
    uint16_t first, last; /* 0 and 0: none */
} fl_classic_range;

typedef struct fl_classic_interior {
    fl_classic_range range[FL_CLASSIC_INTERIOR_CHAPTERS][FL_CLASSIC_INTERIOR_LEVELS]; /* by level - 1 */
    fl_classic_range article;                                                    /* pools=article: level 1 */
    uint8_t stands[FL_CLASSIC_INTERIOR_LEVELS / 2][FL_CLASSIC_INTERIOR_NUMBERS]; /* by pair of levels: bits */
} fl_classic_interior;

/* Reads data/classic/interiors.yaml and chunk_rooms.yaml. */
FL_NODISCARD fl_err fl_classic_interior_init(fl_classic_interior *self, fl_diag *diag);

/* Which floors by these rules (labyrinths aside) have rooms with interiors. */
typedef enum fl_classic_interior_on {
    FL_CLASSIC_INTERIOR_ON_NONE,
    FL_CLASSIC_INTERIOR_ON_SOME,
    FL_CLASSIC_INTERIOR_ON_ALL
} fl_classic_interior_on;

fl_classic_interior_on fl_classic_interior_on_which(const fl_classic_interior *self,
                                                    const fl_classic_rules *rules);

/* Computes the difficulties of the easiest and of the hardest of so many normal rooms, as
 * fl_classic_interior_fill draws them. The floor is not a labyrinth. */
void fl_classic_interior_difficulties(const fl_classic_interior *self, const fl_classic_rules *rules,
                                      const fl_key *key, unsigned rooms, uint8_t out[2]);

/* Gives the floor's normal rooms their interiors. */
void fl_classic_interior_fill(const fl_classic_interior *self, const fl_classic_rules *rules,
                              const fl_key *key, bool is_large, fl_floor *out);

/* secret.c: places the secret room: the article's random tries, whose demand relaxes, in closed form. */

enum { FL_CLASSIC_TRIES_STREAM = 1 }; /* of a floor's key: the stream for the number of tries */

typedef struct fl_classic_secret {
    unsigned cell;      /* FL_CLASSIC_NOWHERE if all tries missed */
    unsigned criterion; /* neighbours demanded when it was found: 3, 2 or 1; 0 = not found */
    unsigned open[3];   /* cells that meet the demand for 3, 2, 1 neighbours */
} fl_classic_secret;

/* Draws a cell for a room that wants many neighbours but may not touch `forbidden`. */
void fl_classic_secret_find(const fl_classic_rules *rules, fl_classic_board *board, fl_board forbidden,
                            fl_classic_secret *out);

/* Returns how many random tries the article's search would have taken, given its result. `rng` is a separate
 * stream, so that the setting secret_tries does not change the floor. */
unsigned fl_classic_secret_draw_tries(const fl_classic_rules *rules, const fl_classic_secret *found,
                                      fl_pcg *rng);

/* Shared with the rule set flash. The product of two chances x 2^64; which of three demands finds a cell, 3 =
 * none, from the chances `missed` that nothing was found after each; and the first hit of so many tries,
 * given that one hits `open` of `area` cells. */
fl_board fl_classic_secret_times(fl_board a, fl_board b);
unsigned fl_classic_secret_decide(fl_pcg *rng, const fl_board missed[3]);
unsigned fl_classic_secret_draw_try(unsigned tries, unsigned open, unsigned area, fl_pcg *rng);

/* special.c: boss rooms, shop, treasure room and the rooms decided by rolls. */

/* Makes the last end room the boss room; on labyrinth floors the last one beside which a second boss room
 * fits. False when the layout has no place for a boss. */
bool fl_classic_special_boss(const fl_classic_rules *rules, fl_classic_board *board);

/* Makes a random end room a room of the kind; false when none is left. */
bool fl_classic_special_place(fl_classic_board *board, fl_kind kind);

/* Makes all rolls in their order. A roll that passes places `copies` rooms: two on the article's labyrinth
 * floors. */
void fl_classic_special_rolls(const fl_classic_rules *rules, fl_classic_board *board, unsigned copies);

/* Keeps in the list the `keep` end rooms farthest from the start, in their order. */
void fl_classic_special_farthest(const fl_classic_rules *rules, fl_classic_board *board, unsigned keep);

#endif
