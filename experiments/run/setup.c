/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opens the generator of every configuration and lays out the tallies: one layout for all combinations of
 * settings, one for each scenario. */
#include "experiments/run/run_private.h"
#include "gen/base/suggest.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The limit of a result file (FL_STORE_BYTES), less a part for numbers other than counts. */
enum { MEMORY_MAX_MIB = 960, CATALOGUES = 16 };

static fl_err open_condition(fl_experiment *experiment, uint64_t number, fl_diag *diag)
{
    fl_run_condition *condition = &experiment->condition[number];
    fl_opened_generator *opened = &condition->opened;
    uint64_t samples = condition->samples;
    fl_err err = fl_run_experiment_make_rules(experiment, number, diag);
    if (err) {
        return err;
    }
    fl_run_generator_find_numbers(opened);
    opened->seed = experiment->seed;
    if (!experiment->has_shared_streams) {
        uint32_t mark;
        if (fl_setting_values_mark(&opened->values, opened->generator->name, &mark)) {
            return fl_diag_memory(diag);
        }
        opened->seed += mark;
    }
    if (samples == FL_EXPERIMENT_ALL) {
        samples = opened->last - opened->first + 1;
        if (opened->last == UINT64_MAX) {
            err = fl_diag_set(diag, FL_ERR_INPUT, experiment->name,
                              "floors: all is for game seeds and for samples that a file lists; say how "
                              "many are to be made");
            fl_diag_hint(diag, "rebirth has game seeds with rng=isaac: all of them are 2^32 - 1 floors");
        }
    }
    condition->listed = samples;
    bool are_too_many = !err && samples > 0 && samples - 1 > opened->last - opened->first;
    if (!err && !are_too_many && opened->generator->number_of) {
        fl_run_generator_draw_first(opened, samples);
    }
    if (are_too_many) {
        const char *names = fl_sample_names(opened->generator->makes);
        err = fl_diag_set(diag, FL_ERR_INPUT, experiment->name, "%llu %s are wanted, but there are only %llu",
                          (unsigned long long)samples, names,
                          (unsigned long long)(opened->last - opened->first) + 1);
        fl_diag_hint(diag,
                     opened->generator->number_of
                         ? "with rng=isaac a floor is one of 2^32 - 1 game seeds; rng=pcg has no such limit"
                         : "there is one for each line of the file that its settings name");
    }
    return err;
}

fl_err fl_run_experiment_catalogue(fl_run_conditions *self, fl_catalogue *out, fl_diag *diag)
{
    size_t n = 0;
    void **rules = calloc(self->n, sizeof *rules);
    fl_err err = rules ? FL_OK : fl_diag_memory(diag);
    memset(out, 0, sizeof *out);
    for (uint64_t i = 0; i < self->n && !err; i++) {
        self->at = i;
        if (self->experiment->condition[i].opened.generator == self->generator) {
            err = fl_run_experiment_make_rules(self->experiment, i, diag);
            rules[n++] = self->experiment->condition[i].opened.rules;
        }
    }
    err = err ? err : fl_sample_catalogue_init(out, self->generator, (const void *const *)rules, n, diag);
    free(rules);
    return err;
}

/* Makes the catalogues of what can be counted in all configurations of each generator. */
static fl_err make_catalogues(fl_run_setup *self, fl_diag *diag)
{
    fl_err err = FL_OK;
    const void **rules = calloc(self->conditions + 1, sizeof *rules);
    self->catalogue = calloc(CATALOGUES, sizeof *self->catalogue);
    if (!rules || !self->catalogue) {
        err = fl_diag_memory(diag);
    }
    for (uint64_t i = 0; i < self->conditions && !err; i++) {
        fl_run_condition *condition = &self->condition[i];
        const fl_generator *generator = condition->opened.generator;
        unsigned at = 0;
        while (at < self->catalogues_n && self->catalogue[at].generator != generator) {
            at++;
        }
        fl_catalogue *catalogue = &self->catalogue[at];
        if (at == CATALOGUES) {
            err = fl_diag_memory(diag);
        } else if (at == self->catalogues_n) {
            size_t n = 0;
            for (uint64_t k = i; k < self->conditions; k++) {
                if (self->condition[k].opened.generator == generator) {
                    rules[n++] = self->condition[k].opened.rules;
                }
            }
            err = fl_sample_catalogue_init(catalogue, generator, rules, n, diag);
            self->catalogues_n += !err;
            err = err ? err : fl_run_experiment_add_events(self->experiment, catalogue, diag);
        }
        if (!err) {
            fl_sample_bind(catalogue, condition->opened.rules, &condition->binding);
            condition->opened.catalogue = catalogue;
            condition->opened.binding = &condition->binding;
        }
    }
    free(rules);
    return err;
}

