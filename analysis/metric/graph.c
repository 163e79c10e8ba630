/* SPDX-License-Identifier: MIT */
/* Makes lists of neighbours from the doors, each neighbour once, and walks over them.
 *
 * The diameter: a walk from one room bounds the largest distance of every room it reaches, since d steps
 * change it by at most d. Rooms whose upper bound cannot beat the best found so far need no walk of their own
 * (Takes and Kosters, "Determining the diameter of small world networks", 2011). */
#include "analysis/metric/metric_private.h"

#include <stdlib.h>
#include <string.h>

fl_err fl_metric_graph_init(fl_graph *self, uint32_t cells_max)
{
    memset(self, 0, sizeof *self);
    self->from = calloc((size_t)cells_max + 1, sizeof *self->from);
    self->degree = calloc(cells_max, sizeof *self->degree);
    self->layout_degree = calloc(cells_max, sizeof *self->layout_degree);
    self->to = calloc((size_t)cells_max * 4, sizeof *self->to);
    self->doors = calloc((size_t)cells_max * 4, sizeof *self->doors);
    self->queue = calloc(cells_max, sizeof *self->queue);
    self->distance = calloc(cells_max, sizeof *self->distance);
    self->least = calloc(cells_max, sizeof *self->least);
    self->most = calloc(cells_max, sizeof *self->most);
    bool has_lists = self->from && self->degree && self->layout_degree && self->to && self->doors;
    if (!has_lists || !self->queue || !self->distance || !self->least || !self->most) {
        fl_metric_graph_free(self);
        return FL_ERR_MEMORY;
    }
    return FL_OK;
}

void fl_metric_graph_free(fl_graph *self)
{
    free(self->from);
    free(self->degree);
    free(self->layout_degree);
    free(self->to);
    free(self->doors);
    free(self->queue);
    free(self->distance);
    free(self->least);
    free(self->most);
    memset(self, 0, sizeof *self);
}

void fl_metric_graph_read(fl_graph *self, const fl_floor *floor)
{
    /* Stores every door as a neighbour of both its rooms, in the doors' order. */
    memset(self->degree, 0, floor->rooms_n * sizeof *self->degree);
    memset(self->from, 0, ((size_t)floor->rooms_n + 1) * sizeof *self->from);
    self->layout_doors = 0;
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        self->from[floor->doors[i].room_a + 1]++;
        self->from[floor->doors[i].room_b + 1]++;
    }
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        self->from[i + 1] += self->from[i];
    }
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        unsigned a = floor->doors[i].room_a;
        unsigned b = floor->doors[i].room_b;
        self->layout_doors += !floor->rooms[a].is_added && !floor->rooms[b].is_added;
        self->to[self->from[a] + self->degree[a]++] = (uint16_t)b;
        self->to[self->from[b] + self->degree[b]++] = (uint16_t)a;
    }
    self->double_doors = 0;
    memset(self->queue, 0, floor->rooms_n * sizeof *self->queue);
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        /* Lists each neighbour of a room once, with the number of its doors. `queue` serves as an index: 1 +
         * a neighbour's position in the list. It is zero before and after. */
        uint16_t *list = self->to + self->from[i];
        uint16_t *doors = self->doors + self->from[i];
        unsigned n = 0;
        self->layout_degree[i] = 0;
        for (unsigned k = 0; k < self->degree[i]; k++) {
            unsigned other = list[k];
            if (self->queue[other] > 0) {
                doors[self->queue[other] - 1]++;
                continue;
            }
            list[n] = (uint16_t)other;
            doors[n] = 1;
            self->queue[other] = (uint16_t)++n;
            self->layout_degree[i] += !floor->rooms[other].is_added;
        }
        self->degree[i] = (uint16_t)n;
        for (unsigned k = 0; k < n; k++) {
            self->queue[list[k]] = 0;
            self->double_doors += list[k] > i && doors[k] > 1;
        }
    }
}

/* Walks over the rooms without a distance. */
static unsigned walk_on(fl_graph *self, const fl_floor *floor, unsigned start)
{
    unsigned head = 0;
    unsigned tail = 0;
    unsigned farthest = 0;
    self->distance[start] = 0;
    self->queue[tail++] = (uint16_t)start;
    while (head < tail) {
        unsigned room = self->queue[head++];
        farthest = self->distance[room];
        for (unsigned i = 0; i < self->degree[room]; i++) {
            unsigned other = self->to[self->from[room] + i];
            if (self->distance[other] == FL_GRAPH_UNSEEN && !floor->rooms[other].is_added) {
                self->distance[other] = (uint16_t)(farthest + 1);
                self->queue[tail++] = (uint16_t)other;
            }
        }
    }
    return farthest;
}

unsigned fl_metric_graph_walk(fl_graph *self, const fl_floor *floor, unsigned start)
{
    memset(self->distance, 0xff, floor->rooms_n * sizeof *self->distance);
    return walk_on(self, floor, start);
}

unsigned fl_metric_graph_pieces(fl_graph *self, const fl_floor *floor)
{
    unsigned n = 0;
    memset(self->distance, 0xff, floor->rooms_n * sizeof *self->distance);
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        if (self->distance[i] == FL_GRAPH_UNSEEN && !floor->rooms[i].is_added) {
            walk_on(self, floor, i);
            n++;
        }
    }
    return n;
}

unsigned fl_metric_graph_diameter(fl_graph *self, const fl_floor *floor)
{
    unsigned best = 0;
    bool is_outer = false;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        self->least[i] = 0;
        self->most[i] = floor->rooms[i].is_added ? 0 : FL_GRAPH_UNSEEN;
    }
    for (;;) {
        /* Returns the next room to walk from, alternating between one that may have the largest distance and
         * one that may be central. -1 = none can beat `best`. */
        int out = -1;
        for (int i = 0; i < floor->rooms_n; i++) {
            if (self->most[i] <= best) {
                continue;
            }
            bool is_better =
                out < 0 || (is_outer ? self->most[i] > self->most[out] : self->least[i] < self->least[out]);
            out = is_better ? i : out;
        }
        int room = out;
        if (room < 0) {
            return best;
        }
        unsigned farthest = fl_metric_graph_walk(self, floor, (unsigned)room);
        best = farthest > best ? farthest : best;
        /* Tightens the bounds of all rooms that a walk of `farthest` steps reached. */
        for (unsigned i = 0; i < floor->rooms_n; i++) {
            unsigned steps = self->distance[i];
            if (steps == FL_GRAPH_UNSEEN) {
                continue;
            }
            unsigned least = farthest - steps > steps ? farthest - steps : steps;
            self->least[i] = (uint16_t)(least > self->least[i] ? least : self->least[i]);
            self->most[i] = (uint16_t)(farthest + steps < self->most[i] ? farthest + steps : self->most[i]);
        }
        self->most[room] = 0;
        is_outer = !is_outer;
    }
}
