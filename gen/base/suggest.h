/* SPDX-License-Identifier: MIT */
/* A name in a table, and "Did you mean …": the name that is nearest to a word. */
#ifndef FL_GEN_BASE_SUGGEST_H
#define FL_GEN_BASE_SUGGEST_H

#include <stddef.h>

/* The place of a name in an array of `n` rows of `stride` bytes, each of which starts with a `const char *`;
 * n if it is not there. */
size_t fl_suggest_find(const char *name, const void *rows, size_t n, size_t stride);

/* Edit distance (insert, delete, replace, swap neighbours) between two words of up to 63 bytes; 64 for
 * longer ones. */
unsigned fl_suggest_distance(const char *a, const char *b);

/* The name nearest to `word` in such an array, but for the word itself. NULL if none is near enough to be
 * proposed. */
const char *fl_suggest_name(const char *word, const void *rows, size_t n, size_t stride);

/* The nearer one of two names, one of which may be NULL; the first if both are as near. NULL as above. */
const char *fl_suggest_nearer(const char *word, const char *a, const char *b);

enum { FL_SUGGEST_FILE = 64 };

/* The nearest of the built-in files in a folder such as "data/rulesets/", without folder and ending, in
 * `out`. NULL as above. */
const char *fl_suggest_file(const char *word, const char *folder, char out[FL_SUGGEST_FILE]);

#endif