static fl_err refuse_lists(const fl_run_setup *self, const char *what, int most, fl_diag *diag)
{
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, self->experiment->name,
                             "its scenarios have more than %d different %s", most, what);
    fl_diag_hint(diag, "list fewer %s, or divide the experiment", what);
    return err;
}

/* Adds the new entries of a spec to the lists of the file. Each spec has its own offsets. Joints have room
 * for the values of all configurations, and maps have the size of the largest board. */
static fl_err list_spec(fl_run_setup *self, const fl_tally_spec *spec, fl_diag *diag)
{
    fl_tally_spec *all = &self->tally;
    size_t at = 0;
    fl_tally_event *grown = realloc(all->events, (all->events_n + spec->events_n + 1) * sizeof *grown);
    if (!grown) {
        return fl_diag_memory(diag);
    }
    all->events = grown;
    for (unsigned i = 0; i < spec->events_n; i++) {
        at = fl_suggest_find(spec->events[i].name, all->events, all->events_n, sizeof *all->events);
        if (at == all->events_n) {
            all->events[all->events_n++] = spec->events[i];
        }
    }
    for (unsigned i = 0; i < spec->metrics_n; i++) {
        at = fl_suggest_find(spec->metrics[i].name, all->metrics, all->metrics_n, sizeof *all->metrics);
        if (at == all->metrics_n && at < FL_SAMPLE_METRICS) {
            all->metrics[all->metrics_n++] = spec->metrics[i];
        }
    }
    for (unsigned i = 0; i < spec->joints_n; i++) {
        const fl_tally_joint *joint = &spec->joints[i];
        for (at = 0;
             at < all->joints_n && (strcmp(all->joints[at].row[0]->name, joint->row[0]->name) != 0 ||
                                    strcmp(all->joints[at].row[1]->name, joint->row[1]->name) != 0);) {
            at++;
        }
        if (at == FL_TALLY_JOINTS) {
            return refuse_lists(self, "joints", FL_TALLY_JOINTS, diag);
        }
        fl_tally_joint *here = &all->joints[at];
        if (at == all->joints_n) {
            all->joints[all->joints_n++] = *joint;
        }
        here->a_bins = joint->a_bins > here->a_bins ? joint->a_bins : here->a_bins;
        here->b_bins = joint->b_bins > here->b_bins ? joint->b_bins : here->b_bins;
    }
    for (unsigned i = 0; i < spec->maps_n; i++) {
        at = fl_suggest_find(spec->maps[i].name, all->maps, all->maps_n, sizeof *all->maps);
        if (at == FL_SAMPLE_MAPS) {
            return refuse_lists(self, "maps", FL_SAMPLE_MAPS, diag);
        }
        if (at == all->maps_n) {
            all->maps[all->maps_n++] = spec->maps[i];
        }
        all->width = spec->width > all->width ? spec->width : all->width;
        all->height = spec->height > all->height ? spec->height : all->height;
    }
    return FL_OK;
}

static fl_err check_bytes(const fl_experiment *experiment, uint64_t bytes, fl_diag *diag)
{
    if (bytes >> 20 <= MEMORY_MAX_MIB) {
        return FL_OK;
    }
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, experiment->name,
                             "its tallies would take %llu MiB; at most %d are allowed",
                             (unsigned long long)(bytes >> 20), MEMORY_MAX_MIB);
    fl_diag_hint(diag, "list fewer metrics, events or joints, or vary fewer settings");
    return err;
}

fl_err fl_run_setup_check_size(const fl_experiment *experiment, const fl_experiment_choices *counts,
                               const fl_catalogue *first, fl_diag *diag)
{
    fl_run_choices choices;
    fl_tally_spec spec = {0};
    fl_err unknown = fl_run_experiment_choose(counts, first, &choices, NULL);
    choices.request.has_parts = experiment->has_shared_streams;
    unknown = unknown ? unknown : fl_tally_spec_make(&spec, &choices.request, NULL);
    uint64_t bytes = unknown ? 0 : spec.counts_n * sizeof(uint64_t) * experiment->conditions;
    fl_tally_spec_free(&spec);
    fl_run_experiment_free_choices(&choices);
    return check_bytes(experiment, bytes, diag);
}

