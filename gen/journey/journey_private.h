/* SPDX-License-Identifier: MIT */
/* Used only by the files of this folder, file by file. */
#ifndef FL_GEN_JOURNEY_JOURNEY_PRIVATE_H
#define FL_GEN_JOURNEY_JOURNEY_PRIVATE_H

#include "gen/base/yaml_map.h"
#include "gen/journey/journey.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- yaml_values.c: single values of a plan file. Every refusal names file and line. ---- */

/* Shared by the reading functions; rows of keys get it as their context. */
typedef struct fl_journey_yaml {
    fl_yaml *yaml;
    fl_journey *journey;
    const fl_journey_text *text;
    fl_diag *diag;
    const fl_generator *usual; /* of stops without one; NULL if the plan names none either */
    fl_journey_stop *stop;     /* whose keys are being read */
    fl_journey_when *when;     /* whose conditions are being read */
} fl_journey_yaml;

/* The types of things that a word of a plan can name. */
typedef enum fl_journey_named {
    FL_JOURNEY_STOP,
    FL_JOURNEY_FLAG,
    FL_JOURNEY_VARIABLE,
    FL_JOURNEY_PLAYER,
    FL_JOURNEY_KIND,
    FL_JOURNEY_CURSE,
    FL_JOURNEY_GENERATOR
} fl_journey_named;

/* Fills a struct by rows; their functions get the reader. */
FL_NODISCARD fl_err fl_journey_yaml_rows(fl_journey_yaml *self, const fl_yaml_node *map,
                                         const fl_yaml_row *rows, size_t n, void *out);

/* Reads a name: letters, digits, _ and -, at most FL_JOURNEY_NAME - 1 of them. */
FL_NODISCARD fl_err fl_journey_yaml_name(fl_journey_yaml *self, const fl_yaml_node *node, const char *text,
                                         char out[FL_JOURNEY_NAME]);

/* Reads a line of text, such as what a plan is about; empty if the key is missing. */
FL_NODISCARD fl_err fl_journey_yaml_about(fl_journey_yaml *self, const fl_yaml_node *map, const char *key,
                                          char out[FL_JOURNEY_ABOUT]);

/* Reads a whole number from -9999 to 9999. */
FL_NODISCARD fl_err fl_journey_yaml_whole(fl_journey_yaml *self, const fl_yaml_node *node, int16_t *out);

/* Reads a chance: 1/3, 0.25, 1. */
FL_NODISCARD fl_err fl_journey_yaml_chance(fl_journey_yaml *self, const fl_yaml_node *node,
                                           fl_journey_chance *out);

/* Reads one number, a range (3..6) or a list of numbers. */
FL_NODISCARD fl_err fl_journey_yaml_values(fl_journey_yaml *self, const fl_yaml_node *node,
                                           fl_journey_change *out);

/* Finds the number of the thing that a node, or its key, names. Refuses other words, with the nearest
 * name. */
FL_NODISCARD fl_err fl_journey_yaml_word(fl_journey_yaml *self, const fl_yaml_node *node,
                                         fl_journey_named what, unsigned *out);
FL_NODISCARD fl_err fl_journey_yaml_key(fl_journey_yaml *self, const fl_yaml_node *node,
                                        fl_journey_named what, unsigned *out);

/* Reads a word, or each word of a list, and sets the bits of their numbers. */
FL_NODISCARD fl_err fl_journey_yaml_set(fl_journey_yaml *self, const fl_yaml_node *node,
                                        fl_journey_named what, uint64_t *out);

/* Reads a flag, or a list of them. */
FL_NODISCARD fl_err fl_journey_yaml_flags(fl_journey_yaml *self, const fl_yaml_node *node, uint32_t *out);

/* ---- plan_check.c ---- */

/* Checks the graph of stops: it has one start; every stop that is not an exit has a last edge without
 * conditions; every stop can be reached, and an exit from every stop. A refusal names file, line and stop. */
FL_NODISCARD fl_err fl_journey_plan_check(fl_journey *self, fl_yaml *yaml, fl_diag *diag);

