/* The steps of which a rule set's table is made, in the order of the file: each places rooms of one sort. */
#ifndef FL_GEN_REBIRTH_RULES_STEP_H
#define FL_GEN_REBIRTH_RULES_STEP_H

/* symbol, word in the file, event of the other of two kinds (NULL = there is one kind) */
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

#endif
