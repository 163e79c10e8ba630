/* SPDX-License-Identifier: MIT */
/* Used only by the files of this folder: rotations, reading a ruleset file, knobs, checks, the steps of a
 * floor. */
#ifndef FL_GEN_GRID_GRID_PRIVATE_H
#define FL_GEN_GRID_GRID_PRIVATE_H

#include "gen/base/yaml_map.h"
#include "gen/floor/door/door.h"
#include "gen/grid/board.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Rotations (rotation.c) ---- */

/* The number of tiles. */
unsigned fl_grid_rotation_tiles(const fl_grid_mask *mask);

/* The number of connected pieces. */
unsigned fl_grid_rotation_pieces(const fl_grid_mask *mask);

/* Makes the distinct rotations of a mask of at most FL_GRID_ROTATION_TILES tiles, for a board of this stride;
 * returns how many there are. */
unsigned fl_grid_rotation_all(const fl_grid_mask *mask, int stride,
                              fl_grid_rotation out[FL_GRID_ROTATION_TURNS]);

/* ---- Rules (rules.c) ---- */

/* For products larger than 64 bits. */
__extension__ typedef unsigned __int128 fl_grid_wide;

extern const fl_setting fl_grid_rules_settings[FL_GRID_SETTINGS_N];

/* A change of any floor needs a new version and new golden digests. */
#define FL_GRID_VERSION 2

/* ---- Checks (check.c) ---- */

/* Refuses rules that can make no floor: rulesets that can place nothing, rooms that fit nowhere, passes whose
 * counts cannot add up to their size, floors without exactly one end. Rulesets must be compiled and weights
 * reduced. */
FL_NODISCARD fl_err fl_grid_check_rules(const fl_grid_rules *self, fl_diag *diag);

/* Adds warnings about valid rules that are probably mistakes. */
void fl_grid_check_note(fl_grid_rules *self);

/* Adds a warning about the named thing on a line. */
void fl_grid_check_add_note(fl_grid_rules *self, unsigned line, const char *what, const char *name);

/* ---- The facade (knobs.c): four knobs with everyday names, 0…1, that change the parameters of the first
 * pass (Gao 2022, 8.3) ----
 *
 * clustering c  p(1) = 1 - 0.95 c, p(2 and more) = c^2: weight on high neighbour counts clumps rooms together
 * branching b   universal probability modifier 1 - 0.75 b: steps that fail now and then make forks
 * snaking s     rooms of at most two connections get s times their weight, the others 1 - s times: corridors
 * size z        tiles times 1/4 … 1 (z = 0.5: as the file says) … 4
 *
 * Each mapping is monotone in the parameter to which the report ascribes the effect; tests measure that the
 * floors follow. Rooms with a ruleset of their own keep it. */

enum { FL_GRID_CLUSTERING_KNOB, FL_GRID_BRANCHING_KNOB, FL_GRID_SNAKING_KNOB, FL_GRID_SIZE_KNOB };

/* Applies the knobs of `self`, and `probability` (of FL_GRID_RULES_ONE, 0 = not given) as universal
 * modifier. */
FL_NODISCARD fl_err fl_grid_knobs_apply(fl_grid_rules *self, int64_t probability, fl_diag *diag);

/* The first pass's own copy of the ruleset that an entry uses; made on first use, for all entries of the pass
 * that use it. */
fl_grid_ruleset *fl_grid_knobs_variant(fl_grid_rules *self, unsigned entry);

/* ---- The rooms that a pass places, and their order (pass_queue.c; Gao 2022, 5.1) ----
 *
 * The report leaves the order of the minimum counts open. The order matters, because a room also counts for
 * the minimum of the entries it is subordinate to. This implementation takes entries in random order, and one
 * whose minimum is already met adds nothing. (In the file's order, the Basement of the report's appendix
 * could never have one of its three large shapes.) */

/* Fills the board's queue in random order; false if the pass cannot be filled this time. */
bool fl_grid_pass_queue_fill(fl_grid_board *self, const fl_grid_pass *pass);

/* Returns NULL if a pass's queue can be these rooms (rooms[i] of its entry i) with a probability above zero,
 * else the reason. */
const char *fl_grid_pass_queue_refuses(const fl_grid_rules *rules, const fl_grid_pass *pass,
                                       const unsigned rooms[FL_GRID_ENTRIES]);

