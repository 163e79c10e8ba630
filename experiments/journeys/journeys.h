/* experiments/journeys: what the rest of the program may use of this folder. */
#ifndef FL_EXPERIMENTS_JOURNEYS_JOURNEYS_H
#define FL_EXPERIMENTS_JOURNEYS_JOURNEYS_H

#include "analysis/tally/tally.h"
#include "experiments/program/program.h"

#include <stdbool.h>
#include <stdint.h>

/* Many runs on many threads: blocks of run numbers, a private tally for each worker, added up at the end. What comes of it
 * is the same for any number of threads and any backend. */

typedef struct fl_journey_crew {
    const fl_journey *journey;
    uint64_t seed;
    uint64_t first, runs;
    unsigned threads; /* 1 to 64 */
    fl_backend backend;
    void *context;
    bool (*watch)(void *context, uint64_t runs); /* may be NULL: how many are done; whether to go on */
} fl_journey_crew;

/* Counts the runs into a tally that was begun. FL_ERR_STOPPED if the watcher said so. */
FL_NODISCARD fl_err fl_journeys_crew_run(const fl_journey_crew *self, fl_journey_tally *out, fl_diag *diag);

/* Plans by name: those that ship, or files. */

/* Opens the plan of a name or path (NULL = isaac) with the options --player and --set. */
FL_NODISCARD fl_err fl_journeys_load(fl_journey **out, const char *name, const fl_options *options,
                                     fl_diag *diag);

/* The same with a player who is named by the caller (NULL = the first). */
FL_NODISCARD fl_err fl_journeys_load_as(fl_journey **out, const char *name, const char *player,
                                        const fl_options *options, fl_diag *diag);

/* The run number an option names: a whole number, or a run seed such as "B911 99AC" where the plan's generator knows
 * those. Without the option the first. */
FL_NODISCARD fl_err fl_journeys_load_number(const fl_journey *journey, const fl_options *options,
                                            const char *name, uint64_t *out, fl_diag *diag);

/* The closed form of a plan: what the chances of single floors make of whole runs.
 *
 * Given the rules of each floor, floors are independent, whatever the player carries: so the chance that a run never has a
 * room of some kind is a product along its way, 1 - (1 - p1)(1 - p2)…, averaged over all ways on the chart. Where a
 * condition asks what a floor showed, the floor's chances are taken given the answer. The chances p come from counted
 * visits; everything else is exact. Runs that were measured must agree, or the harness is wrong. */

typedef struct fl_journey_product {
    double first[FL_KIND_COUNT][FL_JOURNEY_STOPS]; /* P(a run first meets the kind there) */
    double ended[FL_JOURNEY_STOPS];                /* P(a run ends there) */
    double unfinished;
    double floors;       /* mean of a run */
    bool is_independent; /* no floor decides where the run goes or what becomes of the player */
} fl_journey_product;

/* `visits` is what fl_journey_tally.visit holds, of these runs or of others. */
FL_NODISCARD fl_err fl_journeys_product_init(fl_journey_product *self, const fl_journey *journey,
                                             const uint64_t *visits, fl_diag *diag);

/* What many runs came to, as tables or one JSON document, with the closed form beside the measured figures. */

typedef struct fl_journey_report {
    const fl_journey_crew *crew;
    const fl_journey_tally *tally;
    const fl_journey_product *form;
    double seconds;
} fl_journey_report;

void fl_journeys_report_text(const fl_journey_report *self, fl_text *out);
void fl_journeys_report_json(const fl_journey_report *self, fl_text *out);

/* What a plan is: floors, edges, players, chart. */
void fl_journeys_report_plan(const fl_journey *journey, bool is_json, fl_text *out);

/* A run as one SVG picture: its floors in rows from left to right, with names, what the player brings, and arrows. */

typedef struct fl_journey_svg_how {
    const char *title;
    bool is_dark;
    unsigned columns; /* 0 = four */
} fl_journey_svg_how;

/* `walk` was begun. */
FL_NODISCARD fl_err fl_journeys_svg_write(const fl_journey *journey, const fl_journey_walk *walk,
                                          const fl_journey_svg_how *how, fl_text *out, fl_diag *diag);

/* A run told floor by floor: as text with a map of each, or as a line of JSON. */

typedef struct fl_journey_tale_how {
    bool is_coloured, is_ascii;
    bool is_quiet; /* no commands */
    bool is_brief; /* no maps */
} fl_journey_tale_how;

/* The run as text. */
FL_NODISCARD fl_err fl_journeys_text_text(const fl_journey *journey, fl_journey_walk *walk,
                                          const fl_journey_tale_how *how, fl_text *out, fl_diag *diag);

/* The run as one line of JSON. */
FL_NODISCARD fl_err fl_journeys_text_line(const fl_journey *journey, fl_journey_walk *walk, fl_text *out,
                                          fl_diag *diag);

/* Verdicts on the claims of a plan, from counted runs. */

/* What came of all claims so far. */
typedef struct fl_journey_verdict {
    double alpha; /* of the whole family */
    unsigned unexpected, undecided;
    fl_table table;
} fl_journey_verdict;

void fl_journeys_verdict_init(fl_journey_verdict *self, double alpha);
void fl_journeys_verdict_free(fl_journey_verdict *self);

/* Judges the claims about the player who walked. */
FL_NODISCARD fl_err fl_journeys_verdict_add(fl_journey_verdict *self, const fl_journey_tally *tally,
                                            fl_diag *diag);

#endif
