/* SPDX-License-Identifier: MIT */
/* A summary is a line for each thing that is known: "floors 1000", "gate sacrifice". */
#include "gen/lines/lines_private.h"

#include "gen/base/parse_number.h"

#include <stdlib.h>
#include <string.h>

/* The numbers of a summary, each of which must be there. */
enum { FLOORS, FAILED, BAD, WIDTH, HEIGHT, CELLS, NUMBERS };

static const char *const names[NUMBERS] = {"floors", "failed", "bad", "width", "height", "cells"};

static const uint64_t least[NUMBERS] = {1, 0, 0, 0, 0, 0};
static const uint64_t most[NUMBERS] = {UINT32_MAX,        UINT32_MAX,
                                       UINT32_MAX,        FL_FLOOR_SIDE_MAX,
                                       FL_FLOOR_SIDE_MAX, FL_FLOOR_SIDE_MAX *FL_FLOOR_SIDE_MAX};

void fl_lines_summary_write(const fl_lines_floors *self, fl_text *out)
{
    const fl_lines_found *found = &self->found;
    const uint64_t number[NUMBERS] = {found->floors,         found->failed,          found->bad,
                                      (uint64_t)self->width, (uint64_t)self->height, self->cells_most};
    for (unsigned i = 0; i < NUMBERS; i++) {
        fl_text_add_format(out, "%s %llu\n", names[i], (unsigned long long)number[i]);
    }
    for (unsigned i = 0; i < self->gates_n; i++) {
        fl_text_add_format(out, "gate %s\n", self->gate[i]);
    }
    for (unsigned i = 0; i < self->fields_n; i++) {
        fl_text_add_format(out, "field %s\n", self->field[i].name);
        for (uint32_t k = 0; k < self->field[i].value.n; k++) {
            fl_text_add_format(out, "value %s\n", self->field[i].value.word[k]);
        }
    }
    for (size_t i = 0; i < self->parts_n; i++) {
        fl_text_add_format(out, "part %llu\n", (unsigned long long)self->part[i]);
    }
}

/* Reads a value of the field that came last. */
static bool read_value(fl_lines_floors *self, const char *value)
{
    bool is_right = self->fields_n > 0 && fl_lines_words_is_text(value, strlen(value)) && *value;
    fl_lines_words *words = is_right ? &self->field[self->fields_n - 1].value : NULL;
    uint32_t before = is_right ? words->n : 0;
    uint16_t number = 0;
    return is_right && before < FL_LINES_VALUES &&
           fl_lines_words_number(words, value, &number, NULL) == FL_OK && words->n == before + 1;
}

/* Reads how many floors the next combination of values has. */
static bool read_part(fl_lines_floors *self, const char *value)
{
    uint64_t floors = 0;
    if (self->parts_n == FL_LINES_PARTS || fl_parse_number_unsigned(value, &floors) || floors > UINT32_MAX) {
        return false;
    }
    uint64_t *grown = realloc(self->part, (self->parts_n + 1) * sizeof *grown);
    if (grown) {
        self->part = grown;
        self->part[self->parts_n++] = floors;
    }
    return grown;
}

/* Whether each combination of values has its number of floors, all together all floors. */
static bool has_all_parts(const fl_lines_floors *self, uint64_t floors)
{
    size_t n = self->fields_n > 0;
    for (unsigned i = 0; i < self->fields_n && n <= FL_LINES_PARTS; i++) {
        n *= self->field[i].value.n;
    }
    uint64_t sum = self->fields_n > 0 ? 0 : floors;
    for (size_t i = 0; i < self->parts_n; i++) {
        sum += self->part[i];
    }
    return n == self->parts_n && sum == floors;
}

/* Reads a line of `n` bytes: a word, a blank, and a number or a name. */
static bool read_line(fl_lines_floors *self, const char *line, size_t n, uint64_t number[NUMBERS])
{
    char text[64];
    unsigned unused = 0;
    const char *value = fl_text_cut_line(line, n, text, sizeof text);
    if (!value) {
        return false;
    }
    if (strcmp(text, "gate") == 0) {
        return fl_lines_gate_number(self, value, &unused, NULL) == FL_OK;
    }
    if (strcmp(text, "field") == 0) {
        return strpbrk(value, "= ,") == NULL && fl_lines_fields_init(self, value, NULL) == FL_OK;
    }
    if (strcmp(text, "value") == 0) {
        return read_value(self, value);
    }
    if (strcmp(text, "part") == 0) {
        return read_part(self, value);
    }
    for (unsigned i = 0; i < NUMBERS; i++) {
        if (strcmp(text, names[i]) == 0) {
            return fl_parse_number_unsigned(value, &number[i]) == FL_OK && number[i] >= least[i] &&
                   number[i] <= most[i];
        }
    }
    return false;
}

fl_err fl_lines_summary_read(fl_lines_floors *self, const char *text, const char *name, fl_diag *diag)
{
    uint64_t number[NUMBERS];
    bool is_right = true;
    memset(number, 0xff, sizeof number);
    fl_lines_fields_free(self);
    for (const char *p = text; *p && is_right;) {
        size_t n = strcspn(p, "\n");
        is_right = read_line(self, p, n, number);
        p += n + (p[n] == '\n');
    }
    for (unsigned i = 0; i < NUMBERS; i++) {
        is_right = is_right && number[i] <= most[i];
    }
    is_right = is_right && has_all_parts(self, number[FLOORS]);
    if (!is_right) {
        return fl_diag_set(diag, FL_ERR_DAMAGED, name, "this is no summary of floors");
    }
    self->found.floors = number[FLOORS];
    self->found.failed = number[FAILED];
    self->found.bad = number[BAD];
    self->width = (int)number[WIDTH];
    self->height = (int)number[HEIGHT];
    self->cells_most = (uint32_t)number[CELLS];
    return FL_OK;
}
