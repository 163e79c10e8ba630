/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A store as bytes: its attributes, its items with their values, and its state. floorlab reads only this part
 * of a result file; the HDF5 behind it is for other programs.
 *
 * Numbers have seven bits to a byte, low end first; the top bit is set if more bytes follow. A text is its
 * length + 1 and its bytes; NULL is a 0. A value is stored as the XOR with the previous one; a 0 is followed
 * by the number of further equal values. */
#include "analysis/store/store_private.h"

#include <stdlib.h>
#include <string.h>

enum { ATTRIBUTES = 4096 };

static void put_number(uint64_t number, fl_text *out)
{
    char bytes[10];
    size_t n = 0;
    for (; number > 0x7f; number >>= 7) {
        bytes[n++] = (char)(number | 0x80);
    }
    bytes[n++] = (char)number;
    fl_text_add_bytes(out, bytes, n);
}

static void put_text(const char *text, fl_text *out)
{
    size_t length = text ? strlen(text) : 0;
    put_number(text ? length + 1 : 0, out);
    fl_text_add_bytes(out, text ? text : "", length);
}

/* The number of values that are stored. */
static uint64_t count_of(const fl_store_item *item)
{
    return fl_store_is_streamed(item) ? 0 : fl_store_count(item);
}

/* Returns the XOR of a value and the previous one. */
static uint64_t change_at(const fl_store_item *item, uint64_t i)
{
    uint64_t value = 0;
    uint64_t last = 0;
    size_t size = fl_store_size_of(item->type);
    memcpy(&value, (const char *)item->data + i * size, size);
    memcpy(&last, (const char *)item->data + (i > 0 ? i - 1 : 0) * size, i > 0 ? size : 0);
    return value ^ last;
}

void fl_store_pack(const fl_store *self, fl_text *out)
{
    put_number(self->attributes_n, out);
    for (size_t i = 0; i < self->attributes_n; i++) {
        const fl_store_attribute *attribute = &self->attributes[i];
        put_text(attribute->name, out);
        put_text(attribute->text, out);
        put_number(attribute->number, out);
    }
    put_number(self->items_n, out);
    for (size_t i = 0; i < self->items_n; i++) {
        put_text(self->items[i].path, out);
        put_number(self->items[i].type, out);
        put_number(self->items[i].rank, out);
        for (unsigned k = 0; k < self->items[i].rank; k++) {
            put_number(self->items[i].size[k], out);
            put_text(self->items[i].dimension[k], out);
        }
        put_text(self->items[i].description, out);
        put_text(self->items[i].unit, out);
        put_text(self->items[i].coordinates, out);
        for (uint64_t k = 0; k < count_of(&self->items[i]); k++) {
            if (self->items[i].type == FL_STORE_TEXT) {
                put_text(((char *const *)self->items[i].data)[k], out);
                continue;
            }
            uint64_t first = k;
            uint64_t change = change_at(&self->items[i], k);
            put_number(change, out);
            while (change == 0 && k + 1 < count_of(&self->items[i]) &&
                   change_at(&self->items[i], k + 1) == 0) {
                k++;
            }
            if (change == 0) {
                put_number(k - first, out);
            }
        }
    }
    for (unsigned i = 0; i < FL_STORE_STATES; i++) {
        put_number(self->state[i].n, out);
        fl_text_add_bytes(out, self->state[i].bytes ? self->state[i].bytes : "", self->state[i].n);
    }
}

/* The remaining bytes. After an error numbers are 0 and texts are NULL. */
typedef struct byte_reader {
    const unsigned char *at, *end;
    uint64_t budget; /* bytes of values that may follow */
    fl_err err;
} byte_reader;

static uint64_t take_number(byte_reader *u)
{
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64 && u->at < u->end; shift += 7) {
        uint64_t byte = *u->at++;
        number |= (byte & 0x7f) << shift;
        if (byte < 0x80) {
            return number;
        }
    }
    u->err = u->err ? u->err : FL_ERR_DAMAGED;
    u->at = u->end;
    return 0;
}

/* Takes a count of things that have at least one byte each. */
static uint64_t take_count(byte_reader *u)
{
    uint64_t n = take_number(u);
    if (n > (uint64_t)(u->end - u->at)) {
        u->err = u->err ? u->err : FL_ERR_DAMAGED;
        return 0;
    }
    return n;
}

