/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Plans by name, journeys by number. */
#include "experiments/journeys/journeys_private.h"

#include <criterion/criterion.h>

#include <string.h>

static const fl_option table[] = {
    {"player", 0, false, "P", ""}, {"set", 0, true, "K=V", ""}, {"journey", 0, false, "N", ""}};

static void read(fl_options *options, char **arguments)
{
    cr_assert_eq(fl_program_option_read(options, table, 3, arguments, NULL), FL_OK);
}

Test(open, names_find_plans_that_ship)
{
    fl_options options;
    fl_journey *plan = NULL;
    char *none[] = {NULL};
    read(&options, none);
    cr_assert_eq(fl_journeys_open(&plan, NULL, &options, NULL), FL_OK);
    cr_expect_str_eq(plan->name, "isaac");
    fl_journey_free(plan);
    cr_assert_eq(fl_journeys_open(&plan, "data/journeys/classic.yml", &options, NULL), FL_ERR_INPUT);
    cr_expect_null(plan);
}

Test(open, a_wrong_name_gets_the_nearest)
{
    fl_diag diag;
    fl_options options;
    fl_journey *plan = NULL;
    char *none[] = {NULL};
    read(&options, none);
    fl_diag_init(&diag);
    cr_expect_eq(fl_journeys_open(&plan, "isac", &options, &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.hint, "did you mean 'isaac'?");
}

Test(open, run_seeds_name_runs_of_the_game)
{
    fl_options options;
    fl_journey *plan = NULL;
    uint64_t number = 0;
    char *arguments[] = {"--set",     "rng=isaac", "--set", "interiors=on", "--player", "full",
                         "--journey", "B911 0MT3", NULL};
    read(&options, arguments);
    cr_assert_eq(fl_journeys_open(&plan, "isaac", &options, NULL), FL_OK);
    cr_expect_eq(plan->first, 1);
    cr_expect_eq(plan->last, UINT32_MAX);
    cr_assert_eq(fl_journeys_read_number(plan, &options, "journey", &number, NULL), FL_OK);
    cr_expect_gt(number, 1);
    fl_journey_walk walk;
    fl_opened_generator source;
    char text[FL_ROW_SEED_TEXT];
    fl_journey_walk_begin(&walk, plan, 1, number);
    fl_journey_walk_enter(&walk, plan);
    fl_journeys_floor_generator(plan, &walk, &source);
    fl_run_generator_game_seed(&source, number, text);
    cr_expect_str_eq(text, "B911 0MT3");
    char *outside[] = {"--journey", "4G", NULL};
    read(&options, outside);
    cr_expect_eq(fl_journeys_read_number(plan, &options, "journey", &number, NULL), FL_OK);
    char *beyond[] = {"--journey", "5G", NULL};
    read(&options, beyond);
    cr_expect_eq(fl_journeys_read_number(plan, &options, "journey", &number, NULL), FL_ERR_USAGE);
    fl_journey_free(plan);
}

Test(open, a_floor_is_a_source_with_settings_of_its_own)
{
    fl_options options;
    fl_opened_generator source;
    fl_journey_walk walk;
    fl_journey *plan = NULL;
    fl_text command;
    char *arguments[] = {"--player", "full", NULL};
    read(&options, arguments);
    cr_assert_eq(fl_journeys_open(&plan, "classic", &options, NULL), FL_OK);
    fl_journey_walk_begin(&walk, plan, 1, 7);
    fl_journey_walk_enter(&walk, plan);
    fl_journeys_floor_generator(plan, &walk, &source);
    fl_text_init(&command);
    fl_run_generator_add_command(&source, walk.key.index, &command);
    cr_expect(strstr(fl_text_get(&command), "floorlab show classic --floor 7 --seed "), "%s",
              fl_text_get(&command));
    cr_expect(strstr(fl_text_get(&command), "--set level=1"), "%s", fl_text_get(&command));
    fl_text_free(&command);
    fl_journey_free(plan);
}
