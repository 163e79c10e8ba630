/* The rules of Rebirth floors as the generator uses them: settings, the switches and gates of the rule set's file
 * under data/rebirth, the state of the player as a set of words that hold, and the room pools.
 *
 * What the settings decide is decided here, once; what a floor's curse changes is left to the floor. */
#ifndef FL_GEN_REBIRTH_RULES_RULES_H
#define FL_GEN_REBIRTH_RULES_RULES_H

#include "gen/base/setting_values.h"
#include "gen/floor/gate.h"
#include "gen/rebirth/pool/pool_choice.h"
#include "gen/rebirth/rules/setting.h"
#include "gen/rebirth/rules/step.h"

enum { FL_REBIRTH_WINDOWS = 5, FL_REBIRTH_UNLOCKS = 4 };

/* Words about the player and the stage that gates ask for. symbol, word */
#define FL_REBIRTH_TESTS(X)                                                                                  \
    X(FULL_HEALTH, "full_health")                                                                            \
    X(FULL_OR_SPARED, "full_or_spared")                                                                      \
    X(LOW_HEALTH, "low_health")                                                                              \
    X(TWO_KEYS, "two_keys")                                                                                  \
    X(FIVE_COINS, "five_coins")                                                                              \
    X(DEVIL_VISITED, "devil_visited")                                                                        \
    X(BOOK_PICKED, "book_picked")                                                                            \
    X(FIRST_STAGE, "first_stage")                                                                            \
    X(ABOVE_STAGE_1, "above_stage_1")                                                                        \
    X(ABOVE_STAGE_2, "above_stage_2")                                                                        \
    X(SECOND_FLOOR, "second_floor")                                                                          \
    X(DARK_ROOM, "dark_room")                                                                                \
    X(LAPS_BELOW_3, "laps_below_3")                                                                          \
    X(SILVER_DOLLAR, "silver_dollar")                                                                        \
    X(BLOODY_CROWN, "bloody_crown")                                                                          \
    X(ANY_CROWN, "any_crown")                                                                                \
    X(OWN_CROWN, "own_crown")                                                                                \
    X(GOLDEN_HORSESHOE, "golden_horseshoe")                                                                  \
    X(MOMS_BOX, "moms_box")                                                                                  \
    X(FRAGMENTED_CARD, "fragmented_card")                                                                    \
    X(VOODOO_HEAD, "voodoo_head")                                                                            \
    X(LUNA, "luna")                                                                                          \
    X(CARD_OR_LUNA, "card_or_luna")                                                                          \
    X(CARD_AND_LUNA, "card_and_luna")                                                                        \
    X(CAIN_WITH_BIRTHRIGHT, "cain_with_birthright")

#define FL_REBIRTH_TEST_ENUM(symbol, word) FL_REBIRTH_##symbol,
typedef enum fl_rebirth_test { FL_REBIRTH_TESTS(FL_REBIRTH_TEST_ENUM) FL_REBIRTH_TESTS_N } fl_rebirth_test;
#undef FL_REBIRTH_TEST_ENUM

/* Switches of a rule set: name, least, most. Meanings stand in the files. */
#define FL_REBIRTH_SWITCHES(X)                                                                               \
    X(has_blue_womb, 0, 1)                                                                                   \
    X(has_void, 0, 1)                                                                                        \
    X(budget_by_origin, 0, 1)                                                                                \
    X(rooms_by_prose, 0, 1)                                                                                  \
    X(void_rooms_spread, 0, 10)                                                                              \
    X(forced_ends, 0, 9)                                                                                     \
    X(voodoo_end, 0, 1)                                                                                      \
    X(attempts_max, 1, 10000)                                                                                \
    X(grows_after, 0, 1000)                                                                                  \
    X(widens_small_pools, 0, 1)                                                                              \
    X(rare_easy_rooms, 0, 1000)                                                                              \
    X(picks_in_single, 0, 1)                                                                                 \
    X(boss_tries, 1, 100)                                                                                    \
    X(boss_none_ends, 0, 1)                                                                                  \
    X(boss_double_from, 0, 1)                                                                                \
    X(boss_from_side, 0, 1)                                                                                  \
    X(second_boss_by_slot, 0, 1)                                                                             \
    X(second_boss_grows_first, 0, 1)                                                                         \
    X(second_boss_single_try, 0, 1)                                                                          \
    X(blocks_round_boss, 0, 1)                                                                               \
    X(super_secret_is_seen, 0, 1)                                                                            \
    X(library_subtype_first, 0, 1)                                                                           \
    X(treasure_from_stage, 0, 1)                                                                             \
    X(challenge_by_floor, 0, 1)                                                                              \
    X(normal_subtype_zero, 0, 1)                                                                             \
    X(sinless_rolls_curse, 0, 1)                                                                             \
    X(laps_lift_darkness, 0, 1)                                                                              \
    X(takes_end_first, 0, 1)

