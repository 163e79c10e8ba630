/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A machine in trouble, for any program: preloaded (LD_PRELOAD), it lets the k-th call of a kind fail, or
 * kills the process there. Calls of all libraries count, HDF5's as well.
 *
 *     FLOORLAB_FAULT_CALL   a row of `kinds` below: memory, open, write, …
 *     FLOORLAB_FAULT_AT     k, from 1 on; 0 = none, calls are only counted, of all kinds
 *     FLOORLAB_FAULT_IN     "program", or "child": processes that it forked, counted together
 *     FLOORLAB_FAULT_HOW    "once", "lasting" (all calls from the k-th on) or "kill" (SIGKILL)
 *     FLOORLAB_FAULT_FILE   holds the struct `report`, in shared memory: what happened, also after a kill
 *     FLOORLAB_FAULT_HDF5   where HDF5's code begins and ends in the program, when it is a part of it: two
 * numbers
 *
 * Programs that are started, gnuplot among them, run as usual. Needs glibc. */
#undef _FILE_OFFSET_BITS /* it would give open, pread and pwrite the names of their second forms */
#define _GNU_SOURCE      /* RTLD_NEXT, off64_t */
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

/* Kinds of calls, and the error of one that fails. */
static const struct {
    const char *name;
    int error;
} kinds[] = {{"memory", ENOMEM}, {"open", EMFILE}, {"write", ENOSPC}, {"read", EIO},    {"fsync", EIO},
             {"rename", EIO},    {"close", EIO},   {"fork", EAGAIN},  {"pipe", EMFILE}, {"thread", EAGAIN},
             {"stat", EIO},      {"folder", EIO},  {"size", EIO},     {"lock", ENOLCK}, {"hdf5", ENOMEM}};
enum {
    MEMORY,
    OPEN,
    WRITE,
    READ,
    FSYNC,
    RENAME,
    CLOSE,
    FORK,
    PIPE,
    THREAD,
    STAT,
    FOLDER,
    SIZE,
    LOCK,
    HDF5,
    KINDS
};

typedef struct report {
    atomic_ullong failed;          /* calls that failed */
    atomic_ullong calls[2][KINDS]; /* all calls: of the program, and of processes that it forked */
} report;

static struct {
    bool is_armed, is_child, lasts, kills;
    int kind;
    pid_t program;
    unsigned long long at;
    uintptr_t hdf5, hdf5_end;
    report *report;
} it;

