/* Grid floors: the general tool of Gao 2022 as a generator row. See grid_rules.h for the settings. */
#ifndef FL_GEN_GRID_GRID_H
#define FL_GEN_GRID_GRID_H

#include "gen/floor/generator.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The forms of a room: a drawn shape and its distinct rotations, each as tiles and as the tiles around them.
 *
 * A shape is a mask of up to 16 x 16 tiles. A form knows its tiles and its rim (every tile that is adjacent to one of
 * them and is not one itself, each once) as offsets from the upper left corner of its bounding box. */

enum {
    FL_GRID_ROTATION_SIDE = 16,  /* of the box a shape is drawn in */
    FL_GRID_ROTATION_TILES = 64, /* a shape may have */
    FL_GRID_ROTATION_RIM = 2 * FL_GRID_ROTATION_TILES + 2,
    FL_GRID_ROTATION_TURNS = 4,
};

/* Row y, bit x. */
typedef struct fl_grid_mask {
    uint16_t row[FL_GRID_ROTATION_SIDE];
} fl_grid_mask;

typedef struct fl_grid_rotation {
    fl_shape shape; /* one of the twelve where the tiles are the same, else FL_SHAPE_FREE */
    uint8_t width, height;
    uint8_t tiles_n, rim_n;
    fl_offset tile[FL_GRID_ROTATION_TILES];
    fl_offset rim[FL_GRID_ROTATION_RIM];
    int16_t tile_at[FL_GRID_ROTATION_TILES]; /* the same as steps on a board: y * stride + x */
    int16_t rim_at[FL_GRID_ROTATION_RIM];
} fl_grid_rotation;

/* The rules of grid floors (Gao 2022): a generation group, that is a start, passes of rooms and neighbour rulesets.
 *
 * They are read once from a YAML file (data/rulesets/, or anybody's). Probabilities become 32-bit thresholds and
 * weights whole numbers, so that floors are made with integers alone. */

/* Probabilities as read: 1 is a billion, nine decimals are exact. Distances and knobs likewise. */
#define FL_GRID_RULES_ONE 1000000000LL

/* A chance of 1 among 32-bit draws. */
#define FL_GRID_RULES_SURE (1ULL << 32)

/* symbol, name, type, min, max, default, choices, meaning */
#define FL_GRID_SETTINGS(X)                                                                                  \
    X(RULES, "rules", TEXT, 0, 0, "basement", "",                                                            \
      "a ruleset: the name of a shipped one (basement), or a YAML file (with a / or .yaml)")                 \
    X(MAX_ATTEMPTS, "max_attempts", NUMBER, 1, 1000000, "1000", "",                                          \
      "floors begun until one can be finished, before the floor counts as failed")                           \
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
      "says")

#define FL_GRID_ENUM(symbol, ...) FL_GRID_##symbol,
typedef enum fl_grid_setting { FL_GRID_SETTINGS(FL_GRID_ENUM) FL_GRID_SETTINGS_N } fl_grid_setting;
#undef FL_GRID_ENUM

enum {
    FL_GRID_PASSES = 16,
    FL_GRID_ENTRIES = 64,                                  /* room entries of all passes, and the start */
    FL_GRID_TILES = FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX, /* of a floor */
    FL_GRID_RULESETS = 32,
    FL_GRID_PARAMS = 16, /* neighbour parameters of a ruleset */
    FL_GRID_TAGS = 48,
    FL_GRID_NAME = 48,
    FL_GRID_PRIORITY = 1000000, /* of neighbour counts, either side of 0 */
    FL_GRID_RANK = 30000,       /* of tags */
    FL_GRID_KNOBS = 4,
};

typedef struct fl_grid_tag {
    char name[FL_GRID_NAME];
    fl_kind kind; /* a tag that is no kind's name is a special room */
    int rank;     /* its priority */
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
    uint64_t chance[FL_GRID_ROTATION_RIM + 1]; /* threshold for a 32-bit draw, without the distance's share */
    int8_t tier_of[FL_GRID_ROTATION_RIM + 1];  /* 0 = highest priority; -1 = not in the ruleset */
    int tiers_n;
} fl_grid_ruleset;

