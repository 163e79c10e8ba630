/* Floors of the remakes: one row for five rule sets. See rebirth_setting.h for the settings. */
#ifndef FL_GEN_REBIRTH_REBIRTH_H
#define FL_GEN_REBIRTH_REBIRTH_H

#include "gen/floor/generator.h"

extern const fl_generator fl_rebirth;

#endif
