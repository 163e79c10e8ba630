/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/exact/coins/coins_private.h"
#include "tests/unit/analysis/exact/coins/small_law.h"

#include <criterion/criterion.h>

#include <math.h>

typedef struct seen {
    fl_coins_walk walk;
    unsigned leaves, accepted, cuts;
    double chance, accepted_chance, cut_chance;
} seen;

static void see_leaf(void *context, const fl_coins_leaf *leaf)
{
    seen *self = context;
    double chance = ldexp(1, -leaf->place.coins);
    bool is_accepted = fl_coins_walk_accepts(&self->walk, leaf);
    self->leaves++;
    self->chance += chance;
    self->accepted += is_accepted;
    self->accepted_chance += is_accepted ? chance : 0;
    cr_assert_eq(fl_board_count(leaf->place.filled), leaf->place.rooms);
    cr_assert_eq(__builtin_popcountll(leaf->place.even) + __builtin_popcountll(leaf->place.odd),
                 leaf->place.rooms);
    cr_assert_eq(fl_board_count(leaf->place.ends), leaf->place.ends_n);
}

static void see_cut(void *context, const fl_coins_walk *walk, const fl_coins_place *place)
{
    seen *self = context;
    cr_assert_eq(walk->cut, place->rooms);
    self->cuts++;
    self->cut_chance += ldexp(1, -place->coins);
}

static void look(seen *self, const small_law *law, unsigned cut)
{
    *self = (seen){.leaves = 0};
    fl_coins_walk_init(&self->walk, &law->terms, &law->terms.size[0]);
    self->walk.cut = cut;
    self->walk.at_cut = see_cut;
    self->walk.at_leaf = see_leaf;
    self->walk.context = self;
    fl_coins_walk_all(&self->walk);
}

Test(walk, layouts_of_seven_rooms_are_as_many_as_known)
{
    small_law law;
    seen s;
    small_law_open_rules(&law, "rooms=7");
    look(&s, &law, 0);
    cr_expect_eq(s.leaves, 5120);
    cr_expect_eq(s.chance, 1.0);
    cr_expect_float_eq(s.accepted_chance, 0.62445068, 1e-8);
    fl_classic.free(law.rules);
}

Test(walk, a_cut_takes_the_chance_of_all_that_is_below_it)
{
    small_law law;
    seen s;
    small_law_open_rules(&law, "rooms=9 reseed_above=4");
    look(&s, &law, 5);
    cr_expect_gt(s.cuts, 10);
    cr_expect_eq(s.chance + s.cut_chance, 1.0);
    cr_expect_eq(s.accepted, 0, "no layout has all rooms above the cut");
    fl_classic.free(law.rules);
}
