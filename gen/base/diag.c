/* SPDX-License-Identifier: MIT */
/* Texts that do not fit are cut; control characters, which may come from a file, become question marks. */
#include "gen/base/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A message must not control the terminal: masks control bytes, and U+0080…U+009F, which some terminals
 * obey, too. */
static void mask_controls(char *text)
{
    for (unsigned char *p = (unsigned char *)text; *p; p++) {
        if (*p < ' ' || *p == 0x7f) {
            *p = '?';
        } else if (p[0] == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0) {
            p[0] = '?';
            p[1] = '?';
        }
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
        mask_controls(self->where);
        mask_controls(self->what);
    }
    return code;
}

void fl_diag_hint(fl_diag *self, const char *format, ...)
{
    if (self) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(self->hint, sizeof self->hint, format, arguments);
        va_end(arguments);
        mask_controls(self->hint);
    }
}

fl_err fl_diag_memory(fl_diag *self)
{
    return fl_diag_set(self, FL_ERR_MEMORY, "", "out of memory");
}
