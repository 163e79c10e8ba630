/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Setting up a generator for a test. */
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

fl_err maker_assign(fl_setting_values *values, const char *settings, fl_diag *diag)
{
    char word[512];
    fl_err err = FL_OK;
    for (unsigned i = 0; !err; i++) {
        fl_setting_word_at(settings, i, word, sizeof word);
        if (!word[0]) {
            break;
        }
        err = fl_setting_values_assign(values, word, "test", diag);
    }
    return err;
}

void maker_open(maker *self, const char *generator, const char *settings, uint64_t seed)
{
    fl_diag diag;
    fl_diag_init(&diag);
    memset(self, 0, sizeof *self);
    self->generator = fl_registry_find(generator);
    cr_assert_not_null(self->generator);
    fl_setting_values_init(&self->values, self->generator->settings, self->generator->settings_n);
    fl_err err = maker_assign(&self->values, settings, &diag);
    err = err ? err : self->generator->init(&self->values, &self->rules, &diag);
    cr_assert_eq(err, FL_OK, "%s: %s: %s", settings, diag.where, diag.what);
    self->scratch = calloc(1, self->generator->scratch_size(self->rules));
    cr_assert_not_null(self->scratch);
    cr_assert_eq(fl_floor_init(&self->floor, self->generator->cells_max), FL_OK);
    cr_assert_eq(fl_metric_init(&self->metric, self->generator->cells_max), FL_OK);
    fl_key_init(&self->key, generator, self->generator->version, seed);
}

void maker_close(maker *self)
{
    self->generator->free(self->rules);
    free(self->scratch);
    fl_floor_free(&self->floor);
    fl_metric_free(&self->metric);
}

void maker_rules(const char *generator, const char *settings, void *rules, size_t size)
{
    maker m;
    maker_open(&m, generator, settings, 1);
    memcpy(rules, m.rules, size);
    maker_close(&m);
}

void maker_make_bare(maker *self, uint64_t index)
{
    self->key.index = index;
    self->generator->make(self->rules, &self->key, self->scratch, &self->floor);
}

void maker_make(maker *self, uint64_t index)
{
    maker_make_bare(self, index);
    fl_metric_compute(&self->metric, &self->floor, FL_METRIC_ALL_GROUPS, self->value);
}