typedef struct fl_rebirth_switches {
#define FL_REBIRTH_SWITCH_FIELD(name, min, max) int name;
    FL_REBIRTH_SWITCHES(FL_REBIRTH_SWITCH_FIELD)
#undef FL_REBIRTH_SWITCH_FIELD
} fl_rebirth_switches;

typedef struct fl_rebirth_chance {
    uint32_t hits, of; /* of 0: there is no such chance */
} fl_rebirth_chance;

/* A row of the rule set's table of gates, with the settings worked in. */
typedef struct fl_rebirth_gate {
    fl_rebirth_step step;
    bool is_tried;      /* stage and conditions allow it */
    bool is_let;        /* the conditions that are asked after the roll hold */
    bool is_sure;       /* passes whatever the roll says */
    bool second_counts; /* the second chance's condition holds (it is drawn in any case) */
    bool other_counts;  /* the same for the other kind's second chance */
    bool other_is_let;  /* the other kind may be placed */
    unsigned times;     /* how often the step is done */
    fl_rebirth_chance first, second;
    fl_rebirth_chance other_first, other_second; /* that it is the other of its two kinds */
    unsigned event, other_event;                 /* numbers in fl_floor.gate */
} fl_rebirth_gate;

typedef struct fl_rebirth_window {
    int least, most;
    int rarely; /* what `least` is for one room in rare_easy_rooms; 0: never another */
} fl_rebirth_window;

/* Floors whose rooms' difficulty is told apart. */
typedef enum fl_rebirth_floor {
    FL_REBIRTH_ODD,
    FL_REBIRTH_EVEN,
    FL_REBIRTH_LARGE,
    FL_REBIRTH_LATE,
    FL_REBIRTH_VOID
} fl_rebirth_floor;

typedef struct fl_rebirth_rules {
    int64_t value[FL_REBIRTH_SETTINGS_N];
    unsigned stage, stage_type;
    bool scatters; /* floor numbers are no run seeds, but scattered over them */
    bool is_hard, is_exact, has_interiors, has_specials;
    uint32_t holds; /* bit per fl_rebirth_test */
    fl_rebirth_switches is;
    uint32_t super_odds;                          /* of a mini-boss's super form, 1 in so many */
    uint32_t curse_odds;                          /* 1 in so many; 0 = none */
    fl_rebirth_window window[FL_REBIRTH_WINDOWS]; /* for this mode */
    fl_weight planetarium;                        /* chance */
    fl_rebirth_gate gate[FL_GATE_MAX];
    unsigned gates_n;
    uint8_t tried[FL_GATE_MAX]; /* numbers of those gates that are tried */
    unsigned tried_n;
    const char *event_names[FL_GATE_MAX];
    unsigned events_n;
    fl_pool_choice_file special, normal;           /* room files; empty without interiors */
    uint32_t shapes[FL_REBIRTH_WINDOWS];           /* bit per shape that the window's rooms have */
    fl_rebirth_window widened[FL_REBIRTH_WINDOWS]; /* the window, or 1…15 where it holds too few rooms */
    fl_rebirth_random_ahead ahead;                 /* for rng=isaac */
} fl_rebirth_rules;

static inline bool fl_rebirth_rules_holds(const fl_rebirth_rules *self, fl_rebirth_test test)
{
    return self->holds >> test & 1;
}

/* Whether a rule of the layout is broken on purpose. */
static inline bool fl_rebirth_rules_breaks(const fl_rebirth_rules *self, fl_rebirth_fault fault)
{
    return self->value[FL_REBIRTH_SET_PLANT_LAYOUT] == (int64_t)fault;
}

/* Rules from settings; the presets of `preset` are written into `values`. */
FL_NODISCARD fl_err fl_rebirth_rules_init(fl_rebirth_rules *self, fl_setting_values *values, fl_diag *diag);
void fl_rebirth_rules_free(fl_rebirth_rules *self);

#endif
