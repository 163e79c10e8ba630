/* SPDX-License-Identifier: MIT */
/* Clustering numbers: lists the cells beside a room, then counts how often each cell is touched by them. */
#include "analysis/metric/metric_private.h"

#include <stdlib.h>
#include <string.h>

enum { TOUCH_BITS = 3, TOUCH_MASK = (1 << TOUCH_BITS) - 1 };

fl_err fl_metric_cluster_init(fl_cluster_work *self, uint32_t cells_max)
{
    memset(self, 0, sizeof *self);
    self->cells_max = cells_max;
    self->mark = calloc(cells_max, sizeof *self->mark);
    self->touched = calloc(cells_max, sizeof *self->touched);
    self->beside = calloc(cells_max, sizeof *self->beside);
    if (!self->mark || !self->touched || !self->beside) {
        fl_metric_cluster_free(self);
        return FL_ERR_MEMORY;
    }
    return FL_OK;
}

void fl_metric_cluster_free(fl_cluster_work *self)
{
    free(self->mark);
    free(self->touched);
    free(self->beside);
    memset(self, 0, sizeof *self);
}

/* The cell one step from `cell` if it belongs to another room that counts, else -1. */
static int other_beside(const fl_floor *floor, unsigned cell, unsigned direction, unsigned room,
                        bool with_added)
{
    fl_offset step = fl_shape_step(direction);
    int x = (int)(cell % (unsigned)floor->width) + step.x;
    int y = (int)(cell / (unsigned)floor->width) + step.y;
    int other = fl_floor_room_at(floor, x, y);
    if (other < 0 || other == (int)room || (floor->rooms[other].is_added && !with_added)) {
        return -1;
    }
    return y * floor->width + x;
}

unsigned fl_metric_cluster_number(fl_cluster_work *self, const fl_floor *floor, unsigned room,
                                  bool with_added)
{
    const fl_room *at = &floor->rooms[room];
    unsigned beside_n = 0;
    unsigned number = 0;
    /* Advances to a new mark; clears everything before marks would overflow into the counter's bits. */
    if (++self->now >= 1u << (32 - TOUCH_BITS)) {
        memset(self->mark, 0, self->cells_max * sizeof *self->mark);
        memset(self->touched, 0, self->cells_max * sizeof *self->touched);
        self->now = 1;
    }
    for (unsigned i = 0; i < at->cells_n * 4u; i++) {
        int cell = other_beside(floor, floor->cells[at->cells_from + i / 4], i % 4, room, with_added);
        if (cell >= 0 && self->mark[cell] != self->now) {
            self->mark[cell] = self->now;
            self->beside[beside_n++] = (uint16_t)cell;
        }
    }
    for (unsigned i = 0; i < beside_n * 4u; i++) {
        int cell = other_beside(floor, self->beside[i / 4], i % 4, room, with_added);
        if (cell < 0) {
            continue;
        }
        uint32_t touched = self->touched[cell];
        touched = touched >> TOUCH_BITS == self->now ? touched + 1 : self->now << TOUCH_BITS | 1;
        self->touched[cell] = touched;
        number += (touched & TOUCH_MASK) == 2;
    }
    return number;
}

unsigned fl_metric_cluster_parts(fl_cluster_work *work, const fl_floor *floor, unsigned room, uint8_t *part)
{
    unsigned number = fl_metric_cluster_number(work, floor, room, floor->rooms[room].is_added);
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *other = &floor->rooms[i];
        part[i] = i == room ? FL_CLUSTER_ROOM : FL_CLUSTER_APART;
        for (unsigned k = 0; k < other->cells_n && i != room; k++) {
            unsigned cell = floor->cells[other->cells_from + k];
            uint32_t touched = work->touched[cell];
            bool is_set = touched >> TOUCH_BITS == work->now && (touched & TOUCH_MASK) >= 2;
            bool is_beside = work->mark[cell] == work->now && part[i] == FL_CLUSTER_APART;
            part[i] = (uint8_t)(is_set ? FL_CLUSTER_SET : is_beside ? FL_CLUSTER_BESIDE : part[i]);
        }
    }
    return number;
}
