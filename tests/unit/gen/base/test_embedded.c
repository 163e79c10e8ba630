/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files inside the program. */
#include "gen/base/embedded.h"

#include "gen/base/yaml.h"

#include <criterion/criterion.h>
#include <string.h>

Test(embedded, files_are_found_by_their_path)
{
    static const char *const names[] = {"data/classic/article.yaml", "data/classic/demo.yaml",
                                        "data/classic/flash.yaml", "data/classic/gates.yaml"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const fl_embedded *file = fl_embedded_find(names[i]);
        cr_assert_not_null(file, "%s", names[i]);
        cr_expect_str_eq(file->name, names[i]);
    }
}

Test(embedded, other_names_are_not_found)
{
    static const char *const names[] = {"",
                                        "demo.yaml",
                                        "data/classic",
                                        "data/classic/demo.yam",
                                        "/etc/host",
                                        "data/classic/demo.yaml ",
                                        "DATA/classic/demo.yaml"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        cr_expect_null(fl_embedded_find(names[i]), "'%s'", names[i]);
    }
}

Test(embedded, names_are_sorted_and_unique)
{
    cr_assert_geq(fl_embedded_n, 4u);
    for (size_t i = 1; i < fl_embedded_n; i++) {
        cr_expect_lt(strcmp(fl_embedded_table[i - 1].name, fl_embedded_table[i].name), 0, "%s",
                     fl_embedded_table[i].name);
    }
}

Test(embedded, every_name_finds_its_own_row)
{
    for (size_t i = 0; i < fl_embedded_n; i++) {
        cr_expect_eq(fl_embedded_find(fl_embedded_table[i].name), &fl_embedded_table[i]);
    }
}

/* Readers of text may rely on it. */
Test(embedded, a_nul_stands_behind_every_file)
{
    for (size_t i = 0; i < fl_embedded_n; i++) {
        const fl_embedded *file = &fl_embedded_table[i];
        cr_expect_gt(file->size, 0u, "%s", file->name);
        cr_expect_eq(file->data[file->size], '\0', "%s", file->name);
        cr_expect_null(memchr(file->data, 0, file->size), "%s", file->name);
    }
}

Test(embedded, content_is_that_of_the_source_tree)
{
    const fl_embedded *demo = fl_embedded_find("data/classic/demo.yaml");
    const fl_embedded *gates = fl_embedded_find("data/classic/gates.yaml");
    cr_assert(demo && gates);
    cr_expect_not_null(strstr(demo->data, "\n  start: 45\n"));
    cr_expect_eq(demo->data[demo->size - 1], '\n');
    cr_expect_not_null(strstr(gates->data, "{kind: sacrifice, first: 1/7, second: 1/4,"));
}

Test(embedded, every_yaml_file_can_be_read)
{
    unsigned read = 0;
    for (size_t i = 0; i < fl_embedded_n; i++) {
        const fl_embedded *file = &fl_embedded_table[i];
        size_t length = strlen(file->name);
        if (length < 5 || strcmp(file->name + length - 5, ".yaml") != 0) {
            continue;
        }
        fl_yaml *yaml = NULL;
        fl_diag diag;
        fl_diag_init(&diag);
        cr_expect_eq(fl_yaml_read(file->data, file->size, file->name, &yaml, &diag), FL_OK, "%s: %s",
                     diag.where, diag.what);
        cr_expect(yaml && fl_yaml_root(yaml)->type != FL_YAML_SCALAR, "%s", file->name);
        fl_yaml_free(yaml);
        read++;
    }
    cr_expect_geq(read, 4u);
}
