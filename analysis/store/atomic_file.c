/* SPDX-License-Identifier: GPL-2.0-or-later */
/* O_EXCL makes the name unique even if process numbers repeat, as in a folder shared by several machines. A
 * lock (flock) shows if a process is still writing a file; on file systems without locks, old temporary files
 * are not removed. */
#define _DEFAULT_SOURCE /* flock */
#include "analysis/store/store.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 100 };

static fl_err io_error(const fl_atomic_file *self, const char *verb, fl_diag *diag)
{
    fl_err err = fl_diag_set(diag, FL_ERR_IO, self->path, "cannot %s: %s", verb, strerror(errno));
    if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG) {
        fl_diag_hint(diag, "make room on the disk, or name a file elsewhere; an older file is as it was");
    }
    return err;
}

/* FL_ERR_INPUT for errors that another path would avoid, FL_ERR_IO for all others. */
static fl_err open_error(const fl_atomic_file *self, const char *what, fl_diag *diag)
{
    switch (errno) {
    case ENOENT:
    case ENOTDIR:
    case EACCES:
    case EPERM:
    case ELOOP:
    case ENAMETOOLONG:
        return fl_diag_set(diag, FL_ERR_INPUT, self->path, "%s: %s", what, strerror(errno));
    default:
        return fl_diag_set(diag, FL_ERR_IO, self->path, "%s: %s", what, strerror(errno));
    }
}

static fl_err open_folder(fl_atomic_file *self, fl_diag *diag)
{
    size_t length = (size_t)(self->base - self->path);
    char *folder = malloc(length + 3);
    if (!folder) {
        return fl_diag_memory(diag);
    }
    memcpy(folder, self->path, length);
    strcpy(folder + length, length ? "" : ".");
    self->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    fl_err err = self->folder < 0 ? open_error(self, "cannot open the folder", diag) : FL_OK;
    free(folder);
    return err;
}

/* True if the folder belongs to all users, such as /tmp, where each may replace only files of their own. */
static bool is_of_another_user(const fl_atomic_file *self)
{
    struct stat folder;
    struct stat entry; /* of a link itself, which would be replaced */
    return geteuid() != 0 && fstat(self->folder, &folder) == 0 && folder.st_mode & S_ISVTX &&
           fstatat(self->folder, self->base, &entry, AT_SYMLINK_NOFOLLOW) == 0 && entry.st_uid != geteuid() &&
           folder.st_uid != geteuid();
}

static fl_err check_name(const fl_atomic_file *self, fl_diag *diag)
{
    struct stat about;
    if (strcmp(self->path, "-") == 0) {
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "-", "a result file cannot go to the standard output");
        fl_diag_hint(diag, "name a file; one that is called - is ./-");
        return err;
    }
    if (!*self->base) {
        return fl_diag_set(diag, FL_ERR_INPUT, self->path, "expected the name of a file, found a folder");
    }
    if (is_of_another_user(self)) {
        return fl_diag_set(diag, FL_ERR_INPUT, self->path,
                           "there is a file of another user of that name, which this folder protects");
    }
    if (fstatat(self->folder, self->base, &about, 0)) {
        return errno == ENOENT || errno == ELOOP ? FL_OK : open_error(self, "cannot write there", diag);
    }
    return S_ISREG(about.st_mode)
               ? FL_OK
               : fl_diag_set(diag, FL_ERR_INPUT, self->path,
                             "there is %s of that name, expected a regular file or nothing",
                             S_ISDIR(about.st_mode) ? "a folder" : "a device or pipe");
}

static bool is_temporary(const char *name)
{
    long process = 0;
    unsigned long number = 0;
    int length = 0;
    return sscanf(name, ".floorlab-%10ld-%8lx.tmp%n", &process, &number, &length) == 2 && length > 0 &&
           name[length] == '\0';
}

/* Removes a temporary file of this user that no process is writing. */
static void remove_left_over(int folder, const char *name)
{
    struct stat about;
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) {
        return;
    }
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid() &&
        flock(file, LOCK_EX | LOCK_NB) == 0) {
        (void)unlinkat(folder, name, 0);
    }
    close(file);
}

