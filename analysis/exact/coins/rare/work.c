/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Floors that are moved towards a condition, level by level. A floor is its number of rooms, its coins, and
 * one number that chooses the secret room's cell; from these it is grown by the walk of analysis/exact/coins,
 * and measured as a column of a batch. */
#include "analysis/exact/coins/rare/rare_private.h"

#include "analysis/exact/coins/coins_private.h"
#include "gen/random/key.h"

#include <stdlib.h>
#include <string.h>

enum { COINS = 3 /* words */, TRIES = 1000000, STALLED = 60 };

typedef struct particle {
    uint64_t coins[COINS];
    uint64_t secret;
    unsigned size;
    int64_t distance;
} particle;

struct fl_rare_work {
    fl_rare_request request;
    fl_coins_walk walk[FL_COINS_SIZES];
    fl_coins_secret_cache *cache;
    fl_classic_batch *batch;
    fl_columns *columns;
    particle *now, *next, *proposal;
    uint32_t *owner; /* of each floor of the batch: which particle it is */
    bool is_grown;   /* the walk reached a leaf */
    fl_coins_leaf leaf;
    fl_pcg rng;
};

static uint64_t draw(fl_rare_work *self)
{
    uint64_t high = fl_pcg_next(&self->rng);
    return high << 32 | fl_pcg_next(&self->rng);
}

static void take_leaf(void *work, const fl_coins_leaf *leaf)
{
    fl_rare_work *self = work;
    self->leaf = *leaf;
    self->is_grown = true;
}

static unsigned number_of(unsigned cell)
{
    return FL_BOARD_COLUMNS * (cell / FL_BOARD_STRIDE) + cell % FL_BOARD_STRIDE - 1;
}

/* The cell that a number chooses, by the shares; false: no cell is found. */
static bool choose_secret(fl_rare_work *self, uint64_t number, unsigned *cell, unsigned *criterion,
                          unsigned *best)
{
    fl_coins_secret secret;
    fl_coins_secret_find(self->request.terms, &self->leaf, self->cache, &secret);
    fl_board at = (fl_board)number << (FL_COINS_SHARE_BITS - 64);
    *best = secret.n[0];
    for (unsigned demand = 0; demand < 3; demand++) {
        fl_board share = secret.shares->cell[demand];
        if (share > 0 && at < share * secret.n[demand]) {
            *cell = fl_board_select(secret.open[demand], (unsigned)(at / share));
            *criterion = 3 - demand;
            return true;
        }
        at -= share * secret.n[demand];
    }
    return false;
}

/* Grows a floor and adds it to the batch; false if its attempt does not succeed. */
static bool add_floor(fl_rare_work *self, const particle *p, uint32_t owner)
{
    fl_coins_walk *walk = &self->walk[p->size];
    unsigned secret = FL_CLASSIC_BATCH_NOWHERE;
    unsigned criterion = 0;
    unsigned best = 0;
    self->is_grown = false;
    walk->coins = p->coins;
    fl_coins_walk_all(walk);
    if (!self->is_grown || !fl_coins_walk_accepts(walk, &self->leaf)) {
        return false;
    }
    if (self->request.terms->has_specials && !choose_secret(self, p->secret, &secret, &criterion, &best)) {
        return false;
    }
    fl_classic_batch *batch = self->batch;
    unsigned i = batch->n++;
    batch->even[i] = self->leaf.place.even;
    batch->odd[i] = self->leaf.place.odd;
    batch->facts[i] =
        (uint64_t)number_of(self->leaf.boss) << FL_CLASSIC_BATCH_END |
        (uint64_t)(secret == FL_CLASSIC_BATCH_NOWHERE ? secret : number_of(secret))
            << FL_CLASSIC_BATCH_SECRET |
        (uint64_t)criterion << FL_CLASSIC_BATCH_CRITERION | (uint64_t)best << FL_CLASSIC_BATCH_BEST |
        (uint64_t)self->leaf.place.ends_n << FL_CLASSIC_BATCH_ENDS | (uint64_t)1 << FL_CLASSIC_BATCH_ATTEMPTS;
    self->owner[i] = owner;
    return true;
}

/* Measures the floors of the batch: the distances of their owners. */
static void measure(fl_rare_work *self, particle *owners)
{
    if (self->batch->n > 0) {
        fl_column_fill(self->columns, self->batch);
    }
    for (unsigned i = 0; i < self->batch->n; i++) {
        owners[self->owner[i]].distance = fl_rare_distance(self->request.expression, self->columns, i);
    }
}

