/* SPDX-License-Identifier: MIT */
/* Memory grows by half. Numbers are written without printf, because floor lines consist mostly of numbers. */
#include "gen/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void fl_text_init(fl_text *self)
{
    memset(self, 0, sizeof *self);
}

void fl_text_free(fl_text *self)
{
    free(self->data);
    memset(self, 0, sizeof *self);
}

void fl_text_drop(fl_text *self, fl_text *whole)
{
    whole->is_short_of_memory |= self->is_short_of_memory;
    fl_text_free(self);
}

void fl_text_clear(fl_text *self)
{
    self->size = 0;
    if (self->data) {
        self->data[0] = '\0';
    }
}

fl_err fl_text_check(const fl_text *self)
{
    return self->is_short_of_memory ? FL_ERR_MEMORY : FL_OK;
}

/* Makes room for `more` bytes and the final NUL. */
static bool reserve(fl_text *self, size_t more)
{
    size_t needed = self->size + more + 1;
    if (needed <= self->capacity) {
        return true;
    }
    size_t capacity = self->capacity + self->capacity / 2 + 256;
    capacity = capacity < needed ? needed : capacity;
    char *data = realloc(self->data, capacity);
    if (!data) {
        self->is_short_of_memory = true;
        return false;
    }
    self->data = data;
    self->capacity = capacity;
    return true;
}

void fl_text_add_bytes(fl_text *self, const char *bytes, size_t n)
{
    if (reserve(self, n)) {
        memcpy(self->data + self->size, bytes, n);
        self->size += n;
        self->data[self->size] = '\0';
    }
}

void fl_text_add(fl_text *self, const char *text)
{
    fl_text_add_bytes(self, text, strlen(text));
}

void fl_text_add_char(fl_text *self, char sign)
{
    fl_text_add_bytes(self, &sign, 1);
}

void fl_text_add_number(fl_text *self, int64_t number)
{
    char digits[24];
    char *p = digits + sizeof digits;
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        *--p = (char)('0' + size % 10);
        size /= 10;
    } while (size > 0);
    if (number < 0) {
        *--p = '-';
    }
    fl_text_add_bytes(self, p, (size_t)(digits + sizeof digits - p));
}

void fl_text_add_format(fl_text *self, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (n >= 0 && reserve(self, (size_t)n)) {
        va_start(arguments, format);
        vsnprintf(self->data + self->size, (size_t)n + 1, format, arguments);
        va_end(arguments);
        self->size += (size_t)n;
    }
}

size_t fl_text_sequence(const unsigned char *p)
{
    size_t n = p[0] < 0x80 ? 1 : p[0] >= 0xc2 && p[0] < 0xe0 ? 2 : p[0] >= 0xe0 && p[0] < 0xf0 ? 3 : 4;
    if (n == 4 && (p[0] < 0xf0 || p[0] > 0xf4)) {
        return 0;
    }
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    bool is_overlong = (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xf0 && p[1] < 0x90);
    bool is_beyond = (p[0] == 0xed && p[1] > 0x9f) || (p[0] == 0xf4 && p[1] > 0x8f);
    return is_overlong || is_beyond ? 0 : n;
}

void fl_text_add_masked(fl_text *self, const char *text)
{
    size_t at = self->size;
    fl_text_add(self, text);
    if (self->size > at) {
        fl_diag_mask(self->data + at);
    }
}

void fl_text_add_json(fl_text *self, const char *text)
{
    fl_text_add_char(self, '"');
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        size_t n = fl_text_sequence(p);
        if (n == 0) {
            fl_text_add(self, "\\ufffd");
            p++;
        } else if (*p == '"' || *p == '\\') {
            fl_text_add_char(self, '\\');
            fl_text_add_char(self, (char)*p++);
        } else if (*p < ' ' || *p == 0x7f) {
            fl_text_add_format(self, "\\u%04x", *p++);
        } else {
            fl_text_add_bytes(self, (const char *)p, n);
            p += n;
        }
    }
    fl_text_add_char(self, '"');
}

void fl_text_add_xml(fl_text *self, const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        size_t n = fl_text_sequence(p);
        bool is_no_sign = n == 3 && p[0] == 0xef && p[1] == 0xbf && p[2] >= 0xbe; /* U+FFFE, U+FFFF */
        if (n == 0 || *p < ' ' || is_no_sign) {
            fl_text_add(self, *p == '\n' || *p == '\t' ? " " : "\xef\xbf\xbd");
            p += is_no_sign ? 3 : 1;
        } else if (strchr("&<>\"'", *p)) {
            fl_text_add_format(self, "&#%d;", *p++);
        } else {
            fl_text_add_bytes(self, (const char *)p, n);
            p += n;
        }
    }
}

const char *fl_text_get(const fl_text *self)
{
    return self->data ? self->data : "";
}

/* Opens a regular file; refuses files on which a reader would wait, such as a pipe without a writer. */
static fl_err open_regular(const char *path, FILE **out, fl_diag *diag)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file >= 0 && fstat(file, &about) == 0 && !S_ISREG(about.st_mode)) {
        close(file);
        return fl_diag_set(diag, FL_ERR_INPUT, path, "cannot be read: this is %s, expected a regular file",
                           S_ISDIR(about.st_mode) ? "a folder" : "a device or pipe");
    }
    *out = file >= 0 ? fdopen(file, "rb") : NULL;
    if (!*out) {
        fl_err err = fl_diag_set(diag, fl_diag_of_errno(errno), path, "cannot be read: %s", strerror(errno));
        if (file >= 0) {
            close(file);
        }
        return err;
    }
    return FL_OK;
}

fl_err fl_text_read_file(fl_text *self, const char *path, const char *what, size_t most, fl_diag *diag)
{
    FILE *file = NULL;
    fl_text_clear(self);
    fl_err open_err = open_regular(path, &file, diag);
    if (open_err) {
        return open_err;
    }
    fl_err err = reserve(self, most + 1) ? FL_OK : fl_diag_memory(diag);
    size_t size = err ? 0 : fread(self->data, 1, most + 1, file);
    if (!err && ferror(file)) {
        err = fl_diag_set(diag, fl_diag_of_errno(errno), path, "cannot be read: %s", strerror(errno));
    } else if (!err && size > most) {
        err = fl_diag_set(diag, FL_ERR_INPUT, path, "%s has at most %zu bytes", what, most);
    }
    fclose(file);
    if (self->data) {
        self->size = err ? 0 : size;
        self->data[self->size] = '\0';
    }
    return err;
}

size_t fl_text_stem(const char *name, const char *end)
{
    size_t length = strlen(name);
    size_t end_length = strlen(end);
    return length > end_length && strcmp(name + length - end_length, end) == 0 ? length - end_length : length;
}

bool fl_text_has_end(const char *name, const char *end)
{
    return name[fl_text_stem(name, end)] != '\0';
}

bool fl_text_is_path(const char *name, const char *end)
{
    return strchr(name, '/') || fl_text_has_end(name, end);
}
