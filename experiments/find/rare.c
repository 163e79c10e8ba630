/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Combinations of values in a hash table, with linear probing; at least half of it is empty. */
#include "experiments/find/find.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 256 };

void fl_find_rare_free(fl_find_rare *self)
{
    free(self->entry);
    *self = (fl_find_rare){0};
}

static uint64_t hash_of(const fl_find_combination *combination)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < FL_FIND_RARE_METRICS; i++) {
        hash = (hash ^ (uint32_t)combination->value[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return hash;
}

/* Returns the entry of a combination, or the empty entry for it. */
static fl_find_combination *find(const fl_find_rare *self, const fl_find_combination *combination)
{
    uint64_t at = hash_of(combination) & (self->size - 1);
    while (self->entry[at].count > 0 &&
           memcmp(self->entry[at].value, combination->value, sizeof combination->value) != 0) {
        at = (at + 1) & (self->size - 1);
    }
    return &self->entry[at];
}

static fl_err grow(fl_find_rare *self, fl_diag *diag)
{
    fl_find_rare more = {.size = self->size > 0 ? 2 * self->size : FIRST_SIZE, .n = self->n};
    more.entry = calloc(more.size, sizeof *more.entry);
    if (!more.entry) {
        return fl_diag_memory(diag);
    }
    for (uint64_t i = 0; i < self->size; i++) {
        if (self->entry[i].count > 0) {
            *find(&more, &self->entry[i]) = self->entry[i];
        }
    }
    free(self->entry);
    *self = more;
    return FL_OK;
}

fl_err fl_find_rare_add(fl_find_rare *self, const fl_find_combination *more, fl_diag *diag)
{
    fl_err err = 2 * self->n >= self->size ? grow(self, diag) : FL_OK;
    if (err) {
        return err;
    }
    fl_find_combination *entry = find(self, more);
    if (entry->count > 0) {
        entry->count += more->count;
        entry->first = more->first < entry->first ? more->first : entry->first;
        return FL_OK;
    }
    if (self->n == FL_FIND_RARE_MOST) {
        err = fl_diag_set(diag, FL_ERR_INPUT, "--rarest",
                          "there are more than %d combinations of these metrics", FL_FIND_RARE_MOST);
        fl_diag_hint(diag, "name fewer metrics, or such as have fewer values");
        return err;
    }
    *entry = *more;
    self->n++;
    return FL_OK;
}

static bool is_rarer(const fl_find_combination *a, const fl_find_combination *b)
{
    return a->count != b->count ? a->count < b->count : a->first < b->first;
}

unsigned fl_find_rare_pick(const fl_find_rare *self, fl_find_combination *out, unsigned n)
{
    unsigned found = 0;
    for (uint64_t i = 0; i < self->size; i++) {
        const fl_find_combination *entry = &self->entry[i];
        unsigned at = found;
        if (entry->count == 0 || n == 0 || (found == n && !is_rarer(entry, &out[n - 1]))) {
            continue;
        }
        while (at > 0 && is_rarer(entry, &out[at - 1])) {
            at--;
        }
        unsigned moved = found < n ? found - at : n - at - 1;
        memmove(&out[at + 1], &out[at], moved * sizeof out[0]);
        out[at] = *entry;
        found += found < n;
    }
    return found;
}
