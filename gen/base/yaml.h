/* SPDX-License-Identifier: MIT */
/* YAML files as trees of nodes that know their line, for files whose keys are checked against tables.
 *
 * libyaml parses, for files that ship when the program is built; bytes, nodes and depth are limited and
 * anchors are refused, so that no file can exhaust the memory. Every error names file and line.
 * gen/base/yaml_map.h reads maps of known keys into structs. */
#ifndef FL_GEN_BASE_YAML_H
#define FL_GEN_BASE_YAML_H

#include "gen/base/diag.h"
#include "gen/base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a node is; a table of keys may say that a key takes any of them. */
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

/* A key that a map may have. The name comes first, for fl_suggest_name. */
typedef struct fl_yaml_field {
    const char *name;
    fl_yaml_type type;
    bool is_required;
} fl_yaml_field;

/* Reads a whole document. `name` is the file's name in messages. */
FL_NODISCARD fl_err fl_yaml_read(const char *text, size_t size, const char *name, fl_yaml **out,
                                 fl_diag *diag);

/* Adds the events of a YAML text, a line each, as data/embed.py writes those of files that ship: a sign, how
 * many lines the event is below the one before, a blank, and a text in which a backslash stands before n for
 * a line feed and before a backslash. Signs are " for a scalar, [ and { for the beginning of a list or map, }
 * for its end, & for an anchor or alias, ! for what is wrong, which ends them. Fails without memory. */
FL_NODISCARD fl_err fl_yaml_events(const char *text, size_t size, fl_text *out);

/* Reads an embedded file, such as "data/classic/gates.yaml". */
FL_NODISCARD fl_err fl_yaml_read_shipped(const char *name, fl_yaml **out, fl_diag *diag);
void fl_yaml_free(fl_yaml *self);
const fl_yaml_node *fl_yaml_root(const fl_yaml *self);

/* "file:line" of a node. Valid until the next call for the same document. */
const char *fl_yaml_where(fl_yaml *self, const fl_yaml_node *node);

/* The member of a map with this key; NULL if there is none. */
const fl_yaml_node *fl_yaml_get(const fl_yaml_node *map, const char *key);

/* Of a map of settings the one that the place of an error names, by its key or by the beginning that is its
 * value (a file, before the line); NULL if there is none. The map may be NULL. */
const fl_yaml_node *fl_yaml_named(const fl_yaml_node *map, const char *where);

/* The rows of a table of keys, `stride` bytes apart, each of which starts as an fl_yaml_field does. */
typedef struct fl_yaml_table {
    const void *rows;
    size_t n, stride;
} fl_yaml_table;

/* Refuses unknown keys (with the nearest), wrong types and missing required ones. */
FL_NODISCARD fl_err fl_yaml_check_rows(fl_yaml *self, const fl_yaml_node *map, const fl_yaml_table *table,
                                       fl_diag *diag);

/* Records an error at a node: FL_ERR_INPUT with file and line. */
FL_NODISCARD fl_err fl_yaml_refuse(fl_yaml *self, const fl_yaml_node *node, fl_diag *diag, const char *format,
                                   ...) FL_PRINTF(4, 5);

/* Reads a key that is true or false; without it, *out stays. */
FL_NODISCARD fl_err fl_yaml_flag(fl_yaml *self, const fl_yaml_node *map, const char *key, bool *out,
                                 fl_diag *diag);

#endif
