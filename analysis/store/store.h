/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Result files: HDF5 with plain arrays and named dimensions, written completely or not at all, fully checked
 * when read.
 *
 * Only this folder uses HDF5. A store is a list of items (datasets with a path, a type, dimensions, a
 * description) and a list of attributes of the root; the caller gives them meaning.
 *
 *     fl_store_init, fl_store_add, fl_store_set_text, …    fill a store
 *     fl_store_write                                       writes it to a file
 *     fl_store_read, fl_store_find, fl_store_free          read a file and look at it
 *
 * Safety: a file is written under a temporary name in the same folder, closed, read back and checked, forced
 * to the disk and then renamed. A block in front (an HDF5 user block, which other tools skip) holds type,
 * version, size, an XXH3-128 of the rest, and all that floorlab itself reads, packed: HDF5 never reads. */
#ifndef FL_ANALYSIS_STORE_STORE_H
#define FL_ANALYSIS_STORE_STORE_H

#include "gen/base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FL_STORE_RANK = 4,
    FL_STORE_VERSION = 4,        /* of the file's layout, in the block */
    FL_STORE_PATH = 200,         /* longest path in bytes */
    FL_STORE_DEPTH = 8,          /* names in a path */
    FL_STORE_ITEMS = 16384,      /* most items of a file */
    FL_STORE_BYTES = 1 << 30,    /* most bytes of values in memory, all items together */
    FL_STORE_TEXT_MAX = 1 << 24, /* longest text in bytes */
    FL_STORE_PULL = 1 << 16,     /* most values of one request to a streamed item */
};

/* The scale of single samples. Items with it as last dimension can be long and are never in memory. */
#define FL_STORE_SAMPLES "/sample/number"

/* Start of the description of a user-defined event; its expression follows. */
#define FL_STORE_OWN_EVENT "of all samples: "

/* Start of a result file. */
#define FL_STORE_MARK "floorlab-run "

typedef enum fl_store_type {
    FL_STORE_U8,
    FL_STORE_U16,
    FL_STORE_I32,
    FL_STORE_U64,
    FL_STORE_I64,
    FL_STORE_F64,
    FL_STORE_TEXT, /* variable-length UTF-8 strings; data is a `char **` */
} fl_store_type;

/* The unit of the values of a varying setting, by which readers distinguish them from the other arrays of a
 * table. */
#define FL_STORE_SETTING "setting"

typedef struct fl_store_item {
    char *path; /* "/histogram/count" */
    fl_store_type type;
    unsigned rank; /* 0 = a single value … FL_STORE_RANK */
    uint64_t size[FL_STORE_RANK];
    /* The path of the item that is the dimension's scale, in the same folder or one above (netCDF searches no
     * others); the item's own path = it is itself a scale. */
    char *dimension[FL_STORE_RANK];
    char *description, *unit; /* may be NULL */
    char *coordinates;        /* may be NULL: other items that label its entries, "level metric value" */
    void *data;               /* size[0] * … values; NULL for a streamed item and along FL_STORE_SAMPLES */

    /* Streamed items (rank 1 or 2, no texts): fills `out` with n <= FL_STORE_PULL values of row `row` (0 if
     * the rank is 1) from `from` on. Rows and values are requested in rising order, each once. All items
     * along FL_STORE_SAMPLES are streamed. */
    fl_err (*pull)(void *context, uint64_t row, uint64_t from, uint64_t n, void *out);
    void *context;
} fl_store_item;

/* An attribute of the root: a text, or a number when text is NULL. */
typedef struct fl_store_attribute {
    char *name;
    char *text;
    uint64_t number;
} fl_store_attribute;

enum { FL_STORE_TALLIES, FL_STORE_FINDINGS, FL_STORE_STATES };

typedef struct fl_store_state {
    char *bytes;
    size_t n;
} fl_store_state;

