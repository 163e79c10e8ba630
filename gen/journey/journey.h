/* SPDX-License-Identifier: MIT */
/* Journeys: a player's way through many floors, by a dungeon plan (Gao 2022, 4.1 and 6).
 *
 * A dungeon plan is a YAML file: a directed graph of stops, each of which is a floor of some generator. It
 * gives the next stop (edges with conditions, tried in order) and how the player changes between stops. A
 * journey is determined by plan, player, seed and number. Its step k is one floor, with its own settings and
 * seed; the floor's number is that of the journey.
 *
 *     fl_journey_open(&journey, &text, diag);                  reads, checks and sets up everything once
 *     fl_journey_walk_begin(&walk, journey, seed, number);     a journey; allocates nothing from here on
 *     while (!walk.is_over) {
 *         fl_journey_walk_enter(&walk, journey);               sets walk.stop, .variant, .rule, .floor_seed
 *         // make floor `number` with seed walk.floor_seed by journey->rules[walk.rule]
 *         fl_journey_walk_observe(floor, &seen);
 *         fl_journey_walk_leave(&walk, journey, &seen);
 *     }
 *
 * For exact computations, fl_journey_outcome_each lists all outcomes of a stop, and fl_journey_state_graph
 * all stops with all states in which they can be entered. */
#ifndef FL_GEN_JOURNEY_JOURNEY_H
#define FL_GEN_JOURNEY_JOURNEY_H

#include "gen/base/yaml.h"
#include "gen/floor/generator.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A change of any journey needs a new version and new golden digests. */
#define FL_JOURNEY_VERSION 1

/* symbol, name, default, meaning; all are texts */
#define FL_JOURNEY_SETTINGS(X)                                                                               \
    X(PLAN, "plan", "isaac",                                                                                 \
      "the dungeon plan: one that ships (isaac, classic, classic_labyrinth), or a file (with a / or .yaml)") \
    X(PLAYER, "player", "", "who makes the journeys, a name of the plan; empty = its first player")          \
    X(FLOORS, "floors", "", "settings for all floors, separated by blanks: rng=isaac interiors=on")          \
    X(UNTIL, "until", "",                                                                                    \
      "journeys end on this floor of the plan, or on the first one past it; empty = where the plan ends")

#define FL_JOURNEY_ENUM(symbol, ...) FL_JOURNEY_SETTING_##symbol,
typedef enum fl_journey_setting {
    FL_JOURNEY_SETTINGS(FL_JOURNEY_ENUM) FL_JOURNEY_SETTINGS_N
} fl_journey_setting;
#undef FL_JOURNEY_ENUM

extern const fl_generator fl_journey_generator;

enum {
    FL_JOURNEY_NAME = 32,
    FL_JOURNEY_STOPS = 64,
    FL_JOURNEY_EDGES = 256,
    FL_JOURNEY_CHANGES = 128,
    FL_JOURNEY_PLAYERS = 8,
    FL_JOURNEY_VARIABLES = 8,
    FL_JOURNEY_FLAGS = 16,
    FL_JOURNEY_LISTS = 4,     /* settings of a stop that are drawn */
    FL_JOURNEY_LIST = 16,     /* values of such a setting */
    FL_JOURNEY_VARIANTS = 64, /* of a stop: combinations of its drawn settings */
    FL_JOURNEY_LABELS = 16,
    FL_JOURNEY_ABOUT = 160,
    FL_JOURNEY_ID = 64,
    FL_JOURNEY_CHAPTERS = 20,
    FL_JOURNEY_STEPS = 64,   /* floors of one journey; longer ones count as unfinished */
    FL_JOURNEY_MOST = 9999,  /* greatest value of a variable */
    FL_JOURNEY_RULES = 2048, /* sets of generator rules */
    FL_JOURNEY_CLASSES = 64, /* of answers that a floor can give to the conditions of its stop */
    FL_JOURNEY_END = 255,    /* instead of a stop: the journey is over */
};

/* ---- The dungeon plan ---- */

/* A chance of hits / of; of = 0 means always. */
typedef struct fl_journey_chance {
    uint32_t hits, out_of;
} fl_journey_chance;

/* Prices that doors can take from a player (gen/floor/door): the variables of these names. symbol, name,
 * meaning */
#define FL_JOURNEY_PURSES(X)                                                                                 \
    X(FL_JOURNEY_KEYS, "keys", "keys that doors took")                                                       \
    X(FL_JOURNEY_COINS, "coins", "coins that doors took")                                                    \
    X(FL_JOURNEY_BOMBS, "bombs", "bombs that doors took")                                                    \
    X(FL_JOURNEY_HEARTS, "hearts", "hearts that doors took")

