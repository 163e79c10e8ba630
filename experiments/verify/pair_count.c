/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes the floors of a population once more together with those of others, number by number from the same
 * seed, and counts them as pairs. The population's own tally is counted elsewhere, as that of any other. */
#include "experiments/verify/verify_private.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64 };

/* A row that is judged on pairs; several may have the same other population. */
typedef struct pairs_row {
    const fl_claim_row *row;
    unsigned metric;                 /* its number; not of events */
    const fl_catalogue_event *event; /* NULL: a metric is counted */
    unsigned partner;
    fl_claim_pairs total;
} pairs_row;

/* The population that the floors are paired with: its settings, and the seed of the first one. */
typedef struct pairs_partner {
    unsigned population; /* its number in the set */
    fl_opened_generator opened;
    fl_catalogue catalogue; /* of both */
    fl_sample_binding binding[2];
    unsigned groups;
    bool has_catalogue;
} pairs_partner;

struct fl_pair_list {
    const fl_run_condition *condition; /* of the first population */
    pairs_row *row;
    size_t rows_n;
    pairs_partner **partner;
    unsigned partners_n;
};

fl_err fl_verify_pairs_init(fl_pair_list **out, const fl_run_condition *condition, fl_diag *diag)
{
    *out = calloc(1, sizeof **out);
    if (!*out) {
        return fl_diag_memory(diag);
    }
    (*out)->condition = condition;
    return FL_OK;
}

void fl_verify_pairs_free(fl_pair_list *self)
{
    for (unsigned i = 0; self && i < self->partners_n; i++) {
        fl_run_generator_close(&self->partner[i]->opened);
        if (self->partner[i]->has_catalogue) {
            fl_sample_catalogue_free(&self->partner[i]->catalogue);
        }
        free(self->partner[i]);
    }
    if (self) {
        free(self->partner);
        free(self->row);
        free(self);
    }
}

static fl_err open_partner(const fl_pair_list *self, pairs_partner *out, const fl_population *population,
                           fl_diag *diag)
{
    const fl_opened_generator *first = &self->condition->opened;
    out->opened.generator = population->generator;
    out->opened.values = population->values;
    fl_err err = fl_run_generator_make_rules(&out->opened, diag);
    out->opened.seed = first->seed;
    const void *rules[2] = {first->rules, out->opened.rules};
    err = err ? err : fl_sample_catalogue_init(&out->catalogue, first->generator, rules, 2, diag);
    out->has_catalogue = !err;
    for (unsigned i = 0; i < 2 && !err; i++) {
        fl_sample_bind(&out->catalogue, rules[i], &out->binding[i]);
    }
    return err;
}

/* The number of the partner that is a population, opened if it is new. */
static fl_err find_partner(fl_pair_list *self, const fl_claim_set *claims, unsigned population, unsigned *out,
                           fl_diag *diag)
{
    for (*out = 0; *out < self->partners_n; ++*out) {
        if (self->partner[*out]->population == population) {
            return FL_OK;
        }
    }
    pairs_partner *fresh = calloc(1, sizeof *fresh);
    void *grown = realloc(self->partner, (self->partners_n + 1) * sizeof *self->partner);
    self->partner = grown ? grown : self->partner;
    if (!grown || !fresh) {
        free(fresh);
        return fl_diag_memory(diag);
    }
    fresh->population = population;
    self->partner[self->partners_n++] = fresh;
    return open_partner(self, fresh, &claims->population[population], diag);
}

fl_err fl_verify_pairs_add(fl_pair_list *self, const fl_claim_set *claims, const fl_claim_row *row,
                           fl_diag *diag)
{
    pairs_row fresh = {.row = row};
    fl_err err =
        find_partner(self, claims, claims->population[row->population[1]].same, &fresh.partner, diag);
    void *grown = err ? NULL : realloc(self->row, (self->rows_n + 1) * sizeof *self->row);
    if (err || !grown) {
        return err ? err : fl_diag_memory(diag);
    }
    self->row = grown;
    pairs_partner *partner = self->partner[fresh.partner];
    const fl_catalogue *catalogue = &partner->catalogue;
    if (row->claim->event) {
        fresh.event = &catalogue->event[fl_sample_find_event(catalogue, row->claim->event)];
        partner->groups |= fresh.event->groups;
    } else {
        fresh.metric = fl_sample_find_metric(catalogue, row->metric);
        partner->groups |= catalogue->metric[fresh.metric].groups;
    }
    self->row[self->rows_n++] = fresh;
    return FL_OK;
}