static char *take_text(byte_reader *u)
{
    uint64_t size = take_number(u);
    uint64_t left = (uint64_t)(u->end - u->at);
    if (size == 0 || size - 1 > left || size - 1 > FL_STORE_TEXT_MAX || memchr(u->at, 0, size - 1)) {
        u->err = u->err || size == 0 ? u->err : FL_ERR_DAMAGED;
        return NULL;
    }
    char *text = malloc(size);
    u->err = text ? u->err : FL_ERR_MEMORY;
    if (text) {
        memcpy(text, u->at, size - 1);
        text[size - 1] = '\0';
        u->at += size - 1;
    }
    return text;
}

/* True if the item's values fit the limit of a store, which becomes smaller. */
static bool fits(byte_reader *u, const fl_store_item *item)
{
    uint64_t left = u->budget / fl_store_size_of(item->type);
    if (left == 0 && !fl_store_is_streamed(item)) {
        return false;
    }
    for (unsigned i = 0; i < item->rank && !fl_store_is_streamed(item); i++) {
        if (item->size[i] == 0 || item->size[i] > left) {
            return false;
        }
        left /= item->size[i];
    }
    u->budget -= count_of(item) * fl_store_size_of(item->type);
    return true;
}

static void take_item(byte_reader *u, fl_store *out)
{
    fl_store_item *item = NULL;
    fl_store_item head = {.path = take_text(u)};
    uint64_t type = take_number(u);
    uint64_t rank = take_number(u);
    if (type > FL_STORE_TEXT || rank > FL_STORE_RANK || !head.path) {
        u->err = u->err ? u->err : FL_ERR_DAMAGED;
        rank = 0;
    }
    head.type = (fl_store_type)type;
    head.rank = (unsigned)rank;
    for (unsigned i = 0; i < head.rank; i++) {
        head.size[i] = take_number(u);
        head.dimension[i] = take_text(u);
    }
    head.description = take_text(u);
    head.unit = take_text(u);
    head.coordinates = take_text(u);
    if (!u->err) {
        u->err = fits(u, &head) ? fl_store_add(out, &head, &item) : FL_ERR_DAMAGED;
    }
    if (!u->err) {
        size_t size = fl_store_size_of(item->type);
        uint64_t count = count_of(item);
        uint64_t value = 0;
        for (uint64_t i = 0; i < count && !u->err;) {
            if (item->type == FL_STORE_TEXT) {
                ((char **)item->data)[i++] = take_text(u);
                continue;
            }
            uint64_t change = take_number(u);
            uint64_t end = i + 1 + (change == 0 ? take_number(u) : 0);
            u->err = u->err || (end > i && end <= count) ? u->err : FL_ERR_DAMAGED;
            value ^= change;
            if (value != 0 && !u->err) {
                /* Repeats a value of `size` bytes over n bytes, by doubling what is filled. */
                char *to = (char *)item->data + i * size;
                size_t n = (end - i) * size;
                memcpy(to, &value, size);
                for (size_t done = size, more = 0; done < n; done += more) {
                    more = done < n - done ? done : n - done;
                    memcpy(to + done, to, more);
                }
            }
            i = end;
        }
    }
    fl_store_free_item(&head);
}

fl_err fl_store_unpack(fl_store *out, const void *bytes, size_t n)
{
    byte_reader u = {.at = bytes, .end = (const unsigned char *)bytes + n, .budget = FL_STORE_BYTES};
    uint64_t attributes_n = take_count(&u);
    for (uint64_t i = 0; i < attributes_n && !u.err; i++) {
        char *name = take_text(&u);
        char *text = take_text(&u);
        uint64_t number = take_number(&u);
        if (!u.err) {
            u.err = !name || out->attributes_n == ATTRIBUTES ? FL_ERR_DAMAGED
                    : text                                   ? fl_store_set_text(out, name, text)
                                                             : fl_store_set_number(out, name, number);
        }
        free(name);
        free(text);
    }
    uint64_t items_n = take_count(&u);
    for (uint64_t i = 0; i < items_n && !u.err; i++) {
        take_item(&u, out);
    }
    for (unsigned i = 0; i < FL_STORE_STATES && !u.err; i++) {
        uint64_t state_n = take_count(&u);
        u.err = u.err ? u.err : fl_store_set_state(out, i, u.at, state_n);
        u.at += u.err ? 0 : state_n;
    }
    bool is_all = u.at == u.end;
    return u.err == FL_ERR_INPUT || (!u.err && !is_all) ? FL_ERR_DAMAGED : u.err;
}
