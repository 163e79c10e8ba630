/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of this folder: the lists, the block in front, then HDF5. */
#ifndef FL_ANALYSIS_STORE_STORE_PRIVATE_H
#define FL_ANALYSIS_STORE_STORE_PRIVATE_H

#include "analysis/store/store.h"
#include "gen/base/files.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* store.c */

/* Sets value number `at` of a text item to a copy of `text`. */
FL_NODISCARD fl_err fl_store_fill_text(fl_store_item *item, uint64_t at, const char *text);

/* Frees what an item owns. */
void fl_store_free_item(fl_store_item *item);

/* True if the values of an item are never in memory: those of streamed items and of items along
 * FL_STORE_SAMPLES. */
bool fl_store_is_streamed(const fl_store_item *item);

/* True if the store is consistent: scales exist and have the right sizes, no item is also a folder, nothing
 * exceeds the limits of store.h. Checked before writing and after reading. */
FL_NODISCARD fl_err fl_store_check(const fl_store *self, const char *where, fl_diag *diag);

/* checksum_block.c: the block in front of a result file: 512 bytes of text with type, size and checksum.
 *
 *     floorlab-run 4                                   type of file, version of the layout
 *     size 00000000000000012345                        of the whole file, in bytes
 *     xxh3-128 0123456789abcdef0123456789abcdef        of all bytes after the block
 *
 * Behind it the packed store follows (pack.c). HDF5 calls both a user block and skips it. Every byte of it is
 * checked, including the padding. */

enum { FL_STORE_CHECKSUM_SIZE = 512 };

/* Writes the block of an open file, whose other bytes must be complete. */
FL_NODISCARD fl_err fl_store_checksum_put(int file, const char *path, fl_diag *diag);

/* True if an open file is what its block says. FL_ERR_FORMAT: not
 * a result file; FL_ERR_VERSION: of another version; FL_ERR_DAMAGED: truncated or changed. */
FL_NODISCARD fl_err fl_store_checksum_check(int file, const char *path, fl_diag *diag);

/* pack.c: converts a store to bytes, without values that are never in memory, and back into an empty one:
 * FL_ERR_DAMAGED if the bytes are not a store. */
void fl_store_pack(const fl_store *self, fl_text *out);
FL_NODISCARD fl_err fl_store_unpack(fl_store *out, const void *bytes, size_t n);

/* hdf5_driver.c: an HDF5 file driver for an open file: HDF5 never opens a name itself, and never sees a write
 * fail.
 *
 * After a failed write the library is unreliable (closing reports success, identifiers cannot be closed,
 * memory leaks). So the driver records the first failure and reports success for later writes; the owner
 * checks `error` at the end. */

typedef struct fl_store_hdf5_driver {
    int file;
    int error; /* errno of the first failure, 0 = none */
    hid_t id;  /* the driver's */
} fl_store_hdf5_driver;

/* Starts on an open file, which the caller still has to close. False if HDF5 fails. */
bool fl_store_hdf5_driver_init(fl_store_hdf5_driver *self, int file);

/* A file access list that works on the file; the caller closes it. Negative when HDF5 fails. */
hid_t fl_store_hdf5_driver_access(fl_store_hdf5_driver *self);

/* Call it after every HDF5 file and list of this driver was closed: HDF5 1.10 still uses the driver while
 * closing. */
bool fl_store_hdf5_driver_free(fl_store_hdf5_driver *self);

/* hdf5_put.c: writes a store into an open, empty file as HDF5, with space for the block in front. `path` is
 * for messages. */
FL_NODISCARD fl_err fl_store_hdf5_put_all(const fl_store *self, int file, uint64_t block, const char *path,
                                          fl_diag *diag);

#endif
