/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The checksum detects damage. A file made to harm may still pass it, so the HDF5 library reads in a child
 * process that can open no files and has limits on memory and time; if it dies, that becomes an error
 * message. */
#include "analysis/store/store_private.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__has_feature)
#define FL_STORE_HAS(feature) __has_feature(feature)
#else
#define FL_STORE_HAS(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || FL_STORE_HAS(address_sanitizer) ||      \
    FL_STORE_HAS(thread_sanitizer) || FL_STORE_HAS(memory_sanitizer)
enum { IS_SANITIZED = 1 }; /* sanitizers need a huge address space and stderr */
#else
enum { IS_SANITIZED = 0 };
#endif

/* Seconds of processor time that reading a file may take: CPU_LEAST, and one more for every CPU_BYTES, up to
 * CPU_MOST. */
enum { CPU_LEAST = 5, CPU_MOST = 60, CPU_BYTES = 1 << 20 };

static const rlim_t memory_budget = (rlim_t)2 << 30;

/* The bytes that the process has mapped already; 0 where that is unknown. */
static rlim_t mapped(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) {
        return 0;
    }
    if (fscanf(file, "%lu", &pages) != 1) {
        pages = 0;
    }
    fclose(file);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* Sets the soft limit, and a hard one just above it: with equal limits SIGXCPU would be SIGKILL. */
static void limit(int what, rlim_t most)
{
    struct rlimit limits;
    if (getrlimit(what, &limits) == 0) {
        limits.rlim_cur = limits.rlim_max < most ? limits.rlim_max : most;
        limits.rlim_max = limits.rlim_max < most + 1 ? limits.rlim_max : most + 1;
        setrlimit(what, &limits);
    }
}

/* The C library prints to the terminal when it finds its memory corrupted. */
static void silence(void)
{
    int nothing = open("/dev/null", O_RDWR);
    for (int i = 0; i <= 2 && nothing >= 0; i++) {
        dup2(nothing, i);
    }
}

static rlim_t seconds_for(int file)
{
    struct stat about;
    uint64_t more = fstat(file, &about) ? 0 : (uint64_t)about.st_size / CPU_BYTES;
    return more < CPU_MOST - CPU_LEAST ? (rlim_t)(CPU_LEAST + more) : CPU_MOST;
}

static void confine(int file)
{
    rlim_t used = mapped();
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, seconds_for(file));
    if (!IS_SANITIZED) {
        silence();
        if (used) {
            limit(RLIMIT_AS, used + memory_budget);
        }
    }
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, 0);
}

static void run_child(int file, int out)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGPIPE, SIGXCPU};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0] && !IS_SANITIZED; i++) {
        signal(signals[i], SIG_DFL);
    }
    confine(file);
    fl_store_pipe stream;
    fl_store_pipe_init(&stream, out);
    fl_store_hdf5_get_all(file, &stream);
    _exit(0);
}

static fl_err tell_death(int status, const char *path, fl_diag *diag)
{
    fl_err err = FL_ERR_DAMAGED;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
        err = fl_diag_set(diag, err, path, "the file is damaged: reading it takes too long");
    } else {
        err = fl_diag_set(diag, err, path, "the file is damaged: the HDF5 library crashed on it");
    }
    fl_diag_hint(diag, "its checksum is right, so it was made this way: do not trust its source");
    return err;
}

static fl_err receive(fl_store *self, int in, pid_t child, const char *path, fl_diag *diag)
{
    int status = 0;
    fl_store_pipe stream;
    fl_store_pipe_init(&stream, in);
    fl_err err = fl_store_pipe_take_all(&stream, self, path, diag);
    if (err && !stream.is_broken) {
        kill(child, SIGKILL);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    return err && stream.is_broken ? tell_death(status, path, diag) : err;
}

static fl_err read_in_child(fl_store *self, int file, const char *path, fl_diag *diag)
{
    int ends[2];
    if (pipe(ends)) {
        return fl_diag_set(diag, FL_ERR_IO, path, "cannot make a pipe: %s", strerror(errno));
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        run_child(file, ends[1]);
    }
    close(ends[1]);
    fl_err err = child < 0 ? fl_diag_set(diag, FL_ERR_IO, path, "cannot start a process: %s", strerror(errno))
                           : receive(self, ends[0], child, path, diag);
    close(ends[0]);
    return err;
}

static fl_err open_error(const char *path, fl_diag *diag)
{
    switch (errno) {
    case ENOENT:
        return fl_diag_set(diag, FL_ERR_INPUT, path, "there is no such file");
    case ENFILE:
    case EMFILE:
    case ENOMEM:
    case EIO:
        return fl_diag_set(diag, FL_ERR_IO, path, "cannot open: %s", strerror(errno));
    default:
        return fl_diag_set(diag, FL_ERR_INPUT, path, "cannot open: %s", strerror(errno));
    }
}

static fl_err check_file(int file, const char *path, fl_diag *diag)
{
    struct stat about;
    if (fstat(file, &about)) {
        return fl_diag_set(diag, FL_ERR_IO, path, "cannot look at it: %s", strerror(errno));
    }
    if (S_ISDIR(about.st_mode)) {
        return fl_diag_set(diag, FL_ERR_INPUT, path, "this is a folder, expected a result file");
    }
    return S_ISREG(about.st_mode)
               ? fl_store_checksum_check(file, path, diag)
               : fl_diag_set(diag, FL_ERR_INPUT, path, "this is a device or pipe, expected a result file");
}

/* What is inconsistent was not written by floorlab: the file counts as damaged. */
static fl_err check_content(const fl_store *self, const char *path, fl_diag *diag)
{
    fl_err err = fl_store_check(self, path, diag);
    if (err == FL_ERR_INPUT && diag) {
        diag->code = FL_ERR_DAMAGED;
    }
    return err == FL_ERR_INPUT ? FL_ERR_DAMAGED : err;
}

fl_err fl_store_hdf5_read(fl_store *self, const char *path, fl_diag *diag)
{
    fl_store_init(self);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) {
        return open_error(path, diag);
    }
    fl_err err = check_file(file, path, diag);
    err = err ? err : read_in_child(self, file, path, diag);
    err = err ? err : check_content(self, path, diag);
    close(file);
    if (err) {
        fl_store_free(self);
    }
    return err;
}
