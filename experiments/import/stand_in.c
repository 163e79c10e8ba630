/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Conditions under other names: a copy of a setup's conditions, in which generator and settings are those of
 * --as. Rules and counts stay those of the floors that were counted. */
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

fl_err fl_import_stand_in_open(fl_import_stand_in *self, const fl_options *options, const fl_run_setup *setup,
                               fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    while (fl_program_option_nth(options, "as", self->n)) {
        self->n++;
    }
    if (self->n != setup->conditions) {
        fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "--as was given %zu times for %llu populations",
                                 self->n, (unsigned long long)setup->conditions);
        fl_diag_hint(diag, "say of each what its floors stand for, in the order of the files");
        self->n = 0;
        return err;
    }
    self->setup = *setup;
    self->as = calloc(self->n, sizeof *self->as);
    self->setup.condition = malloc(self->n * sizeof *self->setup.condition);
    if (!self->as || !self->setup.condition) {
        self->n = self->as ? self->n : 0;
        return fl_diag_memory(diag);
    }
    fl_err err = open_all(self, options, diag);
    for (size_t i = 0; i < self->n && !err; i++) {
        self->setup.condition[i] = setup->condition[i];
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
    memset(self, 0, sizeof *self);
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
