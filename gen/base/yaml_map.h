/* SPDX-License-Identifier: MIT */
/* A map of a YAML file, read by a table of its keys: what each holds, whether it must be there, where its
 * value goes.
 *
 * One call refuses unknown keys (with the nearest), missing ones and values that do not fit, with file and
 * line, and fills a struct. What a table cannot say is a function of the row, which gets the node. Rows are
 * read in the order of the table, whatever the order of the file, so that a key can rest on those above it.
 */
#ifndef FL_GEN_BASE_YAML_MAP_H
#define FL_GEN_BASE_YAML_MAP_H

#include "gen/base/yaml.h"

enum { FL_YAML_DECIMALS = 9, FL_YAML_ONE = 1000000000 };

/* What is done with the value of a key. */
typedef enum fl_yaml_store {
    FL_YAML_NOWHERE, /* it is only checked, or the row's function reads it */
    FL_YAML_FLAG,    /* bool: true or false */
    FL_YAML_WHOLE,   /* an integer of any size, least to most; "10M" is one */
    FL_YAML_DIGITS,  /* the same in plain digits: no sign, no 0x8, no 10M */
    FL_YAML_DECIMAL, /* int64_t in billionths (FL_YAML_ONE); least and most in ones */
    FL_YAML_CHANCE,  /* uint32_t hits, of: a chance such as 1/7 */
    FL_YAML_TEXT,    /* char[]: as many bytes as fit, and at least one */
    FL_YAML_BORROWED /* const char *: lives as long as the document */
} fl_yaml_store;

/* What a row's function may need, and where values go. */
typedef struct fl_yaml_reading {
    fl_yaml *yaml;
    fl_diag *diag;
    void *out; /* the struct that the rows fill */
} fl_yaml_reading;

/* Reads a node; `context` is what the caller gave. */
typedef fl_err (*fl_yaml_visit)(void *context, const fl_yaml_node *node);

/* Reads a node into a member of the struct. */
typedef fl_err (*fl_yaml_fill)(const fl_yaml_reading *self, const fl_yaml_node *node, void *member);

/* A row: name, type and whether it is required stand first, then FL_YAML_INTO and limits, FL_YAML_FILL, or a
 * function. */
typedef struct fl_yaml_row {
    const char *name;
    fl_yaml_type type;
    bool is_required;
    fl_yaml_store store;
    size_t at, size; /* of the member, in bytes */
    int64_t least, most;

    fl_yaml_visit read; /* of the node, in place of storing it */
    fl_yaml_fill fill;  /* the same for the member `at` */
} fl_yaml_row;

#define FL_YAML_INTO(how, type, member)                                                                      \
    .store = (how), .at = offsetof(type, member), .size = sizeof(((type *)NULL)->member)
#define FL_YAML_FILL(function, type, member) .fill = (function), .at = offsetof(type, member)
#define FL_YAML_LIMITS(from, to) .least = (from), .most = (to)

/* Reads a map by its table. Members of keys that are not there stay as they are. */
FL_NODISCARD fl_err fl_yaml_map_read(const fl_yaml_reading *self, const fl_yaml_node *map,
                                     const fl_yaml_row *rows, size_t n, void *context);

/* Calls a function for each child of a list or a map, which may be NULL, until one fails. */
FL_NODISCARD fl_err fl_yaml_map_each(const fl_yaml_node *parent, void *context, fl_yaml_visit read);

/* A number such as 0.03 in billionths; at most nine digits before and behind the point. */
FL_NODISCARD fl_err fl_yaml_map_decimal(const char *text, int64_t *out);

/* A number of the digits 0 to 9 alone, least to most. */
FL_NODISCARD fl_err fl_yaml_map_digits(const char *text, int64_t least, int64_t most, int64_t *out);

/* Names to choose from: `name` points to the first, the next ones are `stride` bytes apart. */
typedef struct fl_yaml_words {
    const char *what; /* what they name, "generator" */
    const void *name; /* of char pointers */
    size_t n, stride;
} fl_yaml_words;

/* Which of the words a node says; others are refused, with the nearest or with all of them. */
FL_NODISCARD fl_err fl_yaml_map_word(const fl_yaml_reading *self, const fl_yaml_node *node,
                                     const fl_yaml_words *words, unsigned *out);

#endif
