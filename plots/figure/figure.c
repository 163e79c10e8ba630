/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of figures. One more figure: a row here, its function, a template in plots/ and data/meson.build,
 * a test. */
#include "plots/figure/figure.h"

#include "plots/figure/figure_private.h"

#include <string.h>

static const fl_figure figures[] = {
    {"metrics", "every metric along the swept setting: mean, middle half, middle 90 %", "metrics",
     "plots/metrics.gp", 1, 1, 960, 660, fl_figure_metrics_swept},
    {"odds", "documented against observed odds, with intervals", "events with documented odds",
     "plots/odds.gp", 1, 1, 900, 520, fl_figure_odds_forest},
    {"convergence", "odds settling on what the documents say, with confidence sequences",
     "events with documented odds", "plots/convergence.gp", 1, 1, 960, 620, fl_figure_odds_convergence},
    {"rolls", "how often a special room's roll is won, and how often a floor has the room",
     "gates that were rolled", "plots/lines.gp", 1, 1, 960, 660, fl_figure_odds_rolls},
    {"loops", "floors with loops and with double doors", "the metrics loops and double_doors",
     "plots/lines.gp", 1, 1, 960, 340, fl_figure_odds_loops},
    {"map", "where on the board rooms of each kind lie", "maps", "plots/map.gp", 1, 1, 800, 720,
     fl_figure_planes_map},
    {"range", "expressive range: two metrics of each floor, with their own distributions", "joints",
     "plots/range.gp", 1, 1, 640, 620, fl_figure_planes_range},
    {"corner", "expressive range of three to six metrics, every pair",
     "joints of every pair of three metrics", "plots/corner.gp", 1, 1, 900, 860, fl_figure_planes_corner},
    {"rooms", "numbers of rooms against the documented formula", "the metric plan_rooms", "plots/spread.gp",
     1, 1, 900, 420, fl_figure_rooms_count},
    {"dead_ends", "dead ends against the documented minimum", "the metric dead_ends", "plots/spread.gp", 1, 1,
     900, 420, fl_figure_rooms_dead_ends},
    {"secret", "neighbours of the secret room along the swept setting", "the metric secret_neighbours",
     "plots/stack.gp", 1, 1, 900, 420, fl_figure_rooms_secret},
    {"shapes", "rooms of each shape on a floor", "metrics of shapes", "plots/dots.gp", 1, 1, 760, 520,
     fl_figure_rooms_shapes},
    {"bosses", "how often each boss occurs", "the metric boss_identity", "plots/matrix.gp", 1, 1, 900, 640,
     fl_figure_rooms_bosses},
    {"clustering", "the distribution of the rooms' clustering numbers", "the metric clustering_room",
     "plots/decay.gp", 1, FL_FIGURE_RUNS, 960, 420, fl_figure_metrics_clustering},
    {"attempts", "how many layouts had to be tried", "the metric attempts", "plots/decay.gp", 1,
     FL_FIGURE_RUNS, 960, 420, fl_figure_metrics_attempts},
    {"overlay", "the metrics of several runs laid over each other", "metrics that all of them have",
     "plots/overlay.gp", 2, FL_FIGURE_RUNS, 960, 660, fl_figure_metrics_overlay},
    {"speed", "floors a second by threads, one point a run", "several runs", "plots/speed.gp", 2,
     FL_FIGURE_RUNS, 600, 460, fl_figure_metrics_speed},
};

const fl_figure *fl_figure_all(size_t *n)
{
    *n = sizeof figures / sizeof figures[0];
    return figures;
}

const fl_figure *fl_figure_find(const char *name)
{
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        if (strcmp(figures[i].name, name) == 0) {
            return &figures[i];
        }
    }
    return NULL;
}
