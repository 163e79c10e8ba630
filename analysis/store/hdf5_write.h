/* Writing a result file: content, block, checks, name. */
#ifndef FL_ANALYSIS_STORE_HDF5_WRITE_H
#define FL_ANALYSIS_STORE_HDF5_WRITE_H

#include "analysis/store/store.h"

/* fl_store_hdf5_write. */
FL_NODISCARD fl_err fl_store_hdf5_write_file(const fl_store *self, const char *path, fl_diag *diag);

#endif
