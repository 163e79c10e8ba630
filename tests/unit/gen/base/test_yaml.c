/* SPDX-License-Identifier: GPL-2.0-or-later */
/* YAML documents: trees with the right lines, limits that hold, errors that say where. */
#include "gen/base/yaml.h"

#include "gen/base/text.h"

#include "gen/base/embedded.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fl_yaml *yaml;
static fl_diag diag;
static fl_text text;

static void tear_down(void)
{
    fl_yaml_free(yaml);
    yaml = NULL;
    fl_text_free(&text);
}

TestSuite(yaml, .fini = tear_down);

static fl_err read_bytes(const char *bytes, size_t size)
{
    fl_diag_init(&diag);
    tear_down();
    return fl_yaml_read(bytes, size, "a.yaml", &yaml, &diag);
}

static const fl_yaml_node *read_text(const char *given)
{
    cr_assert_eq(read_bytes(given, strlen(given)), FL_OK, "%s: %s", diag.where, diag.what);
    return fl_yaml_root(yaml);
}

/* Writes "line key=text", and the children of lists and maps in brackets, counted. */
static void dump(const fl_yaml_node *node)
{
    unsigned children = 0;
    cr_assert_eq(node->text != NULL, node->type == FL_YAML_SCALAR);
    fl_text_add_format(&text, "%u %s", node->line, node->key ? node->key : "");
    fl_text_add(&text, node->type == FL_YAML_SCALAR ? "=" : node->type == FL_YAML_LIST ? "[" : "{");
    fl_text_add(&text, node->text ? node->text : "");
    for (const fl_yaml_node *child = node->first; child; child = child->next, children++) {
        cr_assert_eq(child->key != NULL, node->type == FL_YAML_MAP);
        fl_text_add(&text, children > 0 ? ", " : "");
        dump(child);
    }
    fl_text_add(&text, node->type == FL_YAML_SCALAR ? "" : node->type == FL_YAML_LIST ? "]" : "}");
    cr_assert_eq(children, node->children_n);
}

static const char document[] = "# a comment\nname: small\nstart: {shape: [\"#\", x], tag: start}\n\npasses:\n"
                               "  - name: base\n    tiles:\n      min: 13\n  - name: 'two words'\nempty:\n"
                               "text: |\n  one\n  two\nlast: 1\n";

Test(yaml, documents_become_trees_whose_nodes_know_their_lines)
{
    static const char *const rows[][2] = {
        {document, "2 {2 name=small, 3 start{3 shape[3 =#, 3 =x], 3 tag=start}, "
                   "5 passes[6 {6 name=base, 7 tiles{8 min=13}}, 9 {9 name=two words}], 10 empty=, "
                   "11 text=one\ntwo\n, 14 last=1}"},
        {"word", "1 =word"},
        {"- a\n- b\n", "1 [1 =a, 2 =b]"},
        {"{}", "1 {}"},
        {"[]", "1 []"},
        {"---\na: 1\n...\n", "2 {2 a=1}"},
        {"\xef\xbb\xbf# hello\na: \"1\\\\n\" # one\n", "2 {2 a=1\\n}"},
        {"x: {a: 1}\ny: {a: 1}\na:\n\n  [1]\n", "1 {1 x{1 a=1}, 2 y{2 a=1}, 3 a[5 =1]}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        dump(read_text(rows[i][0]));
        cr_expect_str_eq(fl_text_get(&text), rows[i][1], "%s", fl_text_get(&text));
    }
    const fl_yaml_node *root = read_text(document);
    cr_expect_str_eq(fl_yaml_where(yaml, fl_yaml_get(root, "passes")->first->next), "a.yaml:9");
    cr_expect_null(fl_yaml_get(root, "nam"));
    cr_assert_eq(read_bytes("a: 1\nb: 2\n", 5), FL_OK);
    cr_expect_eq(fl_yaml_root(yaml)->children_n, 1u, "only the size given is read");
}

Test(yaml, the_setting_is_found_that_an_error_names)
{
    const fl_yaml_node *map = read_text("level: 3\nempty: ''\nrules: ./a.yaml\n");
    cr_expect_str_eq(fl_yaml_named(map, "level")->key, "level");
    cr_expect_str_eq(fl_yaml_named(map, "./a.yaml:7")->key, "rules");
    cr_expect(!fl_yaml_named(map, "") && !fl_yaml_named(map, "other") && !fl_yaml_named(NULL, "level"));
}

static void expect_said(fl_err err, const char *given, const char *where, const char *what)
{
    cr_expect_eq(err, FL_ERR_INPUT, "accepted: %.40s", given);
    cr_expect_str_eq(diag.where, where, "%s for %.40s", diag.where, given);
    cr_expect_not_null(strstr(diag.what, what), "'%s' does not say '%s'", diag.what, what);
}

static void refuse(const char *given, const char *where, const char *what)
{
    expect_said(read_bytes(given, strlen(given)), given, where, what);
    cr_expect_null(yaml);
}

Test(yaml, what_is_not_taken_is_refused_in_its_line)
{
    static const char *const rows[][3] = {
        {"", "a.yaml", "empty"},
        {"# only a comment\n\n", "a.yaml", "empty"},
        {"a: 1\nb: &x 1\n", "a.yaml:2", "anchors"},
        {"a: &x [1]\nb: *x\n", "a.yaml:1", "anchors"},
        {"a: 1\nb: &x {c: 1}\n", "a.yaml:2", "anchors"},
        {"a: 1\n\nb: *x\n", "a.yaml:3", "anchors"},
        {"&x a: 1\n", "a.yaml:1", "anchors"},
        {"a: 1\nb: 2\na: 3\n", "a.yaml:3", "'a' is given twice"},
        {"x: {a: 1, b: 2,\n  b: 3}\n", "a.yaml:2", "'b' is given twice"},
        {"? [a, b]\n: 1\n", "a.yaml:1", "plain word"},
        {"ok: 1\n? {a: b}\n: 1\n", "a.yaml:2", "plain word"},
        {"a: 1\n---\nb: 1\n", "a.yaml:3", "one document"},
        {"one\n---\ntwo\n", "a.yaml:3", "one document"},
        {"a: 1\nb: 2\nc: \"x\\0y\"\n", "a.yaml:3", "NUL"},
        {"a: 1\n\"k\\0\": 2\n", "a.yaml:2", "NUL"},
        {"a: 1\nb: 2\nc: \xff\n", "a.yaml:3", "UTF-8"},
        {"a: \xc3\n", "a.yaml:1", "UTF-8"},
        {"a: 1\nb: \x01\n", "a.yaml:2", "control characters"},
        {"a: 1\n b: 2\n", "a.yaml:2", "mapping values"},
        {"a: 1\nb:\n\tc: 1\n", "a.yaml:3", "cannot start"},
        {"a: 1\nb: 'x\n", "a.yaml:3", "unexpected end"},
        {"a: [1, 2\nb: 3\n", "a.yaml:2", "expected"},
    };
    static const char raw[] = "a: 1\nb: x\0y\n";
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        refuse(rows[i][0], rows[i][1], rows[i][2]);
    }
    expect_said(read_bytes(raw, sizeof raw - 1), raw, "a.yaml:2", "control characters");
    cr_expect_eq(fl_yaml_read("a: [", 4, "a.yaml", &yaml, NULL), FL_ERR_INPUT);
    char name[600];
    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = '\0';
    cr_expect_eq(fl_yaml_read("a: [", 4, name, &yaml, &diag), FL_ERR_INPUT, "a long name is cut");
    fl_yaml_free(NULL);
}

