/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting rooms with threads. */
#include "experiments/rooms/rooms_private.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4096 };

typedef struct worker {
    const fl_room_counting *what;
    atomic_uint_fast64_t *next;
    fl_room_tally tally;
} worker;

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

static void *work(void *self_of)
{
    worker *self = self_of;
    const fl_room_counting *what = self->what;
    fl_key key;
    fl_room_key(what->opened->seed, &key);
    for (;;) {
        uint64_t first = atomic_fetch_add(self->next, 1) * BLOCK;
        if (first >= what->rooms) {
            return NULL;
        }
        uint64_t n = what->rooms - first < BLOCK ? what->rooms - first : BLOCK;
        for (uint64_t i = 0; i < n; i++) {
            key.index = what->from + first + i;
            count_room(what, &key, &self->tally);
        }
    }
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
    atomic_uint_fast64_t next = 0;
    pthread_t threads[FL_THREADS_MAX];
    unsigned wanted = what->threads < 1 ? 1 : what->threads > FL_THREADS_MAX ? FL_THREADS_MAX : what->threads;
    unsigned started = 0;
    fl_err err = FL_OK;
    worker *workers = calloc(wanted, sizeof *workers);
    if (!workers) {
        return fl_diag_memory(diag);
    }
    for (unsigned i = 0; i < wanted; i++) {
        workers[i].what = what;
        workers[i].next = &next;
    }
    while (started + 1 < wanted && !err) {
        err = pthread_create(&threads[started], NULL, work, &workers[started + 1]) ? FL_ERR_MEMORY : FL_OK;
        started += !err;
    }
    err = err ? fl_diag_set(diag, FL_ERR_MEMORY, "", "cannot start thread %u", started + 2) : FL_OK;
    (void)work(&workers[0]);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < wanted; i++) {
        add(out, &workers[i].tally);
    }
    free(workers);
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
