/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A block of the file is a head and the values of its floors, FL_RUN_BLOCK of each metric: 32 bits each here,
 * the narrowest type that holds them in the result file. The head has a digest of the rest of the block, so
 * that a block of another run, in another place or damaged is found out. */
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

typedef struct block_head {
    char digest[FL_DIGEST_TEXT]; /* of all that follows */
    char run[FL_DIGEST_TEXT];    /* digest of the run's identity */
    char unused[6];
    uint64_t block;
} block_head;
_Static_assert(sizeof(block_head) % sizeof(uint64_t) == 0, "no gaps, and the values are aligned");

/* A block that is being filled. */
typedef struct buffer {
    uint64_t block;
    bool is_taken;
    block_head *head; /* the values follow */
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
    char run[FL_DIGEST_TEXT];
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

static size_t block_size(const fl_kept_floors *self)
{
    return sizeof(block_head) + (size_t)self->metrics_n * FL_RUN_BLOCK * sizeof(int32_t);
}

/* Where a metric's values begin. */
static int32_t *values_of(block_head *head, unsigned metric)
{
    return (int32_t *)(head + 1) + (size_t)metric * FL_RUN_BLOCK;
}

static void write_digest(const fl_kept_floors *self, const block_head *head, char out[FL_DIGEST_TEXT])
{
    fl_tally_digest_text((const char *)head + sizeof head->digest, block_size(self) - sizeof head->digest,
                         out);
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
    if (fstat(self->file, &about)) {
        return fl_diag_set(diag, FL_ERR_IO, self->path, "cannot look at it: %s", strerror(errno));
    }
    if (!S_ISREG(about.st_mode)) {
        return fl_diag_set(diag, FL_ERR_INPUT, self->path, "this is not a regular file");
    }
    return done_blocks == 0 && ftruncate(self->file, 0)
               ? fl_diag_set(diag, FL_ERR_IO, self->path, "cannot be emptied: %s", strerror(errno))
               : FL_OK;
}

/* The sums of a column over the floors of a condition. */
typedef struct column_sums {
    fl_tally_sum sum[3]; /* n, values, squares */
} column_sums;

static fl_err refuse_block(const fl_kept_floors *self, uint64_t block, fl_diag *diag)
{
    fl_err err = fl_diag_set(diag, FL_ERR_DAMAGED, self->path,
                             "the floors of block %llu are not those that were counted: the file was changed",
                             (unsigned long long)block);
    fl_diag_hint(diag, "start over with --anew");
    return err;
}

/* Reads a block and checks that it is that block of this run. */
static fl_err read_block(const fl_kept_floors *self, uint64_t block, block_head *out, fl_diag *diag)
{
    char digest[FL_DIGEST_TEXT];
    size_t size = block_size(self);
    size_t done = 0;
    ssize_t n = 1;
    while (done < size && (n > 0 || (n < 0 && errno == EINTR))) {
        n = pread(self->file, (char *)out + done, size - done, (off_t)(block * size + done));
        done += n > 0 ? (size_t)n : 0;
    }
    if (n < 0) {
        return fl_diag_set(diag, FL_ERR_IO, self->path, "cannot read: %s", strerror(errno));
    }
    write_digest(self, out, digest);
    bool is_right = done == size && out->block == block &&
                    memcmp(out->run, self->run, sizeof out->run) == 0 &&
                    memcmp(out->digest, digest, sizeof digest) == 0;
    return is_right ? FL_OK : refuse_block(self, block, diag);
}

static void add_sums(const fl_kept_floors *self, block_head *head, uint64_t floors, column_sums *sums)
{
    for (unsigned i = 0; i < self->metrics_n; i++) {
        const int32_t *value = values_of(head, i);
        for (uint64_t k = 0; k < floors; k++) {
            int64_t number = value[k];
            bool is_none = value[k] == FL_GENERATOR_FACT_NONE;
            sums[i].sum[0] += !is_none;
            sums[i].sum[1] += is_none ? 0 : (fl_tally_sum)number;
            sums[i].sum[2] += is_none ? 0 : (fl_tally_sum)(number * number);
        }
    }
}

/* Checks the first blocks; adds up their columns if `sums` ([conditions][metrics]) is not NULL. */
static fl_err check_blocks(const fl_kept_floors *self, uint64_t blocks, column_sums *sums, fl_diag *diag)
{
    block_head *head = malloc(block_size(self));
    fl_err err = head ? FL_OK : fl_diag_memory(diag);
    for (uint64_t block = 0; block < blocks && !err; block++) {
        uint64_t first = 0;
        uint64_t end = 0;
        uint64_t condition = fl_run_setup_find_block(self->setup, block, &first, &end);
        err = read_block(self, block, head, diag);
        if (!err && sums) {
            add_sums(self, head, end - first, sums + condition * self->metrics_n);
        }
    }
    free(head);
    return err;
}

fl_err fl_run_kept_check(const fl_kept_floors *self, const fl_tally *totals, fl_diag *diag)
{
    column_sums *sums = calloc(self->setup->conditions * self->metrics_n + 1, sizeof *sums);
    fl_err err = sums ? check_blocks(self, self->setup->blocks, sums, diag) : fl_diag_memory(diag);
    for (uint64_t c = 0; c < self->setup->conditions && !err; c++) {
        for (unsigned i = 0; i < self->metrics_n && !err; i++) {
            fl_tally_sum counted[3];
            fl_tally_sums(&totals[c], self->columns[i].at, counted);
            if (memcmp(counted, sums[c * self->metrics_n + i].sum, sizeof counted) != 0) {
                err = fl_diag_set(diag, FL_ERR_DEFECT, self->path,
                                  "the floors of condition %llu do not add up to what was counted of '%s'",
                                  (unsigned long long)c, self->metric[i]->name);
                fl_diag_hint(diag, "please report this; the run without --keep-floors is not concerned");
            }
        }
    }
    free(sums);
    return err;
}

static fl_err write_run(fl_kept_floors *self)
{
    fl_text identity;
    fl_text_init(&identity);
    fl_run_experiment_add_identity(self->setup->experiment, &identity);
    fl_text_add_format(&identity, "floors %llu to %llu\n", (unsigned long long)self->setup->from,
                       (unsigned long long)self->setup->to);
    fl_tally_digest_text(fl_text_get(&identity), identity.size, self->run);
    fl_err err = fl_text_check(&identity);
    fl_text_free(&identity);
    return err;
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
    self->file = -1;
    fl_err err = write_run(self) ? fl_diag_memory(diag) : open_file(self, done_blocks, diag);
    err = err ? err : check_blocks(self, done_blocks, NULL, diag);
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
        free(self->buffers[i].head);
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
    if (found && !found->head) {
        found->head = calloc(1, block_size(self));
    }
    return found;
}

static fl_err write_buffer(fl_kept_floors *self, buffer *b)
{
    size_t size = block_size(self);
    uint64_t at = b->block * size;
    fl_err err = FL_OK;
    b->head->block = b->block;
    memcpy(b->head->run, self->run, sizeof self->run);
    write_digest(self, b->head, b->head->digest);
    for (size_t done = 0; done < size && !err;) {
        ssize_t n = pwrite(self->file, (const char *)b->head + done, size - done, (off_t)(at + done));
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
    if (!b || !b->head) {
        return FL_ERR_MEMORY;
    }
    for (unsigned i = 0; i < self->metrics_n; i++) {
        values_of(b->head, i)[floor] = values ? values[self->metric[i]->metric] : FL_GENERATOR_FACT_NONE;
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
        uint64_t at = block * block_size(self) + sizeof(block_head) +
                      (c->metric * FL_RUN_BLOCK + in_block) * sizeof *values;
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

/* `join` is NULL where the values are this run's own. */
static fl_err add_column(fl_kept_floors *self, const fl_tally *totals, unsigned i, const fl_run_join *join,
                         fl_run_table *table)
{
    char path[FL_RUN_RESULT_NAME];
    const fl_tally_metric *row = self->metric[i];
    self->columns[i].type = narrowest(self, totals, self->columns[i].at);
    bool stays = join && !join->copies && join->types[i] == (unsigned char)self->columns[i].type;
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
                          .pull = join ? NULL : pull,
                          .context = &self->columns[i],
                          .sources = !join   ? NULL
                                     : stays ? join->names
                                             : join->files,
                          .sources_n = join ? join->n : 0,
                          .stays = stays};
    return fl_store_add(table->out, &item, NULL) ? fl_diag_memory(table->diag) : FL_OK;
}

static fl_err add_items(fl_kept_floors *self, const fl_tally *totals, const fl_run_join *join, fl_store *out,
                        fl_diag *diag)
{
    fl_run_table table = {.out = out, .setup = self->setup, .totals = totals, .diag = diag};
    if (self->setup->from == self->setup->to) {
        return FL_OK;
    }
    fl_text_init(&table.coordinates);
    fl_err err = add_numbers(self, out) ? fl_diag_memory(diag) : FL_OK;
    err = err ? err : add_conditions(self, &table);
    for (unsigned i = 0; i < self->metrics_n && !err; i++) {
        err = add_column(self, totals, i, join, &table);
    }
    fl_text_free(&table.coordinates);
    return err;
}

fl_err fl_run_kept_add_items(fl_kept_floors *self, const fl_tally *totals, fl_store *out, fl_diag *diag)
{
    return add_items(self, totals, NULL, out, diag);
}

void fl_run_kept_types(const fl_run_setup *setup, const fl_store *store, unsigned char *types)
{
    unsigned n = 0;
    for (unsigned i = 0; i < setup->tally.metrics_n; i++) {
        char path[FL_RUN_RESULT_NAME];
        if (!setup->tally.metrics[i].is_per_room) {
            snprintf(path, sizeof path, "/sample/%s", setup->tally.metrics[i].name);
            const fl_store_item *item = fl_store_find(store, path);
            types[n++] = item ? (unsigned char)item->type : FL_RUN_NO_TYPE;
        }
    }
}

fl_err fl_run_kept_join(fl_kept_floors **out, const fl_run_setup *setup, const fl_run_join *join,
                        fl_store *store, fl_diag *diag)
{
    fl_kept_floors *self = calloc(1, sizeof *self);
    *out = self;
    if (!self) {
        return fl_diag_memory(diag);
    }
    self->setup = setup;
    self->file = -1;
    pthread_mutex_init(&self->lock, NULL);
    choose_metrics(self);
    return add_items(self, join->totals, join, store, diag);
}
