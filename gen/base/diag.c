/* SPDX-License-Identifier: MIT */
/* Texts that do not fit are cut; control characters, which may come from a file, become question marks. */
#include "gen/base/diag.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct err_row {
    fl_err code;
    int exit_code;
    const char *text;
} err_row;

#define FL_ERR_ROW(code, number, exit_code, text) {code, exit_code, text},
static const err_row err_rows[] = {FL_ERR_TABLE(FL_ERR_ROW)};
#undef FL_ERR_ROW

static const err_row *find(fl_err code)
{
    for (size_t i = 0; i < sizeof err_rows / sizeof err_rows[0]; i++) {
        if (err_rows[i].code == code) {
            return &err_rows[i];
        }
    }
    return NULL;
}

const char *fl_diag_text(fl_err code)
{
    const err_row *row = find(code);
    return row ? row->text : "unknown error";
}

int fl_diag_exit_code(fl_err code)
{
    const err_row *row = find(code);
    return row ? row->exit_code : 3;
}

/* Returns the bytes of a character that must not reach a terminal, 0 for any other: control bytes,
 * U+0080…U+009F (some terminals obey them), and characters that turn or hide the text around them
 * (U+200B…U+200F, U+2028…U+202E, U+2060…U+206F, U+FEFF). */
static size_t control_at(const unsigned char *p)
{
    if (*p < ' ' || *p == 0x7f) {
        return 1;
    }
    if (p[0] == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0) {
        return 2;
    }
    bool turns =
        p[0] == 0xe2 && p[1] == 0x80 && ((p[2] >= 0x8b && p[2] <= 0x8f) || (p[2] >= 0xa8 && p[2] <= 0xae));
    bool hides = (p[0] == 0xe2 && p[1] == 0x81 && p[2] >= 0xa0 && p[2] <= 0xaf) ||
                 (p[0] == 0xef && p[1] == 0xbb && p[2] == 0xbf);
    return turns || hides ? 3 : 0;
}

void fl_diag_mask(char *text)
{
    for (unsigned char *p = (unsigned char *)text; *p; p++) {
        memset(p, '?', control_at(p));
    }
}

void fl_diag_init(fl_diag *self)
{
    memset(self, 0, sizeof *self);
}

fl_err fl_diag_set(fl_diag *self, fl_err code, const char *where, const char *format, ...)
{
    if (self) {
        va_list arguments;
        fl_diag_init(self);
        self->code = code;
        snprintf(self->where, sizeof self->where, "%s", where ? where : "");
        va_start(arguments, format);
        vsnprintf(self->what, sizeof self->what, format, arguments);
        va_end(arguments);
        fl_diag_mask(self->where);
        fl_diag_mask(self->what);
    }
    return code;
}

fl_err fl_diag_of_errno(int number)
{
    switch (number) {
    case ENOMEM:
        return FL_ERR_MEMORY;
    case EIO:
    case EMFILE:
    case ENFILE:
    case ENOSPC:
    case EDQUOT:
    case ESTALE:
        return FL_ERR_IO;
    default:
        return FL_ERR_INPUT;
    }
}

void fl_diag_move(fl_diag *self, const char *where)
{
    if (self && (self->code == FL_ERR_INPUT || self->code == FL_ERR_USAGE)) {
        char what[FL_DIAG_TEXT];
        snprintf(what, sizeof what, "%.200s%s%.400s", self->where, self->where[0] ? ": " : "", self->what);
        memcpy(self->what, what, sizeof what);
        snprintf(self->where, sizeof self->where, "%s", where);
        fl_diag_mask(self->where);
    }
}

void fl_diag_hint(fl_diag *self, const char *format, ...)
{
    if (self) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(self->hint, sizeof self->hint, format, arguments);
        va_end(arguments);
        fl_diag_mask(self->hint);
    }
}

fl_err fl_diag_memory(fl_diag *self)
{
    return fl_diag_set(self, FL_ERR_MEMORY, "", "out of memory");
}
