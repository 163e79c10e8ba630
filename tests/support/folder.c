/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Below TMPDIR, or /tmp. */
#include "tests/support/folder.h"

#include <criterion/criterion.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void folder_open(folder *self)
{
    const char *top = getenv("TMPDIR");
    snprintf(self->path, sizeof self->path, "%s/floorlab-XXXXXX", top && strlen(top) < 40 ? top : "/tmp");
    cr_assert_not_null(mkdtemp(self->path));
}

const char *folder_path(const folder *self, const char *name)
{
    static char paths[8][384];
    static unsigned next;
    char *out = paths[next++ % 8];
    snprintf(out, sizeof paths[0], "%s/%s", self->path, name);
    return out;
}

static unsigned for_entries(const char *path, void (*act)(const char *path))
{
    char name[1024];
    unsigned n = 0;
    DIR *list = opendir(path);
    cr_assert_not_null(list);
    for (const struct dirent *entry = readdir(list); entry; entry = readdir(list)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
            n++;
            if (act) {
                act(name);
            }
        }
    }
    closedir(list);
    return n;
}

static void erase(const char *path)
{
    struct stat about;
    if (lstat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
        for_entries(path, erase);
    }
    cr_expect_eq(remove(path), 0, "%s", path);
}

void folder_close(folder *self)
{
    for_entries(self->path, erase);
    cr_expect_eq(rmdir(self->path), 0);
}

unsigned folder_count(const folder *self)
{
    return for_entries(self->path, NULL);
}

unsigned folder_open_files(void)
{
    return for_entries("/proc/self/fd", NULL);
}

bytes folder_read(const char *path)
{
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    cr_assert_eq(fseek(file, 0, SEEK_END), 0);
    bytes out = {.size = (size_t)ftell(file)};
    out.data = malloc(out.size + 1);
    cr_assert_not_null(out.data);
    rewind(file);
    cr_assert_eq(fread(out.data, 1, out.size, file), out.size);
    fclose(file);
    return out;
}

void folder_write(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file, "%s", path);
    cr_assert_eq(fwrite(data, 1, size, file), size);
    cr_assert_eq(fclose(file), 0);
}
