/* Reading a result file: block, child, stream. */
#ifndef FL_ANALYSIS_STORE_HDF5_READ_H
#define FL_ANALYSIS_STORE_HDF5_READ_H

#include "analysis/store/store.h"

/* fl_store_hdf5_read. */
FL_NODISCARD fl_err fl_store_hdf5_read_file(fl_store *self, const char *path, fl_diag *diag);

#endif
