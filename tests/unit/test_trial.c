/* The judging of the built-in claims. */
#include "experiments/trial.h"

#include <criterion/criterion.h>

static fl_trial_verdict judge(uint32_t hits, uint32_t of, uint64_t found, uint64_t trials)
{
    fl_trial_row row = {.hits = hits, .of = of};
    fl_trial_result result = {.trials = trials, .hits = found};
    fl_trial_judge(&row, &result);
    return result.verdict;
}

Test(trial, a_chance_is_confirmed_near_it_and_refuted_far_from_it)
{
    cr_expect_eq(judge(5, 14, 357143, 1000000), FL_TRIAL_CONFIRMED);
    cr_expect_eq(judge(5, 14, 360000, 1000000), FL_TRIAL_REFUTED);
    cr_expect_eq(judge(5, 14, 354000, 1000000), FL_TRIAL_REFUTED);
}

Test(trial, little_data_decides_nothing)
{
    cr_expect_eq(judge(5, 14, 357, 1000), FL_TRIAL_UNDECIDED);
    cr_expect_eq(judge(5, 14, 0, 0), FL_TRIAL_UNDECIDED);
    cr_expect_eq(judge(1, 1, 0, 0), FL_TRIAL_UNDECIDED);
    cr_expect_eq(judge(1, 1, 100, 100), FL_TRIAL_UNDECIDED);
}

Test(trial, one_exception_refutes_always_and_never)
{
    cr_expect_eq(judge(1, 1, 1000000, 1000000), FL_TRIAL_CONFIRMED);
    cr_expect_eq(judge(1, 1, 999999, 1000000), FL_TRIAL_REFUTED);
    cr_expect_eq(judge(0, 1, 0, 1000000), FL_TRIAL_CONFIRMED);
    cr_expect_eq(judge(0, 1, 1, 1000000), FL_TRIAL_REFUTED);
}

/* A planted fault in the odds: 5/14 judged against floors of a hurt player, who has 1/7. */
Test(trial, a_wrong_population_is_refuted)
{
    size_t n = 0;
    unsigned tried = 0;
    const fl_trial_row *rows = fl_trial_all(&n);
    for (size_t i = 0; i < n; i++) {
        if (rows[i].hits == 5 && rows[i].of == 14) {
            fl_trial_row row = rows[i];
            fl_trial_result result;
            row.settings = "hearts=5";
            cr_assert_eq(fl_trial_run(&row, 20000, &result, NULL), FL_OK);
            cr_expect_eq(result.verdict, FL_TRIAL_REFUTED);
            tried++;
        }
    }
    cr_expect_eq(tried, 1u);
}

Test(trial, ids_are_unique_and_chances_make_sense)
{
    size_t n = 0;
    const fl_trial_row *rows = fl_trial_all(&n);
    for (size_t i = 0; i < n; i++) {
        cr_expect_leq(rows[i].hits, rows[i].of);
        for (size_t k = 0; k < i; k++) {
            cr_expect_str_neq(rows[i].id, rows[k].id);
        }
    }
}
