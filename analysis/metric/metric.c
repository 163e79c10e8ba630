/* The table of metrics and their counting, group by group. */
#include "analysis/metric/metric.h"

#include "analysis/metric/interior.h"

#include "analysis/metric/dungeon.h"
#include "analysis/metric/vacancy.h"
#include "analysis/metric/path.h"
#include "analysis/metric/rank.h"
#include "analysis/metric/slot.h"
#include "analysis/metric/small.h"
#include "analysis/metric/touch.h"

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
    fl_err err = fl_graph_init(&self->graph, cells_max);
    err = err ? err : fl_cluster_init(&self->cluster, cells_max);
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
    fl_graph_free(&self->graph);
    fl_cluster_free(&self->cluster);
    free(self->clustering);
    free(self->exits);
    self->clustering = NULL;
    self->exits = NULL;
}

const fl_metric_row *fl_metric_of(unsigned metric)
{
    return &rows[metric < FL_METRIC_COUNT ? metric : 0];
}

unsigned fl_metric_named(const char *name)
{
    unsigned i = 0;
    while (i < FL_METRIC_COUNT && strcmp(rows[i].name, name) != 0) {
        i++;
    }
    return i;
}

static void count_box(const fl_floor *floor, int32_t *out)
{
    int left = floor->width;
    int right = -1;
    int top = floor->height;
    int bottom = -1;
    for (unsigned i = 0; i < floor->cells_n; i++) {
        int x = floor->cells[i] % floor->width;
        int y = floor->cells[i] / floor->width;
        left = x < left ? x : left;
        right = x > right ? x : right;
        top = y < top ? y : top;
        bottom = y > bottom ? y : bottom;
    }
    out[FL_METRIC_WIDTH] = right - left + 1;
    out[FL_METRIC_HEIGHT] = bottom - top + 1;
}

static void count_rooms(const fl_floor *floor, int32_t *out)
{
    int32_t plan = 0;
    int32_t dead_ends = 0;
    int32_t big = 0;
    int32_t special = 0;
    int32_t singles = 0;
    int32_t largest = 0;
    memset(out + FL_METRIC_FIRST_SHAPE, 0, (FL_METRIC_COUNT - FL_METRIC_FIRST_SHAPE) * sizeof *out);
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        plan += !room->is_added;
        dead_ends += room->is_dead_end;
        big += room->cells_n > 1;
        singles += room->cells_n == 1 && !room->is_added;
        largest = room->cells_n > largest ? room->cells_n : largest;
        special += room->kind != FL_KIND_NORMAL && room->kind != FL_KIND_START;
        out[FL_METRIC_FIRST_KIND + (int)room->kind]++;
        if (room->shape != FL_SHAPE_FREE) {
            out[FL_METRIC_FIRST_SHAPE + (int)room->shape - 1]++;
        }
    }
    out[FL_METRIC_ROOMS] = floor->rooms_n;
    out[FL_METRIC_PLAN_ROOMS] = plan;
    out[FL_METRIC_TILES] = floor->cells_n;
    out[FL_METRIC_BIG_ROOMS] = big;
    out[FL_METRIC_SPECIAL_ROOMS] = special;
    out[FL_METRIC_DEAD_ENDS] = dead_ends;
    out[FL_METRIC_LARGEST_ROOM] = largest;
    out[FL_METRIC_SINGLE_SHARE] = plan > 0 ? singles * 1000 / plan : FL_FACT_NONE;
    fl_interior_count(floor, out);
    count_box(floor, out);
}

