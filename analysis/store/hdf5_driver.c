/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The minimum that HDF5 1.10 needs of a driver. Addresses count from the start of the file. */
#include "analysis/store/store_private.h"

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct opened {
    H5FD_t common; /* first: HDF5 sees only this */
    fl_store_hdf5_driver *owner;
    haddr_t end;  /* of HDF5's allocations */
    haddr_t size; /* of the file */
} opened;

static void note(opened *self, int error)
{
    if (!self->owner->error) {
        self->owner->error = error;
    }
}

static H5FD_t *open_file(const char *name, unsigned flags, hid_t access, haddr_t largest)
{
    (void)name;
    (void)flags;
    (void)largest;
    fl_store_hdf5_driver *const *owner = H5Pget_driver_info(access);
    opened *self = calloc(1, sizeof *self);
    struct stat about;
    if (!owner || !self || fstat((*owner)->file, &about)) {
        if (owner) {
            (*owner)->error = errno;
        }
        free(self);
        return NULL;
    }
    self->owner = *owner;
    self->size = (haddr_t)about.st_size;
    return &self->common;
}

static herr_t close_file(H5FD_t *file)
{
    free(file);
    return 0;
}

static herr_t query(const H5FD_t *file, unsigned long *flags)
{
    (void)file;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

static haddr_t get_end(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const opened *)file)->end;
}

static herr_t set_end(H5FD_t *file, H5FD_mem_t type, haddr_t end)
{
    (void)type;
    ((opened *)file)->end = end;
    return 0;
}

static haddr_t get_size(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const opened *)file)->size;
}

/* Bytes beyond the end of the file are zeros, as in HDF5's own driver. Unreadable bytes are an error: HDF5
 * would read a heap of zeros for ever. */
static herr_t read_bytes(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size, void *out)
{
    (void)type;
    (void)transfer;
    opened *self = (opened *)file;
    size_t n = size;
    if (fl_files_get(self->owner->file, (int64_t)at, out, &n)) {
        note(self, errno);
        return -1;
    }
    memset((char *)out + n, 0, size - n);
    return 0;
}

static herr_t write_bytes(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size,
                          const void *bytes)
{
    (void)type;
    (void)transfer;
    opened *self = (opened *)file;
    if (!self->owner->error && fl_files_put(self->owner->file, (int64_t)at, bytes, size)) {
        note(self, errno);
    }
    self->size = at + size > self->size ? at + size : self->size;
    return 0;
}

static herr_t truncate_file(H5FD_t *file, hid_t transfer, hbool_t is_closing)
{
    (void)transfer;
    (void)is_closing;
    opened *self = (opened *)file;
    if (self->end == self->size) {
        return 0;
    }
    if (!self->owner->error && ftruncate(self->owner->file, (off_t)self->end)) {
        note(self, errno);
    }
    self->size = self->end;
    return 0;
}

static const H5FD_class_t driver = {
#if H5_VERSION_GE(1, 13, 0)
    .version = H5FD_CLASS_VERSION,
    .value = (H5FD_class_value_t)400,
#endif
    .name = "floorlab",
    .maxaddr = (haddr_t)INT64_MAX,
    .fc_degree = H5F_CLOSE_STRONG,
    .fapl_size = sizeof(fl_store_hdf5_driver *),
    .open = open_file,
    .close = close_file,
    .query = query,
    .get_eoa = get_end,
    .set_eoa = set_end,
    .get_eof = get_size,
    .read = read_bytes,
    .write = write_bytes,
    .truncate = truncate_file,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

bool fl_store_hdf5_driver_init(fl_store_hdf5_driver *self, int file)
{
    *self = (fl_store_hdf5_driver){.file = file, .id = H5FDregister(&driver)};
    return self->id >= 0;
}

hid_t fl_store_hdf5_driver_access(fl_store_hdf5_driver *self)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    if (access >= 0 && H5Pset_driver(access, self->id, &self) < 0) {
        H5Pclose(access);
        return -1;
    }
    return access;
}

bool fl_store_hdf5_driver_free(fl_store_hdf5_driver *self)
{
    bool is_done = self->id >= 0 && H5FDunregister(self->id) >= 0;
    self->id = -1;
    return is_done;
}
