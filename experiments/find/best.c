/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The best hits, sorted. One comparison rejects most of the others. */
#include "experiments/find/find.h"

#include <string.h>

static bool is_better(const fl_find_hit *a, const fl_find_hit *b)
{
    return a->score != b->score ? a->score > b->score : a->index < b->index;
}

void fl_find_best_add(fl_find_best *self, const fl_find_hit *hit)
{
    unsigned at = self->n;
    if (self->limit == 0 || (self->n == self->limit && !is_better(hit, &self->hit[self->n - 1]))) {
        return;
    }
    while (at > 0 && is_better(hit, &self->hit[at - 1])) {
        at--;
    }
    unsigned moved = self->n < self->limit ? self->n - at : self->n - at - 1;
    memmove(&self->hit[at + 1], &self->hit[at], moved * sizeof self->hit[0]);
    self->hit[at] = *hit;
    self->n += self->n < self->limit;
}
