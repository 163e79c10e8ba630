/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A waiting worker never waits forever: a pool's blocks are taken in rising order, so another worker is at
 * the block whose turn it is. */
#include "experiments/program/program.h"

#include <pthread.h>
#include <stdlib.h>

struct fl_turns {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t next; /* the block to be written next */
    bool is_over;
};

fl_turns *fl_program_turns_open(uint64_t first)
{
    fl_turns *self = calloc(1, sizeof *self);
    if (self) {
        pthread_mutex_init(&self->lock, NULL);
        pthread_cond_init(&self->changed, NULL);
        self->next = first;
    }
    return self;
}

void fl_program_turns_close(fl_turns *self)
{
    if (self) {
        pthread_cond_destroy(&self->changed);
        pthread_mutex_destroy(&self->lock);
        free(self);
    }
}

bool fl_program_turns_begin(fl_turns *self, uint64_t block)
{
    pthread_mutex_lock(&self->lock);
    while (self->next != block && !self->is_over) {
        pthread_cond_wait(&self->changed, &self->lock);
    }
    bool is_ours = !self->is_over;
    if (!is_ours) {
        pthread_mutex_unlock(&self->lock);
    }
    return is_ours;
}

void fl_program_turns_end(fl_turns *self, uint64_t next, bool is_over)
{
    self->next = next;
    self->is_over = is_over;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
}

void fl_program_turns_stop(fl_turns *self)
{
    pthread_mutex_lock(&self->lock);
    self->is_over = true;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
}
