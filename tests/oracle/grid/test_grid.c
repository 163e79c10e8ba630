/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Grid floors against the naive generator, which was written from the documents alone: equal in distribution
 * on every metric and in how often rooms of each type come, for all shipped rulesets (the one of ten thousand
 * tiles reduced to 150).
 *
 * About 3000 G-tests at 1e-9 each: a correct generator fails by chance in fewer than 1 of 10^5 seeds, and the
 * seeds are fixed. The planted mistakes at the end show what the comparison catches. */
#include "tests/oracle/census.h"
#include "tests/oracle/grid/pair.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 1 << 14 };

static const double alarm = 1e-9;

typedef struct comparison {
    pair both;
    census our, their;
    fl_metric_work metric;
} comparison;

/* ---- counting ---- */

static void count_metrics(comparison *self, const fl_floor *floor, census *out)
{
    int32_t value[FL_METRIC_COUNT];
    fl_metric_compute(&self->metric, floor, FL_METRIC_ALL_GROUPS, value);
    census_count(out, floor, value);
}

static void count_types(const int type_of[], int rooms_n, census *out)
{
    unsigned rooms[NAIVE_TYPES_MAX] = {0};
    for (int i = 0; i < rooms_n; i++) {
        rooms[type_of[i]]++;
    }
    for (int i = 0; i < NAIVE_TYPES_MAX; i++) {
        out->other[i][rooms[i] < CENSUS_OTHER_BINS ? rooms[i] : CENSUS_OTHER_BINS - 1]++;
    }
}

static void count_ours(comparison *self)
{
    const fl_floor *floor = &self->both.ours.floor;
    int type_of[NAIVE_ROOMS_MAX];
    count_metrics(self, floor, &self->our);
    for (unsigned i = 0; i < floor->rooms_n && !floor->failure; i++) {
        type_of[i] = pair_type(&self->both, i);
    }
    count_types(type_of, floor->failure ? 0 : floor->rooms_n, &self->our);
}

static void count_theirs(comparison *self)
{
    const struct naive_dungeon *floor = &self->both.dungeon;
    int type_of[NAIVE_ROOMS_MAX];
    pair_convert_floor(&self->both);
    count_metrics(self, &self->both.floor, &self->their);
    for (int i = 0; i < floor->rooms_n; i++) {
        type_of[i] = floor->rooms[i].type;
    }
    count_types(type_of, floor->is_failed ? 0 : floor->rooms_n, &self->their);
}

/* Naive floors have no named shapes, and no facts except the attempts. They lie in the corner of their board,
 * and their distances do not lead through added rooms. */
static bool is_ours_alone(int metric)
{
    if (metric == FL_METRIC_SECRET_COLUMN || metric == FL_METRIC_ROOMS_APART) {
        return true;
    }
    bool is_shape = metric >= (int)FL_METRIC_FIRST_SHAPE && metric < (int)FL_METRIC_FIRST_KIND;
    bool is_fact = fl_metric_of((unsigned)metric)->group == FL_METRIC_FACTS && metric != FL_METRIC_ATTEMPTS;
    return is_shape || is_fact;
}

/* ---- a ruleset ---- */

typedef struct trial {
    const char *file;
    const char *edits[4]; /* two replacements: old text, new text */
    unsigned floors;      /* for the thorough test; a tenth of them in a full one */
} trial;

static void replace(char *text, const char *old, const char *new)
{
    static char rest[TEXT_MAX];
    char *at = strstr(text, old);
    cr_assert_not_null(at, "'%s' is not in the text", old);
    snprintf(rest, sizeof rest, "%s", at + strlen(old));
    snprintf(at, (size_t)(text + TEXT_MAX - at), "%s%s", new, rest);
}

