/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A row of the file is a head and the values of ROW floors of a configuration, one metric after the other: 32
 * bits each, later the narrowest sufficient type in the result file. The head has a digest of the rest of the
 * row, which detects rows that are damaged, misplaced or of another run. Rows are written whole; the floors
 * of an incomplete row are in the checkpoint. */
#include "experiments/run/result/result.h"
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

enum { ROW = 64 };

typedef struct row_head {
    char digest[FL_DIGEST_TEXT]; /* of everything that follows */
    char run[FL_DIGEST_TEXT];    /* digest of the run's identity */
    char unused[6];
    uint64_t row;
} row_head;
_Static_assert(sizeof(row_head) % sizeof(uint64_t) == 0, "no gaps, and the values are aligned");

/* A row being filled. Between two takes each worker has at most one; a take begins at most one more. */
typedef struct buffer {
    bool is_taken;
    uint64_t row;
    uint64_t has;   /* bit set of the floors in it */
    row_head *head; /* the values follow */
} buffer;
enum { BUFFERS = 2 * FL_THREADS_MAX };

/* The context of a streamed item. */
typedef struct column {
    struct fl_kept_floors *kept;
    unsigned metric; /* index in the kept metrics */
    unsigned at;     /* index in the tally's metrics */
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
    uint64_t *first_row;  /* [configurations + 1] */
    pthread_mutex_t lock; /* protects the list of buffers and their bit sets */
    buffer buffers[BUFFERS];
};

/* The narrowest type for a metric's values; its largest value (-1 in 32 bits) is reserved for "none". */
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

/* Selects the metrics with one value per floor. */
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

static size_t row_size(const fl_kept_floors *self)
{
    return sizeof(row_head) + (size_t)self->metrics_n * ROW * sizeof(int32_t);
}

static fl_err number_rows(fl_kept_floors *self)
{
    self->first_row = calloc(self->setup->conditions + 1, sizeof *self->first_row);
    for (uint64_t c = 0; self->first_row && c < self->setup->conditions; c++) {
        const fl_run_condition *condition = &self->setup->condition[c];
        self->first_row[c + 1] = self->first_row[c] + (condition->to - condition->from + ROW - 1) / ROW;
    }
    return self->first_row ? FL_OK : FL_ERR_MEMORY;
}

/* The position of a floor: its row, and the number of floors before it in the row. */
typedef struct place {
    uint64_t row;
    unsigned at;
    unsigned floors; /* in the row */
} place;

static place place_of(const fl_kept_floors *self, uint64_t sample)
{
    const fl_run_range *range = fl_run_range_find(self->setup->range, self->setup->conditions, sample);
    uint64_t at = sample - range->before;
    uint64_t left = range->to - range->from - at / ROW * ROW;
    return (place){self->first_row[range->condition] + at / ROW, (unsigned)(at % ROW),
                   left < ROW ? (unsigned)left : ROW};
}

static uint64_t bits_below(unsigned n)
{
    return n < ROW ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
}

/* The number of full rows after the first `done` floors. */
static uint64_t full_rows(const fl_kept_floors *self, uint64_t done)
{
    return done < self->setup->samples ? place_of(self, done).row : self->first_row[self->setup->conditions];
}

/* The beginning of a metric's values. */
static int32_t *values_of(row_head *head, unsigned metric)
{
    return (int32_t *)(head + 1) + (size_t)metric * ROW;
}

static void write_digest(const fl_kept_floors *self, const row_head *head, char out[FL_DIGEST_TEXT])
{
    fl_tally_digest_text((const char *)head + sizeof head->digest, row_size(self) - sizeof head->digest, out);
}

/* Opens and locks the file: two processes would mix their floors. */
static fl_err open_file(fl_kept_floors *self, uint64_t done, fl_diag *diag)
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
    return done == 0 && ftruncate(self->file, 0)
               ? fl_diag_set(diag, FL_ERR_IO, self->path, "cannot be emptied: %s", strerror(errno))
               : FL_OK;
}

/* The sums of a column over the floors of a configuration. */
typedef struct column_sums {
    fl_tally_sum sum[3]; /* n, values, squares */
} column_sums;

static fl_err refuse_row(const fl_kept_floors *self, uint64_t row, fl_diag *diag)
{
    fl_err err = fl_diag_set(diag, FL_ERR_DAMAGED, self->path,
                             "the floors of row %llu are not those that were counted: the file was changed",
                             (unsigned long long)row);
    fl_diag_hint(diag, "start over with --anew");
    return err;
}

/* Reads a row and checks that it is this row of this run. */
static fl_err read_row(const fl_kept_floors *self, uint64_t row, row_head *out, fl_diag *diag)
{
    char digest[FL_DIGEST_TEXT];
    size_t size = row_size(self);
    size_t done = size;
    if (fl_files_get(self->file, (int64_t)(row * size), out, &done)) {
        return fl_diag_set(diag, FL_ERR_IO, self->path, "cannot read: %s", strerror(errno));
    }
    write_digest(self, out, digest);
    bool is_right = done == size && out->row == row && memcmp(out->run, self->run, sizeof out->run) == 0 &&
                    memcmp(out->digest, digest, sizeof digest) == 0;
    return is_right ? FL_OK : refuse_row(self, row, diag);
}

