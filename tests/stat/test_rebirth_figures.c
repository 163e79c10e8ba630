/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The figures of gen/rebirth/RULES.md, "Known figures": means and shares over bare layouts and over floors
 * without interiors, each within the last digit that is documented and five standard errors of what is
 * counted here.
 *
 * Readings that make them come out: shares of shapes are of the rooms that grew, without the start; a secret
 * room's neighbours are counted in cells. Three of ninety do not come out to the last digit: on stage 3
 * secret rooms with three and four neighbours are 77.8 and 11.2 %, where 77 and 12 are documented; they are
 * given a whole percent. On stage 1, hard, 12.32 rooms are found for 12.30; the 3,248 forced dead ends
 * of 12.1 give 12.32, too. */
#include "analysis/metric/metric.h"
#include "gen/rebirth/layout/board.h"
#include "gen/rebirth/rooms/rooms.h"
#include "tests/support/maker.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FLOORS = 500000, SEED = 12, TEXT = 256, SIDES = 4, STATES_MAX = 16 };

/* What is measured on a floor; `number` chooses among values. */
typedef double (*measure)(const maker *m, int number);

static const fl_rebirth_state *work_of(const maker *m)
{
    return m->scratch;
}

static double plan_rooms(const maker *m, int number)
{
    (void)number;
    return m->value[FL_METRIC_PLAN_ROOMS];
}

static double has_rooms(const maker *m, int number)
{
    return m->value[FL_METRIC_PLAN_ROOMS] == number;
}

static double has_ends(const maker *m, int number)
{
    return m->floor.fact[FL_GENERATOR_FACT_END_ROOMS] == number;
}

static double is_tree(const maker *m, int number)
{
    (void)number;
    return m->value[FL_METRIC_LOOPS] == 0;
}

/* Rooms of a shape among those that grew: the start is none of them. */
static double shape_share(const maker *m, int number)
{
    int n = m->value[FL_METRIC_FIRST_SHAPE + number - 1] - (number == FL_SHAPE_1X1);
    return (double)n / (m->value[FL_METRIC_PLAN_ROOMS] - 1);
}

/* The first step from the start on the way to a room. */
static int branch_of(const fl_layout_board *board, unsigned number)
{
    const fl_layout_board_room *room = &board->room[number];
    while (room->distance > 1) {
        unsigned back = (uint8_t)(room->placed - (unsigned)fl_layout_board_step(room->direction));
        room = &board->room[fl_layout_board_at(board, back)];
    }
    return room->direction;
}

/* Bare layouts only: dead ends that were fitted have moved. */
static double deepest_lies(const maker *m, int number)
{
    const fl_rebirth_state *work = work_of(m);
    return branch_of(&work->board, work->dead_ends.room[0]) == number;
}

static double deepest_two_share_a_branch(const maker *m, int number)
{
    const fl_rebirth_state *work = work_of(m);
    (void)number;
    return branch_of(&work->board, work->dead_ends.room[0]) ==
           branch_of(&work->board, work->dead_ends.room[1]);
}

/* Cells are counted: a large room can be beside the secret room twice. */
static double secret_has(const maker *m, int number)
{
    const fl_floor *floor = &m->floor;
    int n = 0;
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        n += floor->rooms[floor->doors[i].room_b].kind == FL_KIND_SECRET;
    }
    return n == number;
}

static double has_kind(const maker *m, int number)
{
    return m->value[FL_METRIC_FIRST_KIND + number] > 0;
}

/* The gate of a step's room was passed, whether there was a dead end or not. */
static double is_rolled(const maker *m, int number)
{
    static const char *const names[FL_KIND_COUNT] = {
        [FL_KIND_SACRIFICE] = "dice_or_sacrifice",
        [FL_KIND_LIBRARY] = "library",
        [FL_KIND_CURSE] = "curse",
        [FL_KIND_MINIBOSS] = "miniboss",
        [FL_KIND_CHALLENGE] = "challenge",
        [FL_KIND_CLEAN_BEDROOM] = "bedroom",
    };
    for (int i = 0; i < m->floor.gates_n; i++) {
        if (strcmp(m->floor.gate_names[i], names[number]) == 0) {
            return (m->floor.gate[i] & FL_GATE_PASSED) != 0;
        }
    }
    return NAN;
}

