/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Maps of a batch. The cells of all layouts are counted bit by bit; each room that occurs at most once on a
 * floor has a column with its cell. The remaining rooms are of the kind normal. */
#include "analysis/tally/tally_private.h"

#include <string.h>

/* The rooms that are not yet counted by kind. */
typedef struct remainder {
    fl_tally *tally;
    const fl_tally_batch_kernel *kernel;
    const uint8_t *wanted; /* which floors are counted; NULL = all */
    uint32_t rooms[FL_CLASSIC_BATCH_CELLS];
} remainder;

/* Adds to the map of a kind, or of all rooms (kind -1), if it is counted. */
static void add_to_map(const remainder *r, int kind, const uint32_t cells[FL_CLASSIC_BATCH_CELLS])
{
    const fl_tally_spec *spec = r->tally->spec;
    unsigned i = 0;
    while (i < spec->maps_n && spec->maps[i].kind != kind) {
        i++;
    }
    for (unsigned cell = 0; i < spec->maps_n && cell < FL_CLASSIC_BATCH_CELLS; cell++) {
        r->tally->count[spec->maps[i].at + cell] += cells[cell];
    }
}

/* Counts the rooms of a kind and subtracts them from the remainder. */
static void take(remainder *r, fl_kind kind, const uint32_t cells[FL_CLASSIC_BATCH_CELLS])
{
    add_to_map(r, (int)kind, cells);
    for (unsigned cell = 0; cell < FL_CLASSIC_BATCH_CELLS; cell++) {
        r->rooms[cell] -= cells[cell];
    }
}

static void take_column(remainder *r, fl_kind kind, const uint8_t *column, unsigned n)
{
    uint32_t cells[FL_CLASSIC_BATCH_CELLS] = {0};
    uint8_t some[FL_CLASSIC_BATCH_FLOORS];
    for (unsigned i = 0; i < n && r->wanted; i++) {
        some[i] = r->wanted[i] ? column[i] : FL_CLASSIC_BATCH_NOWHERE;
    }
    r->kernel->cells(r->wanted ? some : column, n, cells);
    take(r, kind, cells);
}

/* Makes a column of the cells in a fact; failed or unwanted floors have none. */
static void read_cells(const remainder *r, const fl_classic_batch *batch, fl_classic_batch_fact fact,
                       uint8_t out[FL_CLASSIC_BATCH_FLOORS])
{
    for (unsigned i = 0; i < batch->n; i++) {
        out[i] = (uint8_t)fl_classic_batch_fact_of(batch, i, fact);
    }
    for (unsigned i = 0; i < batch->n && (batch->failed_n > 0 || r->wanted); i++) {
        bool is_there = !fl_classic_batch_is_failed(batch, i) && (!r->wanted || r->wanted[i]);
        out[i] = is_there ? out[i] : FL_CLASSIC_BATCH_NOWHERE;
    }
}

/* Returns the layouts of the wanted floors; the others are empty. */
static const uint64_t *layouts(const remainder *r, const uint64_t *all, unsigned n,
                               uint64_t out[FL_CLASSIC_BATCH_FLOORS + FL_CLASSIC_BATCH_SPARE])
{
    for (unsigned i = 0; i < n && r->wanted; i++) {
        out[i] = r->wanted[i] ? all[i] : 0;
    }
    memset(out + n, 0, FL_CLASSIC_BATCH_SPARE * sizeof *out); /* which are read, too */
    return r->wanted ? out : all;
}

void fl_tally_maps_add(fl_tally *self, const fl_classic_batch *batch, const uint8_t *wanted)
{
    remainder r = {.tally = self, .kernel = fl_tally_batch_kernel_of(batch->backend), .wanted = wanted};
    uint8_t column[FL_CLASSIC_BATCH_FLOORS];
    uint32_t start[FL_CLASSIC_BATCH_CELLS] = {0};
    uint64_t some[FL_CLASSIC_BATCH_FLOORS + FL_CLASSIC_BATCH_SPARE];
    uint32_t half[2][64];
    uint32_t starts = batch->n - batch->failed_n; /* floors that have one */
    r.kernel->bits(layouts(&r, batch->even, batch->n, some), batch->n, half[0]);
    r.kernel->bits(layouts(&r, batch->odd, batch->n, some), batch->n, half[1]);
    for (unsigned cell = 0; cell < FL_CLASSIC_BATCH_CELLS; cell++) {
        r.rooms[cell] = half[cell % 2][cell / 2];
    }
    for (unsigned i = 0; i < batch->n && wanted; i++) {
        starts -= !wanted[i] && !fl_classic_batch_is_failed(batch, i);
    }
    add_to_map(&r, -1, r.rooms);
    if (batch->has_specials) {
        uint32_t secret[FL_CLASSIC_BATCH_CELLS] = {0};
        read_cells(&r, batch, FL_CLASSIC_BATCH_SECRET, column);
        r.kernel->cells(column, batch->n, secret);
        add_to_map(&r, -1, secret);
        add_to_map(&r, FL_KIND_SECRET, secret);
    }
    read_cells(&r, batch, FL_CLASSIC_BATCH_END, column);
    take_column(&r, FL_KIND_BOSS, column, batch->n);
    start[batch->start] = starts;
    take(&r, FL_KIND_START, start);
    for (unsigned i = 0; i < batch->rolls_n + 2 && batch->has_specials; i++) {
        fl_kind kind = i == 0 ? FL_KIND_SHOP : i == 1 ? FL_KIND_TREASURE : (fl_kind)batch->roll_kind[i - 2];
        take_column(&r, kind, batch->cell[i], batch->n);
    }
    add_to_map(&r, FL_KIND_NORMAL, r.rooms);
}
