/* What the files of this folder share and nobody outside needs. */
#ifndef FL_GEN_JOURNEY_JOURNEY_PRIVATE_H
#define FL_GEN_JOURNEY_JOURNEY_PRIVATE_H

#include "gen/journey/journey.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Values of a plan file: names, numbers, chances, lists; every refusal says file and line. */

typedef struct fl_journey_yaml {
    fl_yaml *yaml;
    fl_journey *journey;
    const fl_journey_text *text;
    fl_diag *diag;
} fl_journey_yaml;

enum { FL_JOURNEY_YAML_NAMES = 64 };

/* Names that a word may be. */
typedef struct fl_journey_names {
    const char *name[FL_JOURNEY_YAML_NAMES];
    size_t n;
} fl_journey_names;

typedef void (*fl_journey_names_of)(const fl_journey *journey, fl_journey_names *out);

/* "there is no WHAT 'word'", with the nearest of the names. */
FL_NODISCARD fl_err fl_journey_yaml_unknown(fl_journey_yaml *self, const fl_yaml_node *node, const char *word,
                                            const char *what, const fl_journey_names *names);

/* A name: letters, digits, _ and -, and not too long. */
FL_NODISCARD fl_err fl_journey_yaml_name(fl_journey_yaml *self, const fl_yaml_node *node, const char *text,
                                         char out[FL_JOURNEY_NAME]);

/* A line of text, such as what a plan is about; empty where the key is not there. */
FL_NODISCARD fl_err fl_journey_yaml_about(fl_journey_yaml *self, const fl_yaml_node *map, const char *key,
                                          char out[FL_JOURNEY_ABOUT]);

/* A whole number of -9999 to 9999. */
FL_NODISCARD fl_err fl_journey_yaml_whole(fl_journey_yaml *self, const fl_yaml_node *node, int16_t *out);

/* A chance: 1/3, 0.25, 1. */
FL_NODISCARD fl_err fl_journey_yaml_chance(fl_journey_yaml *self, const fl_yaml_node *node,
                                           fl_journey_chance *out);

/* One number, a range (3..6) or a list of numbers. */
FL_NODISCARD fl_err fl_journey_yaml_values(fl_journey_yaml *self, const fl_yaml_node *node,
                                           fl_journey_change *out);

/* The names of a plan's floors, flags and variables. */
void fl_journey_yaml_stops(const fl_journey *journey, fl_journey_names *out);
void fl_journey_yaml_flags(const fl_journey *journey, fl_journey_names *out);
void fl_journey_yaml_variables(const fl_journey *journey, fl_journey_names *out);

/* A word, or each word of a list: the number of the name it is, into a set of bits. */
FL_NODISCARD fl_err fl_journey_yaml_set(fl_journey_yaml *self, const fl_yaml_node *node, const char *what,
                                        fl_journey_names_of names_of, uint64_t *out);

/* The kinds of rooms. */
void fl_journey_yaml_kinds(const fl_journey *journey, fl_journey_names *out);

/* The number of a name; names->n for none. */
size_t fl_journey_yaml_find(const char *word, const fl_journey_names *names);

/* The claims of a plan: what is said about its runs. */

/* `claims`; floors and players must be known. */
FL_NODISCARD fl_err fl_journey_claim_read(fl_journey_yaml *self, const fl_yaml_node *root);

/* Checks of a plan's graph, floor by floor: what is refused is named with file, line and floor. */

/* One start; an unconditional last edge behind every floor that is no exit; every floor can be reached, and
 * from every floor an exit. */
FL_NODISCARD fl_err fl_journey_plan_check(fl_journey *self, fl_yaml *yaml, fl_diag *diag);

/* The players of a plan: variables, flags, how each player starts and what changes behind a floor; and
 * conditions. */

/* `variables`, `seen_as`, `flags`. */
FL_NODISCARD fl_err fl_journey_player_names(fl_journey_yaml *self, const fl_yaml_node *root);

/* `players`; the floors' names must be known. */
FL_NODISCARD fl_err fl_journey_player_read(fl_journey_yaml *self, const fl_yaml_node *root);

/* Conditions; `node` may be NULL. */
FL_NODISCARD fl_err fl_journey_player_when(fl_journey_yaml *self, const fl_yaml_node *node,
                                           fl_journey_when *out);

/* A plan file, from its tree to fl_journey: what stands there, without the checks of the graph. */

FL_NODISCARD fl_err fl_journey_read(fl_journey *self, fl_yaml *yaml, const fl_journey_text *text,
                                    fl_diag *diag);

/* The chart of a plan: every floor with every state in which its player can enter it.
 *
 * It is finite, because variables have ranges. What a floor shows (its curse, its rooms) is taken to be
 * anything that the conditions behind it ask about. A run can be anywhere on the chart and nowhere else, and
 * from everywhere it can end. */

enum { FL_JOURNEY_STATE_GRAPH_VERTICES = 200000, FL_JOURNEY_STATE_GRAPH_OUTCOMES = 20000000 };

/* Generator rules of a plan: made once for each distinct settings that a run can meet, found by a table.
 *
 * A variable of the player that has a setting's name is handed to the generator, and so is a flag; a flag may
 * also be a word of a set, such as an item. What the floor itself sets stays. */

/* Finds out what the generators want to know of the player. */
FL_NODISCARD fl_err fl_journey_rules_begin(fl_journey *self, fl_yaml *yaml, fl_diag *diag);

/* Makes the rules of all variants of a floor that can be entered in a state. */
FL_NODISCARD fl_err fl_journey_rules_need(fl_journey *self, const fl_journey_vertex *vertex, fl_yaml *yaml,
                                          fl_diag *diag);
void fl_journey_rules_free(fl_journey *self);

/* The player of a journey: how a state is changed, what holds of it, its number among all states. */

/* Conditions that hold always. */
void fl_journey_when_init(fl_journey_when *out);

/* Whether there is no condition, chance included. */
bool fl_journey_when_is_empty(const fl_journey_when *when);

/* Whether all conditions but the chance hold. */
bool fl_journey_when_holds(const fl_journey_when *when, const fl_journey_state *state,
                           const fl_journey_seen *seen);

/* Whether a change happens behind a floor, chance aside. */
bool fl_journey_state_applies(const fl_journey_change *change, unsigned stop, const fl_journey_state *state,
                              const fl_journey_seen *seen);

/* Changes the state by value number `pick`; variables stay in their ranges. */
void fl_journey_state_change(const fl_journey *self, const fl_journey_change *change, unsigned pick,
                             fl_journey_state *state);

/* The state's number, less than fl_journey.states_n. */
uint64_t fl_journey_state_code(const fl_journey *self, const fl_journey_state *state);

/* The same for what a floor's generator wants to know, less than its codes_n. */
uint32_t fl_journey_state_seen_code(const fl_journey *self, const fl_journey_stop *stop,
                                    const fl_journey_state *state);

/* The value of a variable as generators see it. */
int16_t fl_journey_state_seen_value(const fl_journey *self, const fl_journey_state *state, unsigned variable);

/* In how many ways they can. */
uint32_t fl_journey_state_seen_count(const fl_journey_variable *variable);

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

/* The seed of the floors of a step: the same for all runs, so that runs can share batches. */
uint64_t fl_journey_walk_seed(uint64_t seed, unsigned step);

#endif
