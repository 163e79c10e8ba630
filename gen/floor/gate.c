/* SPDX-License-Identifier: MIT */
/* Names and meanings of the gate flags. */
#include "gen/floor/gate.h"

#include <string.h>

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

bool fl_gate_is_name(const char *name, size_t most)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    size_t length = strnlen(name, most + 1);
    return length > 0 && length <= most && strspn(name, letters) == length;
}
