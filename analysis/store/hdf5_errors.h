/* Keeps HDF5 from printing its errors, and remembers what the first one said. */
#ifndef FL_ANALYSIS_STORE_HDF5_ERRORS_H
#define FL_ANALYSIS_STORE_HDF5_ERRORS_H

#include <hdf5.h>

#include <stdbool.h>

typedef struct fl_store_hdf5_errors {
    H5E_auto2_t old; /* who printed before */
    void *old_data;
    bool is_short_of_memory;
    char text[200]; /* empty = no error so far */
} fl_store_hdf5_errors;

/* *self must stay where it is until it is cleared. */
void fl_store_hdf5_errors_set(fl_store_hdf5_errors *self);

/* Lets HDF5 print as before; what was caught stays readable. */
void fl_store_hdf5_errors_clear(fl_store_hdf5_errors *self);

#endif