static void read_rules(const trial *which, char *out)
{
    char path[512];
    snprintf(path, sizeof path, "%s/data/rulesets/%s.yaml", getenv("FLOORLAB_ROOT"), which->file);
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    size_t n = fread(out, 1, TEXT_MAX - 1, file);
    fclose(file);
    out[n] = '\0';
    for (int i = 0; i < 4 && which->edits[i]; i += 2) {
        replace(out, which->edits[i], which->edits[i + 1]);
    }
}

static comparison *open_trial(const trial *which)
{
    static char text[TEXT_MAX];
    comparison *self = calloc(1, sizeof *self);
    cr_assert_not_null(self);
    read_rules(which, text);
    pair_open(&self->both, text, "");
    cr_assert_eq(fl_metric_init(&self->metric, NAIVE_SIDE * NAIVE_SIDE), FL_OK);
    return self;
}

static void close_trial(comparison *self)
{
    pair_close(&self->both);
    fl_metric_free(&self->metric);
    free(self);
}

static double compare(comparison *self, unsigned floors, char where[64])
{
    self->both.dungeon.random = 4242;
    for (unsigned i = 0; i < floors; i++) {
        grid_group_make(&self->both.ours, i);
        count_ours(self);
        naive_grid_make(&self->both.group, &self->both.dungeon);
        count_theirs(self);
    }
    return census_compare(&self->our, &self->their, is_ours_alone, where);
}

static void agree(const trial *which)
{
    char where[64];
    comparison *self = open_trial(which);
    double p = compare(self, scale_is_thorough() ? which->floors : scale_oracle(which->floors / 10), where);
    cr_log_info("%s: least p %g at %s", which->file, p, where);
    cr_expect_gt(p, alarm, "%s: p = %g at %s", which->file, p, where);
    close_trial(self);
}

static const char small[] = "tiles: {min: 150, max: 160}";
static const char large[] = "tiles: {min: 9900, max: 10000}";

#define TRIALS(X)                                                                                            \
    X(basement, "basement", 40000, NULL)                                                                     \
    X(cave, "cave", 10000, NULL)                                                                             \
    X(facade, "facade", 20000, NULL)                                                                         \
    X(basement_printed, "basement_printed", 20000, NULL)                                                     \
    X(basement_shapes, "basement_shapes", 20000, "least_distance: 5", "least_distance: 7")                   \
    X(basement_rooms_first, "basement", 20000, "start:", "search: rooms_first\nstart:")                      \
    X(cave_mixed, "cave", 5000, "start:", "search: mixed\nstart:")                                           \
    X(facade_rooms_first, "facade", 20000, "start:", "search: rooms_first\nstart:")                          \
    X(facade_mixed, "facade", 20000, "start:", "search: mixed\nstart:")                                      \
    X(gated, "gated", 20000, NULL)                                                                           \
    X(gated_without_demand, "gated", 10000, "open_way: true\n", "")                                          \
    X(gated_rooms_first, "gated", 8000, "open_way: true\n", "open_way: true\nsearch: rooms_first\n")         \
    X(halls, "halls", 8000, NULL)                                                                            \
    X(maze, "maze", 8000, NULL)                                                                              \
    X(ring_city, "ring_city", 2000, NULL)                                                                    \
    X(several_ends, "superset", 10000, "{min: 1, max: 168}", "{min: 14, max: 20}")                           \
    X(several_ends_demanded, "superset", 10000, "{min: 1, max: 168}", "{min: 14, max: 20}",                  \
      "start:", "open_way: true\nstart:")                                                                    \
    X(spine, "spine", 15000, NULL)                                                                           \
    X(underworld, "underworld", 10000, large, small, "{zero: 15, one: 40}", "{zero: 4, one: 12}")

