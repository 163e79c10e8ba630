/* SPDX-License-Identifier: MIT */
/* YAML files as trees of nodes with line numbers, for files whose keys are checked against tables.
 *
 * libyaml parses, for built-in files when the program is built; bytes, nodes and depth are limited and
 * anchors are refused, so that no file can exhaust the memory. Every error names file and line.
 * gen/base/yaml_map.h reads maps of known keys into structs. */
#ifndef FL_GEN_BASE_YAML_H
#define FL_GEN_BASE_YAML_H

#include "gen/base/diag.h"
#include "gen/base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The type of a node; a table of keys may allow FL_YAML_ANY. */
typedef enum fl_yaml_type { FL_YAML_SCALAR, FL_YAML_LIST, FL_YAML_MAP, FL_YAML_ANY } fl_yaml_type;

typedef struct fl_yaml_node {
    fl_yaml_type type;
    unsigned line;
    const char *key;                   /* of a member of a map; else NULL */
    const char *text;                  /* of a scalar; else NULL */
    struct fl_yaml_node *first, *next; /* children; next sibling */
    unsigned children_n;
} fl_yaml_node;

typedef struct fl_yaml fl_yaml;

/* An allowed key of a map. The name comes first, for fl_suggest_name. */
typedef struct fl_yaml_field {
    const char *name;
    fl_yaml_type type;
    bool is_required;
} fl_yaml_field;

/* Reads a whole document. `name` is the file's name in messages. */
FL_NODISCARD fl_err fl_yaml_read(const char *text, size_t size, const char *name, fl_yaml **out,
                                 fl_diag *diag);

/* Adds the events of a YAML text, a line each, as data/embed.py writes those of built-in files: a character,
 * the number of lines since the previous event, a blank, and a text with \n and \\ as escapes. Characters: "
 * scalar, [ and { start of a list or map, } its end, & anchor or alias, ! error (the last event). Fails
 * without memory. */
FL_NODISCARD fl_err fl_yaml_events(const char *text, size_t size, fl_text *out);

/* Reads an embedded file, such as "data/classic/rolls.yaml". */
FL_NODISCARD fl_err fl_yaml_read_shipped(const char *name, fl_yaml **out, fl_diag *diag);
void fl_yaml_free(fl_yaml *self);
const fl_yaml_node *fl_yaml_root(const fl_yaml *self);

/* Returns "file:line" of a node, valid until the next call for the same document. */
const char *fl_yaml_where(fl_yaml *self, const fl_yaml_node *node);

/* Returns the member of a map with this key, or NULL. */
const fl_yaml_node *fl_yaml_get(const fl_yaml_node *map, const char *key);

/* Returns the member of a map of settings that an error's place names, or NULL. The place is the key, or
 * begins with the value (a file, before the line). The map may be NULL. */
const fl_yaml_node *fl_yaml_named(const fl_yaml_node *map, const char *where);

/* A table of keys: rows `stride` bytes apart, each of which starts with an fl_yaml_field. */
typedef struct fl_yaml_table {
    const void *rows;
    size_t n, stride;
} fl_yaml_table;

/* Refuses unknown keys (naming the nearest), wrong types and missing required keys. */
FL_NODISCARD fl_err fl_yaml_check_rows(fl_yaml *self, const fl_yaml_node *map, const fl_yaml_table *table,
                                       fl_diag *diag);

/* Records an error at a node: FL_ERR_INPUT with file and line. */
FL_NODISCARD fl_err fl_yaml_refuse(fl_yaml *self, const fl_yaml_node *node, fl_diag *diag, const char *format,
                                   ...) FL_PRINTF(4, 5);

/* Reads a key that is true or false; if it is missing, *out stays. */
FL_NODISCARD fl_err fl_yaml_flag(fl_yaml *self, const fl_yaml_node *map, const char *key, bool *out,
                                 fl_diag *diag);

#endif
