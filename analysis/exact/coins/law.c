/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From sums to the distribution of floors. A floor aims at each number of rooms with equal chance, and its
 * attempts continue until one succeeds. So the chance of a value is the mean, over the numbers of rooms, of
 * its share of the successful layouts. All numbers are fractions.
 *
 * The chance that all attempts fail is rounded down to 2^-FAILED_BITS. */
#include "analysis/exact/coins/coins_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FAILED_BITS = 400,
    ATTEMPTS = 24, /* the most that are listed */
    ROWS = FL_COINS_ASKED + FL_CLASSIC_TERMS_ROLLS * FL_ROLL_FLAGS,
};

/* The sums of one number of rooms as fractions. */
typedef struct part {
    mpq_t accepted, success, failed, missed; /* of an attempt; of all attempts; 1 - success */
    mpq_t share;                             /* of the floors that did not fail */
} part;

typedef struct law_maker {
    fl_coins_law *law;
    const fl_coins *coins;
    const fl_coins_tally *tally;
    part part[FL_COINS_SIZES];
} law_maker;

static void sum_to_fraction(const fl_coins_sum *sum, mpq_t out)
{
    mpz_import(mpq_numref(out), 4, -1, sizeof sum->word[0], 0, 0, sum->word);
    mpz_set_ui(mpq_denref(out), 1);
    mpq_div_2exp(out, out, FL_COINS_MOST + FL_COINS_SHARE_BITS);
}

/* The chance of layouts counted by their coins. */
static void coins_to_fraction(const uint64_t counts[FL_COINS_MOST + 1], mpq_t out)
{
    mpz_t part;
    mpz_init(part);
    mpq_set_ui(out, 0, 1);
    for (unsigned i = 0; i <= FL_COINS_MOST; i++) {
        mpz_import(part, 1, -1, sizeof counts[0], 0, 0, &counts[i]);
        mpz_mul_2exp(part, part, FL_COINS_MOST - i);
        mpz_add(mpq_numref(out), mpq_numref(out), part);
    }
    mpq_div_2exp(out, out, FL_COINS_MOST);
    mpz_clear(part);
}

static uint64_t layouts(const uint64_t counts[FL_COINS_MOST + 1])
{
    uint64_t sum = 0;
    for (unsigned i = 0; i <= FL_COINS_MOST; i++) {
        sum += counts[i];
    }
    return sum;
}

/* The parts, and their shares of the floors. */
static fl_err make_parts(law_maker *m, fl_diag *diag)
{
    mpq_t sum;
    fl_err err = FL_OK;
    mpq_init(sum);
    for (unsigned i = 0; i < m->tally->sizes_n; i++) {
        const fl_coins_tally_of_size *entry = &m->tally->by_size[i];
        part *p = &m->part[i];
        coins_to_fraction(entry->accepted, p->accepted);
        coins_to_fraction(entry->refused, p->missed);
        mpq_add(p->missed, p->missed, p->accepted);
        if (mpq_cmp_ui(p->missed, 1, 1) != 0) {
            err = fl_diag_set(diag, FL_ERR_DEFECT, "",
                              "the chances of all layouts of %u rooms are not 1 together",
                              m->coins->tree[i].size.most);
        }
        sum_to_fraction(&entry->success, p->success);
        mpq_set_ui(p->missed, 1, 1);
        mpq_sub(p->missed, p->missed, p->success);
        /* q^n, rounded down to so many bits. */
        unsigned n = m->coins->terms.max_attempts;
        mpz_t base, result;
        mpz_inits(base, result, NULL);
        mpz_mul_2exp(base, mpq_numref(p->missed), 2 * FAILED_BITS);
        mpz_fdiv_q(base, base, mpq_denref(p->missed));
        mpz_ui_pow_ui(result, 2, 2 * FAILED_BITS);
        for (; n > 0; n >>= 1) {
            if (n & 1) {
                mpz_mul(result, result, base);
                mpz_fdiv_q_2exp(result, result, 2 * FAILED_BITS);
            }
            mpz_mul(base, base, base);
            mpz_fdiv_q_2exp(base, base, 2 * FAILED_BITS);
        }
        mpz_fdiv_q_2exp(mpq_numref(p->failed), result, FAILED_BITS);
        mpz_set_ui(mpq_denref(p->failed), 1);
        mpq_div_2exp(p->failed, p->failed, FAILED_BITS);
        mpz_clears(base, result, NULL);
        mpq_set_ui(p->share, 1, 1);
        mpq_sub(p->share, p->share, p->failed);
        mpq_add(sum, sum, p->share);
    }
    if (!err && mpq_sgn(sum) == 0) {
        err = fl_diag_set(diag, FL_ERR_INPUT, "", "no layout of these rules is accepted");
        fl_diag_hint(diag, "fewer min_end_rooms, or more rooms");
    }
    for (unsigned i = 0; !err && i < m->tally->sizes_n; i++) {
        mpq_div(m->part[i].share, m->part[i].share, sum);
    }
    mpq_clear(sum);
    return err;
}

