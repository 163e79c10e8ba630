/* SPDX-License-Identifier: MIT */
/* The rules of Rebirth floors: made once from the settings and the rule set's file under data/rebirth, then
 * read by every floor.
 *
 * They hold the switches and rolls of the file, the conditions about player and stage that are true, and the
 * room pools. Everything that settings determine is computed once; only the effects of a floor's curse are
 * left to the floor. */
#ifndef FL_GEN_REBIRTH_RULES_RULES_H
#define FL_GEN_REBIRTH_RULES_RULES_H

#include "gen/base/embedded.h"
#include "gen/base/setting_values.h"
#include "gen/floor/roll.h"
#include "gen/rebirth/pool/pool.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* symbol, name, type, least, most, default, choices, meaning */
#define FL_REBIRTH_SETTINGS(X)                                                                               \
    X(RULES, "rules", CHOICE, 0, 0, "afterbirth-plus", fl_embedded_rebirth_rules,                            \
      fl_embedded_rebirth_meaning)                                                                           \
    X(RNG, "rng", CHOICE, 0, 0, "pcg", "pcg isaac",                                                          \
      "random numbers: PCG, or the game's own; then a floor's number is the game seed")                      \
    X(SEED_ORDER, "seed_order", CHOICE, 0, 0, "auto", "auto sequential scattered",                           \
      "with rng isaac: floor numbers are game seeds, or scattered over them; auto: run and verify scatter")  \
    X(STAGE, "stage", NUMBER, 1, 12, "1", "",                                                                \
      "1 and 2 Basement, 3 and 4 Caves, 5 and 6 Depths, 7 and 8 Womb, 9 Blue Womb, 10 Sheol or Cathedral, "  \
      "11 Dark Room or Chest, 12 The Void")                                                                  \
    X(STAGE_TYPE, "stage_type", NUMBER, 0, 2, "0", "",                                                       \
      "0 the first of the chapter's stages (Basement, Sheol, Dark Room), 1 the second (Cellar, Cathedral, "  \
      "Chest), 2 the third (Burning Basement)")                                                              \
    X(HARD, "hard", FLAG, 0, 1, "off", "", "hard mode")                                                      \
    X(UNLOCKS, "unlocks", CHOICE, 0, 0, "all", "fresh womb terrible all",                                    \
      "how much of the game is unlocked: sets the chance of a curse and of super mini-bosses; in "           \
      "repentance, all: nothing is above the start of Depths II, where the Strange Door is")                 \
    X(CURSE, "curse", CHOICE, 0, 0, "random", "random none labyrinth lost darkness unknown maze blind",      \
      "the floor's curse; any but random is set without a draw")                                             \
    X(PRESET, "preset", CHOICE, 0, 0, "none", "none full hurt rich",                                         \
      "a player: full (six of six half hearts), hurt (half a heart left), rich (full, 15 coins, 3 keys)")    \
    X(HEARTS, "hearts", NUMBER, 0, 48, "6", "", "red hearts, in half hearts")                                \
    X(MAX_HEARTS, "max_hearts", NUMBER, 0, 48, "6", "", "heart containers, in half hearts")                  \
    X(SOUL_HEARTS, "soul_hearts", NUMBER, 0, 48, "0", "", "soul hearts, in half hearts")                     \
    X(BONE_HEARTS, "bone_hearts", NUMBER, 0, 24, "0", "", "bone hearts, each a container of two halves")     \
    X(COINS, "coins", NUMBER, 0, 999, "0", "", "coins held")                                                 \
    X(KEYS, "keys", NUMBER, 0, 99, "0", "", "keys held")                                                     \
    X(CHARACTER, "character", CHOICE, 0, 0, "isaac", "isaac lazarus cain the_lost blue_baby the_soul",       \
      "the character, where it matters: bone hearts, health of the Lost, Cain's arcades")                    \
    X(BIRTHRIGHT, "birthright", FLAG, 0, 1, "off", "", "Birthright is held (Cain's arcades)")                \
    X(ITEMS, "items", SET, 0, 0, "[]",                                                                       \
      "black_candle silver_dollar bloody_crown golden_horseshoe pay_to_win fragmented_card voodoo_head "     \
      "luna holy_crown wicked_crown telescope_lens moms_box crystal_ball magic_8_ball sausage",              \
      "items and trinkets held")                                                                             \
    X(VICTORY_LAP, "victory_lap", NUMBER, 0, 99, "0", "", "victory laps completed")                          \
    X(DEVIL_VISITED, "devil_visited", FLAG, 0, 1, "off", "", "a devil room was entered this run")            \
    X(BOOK_PICKED, "book_picked", FLAG, 0, 1, "off", "", "a flag that the game reads but never sets")        \
    X(TREASURE_ENTERED, "treasure_rooms_entered", NUMBER, 0, 99, "99", "",                                   \
      "treasure rooms entered this run; fewer than stages passed help the planetarium")                      \
    X(PLANETARIUMS, "planetariums_entered", NUMBER, 0, 99, "0", "", "planetariums entered this run")         \
    X(ROOMS, "rooms", TEXT, 0, 0, "", "",                                                                    \
      "a folder with the game's room files (00.special rooms.xml, …); empty = the shipped pool")             \
    X(INTERIORS, "interiors", FLAG, 0, 1, "on", "",                                                          \
      "choose room interiors; off (rng pcg only): every special room is 1x1 with all doors")                 \
    X(SPECIALS, "specials", FLAG, 0, 1, "on", "",                                                            \
      "special rooms; off: the first layout with enough dead ends")                                          \
    X(LAYOUT, "layout", CHOICE, 0, 0, "grown", "grown none",                                                 \
      "none: only the special rooms' rolls, each as if it had a free dead end; needs interiors=off")         \
    X(CHALLENGE_LINE, "challenge_line", CHOICE, 0, 0, "challenge", "challenge boss",                         \
      "what the pseudo-code's challenge line places: a challenge room, or its word `boss`, once more the "   \
      "mini-boss's room")

