/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Items as rows of a table; their values are functions of their place. */
#include "tests/support/sample_store.h"

#include "analysis/store/store_private.h"
#include <stdbool.h>

#include <stdio.h>
#include <string.h>

enum { C = SAMPLE_CONDITIONS, V = SAMPLE_VALUES, F = SAMPLE_FLOORS, H = SAMPLE_HEIGHT, W = SAMPLE_WIDTH };

#define FL_FLOOR_SCALE "/floor/number"

int32_t sample_store_value(unsigned column, uint64_t row, uint64_t at)
{
    uint64_t hash = (at * 2654435761u + row * 40503u + column * 97u) >> 8;
    static const uint64_t range[] = {200, 60000, 2000000000};
    return (int32_t)(hash * (column == 2 ? 7919 : 1) % range[column]) - (column == 2 ? 1000000000 : 0);
}

static void store_one(unsigned column, int32_t value, uint64_t at, void *out)
{
    if (column == 0) {
        ((uint8_t *)out)[at] = (uint8_t)value;
    } else if (column == 1) {
        ((uint16_t *)out)[at] = (uint16_t)value;
    } else {
        ((int32_t *)out)[at] = value;
    }
}

static unsigned columns[3] = {0, 1, 2};

static fl_err pull(void *context, uint64_t row, uint64_t from, uint64_t n, void *out)
{
    unsigned column = *(unsigned *)context;
    for (uint64_t i = 0; i < n; i++) {
        store_one(column, sample_store_value(column, row, from + i), i, out);
    }
    return FL_OK;
}

static fl_err count(void *context, uint64_t row, uint64_t from, uint64_t n, void *out)
{
    (void)context;
    for (uint64_t i = 0; i < n; i++) {
        ((uint64_t *)out)[i] = row * 1000000 + from + i;
    }
    return FL_OK;
}

static const fl_store_item rows[] = {
    {"/condition", FL_STORE_U64, 1, {C}, {"/condition"}, "row of the sweep", NULL, NULL, NULL, NULL},
    {"/setting/curse", FL_STORE_TEXT, 1, {C}, {"/condition"}, "the curse asked for", NULL, NULL, NULL, NULL},
    {"/setting/level",
     FL_STORE_I64,
     1,
     {C},
     {"/condition"},
     "depth below the cellar",
     "floors",
     NULL,
     NULL,
     NULL},
    {"/metric/rooms/value",
     FL_STORE_I32,
     1,
     {V},
     {"/metric/rooms/value"},
     "number of rooms",
     "rooms",
     NULL,
     NULL,
     NULL},
    {"/metric/rooms/count",
     FL_STORE_U64,
     2,
     {C, V},
     {"/condition", "/metric/rooms/value"},
     "floors with so many rooms — counted",
     "floors",
     NULL,
     NULL,
     NULL},
    {"/map/y", FL_STORE_U8, 1, {H}, {"/map/y"}, NULL, "cells", NULL, NULL, NULL},
    {"/map/x", FL_STORE_U16, 1, {W}, {"/map/x"}, NULL, "cells", NULL, NULL, NULL},
    {"/map/any/count",
     FL_STORE_U64,
     3,
     {C, H, W},
     {"/condition", "/map/y", "/map/x"},
     "",
     "floors",
     NULL,
     NULL,
     NULL},
    {"/joint/rooms__rooms/a", FL_STORE_I32, 1, {V}, {"/joint/rooms__rooms/a"}, NULL, NULL, NULL, NULL, NULL},
    {"/joint/rooms__rooms/b", FL_STORE_I32, 1, {V}, {"/joint/rooms__rooms/b"}, NULL, NULL, NULL, NULL, NULL},
    {"/joint/rooms__rooms/count",
     FL_STORE_U64,
     2,
     {V, V},
     {"/joint/rooms__rooms/a", "/joint/rooms__rooms/b"},
     NULL,
     NULL,
     NULL,
     NULL,
     NULL},
    {"/experiment/resolved", FL_STORE_TEXT, 0, {0}, {NULL}, "what was run", NULL, NULL, NULL, NULL},
    {"/provenance/threads", FL_STORE_I64, 0, {0}, {NULL}, NULL, NULL, NULL, NULL, NULL},
    {"/provenance/host", FL_STORE_TEXT, 1, {2}, {"/provenance/host"}, NULL, "s", NULL, NULL, NULL},
};

static const fl_store_item floor_rows[] = {
    {FL_FLOOR_SCALE, FL_STORE_U64, 1, {F}, {FL_FLOOR_SCALE}, "floor number", NULL, NULL, count, NULL},
    {"/floor/dead_ends",
     FL_STORE_U8,
     2,
     {C, F},
     {"/condition", FL_FLOOR_SCALE},
     NULL,
     "rooms",
     NULL,
     pull,
     &columns[0]},
    {"/floor/tiles",
     FL_STORE_U16,
     2,
     {C, F},
     {"/condition", FL_FLOOR_SCALE},
     NULL,
     "cells",
     NULL,
     pull,
     &columns[1]},
    {"/floor/balance",
     FL_STORE_I32,
     2,
     {C, F},
     {"/condition", FL_FLOOR_SCALE},
     NULL,
     NULL,
     NULL,
     pull,
     &columns[2]},
};

