/* Workers over several populations. */
#include "analysis/claim/claim_private.h"
#include "experiments/verify/verify_private.h"

#include <criterion/criterion.h>

#include <string.h>

enum { PLACES = 3 };

static const char *const settings[PLACES] = {"level=1", "level=8", "stage=1 interiors=off"};
static const char *const generators[PLACES] = {"classic", "classic", "rebirth"};

static void open_places(fl_sweep_population *out)
{
    static const unsigned metrics[] = {FL_METRIC_ROOMS};
    static const char *const events[] = {"has_loop"};
    memset(out, 0, PLACES * sizeof *out);
    for (unsigned i = 0; i < PLACES; i++) {
        cr_assert_eq(fl_run_generator_open_words(&out[i].source, generators[i], settings[i], NULL), FL_OK);
        out[i].source.seed = 100 + i; /* each place has random numbers of its own */
        fl_tally_request wish = {.generator = out[i].source.generator,
                                 .metrics = metrics,
                                 .metrics_n = 1,
                                 .events = events,
                                 .events_n = 1,
                                 .with_events = true};
        cr_assert_eq(fl_tally_spec_make(&out[i].plan, &wish, NULL), FL_OK);
        cr_assert_eq(fl_tally_init(&out[i].total, &out[i].plan), FL_OK);
        out[i].groups = out[i].plan.groups;
    }
}

static void close_places(fl_sweep_population *places)
{
    for (unsigned i = 0; i < PLACES; i++) {
        fl_tally_free(&places[i].total);
        fl_run_generator_close(&places[i].source);
    }
}

static void count_alone(fl_sweep_population *place, uint64_t from, uint64_t to)
{
    fl_opened_generator_worker worker;
    cr_assert_eq(fl_run_generator_hire(&worker, &place->source, NULL), FL_OK);
    for (uint64_t i = from; i < to; i++) {
        fl_run_generator_make(&worker, place->source.first + i, place->groups);
        fl_tally_add(&place->total, &worker.floor, worker.values, &worker.metric, place->source.first + i);
    }
    fl_run_generator_dismiss(&worker);
}

static void sweep_with(unsigned threads, fl_sweep_population *places)
{
    fl_sweep *sweep = NULL;
    fl_sweep_stretch legs[] = {
        {&places[0], 0, 3000}, {&places[2], 10, 11}, {&places[1], 100, 1124}, {&places[0], 3000, 3001}};
    fl_sweep_job job = {.legs = legs, .legs_n = 4};
    open_places(places);
    cr_assert_eq(fl_verify_sweep_init(&sweep, places, PLACES, threads, NULL), FL_OK);
    cr_assert_eq(fl_verify_sweep_run(sweep, &job, NULL), FL_OK);
    fl_verify_sweep_free(sweep);
}

Test(sweep, any_number_of_threads_counts_what_a_loop_counts)
{
    static const unsigned threads[] = {1, 2, 5};
    fl_sweep_population alone[PLACES];
    open_places(alone);
    count_alone(&alone[0], 0, 3001);
    count_alone(&alone[2], 10, 11);
    count_alone(&alone[1], 100, 1124);
    for (unsigned k = 0; k < 3; k++) {
        fl_sweep_population places[PLACES];
        sweep_with(threads[k], places);
        for (unsigned i = 0; i < PLACES; i++) {
            cr_assert_eq(places[i].total.floors, alone[i].total.floors);
            cr_assert_eq(memcmp(places[i].total.count, alone[i].total.count,
                                alone[i].plan.counts_n * sizeof(uint64_t)),
                         0, "%u threads, place %u", threads[k], i);
        }
        close_places(places);
    }
    close_places(alone);
}

/* Populations that are compared must be independent samples. */
Test(sweep, places_with_the_same_rules_have_the_random_numbers_of_their_own_seeds)
{
    fl_sweep_population places[PLACES];
    fl_sweep_population other[PLACES];
    fl_sweep *sweep = NULL;
    open_places(places);
    open_places(other);
    other[0].source.seed = 1;
    fl_sweep_population pair[2] = {places[0], other[0]};
    fl_sweep_stretch legs[] = {{&pair[0], 0, 2000}, {&pair[1], 0, 2000}};
    fl_sweep_job job = {.legs = legs, .legs_n = 2};
    cr_assert_eq(fl_verify_sweep_init(&sweep, pair, 2, 1, NULL), FL_OK);
    cr_assert_eq(fl_verify_sweep_run(sweep, &job, NULL), FL_OK);
    size_t bytes = pair[0].plan.counts_n * sizeof(uint64_t);
    cr_expect_neq(memcmp(pair[0].total.count, pair[1].total.count, bytes), 0);
    fl_verify_sweep_free(sweep);
    close_places(places);
    close_places(other);
}

/* A metric without a column is left out when nobody asks for its group. */
Test(sweep, is_fast_as_soon_as_columns_suffice)
{
    fl_sweep_population places[PLACES];
    open_places(places);
    cr_expect(fl_verify_sweep_is_fast(&places[0]));
    places[0].groups |= 1u << fl_metric_of(FL_METRIC_BOXES)->group;
    cr_expect_not(fl_verify_sweep_is_fast(&places[0]));
    cr_expect_not(fl_verify_sweep_is_fast(&places[2]), "the remakes have no kernel");
    close_places(places);
}

Test(sweep, metrics_of_other_groups_are_not_worked_out)
{
    fl_sweep_population places[PLACES];
    fl_sweep *sweep = NULL;
    fl_claim_counts sample;
    open_places(places);
    fl_sweep_stretch leg = {&places[2], 0, 500};
    fl_sweep_job job = {.legs = &leg, .legs_n = 1};
    places[2].groups = 0;
    cr_assert_eq(fl_verify_sweep_init(&sweep, places, PLACES, 2, NULL), FL_OK);
    cr_assert_eq(fl_verify_sweep_run(sweep, &job, NULL), FL_OK);
    cr_assert(fl_claim_counts_find(&sample, &places[2].total, FL_METRIC_ROOMS));
    uint64_t counted = 0;
    for (unsigned i = 0; i < sample.bins; i++) {
        counted += sample.count[i];
    }
    cr_expect(counted == 0 && places[2].total.floors == 500,
              "a rebirth floor is made alone, with these groups");
    fl_verify_sweep_free(sweep);
    close_places(places);
}

Test(sweep, draws_tell_dear_floors_from_cheap_ones)
{
    fl_sweep_population places[PLACES];
    fl_sweep *sweep = NULL;
    open_places(places);
    cr_assert_eq(fl_verify_sweep_init(&sweep, places, PLACES, 1, NULL), FL_OK);
    uint64_t draws[3];
    uint64_t rooms[3];
    for (unsigned i = 0; i < 3; i++) {
        draws[i] = fl_verify_sweep_draws(sweep, &places[i], &rooms[i]);
        cr_expect_gt(rooms[i], 0u);
    }
    cr_expect_lt(draws[0], draws[1]);
    cr_expect_lt(draws[1], draws[2]);
    fl_verify_sweep_free(sweep);
    close_places(places);
}

Test(sweep, freeing_nothing_is_fine)
{
    fl_verify_sweep_free(NULL);
}
