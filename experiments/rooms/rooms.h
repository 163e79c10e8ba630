/* experiments/rooms: what the rest of the program may use of this folder. */
#ifndef FL_EXPERIMENTS_ROOMS_ROOMS_H
#define FL_EXPERIMENTS_ROOMS_ROOMS_H

#include "analysis/metric/room/room.h"
#include "experiments/program/program.h"

#include <stdbool.h>
#include <stdint.h>

/* Chunk rooms from the command line: settings, seed, rules. */

typedef struct fl_rooms_source {
    fl_setting_values values;
    fl_room_rules *rules; /* NULL until open */
    uint64_t seed;
} fl_rooms_source;

/* Whether a word of the command line is this generator's name. */
bool fl_rooms_source_is(const char *word);

/* The settings behind "name=value,value…" of --vary, one after the other: `visit` gets the values with each of them. */
typedef fl_err fl_rooms_source_visit(void *user, const char *assignment, fl_diag *diag);
FL_NODISCARD fl_err fl_rooms_source_vary(fl_rooms_source *self, const char *vary,
                                         fl_rooms_source_visit *visit, void *user, fl_diag *diag);

/* The options --seed and --set, without rules. */
FL_NODISCARD fl_err fl_rooms_source_read(fl_rooms_source *self, const fl_options *options, fl_diag *diag);

/* Rules from the values. */
FL_NODISCARD fl_err fl_rooms_source_begin(fl_rooms_source *self, fl_diag *diag);

/* Both. */
FL_NODISCARD fl_err fl_rooms_source_open(fl_rooms_source *self, const fl_options *options, fl_diag *diag);
void fl_rooms_source_close(fl_rooms_source *self);

/* Sets a value that nobody gave. */
FL_NODISCARD fl_err fl_rooms_source_suggest(fl_rooms_source *self, const char *name, const char *value,
                                            fl_diag *diag);

/* " --seed 7 --set size=big": what a command needs to make the same rooms. */
void fl_rooms_source_rest(const fl_rooms_source *self, fl_text *out);

/* "floorlab show room --floor 7 --set size=big" */
void fl_rooms_source_command(const fl_rooms_source *self, uint64_t index, fl_text *out);

/* Counting many chunk rooms: every metric's values as exact whole numbers, and the rooms that break a promise.
 *
 * Threads take blocks of rooms from one counter and count for themselves; adding up gives the same numbers for any
 * number of threads. */

typedef struct fl_room_tally {
    uint64_t rooms;
    uint64_t broken;       /* rooms with something that fl_room_check complains about */
    uint64_t first_broken; /* the lowest number of such a room */
    const char *complaint; /* about that one */
    uint64_t none[FL_METRIC_ROOM_COUNT];
    uint64_t count[FL_METRIC_ROOM_COUNT][FL_METRIC_ROOM_MAX + 1];
} fl_room_tally;

typedef struct fl_room_counting {
    const fl_rooms_source *source;
    uint64_t from, rooms;
    unsigned threads;
    bool measures; /* metrics, too */
} fl_room_counting;

/* `out` is large: not for the stack. */
FL_NODISCARD fl_err fl_rooms_stats_count(const fl_room_counting *what, fl_room_tally *out, fl_diag *diag);

/* What Team Kirby devlog 2020 claims about chunk rooms, decided: over every assembly of a set, and again on random rooms. */

typedef enum fl_room_verdict { FL_ROOM_CONFIRMED, FL_ROOM_REFUTED, FL_ROOM_OPEN } fl_room_verdict;

enum { FL_ROOMS_CLAIMS = 5, FL_ROOM_EVIDENCE = 320 };

typedef struct fl_room_claim {
    const char *id, *text;
    fl_room_verdict verdict;
    char evidence[FL_ROOM_EVIDENCE];
} fl_room_claim;

/* Judges all claims for the source's set and rules (not yet open), both sizes, all doors, `rooms` random rooms of each
 * size. */
FL_NODISCARD fl_err fl_rooms_claims_judge(fl_rooms_source *source, uint64_t rooms, unsigned threads,
                                          fl_room_claim out[FL_ROOMS_CLAIMS], fl_diag *diag);

/* "confirmed", "refuted", "undecided" */
const char *fl_rooms_claims_verdict(fl_room_verdict verdict);

/* A room as a line of JSON. */

/* {"generator":"room","version":1,"set":"cellar","seed":"1","index":7,"size":16,"doors":"NES","rows":["..o…"],
 * "parts":[{"slot":"top left corner","chunk":"moat","turn":4}],"metrics":{"clutter":93,…}} and a line's end. */
void fl_rooms_json_write(const fl_room_rules *rules, const fl_key *key, const fl_interior *room,
                         bool has_metrics, fl_text *out);

/* What `room stats` counted, as rows of a table or a part of a JSON object. */

/* The names of the columns. */
void fl_rooms_sheet_columns(fl_table *table, bool has_conditions);

/* A row for each metric; the first column is the condition, unless it is NULL. */
void fl_rooms_sheet_rows(const fl_room_tally *tally, const char *condition, fl_table *table);

/* `"rooms": 9, "broken": 0, "metrics": {…}}`: from the first key to the end of the object. */
void fl_rooms_sheet_json(const fl_room_tally *tally, fl_text *out);

#endif
