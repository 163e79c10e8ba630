/* SPDX-License-Identifier: GPL-2.0-or-later */
/* YAML documents: trees with the right lines, limits that hold, errors that say where. */
#include "gen/base/yaml.h"

#include "gen/random/pcg.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fl_yaml *yaml;
static fl_diag diag;

static void tear_down(void)
{
    fl_yaml_free(yaml);
    yaml = NULL;
}

TestSuite(yaml, .fini = tear_down);

static const char document[] = "# a comment\n"
                               "name: small\n"
                               "start: {shape: [\"#\", x], tag: start}\n"
                               "\n"
                               "passes:\n"
                               "  - name: base\n"
                               "    tiles:\n"
                               "      min: 13\n"
                               "  - name: 'two words'\n"
                               "empty:\n"
                               "text: |\n"
                               "  one\n"
                               "  two\n"
                               "last: 1\n";

static const fl_yaml_node *read_all(const char *text, size_t size)
{
    fl_diag_init(&diag);
    tear_down();
    cr_assert_eq(fl_yaml_read(text, size, "a.yaml", &yaml, &diag), FL_OK, "%s: %s", diag.where, diag.what);
    return fl_yaml_root(yaml);
}

static const fl_yaml_node *read_text(const char *text)
{
    return read_all(text, strlen(text));
}

static void refuse_bytes(const char *text, size_t size, const char *where, const char *what)
{
    fl_diag_init(&diag);
    tear_down();
    cr_assert_eq(fl_yaml_read(text, size, "a.yaml", &yaml, &diag), FL_ERR_INPUT, "accepted: %.40s", text);
    cr_expect_null(yaml);
    cr_expect_str_eq(diag.where, where, "%s for %.40s", diag.where, text);
    cr_expect_not_null(strstr(diag.what, what), "'%s' does not say '%s'", diag.what, what);
}

static void refuse(const char *text, const char *where, const char *what)
{
    refuse_bytes(text, strlen(text), where, what);
}

Test(yaml, documents_become_trees)
{
    const fl_yaml_node *root = read_text(document);
    cr_assert_eq(root->type, FL_YAML_MAP);
    cr_expect_eq(root->children_n, 6u);
    cr_expect_str_eq(fl_yaml_get(root, "name")->text, "small");
    const fl_yaml_node *shape = fl_yaml_get(fl_yaml_get(root, "start"), "shape");
    cr_assert_eq(shape->type, FL_YAML_LIST);
    cr_expect_eq(shape->children_n, 2u);
    cr_expect_str_eq(shape->first->text, "#");
    cr_expect_str_eq(shape->first->next->text, "x");
    cr_expect_null(shape->first->next->next);
    const fl_yaml_node *passes = fl_yaml_get(root, "passes");
    cr_expect_eq(passes->children_n, 2u);
    cr_expect_str_eq(fl_yaml_get(passes->first->next, "name")->text, "two words");
    cr_expect_str_eq(fl_yaml_get(root, "empty")->text, "");
    cr_expect_str_eq(fl_yaml_get(root, "text")->text, "one\ntwo\n");
}

Test(yaml, the_setting_is_found_that_an_error_names)
{
    const fl_yaml_node *map = read_text("level: 3\nempty: ''\nrules: ./a.yaml\n");
    cr_expect_str_eq(fl_yaml_named(map, "level")->key, "level");
    cr_expect_str_eq(fl_yaml_named(map, "./a.yaml:7")->key, "rules");
    cr_expect_null(fl_yaml_named(map, ""));
    cr_expect_null(fl_yaml_named(map, "other"));
    cr_expect_null(fl_yaml_named(NULL, "level"));
}

Test(yaml, keys_keep_their_order)
{
    static const char *const keys[] = {"name", "start", "passes", "empty", "text", "last"};
    const fl_yaml_node *child = read_text(document)->first;
    for (int i = 0; i < 6; i++, child = child->next) {
        cr_assert_str_eq(child->key, keys[i]);
    }
    cr_expect_null(child);
}

Test(yaml, nodes_know_their_line)
{
    static const struct {
        const char *key;
        const char *where;
    } rows[] = {{"name", "a.yaml:2"},   {"start", "a.yaml:3"}, {"passes", "a.yaml:5"},
                {"empty", "a.yaml:10"}, {"text", "a.yaml:11"}, {"last", "a.yaml:14"}};
    const fl_yaml_node *root = read_text(document);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect_str_eq(fl_yaml_where(yaml, fl_yaml_get(root, rows[i].key)), rows[i].where);
    }
    const fl_yaml_node *base = fl_yaml_get(root, "passes")->first;
    cr_expect_str_eq(fl_yaml_where(yaml, base), "a.yaml:6");
    cr_expect_str_eq(fl_yaml_where(yaml, fl_yaml_get(base, "tiles")), "a.yaml:7");
    cr_expect_str_eq(fl_yaml_where(yaml, fl_yaml_get(fl_yaml_get(base, "tiles"), "min")), "a.yaml:8");
    cr_expect_str_eq(fl_yaml_where(yaml, base->next), "a.yaml:9");
}

