/* Interiors of normal rooms: numbers from the chapter's three pools (data/classic/interiors.yaml; seed 001, "Rooms").
 *
 * The first floor of a chapter draws easy and medium rooms, the second medium and hard ones, a labyrinth floor all three.
 * They come from a stream of their own, so that no other draw of a floor depends on them. */
#ifndef FL_GEN_CLASSIC_INTERIOR_H
#define FL_GEN_CLASSIC_INTERIOR_H

#include "gen/classic/rules.h"
#include "gen/random/key.h"
#include "gen/floor/floor.h"

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

#endif
