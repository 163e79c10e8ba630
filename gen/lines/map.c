/* SPDX-License-Identifier: MIT */
/* Maps of letters: a letter a cell, each a room of its own. A legend gives letters other kinds, or joins
 * touching cells of a letter to one room. */
#include "gen/lines/lines_private.h"

#include <string.h>

static const char legend_word[] = "legend";

static bool is_empty_sign(char sign)
{
    return sign == '.' || sign == ' ';
}

static bool is_legend(const char *line, size_t n)
{
    size_t length = sizeof legend_word - 1;
    return n > length && memcmp(line, legend_word, length) == 0 && line[length] == ' ';
}

void fl_lines_map_init(fl_lines_map_reader *self)
{
    memset(self, 0, sizeof *self);
    for (int kind = 0; kind < FL_KIND_COUNT; kind++) {
        fl_lines_letter *letter = &self->letter[(unsigned char)fl_kind_of((fl_kind)kind)->sign];
        *letter = (fl_lines_letter){.is_known = true, .kind = (fl_kind)kind};
    }
    self->letter['#'] = (fl_lines_letter){.is_known = true, .kind = FL_KIND_NORMAL};
    self->letter[' '].is_known = false;
}

/* True if the first letter and half of all letters are known, so that a map with a wrong letter differs from
 * other lines. */
bool fl_lines_map_is(const fl_lines_map_reader *self, const char *line, size_t n)
{
    size_t known = 0;
    size_t letters = 0;
    n = fl_foreign_trim(line, n);
    for (size_t i = 0; i < n; i++) {
        unsigned char sign = (unsigned char)line[i];
        bool is_known = sign == '.' || (sign < FL_LINES_LETTERS && self->letter[sign].is_known);
        if (letters == 0 && !is_known && sign != ' ') {
            return is_legend(line, n);
        }
        known += is_known;
        letters += sign != ' ';
    }
    return n > 0 && 2 * known >= letters;
}

/* Reads "B=boss" or "2=normal+". The kind can become a tag, which lines of JSON and pages hold. */
static fl_err read_pair(fl_lines_map_reader *self, const char *pair, size_t n, bool is_fixed, fl_diag *diag)
{
    bool is_joined = n > 3 && pair[n - 1] == '+';
    size_t length = n - 2 - (is_joined ? 1 : 0);
    bool has_word = n >= 3 && length < FL_LINES_WORD;
    unsigned char sign = (unsigned char)pair[0];
    char word[FL_LINES_WORD] = "";
    if (has_word) {
        memcpy(word, pair + 2, length);
    }
    if (!has_word || !fl_lines_words_is_text(word, length) || pair[1] != '=' || sign <= ' ' ||
        sign >= FL_LINES_LETTERS - 1 || sign == '.') {
        fl_err err =
            fl_diag_set(diag, FL_ERR_INPUT, "", "legend: found '%.*s', expected a letter, = and a kind",
                        (int)(n < 40 ? n : 40), pair);
        fl_diag_hint(diag, "for example: legend R=normal B=boss H=hut 2=normal+");
        return err;
    }
    fl_lines_letter *letter = &self->letter[sign];
    if (letter->is_fixed && !is_fixed) {
        return FL_OK;
    }
    *letter = (fl_lines_letter){.is_known = true, .is_joined = is_joined, .is_fixed = is_fixed};
    memcpy(letter->word, word, sizeof word);
    letter->kind = fl_kind_named(letter->word);
    if (letter->kind == FL_KIND_COUNT) {
        letter->kind = FL_KIND_SPECIAL;
        letter->has_tag = true;
    }
    return FL_OK;
}

static fl_err read_pairs(fl_lines_map_reader *self, const char *line, size_t n, bool is_fixed, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (size_t i = 0; i < n && !err;) {
        size_t length = 0;
        while (i + length < n && line[i + length] != ' ' && line[i + length] != '\t') {
            length++;
        }
        err = length > 0 ? read_pair(self, line + i, length, is_fixed, diag) : FL_OK;
        i += length + 1;
    }
    return err;
}

fl_err fl_lines_map_set_legend(fl_lines_map_reader *self, const char *legend, fl_diag *diag)
{
    return read_pairs(self, legend, strlen(legend), true, diag);
}

