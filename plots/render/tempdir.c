/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Folders are locked by flock. On file systems without locks left-over folders are not removed. */
#define _DEFAULT_SOURCE /* flock */
#include "gen/base/text.h"
#include "plots/render/render_private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char prefix[] = ".floorlab-plot-";

enum { TRIES = 8, HIDDEN = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

/* Removes all files of an open folder, but not its subfolders. */
static void empty(int folder)
{
    int again = openat(folder, ".", HIDDEN);
    DIR *list = again >= 0 ? fdopendir(again) : NULL;
    const struct dirent *entry = NULL;
    while (list && (entry = readdir(list)) != NULL) {
        (void)unlinkat(folder, entry->d_name, 0);
    }
    if (list) {
        closedir(list);
    } else if (again >= 0) {
        close(again);
    }
}

/* Removes the unlocked folders of this user. */
static void remove_left_overs(const char *folder)
{
    DIR *list = opendir(folder);
    const struct dirent *entry = NULL;
    while (list && (entry = readdir(list)) != NULL) {
        struct stat about;
        bool is_hidden = strncmp(entry->d_name, prefix, sizeof prefix - 1) == 0;
        int file = is_hidden ? openat(dirfd(list), entry->d_name, HIDDEN) : -1;
        if (file >= 0 && fstat(file, &about) == 0 && about.st_uid == geteuid() &&
            flock(file, LOCK_EX | LOCK_NB) == 0) {
            empty(file);
            (void)unlinkat(dirfd(list), entry->d_name, AT_REMOVEDIR);
        }
        if (file >= 0) {
            close(file);
        }
    }
    if (list) {
        closedir(list);
    }
}

/* Locks the new folder. False if another process removed it as left over before it was locked. */
static bool lock(fl_tempdir *self)
{
    struct stat about;
    self->lock = open(self->path, HIDDEN);
    if (self->lock < 0) {
        return false;
    }
    bool is_removed = flock(self->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!is_removed && stat(self->path, &about) == 0) {
        return true;
    }
    close(self->lock);
    self->lock = -1;
    return false;
}

fl_err fl_render_tempdir_init(fl_tempdir *self, const char *folder, fl_diag *diag)
{
    bool is_ours = false;
    *self = (fl_tempdir){.lock = -1};
    remove_left_overs(folder);
    for (unsigned i = 0; i < TRIES && !is_ours; i++) {
        fl_text name;
        fl_text_init(&name);
        fl_text_add_format(&name, "%s/%sXXXXXX", folder, prefix);
        if (fl_text_check(&name)) {
            fl_text_free(&name);
            return fl_diag_memory(diag);
        }
        free(self->path);
        self->path = name.data; /* takes over the text's memory */
        if (!mkdtemp(self->path)) {
            break;
        }
        is_ours = lock(self);
    }
    if (is_ours) {
        return FL_OK;
    }
    bool is_bad_name = errno == EACCES || errno == EPERM || errno == EROFS || errno == ENAMETOOLONG;
    fl_err err = fl_diag_set(diag, is_bad_name ? FL_ERR_INPUT : FL_ERR_IO, folder, "cannot write there: %s",
                             strerror(errno));
    free(self->path);
    self->path = NULL;
    return err;
}

void fl_render_tempdir_free(fl_tempdir *self)
{
    if (self->path) {
        empty(self->lock);
        (void)rmdir(self->path);
        close(self->lock);
        free(self->path);
    }
    self->path = NULL;
}
