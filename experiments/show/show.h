/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/show: drawings of the commands show and export other than a plain map: many samples in rows,
 * grid floors pass by pass, floors with the insides of their rooms, chunk rooms and journeys. */
#ifndef FL_EXPERIMENTS_SHOW_SHOW_H
#define FL_EXPERIMENTS_SHOW_SHOW_H

#include "experiments/run/run.h"
#include "gen/draw/draw.h"

#include <stdbool.h>

/* The floors that `show` draws (show_many.c): a row for each value of a setting (--vary), each row with
 * several floors (--count). */

enum {
    FL_SHOW_MANY_VALUES = 64,
    FL_SHOW_MANY_COUNT = 64,
    FL_SHOW_MANY_FLOORS = 256, /* limit for all rows */
    FL_SHOW_MANY_NAME = 64,
};

typedef struct fl_show_many {
    fl_opened_generator opened; /* without rules: each row has its own */
    const fl_options *options;  /* borrowed */
    const char *vary;           /* as given, borrowed; NULL = one row */
    char name[FL_SHOW_MANY_NAME];
    char value[FL_SHOW_MANY_VALUES][FL_SETTING_VALUES_TEXT];
    unsigned rows;
    unsigned count; /* floors in a row */
} fl_show_many;

/* A floor that was made for a row. */
typedef struct fl_show_floor {
    fl_floor_maker *maker;
    unsigned row, column;
} fl_show_floor;

typedef fl_err (*fl_show_visit)(void *context, const fl_show_floor *floor, fl_diag *diag);

/* Reads generator and options, and checks settings and values. */
FL_NODISCARD fl_err fl_show_many_init(fl_show_many *self, const char *generator, const fl_options *options,
                                      fl_diag *diag);

/* Makes every floor with its metrics, row by row, and passes it to `visit`. */
FL_NODISCARD fl_err fl_show_many_each(const fl_show_many *self, fl_show_visit visit, void *context,
                                      fl_diag *diag);

/* Adds what distinguishes a floor from the others: "stage 3", "floor 7" or its game seed. */
void fl_show_many_caption(const fl_show_many *self, const fl_show_floor *floor, fl_text *out);

/* Adds the command that shows them all. */
void fl_show_many_command(const fl_show_many *self, fl_text *out);

/* Grid floors (grid_passes.c): pass by pass, and every attempt to place a room. */

/* Returns a warning about the rules, or NULL; always NULL for other generators. */
const char *fl_show_grid_warning(const fl_opened_generator *opened);

/* Draws the maker's floor once per pass, each pass in its colour. `how` sets colours and signs. */
FL_NODISCARD fl_err fl_show_grid_passes(const fl_floor_maker *maker, const fl_floor_text_options *how,
                                        fl_text *out, fl_diag *diag);

/* Lists every attempt of the maker's floor, one per line. Makes the floor again. */
FL_NODISCARD fl_err fl_show_grid_trace(fl_floor_maker *maker, fl_text *out, fl_diag *diag);

/* The look of drawings; a drawing ignores what it does not use. */
typedef struct fl_show_look {
    bool is_coloured, is_ascii, is_dark;
    bool is_quiet; /* no commands */
    bool is_brief; /* journeys: no maps */
    const char *title;
} fl_show_look;

/* `show --clustering` (clustering.c): every room with its clustering number (`which` is "all"), or the set of
 * one room, by its number. */
FL_NODISCARD fl_err fl_show_clustering(fl_floor_maker *maker, const char *which,
                                       const fl_floor_text_options *given, fl_text *out, fl_diag *diag);

/* The same as an SVG picture; the look's title is replaced. */
FL_NODISCARD fl_err fl_show_clustering_svg(fl_floor_maker *maker, const char *which, const fl_show_look *look,
                                           fl_text *out, fl_diag *diag);

/* Adds the clustering number of each room to the maker's line of JSON. */
FL_NODISCARD fl_err fl_show_clustering_numbers(fl_floor_maker *maker, fl_diag *diag);

/* Limits of the lines beside a drawing. */
enum { FL_SHOW_SIDE_LINES = 24, FL_SHOW_SIDE_WIDTH = 64 };

typedef struct fl_show_side {
    char text[FL_SHOW_SIDE_LINES][FL_SHOW_SIDE_WIDTH];
    const char *line[FL_SHOW_SIDE_LINES];
    size_t n;
} fl_show_side;

/* `show --rooms` (insides.c): the maker's floor with the insides of its normal rooms, as an SVG picture or,
 * one letter a tile, as text. */
FL_NODISCARD fl_err fl_show_insides_svg(const fl_floor_maker *maker, const fl_show_look *look, fl_text *out,
                                        fl_diag *diag);
