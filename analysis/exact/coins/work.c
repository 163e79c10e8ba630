/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One thread's walk: layouts become floors of an fl_classic_batch, whose metrics the columns compute, and
 * each value gets the floor's chance. */
#include "analysis/exact/coins/coins_private.h"

#include <stdlib.h>
#include <string.h>

enum {
    OF_LAYOUTS,
    OF_SECRETS,
    SIDES
}; /* floors that are a layout each; that are one cell of the secret room */

/* Floors whose metrics are not computed yet. */
typedef struct floor_buffer {
    const bool *has; /* [FL_COINS_ASKED] the questions about them */
    bool is_asked;   /* there is a question */
    fl_classic_batch *batch;
    fl_columns *columns;
    fl_coins_sum *chance; /* of each floor of the batch */
    uint8_t *way;         /* columns that the walk knows */
    int32_t *joint;
    uint8_t *answer;
    unsigned n;
} floor_buffer;

struct fl_coins_work {
    const fl_coins *coins;
    fl_coins_walk walk;
    uint64_t block; /* being walked through */
    fl_coins_tally *total;
    fl_coins_tally_of_size *tally; /* of its size */
    fl_coins_secret_cache *cache;
    bool has[SIDES][FL_COINS_ASKED];
    floor_buffer side[SIDES];
    bool is_beyond; /* a value was too large */
};

/* Returns the column of a question; the walk computes some itself. */
static fl_column column_of(const floor_buffer *w, unsigned asked)
{
    return asked == FL_COINS_QUESTION          ? (fl_column){.bytes = w->answer}
           : asked == FL_METRIC_BOSS_DIRECTION ? (fl_column){.bytes = w->way}
           : asked == FL_COINS_ROOMS_AND_ENDS  ? (fl_column){.words = w->joint}
           : asked >= FL_METRIC_COUNT          ? w->columns->event[asked - FL_METRIC_COUNT]
                                               : w->columns->metric[asked];
}

static void flush(fl_coins_work *self, floor_buffer *w)
{
    const fl_coins_wish *wish = &self->coins->wish;
    fl_coins_sum all = {{0}};
    if (w->n == 0) {
        return;
    }
    w->batch->n = w->n;
    fl_column_fill(w->columns, w->batch);
    if (w->has[FL_COINS_QUESTION]) {
        wish->ask(wish->ask_context, w->columns, w->n, w->answer);
    }
    for (unsigned i = 0; i < w->n; i++) {
        fl_coins_sum_add(&all, &w->chance[i]);
    }
    for (unsigned i = 0; i < FL_COINS_ASKED; i++) {
        fl_column column = w->has[i] ? column_of(w, i) : (fl_column){.constant = FL_GENERATOR_FACT_NONE};
        if (column.bytes || column.words) {
            for (unsigned k = 0; k < w->n; k++) {
                int32_t value = fl_column_at(&column, k);
                if (value >= 0 && value < FL_COINS_VALUES) {
                    fl_coins_sum_add(&self->tally->sum[i][value], &w->chance[k]);
                } else {
                    self->is_beyond = self->is_beyond || value >= FL_COINS_VALUES;
                }
            }
        } else if (column.constant >= 0 && column.constant < FL_COINS_VALUES) { /* else no floor has it */
            fl_coins_sum_add(&self->tally->sum[i][column.constant], &all);
        }
    }
    w->n = 0;
}

static unsigned number_of(unsigned cell)
{
    return cell == FL_CLASSIC_BATCH_NOWHERE
               ? cell
               : FL_BOARD_COLUMNS * (cell / FL_BOARD_STRIDE) + cell % FL_BOARD_STRIDE - 1;
}

/* A floor of the batch, without its layout. */
typedef struct entry {
    fl_board share;
    unsigned secret, criterion, best; /* secret: a cell, or FL_CLASSIC_BATCH_NOWHERE */
} entry;

