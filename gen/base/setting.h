/* SPDX-License-Identifier: MIT */
/* Settings: the options of a generator, as rows of a table with name, type, range, default and meaning.
 *
 * `list settings`, the help pages, experiment files and `--set` all use these rows. */
#ifndef FL_GEN_BASE_SETTING_H
#define FL_GEN_BASE_SETTING_H

#include "gen/base/diag.h"
#include "gen/base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum fl_setting_type {
    FL_SETTING_FLAG,   /* off or on: 0, 1 */
    FL_SETTING_NUMBER, /* min…max */
    FL_SETTING_CHOICE, /* one of the words in `choices`: its index */
    FL_SETTING_SET,    /* any of the words in `choices`, written [a,b]: a bit for each */
    FL_SETTING_TEXT,   /* any text, such as a path */
    FL_SETTING_CHANCE, /* 0.45 or 1/3: parts per million; "off": -1 */
} fl_setting_type;

enum { FL_SETTING_MILLION = 1000000 }; /* a chance of 1 */

/* Values for `max` of a text setting: it is a JSON object of settings that the table does not name, for
 * generators that pass them on. A table has at most one. A name close to one of the table's is refused as a
 * typing error, except with FL_SETTING_ANY_OTHERS, whose generator knows the possible names. */
enum { FL_SETTING_OTHERS = 1, FL_SETTING_ANY_OTHERS = 2 };

typedef struct fl_setting {
    const char *name;
    fl_setting_type type;
    int64_t min, max;
    const char *initial; /* the default, as fl_setting_read takes it */
    const char *choices; /* words separated by blanks */
    const char *meaning;
} fl_setting;

/* "flag", "number", … */
const char *fl_setting_type_name(fl_setting_type type);

/* Appends the accepted values for a message: "1…12", "off or on", "article, demo or flash". */
void fl_setting_range(const fl_setting *self, fl_text *out);

/* Reads a value as a number, encoded as fl_setting_type says. Not for FL_SETTING_TEXT. */
FL_NODISCARD fl_err fl_setting_read(const fl_setting *self, const char *text, int64_t *out);

/* Appends a value in the form that fl_setting_read takes. */
void fl_setting_write(const fl_setting *self, int64_t value, fl_text *out);

/* Returns the index of a word in a list of words separated by blanks, or -1. */
int fl_setting_word(const char *words, const char *word, size_t word_length);

/* Copies word number `index` of such a list to `out`; an empty text if the list is shorter. */
void fl_setting_word_at(const char *words, unsigned index, char *out, size_t out_size);

#endif
