/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables for people and for programs. */
#include "experiments/program/program.h"

#include <criterion/criterion.h>

#include <string.h>

static void fill(fl_table *table)
{
    fl_program_table_init(table);
    fl_program_table_columns(table, "name size meaning");
    fl_program_table_add(table, "größe");
    fl_program_table_add_number(table, 7);
    fl_program_table_add(table, "short");
    fl_program_table_add(table, "b");
    fl_program_table_add_number(table, 1234);
    fl_program_table_add(table, "a \"quoted\" word");
}

Test(table, columns_are_aligned_by_characters)
{
    fl_table table;
    fl_text out;
    fill(&table);
    fl_text_init(&out);
    fl_program_table_write(&table, &out);
    cr_expect_str_eq(fl_text_get(&out), "name   size  meaning\n"
                                        "größe     7  short\n"
                                        "b      1234  a \"quoted\" word\n");
    fl_text_free(&out);
    fl_program_table_free(&table);
}

Test(table, json_has_bare_numbers_and_quoted_texts)
{
    fl_table table;
    fl_text out;
    fill(&table);
    fl_text_init(&out);
    fl_program_table_write_json(&table, &out);
    cr_expect_str_eq(fl_text_get(&out),
                     "[\n {\"name\": \"größe\", \"size\": 7, \"meaning\": \"short\"},\n"
                     " {\"name\": \"b\", \"size\": 1234, \"meaning\": \"a \\\"quoted\\\" word\"}\n]\n");
    fl_text_free(&out);
    fl_program_table_free(&table);
}

Test(table, the_last_column_is_wrapped_under_itself)
{
    fl_table table;
    fl_text out;
    fl_program_table_init(&table);
    fl_text_init(&out);
    fl_program_table_columns(&table, "a b");
    fl_program_table_add(&table, "x");
    for (int i = 0; i < 1; i++) {
        fl_program_table_add(
            &table,
            "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
            "sixteen seventeen eighteen nineteen twenty");
    }
    fl_program_table_write(&table, &out);
    const char *second = strchr(strchr(fl_text_get(&out), '\n') + 1, '\n') + 1;
    cr_expect_eq(strncmp(second, "   ", 3), 0);
    cr_expect_neq(second[3], ' ');
    for (const char *line = fl_text_get(&out); *line; line = strchr(line, '\n') + 1) {
        cr_expect_leq(strcspn(line, "\n"), 112u);
    }
    fl_text_free(&out);
    fl_program_table_free(&table);
}
