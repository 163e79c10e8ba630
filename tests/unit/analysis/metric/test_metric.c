/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Metrics and events of floors drawn by hand, counted on paper: a line of text a floor. */
#include "analysis/metric/metric_private.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <string.h>

enum { CELLS = 13 * 13 };

typedef struct scene {
    fl_floor floor;
    fl_metric_work work;
    int32_t value[FL_METRIC_COUNT];
} scene;

static scene s;

static void set_up(void)
{
    cr_assert(!fl_floor_init(&s.floor, CELLS) && !fl_metric_init(&s.work, CELLS));
}

static void tear_down(void)
{
    fl_metric_free(&s.work);
    fl_floor_free(&s.floor);
}

TestSuite(metric, .init = set_up, .fini = tear_down);

/* Rows with '/' between, a sign a room: 'o' normal, 's' secret, '4' normal with two cells each way, others as
 * in the table of kinds. The start is the first room, secret rooms are added last, B is the end. */
static void draw(const char *map, int side)
{
    static const char added[] = "s*";
    fl_floor_clear(&s.floor, side == 9 ? 9 : side, side == 9 ? 8 : side);
    for (int round = 0; round < 3; round++) {
        int x = 0;
        int y = 0;
        for (const char *p = map; *p; p++) {
            bool is_added = strchr(added, *p);
            if (*p != '/' && *p != '.' && round == (*p == '@' ? 0 : is_added ? 2 : 1)) {
                int kind = FL_KIND_COUNT;
                while (kind-- > 1 && fl_kind_of((fl_kind)kind)->sign != *p) {}
                fl_shape shape = *p == '4' ? FL_SHAPE_2X2 : FL_SHAPE_1X1;
                unsigned room = fl_floor_add(&s.floor,
                                             *p == 's'  ? FL_KIND_SECRET
                                             : kind > 0 ? (fl_kind)kind
                                                        : FL_KIND_NORMAL,
                                             shape, x, y);
                s.floor.rooms[room].is_added = is_added;
                s.floor.rooms[room].is_end = *p == 'B';
            }
            x = *p == '/' ? 0 : x + 1;
            y += *p == '/';
        }
    }
    fl_floor_link(&s.floor);
    fl_floor_measure(&s.floor);
}

/* The metric of a name; FL_METRIC_COUNT for an unknown one. */
static unsigned metric_named(const char *name, size_t length)
{
    unsigned i = 0;
    while (i < FL_METRIC_COUNT &&
           (strncmp(fl_metric_of(i)->name, name, length) != 0 || fl_metric_of(i)->name[length] != '\0')) {
        i++;
    }
    return i;
}

/* The value of a metric, the answer to an event. */
static int32_t value_of(const char *name, size_t length)
{
    size_t n = 0;
    const fl_event_row *events = fl_metric_event_all(&n);
    unsigned metric = metric_named(name, length);
    for (size_t i = 0; i < n && metric == FL_METRIC_COUNT; i++) {
        if (strlen(events[i].name) == length && memcmp(events[i].name, name, length) == 0) {
            return (int32_t)events[i].ask(&s.floor, s.value);
        }
    }
    cr_assert_lt(metric, (unsigned)FL_METRIC_COUNT, "there is no %.*s", (int)length, name);
    return s.value[metric];
}

/* "NAME=VALUE NAME=VALUE": '-' is none, of an event not asked; events are a hit (yes) or a miss (no). */
static void expect(const char *map, const char *values)
{
    for (const char *p = values; *p; p += strspn(p, " ")) {
        size_t length = strcspn(p, "=");
        const char *word = p + length + 1;
        bool is_metric = metric_named(p, length) < FL_METRIC_COUNT;
        int32_t wanted = *word == 'y'   ? FL_EVENT_HIT
                         : *word == 'n' ? FL_EVENT_MISS
                         : *word != '-' ? atoi(word)
                         : is_metric    ? FL_GENERATOR_FACT_NONE
                                        : FL_EVENT_NOT_ASKED;
        cr_expect_eq(value_of(p, length), wanted, "%s: %.*s is %d", map, (int)strcspn(p, " "), p,
                     (int)value_of(p, length));
        p = word + strcspn(word, " ");
    }
}

