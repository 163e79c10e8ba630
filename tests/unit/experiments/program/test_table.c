/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables for people and for programs. */
#include "experiments/program/program.h"

#include <criterion/criterion.h>

#include <string.h>

static void fill(fl_table *table)
{
    fl_program_table_init(table);
    table->line = 0;
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

Test(table, the_widest_column_is_wrapped_under_itself)
{
    fl_table table;
    fl_text out;
    fl_program_table_init(&table);
    table.line = 60;
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
        cr_expect_leq(strcspn(line, "\n"), 60u);
    }
    fl_text_free(&out);
    fl_program_table_free(&table);
}

/* What a table of one record, "classic.xl.rooms@article-1-xl", 12 and a line of words, looks like. */
static void expect_lines(unsigned columns, const char *words, const char *expected)
{
    fl_table table;
    fl_text out;
    fl_program_table_init(&table);
    table.line = columns;
    fl_text_init(&out);
    fl_program_table_columns(&table, "claim n text");
    fl_program_table_add(&table, "classic.xl.rooms@article-1-xl");
    fl_program_table_add_number(&table, 12);
    fl_program_table_add(&table, words);
    fl_program_table_write(&table, &out);
    cr_expect_str_eq(fl_text_get(&out), expected);
    fl_text_free(&out);
    fl_program_table_free(&table);
}

Test(table, a_record_is_one_cell_a_line_on_a_narrow_terminal)
{
    expect_lines(56, "some words that are longer",
                 "claim                       n  text\n"
                 "classic.xl.rooms@article-  12  some words that are\n"
                 "1-xl                           longer\n");
    expect_lines(26, "some words that are longer than the room of a cell",
                 "claim  classic.xl.rooms@\n"
                 "       article-1-xl\n"
                 "n      12\n"
                 "text   some words that are\n"
                 "       longer than the\n"
                 "       room of a cell\n"
                 "\n");
}

Test(table, without_a_terminal_a_record_is_a_line)
{
    enum { WORDS = 200 };
    fl_table table;
    fl_text out;
    fl_text cell;
    fl_program_table_init(&table);
    fl_text_init(&out);
    fl_text_init(&cell);
    table.line = 0;
    fl_program_table_columns(&table, "first second third");
    for (unsigned i = 0; i < WORDS; i++) {
        fl_text_add(&cell, "words ");
    }
    fl_program_table_add(&table, fl_text_get(&cell));
    fl_program_table_add(&table, "");
    fl_program_table_add(&table, "end");
    fl_program_table_write(&table, &out);
    const char *record = strchr(fl_text_get(&out), '\n') + 1;
    cr_expect_str_eq(record + strlen(record) - 4, "end\n");
    cr_expect_eq(strcspn(record, "\n"), (size_t)WORDS * 6 + 2 + 6 + 2 + 3);
    fl_text_free(&cell);
    fl_text_free(&out);
    fl_program_table_free(&table);
}
