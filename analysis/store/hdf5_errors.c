/* SPDX-License-Identifier: GPL-2.0-or-later */
/* HDF5 calls the handler when an API function fails; the innermost entry of its stack is the cause. Want of
 * memory has several numbers there, or none, but leaves errno behind. */
#include "analysis/store/store_private.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static herr_t take_entry(unsigned n, const H5E_error2_t *error, void *data)
{
    fl_store_hdf5_errors *self = data;
    self->is_short_of_memory |=
        error->maj_num == H5E_RESOURCE && (error->min_num == H5E_NOSPACE || error->min_num == H5E_CANTALLOC);
    if (n == 0 && !self->text[0]) {
        snprintf(self->text, sizeof self->text, "%s, in %s",
                 error->desc && *error->desc ? error->desc : "no reason given", error->func_name);
    }
    return 0;
}

static herr_t handle(hid_t stack, void *data)
{
    fl_store_hdf5_errors *self = data;
    self->is_short_of_memory |= errno == ENOMEM;
    H5Ewalk2(stack, H5E_WALK_UPWARD, take_entry, self);
    return 0;
}

void fl_store_hdf5_errors_set(fl_store_hdf5_errors *self)
{
    memset(self, 0, sizeof *self);
    errno = 0;
    H5dont_atexit(); /* every file is closed by then; for want of memory HDF5 would go round in circles */
    if (H5Eget_auto2(H5E_DEFAULT, &self->old, &self->old_data) >= 0) {
        H5Eset_auto2(H5E_DEFAULT, handle, self);
    }
}

void fl_store_hdf5_errors_clear(fl_store_hdf5_errors *self)
{
    H5Eset_auto2(H5E_DEFAULT, self->old, self->old_data);
}
