/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Everything is on the disk and was read back before the file gets its name. HDF5 writes in a child process:
 * it crashes when memory is short. */
#include "analysis/store/store_private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Items that a reader listed without their values cannot be written. */
static fl_err check_values(const fl_store *self, const char *path, fl_diag *diag)
{
    for (size_t i = 0; i < self->items_n; i++) {
        const fl_store_item *item = &self->items[i];
        if (!item->pull && !item->data) {
            return fl_diag_set(diag, FL_ERR_INPUT, path,
                               "%s was read without its values and cannot be written", item->path);
        }
    }
    return FL_OK;
}

static fl_err verify(int file, const char *path, fl_diag *diag)
{
    fl_err err = fl_store_checksum_check(file, path, diag);
    if (err == FL_OK || err == FL_ERR_IO || err == FL_ERR_MEMORY) {
        return err;
    }
    err = fl_diag_set(diag, FL_ERR_IO, path, "what was read back is not what was written");
    fl_diag_hint(diag, "the disk or the memory of this machine is faulty; an older file is unchanged");
    return err;
}

typedef struct writing {
    const fl_store *store;
    const fl_atomic_file *temp;
    int file;      /* a descriptor of it for the child, without its lock */
    fl_diag *diag; /* where functions that make values put their errors; may be NULL */
} writing;

static void write_in_child(void *writing_of, fl_store_pipe *out)
{
    const writing *w = writing_of;
    fl_diag own;
    fl_diag *diag = w->diag ? w->diag : &own;
    fl_diag_init(diag);
    close(w->temp->file);
    close(w->temp->lock);
    fl_err err = fl_store_hdf5_put_all(w->store, w->file, w->temp->path, diag);
    fl_store_pipe_put_end(out, err ? diag : NULL);
}

static fl_err listen(void *writing_of, fl_store_pipe *in, fl_diag *diag)
{
    (void)writing_of;
    return fl_store_pipe_take_end(in, diag);
}

/* A killed program and its lock are gone at once; its child may still wait for a slow disk. The file is
 * opened once more for the child, so that others see at once that nobody will complete it. */
static fl_err put_all(const fl_store *self, const fl_atomic_file *temp, fl_diag *diag)
{
    writing w = {.store = self, .temp = temp, .diag = diag};
    w.file = openat(temp->folder, temp->name, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (w.file < 0) {
        return fl_diag_set(diag, FL_ERR_IO, temp->path, "cannot open the temporary file: %s",
                           strerror(errno));
    }
    fl_store_child child = {
        .task = "writes", .path = temp->path, .work = write_in_child, .listen = listen, .context = &w};
    fl_err err = fl_store_child_run(&child, diag);
    close(w.file);
    if (child.is_crashed) {
        err = fl_diag_set(diag, FL_ERR_IO, temp->path, "the HDF5 library crashed while it wrote");
        fl_diag_hint(diag, "most likely memory is short; an older file is unchanged");
    }
    return err;
}

static fl_err fill(const fl_store *self, fl_atomic_file *temp, fl_diag *diag)
{
    fl_err err = put_all(self, temp, diag);
    err = err ? err : fl_store_checksum_put(temp->file, temp->path, diag);
    err = err ? err : fl_store_atomic_sync(temp, diag);
    err = err ? err : verify(temp->file, temp->path, diag);
    return err ? err : fl_store_atomic_keep(temp, diag);
}

fl_err fl_store_hdf5_write(const fl_store *self, const char *path, fl_diag *diag)
{
    fl_atomic_file temp;
    if (diag) {
        fl_diag_init(diag);
    }
    fl_err err = fl_store_check(self, path, diag);
    err = err ? err : check_values(self, path, diag);
    err = err ? err : fl_store_atomic_init(&temp, path, diag);
    if (err) {
        return err;
    }
    err = fill(self, &temp, diag);
    fl_store_atomic_free(&temp);
    return err;
}