static void add_sums(const fl_kept_floors *self, row_head *head, uint64_t floors, column_sums *sums)
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

/* Checks the first rows; adds up their columns if `sums` ([configurations][metrics]) is not NULL. */
static fl_err check_rows(const fl_kept_floors *self, uint64_t rows, column_sums *sums, fl_diag *diag)
{
    row_head *head = malloc(row_size(self));
    fl_err err = head ? FL_OK : fl_diag_memory(diag);
    uint64_t c = 0;
    for (uint64_t row = 0; row < rows && !err; row++) {
        while (self->first_row[c + 1] <= row) {
            c++;
        }
        const fl_run_condition *condition = &self->setup->condition[c];
        uint64_t left = condition->to - condition->from - (row - self->first_row[c]) * ROW;
        err = read_row(self, row, head, diag);
        if (!err && sums) {
            add_sums(self, head, left < ROW ? left : ROW, sums + c * self->metrics_n);
        }
    }
    free(head);
    return err;
}

fl_err fl_run_kept_check(const fl_kept_floors *self, const fl_tally *totals, fl_diag *diag)
{
    column_sums *sums = calloc(self->setup->conditions * self->metrics_n + 1, sizeof *sums);
    uint64_t rows = self->first_row[self->setup->conditions];
    fl_err err = sums ? check_rows(self, rows, sums, diag) : fl_diag_memory(diag);
    for (uint64_t c = 0; c < self->setup->conditions && !err; c++) {
        for (unsigned i = 0; i < self->metrics_n && !err; i++) {
            fl_tally_sum counted[3];
            fl_tally_sums(&totals[c], self->columns[i].at, counted);
            if (memcmp(counted, sums[c * self->metrics_n + i].sum, sizeof counted) != 0) {
                err =
                    fl_diag_set(diag, FL_ERR_DEFECT, self->path,
                                "the floors of configuration %llu do not add up to what was counted of '%s'",
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

/* Restores the floors of the incomplete row from the checkpoint. */
static fl_err unpack(fl_kept_floors *self, const fl_kept_done *done, fl_diag *diag)
{
    const unsigned char *first = (const unsigned char *)(done->more ? fl_text_get(done->more) : "");
    fl_tally_pack_reader bytes = {first, first + (done->more ? done->more->size : 0)};
    place next = done->samples < self->setup->samples ? place_of(self, done->samples) : (place){.row = 0};
    buffer *b = &self->buffers[0];
    fl_err err = FL_OK;
    b->head = calloc(1, row_size(self));
    if (!b->head) {
        return fl_diag_memory(diag);
    }
    b->is_taken = next.at > 0;
    b->row = next.row;
    b->has = bits_below(next.at);
    for (unsigned i = 0; i < self->metrics_n * next.at && !err; i++) {
        uint64_t value = 0;
        err = fl_tally_pack_read_number(&bytes, &value);
        values_of(b->head, i / next.at)[i % next.at] = (int32_t)(uint32_t)value;
    }
    return err || bytes.at != bytes.end ? refuse_row(self, next.row, diag) : FL_OK;
}

fl_err fl_run_kept_open(fl_kept_floors **out, const char *output, const fl_run_setup *setup,
                        const fl_kept_done *done, fl_diag *diag)
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
    fl_err err =
        number_rows(self) || write_run(self) ? fl_diag_memory(diag) : open_file(self, done->samples, diag);
    err = err ? err : check_rows(self, full_rows(self, done->samples), NULL, diag);
    err = err ? err : unpack(self, done, diag);
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
    for (unsigned i = 0; i < BUFFERS; i++) {
        free(self->buffers[i].head);
    }
    free(self->first_row);
    pthread_mutex_destroy(&self->lock);
    free(self->path);
    free(self);
}

/* Returns the buffer of a row, or a free one for a new row; NULL: out of memory. The lock is held. */
static buffer *find_buffer(fl_kept_floors *self, uint64_t row)
{
    buffer *found = NULL;
    for (unsigned i = 0; i < BUFFERS && !(found && found->is_taken); i++) {
        buffer *b = &self->buffers[i];
        if (b->is_taken ? b->row == row : !found) {
            found = b;
        }
    }
    if (found && !found->head) {
        found->head = malloc(row_size(self));
    }
    if (!found || !found->head) {
        return NULL;
    }
    if (!found->is_taken) {
        memset(found->head, 0, row_size(self));
        *found = (buffer){.is_taken = true, .row = row, .head = found->head};
    }
    return found;
}

/* Writes a full row. */
static fl_err write_buffer(fl_kept_floors *self, buffer *b)
{
    size_t size = row_size(self);
    b->head->row = b->row;
    memcpy(b->head->run, self->run, sizeof self->run);
    write_digest(self, b->head, b->head->digest);
    fl_err err = fl_files_put(self->file, (int64_t)(b->row * size), b->head, size);
    if (err) {
        self->failure = errno;
    }
    pthread_mutex_lock(&self->lock);
    b->is_taken = false;
    pthread_mutex_unlock(&self->lock);
    return err;
}

static void put(const fl_kept_floors *self, const buffer *b, unsigned at, const int32_t *values)
{
    for (unsigned i = 0; i < self->metrics_n; i++) {
        values_of(b->head, i)[at] = values ? values[self->metric[i]->metric] : FL_GENERATOR_FACT_NONE;
    }
}

/* Adds n floors to their row. Threads that fill the same row write to disjoint places. */
static fl_err add_to_row(fl_kept_floors *self, const place *to, unsigned n, const int32_t *const *values)
{
    pthread_mutex_lock(&self->lock);
    buffer *b = find_buffer(self, to->row);
    pthread_mutex_unlock(&self->lock);
    if (!b) {
        return FL_ERR_MEMORY;
    }
    for (unsigned i = 0; i < n; i++) {
        put(self, b, to->at + i, values[i]);
    }
    pthread_mutex_lock(&self->lock);
    b->has |= bits_below(to->at + n) & ~bits_below(to->at);
    bool is_full = b->has == bits_below(to->floors);
    pthread_mutex_unlock(&self->lock);
    return is_full ? write_buffer(self, b) : FL_OK;
}

fl_err fl_run_kept_add(fl_kept_floors *self, uint64_t sample, unsigned n, const int32_t *const *values)
{
    fl_err err = FL_OK;
    for (unsigned added = 0; added < n && !err;) {
        place to = place_of(self, sample + added);
        unsigned left = to.floors - to.at;
        unsigned part = n - added < left ? n - added : left;
        err = add_to_row(self, &to, part, values + added);
        added += part;
    }
    return err;
}

void fl_run_kept_pack(fl_kept_floors *self, uint64_t done, fl_text *out)
{
    if (done == self->setup->samples) {
        return;
    }
    place next = place_of(self, done);
    const buffer *b = self->buffers;
    while (next.at > 0 && !(b->is_taken && b->row == next.row && b->has == bits_below(next.at))) {
        b++;
        fl_bug_assert(b < self->buffers + BUFFERS, "floorlab run --keep-floors");
    }
    for (unsigned i = 0; i < self->metrics_n * next.at; i++) {
        fl_tally_pack_add_number((uint32_t)values_of(b->head, i / next.at)[i % next.at], out);
    }
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

static fl_err pull(void *context, uint64_t condition, uint64_t from, uint64_t n, void *out)
{
    const column *c = context;
    const fl_kept_floors *self = c->kept;
    int32_t values[ROW];
    for (uint64_t done = 0; done < n;) {
        uint64_t in_row = (from + done) % ROW;
        uint64_t part = n - done < ROW - in_row ? n - done : ROW - in_row;
        uint64_t at = (self->first_row[condition] + (from + done) / ROW) * row_size(self) + sizeof(row_head) +
                      (c->metric * ROW + in_row) * sizeof *values;
        ssize_t size = (ssize_t)(part * sizeof *values);
        if (pread(self->file, values, (size_t)size, (off_t)at) != size) {
            return FL_ERR_IO;
        }
        narrow(values, part, c->type, out, done);
        done += part;
    }
    return FL_OK;
}

static fl_err pull_number(void *context, uint64_t row, uint64_t from, uint64_t n, void *out)
{
    const fl_kept_floors *self = context;
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

/* Adds the table's configurations. A setting with the name of a metric is renamed. */
static fl_err add_conditions(fl_kept_floors *self, fl_run_table *table)
{
    fl_text names;
    fl_text_init(&names);
    fl_text_add(&names, "configuration number");
    for (unsigned i = 0; i < self->metrics_n; i++) {
        fl_text_add_format(&names, " %s", self->metric[i]->name);
    }
    fl_err err = fl_text_check(&names) ? fl_diag_memory(table->diag)
                                       : fl_run_table_begin(table, "/sample", fl_text_get(&names));
    fl_text_free(&names);
    return err;
}

static fl_err add_column(fl_kept_floors *self, const fl_tally *totals, unsigned i, fl_run_table *table)
{
    char path[FL_RUN_RESULT_NAME];
    const fl_tally_metric *row = self->metric[i];
    self->columns[i].type = narrowest(self, totals, self->columns[i].at);
    snprintf(path, sizeof path, "/sample/%s", row->name);
    fl_store_item item = {.path = path,
                          .type = self->columns[i].type,
                          .rank = 2,
                          .size = {self->setup->conditions, self->setup->to - self->setup->from},
                          .dimension = {"/sample/configuration", (char *)scale},
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