/* Makes the specs of all configurations. A spec shared by all is also the lists of the file. */
static fl_err make_specs(fl_run_setup *self, fl_diag *diag)
{
    uint64_t n = self->experiment->counts_n;
    uint64_t bytes = 0;
    self->spec = calloc(n + 1, sizeof *self->spec);
    fl_err err = self->spec ? FL_OK : fl_diag_memory(diag);
    for (uint64_t i = 0; i < n && !err; i++) {
        fl_run_choices choices;
        err = fl_run_experiment_choose(&self->experiment->counts[i], self->condition[i].opened.catalogue,
                                       &choices, diag);
        choices.request.has_parts = self->experiment->has_shared_streams;
        err = err ? err : fl_tally_spec_make(&self->spec[i], &choices.request, diag);
        fl_run_experiment_free_choices(&choices);
        self->specs_n += !err;
    }
    for (uint64_t i = 0; i < self->conditions && !err; i++) {
        self->condition[i].spec = &self->spec[n == 1 ? 0 : i];
        bytes += self->condition[i].spec->counts_n * sizeof(uint64_t);
    }
    err = err ? err : check_bytes(self->experiment, bytes, diag);
    for (uint64_t i = 0; i < n && n > 1 && !err; i++) {
        err = list_spec(self, &self->spec[i], diag);
    }
    if (!err && n == 1) {
        const fl_tally_spec *only = &self->spec[0];
        self->tally = *only;
        self->tally.where = NULL;
        self->tally.events = calloc(only->events_n + 1, sizeof *only->events);
        if (!self->tally.events) {
            self->tally.events_n = 0;
            return fl_diag_memory(diag);
        }
        memcpy(self->tally.events, only->events, only->events_n * sizeof *only->events);
    }
    return err;
}

bool fl_run_setup_has_invented_rooms(const fl_run_setup *self)
{
    bool has_some = false;
    for (uint64_t c = 0; c < self->conditions && !has_some; c++) {
        const fl_setting_values *values = &self->condition[c].opened.values;
        int rooms = fl_setting_values_find(values, "rooms");
        has_some = rooms >= 0 && values->table[rooms].type == FL_SETTING_TEXT &&
                   fl_setting_values_text(values, (size_t)rooms)[0] == '\0';
    }
    return has_some;
}

uint64_t fl_run_setup_seeds(const fl_run_setup *self, uint64_t condition)
{
    const fl_opened_generator *opened = &self->condition[condition].opened;
    bool has_end = opened->generator->text_of && !opened->generator->has_list && opened->last != UINT64_MAX;
    uint64_t seeds = has_end ? opened->last - opened->first + 1 : 0;
    return fl_run_setup_samples(self, condition) == seeds ? seeds : 0;
}

uint64_t fl_run_setup_samples(const fl_run_setup *self, uint64_t condition)
{
    uint64_t samples = self->condition[condition].samples;
    return samples == FL_EXPERIMENT_ALL ? self->condition[condition].listed : samples;
}

const char *fl_run_setup_where(const fl_run_setup *self, uint64_t condition)
{
    return fl_run_experiment_counts(self->experiment, condition)->where;
}

/* Shard i of n begins at sample N i / n. */
static uint64_t shard_start(uint64_t samples, uint64_t shard, uint64_t shards)
{
    return (uint64_t)((fl_tally_sum)samples * shard / shards);
}

void fl_run_setup_number(fl_run_setup *self)
{
    self->from = UINT64_MAX;
    self->to = 0;
    self->samples = 0;
    for (uint64_t i = 0; i < self->conditions; i++) {
        const fl_run_condition *condition = &self->condition[i];
        self->range[i] = (fl_run_range){i, condition->from, condition->to, self->samples};
        self->samples += condition->to - condition->from;
        self->from = condition->from < self->from ? condition->from : self->from;
        self->to = condition->to > self->to ? condition->to : self->to;
    }
}

void fl_run_setup_cut(fl_run_setup *self, uint64_t shard, uint64_t shards)
{
    assert(shard < shards);
    for (uint64_t i = 0; i < self->conditions; i++) {
        uint64_t samples = fl_run_setup_samples(self, i);
        self->condition[i].from = shard_start(samples, shard, shards);
        self->condition[i].to = shard_start(samples, shard + 1, shards);
    }
    fl_run_setup_number(self);
}

void fl_run_setup_take(fl_run_setup *self, uint64_t from, uint64_t to)
{
    for (uint64_t i = 0; i < self->conditions; i++) {
        uint64_t samples = fl_run_setup_samples(self, i);
        self->condition[i].from = from < samples ? from : samples;
        self->condition[i].to = to < samples ? to : samples;
    }
    fl_run_setup_number(self);
}

