/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Laying out tables. Column widths are counted in characters, not bytes. */
#include "experiments/program/program.h"
#include "gen/base/setting.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 112, GAP = 2, NARROWEST_LAST = 30, WIDEST = 44, LINE_BYTES = 512 };

void fl_program_table_init(fl_table *self)
{
    memset(self, 0, sizeof *self);
    fl_text_init(&self->cells);
}

void fl_program_table_free(fl_table *self)
{
    fl_text_free(&self->cells);
}

fl_err fl_program_table_check(const fl_table *self)
{
    return fl_text_check(&self->cells);
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

static unsigned width_of(const char *text)
{
    unsigned width = 0;
    for (; *text; text++) {
        width += ((unsigned char)*text & 0xc0) != 0x80;
    }
    return width;
}

static void find_widths(const fl_table *self, unsigned *width)
{
    const char *cell = fl_text_get(&self->cells);
    char name[64];
    for (unsigned i = 0; i < self->columns_n; i++) {
        fl_setting_word_at(self->columns, i, name, sizeof name);
        width[i] = width_of(name);
    }
    for (unsigned i = 0; i < self->cells_n; i++, cell += strlen(cell) + 1) {
        unsigned *w = &width[i % self->columns_n];
        *w = width_of(cell) > *w ? width_of(cell) : *w;
    }
}

static void pad(fl_text *out, unsigned n)
{
    while (n-- > 0) {
        fl_text_add_char(out, ' ');
    }
}

/* Moves as many words from a cell to a line as fit its width, at least one. */
static void take_line(const char **cell, unsigned room, char line[LINE_BYTES])
{
    unsigned used = 0;
    size_t n = 0;
    while (**cell) {
        size_t bytes = strcspn(*cell, " ");
        char word[LINE_BYTES];
        snprintf(word, sizeof word, "%.*s", (int)bytes, *cell);
        unsigned width = width_of(word);
        if ((used > 0 && used + 1 + width > room) || n + bytes + 2 > LINE_BYTES) {
            break;
        }
        n += (size_t)snprintf(line + n, LINE_BYTES - n, "%s%s", used > 0 ? " " : "", word);
        used += width + (used > 0);
        *cell += bytes;
        *cell += **cell == ' ';
    }
    line[n] = '\0';
}

/* Writes a row, on as many lines as its longest cell needs. */
static void add_row(const fl_table *self, const char **cells, const unsigned *width, fl_text *out)
{
    bool has_more = true;
    while (has_more) {
        unsigned blanks = 0; /* not written yet: none at the end of a line */
        has_more = false;
        for (unsigned i = 0; i < self->columns_n; i++) {
            char line[LINE_BYTES];
            take_line(&cells[i], width[i], line);
            unsigned used = width_of(line);
            unsigned gap = width[i] > used ? width[i] - used : 0;
            blanks += self->is_number[i] ? gap : 0;
            if (line[0]) {
                pad(out, blanks);
                fl_text_add_masked(out, line);
                blanks = 0;
            } else {
                blanks += self->is_number[i] ? 0 : used;
            }
            blanks += (self->is_number[i] ? 0 : gap) + GAP;
            has_more = has_more || *cells[i];
        }
        fl_text_add_char(out, '\n');
    }
}

/* Wide columns are wrapped; the last one gets the rest of the line. */
static void limit_widths(const fl_table *self, unsigned *width)
{
    unsigned before = 0;
    for (unsigned i = 0; i + 1 < self->columns_n; i++) {
        width[i] = width[i] > WIDEST ? WIDEST : width[i];
        before += width[i] + GAP;
    }
    unsigned room = before + NARROWEST_LAST > LINE ? NARROWEST_LAST : LINE - before;
    unsigned *last = &width[self->columns_n - 1];
    *last = *last < room ? *last : room;
}

void fl_program_table_write(const fl_table *self, fl_text *out)
{
    unsigned width[FL_TABLE_COLUMNS] = {0};
    char names[FL_TABLE_COLUMNS][64];
    const char *cells[FL_TABLE_COLUMNS];
    const char *cell = fl_text_get(&self->cells);
    find_widths(self, width);
    limit_widths(self, width);
    for (unsigned i = 0; i < self->columns_n; i++) {
        fl_setting_word_at(self->columns, i, names[i], sizeof names[i]);
        cells[i] = names[i];
    }
    add_row(self, cells, width, out);
    for (unsigned i = 0; i + self->columns_n <= self->cells_n; i += self->columns_n) {
        for (unsigned k = 0; k < self->columns_n; k++, cell += strlen(cell) + 1) {
            cells[k] = cell;
        }
        add_row(self, cells, width, out);
    }
}

void fl_program_table_write_json(const fl_table *self, fl_text *out)
{
    const char *cell = fl_text_get(&self->cells);
    char name[64];
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
