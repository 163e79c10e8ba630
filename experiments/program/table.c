/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Layout of tables. Column widths are counted in characters, not bytes. On a terminal the widest columns are
 * wrapped; if that is not enough, each record is written one cell per line. In files and pipes a record is
 * one line, however long, so that other programs can search it. */
#include "experiments/program/program.h"
#include "gen/base/setting.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { GAP = 2 };

static const char signs[] = " _-@"; /* a word may be divided after these */

void fl_program_table_init(fl_table *self)
{
    memset(self, 0, sizeof *self);
    self->line = fl_program_host_columns();
    fl_text_init(&self->cells);
}

void fl_program_table_free(fl_table *self)
{
    fl_text_free(&self->cells);
}

void fl_program_table_columns(fl_table *self, const char *names)
{
    assert(strlen(names) < sizeof self->columns);
    snprintf(self->columns, sizeof self->columns, "%s", names);
    self->columns_n = 1;
    for (const char *p = names; *p; p++) {
        self->columns_n += *p == ' ';
    }
    assert(self->columns_n <= FL_TABLE_COLUMNS);
}

void fl_program_table_add(fl_table *self, const char *cell)
{
    fl_text_add_bytes(&self->cells, cell, strlen(cell) + 1);
    self->cells_n++;
}

void fl_program_table_add_number(fl_table *self, int64_t number)
{
    assert(self->columns_n > 0); /* the columns were named */
    self->is_number[self->cells_n % self->columns_n] = true;
    fl_text_add_number(&self->cells, number);
    fl_text_add_bytes(&self->cells, "", 1);
    self->cells_n++;
}

static unsigned width_of(const char *text, size_t bytes)
{
    unsigned width = 0;
    for (size_t i = 0; i < bytes; i++) {
        width += ((unsigned char)text[i] & 0xc0) != 0x80;
    }
    return width;
}

/* The bytes of the words that fit; a word that is too long is cut after a sign. */
static size_t words_in(const char *text, unsigned room)
{
    size_t blank = 0;
    size_t sign = 0;
    for (size_t i = 1; text[0] && width_of(text, i) <= room; i++) {
        if (!text[i]) {
            return i;
        }
        blank = text[i] == ' ' ? i : blank;
        sign = strchr(signs, text[i - 1]) ? i : sign;
    }
    return blank ? blank : sign ? sign : strcspn(text, " ");
}

/* Adds the next words of a cell after some blanks. */
static void add_words(const char **cell, size_t bytes, unsigned blanks, fl_text *out)
{
    fl_text words;
    fl_text_init(&words);
    fl_text_add_bytes(&words, *cell, bytes);
    fl_text_add_format(out, "%*s", (int)blanks, "");
    fl_text_add_masked(out, fl_text_get(&words));
    fl_text_drop(&words, out);
    *cell += bytes + ((*cell)[bytes] == ' ');
}

/* The layout of columns: names, widths, and the gap between two of them. */
typedef struct layout {
    char name[FL_TABLE_COLUMNS][64];
    unsigned width[FL_TABLE_COLUMNS];
    unsigned names, gap; /* names: the width of the longest name */
} layout;

/* Narrows the widest columns, and then the gaps, to fit the terminal; false if that is not enough. */
static bool lay_out(const fl_table *self, layout *out)
{
    unsigned least[FL_TABLE_COLUMNS] = {0}; /* the widths of their longest pieces */
    unsigned total = 0;
    const char *cell = fl_text_get(&self->cells);
    *out = (layout){.gap = GAP};
    for (unsigned i = 0; i < self->columns_n; i++) {
        fl_setting_word_at(self->columns, i, out->name[i], sizeof out->name[i]);
        out->width[i] = least[i] = width_of(out->name[i], strlen(out->name[i]));
        out->names = least[i] > out->names ? least[i] : out->names;
    }
    for (unsigned i = 0; i < self->cells_n; i++, cell += strlen(cell) + 1) {
        unsigned column = i % self->columns_n;
        unsigned width = width_of(cell, strlen(cell));
        out->width[column] = width > out->width[column] ? width : out->width[column];
        for (const char *piece = cell; *piece && self->line > 0;) {
            size_t bytes = strcspn(piece, signs);
            bytes += piece[bytes] && piece[bytes] != ' ';
            width = width_of(piece, bytes);
            least[column] = width > least[column] ? width : least[column];
            piece += bytes + (piece[bytes] == ' ');
        }
    }
    for (unsigned i = 0; i < self->columns_n; i++) {
        total += out->width[i] + (i > 0 ? out->gap : 0);
    }
    for (; self->line > 0 && total > self->line; total--) {
        unsigned widest = self->columns_n;
        for (unsigned i = 0; i < self->columns_n; i++) {
            bool is_wider = widest == self->columns_n || out->width[i] >= out->width[widest];
            widest = out->width[i] > least[i] && is_wider ? i : widest;
        }
        if (widest == self->columns_n) {
            out->gap = 1;
            return total - (self->columns_n - 1) <= self->line;
        }
        out->width[widest]--;
    }
    return true;
}