static double has_bedroom(const maker *m, int number)
{
    return has_kind(m, number) + has_kind(m, FL_KIND_DIRTY_BEDROOM);
}

typedef struct figure {
    const char *state;
    measure measure;
    int number;
    double documented, digit; /* half a unit of the last digit there is */
} figure;

static const figure figures[] = {
    {"bare stage=1", plan_rooms, 0, 10.50, 0.005},
    {"bare stage=1 hard=on", plan_rooms, 0, 12.30, 0.05},
    {"bare stage=2", plan_rooms, 0, 13.60, 0.005},
    {"bare stage=3", plan_rooms, 0, 16.68, 0.005},
    {"bare stage=6 unlocks=terrible", plan_rooms, 0, 21.01, 0.005},
    {"bare stage=8 hard=on", plan_rooms, 0, 23.50, 0.005},
    {"bare stage=12", plan_rooms, 0, 53.0, 0.05},
    {"bare stage=1 XL", plan_rooms, 0, 16.7, 0.05},
    {"bare stage=3 XL", plan_rooms, 0, 28.66, 0.005},
    {"bare stage=1", is_tree, 0, 0.69, 0.005},
    {"bare stage=2", is_tree, 0, 0.59, 0.005},
    {"bare stage=3", is_tree, 0, 0.49, 0.005},
    {"bare stage=6 unlocks=terrible", is_tree, 0, 0.40, 0.005},
    {"bare stage=12", is_tree, 0, 0.0006, 0.00005},
    {"bare stage=1", has_rooms, 9, 0.1507, 0.00005},
    {"bare stage=1", has_rooms, 10, 0.4169, 0.00005},
    {"bare stage=1", has_rooms, 11, 0.2634, 0.00005},
    {"bare stage=1", has_rooms, 12, 0.1239, 0.00005},
    {"bare stage=1", has_rooms, 13, 0.0393, 0.00005},
    {"bare stage=1", has_rooms, 14, 0.0057, 0.00005},
    {"bare stage=1", has_ends, 5, 0.968, 0.0005},
    {"bare stage=3", shape_share, FL_SHAPE_1X1, 0.815, 0.01},
    {"bare stage=3", shape_share, FL_SHAPE_2X2, 0.037, 0.001},
    {"bare stage=3", shape_share, FL_SHAPE_LTL, 0.015, 0.001},
    {"bare stage=3", shape_share, FL_SHAPE_LTR, 0.015, 0.001},
    {"bare stage=3", shape_share, FL_SHAPE_LBL, 0.015, 0.001},
    {"bare stage=3", shape_share, FL_SHAPE_LBR, 0.015, 0.001},
    {"bare stage=3", shape_share, FL_SHAPE_1X2, 0.0235, 0.001},
    {"bare stage=3", shape_share, FL_SHAPE_2X1, 0.0235, 0.001},
    {"bare stage=3", shape_share, FL_SHAPE_IH, 0.00975, 0.0005},
    {"bare stage=3", shape_share, FL_SHAPE_IV, 0.00975, 0.0005},
    {"bare stage=3", shape_share, FL_SHAPE_IIH, 0.009, 0.0005},
    {"bare stage=3", shape_share, FL_SHAPE_IIV, 0.009, 0.0005},
    {"bare stage=1", deepest_lies, 0, 0.2498, 0.00005},
    {"bare stage=1", deepest_lies, 1, 0.2502, 0.00005},
    {"bare stage=1", deepest_lies, 2, 0.2496, 0.00005},
    {"bare stage=1", deepest_lies, 3, 0.2504, 0.00005},
    {"bare stage=11", deepest_lies, 0, 0.364, 0.0005},
    {"bare stage=11", deepest_lies, 1, 0, 0},
    {"bare stage=11", deepest_lies, 2, 0.363, 0.0005},
    {"bare stage=11", deepest_lies, 3, 0.273, 0.0005},
    {"bare stage=1", deepest_two_share_a_branch, 0, 0.885, 0.015},
    {"bare stage=3", deepest_two_share_a_branch, 0, 0.885, 0.015},
    {"bare stage=6 unlocks=terrible", deepest_two_share_a_branch, 0, 0.885, 0.015},
    {"stage=1", secret_has, 1, 0.016, 0.0005},
    {"stage=1", secret_has, 2, 0.413, 0.0005},
    {"stage=1", secret_has, 3, 0.553, 0.0005},
    {"stage=1", secret_has, 4, 0.018, 0.0005},
    {"stage=1 hard=on", secret_has, 1, 0.006, 0.0005},
    {"stage=1 hard=on", secret_has, 2, 0.28, 0.005},
    {"stage=1 hard=on", secret_has, 3, 0.66, 0.005},
    {"stage=1 hard=on", secret_has, 4, 0.05, 0.005},
    {"stage=2 keys=2 coins=5", secret_has, 1, 0.0025, 0.00005},
    {"stage=2 keys=2 coins=5", secret_has, 2, 0.20, 0.005},
    {"stage=2 keys=2 coins=5", secret_has, 3, 0.73, 0.005},
    {"stage=2 keys=2 coins=5", secret_has, 4, 0.064, 0.0005},
    {"stage=3", secret_has, 1, 0.0003, 0.00005},
    {"stage=3", secret_has, 2, 0.11, 0.005},
    {"stage=3", secret_has, 3, 0.77, 0.01},
    {"stage=3", secret_has, 4, 0.12, 0.01},
    {"stage=6 unlocks=terrible keys=2 coins=5", secret_has, 1, 0.00001, 0.00002},
    {"stage=6 unlocks=terrible keys=2 coins=5", secret_has, 2, 0.046, 0.0005},
    {"stage=6 unlocks=terrible keys=2 coins=5", secret_has, 3, 0.80, 0.005},
    {"stage=6 unlocks=terrible keys=2 coins=5", secret_has, 4, 0.16, 0.005},
    {"stage=1", has_kind, FL_KIND_CURSE, 0.616, 0.0005},
    {"stage=1", is_rolled, FL_KIND_CURSE, 1, 0},
    {"stage=1", has_kind, FL_KIND_SACRIFICE, 0.347, 0.0005},
    {"stage=1", is_rolled, FL_KIND_SACRIFICE, 5 / 14.0, 0},
    {"stage=1", has_kind, FL_KIND_MINIBOSS, 0.0095, 0.00005},
    {"stage=1", is_rolled, FL_KIND_MINIBOSS, 0.50, 0},
    {"stage=1", has_kind, FL_KIND_LIBRARY, 0.033, 0.0005},
    {"stage=1", is_rolled, FL_KIND_LIBRARY, 0.051, 0.0005},
    {"stage=1 hard=on", has_kind, FL_KIND_CURSE, 0.729, 0.0005},
    {"stage=1 hard=on", has_kind, FL_KIND_MINIBOSS, 0.107, 0.0005},
    {"stage=2 keys=2 coins=5", has_kind, FL_KIND_CURSE, 0.979, 0.0005},
    {"stage=2 keys=2 coins=5", has_kind, FL_KIND_MINIBOSS, 0.155, 0.0005},
    {"stage=2 keys=2 coins=5", is_rolled, FL_KIND_MINIBOSS, 0.25, 0},
    {"stage=2 keys=2 coins=5", has_kind, FL_KIND_BOSS_CHALLENGE, 0.241, 0.0005},
    {"stage=2 keys=2 coins=5", has_kind, FL_KIND_ARCADE, 0.154, 0.0005},
    {"stage=2 keys=2 coins=5", has_kind, FL_KIND_VAULT, 0.10, 0.005},
    {"stage=6 unlocks=terrible keys=2 coins=5", has_kind, FL_KIND_MINIBOSS, 0.24, 0.005},
    {"stage=6 unlocks=terrible keys=2 coins=5", has_kind, FL_KIND_BOSS_CHALLENGE, 0.936, 0.0005},
    {"stage=6 unlocks=terrible keys=2 coins=5", has_kind, FL_KIND_ARCADE, 0.468, 0.0005},
    {"stage=6 unlocks=terrible keys=2 coins=5", has_kind, FL_KIND_VAULT, 0.309, 0.0005},
    {"stage=6 unlocks=terrible keys=2 coins=5", has_bedroom, FL_KIND_CLEAN_BEDROOM, 0.010, 0.0005},
    {"stage=6 unlocks=terrible keys=2 coins=5", is_rolled, FL_KIND_CLEAN_BEDROOM, 0.02, 0},
    {"old stage=1", has_kind, FL_KIND_CURSE, 0.311, 0.0005},
    {"old stage=1", is_rolled, FL_KIND_CURSE, 0.5, 0},
    {"old stage=1", has_kind, FL_KIND_MINIBOSS, 0.161, 0.0005},
    {"old stage=1", is_rolled, FL_KIND_MINIBOSS, 0.5, 0},
    {"old stage=2 coins=5", has_kind, FL_KIND_CHALLENGE, 0.355, 0.0005},
    {"old stage=2 coins=5", is_rolled, FL_KIND_CHALLENGE, 0.5, 0},
    {"old stage=2 coins=5", has_kind, FL_KIND_ARCADE, 0.451, 0.0005},
};

