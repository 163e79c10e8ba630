/* SPDX-License-Identifier: MIT */
/* Files are kept as text. A content that is not text (a zero byte, broken UTF-8) is refused, because a result
 * file could not hold it. The hash is FNV-1a. */
#include "gen/base/files.h"
#include "gen/base/suggest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

uint64_t fl_files_hash_more(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * 0x100000001b3ULL;
    }
    return hash;
}

fl_err fl_files_hash_open(int file, const char *name, uint64_t *out, fl_diag *diag)
{
    char piece[16384];
    ssize_t n = 0;
    *out = FL_FILES_HASH_START;
    do {
        n = read(file, piece, sizeof piece);
        *out = n > 0 ? fl_files_hash_more(*out, piece, (size_t)n) : *out;
    } while (n > 0 || (n < 0 && errno == EINTR));
    *out |= 1;
    return n < 0 ? fl_diag_set(diag, FL_ERR_IO, name, "reading failed: %s", strerror(errno)) : FL_OK;
}

fl_err fl_files_get(int file, int64_t at, void *out, size_t *n)
{
    size_t done = 0;
    ssize_t part = 1;
    while (done < *n && (part > 0 || (part < 0 && errno == EINTR))) {
        char *to = (char *)out + done;
        part = at < 0 ? read(file, to, *n - done) : pread(file, to, *n - done, (off_t)at + (off_t)done);
        done += part > 0 ? (size_t)part : 0;
    }
    *n = done;
    return part < 0 ? FL_ERR_IO : FL_OK;
}

fl_err fl_files_put(int file, int64_t at, const void *bytes, size_t n)
{
    for (size_t done = 0; done < n;) {
        const char *from = (const char *)bytes + done;
        ssize_t part =
            at < 0 ? write(file, from, n - done) : pwrite(file, from, n - done, (off_t)at + (off_t)done);
        if (part < 0 && errno != EINTR) {
            return FL_ERR_IO;
        }
        done += part > 0 ? (size_t)part : 0;
    }
    return FL_OK;
}

uint64_t fl_files_hash(const void *data, size_t size)
{
    return fl_files_hash_more(FL_FILES_HASH_START, data, size) | 1;
}

void fl_files_free(fl_files *self)
{
    for (size_t i = 0; self && i < self->made_n; i++) {
        self->made[i].free_made(self->made[i].made);
        free(self->made[i].name);
    }
    for (size_t i = 0; self && i < self->n; i++) {
        free(self->file[i].name);
        free(self->file[i].data);
    }
    if (self) {
        free(self->file);
        free(self->made);
        memset(self, 0, sizeof *self);
    }
}

const fl_named_file *fl_files_find(const fl_files *self, const char *name)
{
    size_t at = self ? fl_suggest_find(name, self->file, self->n, sizeof *self->file) : 0;
    return self && at < self->n ? &self->file[at] : NULL;
}

static fl_err add(fl_files *self, const char *name, const char *data, uint64_t hash, fl_diag *diag)
{
    fl_named_file *grown = realloc(self->file, (self->n + 1) * sizeof *grown);
    fl_named_file new_file = {.name = strdup(name), .data = data ? strdup(data) : NULL, .hash = hash};
    self->file = grown ? grown : self->file;
    if (!grown || !new_file.name || (data && !new_file.data)) {
        free(new_file.name);
        free(new_file.data);
        return fl_diag_memory(diag);
    }
    self->file[self->n++] = new_file;
    return FL_OK;
}

fl_err fl_files_refuse(const fl_files *self, const char *name, fl_diag *diag)
{
    if (self->is_given) {
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, name, "a setting names this file, but it was not given");
        fl_diag_hint(diag, "the library opens no files: give its name and its text in `files`");
        return err;
    }
    fl_err err = fl_diag_set(diag, FL_ERR_DAMAGED, name, "the result names this file, but does not hold it");
    fl_diag_hint(diag, "floorlab does not open files that another file names; run the experiment again");
    return err;
}

