/* The names of the bosses of the remakes. */
#ifndef FL_PLOTS_FIGURE_BOSSES_H
#define FL_PLOTS_FIGURE_BOSSES_H

/* The name of a boss's number (the metric boss_identity of the generator "rebirth"); NULL where there is none. */
const char *fl_figure_bosses_name(unsigned number);

#endif