/* Floors and what is measured on them. */
static const char *const floors[][2] = {
    {".#B./.#s./.@##/!#.#",
     "rooms=10 plan_rooms=9 tiles=10 big_rooms=0 special_rooms=3 width=4 height=4 dead_ends=3 doors=11 "
     "degree_1=3 "
     "degree_2=5 degree_3=1 degree_4+=0 branching=1 loops=0 simple_loops=0 double_doors=0 largest_room=1 "
     "single_share=1000 start_neighbours=3 kind_boss=1 kind_secret=1 kind_normal=6 shape_1x1=10 "
     "shape_2x2=0 "
     "clustering_max=0 clustering_sum=0 secret_neighbours=3 boss_distance=3 eccentricity=3 diameter=6 "
     "path_length_sum=15 boss_distance_ratio=1000 clustering_secret=2 super_secret_neighbours=1"},
    {"....@o/....4.4./......../.....oo",
     "rooms=6 tiles=12 big_rooms=2 largest_room=4 single_share=666 shape_2x2=2 loops=3 simple_loops=2 "
     "double_doors=1 big_neighbours=1 big_double_doors=1 diameter=3 degree_2=5 degree_4+=1 boxes=0 "
     "exits_max=5"},
    {"@o.oo/......oo", "loops=0 diameter=1 boss_distance=- rooms_apart=4"},
    {"...@o/...oo/..o.o/..ooo", "boxes=1 clustering_max=1 loops=1 clustering_offer=3 clustering_missed=0"},
    {"ooo/o@o/ooo", "clustering_max=4 clustering_sum=16 boxes=4"},
    /* kinds beside each other */
    {".@sB/.ss/.!",
     "secret_by_boss=1 secret_by_start=2 secret_by_secret=2 secret_by_super_secret=1 boss_by_boss=0 "
     "secret_doors=3 secret_column=3 ultra_secret_doors=-"},
    {"s@", "secret_column=1 secret_by_boss=0 special_exits_max=- big_double_doors=- exits_max=0 boxes=0"},
    {"@o$/..*o", "secret_by_boss=- secret_column=- ultra_secret_doors=2 special_exits_max=1 boss_by_boss=-"},
    {"@BB", "boss_by_boss=1"},
    {"@$o/..4", "special_exits_max=2 dead_end_singles=0"},
    /* ranks of the shop and of the boss among dead ends */
    {"$@oooB", "shop_rank=2"},
    {"$@ooB", "shop_is_third=0 boss_rank=1 boss_own_rank=- ends_beyond=1 ends_beyond_specials=0"},
    {"B@ooo$", "shop_rank=1 shop_is_third=0"},
    {"B@ooo", "shop_rank=- boss_rank=2 ends_beyond_specials=-"},
    {"..!/..o/Bo@o$", "shop_rank=1 shop_is_third=1"},
    {"..!/..o/Boo@$", "shop_rank=3 shop_is_third=1"},
    {"..o/..o/$o@oB/..o/..o/..o", "shop_end_place=31 ends_beyond=1 ends_beyond_specials=1 shop_is_third=1"},
    {"o@oo$", "shop_end_place=21 ends_beyond=0 ends_beyond_specials=0"},
    {"$@oB", "shop_end_place=10"},
    {".B/.o@o!/..o/..$", "shop_end_place=10"},
    {"o$o@o", "shop_end_place=-"},
    {"oo@o", "shop_end_place=- ends_beyond=-"},
    {"B@oo$", "boss_rank=2"},
    {"@ooB", "ends_beyond=0"},
    {"$@oooo/..B", "ends_beyond_specials=1"},
    {"oo@o$B", "normal_or_chance=3"},
    {"..o/..o/$o@oB/..!/..o", "normal_or_chance=5"},
    {"@B", "normal_or_chance=0"},
    {"$@o!ooB", "order_broken=0"},
    {"!@oo$ooB", "order_broken=1"},
    {"T@o$ooB/.o/.ooooL", "order_broken=0 order_broken_all=1"},
    {"ooB/o/@$/oooT/...o/...L", "order_broken=1 order_broken_all=2"},
    {"@oo", "order_broken=- dead_end_singles=1000"},
    {"@oo$o", "specials_off_ends=1"},
    {"@ooB$", "specials_off_ends=0"},
    {"o@4.", "dead_end_singles=500"},
    /* ways to the end room and to the super secret room */
    {"Bo@o", "boss_direction=0"},
    {"oB/o/@o", "boss_direction=1"},
    {"o@o/..oB", "boss_direction=2"},
    {"o@o/.o/.B", "boss_direction=3"},
    {"@o/oB", "boss_direction=-"},
    {"@oo/o.B/ooo", "boss_direction=2"},
    {"@ooo", "boss_direction=-"},
    {"!@ooB", "boss_to_super_secret=4 super_secret_near_boss=0 super_secret_in_branch=0"},
    {"@oooB/...!", "boss_to_super_secret=2 super_secret_near_boss=1"},
    {"@oooB/.!", "super_secret_near_boss=0 super_secret_in_branch=1"},
    {"@oooB", "super_secret_in_branch=-"},
    /* cells the secret room could have had: a U has one with three neighbours and one with two inside */
    {".o.o/.oso/.oo@", "secret_shortfall=0 secret_offer=23"},
    {".o.os/.o.o/.oo@", "secret_shortfall=2 secret_offer=22"},
    {".oso/.o.B/.oo@", "secret_shortfall=0 secret_offer=2"},
    {"@", "secret_shortfall=- secret_offer=- clustering_offer=0 secret_tile_shortfall=-"},
    {"@o/ooo", "clustering_missed=0 clustering_offer=1"},
    {"ooo/o.o/oo@", "clustering_missed=0 clustering_offer=4"},
    {"oooo/o..@", "clustering_missed=0 clustering_offer=1"},
    {"oo....../@......./......../...o.o..", "clustering_missed=1 clustering_offer=1"},
    {"o.@/oso", "clustering_missed=0 clustering_offer=0"},
    /* Gao's conditions: rooms placed after the secret room do not matter, see below */
    {"..B/.s@o", "secret_tile_shortfall=1 single_clustering_max=0"},
    {"..Bs/..@o", "secret_tile_shortfall=0"},
    {"@o...*/.s", "rooms_apart=1"},
    {"B.@", "broken_condition=3"},
    {"@B", "broken_condition=0"},
    {"@o", "broken_condition=6"},
    /* events */
    {"@ooB",
     "boss_is_farthest=yes boss_is_dead_end=yes has_loop=no has_open_way=yes secret_touches_end_room=-"},
    {"oooo@ooB", "boss_is_farthest=no"},
    {"ooo@ooB", "boss_is_farthest=yes"},
    {"@ooo", "boss_is_farthest=- boss_is_dead_end=- has_open_way=-"},
    {"@ooBo", "boss_is_farthest=no boss_is_dead_end=no"},
    {"@ooBs", "boss_is_farthest=yes boss_is_dead_end=yes has_secret=-"},
    {"@B", "boss_touches_start=yes"},
    {"@oB", "boss_touches_start=no"},
    {"@oo", "boss_touches_start=-"},
    {"@o/oB", "has_loop=yes"},
    {"@o/sB", "has_loop=no"},
    {"@oo/.sB", "secret_touches_end_room=yes"},
    {"@ooB/.so", "secret_touches_end_room=yes"},
    {"@oooB/..s", "secret_touches_end_room=no"},
    {"s@oB", "secret_touches_end_room=no"},
    {"@osB", "has_open_way=no"},
    {"@osB/.ooo", "has_open_way=yes"},
};

