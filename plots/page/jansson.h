/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The part of jansson's interface that what the page contains mentions. The page reads no JSON in C: no
 * generator of its own takes any, so that json_loads gives nothing. */
#ifndef FL_PLOTS_PAGE_JANSSON_H
#define FL_PLOTS_PAGE_JANSSON_H

#include <stddef.h>

typedef enum {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
} json_type;

typedef struct json_t json_t;

#define JSON_COMPACT 0u
#define JSON_SORT_KEYS 0u
#define JSON_ENCODE_ANY 0u
#define JSON_DECODE_ANY 0u
#define JSON_REJECT_DUPLICATES 0u
#define JSON_REAL_PRECISION(digits) ((void)(digits), 0u)

json_t *json_loads(const char *text, size_t flags, void *error);
char *json_dumps(const json_t *value, size_t flags);
json_t *json_string(const char *text);
const char *json_string_value(const json_t *value);
json_t *json_object_get(const json_t *object, const char *key);
int json_object_set(json_t *object, const char *key, json_t *value);
int json_equal(const json_t *a, const json_t *b);
int json_is_object(const json_t *value);
int json_is_string(const json_t *value);
void json_decref(json_t *value);

#endif