static const char *word(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

/* Only the program itself is meant, not what it starts. */
__attribute__((constructor)) static void begin(void)
{
    int file = open(word("FLOORLAB_FAULT_FILE"), O_RDWR | O_CLOEXEC);
    void *shared =
        file < 0 ? MAP_FAILED : mmap(NULL, sizeof *it.report, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (shared == MAP_FAILED) {
        return;
    }
    unsetenv("FLOORLAB_FAULT_FILE");
    it.report = shared;
    it.program = getpid();
    it.at = strtoull(word("FLOORLAB_FAULT_AT"), NULL, 10);
    it.is_child = strcmp(word("FLOORLAB_FAULT_IN"), "child") == 0;
    it.lasts = strcmp(word("FLOORLAB_FAULT_HOW"), "lasting") == 0;
    it.kills = strcmp(word("FLOORLAB_FAULT_HOW"), "kill") == 0;
    uintptr_t program = getauxval(AT_PHDR) - sizeof(Elf64_Ehdr); /* its rows follow the file's head */
    char *end = "";
    it.hdf5 = program + strtoull(word("FLOORLAB_FAULT_HDF5"), &end, 10);
    it.hdf5_end = program + strtoull(end, NULL, 10);
    it.kind = -1;
    for (int i = 0; i < KINDS; i++) {
        it.kind = strcmp(word("FLOORLAB_FAULT_CALL"), kinds[i].name) == 0 ? i : it.kind;
    }
    it.is_armed = it.kind >= 0;
}

/* Whether this call has to fail. */
static bool fails(int kind)
{
    if (!it.is_armed) {
        return false;
    }
    bool is_child = getpid() != it.program;
    unsigned long long number = atomic_fetch_add(&it.report->calls[is_child][kind], 1) + 1;
    if (kind != it.kind || is_child != it.is_child || it.at == 0 ||
        (it.lasts ? number < it.at : number != it.at)) {
        return false;
    }
    atomic_fetch_add(&it.report->failed, 1);
    if (it.kills) {
        kill(getpid(), SIGKILL);
    }
    errno = kinds[kind].error;
    return true;
}

/* What the C library has under this name. */
static void *original(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

#define FL_FAIL(kind, type, name, parameters, arguments, failure)                                            \
    type name parameters;                                                                                    \
    type name parameters                                                                                     \
    {                                                                                                        \
        static type(*real) parameters;                                                                       \
        if (!real) {                                                                                         \
            void *found = original(#name);                                                                   \
            memcpy(&real, &found, sizeof real);                                                              \
        }                                                                                                    \
        return fails(kind) ? (failure) : real arguments;                                                     \
    }

FL_FAIL(WRITE, ssize_t, write, (int file, const void *data, size_t n), (file, data, n), -1)
FL_FAIL(WRITE, ssize_t, pwrite, (int file, const void *data, size_t n, off_t at), (file, data, n, at), -1)
FL_FAIL(WRITE, ssize_t, pwrite64, (int file, const void *data, size_t n, off64_t at), (file, data, n, at), -1)
FL_FAIL(READ, ssize_t, read, (int file, void *out, size_t n), (file, out, n), -1)
FL_FAIL(READ, ssize_t, pread, (int file, void *out, size_t n, off_t at), (file, out, n, at), -1)
FL_FAIL(READ, ssize_t, pread64, (int file, void *out, size_t n, off64_t at), (file, out, n, at), -1)
FL_FAIL(FSYNC, int, fsync, (int file), (file), -1)
FL_FAIL(RENAME, int, rename, (const char *from, const char *to), (from, to), -1)
FL_FAIL(RENAME, int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to), -1)
FL_FAIL(FORK, pid_t, fork, (void), (), -1)
FL_FAIL(PIPE, int, pipe, (int ends[2]), (ends), -1)
FL_FAIL(PIPE, int, socketpair, (int family, int type, int protocol, int ends[2]),
        (family, type, protocol, ends), -1)
FL_FAIL(THREAD, int, pthread_create,
        (pthread_t * thread, const pthread_attr_t *how, void *(*work)(void *), void *context),
        (thread, how, work, context), EAGAIN)

struct stat;
struct stat64;
FL_FAIL(STAT, int, stat, (const char *path, struct stat *out), (path, out), -1)
FL_FAIL(STAT, int, stat64, (const char *path, struct stat64 *out), (path, out), -1)
FL_FAIL(STAT, int, lstat, (const char *path, struct stat *out), (path, out), -1)
FL_FAIL(STAT, int, lstat64, (const char *path, struct stat64 *out), (path, out), -1)
FL_FAIL(STAT, int, fstat, (int file, struct stat *out), (file, out), -1)
FL_FAIL(STAT, int, fstat64, (int file, struct stat64 *out), (file, out), -1)
FL_FAIL(STAT, int, fstatat, (int folder, const char *path, struct stat *out, int how),
        (folder, path, out, how), -1)
FL_FAIL(STAT, int, fstatat64, (int folder, const char *path, struct stat64 *out, int how),
        (folder, path, out, how), -1)

struct DIR;
struct FILE;
FL_FAIL(OPEN, struct FILE *, fopen, (const char *path, const char *how), (path, how), NULL)
FL_FAIL(OPEN, struct FILE *, fopen64, (const char *path, const char *how), (path, how), NULL)
FL_FAIL(OPEN, struct DIR *, opendir, (const char *path), (path), NULL)
FL_FAIL(OPEN, struct DIR *, fdopendir, (int file), (file), NULL)
FL_FAIL(FOLDER, int, mkdir, (const char *path, mode_t mode), (path, mode), -1)
FL_FAIL(SIZE, int, ftruncate, (int file, off_t size), (file, size), -1)
FL_FAIL(SIZE, int, ftruncate64, (int file, off64_t size), (file, size), -1)
FL_FAIL(LOCK, int, flock, (int file, int how), (file, how), -1)

/* A close that fails has closed all the same. */
int close(int file)
{
    static int (*real)(int file);
    if (!real) {
        void *found = original("close");
        memcpy(&real, &found, sizeof real);
    }
    bool is_failing = fails(CLOSE);
    int result = real(file);
    return is_failing ? -1 : result;
}

#define FL_FAIL_OPEN(name, parameters, arguments)                                                            \
    int name parameters;                                                                                     \
    int name parameters                                                                                      \
    {                                                                                                        \
        static int(*real) parameters;                                                                        \
        va_list more;                                                                                        \
        va_start(more, flags);                                                                               \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0;                            \
        va_end(more);                                                                                        \
        if (!real) {                                                                                         \
            void *found = original(#name);                                                                   \
            memcpy(&real, &found, sizeof real);                                                              \
        }                                                                                                    \
        return fails(OPEN) ? -1 : real arguments;                                                            \
    }

FL_FAIL_OPEN(open, (const char *path, int flags, ...), (path, flags, mode))
FL_FAIL_OPEN(open64, (const char *path, int flags, ...), (path, flags, mode))
FL_FAIL_OPEN(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))
FL_FAIL_OPEN(openat64, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))

/* dlsym allocates itself, but glibc's own allocator has names of its own. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/* Memory that HDF5 asks for is a kind of its own, too: it survives the want of it worst where it begins. */
static bool lacks_memory(const void *caller)
{
    Dl_info about;
    bool is_part = (uintptr_t)caller >= it.hdf5 && (uintptr_t)caller < it.hdf5_end;
    bool is_hdf5 =
        it.is_armed && (is_part || (dladdr(caller, &about) && strstr(about.dli_fname, "/libhdf5")));
    return fails(MEMORY) || (is_hdf5 && fails(HDF5));
}

void *malloc(size_t size)
{
    return lacks_memory(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return lacks_memory(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    return lacks_memory(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return lacks_memory(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}