typedef struct fl_store {
    fl_store_item *items;
    size_t items_n, items_capacity;
    fl_store_attribute *attributes;
    size_t attributes_n, attributes_capacity;
    /* Bytes of the callers for floorlab alone: in the block, not in the HDF5. */
    fl_store_state state[FL_STORE_STATES];
} fl_store;

void fl_store_init(fl_store *self);

/* Frees items, attributes, their texts and data. */
void fl_store_free(fl_store *self);

/* Adds an item; the store copies texts and data, as much as size and type say. data NULL = zeros or empty
 * texts, to be filled in. *out is valid until the next call; out may be NULL. FL_ERR_INPUT: the path is
 * malformed or taken, a size is 0 or too large, or the type cannot be streamed. Texts are UTF-8. */
FL_NODISCARD fl_err fl_store_add(fl_store *self, const fl_store_item *item, fl_store_item **out);

FL_NODISCARD fl_err fl_store_set_text(fl_store *self, const char *name, const char *text);
FL_NODISCARD fl_err fl_store_set_number(fl_store *self, const char *name, uint64_t number);
FL_NODISCARD fl_err fl_store_set_state(fl_store *self, unsigned which, const void *bytes, size_t n);

/* Returns NULL if there is none. */
const fl_store_item *fl_store_find(const fl_store *self, const char *path);
const fl_store_attribute *fl_store_attribute_of(const fl_store *self, const char *name);

/* The number of values of an item, and the bytes of one value in memory. */
uint64_t fl_store_count(const fl_store_item *item);
size_t fl_store_size_of(fl_store_type type);

/* Writes everything to `path`; afterwards the file is either the complete old one or the complete new one,
 * even after an error. A symbolic link is replaced by the file, its target stays unchanged. The same content
 * gives the same bytes. The folder must be writable; the permissions of an old file do not matter. Ignore
 * SIGXFSZ to get an error at a file size limit. */
FL_NODISCARD fl_err fl_store_write(const fl_store *self, const char *path, fl_diag *diag);

/* Reads a file into a store that it initializes; the store is empty after an error. Items
 * along FL_STORE_SAMPLES are listed without their data: such a store is not to be written. */
FL_NODISCARD fl_err fl_store_read(fl_store *self, const char *path, fl_diag *diag);

/* ---- Files that appear under their names only when they are complete (atomic_file.c); JSON, YAML and HTML,
 * too ----
 *
 * Such a file is written under a temporary name in the same folder (".floorlab-<pid>-<number>.tmp") and
 * renamed at the end; if anything fails before that, it is removed. Temporary files that a killed process
 * left in the folder are removed when the next file is begun there.
 *
 *     err = fl_store_atomic_init(&file, "result.h5", diag);
 *     write to file.file;
 *     err = err ? err : fl_store_atomic_sync(&file, diag);
 *     err = err ? err : fl_store_atomic_keep(&file, diag);
 *     fl_store_atomic_free(&file); */

typedef struct fl_atomic_file {
    const char *path; /* borrowed */
    const char *base; /* its last part */
    int folder, file; /* descriptors, or -1 */
    int lock;         /* second descriptor of the file: holds the lock while it is closed and renamed */
    char name[80];    /* of the temporary file */
} fl_atomic_file;

/* FL_ERR_INPUT if `path` cannot be written: its folder does not exist, or it is a folder or a device. */
FL_NODISCARD fl_err fl_store_atomic_init(fl_atomic_file *self, const char *path, fl_diag *diag);

/* Checks if a file of that name could be written; to be called before long work. */
FL_NODISCARD fl_err fl_store_atomic_try(const char *path, fl_diag *diag);

/* Forces the content to the disk. */
FL_NODISCARD fl_err fl_store_atomic_sync(fl_atomic_file *self, fl_diag *diag);

/* Gives the file its final name. */
FL_NODISCARD fl_err fl_store_atomic_keep(fl_atomic_file *self, fl_diag *diag);

/* Removes the file unless it was kept. */
void fl_store_atomic_free(fl_atomic_file *self);

#endif
