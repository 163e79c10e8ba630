/* SPDX-License-Identifier: MIT */
/* The table of metrics; computes them group by group. Degrees, diameter and clustering have three
 * implementations: bits72, bits64 and the plain one (graph, cluster) for every floor. */
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
    self->cells_max = cells_max;
    fl_err err = fl_metric_graph_init(&self->graph, cells_max);
    err = err ? err : fl_metric_cluster_init(&self->cluster, cells_max);
    self->clustering = err ? NULL : calloc(cells_max, sizeof *self->clustering);
    self->exits = err ? NULL : calloc(cells_max, sizeof *self->exits);
    if (err || !self->clustering || !self->exits) {
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

/* The bounding box of all cells. */
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

/* Returns a generator's fact. Other programs' floors may have any value; a metric is never negative. */
static int32_t fact_of(const fl_floor *floor, fl_generator_fact fact)
{
    return floor->fact[fact] >= 0 ? floor->fact[fact] : FL_GENERATOR_FACT_NONE;
}

static void count_rooms(const fl_floor *floor, int32_t *out)
{
    int32_t layout = 0;
    int32_t dead_ends = 0;
    int32_t singles = 0;
    int32_t layout_singles = 0;
    int32_t largest = 0;
    int32_t *shape = out + FL_METRIC_FIRST_SHAPE - 1;
    memset(out + FL_METRIC_FIRST_SHAPE, 0, (FL_METRIC_COUNT - FL_METRIC_FIRST_SHAPE) * sizeof *out);
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        bool is_single = room->cells_n == 1;
        layout += !room->is_added;
        dead_ends += room->is_dead_end;
        singles += is_single;
        layout_singles += is_single & !room->is_added;
        largest = room->cells_n > largest ? room->cells_n : largest;
        out[FL_METRIC_FIRST_KIND + (int)room->kind]++;
        shape[room->shape] += room->shape != FL_SHAPE_FREE;
    }
    out[FL_METRIC_ROOMS] = floor->rooms_n;
    out[FL_METRIC_PLAN_ROOMS] = layout;
    /* Layout rooms made by growth; none if a floor of another program claims more rooms of other kinds. */
    int32_t forced = fact_of(floor, FL_GENERATOR_FACT_FORCED_ENDS);
    bool has_second = floor->fact[FL_GENERATOR_FACT_SECOND_BOSS] != FL_GENERATOR_FACT_NONE;
    int32_t others = 1 + (forced > 0 ? forced : 0) + has_second;
    out[FL_METRIC_GROWN_ROOMS] = layout >= others ? layout - others : FL_GENERATOR_FACT_NONE;
    out[FL_METRIC_TILES] = floor->cells_n;
    out[FL_METRIC_BIG_ROOMS] = floor->rooms_n - singles;
    out[FL_METRIC_SPECIAL_ROOMS] = floor->rooms_n - out[FL_METRIC_FIRST_KIND + FL_KIND_NORMAL] -
                                   out[FL_METRIC_FIRST_KIND + FL_KIND_START];
    out[FL_METRIC_DEAD_ENDS] = dead_ends;
    out[FL_METRIC_LARGEST_ROOM] = largest;
    out[FL_METRIC_SINGLE_SHARE] = layout > 0 ? layout_singles * 1000 / layout : FL_GENERATOR_FACT_NONE;
}

/* Returns the first room of a kind, -1 if there is none. */
static int first_of(const fl_floor *floor, fl_kind kind)
{
    for (int i = 0; i < floor->rooms_n; i++) {
        if (floor->rooms[i].kind == kind) {
            return i;
        }
    }
    return -1;
}

/* Counts of doors and neighbours, by any implementation. */
typedef struct degrees {
    unsigned rooms[5]; /* [n] layout rooms with n neighbouring layout rooms; [4] with four or more */
    unsigned pairs;    /* of layout rooms with at least one door between them */
    unsigned pieces;   /* connected parts of the layout */
    unsigned layout_doors, double_doors;
    int32_t secret, super_secret; /* their neighbours */
} degrees;

