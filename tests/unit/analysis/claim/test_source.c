/* SPDX-License-Identifier: GPL-2.0-or-later */
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

Test(source, a_text_cites_the_sources_it_names_and_no_others)
{
    cr_assert_eq(add("[{short: one, title: a}, {short: two, title: b}, {short: three, title: c}]"), FL_OK);
    cr_expect(fl_claim_source_list_cites(&sources, "one, \"here; there\"; three", sources.row[0]));
    cr_expect(fl_claim_source_list_cites(&sources, "one, \"here; there\"; three", sources.row[2]));
    cr_expect_not(fl_claim_source_list_cites(&sources, "one, \"here; two\"; three", sources.row[1]));
}
