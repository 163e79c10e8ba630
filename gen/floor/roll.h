/* SPDX-License-Identifier: MIT */
/* Result of a roll on one floor. A roll decides by a roll (or two) if a special room appears.
 *
 * Documents give the chance of a roll; players see the share of floors. Both can be counted from these
 * flags. */
#ifndef FL_GEN_FLOOR_ROLL_H
#define FL_GEN_FLOOR_ROLL_H

#include <stdint.h>

enum { FL_ROLL_MAX = 48 };

/* Bits of an fl_roll. symbol, bit, name, meaning */
#define FL_ROLL_TABLE(X)                                                                                     \
    X(FL_ROLL_ROLLED, 0, "rolled", "the roll was made")                                                      \
    X(FL_ROLL_FIRST, 1, "first_chance", "the first chance was won")                                          \
    X(FL_ROLL_SECOND_ROLLED, 2, "second_rolled", "the first chance missed and there was a second")           \
    X(FL_ROLL_SECOND, 3, "second_chance", "the second chance was won")                                       \
    X(FL_ROLL_WON, 4, "won", "a chance was won")                                                             \
    X(FL_ROLL_NO_DEAD_END, 5, "no_dead_end", "no end room was left for it")                                  \
    X(FL_ROLL_PLACED, 6, "placed", "the room was placed")

#define FL_ROLL_ENUM(symbol, bit, name, meaning) symbol = 1 << (bit),
typedef enum fl_roll_flag { FL_ROLL_TABLE(FL_ROLL_ENUM) FL_ROLL_FLAGS = 7 } fl_roll_flag;
#undef FL_ROLL_ENUM

typedef uint8_t fl_roll;

/* The name of flag number `bit`. */
const char *fl_roll_flag_name(unsigned bit);

/* The meaning of the flag, for lists and help. */
const char *fl_roll_flag_meaning(unsigned bit);

#endif
