/* Where a secret room goes: random tries with a demand that relaxes, in closed form. */
#ifndef FL_GEN_CLASSIC_SECRET_H
#define FL_GEN_CLASSIC_SECRET_H

#include "gen/classic/board.h"

/* What a search found. */
typedef struct fl_classic_secret {
    unsigned cell;      /* FL_CLASSIC_NOWHERE: all tries missed */
    unsigned criterion; /* neighbours that were demanded: 3, 2 or 1 */
    unsigned open[3];   /* cells that meet 3, 2, 1 */
} fl_classic_secret;

/* Draws a cell for a room that likes neighbours but may not touch `forbidden`. */
void fl_classic_secret_find(const fl_classic_rules *rules, fl_classic_board *plan, fl_board forbidden,
                            fl_classic_secret *out);

/* How many tries the literal search would have taken, given what it found: drawn from a stream of its own, so
 * that asking does not change the floor. */
unsigned fl_classic_secret_draw_tries(const fl_classic_rules *rules, const fl_classic_secret *found,
                                      fl_pcg *rng);

#endif
