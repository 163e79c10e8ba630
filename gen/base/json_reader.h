/* SPDX-License-Identifier: MIT */
/* Reading JSON that others wrote: where in the text we are, and typed access that refuses with that place.
 *
 * A place reads rooms[4].cells[2]. What is refused says what was found and what was expected. Parsing itself is
 * jansson's. */
#ifndef FL_GEN_BASE_JSON_READER_H
#define FL_GEN_BASE_JSON_READER_H

#include "gen/base/diag.h"

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#define FL_JSON_READER_WHOLE SIZE_MAX /* as index: the list itself, not a member of it */

typedef struct fl_json_reader {
    const char *where; /* starts the messages, such as "floors.jsonl:7" */
    fl_diag *diag;
    const char *list; /* NULL: at the top. All names are borrowed */
    size_t index;
    const char *key; /* NULL: at the list's member itself */
    int item;        /* of the key's list; -1: at the whole key */
} fl_json_reader;

/* A key with a meaning. The name stands first, for the nearest match. */
typedef struct fl_json_field {
    const char *name;
    json_type type; /* JSON_TRUE stands for both truth values */
    const char *expected;
} fl_json_field;

/* Starts at the top. */
void fl_json_reader_init(fl_json_reader *self, const char *where, fl_diag *diag);

/* Goes to a member of a list, and from there to a key (and a member of the key's list, unless item is -1). */
void fl_json_reader_go(fl_json_reader *self, const char *list, size_t index);
void fl_json_reader_key(fl_json_reader *self, const char *key, int item);

/* Refusing: for a reason, for what was found (NULL = nothing), or a word that is in no table, with the name that
 * was probably meant; `names` has n rows of `stride` bytes that start with their name. */
FL_NODISCARD fl_err fl_json_reader_refuse(const fl_json_reader *self, const char *format, ...)
    FL_PRINTF(2, 3);
FL_NODISCARD fl_err fl_json_reader_found(const fl_json_reader *self, const json_t *found,
                                         const char *expected);
FL_NODISCARD fl_err fl_json_reader_unknown(const fl_json_reader *self, const char *word, const void *names,
                                           size_t n, size_t stride);

/* Refuses keys of the wrong type; keys may be missing, and others are ignored. */
FL_NODISCARD fl_err fl_json_reader_check(fl_json_reader *self, const json_t *object,
                                         const fl_json_field *keys, size_t n);

/* A whole number from min to max. */
FL_NODISCARD fl_err fl_json_reader_integer(const fl_json_reader *self, const json_t *found, int min, int max,
                                           int *out);

/* A list of two whole numbers, 0 <= out[k] < limit[k]. */
FL_NODISCARD fl_err fl_json_reader_point(const fl_json_reader *self, const json_t *found, const int limit[2],
                                         int out[2]);

#endif
