/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Blocks come in order and once each; pauses, stops and errors leave the first n done. */
#include "experiments/program/program.h"

#include <criterion/criterion.h>

#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BLOCKS = 600, WORKERS = 5, MANY = 100 };

/* A job notes how often a block was done: each worker alone, and all together once they rest. */
typedef struct job {
    fl_worker_pool pool;
    unsigned char own[MANY][BLOCKS];
    unsigned char done[BLOCKS];
    _Atomic unsigned resting;
    uint64_t last[MANY];
    uint64_t fails_at, dawdles_at;
    long pause; /* nanoseconds that a block takes */
    unsigned looks, saves;
    unsigned stop_at, save_from; /* looks */
    _Atomic unsigned taken;
} job;

static void sleep_for(long nanoseconds)
{
    const struct timespec pause = {.tv_nsec = nanoseconds};
    nanosleep(&pause, NULL);
}

static fl_err work(void *job_of, unsigned worker, uint64_t first, uint64_t end, fl_diag *diag)
{
    job *j = job_of;
    cr_assert(first < end && end <= BLOCKS && end - first <= j->pool.at_once);
    cr_assert(j->last[worker] <= first, "a worker's blocks do not rise");
    j->last[worker] = end;
    for (uint64_t block = first; block < end; block++) {
        if (j->pause) {
            sleep_for(j->pause);
        }
        if (block == j->dawdles_at) {
            sleep_for(300000000); /* meanwhile the watcher wants to save, and waits */
        }
        if (block == j->fails_at) {
            return fl_diag_set(diag, FL_ERR_DAMAGED, "here", "block %u", (unsigned)block);
        }
        j->own[worker][block]++;
    }
    atomic_fetch_add(&j->taken, 1);
    return FL_OK;
}

static void rest(void *job_of, unsigned worker)
{
    job *j = job_of;
    cr_assert_eq(atomic_fetch_add(&j->resting, 1), 0, "two workers rest at one time");
    for (unsigned i = 0; i < BLOCKS; i++) {
        j->done[i] = (unsigned char)(j->done[i] + j->own[worker][i]);
        j->own[worker][i] = 0;
    }
    atomic_fetch_sub(&j->resting, 1);
}

static fl_worker_pool_order watch(void *job_of)
{
    job *j = job_of;
    j->looks++;
    return j->looks >= j->stop_at     ? FL_WORKER_POOL_STOP
           : j->looks >= j->save_from ? FL_WORKER_POOL_SAVE
                                      : FL_WORKER_POOL_GO_ON;
}

/* Exactly the blocks [from, n) are done, once each. */
static void expect_prefix(const job *j, uint64_t from, uint64_t n)
{
    for (unsigned i = 0; i < BLOCKS; i++) {
        cr_assert_eq(j->done[i], i >= from && i < n, "block %u of %u", i, (unsigned)n);
    }
}

static fl_err save(void *job_of, uint64_t done, fl_diag *diag)
{
    job *j = job_of;
    (void)diag;
    j->saves++;
    expect_prefix(j, 0, done);
    return FL_OK;
}

static void prepare(job *j, unsigned threads, uint64_t at_once)
{
    memset(j, 0, sizeof *j);
    j->pool = (fl_worker_pool){.threads = threads,
                               .blocks = BLOCKS,
                               .at_once = at_once,
                               .context = j,
                               .work = work,
                               .rest = rest,
                               .watch = watch,
                               .save = save};
    j->stop_at = j->save_from = UINT32_MAX;
    j->fails_at = j->dawdles_at = UINT64_MAX;
}

Test(worker_pool, every_block_is_done_once_by_any_number_of_workers)
{
    static const unsigned threads[] = {1, 2, 7, MANY};
    static const uint64_t at_once[] = {1, 7, BLOCKS + 1};
    for (unsigned i = 0; i < 12; i++) {
        job j;
        prepare(&j, threads[i % 4], at_once[i / 4]);
        j.pool.watch = i % 2 ? watch : NULL;
        cr_assert_eq(fl_program_pool_run(&j.pool, NULL), FL_OK);
        cr_expect_eq(j.pool.done, BLOCKS);
        cr_expect(j.taken <= BLOCKS && j.taken >= (BLOCKS + at_once[i / 4] - 1) / at_once[i / 4]);
        expect_prefix(&j, 0, BLOCKS);
    }
}

Test(worker_pool, a_pause_saves_exactly_the_first_blocks)
{
    for (unsigned threads = 1; threads <= WORKERS; threads += 2) {
        job j;
        prepare(&j, threads, 3);
        j.pause = 1000000;
        j.save_from = 0;
        cr_assert_eq(fl_program_pool_run(&j.pool, NULL), FL_OK);
        cr_expect_gt(j.saves, 0);
        cr_expect_eq(j.pool.done, BLOCKS);
        expect_prefix(&j, 0, BLOCKS);
    }
}

