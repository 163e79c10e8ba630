/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A state is saved as a short text, with hexadecimal numbers so that they are read back exactly, after a line
 * with the digest of all that follows it. */
#include "experiments/fit/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = "floorlab fit 2";

fl_err fl_fit_state_save(const fl_fit_state *self, unsigned n, const char *path, const char *identity,
                         fl_diag *diag)
{
    fl_text text;
    fl_text whole;
    char digest[FL_DIGEST_TEXT];
    fl_text_init(&text);
    fl_text_init(&whole);
    fl_text_add_format(&text, "%s\n%llu %a %a\n", identity, (unsigned long long)self->generation, self->step,
                       self->best);
    for (unsigned i = 0; i < n; i++) {
        fl_text_add_format(&text, "%a\n", self->value[i]);
    }
    fl_text_add(&text, "end\n");
    fl_tally_digest_text(fl_text_get(&text), text.size, digest);
    fl_text_add_format(&whole, "%s\n%s\n%s", mark, digest, fl_text_get(&text));
    fl_err err = fl_text_check(&text) ? fl_diag_memory(diag) : fl_program_output_replace(path, &whole, diag);
    fl_text_free(&text);
    fl_text_free(&whole);
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

/* What follows the lines of the mark and the digest; NULL if it was changed. */
static char *body_of(char *text, size_t size)
{
    char digest[FL_DIGEST_TEXT];
    size_t head = sizeof mark;
    size_t body = head + FL_DIGEST_TEXT;
    if (size < body) {
        return NULL;
    }
    fl_tally_digest_text(text + body, size - body, digest);
    return text[body - 1] == '\n' && memcmp(digest, text + head, FL_DIGEST_TEXT - 1) == 0 ? text + body
                                                                                          : NULL;
}

fl_err fl_fit_state_load(fl_fit_state *self, unsigned n, const char *path, const char *identity,
                         fl_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    size_t known = strlen(identity);
    fl_err err = fl_program_file_read(path, &text, &size, diag);
    if (err) {
        return err;
    }
    bool is_fit = strncmp(text, mark, sizeof mark - 1) == 0 && text[sizeof mark - 1] == '\n';
    char *body = is_fit ? body_of(text, size) : NULL;
    bool is_same = body && strncmp(body, identity, known) == 0 && body[known] == '\n';
    if (!is_fit) {
        err = fl_diag_set(diag, FL_ERR_FORMAT, path, "this file is not the checkpoint of a fit");
    } else if (body && !is_same) {
        err =
            fl_diag_set(diag, FL_ERR_MISMATCH, path, "this checkpoint belongs to another fit: %.200s", body);
        fl_diag_hint(diag, "this fit is: %s", identity);
    } else if (!body || !read_numbers(self, n, body + known + 1)) {
        err = fl_diag_set(diag, FL_ERR_DAMAGED, path, "this checkpoint is damaged");
    }
    free(text);
    return err;
}