/* Reads a pattern n times; "%u" in it counts. */
static char *repeat(const char *pattern, unsigned n)
{
    char *out = malloc((size_t)n * 16 + 1);
    cr_assert_not_null(out);
    for (unsigned i = 0, used = 0; i < n; i++) {
        used += (unsigned)snprintf(out + used, 16, pattern, i);
    }
    return out;
}

Test(yaml, files_have_limits)
{
    static const struct {
        const char *pattern;
        unsigned most;
        const char *where, *what;
    } rows[] = {{"- 1\n", 199999 /* and the list itself */, "a.yaml:200000", "too many entries"},
                {"k%u: 1\n", 1000, "a.yaml:1001", "too many keys"},
                {"- ", 16, "a.yaml:1", "too deeply"},
                {"[", 16, "a.yaml:1", "too deeply"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *most = repeat(rows[i].pattern, rows[i].most);
        char *more = repeat(rows[i].pattern, rows[i].most + 1);
        refuse(more, rows[i].where, rows[i].what);
        if (rows[i].pattern[0] != '[') {
            cr_expect_eq(read_bytes(most, strlen(most)), FL_OK, "%s: %s", rows[i].pattern, diag.what);
        }
        free(most);
        free(more);
    }
    size_t size = (size_t)16 << 20;
    char *spaces = malloc(size + 1);
    cr_assert_not_null(spaces);
    memset(spaces, ' ', size + 1);
    spaces[size - 1] = 'x';
    cr_assert_eq(read_bytes(spaces, size), FL_OK);
    cr_expect_str_eq(fl_yaml_root(yaml)->text, "x");
    expect_said(read_bytes(spaces, size + 1), "16 MiB and 1", "a.yaml", "larger than 16 MiB");
    free(spaces);
}

/* Files that ship are parsed when the program is built, and their keys are not compared when they are read:
 * here they are read as files of a user. Readers of text rely on the NUL at the end. */
Test(yaml, files_that_ship_are_read_by_name_and_are_what_their_texts_say)
{
    unsigned compared = 0;
    for (size_t i = 0; i < fl_embedded_n; i++) {
        const fl_embedded *file = &fl_embedded_table[i];
        cr_expect_eq(fl_embedded_find(file->name), file);
        cr_expect_eq(strlen(file->data), file->size, "%s", file->name);
        if (!strstr(file->name, ".yaml")) {
            continue;
        }
        char *copy = strdup(file->data);
        cr_expect_eq(read_bytes(copy, file->size), FL_OK, "%s: %s", file->name, diag.what);
        free(copy);
        cr_assert_eq(fl_yaml_events(file->data, file->size, &text), FL_OK);
        cr_assert_eq(text.size, file->events_size, "%s", file->name);
        cr_expect_arr_eq(text.data, file->events, text.size, "%s", file->name);
        compared++;
    }
    cr_expect_geq(compared, 50u);
    tear_down();
    cr_expect_eq(fl_yaml_read_shipped("data/classic/rolls.yaml", &yaml, &diag), FL_OK);
    cr_expect_not_null(fl_yaml_get(fl_yaml_root(yaml), "article"));
    tear_down();
    cr_expect_eq(fl_yaml_read_shipped("data/classic/none.yaml", &yaml, &diag), FL_ERR_INPUT);
    cr_expect_null(yaml);
    cr_expect_str_eq(diag.where, "data/classic/none.yaml");
}
