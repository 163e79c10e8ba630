/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of metrics and their counting, group by group. */
#include "analysis/metric/metric.h"

#include "analysis/metric/metric_private.h"

#include <stdlib.h>
#include <string.h>

#define FL_METRIC_ROW(symbol, name, unit, group, meaning) {name, unit, FL_METRIC_##group, meaning},
#define FL_METRIC_SHAPE(name) {"shape_" name, "rooms", FL_METRIC_COUNTS, "rooms of the shape " name},
#define FL_METRIC_KIND(symbol, name, sign, rank, colour, label)                                              \
    {"kind_" name, "rooms", FL_METRIC_COUNTS, "rooms of the kind: " label},
static const fl_metric_row rows[FL_METRIC_COUNT] = {
    FL_METRIC_TABLE(FL_METRIC_ROW)
    /* in the order of the shape table */
    FL_METRIC_SHAPE("1x1") FL_METRIC_SHAPE("IH") FL_METRIC_SHAPE("IV") FL_METRIC_SHAPE("1x2")
        FL_METRIC_SHAPE("IIV") FL_METRIC_SHAPE("2x1") FL_METRIC_SHAPE("IIH") FL_METRIC_SHAPE("2x2")
            FL_METRIC_SHAPE("LTL") FL_METRIC_SHAPE("LTR") FL_METRIC_SHAPE("LBL") FL_METRIC_SHAPE("LBR")
                FL_KIND_TABLE(FL_METRIC_KIND)};
#undef FL_METRIC_ROW
#undef FL_METRIC_SHAPE
#undef FL_METRIC_KIND

fl_err fl_metric_init(fl_metric_work *self, uint32_t cells_max)
{
    memset(self, 0, sizeof *self);
    fl_err err = fl_metric_graph_init(&self->graph, cells_max);
    err = err ? err : fl_metric_cluster_init(&self->cluster, cells_max);
    self->clustering = err ? NULL : calloc(cells_max, sizeof *self->clustering);
    self->exits = err ? NULL : calloc(cells_max, sizeof *self->exits);
    if (!self->clustering || !self->exits) {
        fl_metric_free(self);
        return FL_ERR_MEMORY;
    }
    return FL_OK;
}

void fl_metric_free(fl_metric_work *self)
{
    fl_metric_graph_free(&self->graph);
    fl_metric_cluster_free(&self->cluster);
    free(self->clustering);
    free(self->exits);
    self->clustering = NULL;
    self->exits = NULL;
}

const fl_metric_row *fl_metric_of(unsigned metric)
{
    return &rows[metric < FL_METRIC_COUNT ? metric : 0];
}

/* What lies between the outermost cells. */
static void count_box(const fl_floor *floor, int32_t *out)
{
    uint64_t across = UINT32_MAX / (unsigned)floor->width + 1ull; /* 2^32 / width, rounded up */
    unsigned left = (unsigned)floor->width;
    unsigned right = 0;
    unsigned top = (unsigned)floor->height;
    unsigned bottom = 0;
    for (unsigned i = 0; i < floor->cells_n; i++) {
        unsigned y = (unsigned)(floor->cells[i] * across >> 32);
        unsigned x = floor->cells[i] - y * (unsigned)floor->width;
        left = x < left ? x : left;
        right = x > right ? x : right;
        top = y < top ? y : top;
        bottom = y > bottom ? y : bottom;
    }
    out[FL_METRIC_WIDTH] = (int32_t)(right - left + 1);
    out[FL_METRIC_HEIGHT] = (int32_t)(bottom - top + 1);
}

static void count_rooms(const fl_floor *floor, int32_t *out)
{
    int32_t plan = 0;
    int32_t dead_ends = 0;
    int32_t singles = 0;
    int32_t plan_singles = 0;
    int32_t largest = 0;
    int32_t *shape = out + FL_METRIC_FIRST_SHAPE - 1;
    memset(out + FL_METRIC_FIRST_SHAPE, 0, (FL_METRIC_COUNT - FL_METRIC_FIRST_SHAPE) * sizeof *out);
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        bool is_single = room->cells_n == 1;
        plan += !room->is_added;
        dead_ends += room->is_dead_end;
        singles += is_single;
        plan_singles += is_single & !room->is_added;
        largest = room->cells_n > largest ? room->cells_n : largest;
        out[FL_METRIC_FIRST_KIND + (int)room->kind]++;
        shape[room->shape] += room->shape != FL_SHAPE_FREE;
    }
    out[FL_METRIC_ROOMS] = floor->rooms_n;
    out[FL_METRIC_PLAN_ROOMS] = plan;
    out[FL_METRIC_TILES] = floor->cells_n;
    out[FL_METRIC_BIG_ROOMS] = floor->rooms_n - singles;
    out[FL_METRIC_SPECIAL_ROOMS] = floor->rooms_n - out[FL_METRIC_FIRST_KIND + FL_KIND_NORMAL] -
                                   out[FL_METRIC_FIRST_KIND + FL_KIND_START];
    out[FL_METRIC_DEAD_ENDS] = dead_ends;
    out[FL_METRIC_LARGEST_ROOM] = largest;
    out[FL_METRIC_SINGLE_SHARE] = plan > 0 ? plan_singles * 1000 / plan : FL_GENERATOR_FACT_NONE;
}

