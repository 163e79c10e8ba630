/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text comes in block order, and ends where making or writing fails. */
#include "experiments/run/run.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { BLOCKS = 300 };

typedef struct job {
    uint64_t written, fails_at;
    uint64_t lacks; /* the block that cannot be made */
} job;

/* Blocks take different times, so that they would come out of order. */
static fl_err make(void *job_of, unsigned worker, uint64_t block, fl_text *out, fl_diag *diag)
{
    const job *j = job_of;
    const struct timespec pause = {.tv_nsec = (long)(block * 7919 % 5) * 100000};
    (void)worker;
    nanosleep(&pause, NULL);
    fl_text_add_number(out, (int64_t)block);
    return j->lacks && block == j->lacks ? fl_diag_set(diag, FL_ERR_STUCK, "", "no block") : FL_OK;
}

static fl_err write_text(void *job_of, const fl_text *text, fl_diag *diag)
{
    job *j = job_of;
    char expected[24];
    snprintf(expected, sizeof expected, "%u", (unsigned)j->written);
    cr_assert_str_eq(fl_text_get(text), expected);
    if (j->written == j->fails_at) {
        return fl_diag_set(diag, FL_ERR_IO, "there", "the disk is full");
    }
    j->written++;
    return FL_OK;
}

static fl_err write_blocks(job *j, unsigned threads, fl_diag *diag)
{
    fl_ordered_output output = {
        .blocks = BLOCKS, .threads = threads, .job = j, .make = make, .write = write_text};
    return fl_run_write_in_order(&output, diag);
}

Test(ordered_output, blocks_are_written_in_order_by_any_number_of_threads)
{
    static const unsigned threads[] = {1, 2, 7, 100};
    for (unsigned i = 0; i < 4; i++) {
        job j = {.fails_at = UINT64_MAX};
        cr_expect_eq(write_blocks(&j, threads[i], NULL), FL_OK);
        cr_expect_eq(j.written, BLOCKS);
    }
}

Test(ordered_output, nothing_is_written_after_a_write_that_failed)
{
    for (unsigned threads = 1; threads <= 5; threads += 2) {
        job j = {.fails_at = 40};
        fl_diag diag;
        fl_diag_init(&diag);
        cr_expect_eq(write_blocks(&j, threads, &diag), FL_ERR_IO);
        cr_expect_eq(j.written, 40);
        cr_expect_str_eq(diag.what, "the disk is full");
    }
}

Test(ordered_output, nobody_waits_for_a_block_that_cannot_be_made, .timeout = 20)
{
    for (unsigned threads = 1; threads <= 5; threads += 2) {
        job j = {.fails_at = UINT64_MAX, .lacks = 40};
        fl_diag diag;
        fl_diag_init(&diag);
        cr_expect_eq(write_blocks(&j, threads, &diag), FL_ERR_STUCK);
        cr_expect_leq(j.written, 40);
        cr_expect_str_eq(diag.what, "no block");
    }
}
