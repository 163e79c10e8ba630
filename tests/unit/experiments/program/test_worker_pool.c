/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Blocks come in order and once each; pauses, stops and errors leave the first n done. */
#include "experiments/program/program.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <sched.h>
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
    uint64_t slow_from; /* the blocks that take … */
    long pause;         /* nanoseconds that a block takes */
    unsigned looks, saves;
    unsigned stop_at, save_from; /* looks */
    fl_err save_fails;
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
        if (j->pause && block >= j->slow_from) {
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
    j->saves++;
    expect_prefix(j, 0, done);
    return j->save_fails ? fl_diag_set(diag, j->save_fails, "", "not saved") : FL_OK;
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

Test(worker_pool, of_quick_blocks_many_are_taken_together_and_of_slow_ones_few)
{
    job j;
    prepare(&j, 1, 64);
    cr_assert_eq(fl_program_pool_run(&j.pool, NULL), FL_OK);
    cr_expect_leq(j.taken, 1u + 2 + 4 + 8 + 16 + 32, "%u", j.taken);
    prepare(&j, 1, 64);
    j.pool.blocks = 60;
    j.pause = 15000000; /* one of them lasts as long as a take should */
    cr_assert_eq(fl_program_pool_run(&j.pool, NULL), FL_OK);
    cr_expect_geq(j.taken, 20u, "%u", j.taken); /* but for times on a busy machine */
}

Test(worker_pool, of_blocks_that_become_slow_fewer_are_taken)
{
    job j;
    prepare(&j, 1, 64);
    j.slow_from = 256;
    j.pause = 5000000;
    cr_assert_eq(fl_program_pool_run(&j.pool, NULL), FL_OK);
    cr_expect_geq(j.taken, 20u, "%u", j.taken);
}

/* The blocks come in tens. */
static uint64_t next_ten(void *job_of, uint64_t block)
{
    (void)job_of;
    return block / 10 * 10 + 10;
}

static fl_err work_within_tens(void *job_of, unsigned worker, uint64_t first, uint64_t end, fl_diag *diag)
{
    cr_assert_eq(first / 10, (end - 1) / 10);
    cr_assert(first % 10 != 0 || end == first + 1, "the first of its kind is taken alone");
    return work(job_of, worker, first, end, diag);
}

Test(worker_pool, only_blocks_that_are_alike_are_taken_together)
{
    job j;
    prepare(&j, WORKERS, 64);
    j.pool.alike_until = next_ten;
    j.pool.work = work_within_tens;
    cr_assert_eq(fl_program_pool_run(&j.pool, NULL), FL_OK);
    cr_expect_lt(j.taken, BLOCKS);
    expect_prefix(&j, 0, BLOCKS);
}

Test(worker_pool, blocks_done_before_are_left_alone)
{
    for (uint64_t before = 0; before <= BLOCKS; before += 100) {
        job j;
        prepare(&j, 3, 7);
        j.pool.done = before;
        cr_assert_eq(fl_program_pool_run(&j.pool, NULL), FL_OK);
        cr_expect_eq(j.pool.done, BLOCKS);
        expect_prefix(&j, before, BLOCKS);
    }
}

Test(worker_pool, more_workers_than_blocks_do_no_harm)
{
    for (uint64_t blocks = 0; blocks < 4; blocks++) {
        job j;
        prepare(&j, 16, 1);
        j.pool.blocks = blocks;
        j.save_from = 0;
        cr_assert_eq(fl_program_pool_run(&j.pool, NULL), FL_OK);
        cr_expect_eq(j.pool.done, blocks);
        expect_prefix(&j, 0, blocks);
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

Test(worker_pool, a_save_that_fails_stops_all_and_is_told)
{
    fl_diag diag;
    job j;
    prepare(&j, 3, 1);
    j.pause = 2000000;
    j.save_from = 1;
    j.save_fails = FL_ERR_IO;
    fl_diag_init(&diag);
    cr_expect_eq(fl_program_pool_run(&j.pool, &diag), FL_ERR_IO);
    cr_expect_str_eq(diag.what, "not saved");
    cr_expect_eq(j.saves, 1);
    cr_expect_lt(j.pool.done, BLOCKS);
    expect_prefix(&j, 0, j.pool.done);
}

/* Workers that rest in the middle of their blocks, too. */
typedef struct sum {
    fl_worker_pool pool;
    uint64_t own[WORKERS];
    uint64_t total;
    _Atomic unsigned resting;
} sum;

static fl_err add_blocks(void *sum_of, unsigned worker, uint64_t first, uint64_t end, fl_diag *diag)
{
    sum *s = sum_of;
    (void)diag;
    for (uint64_t block = first; block < end; block++) {
        s->own[worker] += block;
        if (block % 3 == 0) {
            fl_program_pool_rest(&s->pool, worker);
        }
    }
    return FL_OK;
}

static void add_to_total(void *sum_of, unsigned worker)
{
    sum *s = sum_of;
    cr_assert_eq(atomic_fetch_add(&s->resting, 1), 0, "two workers rest at one time");
    sched_yield();
    atomic_fetch_sub(&s->resting, 1);
    s->total += s->own[worker];
    s->own[worker] = 0;
}

Test(worker_pool, a_worker_may_rest_when_it_likes)
{
    sum s = {.pool = {.threads = WORKERS,
                      .blocks = 20000,
                      .at_once = 8,
                      .context = &s,
                      .work = add_blocks,
                      .rest = add_to_total}};
    cr_assert_eq(fl_program_pool_run(&s.pool, NULL), FL_OK);
    cr_expect_eq(s.total, 19999ULL * 20000 / 2);
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

static fl_worker_pool_order always_save(void *endless_of)
{
    (void)endless_of;
    return FL_WORKER_POOL_SAVE;
}

Test(worker_pool, a_pause_does_not_wait_for_ever_for_a_block_that_never_ends, .timeout = 60, .exit_code = 3)
{
    endless e;
    prepare_endless(&e);
    e.block = 7;
    e.pool.watch = always_save;
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

/* A pool that cannot start all its threads; the linker sends pthread_create here. */
static int threads_left = -1;

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*start)(void *), void *of);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*start)(void *), void *of);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*start)(void *), void *of)
{
    if (threads_left == 0) {
        return 11; /* EAGAIN */
    }
    threads_left -= threads_left > 0;
    return __real_pthread_create(thread, how, start, of);
}

Test(worker_pool, a_thread_that_cannot_be_started_ends_the_others_and_is_told)
{
    for (int can = 0; can < 3; can++) {
        fl_diag diag;
        job j;
        prepare(&j, 4, 1);
        j.pause = 2000000;
        fl_diag_init(&diag);
        threads_left = can;
        cr_expect_eq(fl_program_pool_run(&j.pool, &diag), FL_ERR_MEMORY);
        threads_left = -1;
        cr_expect(strncmp(diag.what, "cannot start thread ", 20) == 0 && diag.what[20] == '1' + can);
        cr_expect_lt(j.pool.done, BLOCKS);
        expect_prefix(&j, 0, j.pool.done);
    }
}
