/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Questions about samples of every sort; a hit that is none when it is made again is a defect. */
#include "experiments/find/find.h"

#include <criterion/criterion.h>

#include <string.h>

static fl_opened_generator opened;
static fl_find_question question;
static fl_diag diag;

static fl_err ask(const char *generator, const char *condition, const char *score, const char *rarest)
{
    fl_diag_init(&diag);
    cr_assert_eq(fl_run_generator_open_words(&opened, generator, "", &diag), FL_OK);
    fl_find_words words = {condition, "TEXT", score, rarest};
    fl_err err = fl_find_question_init(&question, &opened, &words, &diag);
    return err;
}

static void close_all(void)
{
    fl_find_question_free(&question);
    fl_run_generator_close(&opened);
}

TestSuite(question, .fini = close_all);

/* What is measured on rooms and journeys is asked by the same words. */
static void look_at(const char *generator, const char *condition, const char *metric)
{
    fl_floor_maker maker;
    unsigned hits = 0;
    cr_assert_eq(ask(generator, condition, NULL, NULL), FL_OK, "%s", diag.what);
    cr_assert_eq(fl_run_maker_open(&maker, &opened, &diag), FL_OK);
    unsigned number = fl_sample_find_metric(&question.catalogue, metric);
    for (uint64_t i = 0; i < 100; i++) {
        fl_run_maker_make(&maker, i, question.groups);
        bool is_hit = fl_find_is_hit(&question, &maker);
        cr_expect_eq(is_hit, fl_run_maker_values(&maker)[number] % 3 == 1);
        hits += is_hit;
    }
    cr_expect(hits > 5 && hits < 95);
    fl_run_maker_close(&maker);
}

Test(question, of_a_journey)
{
    look_at("journey", "rooms_seen % 3 == 1", "rooms_seen");
}

Test(question, a_hit_that_is_none_is_a_defect)
{
    fl_floor_maker maker;
    unsigned kinds[2] = {0, 0};
    cr_assert_eq(ask("classic", "dead_ends == 3", "rooms", NULL), FL_OK);
    cr_assert_eq(fl_run_maker_open(&maker, &opened, &diag), FL_OK);
    for (uint64_t i = 0; i < 50; i++) {
        fl_run_maker_make(&maker, i, FL_METRIC_ALL_GROUPS);
        bool is_hit = maker.values[FL_METRIC_DEAD_ENDS] == 3;
        fl_find_hit hit = {i, maker.values[FL_METRIC_ROOMS]};
        fl_err err = fl_find_make(&question, &maker, &hit, &diag);
        cr_expect_eq(err, is_hit ? FL_OK : FL_ERR_DEFECT);
        hit.score++;
        cr_expect_eq(fl_find_make(&question, &maker, &hit, &diag), FL_ERR_DEFECT);
        kinds[is_hit]++;
    }
    cr_expect(kinds[0] > 0 && kinds[1] > 0);
    cr_expect_not_null(strstr(diag.hint, "floorlab show classic --floor 49"), "%s", diag.hint);
    fl_run_maker_close(&maker);
}
