/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables: as many cells a row as there are columns, numbers that say what they are. */
#include "plots/figure/figure_private.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

Test(data_table, rows_end_where_the_columns_do)
{
    fl_data_table table;
    fl_figure_table_init(&table);
    fl_figure_table_columns(&table, "count share");
    fl_data_table_place place = {.panel = 2, .series = 1, .x = 3.5, .panel_name = "a\tb\nc", .x_name = "\"x"};
    for (int i = 0; i < 2; i++) {
        fl_figure_table_row(&table, &place);
        fl_figure_table_count(&table, UINT64_MAX);
        fl_figure_table_number(&table, -0.0);
    }
    cr_assert_eq(fl_figure_table_check(&table), FL_OK);
    cr_assert_str_eq(fl_text_get(&table.rows),
                     "panel\tpanel_name\tseries\tseries_name\tx\tx_name\tcount\tshare\n"
                     "2\ta b c\t1\t-\t3.5\t\xe2\x80\x9cx\t18446744073709551615\t0\n"
                     "2\ta b c\t1\t-\t3.5\t\xe2\x80\x9cx\t18446744073709551615\t0\n");
    cr_assert_eq(table.rows_n, 2);
    fl_figure_table_free(&table);
}

Test(data_table, what_is_no_number_is_an_empty_place)
{
    fl_data_table table;
    fl_figure_table_init(&table);
    fl_figure_table_columns(&table, "a b c");
    fl_figure_table_row(&table, &(fl_data_table_place){.panel = 1});
    fl_figure_table_number(&table, NAN);
    fl_figure_table_number(&table, INFINITY);
    fl_figure_table_number(&table, 1.0 / 3);
    cr_assert(strstr(fl_text_get(&table.rows), "\tNaN\tNaN\t0.333333\n"));
    fl_figure_table_free(&table);
}