static void copy_facts(const fl_floor *floor, int32_t *out)
{
    out[FL_METRIC_TARGET] = floor->fact[FL_GENERATOR_FACT_TARGET];
    out[FL_METRIC_ATTEMPTS] = floor->fact[FL_GENERATOR_FACT_ATTEMPTS];
    out[FL_METRIC_END_ROOMS] = floor->fact[FL_GENERATOR_FACT_END_ROOMS];
    out[FL_METRIC_EXTRA_ROOMS] = floor->fact[FL_GENERATOR_FACT_EXTRA_ROOMS];
    out[FL_METRIC_SECRET_CRITERION] = floor->fact[FL_GENERATOR_FACT_SECRET_CRITERION];
    out[FL_METRIC_SECRET_TRIES] = floor->fact[FL_GENERATOR_FACT_SECRET_TRIES];
    out[FL_METRIC_CURSE] = floor->fact[FL_GENERATOR_FACT_CURSE];
    out[FL_METRIC_FORCED_ENDS] = floor->fact[FL_GENERATOR_FACT_FORCED_ENDS];
    out[FL_METRIC_BOSS_IDENTITY] = floor->fact[FL_GENERATOR_FACT_BOSS];
    out[FL_METRIC_SECOND_BOSS_IDENTITY] = floor->fact[FL_GENERATOR_FACT_SECOND_BOSS];
}

/* The first room of a kind, -1 if there is none. */
static int first_of(const fl_floor *floor, fl_kind kind)
{
    for (int i = 0; i < floor->rooms_n; i++) {
        if (floor->rooms[i].kind == kind) {
            return i;
        }
    }
    return -1;
}

/* Doors and neighbours, however they were counted. */
typedef struct degrees {
    unsigned rooms[5]; /* plan rooms with so many neighbouring plan rooms, four or more */
    unsigned pairs;    /* of plan rooms with a door or more between them */
    unsigned plan_doors, double_doors;
    int32_t secret, super_secret; /* their neighbours */
} degrees;

static void write_degrees(const degrees *self, const fl_floor *floor, int32_t *out)
{
    const unsigned *rooms = self->rooms;
    int32_t plan = (int32_t)(rooms[0] + rooms[1] + rooms[2] + rooms[3] + rooms[4]);
    out[FL_METRIC_DOORS] = (int32_t)floor->doors_n;
    out[FL_METRIC_DEGREE_1] = (int32_t)rooms[1];
    out[FL_METRIC_DEGREE_2] = (int32_t)rooms[2];
    out[FL_METRIC_DEGREE_3] = (int32_t)rooms[3];
    out[FL_METRIC_DEGREE_4] = (int32_t)rooms[4];
    out[FL_METRIC_BRANCHING] = (int32_t)(rooms[3] + rooms[4]);
    out[FL_METRIC_LOOPS] = (int32_t)self->plan_doors - plan + 1;
    out[FL_METRIC_SIMPLE_LOOPS] = (int32_t)self->pairs - plan + 1;
    out[FL_METRIC_DOUBLE_DOORS] = (int32_t)self->double_doors;
    out[FL_METRIC_SECRET_NEIGHBOURS] = self->secret;
    out[FL_METRIC_SUPER_SECRET_NEIGHBOURS] = self->super_secret;
}

static void count_degrees(const fl_graph *graph, const fl_floor *floor, int32_t *out)
{
    unsigned ends_of_pairs = 0;
    int secret = first_of(floor, FL_KIND_SECRET);
    int super_secret = first_of(floor, FL_KIND_SUPER_SECRET);
    degrees found = {.plan_doors = graph->plan_doors,
                     .double_doors = graph->double_doors,
                     .secret = secret >= 0 ? graph->degree[secret] : FL_GENERATOR_FACT_NONE,
                     .super_secret =
                         super_secret >= 0 ? graph->degree[super_secret] : FL_GENERATOR_FACT_NONE};
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        if (!floor->rooms[i].is_added) {
            ends_of_pairs += graph->plan_degree[i];
            found.rooms[graph->plan_degree[i] < 4 ? graph->plan_degree[i] : 4]++;
        }
    }
    found.pairs = ends_of_pairs / 2;
    write_degrees(&found, floor, out);
}