/* Locks a new file; false if another process removed it before it was locked (EEXIST), or on an error. */
static bool lock_new(fl_atomic_file *self)
{
    struct stat about;
    bool is_swept = flock(self->file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    int error = is_swept || !fstat(self->file, &about) ? 0 : errno;
    if (!error && !is_swept && about.st_nlink > 0) {
        self->lock = fcntl(self->file, F_DUPFD_CLOEXEC, 0);
        return true;
    }
    if (error) {
        (void)unlinkat(self->folder, self->name, 0);
    }
    close(self->file);
    self->file = -1;
    errno = error ? error : EEXIST;
    return false;
}

static fl_err open_file(fl_atomic_file *self, fl_diag *diag)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    for (unsigned i = 0; i < TRIES; i++) {
        snprintf(self->name, sizeof self->name, ".floorlab-%ld-%08lx.tmp", (long)getpid(),
                 ((unsigned long)now.tv_nsec + i * 0x9e3779b9UL) & 0xffffffffUL);
        self->file = openat(self->folder, self->name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (self->file >= 0 && lock_new(self)) {
            return FL_OK;
        }
        if (errno != EEXIST) {
            break;
        }
    }
    self->name[0] = '\0';
    return open_error(self, "cannot make a file in the folder", diag);
}

fl_err fl_store_atomic_init(fl_atomic_file *self, const char *path, fl_diag *diag)
{
    const char *slash = strrchr(path, '/');
    *self = (fl_atomic_file){
        .path = path, .base = slash ? slash + 1 : path, .folder = -1, .file = -1, .lock = -1};
    fl_err err = open_folder(self, diag);
    err = err ? err : check_name(self, diag);
    if (!err) {
        /* removes the files that killed processes left in the folder */
        int again = openat(self->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        DIR *list = again >= 0 ? fdopendir(again) : NULL;
        const struct dirent *entry = NULL;
        while (list && (entry = readdir(list)) != NULL) {
            if (is_temporary(entry->d_name)) {
                remove_left_over(self->folder, entry->d_name);
            }
        }
        if (list) {
            closedir(list);
        } else if (again >= 0) {
            close(again);
        }
        err = open_file(self, diag);
    }
    if (err) {
        fl_store_atomic_free(self);
    }
    return err;
}

fl_err fl_store_atomic_try(const char *path, fl_diag *diag)
{
    fl_atomic_file temp;
    fl_err err = fl_store_atomic_init(&temp, path, diag);
    if (!err) {
        fl_store_atomic_free(&temp);
    }
    return err;
}

static int synced(int file)
{
    int result = -1;
    do {
        result = fsync(file);
    } while (result < 0 && errno == EINTR);
    return result;
}

fl_err fl_store_atomic_sync(fl_atomic_file *self, fl_diag *diag)
{
    assert(self->file >= 0);
    return synced(self->file) ? io_error(self, "write", diag) : FL_OK;
}

/* Gives a replacement the old file's mode, so that it stays private. Some file systems have no modes. */
static fl_err take_mode(fl_atomic_file *self, fl_diag *diag)
{
    struct stat about;
    if (fstatat(self->folder, self->base, &about, AT_SYMLINK_NOFOLLOW)) {
        return errno == ENOENT ? FL_OK : io_error(self, "look at the old file", diag);
    }
    if (S_ISREG(about.st_mode) && fchmod(self->file, about.st_mode & 0777) && errno != EPERM) {
        return io_error(self, "set its mode", diag);
    }
    return FL_OK;
}

fl_err fl_store_atomic_keep(fl_atomic_file *self, fl_diag *diag)
{
    int file = self->file;
    assert(file >= 0);
    fl_err err = take_mode(self, diag);
    if (err) {
        return err;
    }
    self->file = -1;
    if (close(file)) {
        return io_error(self, "close", diag);
    }
    if (renameat(self->folder, self->name, self->folder, self->base)) {
        return io_error(self, "rename the temporary file", diag);
    }
    self->name[0] = '\0';
    if (synced(self->folder) && errno != EINVAL) {
        return fl_diag_set(diag, FL_ERR_IO, self->path,
                           "the new file is complete, but after a power failure the old one may be back: %s",
                           strerror(errno));
    }
    return FL_OK;
}

void fl_store_atomic_free(fl_atomic_file *self)
{
    if (self->file >= 0) {
        close(self->file);
    }
    if (self->name[0]) {
        unlinkat(self->folder, self->name, 0);
    }
    if (self->lock >= 0) {
        close(self->lock);
    }
    if (self->folder >= 0) {
        close(self->folder);
    }
    self->file = -1;
    self->lock = -1;
    self->folder = -1;
    self->name[0] = '\0';
}
