/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Failures of the machine: the k-th call of everything the store asks of it, for every k, and a
 * full disk.
 *
 * The linker sends the store's calls through the __wrap_ functions below (see meson.build); while armed, they
 * count, and one of them fails. HDF5's own calls are out of reach here: tests/runs/preload.py reaches them.
 */
#define _GNU_SOURCE /* unshare, mount */
#include "analysis/store/store.h"
#include "tests/support/folder.h"
#include "tests/support/sample_store.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct machine {
    bool is_armed;
    unsigned calls, fail_at; /* the call that fails; 0 = none */
    int error;
    bool is_cut; /* writes fail half done instead */
    const char *failed;
    long blocks;    /* of memory, allocated less freed while armed */
    char order[16]; /* initials of the writes, syncs and renames, repetitions left out */
} machine;

static machine all;
static machine *const it = &all;

static void note_order(const char *what)
{
    size_t n = strlen(it->order);
    bool is_step = strcmp(what, "pwrite") == 0 || strcmp(what, "fsync") == 0 || strcmp(what, "renameat") == 0;
    if (it->is_armed && is_step && n < sizeof it->order - 1 && (n == 0 || it->order[n - 1] != what[0])) {
        it->order[n] = what[0];
    }
}

/* Whether this call has to fail. */
static bool fails(const char *what, int error)
{
    note_order(what);
    if (!it->is_armed || ++it->calls != it->fail_at) {
        return false;
    }
    it->failed = what;
    errno = error ? error : it->error;
    return true;
}