/* Reads no byte past the end: a UTF-8 sequence ends before a NUL at the latest. */
fl_err fl_files_check_text(const char *data, size_t size, const char *name, fl_diag *diag)
{
    const unsigned char *p = (const unsigned char *)data;
    const unsigned char *end = p + size;
    size_t line = 1;
    while (p < end) {
        size_t length = fl_text_sequence(p);
        if (*p == 0 || length == 0) {
            return fl_diag_set(diag, FL_ERR_INPUT, name,
                               "line %zu: expected text in UTF-8, found the byte %u", line, (unsigned)*p);
        }
        line += *p == '\n';
        p += length;
    }
    return FL_OK;
}

fl_err fl_files_read(fl_files *self, const fl_files_sort *sort, const char *name, fl_text *out, fl_diag *diag)
{
    const fl_named_file *known = fl_files_find(self, name);
    fl_text_clear(out);
    if (known && known->data) {
        fl_text_add(out, known->data);
        return fl_text_check(out) ? fl_diag_memory(diag) : FL_OK;
    }
    if (self && self->is_closed) {
        return fl_files_refuse(self, name, diag);
    }
    fl_err err = fl_text_read_file(out, name, sort->what, sort->most, diag);
    err = err ? err : fl_files_check_text(fl_text_get(out), out->size, name, diag);
    if (!err && self) {
        err = add(self, name, fl_text_get(out), fl_files_hash(fl_text_get(out), out->size), diag);
    }
    return err;
}

fl_err fl_files_note(fl_files *self, const char *name, uint64_t hash, fl_diag *diag)
{
    const fl_named_file *known = fl_files_find(self, name);
    if (known && known->hash != hash) {
        return fl_diag_set(diag, FL_ERR_INPUT, name, "the file was changed while it was used");
    }
    return self && !known ? add(self, name, NULL, hash, diag) : FL_OK;
}

fl_err fl_files_keep(fl_files *self, const char *name, const char *data, fl_diag *diag)
{
    uint64_t hash = fl_files_hash(data, strlen(data));
    const fl_named_file *known = fl_files_find(self, name);
    if (known && known->hash != hash) {
        return fl_files_note(self, name, hash, diag);
    }
    return self && !known ? add(self, name, data, hash, diag) : FL_OK;
}

fl_err fl_files_add_made(fl_files *self, const char *name, void *made, fl_files_free_made *free_made,
                         fl_diag *diag)
{
    fl_files_object *grown = realloc(self->made, (self->made_n + 1) * sizeof *grown);
    char *copy = strdup(name);
    self->made = grown ? grown : self->made;
    if (!grown || !copy) {
        free(copy);
        return fl_diag_memory(diag);
    }
    self->made[self->made_n++] = (fl_files_object){copy, made, free_made};
    return FL_OK;
}

void *fl_files_made(const fl_files *self, const char *name, fl_files_free_made *free_made)
{
    for (size_t i = 0; self && i < self->made_n; i++) {
        if (self->made[i].free_made == free_made && strcmp(self->made[i].name, name) == 0) {
            return self->made[i].made;
        }
    }
    return NULL;
}

fl_err fl_files_restore(fl_files *self, const char *name, const char *data, uint64_t hash, fl_diag *diag)
{
    self->is_closed = true;
    return add(self, name, data, data ? fl_files_hash(data, strlen(data)) : hash, diag);
}

bool fl_files_can_make(const fl_files *self)
{
    bool has_all = true;
    for (size_t i = 0; self && self->is_closed && i < self->n; i++) {
        has_all = has_all && self->file[i].data;
    }
    return has_all;
}

void fl_files_add_identity(const fl_files *self, fl_text *out)
{
    for (size_t i = 0; self && i < self->n; i++) {
        fl_text_add(out, "# file ");
        fl_text_add_json(out, self->file[i].name);
        fl_text_add_format(out, ": %016llx\n", (unsigned long long)self->file[i].hash);
    }
}
