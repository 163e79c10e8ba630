/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts of pairs: sample i of two populations, made from the same random numbers.
 *
 * A law is compared at fixed steps: how many pairs there are of which only one side has at least this value.
 * Every small value is a step, larger ones are farther and farther apart. A sample without a value lies below
 * all steps; so a chance is the law of a single step, with a value on those samples that hit. */
#include "analysis/claim/claim_private.h"

enum { EVERY = 48 };

int32_t fl_claim_pairs_step(unsigned number)
{
    return number <= EVERY ? (int32_t)number : EVERY - 2 + (2 << (number - EVERY));
}

unsigned fl_claim_pairs_steps(const fl_claim *claim)
{
    return fl_claim_is_chance(claim) ? 1 : FL_CLAIM_PAIR_STEPS;
}

int32_t fl_claim_pairs_hit(bool is_hit)
{
    return is_hit ? fl_claim_pairs_step(0) : FL_CLAIM_PAIR_NONE;
}

int32_t fl_claim_pairs_value(const fl_claim *claim, int32_t value)
{
    if (value < 0) {
        return FL_CLAIM_PAIR_NONE;
    }
    return fl_claim_is_chance(claim)
               ? fl_claim_pairs_hit(fl_claim_value_set_has(&claim->values, value) != claim->is_inverted)
               : value;
}

void fl_claim_pairs_add(fl_claim_pairs *self, int32_t first, int32_t second)
{
    self->n++;
    for (unsigned i = 0; first != second && i < FL_CLAIM_PAIR_STEPS; i++) {
        int32_t step = fl_claim_pairs_step(i);
        self->first[i] += first >= step && second < step;
        self->second[i] += second >= step && first < step;
    }
}

void fl_claim_pairs_merge(fl_claim_pairs *self, const fl_claim_pairs *other)
{
    self->n += other->n;
    for (unsigned i = 0; i < FL_CLAIM_PAIR_STEPS; i++) {
        self->first[i] += other->first[i];
        self->second[i] += other->second[i];
    }
}

unsigned fl_claim_pairs_widest(const fl_claim_pairs *self)
{
    unsigned widest = 0;
    uint64_t most = 0;
    for (unsigned i = 0; i < FL_CLAIM_PAIR_STEPS; i++) {
        uint64_t apart = self->first[i] > self->second[i] ? self->first[i] - self->second[i]
                                                          : self->second[i] - self->first[i];
        widest = apart > most ? i : widest;
        most = apart > most ? apart : most;
    }
    return widest;
}

void fl_claim_pairs_add_json(const fl_claim_pairs *self, const fl_claim *claim, fl_text *out)
{
    const char *link = "";
    fl_text_add_format(out, "{\"n\": %llu, \"steps\": [", (unsigned long long)self->n);
    for (unsigned i = 0; i < fl_claim_pairs_steps(claim); i++) {
        if (self->first[i] > 0 || self->second[i] > 0 || fl_claim_is_chance(claim)) {
            fl_text_add(out, link);
            if (!fl_claim_is_chance(claim)) {
                fl_text_add_format(out, "{\"at_least\": %ld, ", (long)fl_claim_pairs_step(i));
            }
            fl_text_add_format(out, "%s\"only_first\": %llu, \"only_second\": %llu}",
                               fl_claim_is_chance(claim) ? "{" : "", (unsigned long long)self->first[i],
                               (unsigned long long)self->second[i]);
            link = ", ";
        }
    }
    fl_text_add(out, "]}");
}
