/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lists of items and attributes. Lookups are linear: files have a few dozen items. */
#include "analysis/store/store.h"

#include "analysis/store/store_private.h"
#include "gen/base/suggest.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void fl_store_init(fl_store *self)
{
    memset(self, 0, sizeof *self);
}

uint64_t fl_store_count(const fl_store_item *item)
{
    uint64_t count = 1;
    for (unsigned i = 0; i < item->rank; i++) {
        count *= item->size[i];
    }
    return count;
}

size_t fl_store_size_of(fl_store_type type)
{
    static const size_t sizes[] = {1, 2, 4, 8, 8, 8, sizeof(char *)};
    assert((unsigned)type < sizeof sizes / sizeof sizes[0]);
    return sizes[type];
}

bool fl_store_is_streamed(const fl_store_item *item)
{
    const char *last = item->rank > 0 ? item->dimension[item->rank - 1] : NULL;
    return item->pull || (last && strcmp(last, FL_STORE_SAMPLES) == 0);
}

void fl_store_free_item(fl_store_item *item)
{
    if (item->type == FL_STORE_TEXT && item->data) {
        char **texts = item->data;
        uint64_t count = fl_store_count(item); /* a caller may have reduced an item's size */
        for (uint64_t i = 0; i < count; i++) {
            free(texts[i]);
        }
    }
    free(item->data);
    free(item->path);
    free(item->description);
    free(item->unit);
    free(item->coordinates);
    for (unsigned i = 0; i < item->rank; i++) {
        free(item->dimension[i]);
    }
}

void fl_store_free(fl_store *self)
{
    for (size_t i = 0; i < self->items_n; i++) {
        fl_store_free_item(&self->items[i]);
    }
    for (size_t i = 0; i < self->attributes_n; i++) {
        free(self->attributes[i].name);
        free(self->attributes[i].text);
    }
    free(self->items);
    free(self->attributes);
    for (unsigned i = 0; i < FL_STORE_STATES; i++) {
        free(self->state[i].bytes);
    }
    fl_store_init(self);
}

/* Makes space for one more element in an array of *capacity; NULL without memory. */
static void *grown(void *array, size_t n, size_t *capacity, size_t size)
{
    if (n < *capacity) {
        return array;
    }
    size_t more = *capacity + *capacity / 2 + 16;
    void *out = realloc(array, more * size);
    *capacity = out ? more : *capacity;
    return out;
}

static char *copied(const char *text, bool *is_short)
{
    if (!text) {
        return NULL;
    }
    size_t size = strlen(text) + 1;
    char *out = malloc(size);
    if (out) {
        memcpy(out, text, size);
    }
    *is_short |= !out;
    return out;
}

/* "/name/name": no empty, "." or ".." names, no control characters. */
static bool is_path(const char *path)
{
    size_t length = path ? strlen(path) : 0;
    unsigned depth = 0;
    if (length < 2 || length > FL_STORE_PATH || path[0] != '/' || path[length - 1] == '/') {
        return false;
    }
    for (const char *p = path; *p; p++) {
        size_t name = strcspn(p + 1, "/");
        if ((unsigned char)*p < ' ') {
            return false;
        }
        if (*p == '/' && (name == 0 || strncmp(p + 1, "..", name) == 0 || ++depth > FL_STORE_DEPTH)) {
            return false;
        }
    }
    return true;
}

static bool has_good_size(const fl_store_item *item)
{
    uint64_t budget = fl_store_is_streamed(item) ? (uint64_t)1 << 48 : FL_STORE_BYTES;
    budget /= fl_store_size_of(item->type);
    for (unsigned i = 0; i < item->rank; i++) {
        if (item->size[i] == 0 || item->size[i] > budget) {
            return false;
        }
        budget /= item->size[i];
    }
    return true;
}

static bool is_acceptable(const fl_store *self, const fl_store_item *item)
{
    if (!is_path(item->path) || item->type > FL_STORE_TEXT || item->rank > FL_STORE_RANK) {
        return false;
    }
    if (fl_store_is_streamed(item) && (item->rank < 1 || item->rank > 2 || item->type == FL_STORE_TEXT)) {
        return false;
    }
    return has_good_size(item) && self->items_n < FL_STORE_ITEMS && !fl_store_find(self, item->path);
}