#define FL_JOURNEY_ENUM(symbol, name, meaning) symbol,
typedef enum fl_journey_purse { FL_JOURNEY_PURSES(FL_JOURNEY_ENUM) FL_JOURNEY_PURSES_N } fl_journey_purse;
#undef FL_JOURNEY_ENUM

const char *fl_journey_purse_name(fl_journey_purse purse);
const char *fl_journey_purse_meaning(fl_journey_purse purse);

/* The state of the player between two floors. */
typedef struct fl_journey_state {
    int16_t variable[FL_JOURNEY_VARIABLES];
    uint32_t flags;
} fl_journey_state;

/* The properties of the last floor that conditions can ask about. */
typedef struct fl_journey_seen {
    uint8_t curse;  /* fl_curse */
    uint64_t kinds; /* bit k: it has a room of kind k (fl_kind) */
} fl_journey_seen;

/* Conditions, all of which must hold. */
typedef struct fl_journey_when {
    fl_journey_chance chance;
    uint32_t has, lacks;                                             /* flags */
    int16_t from[FL_JOURNEY_VARIABLES], below[FL_JOURNEY_VARIABLES]; /* from <= variable < below */
    int8_t curse;                                                    /* fl_curse, -1 = any */
    uint64_t kinds;                                                  /* the floor has rooms of all of these */
} fl_journey_when;

typedef struct fl_journey_edge {
    uint8_t to;
    unsigned line;
    fl_journey_when when;
} fl_journey_edge;

typedef enum fl_journey_verb {
    FL_JOURNEY_ADD,   /* adds one of the values to a variable */
    FL_JOURNEY_SET,   /* sets a variable to one of the values */
    FL_JOURNEY_GAIN,  /* sets flags */
    FL_JOURNEY_LOSE,  /* clears flags */
    FL_JOURNEY_ENTER, /* enters a special room, whose door takes its price */
    FL_JOURNEY_DIE,   /* ends the journey */
} fl_journey_verb;

/* A change of the player after a floor. */
typedef struct fl_journey_change {
    fl_journey_verb verb;
    uint8_t variable;
    uint8_t values_n;
    int16_t value[FL_JOURNEY_LIST]; /* drawn evenly */
    uint32_t flags;
    uint8_t kind;   /* entered; its door's price is -value[0] of the variable, 0 = nothing */
    uint8_t purse;  /* that pays, FL_JOURNEY_PURSES_N = none */
    uint64_t stops; /* bit set of the stops after which it happens */
    fl_journey_when when;
    unsigned line;
} fl_journey_change;

typedef struct fl_journey_player {
    char name[FL_JOURNEY_NAME];
    char about[FL_JOURNEY_ABOUT];
    fl_journey_state start;
    unsigned changes_from, changes_n;
    unsigned line;
} fl_journey_player;

typedef struct fl_journey_variable {
    char name[FL_JOURNEY_NAME];
    int16_t min, max;
    int16_t seen[FL_JOURNEY_LIST]; /* the values that generators see: the largest not above it */
    uint8_t seen_n;                /* 0 = generators see the variable itself */
} fl_journey_variable;

/* A setting whose value is drawn at each visit. */
typedef struct fl_journey_list {
    int setting;
    unsigned n;
    int64_t value[FL_JOURNEY_LIST];
} fl_journey_list;

typedef struct fl_journey_stop {
    char name[FL_JOURNEY_NAME];
    char label[FL_JOURNEY_LABELS][FL_JOURNEY_NAME]; /* of each variant, or one for all */
    unsigned labels_n;
    unsigned line;
    const fl_generator *generator;
    fl_setting_values values; /* without drawn settings and those that the player determines */
    fl_journey_list list[FL_JOURNEY_LISTS];
    unsigned lists_n;
    unsigned variants_n;
    unsigned chapter; /* 1…, 0 = none */
    bool is_start, is_exit;
    unsigned edges_from, edges_n;
    /* The settings of its generator for a variable or a flag of the player, -1 = none. */
    int16_t variable_setting[FL_JOURNEY_VARIABLES];
    int16_t flag_setting[FL_JOURNEY_FLAGS];
    int8_t flag_bit[FL_JOURNEY_FLAGS]; /* in a setting that is a set; -1 = a setting of its own */
    uint32_t codes_n;                  /* states of the player that it distinguishes */
    uint32_t table_from;               /* its part of fl_journey.table: by variant, then by state */
    /* The questions of its conditions about the floor (fl_journey_answer_class). */
    uint32_t asked_curses;
    uint64_t asked_kinds;
} fl_journey_stop;

