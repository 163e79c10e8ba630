/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pairs floors by the game's own seed: floors of a file that name theirs, with floors that a generator makes
 * from it or that another file lists under it. */
#include "experiments/compare/compare.h"

#include "gen/random/game_seed.h"

#include <stdlib.h>
#include <string.h>

/* A floor of a list by its seed. */
typedef struct seeded {
    uint32_t seed;
    uint64_t number;
} seeded;

/* The floors of a side that name their seed; none if a generator makes them on request. */
typedef struct seeds {
    const fl_run_condition *condition;
    seeded *floor; /* [n] in their order */
    uint64_t n;
    seeded *sorted; /* [sorted_n] by seed, the first floor of each */
    uint64_t sorted_n;
} seeds;

static int by_seed(const void *a, const void *b)
{
    const seeded *x = a;
    const seeded *y = b;
    return (x->seed > y->seed) - (x->seed < y->seed);
}

static int by_seed_and_number(const void *a, const void *b)
{
    const seeded *x = a;
    const seeded *y = b;
    int order = by_seed(a, b);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

static bool seed_of(const fl_opened_generator *opened, uint64_t number, uint32_t *out)
{
    char text[FL_ROW_SEED_TEXT];
    fl_run_generator_game_seed(opened, number, text);
    return text[0] && fl_game_seed_read(text, out, NULL) == FL_OK;
}

/* Lists the floors of a side, and counts those that cannot be paired. */
static fl_err list(seeds *self, fl_compare_floors *floors, unsigned s, fl_diag *diag)
{
    const fl_run_condition *condition = &floors->side[s].setup->condition[floors->pair.condition[s]];
    const fl_opened_generator *opened = &condition->opened;
    uint64_t all = opened->generator->has_list ? condition->to - condition->from : 0;
    *self = (seeds){.condition = condition, .floor = calloc(2 * all + 1, sizeof *self->floor)};
    if (!self->floor) {
        return fl_diag_memory(diag);
    }
    self->sorted = self->floor + all;
    for (uint64_t i = 0; i < all; i++) {
        uint64_t number = opened->first + condition->from + i;
        if (seed_of(opened, number, &self->floor[self->n].seed)) {
            self->floor[self->n++].number = number;
        }
    }
    floors->unseeded[s] = self->n > 0 ? all - self->n : 0;
    memcpy(self->sorted, self->floor, self->n * sizeof *self->sorted);
    qsort(self->sorted, self->n, sizeof *self->sorted, by_seed_and_number);
    for (uint64_t i = 0; i < self->n; i++) {
        if (i == 0 || self->sorted[i].seed != self->sorted[self->sorted_n - 1].seed) {
            self->sorted[self->sorted_n++] = self->sorted[i];
        } else if (floors->repeated[s]++ == 0) {
            fl_game_seed_write(self->sorted[i].seed, floors->repeated_seed[s]);
        }
    }
    return FL_OK;
}

/* Finds the floor of a seed: the first in a list, else the one that the generator makes from it. */
static bool find(const seeds *other, uint32_t seed, uint64_t *out)
{
    const fl_opened_generator *opened = &other->condition->opened;
    const fl_generator *generator = opened->generator;
    if (other->n > 0) {
        const seeded wanted = {.seed = seed};
        const seeded *found = bsearch(&wanted, other->sorted, other->sorted_n, sizeof wanted, by_seed);
        *out = found ? found->number : 0;
        return found != NULL;
    }
    char text[FL_GAME_SEED_SIZE];
    uint64_t first = 0;
    uint64_t last = UINT64_MAX;
    fl_game_seed_write(seed, text);
    if (generator->floors) {
        generator->floors(opened->rules, &first, &last);
    }
    return generator->number_of(opened->rules, text, out, NULL) == FL_OK && *out >= first && *out <= last;
}

/* Checks that a side can find floors by seed. FL_ERR_USAGE: other settings would allow it. */
static fl_err check_other(const fl_compare_floors *self, const seeds *other, unsigned s, bool *can,
                          fl_diag *diag)
{
    const fl_opened_generator *opened = &other->condition->opened;
    uint32_t unused = 0;
    *can = other->n > 0;
    if (*can || opened->generator->has_list || !opened->generator->number_of) {
        return FL_OK;
    }
    *can = seed_of(opened, opened->first, &unused);
    if (*can) {
        return FL_OK;
    }
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, self->side[s].word,
                             "the other side's floors have game seeds, which these are not made from");
    fl_diag_hint(diag, "rng=isaac makes floors from the game's seeds: %s%srng=isaac", self->side[s].word,
                 strchr(self->side[s].word, ':') ? "," : ":");
    return err;
}

