/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading --vary and --count, and making the floors row by row. */
#include "experiments/find/find.h"
#include "experiments/show/show.h"
#include "gen/base/parse_number.h"

#include <stdio.h>
#include <string.h>

typedef struct visit_job {
    const fl_show_many *many;
    fl_show_visit visit;
    void *context;
} visit_job;

static fl_err add_value(fl_show_many *self, const char *text, size_t length, fl_diag *diag)
{
    fl_setting_values values = self->opened.values;
    if (self->rows == FL_SHOW_MANY_VALUES) {
        return fl_diag_set(diag, FL_ERR_USAGE, "--vary", "more than %d values", FL_SHOW_MANY_VALUES);
    }
    if (length >= FL_SETTING_VALUES_TEXT) {
        return fl_diag_set(diag, FL_ERR_USAGE, "--vary", "a value is longer than %d bytes",
                           FL_SETTING_VALUES_TEXT - 1);
    }
    char *value = self->value[self->rows++];
    memcpy(value, text, length);
    value[length] = '\0';
    return fl_setting_values_set(&values, self->name, value, "--vary", diag);
}

/* Adds a value, or all values of a range. */
static fl_err add_values(fl_show_many *self, const char *text, size_t length, fl_diag *diag)
{
    char range[64];
    int64_t first = 0;
    int64_t last = 0;
    snprintf(range, sizeof range, "%.*s", (int)(length < sizeof range ? length : 0), text);
    if (!fl_parse_number_is_range(range, &first, &last)) {
        return add_value(self, text, length, diag);
    }
    if (first > last) {
        return fl_diag_set(diag, FL_ERR_USAGE, "--vary", "expected a rising range such as 1..12, found '%s'",
                           range);
    }
    fl_err err = FL_OK;
    for (uint64_t i = 0; i <= (uint64_t)last - (uint64_t)first && !err; i++) {
        snprintf(range, sizeof range, "%lld", (long long)((uint64_t)first + i));
        err = add_value(self, range, strlen(range), diag);
    }
    return err;
}

/* The length of the first value of a list. Commas within brackets, [a,b], belong to the value. */
static size_t value_length(const char *list)
{
    size_t n = 0;
    for (bool is_inside = false; list[n] && (is_inside || list[n] != ','); n++) {
        is_inside = list[n] == '[' || (is_inside && list[n] != ']');
    }
    return n;
}

static fl_err read_values(fl_show_many *self, fl_diag *diag)
{
    size_t length = strcspn(self->vary, "=");
    if (self->vary[length] != '=' || length == 0 || length >= sizeof self->name) {
        fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "--vary",
                                 "'%.80s' does not name a setting and its values", self->vary);
        fl_diag_hint(diag, "write it as name=values, such as level=1..12 or level=1,3,5");
        return err;
    }
    memcpy(self->name, self->vary, length);
    int row = fl_setting_values_find(&self->opened.values, self->name);
    if (row >= 0 && self->opened.values.origin[row] == FL_SETTING_VALUES_GIVEN) {
        return fl_diag_set(diag, FL_ERR_USAGE, "--vary", "the setting '%s' is also given by --set",
                           self->name);
    }
    const char *text = self->vary + length;
    do {
        size_t n = value_length(++text);
        fl_err err = add_values(self, text, n, diag);
        if (err) {
            return err;
        }
        text += n;
    } while (*text);
    return FL_OK;
}

static fl_err read_count(fl_show_many *self, fl_diag *diag)
{
    uint64_t count = 1;
    fl_err err = fl_program_option_number(self->options, "count", 1, &count, diag);
    if (!err && (count < 1 || count > FL_SHOW_MANY_COUNT)) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--count must be 1 to %d, not %llu", FL_SHOW_MANY_COUNT,
                          (unsigned long long)count);
    }
    if (!err && count * self->rows > FL_SHOW_MANY_FLOORS) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "%u values with %llu floors each are more than %d floors",
                          self->rows, (unsigned long long)count, FL_SHOW_MANY_FLOORS);
    }
    self->count = (unsigned)count;
    return err;
}

fl_err fl_show_many_init(fl_show_many *self, const char *generator, const fl_options *options, fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    self->options = options;
    self->vary = fl_program_option_get(options, "vary");
    fl_err err = fl_run_generator_read_options(&self->opened, generator, options, diag);
    if (!err && self->vary) {
        err = read_values(self, diag);
    } else {
        self->rows = 1;
    }
    return err ? err : read_count(self, diag);
}