static fl_err fill_texts(fl_store_item *item, unsigned salt)
{
    static const char *const words[] = {"none", "labyrinth — verflucht", "", "darkness\nof two lines"};
    fl_err err = FL_OK;
    for (uint64_t i = 0; i < fl_store_count(item) && !err; i++) {
        err = fl_store_fill_text(item, i, words[(i + salt) % 4]);
    }
    return err;
}

static fl_err fill(fl_store_item *item, unsigned salt)
{
    if (item->type == FL_STORE_TEXT) {
        return fill_texts(item, salt);
    }
    for (uint64_t i = 0; i < fl_store_count(item); i++) {
        uint64_t value = item->rank == 1 ? i + salt : (i + 1) * 0x123456789abcdefu + salt;
        switch (item->type) {
        case FL_STORE_U8:
            ((uint8_t *)item->data)[i] = (uint8_t)value;
            break;
        case FL_STORE_U16:
            ((uint16_t *)item->data)[i] = (uint16_t)value;
            break;
        case FL_STORE_I32:
            ((int32_t *)item->data)[i] = (int32_t)value - 2;
            break;
        case FL_STORE_I64:
            ((int64_t *)item->data)[i] = 1 - (int64_t)value;
            break;
        default:
            ((uint64_t *)item->data)[i] = value;
        }
    }
    return FL_OK;
}

static fl_err add_rows(fl_store *self, const fl_store_item *table, size_t n, unsigned salt)
{
    fl_err err = FL_OK;
    for (size_t i = 0; i < n && !err; i++) {
        fl_store_item *item = NULL;
        err = fl_store_add(self, &table[i], &item);
        if (!err && item->data) {
            err = fill(item, salt);
        }
    }
    return err;
}

fl_err sample_store_fill(fl_store *self, bool with_floors, unsigned salt)
{
    fl_err err = add_rows(self, rows, sizeof rows / sizeof rows[0], salt);
    err = err || !with_floors ? err
                              : add_rows(self, floor_rows, sizeof floor_rows / sizeof floor_rows[0], salt);
    err = err ? err : fl_store_set_text(self, "format", "floorlab-run");
    err = err ? err : fl_store_set_number(self, "seed", UINT64_MAX - salt);
    err = err ? err : fl_store_set_text(self, "empty", "");
    return err ? err : fl_store_set_text(self, "author", "Zoë 🗝");
}

static bool are_texts_same(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool are_values_same(const fl_store_item *a, const fl_store_item *b)
{
    uint64_t count = fl_store_is_streamed(a) ? 0 : fl_store_count(a);
    if (a->type != FL_STORE_TEXT) {
        return count == 0 || memcmp(a->data, b->data, count * fl_store_size_of(a->type)) == 0;
    }
    for (uint64_t i = 0; i < count; i++) {
        const char *left = ((char **)a->data)[i];
        const char *right = ((char **)b->data)[i];
        if (strcmp(left ? left : "", right ? right : "") != 0) {
            return false;
        }
    }
    return true;
}

static const char *item_difference(const fl_store_item *a, const fl_store_item *b)
{
    if (!b || a->type != b->type || a->rank != b->rank) {
        return b ? "type or rank" : "it is missing";
    }
    for (unsigned i = 0; i < a->rank; i++) {
        if (a->size[i] != b->size[i] || !are_texts_same(a->dimension[i], b->dimension[i])) {
            return a->size[i] != b->size[i] ? "size" : "dimension";
        }
    }
    if (!are_texts_same(a->description, b->description) || !are_texts_same(a->unit, b->unit)) {
        return "description or unit";
    }
    return are_values_same(a, b) ? NULL : "values";
}

const char *sample_store_difference(const fl_store *a, const fl_store *b)
{
    static char text[300];
    if (a->items_n != b->items_n || a->attributes_n != b->attributes_n) {
        return "the number of items or attributes";
    }
    for (size_t i = 0; i < a->items_n; i++) {
        const char *why = item_difference(&a->items[i], fl_store_find(b, a->items[i].path));
        if (why) {
            snprintf(text, sizeof text, "%s: %s", a->items[i].path, why);
            return text;
        }
    }
    for (size_t i = 0; i < a->attributes_n; i++) {
        const fl_store_attribute *x = &a->attributes[i];
        const fl_store_attribute *y = &b->attributes[i];
        if (strcmp(x->name, y->name) != 0 || !are_texts_same(x->text, y->text) || x->number != y->number) {
            snprintf(text, sizeof text, "attribute %zu, %s", i, x->name);
            return text;
        }
    }
    return NULL;
}
