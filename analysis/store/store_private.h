/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of this folder use of each other: the lists, the block in front, the child process that
 * reads or writes and the pipe to it, then HDF5. */
#ifndef FL_ANALYSIS_STORE_STORE_PRIVATE_H
#define FL_ANALYSIS_STORE_STORE_PRIVATE_H

#include "analysis/store/store.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sanitizers need a huge address space, the signals of crashes and stderr. */
#if defined(__has_feature)
#define FL_STORE_HAS(feature) __has_feature(feature)
#else
#define FL_STORE_HAS(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || FL_STORE_HAS(address_sanitizer) ||      \
    FL_STORE_HAS(thread_sanitizer) || FL_STORE_HAS(memory_sanitizer)
enum { FL_STORE_SANITIZED = 1 };
#else
enum { FL_STORE_SANITIZED = 0 };
#endif

/* store.c */

/* Sets value number `at` of a text item to a copy of `text`. */
FL_NODISCARD fl_err fl_store_fill_text(fl_store_item *item, uint64_t at, const char *text);

/* Whether the values of an item are never in memory: those of streamed items and of items along
 * FL_STORE_SAMPLES. */
bool fl_store_is_streamed(const fl_store_item *item);

/* Whether the store is consistent: scales exist and have the right sizes, no item is also a folder, nothing
 * exceeds the limits of store.h. Checked before writing and after reading. */
FL_NODISCARD fl_err fl_store_check(const fl_store *self, const char *where, fl_diag *diag);

/* checksum_block.c: the block in front of a result file: 512 bytes of text that say what follows, with its
 * checksum.
 *
 *     floorlab-run 3                                   type of file, version of the layout
 *     size 00000000000000012345                        of the whole file, in bytes
 *     xxh3-128 0123456789abcdef0123456789abcdef        of all bytes after the block
 *
 * HDF5 calls it a user block and skips it. Every byte of it is checked, including the padding. */

enum { FL_STORE_CHECKSUM_SIZE = 512 };

/* Writes the block of an open file, whose other bytes must be complete. */
FL_NODISCARD fl_err fl_store_checksum_put(int file, const char *path, fl_diag *diag);

/* Whether an open file is what its block says. FL_ERR_FORMAT: not a result file; FL_ERR_VERSION: of another
 * version; FL_ERR_DAMAGED: truncated or changed. */
FL_NODISCARD fl_err fl_store_checksum_check(int file, const char *path, fl_diag *diag);

/* child_pipe.c: what a child process tells its parent through a pipe: a stream of records with lengths in
 * front. The parent of one that reads trusts nothing in it: every length is checked before memory is
 * allocated. */

typedef struct fl_store_pipe {
    int file;
    bool is_broken;    /* the other side closed the pipe, or sent what is not a record */
    bool is_silent;    /* it said nothing for too long; then the pipe is broken, too */
    int error;         /* errno, where reading from the pipe failed; likewise */
    unsigned patience; /* seconds in which the other side may say nothing; 0 = for ever */
    fl_err told;       /* the error that the child reported */
    size_t used, filled;
    unsigned char data[1 << 14];
} fl_store_pipe;

void fl_store_pipe_init(fl_store_pipe *self, int file);

/* Sending; a failure sets is_broken. Items are sent with their values, unless these are never in memory. */
void fl_store_pipe_put_text(fl_store_pipe *self, const char *name, const char *text);
void fl_store_pipe_put_number(fl_store_pipe *self, const char *name, uint64_t number);
void fl_store_pipe_put_item(fl_store_pipe *self, const fl_store_item *item);

/* Ends the stream, with an error or (NULL) without. */
void fl_store_pipe_put_end(fl_store_pipe *self, const fl_diag *diag);

/* Receives everything into an empty store. FL_ERR_DAMAGED with is_broken set: the stream ended early. */
FL_NODISCARD fl_err fl_store_pipe_take_all(fl_store_pipe *self, fl_store *out, const char *path,
                                           fl_diag *diag);

/* Receives the end of a stream that holds nothing else: the child's error, or FL_OK. */
FL_NODISCARD fl_err fl_store_pipe_take_end(fl_store_pipe *self, fl_diag *diag);

/* child.c: a child process for what HDF5 does. HDF5 crashes on files made to harm, and when memory is short;
 * in a child that becomes an error of the parent, which has its own memory and files as they were. */

typedef struct fl_store_child {
    const char *task; /* for messages: "reads" or "writes" */
    const char *path; /* likewise */
    /* In the child: works, and tells by `out` what came of it. */
    void (*work)(void *context, fl_store_pipe *out);
    /* In the parent, at the same time: receives all that is sent. */
    fl_err (*listen)(void *context, fl_store_pipe *in, fl_diag *diag);
    void *context;
    unsigned seconds;  /* of processor time that it may take; 0 = as the machine allows */
    unsigned patience; /* seconds in which it may say nothing; 0 = for ever */
    bool is_crashed;   /* set when it crashed before it was done */
    bool is_slow;      /* set when it was ended as it took too long */
    int process, in;   /* its number, and the pipe from it */
} fl_store_child;

/* Runs it to its end. What `listen` returned; FL_ERR_IO: the machine did not let it work to its end, or not
 * in time; FL_ERR_DAMAGED without a message: is_crashed is set. No other thread may run. */
