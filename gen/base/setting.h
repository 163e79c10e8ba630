/* SPDX-License-Identifier: MIT */
/* Settings: every choice a generator offers, as rows of a table with name, type, range, default and meaning.
 *
 * `list settings`, the help pages, experiment files and `--set` all come from these rows. */
#ifndef FL_GEN_BASE_SETTING_H
#define FL_GEN_BASE_SETTING_H

#include "gen/base/diag.h"
#include "gen/base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum fl_setting_type {
    FL_SETTING_FLAG,   /* off, on */
    FL_SETTING_NUMBER, /* min…max */
    FL_SETTING_CHOICE, /* one word of `choices` */
    FL_SETTING_SET,    /* any of the words of `choices`, written [a,b] */
    FL_SETTING_TEXT,   /* free text, such as a path */
    FL_SETTING_CHANCE, /* 0.45 or 1/3, kept as parts per million; "off" = none, kept as -1 */
} fl_setting_type;

enum { FL_SETTING_MILLION = 1000000 }; /* a chance of 1 */

typedef struct fl_setting {
    const char *name;
    fl_setting_type type;
    int64_t min, max;
    const char *initial; /* the default, as a person would write it */
    const char *choices; /* words with a blank between */
    const char *meaning;
} fl_setting;

/* "flag", "number", … */
const char *fl_setting_type_name(fl_setting_type type);

/* The values a setting accepts, for people: "1…12", "off or on", "article, demo or flash". */
void fl_setting_range(const fl_setting *self, fl_text *out);

/* Reads a value: a number, 0/1, the index of a choice, a bit set. Not for FL_SETTING_TEXT. */
FL_NODISCARD fl_err fl_setting_read(const fl_setting *self, const char *text, int64_t *out);

/* Writes a value the way fl_setting_read takes it. */
void fl_setting_write(const fl_setting *self, int64_t value, fl_text *out);

/* The index of a word in a list of words with blanks between, -1 if it is not there. */
int fl_setting_word(const char *words, const char *word, size_t word_length);

/* Word number `index` of such a list, into `out`; an empty text beyond the end. */
void fl_setting_word_at(const char *words, unsigned index, char *out, size_t out_size);

#endif