/* ---- Placing one room: priority tiers, rounds, attempts (place.c; Gao 2022, 5.2) ----
 *
 * A round begins at the room placed last, tries the empty tiles beside it in random order, then visits an
 * unvisited neighbouring room, or steps back if there is none. The search stays near the last room, which
 * makes corridors. A tier is given up after a whole round without a possible attempt; a round that merely
 * lost all its draws is followed by another. */

enum {
    FL_GRID_PLACE_ROUNDS =
        100000, /* of one tier; after that the floor is given up, so that making one always ends */
    FL_GRID_VISITS_MAX = 1 << 20, /* of rooms, in all searches for places of a floor; then it is given up */
};

/* Places a room of an entry; false if there is no place. */
bool fl_grid_place_room(fl_grid_board *self, unsigned entry);

/* Returns the result of an attempt at a spot in a tier, before its draw: FL_GRID_PLACED if it is possible,
 * with out->chance of FL_GRID_RULES_SURE. The spot touches a room. */
fl_grid_outcome fl_grid_place_judge(fl_grid_board *board, unsigned entry, int tier, const fl_grid_spot *spot,
                                    fl_grid_attempt *out);

/* ---- Tags (tags.c; Gao 2022, 4.1) ---- */

/* Returns the number of a tag; tags_n if the name is unknown. */
unsigned fl_grid_tags_find(const fl_grid_rules *self, const char *name);

/* Sets the tags of one room from its set: the leading one, the names of the others, the price of its doors,
 * the tags without doors to it. False if the names are too long. */
bool fl_grid_tags_settle(const fl_grid_rules *self, fl_grid_entry *entry);

/* Collects the tags of all entries, after they are settled. */
void fl_grid_tags_complete(fl_grid_rules *self);

/* Returns the number of a room's leading tag; tags_n if the rules have none of its name. */
unsigned fl_grid_tags_of_room(const fl_grid_rules *self, const fl_room *room);

/* True if a tag of the entry is the name of a kind. */
bool fl_grid_tags_have(const fl_grid_rules *self, const fl_grid_entry *entry, fl_kind kind);

/* Returns the price of an entry's doors; and true if there is a wall between the rooms of two. */
fl_door_price fl_grid_tags_price(const fl_grid_rules *self, const fl_grid_entry *entry);
bool fl_grid_tags_wall(const fl_grid_entry *a, const fl_grid_entry *b);

/* ---- Softlocks (way.c; Gao 2022, 4.2) ---- */

/* True if a path from the start to the end has only free doors. */
bool fl_grid_way_is_open(fl_grid_board *self);

/* The ruleset of an entry. */
static inline const fl_grid_ruleset *fl_grid_ruleset_of(const fl_grid_rules *rules, unsigned entry)
{
    return &rules->rulesets[rules->entries[entry].rules];
}

/* ---- Reading a ruleset file (read.c, read_entry.c). Every refusal names file and line. ---- */

/* Stores the contents of the file and computes nothing from it; messages call the file `self->file`. */
FL_NODISCARD fl_err fl_grid_read_group(fl_grid_rules *self, const char *text, size_t size, fl_diag *diag);

enum { FL_GRID_NO_RULESET = FL_GRID_RULESETS };

/* The context of the functions of the tables' rows. */
typedef struct fl_grid_yaml {
    fl_yaml *yaml;
    fl_grid_rules *rules;
    fl_diag *diag;
    fl_grid_entry *entry; /* the room that is being read */
    fl_grid_tag *tag;     /* the tag that is being read */
    unsigned pass_rules;  /* ruleset of the pass that is being read, or FL_GRID_NO_RULESET */
} fl_grid_yaml;

/* Reads a map into a struct by a table of its keys. */
FL_NODISCARD fl_err fl_grid_read_entry_map(fl_grid_yaml *self, void *out, const fl_yaml_node *map,
                                           const fl_yaml_row *rows, size_t n);

/* Reads the start, which becomes entry 0. `context` is a fl_grid_yaml, here and below. */
FL_NODISCARD fl_err fl_grid_read_entry_start(void *context, const fl_yaml_node *node);

/* Reads the rooms of the last pass; their subordinates last, because they may name later rooms. */
FL_NODISCARD fl_err fl_grid_read_entry_list(void *context, const fl_yaml_node *list);

/* The number of the tag that a node names. */
FL_NODISCARD fl_err fl_grid_read_entry_tag(fl_grid_yaml *self, const fl_yaml_node *node, unsigned *out);

/* The number of the ruleset that a node names. */
FL_NODISCARD fl_err fl_grid_read_entry_rules(fl_grid_yaml *self, const fl_yaml_node *node, unsigned *out);

#endif
