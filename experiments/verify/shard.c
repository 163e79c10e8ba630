/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Divides the populations of chosen claims among shards. Those that share a row form a group and stay
 * together: then a shard counts what one uninterrupted call would count of its groups. */
#include "experiments/verify/verify.h"

#include <stdlib.h>

/* The first population of the group of one. */
static unsigned root_of(const unsigned *parent, unsigned i)
{
    while (parent[i] != i) {
        i = parent[i];
    }
    return i;
}

static void join(unsigned *parent, unsigned a, unsigned b)
{
    unsigned first = root_of(parent, a);
    unsigned second = root_of(parent, b);
    parent[first < second ? second : first] = first < second ? first : second;
}

static void join_all(const fl_claim_set *claims, unsigned *parent)
{
    for (unsigned i = 0; i < claims->populations_n; i++) {
        parent[i] = i;
    }
    for (unsigned i = 0; i < claims->populations_n; i++) {
        if (claims->population[i].is_needed) {
            join(parent, i, claims->population[i].same);
        }
    }
    for (size_t k = 0; k < claims->rows_n; k++) {
        const fl_claim_row *row = &claims->row[k];
        for (unsigned i = 1; i < row->populations_n && row->is_chosen; i++) {
            join(parent, row->population[0], row->population[i]);
        }
    }
}

fl_err fl_verify_choose_shard(fl_claim_set *claims, uint64_t shard, uint64_t shards, fl_diag *diag)
{
    unsigned *parent = calloc(claims->populations_n + 1, sizeof *parent);
    uint64_t *number = calloc(claims->populations_n + 1, sizeof *number);
    uint64_t groups = 0;
    if (!parent || !number) {
        free(parent);
        free(number);
        return fl_diag_memory(diag);
    }
    join_all(claims, parent);
    for (unsigned i = 0; i < claims->populations_n; i++) {
        if (claims->population[i].is_needed && root_of(parent, i) == i) {
            number[i] = groups++;
        }
    }
    if (groups > 0 && shards > groups) {
        fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "these claims cannot be divided into %llu shards",
                                 (unsigned long long)shards);
        fl_diag_hint(diag, groups > 1 ? "%llu is the most" : "judge them without --shard",
                     (unsigned long long)groups);
        free(parent);
        free(number);
        return err;
    }
    for (size_t k = 0; k < claims->rows_n; k++) {
        fl_claim_row *row = &claims->row[k];
        row->is_chosen = row->is_chosen && number[root_of(parent, row->population[0])] % shards == shard;
    }
    for (unsigned i = 0; i < claims->populations_n; i++) {
        fl_population *population = &claims->population[i];
        population->is_needed = population->is_needed && number[root_of(parent, i)] % shards == shard;
    }
    free(parent);
    free(number);
    return FL_OK;
}
