/* Texts from files on their way into a figure: names, titles, values of settings.
 *
 * All of it is hostile. A label is one line of valid UTF-8 without control signs, direction marks, double quotes and
 * backslashes (their look-alikes stand in: gnuplot's data files know no other way), of a bounded length. It reaches
 * gnuplot as a cell of a data file, or between single quotes, where nothing but the quote itself means anything: there it
 * becomes an apostrophe. */
#ifndef FL_PLOTS_FIGURE_SAFE_LABEL_H
#define FL_PLOTS_FIGURE_SAFE_LABEL_H

#include "gen/base/text.h"

enum { FL_FIGURE_LABEL_SIGNS = 48, FL_FIGURE_LABEL_TITLE_SIGNS = 160 };

/* Adds a text as a label of at most `signs` signs; an empty one is "-". */
void fl_figure_label_add(fl_text *out, const char *text, unsigned signs);

/* The same between single quotes, as a gnuplot expression. */
void fl_figure_label_add_quoted(fl_text *out, const char *text, unsigned signs);

/* A name of a table, "secret_neighbours", as words. */
void fl_figure_label_add_words(fl_text *out, const char *name);

#endif
