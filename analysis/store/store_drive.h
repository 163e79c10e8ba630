/* An HDF5 file driver over an open file: HDF5 never opens a name itself, and never meets a failing write.
 *
 * After a failed write the library loses its way (closes that report success, identifiers that cannot be closed, memory
 * that stays). So the driver notes the first failure, takes the rest for written, and its owner asks at the end. */
#ifndef FL_ANALYSIS_STORE_STORE_DRIVE_H
#define FL_ANALYSIS_STORE_STORE_DRIVE_H

#include <hdf5.h>

typedef struct fl_store_drive {
    int file;
    int error; /* errno of the first failure, 0 = none */
} fl_store_drive;

/* A file access list that works on the open file; *self must outlive every HDF5 file opened with it. Negative when HDF5
 * fails. */
hid_t fl_store_drive_access(fl_store_drive *self);

#endif
