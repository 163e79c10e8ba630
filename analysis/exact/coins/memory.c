/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A reserve for GMP. */
#include "analysis/exact/coins/memory.h"

#include "gen/base/diag.h"

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 5 /* 2^5 bytes: what numbers of one limb take together with their head */ };

/* Stands before each piece. */
typedef union head {
    struct {
        unsigned sort;
        bool is_ours;
    };
    max_align_t align;
} head;

static _Thread_local fl_coins_memory *reserve;

static unsigned sort_of(size_t size)
{
    unsigned sort = SMALLEST;
    while ((size_t)1 << sort < size + sizeof(head)) {
        sort++;
    }
    return sort;
}

/* A piece of the reserve, or NULL. */
static head *take(unsigned sort)
{
    if (!reserve || sort >= FL_COINS_MEMORY_SORTS) {
        return NULL;
    }
    head *piece = reserve->free[sort];
    if (piece) {
        memcpy(&reserve->free[sort], piece + 1, sizeof(void *));
    } else if ((size_t)(reserve->end - reserve->at) >= (size_t)1 << sort) {
        piece = (head *)(void *)reserve->at;
        reserve->at += (size_t)1 << sort;
    }
    return piece;
}

static void *get(size_t size)
{
    unsigned sort = sort_of(size);
    head *piece = take(sort);
    bool is_ours = piece;
    piece = is_ours ? piece : malloc((size_t)1 << sort);
    fl_bug_assert(piece, "a law of larger numbers than the reserve was meant for");
    piece->sort = sort;
    piece->is_ours = is_ours;
    return piece + 1;
}

static void give(void *at, size_t size)
{
    head *piece = (head *)at - 1;
    (void)size;
    if (!piece->is_ours) {
        free(piece);
    } else if (reserve) {
        memcpy(piece + 1, &reserve->free[piece->sort], sizeof(void *));
        reserve->free[piece->sort] = piece;
    }
}

static void *resize(void *at, size_t before, size_t size)
{
    head *piece = (head *)at - 1;
    if (sort_of(size) == piece->sort) {
        return at;
    }
    void *moved = get(size);
    memcpy(moved, at, before < size ? before : size);
    give(at, before);
    return moved;
}

/* Before any thread is there, and before any number. */
__attribute__((constructor)) static void tell_gmp(void)
{
    mp_set_memory_functions(get, resize, give);
}

void fl_coins_memory_begin(fl_coins_memory *self, void *bytes, size_t size)
{
    *self = (fl_coins_memory){.at = bytes, .end = (unsigned char *)bytes + size, .outer = reserve};
    reserve = self;
}

void fl_coins_memory_end(fl_coins_memory *self)
{
    reserve = self->outer;
}
