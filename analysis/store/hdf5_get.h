/* Reading an open file with HDF5 and telling what it holds; runs in the child, where a crash does no harm. */
#ifndef FL_ANALYSIS_STORE_HDF5_GET_H
#define FL_ANALYSIS_STORE_HDF5_GET_H

#include "analysis/store/child_pipe.h"

/* Sends everything, and the end or an error. Refuses what this folder does not write: links to elsewhere, other
 * layouts, filters, types. */
void fl_store_hdf5_get_all(int file, fl_store_pipe *out);

#endif
