/* What the files of this folder share and nobody outside needs. */
#ifndef FL_GEN_GRID_GRID_PRIVATE_H
#define FL_GEN_GRID_GRID_PRIVATE_H

#include "gen/base/yaml.h"
#include "gen/grid/board.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The forms of a room: a drawn shape and its distinct rotations, each as tiles and as the tiles around them.
 *
 * A shape is a mask of up to 16 x 16 tiles. A form knows its tiles and its rim (every tile that is adjacent to one of
 * them and is not one itself, each once) as offsets from the upper left corner of its bounding box. */

unsigned fl_grid_rotation_tiles(const fl_grid_mask *mask);

/* Into how many connected pieces the tiles fall. */
unsigned fl_grid_rotation_pieces(const fl_grid_mask *mask);

/* The distinct rotations, as steps on a board of that stride; returns how many. At most FL_GRID_ROTATION_TILES tiles. */
unsigned fl_grid_rotation_turn(const fl_grid_mask *mask, int stride,
                               fl_grid_rotation out[FL_GRID_ROTATION_TURNS]);

/* The rules of grid floors (Gao 2022): a generation group, that is a start, passes of rooms and neighbour rulesets.
 *
 * They are read once from a YAML file (data/rulesets/, or anybody's). Probabilities become 32-bit thresholds and
 * weights whole numbers, so that floors are made with integers alone. */

/* Products that 64 bits do not hold. */
__extension__ typedef unsigned __int128 fl_grid_wide;

extern const fl_setting fl_grid_rules_settings[FL_GRID_SETTINGS_N];

/* Works out what follows from a ruleset's parameters: thresholds and tiers by number of neighbours. */
void fl_grid_rules_compile(fl_grid_ruleset *self);

/* Grid floors: the general tool of Gao 2022 as a generator row. See grid_rules.h for the settings. */

/* A change of any floor is a new version, and new golden digests. */
#define FL_GRID_VERSION 1

/* What is wrong with rules before a floor is made: rulesets that can place nothing, rooms that can stand nowhere, passes
 * whose counts cannot meet their size, floors without exactly one end. */

/* Of rules that are compiled and have their weights. */
FL_NODISCARD fl_err fl_grid_check_rules(const fl_grid_rules *self, fl_diag *diag);

/* The facade: four knobs with everyday names, 0…1, mapped onto the parameters of the first pass (Gao 2022, 8.3).
 *
 * clustering c  p(1) = 1 - 0.95 c, p(2 and more) = c^2: weight on high neighbour counts clumps rooms together
 * branching b   universal probability modifier 1 - 0.75 b: a step that is refused now and then makes forks
 * snaking s     rooms of at most two connections get s times their weight, the others 1 - s times: corridors
 * size z        tiles times 1/4 … 1 (z = 0.5, as the file says) … 4
 *
 * Each mapping is monotone in the parameter that the report names for the effect; that the floors follow is measured.
 * Rooms with rules of their own keep them. */

enum { FL_GRID_CLUSTERING_KNOB, FL_GRID_BRANCHING_KNOB, FL_GRID_SNAKING_KNOB, FL_GRID_SIZE_KNOB };

/* Turns the knobs of `self` and the universal modifier, if given (of FL_GRID_RULES_ONE, 0 = not given). */
FL_NODISCARD fl_err fl_grid_knobs_apply(fl_grid_rules *self, int64_t probability, fl_diag *diag);

/* The first pass's own variant of a ruleset: the entry's, or the one its pass gives to all others. */
fl_grid_ruleset *fl_grid_knobs_variant(fl_grid_rules *self, unsigned entry);

/* Which rooms a pass places, and in which order (Gao 2022, 5.1).
 *
 * The report leaves the order open in which minimum counts are met. A room counts for the minimum of those it is
 * subordinate to, so the order matters: kinds are taken in random order, and one whose minimum others have met already
 * adds nothing. (In the file's order the Basement of the report's appendix could never have one of its three large
 * shapes.) */

/* Fills the plan's queue, shuffled; false if the pass cannot be filled this time. */
bool fl_grid_pass_queue_fill(fl_grid_board *self, const fl_grid_pass *pass);

/* Placing one room: priority tiers, rounds, a walk over the placed rooms, attempts (Gao 2022, 5.2).
 *
 * A round begins at the room placed last, tries the empty tiles beside it in random order, and then steps on to a room
 * beside it that was not visited yet, back where there is none. So the search stays near where it was, which is what
 * makes corridors. A tier is given up when a whole round found no possible attempt, and only then; a round that lost
 * all its draws is followed by another. */

enum {
    FL_GRID_PLACE_ROUNDS =
        100000, /* of one tier; then the floor is given up, so that making one always ends */
};

/* Places a room of an entry; false if it can be placed nowhere. */
bool fl_grid_place_room(fl_grid_board *self, unsigned entry);

/* A ruleset file as rules: start, tags, rulesets, passes. Every refusal says file and line. */

/* Fills in everything the file says; `self->file` is its name in messages. What follows from it is not worked
 * out here. */
FL_NODISCARD fl_err fl_grid_read_group(fl_grid_rules *self, const char *text, size_t size, fl_diag *diag);

/* Values of a ruleset file: numbers in a range, flags, names; every refusal says file and line. */

typedef struct fl_grid_yaml {
    fl_yaml *yaml;
    fl_grid_rules *rules;
    fl_diag *diag;
} fl_grid_yaml;

/* What a number may be. */
typedef struct fl_grid_limits {
    int64_t min, max;
} fl_grid_limits;

/* "there is no WHAT 'name'", with the nearest of the names. */
FL_NODISCARD fl_err fl_grid_yaml_unknown(fl_grid_yaml *self, const fl_yaml_node *node, const char *what,
                                         const char *const *names, size_t n);

/* A decimal number, such as 0.03, times FL_GRID_RULES_ONE; exact, at most nine decimals. */
FL_NODISCARD fl_err fl_grid_yaml_parse(const char *text, int64_t *out);

/* The value of a key of a map; *out stays when the key is not there. */
FL_NODISCARD fl_err fl_grid_yaml_whole(fl_grid_yaml *self, const fl_yaml_node *map, const char *key,
                                       fl_grid_limits limits, int64_t *out);
FL_NODISCARD fl_err fl_grid_yaml_decimal(fl_grid_yaml *self, const fl_yaml_node *map, const char *key,
                                         fl_grid_limits limits, int64_t *out);

/* Copies a text that must not be empty and must fit. */
FL_NODISCARD fl_err fl_grid_yaml_text(fl_grid_yaml *self, const fl_yaml_node *node, char *out, size_t size);

/* A room of a ruleset file: its shape, counts, rules and tag. */

enum { FL_GRID_READ_ENTRY_NONE = -1 };

/* The start, as entry 0. */
FL_NODISCARD fl_err fl_grid_read_entry_start(fl_grid_yaml *self, const fl_yaml_node *node);

/* A room of the pass read last; `rules` is the pass's ruleset or FL_GRID_READ_ENTRY_NONE. */
FL_NODISCARD fl_err fl_grid_read_entry_add(fl_grid_yaml *self, const fl_yaml_node *node, int rules);

/* The subordinates of all rooms of the pass read last, which can name rooms that come later. */
FL_NODISCARD fl_err fl_grid_read_entry_subordinates(fl_grid_yaml *self, const fl_yaml_node *list);

/* The number of the ruleset a node names. */
FL_NODISCARD fl_err fl_grid_read_entry_rules(fl_grid_yaml *self, const fl_yaml_node *node, int *out);

#endif
