/* SPDX-License-Identifier: GPL-2.0-or-later */
/* "Did you mean …", held against the definition of the distance. */
#include "gen/base/suggest.h"

#include "gen/random/pcg.h"

#include <criterion/criterion.h>
#include <string.h>

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The definition, by recursion over the last signs. */
static unsigned defined(const char *a, size_t m, const char *b, size_t n)
{
    if (m == 0 || n == 0) {
        return (unsigned)(m + n);
    }
    unsigned best = defined(a, m - 1, b, n - 1) + (a[m - 1] != b[n - 1]);
    best = least(best, defined(a, m - 1, b, n) + 1);
    best = least(best, defined(a, m, b, n - 1) + 1);
    if (m > 1 && n > 1 && a[m - 1] == b[n - 2] && a[m - 2] == b[n - 1]) {
        best = least(best, defined(a, m - 2, b, n - 2) + 1);
    }
    return best;
}

static void random_word(fl_pcg *rng, char out[8])
{
    unsigned n = fl_pcg_below(rng, 7);
    for (unsigned i = 0; i < n; i++) {
        out[i] = "abc"[fl_pcg_below(rng, 3)];
    }
    out[n] = '\0';
}

Test(suggest, distance_equals_its_definition_on_random_words)
{
    fl_pcg rng;
    fl_pcg_init(&rng, 1, 1);
    for (int i = 0; i < 3000; i++) {
        char a[8];
        char b[8];
        random_word(&rng, a);
        random_word(&rng, b);
        cr_assert_eq(fl_suggest_distance(a, b), defined(a, strlen(a), b, strlen(b)), "'%s' and '%s'", a, b);
    }
}

Test(suggest, find_is_the_place_of_the_first_row_of_the_name)
{
    static const struct {
        const char *name;
        int other;
    } rows[] = {{"one", 1}, {"two", 2}, {"one", 3}};
    cr_expect_eq(fl_suggest_find("one", rows, 3, sizeof rows[0]), 0u);
    cr_expect_eq(fl_suggest_find("two", rows, 3, sizeof rows[0]), 1u);
    cr_expect_eq(fl_suggest_find("three", rows, 3, sizeof rows[0]), 3u, "it is not there");
    cr_expect_eq(fl_suggest_find("one", NULL, 0, sizeof rows[0]), 0u, "there are no rows");
}

Test(suggest, nearer_is_the_first_of_two_that_are_as_near)
{
    cr_expect_str_eq(fl_suggest_nearer("lever", "level", "levee"), "level");
    cr_expect_str_eq(fl_suggest_nearer("lever", "seed", "level"), "level");
    cr_expect_str_eq(fl_suggest_nearer("lever", "level", NULL), "level");
    cr_expect_str_eq(fl_suggest_nearer("lever", NULL, "level"), "level");
    cr_expect_null(fl_suggest_nearer("lever", "boss", NULL));
    cr_expect_null(fl_suggest_nearer("lever", NULL, NULL));
}

Test(suggest, file_is_the_name_of_the_nearest_one_in_the_folder)
{
    char out[FL_SUGGEST_FILE];
    cr_expect_str_eq(fl_suggest_file("basemnt", "data/rulesets/", out), "basement");
    cr_expect_null(fl_suggest_file("basemnt", "data/journeys/", out));
}

Test(suggest, distance_of_known_words)
{
    cr_expect_eq(fl_suggest_distance("kitten", "sitting"), 3u);
    cr_expect_eq(fl_suggest_distance("treasure", "tresaure"), 1u, "a swap costs one");
    cr_expect_eq(fl_suggest_distance("same", "same"), 0u);
}

Test(suggest, words_of_64_signs_are_far_from_everything)
{
    char longest[64];
    char longer[65];
    memset(longest, 'x', sizeof longest);
    memset(longer, 'x', sizeof longer);
    longest[63] = '\0';
    longer[64] = '\0';
    cr_expect_eq(fl_suggest_distance(longest, longest), 0u);
    cr_expect_eq(fl_suggest_distance(longer, longer), 64u);
    cr_expect_eq(fl_suggest_distance(longest, longer), 64u);
    cr_expect_eq(fl_suggest_distance(longer, "x"), 64u);
}

Test(suggest, the_nearest_row_of_a_table_is_proposed)
{
    static const struct {
        const char *name;
        int more[3];
    } rows[] = {{"rooms", {0}}, {"doors", {0}}, {"dead_ends", {0}}, {"door", {0}}};
    cr_expect_str_eq(fl_suggest_name("dorrs", rows, 4, sizeof rows[0]), "doors");
    cr_expect_str_eq(fl_suggest_name("deadends", rows, 4, sizeof rows[0]), "dead_ends");
    cr_expect_str_eq(fl_suggest_name("door", rows, 4, sizeof rows[0]), "doors", "not the word itself");
    cr_expect_str_eq(fl_suggest_name("roos", rows, 1, sizeof rows[0]), "rooms");
}

Test(suggest, nothing_is_proposed_for_a_foreign_word)
{
    static const char *const names[] = {"rooms", "doors"};
    cr_expect_null(fl_suggest_name("quaternion", names, 2, sizeof names[0]));
    cr_expect_null(fl_suggest_name("", names, 2, sizeof names[0]));
    cr_expect_null(fl_suggest_name("rooms", names, 0, sizeof names[0]));
}
