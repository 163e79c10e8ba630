/* SPDX-License-Identifier: GPL-2.0-or-later */
/* HDF5 calls the handler when an API function fails; the innermost entry of its stack is the cause. */
#include "analysis/store/store_private.h"

#include <stdio.h>
#include <string.h>

static herr_t take_innermost(unsigned n, const H5E_error2_t *error, void *data)
{
    fl_store_hdf5_errors *self = data;
    if (n == 0) {
        self->is_short_of_memory = error->maj_num == H5E_RESOURCE && error->min_num == H5E_NOSPACE;
        snprintf(self->text, sizeof self->text, "%s, in %s",
                 error->desc && *error->desc ? error->desc : "no reason given", error->func_name);
    }
    return 0;
}

static herr_t handle(hid_t stack, void *data)
{
    fl_store_hdf5_errors *self = data;
    if (!self->text[0]) {
        H5Ewalk2(stack, H5E_WALK_UPWARD, take_innermost, self);
    }
    return 0;
}

void fl_store_hdf5_errors_set(fl_store_hdf5_errors *self)
{
    memset(self, 0, sizeof *self);
    if (H5Eget_auto2(H5E_DEFAULT, &self->old, &self->old_data) >= 0) {
        H5Eset_auto2(H5E_DEFAULT, handle, self);
    }
}

void fl_store_hdf5_errors_clear(fl_store_hdf5_errors *self)
{
    H5Eset_auto2(H5E_DEFAULT, self->old, self->old_data);
}
