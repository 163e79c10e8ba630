/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A record is a mark and its fields. Numbers are 8 bytes in the machine's order (both processes run on it);
 * texts are their length + 1 and their bytes, NULL is a 0. */
#include "analysis/store/store_private.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MARK_TEXT = 1, MARK_NUMBER, MARK_ITEM, MARK_END, MARK_ERROR, ATTRIBUTES = 4096, MOST_CODE = 64 };

void fl_store_pipe_init(fl_store_pipe *self, int file)
{
    self->file = file;
    self->is_broken = false;
    self->is_silent = false;
    self->error = 0;
    self->patience = 0;
    self->told = FL_OK;
    self->used = 0;
    self->filled = 0;
}

static void send_bytes(fl_store_pipe *self, const void *bytes, size_t n)
{
    for (size_t done = 0; done < n && !self->is_broken;) {
        ssize_t part = write(self->file, (const char *)bytes + done, n - done);
        self->is_broken = part < 0 && errno != EINTR;
        done += part > 0 ? (size_t)part : 0;
    }
}

static void flush(fl_store_pipe *self)
{
    send_bytes(self, self->data, self->filled);
    self->filled = 0;
}

static void put(fl_store_pipe *self, const void *bytes, size_t n)
{
    if (n > sizeof self->data - self->filled) {
        flush(self);
    }
    if (n > sizeof self->data) {
        send_bytes(self, bytes, n);
        return;
    }
    memcpy(self->data + self->filled, bytes, n);
    self->filled += n;
}

static void put_value(fl_store_pipe *self, uint64_t value)
{
    put(self, &value, sizeof value);
}

static void put_string(fl_store_pipe *self, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    put_value(self, text ? length + 1 : 0);
    if (text) {
        put(self, text, length);
    }
}

void fl_store_pipe_put_text(fl_store_pipe *self, const char *name, const char *text)
{
    put_value(self, MARK_TEXT);
    put_string(self, name);
    put_string(self, text);
}

void fl_store_pipe_put_number(fl_store_pipe *self, const char *name, uint64_t number)
{
    put_value(self, MARK_NUMBER);
    put_string(self, name);
    put_value(self, number);
}

void fl_store_pipe_put_item(fl_store_pipe *self, const fl_store_item *item)
{
    put_value(self, MARK_ITEM);
    put_string(self, item->path);
    put_value(self, item->type);
    put_value(self, item->rank);
    for (unsigned i = 0; i < item->rank; i++) {
        put_value(self, item->size[i]);
        put_string(self, item->dimension[i]);
    }
    put_string(self, item->description);
    put_string(self, item->unit);
    put_string(self, item->coordinates);
    if (fl_store_is_streamed(item)) {
        return;
    }
    uint64_t count = fl_store_count(item);
    if (item->type != FL_STORE_TEXT) {
        put(self, item->data, count * fl_store_size_of(item->type));
        return;
    }
    for (uint64_t i = 0; i < count; i++) {
        put_string(self, ((char *const *)item->data)[i]);
    }
}

void fl_store_pipe_put_end(fl_store_pipe *self, const fl_diag *diag)
{
    put_value(self, diag ? MARK_ERROR : MARK_END);
    if (diag) {
        put_value(self, (uint64_t) - (int)diag->code);
        put_string(self, diag->where);
        put_string(self, diag->what);
        put_string(self, diag->hint);
    }
    flush(self);
}

/* Waits for the other side, second by second: one in which this process was stopped itself counts as one,
 * however long it lasted. False when it was silent for too long. */
static bool wait_for(fl_store_pipe *self)
{
    struct pollfd stream = {.fd = self->file, .events = POLLIN};
    for (unsigned silent = 0; self->patience > 0 && silent < self->patience; silent++) {
        if (poll(&stream, 1, 1000) != 0) {
            return true; /* read() tells what it is */
        }
    }
    return self->patience == 0;
}

/* Receives at least one byte and at most n into `out`; returns how many, 0 when the stream has ended, cannot
 * be read or is silent. */
static size_t receive(fl_store_pipe *self, void *out, size_t n)
{
    for (;;) {
        if (!wait_for(self)) {
            self->is_silent = true;
            return 0;
        }
        ssize_t part = read(self->file, out, n);
        if (part >= 0) {
            return (size_t)part;
        }
        if (errno != EINTR) {
            self->error = errno;
            return 0;
        }
    }
}

