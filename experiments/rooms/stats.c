/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting rooms with threads. */
#include "experiments/rooms/rooms_private.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4096 };

typedef struct job {
    const fl_room_counting *what;
    fl_room_tally *tallies; /* [threads] */
} job;

static void count_room(const fl_room_counting *what, fl_key *key, fl_room_tally *out)
{
    fl_interior room;
    int32_t value[FL_METRIC_ROOM_COUNT];
    fl_room_make(what->opened->rules, key, &room);
    const char *complaint = fl_room_check(what->opened->rules, &room);
    out->rooms++;
    if (complaint && (out->broken++ == 0 || key->index < out->first_broken)) {
        out->first_broken = key->index;
        out->complaint = complaint;
    }
    if (!what->measures) {
        return;
    }
    fl_metric_room_compute(&room, value);
    for (int i = 0; i < FL_METRIC_ROOM_COUNT; i++) {
        if (value[i] == FL_METRIC_ROOM_NONE) {
            out->none[i]++;
        } else {
            out->count[i][value[i] <= FL_METRIC_ROOM_MAX ? value[i] : FL_METRIC_ROOM_MAX]++;
        }
    }
}

static fl_err work(void *job_of, unsigned worker, uint64_t first, uint64_t end, fl_diag *diag)
{
    job *self = job_of;
    const fl_room_counting *what = self->what;
    fl_key key;
    (void)diag;
    fl_room_key(what->opened->seed, &key);
    for (uint64_t i = first * BLOCK; i < what->rooms && i < end * BLOCK; i++) {
        key.index = what->from + i;
        count_room(what, &key, &self->tallies[worker]);
    }
    return FL_OK;
}

static void add(fl_room_tally *self, const fl_room_tally *other)
{
    if (other->broken && (!self->broken || other->first_broken < self->first_broken)) {
        self->first_broken = other->first_broken;
        self->complaint = other->complaint;
    }
    self->rooms += other->rooms;
    self->broken += other->broken;
    for (unsigned i = 0; i < FL_METRIC_ROOM_COUNT; i++) {
        self->none[i] += other->none[i];
        for (unsigned j = 0; j <= FL_METRIC_ROOM_MAX; j++) {
            self->count[i][j] += other->count[i][j];
        }
    }
}

fl_err fl_rooms_count(const fl_room_counting *what, fl_room_tally *out, fl_diag *diag)
{
    unsigned threads = what->threads < 1                ? 1
                       : what->threads > FL_THREADS_MAX ? FL_THREADS_MAX
                                                        : what->threads;
    job job = {.what = what, .tallies = calloc(threads, sizeof *job.tallies)};
    if (!job.tallies) {
        return fl_diag_memory(diag);
    }
    fl_worker_pool pool = {.threads = threads,
                           .blocks = what->rooms / BLOCK + (what->rooms % BLOCK != 0),
                           .at_once = 1,
                           .context = &job,
                           .work = work};
    fl_err err = fl_program_pool_run(&pool, diag);
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < threads; i++) {
        add(out, &job.tallies[i]);
    }
    free(job.tallies);
    return err;
}

fl_room_summary fl_rooms_summary(const fl_room_tally *self, fl_metric_room_id id)
{
    fl_room_summary out = {0};
    for (unsigned value = 0; value <= FL_METRIC_ROOM_MAX; value++) {
        uint64_t n = self->count[id][value];
        if (n > 0) {
            out.min = out.n == 0 ? value : out.min;
            out.max = value;
            out.n += n;
            out.sum += n * value;
        }
    }
    return out;
}