FL_NODISCARD fl_err fl_show_insides_text(const fl_floor_maker *maker, const fl_show_look *look, fl_text *out,
                                         fl_diag *diag);

/* The results of walks through floors with the insides of their rooms (ways.c). */
typedef struct fl_show_ways {
    uint64_t floors, failed, rooms, doors;
    uint64_t big;   /* rooms whose inside is one big chunk room */
    uint64_t apart; /* rooms to which no doors lead from the start */
    int parted;     /* on the last floor: a room in which a door does not reach another one, -1 = none */
    int missed;     /* on the last floor: a room that doors lead to but the walk does not reach, -1 = none */
} fl_show_ways;

/* The floors of a walk. */
typedef struct fl_show_walk {
    uint64_t first, n;
    fl_progress *progress; /* NULL = no progress line */
} fl_show_walk;

/* Walks through floors; stops after one on which the walk does not reach where doors lead, which *maker then
 * holds. */
FL_NODISCARD fl_err fl_show_walk_floors(fl_floor_maker *maker, const fl_show_walk *walk, fl_show_ways *out,
                                        fl_diag *diag);

/* Chunk rooms (show_room.c): the maker's last room. */

void fl_show_room_side(const fl_interior *room, fl_show_side *out);
void fl_show_room_text(const fl_floor_maker *maker, const fl_show_look *look, fl_text *out);

/* Adds it as a line of JSON:
 * {"generator":"room","version":1,"set":"cellar","seed":"1","index":7,"settings":{},"size":16,
 * "doors":"NES","rows":["..o…"],"parts":[{"slot":"top left corner","chunk":"moat","turn":4}],
 * "metrics":{"clutter":93,…}} */
void fl_show_room_json(const fl_floor_maker *maker, bool has_metrics, fl_text *out);

/* Journeys (show_journey.c, journey_svg.c): the maker's last journey, floor by floor. */

FL_NODISCARD fl_err fl_show_journey_text(const fl_floor_maker *maker, const fl_show_look *look, fl_text *out,
                                         fl_diag *diag);
FL_NODISCARD fl_err fl_show_journey_json(const fl_floor_maker *maker, fl_text *out, fl_diag *diag);

/* Adds a state in the players' words: "2½ hearts, keys 1" for a plan that counts 5 halves. */
void fl_show_add_state(const fl_journey *journey, const fl_journey_state *state, fl_text *out);

/* Draws one SVG picture: floors in rows from left to right, with names, the player's state, and arrows. */
FL_NODISCARD fl_err fl_show_journey_svg(const fl_floor_maker *maker, const fl_show_look *look, fl_text *out,
                                        fl_diag *diag);

/* Plans (plan.c, plan_svg.c): the stops of a plan, and how often journeys take each way. */

/* Number of journeys for a plan's picture. */
enum { FL_SHOW_PLAN_JOURNEYS = 20000 };

/* Adds the shares of journeys from the maker's last one on. */
FL_NODISCARD fl_err fl_show_plan_text(fl_floor_maker *maker, fl_text *out, fl_diag *diag);
FL_NODISCARD fl_err fl_show_plan_json(fl_floor_maker *maker, fl_text *out, fl_diag *diag);

/* The same as a graph, from the start down to the exits. */
FL_NODISCARD fl_err fl_show_plan_svg(fl_floor_maker *maker, const fl_show_look *look, fl_text *out,
                                     fl_diag *diag);

/* Adds the maker's last sample, of any type, as a line of JSON (show_many.c). */
FL_NODISCARD fl_err fl_show_add_json(const fl_floor_maker *maker, bool has_metrics, fl_text *out,
                                     fl_diag *diag);

/* Samples as rows of a table (columns.c): their numbers and metrics. */

typedef struct fl_show_columns {
    fl_catalogue catalogue;
    int number[FL_SAMPLE_METRICS + 3]; /* of a metric in the catalogue; below 0: another field */
    unsigned n;
    unsigned groups; /* metric groups that are needed */
    char separator;  /* set by the caller */
} fl_show_columns;

/* Looks up "index,rooms,kind_*"; NULL = the number and all metrics. FL_ERR_USAGE: an unknown name. */
FL_NODISCARD fl_err fl_show_columns_init(fl_show_columns *self, const fl_opened_generator *opened,
                                         const char *names, fl_diag *diag);
void fl_show_columns_free(fl_show_columns *self);

/* Adds the names; the fields of the last sample, empty if it has none; the same as a JSON object. */
void fl_show_columns_add_head(const fl_show_columns *self, fl_text *out);
void fl_show_columns_add_row(const fl_show_columns *self, const fl_floor_maker *maker, fl_text *out);
void fl_show_columns_add_json(const fl_show_columns *self, const fl_floor_maker *maker, fl_text *out);

#endif
