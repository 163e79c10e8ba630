/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A state is saved as a short text, with hexadecimal numbers so that they are read back exactly. */
#include "experiments/fit/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = "floorlab fit 2";

fl_err fl_fit_state_save(const fl_fit_state *self, unsigned n, const char *path, const char *identity,
                         fl_diag *diag)
{
    fl_text text;
    fl_text_init(&text);
    fl_text_add_format(&text, "%s\n%llu %a %a\n", identity, (unsigned long long)self->generation, self->step,
                       self->best);
    for (unsigned i = 0; i < n; i++) {
        fl_text_add_format(&text, "%a\n", self->value[i]);
    }
    fl_text_add(&text, "end\n");
    fl_err err = fl_run_sealed_write(path, mark, &text, diag);
    fl_text_free(&text);
    return err;
}

static bool read_double(char **at, double *out)
{
    char *end = *at;
    *out = strtod(*at, &end);
    bool is_number = end != *at && isfinite(*out);
    *at = end;
    return is_number;
}

/* Reads the numbers after the two lines of words. */
static bool read_numbers(fl_fit_state *self, unsigned n, char *at)
{
    char *end = at;
    self->generation = strtoull(at, &end, 10);
    bool is_right = end != at && read_double(&end, &self->step) && read_double(&end, &self->best);
    for (unsigned i = 0; i < n && is_right; i++) {
        is_right = read_double(&end, &self->value[i]);
    }
    return is_right && strcmp(end, "\nend\n") == 0;
}

fl_err fl_fit_state_load(fl_fit_state *self, unsigned n, const char *path, const char *identity,
                         fl_diag *diag)
{
    char *text = NULL;
    char *body = NULL;
    size_t known = strlen(identity);
    fl_err err = fl_run_sealed_read(path, mark, &text, &body, diag);
    if (!err && (strncmp(body, identity, known) != 0 || body[known] != '\n')) {
        err =
            fl_diag_set(diag, FL_ERR_MISMATCH, path, "this checkpoint belongs to another fit: %.200s", body);
        fl_diag_hint(diag, "this fit is: %s", identity);
    } else if (!err && !read_numbers(self, n, body + known + 1)) {
        err = fl_diag_set(diag, FL_ERR_DAMAGED, path, "this checkpoint is damaged");
    }
    free(text);
    return err;
}
