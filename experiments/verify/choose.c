/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chooses which rows are judged. Scenarios that share a row form a group, and how many samples a group gets
 * depends on all of its rows. So groups stay together: a call that asks for a single claim counts what a call
 * for everything would count of its groups, and every figure is the same. */
#include "experiments/verify/verify.h"

#include <fnmatch.h>
#include <stdlib.h>

/* The first scenario of the group of one. */
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

bool fl_verify_is_named(const fl_claim_row *row, const char *pattern)
{
    return !pattern || fnmatch(pattern, row->id, 0) == 0 || fnmatch(pattern, row->claim->id, 0) == 0;
}

fl_err fl_verify_choose(fl_claim_set *claims, const char *pattern, fl_diag *diag)
{
    size_t n = claims->scenarios_n;
    unsigned *parent = calloc(n + 1, sizeof *parent);
    bool *is_group = calloc(n + 1, sizeof *is_group); /* one that has a row that was asked for */
    if (!parent || !is_group) {
        free(parent);
        free(is_group);
        return fl_diag_memory(diag);
    }
    for (unsigned i = 0; i < n; i++) {
        parent[i] = i;
    }
    for (unsigned i = 0; i < n; i++) {
        if (claims->scenario[i].is_needed) {
            join(parent, i, claims->scenario[i].same);
        }
    }
    for (size_t k = 0; k < claims->rows_n; k++) {
        const fl_claim_row *row = &claims->row[k];
        for (unsigned i = 1; i < row->scenarios_n && row->is_chosen; i++) {
            join(parent, row->scenario[0], row->scenario[i]);
        }
    }
    for (size_t k = 0; k < claims->rows_n; k++) {
        fl_claim_row *row = &claims->row[k];
        row->is_companion = !fl_verify_is_named(row, pattern);
        is_group[root_of(parent, row->scenario[0])] |= row->is_chosen && !row->is_companion;
    }
    for (size_t k = 0; k < claims->rows_n; k++) { /* the others are companions if their group has one */
        fl_claim_row *row = &claims->row[k];
        row->is_chosen = row->is_chosen && is_group[root_of(parent, row->scenario[0])];
    }
    for (unsigned i = 0; i < n; i++) {
        claims->scenario[i].is_needed &= is_group[root_of(parent, i)];
    }
    free(parent);
    free(is_group);
    return FL_OK;
}