/* Takes n bytes; fewer if the stream ends too early. The rest stays as it is: it can be a gigabyte that a
 * damaged file only promises. */
static void take(fl_store_pipe *self, void *out, size_t n)
{
    for (size_t done = 0; done < n;) {
        if (self->used == self->filled && n - done < sizeof self->data) {
            self->used = 0;
            self->filled = self->is_broken ? 0 : receive(self, self->data, sizeof self->data);
        }
        size_t part = self->filled - self->used;
        part = part < n - done ? part : n - done;
        memcpy((char *)out + done, self->data + self->used, part);
        self->used += part;
        if (part == 0 && n - done >= sizeof self->data && !self->is_broken) {
            part = receive(self, (char *)out + done, n - done);
        }
        if (part == 0) {
            self->is_broken = true;
            return;
        }
        done += part;
    }
}

static uint64_t take_value(fl_store_pipe *self)
{
    uint64_t value = 0;
    take(self, &value, sizeof value);
    return self->is_broken ? 0 : value;
}

/* Takes a text, or NULL, of at most *budget bytes, and subtracts its size from the budget. */
static fl_err take_string(fl_store_pipe *self, uint64_t *budget, char **out)
{
    uint64_t size = take_value(self);
    *out = NULL;
    if (size == 0 || self->is_broken) {
        return self->is_broken ? FL_ERR_DAMAGED : FL_OK;
    }
    if (size - 1 > FL_STORE_TEXT_MAX || size > *budget) {
        return FL_ERR_DAMAGED;
    }
    *budget -= size;
    char *text = malloc(size);
    if (!text) {
        return FL_ERR_MEMORY;
    }
    take(self, text, size - 1);
    text[size - 1] = '\0';
    *out = text;
    return self->is_broken ? FL_ERR_DAMAGED : FL_OK;
}

static fl_err take_attribute(fl_store_pipe *self, bool is_text, uint64_t *budget, fl_store *out)
{
    char *name = NULL;
    char *text = NULL;
    fl_err err = take_string(self, budget, &name);
    if (!err && is_text) {
        err = take_string(self, budget, &text);
    }
    uint64_t number = err || is_text ? 0 : take_value(self);
    if (!err && (!name || !text != !is_text || self->is_broken || out->attributes_n == ATTRIBUTES)) {
        err = FL_ERR_DAMAGED;
    }
    if (!err) {
        err = is_text ? fl_store_set_text(out, name, text) : fl_store_set_number(out, name, number);
    }
    free(name);
    free(text);
    return err;
}

static fl_err take_values(fl_store_pipe *self, fl_store_item *item, uint64_t *budget)
{
    uint64_t count = fl_store_count(item);
    if (item->type != FL_STORE_TEXT) {
        take(self, item->data, count * fl_store_size_of(item->type));
        return self->is_broken ? FL_ERR_DAMAGED : FL_OK;
    }
    fl_err err = FL_OK;
    for (uint64_t i = 0; i < count && !err; i++) {
        err = take_string(self, budget, &((char **)item->data)[i]);
        item->texts_n = i + 1; /* not the 10^8 that a damaged file only promises */
    }
    return err;
}

/* The fields of an item without its values; its texts are the caller's, also after an error. */
static fl_err take_head(fl_store_pipe *self, fl_store_item *item, uint64_t *budget)
{
    fl_err err = take_string(self, budget, &item->path);
    uint64_t type = take_value(self);
    uint64_t rank = take_value(self);
    if (err || !item->path || type > FL_STORE_TEXT || rank > FL_STORE_RANK) {
        return err ? err : FL_ERR_DAMAGED;
    }
    item->type = (fl_store_type)type;
    item->rank = (unsigned)rank;
    for (unsigned i = 0; i < item->rank && !err; i++) {
        item->size[i] = take_value(self);
        err = take_string(self, budget, &item->dimension[i]);
    }
    err = err ? err : take_string(self, budget, &item->description);
    err = err ? err : take_string(self, budget, &item->unit);
    return err ? err : take_string(self, budget, &item->coordinates);
}