#define FL_REBIRTH_SETTING_ENUM(symbol, ...) FL_REBIRTH_SET_##symbol,
typedef enum fl_rebirth_setting {
    FL_REBIRTH_SETTINGS(FL_REBIRTH_SETTING_ENUM) FL_REBIRTH_SETTINGS_N
} fl_rebirth_setting;
#undef FL_REBIRTH_SETTING_ENUM

/* Items of the setting `items`, in the order of its words. */
typedef enum fl_rebirth_item {
    FL_REBIRTH_ITEM_BLACK_CANDLE,
    FL_REBIRTH_ITEM_SILVER_DOLLAR,
    FL_REBIRTH_ITEM_BLOODY_CROWN,
    FL_REBIRTH_ITEM_GOLDEN_HORSESHOE,
    FL_REBIRTH_ITEM_PAY_TO_WIN,
    FL_REBIRTH_ITEM_FRAGMENTED_CARD,
    FL_REBIRTH_ITEM_VOODOO_HEAD,
    FL_REBIRTH_ITEM_LUNA,
    FL_REBIRTH_ITEM_HOLY_CROWN,
    FL_REBIRTH_ITEM_WICKED_CROWN,
    FL_REBIRTH_ITEM_TELESCOPE_LENS,
    FL_REBIRTH_ITEM_MOMS_BOX,
    FL_REBIRTH_ITEM_CRYSTAL_BALL,
    FL_REBIRTH_ITEM_MAGIC_8_BALL,
    FL_REBIRTH_ITEM_SAUSAGE,
} fl_rebirth_item;

extern const fl_setting fl_rebirth_rules_settings[FL_REBIRTH_SETTINGS_N];

/* ---- The rule set's file ---- */

/* The steps of the table of rolls; each places rooms of one sort.
 * symbol, word in the file, event of the second kind (NULL = there is only one kind) */
#define FL_REBIRTH_STEPS(X)                                                                                  \
    X(BOSS, "boss", NULL)                                                                                    \
    X(SECOND_BOSS, "second_boss", NULL)                                                                      \
    X(VOID_BOSSES, "void_bosses", NULL)                                                                      \
    X(SUPER_SECRET, "super_secret", NULL)                                                                    \
    X(SECRET_SEED, "secret_seed", NULL)                                                                      \
    X(SHOP, "shop", NULL)                                                                                    \
    X(TREASURE, "treasure", "treasure_more")                                                                 \
    X(PLANETARIUM, "planetarium", NULL)                                                                      \
    X(DICE_OR_SACRIFICE, "dice_or_sacrifice", "dice")                                                        \
    X(LIBRARY, "library", NULL)                                                                              \
    X(CURSE, "curse", NULL)                                                                                  \
    X(MINIBOSS, "miniboss", "ultra_pride")                                                                   \
    X(CHALLENGE, "challenge", NULL)                                                                          \
    X(ARCADE_OR_VAULT, "arcade_or_vault", "vault")                                                           \
    X(BEDROOM, "bedroom", "clean_bedroom")                                                                   \
    X(SECRET, "secret", NULL)                                                                                \
    X(GRAVE, "grave", NULL)                                                                                  \
    X(ULTRA_SECRET, "ultra_secret", NULL)                                                                    \
    X(NORMAL, "normal", NULL)

#define FL_REBIRTH_STEP_ENUM(symbol, word, other) FL_REBIRTH_STEP_##symbol,
typedef enum fl_rebirth_step { FL_REBIRTH_STEPS(FL_REBIRTH_STEP_ENUM) FL_REBIRTH_STEPS_N } fl_rebirth_step;
#undef FL_REBIRTH_STEP_ENUM

