/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All rows of all pairs, judged together because they share one error rate. */
#include "experiments/compare/compare.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void tallies_of(const fl_compared *self, size_t pair, const fl_tally *out[2])
{
    for (unsigned s = 0; s < 2; s++) {
        out[s] = &self->side[s].totals[self->pairs->pair[pair].condition[s]];
    }
}

static bool is_named(const fl_compare_row *row, const char *only)
{
    return !only || fnmatch(only, row->name, 0) == 0 || (row->second && fnmatch(only, row->second, 0) == 0);
}

/* Adds the rows of a pair. */
static fl_err list_pair(fl_compared *self, size_t pair, const char *only, fl_diag *diag)
{
    const fl_tally *tallies[2];
    fl_compare_row *rows = NULL;
    size_t n = 0;
    tallies_of(self, pair, tallies);
    fl_err err = fl_compare_list(tallies, &rows, &n, diag);
    fl_compared_row *grown = err ? NULL : realloc(self->row, (self->n + n + 1) * sizeof *grown);
    if (!err && !grown) {
        err = fl_diag_memory(diag);
    }
    self->row = grown ? grown : self->row;
    for (size_t i = 0; i < n && !err; i++) {
        if (is_named(&rows[i], only)) {
            self->row[self->n++] = (fl_compared_row){rows[i], pair};
        }
    }
    free(rows);
    return err;
}

/* 0 different, 1 undecided, 2 equal, 3 left out. */
static int rank_of(const fl_compare_row *row)
{
    static const int ranks[] = {
        [FL_VERDICT_UNDECIDED] = 1, [FL_VERDICT_CONFIRMED] = 2, [FL_VERDICT_REFUTED] = 0};
    return row->left_out ? 3 : ranks[row->found.verdict];
}

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

/* The largest certain differences first; then by position. */
static int by_difference(const void *a_of, const void *b_of)
{
    const fl_compared_row *a = a_of;
    const fl_compared_row *b = b_of;
    int order = rank_of(&a->row) - rank_of(&b->row);
    if (order == 0 && !a->row.left_out) {
        order = compare_numbers(b->row.found.limits.lo, a->row.found.limits.lo);
        order = order ? order : compare_numbers(b->row.found.observed, a->row.found.observed);
    }
    order = order ? order : compare_numbers((double)a->pair, (double)b->pair);
    order = order ? order : (int)a->row.sort - (int)b->row.sort;
    return order ? order : compare_numbers(a->row.at[0], b->row.at[0]);
}

fl_err fl_compare_all(fl_compared *self, const char *only, fl_diag *diag)
{
    fl_err err = FL_OK;
    size_t judged = 0;
    fl_compare_free(self);
    self->differ = self->undecided = self->equal = self->left_out = 0;
    for (size_t pair = 0; pair < self->pairs->n && !err; pair++) {
        err = list_pair(self, pair, only, diag);
    }
    for (size_t i = 0; i < self->n; i++) {
        judged += self->row[i].row.left_out == NULL;
    }
    if (!err && self->n == 0) {
        err = fl_diag_set(diag, FL_ERR_USAGE, only ? "--only" : "",
                          "no metric or event '%.80s' is counted on both sides", only ? only : "*");
        fl_diag_hint(diag, "names are those of 'floorlab info'; * stands for anything");
    }
    fl_compare_level level = {.alpha =
                                  fl_stat_verdict_share(self->family_alpha, judged ? (unsigned)judged : 1),
                              .tolerance = self->tolerance};
    for (size_t i = 0; i < self->n && !err; i++) {
        const fl_tally *tallies[2];
        tallies_of(self, self->row[i].pair, tallies);
        err = fl_compare_judge(&self->row[i].row, tallies, &level, diag);
    }
    if (!err) {
        qsort(self->row, self->n, sizeof *self->row, by_difference);
        for (size_t i = 0; i < self->n; i++) {
            const fl_compare_row *row = &self->row[i].row;
            self->left_out += row->left_out != NULL;
            self->differ += !row->left_out && row->found.verdict == FL_VERDICT_REFUTED;
            self->equal += !row->left_out && row->found.verdict == FL_VERDICT_CONFIRMED;
            self->undecided += !row->left_out && row->found.verdict == FL_VERDICT_UNDECIDED;
        }
    }
    return err;
}

void fl_compare_free(fl_compared *self)
{
    free(self->row);
    self->row = NULL;
    self->n = 0;
}

int fl_compare_exit_code(const fl_compared *self)
{
    enum { DIFFERENT = 1, UNDECIDED = 4 };
    return self->differ > 0 ? DIFFERENT : self->undecided > 0 ? UNDECIDED : 0;
}
