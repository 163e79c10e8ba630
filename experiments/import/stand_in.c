/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Configurations under other names: a copy of a setup's configurations, or of the selected ones, with the
 * generator and settings of --as. Rules and counts stay those of the counted floors. */
#include "experiments/import/import.h"

#include <stdlib.h>
#include <string.h>

/* Writes the fields that separate configurations, with their values in these settings, as far as the
 * represented generator has them: "stage=3, hard=off". */
static void write_fields(const fl_run_setup *setup, const fl_opened_generator *as,
                         const fl_setting_values *values, fl_text *out)
{
    fl_text value;
    fl_text unused;
    fl_text_init(&value);
    fl_text_init(&unused);
    fl_text_clear(out);
    for (unsigned axis = 0; axis < setup->experiment->axes_n; axis++) {
        const char *name = setup->experiment->axes[axis].name;
        fl_text_clear(&value);
        if (fl_setting_values_write_named(&as->values, name, &unused) &&
            fl_setting_values_write_named(values, name, &value)) {
            fl_text_add_format(out, "%s%s=%s", out->size > 0 ? ", " : "", name, fl_text_get(&value));
        }
    }
    fl_text_free(&value);
    fl_text_free(&unused);
}

/* Finds the one configuration with floors that a value of the option represents. */
static fl_err find_condition(const fl_run_setup *setup, const fl_opened_generator *as, uint64_t *out,
                             fl_diag *diag)
{
    uint64_t n = 0;
    fl_text wanted;
    fl_text found;
    fl_text_init(&wanted);
    fl_text_init(&found);
    write_fields(setup, as, &as->values, &wanted);
    for (uint64_t i = 0; i < setup->conditions; i++) {
        write_fields(setup, as, &setup->condition[i].opened.values, &found);
        if (fl_run_setup_samples(setup, i) > 0 && strcmp(fl_text_get(&found), fl_text_get(&wanted)) == 0) {
            *out = i;
            n++;
        }
    }
    fl_err err = n == 1 ? FL_OK
                 : wanted.size == 0
                     ? fl_diag_set(diag, FL_ERR_USAGE, "",
                                   "--as %s: it lacks the settings that distinguish the %llu configurations",
                                   as->generator->name, (unsigned long long)setup->conditions)
                     : fl_diag_set(diag, FL_ERR_USAGE, "", "--as %s: %llu of the %llu configurations have %s",
                                   as->generator->name, (unsigned long long)n,
                                   (unsigned long long)setup->conditions, fl_text_get(&wanted));
    if (err) {
        fl_diag_hint(
            diag, "its settings choose the floors it stands for; 'floorlab info' lists the configurations");
    }
    fl_text_free(&wanted);
    fl_text_free(&found);
    return err;
}

fl_err fl_import_stand_in_open(fl_import_stand_in *self, const fl_options *options, const fl_run_setup *setup,
                               fl_diag *diag)
{
    size_t n = 0;
    memset(self, 0, sizeof *self);
    while (fl_program_option_nth(options, "as", n)) {
        n++;
    }
    bool is_by_values = n != setup->conditions && setup->experiment->axes_n > 0;
    if (n != setup->conditions && !is_by_values) {
        fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "--as was given %zu times for %llu scenarios", n,
                                 (unsigned long long)setup->conditions);
        fl_diag_hint(diag, "give one --as for each, in the order of the files");
        return err;
    }
    self->setup = *setup;
    self->setup.conditions = n;
    self->as = calloc(n, sizeof *self->as);
    self->setup.condition = malloc(n * sizeof *self->setup.condition);
    self->condition = calloc(n, sizeof *self->condition);
    self->totals = calloc(n, sizeof *self->totals);
    bool has_memory = self->as && self->setup.condition && self->condition && self->totals;
    fl_err err = has_memory ? FL_OK : fl_diag_memory(diag);
    self->n = has_memory ? n : 0;
    for (size_t i = 0; i < self->n && !err; i++) {
        fl_opened_generator *as = &self->as[i];
        err = fl_run_generator_open_named(as, fl_program_option_nth(options, "as", i), "--as", diag);
        if (!err && as->generator->makes != FL_SAMPLE_FLOOR) {
            err = fl_diag_set(diag, FL_ERR_USAGE, "", "--as %s: it makes no floors", as->generator->name);
            fl_diag_hint(diag, "floors are made by classic, rebirth and grid");
        }
        self->condition[i] = i;
        err = err || !is_by_values ? err : find_condition(setup, as, &self->condition[i], diag);
        if (!err) {
            self->setup.condition[i] = setup->condition[self->condition[i]];
            self->setup.condition[i].opened.generator = as->generator;
            self->setup.condition[i].opened.values = as->values;
        }
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
