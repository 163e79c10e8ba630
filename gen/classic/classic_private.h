/* SPDX-License-Identifier: MIT */
/* What the files of this folder share and nobody outside needs. */
#ifndef FL_GEN_CLASSIC_CLASSIC_PRIVATE_H
#define FL_GEN_CLASSIC_CLASSIC_PRIVATE_H

#include "gen/classic/rules.h"
#include "gen/floor/floor.h"
#include "gen/random/key.h"

#include <stdbool.h>
#include <stdint.h>

/* Floors of the original game: one row for three rule sets. See classic_rules.h for the settings. */

/* A change of any floor is a new version, and new golden digests. */
#define FL_CLASSIC_VERSION 1

/* A layout in the making: rooms on the board, in placing order, and the list of end rooms. */

enum { FL_CLASSIC_NOWHERE = 255 };

typedef struct fl_classic_board {
    fl_board filled;              /* all rooms so far */
    uint8_t cells[FL_BOARD_BITS]; /* in placing order, the start first */
    unsigned cells_n;
    unsigned grown_n;                 /* how many of them the growth made; extra rooms follow */
    uint8_t end_rooms[FL_BOARD_BITS]; /* the list of end rooms, as it stands */
    unsigned end_rooms_n;
    uint8_t kind[FL_BOARD_BITS]; /* fl_kind by cell */
    uint8_t boss, outer_boss;    /* cells, or FL_CLASSIC_NOWHERE */
    uint8_t secret, super_secret;
    fl_curse curse;
    unsigned target; /* rooms wanted (flash: rounded up, with the start) */
    unsigned attempts;
    unsigned accepted_end_rooms_n; /* length of the end-room list when the layout was accepted */
    unsigned secret_criterion, secret_best, secret_tries;
    fl_gate gate[FL_CLASSIC_GATES];
    fl_pcg rng;
} fl_classic_board;

/* Forgets the rooms and places the start; target, curse, attempts and the stream stay. */
void fl_classic_board_reset(fl_classic_board *self, unsigned start);

/* Puts a room on an empty cell. */
void fl_classic_board_place(fl_classic_board *self, unsigned cell, fl_kind kind);

/* Takes number `index` out of the end-room list, keeping the order of the others. */
unsigned fl_classic_board_take_end_room(fl_classic_board *self, unsigned index);

/* The end rooms still in the list, as a board. */
fl_board fl_classic_board_end_rooms(const fl_classic_board *self);

/* Copies a finished plan into a floor. */
void fl_classic_board_write(const fl_classic_board *self, const fl_classic_rules *rules, fl_floor *out);

/* Floors as the game's own code makes them: growth in rounds, sizes that are not whole numbers, another secret room. */

/* The size a floor asks for, in hundredths of a room; the start is not counted. */
typedef struct fl_classic_flash_game_size {
    unsigned hundredths;
    bool is_large;
    int64_t level; /* a labyrinth floor counts as the next level */
} fl_classic_flash_game_size;

/* Draws the size for the plan's curse and notes the target. */
void fl_classic_flash_game_draw_size(const fl_classic_rules *rules, fl_classic_board *board,
                                     fl_classic_flash_game_size *out);

/* One attempt at a whole floor. False: not accepted. */
bool fl_classic_flash_game_attempt(const fl_classic_rules *rules, fl_classic_board *board,
                                   const fl_classic_flash_game_size *size);

/* Growth of a layout from a queue, as the article and its demo describe it. */

/* Rooms the floor asks for; one draw unless the rules fix the number. 0 where only
 * min_rooms and max_rooms count. */
unsigned fl_classic_grow_target(const fl_classic_rules *rules, fl_curse curse, fl_pcg *rng);

/* From how many rooms on a layout is accepted, and at how many it stops growing. */
unsigned fl_classic_grow_least(const fl_classic_rules *rules, unsigned target);
unsigned fl_classic_grow_most(const fl_classic_rules *rules, unsigned target);

/* One attempt at a layout on a plan that was just reset: three words of coins, then the queue. */
void fl_classic_grow_layout(const fl_classic_rules *rules, fl_classic_board *board);

/* Interiors of normal rooms: numbers from the chapter's three pools (data/classic/interiors.yaml; seed 001, "Rooms").
 *
 * The first floor of a chapter draws easy and medium rooms, the second medium and hard ones, a labyrinth floor all three.
 * They come from a stream of their own, so that no other draw of a floor depends on them. */

enum { FL_CLASSIC_INTERIOR_LEVELS = 12, FL_CLASSIC_INTERIOR_CHAPTERS = 2 };

/* A room's difficulty. */
enum { FL_CLASSIC_EASY = 1, FL_CLASSIC_MEDIUM, FL_CLASSIC_HARD };

/* What varies at random on top of an interior: bits of fl_room.subtype. */
enum { FL_CLASSIC_CHAMPION = 1, FL_CLASSIC_TINTED_ROCK = 2, FL_CLASSIC_RED_FIRE = 4 };

typedef struct fl_classic_range {
    uint16_t first, last; /* 0 and 0: none */
} fl_classic_range;

typedef struct fl_classic_interior {
    fl_classic_range range[FL_CLASSIC_INTERIOR_CHAPTERS][FL_CLASSIC_INTERIOR_LEVELS]; /* by level - 1 */
} fl_classic_interior;

/* Reads the ranges that ship. */
FL_NODISCARD fl_err fl_classic_interior_init(fl_classic_interior *self, fl_diag *diag);

/* The difficulty of a room by its number; levels past the paired chapters have one pool, medium. */
int fl_classic_interior_difficulty(const fl_classic_interior *self, bool is_alternative, unsigned level,
                                   unsigned number);

/* Gives the floor's normal rooms their interiors. */
void fl_classic_interior_fill(const fl_classic_interior *self, const fl_classic_rules *rules,
                              const fl_key *key, bool is_large, fl_floor *out);

/* Where a secret room goes: random tries with a demand that relaxes, in closed form. */

/* What a search found. */
typedef struct fl_classic_secret {
    unsigned cell;      /* FL_CLASSIC_NOWHERE: all tries missed */
    unsigned criterion; /* neighbours that were demanded: 3, 2 or 1 */
    unsigned open[3];   /* cells that meet 3, 2, 1 */
} fl_classic_secret;

/* Draws a cell for a room that likes neighbours but may not touch `forbidden`. */
void fl_classic_secret_find(const fl_classic_rules *rules, fl_classic_board *board, fl_board forbidden,
                            fl_classic_secret *out);

/* How many tries the literal search would have taken, given what it found: drawn from a stream of its own, so
 * that asking does not change the floor. */
unsigned fl_classic_secret_draw_tries(const fl_classic_rules *rules, const fl_classic_secret *found,
                                      fl_pcg *rng);

/* Bosses, shop, treasure room and the rooms that come by chance. */

/* Takes the last end room as the boss room; on labyrinth floors the last one that has space for a second boss
 * beyond it. False when the layout has no place for a boss. */
bool fl_classic_special_boss(const fl_classic_rules *rules, fl_classic_board *board);

/* A random end room becomes a room of the kind. False when none is left. */
bool fl_classic_special_place(fl_classic_board *board, fl_kind kind);

/* Rolls all gates in their order; on labyrinth floors of the article each room comes twice. */
void fl_classic_special_gates(const fl_classic_rules *rules, fl_classic_board *board, unsigned copies);

/* Keeps the `keep` end rooms that are farthest from the start, in their order. */
void fl_classic_special_farthest(const fl_classic_rules *rules, fl_classic_board *board, unsigned keep);

#endif
