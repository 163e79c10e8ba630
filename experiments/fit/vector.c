/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The numbers of a ruleset as a vector, and back; how children change them. */
#include "experiments/fit/fit.h"
#include "gen/random/key.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The types of numbers with their ranges. Not changed: the start room, weight and counts of rooms of weight 0
 * (which are placed by count alone), and passes that have only such rooms. */
#define FL_FIT_PARTS(X)                                                                                      \
    X(TILES_MIN, "tiles_min", 1, 60)                                                                         \
    X(TILES_SPREAD, "tiles_spread", 0, 30)                                                                   \
    X(WEIGHT, "weight", -3, 2)                                                                               \
    X(MIN, "min", 0, 8)                                                                                      \
    X(MAX, "max", 0, 12)                                                                                     \
    X(CONNECTIONS, "connections", 1, 12)                                                                     \
    X(P, "p", 0, 1)                                                                                          \
    X(ZERO, "zero", 0, 15)                                                                                   \
    X(ONE, "one", 0, 20)

#define FL_FIT_ENUM(symbol, what, min, max) FIT_##symbol,
typedef enum part { FL_FIT_PARTS(FL_FIT_ENUM) FIT_PARTS } part;
#undef FL_FIT_ENUM

static const struct {
    const char *what;
    double min, max;
} parts[FIT_PARTS] = {
#define FL_FIT_ROW(symbol, what, min, max) {what, min, max},
    FL_FIT_PARTS(FL_FIT_ROW)
#undef FL_FIT_ROW
};

enum { CHANGES = 3, SUMMANDS = 12 };

static double clamp(double value, double min, double max)
{
    return fmax(min, fmin(max, value));
}

static void add(fl_fit_vector *self, part part, unsigned at, unsigned which, double value)
{
    if (self->n < FL_FIT_NUMBERS) {
        fl_fit_number *number = &self->number[self->n];
        *number = (fl_fit_number){parts[part].what, part, at, which, parts[part].min, parts[part].max};
        self->value[self->n++] = clamp(value, number->min, number->max);
    }
}

void fl_fit_vector_read(fl_fit_vector *self, const fl_grid_rules *rules)
{
    memset(self, 0, sizeof *self);
    for (unsigned i = 0; i < rules->passes_n; i++) {
        const fl_grid_pass *pass = &rules->passes[i];
        bool has_weights = false;
        for (unsigned j = pass->first; j < pass->first + pass->n; j++) {
            add(self, FIT_CONNECTIONS, j, 0, rules->entries[j].connections);
            if (rules->entries[j].weight_as_read > 0) {
                add(self, FIT_WEIGHT, j, 0,
                    log10((double)rules->entries[j].weight_as_read / FL_GRID_RULES_ONE));
                add(self, FIT_MIN, j, 0, rules->entries[j].min);
                add(self, FIT_MAX, j, 0, rules->entries[j].max);
            }
            has_weights = has_weights || rules->entries[j].weight_as_read > 0;
        }
        if (has_weights) {
            add(self, FIT_TILES_MIN, i, 0, pass->tiles_min);
            add(self, FIT_TILES_SPREAD, i, 0, pass->tiles_max - pass->tiles_min);
        }
    }
    for (unsigned i = 0; i < rules->rulesets_n + rules->variants_n; i++) {
        const fl_grid_ruleset *ruleset = &rules->rulesets[i];
        for (unsigned k = 0; k < ruleset->params_n; k++) {
            add(self, FIT_P, i, k, (double)ruleset->params[k].p / FL_GRID_RULES_ONE);
        }
        if (ruleset->zero != ruleset->one) {
            add(self, FIT_ZERO, i, 0, (double)ruleset->zero / FL_GRID_RULES_ONE);
            add(self, FIT_ONE, i, 0, (double)ruleset->one / FL_GRID_RULES_ONE);
        }
    }
}

/* Rounds to a multiple of 1 / digits, in units of FL_GRID_RULES_ONE. */
static int64_t decimal(double value, double digits)
{
    return (int64_t)llround(value * digits) * (int64_t)llround((double)FL_GRID_RULES_ONE / digits);
}

/* Writes a number into the rules. A value read from a file may be out of range, so it is clamped. */
static void put(const fl_fit_number *number, double asked, fl_grid_rules *rules)
{
    double value = clamp(asked, number->min, number->max);
    fl_grid_entry *entry = &rules->entries[number->at];
    fl_grid_ruleset *ruleset = &rules->rulesets[number->at];
    fl_grid_pass *pass = &rules->passes[number->at];
    unsigned whole = (unsigned)lround(value);
    switch ((part)number->part) {
    case FIT_TILES_MIN:
        pass->tiles_min = whole;
        break;
    case FIT_TILES_SPREAD:
        pass->tiles_max = pass->tiles_min + whole;
        break;
    case FIT_WEIGHT:
        entry->weight_as_read = decimal(pow(10, value), 1000);
        break;
    case FIT_MIN:
        entry->min = whole;
        break;
    case FIT_MAX:
        entry->max = whole;
        break;
    case FIT_CONNECTIONS:
        entry->connections = whole;
        break;
    case FIT_P:
        ruleset->params[number->which].p = decimal(value, 1000);
        break;
    case FIT_ZERO:
        ruleset->zero = decimal(value, 10);
        break;
    case FIT_ONE:
        ruleset->one = decimal(value, 10);
        break;
    case FIT_PARTS:
        break;
    }
}

void fl_fit_vector_apply(const fl_fit_vector *self, const double *value, fl_grid_rules *rules)
{
    for (unsigned i = 0; i < self->n; i++) {
        put(&self->number[i], value[i], rules);
    }
}

/* An approximately normal random number: mean 0, variance 1. */
static double normal(fl_pcg *rng)
{
    double sum = 0;
    for (int i = 0; i < SUMMANDS; i++) {
        sum += (double)fl_pcg_next(rng) / 4294967296.0;
    }
    return sum - SUMMANDS / 2.0;
}

void fl_fit_vector_child(const fl_fit_vector *vector, const fl_fit_state *state, uint64_t seed,
                         unsigned child, double *out)
{
    assert(vector->n > 0);
    fl_key key;
    fl_pcg rng;
    fl_key_init(&key, "fit", 1, seed);
    key.index = state->generation * FL_FIT_CHILDREN + child;
    fl_key_stream(&key, 0, &rng);
    memcpy(out, state->value, vector->n * sizeof *out);
    unsigned always = fl_pcg_below(&rng, vector->n);
    for (unsigned i = 0; i < vector->n; i++) {
        const fl_fit_number *number = &vector->number[i];
        double step = normal(&rng) * state->step * (number->max - number->min);
        if (fl_pcg_below(&rng, vector->n) < CHANGES || i == always) {
            out[i] = clamp(out[i] + step, number->min, number->max);
        }
    }
}
