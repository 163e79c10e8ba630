/* SPDX-License-Identifier: MIT */
/* Reads a map of a YAML file by a table of its keys: what each holds, if it is required, and where its value
 * goes.
 *
 * One call refuses unknown keys (naming the nearest), missing keys and unsuitable values, with file and line,
 * and fills a struct. A row may have a function for anything else; it gets the node. Rows are read in the
 * order of the table, whatever the order of the file, so that a key can depend on earlier rows. */
#ifndef FL_GEN_BASE_YAML_MAP_H
#define FL_GEN_BASE_YAML_MAP_H

#include "gen/base/yaml.h"

enum { FL_YAML_DECIMALS = 9, FL_YAML_ONE = 1000000000 };

/* How the value of a key is stored. */
typedef enum fl_yaml_store {
    FL_YAML_NOWHERE, /* only checked, or read by the row's function */
    FL_YAML_FLAG,    /* bool: true or false */
    FL_YAML_WHOLE,   /* an integer of any size, least to most; "10M" is one */
    FL_YAML_DIGITS,  /* the same in plain digits: no sign, no 0x8, no 10M */
    FL_YAML_DECIMAL, /* int64_t in billionths (FL_YAML_ONE); least and most in ones */
    FL_YAML_CHANCE,  /* uint32_t hits, of: a chance such as 1/7 */
    FL_YAML_TEXT,    /* char[]: as many bytes as fit, and at least one */
    FL_YAML_BORROWED /* const char *: lives as long as the document */
} fl_yaml_store;

/* The context of a row's function, and the target of values. */
typedef struct fl_yaml_reading {
    fl_yaml *yaml;
    fl_diag *diag;
    void *out; /* the struct that the rows fill */
} fl_yaml_reading;

/* Reads a node; `context` is what the caller gave. */
typedef fl_err (*fl_yaml_visit)(void *context, const fl_yaml_node *node);

/* Reads a node into a member of the struct. */
typedef fl_err (*fl_yaml_fill)(const fl_yaml_reading *self, const fl_yaml_node *node, void *member);

/* A row. Name, type and whether it is required are first; then FL_YAML_INTO and limits, FL_YAML_FILL, or a
 * function. */
typedef struct fl_yaml_row {
    const char *name;
    fl_yaml_type type;
    bool is_required;
    fl_yaml_store store;
    size_t at, size; /* of the member, in bytes */
    int64_t least, most;

    fl_yaml_visit read; /* reads the node instead of storing it */
    fl_yaml_fill fill;  /* likewise, into the member `at` */
} fl_yaml_row;

#define FL_YAML_INTO(how, type, member)                                                                      \
    .store = (how), .at = offsetof(type, member), .size = sizeof(((type *)NULL)->member)
#define FL_YAML_FILL(function, type, member) .fill = (function), .at = offsetof(type, member)
#define FL_YAML_LIMITS(from, to) .least = (from), .most = (to)

/* Reads a map by its table. Members of missing keys stay as they are. */
FL_NODISCARD fl_err fl_yaml_map_read(const fl_yaml_reading *self, const fl_yaml_node *map,
                                     const fl_yaml_row *rows, size_t n, void *context);

/* Calls a function for each child of a list or a map, which may be NULL, until one call fails. */
FL_NODISCARD fl_err fl_yaml_map_each(const fl_yaml_node *parent, void *context, fl_yaml_visit read);

/* Reads a number such as 0.03 in billionths; at most nine digits before and behind the point. */
FL_NODISCARD fl_err fl_yaml_map_decimal(const char *text, int64_t *out);

/* Reads a number that consists only of digits and is in a range. */
FL_NODISCARD fl_err fl_yaml_map_digits(const char *text, int64_t least, int64_t most, int64_t *out);

/* A set of names: `name` points to the first, the next ones are `stride` bytes apart. */
typedef struct fl_yaml_words {
    const char *what; /* what they name, "generator" */
    const void *name; /* address of a char pointer */
    size_t n, stride;
} fl_yaml_words;

/* Finds which of the words a node names; refuses others, with the nearest word or all of them. */
FL_NODISCARD fl_err fl_yaml_map_word(const fl_yaml_reading *self, const fl_yaml_node *node,
                                     const fl_yaml_words *words, unsigned *out);

#endif
