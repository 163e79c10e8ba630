/* SPDX-License-Identifier: MIT */
/* The files that settings name: rulesets, plans, chunk sets and folders of rooms of users.
 *
 * Who keeps results gives the settings a list (fl_setting_values.files). Each file is then read once,
 * whatever reads it again gets the same text, and the list says afterwards what the samples were made from.
 * The list of a result that is read back is closed: it is all there is, and nothing is opened.
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

/* Frees what was made of a file. */
typedef void fl_files_free_made(void *made);

/* What was made of a file, for all who use it. */
typedef struct fl_files_made_thing {
    char *name;
    void *made;
    fl_files_free_made *free_made;
} fl_files_made_thing;

typedef struct fl_files {
    fl_named_file *file;
    size_t n;
    fl_files_made_thing *made;
    size_t made_n;
    bool is_closed;
    bool is_given;       /* a caller of the library gave it, so that no result lacks what it lacks */
    bool starts_nothing; /* programs that settings name are not started: files are only checked */
} fl_files;

/* What a file is, for messages, and the most bytes it may have. */
typedef struct fl_files_sort {
    const char *what;
    size_t most;
} fl_files_sort;

void fl_files_free(fl_files *self);

/* Reads a file of text, or gives what the list has of it. Without a list (NULL) the file is read and
 * forgotten. */
FL_NODISCARD fl_err fl_files_read(fl_files *self, const fl_files_sort *sort, const char *name, fl_text *out,
                                  fl_diag *diag);

/* Notes the hash of a file that was read elsewhere and whose content is not kept, such as the game's own.
 * Nothing without a list. Refused if the file is there with another hash, as it changed meanwhile. */
FL_NODISCARD fl_err fl_files_note(fl_files *self, const char *name, uint64_t hash, fl_diag *diag);

/* Adds a file that was read elsewhere, whose content is kept, or a text that belongs to one. */
FL_NODISCARD fl_err fl_files_keep(fl_files *self, const char *name, const char *data, fl_diag *diag);

/* Gives the list what was made of a file, of the caller's or of one that ships, so that it need not be made
 * again. The list frees it, after all who use it. */
FL_NODISCARD fl_err fl_files_add_made(fl_files *self, const char *name, void *made,
                                      fl_files_free_made *free_made, fl_diag *diag);

/* What was made of a file of that name by the one who frees it so; NULL if there is nothing. */
void *fl_files_made(const fl_files *self, const char *name, fl_files_free_made *free_made);

/* Adds a file of a result that is read back; `data` may be NULL. Closes the list. */
FL_NODISCARD fl_err fl_files_restore(fl_files *self, const char *name, const char *data, uint64_t hash,
                                     fl_diag *diag);

/* The entry of a file; NULL if there is none. */
const fl_named_file *fl_files_find(const fl_files *self, const char *name);

/* Whether a closed list has the content of all its files: only then samples can be made again. */
bool fl_files_can_make(const fl_files *self);

/* Adds a line for each file, a comment of YAML: its name and the hash of its content. */
void fl_files_add_identity(const fl_files *self, fl_text *out);

/* Refuses a file that a closed list lacks. */
FL_NODISCARD fl_err fl_files_refuse(const fl_files *self, const char *name, fl_diag *diag);

/* The hash of a content; and of a content that is read piece by piece: begin with FL_FILES_HASH_START, and
 * set the lowest bit at the end. */
#define FL_FILES_HASH_START 0xcbf29ce484222325ULL
uint64_t fl_files_hash(const void *data, size_t size);
uint64_t fl_files_hash_more(uint64_t hash, const void *data, size_t size);

/* The hash of an open file, read from where it stands to its end. */
FL_NODISCARD fl_err fl_files_hash_open(int file, const char *name, uint64_t *out, fl_diag *diag);

/* All of a read or a write, which the system may do in parts, at a place of the file or FL_FILES_HERE, where
 * it stands. *n becomes how many bytes were there. FL_ERR_IO: errno says why. */
enum { FL_FILES_HERE = -1 };
FL_NODISCARD fl_err fl_files_get(int file, int64_t at, void *out, size_t *n);
FL_NODISCARD fl_err fl_files_put(int file, int64_t at, const void *bytes, size_t n);

/* Checks that a content is text that a result file can hold. */
FL_NODISCARD fl_err fl_files_check_text(const char *data, size_t size, const char *name, fl_diag *diag);

#endif