/* Computes the chance of a value that was added up. */
static void chance_of(const law_maker *m, unsigned asked, unsigned value, mpq_t out)
{
    mpq_t term;
    mpq_init(term);
    mpq_set_ui(out, 0, 1);
    for (unsigned i = 0; i < m->tally->sizes_n; i++) {
        const part *p = &m->part[i];
        sum_to_fraction(&m->tally->by_size[i].sum[asked][value], term);
        if (mpq_sgn(term) > 0) {
            mpq_div(term, term, p->success);
            mpq_mul(term, term, p->share);
            mpq_add(out, out, term);
        }
    }
    mpq_clear(term);
}

static fl_coins_law_row *add_row(fl_coins_law *law, const char *name, bool is_event)
{
    fl_coins_law_row *row = &law->row[law->rows_n++];
    snprintf(row->name, sizeof row->name, "%s", name);
    row->is_event = is_event;
    return row;
}

/* Adds a metric, given the chances of n values, which are divided by their sum. */
static fl_err add_metric(law_maker *m, const char *name, mpq_t *chance, unsigned n, fl_diag *diag)
{
    fl_coins_law_row *row = add_row(m->law, name, false);
    mpq_t sum, mean, part;
    mpq_inits(sum, mean, part, NULL);
    size_t values = 0;
    for (unsigned i = 0; i < n; i++) {
        mpq_add(sum, sum, chance[i]);
        values += mpq_sgn(chance[i]) > 0;
    }
    row->chance = calloc(values > 0 ? values : 1, sizeof *row->chance);
    for (unsigned i = 0; row->chance && i < n; i++) {
        if (mpq_sgn(chance[i]) > 0) {
            mpq_div(chance[i], chance[i], sum);
            mpq_set_ui(part, i, 1);
            mpq_mul(part, part, chance[i]);
            mpq_add(mean, mean, part);
            fl_coins_number_write(chance[i], (int32_t)i, &row->chance[row->chances_n++]);
        }
    }
    fl_coins_number_write(mean, 0, &row->mean);
    mpq_clears(sum, mean, part, NULL);
    return row->chance ? FL_OK : fl_diag_memory(diag);
}

static fl_err add_event(law_maker *m, const char *name, const mpq_t asked, const mpq_t happens, fl_diag *diag)
{
    fl_coins_law_row *row = add_row(m->law, name, true);
    mpq_t given;
    mpq_init(given);
    row->chance = calloc(FL_COINS_EVENT_CHANCES, sizeof *row->chance);
    if (row->chance) {
        row->chances_n = mpq_sgn(asked) > 0 ? FL_COINS_EVENT_CHANCES : FL_COINS_EVENT_GIVEN;
        fl_coins_number_write(asked, 0, &row->chance[FL_COINS_EVENT_ASKED]);
        fl_coins_number_write(happens, 0, &row->chance[FL_COINS_EVENT_HAPPENS]);
        if (mpq_sgn(asked) > 0) {
            mpq_div(given, happens, asked);
            fl_coins_number_write(given, 0, &row->chance[FL_COINS_EVENT_GIVEN]);
        }
    }
    mpq_clear(given);
    return row->chance ? FL_OK : fl_diag_memory(diag);
}

