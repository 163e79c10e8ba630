/* SPDX-License-Identifier: MIT */
/* Typed access to JSON, with errors that name the place in the document.
 *
 * A place is written as rooms[4].cells[2]; an error says what was found and expected. jansson parses; the
 * caller moves the place as it reads:
 *
 *     fl_json_reader_init(&reader, "floors.jsonl:7", diag);
 *     fl_json_reader_go(&reader, "rooms", 4);                  now at rooms[4]
 *     fl_json_reader_key(&reader, "cells", 2);                 now at rooms[4].cells[2]
 *     err = fl_json_reader_integer(&reader, found, 0, 9, &out); */
#ifndef FL_GEN_BASE_JSON_READER_H
#define FL_GEN_BASE_JSON_READER_H

#include "gen/base/diag.h"

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#define FL_JSON_READER_WHOLE SIZE_MAX /* as index: the list itself, not a member of it */

typedef struct fl_json_reader {
    const char *where; /* starts messages, such as "floors.jsonl:7" */
    fl_diag *diag;
    const char *list; /* NULL = at the top; all names are borrowed */
    size_t index;
    const char *key; /* NULL = at the list's member itself */
    int item;        /* of the key's list; -1 = at the key itself */
} fl_json_reader;

/* A known key. The name comes first, for fl_suggest_name. */
typedef struct fl_json_field {
    const char *name;
    json_type type; /* JSON_TRUE: true or false */
    const char *expected;
} fl_json_field;

/* Starts at the top of a document. */
void fl_json_reader_init(fl_json_reader *self, const char *where, fl_diag *diag);

/* Moves to a member of a list, and from there to a key, or to a member of the key's list (item -1 = the
 * key itself). */
void fl_json_reader_go(fl_json_reader *self, const char *list, size_t index);
void fl_json_reader_key(fl_json_reader *self, const char *key, int item);

/* Record errors at the current place: with any reason; with what was found (NULL = nothing); with a word that
 * is not in a table and the nearest name (see fl_suggest_name for the table). */
FL_NODISCARD fl_err fl_json_reader_refuse(const fl_json_reader *self, const char *format, ...)
    FL_PRINTF(2, 3);
FL_NODISCARD fl_err fl_json_reader_found(const fl_json_reader *self, const json_t *found,
                                         const char *expected);
FL_NODISCARD fl_err fl_json_reader_unknown(const fl_json_reader *self, const char *word, const void *names,
                                           size_t n, size_t stride);

/* Refuses values of the wrong type. Keys may be missing, and unknown keys are ignored. */
FL_NODISCARD fl_err fl_json_reader_check(fl_json_reader *self, const json_t *object,
                                         const fl_json_field *keys, size_t n);

/* Reads a whole number from min to max. */
FL_NODISCARD fl_err fl_json_reader_integer(const fl_json_reader *self, const json_t *found, int min, int max,
                                           int *out);

/* Reads a list of two whole numbers, 0 <= out[k] < limit[k]. */
FL_NODISCARD fl_err fl_json_reader_point(const fl_json_reader *self, const json_t *found, const int limit[2],
                                         int out[2]);

#endif
