/* SPDX-License-Identifier: MIT */
/* Grid floors: rooms of any shape on a board of tiles, placed by rules that the user writes (the general tool
 * of Gao 2022).
 *
 * The rules, a "generation group", are a YAML file: a start, passes of rooms and the rulesets that give the
 * probability of placing a room next to n others (data/manual/rulesets.md describes the format). fl_grid is
 * the generator row: init reads and checks the rules, make makes a floor. fl_grid_tracer_make makes the same
 * floor and reports the evaluated attempts to place a room. fl_grid_write_rules writes rules as a file again.
 *
 * The file is read once. Probabilities become 32-bit thresholds and weights whole numbers, so that floors are
 * made with integers alone. An independent second generator is tests/oracle/grid_naive.c. */
#ifndef FL_GEN_GRID_GRID_H
#define FL_GEN_GRID_GRID_H

#include "gen/floor/generator.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- The shapes of a room ----
 *
 * A shape is drawn in a box of up to 16 x 16 tiles, and placed in each of its distinct rotations. A rotation
 * lists its tiles and its rim (every tile beside one of them that is not one itself, each once) as offsets
 * from the upper left corner of its bounding box. */

enum {
    FL_GRID_ROTATION_SIDE = 16, /* of the box a shape is drawn in */
    FL_GRID_ROTATION_TILES = FL_GRID_ROTATION_SIDE * FL_GRID_ROTATION_SIDE, /* a shape may have */
    FL_GRID_ROTATION_RIM = 214, /* t tiles have a rim of at most 2 t + 2, and both fit the box and its border,
                                 * 18 x 18 without the corners: 106 tiles have the longest */
    FL_GRID_ROTATION_TURNS = 4,
};

/* Row y, bit x. */
typedef struct fl_grid_mask {
    uint16_t row[FL_GRID_ROTATION_SIDE];
} fl_grid_mask;

typedef struct fl_grid_rotation {
    fl_shape shape; /* one of the twelve where the tiles are the same, else FL_SHAPE_FREE */
    uint8_t width, height;
    uint16_t tiles_n, rim_n;
    fl_offset tile[FL_GRID_ROTATION_TILES];
    fl_offset rim[FL_GRID_ROTATION_RIM];
    int16_t tile_at[FL_GRID_ROTATION_TILES]; /* the same as steps on a board: y * stride + x */
    int16_t rim_at[FL_GRID_ROTATION_RIM];
} fl_grid_rotation;

/* ---- The rules ---- */

/* The unit of probabilities, distances and knobs as read: this number means 1, so nine decimals are exact. */
#define FL_GRID_RULES_ONE 1000000000LL

/* A probability of 1 as the threshold of a 32-bit draw. */
#define FL_GRID_RULES_SURE (1ULL << 32)

/* symbol, name, type, min, max, default, choices, meaning */
#define FL_GRID_SETTINGS(X)                                                                                  \
    X(RULES, "rules", TEXT, 0, 0, "basement", "",                                                            \
      "a ruleset: the name of a shipped one (basement), or a YAML file (with a / or .yaml)")                 \
    X(MAX_ATTEMPTS, "max_attempts", NUMBER, 1, 1000000, "1000", "",                                          \
      "attempts at a floor before it counts as failed")                                                      \
    X(PROBABILITY, "probability", NUMBER, 0, 1000, "0", "",                                                  \
      "universal probability modifier of the first pass, in thousandths; 0 = as the ruleset says")           \
    X(CLUSTERING, "clustering", NUMBER, -1, 100, "-1", "",                                                   \
      "facade, in hundredths: how much rooms clump together; -1 = as the ruleset says")                      \
    X(BRANCHING, "branching", NUMBER, -1, 100, "-1", "",                                                     \
      "facade, in hundredths: how often corridors fork; -1 = as the ruleset says")                           \
    X(SNAKING, "snaking", NUMBER, -1, 100, "-1", "",                                                         \
      "facade, in hundredths: the weight of rooms with at most two connections; -1 = as the ruleset says")   \
    X(SIZE, "size", NUMBER, -1, 100, "-1", "",                                                               \
      "facade, in hundredths: tiles of the first pass, from a quarter to four times; -1 = as the ruleset "   \
      "says")                                                                                                \
    X(OPEN_WAY, "open_way", CHOICE, 0, 0, "ruleset", "ruleset any demanded",                                 \
      "whether a floor without a way of open doors from start to end is made again; ruleset = as it says")   \
    X(SEARCH, "search", CHOICE, 0, 0, "ruleset", "ruleset tiles_first rooms_first mixed",                    \
      "after a rejected attempt: another tile beside the room, a room adjacent to it, or either; ruleset = " \
      "as it says")                                                                                          \
    X(BROKEN_SHAPES, "broken_shapes", CHOICE, 0, 0, "refused", "refused ignored",                            \
      "what becomes of a room whose shape falls into pieces; ignored = it is left out, with a notice")