#define TRIAL(name, file, floors, ...)                                                                       \
    Test(oracle, grid_##name##_agrees_with_the_naive_generator, .timeout = 600)                              \
    {                                                                                                        \
        agree(&(trial){file, {__VA_ARGS__}, floors});                                                        \
    }
TRIALS(TRIAL)

/* ---- mistakes in the rules of one side ---- */

enum { PLANTED = 2000 };

/* Finds the entry with a name, and its ruleset. */
static struct naive_type *type_named(pair *both, const char *name)
{
    const fl_grid_rules *rules = both->ours.rules;
    for (unsigned i = 1; i < rules->entries_n; i++) {
        if (strcmp(rules->entries[i].name, name) == 0) {
            return &both->group.type[i];
        }
    }
    cr_assert_fail("no room is named '%s'", name);
    return NULL;
}

static struct naive_ruleset *rules_for(pair *both, const char *name)
{
    return &both->group.ruleset[type_named(both, name)->ruleset];
}

#define PLANTS(X)                                                                                            \
    X(fewer_connections, type_named(both, "single")->connections = 2)                                        \
    X(one_less_maximum, type_named(both, "square")->max--)                                                   \
    X(no_subordinates, forget_subordinates(type_named(both, "ell")))                                         \
    X(heavier_rooms, type_named(both, "square")->weight *= 2)                                                \
    X(likelier_two_neighbours, rules_for(both, "single")->param[1].probability = 0.05)                       \
    X(no_distance, rules_for(both, "end")->zero = rules_for(both, "end")->one = 0)                           \
    X(farther_end, rules_for(both, "end")->zero = 5)                                                         \
    X(equal_priorities, give_equal_priorities(rules_for(both, "secret")))                                    \
    X(observed_connections, rules_for(both, "secret")->ignore_connections = false)                           \
    X(least_distance, type_named(both, "end")->least_distance = 6)                                           \
    X(another_search, both->group.search = NAIVE_MIXED)                                                      \
    X(smaller_pass, both->group.pass[0].max--)

/* Of other rulesets. In the last one five other ends come more often. */
#define MORE_PLANTS(X)                                                                                       \
    X(no_demand, both->group.demands_open_way = false)                                                       \
    X(two_ends, forget_subordinates(type_named(both, "end_pair")))                                           \
    X(end_that_never_comes, type_named(both, "end_square")->min = 0)

static void forget_subordinates(struct naive_type *type)
{
    memset(type->is_subordinate, 0, sizeof type->is_subordinate);
}

static void give_equal_priorities(struct naive_ruleset *rules)
{
    for (int i = 0; i < 4; i++) {
        rules->param[i].priority = 1;
    }
}

#define PLANT(name, statement)                                                                               \
    static void plant_##name(pair *both)                                                                     \
    {                                                                                                        \
        statement;                                                                                           \
    }
PLANTS(PLANT)
MORE_PLANTS(PLANT)

static void expect_caught(const trial *which, const char *name, void (*plant)(pair *both))
{
    char where[64];
    comparison *self = open_trial(which);
    plant(&self->both);
    double p = compare(self, PLANTED, where);
    cr_log_info("%s: p = %g at %s", name, p, where);
    cr_expect_lt(p, alarm, "%s: p = %g at %s", name, p, where);
    close_trial(self);
}

#define PLANT_ROW(name, statement) {#name, plant_##name},

Test(oracle, grid_mistakes_are_caught, .timeout = 120)
{
    static const struct {
        const char *name;
        void (*plant)(pair *both);
    } table[] = {PLANTS(PLANT_ROW)};
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        expect_caught(&(trial){"basement", {NULL}, 0}, table[i].name, table[i].plant);
    }
}

Test(oracle, grid_mistakes_in_ends_and_ways_are_caught, .timeout = 120)
{
    trial ends = {"superset", {"{min: 1, max: 168}", "{min: 14, max: 20}"}, 0};
    expect_caught(&(trial){"gated", {NULL}, 0}, "no_demand", plant_no_demand);
    expect_caught(&ends, "two_ends", plant_two_ends);
    expect_caught(&ends, "end_that_never_comes", plant_end_that_never_comes);
}
