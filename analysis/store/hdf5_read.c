/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The checksum detects damage. A file made to harm may still pass it, so the HDF5 library reads in a child
 * process that can open no files and has limits on memory and time; if it dies, that becomes an error
 * message.
 *
 * What goes wrong there may also be the machine's doing: HDF5 crashes, or finds a file wrong, when memory is
 * short. So a file is called damaged only after a second child, which made sure that it had the memory, could
 * not read it either. */
#include "analysis/store/store_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Seconds of processor time that reading a file may take: CPU_LEAST, one more for every CPU_BYTES, and one
 * for every CPU_UNPACKED that can come out of it, up to CPU_MOST. A machine of today unpacks 350 MiB in a
 * second; the limit is for one that is twenty times slower. Of time by the clock the child may be silent
 * BUSY times as long, as others may want the processors. */
enum { CPU_LEAST = 9, CPU_MOST = 120, CPU_BYTES = 1 << 19, CPU_UNPACKED = 1 << 24, BUSY = 10 };

/* Deflate makes at most DEFLATE_MOST bytes of one. */
enum { DEFLATE_MOST = 1032, MEMORY_LEAST = 1 << 26 };

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

unsigned fl_store_hdf5_read_seconds(uint64_t bytes)
{
    uint64_t unpacked = bytes < FL_STORE_BYTES / DEFLATE_MOST ? bytes * DEFLATE_MOST : FL_STORE_BYTES;
    uint64_t more = bytes / CPU_BYTES + unpacked / CPU_UNPACKED;
    return more < CPU_MOST - CPU_LEAST ? CPU_LEAST + (unsigned)more : CPU_MOST;
}

static fl_err find_seconds(int file, const char *path, unsigned *out, fl_diag *diag)
{
    struct stat about;
    if (fstat(file, &about)) {
        return fl_diag_set(diag, FL_ERR_IO, path, "cannot look at it: %s", strerror(errno));
    }
    *out = fl_store_hdf5_read_seconds((uint64_t)about.st_size);
    return FL_OK;
}

void fl_store_hdf5_confine(int last_descriptor)
{
    rlim_t used = mapped();
    if (!FL_STORE_SANITIZED && used) {
        fl_store_child_limit(RLIMIT_AS, used + memory_budget);
    }
    fl_store_child_limit(RLIMIT_FSIZE, 0);
    fl_store_child_limit(RLIMIT_NOFILE, (uint64_t)(last_descriptor + 1));
}

/* A file that is read: what the two processes know of it. */
typedef struct reading {
    fl_store *out;
    int file;
    const char *path;
    bool is_second;
    bool is_told; /* the error came from the child */
} reading;

/* Whether the memory is there that reading a good file may take. */
static bool has_memory(int file)
{
    struct stat about;
    uint64_t most = FL_STORE_BYTES + (uint64_t)FL_STORE_BYTES / 4;
    uint64_t packed = fstat(file, &about) ? most : (uint64_t)about.st_size;
    uint64_t size = packed < most / DEFLATE_MOST ? MEMORY_LEAST + packed * DEFLATE_MOST : most;
    void *volatile block = FL_STORE_SANITIZED ? NULL : malloc(size < most ? size : most);
    bool is_there = FL_STORE_SANITIZED || block;
    free(block);
    return is_there;
}

static void read_in_child(void *reading_of, fl_store_pipe *out)
{
    const reading *r = reading_of;
    fl_diag diag;
    fl_store_hdf5_confine(-1);
    if (r->is_second && !has_memory(r->file)) {
        fl_err err = fl_diag_memory(&diag);
        fl_store_pipe_put_end(out, err ? &diag : NULL);
        return;
    }
    (void)fl_store_hdf5_get_all(r->file, out);
}

static fl_err listen(void *reading_of, fl_store_pipe *in, fl_diag *diag)
{
    reading *r = reading_of;
    fl_err err = fl_store_pipe_take_all(in, r->out, r->path, diag);
    r->is_told = in->told != FL_OK;
    return err;
}

static fl_err tell_crash(const char *path, fl_diag *diag)
{
    fl_err err =
        fl_diag_set(diag, FL_ERR_DAMAGED, path, "the file is damaged: the HDF5 library crashed on it");
    fl_diag_hint(diag, "its checksum is right, so it was made this way: do not trust its source");
    return err;
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

/* *is_final: reading it again would not help. */
static fl_err read_once(reading *r, bool *is_final, fl_diag *diag)
{
    unsigned seconds = 0;
    *is_final = true;
    if (find_seconds(r->file, r->path, &seconds, diag)) {
        return FL_ERR_IO;
    }
    fl_store_child child = {.task = "reads",
                            .path = r->path,
                            .work = read_in_child,
                            .listen = listen,
                            .context = r,
                            .seconds = seconds,
                            .patience = BUSY * seconds};
    r->is_told = false;
    fl_err err = fl_store_child_run(&child, diag);
    if (child.is_crashed) {
        err = tell_crash(r->path, diag);
    }
    err = err ? err : check_content(r->out, r->path, diag);
    *is_final = !(err == FL_ERR_DAMAGED || (err == FL_ERR_MEMORY && r->is_told));
    return err;
}

static fl_err read_twice(fl_store *self, int file, const char *path, fl_diag *diag)
{
    reading r = {.out = self, .file = file, .path = path};
    bool is_final = false;
    fl_err err = read_once(&r, &is_final, diag);
    if (!is_final) {
        fl_store_free(self);
        r.is_second = true;
        err = read_once(&r, &is_final, diag);
    }
    if (err == FL_ERR_MEMORY && r.is_told) {
        err = fl_diag_set(diag, err, path, "there is not enough memory to read it");
        fl_diag_hint(diag, "the file may be fine: try again where more memory is free");
    }
    return err;
}

static fl_err open_error(const char *path, fl_diag *diag)
{
    if (strcmp(path, "-") == 0) {
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, path, "a result file cannot be read from a pipe");
        fl_diag_hint(diag, "it is read here and there, not from its beginning to its end: give its name");
        return err;
    }
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

fl_err fl_store_hdf5_open(const char *path, int *file, fl_diag *diag)
{
    *file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (*file < 0) {
        return open_error(path, diag);
    }
    fl_err err = check_file(*file, path, diag);
    if (err) {
        close(*file);
    }
    return err;
}

fl_err fl_store_hdf5_read(fl_store *self, const char *path, fl_diag *diag)
{
    int file = -1;
    fl_store_init(self);
    fl_err err = fl_store_hdf5_open(path, &file, diag);
    if (err) {
        return err;
    }
    err = read_twice(self, file, path, diag);
    close(file);
    if (err) {
        fl_store_free(self);
    }
    return err;
}