/* Adds the sums of the walk. */
static fl_err add_walked(law_maker *m, fl_diag *diag)
{
    mpq_t chance[FL_COINS_VALUES];
    fl_err err = FL_OK;
    for (unsigned i = 0; i < FL_COINS_VALUES; i++) {
        mpq_init(chance[i]);
    }
    for (unsigned asked = 0; asked < FL_COINS_ASKED && !err; asked++) {
        if (!m->coins->wish.has[asked] || asked == FL_COINS_ROOMS_AND_ENDS) {
            continue;
        }
        for (unsigned value = 0; value < FL_COINS_VALUES; value++) {
            chance_of(m, asked, value, chance[value]);
        }
        if (asked < FL_METRIC_COUNT) {
            err = add_metric(m, fl_metric_of(asked)->name, chance, FL_COINS_VALUES, diag);
        } else if (asked == FL_COINS_QUESTION) {
            mpq_add(chance[0], chance[0], chance[1]);
            err = add_event(m, "", chance[0], chance[1], diag);
        } else {
            const fl_event_row *rows = fl_metric_event_all(NULL);
            mpq_add(chance[FL_EVENT_MISS], chance[FL_EVENT_MISS], chance[FL_EVENT_HIT]);
            err = add_event(m, rows[asked - FL_METRIC_COUNT].name, chance[FL_EVENT_MISS],
                            chance[FL_EVENT_HIT], diag);
        }
    }
    for (unsigned i = 0; i < FL_COINS_VALUES; i++) {
        mpq_clear(chance[i]);
    }
    return err;
}

/* Attempts are geometric, up to the last one. */
static fl_err add_attempts(law_maker *m, fl_diag *diag)
{
    unsigned most = m->coins->terms.max_attempts;
    unsigned shown = most < ATTEMPTS ? most : ATTEMPTS;
    fl_coins_law_row *row = add_row(m->law, fl_metric_of(FL_METRIC_ATTEMPTS)->name, false);
    mpq_t chance[ATTEMPTS + 1];
    mpq_t left, term, succeeded;
    mpq_inits(left, term, succeeded, NULL);
    for (unsigned k = 0; k <= ATTEMPTS; k++) {
        mpq_init(chance[k]);
    }
    for (unsigned i = 0; i < m->tally->sizes_n; i++) { /* chance[0]: the mean */
        mpq_set_ui(left, 1, 1);
        mpq_sub(term, left, m->part[i].failed);
        mpq_add(succeeded, succeeded, term);
        for (unsigned k = 1; k <= shown; k++) {
            mpq_mul(term, left, m->part[i].success);
            mpq_add(chance[k], chance[k], term);
            mpq_sub(left, left, term);
        }
        /* The mean of the attempts for one number of rooms, times the chance of success: with n attempts at
         * most, of which each succeeds with p and fails with q, (1 - q^n) / p - n q^n. */
        mpq_t failed;
        mpq_init(failed);
        mpq_set_ui(term, 0, 1);
        if (mpq_sgn(m->part[i].success) > 0) {
            mpq_set_ui(term, 1, 1);
            mpq_sub(term, term, m->part[i].failed);
            mpq_div(term, term, m->part[i].success);
            mpq_set(failed, m->part[i].failed);
            fl_coins_number_scale(failed, most, 1);
            mpq_sub(term, term, failed);
        }
        mpq_clear(failed);
        mpq_add(chance[0], chance[0], term);
    }
    row->is_open = shown < most;
    row->chance = calloc(shown, sizeof *row->chance);
    for (unsigned k = 0; row->chance && k <= shown; k++) {
        mpq_div(chance[k], chance[k], succeeded);
        fl_coins_number_write(chance[k], (int32_t)k, k == 0 ? &row->mean : &row->chance[row->chances_n++]);
    }
    for (unsigned k = 0; k <= ATTEMPTS; k++) {
        mpq_clear(chance[k]);
    }
    mpq_clears(left, term, succeeded, NULL);
    return row->chance ? FL_OK : fl_diag_memory(diag);
}

static fl_err add_target(law_maker *m, fl_diag *diag)
{
    mpq_t chance[FL_COINS_JOINT];
    for (unsigned i = 0; i < FL_COINS_JOINT; i++) {
        mpq_init(chance[i]);
    }
    for (unsigned i = 0; i < m->tally->sizes_n; i++) {
        unsigned target = m->coins->tree[i].size.target;
        if (target > 0) {
            mpq_set(chance[target], m->part[i].share);
        }
    }
    fl_err err = add_metric(m, fl_metric_of(FL_METRIC_TARGET)->name, chance, FL_COINS_JOINT, diag);
    for (unsigned i = 0; i < FL_COINS_JOINT; i++) {
        mpq_clear(chance[i]);
    }
    return err;
}

