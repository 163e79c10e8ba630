/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A process for each of a thousand small files costs as much as reading them, so one reads many. It is
 * limited as one that reads a single file is: it can open the next file only after it closed the last one,
 * and has the processor time of that file. After an error of HDF5 the library's state is not trusted any
 * more: the child ends. */
#include "analysis/store/store_private.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Seconds in which a child may say nothing: whoever listens to it then reads its files alone, with more
 * patience. */
enum { PATIENCE = 120 };

struct fl_store_many {
    const char *const *paths;
    size_t n, at;
    fl_store_child child;
    fl_store_pipe stream;
    bool is_over;
};

/* Gives this process processor time for one more file. */
static void allow_time(int file)
{
    struct stat about;
    struct rusage used;
    struct rlimit limit;
    if (fstat(file, &about) == 0 && getrusage(RUSAGE_SELF, &used) == 0 &&
        getrlimit(RLIMIT_CPU, &limit) == 0) {
        rlim_t spent = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec + 2);
        rlim_t most = spent + fl_store_hdf5_read_seconds((uint64_t)about.st_size);
        limit.rlim_cur = most < limit.rlim_max ? most : limit.rlim_max;
        setrlimit(RLIMIT_CPU, &limit);
    }
}

/* Sends one file; false after an error of HDF5. */
static bool send_file(const char *path, fl_store_pipe *out)
{
    fl_diag diag;
    int file = -1;
    fl_diag_init(&diag);
    if (fl_store_hdf5_open(path, &file, &diag)) {
        fl_store_pipe_put_end(out, &diag);
        return true;
    }
    allow_time(file);
    bool is_good = fl_store_hdf5_get_all(file, out);
    close(file);
    return is_good;
}

static void work(void *many_of, fl_store_pipe *out)
{
    const fl_store_many *self = many_of;
    int next = dup(out->file); /* the descriptor that each file will have */
    if (next < 0) {
        return;
    }
    close(next);
    fl_store_hdf5_confine(next);
    for (size_t i = 0; i < self->n && !out->is_broken; i++) {
        if (!send_file(self->paths[i], out)) {
            return;
        }
    }
}

fl_err fl_store_many_open(fl_store_many **out, const char *const *paths, size_t n, fl_diag *diag)
{
    fl_store_many *self = calloc(1, sizeof *self);
    *out = NULL;
    if (!self) {
        return fl_diag_memory(diag);
    }
    *self = (fl_store_many){.paths = paths, .n = n};
    self->child = (fl_store_child){.task = "reads", .path = paths[0], .work = work, .context = self};
    fl_err err = fl_store_child_start(&self->child, diag);
    if (err) {
        free(self);
        return err;
    }
    fl_store_pipe_init(&self->stream, self->child.in);
    self->stream.patience = PATIENCE;
    *out = self;
    return FL_OK;
}

fl_err fl_store_many_next(fl_store_many *self, fl_store *out)
{
    const char *path = self->paths[self->at++];
    fl_store_init(out);
    self->stream.told = FL_OK;
    fl_err err = self->is_over ? FL_ERR_IO : fl_store_pipe_take_all(&self->stream, out, path, NULL);
    self->is_over = self->is_over || (err && !self->stream.told); /* what follows is not understood */
    err = err ? err : fl_store_check(out, path, NULL);
    if (err) {
        fl_store_free(out);
    }
    return err;
}

bool fl_store_many_is_over(const fl_store_many *self)
{
    return self->is_over;
}

void fl_store_many_close(fl_store_many *self)
{
    if (self) {
        fl_store_child_end(&self->child);
        free(self);
    }
}
