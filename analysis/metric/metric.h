/* SPDX-License-Identifier: MIT */
/* Metrics: whole numbers measured on a floor, one row of a table each; and events: yes-or-no questions about
 * it.
 *
 *     fl_metric_init       scratch memory, one for each worker
 *     fl_metric_compute    computes groups of metrics of one floor
 *     fl_metric_of         name, unit and meaning of a metric
 *     fl_metric_event_all  the events; their `ask` takes the floor and its computed metrics
 *
 * "Layout rooms" are the rooms of the layout, without those that are added afterwards (secret rooms);
 * metrics' names call them plan rooms. A missing value (the secret room's neighbours on a floor without one)
 * is FL_GENERATOR_FACT_NONE. */
#ifndef FL_ANALYSIS_METRIC_METRIC_H
#define FL_ANALYSIS_METRIC_METRIC_H

#include "gen/floor/floor.h"

#include <stddef.h>
#include <stdint.h>

/* Metrics are computed in groups; a group that is not requested costs nothing. */
typedef enum fl_metric_group {
    FL_METRIC_COUNTS,          /* rooms and kinds */
    FL_METRIC_BOX,             /* the bounding box */
    FL_METRIC_INTERIORS,       /* interiors of normal rooms */
    FL_METRIC_FACTS,           /* facts that the generator reports */
    FL_METRIC_DEGREES,         /* neighbours and doors */
    FL_METRIC_DISTANCES,       /* from the start */
    FL_METRIC_DIAMETER,        /* between all pairs of rooms */
    FL_METRIC_CLUSTERING,      /* Gao's clustering numbers */
    FL_METRIC_ADJACENCY,       /* kinds of rooms beside each other */
    FL_METRIC_DEAD_END_RANKS,  /* special rooms among the dead ends */
    FL_METRIC_PATHS,           /* the shortest ways to the end room */
    FL_METRIC_SECRET_SITES,    /* cells the secret room could have had */
    FL_METRIC_ROLL_SLOTS,      /* which of the rooms decided by a roll was placed */
    FL_METRIC_GRID_CONDITIONS, /* the conditions of Gao 2022 for every floor */
    FL_METRIC_DOOR_PRICES,     /* prices of doors */
    FL_METRIC_CLUSTER_SITES,   /* empty cells where a room would cluster most */
    FL_METRIC_GROUPS
} fl_metric_group;