enum { FL_REBIRTH_WINDOWS = 5, FL_REBIRTH_UNLOCKS = 4 };

/* The conditions about player and stage that rolls can have. symbol, word in the file */
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

/* The switches that distinguish rule sets: name, least, most. The files document them. */
#define FL_REBIRTH_SWITCHES(X)                                                                               \
    X(has_blue_womb, 0, 2)                                                                                   \
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
    X(strange_door, 0, 1)                                                                                    \
    X(super_secret_is_seen, 0, 1)                                                                            \
    X(library_subtype_first, 0, 1)                                                                           \
    X(treasure_from_stage, 0, 1)                                                                             \
    X(challenge_by_floor, 0, 1)                                                                              \
    X(normal_subtype_zero, 0, 1)                                                                             \
    X(sinless_rolls_curse, 0, 1)                                                                             \
    X(laps_lift_darkness, 0, 1)                                                                              \
    X(takes_end_first, 0, 1)                                                                                 \
    X(grave_may_fail, 0, 1)                                                                                  \
    X(rolls_set_curse, 0, 1)                                                                                 \
    X(curses_apart, 0, 1)                                                                                    \
    X(large_stay, 0, 1000)                                                                                   \
    X(boss_only_farthest, 0, 1)                                                                              \
    X(ultra_secret_must, 0, 1)                                                                               \
    X(has_challenge_line, 0, 1)

typedef struct fl_rebirth_switches {
#define FL_REBIRTH_SWITCH_FIELD(name, min, max) int name;
    FL_REBIRTH_SWITCHES(FL_REBIRTH_SWITCH_FIELD)
#undef FL_REBIRTH_SWITCH_FIELD
} fl_rebirth_switches;

typedef struct fl_rebirth_chance {
    uint32_t hits, out_of; /* of = 0: missing chance */
} fl_rebirth_chance;

/* A row of the rule set's table, with the conditions already decided. */
typedef struct fl_rebirth_roll {
    fl_rebirth_step step;
    bool is_tried;        /* its stages and `if` allow it */
    bool may_place;       /* the conditions that are checked after the roll hold */
    bool is_sure;         /* passes with any roll */
    bool second_counts;   /* the second chance's condition holds; it is drawn in either case */
    bool other_counts;    /* the same for the other kind's second chance */
    bool other_may_place; /* the other kind may be placed */
    unsigned times;       /* how often the step is done */
    fl_rebirth_chance first, second;
    fl_rebirth_chance other_first, other_second; /* that the room is of the second kind */
    unsigned event, other_event;                 /* numbers in fl_floor.roll */
} fl_rebirth_roll;

typedef struct fl_rebirth_window {
    int least, most;
    int rarely, rarely_most; /* the window of one room in `rare_easy_rooms`; 0 = never */
} fl_rebirth_window;

/* Floors by the difficulty of their normal rooms. */
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
    bool scatters; /* floor numbers are scattered over the game seeds */
    bool is_hard, is_exact, has_interiors, has_specials;
    uint32_t holds;   /* bit per fl_rebirth_test */
    unsigned version; /* of the rule set, 1 if the file names none */
    fl_rebirth_switches switches;
    uint32_t super_odds;                          /* of a mini-boss's super form: 1 in this many */
    uint32_t curse_odds;                          /* 1 in this many; 0 = none */
    fl_rebirth_window window[FL_REBIRTH_WINDOWS]; /* of difficulty, for the mode (normal or hard) */
    fl_weight planetarium;                        /* chance */
    fl_rebirth_roll roll[FL_ROLL_MAX];
    unsigned rolls_n;
    uint8_t tried[FL_ROLL_MAX]; /* numbers of the rolls that are tried */
    unsigned tried_n;
    const char *event_names[FL_ROLL_MAX];
    unsigned events_n;
    fl_pool_choice_file special, normal;           /* room files; empty without interiors */
    uint32_t shapes[FL_REBIRTH_WINDOWS];           /* bit per shape of the window's rooms */
    fl_rebirth_window widened[FL_REBIRTH_WINDOWS]; /* the window, or 1…15 if it has too few rooms */
    bool furnishes_last; /* interiors of normal rooms come last and are always found: leaving them out does
                          * not change the rest of a floor */
    fl_rebirth_random_ahead ahead; /* for rng=isaac */
} fl_rebirth_rules;

static inline bool fl_rebirth_rules_holds(const fl_rebirth_rules *self, fl_rebirth_test test)
{
    return self->holds >> test & 1;
}

/* Makes rules from settings; writes the values of the preset into `values`. */
FL_NODISCARD fl_err fl_rebirth_rules_init(fl_rebirth_rules *self, fl_setting_values *values, fl_diag *diag);
void fl_rebirth_rules_free(fl_rebirth_rules *self);

#endif
