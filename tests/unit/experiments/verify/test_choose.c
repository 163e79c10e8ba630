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

static void open_shipped(fl_claim_set *claims)
{
    fl_claim_set_init(claims);
    cr_assert_eq(fl_claim_set_add_shipped(claims, NULL), FL_OK);
    cr_assert_eq(fl_claim_rows_make(claims, NULL, NULL), FL_OK);
}

Test(choose, the_findings_have_the_populations_that_they_need)
{
    {
        fl_claim_set claims;
        fl_diag diag;
        size_t n = 0;
        open_shipped(&claims);
        cr_assert_eq(fl_verify_choose(&claims, NULL, true, &diag), FL_OK);
        for (size_t i = 0; i < claims.rows_n; i++) {
            n += claims.row[i].is_chosen;
        }
        cr_expect_gt(n, 0u);
        expect_needed(&claims);
        for (unsigned i = 0; i < claims.populations_n; i++) {
            bool has_row = false;
            for (size_t k = 0; k < claims.rows_n && claims.population[i].is_needed; k++) {
                const fl_claim_row *row = &claims.row[k];
                for (unsigned p = 0; p < row->populations_n && row->is_chosen; p++) {
                    has_row |= claims.population[row->population[p]].same == claims.population[i].same;
                }
            }
            cr_expect_eq(has_row, claims.population[i].is_needed, "%s", claims.population[i].name);
        }
        fl_claim_set_free(&claims);
    }
}

Test(choose, a_row_brings_the_others_of_its_group)
{
    fl_claim_set claims;
    fl_diag diag;
    unsigned named = 0, companions = 0;
    small_claim_set_open(&claims, apart);
    cr_assert_eq(fl_verify_choose(&claims, "rooms@level_1", false, &diag), FL_OK);
    for (size_t i = 0; i < claims.rows_n; i++) {
        named += claims.row[i].is_chosen && !claims.row[i].is_companion;
        companions += claims.row[i].is_chosen && claims.row[i].is_companion;
    }
    cr_expect_eq(named, 1u);
    cr_expect_eq(companions, 1u, "`again` has the same samples; level_4 has not");
    expect_needed(&claims);
    fl_claim_set_free(&claims);
}
