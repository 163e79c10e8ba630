/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests: a folder that lives as long as the test, and whole files in and out. */
#ifndef FL_TESTS_SUPPORT_FOLDER_H
#define FL_TESTS_SUPPORT_FOLDER_H

#include <stddef.h>

typedef struct folder {
    char path[64];
} folder;

typedef struct bytes {
    unsigned char *data;
    size_t size;
} bytes;

/* Fail the test when they cannot do what they say. */
void folder_open(folder *self);
void folder_close(folder *self); /* with all that is in it */

/* "<folder>/<name>"; valid until eight more calls. */
const char *folder_path(const folder *self, const char *name);

/* The number of entries. */
unsigned folder_count(const folder *self);

bytes folder_read(const char *path);
void folder_write(const char *path, const void *data, size_t size);

/* The number of open files of this process. */
unsigned folder_open_files(void);

#endif
