/* SPDX-License-Identifier: MIT */
/* "Did you mean …": the name in a table that is nearest to a word. */
#ifndef FL_GEN_BASE_SUGGEST_H
#define FL_GEN_BASE_SUGGEST_H

#include <stddef.h>

/* Edit distance (insert, delete, replace, swap neighbours) between two words of up to 63 bytes; 64 for
 * longer ones. */
unsigned fl_suggest_distance(const char *a, const char *b);

/* The name nearest to `word` in an array of `n` rows of `stride` bytes, each of which starts with a `const
 * char *`. NULL if none is near enough to be proposed. */
const char *fl_suggest_name(const char *word, const void *rows, size_t n, size_t stride);

#endif