/* Takes the character of a cell. */
static fl_err read_sign(fl_lines_map_reader *self, int column, char sign, fl_diag *diag)
{
    unsigned char number = (unsigned char)sign;
    const fl_lines_letter *letter = &self->letter[number < FL_LINES_LETTERS ? number : 0];
    if (is_empty_sign(sign)) {
        return FL_OK;
    }
    if (!letter->is_known) {
        fl_err err = number > ' ' && number < FL_LINES_LETTERS - 1
                         ? fl_diag_set(diag, FL_ERR_INPUT, "", "column %d: the letter '%c' has no meaning",
                                       column + 1, sign)
                         : fl_diag_set(diag, FL_ERR_INPUT, "", "column %d: found byte %u, expected a letter",
                                       column + 1, (unsigned)number);
        fl_diag_hint(diag, "a line before the maps can name it: legend R=normal H=hut");
        return err;
    }
    if (letter->kind == FL_KIND_START && self->has_start) {
        return fl_diag_set(diag, FL_ERR_INPUT, "", "column %d: a second start", column + 1);
    }
    self->has_start |= letter->kind == FL_KIND_START;
    self->cell[self->height][column] = sign;
    return FL_OK;
}

fl_err fl_lines_map_add(fl_lines_map_reader *self, const char *line, size_t n, fl_diag *diag)
{
    n = fl_foreign_trim(line, n);
    if (is_legend(line, n)) {
        return self->height == 0
                   ? read_pairs(self, line + sizeof legend_word, n - sizeof legend_word, false, diag)
                   : fl_diag_set(diag, FL_ERR_INPUT, "", "a legend within a map; an empty line ends a map");
    }
    if (n > FL_FLOOR_SIDE_MAX || self->height == FL_FLOOR_SIDE_MAX) {
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "", "the map has more than %d %s", FL_FLOOR_SIDE_MAX,
                                 n > FL_FLOOR_SIDE_MAX ? "columns" : "lines");
        fl_diag_hint(diag, "maps are divided by an empty line");
        return err;
    }
    fl_err err = FL_OK;
    memset(self->cell[self->height], '.', FL_FLOOR_SIDE_MAX);
    for (size_t i = 0; i < n && !err; i++) {
        err = read_sign(self, (int)i, line[i], diag);
    }
    self->height++;
    self->width = (int)n > self->width ? (int)n : self->width;
    return err;
}

/* Collects the cells of the room at a cell in the floor's queue. */
static unsigned collect(fl_lines_map_reader *self, fl_floor *floor, int at)
{
    static const int steps[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    unsigned n = 0;
    char sign = self->cell[at / self->width][at % self->width];
    bool is_joined = self->letter[(unsigned char)sign].is_joined;
    self->cell[at / self->width][at % self->width] = '.';
    floor->queue[n++] = (uint16_t)at;
    for (unsigned i = 0; i < n && is_joined; i++) {
        for (unsigned s = 0; s < 4; s++) {
            int x = floor->queue[i] % self->width + steps[s][0];
            int y = floor->queue[i] / self->width + steps[s][1];
            if (x >= 0 && y >= 0 && x < self->width && y < self->height && self->cell[y][x] == sign) {
                self->cell[y][x] = '.';
                floor->queue[n++] = (uint16_t)(y * self->width + x);
            }
        }
    }
    return n;
}

/* Adds the rooms of the start, or the others. */
static void add_rooms(fl_lines_map_reader *self, fl_floor *floor, bool is_start)
{
    for (int at = 0; at < self->width * self->height; at++) {
        char sign = self->cell[at / self->width][at % self->width];
        const fl_lines_letter *letter = &self->letter[(unsigned char)sign];
        if (!is_empty_sign(sign) && (letter->kind == FL_KIND_START) == is_start) {
            unsigned n = collect(self, floor, at);
            fl_room *room = &floor->rooms[fl_floor_add_cells(floor, letter->kind, floor->queue, n)];
            room->tag = letter->has_tag ? letter->word : NULL;
            room->is_added = fl_kind_is_added(letter->kind);
        }
    }
}

fl_err fl_lines_map_make(fl_lines_map_reader *self, fl_floor *floor, fl_diag *diag)
{
    fl_err err = FL_OK;
    fl_floor_clear(floor, self->width, self->height);
    if (self->has_start) {
        add_rooms(self, floor, true);
        add_rooms(self, floor, false);
        fl_floor_choose_end(floor);
        fl_floor_link(floor);
        fl_floor_measure(floor);
    } else {
        err = fl_diag_set(diag, FL_ERR_INPUT, "", "the map has no start");
        fl_diag_hint(diag, "mark it @, or name its letter: legend S=start");
    }
    fl_lines_map_clear(self);
    return err;
}

void fl_lines_map_clear(fl_lines_map_reader *self)
{
    self->width = 0;
    self->height = 0;
    self->has_start = false;
}
