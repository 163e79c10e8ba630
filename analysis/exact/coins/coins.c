/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A plan: the questions, and the tree of coins cut into blocks. */
#include "analysis/exact/coins/coins.h"
#include "analysis/exact/coins/coins_private.h"

#include <stdlib.h>
#include <string.h>

enum { CUT = 7, ROOMS_MOST = FL_COINS_JOINT - 1 };

/* True for numbers that only rolls or attempts decide: the distribution adds them (distribution.c). */
static bool is_added(unsigned asked)
{
    return asked == FL_METRIC_ATTEMPTS || asked == FL_METRIC_TARGET || asked == FL_METRIC_SPECIAL_ROOMS ||
           asked == FL_METRIC_SHOP_END_PLACE || (asked >= FL_METRIC_FIRST_KIND && asked < FL_METRIC_COUNT);
}

/* True if no floor of these rules has it, or layouts do not determine it. */
static bool is_unknown(unsigned asked)
{
    static const unsigned never[] = {
        FL_METRIC_EXTRA_ROOMS,      FL_METRIC_SECRET_TRIES,         FL_METRIC_FORCED_ENDS,
        FL_METRIC_BOSS_IDENTITY,    FL_METRIC_SECOND_BOSS_IDENTITY, FL_METRIC_SUPER_SECRET_NEIGHBOURS,
        FL_METRIC_DIFFICULTY_LEAST, FL_METRIC_DIFFICULTY_MOST,      FL_METRIC_COUNT + FL_EVENT_FLOOR_FAILED};
    for (unsigned i = 0; i < sizeof never / sizeof never[0]; i++) {
        if (asked == never[i]) {
            return true;
        }
    }
    if (asked >= FL_METRIC_FIRST_KIND && asked < FL_METRIC_COUNT) {
        return !(fl_classic.kinds >> (asked - FL_METRIC_FIRST_KIND) & 1);
    }
    return asked >= FL_METRIC_FIRST_CLOSE && asked < FL_METRIC_COUNT && !is_added(asked) &&
           asked != FL_METRIC_BOSS_DIRECTION;
}

const char *fl_coins_wish_name(unsigned asked)
{
    return asked < FL_METRIC_COUNT     ? fl_metric_of(asked)->name
           : asked < FL_COINS_QUESTION ? fl_metric_event_all(NULL)[asked - FL_METRIC_COUNT].name
                                       : "question";
}

unsigned fl_coins_wish_find(const char *name)
{
    unsigned asked = 0;
    while (asked < FL_COINS_ASKED && strcmp(fl_coins_wish_name(asked), name) != 0) {
        asked++;
    }
    return asked;
}

fl_coins_detail fl_coins_wish_detail(unsigned asked, const fl_classic_terms *terms)
{
    if (asked == FL_METRIC_COUNT + FL_EVENT_SECRET_TOUCHES_END_ROOM && !terms->secret_forbids_boss_only) {
        return FL_COINS_LAYOUTS; /* no cell does */
    }
    switch (asked) {
    case FL_METRIC_SECRET_NEIGHBOURS:
    case FL_METRIC_DOORS:
    case FL_METRIC_SECRET_CRITERION:
    case FL_METRIC_COUNT + FL_EVENT_SECRET_BEST_AVAILABLE:
        return FL_COINS_DEGREES;
    case FL_METRIC_WIDTH: /* of all rooms */
    case FL_METRIC_HEIGHT:
    case FL_METRIC_CLUSTERING_SECRET:
    case FL_METRIC_COUNT + FL_EVENT_SECRET_TOUCHES_END_ROOM:
    case FL_COINS_QUESTION:
        return FL_COINS_CELLS;
    default:
        return FL_COINS_LAYOUTS;
    }
}

bool fl_coins_wish_add(fl_coins_wish *self, unsigned asked, const fl_classic_terms *terms)
{
    fl_coins_detail detail = asked == FL_COINS_QUESTION ? self->question : fl_coins_wish_detail(asked, terms);
    if (is_unknown(asked)) {
        return false;
    }
    self->added[asked] = self->added[asked] || is_added(asked);
    self->has[asked] = self->has[asked] || !is_added(asked) || asked == FL_COINS_ROOMS_AND_ENDS;
    self->detail = detail > self->detail ? detail : self->detail;
    return true;
}

/* Keeps a place in the tree, where a block begins. */
static void keep(void *tree_of, const fl_coins_walk *walk, const fl_coins_place *place)
{
    fl_coins_tree *tree = tree_of;
    if (tree->nodes_n < tree->nodes_most) {
        fl_coins_node *node = &tree->node[tree->nodes_n];
        memset(node, 0, sizeof *node);
        node->place = *place;
        memcpy(node->queue, walk->queue, place->rooms);
        memcpy(node->branch, walk->branch, place->rooms);
    }
    tree->nodes_n++;
}

static void pass_over(void *tree, const fl_coins_leaf *leaf)
{
    (void)tree;
    (void)leaf;
}

static fl_err cut_tree(fl_coins *self, unsigned size, fl_diag *diag)
{
    fl_coins_tree *tree = &self->tree[size];
    fl_coins_walk walk;
    tree->size = self->terms.size[size];
    tree->cut = tree->size.most > CUT ? CUT : 0;
    fl_coins_walk_init(&walk, &self->terms, &tree->size);
    walk.cut = tree->cut;
    walk.at_cut = keep;
    walk.at_leaf = pass_over;
    walk.context = tree;
    for (unsigned round = 0; round < 2 && tree->cut > 0; round++) { /* counts, then keeps */
        tree->nodes_n = 0;
        fl_coins_walk_all(&walk);
        if (round == 0) {
            tree->nodes_most = tree->nodes_n;
            tree->node = calloc(tree->nodes_n > 0 ? tree->nodes_n : 1, sizeof *tree->node);
            if (!tree->node) {
                return fl_diag_memory(diag);
            }
        }
    }
    self->blocks += 1 + tree->nodes_n;
    return FL_OK;
}

fl_err fl_coins_init(fl_coins *self, const fl_classic_terms *terms, const fl_coins_wish *wish, fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    self->terms = *terms;
    self->wish = *wish;
    self->wish.has[FL_METRIC_END_ROOMS] = true;
    fl_err err = FL_OK;
    if (terms->obstacle) {
        err = fl_diag_set(diag, FL_ERR_INPUT, "", "these floors cannot be enumerated: %s", terms->obstacle);
        fl_diag_hint(
            diag, "use rules=article or rules=demo without a labyrinth; 'floorlab run' samples the others");
        return err;
    }
    for (unsigned i = 0; i < terms->sizes_n && !err; i++) {
        if (terms->size[i].most > ROOMS_MOST) {
            err = fl_diag_set(diag, FL_ERR_INPUT, "", "there are too many layouts of %u rooms to enumerate",
                              terms->size[i].most);
            fl_diag_hint(diag, "each room makes more than three times as many; up to 16 take a minute");
        } else {
            err = cut_tree(self, i, diag);
        }
    }
    return err;
}

void fl_coins_free(fl_coins *self)
{
    for (unsigned i = 0; i < FL_COINS_SIZES; i++) {
        free(self->tree[i].node);
        self->tree[i].node = NULL;
    }
}