Test(metric, is_what_was_counted_on_paper)
{
    for (size_t i = 0; i < sizeof floors / sizeof floors[0]; i++) {
        for (int side = 9; side <= 13;
             side += 4) { /* single cells on a small board have a way of their own */
            draw(floors[i][0], side);
            fl_metric_compute(&s.work, &s.floor, FL_METRIC_ALL_GROUPS, s.value);
            expect(floors[i][0], floors[i][1]);
            fl_metric_compute_plain(&s.work, &s.floor, FL_METRIC_ALL_GROUPS, s.value);
            expect(floors[i][0], floors[i][1]);
        }
    }
}

static void measure_again(const char *what, const char *values)
{
    fl_metric_compute(&s.work, &s.floor, FL_METRIC_ALL_GROUPS, s.value);
    expect(what, values);
}

Test(metric, follows_what_the_generator_says_of_a_floor)
{
    draw(".$@oB", 9);
    s.floor.has_own_measure = true;
    for (unsigned i = 0; i < s.floor.rooms_n; i++) {
        s.floor.rooms[i].own_distance = s.floor.rooms[i].kind == FL_KIND_SHOP ? 7 : 3;
        s.floor.rooms[i].is_own_dead_end = i % 2 == 1; /* shop and boss */
    }
    measure_again("a shop deeper than the boss", "boss_own_rank=2 order_broken=1 boss_earlier_ends=0");
    s.floor.rooms[1].own_distance = 3;
    measure_again("a shop before the boss", "boss_own_rank=1 order_broken=0 boss_earlier_ends=1");
    draw("@o/so/Bo", 9);
    measure_again("no rules of secret rooms", "has_secret=- secret_best_available=-");
    s.floor.fact[FL_GENERATOR_FACT_SECRET_BEST] = 0;
    measure_again("no cell with three neighbours", "has_secret=yes secret_best_available=-");
    s.floor.fact[FL_GENERATOR_FACT_SECRET_BEST] = 1;
    measure_again("a cell with three", "secret_best_available=yes");
    draw("@o/sB", 9);
    s.floor.fact[FL_GENERATOR_FACT_SECRET_BEST] = 1;
    measure_again("but not that of the secret room", "secret_best_available=no");
    draw("@oB", 9);
    s.floor.fact[FL_GENERATOR_FACT_SECRET_CRITERION] = 0;
    measure_again("none was found", "has_secret=no secret_best_available=- secret_criterion=0");
    draw("@B", 9);
    s.floor.doors[0].kind = FL_KIND_SHOP;
    measure_again("a door of another kind", "broken_condition=8");
    s.floor.doors_n = 0;
    measure_again("no door", "broken_condition=7");
}