Test(yaml, single_values_and_lists_are_documents_too)
{
    cr_expect_str_eq(read_text("word")->text, "word");
    cr_expect_eq(read_text("- a\n- b\n")->children_n, 2u);
    cr_expect_eq(read_text("{}")->children_n, 0u);
    cr_expect_null(read_text("[]")->first);
}

Test(yaml, only_the_size_given_is_read)
{
    cr_expect_eq(read_all("a: 1\nb: 2\n", 5)->children_n, 1u);
}

Test(yaml, byte_order_marks_and_comments_do_not_disturb)
{
    cr_expect_str_eq(fl_yaml_get(read_text("\xef\xbb\xbf# hello\na: 1 # one\n"), "a")->text, "1");
}

Test(yaml, empty_files_are_refused)
{
    refuse("", "a.yaml", "empty");
    refuse("   \n\n", "a.yaml", "empty");
    refuse("# only a comment\n", "a.yaml", "empty");
}

Test(yaml, anchors_and_aliases_are_refused)
{
    refuse("a: 1\nb: &x 1\n", "a.yaml:2", "anchors");
    refuse("a: &x [1]\nb: *x\n", "a.yaml:1", "anchors");
    refuse("a: 1\nb: &x {c: 1}\n", "a.yaml:2", "anchors");
    refuse("a: 1\n\nb: *x\n", "a.yaml:3", "anchors");
    refuse("&x a: 1\n", "a.yaml:1", "anchors");
}

Test(yaml, a_second_key_of_a_name_is_refused)
{
    refuse("a: 1\nb: 2\na: 3\n", "a.yaml:3", "'a' is here a second time");
    refuse("x: {a: 1, b: 2,\n  b: 3}\n", "a.yaml:2", "'b' is here a second time");
    cr_expect_eq(read_text("x: {a: 1}\ny: {a: 1}\na: 1\n")->children_n, 3u);
}

Test(yaml, keys_must_be_words)
{
    refuse("? [a, b]\n: 1\n", "a.yaml:1", "plain word");
    refuse("ok: 1\n? {a: b}\n: 1\n", "a.yaml:2", "plain word");
}

Test(yaml, one_document_is_all)
{
    refuse("a: 1\n---\nb: 1\n", "a.yaml:3", "one document");
    refuse("one\n---\ntwo\n", "a.yaml:3", "one document");
    cr_expect_eq(read_text("---\na: 1\n...\n")->children_n, 1u);
}

Test(yaml, nul_bytes_are_refused)
{
    static const char raw[] = "a: 1\nb: x\0y\n";
    refuse_bytes(raw, sizeof raw - 1, "a.yaml:2", "control characters");
    refuse("a: 1\nb: 2\nc: \"x\\0y\"\n", "a.yaml:3", "NUL");
    refuse("a: 1\n\"k\\0\": 2\n", "a.yaml:2", "NUL");
}

Test(yaml, bad_bytes_are_refused_in_their_line)
{
    refuse("a: 1\nb: 2\nc: \xff\n", "a.yaml:3", "UTF-8");
    refuse("a: \xc3\n", "a.yaml:1", "UTF-8");
    refuse("a: 1\nb: \x01\n", "a.yaml:2", "control characters");
}

Test(yaml, broken_syntax_is_refused_in_its_line)
{
    refuse("a: 1\n b: 2\n", "a.yaml:2", "mapping values");
    refuse("a: 1\nb:\n\tc: 1\n", "a.yaml:3", "cannot start");
    refuse("a: 1\nb: 'x\n", "a.yaml:3", "unexpected end");
    refuse("a: [1, 2\nb: 3\n", "a.yaml:2", "expected");
}

/* Lists in lists around a word. */
static void write_nest(char *out, int depth)
{
    memset(out, '[', (size_t)depth);
    out[depth] = 'x';
    memset(out + depth + 1, ']', (size_t)depth);
    out[2 * depth + 1] = '\0';
}

Test(yaml, sixteen_levels_are_the_deepest)
{
    char nest[2048];
    write_nest(nest, 16);
    const fl_yaml_node *node = read_text(nest);
    for (int i = 0; i < 16; i++) {
        cr_assert_eq(node->type, FL_YAML_LIST);
        node = node->first;
    }
    cr_expect_str_eq(node->text, "x");
    write_nest(nest, 17);
    refuse(nest, "a.yaml:1", "too deeply");
    write_nest(nest, 900);
    refuse(nest, "a.yaml:1", "too deeply");
}

