/* SPDX-License-Identifier: MIT */
/* Names and meanings of the gate flags. */
#include "gen/floor/gate.h"

#define FL_GATE_NAME(symbol, bit, name, meaning) name,
static const char *const names[FL_GATE_FLAGS] = {FL_GATE_TABLE(FL_GATE_NAME)};
#undef FL_GATE_NAME

#define FL_GATE_MEANING(symbol, bit, name, meaning) meaning,
static const char *const meanings[FL_GATE_FLAGS] = {FL_GATE_TABLE(FL_GATE_MEANING)};
#undef FL_GATE_MEANING

const char *fl_gate_flag_meaning(unsigned bit)
{
    return meanings[bit < FL_GATE_FLAGS ? bit : 0];
}

const char *fl_gate_flag_name(unsigned bit)
{
    return names[bit < FL_GATE_FLAGS ? bit : 0];
}
