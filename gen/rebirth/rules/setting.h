/* The settings of Rebirth floors: names are part of the interface. */
#ifndef FL_GEN_REBIRTH_RULES_SETTING_H
#define FL_GEN_REBIRTH_RULES_SETTING_H

#include "gen/base/setting.h"

/* A planted bias: a wrong chance on purpose, to see that it is found out. */
#define FL_REBIRTH_PLANT "planted: a chance such as 1/3, instead"

/* symbol, name, type, least, most, default, choices, meaning */
#define FL_REBIRTH_SETTINGS(X)                                                                               \
    X(RULES, "rules", CHOICE, 0, 0, "afterbirth-plus",                                                       \
      "blade afterbirth-plus repentance wiki wiki-pseudocode", "the document or program whose rules hold")   \
    X(RNG, "rng", CHOICE, 0, 0, "pcg", "pcg isaac",                                                          \
      "random numbers: PCG, or the game's own, where a floor's number is the game's run seed")               \
    X(SEED_ORDER, "seed_order", CHOICE, 0, 0, "auto", "auto sequential scattered",                           \
      "with rng isaac: floor numbers are run seeds, or are scattered over them; auto: run and verify "       \
      "scatter")                                                                                             \
    X(STAGE, "stage", NUMBER, 1, 12, "1", "",                                                                \
      "1 and 2 Basement, 3 and 4 Caves, 5 and 6 Depths, 7 and 8 Womb, 9 Blue Womb, 10 Sheol or Cathedral, "  \
      "11 Dark Room or Chest, 12 The Void")                                                                  \
    X(STAGE_TYPE, "stage_type", NUMBER, 0, 2, "0", "",                                                       \
      "0 the first of the chapter's stages (Basement, Sheol, Dark Room), 1 the second (Cellar, Cathedral, "  \
      "Chest), 2 the third (Burning Basement)")                                                              \
    X(HARD, "hard", FLAG, 0, 1, "off", "", "hard mode")                                                      \
    X(UNLOCKS, "unlocks", CHOICE, 0, 0, "all", "fresh womb terrible all",                                    \
      "how much of the game is unlocked: sets the chance of a curse and of super mini-bosses")               \
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
      "who plays, where the rules ask: bone hearts, health of the Lost, Cain's arcades")                     \
    X(BIRTHRIGHT, "birthright", FLAG, 0, 1, "off", "", "Birthright is held (Cain's arcades)")                \
    X(ITEMS, "items", SET, 0, 0, "[]",                                                                       \
      "black_candle silver_dollar bloody_crown golden_horseshoe pay_to_win fragmented_card voodoo_head "     \
      "luna holy_crown wicked_crown telescope_lens moms_box crystal_ball magic_8_ball sausage",              \
      "items and trinkets held")                                                                             \
    X(VICTORY_LAP, "victory_lap", NUMBER, 0, 99, "0", "", "victory laps behind the player")                  \
    X(DEVIL_VISITED, "devil_visited", FLAG, 0, 1, "off", "", "a devil room was entered this run")            \
    X(BOOK_PICKED, "book_picked", FLAG, 0, 1, "off", "", "the flag that the game never sets")                \
    X(TREASURE_ENTERED, "treasure_rooms_entered", NUMBER, 0, 99, "99", "",                                   \
      "treasure rooms entered this run; fewer than stages passed help the planetarium")                      \
    X(PLANETARIUMS, "planetariums_entered", NUMBER, 0, 99, "0", "", "planetariums entered this run")         \
    X(ROOMS, "rooms", TEXT, 0, 0, "", "",                                                                    \
      "a folder with the game's room files (00.special rooms.xml, …); empty: the pool that ships")           \
    X(INTERIORS, "interiors", FLAG, 0, 1, "on", "",                                                          \
      "choose room interiors; off (rng pcg only): every special room is 1x1 with all doors")                 \
    X(SPECIALS, "specials", FLAG, 0, 1, "on", "",                                                            \
      "special rooms; off: the first layout with enough dead ends")                                          \
    X(LAYOUT, "layout", CHOICE, 0, 0, "grown", "grown none",                                                 \
      "none: only the special rooms' rolls, each as if it had a free dead end; needs interiors=off")         \
    X(PLANT_DICE_OR_SACRIFICE, "plant.dice_or_sacrifice", CHANCE, 0, 0, "off", "", FL_REBIRTH_PLANT)         \
    X(PLANT_DICE, "plant.dice", CHANCE, 0, 0, "off", "", FL_REBIRTH_PLANT)                                   \
    X(PLANT_LIBRARY, "plant.library", CHANCE, 0, 0, "off", "", FL_REBIRTH_PLANT)                             \
    X(PLANT_CURSE, "plant.curse", CHANCE, 0, 0, "off", "", FL_REBIRTH_PLANT)                                 \
    X(PLANT_MINIBOSS, "plant.miniboss", CHANCE, 0, 0, "off", "", FL_REBIRTH_PLANT)                           \
    X(PLANT_CHALLENGE, "plant.challenge", CHANCE, 0, 0, "off", "", FL_REBIRTH_PLANT)                         \
    X(PLANT_VAULT, "plant.vault", CHANCE, 0, 0, "off", "", FL_REBIRTH_PLANT)                                 \
    X(PLANT_BEDROOM, "plant.bedroom", CHANCE, 0, 0, "off", "", FL_REBIRTH_PLANT)                             \
    X(PLANT_CLEAN_BEDROOM, "plant.clean_bedroom", CHANCE, 0, 0, "off", "", FL_REBIRTH_PLANT)                 \
    X(PLANT_TREASURE_MORE, "plant.treasure_more", CHANCE, 0, 0, "off", "", FL_REBIRTH_PLANT)                 \
    X(PLANT_PLANETARIUM, "plant.planetarium", CHANCE, 0, 0, "off", "", FL_REBIRTH_PLANT)                     \
    X(PLANT_LAYOUT, "plant.layout", CHOICE, 0, 0, "none",                                                    \
      "none more_rooms fewer_ends nearest_boss far_secret",                                                  \
      "planted: a room more than asked for, a dead end less, the boss in the nearest dead end, the secret "  \
      "room where an ultra secret room would be")

#define FL_REBIRTH_SETTING_ENUM(symbol, ...) FL_REBIRTH_SET_##symbol,
typedef enum fl_rebirth_setting {
    FL_REBIRTH_SETTINGS(FL_REBIRTH_SETTING_ENUM) FL_REBIRTH_SETTINGS_N
} fl_rebirth_setting;
#undef FL_REBIRTH_SETTING_ENUM

/* Choices of plant.layout. */
typedef enum fl_rebirth_fault {
    FL_REBIRTH_NO_FAULT,
    FL_REBIRTH_MORE_ROOMS,
    FL_REBIRTH_FEWER_ENDS,
    FL_REBIRTH_NEAREST_BOSS,
    FL_REBIRTH_FAR_SECRET,
} fl_rebirth_fault;

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

#endif
