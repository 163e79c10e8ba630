/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Samples are known by their hashes: what ships is up to date, and any other sample or measure is noticed. */
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"
#include "gen/base/embedded.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static fl_opened_generator opened;
static fl_run_condition condition;
static fl_floor_maker maker;
static fl_diag diag;

static void open_known(const char *generator, const char *settings)
{
    fl_diag_init(&diag);
    cr_assert_eq(fl_run_generator_open_words(&opened, generator, settings, &diag), FL_OK, "%s", diag.what);
    cr_assert_eq(fl_run_maker_open(&maker, &opened, &diag), FL_OK);
    condition = (fl_run_condition){.opened = opened, .name = "here"};
}

static void close_known(void)
{
    fl_run_maker_close(&maker);
    fl_run_generator_close(&opened);
}

/* The shipped line of some settings, with a change: of the first hash (0), the second (1), the version (2).
 */
static const char *line_of(const char *key, int change)
{
    static char out[400];
    char end[200];
    const char *text = fl_embedded_find("data/known_samples.txt")->data;
    snprintf(end, sizeof end, " %s\n", key);
    const char *at = strstr(text, end);
    cr_assert_not_null(at, "%s", key);
    const char *line = at;
    while (line > text && line[-1] != '\n') {
        line--;
    }
    snprintf(out, sizeof out, "# a remark\n%.*s%s", (int)(at - line), line, end);
    char *hash = strchr(out, '\n') + 1;
    if (change >= 0) {
        char *digit = hash + (change == 0 ? 3 : change == 1 ? 20 : 34);
        *digit = *digit == '7' ? '6' : '7';
    }
    return out;
}

Test(selfcheck, another_sample_and_another_measure_are_told_apart)
{
    open_known("classic", "level=2");
    cr_expect_eq(fl_verify_check_known(&condition, &maker, line_of("classic --set level=2", 0), &diag),
                 FL_ERR_DEFECT);
    cr_expect_str_eq(diag.what, "the first 64 floors are not those of version 1 of generator 'classic'");
    cr_expect_eq(fl_verify_check_known(&condition, &maker, line_of("classic --set level=2", 1), &diag),
                 FL_ERR_DEFECT);
    cr_expect_not_null(strstr(diag.what, "but not what is measured on them"), "%s", diag.what);
    cr_expect_not_null(strstr(diag.hint, "floorlab verify --known"), "%s", diag.hint);
    close_known();
}

/* A kernel that makes the batch of the next floors, as one off by one would. */
static const fl_generator *real;

static void make_next_batch(const void *rules, const fl_key *key, void *scratch, fl_classic_batch *out)
{
    out->first += 699;
    real->make_batch(rules, key, scratch, out);
    out->first -= 699;
}

Test(selfcheck, a_kernel_that_makes_other_floors_is_found)
{
    small_run run;
    fl_first_floors first;
    fl_diag_init(&diag);
    small_run_open(&run, "name: x\ngenerator: classic\nsettings: {level: 5}\nfloors: 10\nseed: 7\n", 0, 1);
    fl_run_condition *counted = &run.setup.condition[0];
    cr_assert_eq(fl_run_maker_open(&maker, &counted->opened, NULL), FL_OK);
    cr_expect_eq(fl_verify_first_floors(counted, &maker, &first, &diag), FL_OK, "%s", diag.what);
    cr_expect_gt(first.draws, first.rooms);
    real = counted->opened.generator;
    fl_generator planted = *real;
    planted.make_batch = make_next_batch;
    counted->opened.generator = &planted;
    cr_expect_eq(fl_verify_first_floors(counted, &maker, &first, &diag), FL_ERR_DEFECT);
    cr_expect_not_null(strstr(diag.what, "by the kernel ("), "%s", diag.what);
    counted->opened.generator = real;
    fl_run_maker_close(&maker);
    small_run_close(&run);
}
