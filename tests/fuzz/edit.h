/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For fuzzers of files with a checksum: changes to a good content, so that mutants get past what is at the
 * beginning, and files in memory that can be opened by name. */
#ifndef FL_TESTS_FUZZ_EDIT_H
#define FL_TESTS_FUZZ_EDIT_H

#include "gen/base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EDIT_PATH = 64 };

/* Changes a text as the bytes say, six of them for each change. */
void edit_apply(fl_text *text, const uint8_t *data, size_t size);

/* Replaces the content of a file in memory, the same one each time; `out` gets a name that opens it. Returns
 * its descriptor, which is at the beginning. */
int edit_file(const char *data, size_t size, char out[EDIT_PATH]);

/* Whether an input is one of those, one in `n`, that also try what is slow: told by the sum of its bytes. */
bool edit_is_one_in(unsigned n, const void *data, size_t size);

/* Aborts unless `holds`. */
void edit_demand(int holds);

#endif
