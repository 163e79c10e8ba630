/* Named dimensions as netCDF-4 and HDF5's dimension scales store them: attributes that tie datasets to scales.
 *
 * A scale has CLASS = "DIMENSION_SCALE", NAME = the last name of its path, and REFERENCE_LIST = who uses it; a dataset
 * has DIMENSION_LIST = its scales. h5py, netCDF4, xarray and Julia follow them. All are written once, at the end:
 * H5DSattach_scale would rewrite a scale's list with every dataset. */
#ifndef FL_ANALYSIS_STORE_DIMENSION_H
#define FL_ANALYSIS_STORE_DIMENSION_H

#include "analysis/store/store.h"

#include <hdf5.h>

/* Ties the datasets of a store in an open file. False when HDF5 fails, or with *err set. */
bool fl_store_dimension_put(const fl_store *self, hid_t file, fl_err *err);

/* Where a dataset lies in its file, as dimensions point at it; false when HDF5 fails. */
bool fl_store_dimension_place(hid_t file, const char *path, hobj_ref_t *out);

/* The scales of a dataset's dimensions; 0 = none. *is_scale: it is one itself. False when HDF5 fails or the attributes
 * are not as described. */
bool fl_store_dimension_get(hid_t set, unsigned rank, hobj_ref_t out[FL_STORE_RANK], bool *is_scale);

#endif
