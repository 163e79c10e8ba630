/* The rules of chunk rooms: a set of chunks and the settings, made into lists from which a part is one draw.
 *
 * A part needs chunks with certain doors (none, top, left, both). For every such need there is a list of entries, sorted
 * by clutter: a chunk stands in it twice, as drawn and transposed, or twice in the one way that fits. So an even draw is
 * a chunk drawn evenly and then a coin, and the entries that still fit a budget are the first of the list. */
#ifndef FL_GEN_ROOM_RULES_H
#define FL_GEN_ROOM_RULES_H

#include "gen/base/setting_values.h"
#include "gen/room/chunk_set.h"
#include "gen/room/parts.h"

/* symbol, name, type, min, max, default, choices, meaning */
#define FL_ROOM_SETTINGS(X)                                                                                  \
    X(RULES, "rules", CHOICE, 0, 0, "paper", "paper kirby",                                                  \
      "paper = as the document says; kirby = as its game does: kinds and a budget of clutter")               \
    X(SET, "set", TEXT, 0, 0, "", "",                                                                        \
      "chunks: a set that ships (cellar, kirby), or a file (with a / or .txt); empty = as the rules say")    \
    X(SIZE, "size", CHOICE, 0, 0, "small", "small big", "16 x 16 or 24 x 24 tiles")                          \
    X(DOORS, "doors", CHOICE, 0, 0, "NESW", "none N E NE S NS ES NES W NW EW NEW SW NSW ESW NESW random",    \
      "sides with a door; random = any of the sixteen, evenly")                                              \
    X(CLUTTER_MIN, "clutter_min", NUMBER, 0, FL_CHUNK_CLUTTER_MAX, "0", "",                                  \
      "least clutter of a chunk (clutter=2 or clutter=1..2 sets both)")                                      \
    X(CLUTTER_MAX, "clutter_max", NUMBER, 0, FL_CHUNK_CLUTTER_MAX, "31", "", "most clutter of a chunk")      \
    X(TRANSPOSE, "transpose", FLAG, 0, 1, "on", "", "chunks may be mirrored in their diagonal, by a coin")   \
    X(KINDS, "kinds", FLAG, 0, 1, "off", "",                                                                 \
      "first draw how many doors the chunk could have: with one door half the time two, without a third "    \
      "each")                                                                                                \
    X(BUDGET, "budget", NUMBER, 0, 403, "403", "",                                                           \
      "clutter that a room may spend, chunk by chunk; 403 never binds")                                      \
    X(CLOSED, "closed_sides", CHOICE, 0, 0, "flagged", "flagged any",                                        \
      "big rooms: what a side without a door is made of, door chunks all the same or any chunks")

#define FL_ROOM_ENUM(symbol, ...) FL_ROOM_SETTING_##symbol,
typedef enum fl_room_setting { FL_ROOM_SETTINGS(FL_ROOM_ENUM) FL_ROOM_SETTINGS_N } fl_room_setting;
#undef FL_ROOM_ENUM

extern const fl_setting fl_room_rules_settings[FL_ROOM_SETTINGS_N];

enum {
    FL_ROOM_NEEDS = 4, /* bit 0 = top, bit 1 = left */
    FL_ROOM_KINDS = 4, /* chunks with 0, 1, 2 doors; all */
    FL_ROOM_ANY_KIND = 3,
    FL_ROOM_LEVELS = FL_CHUNK_CLUTTER_MAX + 1,
    FL_ROOM_LIST = 2 * FL_CHUNK_SET_MAX,
    FL_ROOM_RANDOM_DOORS = 16,
};

typedef struct fl_room_list {
    uint16_t entry[FL_ROOM_LIST]; /* chunk * FL_CHUNK_TURNS + turn, sorted by clutter */
    uint16_t fit[FL_ROOM_LEVELS]; /* entries with at most so much clutter */
} fl_room_list;

typedef struct fl_room_rules {
    fl_chunk_set set;
    unsigned size;  /* 16 or 24 */
    unsigned doors; /* a set of sides, or FL_ROOM_RANDOM_DOORS */
    unsigned clutter_min, clutter_max, budget;
    bool transposes, draws_kinds, closed_are_flagged;
    const fl_room_slot *slot;
    unsigned slots_n;
    uint8_t need[FL_ALL_SIDES + 1][FL_ROOM_PART_MAX]; /* by doors and slot */
    fl_room_list list[FL_ROOM_NEEDS][FL_ROOM_KINDS];
    fl_room_list centre; /* not transposed: any of eight turns is drawn */
    uint32_t turned[FL_CHUNK_SET_MAX][FL_CHUNK_TURNS][FL_CHUNK_SIDE]; /* rows of a chunk in a turn */
} fl_room_rules;

/* Reads the set and makes the lists; `values` is completed with the preset. */
FL_NODISCARD fl_err fl_room_rules_init(fl_setting_values *values, fl_room_rules **out, fl_diag *diag);

/* The same with a set at hand (copied), whatever `set` says. */
FL_NODISCARD fl_err fl_room_rules_from(fl_setting_values *values, const fl_chunk_set *set,
                                       fl_room_rules **out, fl_diag *diag);
void fl_room_rules_free(fl_room_rules *self);

/* Whether the budget can ever keep a chunk out. */
bool fl_room_rules_is_bounded(const fl_room_rules *self);

/* Whether a room with these doors can be made of chunks of this clutter alone: every need has a chunk. */
bool fl_room_rules_covers(const fl_room_rules *self, unsigned doors, unsigned clutter);

#endif