/* Subtracts the bytes of the item's values. */
static fl_err reserve(const fl_store_item *item, uint64_t *budget)
{
    uint64_t bytes = fl_store_is_streamed(item) ? 0 : fl_store_count(item) * fl_store_size_of(item->type);
    if (bytes > *budget) {
        return FL_ERR_DAMAGED;
    }
    *budget -= bytes;
    return FL_OK;
}

/* Whether the item's values fit the budget; multiplies without overflow. */
static bool fits_budget(const fl_store_item *item, uint64_t budget)
{
    for (unsigned i = 0; i < item->rank && !fl_store_is_streamed(item); i++) {
        if (item->size[i] == 0 || item->size[i] > budget) {
            return false;
        }
        budget /= item->size[i];
    }
    return true;
}

static fl_err take_item(fl_store_pipe *self, uint64_t *budget, fl_store *out)
{
    fl_store_item head = {.path = NULL};
    fl_store_item *item = NULL;
    fl_err err = take_head(self, &head, budget);
    err = err || fits_budget(&head, *budget) ? err : FL_ERR_DAMAGED;
    err = err ? err : reserve(&head, budget);
    err = err ? err : fl_store_add(out, &head, &item);
    if (!err && !fl_store_is_streamed(item)) {
        err = take_values(self, item, budget);
    }
    free(head.path);
    free(head.description);
    free(head.unit);
    free(head.coordinates);
    for (unsigned i = 0; i < head.rank; i++) {
        free(head.dimension[i]);
    }
    return err == FL_ERR_INPUT ? FL_ERR_DAMAGED : err;
}

/* Takes the child's error, with all its words. */
static fl_err take_error(fl_store_pipe *self, fl_diag *diag)
{
    uint64_t budget = sizeof diag->where + sizeof diag->what + sizeof diag->hint;
    uint64_t code = take_value(self);
    char *words[3] = {NULL, NULL, NULL};
    fl_err err = FL_OK;
    for (unsigned i = 0; i < 3 && !err; i++) {
        err = take_string(self, &budget, &words[i]);
    }
    if (!err && (!words[0] || !words[1] || !words[2] || code == 0 || code > MOST_CODE)) {
        err = FL_ERR_DAMAGED;
    }
    if (!err) {
        self->told = (fl_err) - (int)code;
        err = fl_diag_set(diag, self->told, words[0], "%s", words[1]);
        fl_diag_hint(diag, "%s", words[2]);
    }
    for (unsigned i = 0; i < 3; i++) {
        free(words[i]);
    }
    return err;
}

fl_err fl_store_pipe_take_end(fl_store_pipe *self, fl_diag *diag)
{
    uint64_t mark = take_value(self);
    if (mark == MARK_ERROR) {
        return take_error(self, diag);
    }
    self->is_broken |= mark != MARK_END;
    return self->is_broken ? FL_ERR_DAMAGED : FL_OK;
}

/* An error of the child that reads `path`: its code becomes one of those that reading may return. */
static fl_err take_error_of_reading(fl_store_pipe *self, const char *path, fl_diag *diag)
{
    fl_diag theirs;
    fl_err err = take_error(self, &theirs);
    if (!self->told) {
        return err;
    }
    err = err == FL_ERR_MEMORY || err == FL_ERR_IO ? err : FL_ERR_DAMAGED;
    return fl_diag_set(diag, err, path, "%s", theirs.what);
}

fl_err fl_store_pipe_take_all(fl_store_pipe *self, fl_store *out, const char *path, fl_diag *diag)
{
    uint64_t budget =
        FL_STORE_BYTES + (uint64_t)FL_STORE_BYTES / 4; /* values, and everything that describes them */
    fl_err err = FL_OK;
    while (!err) {
        uint64_t mark = take_value(self);
        if (self->is_broken || mark == MARK_END) {
            return self->is_broken ? FL_ERR_DAMAGED : FL_OK;
        }
        if (mark == MARK_ERROR) {
            return take_error_of_reading(self, path, diag);
        }
        if (mark == MARK_ITEM) {
            err = take_item(self, &budget, out);
        } else {
            err = mark > MARK_NUMBER ? FL_ERR_DAMAGED : take_attribute(self, mark == MARK_TEXT, &budget, out);
        }
    }
    if (err == FL_ERR_MEMORY) {
        return fl_diag_memory(diag);
    }
    return fl_diag_set(diag, err, path, "the file is damaged: it holds what floorlab never writes");
}
