/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts to resume from: a line that says what it is, a line with the digest of the rest, the rest. A changed
 * byte is found. */
#include "experiments/run/run.h"

#include <stdlib.h>
#include <string.h>

fl_err fl_run_sealed_write(const char *path, const char *mark, const fl_text *body, fl_diag *diag)
{
    fl_text whole;
    char digest[FL_DIGEST_TEXT];
    fl_text_init(&whole);
    fl_tally_digest_text(fl_text_get(body), body->size, digest);
    fl_text_add_format(&whole, "%s\n%s\n", mark, digest);
    fl_text_add_bytes(&whole, fl_text_get(body), body->size);
    bool is_short = fl_text_check(body) || fl_text_check(&whole);
    fl_err err = is_short ? fl_diag_memory(diag) : fl_program_output_replace(path, &whole, diag);
    fl_text_free(&whole);
    return err;
}

fl_err fl_run_sealed_read(const char *path, const char *mark, char **text, char **body, fl_diag *diag)
{
    size_t size = 0;
    size_t head = strlen(mark) + 1;
    size_t before = head + FL_DIGEST_TEXT;
    char digest[FL_DIGEST_TEXT] = "";
    fl_err err = fl_program_file_read(path, text, &size, diag);
    if (err) {
        return err;
    }
    if (strncmp(*text, mark, head - 1) != 0 || (*text)[head - 1] != '\n') {
        return fl_diag_set(diag, FL_ERR_FORMAT, path,
                           "this file is not a checkpoint: it does not begin with '%s'", mark);
    }
    if (size >= before) {
        fl_tally_digest_text(*text + before, size - before, digest);
    }
    if (size < before || (*text)[before - 1] != '\n' ||
        memcmp(digest, *text + head, FL_DIGEST_TEXT - 1) != 0) {
        err = fl_diag_set(diag, FL_ERR_DAMAGED, path, "this checkpoint is damaged");
        fl_diag_hint(diag, "delete it, and start again");
        return err;
    }
    *body = *text + before;
    return FL_OK;
}
