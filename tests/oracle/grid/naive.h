/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An independent second grid generator, from Gao 2022 and gen/grid/RULES.md alone. Slow and literal: every
 * question is answered by examining all tiles again.
 *
 * Readings where the documents leave a choice:
 * - the queue begins with the minimum of each type, in random order (as the first generator's documentation
 *   says: the documents name no order, and it matters); subordinates that count for a type meet its
 *   minimum, too;
 * - a type without a maximum is never full; with weight 0 as well, there are as many rooms as its minimum;
 * - only rooms that the new one touches can come to have too many neighbours;
 * - the same placement may be attempted several times in a round, once for each way of reaching it;
 * - the distance of a new room is the one it has after it is placed. */
#ifndef FL_TESTS_ORACLE_GRID_NAIVE_H
#define FL_TESTS_ORACLE_GRID_NAIVE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    NAIVE_SIDE = 200,
    NAIVE_TILES_MAX = 256,  /* of a room */
    NAIVE_ROOMS_MAX = 1024, /* of a floor */
    NAIVE_TYPES_MAX = 64,
    NAIVE_RULESETS_MAX = 64,
    NAIVE_PASSES_MAX = 16,
    NAIVE_PARAMS_MAX = 16,
    NAIVE_TAGS_MAX = 64,
};

/* A tag as the file has it. */
struct naive_tag {
    const char *name;
    int priority;
    const char *price; /* NULL = as its kind's doors do */
    bool has_no_door_to[NAIVE_TAGS_MAX];
};

struct naive_tile {
    int x, y;
};

struct naive_type {
    int tiles_n;
    struct naive_tile tile[NAIVE_TILES_MAX];
    int connections, min, max, ruleset, least_distance;
    double weight;
    bool is_subordinate[NAIVE_TYPES_MAX]; /* by number in the group */
    bool has_tag[NAIVE_TAGS_MAX];
};

struct naive_param {
    int neighbours, priority;
    double probability;
};

struct naive_ruleset {
    bool propagate_higher, ignore_connections;
    double modifier, zero, one;
    int params_n;
    struct naive_param param[NAIVE_PARAMS_MAX];
};

struct naive_pass {
    int min, max;    /* tiles */
    int first, last; /* its types */
};

struct naive_group {
    struct naive_type type[NAIVE_TYPES_MAX]; /* 0 is the start */
    struct naive_tag tag[NAIVE_TAGS_MAX];
    int tags_n;
    struct naive_ruleset ruleset[NAIVE_RULESETS_MAX];
    struct naive_pass pass[NAIVE_PASSES_MAX];
    int passes_n, attempts_max;
    bool demands_open_way;
    enum { NAIVE_TILES_FIRST, NAIVE_ROOMS_FIRST, NAIVE_MIXED } search;
};

struct naive_room {
    int type, tiles_n;
    struct naive_tile tile[NAIVE_TILES_MAX];
};

struct naive_dungeon {
    int room[NAIVE_SIDE][NAIVE_SIDE]; /* [y][x]: number + 1; 0 = empty */
    struct naive_room rooms[NAIVE_ROOMS_MAX];
    int rooms_n, attempts;
    bool is_failed;
    uint64_t random; /* state of the stream */
};

/* Of the rooms of a type (naive_tags.c): whether they have a tag; the tag of the highest priority; what their
 * doors ask for ("open" to "bomb"). */
bool naive_type_has(const struct naive_group *group, int type, const char *tag);
const struct naive_tag *naive_leading_tag(const struct naive_group *group, int type);
const char *naive_type_price(const struct naive_group *group, int type);

/* Between rooms of two types: whether there is no door; what the door asks for ("wall" if there is none). */
bool naive_is_wall(const struct naive_group *group, int type, int other);
const char *naive_door_price(const struct naive_group *group, int type, int other);

/* Whether a way of doors that ask for nothing leads from the start to an end. */
bool naive_has_open_way(const struct naive_dungeon *d, const struct naive_group *group);

/* The next floor of the stream. */
void naive_grid_make(const struct naive_group *group, struct naive_dungeon *out);

#endif