/* A narrow room has no doors on its long sides; rooms placed after the secret room do not matter to it. */
Test(metric, counts_the_cells_that_were_there_for_the_secret_room)
{
    draw(".oso/.o.o/.oo@", 13);
    s.floor.rooms[4].shape = FL_SHAPE_IV; /* right of the cell in the middle */
    measure_again("a blind side", "secret_offer=2");
    s.floor.rooms[4].shape = FL_SHAPE_IH;
    measure_again("an end with a door", "secret_offer=22");
    draw("..B/.s@o", 13);
    (void)fl_floor_add(&s.floor, FL_KIND_NORMAL, FL_SHAPE_1X1, 1, 0);
    fl_floor_link(&s.floor);
    measure_again("a room placed later", "secret_tile_shortfall=1");
    maker m;
    maker_open(&m, "rebirth", "stage=3 interiors=off", 1);
    for (uint64_t i = 0; i < 300; i++) { /* all special rooms are single cells with four doors */
        maker_make(&m, i);
        int32_t best = m.floor.fact[FL_GENERATOR_FACT_SECRET_BEST];
        cr_assert_eq(m.value[FL_METRIC_SECRET_OFFER] / 20, best < 9 ? best : 9, "floor %u", (unsigned)i);
    }
    maker_close(&m);
}

/* Figure 9: R in the corner of a square has R1 and R2 beside it, and C across the corner. */
Test(metric, cluster_parts_are_those_of_figure_9)
{
    static const uint8_t expected[5] = {FL_CLUSTER_ROOM, FL_CLUSTER_BESIDE, FL_CLUSTER_BESIDE, FL_CLUSTER_SET,
                                        FL_CLUSTER_APART};
    uint8_t part[5];
    draw("@o/ooo", 13);
    cr_expect_eq(fl_metric_cluster_parts(&s.work.cluster, &s.floor, 0, part), 1u);
    cr_expect_arr_eq(part, expected, sizeof part);
    s.floor.rooms[3].is_added = true;
    cr_expect_eq(fl_metric_cluster_parts(&s.work.cluster, &s.floor, 0, part), 0u,
                 "added rooms count for such only");
    cr_expect_eq(fl_metric_cluster_parts(&s.work.cluster, &s.floor, 3, part), 1u);
    cr_expect_eq(part[0], FL_CLUSTER_SET);
}

Test(metric, a_failed_floor_has_only_facts)
{
    size_t n = 0;
    const fl_event_row *events = fl_metric_event_all(&n);
    draw("", 9);
    s.floor.failure = "no luck";
    s.floor.fact[FL_GENERATOR_FACT_ATTEMPTS] = 12;
    s.floor.fact[FL_GENERATOR_FACT_SECRET_CRITERION] = 1;
    fl_metric_compute(&s.work, &s.floor, FL_METRIC_ALL_GROUPS, s.value);
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        int32_t wanted = i == FL_METRIC_ATTEMPTS           ? 12
                         : i == FL_METRIC_SECRET_CRITERION ? 1
                                                           : FL_GENERATOR_FACT_NONE;
        cr_expect_eq(s.value[i], wanted, "%s", fl_metric_of(i)->name);
    }
    for (size_t i = 0; i < n; i++) {
        cr_expect_eq(events[i].ask(&s.floor, s.value), i ? FL_EVENT_NOT_ASKED : FL_EVENT_HIT, "%s",
                     events[i].name);
    }
}
