/* SPDX-License-Identifier: MIT */
/* Kinds of rooms, for every generator: one table of name, map symbol, rank, colour and label. */
#ifndef FL_GEN_FLOOR_KIND_H
#define FL_GEN_FLOOR_KIND_H

/* symbol, name, sign, rank, colour, label. A door has the kind of higher rank of its two rooms. Kinds may
 * share a colour if their map symbols differ. */
#define FL_KIND_TABLE(X)                                                                                     \
    X(FL_KIND_NORMAL, "normal", ' ', 0, 0xe8e6df, "normal room")                                             \
    X(FL_KIND_START, "start", '@', 100, 0xffffff, "start")                                                   \
    X(FL_KIND_BOSS, "boss", 'B', 90, 0xd55e00, "boss")                                                       \
    X(FL_KIND_SHOP, "shop", '$', 70, 0x009e73, "shop")                                                       \
    X(FL_KIND_TREASURE, "treasure", 'T', 72, 0xf0e442, "treasure room")                                      \
    X(FL_KIND_SECRET, "secret", '?', 80, 0x56b4e9, "secret room")                                            \
    X(FL_KIND_SUPER_SECRET, "super_secret", '!', 79, 0x0072b2, "super secret room")                          \
    X(FL_KIND_ULTRA_SECRET, "ultra_secret", '*', 78, 0xcc79a7, "ultra secret room")                          \
    X(FL_KIND_SACRIFICE, "sacrifice", 'S', 60, 0xcc79a7, "sacrifice room")                                   \
    X(FL_KIND_DICE, "dice", 'D', 59, 0xcc79a7, "dice room")                                                  \
    X(FL_KIND_LIBRARY, "library", 'L', 58, 0x56b4e9, "library")                                              \
    X(FL_KIND_CURSE, "curse", 'C', 57, 0xe69f00, "curse room")                                               \
    X(FL_KIND_MINIBOSS, "miniboss", 'M', 56, 0xe69f00, "mini-boss")                                          \
    X(FL_KIND_CHALLENGE, "challenge", 'X', 55, 0xe69f00, "challenge room")                                   \
    X(FL_KIND_BOSS_CHALLENGE, "boss_challenge", 'Y', 54, 0xe69f00, "boss challenge room")                    \
    X(FL_KIND_ARCADE, "arcade", 'A', 53, 0x009e73, "arcade")                                                 \
    X(FL_KIND_VAULT, "vault", 'V', 52, 0xf0e442, "vault")                                                    \
    X(FL_KIND_CLEAN_BEDROOM, "clean_bedroom", 'b', 51, 0x56b4e9, "clean bedroom")                            \
    X(FL_KIND_DIRTY_BEDROOM, "dirty_bedroom", 'd', 50, 0xe69f00, "dirty bedroom")                            \
    X(FL_KIND_PLANETARIUM, "planetarium", 'P', 62, 0x0072b2, "planetarium")                                  \
    X(FL_KIND_GRAVE, "grave", 'G', 49, 0xbbbbbb, "grave room")                                               \
    X(FL_KIND_SPECIAL, "special", '+', 40, 0xf0e442, "special room")                                         \
    X(FL_KIND_END, "end", 'E', 91, 0xd55e00, "end")

#define FL_KIND_ENUM(symbol, name, sign, rank, colour, label) symbol,
typedef enum fl_kind { FL_KIND_TABLE(FL_KIND_ENUM) FL_KIND_COUNT } fl_kind;
#undef FL_KIND_ENUM

typedef struct fl_kind_row {
    const char *name;
    char sign;
    int rank;
    unsigned colour; /* 0xRRGGBB */
    const char *label;
} fl_kind_row;

/* The table's row of a kind. */
const fl_kind_row *fl_kind_of(fl_kind kind);

/* Returns the kind with a name; FL_KIND_COUNT if there is none. */
fl_kind fl_kind_named(const char *name);

/* True for secret rooms of all kinds, hidden on the game's map until they are found. */
static inline int fl_kind_is_secret(fl_kind kind)
{
    return kind == FL_KIND_SECRET || kind == FL_KIND_SUPER_SECRET || kind == FL_KIND_ULTRA_SECRET;
}

/* True for kinds that are added to a complete layout, unless a floor says otherwise. A super secret room is
 * not one: it takes a dead end. */
static inline int fl_kind_is_added(fl_kind kind)
{
    return kind == FL_KIND_SECRET || kind == FL_KIND_ULTRA_SECRET;
}

#endif
