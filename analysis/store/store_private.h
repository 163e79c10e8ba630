/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of this folder share and nobody outside needs. */
#ifndef FL_ANALYSIS_STORE_STORE_PRIVATE_H
#define FL_ANALYSIS_STORE_STORE_PRIVATE_H

#include "analysis/store/store.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Result files: HDF5 with plain arrays and named dimensions, written whole or not at all, read with suspicion.
 *
 * This folder alone knows HDF5. It stores a list of items (datasets with a path, a type, dimensions, a description) and
 * a list of attributes of the root; what they mean is not its business.
 *
 * Safety. Writing: to a temporary name in the same folder, closed, read back and checked, fsync, rename, fsync of the
 * folder. A block of 512 bytes in front (an HDF5 user block, which other tools skip) holds kind, version, size and an
 * XXH3-128 of the rest: it is checked before the HDF5 library sees a byte.
 *
 * One thread at a time: the HDF5 library keeps state of its own. */

/* Gives value `at` of a text item a copy of `text`. */
FL_NODISCARD fl_err fl_store_fill_text(fl_store_item *item, uint64_t at, const char *text);

/* Whether the values of an item stay out of memory: streamed, or below /floor/. */
bool fl_store_is_streamed(const fl_store_item *item);

/* Whether all belongs together: scales exist and have the right sizes, no item is also a folder, nothing exceeds the
 * limits above. Writing and reading ask it. */
FL_NODISCARD fl_err fl_store_check(const fl_store *self, const char *where, fl_diag *diag);

/* The block in front of a result file: 512 bytes of text that say what follows and carry its checksum.
 *
 *     floorlab-run 1                                   kind, version of the layout
 *     size 00000000000000012345                        of the whole file, in bytes
 *     xxh3-128 0123456789abcdef0123456789abcdef        of all bytes behind the block
 *
 * HDF5 calls it a user block and skips it. Every byte of it is checked, the padding too. */

enum { FL_STORE_CHECKSUM_SIZE = 512 };

/* Writes the block of an open file whose other bytes are complete. */
FL_NODISCARD fl_err fl_store_checksum_put(int file, const char *path, fl_diag *diag);

/* Whether an open file is what its block says. FL_ERR_FORMAT: no result file; FL_ERR_VERSION: of another version;
 * FL_ERR_DAMAGED: truncated, or its bytes changed. */
FL_NODISCARD fl_err fl_store_checksum_check(int file, const char *path, fl_diag *diag);

/* What the reading child tells its parent through a pipe: a stream of records with lengths in front.
 *
 * The parent trusts nothing in it: every length is checked before memory is taken. */

typedef struct fl_store_pipe {
    int file;
    bool is_broken; /* the other side went away, or talks nonsense */
    size_t used, filled;
    unsigned char data[1 << 14];
} fl_store_pipe;

void fl_store_pipe_init(fl_store_pipe *self, int file);

/* Sending; a failure shows in is_broken. Items go with their values unless those stay out of memory. */
void fl_store_pipe_put_text(fl_store_pipe *self, const char *name, const char *text);
void fl_store_pipe_put_number(fl_store_pipe *self, const char *name, uint64_t number);
void fl_store_pipe_put_item(fl_store_pipe *self, const fl_store_item *item);

/* Ends the stream: with an error, or well (NULL). */
void fl_store_pipe_put_end(fl_store_pipe *self, const fl_diag *diag);

/* Receives all into an empty store. FL_ERR_DAMAGED with is_broken: the stream ended early. */
FL_NODISCARD fl_err fl_store_pipe_take_all(fl_store_pipe *self, fl_store *out, const char *path,
                                           fl_diag *diag);

/* Named dimensions as netCDF-4 and HDF5's dimension scales store them: attributes that tie datasets to scales.
 *
 * A scale has CLASS = "DIMENSION_SCALE", NAME = the last name of its path, and REFERENCE_LIST = who uses it; a dataset
 * has DIMENSION_LIST = its scales. h5py, netCDF4, xarray and Julia follow them. All are written once, at the end:
 * H5DSattach_scale would rewrite a scale's list with every dataset. */

/* Ties the datasets of a store in an open file. False when HDF5 fails, or with *err set. */
bool fl_store_dimension_put(const fl_store *self, hid_t file, fl_err *err);

/* Where a dataset lies in its file, as dimensions point at it; false when HDF5 fails. */
bool fl_store_dimension_place(hid_t file, const char *path, hobj_ref_t *out);

/* The scales of a dataset's dimensions; 0 = none. *is_scale: it is one itself. False when HDF5 fails or the attributes
 * are not as described. */
bool fl_store_dimension_get(hid_t set, unsigned rank, hobj_ref_t out[FL_STORE_RANK], bool *is_scale);

/* An HDF5 file driver over an open file: HDF5 never opens a name itself, and never meets a failing write.
 *
 * After a failed write the library loses its way (closes that report success, identifiers that cannot be closed, memory
 * that stays). So the driver notes the first failure, takes the rest for written, and its owner asks at the end. */

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

/* Keeps HDF5 from printing its errors, and remembers what the first one said. */

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

/* Reading an open file with HDF5 and telling what it holds; runs in the child, where a crash does no harm. */

/* Sends everything, and the end or an error. Refuses what this folder does not write: links to elsewhere, other
 * layouts, filters, types. */
void fl_store_hdf5_get_all(int file, fl_store_pipe *out);

/* Writing a store into an open, empty file as HDF5, with room for the block in front. */

/* `path` is for messages. */
FL_NODISCARD fl_err fl_store_hdf5_put_all(const fl_store *self, int file, const char *path, fl_diag *diag);

/* The HDF5 types of our values. */

/* The type of a text: variable length, UTF-8. The caller closes it; negative when HDF5 fails. */
hid_t fl_store_type_text(void);

/* The type in the file (little-endian everywhere) and in memory; `text` is returned for texts. */
hid_t fl_store_type_filed(fl_store_type type, hid_t text);
hid_t fl_store_type_native(fl_store_type type, hid_t text);

/* The type of ours that a type of a file is exactly; false when there is none. */
bool fl_store_type_find(hid_t filed, fl_store_type *out);

/* A text type of a file: variable length, whatever the character set says. */
bool fl_store_type_is_text(hid_t filed);

#endif
