/* Journeys: whole runs through a dungeon plan, a directed graph of floors (Gao 2022, 4.1 and 6).
 *
 * A plan says which floors there are, where one goes from each (edges with conditions, tried in order) and
 * how the player changes between floors. A run is known by plan, player, seed and number: step k of run j is
 * one floor of a generator, with settings, seed and floor number of its own; the number is j itself.
 * Everything is read, checked and set up once (fl_journey_open); a walk then allocates nothing. */
#ifndef FL_GEN_JOURNEY_JOURNEY_H
#define FL_GEN_JOURNEY_JOURNEY_H

#include "gen/base/yaml.h"
#include "gen/floor/generator.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A change of any walk is a new version, and new golden digests. */
#define FL_JOURNEY_VERSION 1

enum {
    FL_JOURNEY_NAME = 32,
    FL_JOURNEY_STOPS = 64,
    FL_JOURNEY_EDGES = 256,
    FL_JOURNEY_CHANGES = 128,
    FL_JOURNEY_PLAYERS = 8,
    FL_JOURNEY_VARIABLES = 8,
    FL_JOURNEY_FLAGS = 16,
    FL_JOURNEY_LISTS = 4,     /* settings of a floor that are drawn */
    FL_JOURNEY_LIST = 16,     /* values of a list */
    FL_JOURNEY_VARIANTS = 64, /* of a floor: the product of its lists */
    FL_JOURNEY_LABELS = 16,
    FL_JOURNEY_ABOUT = 160,
    FL_JOURNEY_CLAIMS = 64,
    FL_JOURNEY_ID = 64,
    FL_JOURNEY_CHAPTERS = 20,
    FL_JOURNEY_STEPS = 64,   /* floors of one run; longer ones count as unfinished */
    FL_JOURNEY_MOST = 9999,  /* of a variable */
    FL_JOURNEY_RULES = 2048, /* distinct settings */
    FL_JOURNEY_CLASSES = 64, /* ways in which a floor can answer the conditions that ask about it */
    FL_JOURNEY_END = 255,    /* in place of a floor: the run is over */
};

/* hits in `of`; of 0 = always. */
typedef struct fl_journey_chance {
    uint32_t hits, of;
} fl_journey_chance;

/* The player between two floors. */
typedef struct fl_journey_state {
    int16_t variable[FL_JOURNEY_VARIABLES];
    uint32_t flags;
} fl_journey_state;

/* What conditions can ask of the floor just left. */
typedef struct fl_journey_seen {
    uint8_t curse;  /* fl_curse */
    uint64_t kinds; /* bit set of the fl_kind it has a room of */
} fl_journey_seen;

/* Conditions; all of them must hold. */
typedef struct fl_journey_when {
    fl_journey_chance chance;
    uint32_t has, lacks;                                             /* flags */
    int16_t from[FL_JOURNEY_VARIABLES], below[FL_JOURNEY_VARIABLES]; /* from <= variable < below */
    int8_t curse;                                                    /* fl_curse, -1 = any */
    uint64_t kinds;                                                  /* all of them are on the floor */
} fl_journey_when;

typedef struct fl_journey_edge {
    uint8_t to;
    unsigned line;
    fl_journey_when when;
} fl_journey_edge;

typedef enum fl_journey_verb {
    FL_JOURNEY_ADD,  /* one of the values to a variable */
    FL_JOURNEY_SET,  /* the variable is one of the values */
    FL_JOURNEY_GAIN, /* flags */
    FL_JOURNEY_LOSE,
} fl_journey_verb;

/* What happens to the player after a floor. */
typedef struct fl_journey_change {
    fl_journey_verb verb;
    uint8_t variable;
    uint8_t values_n;
    int16_t value[FL_JOURNEY_LIST]; /* drawn evenly */
    uint32_t flags;
    uint64_t stops; /* bit set of the floors behind which it happens */
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
    int16_t seen
        [FL_JOURNEY_LIST]; /* what generators see: the largest of these that is not above it, the first if all are */
    uint8_t seen_n;        /* 0 = the variable itself */
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
    fl_setting_values values; /* without what is drawn and what the player brings */
    fl_journey_list list[FL_JOURNEY_LISTS];
    unsigned lists_n;
    unsigned variants_n;
    unsigned chapter; /* 1…, 0 = none */
    bool is_start, is_exit;
    unsigned edges_from, edges_n;
    /* What its generator wants to know of the player: the setting of a variable or of a flag, -1 = none. */
    int16_t variable_setting[FL_JOURNEY_VARIABLES];
    int16_t flag_setting[FL_JOURNEY_FLAGS];
    int8_t flag_bit[FL_JOURNEY_FLAGS]; /* in a set of words; -1 = a setting of its own */
    uint32_t codes_n;                  /* players that it can tell apart */
    uint32_t table_from; /* its part of fl_journey.table: variant by variant, player by player */
    /* What conditions behind it ask (fl_journey_answer_class). */
    uint32_t asked_curses;
    uint64_t asked_kinds;
} fl_journey_stop;

