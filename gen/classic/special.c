/* SPDX-License-Identifier: MIT */
/* Special rooms in end rooms (seed 001, "Special Rooms"; odds in data/classic/gates.yaml). */
#include "gen/classic/classic_private.h"

/* Empty cells beside an end room that touch nothing but it. */
static fl_board lonely_beside(const fl_classic_rules *rules, const fl_classic_board *plan, unsigned cell)
{
    fl_board at_least[4];
    fl_board_degrees(plan->filled, at_least);
    return fl_board_near(fl_board_cell(cell)) & rules->cells & ~plan->filled & ~at_least[1];
}

static void set_boss(fl_classic_board *plan, unsigned index)
{
    plan->boss = (uint8_t)fl_classic_board_take_end(plan, index);
    plan->kind[plan->boss] = FL_KIND_BOSS;
}

/* Both bosses of a labyrinth floor: an end room without space for the second one is passed over. */
static bool place_pair(const fl_classic_rules *rules, fl_classic_board *plan, fl_board unfit)
{
    for (unsigned i = plan->ends_n; i-- > 0;) {
        fl_board lonely = lonely_beside(rules, plan, plan->ends[i]);
        if (lonely == 0 || fl_board_has(unfit, plan->ends[i])) {
            continue;
        }
        set_boss(plan, i);
        plan->outer_boss = (uint8_t)fl_board_select(lonely, fl_pcg_below(&plan->rng, fl_board_count(lonely)));
        fl_classic_board_place(plan, plan->outer_boss, FL_KIND_BOSS);
        return true;
    }
    return false;
}

bool fl_classic_special_boss(const fl_classic_rules *rules, fl_classic_board *plan)
{
    bool may_touch = rules->value[FL_CLASSIC_BOSS_NEAR_START] != 0;
    fl_board unfit = may_touch ? 0 : fl_board_near(fl_board_cell(rules->start));
    if (plan->ends_n == 0 || fl_board_has(unfit, plan->ends[plan->ends_n - 1])) {
        return false;
    }
    if (plan->curse == FL_CURSE_LABYRINTH && rules->value[FL_CLASSIC_SPECIALS]) {
        return place_pair(rules, plan, unfit);
    }
    bool is_any = fl_classic_rules_breaks(rules, FL_CLASSIC_ANY_BOSS);
    set_boss(plan, is_any ? fl_pcg_below(&plan->rng, plan->ends_n) : plan->ends_n - 1u);
    return true;
}

bool fl_classic_special_place(fl_classic_board *plan, fl_kind kind)
{
    if (plan->ends_n == 0) {
        return false;
    }
    unsigned cell = fl_classic_board_take_end(plan, fl_pcg_below(&plan->rng, plan->ends_n));
    plan->kind[cell] = (uint8_t)kind;
    return true;
}

/* The two chances of a gate; which were rolled and won. */
static fl_gate roll(const fl_classic_gate *gate, fl_pcg *rng)
{
    if (fl_pcg_below(rng, gate->first_of) < gate->first_hits) {
        return FL_GATE_ROLLED | FL_GATE_FIRST | FL_GATE_PASSED;
    }
    if (gate->second_of == 0) {
        return FL_GATE_ROLLED;
    }
    if (fl_pcg_below(rng, gate->second_of) < gate->second_hits) {
        return FL_GATE_ROLLED | FL_GATE_SECOND_ROLLED | FL_GATE_SECOND | FL_GATE_PASSED;
    }
    return FL_GATE_ROLLED | FL_GATE_SECOND_ROLLED;
}

void fl_classic_special_gates(const fl_classic_rules *rules, fl_classic_board *plan, unsigned copies)
{
    for (unsigned i = 0; i < rules->gates_n; i++) {
        const fl_classic_gate *gate = &rules->gates[plan->curse == FL_CURSE_LABYRINTH][i];
        if (!gate->is_open) {
            continue;
        }
        if (plan->ends_n == 0) {
            plan->gate[i] = FL_GATE_NO_DEAD_END;
            continue;
        }
        plan->gate[i] = roll(gate, &plan->rng);
        for (unsigned copy = 0; copy < copies && (plan->gate[i] & FL_GATE_PASSED); copy++) {
            if (fl_classic_special_place(plan, gate->kind)) {
                plan->gate[i] |= FL_GATE_PLACED;
            }
        }
    }
}

/* Steps from the start, wave by wave over the whole board. */
static void measure(const fl_classic_board *plan, unsigned start, uint8_t distance[FL_BOARD_BITS])
{
    fl_board seen = fl_board_cell(start);
    fl_board wave = seen;
    for (uint8_t steps = 0; wave; steps++) {
        for (fl_board rest = wave; rest; rest &= rest - 1) {
            distance[fl_board_lowest(rest)] = steps;
        }
        wave = fl_board_near(wave) & plan->filled & ~seen;
        seen |= wave;
    }
}

void fl_classic_special_farthest(const fl_classic_rules *rules, fl_classic_board *plan, unsigned keep)
{
    uint8_t distance[FL_BOARD_BITS] = {0};
    measure(plan, rules->start, distance);
    while (plan->ends_n > keep) {
        unsigned nearest = 0; /* of two equally far the earlier one goes */
        for (unsigned i = 1; i < plan->ends_n; i++) {
            if (distance[plan->ends[i]] < distance[plan->ends[nearest]]) {
                nearest = i;
            }
        }
        (void)fl_classic_board_take_end(plan, nearest);
    }
}