static void sum_up_clustering(const fl_metric_work *self, int32_t *out)
{
    int32_t largest = 0;
    int32_t sum = 0;
    for (unsigned i = 0; i < self->clustering_n; i++) {
        largest = self->clustering[i] > largest ? self->clustering[i] : largest;
        sum += self->clustering[i];
    }
    out[FL_METRIC_CLUSTERING_MAX] = largest;
    out[FL_METRIC_CLUSTERING_SUM] = sum;
}

static void count_clustering(fl_metric_work *self, const fl_floor *floor, int32_t *out)
{
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        if (!floor->rooms[i].is_added) {
            unsigned number = fl_metric_cluster_number(&self->cluster, floor, i, false);
            self->clustering[self->clustering_n++] = (uint16_t)number;
        }
    }
    sum_up_clustering(self, out);
    int secret = first_of(floor, FL_KIND_SECRET);
    if (secret >= 0) {
        out[FL_METRIC_CLUSTERING_SECRET] =
            (int32_t)fl_metric_cluster_number(&self->cluster, floor, (unsigned)secret, true);
    }
}

/* The same three groups for small floors of single cells. */
static void count_small_degrees(const fl_metric_bits72 *small, const fl_floor *floor, int32_t *out)
{
    unsigned pairs = fl_metric_bits72_edges(small->plan);
    degrees found = {.pairs = pairs,
                     .plan_doors = pairs,
                     .secret = FL_GENERATOR_FACT_NONE,
                     .super_secret = FL_GENERATOR_FACT_NONE};
    fl_metric_bits72_degrees(small, found.rooms);
    if (small->secret >= 0) {
        found.secret = (int32_t)fl_board_degree(small->all, (unsigned)small->secret);
    }
    if (small->super_secret >= 0) {
        found.super_secret = (int32_t)fl_board_degree(small->all, (unsigned)small->super_secret);
    }
    write_degrees(&found, floor, out);
}

static void count_small_clustering(fl_metric_work *self, const fl_metric_bits72 *small, int32_t *out)
{
    unsigned rooms[5];
    fl_metric_bits72_clustering(small, rooms);
    for (unsigned number = 0; number < 5; number++) {
        for (unsigned i = 0; i < rooms[number]; i++) {
            self->clustering[self->clustering_n++] = (uint16_t)number;
        }
    }
    sum_up_clustering(self, out);
    if (small->secret >= 0) {
        out[FL_METRIC_CLUSTERING_SECRET] =
            (int32_t)fl_metric_bits72_cluster_of(small, (unsigned)small->secret);
    }
}

static void compute_small(fl_metric_work *self, const fl_metric_bits72 *small, const fl_floor *floor,
                          unsigned groups, int32_t *out)
{
    if (groups & 1u << FL_METRIC_DEGREES) {
        count_small_degrees(small, floor, out);
    }
    if (groups & 1u << FL_METRIC_DIAMETER) {
        out[FL_METRIC_DIAMETER_STEPS] = (int32_t)fl_metric_bits72_diameter(small);
    }
    if (groups & 1u << FL_METRIC_CLUSTERING) {
        count_small_clustering(self, small, out);
    }
}

/* The same for floors of few rooms of any form. */
static void count_sketch_degrees(const fl_metric_bits64 *sketch, const fl_floor *floor, int32_t *out)
{
    degrees found = {.pairs = sketch->pairs_n,
                     .plan_doors = sketch->plan_doors,
                     .double_doors = sketch->double_doors,
                     .secret = fl_metric_bits64_neighbours(sketch, sketch->secret),
                     .super_secret = fl_metric_bits64_neighbours(sketch, sketch->super_secret)};
    fl_metric_bits64_degrees(sketch, found.rooms);
    write_degrees(&found, floor, out);
}

static void count_sketch_clustering(fl_metric_work *self, const fl_metric_bits64 *sketch, int32_t *out)
{
    self->clustering_n = fl_metric_bits64_clusters(sketch, self->clustering);
    sum_up_clustering(self, out);
    if (sketch->secret >= 0) {
        out[FL_METRIC_CLUSTERING_SECRET] =
            (int32_t)fl_metric_bits64_cluster(sketch, (unsigned)sketch->secret, true);
    }
}