/* A kind of room a pass may place. */
typedef struct fl_grid_entry {
    char name[FL_GRID_NAME];
    unsigned line;
    fl_grid_mask mask;
    fl_grid_rotation form[FL_GRID_ROTATION_TURNS];
    unsigned forms_n, tiles_n;
    unsigned connections;
    unsigned min, max;      /* max 0 or below min: no limit */
    int64_t weight_as_read; /* of FL_GRID_RULES_ONE */
    uint32_t weight;        /* the same proportions in small whole numbers */
    uint64_t subordinates;  /* bit i: entry i of the pass */
    unsigned rules, tag;
    bool has_own_rules; /* not those of its pass */
    unsigned pass;
    bool is_added; /* joins the finished plan and is not counted in its figures */
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
    char warning[FL_SETTING_VALUES_TEXT]; /* something a person should know; may be empty */
    fl_grid_tag tags[FL_GRID_TAGS];
    unsigned tags_n;
    fl_grid_ruleset rulesets[2 * FL_GRID_RULESETS]; /* those of the file, and variants for the first pass */
    unsigned rulesets_n, variants_n;
    fl_grid_entry entries[FL_GRID_ENTRIES]; /* number 0 is the start */
    unsigned entries_n;
    fl_grid_pass passes[FL_GRID_PASSES];
    unsigned passes_n;
    int64_t
        knob[FL_GRID_KNOBS]; /* clustering, branching, snaking, size, of FL_GRID_RULES_ONE; -1 = untouched */
    unsigned attempts_max;
    unsigned tiles_max;   /* of a whole floor */
    int width, height;    /* of the board; 0 in the file = as large as floors can become */
    int pad, stride;      /* of the working board, which has a border */
    int start_at;         /* the start's corner on it */
    uint64_t content;     /* of a file that is not shipped, else 0 */
    uint64_t fingerprint; /* of all the rest: scratch memory knows by it whose it is */
    bool has_distances;   /* some ruleset asks for the distance from the start */
} fl_grid_rules;

/* Completes the values (the name of the ruleset) and makes the rules of them. */
FL_NODISCARD fl_err fl_grid_rules_init(fl_grid_rules *self, fl_setting_values *values, fl_diag *diag);

/* A ruleset file in memory. All borrowed. */
typedef struct fl_grid_text {
    const char *name; /* in messages */
    const char *data;
    size_t size;
} fl_grid_text;

/* The same from a text, whatever the setting `rules` says. */
FL_NODISCARD fl_err fl_grid_rules_read(fl_grid_rules *self, const fl_grid_text *text,
                                       const fl_setting_values *values, fl_diag *diag);

/* A grid floor in the making: a board with a border, the rooms in placing order, and what changes with each room.
 *
 * Nothing is ever counted anew: a placed room adds one to the neighbour counts around it and to the `touching` of the
 * rooms beside it, and shortens distances where it is a short cut. All memory is one piece, zeroed once. */

/* Why an attempt did not place the room. symbol, name (for people) */
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

/* One attempt, for those who watch. */
typedef struct fl_grid_attempt {
    unsigned number;      /* of the floor attempt, from 1 */
    unsigned pass, entry; /* of the rules */
    unsigned room;        /* number the room would have */
    unsigned round, tier; /* round of the tier, from 1; tier, from 0 */
    int x, y;             /* on the floor's board, of the tile it attaches to */
    unsigned form;        /* of the entry */
    unsigned neighbours;  /* adjacent traversable tiles; 0 when it overlaps */
    unsigned distance;    /* from the start, in rooms; 0 where nothing asks for it */
    uint64_t chance;      /* of FL_GRID_RULES_SURE */
    fl_grid_outcome outcome;
} fl_grid_attempt;

/* Called for every attempt. `self` is the watcher's own. */
typedef struct fl_grid_tracer {
    void (*attempt)(void *self, const fl_grid_attempt *attempt);
    void *self;
} fl_grid_tracer;

/* The outcome for people. */
const char *fl_grid_board_outcome(fl_grid_outcome outcome);

extern const fl_generator fl_grid;

/* The same floor as the row's make, telling a watcher of every attempt. */
void fl_grid_tracer_make(const fl_grid_tracer *watch, const void *rules, const fl_key *key, void *scratch,
                         fl_floor *out);

/* The pass that a room of the floor made last came from: 0 for the start, 1 for the first pass. */
unsigned fl_grid_pass_of(const void *scratch, unsigned room);

/* Rules as a ruleset file: what grid_read reads, with the facade's knobs turned into the numbers they mean. */

/* Floors by the written file are floors by these rules. */
void fl_grid_write_rules(const fl_grid_rules *self, fl_text *out);

#endif
