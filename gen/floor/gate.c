/* Names of the gate flags. */
#include "gen/floor/gate.h"

#define FL_GATE_NAME(symbol, bit, name, meaning) name,
static const char *const names[FL_GATE_FLAGS] = {FL_GATE_TABLE(FL_GATE_NAME)};
#undef FL_GATE_NAME

const char *fl_gate_flag_name(unsigned bit)
{
    return names[bit < FL_GATE_FLAGS ? bit : 0];
}