#define FL_GRID_ENUM(symbol, ...) FL_GRID_##symbol,
typedef enum fl_grid_setting { FL_GRID_SETTINGS(FL_GRID_ENUM) FL_GRID_SETTINGS_N } fl_grid_setting;
#undef FL_GRID_ENUM

/* The next step of a search after an unsuccessful empty tile. */
typedef enum fl_grid_search {
    FL_GRID_TILES_FIRST, /* another tile beside the room, until they are used up */
    FL_GRID_ROOMS_FIRST, /* a room beside it that was not visited, as long as there is one */
    FL_GRID_MIXED,       /* one of these, by a fair coin */
    FL_GRID_SEARCHES
} fl_grid_search;

enum {
    FL_GRID_PASSES = 16,
    FL_GRID_ENTRIES = 64,                                  /* room entries of all passes, and the start */
    FL_GRID_TILES = FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX, /* of a floor */
    FL_GRID_RULESETS = 32,
    FL_GRID_PARAMS = 16, /* neighbour parameters of a ruleset */
    FL_GRID_TAGS = 48,
    FL_GRID_NAME = 48,
    FL_GRID_MORE_TAGS = 160,
    FL_GRID_PRIORITY = 1000000, /* of neighbour counts: from minus this to plus this */
    FL_GRID_RANK = 30000,       /* of tags */
    FL_GRID_KNOBS = 4,
};

typedef struct fl_grid_tag {
    char name[FL_GRID_NAME];
    fl_kind kind;   /* special room, unless the tag is the name of a kind */
    int rank;       /* its priority */
    uint8_t price;  /* price of its doors: fl_door_price plus FL_FLOOR_PRICE; 0 = its kind's */
    uint64_t walls; /* bit i: no door to rooms of tag i */
} fl_grid_tag;

typedef struct fl_grid_param {
    unsigned n;
    int64_t p; /* of FL_GRID_RULES_ONE */
    int priority;
} fl_grid_param;

typedef struct fl_grid_ruleset {
    char name[FL_GRID_NAME];
    unsigned line;
    bool propagates_higher, ignores_connections;
    int64_t probability; /* universal modifier, of FL_GRID_RULES_ONE */
    int64_t zero, one;   /* distance modifiers, times FL_GRID_RULES_ONE; equal = none */
    fl_grid_param params[FL_GRID_PARAMS];
    unsigned params_n;

    /* By the number of adjacent tiles: */
    uint64_t chance[FL_GRID_ROTATION_RIM + 1]; /* threshold of a 32-bit draw, before the distance modifier */
    int8_t tier_of[FL_GRID_ROTATION_RIM + 1];  /* 0 = highest priority; -1 = not in the ruleset */
    int tiers_n;
    bool can_be_sure; /* some of these chances is 1 */
} fl_grid_ruleset;