/* n lines of "- 1" or "k<i>: 1". */
static char *write_many(unsigned n, bool is_map)
{
    char *text = malloc((size_t)n * 16 + 1);
    cr_assert_not_null(text);
    char *p = text;
    for (unsigned i = 0; i < n; i++) {
        p += is_map ? sprintf(p, "k%u: 1\n", i) : sprintf(p, "- 1\n");
    }
    return text;
}

Test(yaml, files_may_have_200000_entries)
{
    char *text = write_many(199999, false);
    cr_expect_eq(read_text(text)->children_n, 199999u); /* and the list itself */
    free(text);
    text = write_many(200000, false);
    refuse(text, "a.yaml:200000", "too many entries");
    free(text);
}

Test(yaml, maps_may_have_1000_keys)
{
    char *text = write_many(1000, true);
    cr_expect_eq(read_text(text)->children_n, 1000u);
    free(text);
    text = write_many(1001, true);
    refuse(text, "a.yaml:1001", "too many keys");
    free(text);
}

Test(yaml, files_may_have_16_mebibytes)
{
    size_t size = (size_t)16 << 20;
    char *text = malloc(size + 1);
    cr_assert_not_null(text);
    memset(text, ' ', size + 1);
    text[size - 1] = 'x';
    cr_expect_str_eq(read_all(text, size)->text, "x");
    refuse_bytes(text, size + 1, "a.yaml", "larger than 16 MiB");
    free(text);
}

static const fl_yaml_field keys[] = {
    {"generator", FL_YAML_SCALAR, 1},
    {"floors", FL_YAML_SCALAR, 0},
    {"vary", FL_YAML_MAP, 0},
    {"joints", FL_YAML_LIST, 0},
};

static const fl_yaml_table table = {keys, sizeof keys / sizeof keys[0], sizeof keys[0]};

static fl_err check(const char *text)
{
    const fl_yaml_node *root = read_text(text);
    return fl_yaml_check_rows(yaml, root, &table, &diag);
}

static void expect_unfit(const char *text, const char *where, const char *what, const char *hint)
{
    cr_expect_eq(check(text), FL_ERR_INPUT, "%s", text);
    cr_expect_str_eq(diag.where, where, "%s for %s", diag.where, text);
    cr_expect_not_null(strstr(diag.what, what), "'%s' does not say '%s'", diag.what, what);
    cr_expect_not_null(strstr(diag.hint, hint), "'%s' does not say '%s'", diag.hint, hint);
}

Test(yaml, maps_of_known_keys_pass)
{
    cr_expect_eq(check("generator: classic\n"), FL_OK);
    cr_expect_eq(check("joints: []\nvary: {}\nfloors: 1\ngenerator: x\n"), FL_OK);
}

Test(yaml, unknown_keys_get_the_nearest)
{
    expect_unfit("generator: x\nflors: 3\n", "a.yaml:2", "'flors'", "did you mean 'floors'?");
    expect_unfit("generator: x\nfloors: 3\nzzzzzzzzzz: 3\n", "a.yaml:3", "'zzzzzzzzzz'",
                 "there are generator, floors, vary, joints");
}

Test(yaml, wrong_types_say_what_was_expected)
{
    expect_unfit("generator: x\nfloors: [1]\n", "a.yaml:2", "'floors' is a list, expected a single value",
                 "");
    expect_unfit("generator: x\nvary: 1\n", "a.yaml:2", "'vary' is a single value, expected a map", "");
    expect_unfit("generator: x\njoints: {a: b}\n", "a.yaml:2", "is a map of keys, expected a list", "");
    expect_unfit("- a\n", "a.yaml:1", "expected a map of keys, found a list", "");
}

Test(yaml, missing_keys_are_named)
{
    expect_unfit("# none\n\nfloors: 1\n", "a.yaml:3", "'generator' is missing", "");
    expect_unfit("{}", "a.yaml:1", "'generator' is missing", "");
}

Test(yaml, long_names_of_files_are_cut)
{
    char name[600];
    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = '\0';
    cr_expect_eq(fl_yaml_read("a: [", 4, name, &yaml, &diag), FL_ERR_INPUT);
    cr_expect_lt(strlen(diag.where), sizeof diag.where);
}

Test(yaml, errors_need_no_listener)
{
    cr_expect_eq(fl_yaml_read("a: [", 4, "a.yaml", &yaml, NULL), FL_ERR_INPUT);
    cr_expect_eq(fl_yaml_read("a: *x", 5, "a.yaml", &yaml, NULL), FL_ERR_INPUT);
    fl_yaml_free(NULL);
}

