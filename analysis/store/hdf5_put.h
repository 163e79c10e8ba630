/* Writing a store into an open, empty file as HDF5, with room for the block in front. */
#ifndef FL_ANALYSIS_STORE_HDF5_PUT_H
#define FL_ANALYSIS_STORE_HDF5_PUT_H

#include "analysis/store/store.h"

/* `path` is for messages. */
FL_NODISCARD fl_err fl_store_hdf5_put_all(const fl_store *self, int file, const char *path, fl_diag *diag);

#endif