static fl_err make(void *context, fl_diag *diag)
{
    law_maker *m = context;
    for (unsigned i = 0; i < FL_COINS_SIZES; i++) {
        part *p = &m->part[i];
        mpq_inits(p->accepted, p->success, p->failed, p->missed, p->share, NULL);
    }
    fl_err err = make_parts(m, diag);
    if (!err) {
        mpq_t failed, part;
        mpq_inits(failed, part, NULL);
        m->law->sizes_n = m->tally->sizes_n;
        for (unsigned i = 0; i < m->tally->sizes_n; i++) {
            fl_coins_law_of_size *out = &m->law->by_size[i];
            out->size = m->coins->tree[i].size;
            out->accepted_n = layouts(m->tally->by_size[i].accepted);
            out->refused_n = layouts(m->tally->by_size[i].refused);
            fl_coins_number_write(m->part[i].accepted, 0, &out->accepted);
            fl_coins_number_write(m->part[i].success, 0, &out->success);
            mpq_set(part, m->part[i].failed);
            fl_coins_number_scale(part, 1, m->tally->sizes_n);
            mpq_add(failed, failed, part);
        }
        fl_coins_number_write(failed, 0, &m->law->failed);
        mpq_clears(failed, part, NULL);
        err = m->coins->wish.added[FL_METRIC_TARGET] ? add_target(m, diag) : FL_OK;
        err = err || !m->coins->wish.added[FL_METRIC_ATTEMPTS] ? err : add_attempts(m, diag);
        err = err ? err : add_walked(m, diag);
        /* adds shop, treasure room and rolls to the chances of the end rooms (chain.c) */
        if (!err) {
            fl_coins_chain chain;
            fl_coins_chain_init(&chain);
            for (unsigned ends = 0; ends < FL_COINS_JOINT; ends++) {
                chance_of(m, FL_METRIC_END_ROOMS, ends, chain.ends[ends]);
            }
            for (unsigned value = 0; m->coins->wish.has[FL_COINS_ROOMS_AND_ENDS] && value < FL_COINS_VALUES;
                 value++) {
                chance_of(m, FL_COINS_ROOMS_AND_ENDS, value, chain.joint[value]);
            }
            fl_coins_chain_walk(&chain, &m->coins->terms);
            for (unsigned metric = 0; metric < FL_METRIC_COUNT && !err; metric++) {
                if (m->coins->wish.added[metric] && fl_coins_chain_metric(&chain, metric)) {
                    err = add_metric(m, fl_metric_of(metric)->name, chain.value, FL_COINS_VALUES, diag);
                }
            }
            for (unsigned roll = 0; roll < m->coins->terms.rolls_n && m->coins->terms.has_specials; roll++) {
                for (unsigned bit = 0; bit < FL_ROLL_FLAGS && !err; bit++) {
                    char name[FL_EVENT_NAME];
                    fl_metric_event_roll_name(m->coins->terms.roll[roll].name, bit, name);
                    err = add_event(m, name, chain.asked[roll][bit], chain.happens[roll][bit], diag);
                }
            }
            fl_coins_chain_free(&chain);
        }
    }
    for (unsigned i = 0; i < FL_COINS_SIZES; i++) {
        part *p = &m->part[i];
        mpq_clears(p->accepted, p->success, p->failed, p->missed, p->share, NULL);
    }
    return err;
}

fl_err fl_coins_law_init(fl_coins_law *self, const fl_coins *coins, const fl_coins_tally *tally,
                         fl_diag *diag)
{
    law_maker m = {.law = self, .coins = coins, .tally = tally};
    memset(self, 0, sizeof *self);
    self->row = calloc(ROWS, sizeof *self->row);
    return self->row ? fl_coins_memory_try(make, &m, diag) : fl_diag_memory(diag);
}

void fl_coins_law_free(fl_coins_law *self)
{
    for (size_t i = 0; i < self->rows_n; i++) {
        free(self->row[i].chance);
    }
    free(self->row);
    self->row = NULL;
    self->rows_n = 0;
}

const fl_coins_law_row *fl_coins_law_find(const fl_coins_law *self, const char *name)
{
    for (size_t i = 0; i < self->rows_n; i++) {
        if (strcmp(self->row[i].name, name) == 0) {
            return &self->row[i];
        }
    }
    return NULL;
}
