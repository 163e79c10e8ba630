/* Sources that claims rest on, and citations that name none. */
#include "analysis/claim/claim_private.h"

#include <criterion/criterion.h>

#include <string.h>

static fl_claim_source_list sources;
static fl_yaml *yaml;
static fl_diag diag;

static void set_up(void)
{
    fl_diag_init(&diag);
    fl_claim_source_list_init(&sources);
}

static void tear_down(void)
{
    fl_claim_source_list_free(&sources);
    fl_yaml_free(yaml);
    yaml = NULL;
}

TestSuite(source, .init = set_up, .fini = tear_down);

static fl_err add(const char *text)
{
    fl_yaml_free(yaml);
    cr_assert_eq(fl_yaml_read(text, strlen(text), "x.yaml", &yaml, &diag), FL_OK, "%s", diag.what);
    return fl_claim_source_list_add(&sources, yaml, fl_yaml_root(yaml), &diag);
}

/* Holds a citation, on line 1 of a file, against the sources that ship. */
static fl_err check(const char *citation)
{
    static fl_yaml_node node;
    const fl_claim_source *cited = NULL;
    cr_assert_eq(fl_claim_source_list_add_shipped(&sources, &diag), FL_OK, "%s: %s", diag.where, diag.what);
    cr_assert_eq(add("[]"), FL_OK);
    node = (fl_yaml_node){.type = FL_YAML_SCALAR, .line = 1, .text = citation};
    return fl_claim_source_list_check(&sources, yaml, &node, &cited, &diag);
}

Test(source, those_that_ship_say_what_they_are_and_have_one_id)
{
    cr_assert_eq(fl_claim_source_list_add_shipped(&sources, &diag), FL_OK, "%s: %s", diag.where, diag.what);
    size_t n = sources.n;
    cr_assert_eq(fl_claim_source_list_add_shipped(&sources, &diag), FL_OK);
    cr_expect(n >= 20 && sources.n == n, "twice is once");
    for (size_t i = 0; i < n; i++) {
        const fl_claim_source *row = sources.row[i];
        cr_expect(row->id && row->what, "%s", row->short_name);
        for (size_t k = 0; k < i; k++) {
            cr_expect_str_neq(row->id, sources.row[k]->id);
        }
    }
    cr_expect_str_eq(fl_claim_source_list_find(&sources, "Gao 2022, 6.1")->author, "Olin Gao");
}

Test(source, the_longest_name_counts_and_names_end_where_words_end)
{
    cr_assert_eq(add("[{short: page, title: a}, {short: 'page, demo', title: b}]"), FL_OK);
    cr_expect_str_eq(fl_claim_source_list_find(&sources, "page, demo")->title, "b");
    cr_expect_str_eq(fl_claim_source_list_find(&sources, "page, line 3")->title, "a");
    cr_expect_str_eq(fl_claim_source_list_find(&sources, "page")->title, "a");
    cr_expect_null(fl_claim_source_list_find(&sources, "pages 3"));
    cr_expect_null(fl_claim_source_list_find(&sources, "on page"));
}

Test(source, every_citation_of_a_text_is_held_to_the_list)
{
    cr_expect_eq(check("Gao 2022, 6.1"), FL_OK);
    cr_expect_eq(check("wiki \"Level Generation\", Process; Blade, LevelGen.cs"), FL_OK);
    cr_expect_eq(check("Gao 2022, 6; page 7"), FL_ERR_INPUT);
    cr_expect(strstr(diag.what, "'page 7'"), "%s", diag.what);
    cr_expect(strstr(diag.hint, "list sources"), "%s", diag.hint);
}

Test(source, an_unknown_one_is_refused_with_line_and_nearest_name)
{
    static const char *const misspelt[][2] = {
        {"Goa 2022, 6.1", "Gao 2022"},
        {"BorisTheBrav 2020, \"Rebirth\"", "BorisTheBrave 2020"},
        {"wiki \"Level Generatoin\", Process", "wiki \"Level Generation\""},
        {"", ""}};
    for (size_t i = 0; i < sizeof misspelt / sizeof misspelt[0]; i++) {
        cr_expect_eq(check(misspelt[i][0]), FL_ERR_INPUT);
        cr_expect_str_eq(diag.where, "x.yaml:1");
        cr_expect(strstr(diag.hint, misspelt[i][1]), "%s: %s", misspelt[i][0], diag.hint);
    }
}

Test(source, a_text_cites_the_sources_it_names_and_no_others)
{
    cr_assert_eq(add("[{short: one, title: a}, {short: two, title: b}, {short: three, title: c}]"), FL_OK);
    cr_expect(fl_claim_source_list_cites(&sources, "one, \"here; there\"; three", sources.row[0]));
    cr_expect(fl_claim_source_list_cites(&sources, "one, \"here; there\"; three", sources.row[2]));
    cr_expect_not(fl_claim_source_list_cites(&sources, "one, \"here; two\"; three", sources.row[1]));
}

Test(source, rows_without_a_name_of_their_own_are_refused)
{
    cr_expect_eq(add("[{short: one, title: a}, {short: one, title: b}]"), FL_ERR_INPUT);
    cr_expect(strstr(diag.what, "short name of its own"), "%s", diag.what);
    cr_expect_eq(add("[{short: '', title: a}]"), FL_ERR_INPUT);
    cr_expect_eq(add("[{short: two}]"), FL_ERR_INPUT);
    cr_expect_eq(add("[{short: two, title: a, licnce: b}]"), FL_ERR_INPUT);
    cr_expect(strstr(diag.hint, "licence"), "%s", diag.hint);
}
