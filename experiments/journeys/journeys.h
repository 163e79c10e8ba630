/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/journeys: what the command `journey` does with dungeon plans: open them, write one journey as
 * text, JSON or a picture, count many, compare the counts with the chances of single floors, and judge the
 * plan's claims. */
#ifndef FL_EXPERIMENTS_JOURNEYS_JOURNEYS_H
#define FL_EXPERIMENTS_JOURNEYS_JOURNEYS_H

#include "analysis/tally/tally.h"
#include "experiments/program/program.h"

#include <stdbool.h>
#include <stdint.h>

/* Opening plans (open.c): those that ship, by name, or files. */

/* Opens the plan of a name or path (NULL = isaac) with the options --player and --set. */
FL_NODISCARD fl_err fl_journeys_open(fl_journey **out, const char *name, const fl_options *options,
                                     fl_diag *diag);

/* The same with a player whom the caller names (NULL = the first). */
FL_NODISCARD fl_err fl_journeys_open_as(fl_journey **out, const char *name, const char *player,
                                        const fl_options *options, fl_diag *diag);

/* The journey number that an option names: a whole number, or a game seed such as "B911 99AC" if the plan's
 * generator has those. Without the option the first. */
FL_NODISCARD fl_err fl_journeys_read_number(const fl_journey *journey, const fl_options *options,
                                            const char *name, uint64_t *out, fl_diag *diag);

/* Prints what a plan is: floors, edges, players and states. */
void fl_journeys_print_plan(const fl_journey *journey, bool is_json, fl_text *out);

/* One journey (text.c, svg.c). `walk` was begun and not yet moved. */

typedef struct fl_journey_text_options {
    bool is_coloured, is_ascii;
    bool is_quiet; /* no commands */
    bool is_brief; /* no maps */
} fl_journey_text_options;

/* Writes it floor by floor as text. */
FL_NODISCARD fl_err fl_journeys_text_write(const fl_journey *journey, fl_journey_walk *walk,
                                           const fl_journey_text_options *how, fl_text *out, fl_diag *diag);

/* Writes it as one line of JSON. */
FL_NODISCARD fl_err fl_journeys_json_write(const fl_journey *journey, fl_journey_walk *walk, fl_text *out,
                                           fl_diag *diag);

typedef struct fl_journey_svg_options {
    const char *title;
    bool is_dark;
    unsigned columns; /* 0 = four */
} fl_journey_svg_options;

/* Draws it as one SVG picture: floors in rows from left to right, with names, what the player brings, and
 * arrows. */
FL_NODISCARD fl_err fl_journeys_svg_write(const fl_journey *journey, const fl_journey_walk *walk,
                                          const fl_journey_svg_options *how, fl_text *out, fl_diag *diag);

/* Many journeys (count.c): threads take blocks of journey numbers and keep tallies of their own, which are
 * added up at the end. The counts are the same for any number of threads and any backend. */

typedef struct fl_journey_counting {
    const fl_journey *journey;
    uint64_t seed;
    uint64_t first, runs; /* numbers: first, …, first + runs - 1 */
    unsigned threads;     /* 1 to FL_THREADS_MAX */
    fl_backend backend;
    void *context;
    bool (*watch)(void *context, uint64_t runs); /* told how many are done; false stops; may be NULL */
} fl_journey_counting;

/* Adds the journeys to an initialised tally. FL_ERR_STOPPED if the watcher stopped it. */
FL_NODISCARD fl_err fl_journeys_count(const fl_journey_counting *self, fl_journey_tally *out, fl_diag *diag);

/* The product (product.c): what the chances of single floors make of whole journeys.
 *
 * * Given the rules of each floor, floors are independent of what the player carries: so the chance that a
 * journey never meets a kind of room is a product along its way, 1 - (1 - p1)(1 - p2)…, averaged over all
 * ways through the plan. Where a condition asks what a floor showed, the floor's chances are taken given the
 * answer. The chances p come from counted visits; everything else is exact. Counted journeys must agree with
 * it, or the program has a bug. */

typedef struct fl_journey_product {
    double first[FL_KIND_COUNT][FL_JOURNEY_STOPS]; /* P(a journey first meets the kind there) */
    double ended[FL_JOURNEY_STOPS];                /* P(a journey ends there) */
    double unfinished;
    double floors;       /* mean number of a journey */
    bool is_independent; /* no floor decides where the journey goes or what happens to the player */
} fl_journey_product;

/* `visits` is fl_journey_tally.visit of these journeys, or of others. */
FL_NODISCARD fl_err fl_journeys_product_init(fl_journey_product *self, const fl_journey *journey,
                                             const uint64_t *visits, fl_diag *diag);

/* Reports (report.c): counted journeys as tables or one JSON document, with the product beside the counts. */

typedef struct fl_journey_report {
    const fl_journey_counting *counting;
    const fl_journey_tally *tally;
    const fl_journey_product *product;
    double seconds;
} fl_journey_report;

void fl_journeys_report_print(const fl_journey_report *self, fl_text *out);
void fl_journeys_report_print_json(const fl_journey_report *self, fl_text *out);

/* Verdicts on the claims of a plan (verdict.c), from counted journeys. */

typedef struct fl_journey_verdict {
    double alpha; /* of all claims together */
    unsigned unexpected, undecided;
    fl_table table;
} fl_journey_verdict;

void fl_journeys_verdict_init(fl_journey_verdict *self, double alpha);
void fl_journeys_verdict_free(fl_journey_verdict *self);

/* Judges the claims about the player of the tally's journeys. */
FL_NODISCARD fl_err fl_journeys_verdict_add(fl_journey_verdict *self, const fl_journey_tally *tally,
                                            fl_diag *diag);

#endif