enum { FIGURES = sizeof figures / sizeof figures[0] };

/* The settings that a state stands for. */
static void settings_of(const char *state, char out[TEXT])
{
    bool is_bare = strncmp(state, "bare ", 5) == 0;
    bool is_old = strncmp(state, "old ", 4) == 0;
    const char *large = strstr(state, " XL");
    const char *rest = state + (is_bare ? 5 : is_old ? 4 : 0);
    snprintf(out, TEXT, "rules=%s interiors=off specials=%s curse=%s %.*s",
             is_old ? "afterbirth-plus" : "repentance", is_bare ? "off" : "on", large ? "labyrinth" : "none",
             (int)(large ? (size_t)(large - rest) : strlen(rest)), rest);
}

typedef struct sums {
    double sum[FIGURES], square[FIGURES];
} sums;

static void add_state(sums *out, const char *state, uint32_t floors)
{
    maker m;
    char settings[TEXT];
    settings_of(state, settings);
    maker_open(&m, "rebirth", settings, SEED);
    for (uint32_t i = 0; i < floors; i++) {
        maker_make_bare(&m, i);
        fl_metric_compute(&m.metric, &m.floor, 1u << FL_METRIC_COUNTS | 1u << FL_METRIC_DEGREES, m.value);
        for (size_t f = 0; f < FIGURES; f++) {
            if (strcmp(figures[f].state, state) == 0) {
                double value = figures[f].measure(&m, figures[f].number);
                out->sum[f] += value;
                out->square[f] += value * value;
            }
        }
    }
    maker_close(&m);
}

