/* SPDX-License-Identifier: MIT */
#include "gen/base/text_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

fl_err fl_text_file_read(const char *path, const char *what, size_t most, char **out, size_t *size,
                         fl_diag *diag)
{
    *out = NULL;
    *size = 0;
    FILE *file = fopen(path, "rb");
    if (!file) {
        return fl_diag_set(diag, FL_ERR_INPUT, path, "cannot be read: %s", strerror(errno));
    }
    char *data = malloc(most + 1);
    *size = data ? fread(data, 1, most + 1, file) : 0;
    fl_err err = data ? FL_OK : fl_diag_memory(diag);
    if (!err && ferror(file)) {
        err = fl_diag_set(diag, FL_ERR_INPUT, path, "cannot be read: %s", strerror(errno));
    } else if (!err && *size > most) {
        err = fl_diag_set(diag, FL_ERR_INPUT, path, "%s has at most %zu bytes", what, most);
    }
    fclose(file);
    if (err) {
        free(data);
        data = NULL;
    }
    *out = data;
    return err;
}

bool fl_text_file_is_path(const char *name, const char *end)
{
    size_t length = strlen(name);
    size_t end_length = strlen(end);
    return strchr(name, '/') || (length > end_length && strcmp(name + length - end_length, end) == 0);
}