/* A room that a pass may place. */
typedef struct fl_grid_entry {
    char name[FL_GRID_NAME];
    unsigned line;
    fl_grid_mask mask;
    fl_grid_rotation rotation[FL_GRID_ROTATION_TURNS];
    unsigned rotations_n, tiles_n;
    unsigned connections;
    unsigned least_distance; /* from the start, in rooms, when it is placed */
    unsigned min, max;       /* max = 0 or less than min: no limit */
    int64_t weight_as_read;  /* of FL_GRID_RULES_ONE */
    uint32_t weight;         /* the same proportions in whole numbers */
    uint64_t subordinates;   /* bit i: a room of this entry also counts for entry i of the pass */
    unsigned rules;
    uint64_t most[FL_GRID_PARAMS];     /* by tier, the largest chance that its connections allow */
    unsigned tag;                      /* that of the highest priority */
    uint64_t tags;                     /* all of them, as bits */
    uint64_t walls;                    /* bit i: no door to rooms of tag i */
    uint8_t price;                     /* of its doors, as of a tag: the dearest of its tags */
    char more_tags[FL_GRID_MORE_TAGS]; /* the names of the others, "cursed, guarded" */
    bool has_own_rules;                /* not those of its pass */
    bool is_end;                       /* one of its tags is the kind */
    bool is_broken;                    /* its shape is in several pieces; only while rules are read */
    unsigned pass;
    bool is_added; /* joins the finished floor, as secret rooms do; most metrics exclude it */
} fl_grid_entry;

typedef struct fl_grid_pass {
    char name[FL_GRID_NAME];
    unsigned line;
    unsigned tiles_min, tiles_max;
    unsigned first, n; /* its entries */
} fl_grid_pass;

typedef struct fl_grid_rules {
    char file[FL_SETTING_VALUES_TEXT]; /* for messages */
    char name[FL_GRID_NAME];
    char about[FL_SETTING_VALUES_TEXT];
    char warning[4 * FL_SETTING_VALUES_TEXT]; /* a note for the user; may be empty */
    fl_grid_tag tags[FL_GRID_TAGS];
    unsigned tags_n;
    uint64_t leading[2]; /* those that lead the tags of rooms; of ends */
    uint64_t narrow;     /* that of this name, if rooms use it */
    unsigned rulesets_n, variants_n;
    unsigned entries_n;
    fl_grid_pass passes[FL_GRID_PASSES];
    unsigned passes_n;
    int64_t
        knob[FL_GRID_KNOBS]; /* clustering, branching, snaking, size, of FL_GRID_RULES_ONE; -1 = untouched */
    unsigned attempts_max;
    unsigned tiles_max;    /* of a whole floor */
    int width, height;     /* of the board; 0 in the file = as large as floors can become */
    int pad, stride;       /* of the working board, which has a border */
    int start_at;          /* the start's corner on it */
    uint64_t fingerprint;  /* hash of the rules' source: identifies the rules for which scratch memory is laid
                            * out */
    bool has_distances;    /* some ruleset has a distance modifier, or a room a least distance */
    bool ignores_broken;   /* shapes in pieces are left out, not refused */
    unsigned search;       /* fl_grid_search */
    bool has_walls;        /* some tag has no door to another */
    bool demands_open_way; /* a floor whose end may be unreachable is made again */

    /* Not cleared beyond their numbers: half a megabyte. */
    fl_grid_ruleset rulesets[2 * FL_GRID_RULESETS]; /* those of the file, and variants for the first pass */
    fl_grid_entry entries[FL_GRID_ENTRIES];         /* number 0 is the start */
} fl_grid_rules;

/* Reads the ruleset that the settings name; an empty name is completed in `values`. */
FL_NODISCARD fl_err fl_grid_rules_init(fl_grid_rules *self, fl_setting_values *values, fl_diag *diag);

/* A ruleset file in memory; everything is borrowed. */
typedef struct fl_grid_text {
    const char *name; /* in messages */
    const char *data;
    size_t size;
} fl_grid_text;

/* The same from a text, ignoring the setting `rules`. */
FL_NODISCARD fl_err fl_grid_rules_read(fl_grid_rules *self, const fl_grid_text *text,
                                       const fl_setting_values *values, fl_diag *diag);

/* Writes rules as a ruleset file, with the facade's knobs replaced by their numbers: the file makes the same
 * floors. */
void fl_grid_write_rules(const fl_grid_rules *self, fl_text *out);

/* ---- The generator, and a trace of its attempts ---- */

extern const fl_generator fl_grid;