/* Overwrites, removes, doubles or inserts a few bytes; returns the new size. */
static size_t damage(fl_pcg *rng, char *text, size_t size)
{
    static const char signs[] = "[]{}:,-&*!|>'\"%@`#? \n\t\0\xff\xc3x1";
    for (uint32_t i = 1 + fl_pcg_below(rng, 4); i > 0 && size > 0; i--) {
        size_t at = fl_pcg_below(rng, (uint32_t)size);
        size_t n = 1 + fl_pcg_below(rng, 12);
        n = n < size - at ? n : size - at;
        switch (fl_pcg_below(rng, 4)) {
        case 0:
            text[at] = (char)fl_pcg_next(rng);
            break;
        case 1:
            text[at] = signs[fl_pcg_below(rng, sizeof signs - 1)];
            break;
        case 2:
            memmove(text + at, text + at + n, size - at - n);
            size -= n;
            break;
        default:
            memmove(text + at + n, text + at, size - at);
            size += n;
        }
    }
    return size;
}

/* Everything a reader of the tree would touch. */
static unsigned walk(const fl_yaml_node *node, bool in_map)
{
    unsigned n = 1;
    unsigned children = 0;
    cr_assert_eq(node->key != NULL, in_map);
    cr_assert_eq(node->text != NULL, node->type == FL_YAML_SCALAR);
    cr_assert_geq(node->line, 1u);
    for (const fl_yaml_node *child = node->first; child; child = child->next) {
        n += walk(child, node->type == FL_YAML_MAP);
        children++;
    }
    cr_assert_eq(children, node->children_n);
    return n;
}

/* The sanitizers watch. Each copy has exactly its size, so that a byte read beyond the end is seen. */
Test(yaml, random_damage_never_crashes, .timeout = 300)
{
    fl_pcg rng;
    unsigned accepted = 0;
    unsigned refused = 0;
    fl_pcg_init(&rng, 31, 41);
    for (int i = 0; i < 100000; i++) {
        char draft[sizeof document + 64];
        memcpy(draft, document, sizeof document);
        size_t size = damage(&rng, draft, sizeof document - 1);
        char *text = malloc(size ? size : 1);
        cr_assert_not_null(text);
        memcpy(text, draft, size);
        fl_diag_init(&diag);
        fl_err err = fl_yaml_read(text, size, "a.yaml", &yaml, &diag);
        cr_assert(err == FL_OK || err == FL_ERR_INPUT);
        cr_assert_eq(err == FL_OK, yaml != NULL);
        cr_assert(err == FL_OK || diag.what[0] != '\0');
        accepted += !err;
        refused += err != FL_OK;
        if (!err) {
            walk(fl_yaml_root(yaml), false);
            (void)!fl_yaml_check_rows(yaml, fl_yaml_root(yaml), &table, NULL);
        }
        free(text);
        tear_down();
    }
    cr_expect_gt(accepted, 10000u);
    cr_expect_gt(refused, 10000u);
}

Test(yaml, flags_are_true_or_false)
{
    const fl_yaml_node *map = read_text("a: true\nb: false\nc: yes\nd: [true]\n");
    bool value = false;
    cr_expect_eq(fl_yaml_flag(yaml, map, "a", &value, &diag), FL_OK);
    cr_expect(value);
    cr_expect_eq(fl_yaml_flag(yaml, map, "b", &value, &diag), FL_OK);
    cr_expect_not(value);
    value = true;
    cr_expect_eq(fl_yaml_flag(yaml, map, "missing", &value, &diag), FL_OK);
    cr_expect(value, "a key that is not there changes nothing");
    cr_expect_eq(fl_yaml_flag(yaml, map, "c", &value, &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "a.yaml:3");
    cr_expect_str_eq(diag.what, "'c' is true or false, not 'yes'");
    cr_expect_eq(fl_yaml_flag(yaml, map, "d", &value, &diag), FL_ERR_INPUT);
    cr_expect(value, "what is refused changes nothing");
}

Test(yaml, refusals_name_the_node_s_line_and_take_any_text)
{
    const fl_yaml_node *map = read_text("a: 1\nb: \"%s%n\"\n");
    const fl_yaml_node *node = fl_yaml_get(map, "b");
    cr_expect_eq(fl_yaml_refuse(yaml, node, &diag, "'%s' is wrong", node->text), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "a.yaml:2");
    cr_expect_str_eq(diag.what, "'%s%n' is wrong");
}

Test(yaml, files_that_ship_are_read_by_name)
{
    fl_diag_init(&diag);
    cr_expect_eq(fl_yaml_read_shipped("data/classic/gates.yaml", &yaml, &diag), FL_OK);
    cr_expect_not_null(fl_yaml_get(fl_yaml_root(yaml), "article"));
    tear_down();
    cr_expect_eq(fl_yaml_read_shipped("data/classic/none.yaml", &yaml, &diag), FL_ERR_INPUT);
    cr_expect_null(yaml);
    cr_expect_str_eq(diag.where, "data/classic/none.yaml");
}
