/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names dimensions by HDF5's dimension scales, which h5py, netCDF4, xarray and Julia read. */
#include "analysis/store/store_private.h"

#include <hdf5_hl.h>
#include <string.h>

static bool end(hid_t id, herr_t (*closing)(hid_t))
{
    return id >= 0 && closing(id) >= 0;
}

static bool is_scale(const fl_store_item *item)
{
    return item->rank == 1 && strcmp(item->dimension[0], item->path) == 0;
}

static bool put_item(hid_t file, const fl_store_item *item)
{
    bool is_done = true;
    hid_t set = H5Dopen2(file, item->path, H5P_DEFAULT);
    for (unsigned k = 0; k < item->rank && set >= 0 && is_done && !is_scale(item); k++) {
        hid_t scale = H5Dopen2(file, item->dimension[k], H5P_DEFAULT);
        is_done = scale >= 0 && H5DSattach_scale(set, scale, k) >= 0;
        is_done = end(scale, H5Dclose) && is_done;
    }
    if (set >= 0 && is_scale(item)) {
        is_done = H5DSset_scale(set, strrchr(item->path, '/') + 1) >= 0;
    }
    return end(set, H5Dclose) && is_done;
}

bool fl_store_dimension_put(const fl_store *self, hid_t file)
{
    bool is_done = true;
    for (size_t i = 0; i < 2 * self->items_n && is_done; i++) { /* all scales come first */
        const fl_store_item *item = &self->items[i % self->items_n];
        is_done = is_scale(item) != (i < self->items_n) || put_item(file, item);
    }
    return is_done;
}