#define FL_WRAP(type, name, arguments, call, error, failure)                                                 \
    type __real_##name arguments;                                                                            \
    type __wrap_##name arguments;                                                                            \
    type __wrap_##name arguments                                                                             \
    {                                                                                                        \
        return fails(#name, error) ? (failure) : __real_##name call;                                         \
    }

/* With 64-bit offsets as an option, the C library has a second name for everything that knows offsets or
 * sizes. */
#define FL_WRAP_BOTH(type, name, arguments, call, error)                                                     \
    FL_WRAP(type, name, arguments, call, error, -1)                                                          \
    FL_WRAP(type, name##64, arguments, call, error, -1)

FL_WRAP(int, fsync, (int file), (file), 0, -1)
FL_WRAP(int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to), 0, -1)
FL_WRAP_BOTH(int, ftruncate, (int file, off_t size), (file, size), 0)
FL_WRAP_BOTH(int, fstat, (int file, struct stat *out), (file, out), EIO)
FL_WRAP_BOTH(int, fstatat, (int folder, const char *name, struct stat *out, int flags),
             (folder, name, out, flags), EIO)
FL_WRAP_BOTH(ssize_t, pread, (int file, void *out, size_t n, off_t at), (file, out, n, at), EIO)

int __real_close(int file);
int __wrap_close(int file);
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __real_free(void *block);
void __wrap_free(void *block);

int __wrap_close(int file)
{
    int result = __real_close(file);
    return fails("close", EIO) ? -1 : result;
}

/* Half of a write may go; then the rest does not either. */
#define FL_WRAP_PWRITE(name)                                                                                 \
    ssize_t __real_##name(int file, const void *data, size_t n, off_t at);                                   \
    ssize_t __wrap_##name(int file, const void *data, size_t n, off_t at);                                   \
    ssize_t __wrap_##name(int file, const void *data, size_t n, off_t at)                                    \
    {                                                                                                        \
        bool is_failing = fails("pwrite", 0);                                                                \
        bool is_half = is_failing && it->is_cut && n > 1;                                                    \
        it->fail_at += is_half;                                                                              \
        return is_failing && !is_half ? -1 : __real_##name(file, data, is_half ? n / 2 : n, at);             \
    }

FL_WRAP_PWRITE(pwrite)
FL_WRAP_PWRITE(pwrite64)

static mode_t mode_of(int flags, va_list arguments)
{
    return flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
}

/* Looking for what killed processes left in the folder is a courtesy: nothing depends on it-> */
static const char courtesy[] = "courtesy";

static const char *opening(const char *name, const char *path)
{
    return strcmp(path, ".") == 0 || strcmp(path, "/dev/null") == 0 ? courtesy : name;
}

#define FL_WRAP_OPEN(name, parameters, words, error)                                                         \
    int __real_##name parameters;                                                                            \
    int __wrap_##name parameters;                                                                            \
    int __wrap_##name parameters                                                                             \
    {                                                                                                        \
        va_list arguments;                                                                                   \
        va_start(arguments, flags);                                                                          \
        mode_t mode = mode_of(flags, arguments);                                                             \
        va_end(arguments);                                                                                   \
        return fails(opening(#name, path), error) ? -1 : __real_##name words;                                \
    }

FL_WRAP_OPEN(open, (const char *path, int flags, ...), (path, flags, mode), EMFILE)
FL_WRAP_OPEN(open64, (const char *path, int flags, ...), (path, flags, mode), EMFILE)
FL_WRAP_OPEN(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode), 0)
FL_WRAP_OPEN(openat64, (int folder, const char *path, int flags, ...), (folder, path, flags, mode), 0)

static void *counted(void *block)
{
    it->blocks += it->is_armed && block;
    return block;
}

void *__wrap_malloc(size_t size)
{
    return fails("malloc", ENOMEM) ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size)
{
    return fails("calloc", ENOMEM) ? NULL : counted(__real_calloc(n, size));
}

void *__wrap_realloc(void *old, size_t size)
{
    if (fails("realloc", ENOMEM)) {
        return NULL;
    }
    return old ? __real_realloc(old, size) : counted(__real_realloc(old, size));
}

void __wrap_free(void *block)
{
    it->blocks -= it->is_armed && block;
    __real_free(block);
}

static folder place;
static fl_store store;
static fl_diag diag;

static void set_up(void)
{
    folder_open(&place);
    fl_store_init(&store);
    fl_diag_init(&diag);
    signal(SIGXFSZ, SIG_IGN);
}

static void tear_down(void)
{
    fl_store_free(&store);
    folder_close(&place);
}

TestSuite(fault, .init = set_up, .fini = tear_down);

static const char *name(const char *base)
{
    return folder_path(&place, base);
}

static void arm(unsigned k)
{
    it->calls = 0;
    it->blocks = 0;
    it->failed = NULL;
    it->fail_at = k;
    it->is_armed = true;
}

static bool is_content(const char *base, const bytes *wanted)
{
    bytes now = folder_read(name(base));
    bool is_same = now.size == wanted->size && memcmp(now.data, wanted->data, now.size) == 0;
    free(now.data);
    return is_same;
}

/* The bytes of the store when all goes well. */
static bytes good_file(void)
{
    cr_assert_eq(sample_store_fill(&store, true, 5), FL_OK);
    cr_assert_eq(fl_store_write(&store, name("good.h5"), &diag), FL_OK, "%s", diag.what);
    return folder_read(name("good.h5"));
}

static const bytes old = {.data = (unsigned char *)"the old file", .size = 12};

static void check_failure(unsigned k, fl_err err, const bytes *good)
{
    bool is_about_folder = strcmp(it->failed, "fsync") == 0 && strstr(diag.what, "the new file is complete");
    cr_assert_neq(err, FL_OK, "call %u (%s) failed and nobody noticed", k, it->failed);
    cr_assert(diag.what[0] != '\0' && diag.code == err, "%s: no message", it->failed);
    cr_assert(is_content("a.h5", is_about_folder ? good : &old), "call %u (%s) cost the old file", k,
              it->failed);
    cr_assert(err == FL_ERR_IO || err == FL_ERR_MEMORY, "%s: %d: %s", it->failed, err, diag.what);
    cr_assert_eq(err == FL_ERR_MEMORY, strstr(it->failed, "alloc") != NULL, "%s: %s", it->failed, diag.what);
}

/* Closing what was only read, or is being given up, may fail without harm, and so may a courtesy. */
static bool is_harmless(void)
{
    return it->failed && (strcmp(it->failed, "close") == 0 || strcmp(it->failed, courtesy) == 0);
}

static unsigned fail_every_call_of_writing(const bytes *good)
{
    unsigned open_before = folder_open_files();
    unsigned failures = 0;
    for (unsigned k = 1;; k++) {
        folder_write(name("a.h5"), old.data, old.size);
        arm(k);
        fl_err err = fl_store_write(&store, name("a.h5"), &diag);
        it->is_armed = false;
        cr_assert_eq(it->blocks, 0, "call %u (%s) left memory behind", k, it->failed ? it->failed : "-");
        cr_assert_eq(folder_count(&place), 2u, "call %u (%s) left a file behind", k, it->failed);
        cr_assert_eq(folder_open_files(), open_before, "call %u (%s) left a file open", k, it->failed);
        if (!it->failed) {
            cr_expect_eq(err, FL_OK);
            break;
        }
        failures++;
        if (err || !is_harmless()) {
            check_failure(k, err, good);
        }
    }
    cr_expect(is_content("a.h5", good));
    return failures;
}

static void fail_every_call_with(int error)
{
    bytes good = good_file();
    it->error = error;
    cr_expect_gt(fail_every_call_of_writing(&good), 70u);
    free(good.data);
}

Test(fault, every_failing_call_of_a_write_keeps_the_old_file, .timeout = 600)
{
    fail_every_call_with(ENOSPC);
}

Test(fault, all_is_on_the_disk_before_the_name_changes)
{
    free(good_file().data);
    arm(0);
    cr_expect_eq(fl_store_write(&store, name("a.h5"), &diag), FL_OK);
    it->is_armed = false;
    cr_expect_str_eq(it->order, "pfrf"); /* writes, sync of the file, rename, sync of the folder */
}

Test(fault, half_done_writes_keep_the_old_file, .timeout = 600)
{
    it->is_cut = true;
    fail_every_call_with(EDQUOT);
}

Test(fault, a_full_disk_is_called_by_its_name)
{
    free(good_file().data);
    it->error = ENOSPC;
    for (unsigned k = 1; !it->failed || strcmp(it->failed, "pwrite") != 0; k++) {
        arm(k);
        fl_err err = fl_store_write(&store, name("a.h5"), &diag);
        it->is_armed = false;
        cr_assert(it->failed != NULL);
        (void)err;
    }
    cr_expect_str_eq(diag.what, "cannot write: No space left on device");
    cr_expect(strstr(diag.hint, "free some space on the disk") != NULL, "%s", diag.hint);
}

/* Returns how many calls failed. */
static unsigned fail_every_call_of_reading(void)
{
    fl_store back;
    unsigned open_before = folder_open_files();
    unsigned failures = 0;
    for (unsigned k = 1;; k++) {
        arm(k);
        fl_err err = fl_store_read(&back, name("good.h5"), &diag);
        bool is_empty = back.items_n + back.attributes_n == 0;
        fl_store_free(&back);
        it->is_armed = false;
        cr_assert_eq(it->blocks, 0, "call %u (%s) left memory behind", k, it->failed ? it->failed : "-");
        cr_assert_eq(folder_open_files(), open_before, "call %u (%s) left a file open", k, it->failed);
        if (!it->failed && err == FL_OK) {
            break;
        }
        failures++;
        cr_assert(err != FL_OK || is_harmless(), "call %u (%s) failed and nobody noticed", k, it->failed);
        cr_assert(err == FL_OK || err == FL_ERR_IO || err == FL_ERR_MEMORY, "call %u (%s): %s", k, it->failed,
                  diag.what);
        cr_assert(err == FL_OK || (is_empty && diag.what[0]), "%s", diag.what);
    }
    return failures;
}

Test(fault, every_failing_call_of_a_read_is_an_error_of_the_machine, .timeout = 600)
{
    free(good_file().data);
    it->error = EIO;
    cr_expect_gt(fail_every_call_of_reading(), 100u);
}

Test(fault, every_failing_allocation_of_a_list_is_an_error)
{
    unsigned k = 1;
    for (fl_err err = FL_ERR_MEMORY; err; k++) {
        arm(k);
        fl_store_init(&store);
        err = sample_store_fill(&store, true, 5);
        fl_store_free(&store);
        it->is_armed = false;
        cr_assert_eq(it->blocks, 0, "call %u left memory behind", k);
        cr_assert_eq(err, it->failed ? FL_ERR_MEMORY : FL_OK);
    }
    cr_expect_gt(k, 50u);
}

/* A small file system of its own on the test's folder, gone with the process; false when the machine does not
 * let us. */
static bool mount_small(void)
{
    if (unshare(CLONE_NEWNS) && unshare(CLONE_NEWUSER | CLONE_NEWNS)) {
        return false;
    }
    return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("tmpfs", place.path, "tmpfs", 0, "size=1536k") == 0;
}

/* Leaves `room` bytes for the next file. */
static void leave_room(bool is_mounted, size_t room)
{
    struct rlimit limits;
    if (!is_mounted) {
        cr_assert_eq(getrlimit(RLIMIT_FSIZE, &limits), 0);
        limits.rlim_cur = room;
        cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limits), 0);
        return;
    }
    static unsigned char zeros[4096];
    FILE *filler = fopen(name("filler"), "wb");
    cr_assert_not_null(filler);
    setvbuf(filler, NULL, _IONBF, 0);
    while (fwrite(zeros, sizeof zeros, 1, filler) == 1) {}
    fclose(filler);
    struct stat about;
    cr_assert_eq(stat(name("filler"), &about), 0);
    off_t size = about.st_size > (off_t)room ? about.st_size - (off_t)room : 0;
    cr_assert_eq(truncate(name("filler"), size), 0);
}

Test(fault, a_full_file_system_keeps_the_old_file, .timeout = 600)
{
    cr_assert_eq(sample_store_fill(&store, true, 5), FL_OK);
    bool is_mounted = mount_small();
    folder_write(name("a.h5"), old.data, old.size);
    unsigned files = folder_count(&place) + is_mounted;
    fl_err err = FL_ERR_IO;
    unsigned failures = 0;
    for (size_t room = 0; err && room < 1u << 20; room += 12288) {
        leave_room(is_mounted, room);
        err = fl_store_write(&store, name("a.h5"), &diag);
        cr_assert(err == FL_OK || err == FL_ERR_IO, "%d: %s", err, diag.what);
        cr_assert(err == FL_OK || is_content("a.h5", &old), "with %zu bytes", room);
        cr_assert_eq(folder_count(&place), files);
        failures += err != FL_OK;
    }
    cr_expect_eq(err, FL_OK, "%s", diag.what);
    cr_expect_gt(failures, 10u);
    if (is_mounted) {
        cr_expect_eq(umount2(place.path, MNT_DETACH), 0);
    }
}