/* A generator's rules for one combination of settings that occurs at a stop. */
typedef struct fl_journey_rule {
    uint8_t stop;
    const fl_generator *generator;
    fl_setting_values values;
    void *rules;
    uint64_t hash;         /* of stop and values */
    uint32_t classes_from; /* the first of its answer classes among those of all rules */
} fl_journey_rule;

/* The state graph of a plan: every stop with every state in which its player can enter it, and the arcs
 * between them.
 *
 * It is finite because variables have ranges. A floor is assumed to be able to give every answer that
 * conditions ask for. Under that assumption a journey can reach every vertex of the graph; it never leaves
 * the graph, and can end from every vertex. */

typedef struct fl_journey_vertex {
    fl_journey_state state;
    uint8_t stop;
} fl_journey_vertex;

typedef struct fl_journey_state_graph {
    fl_journey_vertex *vertex; /* in the order they were found; journeys start at number 0 */
    unsigned vertices_n, arcs_n;
    uint32_t *slot; /* vertex number + 1, by hash */
    uint32_t slots; /* a power of two */
} fl_journey_state_graph;

typedef struct fl_journey {
    char name[FL_JOURNEY_NAME];
    char about[FL_JOURNEY_ABOUT];
    fl_journey_stop stop[FL_JOURNEY_STOPS];
    fl_journey_edge edge[FL_JOURNEY_EDGES];
    fl_journey_change change[FL_JOURNEY_CHANGES];
    fl_journey_player player[FL_JOURNEY_PLAYERS];
    fl_journey_variable variable[FL_JOURNEY_VARIABLES];
    char flag[FL_JOURNEY_FLAGS][FL_JOURNEY_NAME];
    unsigned stops_n, edges_n, changes_n, players_n, variables_n, flags_n;
    unsigned start;         /* stop */
    unsigned chapters;      /* that journeys can reach, except those cut by `until` */
    unsigned chosen_player; /* number of the player who makes the journeys */
    bool can_die;           /* the chosen player */
    uint64_t enters;        /* kinds of rooms that the chosen player enters */
    uint64_t states_n;      /* states that a player could have: the product of all ranges */
    uint64_t first, last;   /* the numbers that journeys can have */
    fl_journey_rule *rules;
    unsigned rules_n;
    uint32_t classes_n; /* of all rules */
    uint16_t *table;    /* rule number + 1, by stop, variant and state; 0 = never occurs */
    uint32_t table_n;
    fl_journey_state_graph graph;
} fl_journey;

/* ---- Opening a plan ---- */

/* A plan as text, and the options of reading it. */
typedef struct fl_journey_text {
    const char *name; /* of the file, in messages */
    const char *data;
    size_t size;
    const fl_generator *const *generators; /* that the plan may name */
    size_t generators_n;
    const char *player;     /* who makes the journeys; NULL = the first one */
    const char *until;      /* the stop that ends them; NULL = only those of the plan */
    const char *const *set; /* "name=value", for all stops */
    size_t set_n;
    fl_files *files; /* of the settings; may be NULL */
} fl_journey_text;

/* Reads and checks a plan and makes all generator rules that its journeys can need. */
FL_NODISCARD fl_err fl_journey_open(fl_journey **out, const fl_journey_text *text, fl_diag *diag);
void fl_journey_free(fl_journey *self);

/* The label of a stop's variant. */
const char *fl_journey_label(const fl_journey *self, unsigned stop, unsigned variant);

/* ---- Walking: one journey. Chance comes from streams of (version, seed, number, step). ---- */

typedef struct fl_journey_walk {
    fl_key key; /* of the journey: version, seed, number */
    fl_journey_state state;
    uint64_t floor_seed; /* of the floor of this step; its number is that of the journey */
    uint16_t rule;
    uint8_t stop, variant;
    uint8_t step; /* 0… */
    uint8_t last; /* the stop where the journey ended */
    bool is_over;
    bool is_unfinished;                 /* after FL_JOURNEY_STEPS floors */
    bool has_died;                      /* on the stop `last` */
    uint64_t entered;                   /* kinds of the rooms entered on the floor left last */
    uint16_t entered_n;                 /* rooms entered on all floors */
    uint16_t paid[FL_JOURNEY_PURSES_N]; /* to doors, on all floors */
} fl_journey_walk;

void fl_journey_walk_begin(fl_journey_walk *self, const fl_journey *journey, uint64_t seed, uint64_t number);

/* Enters a stop: draws its variant and finds the generator's rules. */
void fl_journey_walk_enter(fl_journey_walk *self, const fl_journey *journey);

/* Leaves a stop: changes the player, who may die; then moves to the next stop or ends the journey. */
void fl_journey_walk_leave(fl_journey_walk *self, const fl_journey *journey, const fl_journey_seen *seen);