static fl_err pair_floors(fl_compare_floors *self, const seeds side[2], unsigned lead, fl_diag *diag)
{
    uint64_t possible = self->n < side[lead].n ? self->n : side[lead].n;
    uint64_t n = 0;
    self->number = calloc(possible + 1, sizeof *self->number);
    if (!self->number) {
        return fl_diag_memory(diag);
    }
    for (uint64_t i = 0; i < side[lead].n && n < possible; i++) {
        uint64_t other = 0;
        if (find(&side[1 - lead], side[lead].floor[i].seed, &other)) {
            self->number[n].index[lead] = side[lead].floor[i].number;
            self->number[n++].index[1 - lead] = other;
        } else {
            self->unmatched++;
        }
    }
    self->lead = lead;
    self->n = n;
    if (n > 0) {
        return FL_OK;
    }
    fl_err err = fl_diag_set(diag, FL_ERR_MISMATCH, self->side[lead].word,
                             "no floor of the other side has the game seed of one of these");
    fl_diag_hint(diag, "game seeds stand in the lines as \"seed_text\"");
    return err;
}

fl_err fl_compare_floors_pair(fl_compare_floors *self, fl_diag *diag)
{
    seeds side[2];
    memset(side, 0, sizeof side);
    fl_err err = list(&side[0], self, 0, diag);
    err = err ? err : list(&side[1], self, 1, diag);
    unsigned lead = side[0].n > 0 ? 0 : 1;
    bool can = false;
    if (!err && side[lead].n > 0) {
        err = check_other(self, &side[1 - lead], 1 - lead, &can, diag);
    }
    err = err || !can ? err : pair_floors(self, side, lead, diag);
    free(side[0].floor);
    free(side[1].floor);
    return err;
}

void fl_compare_floors_free(fl_compare_floors *self)
{
    free(self->number);
    self->number = NULL;
}

void fl_compare_floors_add_pairing(const fl_compare_floors *self, fl_text *out)
{
    if (!self->number) {
        return;
    }
    fl_text_add(out, "Floors of equal game seeds are compared.\n");
    for (unsigned s = 0; s < 2; s++) {
        if (self->unseeded[s] > 0) {
            fl_text_add_format(out, "%c: %llu floors without a game seed are left out.\n", "AB"[s],
                               (unsigned long long)self -> unseeded[s]);
        }
        if (self->repeated[s] > 0) {
            fl_text_add_format(out, "%c: %llu floors have the game seed of an earlier one, the first %s%s.\n",
                               "AB"[s], (unsigned long long)self -> repeated[s], self -> repeated_seed[s],
                               s == self -> lead ? "" : ", which stands for both");
        }
    }
    if (self->unmatched > 0) {
        fl_text_add_format(out, "%c: %llu floors are left out, as %c has no floor of their game seed.\n",
                           "AB"[self->lead], (unsigned long long)self -> unmatched, "BA"[self->lead]);
    }
}

void fl_compare_floors_add_pairing_json(const fl_compare_floors *self, fl_text *out)
{
    fl_text_add_format(out, ", \"paired_by\": \"%s\"", self->number ? "game seed" : "number");
    if (self->number) {
        fl_text_add_format(
            out,
            ", \"without_seed\": [%llu, %llu], \"repeated_seeds\": [%llu, %llu], \"without_partner\": %llu",
            (unsigned long long)self->unseeded[0], (unsigned long long)self->unseeded[1],
            (unsigned long long)self->repeated[0], (unsigned long long)self->repeated[1],
            (unsigned long long)self->unmatched);
    }
}
