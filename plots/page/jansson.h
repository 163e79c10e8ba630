/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A stub of Jansson for the page's code. No generator of the page takes JSON, so nothing is read and every
 * value is missing. */
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

#define json_loads(text, flags, error) ((void)(text), (json_t *)NULL)
#define json_dumps(value, flags) ((void)(value), (char *)NULL)
#define json_string(text) ((void)(text), (json_t *)NULL)
#define json_string_value(value) ((void)(value), "")
#define json_object_get(object, key) ((void)(object), (void)(key), (json_t *)NULL)
#define json_object_set(object, key, value) ((void)(object), (void)(key), (void)(value), -1)
#define json_equal(a, b) ((a) == (b))
#define json_is_object(value) ((value) != NULL)
#define json_is_string(value) ((value) != NULL)
#define json_decref(value) ((void)(value))

#endif
