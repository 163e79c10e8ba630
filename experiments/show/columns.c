/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Samples as rows: field names are looked up once, and only their metrics are computed. */
#include "experiments/show/show.h"
#include "gen/base/suggest.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* Fields other than metrics, as numbers below 0. */
enum { INDEX = -1, FAILED = -2, SEED_TEXT = -3 };
static const char *const fields[] = {"index", "failed", "seed_text"}; /* index: -1 - number */

static bool can_have(const fl_catalogue_metric *metric)
{
    return metric->is_known && !metric->is_per_room;
}

static void add(fl_show_columns *self, int number)
{
    for (unsigned i = 0; i < self->n; i++) {
        if (self->number[i] == number) {
            return;
        }
    }
    self->number[self->n++] = number;
    self->groups |= number >= 0 ? self->catalogue.metric[number].groups : 0;
}

static bool add_matching(fl_show_columns *self, const char *pattern)
{
    unsigned before = self->n;
    size_t field = fl_suggest_find(pattern, fields, sizeof fields / sizeof fields[0], sizeof fields[0]);
    bool is_known = field < sizeof fields / sizeof fields[0];
    if (is_known) {
        add(self, -1 - (int)field);
    }
    for (unsigned i = 0; i < self->catalogue.metrics_n; i++) {
        const fl_catalogue_metric *metric = &self->catalogue.metric[i];
        if (can_have(metric) && fnmatch(pattern, metric->name, 0) == 0) {
            is_known = true;
            add(self, (int)i);
        }
    }
    return is_known || self->n > before;
}

static fl_err read_names(fl_show_columns *self, const char *names, fl_diag *diag)
{
    char name[FL_SAMPLE_NAME];
    while (true) {
        size_t n = strcspn(names, ",");
        size_t kept = n < sizeof name ? n : sizeof name - 1;
        memcpy(name, names, kept);
        name[kept] = '\0';
        if (n >= sizeof name || !add_matching(self, name)) {
            const char *near = NULL;
            const char *generator = self->catalogue.generator->name;
            for (unsigned i = 0; i < self->catalogue.metrics_n; i++) {
                const fl_catalogue_metric *metric = &self->catalogue.metric[i];
                near = fl_suggest_nearer(name, near, can_have(metric) ? metric->name : NULL);
            }
            fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "--fields: samples of %s have no '%.60s'",
                                     generator, name);
            if (near) {
                fl_diag_hint(diag, "did you mean '%s'?", near);
            } else {
                fl_diag_hint(diag,
                             "index, seed_text, failed, or a metric: 'floorlab list metrics %s' lists them",
                             generator);
            }
            return err;
        }
        if (names[n] == '\0') {
            return FL_OK;
        }
        names += n + 1;
    }
}

fl_err fl_show_columns_init(fl_show_columns *self, const fl_opened_generator *opened, const char *names,
                            fl_diag *diag)
{
    const void *rules[] = {opened->rules};
    self->n = 0;
    self->groups = 0;
    fl_err err = fl_sample_catalogue_init(&self->catalogue, opened->generator, rules, 1, diag);
    if (err) {
        return err;
    }
    if (names) {
        err = read_names(self, names, diag);
    } else {
        add(self, INDEX);
        add_matching(self, "*");
    }
    if (err) {
        fl_show_columns_free(self);
    }
    return err;
}

void fl_show_columns_free(fl_show_columns *self)
{
    fl_sample_catalogue_free(&self->catalogue);
}

static const char *name_of(const fl_show_columns *self, unsigned i)
{
    int number = self->number[i];
    return number < 0 ? fields[-1 - number] : self->catalogue.metric[number].name;
}

void fl_show_columns_add_head(const fl_show_columns *self, fl_text *out)
{
    for (unsigned i = 0; i < self->n; i++) {
        fl_text_add(out, name_of(self, i));
        fl_text_add_char(out, i + 1 < self->n ? self->separator : '\n');
    }
}

static bool has_failed(const fl_floor_maker *maker)
{
    return maker->sample ? maker->work.has_failed : maker->floor.failure != NULL;
}

/* Adds a value; false, and adds nothing, if the sample has none. */
static bool add_value(const fl_floor_maker *maker, int number, bool is_json, fl_text *out)
{
    if (number == SEED_TEXT) {
        /* The game seed: quoted in JSON; letters, digits and a blank need no quotes in tables. */
        char text[FL_ROW_SEED_TEXT];
        fl_run_generator_game_seed(maker->opened, maker->key.index, text);
        if (text[0] && is_json) {
            fl_text_add_json(out, text);
        } else {
            fl_text_add(out, text);
        }
        return text[0] != '\0';
    }
    if (number == INDEX) {
        fl_text_add_format(out, "%llu", (unsigned long long)maker->key.index);
        return true;
    }
    if (number == FAILED) {
        fl_text_add_char(out, has_failed(maker) ? '1' : '0');
        return true;
    }
    int32_t value = maker->sample ? maker->work.values[number] : maker->values[number];
    if (has_failed(maker) || value == FL_GENERATOR_FACT_NONE) {
        return false;
    }
    fl_text_add_number(out, value);
    return true;
}

void fl_show_columns_add_row(const fl_show_columns *self, const fl_floor_maker *maker, fl_text *out)
{
    for (unsigned i = 0; i < self->n; i++) {
        (void)add_value(maker, self->number[i], false, out);
        fl_text_add_char(out, i + 1 < self->n ? self->separator : '\n');
    }
}

void fl_show_columns_add_json(const fl_show_columns *self, const fl_floor_maker *maker, fl_text *out)
{
    fl_text_add_char(out, '{');
    for (unsigned i = 0; i < self->n; i++) {
        fl_text_add_format(out, "%s\"%s\":", i > 0 ? "," : "", name_of(self, i));
        if (!add_value(maker, self->number[i], true, out)) {
            fl_text_add(out, "null");
        }
    }
    fl_text_add(out, "}\n");
}