/* symbol, name, unit, group, meaning */
#define FL_METRIC_TABLE(X)                                                                                   \
    X(FL_METRIC_ROOMS, "rooms", "rooms", COUNTS, "all rooms, including secret rooms")                        \
    X(FL_METRIC_PLAN_ROOMS, "plan_rooms", "rooms", COUNTS,                                                   \
      "layout rooms: all rooms but those added later (secret rooms)")                                        \
    X(FL_METRIC_TILES, "tiles", "cells", COUNTS, "cells that belong to rooms")                               \
    X(FL_METRIC_BIG_ROOMS, "big_rooms", "rooms", COUNTS, "rooms of more than one cell")                      \
    X(FL_METRIC_SPECIAL_ROOMS, "special_rooms", "rooms", COUNTS,                                             \
      "rooms that are neither normal nor the start")                                                         \
    X(FL_METRIC_WIDTH, "width", "cells", BOX, "width of the bounding box")                                   \
    X(FL_METRIC_HEIGHT, "height", "cells", BOX, "height of the bounding box")                                \
    X(FL_METRIC_DEAD_ENDS, "dead_ends", "rooms", COUNTS,                                                     \
      "layout rooms with exactly one neighbouring layout room, except the start")                            \
    X(FL_METRIC_LARGEST_ROOM, "largest_room", "cells", COUNTS, "cells of the largest room")                  \
    X(FL_METRIC_SINGLE_SHARE, "single_share", "permille", COUNTS,                                            \
      "share of layout rooms that have one cell")                                                            \
    X(FL_METRIC_DIFFICULTY_LEAST, "difficulty_least", "number", INTERIORS,                                   \
      "the easiest interior of a normal room")                                                               \
    X(FL_METRIC_DIFFICULTY_MOST, "difficulty_most", "number", INTERIORS,                                     \
      "the hardest interior of a normal room")                                                               \
    X(FL_METRIC_TARGET, "target", "rooms", FACTS, "rooms the generator aimed at")                            \
    X(FL_METRIC_ATTEMPTS, "attempts", "layouts", FACTS, "layouts tried until one was accepted")              \
    X(FL_METRIC_END_ROOMS, "end_rooms", "rooms", FACTS, "length of the generator's own list of end rooms")   \
    X(FL_METRIC_EXTRA_ROOMS, "extra_rooms", "rooms", FACTS, "rooms added after the layout had grown")        \
    X(FL_METRIC_SECRET_CRITERION, "secret_criterion", "rooms", FACTS,                                        \
      "neighbours demanded when the secret room's cell was found; 0 = none was found")                       \
    X(FL_METRIC_SECRET_TRIES, "secret_tries", "tries", FACTS, "random tries the secret room took")           \
    X(FL_METRIC_CURSE, "curse", "number", FACTS, "the curse: 0 none, 1 labyrinth, 2 lost, 3 darkness, …")    \
    X(FL_METRIC_FORCED_ENDS, "forced_ends", "rooms", FACTS, "dead ends added to layouts that had too few")   \
    X(FL_METRIC_BOSS_IDENTITY, "boss_identity", "number", FACTS, "number of the boss")                       \
    X(FL_METRIC_SECOND_BOSS_IDENTITY, "second_boss_identity", "number", FACTS,                               \
      "number of a labyrinth's second boss")                                                                 \
    X(FL_METRIC_DOORS, "doors", "doors", DEGREES, "all doors, including those of secret rooms")              \
    X(FL_METRIC_DEGREE_1, "degree_1", "rooms", DEGREES, "layout rooms with one neighbouring layout room")    \
    X(FL_METRIC_DEGREE_2, "degree_2", "rooms", DEGREES, "layout rooms with two")                             \
    X(FL_METRIC_DEGREE_3, "degree_3", "rooms", DEGREES, "layout rooms with three")                           \
    X(FL_METRIC_DEGREE_4, "degree_4+", "rooms", DEGREES, "layout rooms with four or more")                   \
    X(FL_METRIC_BRANCHING, "branching", "rooms", DEGREES, "layout rooms with three or more")                 \
    X(FL_METRIC_LOOPS, "loops", "loops", DEGREES,                                                            \
      "doors between layout rooms - layout rooms + pieces; a connected layout is one piece")                 \
    X(FL_METRIC_SIMPLE_LOOPS, "simple_loops", "loops", DEGREES,                                              \
      "the same with several doors between two rooms counted once")                                          \
    X(FL_METRIC_DOUBLE_DOORS, "double_doors", "pairs", DEGREES,                                              \
      "pairs of rooms joined by two or more doors")                                                          \
    X(FL_METRIC_SECRET_NEIGHBOURS, "secret_neighbours", "rooms", DEGREES, "rooms beside the secret room")    \
    X(FL_METRIC_SUPER_SECRET_NEIGHBOURS, "super_secret_neighbours", "rooms", DEGREES,                        \
      "rooms beside the super secret room")                                                                  \
    X(FL_METRIC_BOSS_DISTANCE, "boss_distance", "rooms", DISTANCES, "steps from the start to the end room")  \
    X(FL_METRIC_START_NEIGHBOURS, "start_neighbours", "rooms", DISTANCES, "layout rooms beside the start")   \
    X(FL_METRIC_ECCENTRICITY, "eccentricity", "rooms", DISTANCES,                                            \
      "steps from the start to the farthest layout room")                                                    \
    X(FL_METRIC_PATH_LENGTH_SUM, "path_length_sum", "rooms", DISTANCES,                                      \
      "sum over the layout rooms of the steps from the start")                                               \
    X(FL_METRIC_BOSS_DISTANCE_RATIO, "boss_distance_ratio", "permille", DISTANCES,                           \
      "boss distance / eccentricity")                                                                        \
    X(FL_METRIC_DIAMETER_STEPS, "diameter", "rooms", DIAMETER,                                               \
      "steps between the two layout rooms farthest apart")                                                   \
    X(FL_METRIC_CLUSTERING_MAX, "clustering_max", "cells", CLUSTERING,                                       \
      "largest clustering number of a layout room")                                                          \
    X(FL_METRIC_CLUSTERING_SUM, "clustering_sum", "cells", CLUSTERING,                                       \
      "sum of the layout rooms' clustering numbers")                                                         \
    X(FL_METRIC_CLUSTERING_SECRET, "clustering_secret", "cells", CLUSTERING,                                 \
      "clustering number of the secret room on the finished floor")                                          \
    X(FL_METRIC_SECRET_BY_BOSS, "secret_by_boss", "doors", ADJACENCY,                                        \
      "doors between secret rooms and boss rooms")                                                           \
    X(FL_METRIC_SECRET_BY_SUPER_SECRET, "secret_by_super_secret", "doors", ADJACENCY,                        \
      "doors between secret and super secret rooms")                                                         \
    X(FL_METRIC_SECRET_BY_SECRET, "secret_by_secret", "doors", ADJACENCY, "doors between two secret rooms")  \
    X(FL_METRIC_SECRET_BY_START, "secret_by_start", "doors", ADJACENCY,                                      \
      "doors between secret rooms and the start")                                                            \
    X(FL_METRIC_SECRET_DOORS, "secret_doors", "doors", ADJACENCY,                                            \
      "doors of the secret room; a large neighbour can have two")                                            \
    X(FL_METRIC_ULTRA_SECRET_DOORS, "ultra_secret_doors", "doors", ADJACENCY,                                \
      "doors of the ultra secret room to layout rooms")                                                      \
    X(FL_METRIC_BOSS_BY_BOSS, "boss_by_boss", "doors", ADJACENCY, "doors between two boss rooms")            \
    X(FL_METRIC_SPECIAL_EXITS_MAX, "special_exits_max", "doors", ADJACENCY,                                  \
      "most doors from a special layout room (not a boss) to layout rooms")                                  \
    X(FL_METRIC_EXITS_MAX, "exits_max", "doors", ADJACENCY, "most doors from a layout room to layout rooms") \
    X(FL_METRIC_BIG_NEIGHBOURS, "big_neighbours", "pairs", ADJACENCY,                                        \
      "pairs of neighbouring layout rooms that both have more than one cell")                                \
    X(FL_METRIC_BIG_DOUBLE_DOORS, "big_double_doors", "pairs", ADJACENCY,                                    \
      "those of the pairs of big_neighbours that are joined by two or more doors")                           \
    X(FL_METRIC_BOXES, "boxes", "boxes", ADJACENCY, "squares of four layout rooms of one cell")              \
    X(FL_METRIC_SHOP_RANK, "shop_rank", "rank", DEAD_END_RANKS,                                              \
      "1 + the dead ends that are farther from the start than the shop")                                     \
    X(FL_METRIC_SHOP_IS_THIRD, "shop_is_third", "yes or no", DEAD_END_RANKS,                                 \
      "at most two dead ends are farther than the shop, and at least two others are as far or farther")      \
    X(FL_METRIC_BOSS_RANK, "boss_rank", "rank", DEAD_END_RANKS,                                              \
      "1 + the dead ends that are farther than the end room")                                                \
    X(FL_METRIC_BOSS_OWN_RANK, "boss_own_rank", "rank", DEAD_END_RANKS,                                      \
      "1 + the dead ends of the generator's own list that are farther than the boss by its own distances")   \
    X(FL_METRIC_ORDER_BROKEN, "order_broken", "pairs", DEAD_END_RANKS,                                       \
      "of boss, super secret room, shop, treasure room in this order: neighbours of which the later is "     \
      "farther")                                                                                             \
    X(FL_METRIC_ORDER_BROKEN_ALL, "order_broken_all", "pairs", DEAD_END_RANKS,                               \
      "the same for the documented order of all special rooms")                                              \
    X(FL_METRIC_SPECIALS_OFF_ENDS, "specials_off_ends", "rooms", DEAD_END_RANKS,                             \
      "special layout rooms, other than bosses, that are not dead ends")                                     \
    X(FL_METRIC_DEAD_END_SINGLES, "dead_end_singles", "permille", DEAD_END_RANKS,                            \
      "share of dead ends that have one cell")                                                               \
    X(FL_METRIC_BOSS_DIRECTION, "boss_direction", "number", PATHS,                                           \
      "side by which all shortest ways to the end room leave the start: 0 left, 1 up, 2 right, 3 down")      \
    X(FL_METRIC_BOSS_TO_SUPER_SECRET, "boss_to_super_secret", "rooms", PATHS,                                \
      "steps from the end room to the super secret room")                                                    \
    X(FL_METRIC_SUPER_SECRET_NEAR_BOSS, "super_secret_near_boss", "yes or no", PATHS,                        \
      "the super secret room is nearer to the end room than to the start")                                   \
    X(FL_METRIC_SUPER_SECRET_IN_BRANCH, "super_secret_in_branch", "yes or no", PATHS,                        \
      "shortest ways to the super secret room and to the end room leave the start by the same side")         \
    X(FL_METRIC_SECRET_SHORTFALL, "secret_shortfall", "rooms", SECRET_SITES,                                 \
      "most neighbours the secret room could have had, minus those it has")                                  \
    X(FL_METRIC_SECRET_OFFER, "secret_offer", "number", SECRET_SITES,                                        \
      "2 x (10 x open cells with 3 neighbours or more + open cells with 2; each 9 at most) + whether the "   \
      "secret room has 3")                                                                                   \
    X(FL_METRIC_SLOT_DICE_OR_SACRIFICE, "slot_dice_or_sacrifice", "number", ROLL_SLOTS,                      \
      "given a free dead end: 0 none, 1 sacrifice room, 2 dice room")                                        \
    X(FL_METRIC_SLOT_LIBRARY, "slot_library", "number", ROLL_SLOTS,                                          \
      "given a free dead end: 0 none, 1 library")                                                            \
    X(FL_METRIC_SLOT_CURSE, "slot_curse", "number", ROLL_SLOTS,                                              \
      "given a free dead end: 0 none, 1 curse room")                                                         \
    X(FL_METRIC_SLOT_MINIBOSS, "slot_miniboss", "number", ROLL_SLOTS,                                        \
      "given a free dead end: 0 none, 1 mini-boss")                                                          \
    X(FL_METRIC_SLOT_CHALLENGE, "slot_challenge", "number", ROLL_SLOTS,                                      \
      "given a free dead end: 0 none, 1 challenge room, 2 boss challenge room")                              \
    X(FL_METRIC_SLOT_ARCADE_OR_VAULT, "slot_arcade_or_vault", "number", ROLL_SLOTS,                          \
      "given a free dead end: 0 none, 1 arcade, 2 vault")                                                    \
    X(FL_METRIC_SLOT_BEDROOM, "slot_bedroom", "number", ROLL_SLOTS,                                          \
      "given a free dead end: 0 none, 1 dirty, 2 clean")                                                     \
    X(FL_METRIC_SLOT_PLANETARIUM, "slot_planetarium", "number", ROLL_SLOTS,                                  \
      "given a free dead end: 0 none, 1 planetarium")                                                        \
    X(FL_METRIC_INTERIOR_FIRST, "interior_first", "number", INTERIORS,                                       \
      "the lowest number of a normal room's interior")                                                       \
    X(FL_METRIC_INTERIOR_LAST, "interior_last", "number", INTERIORS,                                         \
      "the highest number of a normal room's interior")                                                      \
    X(FL_METRIC_CHAMPION_ROOMS, "champion_rooms", "rooms", INTERIORS,                                        \
      "classic interiors with a champion among the monsters")                                                \
    X(FL_METRIC_TINTED_ROOMS, "tinted_rooms", "rooms", INTERIORS, "classic interiors with a tinted rock")    \
    X(FL_METRIC_RED_FIRE_ROOMS, "red_fire_rooms", "rooms", INTERIORS, "classic interiors with red fires")    \
    X(FL_METRIC_DIFFICULTY_OF_ONE, "difficulty_of_one", "number", INTERIORS,                                 \
      "the interior's difficulty of one normal room, picked by the floor's number")                          \
    X(FL_METRIC_BROKEN_CONDITION, "broken_condition", "number", GRID_CONDITIONS,                             \
      "the first of the eight conditions of a grid-based dungeon that fails; 0 = none")                      \
    X(FL_METRIC_ROOMS_APART, "rooms_apart", "rooms", GRID_CONDITIONS,                                        \
      "rooms that no doors lead to from the start; condition 3 exempts ultra secret rooms")                  \
    X(FL_METRIC_SINGLE_CLUSTERING_MAX, "single_clustering_max", "cells", GRID_CONDITIONS,                    \
      "largest clustering number of a layout room of one cell")                                              \
    X(FL_METRIC_SECRET_TILE_SHORTFALL, "secret_tile_shortfall", "cells", GRID_CONDITIONS,                    \
      "most cells that could have been beside the secret room when it was placed, minus those that were")    \
    X(FL_METRIC_GROWN_ROOMS, "grown_rooms", "rooms", COUNTS,                                                 \
      "layout rooms without the start, the forced dead ends and a labyrinth's second boss")                  \
    X(FL_METRIC_SECRET_COLUMN, "secret_column", "column", ADJACENCY,                                         \
      "column of the first secret room's upper left cell; the leftmost is 1")                                \
    X(FL_METRIC_BOSS_EARLIER_ENDS, "boss_earlier_ends", "rooms", DEAD_END_RANKS,                             \
      "dead ends of the generator's own list that are as far as the boss and were placed before it")         \
    X(FL_METRIC_ENDS_BEYOND, "ends_beyond", "rooms", DEAD_END_RANKS,                                         \
      "dead ends, super secret rooms left out, that are farther than the nearest special room in one")       \
    X(FL_METRIC_INTERIOR_REPEATS, "interior_repeats", "rooms", INTERIORS,                                    \
      "normal rooms whose interior another normal room placed before has, too")                              \
    X(FL_METRIC_DIFFICULTY_1_SHARE, "difficulty_1_share", "permille", INTERIORS,                             \
      "share of normal rooms whose interior has the difficulty 1")                                           \
    X(FL_METRIC_DIFFICULTY_5_SHARE, "difficulty_5_share", "permille", INTERIORS, "the same for 5")           \
    X(FL_METRIC_DIFFICULTY_10_SHARE, "difficulty_10_share", "permille", INTERIORS, "the same for 10")        \
    X(FL_METRIC_DIFFICULTY_15_SHARE, "difficulty_15_share", "permille", INTERIORS, "the same for 15")        \
    X(FL_METRIC_SHOP_END_PLACE, "shop_end_place", "number", DEAD_END_RANKS,                                  \
      "10 x the dead ends besides boss and super secret room, plus how many of them come before the shop "   \
      "in the floor's list of rooms")                                                                        \
    X(FL_METRIC_OPEN_DOORS, "open_doors", "doors", DOOR_PRICES, "doors that ask for nothing")                \
    X(FL_METRIC_COIN_DOORS, "coin_doors", "doors", DOOR_PRICES, "doors that ask for a coin")                 \
    X(FL_METRIC_KEY_DOORS, "key_doors", "doors", DOOR_PRICES, "doors that ask for one key or two")           \
    X(FL_METRIC_HEALTH_DOORS, "health_doors", "doors", DOOR_PRICES,                                          \
      "doors that ask for a certain health, and do not take it")                                             \
    X(FL_METRIC_HEARTS_DOORS, "hearts_doors", "doors", DOOR_PRICES, "doors that take hearts (curse doors)")  \
    X(FL_METRIC_BOMB_DOORS, "bomb_doors", "doors", DOOR_PRICES, "doors that ask for an explosion")           \
    X(FL_METRIC_WALLS, "walls", "places", DOOR_PRICES,                                                       \
      "places where two rooms touch and the rules say that there is no door")                                \
    X(FL_METRIC_CLUSTERING_MISSED, "clustering_missed", "cells", CLUSTER_SITES,                              \
      "empty cells with the most layout cells beside them, where a room's clustering number would not be "   \
      "the largest there is")                                                                                \
    X(FL_METRIC_CLUSTERING_OFFER, "clustering_offer", "cells", CLUSTER_SITES,                                \
      "the largest clustering number of a room of one cell beside the layout")                               \
    X(FL_METRIC_NORMAL_OR_CHANCE, "normal_or_chance", "rooms", DEAD_END_RANKS,                               \
      "normal rooms, and those that are there by chance: layout rooms but start, boss, shop, treasure and "  \
      "super secret room")                                                                                   \
    X(FL_METRIC_ENDS_BEYOND_SPECIALS, "ends_beyond_specials", "rooms", DEAD_END_RANKS,                       \
      "like ends_beyond, with bosses neither among the special rooms nor among the dead ends")               \
    X(FL_METRIC_ROCK_ROOMS, "rock_rooms", "rooms", INTERIORS,                                                \
      "classic interiors, as chunk rooms, with rocks")                                                       \
    X(FL_METRIC_PIT_ROOMS, "pit_rooms", "rooms", INTERIORS, "the same with pits")                            \
    X(FL_METRIC_FIRE_ROOMS, "fire_rooms", "rooms", INTERIORS, "the same with fires")                         \
    X(FL_METRIC_ENEMY_ROOMS, "enemy_rooms", "rooms", INTERIORS, "the same with enemies")

