/* The data of one figure: a table of tab-separated values, and what stands around the picture.
 *
 * Every table begins with the same six columns, which place a row: number and name of its panel, of its series, and
 * its place on the x axis. All rows of a figure are "long": one observation each, ready for any statistics program. */
#ifndef FL_PLOTS_FIGURE_DATA_TABLE_H
#define FL_PLOTS_FIGURE_DATA_TABLE_H

#include "gen/base/text.h"

typedef struct fl_data_table {
    fl_text rows;                          /* the table, its head included */
    fl_text title, note, x_label, y_label; /* plain texts */
    unsigned columns_n, cells_n, rows_n;   /* cells of the row that is being written; rows without the head */
    unsigned width, height;                /* of the picture; 0 = as the figure's row says */
} fl_data_table;

/* Where a row stands. Names may come from files; NULL = none. */
typedef struct fl_data_table_place {
    unsigned panel, series; /* from 1 */
    double x;
    const char *panel_name, *series_name, *x_name;
} fl_data_table_place;

void fl_figure_table_init(fl_data_table *self);
void fl_figure_table_free(fl_data_table *self);

/* FL_ERR_MEMORY if anything was lost. */
FL_NODISCARD fl_err fl_figure_table_check(const fl_data_table *self);

/* Makes the picture as high as its panels need, `each` points a row of them. */
void fl_figure_table_fit(fl_data_table *self, unsigned panels, unsigned each);

/* Names the columns behind the six of the place, with blanks between. */
void fl_figure_table_columns(fl_data_table *self, const char *names);

/* Begins a row; then its cells are added one by one. */
void fl_figure_table_row(fl_data_table *self, const fl_data_table_place *place);
void fl_figure_table_text(fl_data_table *self, const char *text);
void fl_figure_table_count(fl_data_table *self, uint64_t count);

/* Six digits: more than a picture shows, fewer than libraries of mathematics differ in. NaN is an empty place. */
void fl_figure_table_number(fl_data_table *self, double number);

#endif