static void push(fl_coins_work *self, floor_buffer *w, const fl_coins_leaf *leaf, const entry *e)
{
    fl_classic_batch *batch = w->batch;
    unsigned i = w->n++;
    batch->even[i] = leaf->place.even;
    batch->odd[i] = leaf->place.odd;
    batch->facts[i] =
        (uint64_t)number_of(leaf->boss) << FL_CLASSIC_BATCH_END |
        (uint64_t)number_of(e->secret) << FL_CLASSIC_BATCH_SECRET |
        (uint64_t)e->criterion << FL_CLASSIC_BATCH_CRITERION | (uint64_t)e->best << FL_CLASSIC_BATCH_BEST |
        (uint64_t)leaf->place.ends_n << FL_CLASSIC_BATCH_ENDS | (uint64_t)1 << FL_CLASSIC_BATCH_ATTEMPTS;
    w->chance[i] = fl_coins_sum_of(e->share, leaf->place.coins);
    w->way[i] = (uint8_t)leaf->way;
    w->joint[i] = leaf->place.rooms * FL_COINS_JOINT + leaf->place.ends_n;
    if (w->n == FL_CLASSIC_BATCH_FLOORS) {
        flush(self, w);
    }
}

/* Adds the cells that met one demand: each alone, or those with equal neighbours together. */
static void push_cells(fl_coins_work *self, const fl_coins_leaf *leaf, const fl_coins_secret *secret,
                       unsigned demand)
{
    floor_buffer *w = &self->side[OF_SECRETS];
    entry e = {.criterion = 3 - demand, .best = secret->n[0]};
    if (self->coins->wish.detail == FL_COINS_CELLS) {
        e.share = secret->shares->cell[demand];
        for (fl_board rest = secret->open[demand]; rest; rest &= rest - 1) {
            e.secret = fl_board_lowest(rest);
            push(self, w, leaf, &e);
        }
        return;
    }
    for (unsigned degree = 3 - demand; degree <= 4; degree++) {
        fl_board alike = secret->open[demand] & secret->at_least[degree - 1];
        alike &= degree < 4 ? ~secret->at_least[degree] : ~(fl_board)0;
        e.share = secret->shares->cell[demand] * fl_board_count(alike);
        if (alike) {
            e.secret = fl_board_lowest(alike);
            push(self, w, leaf, &e);
        }
    }
}

static void add_success(fl_coins_work *self, const fl_coins_leaf *leaf, fl_board share)
{
    fl_coins_sum chance = fl_coins_sum_of(share, leaf->place.coins);
    fl_coins_sum_add(&self->tally->success, &chance);
}

static void take_leaf(void *work, const fl_coins_leaf *leaf)
{
    fl_coins_work *self = work;
    fl_coins_tally_of_size *tally = self->tally;
    unsigned coins = leaf->place.coins;
    bool is_accepted = fl_coins_walk_accepts(&self->walk, leaf);
    (is_accepted ? tally->accepted : tally->refused)[coins]++;
    if (!is_accepted) {
        return;
    }
    if (!self->coins->terms.has_specials) {
        /* A layout without special rooms. */
        entry e = {.share = FL_COINS_WHOLE, .secret = FL_CLASSIC_BATCH_NOWHERE};
        add_success(self, leaf, e.share);
        for (unsigned i = 0; i < SIDES; i++) {
            if (self->side[i].is_asked) {
                push(self, &self->side[i], leaf, &e);
            }
        }
        return;
    }
    fl_coins_secret secret;
    fl_coins_secret_find(&self->coins->terms, leaf, self->cache, &secret);
    const fl_coins_secret_shares *shares = secret.shares;
    if (shares->all == 0) {
        return;
    }
    add_success(self, leaf, shares->all);
    if (self->side[OF_LAYOUTS].is_asked) { /* with any cell: no question depends on it */
        unsigned demand = shares->cell[0] ? 0 : shares->cell[1] ? 1 : 2;
        entry e = {shares->all, fl_board_lowest(secret.open[demand]), 3 - demand, secret.n[0]};
        push(self, &self->side[OF_LAYOUTS], leaf, &e);
    }
    for (unsigned demand = 0; demand < 3 && self->side[OF_SECRETS].is_asked; demand++) {
        if (shares->cell[demand] > 0) {
            push_cells(self, leaf, &secret, demand);
        }
    }
}

