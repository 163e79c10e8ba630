/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A side of a comparison. A named generator becomes an experiment of one configuration, so that it is counted
 * like any other. */
#include "experiments/compare/compare.h"

#include "gen/base/suggest.h"
#include "gen/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fl_err refuse(const char *word, fl_diag *diag)
{
    size_t n = 0;
    char name[64];
    const char *near = NULL;
    const fl_generator *const *all = fl_registry_all(&n);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, ":"), word);
    for (size_t i = 0; i < n; i++) {
        near = fl_suggest_nearer(name, near, all[i]->name);
    }
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "'%.80s' is neither a file nor a generator", word);
    if (near) {
        fl_diag_hint(diag, "did you mean '%s%.200s'?", near, word + strcspn(word, ":"));
    } else {
        fl_diag_hint(diag, "a result of 'run' or 'import', a file of floors, or a generator and its settings "
                           "such as classic:level=3");
    }
    return err;
}

/* Makes the experiment of a named generator. */
static fl_err make_experiment(fl_compare_side *self, const fl_compare_options *how, fl_diag *diag)
{
    fl_opened_generator opened;
    fl_text text;
    fl_err err = fl_run_generator_open_named(&opened, self->word, "", diag);
    if (err) {
        fl_run_generator_close(&opened);
        return err;
    }
    fl_text_init(&text);
    fl_text_add_format(&text, "name: compare\ngenerator: %s\nsettings: ", opened.generator->name);
    fl_run_generator_add_settings(&opened, &text); /* JSON is YAML */
    uint64_t floors = how->floors;
    if (floors == 0) {
        floors = how->shares_numbers ? FL_COMPARE_BY_SEED : FL_COMPARE_FLOORS;
        self->may_grow = !how->shares_numbers;
    }
    self->wanted = floors;
    floors *= self->may_grow ? FL_COMPARE_GROWTH : 1;
    bool has_few = opened.last - opened.first < floors;
    floors = has_few ? opened.last - opened.first + 1 : floors;
    self->wanted = self->wanted < floors ? self->wanted : floors;
    fl_text_add_format(&text, "\nseed: %llu\nfloors: %llu\nstreams: %s\n", (unsigned long long)how->seed,
                       (unsigned long long)floors, how->shares_numbers ? "shared" : "independent");
    fl_run_generator_close(&opened);
    err = fl_text_check(&text) ? fl_diag_memory(diag)
                               : fl_run_experiment_read(&self->experiment, fl_text_get(&text),
                                                        strlen(fl_text_get(&text)), self->word, diag);
    self->has_own = !err;
    fl_text_free(&text);
    err = err ? err : fl_run_setup_init(&self->own_setup, &self->experiment, 0, 1, diag);
    self->setup = &self->own_setup;
    if (!err) {
        fl_run_setup_take(&self->own_setup, 0, self->wanted);
    }
    return err;
}

fl_err fl_compare_side_open(fl_compare_side *self, const char *word, const fl_compare_options *how,
                            fl_diag *diag)
{
    char name[64];
    memset(self, 0, sizeof *self);
    self->word = word;
    if (fl_text_has_end(word, ".h5")) {
        fl_err err = fl_run_result_open(&self->result, word, diag);
        self->has_result = !err;
        self->setup = &self->result.setup;
        self->totals = self->result.totals;
        return err;
    }
    if (strcmp(word, "-") == 0 || fl_program_file_exists(word)) {
        self->import = (fl_import){
            .file = &self->word, .files_n = 1, .threads = how->threads, .skip_bad = how->skip_bad};
        fl_err err = fl_import_open(&self->import, diag);
        self->has_import = true;
        self->setup = &self->import.setup;
        return err ? err : fl_import_tell(&self->import, how->is_quiet, diag);
    }
    size_t n = strcspn(word, ":");
    snprintf(name, sizeof name, "%.*s", (int)(n < sizeof name ? n : 0), word);
    return fl_registry_find(name) ? make_experiment(self, how, diag) : refuse(word, diag);
}

/* Counts the samples that are wanted but not counted yet. */
static fl_err count_own(fl_compare_side *self, const fl_compare_options *how, fl_progress *progress,
                        fl_diag *diag)
{
    fl_err err =
        self->own_totals ? FL_OK : fl_run_setup_make_tallies(&self->own_setup, &self->own_totals, diag);
    fl_run_setup_take(&self->own_setup, self->counted, self->wanted);
    err = err ? err : fl_run_count_all(&self->own_setup, how->threads, self->own_totals, progress, diag);
    fl_run_setup_take(&self->own_setup, 0, self->wanted);
    self->counted = self->wanted;
    self->totals = self->own_totals;
    return err;
}

bool fl_compare_side_grow(fl_compare_side *self)
{
    uint64_t available = self->has_own ? self->experiment.floors : 0;
    bool grows = self->may_grow && self->wanted < available;
    if (grows) {
        self->wanted = self->wanted < available / 2 ? 2 * self->wanted : available;
    }
    return grows;
}

fl_err fl_compare_side_count(fl_compare_side *self, const fl_compare_options *how, fl_diag *diag)
{
    fl_progress progress;
    fl_err err = FL_OK;
    fl_program_progress_init(&progress, how->tells_progress ? 2 : -1);
    if (self->has_import && !self->import.totals) {
        err = fl_import_count(&self->import, how->threads, &progress, diag);
        self->totals = self->import.totals;
    } else if (self->has_own && self->counted < self->wanted) {
        err = count_own(self, how, &progress, diag);
    }
    return err;
}

void fl_compare_side_close(fl_compare_side *self)
{
    if (self->has_result) {
        fl_run_result_close(&self->result);
    }
    if (self->has_import) {
        fl_import_close(&self->import);
    }
    if (self->own_totals) {
        fl_run_setup_free_tallies(&self->own_setup, self->own_totals);
    }
    if (self->has_own) {
        fl_run_setup_free(&self->own_setup);
        fl_run_experiment_free(&self->experiment);
    }
    memset(self, 0, sizeof *self);
}

void fl_compare_side_add_condition(const fl_compare_side *self, uint64_t condition, fl_text *out)
{
    const fl_experiment *experiment = self->setup->experiment;
    if (!experiment->generator) {
        fl_text_add(out, experiment->condition[condition].name);
    }
    for (unsigned axis = 0; axis < experiment->axes_n; axis++) {
        fl_text_add_format(out, "%s%s=%s", axis > 0 ? " " : "", experiment->axes[axis].name,
                           fl_run_experiment_axis_value(experiment, condition, axis));
    }
}
