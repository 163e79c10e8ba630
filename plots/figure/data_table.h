/* The data of one figure: a table of tab-separated values, and what stands around the picture.
 *
 * Every table begins with the same six columns, which place a row: number and name of its panel, of its series, and
 * its place on the x axis. All rows of a figure are "long": one observation each, ready for any statistics program. */
#ifndef FL_PLOTS_FIGURE_DATA_TABLE_H
#define FL_PLOTS_FIGURE_DATA_TABLE_H

#include "gen/base/text.h"

typedef struct fl_sheet {
    fl_text rows;                          /* the table, its head included */
    fl_text title, note, x_label, y_label; /* plain texts */
    unsigned columns_n, cells_n, rows_n;   /* cells of the row that is being written; rows without the head */
    unsigned width, height;                /* of the picture; 0 = as the figure's row says */
} fl_sheet;

/* Where a row stands. Names may come from files; NULL = none. */
typedef struct fl_sheet_place {
    unsigned panel, series; /* from 1 */
    double x;
    const char *panel_name, *series_name, *x_name;
} fl_sheet_place;

void fl_sheet_init(fl_sheet *self);
void fl_sheet_free(fl_sheet *self);

/* FL_ERR_MEMORY if anything was lost. */
FL_NODISCARD fl_err fl_sheet_check(const fl_sheet *self);

/* Makes the picture as high as its panels need, `each` points a row of them. */
void fl_sheet_fit(fl_sheet *self, unsigned panels, unsigned each);

/* Names the columns behind the six of the place, with blanks between. */
void fl_sheet_columns(fl_sheet *self, const char *names);

/* Begins a row; then its cells are added one by one. */
void fl_sheet_row(fl_sheet *self, const fl_sheet_place *place);
void fl_sheet_text(fl_sheet *self, const char *text);
void fl_sheet_count(fl_sheet *self, uint64_t count);

/* Six digits: more than a picture shows, fewer than libraries of mathematics differ in. NaN is an empty place. */
void fl_sheet_number(fl_sheet *self, double number);

#endif