/* Floors as the generator makes them. */
static fl_err begin(fl_rare_work *self, fl_diag *diag)
{
    self->batch->n = 0;
    for (unsigned i = 0; i < self->request.floors; i++) {
        particle *p = &self->now[i];
        unsigned tries = 0;
        p->size = (unsigned)fl_pcg_below(&self->rng, self->request.terms->sizes_n);
        do {
            if (tries++ == TRIES) {
                fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "", "of %d layouts none was accepted", TRIES);
                fl_diag_hint(diag,
                             "the rules accept none, or hardly any: fewer min_end_rooms, or more rooms");
                return err;
            }
            for (unsigned k = 0; k < COINS; k++) {
                p->coins[k] = draw(self);
            }
            p->secret = draw(self);
        } while (!add_floor(self, p, i));
    }
    measure(self, self->now);
    return FL_OK;
}

/* Tosses some coins anew: each one that the mask names is turned, and any mask is as likely from either side.
 */
static void propose(fl_rare_work *self, const particle *p, particle *out)
{
    uint32_t how = fl_pcg_next(&self->rng);
    unsigned rare = 3 + (how & 3); /* each coin with 1 / 2^rare */
    *out = *p;
    out->distance = FL_RARE_FAR;
    for (unsigned k = 0; k < COINS && (how & 0x1c) != 0; k++) {
        uint64_t mask = UINT64_MAX;
        for (unsigned i = 0; i < rare; i++) {
            mask &= draw(self);
        }
        out->coins[k] ^= mask;
    }
    if (how & 0x20 || (how & 0x1c) == 0) {
        out->secret = draw(self);
    }
}

/* Changes every floor once, as long as it stays within the level. */
static void sweep(fl_rare_work *self, int64_t level)
{
    self->batch->n = 0;
    for (unsigned i = 0; i < self->request.floors; i++) {
        propose(self, &self->now[i], &self->proposal[i]);
        (void)add_floor(self, &self->proposal[i], i);
    }
    measure(self, self->proposal);
    for (unsigned i = 0; i < self->request.floors; i++) {
        if (self->proposal[i].distance <= level) {
            self->now[i] = self->proposal[i];
        }
    }
}

/* The floors within the level, in place of all; returns how many they were. */
static unsigned select_floors(fl_rare_work *self, int64_t level)
{
    unsigned n = 0;
    for (unsigned i = 0; i < self->request.floors; i++) {
        if (self->now[i].distance <= level) {
            self->next[n++] = self->now[i];
        }
    }
    for (unsigned i = 0; i < self->request.floors && n > 0; i++) {
        self->now[i] = self->next[fl_pcg_below(&self->rng, n)];
    }
    return n;
}

static int compare(const void *a, const void *b)
{
    int64_t x = ((const particle *)a)->distance;
    int64_t y = ((const particle *)b)->distance;
    return (x > y) - (x < y);
}

static void seed_run(fl_rare_work *self, uint64_t run)
{
    fl_key key;
    fl_key_init(&key, "rare", 1, self->request.seed);
    key.index = run;
    fl_key_stream(&key, 0, &self->rng);
}

fl_err fl_rare_pilot(fl_rare_work *self, fl_rare_levels *out, fl_diag *diag)
{
    int64_t last = FL_RARE_FAR;
    out->n = 0;
    seed_run(self, 0);
    fl_err err = begin(self, diag);
    for (unsigned stalled = 0; !err && last > 0;) {
        memcpy(self->next, self->now, self->request.floors * sizeof *self->now);
        qsort(self->next, self->request.floors, sizeof *self->next, compare);
        int64_t level = self->next[self->request.floors / 8].distance; /* one in eight, at least */
        level = level < last ? level : self->next[0].distance;
        if (level < last) {
            stalled = 0;
            if (out->n == FL_RARE_LEVELS) {
                return fl_diag_set(diag, FL_ERR_INPUT, "", "the condition takes more than %d levels",
                                   FL_RARE_LEVELS);
            }
            last = out->distance[out->n++] = level;
            (void)select_floors(self, level);
        } else if (stalled++ == STALLED) {
            err = fl_diag_set(diag, FL_ERR_INPUT, "",
                              "no floor comes nearer to the condition than %lld of its distance",
                              (long long)last);
            fl_diag_hint(diag, "it may hold on no floor; more --floors and --sweeps search longer");
        }
        for (unsigned i = 0; i < self->request.sweeps && last > 0; i++) {
            sweep(self, last);
        }
    }
    return err;
}

