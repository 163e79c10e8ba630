/* SPDX-License-Identifier: MIT */
/* Code shared by the three generators of external floors: files (gen/lines), programs (gen/outside) and
 * plug-ins (gen/plugin). They collect the rolls and sizes of their floors; a result stores a summary of
 * these, so that it can be read even if the floors cannot be reproduced. */
#ifndef FL_GEN_FOREIGN_FOREIGN_H
#define FL_GEN_FOREIGN_FOREIGN_H

#include "gen/base/files.h"
#include "gen/floor/floor.h"
#include "gen/floor/generator.h"

enum {
    FL_FOREIGN_NAME = 33,    /* of a roll or a field, with its end */
    FL_FOREIGN_LINE = 64,    /* of a summary */
    FL_FOREIGN_AGAIN = 1000, /* one of so many floors is made again … */
    FL_FOREIGN_AGAIN_AT = 7, /* … those whose numbers leave this remainder */
};

/* Known data of the floors. Rules begin with it. */
typedef struct fl_foreign {
    int width, height;   /* of the largest boards */
    uint32_t cells_most; /* of the rooms of a floor */
    char roll[FL_ROLL_MAX][FL_FOREIGN_NAME];
    const char *roll_names[FL_ROLL_MAX];
    unsigned rolls_n;
} fl_foreign;

/* Takes the next word of a setting, separated by blanks or commas; false: there is none. */
bool fl_foreign_next(const char **text, char word[FL_SETTING_VALUES_TEXT]);

/* True if a name is valid for a roll or a field: letters, digits, - and _. */
bool fl_foreign_is_name(const char *name);

/* Returns the length of a line without trailing blanks. */
size_t fl_foreign_trim(const char *line, size_t n);

/* Returns the number of a roll, adding a new one; FL_ERR_INPUT, without a place, for a bad name or one too
 * many. */
FL_NODISCARD fl_err fl_foreign_roll(fl_foreign *self, const char *name, unsigned *out, fl_diag *diag);

/* A number of a summary, "cells 26". */
typedef struct fl_foreign_number {
    const char *name;
    uint64_t value, least, most;
} fl_foreign_number;

/* Writes numbers and rolls, a line each, and reads them in this order: NULL if one is missing, else the
 * rest. */
void fl_foreign_write(const fl_foreign *self, const fl_foreign_number *numbers, size_t n, fl_text *out);
const char *fl_foreign_read(fl_foreign *self, fl_foreign_number *numbers, size_t n, const char *text);

/* Cuts the next line of a summary into its first word and the rest, which is written to `word`; NULL: it has
 * no blank, or is too long. */
const char *fl_foreign_cut(const char **text, char word[FL_FOREIGN_LINE]);

/* Records the hash of the source of the floors, and under another name its summary, which is freed. */
FL_NODISCARD fl_err fl_foreign_note(fl_files *files, const char *const names[2], uint64_t hash,
                                    fl_text *summary, fl_diag *diag);

/* The first error, and its message. Scratch memory begins with it. */
typedef struct fl_foreign_trouble {
    fl_err err;
    fl_diag diag;
} fl_foreign_trouble;

/* Functions of the rows. */
unsigned fl_foreign_rolls(const void *rules, const char *const **names);
uint32_t fl_foreign_cells_most(const void *rules);
void fl_foreign_board(const void *rules, int *width, int *height);
FL_NODISCARD fl_err fl_foreign_check(void *scratch, fl_diag *diag);

/* A row of a table of settings. */
#define FL_FOREIGN_SETTING(symbol, name, type, min, max, initial, choices, meaning)                          \
    {name, FL_SETTING_##type, min, max, initial, choices, meaning},

/* Members common to the rows. */
#define FL_FOREIGN_ROW                                                                                       \
    .settings = settings, .settings_n = sizeof settings / sizeof settings[0], .width = FL_FLOOR_SIDE_MAX,    \
    .height = FL_FLOOR_SIDE_MAX, .cells_max = FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX,                         \
    .kinds = (1ull << FL_KIND_COUNT) - 1, .shapes = (1u << FL_SHAPE_COUNT) - 1, .rolls = fl_foreign_rolls,   \
    .cells_most = fl_foreign_cells_most, .board = fl_foreign_board

#endif