static fl_err open_side(fl_coins_work *self, unsigned side, fl_diag *diag)
{
    floor_buffer *w = &self->side[side];
    const fl_coins *coins = self->coins;
    w->has = self->has[side];
    w->batch = calloc(1, sizeof *w->batch);
    w->columns = aligned_alloc(64, (sizeof *w->columns + 63) / 64 * 64);
    w->chance = calloc(FL_CLASSIC_BATCH_FLOORS, sizeof *w->chance);
    w->way = calloc(FL_COLUMN_BYTES, 1);
    w->joint = calloc(FL_CLASSIC_BATCH_FLOORS, sizeof *w->joint);
    w->answer = calloc(FL_COLUMN_BYTES, 1);
    if (!w->batch || !w->columns || !w->chance || !w->way || !w->joint || !w->answer) {
        return fl_diag_memory(diag);
    }
    memset(w->columns, 0, sizeof *w->columns);
    w->batch->backend = fl_backend_best();
    w->batch->start = number_of(coins->terms.start);
    w->batch->has_specials = coins->terms.has_specials;
    for (unsigned i = 0; i < FL_COINS_ASKED; i++) {
        fl_coins_detail detail =
            i == FL_COINS_QUESTION ? coins->wish.question : fl_coins_wish_detail(i, &coins->terms);
        bool is_layouts = detail == FL_COINS_LAYOUTS && !coins->wish.every_cell;
        self->has[side][i] = coins->wish.has[i] && is_layouts == (side == OF_LAYOUTS);
        w->is_asked = w->is_asked || self->has[side][i];
        if (self->has[side][i] && i < FL_METRIC_COUNT) {
            fl_column_want(w->columns, i);
        } else if (self->has[side][i] && i < FL_COINS_QUESTION) {
            fl_column_want_events(w->columns);
        } else if (self->has[side][i] && coins->wish.want) {
            coins->wish.want(coins->wish.ask_context, w->columns);
        }
    }
    return FL_OK;
}

fl_err fl_coins_work_open(fl_coins_work **out, const fl_coins *coins, fl_diag *diag)
{
    fl_coins_work *self = calloc(1, sizeof *self);
    *out = self;
    if (!self) {
        return fl_diag_memory(diag);
    }
    self->coins = coins;
    self->cache = calloc(1, sizeof *self->cache);
    fl_err err = self->cache ? open_side(self, OF_LAYOUTS, diag) : fl_diag_memory(diag);
    return err ? err : open_side(self, OF_SECRETS, diag);
}

void fl_coins_work_close(fl_coins_work *self)
{
    for (unsigned i = 0; self && i < SIDES; i++) {
        free(self->side[i].batch);
        free(self->side[i].columns);
        free(self->side[i].chance);
        free(self->side[i].way);
        free(self->side[i].joint);
        free(self->side[i].answer);
    }
    free(self ? self->cache : NULL);
    free(self);
}

static fl_err walk_block(void *context, fl_diag *diag)
{
    fl_coins_work *self = context;
    const fl_coins *coins = self->coins;
    uint64_t block = self->block;
    unsigned size = 0;
    while (block > coins->tree[size].nodes_n) {
        block -= 1 + coins->tree[size++].nodes_n;
    }
    const fl_coins_tree *tree = &coins->tree[size];
    self->tally = &self->total->by_size[size];
    fl_coins_walk_init(&self->walk, &coins->terms, &tree->size);
    self->walk.at_leaf = take_leaf;
    self->walk.context = self;
    if (block == 0) {
        self->walk.cut = tree->cut;
        self->walk.at_cut = fl_coins_walk_pass;
        fl_coins_walk_all(&self->walk);
    } else {
        fl_coins_walk_from(&self->walk, &tree->node[block - 1]);
    }
    flush(self, &self->side[OF_LAYOUTS]);
    flush(self, &self->side[OF_SECRETS]);
    if (self->walk.is_too_deep || self->is_beyond) {
        return fl_diag_set(diag, FL_ERR_INPUT, "", "layouts of %u rooms are too large to enumerate",
                           tree->size.most);
    }
    return FL_OK;
}

fl_err fl_coins_work_block(fl_coins_work *self, uint64_t block, fl_coins_tally *tally, fl_diag *diag)
{
    self->block = block;
    self->total = tally;
    return fl_coins_memory_try(walk_block, self, diag);
}