fl_err fl_store_fill_text(fl_store_item *item, uint64_t at, const char *text)
{
    bool is_short = false;
    char *copy = copied(text, &is_short);
    if (is_short) {
        return FL_ERR_MEMORY;
    }
    char **texts = item->data;
    assert(item->type == FL_STORE_TEXT && at < fl_store_count(item));
    free(texts[at]);
    texts[at] = copy;
    return FL_OK;
}

static fl_err copy_values(fl_store_item *self, const void *values)
{
    size_t size = fl_store_size_of(self->type);
    uint64_t count = fl_store_count(self);
    self->data = calloc(count, size);
    if (!self->data) {
        return FL_ERR_MEMORY;
    }
    if (values && self->type != FL_STORE_TEXT) {
        memcpy(self->data, values, count * size);
    }
    fl_err err = FL_OK;
    for (uint64_t i = 0; values && self->type == FL_STORE_TEXT && i < count && !err; i++) {
        err = fl_store_fill_text(self, i, ((char *const *)values)[i]);
    }
    return err;
}

fl_err fl_store_add(fl_store *self, const fl_store_item *item, fl_store_item **out)
{
    if (!is_acceptable(self, item)) {
        return FL_ERR_INPUT;
    }
    fl_store_item *items = grown(self->items, self->items_n, &self->items_capacity, sizeof *items);
    if (!items) {
        return FL_ERR_MEMORY;
    }
    self->items = items;
    bool is_short = false;
    fl_store_item *copy = &items[self->items_n];
    *copy = *item;
    copy->data = NULL;
    copy->path = copied(item->path, &is_short);
    copy->description = copied(item->description, &is_short);
    copy->unit = copied(item->unit, &is_short);
    copy->coordinates = copied(item->coordinates, &is_short);
    for (unsigned i = 0; i < item->rank; i++) {
        copy->dimension[i] = copied(item->dimension[i], &is_short);
    }
    fl_err err = is_short ? FL_ERR_MEMORY : FL_OK;
    if (!err && !fl_store_is_streamed(item)) {
        err = copy_values(copy, item->data);
    }
    if (err) {
        fl_store_free_item(copy);
        return err;
    }
    self->items_n++;
    if (out) {
        *out = copy;
    }
    return FL_OK;
}

/* Takes ownership of `text`. */
static fl_err set_attribute(fl_store *self, const char *name, char *text, uint64_t number)
{
    size_t at = fl_suggest_find(name, self->attributes, self->attributes_n, sizeof *self->attributes);
    if (at == self->attributes_n) {
        bool is_short = false;
        char *copy = copied(name, &is_short);
        fl_store_attribute *attributes =
            grown(self->attributes, self->attributes_n, &self->attributes_capacity, sizeof *attributes);
        self->attributes = attributes ? attributes : self->attributes;
        if (!copy || !attributes) {
            free(copy);
            free(text);
            return FL_ERR_MEMORY;
        }
        attributes[self->attributes_n++] = (fl_store_attribute){.name = copy};
    }
    fl_store_attribute *attribute = &self->attributes[at];
    free(attribute->text);
    attribute->text = text;
    attribute->number = number;
    return FL_OK;
}

fl_err fl_store_set_text(fl_store *self, const char *name, const char *text)
{
    bool is_short = false;
    char *copy = copied(text, &is_short);
    return is_short ? FL_ERR_MEMORY : set_attribute(self, name, copy, 0);
}

fl_err fl_store_set_number(fl_store *self, const char *name, uint64_t number)
{
    return set_attribute(self, name, NULL, number);
}

fl_err fl_store_set_state(fl_store *self, unsigned which, const void *bytes, size_t n)
{
    char *copy = malloc(n + 1);
    if (copy) {
        memcpy(copy, bytes, n);
        free(self->state[which].bytes);
        self->state[which] = (fl_store_state){copy, n};
    }
    return copy ? FL_OK : FL_ERR_MEMORY;
}

