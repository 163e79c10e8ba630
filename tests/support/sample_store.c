/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Items as rows of a table; their values are functions of their place. */
#include "tests/support/sample_store.h"

#include "analysis/store/store_private.h"
#include <stdbool.h>

#include <stdio.h>
#include <string.h>

enum { C = SAMPLE_CONDITIONS, V = SAMPLE_VALUES, F = SAMPLE_FLOORS, H = SAMPLE_HEIGHT, W = SAMPLE_WIDTH };

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
    {.path = "/configuration",
     .type = FL_STORE_U64,
     .rank = 1,
     .size = {C},
     .dimension = {"/configuration"},
     .description = "row of the sweep"},
    {.path = "/setting/curse",
     .type = FL_STORE_TEXT,
     .rank = 1,
     .size = {C},
     .dimension = {"/configuration"},
     .description = "the curse asked for"},
    {.path = "/setting/level",
     .type = FL_STORE_I64,
     .rank = 1,
     .size = {C},
     .dimension = {"/configuration"},
     .description = "depth below the cellar",
     .unit = "floors"},
    {.path = "/setting/chance",
     .type = FL_STORE_F64,
     .rank = 1,
     .size = {C},
     .dimension = {"/configuration"},
     .unit = "chance"},
    {.path = "/metric/rooms/value",
     .type = FL_STORE_I32,
     .rank = 1,
     .size = {V},
     .dimension = {"/metric/rooms/value"},
     .description = "number of rooms",
     .unit = "rooms"},
    {.path = "/metric/rooms/label",
     .type = FL_STORE_TEXT,
     .rank = 1,
     .size = {V},
     .dimension = {"/metric/rooms/value"}},
    {.path = "/metric/rooms/count",
     .type = FL_STORE_U64,
     .rank = 2,
     .size = {C, V},
     .dimension = {"/configuration", "/metric/rooms/value"},
     .description = "floors with so many rooms — counted",
     .unit = "floors",
     .coordinates = "label"},
    {.path = "/map/kind", .type = FL_STORE_TEXT, .rank = 1, .size = {2}, .dimension = {"/map/kind"}},
    {.path = "/map/y", .type = FL_STORE_U8, .rank = 1, .size = {H}, .dimension = {"/map/y"}, .unit = "cells"},
    {.path = "/map/x",
     .type = FL_STORE_U16,
     .rank = 1,
     .size = {W},
     .dimension = {"/map/x"},
     .unit = "cells"},
    {.path = "/map/count",
     .type = FL_STORE_U64,
     .rank = 4,
     .size = {C, 2, H, W},
     .dimension = {"/configuration", "/map/kind", "/map/y", "/map/x"},
     .description = "",
     .unit = "floors"},
    {.path = "/map/any/count",
     .type = FL_STORE_U64,
     .rank = 3,
     .size = {C, H, W},
     .dimension = {"/configuration", "/map/y", "/map/x"},
     .description = "",
     .unit = "floors"},
    {.path = "/joint/rooms_by_rooms/a",
     .type = FL_STORE_I32,
     .rank = 1,
     .size = {V},
     .dimension = {"/joint/rooms_by_rooms/a"}},
    {.path = "/joint/rooms_by_rooms/b",
     .type = FL_STORE_I32,
     .rank = 1,
     .size = {V},
     .dimension = {"/joint/rooms_by_rooms/b"}},
    {.path = "/joint/rooms_by_rooms/count",
     .type = FL_STORE_U64,
     .rank = 2,
     .size = {V, V},
     .dimension = {"/joint/rooms_by_rooms/a", "/joint/rooms_by_rooms/b"}},
    {.path = "/experiment/resolved", .type = FL_STORE_TEXT, .description = "what was run"},
    {.path = "/provenance/threads", .type = FL_STORE_I64},
    {.path = "/provenance/host",
     .type = FL_STORE_TEXT,
     .rank = 1,
     .size = {2},
     .dimension = {"/provenance/host"},
     .unit = "s"},
};

static const fl_store_item floor_rows[] = {
    {.path = FL_STORE_SAMPLES,
     .type = FL_STORE_U64,
     .rank = 1,
     .size = {F},
     .dimension = {FL_STORE_SAMPLES},
     .description = "floor number",
     .pull = count},
    {.path = "/sample/dead_ends",
     .type = FL_STORE_U8,
     .rank = 2,
     .size = {C, F},
     .dimension = {"/configuration", FL_STORE_SAMPLES},
     .unit = "rooms",
     .pull = pull,
     .context = &columns[0]},
    {.path = "/sample/tiles",
     .type = FL_STORE_U16,
     .rank = 2,
     .size = {C, F},
     .dimension = {"/configuration", FL_STORE_SAMPLES},
     .unit = "cells",
     .pull = pull,
     .context = &columns[1]},
    {.path = "/sample/balance",
     .type = FL_STORE_I32,
     .rank = 2,
     .size = {C, F},
     .dimension = {"/configuration", FL_STORE_SAMPLES},
     .pull = pull,
     .context = &columns[2]},
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
        case FL_STORE_F64:
            ((double *)item->data)[i] = (double)value / 8;
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
    if (!are_texts_same(a->description, b->description) || !are_texts_same(a->unit, b->unit) ||
        !are_texts_same(a->coordinates, b->coordinates)) {
        return "description, unit or coordinates";
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
