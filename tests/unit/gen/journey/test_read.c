/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Plan files: what each refusal says, and where. */
#include "gen/journey/journey.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

typedef struct refusal {
    const char *old, *new;
    unsigned line;
    const char *what, *hint; /* must occur; hint NULL = any */
} refusal;

static void check(const refusal *row)
{
    fl_diag diag;
    char where[32];
    fl_journey *plan = NULL;
    snprintf(where, sizeof where, "test.yaml:%u", row->line);
    fl_err err = small_plan_open(&plan, row->old, row->new, "usual", &diag);
    cr_expect_eq(err, FL_ERR_INPUT, "%s", row->new);
    cr_expect_null(plan);
    cr_expect_str_eq(diag.where, where, "%s: %s: %s", row->new, diag.where, diag.what);
    cr_expect(strstr(diag.what, row->what), "%s: %s", row->new, diag.what);
    cr_expect(!row->hint || strstr(diag.hint, row->hint), "%s: %s", row->new, diag.hint);
    fl_journey_free(plan);
}

Test(read, every_refusal_says_where_and_what)
{
    static const refusal table[] = {
        {"name: small", "nam: small", 1, "there is no key 'nam' here", "did you mean 'name'?"},
        {"name: small", "name: sm all", 1, "a name has 1 to 31 letters", NULL},
        {"name: small\n", "", 1, "the key 'name' is missing", NULL},
        {"generator: classic", "generator: clasic", 2, "there is no generator 'clasic'",
         "did you mean 'classic'?"},
        {"generator: classic\nsettings: {rules: article}\n", "", 18,
         "neither floor 'one' nor the plan has a generator", NULL},
        {"{rules: article}", "{rules: articel}", 3, "setting 'rules' cannot be 'articel'",
         "article, demo or flash"},
        {"{level: 3}", "{levle: 3}", 28, "there is no setting 'levle'", "did you mean 'level'?"},
        {"{level: 3}", "{level: 13}", 28, "setting 'level' cannot be '13'", "1…12"},
        {"{level: 3}", "{level: {a: 1}}", 28, "a value or a list of them", NULL},
        {"{level: [1, 2]}", "{level: [1, 20]}", 24, "setting 'level' cannot be '20'", NULL},
        {"{level: [1, 2]}", "{level: []}", 24, "the list 'level' has 1 to 16 values", NULL},
        {"[One, Uno]", "[One, Uno, Un]", 21, "floor 'one' has 2 variants", NULL},
        {"[One, Uno]", "\"\"", 21, "a label has 1 to 31 bytes", NULL},
        {"chapter: 1", "chapter: 0", 22, "'chapter' is a whole number from 1 to 20", NULL},
        {"start: true", "start: yes", 23, "'start' is true or false, not 'yes'", NULL},
        {"[{to: two}]", "[{to: tow}]", 25, "there is no floor 'tow'", "did you mean 'two'?"},
        {"[{to: two}]", "[two]", 25, "expected a map of keys", NULL},
        {"[{to: two}]", "[{too: two}]", 25, "there is no key 'too'", "did you mean 'to'?"},
        {"{to: two}]", "{to: [two]}]", 25, "", NULL},
        {"three: {chapter: 2, ", "three: {chaptre: 2, ", 33, "there is no key 'chaptre'", "'chapter'"},
        {"  three: {chapter: 2, settings: {level: 4}, edges: [{to: four}]}\n", "  three: 7\n", 33,
         "expected a map of keys", NULL},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        check(&table[i]);
    }
}

Test(read, lists_become_variants_and_settings_of_the_plan_are_common)
{
    fl_journey *plan = small_plan_get(NULL);
    const fl_journey_stop *one = &plan->stop[0];
    cr_expect_eq(one->variants_n, 2);
    cr_expect_eq(one->lists_n, 1);
    cr_expect_eq(one->list[0].value[1], 2);
    int rules = fl_setting_values_find(&one->values, "rules");
    cr_expect_eq(one->values.origin[rules], FL_SETTING_VALUES_GIVEN);
    fl_journey_free(plan);
}

Test(read, settings_from_outside_beat_the_file)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    static const char *const sets[] = {"rules=demo"};
    static const char *const drawn[] = {"level=3"};
    fl_journey_text text = {.name = "test.yaml",
                            .data = small_plan_text,
                            .size = strlen(small_plan_text),
                            .set = sets,
                            .set_n = 1};
    fl_journey *usual = small_plan_get(NULL);
    const fl_generator *const all[] = {usual->stop[0].generator};
    text.generators = all;
    text.generators_n = 1;
    fl_diag_init(&diag);
    cr_assert_eq(fl_journey_open(&plan, &text, &diag), FL_OK, "%s", diag.what);
    cr_expect_eq(plan->stop[3].values.number[fl_setting_values_find(&plan->stop[3].values, "rules")], 1);
    fl_journey_free(plan);
    text.set = drawn;
    cr_expect_eq(fl_journey_open(&plan, &text, &diag), FL_ERR_USAGE);
    cr_expect(strstr(diag.what, "the plan draws 'level' on floor 'one'"), "%s", diag.what);
    fl_journey_free(usual);
}

Test(read, what_conditions_ask_is_known_of_each_floor)
{
    fl_journey *plan = small_plan_get("usual");
    cr_expect_eq(plan->stop[0].asked_kinds, 0);
    cr_expect_eq(plan->stop[1].asked_kinds, 1u << FL_KIND_CURSE);
    cr_expect_eq(plan->stop[1].asked_curses, 0);
    fl_journey_free(plan);
    plan = small_plan_get("full");
    cr_expect_eq(plan->stop[1].asked_kinds, 0, "another player asks");
    fl_journey_free(plan);
}
