/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parsing arguments by a table of options. */
#include "experiments/program/program.h"

#include <criterion/criterion.h>

#include <string.h>

static const fl_option table[] = {
    {"floor", 'f', false, "I", "number"},
    {"set", 's', true, "K=V", "setting"},
    {"quiet", 'q', false, NULL, "flag"},
};

static fl_err take(fl_options *out, fl_diag *diag, const char *const *words)
{
    fl_diag_init(diag);
    return fl_program_option_read(out, table, 3, (char **)words, diag);
}

Test(option, all_forms_of_an_option_are_one)
{
    static const char *const forms[][4] = {
        {"--floor", "7", NULL}, {"--floor=7", NULL}, {"-f", "7", NULL}, {"-f7", NULL}, {"-f=7", NULL}};
    for (unsigned i = 0; i < 5; i++) {
        fl_options options;
        fl_diag diag;
        cr_assert_eq(take(&options, &diag, forms[i]), FL_OK, "form %u: %s", i, diag.what);
        cr_expect_str_eq(fl_program_option_get(&options, "floor"), "7", "form %u", i);
        cr_expect_eq(options.words_n, 0u);
    }
}

Test(option, words_and_options_may_mix)
{
    static const char *const words[] = {"classic", "-q",  "--set", "a=1",     "-",
                                        "-s",      "b=2", "--",    "--floor", NULL};
    fl_options options;
    fl_diag diag;
    cr_assert_eq(take(&options, &diag, words), FL_OK);
    cr_expect_eq(options.words_n, 3u);
    cr_expect(strcmp(options.word[1], "-") == 0 && strcmp(options.word[2], "--floor") == 0);
    cr_expect_str_eq(fl_program_option_nth(&options, "set", 0), "a=1");
    cr_expect_str_eq(fl_program_option_nth(&options, "set", 1), "b=2");
    cr_expect_null(fl_program_option_nth(&options, "set", 2));
    cr_expect_str_eq(fl_program_option_get(&options, "quiet"), "");
    cr_expect_null(fl_program_option_get(&options, "floor"));
}

Test(option, names_that_are_no_options_are_those_of_settings)
{
    static const char *const words[] = {"--level", "3", "classic", "--rules=flash", "--set", "hard=on", NULL};
    fl_options options;
    fl_diag diag;
    cr_assert_eq(take(&options, &diag, words), FL_OK, "%s", diag.what);
    cr_expect_str_eq(fl_program_option_nth(&options, "set", 0), "level=3");
    cr_expect_str_eq(fl_program_option_nth(&options, "set", 1), "rules=flash");
    cr_expect_str_eq(fl_program_option_nth(&options, "set", 2), "hard=on");
    cr_expect(options.words_n == 1 && strcmp(options.word[0], "classic") == 0);
}

Test(option, wrong_arguments_are_refused_with_advice)
{
    static char endless[600];
    static const struct {
        const char *words[4];
        const char *says;
        const char *hints;
    } cases[] = {
        {{"--flor", "7", NULL}, "there is no option '--flor' here", "did you mean '--floor'?"},
        {{"--level", NULL}, "there is no option '--level' here", ""},
        {{"--floor", NULL}, "--floor needs a value: --floor I", ""},
        {{"--quiet=1", NULL}, "--quiet takes no value", ""},
        {{"-q", "-q", NULL}, "--quiet is given twice", ""},
        {{"-x", NULL}, "there is no option '-x' here", ""},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fl_options options;
        fl_diag diag;
        cr_expect_eq(take(&options, &diag, cases[i].words), FL_ERR_USAGE);
        cr_expect_str_eq(diag.what, cases[i].says);
        cr_expect_str_eq(diag.hint, cases[i].hints);
    }
    fl_options options;
    fl_diag diag;
    memset(endless, 'x', sizeof endless - 1);
    cr_expect_eq(take(&options, &diag, (const char *const[]){"--level", endless, "--rules", endless, NULL}),
                 FL_ERR_USAGE);
    cr_expect(strstr(diag.what, "--set") != NULL, "%s", diag.what);
}

Test(option, more_values_than_there_is_room_for_are_refused)
{
    static const char *words[2 * FL_OPTION_VALUES + 3];
    fl_options options;
    fl_diag diag;
    for (unsigned i = 0; i <= FL_OPTION_VALUES; i++) {
        words[2 * i] = "--set";
        words[2 * i + 1] = "a=1";
    }
    cr_expect_eq(take(&options, &diag, words), FL_ERR_USAGE);
    cr_expect_eq(options.values_n, (size_t)FL_OPTION_VALUES);
}

Test(option, numbers_have_a_default_and_a_complaint)
{
    static const char *const good[] = {"-f", "10k", NULL};
    static const char *const bad[] = {"-f", "ten", NULL};
    fl_options options;
    fl_diag diag;
    uint64_t number = 0;
    cr_assert_eq(take(&options, &diag, good), FL_OK);
    cr_expect_eq(fl_program_option_number(&options, "floor", 3, &number, &diag), FL_OK);
    cr_expect_eq(number, 10000u);
    cr_assert_eq(take(&options, &diag, good + 2), FL_OK);
    cr_expect_eq(fl_program_option_number(&options, "floor", 3, &number, &diag), FL_OK);
    cr_expect_eq(number, 3u);
    cr_assert_eq(take(&options, &diag, bad), FL_OK);
    cr_expect_eq(fl_program_option_number(&options, "floor", 3, &number, &diag), FL_ERR_USAGE);
    cr_expect_str_eq(diag.what, "--floor needs a whole number, 0 or more, not 'ten'");
}
