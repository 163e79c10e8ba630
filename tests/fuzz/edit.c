/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Changes of six bytes: what to do, where (three), a value and a length. */
#define _GNU_SOURCE /* memfd_create */
#include "tests/fuzz/edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SET, FLIP, NUMBER, INSERT, REMOVE, CUT, REPEAT, COPY, WAYS, STEP = 6, MOST = 1 << 20 };

void edit_demand(int holds)
{
    if (!holds) {
        abort();
    }
}

bool edit_is_one_in(unsigned n, const void *data, size_t size)
{
    unsigned sum = 0;
    for (size_t i = 0; i < size; i++) {
        sum += ((const uint8_t *)data)[i];
    }
    return sum % n == 0;
}

/* Numbers at the edges of their types, where a value stands for eight bytes. */
static uint64_t extreme(uint8_t value)
{
    static const uint64_t edges[] = {0,         1,          INT32_MAX,         UINT32_MAX,
                                     INT64_MAX, UINT64_MAX, (uint64_t)1 << 63, 1 << 20};
    return edges[value % 8] + (value >> 6);
}

/* Replaces `old` bytes at `at` by others. */
static void splice(fl_text *text, size_t at, size_t old, const char *bytes, size_t n)
{
    fl_text rest;
    fl_text_init(&rest);
    fl_text_add_bytes(&rest, fl_text_get(text) + at + old, text->size - at - old);
    text->size = at;
    fl_text_add_bytes(text, bytes, n);
    fl_text_add_bytes(text, fl_text_get(&rest), rest.size);
    fl_text_free(&rest);
}

static void apply_one(fl_text *text, const uint8_t change[STEP])
{
    char bytes[256];
    uint64_t number = extreme(change[4]);
    size_t at = (change[1] | (size_t)change[2] << 8 | (size_t)change[3] << 16) % text->size;
    size_t left = text->size - at;
    size_t n = 1 + change[5] % 64;
    n = n < left ? n : left;
    memset(bytes, change[4], sizeof bytes);
    switch (change[0] % WAYS) {
    case SET:
        text->data[at] = (char)change[4];
        break;
    case FLIP:
        text->data[at] = (char)(text->data[at] ^ 1 << change[4] % 8);
        break;
    case NUMBER:
        memcpy(text->data + at, &number, left < 8 ? left : 8);
        break;
    case INSERT:
        splice(text, at, 0, bytes, n);
        break;
    case REMOVE:
        splice(text, at, n, bytes, 0);
        break;
    case CUT:
        splice(text, at, left, bytes, 0);
        break;
    case REPEAT:
        memcpy(bytes, text->data + at, n);
        splice(text, at, 0, bytes, n);
        break;
    default:
        memmove(text->data + at, text->data, n < at ? n : at);
        break;
    }
}

void edit_apply(fl_text *text, const uint8_t *data, size_t size)
{
    for (; size >= STEP && text->size > 0 && text->size < MOST; data += STEP, size -= STEP) {
        apply_one(text, data);
    }
    edit_demand(!fl_text_check(text));
}

int edit_file(const char *data, size_t size, char out[EDIT_PATH])
{
    static int file = -1;
    if (file < 0) {
        file = memfd_create("fuzz", MFD_CLOEXEC);
    }
    edit_demand(file >= 0 && ftruncate(file, 0) == 0 && lseek(file, 0, SEEK_SET) == 0);
    for (size_t done = 0; done < size;) {
        ssize_t part = pwrite(file, data + done, size - done, (off_t)done);
        edit_demand(part > 0);
        done += (size_t)part;
    }
    snprintf(out, EDIT_PATH, "/proc/self/fd/%d", file);
    return file;
}
