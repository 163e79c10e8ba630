/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables for people and for programs. */
#include "experiments/program/program.h"

#include <criterion/criterion.h>

Test(table, columns_are_aligned_by_characters_and_json_has_bare_numbers)
{
    fl_table table;
    fl_text out;
    fl_program_table_init(&table);
    table.line = 0;
    fl_program_table_columns(&table, "name size meaning");
    fl_program_table_add(&table, "größe");
    fl_program_table_add_number(&table, 7);
    fl_program_table_add(&table, "\x1b[2J");
    fl_program_table_add(&table, "b");
    fl_program_table_add_number(&table, 1234);
    fl_program_table_add(&table, "a \"quoted\" word");
    fl_text_init(&out);
    fl_program_table_write(&table, &out);
    fl_program_table_write_json(&table, &out);
    cr_expect_str_eq(fl_text_get(&out),
                     "name   size  meaning\n"
                     "größe     7  ?[2J\n"
                     "b      1234  a \"quoted\" word\n"
                     "[\n {\"name\": \"größe\", \"size\": 7, \"meaning\": \"\\u001b[2J\"},\n"
                     " {\"name\": \"b\", \"size\": 1234, \"meaning\": \"a \\\"quoted\\\" word\"}\n]\n");
    fl_text_free(&out);
    fl_program_table_free(&table);
}

/* The texts behind a lost cell would be read beyond the end. */
Test(table, a_lost_cell_is_a_lost_table)
{
    static void (*const write[])(const fl_table *, fl_text *) = {fl_program_table_write,
                                                                 fl_program_table_write_json};
    fl_table table;
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "name size");
    fl_program_table_add(&table, "lost");
    table.cells.is_short_of_memory = true;
    for (unsigned i = 0; i < 2; i++) {
        fl_text out;
        fl_text_init(&out);
        write[i](&table, &out);
        cr_expect_eq(fl_text_check(&out), FL_ERR_MEMORY);
        cr_expect_eq(out.size, 0);
        fl_text_free(&out);
    }
    fl_program_table_free(&table);
}