/* Makes a stop an exit without edges, and likewise each stop that can no longer reach it; removes stops that
 * become unreachable. The plan was checked. */
FL_NODISCARD fl_err fl_journey_plan_cut(fl_journey *self, const char *until, fl_diag *diag);

/* ---- player.c: variables, flags, players and conditions ---- */

/* Reads `variables`, `seen_as` and `flags`. */
FL_NODISCARD fl_err fl_journey_player_names(fl_journey_yaml *self, const fl_yaml_node *root);

/* Reads `players`, after the names of the stops. */
FL_NODISCARD fl_err fl_journey_player_read(fl_journey_yaml *self, const fl_yaml_node *root);

/* ---- change.c: changes of a player after a floor ---- */

/* Reads conditions; none if `node` is NULL. */
FL_NODISCARD fl_err fl_journey_when_read(fl_journey_yaml *self, const fl_yaml_node *node,
                                         fl_journey_when *out);

/* Reads one of the changes of the last player. */
FL_NODISCARD fl_err fl_journey_change_read(void *reader, const fl_yaml_node *map);

/* ---- read.c: stores the contents of a plan file, without checking the graph ---- */

FL_NODISCARD fl_err fl_journey_read(fl_journey *self, fl_yaml *yaml, const fl_journey_text *text,
                                    fl_diag *diag);

/* ---- state_graph.c ---- */

/* Finds all vertices; refuses a plan that has too many, or one that cannot reach an exit. */
FL_NODISCARD fl_err fl_journey_state_graph_init(fl_journey *self, fl_yaml *yaml, fl_diag *diag);
void fl_journey_state_graph_free(fl_journey_state_graph *self);

/* ---- rules.c: generator rules, made once for each combination of settings that a journey can meet ----
 *
 * A variable or a flag of the player with the name of a setting is passed to the generator; a flag may also
 * be a word of a setting that is a set, such as an item. Settings given by the stop are not replaced. */

/* Finds the settings that the player determines, and makes the table of rules. */
FL_NODISCARD fl_err fl_journey_rules_begin(fl_journey *self, fl_yaml *yaml, fl_diag *diag);

/* Makes the rules of all variants of a vertex. */
FL_NODISCARD fl_err fl_journey_rules_need(fl_journey *self, const fl_journey_vertex *vertex, fl_yaml *yaml,
                                          fl_diag *diag);
void fl_journey_rules_free(fl_journey *self);

/* ---- state.c: conditions, changes and numbers of states ---- */

/* Conditions that always hold. */
void fl_journey_when_init(fl_journey_when *out);

/* True if there are no conditions, not even a chance. */
bool fl_journey_when_is_empty(const fl_journey_when *when);

/* True if all conditions hold, ignoring the chance. */
bool fl_journey_when_holds(const fl_journey_when *when, const fl_journey_state *state,
                           const fl_journey_seen *seen);

/* True if a change happens after a stop, ignoring the chance. */
bool fl_journey_state_applies(const fl_journey_change *change, unsigned stop, const fl_journey_state *state,
                              const fl_journey_seen *seen);

/* Changes the state by value number `pick`; variables are kept within their ranges. Returns true if the
 * player lives. */
bool fl_journey_state_change(const fl_journey *self, const fl_journey_change *change, unsigned pick,
                             fl_journey_state *state);

/* The number of a state, less than fl_journey.states_n. */
uint64_t fl_journey_state_code(const fl_journey *self, const fl_journey_state *state);

/* Returns the number of the state as seen by a stop's generator, less than the stop's codes_n. */
uint32_t fl_journey_state_seen_code(const fl_journey *self, const fl_journey_stop *stop,
                                    const fl_journey_state *state);

/* The value of a variable as generators see it. */
int16_t fl_journey_state_seen_value(const fl_journey *self, const fl_journey_state *state, unsigned variable);

/* Returns how many values of a variable generators distinguish. */
uint32_t fl_journey_state_seen_count(const fl_journey_variable *variable);

#endif
