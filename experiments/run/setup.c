/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opens the generator of every condition and lays out the tally they share. */
#include "experiments/run/run_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What a result file may hold (FL_STORE_BYTES), less a part for the numbers beside the counts. */
enum { MEMORY_MAX_MIB = 960 };

static fl_err open_condition(fl_run_setup *self, uint64_t condition, fl_diag *diag)
{
    fl_opened_generator *opened = &self->generators[condition];
    opened->generator = self->experiment->generator;
    fl_err err = fl_run_experiment_values(self->experiment, condition, &opened->values, diag);
    err = err ? err : fl_run_generator_make_rules(opened, diag);
    opened->seed = self->experiment->seed;
    if (!self->experiment->has_shared_streams) {
        opened->seed += fl_setting_values_mark(&opened->values, opened->generator->name);
    }
    if (!err && self->experiment->floors - 1 > opened->last - opened->first) {
        err = fl_diag_set(diag, FL_ERR_INPUT, self->experiment->name,
                          "%llu floors are wanted, but there are only %llu",
                          (unsigned long long)self->experiment->floors,
                          (unsigned long long)(opened->last - opened->first) + 1);
        fl_diag_hint(diag, "with rng=isaac a floor is one of 2^32 - 1 game seeds; rng=pcg has no such limit");
    }
    return err;
}

/* What can be counted in all conditions together, and where each condition's counts go. */
static fl_err make_catalogue(fl_run_setup *self, fl_diag *diag)
{
    const void **rules = calloc(self->conditions, sizeof *rules);
    self->binding = calloc(self->conditions, sizeof *self->binding);
    fl_err err = rules && self->binding ? FL_OK : fl_diag_memory(diag);
    for (uint64_t i = 0; i < self->conditions && !err; i++) {
        rules[i] = self->generators[i].rules;
    }
    err = err ? err
              : fl_sample_catalogue_init(&self->catalogue, self->experiment->generator, rules,
                                         self->conditions, diag);
    for (uint64_t i = 0; i < self->conditions && !err; i++) {
        fl_sample_bind(&self->catalogue, self->generators[i].rules, &self->binding[i]);
        self->generators[i].catalogue = &self->catalogue;
        self->generators[i].binding = &self->binding[i];
    }
    free(rules);
    return err;
}

static fl_err make_spec(fl_run_setup *self, fl_diag *diag)
{
    const fl_experiment *experiment = self->experiment;
    fl_run_choices choices;
    fl_err err = fl_run_experiment_choose(experiment, &self->catalogue, &choices, diag);
    err = err ? err : fl_tally_spec_make(&self->tally, &choices.request, diag);
    fl_run_experiment_free_choices(&choices);
    uint64_t mib = self->tally.counts_n * sizeof(uint64_t) * self->conditions >> 20;
    if (!err && mib > MEMORY_MAX_MIB) {
        err = fl_diag_set(diag, FL_ERR_INPUT, experiment->name,
                          "its tallies would take %llu MiB; at most %d are allowed", (unsigned long long)mib,
                          MEMORY_MAX_MIB);
        fl_diag_hint(diag, "list fewer metrics, events or joints, or vary fewer settings");
    }
    return err;
}

/* Shard i of n begins at floor F i / n. */
static uint64_t shard_start(uint64_t floors, uint64_t shard, uint64_t shards)
{
    return (uint64_t)((fl_tally_sum)floors * shard / shards);
}

fl_err fl_run_setup_init(fl_run_setup *self, const fl_experiment *experiment, uint64_t shard, uint64_t shards,
                         fl_diag *diag)
{
    assert(shard < shards);
    memset(self, 0, sizeof *self);
    self->experiment = experiment;
    self->conditions = fl_run_experiment_conditions_n(experiment);
    self->generators = calloc(self->conditions, sizeof *self->generators);
    fl_err err = self->generators ? FL_OK : fl_diag_memory(diag);
    for (uint64_t i = 0; i < self->conditions && !err; i++) {
        err = open_condition(self, i, diag);
    }
    err = err ? err : make_catalogue(self, diag);
    err = err ? err : make_spec(self, diag);
    self->from = shard_start(experiment->floors, shard, shards);
    self->to = shard_start(experiment->floors, shard + 1, shards);
    self->blocks_each = (self->to - self->from + FL_RUN_BLOCK - 1) / FL_RUN_BLOCK;
    self->blocks = self->blocks_each * self->conditions;
    if (err) {
        fl_run_setup_free(self);
    }
    return err;
}

void fl_run_setup_free(fl_run_setup *self)
{
    for (uint64_t i = 0; self->generators && i < self->conditions; i++) {
        fl_run_generator_close(&self->generators[i]);
    }
    free(self->generators);
    free(self->binding);
    fl_tally_spec_free(&self->tally);
    fl_sample_catalogue_free(&self->catalogue);
    memset(self, 0, sizeof *self);
}

void fl_run_setup_add_identity(const fl_run_setup *self, fl_text *out)
{
    fl_run_experiment_add_identity(self->experiment, out);
    uint64_t last = 0;
    for (uint64_t i = 0; i < self->conditions && self->experiment->generator->content; i++) {
        uint64_t content = self->experiment->generator->content(self->generators[i].rules);
        if (content != last && content != 0) {
            fl_text_add_format(out, "content of condition %llu: %016llx\n", (unsigned long long)i,
                               (unsigned long long)content);
        }
        last = content;
    }
}

uint64_t fl_run_setup_find_block(const fl_run_setup *self, uint64_t block, uint64_t *first, uint64_t *end)
{
    assert(block < self->blocks);
    *first = self->from + block % self->blocks_each * FL_RUN_BLOCK;
    *end = self->to - *first < FL_RUN_BLOCK ? self->to : *first + FL_RUN_BLOCK;
    return block / self->blocks_each;
}

fl_err fl_run_setup_make_tallies(const fl_run_setup *self, fl_tally **out, fl_diag *diag)
{
    *out = calloc(self->conditions, sizeof **out);
    if (!*out) {
        return fl_diag_memory(diag);
    }
    for (uint64_t i = 0; i < self->conditions; i++) {
        if (fl_tally_init(&(*out)[i], &self->tally)) {
            fl_run_setup_free_tallies(self, *out);
            *out = NULL;
            return fl_diag_memory(diag);
        }
    }
    return FL_OK;
}

void fl_run_setup_free_tallies(const fl_run_setup *self, fl_tally *tallies)
{
    for (uint64_t i = 0; tallies && i < self->conditions; i++) {
        fl_tally_free(&tallies[i]);
    }
    free(tallies);
}
