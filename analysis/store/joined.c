/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Items along FL_STORE_SAMPLES that are put together from those of other files, as HDF5's virtual datasets,
 * which only say where the values are, or by copying. The files were read before, so their checksums are
 * right.
 *
 * The largest value of an unsigned type, and -1 in 32 bits, stand for "none": copied into a wider type they
 * become that type's. */
#include "analysis/store/store_private.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static bool end(hid_t id, herr_t (*closing)(hid_t))
{
    return id >= 0 && closing(id) >= 0;
}

/* Selects the columns [from, from + n) of all rows; the space's sizes are those of the item. */
static bool select_columns(hid_t space, const fl_store_item *item, uint64_t from, uint64_t n)
{
    const hsize_t start[2] = {item->rank == 2 ? 0 : from, from};
    const hsize_t count[2] = {item->rank == 2 ? item->size[0] : n, n};
    return H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0;
}

bool fl_store_joined_map(const fl_store_item *item, hid_t list)
{
    hsize_t size[2] = {item->size[0], item->size[1]};
    hid_t space = H5Screate_simple((int)item->rank, size, NULL);
    bool is_done = space >= 0;
    uint64_t at = 0;
    for (size_t i = 0; i < item->sources_n && is_done; i++) {
        const fl_store_piece *source = &item->sources[i];
        size[item->rank - 1] = source->n;
        hid_t part = H5Screate_simple((int)item->rank, size, NULL);
        is_done = part >= 0 && select_columns(space, item, at, source->n) &&
                  H5Pset_virtual(list, space, source->path, item->path, part) >= 0;
        is_done = end(part, H5Sclose) && is_done;
        at += source->n;
    }
    return end(space, H5Sclose) && is_done;
}

/* Converts n values in place, from the end on as the new ones may be wider. */
static void widen(void *values, uint64_t n, fl_store_type from, fl_store_type to)
{
    uint8_t *narrow8 = values;
    uint16_t *narrow16 = values;
    int32_t *wide = values;
    for (uint64_t i = n; i-- > 0 && from != to;) {
        bool is_none = from == FL_STORE_U8 ? narrow8[i] == UINT8_MAX : narrow16[i] == UINT16_MAX;
        int32_t value = from == FL_STORE_U8 ? narrow8[i] : narrow16[i];
        if (to == FL_STORE_U16) {
            narrow16[i] = is_none ? UINT16_MAX : (uint16_t)value;
        } else {
            wide[i] = is_none ? -1 : value;
        }
    }
}

/* What one source is copied with. */
typedef struct copying {
    const fl_store_item *item;
    hid_t from, to; /* the two datasets */
    fl_store_type type;
    void *values; /* FL_STORE_PULL of the item's type */
} copying;

/* Reads or writes n values of a row. */
static bool move(const copying *c, bool is_written, const hsize_t at[2], uint64_t n)
{
    const hsize_t count[2] = {1, n};
    const hsize_t length = n;
    unsigned skipped = c->item->rank == 1;
    hid_t set = is_written ? c->to : c->from;
    hid_t memory = H5Screate_simple(1, &length, NULL);
    hid_t space = H5Dget_space(set);
    bool is_done = memory >= 0 && space >= 0 &&
                   H5Sselect_hyperslab(space, H5S_SELECT_SET, at + skipped, NULL, count + skipped, NULL) >= 0;
    if (is_done && is_written) {
        hid_t type = fl_store_type_native(c->item->type, -1);
        is_done = H5Dwrite(set, type, memory, space, H5P_DEFAULT, c->values) >= 0;
    } else if (is_done) {
        is_done = H5Dread(set, fl_store_type_native(c->type, -1), memory, space, H5P_DEFAULT, c->values) >= 0;
    }
    is_done = end(memory, H5Sclose) && is_done;
    return end(space, H5Sclose) && is_done;
}

static bool copy_rows(const copying *c, uint64_t values, uint64_t to)
{
    uint64_t rows = c->item->rank == 2 ? c->item->size[0] : 1;
    for (uint64_t row = 0; row < rows; row++) {
        for (uint64_t from = 0; from < values; from += FL_STORE_PULL) {
            uint64_t n = values - from < FL_STORE_PULL ? values - from : FL_STORE_PULL;
            if (!move(c, false, (const hsize_t[]){row, from}, n)) {
                return false;
            }
            widen(c->values, n, c->type, c->item->type);
            if (!move(c, true, (const hsize_t[]){row, to + from}, n)) {
                return false;
            }
        }
    }
    return true;
}

/* Whether a type's values fit another's. */
static bool fits(fl_store_type from, fl_store_type to)
{
    return from == to || (from == FL_STORE_U8 && (to == FL_STORE_U16 || to == FL_STORE_I32)) ||
           (from == FL_STORE_U16 && to == FL_STORE_I32);
}

static bool copy_set(copying *c, hid_t file, const fl_store_piece *source, uint64_t to)
{
    c->from = H5Dopen2(file, c->item->path, H5P_DEFAULT);
    hid_t type = c->from < 0 ? -1 : H5Dget_type(c->from);
    bool is_done = type >= 0 && fl_store_type_find(type, &c->type) && fits(c->type, c->item->type) &&
                   copy_rows(c, source->n, to);
    is_done = end(type, H5Tclose) && is_done;
    return end(c->from, H5Dclose) && is_done;
}

/* Opens a source and copies its values. */
static bool copy_source(copying *c, const fl_store_piece *source, uint64_t to, fl_err *err, fl_diag *diag)
{
    int descriptor = -1;
    fl_store_hdf5_driver driver;
    *err = fl_store_hdf5_open(source->path, &descriptor, diag);
    if (*err) {
        return false;
    }
    bool is_done = fl_store_hdf5_driver_init(&driver, descriptor);
    hid_t access = is_done ? fl_store_hdf5_driver_access(&driver) : -1;
    hid_t file = access < 0 ? -1 : H5Fopen("result", H5F_ACC_RDONLY, access);
    is_done = file >= 0 && copy_set(c, file, source, to);
    is_done = end(file, H5Fclose) && is_done;
    is_done = end(access, H5Pclose) && is_done;
    is_done = fl_store_hdf5_driver_free(&driver) && is_done;
    close(descriptor);
    if (!is_done) {
        *err = fl_diag_set(diag, FL_ERR_IO, source->path, "its values of %s cannot be copied", c->item->path);
    }
    return is_done;
}

bool fl_store_joined_copy(const fl_store_item *item, hid_t set, fl_err *err, fl_diag *diag)
{
    copying c = {.item = item, .to = set};
    uint64_t to = 0;
    c.values = malloc(FL_STORE_PULL * sizeof(uint64_t));
    *err = c.values ? FL_OK : FL_ERR_MEMORY;
    for (size_t i = 0; i < item->sources_n && !*err; i++) {
        (void)copy_source(&c, &item->sources[i], to, err, diag);
        to += item->sources[i].n;
    }
    free(c.values);
    return !*err;
}

hid_t fl_store_joined_access(const fl_store_item *item)
{
    enum { MOST = 1 << 28, SLOTS = 12421 }; /* a prime, as HDF5 asks for */
    hid_t list = H5Pcreate(H5P_DATASET_ACCESS);
    uint64_t rows = item->rank == 2 ? item->size[0] : 1;
    uint64_t bytes = 2 * rows * FL_STORE_PULL * fl_store_size_of(item->type); /* two chunks of each row */
    if (list >= 0 && H5Pset_chunk_cache(list, SLOTS, bytes < MOST ? bytes : MOST, 1.0) < 0) {
        H5Pclose(list);
        return -1;
    }
    return list;
}
