/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cells are written as they are added; the last cell of a row ends the line. */
#include "plots/figure/figure_private.h"

#include <assert.h>
#include <math.h>

/* Widths, in points of the screen, below which less is shown; as in plots/style.gp and the templates. */
enum { NARROW = 480, STACKED = 800 };

static const char first_columns[] = "panel\tpanel_name\tseries\tseries_name\tx\tx_name";

void fl_figure_table_init(fl_data_table *self)
{
    *self = (fl_data_table){.columns_n = 6};
}

void fl_figure_table_free(fl_data_table *self)
{
    fl_text_free(&self->rows);
    fl_text_free(&self->title);
    fl_text_free(&self->note);
    fl_text_free(&self->x_label);
    fl_text_free(&self->y_label);
    fl_text_free(&self->reading);
    fl_text_free(&self->foot);
    fl_text_free(&self->scale);
    fl_text_free(&self->axis);
}

fl_err fl_figure_table_check(const fl_data_table *self)
{
    const fl_text *texts[] = {&self->rows,    &self->title, &self->note,  &self->x_label, &self->y_label,
                              &self->reading, &self->foot,  &self->scale, &self->axis};
    fl_err err = FL_OK;
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0] && !err; i++) {
        err = fl_text_check(texts[i]);
    }
    return err;
}

static unsigned fewer_below(const fl_figure_job *job, unsigned width, unsigned wide)
{
    return job->width > 0 && job->width < width ? (2 * wide + 2) / 3 : wide;
}

unsigned fl_figure_table_panels(const fl_figure_job *job, unsigned wide)
{
    return job->panel ? FL_RESULT_VIEW_CONDITIONS : fewer_below(job, NARROW, wide);
}

unsigned fl_figure_table_lines(const fl_figure_job *job, unsigned wide)
{
    return fewer_below(job, STACKED, wide);
}

void fl_figure_table_fit(fl_data_table *self, unsigned panels, unsigned each)
{
    unsigned columns = panels <= 3 ? panels : panels == 4 ? 2 : panels <= 6 ? 3 : 4; /* as in style.gp */
    self->height = panels > 0 ? 104 + each * ((panels + columns - 1) / columns) : 0;
}

void fl_figure_table_columns(fl_data_table *self, const char *names)
{
    self->columns_n = 7;
    fl_text_add(&self->rows, first_columns);
    fl_text_add_char(&self->rows, '\t');
    for (; *names; names++) {
        fl_text_add_char(&self->rows, *names == ' ' ? '\t' : *names);
        self->columns_n += *names == ' ';
    }
    fl_text_add_char(&self->rows, '\n');
}

static void end_cell(fl_data_table *self)
{
    bool is_last = ++self->cells_n == self->columns_n;
    fl_text_add_char(&self->rows, is_last ? '\n' : '\t');
    self->cells_n = is_last ? 0 : self->cells_n;
}

void fl_figure_table_row(fl_data_table *self, const fl_data_table_place *place)
{
    assert(self->cells_n == 0 && place->panel >= 1);
    self->rows_n++;
    self->filled |= place->x >= 1 && place->x < 65 ? 1ull << ((unsigned)place->x - 1) : 0;
    fl_figure_table_count(self, place->panel);
    fl_figure_table_words(self, place->panel_name ? place->panel_name : "", FL_FIGURE_LABEL_SIGNS);
    fl_figure_table_count(self, place->series);
    fl_figure_table_words(self, place->series_name ? place->series_name : "", FL_FIGURE_LABEL_SIGNS);
    fl_figure_table_number(self, place->x);
    fl_figure_table_words(self, place->x_name ? place->x_name : "", FL_FIGURE_LABEL_SIGNS);
}

void fl_figure_table_words(fl_data_table *self, const char *text, unsigned signs)
{
    fl_figure_label_add(&self->rows, text, signs);
    end_cell(self);
}

void fl_figure_table_count(fl_data_table *self, uint64_t count)
{
    fl_text_add_format(&self->rows, "%llu", (unsigned long long)count);
    end_cell(self);
}

void fl_figure_table_number(fl_data_table *self, double number)
{
    if (isfinite(number)) {
        fl_text_add_format(&self->rows, "%.6g", number + 0.0); /* no -0 */
    } else {
        fl_text_add(&self->rows, "NaN");
    }
    end_cell(self);
}
