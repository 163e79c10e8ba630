/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting in columns, by plans that ask for little; all that can be asked for is counted in
 * tests/oracle/test_kernel.c. */
#include "analysis/tally/tally_private.h"
#include "gen/lanes/backend.h"
#include "tests/support/batch_maker.h"
#include "tests/support/counting.h"

#include <criterion/criterion.h>

#include <string.h>

static unsigned kernels(const fl_tally_batch_kernel *out[3])
{
    unsigned n = 0;
    out[n++] = &fl_tally_batch_kernel_portable;
#if defined(__x86_64__)
    if (fl_backend_is_here(FL_BACKEND_AVX2)) {
        out[n++] = &fl_tally_batch_kernel_avx2;
    }
    if (fl_backend_is_here(FL_BACKEND_AVX512)) {
        out[n++] = &fl_tally_batch_kernel_avx512;
    }
#endif
    return n;
}

Test(batch_kernel, a_value_that_all_have_is_counted_whole)
{
    const fl_tally_batch_kernel *all[3];
    unsigned n = kernels(all);
    for (unsigned i = 0; i < n; i++) {
        uint8_t bytes[FL_CLASSIC_BATCH_FLOORS];
        const uint8_t range[2] = {7, 7};
        uint32_t count[256] = {0};
        uint32_t cells[256] = {0};
        memset(bytes, 7, sizeof bytes);
        all[i]->add(bytes, sizeof bytes, range, count);
        all[i]->cells(bytes, sizeof bytes, cells);
        cr_expect_eq(count[7], (uint32_t)FL_CLASSIC_BATCH_FLOORS);
        cr_expect_eq(cells[7], (uint32_t)FL_CLASSIC_BATCH_FLOORS);
    }
}

/* Counts the batches from floor number `from` on both ways by a spec of few metrics. */
static void expect_same(const fl_tally_request *wish, const char *settings, uint64_t from)
{
    counting counting;
    fl_tally tally[2];
    batch_maker *side = batch_maker_open(settings, 9);
    maker *m = &side->maker;
    counting_open(&counting, m->generator, m->rules, wish);
    const fl_tally_spec *spec = &counting.spec;
    cr_assert(!fl_tally_init(&tally[0], spec) && !fl_tally_init(&tally[1], spec));
    fl_tally_batch_want(spec, &side->columns, &side->batch);
    for (uint64_t first = from; first < from + 3000; first += 1000) {
        batch_maker_make(side, fl_backend_best(), first, 1000);
        fl_tally_batch_add(&tally[0], &side->columns);
        for (uint64_t i = first; i < first + 1000; i++) {
            maker_make(m, i);
            fl_tally_add(&tally[1], &m->floor, m->value, &m->metric, i);
        }
    }
    cr_expect_arr_eq(tally[0].count, tally[1].count, spec->counts_n * sizeof *tally[0].count, "%s", settings);
    cr_expect_arr_eq(tally[0].extreme, tally[1].extreme, spec->metrics_n * sizeof *tally[0].extreme);
    cr_expect(tally[0].floors == tally[1].floors && tally[0].failed == tally[1].failed);
    fl_tally_free(&tally[0]);
    fl_tally_free(&tally[1]);
    counting_close(&counting);
    batch_maker_close(side);
}

Test(tally_batch, counts_are_those_of_the_floors_whatever_is_asked_for)
{
    static const unsigned few[] = {FL_METRIC_DEAD_ENDS, FL_METRIC_LINEARITY, FL_METRIC_COUNT,
                                   FL_METRIC_FIRST_KIND + FL_KIND_CURSE};
    static const char *const settings[] = {"level=2", "level=4 max_attempts=2", "rules=demo", "specials=off"};
    const fl_tally_choice none = COUNTING_NONE;
    const fl_tally_request wishes[] = {
        {.metrics = {FL_TALLY_LIST, few, 4}, .events = none, .maps = none},
        {.metrics = {FL_TALLY_LIST, few, 1}, .maps = none},
        {.metrics = {FL_TALLY_LIST, few, 2}, .events = none},
        {.metrics = {FL_TALLY_LIST, few, 4}, .events = {FL_TALLY_ALL, NULL, 0}, .has_parts = true},
    };
    for (unsigned i = 0; i < 16; i++) {
        expect_same(&wishes[i % 4], settings[i / 4], 0);
    }
}
