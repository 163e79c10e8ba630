/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Maps of a batch beside those of its floors, on every backend. */
#include "analysis/tally/tally_private.h"
#include "tests/support/batch_maker.h"

#include <criterion/criterion.h>

static void expect_same_maps(const char *settings, fl_backend backend)
{
    fl_tally_spec spec;
    fl_tally tally[2];
    batch_maker *side = batch_maker_open(settings, 4);
    maker *m = &side->maker;
    const fl_tally_request request = {
        .generator = m->generator, .metrics = (const unsigned[1]){0}, .metrics_n = 0, .with_maps = true};
    cr_assert_eq(fl_tally_spec_make(&spec, &request, NULL), FL_OK);
    cr_assert(!fl_tally_init(&tally[0], &spec) && !fl_tally_init(&tally[1], &spec));
    for (uint64_t first = 0; first < 3000; first += 750) {
        batch_maker_make(side, backend, first, 750);
        fl_tally_maps_add(&tally[0], &side->batch);
        for (uint64_t i = first; i < first + 750; i++) {
            maker_make(m, i);
            fl_tally_add(&tally[1], &m->floor, m->value, &m->metric, i);
        }
    }
    cr_expect_arr_eq(tally[0].count, tally[1].count, spec.counts_n * sizeof *tally[0].count, "%s, %s",
                     settings, fl_backend_name(backend));
    fl_tally_free(&tally[0]);
    fl_tally_free(&tally[1]);
    batch_maker_close(side);
}

Test(tally_maps, maps_are_those_of_the_floors)
{
    static const char *const settings[] = {"level=1", "level=3 start=22", "level=4 max_attempts=2",
                                           "level=4 specials=off", "level=9 reseed_above=0 coins=9"};
    fl_backend backends[FL_BACKEND_COUNT];
    unsigned backends_n = batch_maker_backends(backends);
    for (unsigned i = 0; i < 5 * backends_n; i++) {
        expect_same_maps(settings[i / backends_n], backends[i % backends_n]);
    }
}
