/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Conditions under other names: a copy of a setup's conditions, or of those that are meant, in which
 * generator and settings are those of --as. Rules and counts stay those of the floors that were counted. */
#include "experiments/import/import.h"

#include <stdlib.h>
#include <string.h>

static fl_err open_one(fl_opened_generator *self, const char *text, fl_diag *diag)
{
    fl_err err = fl_run_generator_open_named(self, text, "--as", diag);
    if (!err && self->generator->makes != FL_SAMPLE_FLOOR) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--as %s: it makes no floors", self->generator->name);
        fl_diag_hint(diag, "floors are made by classic, rebirth and grid");
    }
    return err;
}

static fl_err open_all(fl_import_stand_in *self, const fl_options *options, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (size_t i = 0; i < self->n && !err; i++) {
        err = open_one(&self->as[i], fl_program_option_nth(options, "as", i), diag);
    }
    return err;
}

/* Whether a condition has the values that the generator's settings have, as far as it has such settings. */
static bool is_meant(const fl_run_setup *setup, uint64_t condition, const fl_opened_generator *as)
{
    const fl_experiment *experiment = setup->experiment;
    bool is_same = true;
    fl_text value[2];
    fl_text_init(&value[0]);
    fl_text_init(&value[1]);
    for (unsigned axis = 0; axis < experiment->axes_n && is_same; axis++) {
        const char *name = experiment->axes[axis].name;
        fl_text_clear(&value[0]);
        fl_text_clear(&value[1]);
        is_same =
            !fl_setting_values_write_named(&as->values, name, &value[0]) ||
            !fl_setting_values_write_named(&setup->condition[condition].opened.values, name, &value[1]) ||
            strcmp(fl_text_get(&value[0]), fl_text_get(&value[1])) == 0;
    }
    fl_text_free(&value[0]);
    fl_text_free(&value[1]);
    return is_same;
}

/* Adds the fields by which conditions are told apart and the generator's values of them. */
static void add_wanted(const fl_run_setup *setup, const fl_opened_generator *as, fl_text *out)
{
    fl_text value;
    fl_text_init(&value);
    for (unsigned axis = 0; axis < setup->experiment->axes_n; axis++) {
        const char *name = setup->experiment->axes[axis].name;
        fl_text_clear(&value);
        if (fl_setting_values_write_named(&as->values, name, &value)) {
            fl_text_add_format(out, "%s%s=%s", out->size > 0 ? ", " : "", name, fl_text_get(&value));
        }
    }
    fl_text_free(&value);
}

/* Finds the one condition with floors that a value of the option stands for. */
static fl_err find_condition(const fl_run_setup *setup, const fl_opened_generator *as, uint64_t *out,
                             fl_diag *diag)
{
    uint64_t n = 0;
    for (uint64_t i = 0; i < setup->conditions; i++) {
        if (fl_run_setup_samples(setup, i) > 0 && is_meant(setup, i, as)) {
            *out = i;
            n++;
        }
    }
    if (n == 1) {
        return FL_OK;
    }
    fl_text wanted;
    fl_text_init(&wanted);
    add_wanted(setup, as, &wanted);
    fl_err err = wanted.size == 0
                     ? fl_diag_set(diag, FL_ERR_USAGE, "",
                                   "--as %s: it has none of the settings that tell the %llu conditions apart",
                                   as->generator->name, (unsigned long long)setup->conditions)
                     : fl_diag_set(diag, FL_ERR_USAGE, "", "--as %s: %llu of the %llu conditions have %s",
                                   as->generator->name, (unsigned long long)n,
                                   (unsigned long long)setup->conditions, fl_text_get(&wanted));
    fl_diag_hint(diag, "its settings say which of the floors it stands for; 'info' of a result lists the "
                       "conditions");
    fl_text_free(&wanted);
    return err;
}

static fl_err refuse_number(size_t n, const fl_run_setup *setup, fl_diag *diag)
{
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "--as was given %zu times for %llu populations", n,
                             (unsigned long long)setup->conditions);
    fl_diag_hint(diag, "say of each what its floors stand for, in the order of the files");
    return err;
}

static fl_err make_arrays(fl_import_stand_in *self, fl_diag *diag)
{
    self->as = calloc(self->n, sizeof *self->as);
    self->setup.condition = malloc(self->n * sizeof *self->setup.condition);
    self->condition = calloc(self->n, sizeof *self->condition);
    self->totals = calloc(self->n, sizeof *self->totals);
    if (!self->as || !self->setup.condition || !self->condition || !self->totals) {
        self->n = self->as ? self->n : 0;
        return fl_diag_memory(diag);
    }
    return FL_OK;
}

fl_err fl_import_stand_in_open(fl_import_stand_in *self, const fl_options *options, const fl_run_setup *setup,
                               fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    while (fl_program_option_nth(options, "as", self->n)) {
        self->n++;
    }
    bool is_by_values = self->n != setup->conditions && setup->experiment->axes_n > 0;
    if (self->n != setup->conditions && !is_by_values) {
        fl_err err = refuse_number(self->n, setup, diag);
        self->n = 0;
        return err;
    }
    self->setup = *setup;
    self->setup.conditions = self->n;
    fl_err err = make_arrays(self, diag);
    err = err ? err : open_all(self, options, diag);
    for (size_t i = 0; i < self->n && !err; i++) {
        self->condition[i] = i;
        err = is_by_values ? find_condition(setup, &self->as[i], &self->condition[i], diag) : FL_OK;
        self->setup.condition[i] = setup->condition[self->condition[i]];
        self->setup.condition[i].opened.generator = self->as[i].generator;
        self->setup.condition[i].opened.values = self->as[i].values;
    }
    return err;
}

void fl_import_stand_in_close(fl_import_stand_in *self)
{
    for (size_t i = 0; i < self->n; i++) {
        fl_run_generator_close(&self->as[i]);
    }
    free(self->as);
    free(self->setup.condition);
    free(self->condition);
    free(self->totals);
    memset(self, 0, sizeof *self);
}

const fl_tally *fl_import_stand_in_totals(fl_import_stand_in *self, const fl_tally *totals)
{
    for (size_t i = 0; i < self->n; i++) {
        self->totals[i] = totals[self->condition[i]];
    }
    return self->totals;
}

bool fl_import_stand_in_has(const fl_import_stand_in *self, const fl_generator *generator)
{
    for (size_t i = 0; i < self->n; i++) {
        if (self->as[i].generator == generator) {
            return true;
        }
    }
    return false;
}