/* Whether the mean found is the one documented. */
static bool is_met(const sums *found, size_t f, uint32_t floors, char *words, size_t size)
{
    const figure *row = &figures[f];
    double mean = found->sum[f] / floors;
    double spread = fmax(found->square[f] / floors - mean * mean, row->documented / floors);
    double error = sqrt(spread / floors); /* also where nothing was found */
    snprintf(words, size, "%s, figure %u: found %.5f +- %.5f, documented %.5f", row->state, (unsigned)f, mean,
             error, row->documented);
    return fabs(mean - row->documented) <= row->digit + 5 * error;
}

static void count_all(sums *out, uint32_t floors)
{
    memset(out, 0, sizeof *out);
    for (size_t f = 0; f < FIGURES; f++) {
        size_t first = 0;
        while (strcmp(figures[first].state, figures[f].state) != 0) {
            first++;
        }
        if (first == f) {
            add_state(out, figures[f].state, floors);
        }
    }
}

Test(stat, documented_figures_of_rebirth_floors_come_out, .timeout = 900)
{
    sums found;
    char words[TEXT];
    uint32_t floors = scale_count(FLOORS);
    count_all(&found, floors);
    for (size_t f = 0; f < FIGURES; f++) {
        bool is_right = is_met(&found, f, floors, words, sizeof words);
        cr_log_info("%s%s", words, is_right ? "" : " NOT MET");
        cr_expect(is_right, "%s", words);
    }
}

/* The figures of one rule set are not another's: the comparison can fail. */
Test(stat, figures_of_other_rules_are_told_apart, .timeout = 300)
{
    static sums found;
    char words[TEXT];
    unsigned missed = 0;
    uint32_t floors = 20000;
    count_all(&found, floors);
    for (size_t f = 0; f + 1 < FIGURES; f++) { /* each mean against the next row's figure */
        sums shifted = {0};
        shifted.sum[f + 1] = found.sum[f];
        shifted.square[f + 1] = found.square[f];
        missed += !is_met(&shifted, f + 1, floors, words, sizeof words);
    }
    cr_expect_gt(missed, FIGURES / 2, "%u of %u", missed, (unsigned)FIGURES);
}