/* What is said about runs: the chance that one has a room by the end of a chapter, or ends on a floor. */
typedef struct fl_journey_claim {
    char id[FL_JOURNEY_ID];
    uint8_t player;
    uint8_t ended;       /* floor, or FL_JOURNEY_END: it is about a room */
    fl_kind kind;        /* of the room */
    unsigned by_chapter; /* 0 = ever */
    fl_journey_chance value, tolerance;
    bool is_about;   /* true wherever it agrees within the tolerance */
    bool is_refuted; /* what is expected of the verdict */
    char source[FL_JOURNEY_ABOUT];
} fl_journey_claim;

/* A generator's rules for settings that occur on a floor. */
typedef struct fl_journey_rule {
    uint8_t stop;
    const fl_generator *generator;
    fl_setting_values values;
    void *rules;
    uint64_t hash;         /* of floor and values */
    uint32_t classes_from; /* its answers among those of all rules (fl_journey_answer_class) */
} fl_journey_rule;

typedef struct fl_journey {
    char name[FL_JOURNEY_NAME];
    char about[FL_JOURNEY_ABOUT];
    fl_journey_stop stop[FL_JOURNEY_STOPS];
    fl_journey_edge edge[FL_JOURNEY_EDGES];
    fl_journey_change change[FL_JOURNEY_CHANGES];
    fl_journey_player player[FL_JOURNEY_PLAYERS];
    fl_journey_variable variable[FL_JOURNEY_VARIABLES];
    fl_journey_claim claim[FL_JOURNEY_CLAIMS];
    char flag[FL_JOURNEY_FLAGS][FL_JOURNEY_NAME];
    unsigned stops_n, edges_n, changes_n, players_n, variables_n, flags_n, claims_n;
    unsigned start;         /* floor */
    unsigned chosen_player; /* the player who walks */
    uint64_t states_n;      /* of a player: the product of all ranges */
    uint64_t first, last;   /* numbers of runs */
    fl_journey_rule *rules;
    unsigned rules_n;
    uint32_t classes_n; /* of all rules */
    uint16_t *table;    /* rule number + 1 for floor, variant and player; 0 = cannot come to pass */
    uint32_t table_n;
    unsigned vertices_n, arcs_n; /* of the chart: floors with players, and ways from one to the next */
} fl_journey;

/* A plan as it is written. */
typedef struct fl_journey_text {
    const char *name; /* of the file, in messages */
    const char *data;
    size_t size;
    const fl_generator *const *generators; /* that floors may name */
    size_t generators_n;
    const char *player;     /* who walks; NULL = the first */
    const char *const *set; /* "name=value", for all floors */
    size_t set_n;
} fl_journey_text;

/* Reads and checks a plan and makes all rules that its runs can need. */
FL_NODISCARD fl_err fl_journey_open(fl_journey **out, const fl_journey_text *text, fl_diag *diag);
void fl_journey_free(fl_journey *self);

/* The label of a floor's variant. */
const char *fl_journey_label(const fl_journey *self, unsigned stop, unsigned variant);

/* All that can happen when a floor is left: the states and floors that may follow, with their chances.
 *
 * Conditions may ask about the floor just left; floors that answer all of them alike are one class. */

enum { FL_JOURNEY_OUTCOME_FACTORS = 2 * FL_JOURNEY_CHANGES + FL_JOURNEY_EDGES };

typedef struct fl_journey_outcome {
    fl_journey_state state; /* afterwards */
    unsigned to;            /* floor, or FL_JOURNEY_END */
    unsigned factors_n;
    fl_journey_chance factor[FL_JOURNEY_OUTCOME_FACTORS]; /* their product is the chance of it */
} fl_journey_outcome;

/* Says whether to go on. */
typedef bool (*fl_journey_outcome_visit)(void *user, const fl_journey_outcome *outcome);

typedef struct fl_journey_outcome_visitor {
    const fl_journey *journey;
    unsigned stop;
    fl_journey_seen seen;
    fl_journey_outcome_visit visit;
    void *user;
    fl_journey_outcome outcome; /* where it stands; the caller sets nothing */
} fl_journey_outcome_visitor;

