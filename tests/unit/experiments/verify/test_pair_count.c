/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Claims that are judged on pairs: counted as one would by hand, the same for any number of threads. */
#include "analysis/claim/claim_private.h"
#include "experiments/verify/verify.h"
#include "tests/unit/small_claim_run.h"

#include <criterion/criterion.h>

#include <string.h>

#define PAIRED(id, more) "  - {id: " id ", source: s, text: t, type: equals, paired: yes, " more "}\n"
#define LEVELS                                                                                               \
    PAIRED("levels", "metrics: [plan_rooms, boss_distance], between: [level_1, level_4], expect: refuted")
#define HIT                                                                                                  \
    PAIRED("hit", "event: gate.sacrifice.placed, tolerance: 0.02, between: [level_1, level_4], expect: "     \
                  "undecided")
#define OTHER PAIRED("other", "metric: plan_rooms, values: 8, between: [level_1, flash], expect: refuted")

static small_claim_run it;

static void tear_down(void)
{
    small_claim_run_close(&it);
}

TestSuite(pair_count, .fini = tear_down);

/* The floors of one side, made one after the other. */
typedef struct side {
    fl_opened_generator opened;
    fl_floor_maker maker;
} side;

static void open_side(side *self, const char *settings, uint64_t seed)
{
    memset(self, 0, sizeof *self);
    cr_assert_eq(fl_run_generator_open_words(&self->opened, "classic", settings, NULL), FL_OK);
    self->opened.seed = seed;
    cr_assert_eq(fl_run_maker_open(&self->maker, &self->opened, NULL), FL_OK);
}

static void close_side(side *self)
{
    fl_run_maker_close(&self->maker);
    fl_run_generator_close(&self->opened);
}

static int32_t value_of(side *self, uint64_t number, const char *what)
{
    fl_run_maker_make(&self->maker, number, FL_METRIC_ALL_GROUPS);
    if (strcmp(what, "sacrifice") == 0) {
        uint64_t rooms = 0;
        for (unsigned i = 0; i < self->maker.floor.rooms_n; i++) {
            rooms += self->maker.floor.rooms[i].kind == FL_KIND_SACRIFICE;
        }
        return rooms > 0 ? 0 : FL_CLAIM_PAIR_NONE;
    }
    return self->maker.values[strcmp(what, "rooms") == 0 ? FL_METRIC_PLAN_ROOMS : FL_METRIC_BOSS_DISTANCE];
}

static fl_claim_pairs counted_by_hand(const char *other, const char *what, uint64_t n)
{
    fl_claim_pairs out = {.n = 0};
    side sides[2];
    uint64_t seed = it.run.seed + it.claims.population[0].mark;
    open_side(&sides[0], "level=1", seed);
    open_side(&sides[1], other, seed);
    for (uint64_t i = 0; i < n; i++) {
        int32_t a = value_of(&sides[0], i, what);
        fl_claim_pairs_add(&out, a, value_of(&sides[1], i, what));
    }
    close_side(&sides[0]);
    close_side(&sides[1]);
    return out;
}

static void expect_same(const char *id, const char *other, const char *what)
{
    const fl_finding *finding = small_claim_run_find(&it, id);
    fl_claim_pairs hand = counted_by_hand(other, what, finding->pairs.n);
    cr_expect_geq(finding->pairs.n, 4096u);
    cr_expect_eq(finding->result.trials, finding->pairs.n);
    cr_expect_eq(memcmp(&hand, &finding->pairs, sizeof hand), 0, "%s: %lu and %lu at first, by hand %lu, %lu",
                 id, (unsigned long)finding->pairs.first[0], (unsigned long)finding->pairs.second[0],
                 (unsigned long)hand.first[0], (unsigned long)hand.second[0]);
}

Test(pair_count, pairs_are_floors_of_one_number_and_one_seed)
{
    small_claim_run_open(&it, LEVELS HIT);
    it.run.limit = 4096 + 100;
    small_claim_run_run(&it);
    expect_same("levels:plan_rooms", "level=4", "rooms");
    expect_same("levels:boss_distance", "level=4", "distance");
    expect_same("hit", "level=4", "sacrifice");
    cr_expect_eq(small_claim_run_find(&it, "levels:plan_rooms")->result.found.verdict, FL_VERDICT_REFUTED);
}

Test(pair_count, a_population_has_pairs_with_several_others)
{
    small_claim_run_open(&it, LEVELS OTHER);
    it.run.limit = 4096;
    small_claim_run_run(&it);
    expect_same("levels:plan_rooms", "level=4", "rooms");
    const fl_finding *other = small_claim_run_find(&it, "other");
    cr_expect_eq(other->pairs.n, 4096u);
    cr_expect_eq(other->pairs.second[0], 0u, "that rule set has no floor of eight rooms");
    cr_expect(other->pairs.first[0] > 1900 && other->pairs.first[0] < 2200, "half of these have");
}

/* The other population is looked at, and has the floors of an ordinary first round, however many pairs
 * follow. */
Test(pair_count, the_tallies_hold_what_they_hold_without_pairs)
{
#define LOOPS "metric: loops, tolerance: 0.000001, between: [level_1, level_4], expect: confirmed"
    small_claim_run plain;
    small_claim_run_open(&it, PAIRED("x", LOOPS));
    it.run.limit = 20000;
    small_claim_run_run(&it);
    small_claim_run_open(&plain, "  - {id: x, source: s, text: t, type: equals, " LOOPS "}\n");
    plain.run.limit = 20000;
    small_claim_run_run(&plain);
    cr_assert_eq(it.run.totals[0].floors, 20000u);
    cr_assert_eq(plain.run.totals[0].floors, 20000u);
    cr_expect_eq(it.run.totals[1].floors, 4096u);
    for (size_t i = 0; i < it.run.totals[0].spec->counts_n; i++) {
        cr_assert_eq(it.run.totals[0].count[i], plain.run.totals[0].count[i]);
    }
    cr_expect_eq(small_claim_run_find(&it, "x")->pairs.n, 20000u);
    cr_expect_eq(small_claim_run_find(&plain, "x")->pairs.n, 0u);
    small_claim_run_close(&plain);
}

Test(pair_count, any_number_of_threads_counts_the_same)
{
    static const unsigned threads[] = {2, 5};
    small_claim_run_open(&it, LEVELS HIT OTHER);
    it.run.limit = 20000;
    small_claim_run_run(&it);
    for (unsigned k = 0; k < 2; k++) {
        small_claim_run other;
        small_claim_run_open(&other, LEVELS HIT OTHER);
        other.run.threads = threads[k];
        other.run.limit = 20000;
        small_claim_run_run(&other);
        for (size_t i = 0; i < it.run.findings_n; i++) {
            const fl_finding *a = &it.run.findings[i];
            const fl_finding *b = &other.run.findings[i];
            cr_expect_eq(memcmp(&a->pairs, &b->pairs, sizeof a->pairs), 0, "%s", a->row->id);
            cr_expect_eq(memcmp(&a->result.found, &b->result.found, sizeof a->result.found), 0, "%s",
                         a->row->id);
        }
        small_claim_run_close(&other);
    }
}
