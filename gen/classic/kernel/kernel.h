/* SPDX-License-Identifier: MIT */
/* Floors of the article and the demo, thousands at a time, into the columns of an fl_classic_batch: the same
 * floors as the reference (gen/classic/classic.c) makes one by one.
 *
 *     err = fl_kernel_prepare(&rules, &tables);                        once per rules
 *     fl_kernel_job job = {&rules, tables, &key, make_board};
 *     fl_kernel_fill(&job, scratch, batch);                            once per batch
 *     fl_kernel_free(tables);
 *
 * The batch says which floors are wanted and by which backend. Floors with a draw that the kernels do not
 * decide (a few floors in a hundred thousand) are made by the reference. */
#ifndef FL_GEN_CLASSIC_KERNEL_KERNEL_H
#define FL_GEN_CLASSIC_KERNEL_KERNEL_H

#include "gen/classic/classic_private.h"
#include "gen/floor/classic_batch.h"

#include <stddef.h>

/* Rules as the kernels need them. */
typedef struct fl_kernel_tables fl_kernel_tables;

/* True if the kernels can make floors of these rules. They cannot make the rule set flash, labyrinth floors,
 * and starts that do not return exactly every second wave, because rooms of both colours of the checkerboard
 * would grow in one wave. They make no interiors: see fl_classic_batch.difficulties. */
bool fl_kernel_fits(const fl_classic_rules *rules);

/* True if, with a random curse, they can make the floors of these rules that are not labyrinths. */
bool fl_kernel_fits_uncursed(const fl_classic_rules *rules);

/* The minimum of an attempt of the rule set flash: rooms, the start included, and end rooms. */
typedef struct fl_kernel_flash_wanted {
    unsigned rooms, end_rooms;
} fl_kernel_flash_wanted;

/* Skips attempts of the rule set flash that cannot be accepted, at most `most`: moves the floor's stream
 * behind them and returns their number. Only for floors whose start does not return by itself and that are
 * not labyrinths, because each of their attempts draws three words. */
unsigned fl_kernel_flash_pass(const fl_kernel_tables *tables, const fl_kernel_flash_wanted *wanted,
                              unsigned most, fl_pcg *rng);

/* Prepares tables for any rules, even unsuitable ones. FL_ERR_MEMORY without memory. */
FL_NODISCARD fl_err fl_kernel_prepare(const fl_classic_rules *rules, fl_kernel_tables **out);
void fl_kernel_free(fl_kernel_tables *self);

/* Returns the scratch memory for fl_kernel_fill, in bytes. It begins with an fl_classic_board, which the
 * reference may use alone. */
size_t fl_kernel_scratch_size(void);

/* Makes the board of the key's floor; false if no layout was accepted. */
typedef bool fl_kernel_reference(const fl_classic_rules *rules, const fl_key *key, fl_classic_board *board);

/* The input of fl_kernel_fill; all borrowed. The floors' numbers are the batch's, not the key's. */
typedef struct fl_kernel_job {
    const fl_classic_rules *rules;
    const fl_kernel_tables *tables; /* of these rules, which must fit */
    const fl_key *key;
    fl_kernel_reference *reference;
} fl_kernel_job;

/* Fills all columns of the batch. */
void fl_kernel_fill(const fl_kernel_job *job, void *scratch, fl_classic_batch *out);

#endif