/* Collects the answers about a floor for conditions. */
void fl_journey_walk_observe(const fl_floor *stop, fl_journey_seen *out);

/* ---- Trips: the record of a journey, floor by floor ----
 *
 *     fl_journey_trip_begin(&trip, journey, seed, number);
 *     while (!trip.walk.is_over) {
 *         fl_journey_walk_enter(&trip.walk, journey);
 *         // make the floor
 *         fl_journey_trip_look(floor, &met);
 *         fl_journey_trip_leave(&trip, journey, &met);
 *     } */

/* The contents of a floor. */
typedef struct fl_journey_met {
    fl_journey_seen seen;
    bool has_failed; /* if so, it has no rooms */
    uint16_t rooms;
    uint16_t kind_n[FL_KIND_COUNT];
} fl_journey_met;

typedef struct fl_journey_visit {
    uint16_t rule; /* see fl_journey.rules */
    uint8_t stop, variant;
    bool has_failed;
    fl_journey_seen seen;
    uint64_t entered;       /* kinds of the rooms entered */
    fl_journey_state state; /* of the player, after the floor */
} fl_journey_visit;

typedef struct fl_journey_trip {
    fl_journey_walk walk; /* at the end: where it ended, and the player's state */
    unsigned visits_n;
    uint32_t rooms;                 /* on all floors */
    uint8_t failed;                 /* floors that could not be made */
    uint16_t kind_n[FL_KIND_COUNT]; /* rooms of each kind, on all floors */
    fl_journey_visit visit[FL_JOURNEY_STEPS];
} fl_journey_trip;

void fl_journey_trip_begin(fl_journey_trip *self, const fl_journey *journey, uint64_t seed, uint64_t number);

/* Fills `out` from a floor. */
void fl_journey_trip_look(const fl_floor *floor, fl_journey_met *out);

/* Records the entered floor and leaves it. */
void fl_journey_trip_leave(fl_journey_trip *self, const fl_journey *journey, const fl_journey_met *met);

/* ---- All outcomes: for exact computations ----
 *
 * Leaving a stop has outcomes: a state and a next stop, each with a chance. Conditions may ask about the
 * floor just left; floors that give the same answers to all conditions of a stop belong to one answer
 * class. */

enum { FL_JOURNEY_OUTCOME_FACTORS = 2 * FL_JOURNEY_CHANGES + FL_JOURNEY_EDGES };

typedef struct fl_journey_outcome {
    fl_journey_state state; /* afterwards */
    unsigned to;            /* stop, or FL_JOURNEY_END */
    bool has_died;          /* the journey is over, and lost */
    unsigned factors_n;
    fl_journey_chance factor[FL_JOURNEY_OUTCOME_FACTORS]; /* their product is the chance of the outcome */
} fl_journey_outcome;

/* Called for an outcome; returns true to continue. */
typedef bool (*fl_journey_outcome_visit)(void *context, const fl_journey_outcome *outcome);

typedef struct fl_journey_outcome_visitor {
    const fl_journey *journey;
    unsigned stop;
    fl_journey_seen seen;
    fl_journey_outcome_visit visit;
    void *context;
    fl_journey_outcome outcome; /* used internally; the caller does not set it */
} fl_journey_outcome_visitor;

/* Visits all outcomes of a stop that was entered in a state; false if a visit stopped it. */
bool fl_journey_outcome_each(fl_journey_outcome_visitor *self, const fl_journey_state *state);

/* The number of answer classes of a stop, the class of a floor, and an example of each class. */
unsigned fl_journey_answer_classes(const fl_journey_stop *stop);
unsigned fl_journey_answer_class(const fl_journey_stop *stop, const fl_journey_seen *seen);
void fl_journey_answer_seen(const fl_journey_stop *stop, unsigned class, fl_journey_seen *out);

/* The number of a vertex; vertices_n if there is no such vertex. */
unsigned fl_journey_state_graph_find(const fl_journey *journey, const fl_journey_vertex *vertex);

/* ---- Parts of a plan ---- */

/* The number of the generator rules for a stop's variant and a state of the state graph. */
unsigned fl_journey_rules_of(const fl_journey *self, unsigned stop, unsigned variant,
                             const fl_journey_state *state);

/* Writes a state: "hearts 6, minutes 0, polaroid". */
void fl_journey_state_write(const fl_journey *self, const fl_journey_state *state, fl_text *out);

/* Writes conditions in the words of plans: "curse labyrinth, minutes below 20, chance 1/2". */
void fl_journey_when_write(const fl_journey *self, const fl_journey_when *when, fl_text *out);

#endif
