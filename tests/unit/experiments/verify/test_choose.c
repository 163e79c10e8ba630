/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which rows are judged. */
#include "experiments/verify/verify.h"
#include "tests/unit/small_claim_set.h"

#include <criterion/criterion.h>

/* Two groups: `again` with `level_1`, and `level_4`. */
static const char apart[] =
    "  - {id: rooms, source: s, text: t, type: always, metric: plan_rooms, values: 7..8, "
    "on: {again: confirmed, level_1: confirmed, level_4: refuted}}\n"
    "  - {id: loops, source: s, text: t, type: never, event: has_loop, on: {level_4: confirmed}}\n";

static void expect_needed(const fl_claim_set *claims)
{
    for (size_t k = 0; k < claims->rows_n; k++) {
        const fl_claim_row *row = &claims->row[k];
        for (unsigned i = 0; i < row->populations_n && row->is_chosen; i++) {
            const fl_population *population = &claims->population[row->population[i]];
            cr_expect(population->is_needed && claims->population[population->same].is_needed, "%s on %s",
                      row->id, population->name);
        }
    }
}

Test(choose, a_row_brings_the_others_of_its_group)
{
    fl_claim_set claims;
    fl_diag diag;
    unsigned named = 0, companions = 0;
    small_claim_set_open(&claims, apart);
    cr_assert_eq(fl_verify_choose(&claims, "rooms@level_1", &diag), FL_OK);
    for (size_t i = 0; i < claims.rows_n; i++) {
        named += claims.row[i].is_chosen && !claims.row[i].is_companion;
        companions += claims.row[i].is_chosen && claims.row[i].is_companion;
    }
    cr_expect_eq(named, 1u);
    cr_expect_eq(companions, 1u, "`again` has the same samples; level_4 has not");
    expect_needed(&claims);
    fl_claim_set_free(&claims);
}