static void copy_facts(const fl_floor *floor, int32_t *out)
{
    out[FL_METRIC_TARGET] = floor->fact[FL_FACT_TARGET];
    out[FL_METRIC_ATTEMPTS] = floor->fact[FL_FACT_ATTEMPTS];
    out[FL_METRIC_END_ROOMS] = floor->fact[FL_FACT_END_ROOMS];
    out[FL_METRIC_EXTRA_ROOMS] = floor->fact[FL_FACT_EXTRA_ROOMS];
    out[FL_METRIC_SECRET_CRITERION] = floor->fact[FL_FACT_SECRET_CRITERION];
    out[FL_METRIC_SECRET_TRIES] = floor->fact[FL_FACT_SECRET_TRIES];
    out[FL_METRIC_CURSE] = floor->fact[FL_FACT_CURSE];
    out[FL_METRIC_FORCED_ENDS] = floor->fact[FL_FACT_FORCED_ENDS];
    out[FL_METRIC_BOSS_IDENTITY] = floor->fact[FL_FACT_BOSS];
    out[FL_METRIC_SECOND_BOSS_IDENTITY] = floor->fact[FL_FACT_SECOND_BOSS];
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

static void count_degrees(fl_metric_work *self, const fl_floor *floor, int32_t *out)
{
    int32_t plan = 0;
    int32_t ends_of_pairs = 0;
    int32_t by_degree[5] = {0};
    const fl_graph *graph = &self->graph;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        if (!floor->rooms[i].is_added) {
            plan++;
            ends_of_pairs += graph->plan_degree[i];
            by_degree[graph->plan_degree[i] < 4 ? graph->plan_degree[i] : 4]++;
        }
    }
    int secret = first_of(floor, FL_KIND_SECRET);
    int super_secret = first_of(floor, FL_KIND_SUPER_SECRET);
    out[FL_METRIC_DOORS] = (int32_t)floor->doors_n;
    out[FL_METRIC_DEGREE_1] = by_degree[1];
    out[FL_METRIC_DEGREE_2] = by_degree[2];
    out[FL_METRIC_DEGREE_3] = by_degree[3];
    out[FL_METRIC_DEGREE_4] = by_degree[4];
    out[FL_METRIC_BRANCHING] = by_degree[3] + by_degree[4];
    out[FL_METRIC_LOOPS] = (int32_t)graph->plan_doors - plan + 1;
    out[FL_METRIC_SIMPLE_LOOPS] = ends_of_pairs / 2 - plan + 1;
    out[FL_METRIC_DOUBLE_DOORS] = (int32_t)graph->double_doors;
    out[FL_METRIC_SECRET_NEIGHBOURS] = secret >= 0 ? graph->degree[secret] : FL_FACT_NONE;
    out[FL_METRIC_SUPER_SECRET_NEIGHBOURS] = super_secret >= 0 ? graph->degree[super_secret] : FL_FACT_NONE;
}

static void count_distances(const fl_floor *floor, int32_t *out)
{
    int32_t farthest = 0;
    int32_t sum = 0;
    int32_t beside_start = 0;
    int end = fl_floor_end(floor);
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        int distance = floor->rooms[i].distance;
        if (!floor->rooms[i].is_added && distance > 0) {
            farthest = distance > farthest ? distance : farthest;
            sum += distance;
            beside_start += distance == 1;
        }
    }
    out[FL_METRIC_START_NEIGHBOURS] = beside_start;
    out[FL_METRIC_ECCENTRICITY] = farthest;
    out[FL_METRIC_PATH_LENGTH_SUM] = sum;
    if (end >= 0 && floor->rooms[end].distance >= 0) {
        out[FL_METRIC_BOSS_DISTANCE] = floor->rooms[end].distance;
        out[FL_METRIC_LINEARITY] = farthest > 0 ? floor->rooms[end].distance * 1000 / farthest : 1000;
    }
}

static void count_clustering(fl_metric_work *self, const fl_floor *floor, int32_t *out)
{
    int32_t largest = 0;
    int32_t sum = 0;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        if (!floor->rooms[i].is_added) {
            int32_t number = (int32_t)fl_cluster_number(&self->cluster, floor, i, false);
            largest = number > largest ? number : largest;
            sum += number;
            self->clustering[self->clustering_n++] = (uint16_t)number;
        }
    }
    int secret = first_of(floor, FL_KIND_SECRET);
    out[FL_METRIC_CLUSTERING_MAX] = largest;
    out[FL_METRIC_CLUSTERING_SUM] = sum;
    if (secret >= 0) {
        out[FL_METRIC_CLUSTERING_SECRET] =
            (int32_t)fl_cluster_number(&self->cluster, floor, (unsigned)secret, true);
    }
}

/* The same three groups for small floors of single cells. */
static void count_small_degrees(const fl_small *small, const fl_floor *floor, int32_t *out)
{
    unsigned by_degree[5];
    fl_small_degrees(small, by_degree);
    out[FL_METRIC_DOORS] = (int32_t)floor->doors_n;
    out[FL_METRIC_DEGREE_1] = (int32_t)by_degree[1];
    out[FL_METRIC_DEGREE_2] = (int32_t)by_degree[2];
    out[FL_METRIC_DEGREE_3] = (int32_t)by_degree[3];
    out[FL_METRIC_DEGREE_4] = (int32_t)by_degree[4];
    out[FL_METRIC_BRANCHING] = (int32_t)(by_degree[3] + by_degree[4]);
    out[FL_METRIC_LOOPS] = (int32_t)fl_small_edges(small->plan) - (int32_t)fl_board_count(small->plan) + 1;
    out[FL_METRIC_SIMPLE_LOOPS] = out[FL_METRIC_LOOPS];
    out[FL_METRIC_DOUBLE_DOORS] = 0;
    out[FL_METRIC_SECRET_NEIGHBOURS] =
        small->secret >= 0 ? (int32_t)fl_board_degree(small->all, (unsigned)small->secret) : FL_FACT_NONE;
    out[FL_METRIC_SUPER_SECRET_NEIGHBOURS] =
        small->super_secret >= 0 ? (int32_t)fl_board_degree(small->all, (unsigned)small->super_secret)
                                 : FL_FACT_NONE;
}

