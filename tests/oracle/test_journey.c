/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Journeys by the small plan, against code that was written by hand from the plan's text and from the rule of
 * streams (2 k on entering step k, 2 k + 1 on leaving it). Every floor, state and end of thousands of
 * journeys must be the same. */
#include "gen/journey/journey.h"
#include "tests/support/maker.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <stdio.h>

enum { RUNS = 3000, NAMES = 4 };

typedef struct naive {
    char place; /* '1' to '4', 'E' = over */
    int hearts, minutes;
    bool torch, devil;
    int level;
    int keys, keys_paid, hearts_paid;
    bool is_mortal, is_dead;
} naive;

static const char places[NAMES] = {'1', '2', '3', '4'};

static uint64_t kinds_of_floor(const naive *self, uint64_t seed, uint64_t run)
{
    char settings[128];
    maker m;
    uint64_t found = 0;
    snprintf(settings, sizeof settings, "rules=article level=%d hearts=%d devil_visited=%s", self->level,
             self->hearts, self->devil ? "on" : "off");
    maker_open(&m, "classic", settings, seed);
    maker_make_bare(&m, run);
    for (unsigned i = 0; i < m.floor.rooms_n; i++) {
        found |= 1ull << m.floor.rooms[i].kind;
    }
    maker_close(&m);
    return found;
}

static void enter(naive *self, const fl_key *key, unsigned step)
{
    fl_pcg rng;
    fl_key_stream(key, 2 * step, &rng);
    self->level = self->place == '1'   ? 1 + (int)fl_pcg_below(&rng, 2)
                  : self->place == '2' ? 3
                  : self->place == '3' ? 4
                                       : 5;
}

/* The player "usual". */
static bool changes_usual(naive *self, fl_pcg *rng, uint64_t kinds)
{
    self->hearts += fl_pcg_below(rng, 2) == 0 ? -1 : 1;
    self->hearts = self->hearts < 1 ? 1 : self->hearts > 6 ? 6 : self->hearts;
    self->minutes = self->minutes + 2 > 30 ? 30 : self->minutes + 2;
    self->devil = fl_pcg_below(rng, 4) < 1 || self->devil;
    self->torch = self->torch && !(self->place == '2' && (kinds >> FL_KIND_CURSE & 1));
    return true;
}

/* The mortal player of small_plan.c; whether this one lives on. */
static bool changes_mortal(naive *self, fl_pcg *rng, uint64_t kinds)
{
    self->keys += fl_pcg_below(rng, 2) == 1;
    self->keys = self->keys > 3 ? 3 : self->keys;
    if ((kinds >> FL_KIND_SHOP & 1) && self->keys >= 1 && fl_pcg_below(rng, 2) < 1) {
        self->keys--;
        self->keys_paid++;
    }
    if (kinds >> FL_KIND_CURSE & 1) {
        self->hearts--;
        self->hearts_paid++;
        if (self->hearts == 0) {
            return false;
        }
    }
    if ((self->place == '2' || self->place == '4') && fl_pcg_below(rng, 10) < 1) {
        return false;
    }
    self->hearts += fl_pcg_below(rng, 2) == 0 ? -1 : 1;
    self->hearts = self->hearts > 6 ? 6 : self->hearts;
    return self->hearts > 0;
}

static void leave(naive *self, const fl_key *key, unsigned step, uint64_t kinds)
{
    fl_pcg rng;
    fl_key_stream(key, 2 * step + 1, &rng);
    self->is_dead = !(self->is_mortal ? changes_mortal : changes_usual)(self, &rng, kinds);
    if (self->is_dead) {
        self->place = 'E';
    } else if (self->place == '1') {
        self->place = '2';
    } else if (self->place == '2') {
        self->place = self->torch && self->minutes < 5 ? '4' : fl_pcg_below(&rng, 3) < 1 ? '3' : '4';
    } else if (self->place == '3') {
        self->place = '4';
    } else {
        self->place = fl_pcg_below(&rng, 8) < 1 ? '1' : 'E';
    }
}

static void compare(const naive *self, const fl_journey_walk *walk, uint64_t run)
{
    cr_assert_eq(walk->is_over, self->place == 'E', "run %u", (unsigned)run);
    cr_assert_eq(walk->has_died, self->is_dead, "run %u", (unsigned)run);
    cr_assert_eq(walk->state.variable[0], self->hearts, "run %u", (unsigned)run);
    cr_assert_eq(walk->state.variable[1], self->minutes, "run %u", (unsigned)run);
    cr_assert_eq(walk->state.variable[2], self->keys, "run %u", (unsigned)run);
    cr_assert_eq(walk->state.flags, (self->torch ? 1u : 0u) | (self->devil ? 2u : 0u), "run %u",
                 (unsigned)run);
    cr_assert_eq(walk->paid[FL_JOURNEY_KEYS], self->keys_paid, "run %u", (unsigned)run);
    cr_assert_eq(walk->paid[FL_JOURNEY_HEARTS], self->hearts_paid, "run %u", (unsigned)run);
    cr_assert_eq(walk->entered_n, self->keys_paid + self->hearts_paid, "run %u", (unsigned)run);
    cr_assert(walk->is_over || places[walk->stop] == self->place, "run %u", (unsigned)run);
}

/* Walks both ways; adds what must have happened often enough. */
static void walk_both(const fl_journey *plan, const naive *start, unsigned often[3])
{
    for (uint64_t run = 0; run < RUNS; run++) {
        naive self = *start;
        fl_journey_walk walk;
        fl_key key;
        fl_key_init(&key, "journey", 1, 11);
        key.index = run;
        fl_journey_walk_begin(&walk, plan, 11, run);
        for (unsigned step = 0; self.place != 'E'; step++) {
            enter(&self, &key, step);
            fl_journey_walk_enter(&walk, plan);
            const fl_setting_values *values = &plan->rules[walk.rule].values;
            cr_assert_eq(values->number[fl_setting_values_find(values, "level")], self.level, "run %u",
                         (unsigned)run);
            uint64_t kinds = kinds_of_floor(&self, walk.floor_seed, run);
            often[0] += self.place == '2' && (kinds >> FL_KIND_CURSE & 1);
            leave(&self, &key, step, kinds);
            fl_journey_walk_leave(&walk, plan, &(fl_journey_seen){.kinds = kinds});
            compare(&self, &walk, run);
        }
        often[1] += self.is_dead;
        often[2] += self.keys_paid > 0 && self.hearts_paid > 0;
    }
}

Test(oracle, runs_are_those_of_a_walk_written_by_hand)
{
    fl_journey *plan = small_plan_get("usual");
    unsigned often[3] = {0};
    walk_both(plan, &(naive){.place = '1', .hearts = 4, .torch = true}, often);
    cr_expect(often[0] > RUNS / 10 && often[1] == 0, "the condition was tried");
    fl_journey_free(plan);
}

Test(oracle, deaths_and_doors_are_those_of_a_walk_written_by_hand)
{
    fl_journey *plan = small_plan_mortal();
    unsigned often[3] = {0};
    walk_both(plan, &(naive){.place = '1', .hearts = 3, .keys = 1, .is_mortal = true}, often);
    cr_expect(often[1] > RUNS / 10 && often[1] < RUNS && often[2] > RUNS / 10, "%u died, %u paid", often[1],
              often[2]);
    fl_journey_free(plan);
}
