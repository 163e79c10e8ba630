/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Workers over several populations. */
#include "analysis/claim/claim_private.h"
#include "experiments/verify/verify_private.h"
#include "tests/support/counting.h"

#include <criterion/criterion.h>

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { POPULATIONS = 3 };

static const char *const settings[POPULATIONS] = {"level=1", "level=8", "stage=1 interiors=off"};
static const char *const generators[POPULATIONS] = {"classic", "classic", "rebirth"};

/* What a population borrows. */
typedef struct place {
    counting counting;
    fl_run_condition condition;
    fl_tally total;
} place;

static void open_populations(fl_sweep_population *out)
{
    static const unsigned metrics[] = {FL_METRIC_ROOMS};
    memset(out, 0, POPULATIONS * sizeof *out);
    for (unsigned i = 0; i < POPULATIONS; i++) {
        place *at = calloc(1, sizeof *at);
        cr_assert_not_null(at);
        fl_opened_generator *opened = &at->condition.opened;
        cr_assert_eq(fl_run_generator_open_words(opened, generators[i], settings[i], NULL), FL_OK);
        counting_begin(&at->counting, opened->generator, opened->rules);
        const unsigned events[] = {counting_event(&at->counting, "has_loop")};
        counting_make(&at->counting, &(fl_tally_request){.metrics = COUNTING_LIST(metrics),
                                                         .events = COUNTING_LIST(events),
                                                         .maps = COUNTING_NONE});
        opened->seed = 100 + i; /* each population has random numbers of its own */
        opened->catalogue = &at->counting.catalogue;
        at->condition.binding = at->counting.binding;
        at->condition.spec = &at->counting.spec;
        cr_assert_eq(fl_tally_init(&at->total, &at->counting.spec), FL_OK);
        out[i] = (fl_sweep_population){&at->condition, &at->total};
    }
}

static place *place_of(const fl_sweep_population *population)
{
    return (place *)((char *)population->total - offsetof(place, total));
}

static void close_populations(fl_sweep_population *populations)
{
    for (unsigned i = 0; i < POPULATIONS; i++) {
        place *at = place_of(&populations[i]);
        fl_tally_free(&at->total);
        counting_close(&at->counting);
        fl_run_generator_close(&at->condition.opened);
        free(at);
    }
}

static void count_alone(fl_sweep_population *population, uint64_t from, uint64_t to)
{
    fl_floor_maker maker;
    cr_assert_eq(fl_run_maker_open(&maker, &population->condition->opened, NULL), FL_OK);
    for (uint64_t i = from; i < to; i++) {
        fl_run_maker_make(&maker, population->condition->opened.first + i,
                          population->condition->spec->groups);
        fl_run_maker_count(&maker, population->total);
    }
    fl_run_maker_close(&maker);
}

static void sweep_with(unsigned threads, fl_sweep_population *populations)
{
    fl_sweep *sweep = NULL;
    fl_sweep_range ranges[] = {{&populations[0], 0, 3000},
                               {&populations[2], 10, 11},
                               {&populations[1], 100, 1124},
                               {&populations[0], 3000, 3001}};
    fl_sweep_job job = {.ranges = ranges, .ranges_n = 4};
    open_populations(populations);
    cr_assert_eq(fl_verify_sweep_init(&sweep, populations, POPULATIONS, threads, NULL), FL_OK);
    cr_assert_eq(fl_verify_sweep_count(sweep, &job, NULL), FL_OK);
    fl_verify_sweep_free(sweep);
}

Test(sweep, any_number_of_threads_counts_what_a_loop_counts)
{
    static const unsigned threads[] = {1, 2, 5};
    fl_sweep_population alone[POPULATIONS];
    open_populations(alone);
    count_alone(&alone[0], 0, 3001);
    count_alone(&alone[2], 10, 11);
    count_alone(&alone[1], 100, 1124);
    for (unsigned k = 0; k < 3; k++) {
        fl_sweep_population populations[POPULATIONS];
        sweep_with(threads[k], populations);
        for (unsigned i = 0; i < POPULATIONS; i++) {
            cr_assert_eq(populations[i].total->floors, alone[i].total->floors);
            cr_assert_eq(memcmp(populations[i].total->count, alone[i].total->count,
                                alone[i].condition->spec->counts_n * sizeof(uint64_t)),
                         0, "%u threads, population %u", threads[k], i);
        }
        close_populations(populations);
    }
    close_populations(alone);
}

/* Populations that are compared must be independent samples. */
Test(sweep, places_with_the_same_rules_have_the_random_numbers_of_their_own_seeds)
{
    fl_sweep_population populations[POPULATIONS];
    fl_sweep_population other[POPULATIONS];
    fl_sweep *sweep = NULL;
    open_populations(populations);
    open_populations(other);
    place_of(&other[0])->condition.opened.seed = 1;
    fl_sweep_population pair[2] = {populations[0], other[0]};
    fl_sweep_range ranges[] = {{&pair[0], 0, 2000}, {&pair[1], 0, 2000}};
    fl_sweep_job job = {.ranges = ranges, .ranges_n = 2};
    cr_assert_eq(fl_verify_sweep_init(&sweep, pair, 2, 1, NULL), FL_OK);
    cr_assert_eq(fl_verify_sweep_count(sweep, &job, NULL), FL_OK);
    size_t bytes = pair[0].condition->spec->counts_n * sizeof(uint64_t);
    cr_expect_neq(memcmp(pair[0].total->count, pair[1].total->count, bytes), 0);
    fl_verify_sweep_free(sweep);
    close_populations(populations);
    close_populations(other);
}

