/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Needed only by the files of this folder and its tests. */
#ifndef FL_ANALYSIS_EXACT_EXACT_PRIVATE_H
#define FL_ANALYSIS_EXACT_EXACT_PRIVATE_H

#include "analysis/exact/exact.h"

enum { FL_EXACT_ROOM_PROOF_STEPS = 3000000 /* after this many the search gives up */ };

#endif
