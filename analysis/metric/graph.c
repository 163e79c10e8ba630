/* Neighbour lists out of doors, each neighbour once, and walks over them. */
#include "analysis/metric/graph.h"

#include <stdlib.h>
#include <string.h>

fl_err fl_graph_init(fl_graph *self, uint32_t cells_max)
{
    memset(self, 0, sizeof *self);
    self->from = calloc((size_t)cells_max + 1, sizeof *self->from);
    self->degree = calloc(cells_max, sizeof *self->degree);
    self->plan_degree = calloc(cells_max, sizeof *self->plan_degree);
    self->to = calloc((size_t)cells_max * 4, sizeof *self->to);
    self->queue = calloc(cells_max, sizeof *self->queue);
    self->distance = calloc(cells_max, sizeof *self->distance);
    if (!self->from || !self->degree || !self->plan_degree || !self->to || !self->queue || !self->distance) {
        fl_graph_free(self);
        return FL_ERR_MEMORY;
    }
    return FL_OK;
}

void fl_graph_free(fl_graph *self)
{
    free(self->from);
    free(self->degree);
    free(self->plan_degree);
    free(self->to);
    free(self->queue);
    free(self->distance);
    memset(self, 0, sizeof *self);
}

static bool knows(const fl_graph *self, unsigned room, unsigned other)
{
    const uint16_t *list = self->to + self->from[room];
    for (unsigned i = 0; i < self->degree[room]; i++) {
        if (list[i] == other) {
            return true;
        }
    }
    return false;
}

static void meet(fl_graph *self, const fl_floor *floor, unsigned room, unsigned other)
{
    self->to[self->from[room] + self->degree[room]++] = (uint16_t)other;
    self->plan_degree[room] += !floor->rooms[other].is_added;
}

/* A pair's second door makes it a pair with a double door; a third changes nothing. */
static void count_double(fl_graph *self, const fl_floor *floor, uint32_t door)
{
    const fl_door *now = &floor->doors[door];
    unsigned before = 0;
    for (uint32_t i = 0; i < door && before < 2; i++) {
        before += floor->doors[i].room_a == now->room_a && floor->doors[i].room_b == now->room_b;
    }
    self->double_doors += before == 1;
}

void fl_graph_read(fl_graph *self, const fl_floor *floor)
{
    memset(self->degree, 0, floor->rooms_n * sizeof *self->degree);
    memset(self->plan_degree, 0, floor->rooms_n * sizeof *self->plan_degree);
    memset(self->from, 0, ((size_t)floor->rooms_n + 1) * sizeof *self->from);
    self->plan_doors = 0;
    self->double_doors = 0;
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
        self->plan_doors += !floor->rooms[a].is_added && !floor->rooms[b].is_added;
        if (knows(self, a, b)) {
            count_double(self, floor, i);
        } else {
            meet(self, floor, a, b);
            meet(self, floor, b, a);
        }
    }
}

unsigned fl_graph_walk(fl_graph *self, const fl_floor *floor, unsigned start)
{
    unsigned head = 0;
    unsigned tail = 0;
    unsigned farthest = 0;
    memset(self->distance, 0xff, floor->rooms_n * sizeof *self->distance);
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

unsigned fl_graph_diameter(fl_graph *self, const fl_floor *floor)
{
    unsigned diameter = 0;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        unsigned farthest = floor->rooms[i].is_added ? 0 : fl_graph_walk(self, floor, i);
        diameter = farthest > diameter ? farthest : diameter;
    }
    return diameter;
}
