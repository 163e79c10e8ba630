/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/rooms: chunk rooms for the commands room, show and export: settings and rules from the command
 * line, counting many rooms, judging the claims about them, and rooms as JSON. */
#ifndef FL_EXPERIMENTS_ROOMS_ROOMS_H
#define FL_EXPERIMENTS_ROOMS_ROOMS_H

#include "analysis/metric/room/room.h"
#include "experiments/program/program.h"

#include <stdbool.h>
#include <stdint.h>

/* Opened rooms (opened_rooms.c): settings, seed and rules from the command line. */

typedef struct fl_opened_rooms {
    fl_setting_values values;
    fl_room_rules *rules; /* NULL until open */
    uint64_t seed;
} fl_opened_rooms;

/* Whether a word of the command line is "room". */
bool fl_rooms_is_name(const char *word);

/* Sets each value of --vary "name=value,value…" in turn and calls `visit`; the settings are restored
 * afterwards. */
typedef fl_err fl_rooms_visit(void *user, const char *assignment, fl_diag *diag);
FL_NODISCARD fl_err fl_rooms_vary(fl_opened_rooms *self, const char *vary, fl_rooms_visit *visit, void *user,
                                  fl_diag *diag);

/* Opening in two steps: reads the options --seed and --set … */
FL_NODISCARD fl_err fl_rooms_read_options(fl_opened_rooms *self, const fl_options *options, fl_diag *diag);

/* … and makes rules from the values. */
FL_NODISCARD fl_err fl_rooms_make_rules(fl_opened_rooms *self, fl_diag *diag);

/* Both steps at once. */
FL_NODISCARD fl_err fl_rooms_open(fl_opened_rooms *self, const fl_options *options, fl_diag *diag);
void fl_rooms_close(fl_opened_rooms *self);

/* Sets a value, unless it was given. */
FL_NODISCARD fl_err fl_rooms_suggest(fl_opened_rooms *self, const char *name, const char *value,
                                     fl_diag *diag);

/* Adds " --seed 7 --set size=big": the options that make the same rooms. */
void fl_rooms_add_options(const fl_opened_rooms *self, fl_text *out);

/* Adds the command that shows a room: "floorlab show room --floor 7 --set size=big". */
void fl_rooms_add_command(const fl_opened_rooms *self, uint64_t index, fl_text *out);

/* Counting many chunk rooms (stats.c): the values of every metric as exact integers, and the rooms that are
 * broken.
 *
 * * Threads take blocks of rooms from one counter and keep tallies of their own; their sum is the same for
 * any number of threads. */

typedef struct fl_room_tally {
    uint64_t rooms;
    uint64_t broken;       /* rooms that fl_room_check finds fault with */
    uint64_t first_broken; /* the lowest number of such a room */
    const char *complaint; /* about that room */
    uint64_t none[FL_METRIC_ROOM_COUNT];
    uint64_t count[FL_METRIC_ROOM_COUNT][FL_METRIC_ROOM_MAX + 1];
} fl_room_tally;

typedef struct fl_room_counting {
    const fl_opened_rooms *opened;
    uint64_t from, rooms;
    unsigned threads;
    bool measures; /* also computes metrics */
} fl_room_counting;

/* `out` is large: not for the stack. */
FL_NODISCARD fl_err fl_rooms_count(const fl_room_counting *what, fl_room_tally *out, fl_diag *diag);

/* What Team Kirby devlog 2020 claims about chunk rooms (claims.c), decided over every room that a set can
 * make, and again on random rooms. */

typedef enum fl_room_verdict { FL_ROOM_CONFIRMED, FL_ROOM_REFUTED, FL_ROOM_OPEN } fl_room_verdict;

enum { FL_ROOMS_CLAIMS = 5, FL_ROOM_EVIDENCE = 320 };

typedef struct fl_room_claim {
    const char *id, *text;
    fl_room_verdict verdict;
    char evidence[FL_ROOM_EVIDENCE];
} fl_room_claim;

/* Judges all claims for these settings (the rules are not made yet), both sizes and all doors, on `rooms`
 * random rooms of each size. */
FL_NODISCARD fl_err fl_rooms_judge_claims(fl_opened_rooms *opened, uint64_t rooms, unsigned threads,
                                          fl_room_claim out[FL_ROOMS_CLAIMS], fl_diag *diag);

/* "confirmed", "refuted", "undecided" */
const char *fl_rooms_verdict_name(fl_room_verdict verdict);

/* Printing. */

/* Adds a room as a line of JSON:
 * {"generator":"room","version":1,"set":"cellar","seed":"1","index":7,"size":16,"doors":"NES",
 * "rows":["..o…"],"parts":[{"slot":"top left corner","chunk":"moat","turn":4}],
 * "metrics":{"clutter":93,…}} */
void fl_rooms_json_write(const fl_room_rules *rules, const fl_key *key, const fl_interior *room,
                         bool has_metrics, fl_text *out);

/* Names the columns of a table of counted rooms. */
void fl_rooms_table_columns(fl_table *table, bool has_conditions);

/* Adds a row for each metric; the first column is the condition, unless it is NULL. */
void fl_rooms_table_rows(const fl_room_tally *tally, const char *condition, fl_table *table);

/* Adds `"rooms": 9, "broken": 0, "metrics": {…}}`: the rest of an object that the caller began. */
void fl_rooms_table_json(const fl_room_tally *tally, fl_text *out);

#endif
