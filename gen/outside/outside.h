/* SPDX-License-Identifier: MIT */
/* Floors of a user's external program, as samples.
 *
 * fl_outside is the generator row `program`: the setting `command` names the program, other settings are
 * passed on to it. Each block of scratch memory has its own process. It gets requests, one a line, and
 * answers each with the requested number of floor lines:
 *
 *     {"seed":1,"first":64,"floors":2,"settings":{"size":3}}
 *     {"rooms":[{"cells":[[0,0]]},{"cells":[[1,0]]}]}
 *     {"rooms":[{"cells":[[0,0]]},{"cells":[[0,1]]}]}
 *
 * External errors are not failed floors; `check` reports them. Every thousandth floor is also requested from
 * a second process, which must give the same.
 *
 * Reading a result never starts its program: rules made with a closed list of files (gen/base/files.h) cannot
 * be opened. */
#ifndef FL_GEN_OUTSIDE_OUTSIDE_H
#define FL_GEN_OUTSIDE_OUTSIDE_H

#include "gen/floor/generator.h"

/* symbol, name, type, min, max, default, choices, meaning */
#define FL_OUTSIDE_SETTINGS(X)                                                                               \
    X(COMMAND, "command", TEXT, 0, 0, "", "",                                                                \
      "the program and its arguments, a list or words with quotes; it answers each line such as "            \
      "{\"seed\":1,\"first\":0,\"floors\":2,\"settings\":{}} with a line of JSON for each floor, and "       \
      "flushes them")                                                                                        \
    X(WITH, "with", TEXT, 0, FL_SETTING_OTHERS, "", "",                                                      \
      "what is handed on to the program, a JSON object; settings of other names are added to it")            \
    X(TIMEOUT, "timeout", NUMBER, 1, 86400, "10", "", "seconds to wait for a floor")                         \
    X(ROLL_NAMES, "roll_names", TEXT, 0, 0, "", "",                                                          \
      "rolls that its first floors do not name, \"sacrifice dice\"; those of the first floors are known")    \
    X(BOARD, "board", NUMBER, 0, 200, "0", "",                                                               \
      "cells of the largest board from side to side; 0 = by its first floors, with much room to spare")      \
    X(UNREPEATABLE, "unrepeatable", FLAG, 0, 1, "off", "",                                                   \
      "floors need not come out the same when they are asked for again; such a run cannot be repeated")

#define FL_OUTSIDE_ENUM(symbol, ...) FL_OUTSIDE_##symbol,
typedef enum fl_outside_setting {
    FL_OUTSIDE_SETTINGS(FL_OUTSIDE_ENUM) FL_OUTSIDE_SETTINGS_N
} fl_outside_setting;
#undef FL_OUTSIDE_ENUM

#define FL_OUTSIDE_VERSION 1

extern const fl_generator fl_outside;

#endif