Test(worker_pool, a_stop_leaves_the_first_blocks_done)
{
    job j;
    prepare(&j, WORKERS, 3);
    j.pause = 5000000;
    j.stop_at = 1;
    cr_assert_eq(fl_program_pool_run(&j.pool, NULL), FL_OK);
    cr_expect(j.pool.done > 0 && j.pool.done < BLOCKS);
    expect_prefix(&j, 0, j.pool.done);
}

Test(worker_pool, an_error_stops_all_and_is_told)
{
    for (uint64_t block = 0; block < BLOCKS; block += 111) {
        fl_diag diag;
        job j;
        prepare(&j, WORKERS, 3);
        j.pause = 1000000;
        j.fails_at = block;
        fl_diag_init(&diag);
        cr_assert_eq(fl_program_pool_run(&j.pool, &diag), FL_ERR_DAMAGED);
        cr_expect(diag.code == FL_ERR_DAMAGED && strcmp(diag.where, "here") == 0);
        cr_expect_leq(j.pool.done, block);
        cr_expect_geq(j.pool.done + 3, block + 1);
        cr_expect(block > BLOCKS / 2 || j.taken < BLOCKS / 3 - 1, "the others went on");
        for (unsigned i = 0; i < j.pool.done; i++) {
            cr_assert_eq(j.done[i], 1);
        }
    }
}

Test(worker_pool, a_block_that_failed_is_never_saved_as_done)
{
    job j;
    prepare(&j, 3, 1);
    j.fails_at = j.dawdles_at = 4;
    j.save_from = 1;
    cr_expect_eq(fl_program_pool_run(&j.pool, NULL), FL_ERR_DAMAGED);
    cr_expect(j.looks > 0 && j.saves == 0);
}

/* Blocks that never end, or only seem not to. */
typedef struct endless {
    fl_worker_pool pool;
    uint64_t block;         /* never ends */
    _Atomic uint64_t steps; /* of slow blocks */
    unsigned slow;          /* steps that a block has, 20 ms each */
    _Atomic unsigned ended; /* blocks */
} endless;

static fl_err work_endlessly(void *endless_of, unsigned worker, uint64_t first, uint64_t end, fl_diag *diag)
{
    static volatile bool for_ever = true;
    endless *e = endless_of;
    (void)worker;
    (void)diag;
    while (e->block >= first && e->block < end && for_ever) {}
    for (unsigned i = 0; i < e->slow; i++) {
        sleep_for(20000000);
        e->steps++;
    }
    e->ended++;
    return FL_OK;
}

static fl_err tell_stuck(void *endless_of, unsigned worker, uint64_t first, uint64_t end, fl_diag *diag)
{
    const endless *e = endless_of;
    cr_expect(first <= e->block && e->block < end && end - first <= 4);
    return fl_diag_set(diag, FL_ERR_STUCK, "here", "worker %u", worker);
}

static uint64_t count_steps(void *endless_of, unsigned worker)
{
    const endless *e = endless_of;
    (void)worker;
    return e->steps;
}

static void end_process(fl_err err, const fl_diag *diag)
{
    _exit(strcmp(diag->where, "here") == 0 ? fl_diag_exit_code(err) : 99);
}

static void prepare_endless(endless *e)
{
    fl_program_pool_on_stuck(end_process);
    memset(e, 0, sizeof *e);
    e->block = UINT64_MAX;
    e->pool = (fl_worker_pool){.threads = 3,
                               .blocks = 60,
                               .at_once = 4,
                               .context = e,
                               .work = work_endlessly,
                               .patience = 0.3,
                               .stuck = tell_stuck};
}

Test(worker_pool, a_block_that_never_ends_ends_the_process, .timeout = 60, .exit_code = 3)
{
    endless e;
    prepare_endless(&e);
    e.block = 25;
    cr_assert_eq(fl_program_pool_run(&e.pool, NULL), FL_OK);
}

Test(worker_pool, slow_blocks_are_not_given_up_while_they_get_on, .timeout = 60)
{
    endless e;
    prepare_endless(&e);
    e.pool.blocks = 8;
    e.slow = 50; /* a second */
    e.pool.progress = count_steps;
    cr_expect_eq(fl_program_pool_run(&e.pool, NULL), FL_OK);
    cr_expect_geq(e.ended, 2u);
    prepare_endless(&e);
    e.pool.blocks = 8;
    e.slow = 50;
    e.pool.patience = 0; /* never */
    cr_expect_eq(fl_program_pool_run(&e.pool, NULL), FL_OK);
}