#define FL_METRIC_ENUM(symbol, ...) symbol,
typedef enum fl_metric {
    FL_METRIC_TABLE(FL_METRIC_ENUM) FL_METRIC_FIRST_SHAPE,
    FL_METRIC_FIRST_KIND = FL_METRIC_FIRST_SHAPE + FL_SHAPE_COUNT - 1, /* FL_SHAPE_FREE has none */
    FL_METRIC_COUNT = FL_METRIC_FIRST_KIND + FL_KIND_COUNT
} fl_metric;
#undef FL_METRIC_ENUM

typedef struct fl_metric_row {
    const char *name;
    const char *unit;
    fl_metric_group group;
    const char *meaning;
} fl_metric_row;

/* Scratch of the clustering numbers (see fl_metric_cluster_number). Marks are never cleared: a new mark
 * invalidates the old ones. */
typedef struct fl_cluster_work {
    uint32_t *mark;    /* [cells] the room in whose R_A the cell was last listed */
    uint32_t *touched; /* [cells] mark << 3 | touches counted for that room */
    uint16_t *beside;  /* R_A as a list */
    uint32_t now;      /* the current mark */
    uint32_t cells_max;
} fl_cluster_work;

/* The room graph of a floor: which rooms are neighbours, and how far they are apart. */
typedef struct fl_graph {
    uint32_t *from;          /* by room: where its neighbours start in `to` */
    uint16_t *degree;        /* neighbouring rooms, including added ones */
    uint16_t *layout_degree; /* neighbouring layout rooms */
    uint16_t *to;
    uint16_t *doors; /* parallel to `to`: how many doors lead there */
    uint16_t *queue;
    uint16_t *distance;
    uint16_t *least, *most; /* bounds of a room's largest distance, for the diameter */
    uint32_t layout_doors;  /* doors between layout rooms */
    uint32_t double_doors;  /* pairs of rooms with two or more doors */
} fl_graph;

