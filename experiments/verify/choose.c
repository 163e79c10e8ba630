/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chooses the rows to judge. Scenarios that share a row form a group, and the number of samples of a group
 * depends on all of its rows. So groups stay together: a call for a single claim counts the same samples of
 * its groups as a call for everything, and every figure is the same. */
#include "experiments/verify/verify.h"

#include <fnmatch.h>
#include <stdlib.h>

/* Finds the first scenario of the group of one. */
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
    bool *is_group = calloc(n + 1, sizeof *is_group); /* groups with a requested row */
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
    for (size_t k = 0; k < claims->rows_n; k++) { /* the others are companions if their group is requested */
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