/* Finds the numbers of the first samples for which --where is true; *count becomes how many exist. */
static fl_err find_numbers(const fl_opened_generator *opened, const char *where, uint64_t *index,
                           unsigned *count, fl_diag *diag)
{
    enum { WITHIN = 10000000 };
    fl_find_question question;
    fl_find_words words = {.condition = where, .condition_where = "--where"};
    fl_err err = fl_find_question_init(&question, opened, &words, diag);
    if (err) {
        return err;
    }
    fl_find_some some = {
        .question = &question, .first = index[0], .within = WITHIN, .n = *count, .index = index};
    err = fl_find_first(&some, diag);
    *count = some.found;
    if (!err && some.found == 0) {
        const char *samples = fl_sample_names(opened->generator->makes);
        err = fl_diag_set(
            diag, FL_ERR_INPUT, "--where", "none of %llu %s from %llu on is such a one",
            (unsigned long long)(opened->last - some.first < WITHIN ? opened->last - some.first + 1 : WITHIN),
            samples, (unsigned long long)some.first);
        fl_diag_hint(diag, "'floorlab find' searches more of them");
    }
    fl_find_question_free(&question);
    return err;
}

/* Makes and visits the floors of one row. */
static fl_err visit_row(const visit_job *self, const fl_opened_generator *opened, unsigned row, fl_diag *diag)
{
    fl_floor_maker maker;
    uint64_t index[FL_SHOW_MANY_COUNT];
    unsigned count = self->many->count;
    const char *where = fl_program_option_get(self->many->options, "where");
    fl_err err = fl_run_generator_floor_number(opened, self->many->options, "floor", &index[0], diag);
    for (unsigned i = 1; i < count && !err; i++) {
        index[i] = index[0] + i;
    }
    if (!err && where) {
        err = find_numbers(opened, where, index, &count, diag);
    } else if (!err && count - 1 > opened->last - index[0]) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--count goes beyond the last %s, %llu",
                          fl_sample_name(opened->generator->makes), (unsigned long long)opened->last);
    }
    if (err) {
        return err;
    }
    err = fl_run_maker_open(&maker, opened, diag);
    if (!err && !where) {
        fl_run_maker_expect(&maker, index[0], count);
    }
    for (unsigned column = 0; column < count && !err; column++) {
        fl_show_floor floor = {.maker = &maker, .row = row, .column = column};
        if (where) {
            fl_run_maker_expect(&maker, index[column], 1);
        }
        fl_run_maker_make(&maker, index[column], FL_METRIC_ALL_GROUPS);
        err = fl_run_maker_check(&maker, diag);
        err = err ? err : self->visit(self->context, &floor, diag);
    }
    fl_run_maker_close(&maker);
    return err;
}

fl_err fl_show_many_each(const fl_show_many *self, fl_show_visit visit, void *context, fl_diag *diag)
{
    visit_job visit_job = {.many = self, .visit = visit, .context = context};
    fl_err err = FL_OK;
    for (unsigned row = 0; row < self->rows && !err; row++) {
        fl_opened_generator opened = self->opened;
        if (self->vary) {
            err = fl_setting_values_set(&opened.values, self->name, self->value[row], "--vary", diag);
        }
        err = err ? err : fl_run_generator_make_rules(&opened, diag);
        err = err ? err : visit_row(&visit_job, &opened, row, diag);
        fl_run_generator_close(&opened);
    }
    return err;
}

void fl_show_many_caption(const fl_show_many *self, const fl_show_floor *floor, fl_text *out)
{
    char seed[FL_ROW_SEED_TEXT];
    uint64_t index = floor->maker->key.index;
    if (self->vary) {
        fl_text_add_format(out, "%s %s", self->name, self->value[floor->row]);
    }
    if (self->vary && self->count == 1) {
        return;
    }
    fl_text_add(out, self->vary ? ", " : "");
    fl_run_generator_game_seed(floor->maker->opened, index, seed);
    if (seed[0]) {
        fl_text_add(out, seed);
    } else {
        fl_text_add_format(out, "%s %llu", fl_sample_name(self->opened.generator->makes),
                           (unsigned long long)index);
    }
}

void fl_show_many_command(const fl_show_many *self, fl_text *out)
{
    fl_text_add_format(out, "floorlab show %s", self->opened.generator->name);
    /* Adds --floor as given: a number, or a quoted game seed. */
    uint64_t index = 0;
    const char *text = fl_program_option_get(self->options, "floor");
    if (text && fl_parse_number_unsigned(text, &index) == FL_OK) {
        fl_text_add_format(out, " --floor %llu", (unsigned long long)index);
    } else if (text) {
        fl_text_add_format(out, " --floor \"%s\"", text);
    }
    if (self->count > 1) {
        fl_text_add_format(out, " --count %u", self->count);
    }
    if (self->vary) {
        fl_text_add(out, " --vary ");
        fl_program_format_word(self->vary, out);
    }
    const char *where = fl_program_option_get(self->options, "where");
    if (where) {
        fl_text_add(out, " --where ");
        fl_program_format_word(where, out);
    }
    fl_run_generator_add_options(&self->opened, out);
}

fl_err fl_show_add_json(const fl_floor_maker *maker, bool has_metrics, fl_text *out, fl_diag *diag)
{
    switch (maker->opened->generator->makes) {
    case FL_SAMPLE_ROOM:
        fl_show_room_json(maker, has_metrics, out);
        return FL_OK;
    case FL_SAMPLE_JOURNEY:
        return fl_show_journey_json(maker, out, diag);
    default:
        fl_run_maker_add_json(maker, out);
        return FL_OK;
    }
}
