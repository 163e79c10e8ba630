/* SPDX-License-Identifier: MIT */
/* Settings: the choices that a generator offers, as rows of a table with name, type, range, default and
 * meaning.
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

/* As `max` of a text: it is a JSON object that holds the settings which the table does not name, for
 * generators that hand them on. A table has at most one. A name that is nearly one of the table's is taken
 * for a slip, but not with FL_SETTING_ANY_OTHERS: there the generator knows which names there are. */
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

/* Appends the values that a setting accepts, as messages say it: "1…12", "off or on", "article, demo or
 * flash". */
void fl_setting_range(const fl_setting *self, fl_text *out);

/* Reads a value; fl_setting_type says as which number. Not for FL_SETTING_TEXT. */
FL_NODISCARD fl_err fl_setting_read(const fl_setting *self, const char *text, int64_t *out);

/* Appends a value as fl_setting_read takes it. */
void fl_setting_write(const fl_setting *self, int64_t value, fl_text *out);

/* The index of a word in a list of words separated by blanks; -1 if it is not in the list. */
int fl_setting_word(const char *words, const char *word, size_t word_length);

/* Copies word number `index` of such a list to `out`; an empty text if there is none. */
void fl_setting_word_at(const char *words, unsigned index, char *out, size_t out_size);

#endif
