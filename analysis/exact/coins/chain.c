/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shop, treasure room and rolls (gen/classic/RULES.md, "Special rooms"). The boss, the shop and the treasure
 * room take an end room each; then each roll in its order is made as long as an end room is left, and takes
 * one if it passes. The state is the number that is left: a Markov chain, computed with fractions. */
#include "analysis/exact/coins/coins_private.h"

enum { SURE = 3, ADDED = 1 /* the secret room */ };

static void init_all(mpq_t *number, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        mpq_init(number[i]);
    }
}

static void clear_all(mpq_t *number, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        mpq_clear(number[i]);
    }
}

static void each_list(fl_coins_chain *self, void (*call)(mpq_t *number, size_t n))
{
    call(self->ends, FL_COINS_JOINT);
    call(self->joint, FL_COINS_VALUES);
    call(self->asked[0], (size_t)FL_CLASSIC_TERMS_ROLLS * FL_ROLL_FLAGS);
    call(self->happens[0], (size_t)FL_CLASSIC_TERMS_ROLLS * FL_ROLL_FLAGS);
    call(self->placed, FL_CLASSIC_TERMS_ROLLS);
    call(self->rooms[0], (size_t)FL_COINS_JOINT * (FL_CLASSIC_TERMS_ROLLS + 1));
    call(self->value, FL_COINS_VALUES);
}

void fl_coins_chain_init(fl_coins_chain *self)
{
    each_list(self, init_all);
}

void fl_coins_chain_free(fl_coins_chain *self)
{
    each_list(self, clear_all);
}

static void note(fl_coins_chain *self, unsigned roll, fl_roll flags, const mpq_t chance)
{
    for (unsigned bit = 0; bit < FL_ROLL_FLAGS; bit++) {
        fl_event_answer answer = fl_metric_event_ask_roll(flags, bit);
        if (answer != FL_EVENT_NOT_ASKED) {
            mpq_add(self->asked[roll][bit], self->asked[roll][bit], chance);
        }
        if (answer == FL_EVENT_HIT) {
            mpq_add(self->happens[roll][bit], self->happens[roll][bit], chance);
        }
    }
}

/* Makes one roll with this chance; afterwards `won` is the chance that it is made and won. */
static void walk_roll(fl_coins_chain *self, unsigned number, const mpq_t chance, mpq_t passed)
{
    const fl_classic_terms_roll *roll = &self->terms->roll[number];
    fl_roll missed = FL_ROLL_ROLLED;
    mpq_t left, second;
    mpq_inits(left, second, NULL);
    mpq_set(passed, chance);
    fl_coins_number_scale(passed, roll->first_hits, roll->first_of);
    note(self, number, FL_ROLL_ROLLED | FL_ROLL_FIRST | FL_ROLL_WON | FL_ROLL_PLACED, passed);
    mpq_sub(left, chance, passed);
    if (roll->second_of > 0) {
        missed |= FL_ROLL_SECOND_ROLLED;
        mpq_set(second, left);
        fl_coins_number_scale(second, roll->second_hits, roll->second_of);
        note(self, number, missed | FL_ROLL_SECOND | FL_ROLL_WON | FL_ROLL_PLACED, second);
        mpq_sub(left, left, second);
        mpq_add(passed, passed, second);
    }
    note(self, number, missed, left);
    mpq_add(self->placed[number], self->placed[number], passed);
    mpq_clears(left, second, NULL);
}

void fl_coins_chain_walk(fl_coins_chain *self, const fl_classic_terms *terms)
{
    self->terms = terms;
    for (unsigned ends = 0; ends < FL_COINS_JOINT && terms->has_specials; ends++) {
        /* the rolls of floors with so many end rooms; rooms[ends][n] is, roll by roll, the chance that n were
         * placed */
        mpq_t passed;
        mpq_t *rooms = self->rooms[ends];
        mpq_init(passed);
        mpq_set(rooms[0], self->ends[ends]);
        for (unsigned roll = 0; roll < self->terms->rolls_n; roll++) {
            for (unsigned n = roll + 1; n-- > 0;) { /* from the largest down, so that none is moved twice */
                if (mpq_sgn(rooms[n]) == 0) {
                    continue;
                }
                if (!self->terms->roll[roll].is_open || SURE + n >= ends) {
                    note(self, roll, self->terms->roll[roll].is_open ? FL_ROLL_NO_DEAD_END : 0, rooms[n]);
                    continue;
                }
                walk_roll(self, roll, rooms[n], passed);
                mpq_sub(rooms[n], rooms[n], passed);
                mpq_add(rooms[n + 1], rooms[n + 1], passed);
            }
        }
        mpq_clear(passed);
    }
}