/* Visits what can follow a floor that was entered in a state; false if a visit stopped it. */
bool fl_journey_outcome_each(fl_journey_outcome_visitor *self, const fl_journey_state *state);

/* How many classes there are behind a floor, the class of a sight, and a sight of each class. */
unsigned fl_journey_answer_classes(const fl_journey_stop *stop);
unsigned fl_journey_answer_class(const fl_journey_stop *stop, const fl_journey_seen *seen);
void fl_journey_answer_seen(const fl_journey_stop *stop, unsigned class, fl_journey_seen *out);

/* The claims of a plan: what is said about its runs. */

/* "P(sacrifice by chapter 3)", "P(ends on sheol)". */
void fl_journey_claim_write(const fl_journey *journey, const fl_journey_claim *claim, fl_text *out);

/* The chart of a plan: every floor with every state in which its player can enter it.
 *
 * It is finite, because variables have ranges. What a floor shows (its curse, its rooms) is taken to be
 * anything that the conditions behind it ask about. A run can be anywhere on the chart and nowhere else, and
 * from everywhere it can end. */

typedef struct fl_journey_vertex {
    fl_journey_state state;
    uint8_t stop;
} fl_journey_vertex;

typedef struct fl_journey_state_graph {
    fl_journey_vertex *vertex; /* in the order they were found; 0 is where runs start */
    unsigned vertices_n, capacity;
    uint32_t *slot; /* vertex number + 1 by hash */
    uint32_t *arc;  /* from, to; vertices */
    unsigned arcs_n, arcs_capacity;
    bool *can_end;
} fl_journey_state_graph;

/* Finds all vertices; refuses a plan with too many, or with one from which no exit can be reached. `yaml` may
 * be NULL for a plan that was accepted before. */
FL_NODISCARD fl_err fl_journey_state_graph_init(fl_journey_state_graph *self, const fl_journey *journey,
                                                fl_yaml *yaml, fl_diag *diag);
void fl_journey_state_graph_free(fl_journey_state_graph *self);

/* The number of a vertex; vertices_n for none. */
unsigned fl_journey_state_graph_find(const fl_journey_state_graph *self, const fl_journey *journey,
                                     const fl_journey_vertex *vertex);

/* Generator rules of a plan: made once for each distinct settings that a run can meet, found by a table.
 *
 * A variable of the player that has a setting's name is handed to the generator, and so is a flag; a flag may
 * also be a word of a set, such as an item. What the floor itself sets stays. */

/* The number of the rules; they must have been needed. */
unsigned fl_journey_rules_of(const fl_journey *self, unsigned stop, unsigned variant,
                             const fl_journey_state *state);

/* The player of a journey: how a state is changed, what holds of it, its number among all states. */

/* "hearts 6, minutes 0, polaroid". */
void fl_journey_state_write(const fl_journey *self, const fl_journey_state *state, fl_text *out);

/* Walking a plan: enter a floor, have its generator make it, leave it with what it showed.
 *
 *     fl_journey_walk_begin(&walk, journey, seed, number);
 *     while (!walk.is_over) {
 *         fl_journey_walk_enter(&walk);            // walk.floor, .variant, .rule, .floor_seed
 *         … the floor `walk.number` of that rule and seed …
 *         fl_journey_walk_leave(&walk, &sight);
 *     }
 *
 * Nothing is allocated. What chance decides comes from streams of (version, seed, number, step). */

typedef struct fl_journey_walk {
    fl_key key; /* of the walk: version, seed, number */
    fl_journey_state state;
    uint64_t floor_seed; /* of the floor of this step; its number is that of the run */
    uint16_t rule;
    uint8_t stop, variant;
    uint8_t step; /* 0… */
    uint8_t last; /* the floor where the run ended */
    bool is_over;
    bool is_unfinished; /* after FL_JOURNEY_STEPS floors */
} fl_journey_walk;

void fl_journey_walk_begin(fl_journey_walk *self, const fl_journey *journey, uint64_t seed, uint64_t number);

/* Draws the floor's variant. */
void fl_journey_walk_enter(fl_journey_walk *self, const fl_journey *journey);

/* Changes the player and goes on, or ends the run. */
void fl_journey_walk_leave(fl_journey_walk *self, const fl_journey *journey, const fl_journey_seen *seen);

/* What a floor shows. */
void fl_journey_walk_observe(const fl_floor *stop, fl_journey_seen *out);

#endif
