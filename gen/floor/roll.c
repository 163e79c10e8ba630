/* SPDX-License-Identifier: MIT */
/* Names and meanings of the roll flags. */
#include "gen/floor/roll.h"

#define FL_ROLL_NAME(symbol, bit, name, meaning) name,
static const char *const names[FL_ROLL_FLAGS] = {FL_ROLL_TABLE(FL_ROLL_NAME)};
#undef FL_ROLL_NAME

#define FL_ROLL_MEANING(symbol, bit, name, meaning) meaning,
static const char *const meanings[FL_ROLL_FLAGS] = {FL_ROLL_TABLE(FL_ROLL_MEANING)};
#undef FL_ROLL_MEANING

const char *fl_roll_flag_meaning(unsigned bit)
{
    return meanings[bit < FL_ROLL_FLAGS ? bit : 0];
}

const char *fl_roll_flag_name(unsigned bit)
{
    return names[bit < FL_ROLL_FLAGS ? bit : 0];
}
