/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory that GMP's numbers are made in; of this folder alone. GMP has no way to say that there is none left,
 * so it works in a reserve that its user has got, and checked, before. */
#ifndef FL_ANALYSIS_EXACT_COINS_MEMORY_H
#define FL_ANALYSIS_EXACT_COINS_MEMORY_H

#include <stddef.h>

enum { FL_COINS_MEMORY_SORTS = 32 };

/* Pieces have sizes that are powers of two; a piece that is given back is kept for its size. */
typedef struct fl_coins_memory {
    unsigned char *at, *end;
    void *free[FL_COINS_MEMORY_SORTS];
    struct fl_coins_memory *outer;
} fl_coins_memory;

/* From here to the end, which are pairs in one thread, GMP's numbers of this thread come from a reserve and
 * have to be cleared before the end. Where a reserve is too small malloc helps out,
 * whose failure ends the process: reserves are made far larger than what was ever needed. */
void fl_coins_memory_begin(fl_coins_memory *self, void *bytes, size_t size);
void fl_coins_memory_end(fl_coins_memory *self);

#endif
