/* SPDX-License-Identifier: MIT */
/* Floors from a file, of other generators or exported ones, as samples.
 *
 * fl_lines is the generator row: init reads the file that the setting `file` names, a floor a line (JSON, as
 * gen/floor/floor_json_read.h reads it) or a map of letters (map.c), and keeps all floors packed; make
 * unpacks floor number i, whatever the seed. Bad lines are refused, or with the setting `skip_bad` left out
 * and counted. Fields of the lines can choose among the floors (fields.c).
 *
 * A result stores a small file; of a large one it stores the hash, and a summary that is enough to read the
 * result, not to reproduce its floors. */
#ifndef FL_GEN_LINES_LINES_H
#define FL_GEN_LINES_LINES_H

#include "gen/base/files.h"
#include "gen/base/text.h"
#include "gen/floor/generator.h"

#include <stdbool.h>
#include <stdint.h>

/* symbol, name, type, min, max, default, choices, meaning */
#define FL_LINES_SETTINGS(X)                                                                                 \
    X(FILE, "file", TEXT, 0, 0, "", "",                                                                      \
      "floors as lines of JSON or as maps of letters; - is the standard input, nothing the floors that "     \
      "ship")                                                                                                \
    X(SKIP_BAD, "skip_bad", NUMBER, 0, 1000000000, "0", "",                                                  \
      "this many bad lines are left out and counted; one more is an error")                                  \
    X(FORMAT, "format", CHOICE, 0, 0, "auto", "auto json maps",                                              \
      "what the file is; auto: recognised by its first line")                                                \
    X(LEGEND, "legend", TEXT, 0, 0, "", "",                                                                  \
      "of maps: what letters mean, H=hut 2=normal+; kept against legends in the file")                       \
    X(FIELDS, "fields", TEXT, 0, 0, "", "",                                                                  \
      "keys of the lines by which floors can be chosen, such as: stage hard=settings.hard")                  \
    X(ONLY, "only", TEXT, 0, FL_SETTING_ANY_OTHERS, "", "",                                                  \
      "only floors with these values of fields, {\"stage\":3}; as a setting of its own: stage=3")

#define FL_LINES_ENUM(symbol, ...) FL_LINES_##symbol,
typedef enum fl_lines_setting { FL_LINES_SETTINGS(FL_LINES_ENUM) FL_LINES_SETTINGS_N } fl_lines_setting;
#undef FL_LINES_ENUM

#define FL_LINES_VERSION 1

/* The choices of the setting `format`. */
typedef enum fl_lines_format {
    FL_LINES_AUTO,
    FL_LINES_JSON,
    FL_LINES_MAPS,
} fl_lines_format;

enum {
    FL_LINES_LONGEST = 999999, /* bytes of a line */
    FL_LINES_KEPT = 1 << 20,   /* bytes of a file that a result holds */
    FL_LINES_PARTED = 1 << 23, /* minimum size of a file for reading in parts */
    FL_LINES_WORD = 48,
    FL_LINES_TOLD = 5, /* bad lines that are described; the rest is counted */
};

/* Findings of reading a file. */
typedef struct fl_lines_found {
    uint64_t floors; /* including failed ones */
    uint64_t failed;
    uint64_t bad;                                             /* lines left out */
    uint64_t other_kinds, other_keys;                         /* lines with unknown kinds or keys … */
    char other_kind[FL_LINES_WORD], other_key[FL_LINES_WORD]; /* … and the first of them */
    uint64_t seeds;                                           /* floors whose game seed is known */
    fl_text told; /* a line for each of the first bad lines: its place and its error */
} fl_lines_found;

/* Returns the findings of rules made by fl_lines.init. */
const fl_lines_found *fl_lines_found_in(const void *rules);

/* Returns the name of a field by which floors can be chosen, and its values; NULL beyond the last. */
const char *fl_lines_field_name(const void *rules, unsigned field);
const char *fl_lines_field_value(const void *rules, unsigned field, unsigned value);

/* A large file of JSON, read in parts by threads of the caller (parts.c):
 *
 *     fl_lines_parts_begin(&parts, values, n, diag)   NULL: the file is small, or not to be cut
 *     fl_lines_parts_read(parts, i)                   each of 0 … n once, in any order, in any thread
 *     fl_lines_parts_end(parts, files, diag)
 *     fl_lines_parts_free(parts)
 *
 * Then the list of files has the floors, and fl_lines.init takes them from there; where it has not, because a
 * line is bad or the parts do not fit together, init reads the file from its beginning, as without parts. */
typedef struct fl_lines_parts fl_lines_parts;

FL_NODISCARD fl_err fl_lines_parts_begin(fl_lines_parts **out, const fl_setting_values *values, size_t n,
                                         fl_diag *diag);
FL_NODISCARD fl_err fl_lines_parts_read(fl_lines_parts *self, size_t number);
FL_NODISCARD fl_err fl_lines_parts_end(fl_lines_parts *self, fl_files *files, fl_diag *diag);
void fl_lines_parts_free(fl_lines_parts *self);

extern const fl_generator fl_lines;

#endif