fl_err fl_rare_run(fl_rare_work *self, const fl_rare_levels *levels, uint64_t run, double *out, fl_diag *diag)
{
    *out = 1;
    seed_run(self, run);
    fl_err err = begin(self, diag);
    for (unsigned k = 0; k < levels->n && !err && *out > 0; k++) {
        unsigned n = select_floors(self, levels->distance[k]);
        *out *= (double)n / self->request.floors;
        for (unsigned i = 0; i < self->request.sweeps && n > 0 && k + 1 < levels->n; i++) {
            sweep(self, levels->distance[k]);
        }
    }
    return err;
}

fl_err fl_rare_check(const fl_expression *expression, const fl_classic_terms *terms, fl_diag *diag)
{
    for (unsigned i = 0; i < expression->inputs_n; i++) {
        const fl_expression_input *input = &expression->input[i];
        fl_coins_wish probe = {.detail = FL_COINS_LAYOUTS};
        unsigned asked = input->sort == FL_EXPRESSION_METRIC ? input->number
                         : input->row ? FL_METRIC_COUNT + (unsigned)(input->row - fl_metric_event_all(NULL))
                                      : FL_COINS_ASKED;
        bool is_fact = input->sort == FL_EXPRESSION_FACT;
        bool is_known = is_fact ? input->number == FL_GENERATOR_FACT_SECRET_BEST
                                : asked < FL_COINS_QUESTION && asked != FL_METRIC_BOSS_DIRECTION &&
                                      fl_coins_wish_add(&probe, asked, terms) && probe.has[asked] &&
                                      !probe.added[asked];
        if (!is_known) {
            fl_err err =
                fl_diag_set(diag, FL_ERR_INPUT, "", "'%s' does not follow from layout and secret room alone",
                            is_fact                     ? "a fact"
                            : asked < FL_COINS_QUESTION ? fl_coins_wish_name(asked)
                                                        : "a gate");
            fl_diag_hint(diag,
                         "attempts, gates and kinds of special rooms cannot be asked together with layouts; "
                         "'floorlab exact' and 'run' tell their odds");
            return err;
        }
    }
    return FL_OK;
}

fl_err fl_rare_work_open(fl_rare_work **out, const fl_rare_request *request, fl_diag *diag)
{
    const fl_classic_terms *terms = request->terms;
    *out = NULL;
    if (terms->obstacle) {
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "", "these floors are not grown by coins alone: %s",
                                 terms->obstacle);
        fl_diag_hint(diag, "the rule sets article and demo are, without labyrinths");
        return err;
    }
    fl_err err = fl_rare_check(request->expression, terms, diag);
    fl_rare_work *self = err ? NULL : calloc(1, sizeof *self);
    if (err || !self) {
        return err ? err : fl_diag_memory(diag);
    }
    *out = self;
    self->request = *request;
    self->cache = calloc(1, sizeof *self->cache);
    self->batch = calloc(1, sizeof *self->batch);
    self->columns = aligned_alloc(64, (sizeof *self->columns + 63) / 64 * 64);
    self->now = calloc(request->floors, sizeof *self->now);
    self->next = calloc(request->floors, sizeof *self->next);
    self->proposal = calloc(request->floors, sizeof *self->proposal);
    self->owner = calloc(FL_CLASSIC_BATCH_FLOORS, sizeof *self->owner);
    if (!self->cache || !self->batch || !self->columns || !self->now || !self->next || !self->proposal ||
        !self->owner) {
        return fl_diag_memory(diag);
    }
    memset(self->columns, 0, sizeof *self->columns);
    self->batch->backend = fl_backend_best();
    self->batch->start = number_of(terms->start);
    self->batch->has_specials = terms->has_specials;
    fl_expression_want(request->expression, self->columns);
    for (unsigned i = 0; i < terms->sizes_n; i++) {
        fl_coins_walk_init(&self->walk[i], terms, &terms->size[i]);
        self->walk[i].at_leaf = take_leaf;
        self->walk[i].context = self;
    }
    return FL_OK;
}

void fl_rare_work_close(fl_rare_work *self)
{
    if (self) {
        free(self->cache);
        free(self->batch);
        free(self->columns);
        free(self->now);
        free(self->next);
        free(self->proposal);
        free(self->owner);
    }
    free(self);
}