size_t fl_verify_pairs_rows(const fl_pair_list *self)
{
    return self->rows_n;
}

unsigned fl_verify_pairs_partners(const fl_pair_list *self)
{
    return self->partners_n;
}

const fl_opened_generator *fl_verify_pairs_partner(const fl_pair_list *self, unsigned number)
{
    return &self->partner[number]->opened;
}

fl_claim_pairs *fl_verify_pairs_total(fl_pair_list *self, const fl_claim_row *row)
{
    for (size_t i = 0; i < self->rows_n; i++) {
        if (self->row[i].row == row) {
            return &self->row[i].total;
        }
    }
    return NULL;
}

void fl_verify_pairs_merge(fl_pair_list *self, const fl_claim_pairs *counts)
{
    for (size_t i = 0; i < self->rows_n; i++) {
        fl_claim_pairs_merge(&self->row[i].total, &counts[i]);
    }
}

/* What counts of a row on the floor that was made last. */
static int32_t value_of(const pairs_row *row, const fl_floor_maker *maker, const fl_sample_binding *binding)
{
    const fl_floor *floor = &maker->floor;
    const fl_catalogue_event *event = row->event;
    if (event && event->row) {
        return fl_claim_pairs_hit(event->row->ask(floor, maker->values) == FL_EVENT_HIT);
    }
    if (event) {
        unsigned gate = binding->gate_of[event->gate];
        return fl_claim_pairs_hit(gate < floor->gates_n &&
                                  fl_metric_event_ask_gate(floor->gate[gate], event->bit) == FL_EVENT_HIT);
    }
    bool has_value = !floor->failure && maker->values[row->metric] != FL_GENERATOR_FACT_NONE;
    return has_value ? fl_claim_pairs_value(row->row->claim, maker->values[row->metric]) : FL_CLAIM_PAIR_NONE;
}

/* The pairs of a block: made on one side, then on the other. */
typedef struct block {
    const fl_pair_list *list;
    unsigned partner;
    fl_floor_maker *maker;
    uint64_t first;
    unsigned n;
    int32_t *value; /* [rows][BLOCK], of the first side */
    fl_claim_pairs *counts;
} block;

static fl_err make_side(const block *self, unsigned side)
{
    const pairs_partner *partner = self->list->partner[self->partner];
    fl_floor_maker *maker = self->maker;
    fl_run_maker_switch(maker, side == 0 ? &self->list->condition->opened : &partner->opened);
    fl_run_maker_expect(maker, self->first, self->n);
    for (unsigned i = 0; i < self->n; i++) {
        fl_run_maker_make(maker, self->first + i, partner->groups);
        fl_err err = fl_run_maker_check(maker, NULL);
        if (err) {
            return err;
        }
        for (size_t k = 0; k < self->list->rows_n; k++) {
            const pairs_row *row = &self->list->row[k];
            if (row->partner == self->partner) {
                int32_t value = value_of(row, maker, &partner->binding[side]);
                int32_t *other = &self->value[k * BLOCK + i];
                if (side == 1) {
                    fl_claim_pairs_add(&self->counts[k], *other, value);
                }
                *other = value;
            }
        }
    }
    return FL_OK;
}

fl_err fl_verify_pairs_count(const fl_pair_list *self, fl_floor_maker *maker, const uint64_t range[2],
                             fl_claim_pairs *counts)
{
    fl_err err = FL_OK;
    int32_t *value = malloc(self->rows_n * BLOCK * sizeof *value);
    if (!value) {
        return FL_ERR_MEMORY;
    }
    for (unsigned p = 0; p < self->partners_n; p++) {
        for (uint64_t at = range[0]; at < range[1] && !err; at += BLOCK) {
            unsigned n = range[1] - at < BLOCK ? (unsigned)(range[1] - at) : BLOCK;
            block block = {self, p, maker, at, n, value, counts};
            err = make_side(&block, 0);
            err = err ? err : make_side(&block, 1);
        }
    }
    free(value);
    return err;
}
