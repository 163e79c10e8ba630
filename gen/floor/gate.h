/* SPDX-License-Identifier: MIT */
/* Result of a gate on one floor. A gate decides by a roll (or two) if a special room appears.
 *
 * Documents give the chance of a roll; players see the share of floors. Both can be counted from these
 * flags. */
#ifndef FL_GEN_FLOOR_GATE_H
#define FL_GEN_FLOOR_GATE_H

#include <stdint.h>

enum { FL_GATE_MAX = 48 };

/* Bits of an fl_gate. symbol, bit, name, meaning */
#define FL_GATE_TABLE(X)                                                                                     \
    X(FL_GATE_ROLLED, 0, "rolled", "the gate was rolled")                                                    \
    X(FL_GATE_FIRST, 1, "first_chance", "the first chance was won")                                          \
    X(FL_GATE_SECOND_ROLLED, 2, "second_rolled", "the first chance missed and there was a second")           \
    X(FL_GATE_SECOND, 3, "second_chance", "the second chance was won")                                       \
    X(FL_GATE_PASSED, 4, "passed", "a chance was won")                                                       \
    X(FL_GATE_NO_DEAD_END, 5, "no_dead_end", "no end room was left for it")                                  \
    X(FL_GATE_PLACED, 6, "placed", "the room was placed")

#define FL_GATE_ENUM(symbol, bit, name, meaning) symbol = 1 << (bit),
typedef enum fl_gate_flag { FL_GATE_TABLE(FL_GATE_ENUM) FL_GATE_FLAGS = 7 } fl_gate_flag;
#undef FL_GATE_ENUM

typedef uint8_t fl_gate;

/* The name of flag number `bit`. */
const char *fl_gate_flag_name(unsigned bit);

/* The meaning of the flag, for lists and help. */
const char *fl_gate_flag_meaning(unsigned bit);

#endif
