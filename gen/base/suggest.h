/* SPDX-License-Identifier: MIT */
/* Look-up of names in tables, and the nearest name to a word for "Did you mean …". */
#ifndef FL_GEN_BASE_SUGGEST_H
#define FL_GEN_BASE_SUGGEST_H

#include <stddef.h>

/* Returns the index of a name in an array of `n` rows of `stride` bytes, each of which starts with a `const
 * char *`; n if it is missing. */
size_t fl_suggest_find(const char *name, const void *rows, size_t n, size_t stride);

/* Returns the edit distance (insert, delete, replace, swap neighbours) between two words of up to 63 bytes;
 * 64 for longer ones. */
unsigned fl_suggest_distance(const char *a, const char *b);

/* Returns the name nearest to `word` in such an array, except `word` itself, or NULL if none is near enough
 * to be proposed. */
const char *fl_suggest_name(const char *word, const void *rows, size_t n, size_t stride);

/* Returns the nearer of two names, the first if both are as near. Either may be NULL; NULL as above. */
const char *fl_suggest_nearer(const char *word, const char *a, const char *b);

enum { FL_SUGGEST_FILE = 64 };

/* Writes the nearest built-in file of a folder such as "data/rulesets/", without folder and ending, to `out`.
 * NULL as above. */
const char *fl_suggest_file(const char *word, const char *folder, char out[FL_SUGGEST_FILE]);

#endif
