/* SPDX-License-Identifier: MIT */
/* YAML files as a tree of nodes that know their line, for files whose keys are checked against tables.
 *
 * Read with libyaml under limits (bytes, nodes, depth; no anchors), so that a hostile file is refused, not
 * obeyed. Every error names file and line. */
#ifndef FL_GEN_BASE_YAML_H
#define FL_GEN_BASE_YAML_H

#include "gen/base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum fl_yaml_type { FL_YAML_SCALAR, FL_YAML_LIST, FL_YAML_MAP } fl_yaml_type;

typedef struct fl_yaml_node {
    fl_yaml_type type;
    unsigned line;
    const char *key;                   /* inside a map: the key of this node */
    const char *text;                  /* of a scalar */
    struct fl_yaml_node *first, *next; /* children; next sibling */
    unsigned children_n;
} fl_yaml_node;

typedef struct fl_yaml fl_yaml;

/* A key a map may have. Rows start with the name, for the nearest match. */
typedef struct fl_yaml_field {
    const char *name;
    fl_yaml_type type;
    int is_required;
} fl_yaml_field;

/* Reads a whole document. `name` is the file's name in messages. */
FL_NODISCARD fl_err fl_yaml_read(const char *text, size_t size, const char *name, fl_yaml **out,
                                 fl_diag *diag);

/* Reads a file that ships inside the program, such as "data/classic/gates.yaml". */
FL_NODISCARD fl_err fl_yaml_read_shipped(const char *name, fl_yaml **out, fl_diag *diag);
void fl_yaml_free(fl_yaml *self);
const fl_yaml_node *fl_yaml_root(const fl_yaml *self);

/* "file:line" of a node, in a buffer that lives as long as the document; one at a time. */
const char *fl_yaml_where(fl_yaml *self, const fl_yaml_node *node);

/* The child of a map with that key, or NULL. */
const fl_yaml_node *fl_yaml_get(const fl_yaml_node *map, const char *key);

/* Refuses unknown keys (with the nearest), wrong types and missing required ones. */
FL_NODISCARD fl_err fl_yaml_check_map(fl_yaml *self, const fl_yaml_node *map, const fl_yaml_field *keys,
                                      size_t n, fl_diag *diag);

/* Notes an error at a node: FL_ERR_INPUT with file and line. */
FL_NODISCARD fl_err fl_yaml_refuse(fl_yaml *self, const fl_yaml_node *node, fl_diag *diag, const char *format,
                                   ...) FL_PRINTF(4, 5);

/* A key that is true or false; *out stays when it is not there. */
FL_NODISCARD fl_err fl_yaml_flag(fl_yaml *self, const fl_yaml_node *map, const char *key, bool *out,
                                 fl_diag *diag);

#endif
