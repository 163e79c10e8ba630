/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads and writes whole files. A file is HDF5 with a block in front; the whole file is checked against its
 * checksum, then the block is read. A new file gets its name after everything is on the disk and was read
 * back. */
#include "analysis/store/store_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static fl_err check_file(int file, const char *path, fl_diag *diag)
{
    struct stat about;
    if (fstat(file, &about)) {
        return fl_diag_set(diag, FL_ERR_IO, path, "cannot look at it: %s", strerror(errno));
    }
    if (S_ISDIR(about.st_mode)) {
        return fl_diag_set(diag, FL_ERR_INPUT, path, "this is a folder, expected a result file");
    }
    return S_ISREG(about.st_mode)
               ? fl_store_checksum_check(file, path, diag)
               : fl_diag_set(diag, FL_ERR_INPUT, path, "this is a device or pipe, expected a result file");
}

/* A number at the start of the packed bytes gives their size. */
enum { PACKED_AT = FL_STORE_CHECKSUM_SIZE + sizeof(uint64_t) };

static fl_err damaged(const char *path, fl_diag *diag)
{
    return fl_diag_set(diag, FL_ERR_DAMAGED, path,
                       "the file is damaged: floorlab does not write such content");
}

static fl_err unpack(fl_store *self, const void *packed, size_t n, const char *path, fl_diag *diag)
{
    fl_err err = fl_store_unpack(self, packed, n);
    if (!err && fl_store_check(self, path, diag)) {
        err = FL_ERR_DAMAGED;
    }
    return err == FL_ERR_DAMAGED ? damaged(path, diag) : err ? fl_diag_memory(diag) : FL_OK;
}

static fl_err read_block(fl_store *self, int file, const char *path, fl_diag *diag)
{
    uint64_t n = 0;
    size_t done = sizeof n;
    struct stat about;
    fl_err err = fl_files_get(file, FL_STORE_CHECKSUM_SIZE, &n, &done);
    if (err || fstat(file, &about)) {
        return fl_diag_set(diag, FL_ERR_IO, path, "cannot read: %s", strerror(errno));
    }
    if (done < sizeof n || n > (uint64_t)about.st_size) {
        return damaged(path, diag);
    }
    void *packed = malloc(n + 1);
    if (!packed) {
        return fl_diag_memory(diag);
    }
    done = n;
    err = fl_files_get(file, PACKED_AT, packed, &done);
    err = err ? fl_diag_set(diag, err, path, "cannot read: %s", strerror(errno))
              : unpack(self, packed, done, path, diag);
    free(packed);
    return err;
}

fl_err fl_store_read(fl_store *self, const char *path, fl_diag *diag)
{
    fl_store_init(self);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) {
        bool is_machine = errno == ENFILE || errno == EMFILE || errno == ENOMEM || errno == EIO;
        if (strcmp(path, "-") == 0) {
            fl_err err = fl_diag_set(diag, FL_ERR_INPUT, path, "a result file cannot be read from a pipe");
            fl_diag_hint(diag, "give the name of a regular file");
            return err;
        }
        return errno == ENOENT ? fl_diag_set(diag, FL_ERR_INPUT, path, "there is no such file")
                               : fl_diag_set(diag, is_machine ? FL_ERR_IO : FL_ERR_INPUT, path,
                                             "cannot open: %s", strerror(errno));
    }
    fl_err err = check_file(file, path, diag);
    err = err ? err : read_block(self, file, path, diag);
    close(file);
    if (err) {
        fl_store_free(self);
    }
    return err;
}

static fl_err verify(int file, const char *path, fl_diag *diag)
{
    fl_err err = fl_store_checksum_check(file, path, diag);
    if (err == FL_OK || err == FL_ERR_IO || err == FL_ERR_MEMORY) {
        return err;
    }
    err = fl_diag_set(diag, FL_ERR_IO, path, "the file does not hold what was written to it");
    fl_diag_hint(diag, "the disk or the memory of this machine is faulty; an older file is unchanged");
    return err;
}

static fl_err fill(const fl_store *self, fl_atomic_file *temp, fl_diag *diag)
{
    fl_text packed;
    uint64_t block = FL_STORE_CHECKSUM_SIZE;
    fl_text_init(&packed);
    fl_store_pack(self, &packed);
    while (block < PACKED_AT + packed.size) {
        block *= 2; /* HDF5 looks for its signature at these places */
    }
    fl_err err = fl_text_check(&packed) ? fl_diag_memory(diag)
                                        : fl_store_hdf5_put_all(self, temp->file, block, temp->path, diag);
    if (!err) {
        const uint64_t n = packed.size;
        err = fl_files_put(temp->file, FL_STORE_CHECKSUM_SIZE, &n, sizeof n);
        err = err ? err : fl_files_put(temp->file, PACKED_AT, fl_text_get(&packed), n);
        err = err ? fl_diag_set(diag, err, temp->path, "cannot write: %s", strerror(errno)) : FL_OK;
    }
    err = err ? err : fl_store_checksum_put(temp->file, temp->path, diag);
    err = err ? err : fl_store_atomic_sync(temp, diag);
    err = err ? err : verify(temp->file, temp->path, diag);
    fl_text_free(&packed);
    return err ? err : fl_store_atomic_keep(temp, diag);
}

fl_err fl_store_write(const fl_store *self, const char *path, fl_diag *diag)
{
    fl_atomic_file temp;
    if (diag) {
        fl_diag_init(diag);
    }
    fl_err err = fl_store_check(self, path, diag);
    err = err ? err : fl_store_atomic_init(&temp, path, diag);
    if (err) {
        return err;
    }
    err = fill(self, &temp, diag);
    fl_store_atomic_free(&temp);
    return err;
}
