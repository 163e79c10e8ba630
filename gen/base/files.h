/* SPDX-License-Identifier: MIT */
/* Files that settings name: users' rule sets, plans, chunk sets and folders of rooms.
 *
 * Code that keeps results gives the settings a list (fl_setting_values.files). Each file is then read once:
 * later readers get the same text, and the list records what the samples were made from. The list of a result
 * that is read back is closed: it is complete, and nothing is opened.
 *
 *     static const fl_files_sort sort = {"a ruleset", 1 << 20};
 *     err = fl_files_read(values->files, &sort, "./my.yaml", &text, diag); */
#ifndef FL_GEN_BASE_FILES_H
#define FL_GEN_BASE_FILES_H

#include "gen/base/text.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct fl_named_file {
    char *name;
    char *data;    /* NULL: only its hash is kept */
    uint64_t hash; /* of the content, never 0 */
} fl_named_file;

/* Frees an object made from a file. */
typedef void fl_files_free_made(void *made);

/* An object made from a file and shared by all its users. */
typedef struct fl_files_object {
    char *name;
    void *made;
    fl_files_free_made *free_made;
} fl_files_object;

typedef struct fl_files {
    fl_named_file *file;
    size_t n;
    fl_files_object *made;
    size_t made_n;
    bool is_closed;
    bool is_given;       /* given by a caller of the library, so a result does not depend on files
                          * elsewhere */
    bool starts_nothing; /* programs that settings name are only checked, not started */
} fl_files;

/* The type of a file, for messages, and its maximum size in bytes. */
typedef struct fl_files_sort {
    const char *what;
    size_t most;
} fl_files_sort;

void fl_files_free(fl_files *self);

/* Reads a text file, or returns the list's copy of it. Without a list (NULL) the file is read and not
 * recorded. */
FL_NODISCARD fl_err fl_files_read(fl_files *self, const fl_files_sort *sort, const char *name, fl_text *out,
                                  fl_diag *diag);

/* Records the hash of a file that was read elsewhere and whose content is not kept, such as the game's own.
 * Does nothing without a list. Refuses a file recorded with another hash: it has changed meanwhile. */
FL_NODISCARD fl_err fl_files_note(fl_files *self, const char *name, uint64_t hash, fl_diag *diag);

/* Adds a file that was read elsewhere, whose content is kept, or a text that belongs to one. */
FL_NODISCARD fl_err fl_files_keep(fl_files *self, const char *name, const char *data, fl_diag *diag);

/* Caches an object made from a user's or a built-in file. The list frees it, after all its users. */
FL_NODISCARD fl_err fl_files_add_made(fl_files *self, const char *name, void *made,
                                      fl_files_free_made *free_made, fl_diag *diag);

/* Returns the object cached for this file name and free function, or NULL. */
void *fl_files_made(const fl_files *self, const char *name, fl_files_free_made *free_made);

/* Adds a file of a result that is read back; `data` may be NULL. Closes the list. */
FL_NODISCARD fl_err fl_files_restore(fl_files *self, const char *name, const char *data, uint64_t hash,
                                     fl_diag *diag);

/* Returns the entry of a file, or NULL. */
const fl_named_file *fl_files_find(const fl_files *self, const char *name);

/* True if a closed list has the content of all its files; only then can the samples be reproduced. */
bool fl_files_can_make(const fl_files *self);

/* Adds a YAML comment line for each file: its name and the hash of its content. */
void fl_files_add_identity(const fl_files *self, fl_text *out);

/* Refuses a file that a closed list lacks. */
FL_NODISCARD fl_err fl_files_refuse(const fl_files *self, const char *name, fl_diag *diag);

/* Hashes a content. To hash in pieces, begin with FL_FILES_HASH_START and set the lowest bit at the end. */
#define FL_FILES_HASH_START 0xcbf29ce484222325ULL
uint64_t fl_files_hash(const void *data, size_t size);
uint64_t fl_files_hash_more(uint64_t hash, const void *data, size_t size);

/* Hashes an open file from its current offset to its end. */
FL_NODISCARD fl_err fl_files_hash_open(int file, const char *name, uint64_t *out, fl_diag *diag);

/* Reads or writes until all bytes are done, because the system may do it in parts. The offset is a place of
 * the file, or FL_FILES_HERE for the current one. *n becomes the number of bytes done. FL_ERR_IO: see
 * errno. */
enum { FL_FILES_HERE = -1 };
FL_NODISCARD fl_err fl_files_get(int file, int64_t at, void *out, size_t *n);
FL_NODISCARD fl_err fl_files_put(int file, int64_t at, const void *bytes, size_t n);

/* Checks that a result file can hold a content as text. */
FL_NODISCARD fl_err fl_files_check_text(const char *data, size_t size, const char *name, fl_diag *diag);

#endif