/* Scratch for one worker. */
typedef struct fl_metric_work {
    fl_graph graph;
    fl_cluster_work cluster;
    uint16_t *clustering; /* clustering numbers of the layout rooms of the last floor */
    unsigned clustering_n;
    uint16_t *exits; /* doors of each room to layout rooms */
    uint32_t cells_max;
} fl_metric_work;

FL_NODISCARD fl_err fl_metric_init(fl_metric_work *self, uint32_t cells_max);
void fl_metric_free(fl_metric_work *self);

/* The role of a room in the clustering of another one (Gao 2022, Figure 9). */
typedef enum fl_cluster_part {
    FL_CLUSTER_APART,
    FL_CLUSTER_ROOM,   /* R itself */
    FL_CLUSTER_BESIDE, /* has a cell beside R, of R_A */
    FL_CLUSTER_SET     /* has a cell in the clustering set R_C */
} fl_cluster_part;

/* Returns the clustering number of a room; added rooms count if it is one. part[rooms_n] gets the role of
 * each room of the floor. */
unsigned fl_metric_cluster_parts(fl_cluster_work *work, const fl_floor *floor, unsigned room, uint8_t *part);

/* The row of a metric; never NULL. */
const fl_metric_row *fl_metric_of(unsigned metric);

/* Metrics from this one up to the shapes are costly: they are counted only if named, not by default. */
#define FL_METRIC_FIRST_CLOSE FL_METRIC_SECRET_BY_BOSS