const fl_store_item *fl_store_find(const fl_store *self, const char *path)
{
    size_t at = fl_suggest_find(path, self->items, self->items_n, sizeof *self->items);
    return at < self->items_n ? &self->items[at] : NULL;
}

const fl_store_attribute *fl_store_attribute_of(const fl_store *self, const char *name)
{
    size_t at = fl_suggest_find(name, self->attributes, self->attributes_n, sizeof *self->attributes);
    return at < self->attributes_n ? &self->attributes[at] : NULL;
}

static bool is_scale(const fl_store_item *item)
{
    return item->rank == 1 && item->dimension[0] && strcmp(item->dimension[0], item->path) == 0;
}

/* netCDF looks for a dimension in the dataset's own folder and in those above it. */
static bool is_visible(const char *scale, const char *path)
{
    return strncmp(scale, path, (size_t)(strrchr(scale, '/') - scale) + 1) == 0;
}

static fl_err check_dimension(const fl_store *self, const fl_store_item *item, unsigned i, const char *where,
                              fl_diag *diag)
{
    const char *name = item->dimension[i] ? item->dimension[i] : "";
    const fl_store_item *scale = fl_store_find(self, name);
    if (!scale || !is_scale(scale) || !is_visible(name, item->path)) {
        return fl_diag_set(diag, FL_ERR_INPUT, where,
                           "dimension %u of %s is '%s', expected a scale in its folder or one above", i,
                           item->path, name);
    }
    if (scale->size[0] != item->size[i]) {
        return fl_diag_set(diag, FL_ERR_INPUT, where,
                           "dimension %u of %s has %llu entries, its scale %s has %llu", i, item->path,
                           (unsigned long long)item->size[i], name, (unsigned long long)scale->size[0]);
    }
    return FL_OK;
}

/* "/a" and "/a/b" cannot both be items. */
static fl_err check_folders(const fl_store *self, const fl_store_item *item, const char *where, fl_diag *diag)
{
    char folder[FL_STORE_PATH + 1];
    for (const char *slash = strchr(item->path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        size_t length = (size_t)(slash - item->path);
        memcpy(folder, item->path, length);
        folder[length] = '\0';
        if (fl_store_find(self, folder)) {
            return fl_diag_set(diag, FL_ERR_INPUT, where, "%s is an item and the folder of %s", folder,
                               item->path);
        }
    }
    return FL_OK;
}

/* Bytes of an item's values in memory; UINT64_MAX when one of its texts is too long. */
static uint64_t bytes_of(const fl_store_item *item)
{
    uint64_t count = fl_store_is_streamed(item) ? 0 : fl_store_count(item);
    uint64_t bytes = count * fl_store_size_of(item->type);
    char *const *texts = item->type == FL_STORE_TEXT ? item->data : NULL;
    for (uint64_t i = 0; texts && i < count; i++) {
        size_t length = texts[i] ? strlen(texts[i]) : 0;
        if (length > FL_STORE_TEXT_MAX) {
            return UINT64_MAX;
        }
        bytes += length;
    }
    return bytes;
}

fl_err fl_store_check(const fl_store *self, const char *where, fl_diag *diag)
{
    uint64_t budget = FL_STORE_BYTES;
    for (size_t i = 0; i < self->items_n; i++) {
        const fl_store_item *item = &self->items[i];
        fl_err err = FL_OK;
        for (unsigned k = 0; k < item->rank && !err; k++) {
            err = check_dimension(self, item, k, where, diag);
        }
        err = err ? err : check_folders(self, item, where, diag);
        if (err) {
            return err;
        }
        uint64_t bytes = bytes_of(item);
        if (bytes > budget) {
            return fl_diag_set(diag, FL_ERR_INPUT, where,
                               "up to %s it has more than %d MiB of values, or a text of more than %d MiB",
                               item->path, FL_STORE_BYTES >> 20, FL_STORE_TEXT_MAX >> 20);
        }
        budget -= bytes;
    }
    return FL_OK;
}
