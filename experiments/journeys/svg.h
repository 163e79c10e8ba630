/* A run as one SVG picture: its floors in rows from left to right, with names, what the player brings, and arrows. */
#ifndef FL_EXPERIMENTS_JOURNEYS_SVG_H
#define FL_EXPERIMENTS_JOURNEYS_SVG_H

#include "experiments/journeys/load.h"

typedef struct fl_journey_svg_how {
    const char *title;
    bool is_dark;
    unsigned columns; /* 0 = four */
} fl_journey_svg_how;

/* `walk` was begun. */
FL_NODISCARD fl_err fl_journeys_svg_write(const fl_journey *journey, const fl_journey_walk *walk,
                                          const fl_journey_svg_how *how, fl_text *out, fl_diag *diag);

#endif
