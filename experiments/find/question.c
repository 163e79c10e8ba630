/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Expressions and the catalogue of a generator's samples, by which they are parsed. */
#include "experiments/find/find.h"

#include <string.h>

static fl_err read_rarest(fl_find_question *self, const char *names, fl_diag *diag)
{
    while (true) {
        fl_expression one;
        char name[FL_SAMPLE_NAME];
        size_t n = strcspn(names, ",");
        if (self->rare_n == FL_FIND_RARE_METRICS || n >= sizeof name) {
            return fl_diag_set(diag, FL_ERR_USAGE, "--rarest", "at most %d metrics, not '%.60s'",
                               FL_FIND_RARE_METRICS, names);
        }
        memcpy(name, names, n);
        name[n] = '\0';
        fl_err err =
            fl_expression_parse(&one, &(fl_expression_text){name, "--rarest", false}, &self->catalogue, diag);
        if (err) {
            return err;
        }
        if (one.steps_n != 1 || one.inputs_n != 1 || one.input[0].sort != FL_EXPRESSION_METRIC) {
            return fl_diag_set(diag, FL_ERR_USAGE, "--rarest", "'%s' is not a metric", name);
        }
        self->rare[self->rare_n++] = one.input[0].number;
        self->groups |= one.groups;
        if (names[n] == '\0') {
            return FL_OK;
        }
        names += n + 1;
    }
}

static fl_err parse(fl_find_question *self, const fl_find_words *words, fl_diag *diag)
{
    fl_err err = FL_OK;
    if (words->condition) {
        fl_expression_text text = {words->condition, words->condition_where, true};
        err = fl_expression_parse(&self->condition, &text, &self->catalogue, diag);
        self->has_condition = true;
        self->groups |= self->condition.groups;
    }
    if (words->score && !err) {
        fl_expression_text text = {words->score, "--by", false};
        err = fl_expression_parse(&self->score, &text, &self->catalogue, diag);
        self->has_score = true;
        self->groups |= self->score.groups;
    }
    return !err && words->rarest ? read_rarest(self, words->rarest, diag) : err;
}

fl_err fl_find_question_init(fl_find_question *self, const fl_opened_generator *opened,
                             const fl_find_words *words, fl_diag *diag)
{
    const void *rules[] = {opened->rules};
    memset(self, 0, sizeof *self);
    self->opened = opened;
    fl_err err = fl_sample_catalogue_init(&self->catalogue, opened->generator, rules, 1, diag);
    if (err) {
        return err;
    }
    fl_sample_bind(&self->catalogue, opened->rules, &self->binding);
    err = parse(self, words, diag);
    if (err) {
        fl_find_question_free(self);
    }
    return err;
}

void fl_find_question_free(fl_find_question *self)
{
    fl_sample_catalogue_free(&self->catalogue);
}

fl_expression_sample fl_find_sample_of(const fl_find_question *self, const fl_floor_maker *maker)
{
    return (fl_expression_sample){.values = fl_run_maker_values(maker),
                                  .floor = maker->sample ? NULL : &maker->floor,
                                  .work = maker->sample ? &maker->work : NULL,
                                  .roll_of = self->binding.roll_of};
}

bool fl_find_is_hit(const fl_find_question *self, const fl_floor_maker *maker)
{
    fl_expression_sample sample = fl_find_sample_of(self, maker);
    return !self->has_condition || fl_expression_test(&self->condition, &sample);
}

fl_err fl_find_make(const fl_find_question *self, fl_floor_maker *maker, const fl_find_hit *hit,
                    fl_diag *diag)
{
    int64_t score = 0;
    fl_run_maker_expect(maker, hit->index, 1);
    fl_run_maker_make(maker, hit->index, FL_METRIC_ALL_GROUPS);
    fl_err err = fl_run_maker_check(maker, diag);
    if (err) {
        return err;
    }
    fl_expression_sample sample = fl_find_sample_of(self, maker);
    bool has_score = self->has_score && fl_expression_measure(&self->score, &sample, &score);
    if (fl_find_is_hit(self, maker) && (!self->has_score || (has_score && score == hit->score))) {
        return FL_OK;
    }
    fl_text command;
    fl_text_init(&command);
    fl_run_generator_add_command(self->opened, hit->index, &command);
    err = fl_diag_set(diag, FL_ERR_DEFECT, "", "%s %llu is another one when it is made a second time",
                      fl_sample_name(self->opened->generator->makes), (unsigned long long)hit->index);
    fl_diag_hint(diag, "please report it with this command: %.400s", fl_text_get(&command));
    fl_text_free(&command);
    return err;
}
