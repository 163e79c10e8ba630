/* The layout of a Rebirth floor: rooms growing from the start until there are enough, and its dead ends.
 *
 * Rules: spec of the Rebirth floors, sections 3 and 4. One stream serves all attempts of a floor. */
#ifndef FL_GEN_REBIRTH_LAYOUT_LAYOUT_H
#define FL_GEN_REBIRTH_LAYOUT_LAYOUT_H

#include "gen/rebirth/random/random.h"
#include "gen/rebirth/layout/board.h"

enum {
    FL_LAYOUT_CANDIDATES_MAX = 8 * 14 + 1, /* one is written and not counted */
    FL_LAYOUT_OPTIONS = 13,
    FL_LAYOUT_SPARE = 8,
};

/* What is asked for. */
typedef struct fl_layout_request {
    unsigned rooms;    /* besides the start */
    unsigned ends;     /* dead ends below which some are forced */
    bool is_loose;     /* a spot with two neighbours is let pass one time in ten */
    bool is_by_origin; /* any room whose origin is the start's spot grows as the start does */
    uint32_t shapes;   /* bit per fl_shape that may be used */
} fl_layout_request;

/* A room that could be added behind a door, a byte each: its shape, its origin, the spot behind the door, and the door's
 * slot (slot mod 4 is the direction). One word, because it is written and read again at once. */
typedef uint32_t fl_layout_candidate;

static inline fl_layout_candidate fl_layout_candidate_of(unsigned shape, unsigned origin, unsigned placed,
                                                         unsigned slot)
{
    return shape | origin << 8 | placed << 16 | slot << 24;
}

static inline unsigned fl_layout_shape(fl_layout_candidate self)
{
    return self & UINT8_MAX;
}

static inline unsigned fl_layout_origin(fl_layout_candidate self)
{
    return self >> 8 & UINT8_MAX;
}

static inline unsigned fl_layout_placed(fl_layout_candidate self)
{
    return self >> 16 & UINT8_MAX;
}

static inline unsigned fl_layout_slot(fl_layout_candidate self)
{
    return self >> 24;
}

/* The dead ends, farthest first, as fl_ends takes and gives back. */
typedef struct fl_layout_dead_ends {
    uint8_t room[FL_LAYOUT_BOARD_ROOMS_MAX +
                 FL_LAYOUT_SPARE]; /* more than there can be: they are written by eights */
    unsigned n;
    unsigned forced; /* dead ends that had to be added */
} fl_layout_dead_ends;

/* Makes one layout on a cleared draft. */
void fl_layout_make(fl_layout_board *draft, fl_rebirth_random *dice, const fl_layout_request *wish,
                    fl_layout_dead_ends *ends);

/* What may be added. */
typedef struct fl_layout_choice {
    uint32_t shapes; /* bit per fl_shape that may be used */
    bool takes_all;  /* every shape, not only those drawn by lot */
} fl_layout_choice;

/* What could be added behind the doors of a room, in the order of the slots. Returns how many. */
unsigned fl_layout_list(const fl_layout_board *draft, fl_rebirth_random *dice, unsigned number,
                        fl_layout_choice choice, fl_layout_candidate out[FL_LAYOUT_CANDIDATES_MAX]);

/* Puts them in random order. */
void fl_layout_shuffle(fl_layout_candidate *list, unsigned n, fl_rebirth_random *dice);

/* Places a candidate beside the room whose door it is behind. Returns its number. */
unsigned fl_layout_place(fl_layout_board *draft, unsigned parent, fl_layout_candidate candidate);

/* Origins less the placed spot behind a door in a direction: of a single cell, then of the options. */
extern const int8_t fl_layout_offsets[4][1 + FL_LAYOUT_OPTIONS];

/* The shape and the origin (less the placed spot) of option k behind a door in a direction. */
unsigned fl_layout_option_shape(unsigned direction, unsigned k);

static inline int fl_layout_option_offset(unsigned direction, unsigned k)
{
    return fl_layout_offsets[direction][k + 1];
}

#endif