/* Writes a row, on as many lines as its longest cell needs. */
static void add_row(const fl_table *self, const char **cells, const layout *layout, fl_text *out)
{
    for (bool has_more = true; has_more;) {
        unsigned blanks = 0; /* not written yet, so that no line ends in blanks */
        has_more = false;
        for (unsigned i = 0; i < self->columns_n; i++) {
            size_t bytes = words_in(cells[i], layout->width[i]);
            unsigned gap = layout->width[i] - width_of(cells[i], bytes);
            blanks += self->is_number[i] ? gap : 0;
            if (bytes > 0) {
                add_words(&cells[i], bytes, blanks, out);
                blanks = 0;
            }
            blanks += (self->is_number[i] ? 0 : gap) + layout->gap;
            has_more = has_more || *cells[i];
        }
        fl_text_add_char(out, '\n');
    }
}

/* One cell per line after its column's name, and an empty line between records. */
static void add_record(const fl_table *self, const char **cells, const layout *layout, fl_text *out)
{
    unsigned before = layout->names + GAP;
    unsigned room = self->line > 2 * before ? self->line - before : before;
    for (unsigned i = 0; i < self->columns_n; i++) {
        fl_text_add(out, *cells[i] ? layout->name[i] : "");
        for (unsigned at = width_of(layout->name[i], strlen(layout->name[i])); *cells[i]; at = 0) {
            add_words(&cells[i], words_in(cells[i], room), before - at, out);
            fl_text_add_char(out, '\n');
        }
    }
    fl_text_add_char(out, '\n');
}

void fl_program_table_write(const fl_table *self, fl_text *out)
{
    layout layout;
    const char *cells[FL_TABLE_COLUMNS];
    const char *cell = fl_text_get(&self->cells);
    if (fl_text_check(&self->cells)) {
        out->is_short_of_memory = true;
        return;
    }
    bool is_table = lay_out(self, &layout) || self->cells_n == 0;
    for (unsigned i = 0; i < self->columns_n; i++) {
        cells[i] = layout.name[i];
    }
    if (is_table) {
        add_row(self, cells, &layout, out);
    }
    for (unsigned i = 0; i + self->columns_n <= self->cells_n; i += self->columns_n) {
        for (unsigned k = 0; k < self->columns_n; k++, cell += strlen(cell) + 1) {
            cells[k] = cell;
        }
        (is_table ? add_row : add_record)(self, cells, &layout, out);
    }
}

void fl_program_table_write_json(const fl_table *self, fl_text *out)
{
    const char *cell = fl_text_get(&self->cells);
    char name[64];
    if (fl_text_check(&self->cells)) {
        out->is_short_of_memory = true;
        return;
    }
    fl_text_add(out, "[");
    for (unsigned i = 0; i < self->cells_n; i++, cell += strlen(cell) + 1) {
        unsigned column = i % self->columns_n;
        fl_setting_word_at(self->columns, column, name, sizeof name);
        fl_text_add(out, column > 0 ? ", " : i > 0 ? ",\n {" : "\n {");
        fl_text_add_json(out, name);
        fl_text_add(out, ": ");
        if (self->is_number[column]) {
            fl_text_add(out, cell);
        } else {
            fl_text_add_json(out, cell);
        }
        fl_text_add(out, column + 1 == self->columns_n ? "}" : "");
    }
    fl_text_add(out, "\n]\n");
}