/* A bit set of all groups, for fl_metric_compute. */
#define FL_METRIC_ALL_GROUPS ((1u << FL_METRIC_GROUPS) - 1)

/* Computes the metrics of the groups into out[FL_METRIC_COUNT]; the others become FL_GENERATOR_FACT_NONE. */
void fl_metric_compute(fl_metric_work *self, const fl_floor *floor, unsigned groups, int32_t *out);

/* Events: yes-or-no questions about a floor, each with a condition that selects the floors on which it is
 * asked.
 *
 * A roll has one event for each of its flags: documented odds are shares of rolls (`won` among `rolled`),
 * a player sees a share of floors (`placed` among all). */

enum { FL_EVENT_NAME = 64, FL_EVENT_MAX = 400 };

/* The answer. A floor that was not asked is not a trial. */
typedef enum fl_event_answer { FL_EVENT_NOT_ASKED, FL_EVENT_MISS, FL_EVENT_HIT } fl_event_answer;

/* The events that do not belong to rolls, by their rows in the table. */
typedef enum fl_event_id {
    FL_EVENT_FLOOR_FAILED,
    FL_EVENT_BOSS_IS_FARTHEST,
    FL_EVENT_BOSS_TOUCHES_START,
    FL_EVENT_BOSS_IS_DEAD_END,
    FL_EVENT_HAS_LOOP,
    FL_EVENT_HAS_SECRET,
    FL_EVENT_SECRET_TOUCHES_END_ROOM,
    FL_EVENT_SECRET_BEST_AVAILABLE,
    FL_EVENT_HAS_OPEN_WAY,
    FL_EVENT_ROWS
} fl_event_id;