static void write_degrees(const degrees *self, const fl_floor *floor, int32_t *out)
{
    const unsigned *rooms = self->rooms;
    int32_t layout = (int32_t)(rooms[0] + rooms[1] + rooms[2] + rooms[3] + rooms[4]);
    out[FL_METRIC_DOORS] = (int32_t)floor->doors_n;
    out[FL_METRIC_DEGREE_1] = (int32_t)rooms[1];
    out[FL_METRIC_DEGREE_2] = (int32_t)rooms[2];
    out[FL_METRIC_DEGREE_3] = (int32_t)rooms[3];
    out[FL_METRIC_DEGREE_4] = (int32_t)rooms[4];
    out[FL_METRIC_BRANCHING] = (int32_t)(rooms[3] + rooms[4]);
    out[FL_METRIC_LOOPS] = (int32_t)(self->layout_doors + self->pieces) - layout;
    out[FL_METRIC_SIMPLE_LOOPS] = (int32_t)(self->pairs + self->pieces) - layout;
    out[FL_METRIC_DOUBLE_DOORS] = (int32_t)self->double_doors;
    out[FL_METRIC_SECRET_NEIGHBOURS] = self->secret;
    out[FL_METRIC_SUPER_SECRET_NEIGHBOURS] = self->super_secret;
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

/* Returns false if bits64 cannot handle the floor. */
static bool compute_bits64(fl_metric_work *self, const fl_floor *floor, unsigned groups, int32_t *out)
{
    fl_metric_bits64 bits;
    unsigned of_doors = groups & (1u << FL_METRIC_DEGREES | 1u << FL_METRIC_DIAMETER);
    unsigned of_cells = groups & 1u << FL_METRIC_CLUSTERING;
    if (!fl_metric_bits64_read(&bits, floor) || (of_doors && !fl_metric_bits64_join(&bits)) ||
        (of_cells && !fl_metric_bits64_spread(&bits))) {
        return false;
    }
    if (groups & 1u << FL_METRIC_DEGREES) {
        degrees found = {.pairs = bits.pairs_n,
                         .pieces = fl_metric_bits64_pieces(&bits),
                         .layout_doors = bits.layout_doors,
                         .double_doors = bits.double_doors,
                         .secret = fl_metric_bits64_neighbours(&bits, bits.secret),
                         .super_secret = fl_metric_bits64_neighbours(&bits, bits.super_secret)};
        fl_metric_bits64_degrees(&bits, found.rooms);
        write_degrees(&found, floor, out);
    }
    if (groups & 1u << FL_METRIC_DIAMETER) {
        out[FL_METRIC_DIAMETER_STEPS] = (int32_t)fl_metric_bits64_diameter(&bits);
    }
    if (of_cells) {
        self->clustering_n = fl_metric_bits64_clusters(&bits, self->clustering);
        sum_up_clustering(self, out);
        if (bits.secret >= 0) {
            out[FL_METRIC_CLUSTERING_SECRET] =
                (int32_t)fl_metric_bits64_cluster(&bits, (unsigned)bits.secret, true);
        }
    }
    return true;
}

static void compute_plainly(fl_metric_work *self, const fl_floor *floor, unsigned groups, int32_t *out)
{
    if (groups & (1u << FL_METRIC_DEGREES | 1u << FL_METRIC_DIAMETER)) {
        fl_metric_graph_read(&self->graph, floor);
    }
    if (groups & 1u << FL_METRIC_DEGREES) {
        unsigned ends_of_pairs = 0;
        int secret = first_of(floor, FL_KIND_SECRET);
        int super_secret = first_of(floor, FL_KIND_SUPER_SECRET);
        degrees found = {.pieces = fl_metric_graph_pieces(&self->graph, floor),
                         .layout_doors = self->graph.layout_doors,
                         .double_doors = self->graph.double_doors,
                         .secret = secret >= 0 ? self->graph.degree[secret] : FL_GENERATOR_FACT_NONE,
                         .super_secret =
                             super_secret >= 0 ? self->graph.degree[super_secret] : FL_GENERATOR_FACT_NONE};
        for (unsigned i = 0; i < floor->rooms_n; i++) {
            if (!floor->rooms[i].is_added) {
                ends_of_pairs += self->graph.layout_degree[i];
                found.rooms[self->graph.layout_degree[i] < 4 ? self->graph.layout_degree[i] : 4]++;
            }
        }
        found.pairs = ends_of_pairs / 2;
        write_degrees(&found, floor, out);
    }
    if (groups & 1u << FL_METRIC_DIAMETER) {
        out[FL_METRIC_DIAMETER_STEPS] = (int32_t)fl_metric_graph_diameter(&self->graph, floor);
    }
    if (groups & 1u << FL_METRIC_CLUSTERING) {
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
}

/* Computes the groups with a single implementation; false if the floor has nothing more to count. */
static bool compute_common(fl_metric_work *self, const fl_floor *floor, unsigned groups, int32_t *out)
{
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        out[i] = FL_GENERATOR_FACT_NONE;
    }
    self->clustering_n = 0;
    if (groups & 1u << FL_METRIC_FACTS) {
        out[FL_METRIC_TARGET] = fact_of(floor, FL_GENERATOR_FACT_TARGET);
        out[FL_METRIC_ATTEMPTS] = fact_of(floor, FL_GENERATOR_FACT_ATTEMPTS);
        out[FL_METRIC_END_ROOMS] = fact_of(floor, FL_GENERATOR_FACT_END_ROOMS);
        out[FL_METRIC_EXTRA_ROOMS] = fact_of(floor, FL_GENERATOR_FACT_EXTRA_ROOMS);
        out[FL_METRIC_SECRET_CRITERION] = fact_of(floor, FL_GENERATOR_FACT_SECRET_CRITERION);
        out[FL_METRIC_SECRET_TRIES] = fact_of(floor, FL_GENERATOR_FACT_SECRET_TRIES);
        out[FL_METRIC_CURSE] = fact_of(floor, FL_GENERATOR_FACT_CURSE);
        out[FL_METRIC_FORCED_ENDS] = fact_of(floor, FL_GENERATOR_FACT_FORCED_ENDS);
        out[FL_METRIC_BOSS_IDENTITY] = fact_of(floor, FL_GENERATOR_FACT_BOSS);
        out[FL_METRIC_SECOND_BOSS_IDENTITY] = fact_of(floor, FL_GENERATOR_FACT_SECOND_BOSS);
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
    if (groups & 1u << FL_METRIC_INTERIORS) {
        fl_metric_interior_count(floor, out);
        fl_metric_difficulty_measure(floor, out);
    }
    if (groups & 1u << FL_METRIC_DISTANCES) {
        fl_metric_path_measure(floor, out);
    }
    if (groups & (1u << FL_METRIC_ADJACENCY | 1u << FL_METRIC_PATHS)) {
        fl_metric_graph_read(&self->graph, floor);
    }
    if (groups & 1u << FL_METRIC_ADJACENCY) {
        fl_metric_adjacency_count(&self->graph, floor, self->exits, out);
    }
    if (groups & 1u << FL_METRIC_DEAD_END_RANKS) {
        fl_metric_dead_end_rank_count(floor, out);
    }
    if (groups & 1u << FL_METRIC_PATHS) {
        fl_metric_path_count(&self->graph, floor, out);
    }
    if (groups & 1u << FL_METRIC_SECRET_SITES) {
        fl_metric_secret_sites_count(floor, out);
    }
    if (groups & 1u << FL_METRIC_ROLL_SLOTS) {
        fl_metric_roll_slots_count(floor, out);
    }
    if (groups & 1u << FL_METRIC_DOOR_PRICES) {
        fl_metric_door_prices_count(floor, out);
    }
    if (groups & 1u << FL_METRIC_CLUSTER_SITES) {
        fl_metric_cluster_sites_count(floor, out);
    }
    if (groups & 1u << FL_METRIC_GRID_CONDITIONS) {
        fl_metric_grid_conditions_count(&self->cluster, floor, out);
    }
    return true;
}

void fl_metric_compute(fl_metric_work *self, const fl_floor *floor, unsigned groups, int32_t *out)
{
    enum { OF_LAYOUT = 1 << FL_METRIC_DEGREES | 1 << FL_METRIC_DIAMETER | 1 << FL_METRIC_CLUSTERING };
    fl_metric_bits72 small;
    if (!compute_common(self, floor, groups, out) || (groups & OF_LAYOUT) == 0) {
        return;
    }
    if (fl_metric_bits72_read(&small, floor)) {
        if (groups & 1u << FL_METRIC_DEGREES) {
            unsigned pairs = fl_metric_bits72_edges(small.layout);
            degrees found = {.pairs = pairs,
                             .pieces = fl_metric_bits72_pieces(&small),
                             .layout_doors = pairs,
                             .secret = FL_GENERATOR_FACT_NONE,
                             .super_secret = FL_GENERATOR_FACT_NONE};
            fl_metric_bits72_degrees(&small, found.rooms);
            if (small.secret >= 0) {
                found.secret = (int32_t)fl_board_degree(small.all, (unsigned)small.secret);
            }
            if (small.super_secret >= 0) {
                found.super_secret = (int32_t)fl_board_degree(small.all, (unsigned)small.super_secret);
            }
            write_degrees(&found, floor, out);
        }
        if (groups & 1u << FL_METRIC_DIAMETER) {
            out[FL_METRIC_DIAMETER_STEPS] = (int32_t)fl_metric_bits72_diameter(&small);
        }
        if (groups & 1u << FL_METRIC_CLUSTERING) {
            unsigned rooms[5];
            fl_metric_bits72_clustering(&small, rooms);
            for (unsigned number = 0; number < 5; number++) {
                for (unsigned i = 0; i < rooms[number]; i++) {
                    self->clustering[self->clustering_n++] = (uint16_t)number;
                }
            }
            sum_up_clustering(self, out);
            if (small.secret >= 0) {
                out[FL_METRIC_CLUSTERING_SECRET] =
                    (int32_t)fl_metric_bits72_cluster_of(&small, (unsigned)small.secret);
            }
        }
    } else if (!compute_bits64(self, floor, groups, out)) {
        compute_plainly(self, floor, groups, out);
    }
}

void fl_metric_compute_plain(fl_metric_work *self, const fl_floor *floor, unsigned groups, int32_t *out)
{
    if (compute_common(self, floor, groups, out)) {
        compute_plainly(self, floor, groups, out);
    }
}
