/* SPDX-License-Identifier: MIT */
/* Floors of the original game (2011): a row of the registry. Its three rule sets are the article that
 * describes the game's generator, the article's demo, and the game's own code; rules.h lists the settings. */
#ifndef FL_GEN_CLASSIC_CLASSIC_H
#define FL_GEN_CLASSIC_CLASSIC_H

#include "gen/floor/generator.h"

/* A change of any floor is a new version, and new golden digests. */
#define FL_CLASSIC_VERSION 1

extern const fl_generator fl_classic;

#endif
