/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Laying out tables. Column widths are counted in characters, not bytes. A table fits the terminal; where
 * none reads it, a record is a line, however long: other programs look for words in it. */
#include "experiments/program/program.h"
#include "gen/base/setting.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { GAP = 2, NARROWEST = 8, LINE_BYTES = 512 };

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

/* Bytes of the first n characters. */
static size_t bytes_of(const char *text, unsigned n)
{
    size_t bytes = 0;
    while (text[bytes] && (n > 0 || ((unsigned char)text[bytes] & 0xc0) == 0x80)) {
        n -= ((unsigned char)text[bytes] & 0xc0) != 0x80;
        bytes++;
    }
    return bytes;
}

static bool is_sign_before(const char *word, size_t at)
{
    static const char ellipsis[] = "…";
    size_t n = strlen(ellipsis);
    bool is_in_number = word[at] >= '0' && word[at] <= '9' && word[at - 1] == '.';
    return (strchr("./@_-,:", word[at - 1]) && !is_in_number) ||
           (at >= n && memcmp(word + at - n, ellipsis, n) == 0);
}

/* Where a word that is too long is divided: behind its last sign, or where the room ends. */
static size_t divide(const char *word, unsigned room)
{
    size_t most = bytes_of(word, room);
    size_t at = most;
    while (at > 0 && !is_sign_before(word, at)) {
        at--;
    }
    return at > most / 2 ? at : most;
}

/* Moves as many words from a cell to a line as fit its width; a long word is divided. */
static void take_line(const char **cell, unsigned room, char line[LINE_BYTES])
{
    unsigned used = 0;
    size_t n = 0;
    while (**cell) {
        size_t bytes = strcspn(*cell, " ");
        char word[LINE_BYTES];
        bytes = bytes < LINE_BYTES - 2 ? bytes : LINE_BYTES - 2;
        snprintf(word, sizeof word, "%.*s", (int)bytes, *cell);
        if (used == 0 && width_of(word) > room) {
            bytes = divide(word, room);
            word[bytes] = '\0';
        }
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

static unsigned narrowest_of(const fl_table *self, unsigned column)
{
    char name[64];
    fl_setting_word_at(self->columns, column, name, sizeof name);
    unsigned width = width_of(name);
    return width > NARROWEST ? width : NARROWEST;
}

/* The widest column that may be made narrower; columns_n if there is none. */
static unsigned widest_of(const fl_table *self, const unsigned *width)
{
    unsigned widest = self->columns_n;
    for (unsigned i = 0; i < self->columns_n; i++) {
        bool is_wider = widest == self->columns_n || width[i] >= width[widest];
        widest = !self->is_number[i] && width[i] > narrowest_of(self, i) && is_wider ? i : widest;
    }
    return widest;
}

/* Takes from the widest columns what the terminal has no room for. */
static void limit_widths(const fl_table *self, unsigned *width)
{
    unsigned total = GAP * (self->columns_n - 1);
    for (unsigned i = 0; i < self->columns_n; i++) {
        total += width[i];
    }
    for (unsigned widest = 0; self->line > 0 && total > self->line; total--) {
        widest = widest_of(self, width);
        if (widest == self->columns_n) {
            return;
        }
        width[widest]--;
    }
}

/* Without a terminal a row is one line, whatever a line buffer holds. */
static void add_plain_row(const fl_table *self, const char **cells, const unsigned *width, fl_text *out)
{
    unsigned blanks = 0;
    for (unsigned i = 0; i < self->columns_n; i++) {
        unsigned gap = width[i] - width_of(cells[i]);
        if (cells[i][0]) {
            pad(out, blanks + (self->is_number[i] ? gap : 0));
            fl_text_add_masked(out, cells[i]);
            blanks = GAP + (self->is_number[i] ? 0 : gap);
        } else {
            blanks += gap + GAP;
        }
    }
    fl_text_add_char(out, '\n');
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
    void (*add)(const fl_table *, const char **, const unsigned *, fl_text *) =
        self->line > 0 ? add_row : add_plain_row;
    add(self, cells, width, out);
    for (unsigned i = 0; i + self->columns_n <= self->cells_n; i += self->columns_n) {
        for (unsigned k = 0; k < self->columns_n; k++, cell += strlen(cell) + 1) {
            cells[k] = cell;
        }
        add(self, cells, width, out);
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