static void put(fl_coins_chain *self, unsigned value, const mpq_t chance)
{
    mpq_add(self->value[value], self->value[value], chance);
}

static void put_kind(fl_coins_chain *self, fl_kind kind)
{
    const fl_classic_terms *terms = self->terms;
    mpq_t chance;
    mpq_init(chance);
    bool is_sure = kind == FL_KIND_START || kind == FL_KIND_BOSS;
    is_sure = is_sure || (terms->has_specials &&
                          (kind == FL_KIND_SHOP || kind == FL_KIND_TREASURE || kind == FL_KIND_SECRET));
    mpq_set_ui(chance, is_sure, 1);
    for (unsigned roll = 0; roll < terms->rolls_n && terms->has_specials; roll++) {
        if (terms->roll[roll].kind == kind) {
            mpq_set(chance, self->placed[roll]);
        }
    }
    /* of the two outcomes 1 and 0 */
    mpq_t other;
    mpq_init(other);
    mpq_set_ui(other, 1, 1);
    mpq_sub(other, other, chance);
    put(self, 1, chance);
    put(self, 0, other);
    mpq_clear(other);
    mpq_clear(chance);
}

bool fl_coins_chain_metric(fl_coins_chain *self, unsigned metric)
{
    for (unsigned i = 0; i < FL_COINS_VALUES; i++) {
        mpq_set_ui(self->value[i], 0, 1);
    }
    if (metric == FL_METRIC_FIRST_KIND + FL_KIND_NORMAL) {
        /* rooms of the layout except start, boss, shop, treasure room, and the rolls' rooms */
        unsigned sure = 1 + (self->terms->has_specials ? SURE : 1);
        mpq_t chance;
        mpq_init(chance);
        for (unsigned i = 0; i < FL_COINS_VALUES; i++) {
            unsigned rooms = i / FL_COINS_JOINT;
            unsigned ends = i % FL_COINS_JOINT;
            if (mpq_sgn(self->joint[i]) == 0) {
                continue;
            }
            if (!self->terms->has_specials) {
                put(self, rooms - sure, self->joint[i]);
                continue;
            }
            for (unsigned n = 0; n <= FL_CLASSIC_TERMS_ROLLS && sure + n <= rooms; n++) {
                mpq_mul(chance, self->joint[i], self->rooms[ends][n]);
                mpq_div(chance, chance, self->ends[ends]);
                put(self, rooms - sure - n, chance);
            }
        }
        mpq_clear(chance);
    } else if (metric >= FL_METRIC_FIRST_KIND) {
        put_kind(self, (fl_kind)(metric - FL_METRIC_FIRST_KIND));
    } else if (metric == FL_METRIC_SPECIAL_ROOMS) {
        for (unsigned ends = 0; ends < FL_COINS_JOINT; ends++) {
            for (unsigned n = 0; n <= FL_CLASSIC_TERMS_ROLLS && self->terms->has_specials; n++) {
                put(self, SURE + ADDED + n, self->rooms[ends][n]);
            }
            if (!self->terms->has_specials) {
                put(self, 1, self->ends[ends]);
            }
        }
    } else if (metric == FL_METRIC_SHOP_END_PLACE) {
        /* every end room except the boss's is equally likely for the shop */
        mpq_t chance;
        mpq_init(chance);
        for (unsigned ends = SURE; ends < FL_COINS_JOINT && self->terms->has_specials; ends++) {
            mpq_set(chance, self->ends[ends]);
            fl_coins_number_scale(chance, 1, ends - 1);
            for (unsigned place = 0; place < ends - 1; place++) {
                put(self, 10 * (ends - 1) + place, chance);
            }
        }
        mpq_clear(chance);
    } else {
        return false;
    }
    return true;
}
