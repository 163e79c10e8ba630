/* SPDX-License-Identifier: MIT */
/* Data files inside the program: rule tables, experiments, styles.
 *
 * They are built in, so that the program is a single file; data/embed.py writes the table at build time. */
#ifndef FL_GEN_BASE_EMBEDDED_H
#define FL_GEN_BASE_EMBEDDED_H

#include <stdbool.h>
#include <stddef.h>

typedef struct fl_embedded {
    const char *name; /* path in the source tree, such as "data/classic/gates.yaml" */
    const char *data;
    size_t size;
} fl_embedded;

/* All of them, sorted by name. */
extern const fl_embedded fl_embedded_table[];
extern const size_t fl_embedded_n;

/* The file with a name; NULL if there is none. */
const fl_embedded *fl_embedded_find(const char *name);

/* Whether the file lies in this folder, such as "experiments/", and not in a folder below it. */
bool fl_embedded_is_in(const fl_embedded *self, const char *folder);

#endif
