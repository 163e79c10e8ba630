/* An HDF5 file driver over an open file: HDF5 never opens a name itself, and never meets a failing write.
 *
 * After a failed write the library loses its way (closes that report success, identifiers that cannot be closed, memory
 * that stays). So the driver notes the first failure, takes the rest for written, and its owner asks at the end. */
#ifndef FL_ANALYSIS_STORE_HDF5_DRIVER_H
#define FL_ANALYSIS_STORE_HDF5_DRIVER_H

#include <hdf5.h>

#include <stdbool.h>

typedef struct fl_store_hdf5_driver {
    int file;
    int error; /* errno of the first failure, 0 = none */
    hid_t id;  /* the driver's */
} fl_store_hdf5_driver;

/* For an open file that stays the caller's. False when HDF5 fails. */
bool fl_store_hdf5_driver_init(fl_store_hdf5_driver *self, int file);

/* A file access list that works on the file, the caller closes it; negative when HDF5 fails. */
hid_t fl_store_hdf5_driver_access(fl_store_hdf5_driver *self);

/* After every HDF5 file and list of this driver was closed: HDF5 1.10 looks at the driver once more than it should. */
bool fl_store_hdf5_driver_free(fl_store_hdf5_driver *self);

#endif