static void count_small_clustering(fl_metric_work *self, const fl_small *small, int32_t *out)
{
    unsigned rooms[5];
    fl_small_clustering(small, rooms);
    out[FL_METRIC_CLUSTERING_MAX] = 0;
    out[FL_METRIC_CLUSTERING_SUM] = 0;
    for (unsigned number = 0; number < 5; number++) {
        for (unsigned i = 0; i < rooms[number]; i++) {
            self->clustering[self->clustering_n++] = (uint16_t)number;
        }
        out[FL_METRIC_CLUSTERING_SUM] += (int32_t)(number * rooms[number]);
        out[FL_METRIC_CLUSTERING_MAX] = rooms[number] > 0 ? (int32_t)number : out[FL_METRIC_CLUSTERING_MAX];
    }
    if (small->secret >= 0) {
        out[FL_METRIC_CLUSTERING_SECRET] = (int32_t)fl_small_cluster_of(small, (unsigned)small->secret);
    }
}

static void compute_small(fl_metric_work *self, const fl_small *small, const fl_floor *floor, unsigned groups,
                          int32_t *out)
{
    if (groups & 1u << FL_METRIC_DEGREES) {
        count_small_degrees(small, floor, out);
    }
    if (groups & 1u << FL_METRIC_DIAMETER) {
        out[FL_METRIC_DIAMETER_STEPS] = (int32_t)fl_small_diameter(small);
    }
    if (groups & 1u << FL_METRIC_CLUSTERING) {
        count_small_clustering(self, small, out);
    }
}

static void compute_any(fl_metric_work *self, const fl_floor *floor, unsigned groups, int32_t *out)
{
    if (groups & (1u << FL_METRIC_DEGREES | 1u << FL_METRIC_DIAMETER)) {
        fl_graph_read(&self->graph, floor);
    }
    if (groups & 1u << FL_METRIC_DEGREES) {
        count_degrees(self, floor, out);
    }
    if (groups & 1u << FL_METRIC_DIAMETER) {
        out[FL_METRIC_DIAMETER_STEPS] = (int32_t)fl_graph_diameter(&self->graph, floor);
    }
    if (groups & 1u << FL_METRIC_CLUSTERING) {
        count_clustering(self, floor, out);
    }
}

/* Groups that are the same for all floors; false when there is nothing more to count. */
static bool compute_common(fl_metric_work *self, const fl_floor *floor, unsigned groups, int32_t *out)
{
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        out[i] = FL_FACT_NONE;
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
    if (groups & 1u << FL_METRIC_DISTANCES) {
        count_distances(floor, out);
    }
    if (groups & (1u << FL_METRIC_TOUCHES | 1u << FL_METRIC_PATHS)) {
        fl_graph_read(&self->graph, floor);
    }
    if (groups & 1u << FL_METRIC_TOUCHES) {
        fl_touch_count(&self->graph, floor, self->exits, out);
    }
    if (groups & 1u << FL_METRIC_RANKS) {
        fl_rank_count(floor, out);
    }
    if (groups & 1u << FL_METRIC_PATHS) {
        fl_path_count(&self->graph, floor, out);
    }
    if (groups & 1u << FL_METRIC_OFFER) {
        fl_vacancy_count(floor, out);
    }
    if (groups & 1u << FL_METRIC_SLOTS) {
        fl_slot_count(floor, out);
    }
    if (groups & 1u << FL_METRIC_DUNGEON) {
        fl_dungeon_count(&self->cluster, floor, out);
    }
    return true;
}

void fl_metric_compute(fl_metric_work *self, const fl_floor *floor, unsigned groups, int32_t *out)
{
    fl_small small;
    if (!compute_common(self, floor, groups, out)) {
        return;
    }
    if (fl_small_read(&small, floor)) {
        compute_small(self, &small, floor, groups, out);
    } else {
        compute_any(self, floor, groups, out);
    }
}

void fl_metric_compute_plain(fl_metric_work *self, const fl_floor *floor, unsigned groups, int32_t *out)
{
    if (compute_common(self, floor, groups, out)) {
        compute_any(self, floor, groups, out);
    }
}
