/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From entries to rows. */
#include "analysis/claim/claim.h"
#include "tests/support/folder.h"
#include "tests/unit/small_claim_set.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#define CLAIM(id, more) "  - {id: " id ", source: s, text: t, " more "}\n"
#define NEVER(id, on) CLAIM(id, "type: never, event: has_loop, on: {" on "}")

static fl_claim_set book;
static fl_diag diag;

static void tear_down(void)
{
    fl_claim_set_free(&book);
}

TestSuite(claim_rows, .fini = tear_down);

Test(claim_rows, there_is_one_for_each_population)
{
    small_claim_set_open(&book,
                         NEVER("a", "level_1: confirmed, level_4: refuted") NEVER("b", "again: undecided"));
    cr_assert_eq(book.rows_n, 3u);
    cr_expect_str_eq(book.row[0].id, "a@level_1");
    cr_expect_str_eq(book.row[1].id, "a@level_4");
    cr_expect_str_eq(book.row[2].id, "b");
    cr_expect_eq(book.row[1].expected, FL_VERDICT_REFUTED);
    cr_expect_eq(book.row[2].expected, FL_VERDICT_UNDECIDED);
    cr_expect_eq(book.row[1].population[0], 2u);
}

Test(claim_rows, equal_floors_are_one_population_with_one_mark)
{
    small_claim_set_open(&book, NEVER("a", "level_1: confirmed, again: confirmed, level_4: confirmed"));
    cr_expect_eq(book.population[1].same, 0u);
    cr_expect_eq(book.population[2].same, 2u);
    cr_expect_eq(book.population[0].mark, book.population[1].mark);
    cr_expect_neq(book.population[0].mark, book.population[2].mark);
}

Test(claim_rows, only_those_that_match_are_chosen_and_opened)
{
    cr_assert_eq(small_claim_set_add(&book,
                                     NEVER("one.a", "level_1: confirmed, level_4: confirmed")
                                         NEVER("two", "level_4: confirmed"),
                                     &diag),
                 FL_OK);
    cr_assert_eq(fl_claim_rows_make(&book, "one*level_1", &diag), FL_OK);
    cr_expect(book.row[0].is_chosen && !book.row[1].is_chosen && !book.row[2].is_chosen);
    cr_expect(book.population[0].rules && !book.population[2].rules);
}

static bool is_of_level_1(const void *context, const fl_claim_set *set, const fl_claim_row *row,
                          const fl_population *population)
{
    (void)context;
    (void)set;
    (void)row;
    return strcmp(population->name, "level_4") != 0;
}

Test(claim_rows, populations_that_cannot_be_judged_are_not_opened)
{
    cr_assert_eq(small_claim_set_add(
                     &book,
                     NEVER("one", "level_1: confirmed, level_4: confirmed") CLAIM(
                         "two", "type: equals, metric: rooms, between: [again, level_4], expect: refuted"),
                     &diag),
                 FL_OK);
    book.can_be = is_of_level_1;
    cr_assert_eq(fl_claim_rows_make(&book, NULL, &diag), FL_OK);
    cr_assert_eq(book.rows_n, 3u);
    cr_expect(book.row[0].is_chosen && book.row[1].is_chosen && book.row[2].is_chosen, "they are listed");
    cr_expect(book.population[0].is_opened && book.population[0].rules);
    cr_expect(!book.population[1].is_opened && !book.population[1].rules, "nor is one beside them");
    cr_expect(!book.population[2].is_opened && book.population[2].same == 2);
}

Test(claim_rows, a_setting_goes_to_all_who_know_it)
{
    cr_assert_eq(small_claim_set_add(&book, NEVER("a", "level_1: confirmed"), &diag), FL_OK);
    cr_assert_eq(fl_claim_rows_set(&book, "hearts=5", &diag), FL_OK);
    int at = fl_setting_values_find(&book.population[2].values, "hearts");
    for (unsigned i = 0; i < 3; i++) {
        cr_expect_eq(fl_setting_values_get(&book.population[i].values, (size_t)at), 5);
    }
    cr_expect_eq(fl_claim_rows_set(&book, "heart=5", &diag), FL_ERR_INPUT);
    cr_expect(strstr(diag.hint, "hearts"), "%s", diag.hint);
    cr_expect_eq(fl_claim_rows_set(&book, "hearts=99", &diag), FL_ERR_INPUT);
    cr_expect_eq(fl_claim_rows_set(&book, "hearts", &diag), FL_ERR_INPUT);
}

/* A plan that opens, but whose variable has the name of a metric. */
Test(claim_rows, a_population_without_a_catalogue_is_refused_where_it_stands)
{
    static const char plan[] = "name: x\ngenerator: classic\nvariables: {floors: 0..3}\n"
                               "players: {one: {start: {floors: 0}}}\n"
                               "floors: {only: {start: true, exit: true}}\n";
    char text[512];
    folder here;
    folder_open(&here);
    folder_write(folder_path(&here, "x.yaml"), plan, sizeof plan - 1);
    snprintf(text, sizeof text,
             "source: s\nsources: [{short: s, title: t}]\npopulations:\n  p: {generator: journey, "
             "settings: {plan: %s}}\nclaims:\n" NEVER("a", "p: confirmed"),
             folder_path(&here, "x.yaml"));
    fl_claim_set_init(&book);
    cr_assert_eq(fl_claim_set_add(&book, text, strlen(text), "x.yaml", &diag), FL_OK, "%s", diag.what);
    cr_expect_eq(fl_claim_rows_make(&book, NULL, &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "x.yaml:4");
    cr_expect(strstr(diag.what, "cannot be called 'floors'"), "%s", diag.what);
    folder_close(&here);
}