FL_NODISCARD fl_err fl_store_child_run(fl_store_child *self, fl_diag *diag);

/* The same in steps, for one that several others work beside: starts it, and ends it whatever it does. What
 * comes through `in` is the caller's to receive; `listen` and `patience` are not used. */
FL_NODISCARD fl_err fl_store_child_start(fl_store_child *self, fl_diag *diag);
void fl_store_child_end(fl_store_child *self);

/* Lowers a limit (setrlimit) of this process for good. */
void fl_store_child_limit(int what, uint64_t most);

/* hdf5_read.c: the seconds of processor time that reading a file of so many bytes may take. */
unsigned fl_store_hdf5_read_seconds(uint64_t bytes);

/* Opens a file that is what the block in front of it says. */
FL_NODISCARD fl_err fl_store_hdf5_open(const char *path, int *file, fl_diag *diag);

/* Limits this process for good to what reading takes: memory, no writing, descriptors up to the last that is
 * given here. */
void fl_store_hdf5_confine(int last_descriptor);

/* dimension.c: named dimensions as netCDF-4 and HDF5's dimension scales store them: attributes that link
 * datasets to scales.
 *
 * A scale has CLASS = "DIMENSION_SCALE", NAME = the last name of its path, and REFERENCE_LIST = the datasets
 * that use it; a dataset has DIMENSION_LIST = its scales. h5py, netCDF4, xarray and Julia read them. All are
 * written once, at the end: H5DSattach_scale would rewrite a scale's list for every dataset. */

/* Links the datasets of a store in an open file. False when HDF5 fails, or with *err set. */
bool fl_store_dimension_put(const fl_store *self, hid_t file, fl_err *err);

/* The reference by which dimensions point to a dataset; false when HDF5 fails. */
bool fl_store_dimension_locate(hid_t file, const char *path, hobj_ref_t *out);

/* The scales of a dataset's dimensions; 0 = none. *is_scale: it is one itself. False when HDF5 fails or the
 * attributes are not as described. */
bool fl_store_dimension_get(hid_t set, unsigned rank, hobj_ref_t out[FL_STORE_RANK], bool *is_scale);

/* hdf5_driver.c: an HDF5 file driver for an open file: HDF5 never opens a name itself, and never sees a write
 * fail.
 *
 * After a failed write the library is unreliable (closing reports success, identifiers cannot be closed,
 * memory leaks). So the driver records the first failure and pretends that later writes succeed; the owner
 * looks at `error` at the end. */

typedef struct fl_store_hdf5_driver {
    int file;
    int error; /* errno of the first failure, 0 = none */
    hid_t id;  /* the driver's */
} fl_store_hdf5_driver;

/* For an open file, which the caller still has to close. False when HDF5 fails. */
bool fl_store_hdf5_driver_init(fl_store_hdf5_driver *self, int file);

/* A file access list that works on the file; the caller closes it. Negative when HDF5 fails. */
hid_t fl_store_hdf5_driver_access(fl_store_hdf5_driver *self);

/* Call it after every HDF5 file and list of this driver was closed: HDF5 1.10 still uses the driver while
 * closing. */
bool fl_store_hdf5_driver_free(fl_store_hdf5_driver *self);

/* hdf5_errors.c: keeps HDF5 from printing its errors, records the first one, and whether memory was short. */

typedef struct fl_store_hdf5_errors {
    H5E_auto2_t old; /* the handler to restore */
    void *old_data;
    bool is_short_of_memory;
    char text[200]; /* empty = no error so far */
} fl_store_hdf5_errors;

/* *self must not move until it is cleared. */
void fl_store_hdf5_errors_set(fl_store_hdf5_errors *self);

/* Restores the old handler; the recorded error can still be read. */
void fl_store_hdf5_errors_clear(fl_store_hdf5_errors *self);

/* hdf5_get.c: reads an open file with HDF5 and sends everything, then the end or (false) an error. Runs in
 * the child, where a crash does no harm. Refuses what this folder never writes: links to elsewhere, other
 * layouts, filters, types. */
bool fl_store_hdf5_get_all(int file, fl_store_pipe *out);

/* hdf5_put.c: writes a store into an open, empty file as HDF5, with space for the block in front. `path` is
 * for messages. */
FL_NODISCARD fl_err fl_store_hdf5_put_all(const fl_store *self, int file, const char *path, fl_diag *diag);

/* types.c: the HDF5 types of values. */

/* The type of a text: variable length, UTF-8. The caller closes it; negative when HDF5 fails. */
hid_t fl_store_type_text(void);

/* The properties with which texts are written and read. The caller closes them; negative when HDF5 fails. */
hid_t fl_store_type_transfer(void);

/* The type in the file (little-endian everywhere) and in memory; `text` is returned for texts. */
hid_t fl_store_type_filed(fl_store_type type, hid_t text);
hid_t fl_store_type_native(fl_store_type type, hid_t text);

/* The fl_store_type that a type of a file equals exactly; false when there is none. */
bool fl_store_type_find(hid_t filed, fl_store_type *out);

/* Whether a type of a file is text: variable length, with any character set. */
bool fl_store_type_is_text(hid_t filed);

#endif
