/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The values of block b and metric m are at (b * metrics + m) * FL_RUN_BLOCK * 4 bytes of the file: 32 bits
 * each here, the narrowest type that holds them in the result file. */
#include "experiments/run/run_private.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char scale[] = FL_STORE_SAMPLES;

/* A block that is being filled. */
typedef struct buffer {
    uint64_t block;
    bool is_taken;
    int32_t *values; /* [metrics][FL_RUN_BLOCK] */
} buffer;

/* What a streamed item needs to find its values. */
typedef struct column {
    struct fl_kept_floors *kept;
    unsigned metric; /* place among the kept metrics */
    unsigned at;     /* place among the tally's metrics */
    fl_store_type type;
} column;

struct fl_kept_floors {
    const fl_run_setup *setup;
    char *path;
    int file;
    const fl_tally_metric *metric[FL_SAMPLE_METRICS]; /* of the setup's spec */
    column columns[FL_SAMPLE_METRICS];
    unsigned metrics_n;
    _Atomic int failure;  /* errno of a write that failed */
    pthread_mutex_t lock; /* protects which buffers are taken */
    buffer buffers[FL_THREADS_MAX];
};

/* The narrowest type for a metric's values; its largest value (-1 in 32 bits) is kept free for "none". */
static fl_store_type narrowest(const fl_kept_floors *self, const fl_tally *totals, unsigned at)
{
    int32_t least = 0;
    int32_t most = 0;
    for (uint64_t c = 0; c < self->setup->conditions; c++) {
        const fl_tally_extreme *e = &totals[c].extreme[at];
        least = e->min < least ? e->min : least;
        most = e->max > most ? e->max : most;
    }
    return least < 0 ? FL_STORE_I32 : most < 255 ? FL_STORE_U8 : most < 65535 ? FL_STORE_U16 : FL_STORE_I32;
}

/* Chooses the metrics that have one value per floor. */
static void choose_metrics(fl_kept_floors *self)
{
    const fl_tally_spec *tally = &self->setup->tally;
    for (unsigned i = 0; i < tally->metrics_n; i++) {
        if (!tally->metrics[i].is_per_room) {
            self->columns[self->metrics_n] = (column){.kept = self, .metric = self->metrics_n, .at = i};
            self->metric[self->metrics_n++] = &tally->metrics[i];
        }
    }
}

static uint64_t buffer_size(const fl_kept_floors *self)
{
    return (uint64_t)self->metrics_n * FL_RUN_BLOCK * sizeof *self->buffers[0].values;
}

