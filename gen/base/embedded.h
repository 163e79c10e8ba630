/* SPDX-License-Identifier: MIT */
/* The data files that ship inside the program: rule tables, experiments.
 *
 * They are built in, so that one binary works anywhere; data/embed.py writes the table at build time. */
#ifndef FL_GEN_BASE_EMBEDDED_H
#define FL_GEN_BASE_EMBEDDED_H

#include <stdbool.h>
#include <stddef.h>

typedef struct fl_embedded {
    const char *name; /* path in the source tree, such as "data/classic/gates.yaml" */
    const char *data;
    size_t size;
} fl_embedded;

/* All of them, sorted by name. The table is generated. */
extern const fl_embedded fl_embedded_table[];
extern const size_t fl_embedded_n;

/* The file of a name, or NULL. */
const fl_embedded *fl_embedded_find(const char *name);

/* Does the file lie in this folder ("experiments/"), and not in a folder below it? */
bool fl_embedded_is_in(const fl_embedded *self, const char *folder);

#endif
