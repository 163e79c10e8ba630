/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of figures: X(filler, the fields of fl_figure except `fill`), from which figure.c makes the rows
 * and figure_private.h the prototypes. The words in capitals and the named columns are defined in figure.c.
 *
 * One more figure: a row here, its words in data/manual/figures.md, and its golden table. If no filler
 * fits, also a new filler in the file of its type; if no template fits, a new one in plots/, which is built
 * in because a row names it. */
#ifndef FL_PLOTS_FIGURE_FIGURE_TABLE_H
#define FL_PLOTS_FIGURE_FIGURE_TABLE_H

#define FL_FIGURES(X)                                                                                        \
    X(fl_figure_claims_odds, "odds", "documented against observed odds, with intervals",                     \
      "verdicts on odds of events it has", "plots/odds.gp", 1, 1, 960, 520, CLAIMS,                          \
      "where the interval covers the bar of the documented chance, the document may be right; a cross lies " \
      "too far away.",                                                                                       \
      NULL, .title = "Documented and observed odds",                                                         \
      .columns = "trials hits documented fraction observed low high difference difference_low "              \
                 "difference_high source sentence verdict claim")                                            \
    X(fl_figure_values_histogram, "histogram", "how the values of every metric are distributed", "metrics",  \
      "plots/histogram.gp", 1, 1, 960, 660, FEW,                                                             \
      "the height over a value is the share of samples that have it; thin lines are 95 % intervals.", NULL,  \
      .title = "Distributions", .columns = "width trials hits share low high", .x = "value", .each = 186)    \
    X(fl_figure_claims_verdicts, "verdicts", "how many claims of each document hold", "verdicts on claims",  \
      "plots/verdicts.gp", 1, 1, 900, 420, CLAIMS,                                                           \
      "each bar counts the claims of one document; the more of the first colour, the more of them hold.",    \
      NULL, .title = "Verdicts on documented claims", .columns = "count below", .x = "claims")               \
    X(fl_figure_claims_all, "claims",                                                                        \
      "refuted and undecided claims: documented against observed, in tolerances",                            \
      "refuted or undecided claims", "plots/claims.gp", 1, 1, 960, 620, CLAIMS,                              \
      "zero is what the document says; an interval within the shaded part confirms the claim, one outside "  \
      "it refutes it.",                                                                                      \
      NULL, .title = "Claims",                                                                               \
      .columns = "sentence source documented observed low high difference difference_low difference_high "   \
                 "agrees_from agrees_to trials",                                                             \
      .x = "observed minus documented, in tolerances of the claim")                                          \
    X(fl_figure_claims_convergence, "convergence",                                                           \
      "odds settling on what the documents say, with confidence sequences",                                  \
      "verdicts on odds of events it has", "plots/convergence.gp", 1, 1, 960, 620, CLAIMS,                   \
      "the band narrows with the trials; as long as it holds the dashed line, nothing speaks against the "   \
      "document.",                                                                                           \
      NULL, .title = "Odds settling", .columns = "trials share low high documented fraction source",         \
      .x = "trials", .y = "share of trials", .each = 258)                                                    \
    X(fl_figure_metrics_swept, "metrics",                                                                    \
      "every metric along the swept setting: mean, middle half, middle 90 %", "metrics", "plots/metrics.gp", \
      1, 1, 960, 660, ALONG,                                                                                 \
      "a sign is the mean; half of the samples lie in the thick bar, nine in ten within the thin one.",      \
      NULL, .title = "Metrics", .columns = quantiles, .y = "value: mean and spread", .each = 186)            \
    X(fl_figure_paired, "paired",                                                                            \
      "how configurations differ from the first, sample by sample from the same random numbers",             \
      "paired differences", "plots/paired.gp", 1, 1, 960, 660, ALONG | PAIRED,                               \
      "zero is the first configuration; where a bar does not touch it, the configuration differs.", NULL,    \
      .title = "Paired differences", .columns = differences, .y = "difference", .each = 186)                 \
    X(fl_figure_paired_difference, "difference",                                                             \
      "how two runs differ configuration by configuration, or the values of a setting in one run",           \
      "metrics of two configurations", "plots/paired.gp", 1, 2, 960, 660, ALONG | MATCHED | APART,           \
      "zero is no difference; where a bar does not touch it, the two differ, but one bar in twenty misses "  \
      "it by chance.",                                                                                       \
      NULL, .title = "Differences", .columns = differences, .y = "difference", .each = 186)                  \
    X(fl_figure_events_rolls, "rolls",                                                                       \
      "how often a special room's roll is won, and how often a floor has the room",                          \
      "rolls that were rolled", "plots/lines.gp", 1, 1, 960, 660, ALONG,                                     \
      "a sign is the share with its interval.", agrees, .title = "Rolls and rooms", .columns = shares,       \
      .each = 186)                                                                                           \
    X(fl_figure_events_own, "events", "how often the events happen that the experiment wrote itself",        \
      "events of its own", "plots/lines.gp", 1, 1, 960, 660, ALONG,                                          \
      "a sign is the share with its interval.", agrees, .title = "Events", .columns = shares, .each = 186)   \
    X(fl_figure_events_loops, "loops", "floors with loops and with double doors",                            \
      "the metrics loops and double_doors", "plots/lines.gp", 1, 1, 960, 340, ALONG,                         \
      "a sign is the share of floors with its interval; two that overlap may be the same.", NULL,            \
      .title = "Loops and double doors", .columns = shares, .y = "share of floors")                          \
    X(fl_figure_planes_map, "map", "where on the board rooms of each kind lie", "maps of floors",            \
      "plots/map.gp", 1, 1, 800, 760, POOLED,                                                                \
      "the board from above; the stronger the colour of a cell, the more floors have such a room there, as " \
      "the bar below says.",                                                                                 \
      NULL, .title = "Where rooms lie", .columns = "y count share peak")                                     \
    X(fl_figure_planes_tiles, "tiles",                                                                       \
      "where tiles of each sort lie in a chunk room, a page for each configuration", "maps of chunk rooms",  \
      "plots/map.gp", 1, 1, 800, 760, 0,                                                                     \
      "the room from above; the stronger the colour of a place, the more rooms have such a tile there, as "  \
      "the bar below says.",                                                                                 \
      NULL, .title = "Where tiles stand", .columns = "y count share peak", .each = 200)                      \
    X(fl_figure_planes_range, "range",                                                                       \
      "expressive range: two metrics of each sample, with their own distributions", "joints",                \
      "plots/range.gp", 1, 1, 640, 620, POOLED,                                                              \
      "the stronger the colour of a cell, the more samples have both values; bars along the edges add up "   \
      "rows and columns.",                                                                                   \
      NULL, .title = "Expressive range", .columns = cells)                                                   \
    X(fl_figure_planes_ranges, "ranges", "expressive range of each configuration, side by side",             \
      "joints of two configurations or more", "plots/ranges.gp", 1, 1, 960, 640, 0,                          \
      "the stronger the colour of a cell, the more samples of the configuration have both values; where "    \
      "panels "                                                                                              \
      "differ, the configurations do.",                                                                      \
      NULL, .title = "Expressive range by configuration", .columns = cells)                                  \
    X(fl_figure_planes_corner, "corner", "expressive range of three to six metrics, every pair",             \
      "joints of every pair of three metrics", "plots/corner.gp", 1, 1, 900, 860, POOLED,                    \
      "each panel shows two metrics: the stronger the colour, the more samples have both values; those on "  \
      "the diagonal show one metric alone.",                                                                 \
      NULL, .title = "Expressive range", .columns = cells)                                                   \
    X(fl_figure_values_numbers, "rooms", "numbers of rooms against the documented formula",                  \
      "the metric plan_rooms", "plots/numbers.gp", 1, 1, 900, 460, ALONG,                                    \
      "the stronger the colour of a field, the more floors have that number.",                               \
      "A frame is what the document allows, so fields outside contradict it.", .title = "Numbers of rooms",  \
      .columns = numbers, .names = {"plan_rooms"})                                                           \
    X(fl_figure_values_numbers, "dead_ends", "dead ends against the documented minimum",                     \
      "the metric dead_ends", "plots/numbers.gp", 1, 1, 900, 460, ALONG,                                     \
      "the stronger the colour of a field, the more floors have that number.",                               \
      "A frame is the documented minimum, so fields below contradict it.", .title = "Dead ends",             \
      .columns = numbers, .names = {"dead_ends"})                                                            \
    X(fl_figure_values_secret, "secret", "neighbours of the secret room along the swept setting",            \
      "the metric secret_neighbours", "plots/stack.gp", 1, 1, 900, 420, ALONG,                               \
      "each layer is the share of floors whose secret room has that many neighbours; the layers add up to "  \
      "all floors that have one.",                                                                           \
      NULL, .title = "Rooms beside the secret room", .columns = "count share below", .y = "share of floors") \
    X(fl_figure_values_shapes, "shapes", "rooms of each shape on a floor", "metrics of shapes",              \
      "plots/dots.gp", 1, 1, 760, 520, POOLED,                                                               \
      "the farther right, the more rooms of that shape; equal steps of the axis multiply the number; bars "  \
      "that do not overlap differ.",                                                                         \
      NULL, .title = "Shapes of rooms", .columns = "mean low high",                                          \
      .x = "rooms of the shape a floor (logarithmic)")                                                       \
    X(fl_figure_values_bosses, "bosses", "how often each boss occurs", "the metric boss_identity",           \
      "plots/matrix.gp", 1, 1, 900, 640, ALONG,                                                              \
      "each number is the percentage of floors with that boss, in the order in which bosses are met; a "     \
      "column adds up to all floors, but for rare bosses.",                                                  \
      NULL, .title = "Bosses", .columns = "y count share number", .y = "boss")                               \
    X(fl_figure_values_decay, "clustering", "the distribution of the rooms' clustering numbers",             \
      "the metric clustering_room", "plots/decay.gp", 1, FL_FIGURE_RUNS, 960, 420, POOLED | MATCHED,         \
      "the height over x is the share of rooms with x or more; each step of the axis is a tenth of the one " \
      "above.",                                                                                              \
      NULL, .title = "Clustering numbers", .columns = "count share", .x = "clustering number of a room",     \
      .y = "share of rooms with this clustering number or more", .names = {"clustering_room"})               \
    X(fl_figure_values_decay, "attempts", "how many layouts had to be tried", "the metric attempts",         \
      "plots/decay.gp", 1, FL_FIGURE_RUNS, 960, 420, POOLED | MATCHED,                                       \
      "the height over x is the share of floors that needed x layouts or more; each step of the axis is a "  \
      "tenth of the one above.",                                                                             \
      NULL, .title = "Attempts", .columns = "count share", .x = "layouts tried",                             \
      .y = "share of floors that needed at least that many", .names = {"attempts"})                          \
    X(fl_figure_events_by_floor, "endings", "where runs through a plan end", "journeys and their ends",      \
      "plots/shares.gp", 1, 1, 860, 420, 0,                                                                  \
      "a sign is the share of runs that end there, with its interval.", share, .title = "Where runs end",    \
      .columns = shares, .x = "share of runs", .names = {"ended.", "unfinished"})                            \
    X(fl_figure_events_by_floor, "losses", "on which floors players die", "journeys whose players can die",  \
      "plots/shares.gp", 1, 1, 860, 420, 0,                                                                  \
      "a sign is the share of runs that are lost on that floor, with its interval.", share,                  \
      .title = "Where runs are lost", .columns = shares, .x = "share of runs", .names = {"died.", "died"})   \
    X(fl_figure_events_met, "met", "how many runs have met a kind of room by the end of each chapter",       \
      "journeys and the rooms they meet", "plots/lines.gp", 1, 1, 960, 660, 0,                               \
      "a line rises as runs meet their first room of the kind.", share,                                      \
      .title = "Rooms met by the end of a chapter", .columns = shares, .x = "chapter", .y = "share of runs", \
      .each = 186)                                                                                           \
    X(fl_figure_metrics_carried, "carried",                                                                  \
      "what the player carries after each chapter: mean, middle half, middle 90 %",                          \
      "journeys and their players", "plots/metrics.gp", 1, 1, 960, 660, 0,                                   \
      "a sign is the mean after the chapter; half of the runs lie in the thick bar, nine in ten within the " \
      "thin one.",                                                                                           \
      NULL, .title = "What the player carries", .columns = quantiles, .x = "after chapter", .each = 230)     \
    X(fl_figure_runs_overlay, "overlay",                                                                     \
      "the metrics of several runs laid over each other, configuration by configuration",                    \
      "metrics that all of them have", "plots/overlay.gp", 2, FL_FIGURE_RUNS, 960, 660, POOLED | MATCHED,    \
      "the height over a value is the share of samples that have it; where lines part, the runs differ.",    \
      NULL, .each = 186)                                                                                     \
    X(fl_figure_runs_speed, "speed", "samples a second by threads, one point a run", "several runs",         \
      "plots/speed.gp", 2, FL_FIGURE_RUNS, 600, 460, FL_FIGURE_ASKED,                                        \
      "on the dashed line twice the threads make twice the floors.", NULL, .title = "Speed of the runs",     \
      .columns = "floors seconds floors_per_second", .x = "threads", .y = "floors a second")

#endif
