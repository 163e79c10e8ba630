/* SPDX-License-Identifier: MIT */
/* Floors of the original game: one row for three rule sets. See classic_rules.h for the settings. */
#ifndef FL_GEN_CLASSIC_CLASSIC_H
#define FL_GEN_CLASSIC_CLASSIC_H

#include "gen/floor/generator.h"

extern const fl_generator fl_classic;

#endif
