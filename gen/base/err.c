/* SPDX-License-Identifier: MIT */
/* Texts and exit codes from the error table. */
#include "gen/base/err.h"

#include <stdio.h>
#include <stdlib.h>

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

const char *fl_err_text(fl_err code)
{
    const err_row *row = find(code);
    return row ? row->text : "unknown error";
}

int fl_err_exit_code(fl_err code)
{
    const err_row *row = find(code);
    return row ? row->exit_code : 3;
}

void fl_err_bug(const char *place, const char *condition, const char *command)
{
    fprintf(stderr, "floorlab: a defect at %s: %s does not hold. To see it again: %s\n", place, condition,
            command);
    abort();
}
