/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables for people and for programs. */
#include "experiments/program/program.h"

#include <criterion/criterion.h>

#include <stdio.h>
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

Test(table, columns_are_aligned_by_characters_and_json_has_bare_numbers)
{
    fl_table table;
    fl_text out;
    fill(&table);
    fl_text_init(&out);
    fl_program_table_write(&table, &out);
    fl_program_table_write_json(&table, &out);
    cr_expect_str_eq(fl_text_get(&out),
                     "name   size  meaning\n"
                     "größe     7  short\n"
                     "b      1234  a \"quoted\" word\n"
                     "[\n {\"name\": \"größe\", \"size\": 7, \"meaning\": \"short\"},\n"
                     " {\"name\": \"b\", \"size\": 1234, \"meaning\": \"a \\\"quoted\\\" word\"}\n]\n");
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
    static const char words[] =
        "words words words words words words words words words words words words words "
        "words words words words words words words words words words words words";
    char expected[400];
    snprintf(expected, sizeof expected, "claim%24s   n  text\nclassic.xl.rooms@article-1-xl  12  %s\n", "",
             words);
    expect_lines(0, words, expected);
}