typedef struct fl_event_row {
    const char *name;
    const char *meaning;
    unsigned groups; /* metric groups it needs */
    fl_event_answer (*ask)(const fl_floor *floor, const int32_t *values);
} fl_event_row;

/* Returns the events that do not belong to rolls; *n of them (n may be NULL). */
const fl_event_row *fl_metric_event_all(size_t *n);

/* Writes the name of flag `bit` of a roll as an event: "roll.sacrifice.won". */
void fl_metric_event_roll_name(const char *roll, unsigned bit, char out[FL_EVENT_NAME]);

/* Returns the flags of a roll that are asked about; flags of a roll only if there was one. */
static inline unsigned fl_metric_event_asked(fl_roll roll)
{
    unsigned of_roll = FL_ROLL_FIRST | FL_ROLL_SECOND_ROLLED | FL_ROLL_WON;
    unsigned of_second = FL_ROLL_SECOND;
    return FL_ROLL_ROLLED | FL_ROLL_NO_DEAD_END | FL_ROLL_PLACED | (roll & FL_ROLL_ROLLED ? of_roll : 0) |
           (roll & FL_ROLL_SECOND_ROLLED ? of_second : 0);
}

/* Returns flag `bit` of a roll as an event's answer. */
fl_event_answer fl_metric_event_ask_roll(fl_roll roll, unsigned bit);

#endif