fl_err fl_run_setup_init(fl_run_setup *self, fl_experiment *experiment, uint64_t shard, uint64_t shards,
                         fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    self->experiment = experiment;
    self->conditions = experiment->conditions;
    self->condition = experiment->condition;
    self->range = calloc(self->conditions + 1, sizeof *self->range);
    fl_err err = self->range ? FL_OK : fl_diag_memory(diag);
    for (uint64_t i = 0; i < self->conditions && !err; i++) {
        err = open_condition(experiment, i, diag);
    }
    err = err ? err : make_catalogues(self, diag);
    err = err ? err : make_specs(self, diag);
    if (err) {
        fl_run_setup_free(self);
        return err;
    }
    fl_run_setup_cut(self, shard, shards);
    return FL_OK;
}

void fl_run_setup_free(fl_run_setup *self)
{
    for (uint64_t i = 0; i < self->specs_n; i++) {
        fl_tally_spec_free(&self->spec[i]);
    }
    for (unsigned i = 0; i < self->catalogues_n; i++) {
        fl_sample_catalogue_free(&self->catalogue[i]);
    }
    free(self->range);
    free(self->catalogue);
    free(self->spec);
    fl_tally_spec_free(&self->tally);
    memset(self, 0, sizeof *self);
}

const fl_run_range *fl_run_range_find(const fl_run_range *ranges, size_t n, uint64_t sample)
{
    while (n > 1) { /* the last range that begins at or before the sample */
        size_t half = n / 2;
        bool is_behind = ranges[half].before <= sample;
        ranges += is_behind ? half : 0;
        n = is_behind ? n - half : half;
    }
    return ranges;
}

fl_err fl_run_setup_check_total(const fl_run_condition *condition, const fl_tally *total, uint64_t n,
                                fl_diag *diag)
{
    char trouble[FL_TALLY_TROUBLE];
    const fl_opened_generator *opened = &condition->opened;
    uint64_t first = opened->first + condition->from;
    bool has_once = fl_tally_has_once(total, first, n);
    if (has_once && fl_tally_check(total, trouble)) {
        return FL_OK;
    }
    fl_text command;
    fl_text_init(&command);
    fl_run_generator_add_command(opened, first, &command);
    fl_err err =
        has_once ? fl_diag_set(diag, FL_ERR_DEFECT, condition->name,
                               "what was counted on samples %llu to %llu does not fit together: %s",
                               (unsigned long long)first, (unsigned long long)(first + n - (n > 0)), trouble)
                 : fl_diag_set(diag, FL_ERR_DEFECT, condition->name,
                               "%llu samples were to be counted, numbers %llu to %llu, each once; %llu were "
                               "counted, with another sum or sum of squares of their numbers",
                               (unsigned long long)n, (unsigned long long)first,
                               (unsigned long long)(first + n - (n > 0)),
                               (unsigned long long)fl_tally_tried(total));
    fl_diag_hint(diag, "nothing is written; please report this defect of floorlab; the first sample: %s",
                 fl_text_get(&command));
    fl_text_free(&command);
    return err;
}

fl_err fl_run_setup_check_totals(const fl_run_setup *self, const fl_tally *totals, uint64_t done,
                                 fl_diag *diag)
{
    fl_err err = FL_OK;
    for (uint64_t i = 0; i < self->conditions && !err; i++) {
        const fl_run_condition *condition = &self->condition[i];
        uint64_t samples = condition->to - condition->from;
        uint64_t n = done > self->range[i].before ? done - self->range[i].before : 0;
        err = fl_run_setup_check_total(condition, &totals[i], n < samples ? n : samples, diag);
    }
    return err;
}

fl_err fl_run_setup_make_tallies(const fl_run_setup *self, fl_tally **out, fl_diag *diag)
{
    *out = calloc(self->conditions + 1, sizeof **out);
    if (!*out) {
        return fl_diag_memory(diag);
    }
    for (uint64_t i = 0; i < self->conditions; i++) {
        if (fl_tally_init(&(*out)[i], self->condition[i].spec)) {
            fl_run_setup_free_tallies(self, *out);
            *out = NULL;
            return fl_diag_memory(diag);
        }
        if (self->conditions == 1) {
            fl_tally_use_large_pages(&(*out)[i]);
        }
        (*out)[i].start = self->condition[i].opened.first;
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
