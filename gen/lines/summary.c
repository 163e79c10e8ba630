/* SPDX-License-Identifier: MIT */
/* A summary has a line for each known fact: "floors 1000", "roll sacrifice". */
#include "gen/lines/lines_private.h"

#include "gen/base/parse_number.h"

#include <stdlib.h>
#include <string.h>

/* The numbers of a summary. */
enum { FLOORS, FAILED, BAD, WIDTH, HEIGHT, CELLS, NUMBERS };

static void write_numbers(const fl_lines_floors *self, fl_foreign_number out[NUMBERS])
{
    const fl_foreign *known = &self->known;
    const fl_foreign_number numbers[NUMBERS] = {
        {"floors", self->found.floors, 1, UINT32_MAX},
        {"failed", self->found.failed, 0, UINT32_MAX},
        {"bad", self->found.bad, 0, UINT32_MAX},
        {"width", (uint64_t)known->width, 0, FL_FLOOR_SIDE_MAX},
        {"height", (uint64_t)known->height, 0, FL_FLOOR_SIDE_MAX},
        {"cells", known->cells_most, 0, FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX},
    };
    memcpy(out, numbers, sizeof numbers);
}

void fl_lines_summary_write(const fl_lines_floors *self, fl_text *out)
{
    fl_foreign_number numbers[NUMBERS];
    write_numbers(self, numbers);
    fl_foreign_write(&self->known, numbers, NUMBERS, out);
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

/* Reads a value of the latest field. */
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

/* True if each combination of values has its number of floors, all together all floors. */
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

/* Reads the fields, their values and the numbers of floors. */
static bool read_fields(fl_lines_floors *self, const char *text)
{
    char word[FL_FOREIGN_LINE];
    bool is_right = true;
    while (is_right && *text) {
        const char *value = fl_foreign_cut(&text, word);
        is_right =
            value && (strcmp(word, "field") == 0
                          ? fl_foreign_is_name(value) && fl_lines_fields_init(self, value, NULL) == FL_OK
                      : strcmp(word, "value") == 0 ? read_value(self, value)
                                                   : strcmp(word, "part") == 0 && read_part(self, value));
    }
    return is_right;
}

fl_err fl_lines_summary_read(fl_lines_floors *self, const char *text, const char *name, fl_diag *diag)
{
    fl_foreign_number numbers[NUMBERS];
    write_numbers(self, numbers);
    fl_lines_fields_free(self);
    const char *rest = fl_foreign_read(&self->known, numbers, NUMBERS, text);
    if (!rest || !read_fields(self, rest) || !has_all_parts(self, numbers[FLOORS].value)) {
        return fl_diag_set(diag, FL_ERR_DAMAGED, name, "this is not a summary of floors");
    }
    self->found.floors = numbers[FLOORS].value;
    self->found.failed = numbers[FAILED].value;
    self->found.bad = numbers[BAD].value;
    self->known.width = (int)numbers[WIDTH].value;
    self->known.height = (int)numbers[HEIGHT].value;
    self->known.cells_most = (uint32_t)numbers[CELLS].value;
    return FL_OK;
}
