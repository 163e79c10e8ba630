/* From layouts with enough rooms to floors: are they accepted, the secret room, what is drawn behind it. */
#ifndef FL_GEN_CLASSIC_CLASSIC_SCALAR_FINISH_H
#define FL_GEN_CLASSIC_CLASSIC_SCALAR_FINISH_H

#include "gen/classic/classic_scalar_queue.h"

/* A gate whose conditions hold; of draws against its bounds those below `hits` pass. */
typedef struct fl_classic_scalar_gate {
    unsigned number, word, shift; /* its flags are a byte of one of two words */
    uint32_t first_of, second_of;
    uint64_t first_hits, second_hits;
    uint64_t shut[2]; /* flags of this gate and all behind it where no end room is left */
} fl_classic_scalar_gate;

/* Whose floors they are; all borrowed. */
typedef struct fl_classic_scalar_finish {
    const fl_classic_setup *setup;
    const fl_classic_scalar_queue *queue;
    fl_classic_kernel_notes *notes;
    fl_batch *out;
    fl_classic_scalar_gate gate[FL_CLASSIC_GATES];
    const fl_classic_scalar_gate *gates; /* its last ones */
    unsigned gates_n;
    unsigned attempt;  /* its number */
    uint16_t *refused; /* floors that need another one are put here */
    unsigned refused_n;
} fl_classic_scalar_finish;

/* Notes the gates of the rules. */
void fl_classic_scalar_finish_init(fl_classic_scalar_finish *self);

/* Finishes all layouts: into the columns, to the rare floors, or to the refused ones. */
void fl_classic_scalar_finish_run(fl_classic_scalar_finish *self, fl_classic_scalar_layouts *layouts);

#endif