/* Result of an attempt to place a room. symbol, text */
#define FL_GRID_OUTCOME_TABLE(X)                                                                             \
    X(FL_GRID_PLACED, "placed")                                                                              \
    X(FL_GRID_OVERLAP, "overlaps a room or the border")                                                      \
    X(FL_GRID_UNLISTED, "the ruleset does not know this number of neighbours")                               \
    X(FL_GRID_OTHER_TIER, "another priority is being tried")                                                 \
    X(FL_GRID_CROWDED, "a room beside it would have more neighbours than connections")                       \
    X(FL_GRID_TOO_MANY, "it would have more neighbours than its own connections")                            \
    X(FL_GRID_TOO_NEAR, "too near the start, or too far")                                                    \
    X(FL_GRID_ZERO, "its probability is zero")                                                               \
    X(FL_GRID_LOST, "lost the draw")

#define FL_GRID_ENUM(symbol, name) symbol,
typedef enum fl_grid_outcome { FL_GRID_OUTCOME_TABLE(FL_GRID_ENUM) FL_GRID_OUTCOMES } fl_grid_outcome;
#undef FL_GRID_ENUM

/* One evaluated attempt. */
typedef struct fl_grid_attempt {
    unsigned number;      /* of the floor attempt, from 1 */
    unsigned pass, entry; /* of the rules */
    unsigned room;        /* number the room would have */
    unsigned round, tier; /* round of the tier, from 1; tier, from 0 */
    int x, y;             /* on the floor's board: the empty tile to be covered */
    unsigned rotation;    /* of the entry */
    unsigned neighbours;  /* adjacent traversable tiles; 0 if it overlaps */
    unsigned distance;    /* from the start, in rooms; 0 if no ruleset asks for it */
    uint64_t chance;      /* of FL_GRID_RULES_SURE */
    uint64_t lost;        /* earlier attempts that lost their draw without evaluation */
    fl_grid_outcome outcome;
} fl_grid_attempt;

/* Receives every evaluated attempt; `context` is passed on to it. */
typedef struct fl_grid_tracer {
    void (*attempt)(void *context, const fl_grid_attempt *attempt);
    void *context;
} fl_grid_tracer;

/* An outcome as a text. */
const char *fl_grid_outcome_text(fl_grid_outcome outcome);

/* Makes the row's floor, and reports the evaluated attempts to the tracer. */
void fl_grid_tracer_make(const fl_grid_tracer *tracer, const void *rules, const fl_key *key, void *scratch,
                         fl_floor *out);

/* ---- Proof that rules can make a given floor (superset.c) ----
 *
 * Two floors are the same if they agree in the rooms with their cells, the doors and walls between them, the
 * start, the end, and the tags. A room is made by a room of the ruleset that leads with its tag, or with its
 * kind's name where it has no other. If the ruleset has no such tag, the end room is made by any room that is
 * tagged end, a special room by the tag `special`, or by `normal` where that is missing, too. Narrow rooms
 * (IH, IV, IIH, IIV) are made by rooms with the tag `narrow` and by those alone, if a room of the ruleset has
 * it; their neighbours determine the direction. */

typedef enum fl_grid_obstacle {
    FL_GRID_NO_OBSTACLE,
    FL_GRID_NO_FLOOR, /* its generator has failed */
    FL_GRID_NO_START,
    FL_GRID_NO_SHAPE,
    FL_GRID_NO_TAG,
    FL_GRID_NO_PLACE, /* beyond the board, or without a chance by the rules */
    FL_GRID_NO_COUNT, /* of rooms, or of tiles */
    FL_GRID_APART,    /* a room touches no other; the rest can be made */
    FL_GRID_NO_DOORS,
    FL_GRID_OBSTACLES
} fl_grid_obstacle;

enum { FL_GRID_WHY = 256 };

extern const char *const fl_grid_obstacle_names[FL_GRID_OBSTACLES];

/* The bytes of scratch memory for floors of at most so many cells; zero at first. */
size_t fl_grid_obstacle_size(const fl_grid_rules *rules, uint32_t cells_max);

/* Returns why the rules cannot make a floor, as far as the order of the rooms does not matter to them; `why`
 * is the reason as a sentence. */
fl_grid_obstacle fl_grid_obstacle_of(const fl_grid_rules *rules, const fl_floor *floor, void *scratch,
                                     char why[FL_GRID_WHY]);

/* The pass in which a room of the last floor was placed: 0 for the start, 1 for the first pass. */
unsigned fl_grid_pass_of(const void *scratch, unsigned room);

#endif
