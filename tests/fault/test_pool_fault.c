/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Failures of the machine while rooms are loaded: the k-th call of everything, for every k.
 *
 * The linker sends the calls of the reader, and expat's for memory, through the __wrap_ functions below (see
 * meson.build). While armed, they count, and one of them fails. */
#include "gen/base/setting_values.h"
#include "gen/rebirth/pool/pool.h"
#include "gen/registry.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct machine {
    bool is_armed;
    unsigned calls, fail_at; /* the call that fails; 0 = none */
    int error;               /* with this number */
    size_t bytes_most;       /* one call of read gives no more; 0 = no limit */
    const char *failed;
    long blocks; /* of memory, allocated less freed while armed */
} machine;

static machine it;

static bool fails(const char *what, int error)
{
    if (!it.is_armed || ++it.calls != it.fail_at) {
        return false;
    }
    it.failed = what;
    errno = it.error ? it.error : error;
    return true;
}

#define FL_WRAP(type, name, arguments, call, error, failure)                                                 \
    type __real_##name arguments;                                                                            \
    type __wrap_##name arguments;                                                                            \
    type __wrap_##name arguments                                                                             \
    {                                                                                                        \
        return fails(#name, error) ? (failure) : __real_##name call;                                         \
    }

FL_WRAP(DIR *, opendir, (const char *name), (name), EMFILE, NULL)
FL_WRAP(struct dirent *, readdir, (DIR * list), (list), EIO, NULL)
FL_WRAP(struct dirent *, readdir64, (DIR * list), (list), EIO, NULL)
FL_WRAP(int, fstat, (int file, struct stat *out), (file, out), EIO, -1)
FL_WRAP(int, fstat64, (int file, struct stat *out), (file, out), EIO, -1)
FL_WRAP(int, openat, (int folder, const char *name, int flags), (folder, name, flags), EIO, -1)
FL_WRAP(int, openat64, (int folder, const char *name, int flags), (folder, name, flags), EIO, -1)

ssize_t __real_read(int file, void *out, size_t n);
ssize_t __wrap_read(int file, void *out, size_t n);
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __real_free(void *block);
void __wrap_free(void *block);

ssize_t __wrap_read(int file, void *out, size_t n)
{
    size_t most = it.is_armed && it.bytes_most && it.bytes_most < n ? it.bytes_most : n;
    return fails("read", EIO) ? -1 : __real_read(file, out, most);
}

void *__wrap_malloc(size_t size)
{
    void *out = fails("malloc", ENOMEM) ? NULL : __real_malloc(size);
    it.blocks += it.is_armed && out;
    return out;
}

void *__wrap_realloc(void *old, size_t size)
{
    void *out = fails("realloc", ENOMEM) ? NULL : __real_realloc(old, size);
    it.blocks += it.is_armed && out && !old;
    return out;
}

void __wrap_free(void *block)
{
    it.blocks -= it.is_armed && block;
    __real_free(block);
}

enum { ROOMS = 600 };

static folder place;
static fl_pool_file file;
static fl_diag diag;

static void set_up(void)
{
    static char text[64 * ROOMS];
    char *p = text + sprintf(text, "<rooms>\n");
    for (int i = 0; i < ROOMS; i++) {
        p += sprintf(p, "<room variant=\"%d\" type=\"1\" shape=\"1\"/>\n", i);
    }
    p += sprintf(p, "</rooms>\n");
    folder_open(&place);
    folder_write(folder_path(&place, "01.rooms.xml"), text, (size_t)(p - text));
    it = (machine){0};
}

static void tear_down(void)
{
    folder_close(&place);
}

TestSuite(fault, .init = set_up, .fini = tear_down);

/* Loads with the call failing that is set; what was taken is given back. */
static fl_err load(void)
{
    it.calls = 0;
    it.blocks = 0;
    it.failed = NULL;
    fl_diag_init(&diag);
    it.is_armed = true;
    fl_err err = fl_pool_load(&file, place.path, 1, NULL, &diag);
    it.is_armed = false;
    uint32_t rooms_n = file.rooms_n;
    it.is_armed = true;
    fl_pool_free(&file);
    it.is_armed = false;
    cr_assert_eq(rooms_n, err ? 0u : ROOMS);
    cr_assert_eq(it.blocks, 0, "%ld blocks are left after %s", it.blocks,
                 it.failed ? it.failed : "all went well");
    return err;
}

static const char *const calls[] = {"malloc", "realloc", "opendir", "readdir", "fstat", "openat", "read"};
enum { CALLS = sizeof calls / sizeof calls[0] };

/* The bit of a call, whichever of its two names it has. */
static unsigned bit_of(const char *name)
{
    for (unsigned i = 0; i < CALLS; i++) {
        if (strncmp(name, calls[i], strlen(calls[i])) == 0) {
            return 1u << i;
        }
    }
    cr_assert_fail("%s", name);
    return 0;
}

Test(fault, any_call_may_fail_while_rooms_are_loaded, .timeout = 120)
{
    unsigned seen = 0;
    unsigned open_files = folder_open_files();
    for (it.fail_at = 1;; it.fail_at++) {
        fl_err err = load();
        cr_assert_eq(folder_open_files(), open_files, "after %s", it.failed ? it.failed : "all went well");
        if (!it.failed) {
            cr_expect_eq(err, FL_OK);
            break;
        }
        bool is_memory = strstr(it.failed, "alloc") != NULL;
        cr_assert_eq(err, is_memory ? FL_ERR_MEMORY : FL_ERR_IO, "%s: %d", it.failed, err);
        cr_assert_eq(diag.code, err);
        cr_assert_neq(diag.what[0], '\0');
        seen |= bit_of(it.failed);
    }
    cr_expect_eq(seen, (1u << CALLS) - 1);
}

Test(fault, rooms_come_whole_out_of_short_reads)
{
    it.bytes_most = 1000;
    cr_expect_eq(load(), FL_OK);
    cr_expect_gt(it.calls, 20u);
}

/* Every call once, as if a signal had come: only reading is affected, and goes on. */
Test(fault, a_signal_does_not_stop_the_reading_of_rooms)
{
    unsigned reads = 0;
    it.bytes_most = 4000;
    it.error = EINTR;
    for (it.fail_at = 1;; it.fail_at++) {
        fl_err err = load();
        if (!it.failed) {
            break;
        }
        if (strcmp(it.failed, "read") == 0) {
            cr_expect_eq(err, FL_OK);
            reads++;
        }
    }
    cr_expect_gt(reads, 4u);
}

/* The seed of a condition is made of such marks: one of half a text would give other floors. */
Test(fault, a_mark_is_that_of_all_values_or_an_error)
{
    fl_setting_values values;
    uint32_t usual = 0;
    uint32_t mark = 0;
    unsigned failures = 0;
    const fl_generator *generator = fl_registry_find("classic");
    fl_setting_values_init(&values, generator->settings, generator->settings_n);
    cr_assert_eq(fl_setting_values_set(&values, "level", "3", "here", &diag), FL_OK);
    cr_assert_eq(fl_setting_values_mark(&values, generator->name, &usual), FL_OK);
    do {
        it = (machine){.is_armed = true, .fail_at = failures + 1};
        fl_err err = fl_setting_values_mark(&values, generator->name, &mark);
        it.is_armed = false;
        cr_expect_eq(err, it.failed ? FL_ERR_MEMORY : FL_OK);
        failures += it.failed != NULL;
    } while (it.failed);
    cr_expect_gt(failures, 0u);
    cr_expect_eq(mark, usual);
}
