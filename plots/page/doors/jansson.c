/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Nothing is read, so there is never a value. */
#include "plots/page/doors/jansson.h"

json_t *json_loads(const char *text, size_t flags, void *error)
{
    (void)text;
    (void)flags;
    (void)error;
    return NULL;
}

char *json_dumps(const json_t *value, size_t flags)
{
    (void)value;
    (void)flags;
    return NULL;
}

json_t *json_string(const char *text)
{
    (void)text;
    return NULL;
}

const char *json_string_value(const json_t *value)
{
    (void)value;
    return "";
}

json_t *json_object_get(const json_t *object, const char *key)
{
    (void)object;
    (void)key;
    return NULL;
}

int json_object_set(json_t *object, const char *key, json_t *value)
{
    (void)object;
    (void)key;
    (void)value;
    return -1;
}

int json_equal(const json_t *a, const json_t *b)
{
    return a == b;
}

int json_is_object(const json_t *value)
{
    return value != NULL;
}

int json_is_string(const json_t *value)
{
    return value != NULL;
}

void json_decref(json_t *value)
{
    (void)value;
}
