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

static const struct {
    const char *name;
    int more[3];
} rows[] = {{"rooms", {0}}, {"doors", {0}}, {"dead_ends", {0}}, {"door", {0}}, {"doors", {1}}};

Test(suggest, the_nearest_row_of_a_table_is_proposed)
{
    static const struct {
        const char *word;
        size_t n;
        const char *expected;
    } table[] = {
        {"dorrs", 5, "doors"},   {"deadends", 5, "dead_ends"},
        {"roos", 1, "rooms"},    {"door", 5, "doors"} /* not the word itself */,
        {"quaternion", 5, NULL}, {"", 5, NULL},
        {"rooms", 0, NULL},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const char *found = fl_suggest_name(table[i].word, rows, table[i].n, sizeof rows[0]);
        cr_expect(found ? table[i].expected && strcmp(found, table[i].expected) == 0 : !table[i].expected,
                  "%s for %s", found ? found : "nothing", table[i].word);
    }
}

Test(suggest, file_is_the_name_of_the_nearest_one_in_the_folder)
{
    char out[FL_SUGGEST_FILE];
    cr_expect_str_eq(fl_suggest_file("basemnt", "data/rulesets/", out), "basement");
    cr_expect_null(fl_suggest_file("basemnt", "data/journeys/", out));
}