Test(sweep, is_fast_where_columns_suffice)
{
    fl_sweep_population populations[POPULATIONS];
    open_populations(populations);
    cr_expect(fl_verify_sweep_is_fast(&populations[0]));
    cr_expect_not(fl_verify_sweep_is_fast(&populations[2]), "the remakes have no kernel");
    close_populations(populations);
}

/* Ranges without samples of all populations. */
static fl_sweep_job job_of_looks(fl_sweep_population *populations, fl_sweep_range *ranges)
{
    for (unsigned i = 0; i < POPULATIONS; i++) {
        ranges[i] = (fl_sweep_range){.population = &populations[i]};
    }
    return (fl_sweep_job){.ranges = ranges, .ranges_n = POPULATIONS};
}

static bool stop_at_once(void *context, uint64_t floors)
{
    (void)context;
    (void)floors;
    return false;
}

Test(sweep, looking_can_be_stopped)
{
    fl_sweep_population populations[POPULATIONS];
    fl_sweep_range ranges[POPULATIONS];
    fl_first_floors first[POPULATIONS];
    fl_sweep *sweep = NULL;
    open_populations(populations);
    fl_sweep_job job = job_of_looks(populations, ranges);
    job.watch = stop_at_once;
    cr_assert_eq(fl_verify_sweep_init(&sweep, populations, POPULATIONS, 1, NULL), FL_OK);
    cr_expect_eq(fl_verify_sweep_look(sweep, &job, first, NULL), FL_ERR_STOPPED);
    fl_verify_sweep_free(sweep);
    close_populations(populations);
}

Test(sweep, draws_tell_dear_floors_from_cheap_ones)
{
    fl_sweep_range ranges[POPULATIONS];
    fl_sweep_population populations[POPULATIONS];
    fl_sweep *sweep = NULL;
    open_populations(populations);
    cr_assert_eq(fl_verify_sweep_init(&sweep, populations, POPULATIONS, 1, NULL), FL_OK);
    fl_first_floors first[POPULATIONS];
    fl_sweep_job job = job_of_looks(populations, ranges);
    cr_assert_eq(fl_verify_sweep_look(sweep, &job, first, NULL), FL_OK);
    for (unsigned i = 0; i < POPULATIONS; i++) {
        cr_expect_gt(first[i].rooms, 0u);
    }
    cr_expect_lt(first[0].draws, first[1].draws);
    cr_expect_lt(first[1].draws, first[2].draws);
    fl_verify_sweep_free(sweep);
    close_populations(populations);
}

/* The planted fault: the tenth floor of a population never comes to an end. */
static const fl_generator *real;

static void make_endless(const void *rules, const fl_key *key, void *scratch, void *out)
{
    static volatile bool for_ever = true;
    while (key->index == 10 && for_ever) {}
    real->make(rules, key, scratch, out);
}

static void end_process(fl_err err, const fl_diag *diag)
{
    bool is_named = strstr(diag->what, "floor 10 does not come to an end") &&
                    strstr(diag->hint, "floorlab show rebirth --floor 10 --seed 102");
    _exit(is_named ? fl_diag_exit_code(err) : 99);
}

/* While looking at the first floors, and while counting. */
static void sweep_without_end(bool looks)
{
    fl_generator endless;
    fl_sweep_population populations[POPULATIONS];
    fl_first_floors first[POPULATIONS];
    fl_sweep *sweep = NULL;
    fl_program_pool_on_stuck(end_process);
    open_populations(populations);
    fl_opened_generator *opened = &place_of(&populations[2])->condition.opened;
    real = opened->generator;
    endless = *real;
    endless.make = make_endless;
    opened->generator = &endless;
    fl_sweep_range ranges[] = {{&populations[0], 0, 3000}, {&populations[2], 0, 300}};
    fl_sweep_range look[POPULATIONS];
    fl_sweep_job looking = job_of_looks(populations, look);
    fl_sweep_job job = {.ranges = ranges, .ranges_n = 2};
    cr_assert_eq(fl_verify_sweep_init(&sweep, populations, POPULATIONS, 2, NULL), FL_OK);
    fl_verify_sweep_be_patient(sweep, 0.3);
    fl_err err =
        looks ? fl_verify_sweep_look(sweep, &looking, first, NULL) : fl_verify_sweep_count(sweep, &job, NULL);
    cr_assert_eq(err, FL_OK);
}

Test(sweep, a_first_floor_that_never_ends_ends_the_process, .timeout = 60, .exit_code = 3)
{
    sweep_without_end(true);
}

Test(sweep, a_floor_that_never_ends_ends_the_process, .timeout = 60, .exit_code = 3)
{
    sweep_without_end(false);
}

Test(sweep, freeing_nothing_is_fine)
{
    fl_verify_sweep_free(NULL);
}
