/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows divided among shards. */
#include "experiments/verify/verify.h"
#include "tests/unit/small_claim_set.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

/* `again` has the samples of `level_1`; a row compares levels 1 and 4: they stay together. */
static const char joined[] =
    "  - {id: rooms, source: s, text: t, type: always, metric: plan_rooms, values: 7..8, "
    "on: {again: confirmed, level_4: refuted}}\n"
    "  - {id: loops, source: s, text: t, type: never, event: has_loop, on: {level_1: confirmed}}\n"
    "  - {id: rises, source: s, text: t, type: order, metric: rooms, along: [level_1, level_4], "
    "expect: confirmed}\n";

/* Two groups: `again` with `level_1`, and `level_4`. */
static const char apart[] =
    "  - {id: rooms, source: s, text: t, type: always, metric: plan_rooms, values: 7..8, "
    "on: {again: confirmed, level_1: confirmed, level_4: refuted}}\n"
    "  - {id: loops, source: s, text: t, type: never, event: has_loop, on: {level_4: confirmed}}\n";

static fl_err choose(fl_claim_set *claims, uint64_t shard, uint64_t shards, fl_diag *diag)
{
    fl_diag_init(diag);
    return fl_verify_choose_shard(claims, shard, shards, diag);
}

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

/* Adds the chosen rows of each shard to times[row]; every shard has one. */
static void expect_all_rows_once(void (*open)(fl_claim_set *claims), uint64_t shards)
{
    fl_claim_set claims;
    fl_diag diag;
    open(&claims);
    size_t rows = claims.rows_n;
    unsigned *times = calloc(rows, sizeof *times);
    unsigned *populations = calloc(claims.populations_n, sizeof *populations);
    fl_claim_set_free(&claims);
    for (uint64_t shard = 0; shard < shards; shard++) {
        size_t n = 0;
        open(&claims);
        cr_assert_eq(choose(&claims, shard, shards, &diag), FL_OK, "%s", diag.what);
        for (size_t i = 0; i < rows; i++) {
            n += claims.row[i].is_chosen;
            times[i] += claims.row[i].is_chosen;
        }
        for (unsigned i = 0; i < claims.populations_n; i++) {
            populations[i] += claims.population[i].is_needed;
        }
        cr_expect_gt(n, 0u, "shard %u is empty", (unsigned)shard);
        expect_needed(&claims);
        if (shard + 1 < shards) {
            fl_claim_set_free(&claims);
        }
    }
    for (size_t i = 0; i < rows; i++) {
        cr_expect_eq(times[i], 1u, "%s is in %u shards", claims.row[i].id, times[i]);
    }
    for (unsigned i = 0; i < claims.populations_n; i++) {
        cr_expect_leq(populations[i], 1u, "%s is in %u shards", claims.population[i].name, populations[i]);
    }
    fl_claim_set_free(&claims);
    free(times);
    free(populations);
}

static void open_apart(fl_claim_set *claims)
{
    small_claim_set_open(claims, apart);
}

static void open_shipped(fl_claim_set *claims)
{
    fl_claim_set_init(claims);
    cr_assert_eq(fl_claim_set_add_shipped(claims, NULL), FL_OK);
    cr_assert_eq(fl_claim_rows_make(claims, NULL, NULL), FL_OK);
}

Test(shard, all_shards_together_are_all_rows)
{
    expect_all_rows_once(open_apart, 1);
    expect_all_rows_once(open_apart, 2);
    expect_all_rows_once(open_shipped, 3);
}

Test(shard, no_shard_of_the_findings_is_empty)
{
    for (uint64_t shard = 0; shard < 3; shard++) {
        fl_claim_set claims;
        fl_diag diag;
        size_t n = 0;
        open_shipped(&claims);
        cr_assert_eq(fl_verify_choose(&claims, NULL, true, &diag), FL_OK);
        cr_assert_eq(choose(&claims, shard, 3, &diag), FL_OK, "%s", diag.what);
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

Test(shard, populations_that_share_a_row_stay_together)
{
    fl_claim_set claims;
    fl_diag diag;
    small_claim_set_open(&claims, joined);
    cr_expect_eq(choose(&claims, 0, 2, &diag), FL_ERR_USAGE);
    cr_expect_str_eq(diag.what, "these claims cannot be divided into 2 shards");
    cr_expect_str_eq(diag.hint, "judge them without --shard");
    cr_expect(claims.row[0].is_chosen && claims.population[0].is_needed, "a refusal changes nothing");
    fl_claim_set_free(&claims);
}

Test(shard, more_shards_than_groups_are_refused_with_the_most)
{
    for (uint64_t shard = 0; shard < 3; shard++) {
        fl_claim_set claims;
        fl_diag diag;
        open_apart(&claims);
        cr_expect_eq(choose(&claims, shard, 3, &diag), FL_ERR_USAGE);
        cr_expect_str_eq(diag.hint, "2 is the most");
        fl_claim_set_free(&claims);
    }
}

Test(shard, a_row_brings_the_others_of_its_group)
{
    fl_claim_set claims;
    fl_diag diag;
    unsigned named = 0, companions = 0;
    open_apart(&claims);
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
