/* A layout in the making: rooms on the board, in placing order, and the list of end rooms. */
#ifndef FL_GEN_CLASSIC_BOARD_H
#define FL_GEN_CLASSIC_BOARD_H

#include "gen/classic/rules.h"
#include "gen/random/pcg.h"
#include "gen/floor/floor.h"

enum { FL_CLASSIC_NOWHERE = 255 };

typedef struct fl_classic_board {
    fl_board filled;              /* all rooms so far */
    uint8_t cells[FL_BOARD_BITS]; /* in placing order, the start first */
    unsigned cells_n;
    unsigned grown_n;            /* how many of them the growth made; extra rooms follow */
    uint8_t ends[FL_BOARD_BITS]; /* the list of end rooms, as it stands */
    unsigned ends_n;
    uint8_t kind[FL_BOARD_BITS]; /* fl_kind by cell */
    uint8_t boss, outer_boss;    /* cells, or FL_CLASSIC_NOWHERE */
    uint8_t secret, super_secret;
    fl_curse curse;
    unsigned target; /* rooms wanted (flash: rounded up, with the start) */
    unsigned attempts;
    unsigned list_n; /* length of the end-room list when the layout was accepted */
    unsigned secret_criterion, secret_best, secret_tries;
    fl_gate gate[FL_CLASSIC_GATES];
    fl_pcg rng;
} fl_classic_board;

/* Forgets the rooms and places the start; target, curse, attempts and the stream stay. */
void fl_classic_board_reset(fl_classic_board *self, unsigned start);

/* Puts a room on an empty cell. */
void fl_classic_board_place(fl_classic_board *self, unsigned cell, fl_kind kind);

/* Takes number `index` out of the end-room list, keeping the order of the others. */
unsigned fl_classic_board_take_end(fl_classic_board *self, unsigned index);

/* The end rooms still in the list, as a board. */
fl_board fl_classic_board_ends(const fl_classic_board *self);

/* Copies a finished plan into a floor. */
void fl_classic_board_write(const fl_classic_board *self, const fl_classic_rules *rules, fl_floor *out);

#endif
