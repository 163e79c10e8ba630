/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The naive grid generator: which tag of a room leads, what its doors ask for, where there are none. Every
 * question is answered from the list of tags again. */
#include "tests/oracle/grid/naive.h"

#include <stddef.h>
#include <string.h>

/* From cheap to dear. */
static const char *const prices[] = {"open", "coin", "key", "two_keys", "health", "hearts", "bomb"};

enum { PRICES = sizeof prices / sizeof prices[0] };

/* What the doors of a kind ask for, unless its tag says something else. Other kinds ask for nothing, and so
 * do tags that are no kinds. */
static const char *const price_of_kind[][2] = {{"shop", "key"},          {"treasure", "key"},
                                               {"library", "key"},       {"planetarium", "key"},
                                               {"dice", "two_keys"},     {"vault", "two_keys"},
                                               {"arcade", "coin"},       {"curse", "hearts"},
                                               {"challenge", "health"},  {"boss_challenge", "health"},
                                               {"secret", "bomb"},       {"super_secret", "bomb"},
                                               {"ultra_secret", "bomb"}, {"clean_bedroom", "bomb"},
                                               {"dirty_bedroom", "bomb"}};

static int rank_of_price(const char *name)
{
    int rank = 0;
    while (rank < PRICES && strcmp(prices[rank], name) != 0) {
        rank++;
    }
    return rank;
}

static const char *price_of_tag(const struct naive_tag *tag)
{
    if (tag->price) {
        return tag->price;
    }
    for (size_t i = 0; i < sizeof price_of_kind / sizeof price_of_kind[0]; i++) {
        if (strcmp(price_of_kind[i][0], tag->name) == 0) {
            return price_of_kind[i][1];
        }
    }
    return "open";
}

bool naive_type_has(const struct naive_group *group, int type, const char *tag)
{
    for (int i = 0; i < group->tags_n; i++) {
        if (group->type[type].has_tag[i] && strcmp(group->tag[i].name, tag) == 0) {
            return true;
        }
    }
    return false;
}

const struct naive_tag *naive_leading_tag(const struct naive_group *group, int type)
{
    const struct naive_tag *leading = NULL;
    for (int i = 0; i < group->tags_n; i++) {
        bool leads = group->type[type].has_tag[i] && (!leading || group->tag[i].priority > leading->priority);
        leading = leads ? &group->tag[i] : leading;
    }
    return leading;
}

const char *naive_type_price(const struct naive_group *group, int type)
{
    const char *dearest = "open";
    for (int i = 0; i < group->tags_n; i++) {
        const char *price = group->type[type].has_tag[i] ? price_of_tag(&group->tag[i]) : "open";
        dearest = rank_of_price(price) > rank_of_price(dearest) ? price : dearest;
    }
    return dearest;
}

/* Whether a tag of the first says that it has no door to a tag of the second. */
static bool refuses(const struct naive_group *group, int type, int other)
{
    for (int i = 0; i < group->tags_n; i++) {
        for (int k = 0; k < group->tags_n; k++) {
            if (group->type[type].has_tag[i] && group->type[other].has_tag[k] &&
                group->tag[i].has_no_door_to[k]) {
                return true;
            }
        }
    }
    return false;
}

bool naive_is_wall(const struct naive_group *group, int type, int other)
{
    return refuses(group, type, other) || refuses(group, other, type);
}

const char *naive_door_price(const struct naive_group *group, int type, int other)
{
    const char *one = naive_type_price(group, type);
    const char *two = naive_type_price(group, other);
    return naive_is_wall(group, type, other) ? "wall" : rank_of_price(one) > rank_of_price(two) ? one : two;
}
