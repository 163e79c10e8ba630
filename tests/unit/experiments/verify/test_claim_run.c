/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting until the claims are decided. */
#include "experiments/verify/verify.h"
#include "tests/unit/small_claim_run.h"

#include <criterion/criterion.h>

#include <string.h>

#define CLAIM(id, more) "  - {id: " id ", source: s, text: t, " more "}\n"
#define SACRIFICE                                                                                            \
    CLAIM("sacrifice", "type: probability, event: roll.sacrifice.won, value: 5/14, tolerance: 0.02, on: "    \
                       "{level_1: confirmed}")
#define ROOMS                                                                                                \
    CLAIM("rooms",                                                                                           \
          "type: distribution, metric: plan_rooms, distribution: {7: 1/2, 8: 1/2}, tolerance: 0.02, on: "    \
          "{again: confirmed}")
#define LOOPS                                                                                                \
    CLAIM("loops",                                                                                           \
          "type: never, event: has_loop, tolerance: 0.002, on: {level_1: confirmed, level_4: confirmed}")
#define WRONG                                                                                                \
    CLAIM("wrong", "type: probability, event: roll.sacrifice.won, value: 1/2, on: {level_1: refuted}")
#define NEVER_TOLD CLAIM("never_told", "type: occurs, metric: kind_boss, values: 5, on: {level_1: undecided}")

static small_claim_run it;

static void tear_down(void)
{
    small_claim_run_close(&it);
}

TestSuite(claim_run, .fini = tear_down);

Test(claim_run, stops_as_soon_as_all_is_decided)
{
    small_claim_run_open(&it, SACRIFICE ROOMS LOOPS WRONG);
    small_claim_run_run(&it);
    for (size_t i = 0; i < it.run.findings_n; i++) {
        const fl_finding *finding = &it.run.findings[i];
        cr_expect_eq(finding->result.found.verdict, finding->row->expected, "%s", finding->row->id);
    }
    cr_expect_lt(it.run.floors, 300000u);
}

static void run_with(unsigned threads, small_claim_run *out)
{
    small_claim_run_open(out, SACRIFICE ROOMS LOOPS WRONG NEVER_TOLD);
    out->run.threads = threads;
    out->run.limit = 30000;
    small_claim_run_run(out);
}

Test(claim_run, any_number_of_threads_finds_the_same)
{
    static const unsigned threads[] = {2, 7};
    run_with(1, &it);
    for (unsigned k = 0; k < 2; k++) {
        small_claim_run other;
        run_with(threads[k], &other);
        cr_assert_eq(other.run.floors, it.run.floors);
        for (size_t i = 0; i < it.run.findings_n; i++) {
            const fl_finding *a = &it.run.findings[i];
            const fl_finding *b = &other.run.findings[i];
            cr_assert_eq(a->points_n, b->points_n, "%s, %u threads", a->row->id, threads[k]);
            cr_assert_eq(memcmp(a->point, b->point, a->points_n * sizeof a->point[0]), 0, "%s", a->row->id);
            cr_assert_eq(a->result.hits, b->result.hits, "%s", a->row->id);
            cr_assert_eq(a->result.found.verdict, b->result.found.verdict, "%s", a->row->id);
        }
        small_claim_run_close(&other);
    }
}