/* False where the floor is none of those. */
static bool compute_sketch(fl_metric_work *self, const fl_floor *floor, unsigned groups, int32_t *out)
{
    fl_metric_bits64 sketch;
    unsigned of_doors = groups & (1u << FL_METRIC_DEGREES | 1u << FL_METRIC_DIAMETER);
    unsigned of_cells = groups & 1u << FL_METRIC_CLUSTERING;
    if (!fl_metric_bits64_read(&sketch, floor) || (of_doors && !fl_metric_bits64_join(&sketch)) ||
        (of_cells && !fl_metric_bits64_spread(&sketch))) {
        return false;
    }
    if (groups & 1u << FL_METRIC_DEGREES) {
        count_sketch_degrees(&sketch, floor, out);
    }
    if (groups & 1u << FL_METRIC_DIAMETER) {
        out[FL_METRIC_DIAMETER_STEPS] = (int32_t)fl_metric_bits64_diameter(&sketch);
    }
    if (of_cells) {
        count_sketch_clustering(self, &sketch, out);
    }
    return true;
}

static void compute_any(fl_metric_work *self, const fl_floor *floor, unsigned groups, int32_t *out)
{
    if (groups & (1u << FL_METRIC_DEGREES | 1u << FL_METRIC_DIAMETER)) {
        fl_metric_graph_read(&self->graph, floor);
    }
    if (groups & 1u << FL_METRIC_DEGREES) {
        count_degrees(&self->graph, floor, out);
    }
    if (groups & 1u << FL_METRIC_DIAMETER) {
        out[FL_METRIC_DIAMETER_STEPS] = (int32_t)fl_metric_graph_diameter(&self->graph, floor);
    }
    if (groups & 1u << FL_METRIC_CLUSTERING) {
        count_clustering(self, floor, out);
    }
}

/* Groups that are the same for all floors; false when there is nothing more to count. */
static bool compute_common(fl_metric_work *self, const fl_floor *floor, unsigned groups, int32_t *out)
{
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        out[i] = FL_GENERATOR_FACT_NONE;
    }
    self->clustering_n = 0;
    if (groups & 1u << FL_METRIC_FACTS) {
        copy_facts(floor, out);
    }
    if (floor->failure || floor->rooms_n == 0) {
        return false;
    }
    if (groups & 1u << FL_METRIC_COUNTS) {
        count_rooms(floor, out);
    }
    if (groups & 1u << FL_METRIC_BOX) {
        count_box(floor, out);
    }
    if (groups & 1u << FL_METRIC_INSIDES) {
        fl_metric_interior_count(floor, out);
    }
    if (groups & 1u << FL_METRIC_DISTANCES) {
        fl_metric_path_measure(floor, out);
    }
    if (groups & (1u << FL_METRIC_TOUCHES | 1u << FL_METRIC_PATHS)) {
        fl_metric_graph_read(&self->graph, floor);
    }
    if (groups & 1u << FL_METRIC_TOUCHES) {
        fl_metric_adjacency_count(&self->graph, floor, self->exits, out);
    }
    if (groups & 1u << FL_METRIC_RANKS) {
        fl_metric_dead_end_rank_count(floor, out);
    }
    if (groups & 1u << FL_METRIC_PATHS) {
        fl_metric_path_count(&self->graph, floor, out);
    }
    if (groups & 1u << FL_METRIC_OFFER) {
        fl_metric_secret_sites_count(floor, out);
    }
    if (groups & 1u << FL_METRIC_SLOTS) {
        fl_metric_gate_slots_count(floor, out);
    }
    if (groups & 1u << FL_METRIC_DUNGEON) {
        fl_metric_grid_conditions_count(&self->cluster, floor, out);
    }
    return true;
}

void fl_metric_compute(fl_metric_work *self, const fl_floor *floor, unsigned groups, int32_t *out)
{
    enum { OF_PLAN = 1 << FL_METRIC_DEGREES | 1 << FL_METRIC_DIAMETER | 1 << FL_METRIC_CLUSTERING };
    fl_metric_bits72 small;
    if (!compute_common(self, floor, groups, out) || (groups & OF_PLAN) == 0) {
        return;
    }
    if (fl_metric_bits72_read(&small, floor)) {
        compute_small(self, &small, floor, groups, out);
    } else if (!compute_sketch(self, floor, groups, out)) {
        compute_any(self, floor, groups, out);
    }
}

void fl_metric_compute_plain(fl_metric_work *self, const fl_floor *floor, unsigned groups, int32_t *out)
{
    if (compute_common(self, floor, groups, out)) {
        compute_any(self, floor, groups, out);
    }
}
