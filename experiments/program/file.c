/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks files and folders; reads small files whole. */
#include "experiments/program/program.h"
#include "gen/base/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST = 1 << 30 };

bool fl_program_file_is_stream(const char *path)
{
    return strcmp(path, "-") == 0;
}

/* Returns true if the machine cannot tell: reading the file will report the error. */
bool fl_program_file_exists(const char *path)
{
    struct stat about;
    return fl_program_file_is_stream(path) || stat(path, &about) == 0 ||
           fl_diag_of_errno(errno) != FL_ERR_INPUT;
}

static fl_err look(const char *path, struct stat *about, bool *is_there, fl_diag *diag)
{
    *is_there = stat(path, about) == 0;
    return *is_there || fl_diag_of_errno(errno) == FL_ERR_INPUT
               ? FL_OK
               : fl_diag_set(diag, FL_ERR_IO, path, "cannot look at it: %s", strerror(errno));
}

fl_err fl_program_file_look(const char *path, bool *is_there, fl_diag *diag)
{
    struct stat about;
    return look(path, &about, is_there, diag);
}

fl_err fl_program_file_is_folder(const char *path, bool *is_folder, fl_diag *diag)
{
    struct stat about;
    fl_err err = look(path, &about, is_folder, diag);
    *is_folder = *is_folder && S_ISDIR(about.st_mode);
    return err;
}

fl_err fl_program_file_is_same(const char *a, const char *b, bool *is_same, fl_diag *diag)
{
    struct stat one;
    struct stat other;
    bool is_there = false;
    *is_same = false;
    fl_err err = look(a, &one, &is_there, diag);
    if (!err && is_there) {
        err = look(b, &other, &is_there, diag);
        *is_same = is_there && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
    }
    return err;
}

const char *fl_program_file_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

fl_err fl_program_file_each(const char *folder, void *context, fl_program_file_take *take, fl_diag *diag)
{
    size_t length = strlen(folder);
    const char *slash = length > 0 && folder[length - 1] == '/' ? "" : "/";
    fl_text path;
    fl_err err = FL_OK;
    DIR *list = opendir(folder);
    if (!list) {
        return fl_diag_set(diag, fl_diag_of_errno(errno), folder, "cannot open this folder: %s",
                           strerror(errno));
    }
    fl_text_init(&path);
    errno = 0;
    for (const struct dirent *entry = readdir(list); entry && !err; entry = readdir(list)) {
        fl_text_clear(&path);
        fl_text_add_format(&path, "%s%s%s", folder, slash, entry->d_name);
        err = fl_text_check(&path) ? fl_diag_memory(diag) : take(context, fl_text_get(&path), diag);
        errno = 0;
    }
    if (!err && errno) {
        err = fl_diag_set(diag, FL_ERR_IO, folder, "cannot read this folder: %s", strerror(errno));
    }
    closedir(list);
    fl_text_free(&path);
    return err;
}

static fl_err read_all(int file, const char *path, char *text, size_t *size, fl_diag *diag)
{
    if (fl_files_get(file, FL_FILES_HERE, text, size)) {
        return fl_diag_set(diag, FL_ERR_IO, path, "cannot read: %s", strerror(errno));
    }
    text[*size] = '\0';
    return FL_OK;
}

fl_err fl_program_file_read(const char *path, char **text, size_t *size, fl_diag *diag)
{
    struct stat about;
    *text = NULL;
    if (fl_program_file_is_stream(path)) {
        /* Reads the standard input to its end. */
        static const char name[] = "standard input";
        size_t room = 1 << 16;
        fl_err err = FL_OK;
        *size = 0;
        *text = malloc(room + 1);
        for (size_t taken = 1; *text && !err && taken > 0;) {
            taken = room - *size;
            err = read_all(STDIN_FILENO, name, *text + *size, &taken, diag);
            *size += err ? 0 : taken;
            if (!err && *size > LARGEST) {
                err = fl_diag_set(diag, FL_ERR_INPUT, name, "expected at most %d MiB", LARGEST >> 20);
            } else if (!err && *size == room) {
                char *grown = realloc(*text, 2 * room + 1);
                err = grown ? FL_OK : fl_diag_memory(diag);
                *text = grown ? grown : *text;
                room *= 2;
            }
        }
        err = *text ? err : fl_diag_memory(diag);
        if (err) {
            free(*text);
            *text = NULL;
        }
        return err;
    }
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* do not wait for the writer of a pipe */
    if (file < 0) {
        return fl_diag_set(diag, fl_diag_of_errno(errno), path, "cannot open: %s", strerror(errno));
    }
    fl_err err = FL_OK;
    if (fstat(file, &about)) {
        err = fl_diag_set(diag, FL_ERR_IO, path, "cannot look at it: %s", strerror(errno));
    } else if (!S_ISREG(about.st_mode) || about.st_size > LARGEST) {
        err =
            fl_diag_set(diag, FL_ERR_INPUT, path, "expected a regular file of at most %d MiB", LARGEST >> 20);
    }
    *size = err ? 0 : (size_t)about.st_size;
    *text = err ? NULL : malloc(*size + 1);
    if (!err) {
        err = *text ? read_all(file, path, *text, size, diag) : fl_diag_memory(diag);
    }
    close(file);
    if (err) {
        free(*text);
        *text = NULL;
    }
    return err;
}
