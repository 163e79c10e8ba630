/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Laying out tables. Column widths are counted in characters, not bytes. A table fits the terminal: its
 * widest columns are wrapped; if words would have to be broken for that, or if it takes fewer lines, each
 * record is written one cell a line instead. Where no terminal reads it, a record is a line, however long:
 * other programs look for words in it. */
#include "experiments/program/program.h"
#include "gen/base/setting.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { GAP = 2, GAP_LEAST = 1, PIECE_LEAST = 8, PIECE_MOST = 20, LINE_BYTES = 512 };

/* How the columns stand. */
typedef struct layout {
    unsigned width[FL_TABLE_COLUMNS];
    unsigned gap; /* between two of them */
} layout;

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

static void pad(fl_text *out, unsigned n)
{
    while (n-- > 0) {
        fl_text_add_char(out, ' ');
    }
}

static bool is_sign_before(const char *word, size_t at)
{
    static const char ellipsis[] = "…";
    size_t n = strlen(ellipsis);
    bool is_in_number = word[at] >= '0' && word[at] <= '9' && word[at - 1] == '.';
    return (strchr("./@_-,:=", word[at - 1]) && !is_in_number) ||
           (at >= n && memcmp(word + at - n, ellipsis, n) == 0);
}

/* Where a word that is too long is divided: behind its last sign, or where the room ends. */
static size_t divide(const char *word, unsigned room)
{
    /* Bytes of the first n characters. */
    unsigned n = room;
    size_t bytes = 0;
    while (word[bytes] && (n > 0 || ((unsigned char)word[bytes] & 0xc0) == 0x80)) {
        n -= ((unsigned char)word[bytes] & 0xc0) != 0x80;
        bytes++;
    }
    size_t most = bytes;
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
static void add_row(const fl_table *self, const char **cells, const layout *layout, fl_text *out)
{
    bool has_more = true;
    while (has_more) {
        unsigned blanks = 0; /* not written yet: none at the end of a line */
        has_more = false;
        for (unsigned i = 0; i < self->columns_n; i++) {
            char line[LINE_BYTES];
            take_line(&cells[i], layout->width[i], line);
            unsigned used = width_of(line);
            unsigned gap = layout->width[i] > used ? layout->width[i] - used : 0;
            blanks += self->is_number[i] ? gap : 0;
            if (line[0]) {
                pad(out, blanks);
                fl_text_add_masked(out, line);
                blanks = 0;
            } else {
                blanks += self->is_number[i] ? 0 : used;
            }
            blanks += (self->is_number[i] ? 0 : gap) + layout->gap;
            has_more = has_more || *cells[i];
        }
        fl_text_add_char(out, '\n');
    }
}

/* How wide a column must be for a word: as its longest piece between signs. */
static unsigned room_for(const char *word)
{
    unsigned whole = width_of(word);
    unsigned most = whole < PIECE_LEAST ? whole : PIECE_LEAST;
    unsigned piece = 0;
    for (size_t i = 0; word[i]; i++) {
        piece = i > 0 && is_sign_before(word, i) ? 0 : piece;
        piece += ((unsigned char)word[i] & 0xc0) != 0x80;
        most = piece > most ? piece : most;
    }
    return most < PIECE_MOST ? most : PIECE_MOST;
}

/* Takes from the widest columns, and then from the gaps, what the terminal has no room for; false if that is
 * not enough. */
static bool fit(const fl_table *self, layout *layout)
{
    unsigned least[FL_TABLE_COLUMNS] = {0};
    unsigned total = 0;
    /* What each column needs at least. */
    const char *cell = fl_text_get(&self->cells);
    char word[64];
    for (unsigned i = 0; i < self->columns_n; i++) {
        fl_setting_word_at(self->columns, i, word, sizeof word);
        least[i] = width_of(word);
    }
    for (unsigned i = 0; i < self->cells_n; i++, cell += strlen(cell) + 1) {
        unsigned *most = &least[i % self->columns_n];
        for (const char *at = cell; *at;) {
            size_t bytes = strcspn(at, " ");
            snprintf(word, sizeof word, "%.*s", (int)(bytes < sizeof word ? bytes : sizeof word - 1), at);
            *most = room_for(word) > *most ? room_for(word) : *most;
            at += bytes + (at[bytes] == ' ');
        }
    }
    for (unsigned i = 0; i < self->columns_n; i++) {
        total += layout->width[i];
    }
    for (;; total--) {
        unsigned widest = self->columns_n;
        if (self->line == 0 || total + layout->gap * (self->columns_n - 1) <= self->line) {
            return true;
        }
        for (unsigned i = 0; i < self->columns_n; i++) {
            bool is_wider = widest == self->columns_n || layout->width[i] >= layout->width[widest];
            bool is_spare = !self->is_number[i] && layout->width[i] > least[i];
            widest = is_spare && is_wider ? i : widest;
        }
        if (widest == self->columns_n) {
            layout->gap = GAP_LEAST;
            return total + layout->gap * (self->columns_n - 1) <= self->line;
        }
        layout->width[widest]--;
    }
}

/* Without a terminal a row is one line, whatever a line buffer holds. */
static void add_plain_row(const fl_table *self, const char **cells, const layout *layout, fl_text *out)
{
    unsigned blanks = 0;
    for (unsigned i = 0; i < self->columns_n; i++) {
        unsigned gap = layout->width[i] - width_of(cells[i]);
        if (cells[i][0]) {
            pad(out, blanks + (self->is_number[i] ? gap : 0));
            fl_text_add_masked(out, cells[i]);
            blanks = layout->gap + (self->is_number[i] ? 0 : gap);
        } else {
            blanks += gap + layout->gap;
        }
    }
    fl_text_add_char(out, '\n');
}

/* One line a cell, with its column's name before it, and an empty line between records. */
static void add_record(const fl_table *self, const char **cells, const layout *layout, fl_text *out)
{
    unsigned before = 0;
    char name[64];
    (void)layout;
    for (unsigned i = 0; i < self->columns_n; i++) {
        fl_setting_word_at(self->columns, i, name, sizeof name);
        before = width_of(name) + GAP > before ? width_of(name) + GAP : before;
    }
    unsigned room = self->line > 2 * before ? self->line - before : before;
    for (unsigned i = 0; i < self->columns_n; i++) {
        fl_setting_word_at(self->columns, i, name, sizeof name);
        for (bool is_first = true; cells[i][0]; is_first = false) {
            char line[LINE_BYTES];
            take_line(&cells[i], room, line);
            fl_text_add(out, is_first ? name : "");
            pad(out, before - (is_first ? width_of(name) : 0));
            fl_text_add_masked(out, line);
            fl_text_add_char(out, '\n');
        }
    }
    fl_text_add_char(out, '\n');
}

typedef void add_cells(const fl_table *self, const char **cells, const layout *layout, fl_text *out);

static void add_names(const fl_table *self, const layout *layout, add_cells *add, fl_text *out)
{
    char names[FL_TABLE_COLUMNS][64];
    const char *cells[FL_TABLE_COLUMNS];
    for (unsigned i = 0; i < self->columns_n; i++) {
        fl_setting_word_at(self->columns, i, names[i], sizeof names[i]);
        cells[i] = names[i];
    }
    add(self, cells, layout, out);
}

static void add_all(const fl_table *self, const layout *layout, add_cells *add, fl_text *out)
{
    const char *cells[FL_TABLE_COLUMNS];
    const char *cell = fl_text_get(&self->cells);
    for (unsigned i = 0; i + self->columns_n <= self->cells_n; i += self->columns_n) {
        for (unsigned k = 0; k < self->columns_n; k++, cell += strlen(cell) + 1) {
            cells[k] = cell;
        }
        add(self, cells, layout, out);
    }
}

static size_t lines_of(const fl_text *text)
{
    size_t n = 0;
    for (const char *p = fl_text_get(text); *p; p++) {
        n += *p == '\n';
    }
    return n;
}

void fl_program_table_write(const fl_table *self, fl_text *out)
{
    layout layout = {.gap = GAP};
    fl_text table;
    fl_text records;
    const char *cell = fl_text_get(&self->cells);
    char name[64];
    for (unsigned i = 0; i < self->columns_n; i++) {
        fl_setting_word_at(self->columns, i, name, sizeof name);
        layout.width[i] = width_of(name);
    }
    for (unsigned i = 0; i < self->cells_n; i++, cell += strlen(cell) + 1) {
        unsigned *w = &layout.width[i % self->columns_n];
        *w = width_of(cell) > *w ? width_of(cell) : *w;
    }
    bool fits = fit(self, &layout);
    if (self->line == 0) {
        add_names(self, &layout, add_plain_row, out);
        add_all(self, &layout, add_plain_row, out);
        return;
    }
    fl_text_init(&table);
    fl_text_init(&records);
    add_names(self, &layout, add_row, &table);
    add_all(self, &layout, add_row, &table);
    add_all(self, &layout, add_record, &records);
    bool is_table = self->cells_n == 0 || (fits && lines_of(&table) <= lines_of(&records));
    fl_text_add(out, fl_text_get(is_table ? &table : &records));
    out->is_short_of_memory |= table.is_short_of_memory || records.is_short_of_memory;
    fl_text_free(&table);
    fl_text_free(&records);
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