/* Opens and locks the file: two processes would mix their floors. */
static fl_err open_file(fl_kept_floors *self, uint64_t done_blocks, fl_diag *diag)
{
    struct stat about;
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    self->file = open(self->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (self->file < 0 && errno == ELOOP) {
        return fl_diag_set(diag, FL_ERR_INPUT, self->path, "there is a link of that name; remove it");
    }
    if (self->file < 0) {
        return fl_diag_set(diag, FL_ERR_IO, self->path, "cannot create: %s", strerror(errno));
    }
    if (fcntl(self->file, F_SETLK, &lock) && (errno == EACCES || errno == EAGAIN)) {
        return fl_diag_set(diag, FL_ERR_INPUT, self->path, "another run is writing this file");
    }
    if (fstat(self->file, &about) || (uint64_t)about.st_size < done_blocks * buffer_size(self)) {
        fl_err err = fl_diag_set(diag, FL_ERR_DAMAGED, self->path,
                                 "floors that the checkpoint counts are missing here");
        fl_diag_hint(diag, "start over with --anew");
        return err;
    }
    return FL_OK;
}

fl_err fl_run_kept_open(fl_kept_floors **out, const char *output, const fl_run_setup *setup,
                        uint64_t done_blocks, fl_diag *diag)
{
    static const char suffix[] = ".floors";
    size_t size = strlen(output) + sizeof suffix;
    fl_kept_floors *self = calloc(1, sizeof *self);
    *out = self;
    if (!self || !(self->path = malloc(size))) {
        free(self);
        *out = NULL;
        return fl_diag_memory(diag);
    }
    snprintf(self->path, size, "%s%s", output, suffix);
    self->setup = setup;
    pthread_mutex_init(&self->lock, NULL);
    choose_metrics(self);
    fl_err err = open_file(self, done_blocks, diag);
    if (err) {
        fl_run_kept_close(self, false);
        *out = NULL;
    }
    return err;
}

void fl_run_kept_close(fl_kept_floors *self, bool remove)
{
    if (!self) {
        return;
    }
    if (self->file >= 0) {
        close(self->file);
    }
    if (remove) {
        (void)unlink(self->path);
    }
    for (unsigned i = 0; i < FL_THREADS_MAX; i++) {
        free(self->buffers[i].values);
    }
    pthread_mutex_destroy(&self->lock);
    free(self->path);
    free(self);
}

/* The buffer of a block; a free one for its first floor. */
static buffer *find_buffer(fl_kept_floors *self, uint64_t block, bool is_first)
{
    buffer *found = NULL;
    pthread_mutex_lock(&self->lock);
    for (unsigned i = 0; i < FL_THREADS_MAX && !found; i++) {
        buffer *b = &self->buffers[i];
        if (is_first ? !b->is_taken : b->is_taken && b->block == block) {
            found = b;
        }
    }
    if (found && is_first) {
        found->block = block;
        found->is_taken = true;
    }
    pthread_mutex_unlock(&self->lock);
    if (found && !found->values) {
        found->values = calloc((size_t)self->metrics_n * FL_RUN_BLOCK, sizeof *found->values);
    }
    return found;
}

static fl_err write_buffer(fl_kept_floors *self, buffer *b)
{
    size_t size = (size_t)buffer_size(self);
    uint64_t at = b->block * size;
    fl_err err = FL_OK;
    for (size_t done = 0; done < size && !err;) {
        ssize_t n = pwrite(self->file, (const char *)b->values + done, size - done, (off_t)(at + done));
        if (n < 0 && errno != EINTR) {
            self->failure = errno;
            err = FL_ERR_IO;
        }
        done += n > 0 ? (size_t)n : 0;
    }
    pthread_mutex_lock(&self->lock);
    b->is_taken = false;
    pthread_mutex_unlock(&self->lock);
    return err;
}

fl_err fl_run_kept_add(fl_kept_floors *self, uint64_t block, unsigned floor, const int32_t *values)
{
    uint64_t first = 0;
    uint64_t end = 0;
    assert(floor < FL_RUN_BLOCK);
    buffer *b = find_buffer(self, block, floor == 0);
    if (!b || !b->values) {
        return FL_ERR_MEMORY;
    }
    for (unsigned i = 0; i < self->metrics_n; i++) {
        b->values[(size_t)i * FL_RUN_BLOCK + floor] = values[self->metric[i]->metric];
    }
    (void)fl_run_setup_find_block(self->setup, block, &first, &end);
    return first + floor + 1 == end ? write_buffer(self, b) : FL_OK;
}

fl_err fl_run_kept_sync(fl_kept_floors *self, fl_diag *diag)
{
    return fsync(self->file) ? fl_diag_set(diag, FL_ERR_IO, self->path, "cannot save: %s", strerror(errno))
                             : FL_OK;
}

fl_err fl_run_kept_explain(const fl_kept_floors *self, fl_err err, fl_diag *diag)
{
    if (err != FL_ERR_IO || self->failure == 0) {
        return err;
    }
    return fl_diag_set(diag, err, self->path, "cannot write: %s", strerror(self->failure));
}

/* Converts values to the item's type; "none" becomes the type's largest value (-1 in 32 bits). */
static void narrow(const int32_t *from, size_t n, fl_store_type type, void *to, uint64_t at)
{
    for (size_t i = 0; i < n; i++) {
        bool is_none = from[i] == FL_GENERATOR_FACT_NONE;
        if (type == FL_STORE_U8) {
            ((uint8_t *)to)[at + i] = (uint8_t)(is_none ? 255 : from[i]);
        } else if (type == FL_STORE_U16) {
            ((uint16_t *)to)[at + i] = (uint16_t)(is_none ? 65535 : from[i]);
        } else {
            ((int32_t *)to)[at + i] = is_none ? -1 : from[i];
        }
    }
}

static fl_err pull(void *column_of, uint64_t row, uint64_t from, uint64_t n, void *out)
{
    const column *c = column_of;
    const fl_kept_floors *self = c->kept;
    int32_t values[FL_RUN_BLOCK];
    for (uint64_t done = 0; done < n;) {
        uint64_t in_block = (from + done) % FL_RUN_BLOCK;
        uint64_t block = self->setup->condition[row].first_block + (from + done) / FL_RUN_BLOCK;
        uint64_t part = n - done < FL_RUN_BLOCK - in_block ? n - done : FL_RUN_BLOCK - in_block;
        uint64_t at = ((block * self->metrics_n + c->metric) * FL_RUN_BLOCK + in_block) * sizeof *values;
        ssize_t size = (ssize_t)(part * sizeof *values);
        if (pread(self->file, values, (size_t)size, (off_t)at) != size) {
            return FL_ERR_IO;
        }
        narrow(values, part, c->type, out, done);
        done += part;
    }
    return FL_OK;
}

static fl_err pull_number(void *kept_of, uint64_t row, uint64_t from, uint64_t n, void *out)
{
    const fl_kept_floors *self = kept_of;
    (void)row;
    for (uint64_t i = 0; i < n; i++) {
        ((uint64_t *)out)[i] = self->setup->from + from + i;
    }
    return FL_OK;
}

static fl_err add_numbers(fl_kept_floors *self, fl_store *out)
{
    fl_store_item item = {.path = (char *)scale,
                          .type = FL_STORE_U64,
                          .rank = 1,
                          .size = {self->setup->to - self->setup->from},
                          .dimension = {(char *)scale},
                          .description = "number of the floor",
                          .unit = "number",
                          .pull = pull_number,
                          .context = self};
    return fl_store_add(out, &item, NULL);
}

/* Adds the table's conditions. A setting that is called like a metric gets another name. */
static fl_err add_conditions(fl_kept_floors *self, fl_run_table *table)
{
    fl_text own;
    fl_text_init(&own);
    fl_text_add(&own, "condition number");
    for (unsigned i = 0; i < self->metrics_n; i++) {
        fl_text_add_format(&own, " %s", self->metric[i]->name);
    }
    fl_err err = fl_text_check(&own) ? fl_diag_memory(table->diag)
                                     : fl_run_table_begin(table, "/sample", fl_text_get(&own));
    fl_text_free(&own);
    return err;
}

static fl_err add_column(fl_kept_floors *self, const fl_tally *totals, unsigned i, fl_run_table *table)
{
    char path[128];
    const fl_tally_metric *row = self->metric[i];
    self->columns[i].type = narrowest(self, totals, self->columns[i].at);
    snprintf(path, sizeof path, "/sample/%s", row->name);
    fl_store_item item = {.path = path,
                          .type = self->columns[i].type,
                          .rank = 2,
                          .size = {self->setup->conditions, self->setup->to - self->setup->from},
                          .dimension = {"/sample/condition", (char *)scale},
                          .description = (char *)row->meaning,
                          .unit = (char *)row->unit,
                          .coordinates =
                              table->coordinates.size > 0 ? (char *)fl_text_get(&table->coordinates) : NULL,
                          .pull = pull,
                          .context = &self->columns[i]};
    return fl_store_add(table->out, &item, NULL) ? fl_diag_memory(table->diag) : FL_OK;
}

fl_err fl_run_kept_add_items(fl_kept_floors *self, const fl_tally *totals, fl_store *out, fl_diag *diag)
{
    fl_run_table table = {.out = out, .setup = self->setup, .totals = totals, .diag = diag};
    if (self->setup->from == self->setup->to) {
        return FL_OK;
    }
    fl_text_init(&table.coordinates);
    fl_err err = add_numbers(self, out) ? fl_diag_memory(diag) : FL_OK;
    err = err ? err : add_conditions(self, &table);
    for (unsigned i = 0; i < self->metrics_n && !err; i++) {
        err = add_column(self, totals, i, &table);
    }
    fl_text_free(&table.coordinates);
    return err;
}
