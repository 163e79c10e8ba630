/* Column widths are counted in characters, not bytes. */
#include "experiments/table.h"

#include "gen/core/setting.h"

#include <stdio.h>
#include <string.h>

enum { LINE = 112, GAP = 2, NARROWEST_LAST = 30 };

void fl_table_init(fl_table *self)
{
    memset(self, 0, sizeof *self);
    fl_text_init(&self->cells);
}

void fl_table_free(fl_table *self)
{
    fl_text_free(&self->cells);
}

fl_err fl_table_check(const fl_table *self)
{
    return fl_text_check(&self->cells);
}

void fl_table_columns(fl_table *self, const char *names)
{
    snprintf(self->columns, sizeof self->columns, "%s", names);
    self->columns_n = 1;
    for (const char *p = names; *p; p++) {
        self->columns_n += *p == ' ';
    }
}

void fl_table_add(fl_table *self, const char *cell)
{
    fl_text_add_bytes(&self->cells, cell, strlen(cell) + 1);
    self->cells_n++;
}

void fl_table_add_number(fl_table *self, int64_t number)
{
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

/* The last column: as many words to a line as fit, further lines below the first. */
static void add_wrapped(fl_text *out, const char *text, unsigned indent)
{
    unsigned room = indent + NARROWEST_LAST > LINE ? NARROWEST_LAST : LINE - indent;
    unsigned used = 0;
    for (const char *p = text; *p;) {
        char word[128];
        snprintf(word, sizeof word, "%.*s", (int)strcspn(p, " "), p);
        unsigned width = width_of(word);
        if (used > 0 && used + 1 + width > room) {
            fl_text_add_char(out, '\n');
            pad(out, indent);
            used = 0;
        }
        fl_text_add(out, used > 0 ? " " : "");
        fl_text_add(out, word);
        used += width + (used > 0);
        p += strcspn(p, " ");
        p += *p == ' ';
    }
}

static void add_cell(const fl_table *self, unsigned column, const char *cell, const unsigned *width,
                     fl_text *out)
{
    unsigned gap = width[column] - width_of(cell);
    if (self->is_number[column]) {
        pad(out, gap);
    }
    if (column + 1 == self->columns_n) {
        unsigned indent = 0;
        for (unsigned i = 0; i < column; i++) {
            indent += width[i] + GAP;
        }
        add_wrapped(out, cell, indent);
        fl_text_add_char(out, '\n');
        return;
    }
    fl_text_add(out, cell);
    pad(out, (self->is_number[column] ? 0 : gap) + GAP);
}

void fl_table_write(const fl_table *self, fl_text *out)
{
    unsigned width[FL_TABLE_COLUMNS] = {0};
    char name[64];
    const char *cell = fl_text_get(&self->cells);
    find_widths(self, width);
    for (unsigned i = 0; i < self->columns_n; i++) {
        fl_setting_word_at(self->columns, i, name, sizeof name);
        add_cell(self, i, name, width, out);
    }
    for (unsigned i = 0; i < self->cells_n; i++, cell += strlen(cell) + 1) {
        add_cell(self, i % self->columns_n, cell, width, out);
    }
}

void fl_table_write_json(const fl_table *self, fl_text *out)
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
