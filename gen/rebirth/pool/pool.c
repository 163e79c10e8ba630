/* SPDX-License-Identifier: MIT */
/* Finds stage files: inside the program, or in a folder by the number that begins their name. */
#include "gen/rebirth/pool/pool.h"

#include "gen/base/embedded.h"
#include "gen/base/files.h"
#include "gen/rebirth/pool/pool_private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The bytes of one file. */
typedef struct content {
    char *data;
    size_t size;
} content;

/* True if a name reads NN.*.xml. */
static bool is_file_of(const char *name, unsigned number)
{
    char start[8];
    size_t length = strlen(name);
    snprintf(start, sizeof start, "%02u.", number % 100);
    return length >= 6 && strncmp(name, start, 3) == 0 && strcmp(name + length - 4, ".xml") == 0;
}

static fl_err not_there(const char *folder, unsigned number, fl_diag *diag)
{
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, folder, "there is no file %02u.*.xml", number);
    fl_diag_hint(diag, "a folder of rooms holds one file for each stage, such as '00.special rooms.xml'");
    return err;
}

static fl_err load_shipped(fl_pool_file *self, unsigned number, fl_diag *diag)
{
    static const char folder[] = "data/rooms/";
    for (size_t i = 0; i < fl_embedded_n; i++) {
        const fl_embedded *file = &fl_embedded_table[i];
        if (strncmp(file->name, folder, sizeof folder - 1) == 0 &&
            is_file_of(file->name + sizeof folder - 1, number)) {
            return fl_pool_read(self, file->data, file->size, file->name, diag);
        }
    }
    return not_there(folder, number, diag);
}

/* Reports the error of a system call, by errno. */
static fl_err failed(const char *path, const char *deed, fl_diag *diag)
{
    int code = errno;
    fl_err kind =
        code == ENOENT || code == ENOTDIR || code == EACCES || code == ELOOP ? FL_ERR_INPUT : FL_ERR_IO;
    return code == ENOMEM ? fl_diag_memory(diag)
                          : fl_diag_set(diag, kind, path, "cannot %s: %s", deed, strerror(code));
}

/* Reads the folder to its end, so that a second file with the number is noticed. */
static fl_err find_name(DIR *list, unsigned number, const char *folder, char *out, fl_diag *diag)
{
    out[0] = '\0';
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(list);
        if (!entry) {
            break;
        }
        if (!is_file_of(entry->d_name, number)) {
            continue;
        }
        if (out[0]) {
            bool is_later = strcmp(entry->d_name, out) > 0;
            fl_err err =
                fl_diag_set(diag, FL_ERR_INPUT, folder, "two files of number %02u: '%.200s' and '%.200s'",
                            number, is_later ? out : entry->d_name, is_later ? entry->d_name : out);
            fl_diag_hint(diag, "keep one of them");
            return err;
        }
        snprintf(out, NAME_MAX + 1, "%s", entry->d_name);
    }
    if (errno) {
        return failed(folder, "list the folder", diag);
    }
    return out[0] ? FL_OK : not_there(folder, number, diag);
}

static fl_err read_bytes(int file, content *out, const char *path, fl_diag *diag)
{
    struct stat state;
    if (fstat(file, &state)) {
        return failed(path, "look at the file", diag);
    }
    if (!S_ISREG(state.st_mode)) {
        return fl_diag_set(diag, FL_ERR_INPUT, path, "this is not a regular file");
    }
    if (state.st_size > FL_POOL_BYTES_MAX) {
        return fl_diag_set(diag, FL_ERR_INPUT, path, "the file is larger than %d MiB",
                           FL_POOL_BYTES_MAX >> 20);
    }
    out->data = malloc((size_t)state.st_size + 1);
    if (!out->data) {
        return fl_diag_memory(diag);
    }
    out->size = (size_t)state.st_size; /* if it is shorter by now, the reader finds the end of the text */
    return fl_files_get(file, FL_FILES_HERE, out->data, &out->size) ? failed(path, "read the file", diag)
                                                                    : FL_OK;
}

/* Reads a file, opened without waiting and checked first, so that a pipe or a device with that name is
 * harmless. */
static fl_err read_file(content *out, DIR *list, const char *name, const char *path, fl_diag *diag)
{
    int file = openat(dirfd(list), name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) {
        return failed(path, "open the file", diag);
    }
    fl_err err = read_bytes(file, out, path, diag);
    close(file);
    return err;
}

fl_err fl_pool_load(fl_pool_file *self, const char *folder, unsigned number, fl_files *files, fl_diag *diag)
{
    content text = {0};
    char name[NAME_MAX + 1];
    char path[2 * NAME_MAX];
    char noted[2 * NAME_MAX]; /* one name for all files that this number can have */
    *self = (fl_pool_file){0};
    if (!folder || !folder[0]) {
        return load_shipped(self, number, diag);
    }
    snprintf(noted, sizeof noted, "%.200s/%02u", folder, number);
    if (files && files->is_closed) {
        return fl_files_find(files, noted) ? FL_OK : fl_files_refuse(files, noted, diag);
    }
    DIR *list = opendir(folder);
    if (!list) {
        return failed(folder, "open the folder of rooms", diag);
    }
    fl_err err = find_name(list, number, folder, name, diag);
    if (!err) {
        snprintf(path, sizeof path, "%.200s/%s", folder, name);
        err = read_file(&text, list, name, path, diag);
    }
    closedir(list);
    err = err ? err : fl_pool_read(self, text.data, text.size, path, diag);
    err = err ? err : fl_files_note(files, noted, fl_files_hash(text.data, text.size), diag);
    free(text.data);
    return err;
}
