/* Chunk rooms from the command line: settings, seed, rules. */
#ifndef FL_EXPERIMENTS_ROOMS_SOURCE_H
#define FL_EXPERIMENTS_ROOMS_SOURCE_H

#include "experiments/program/option.h"
#include "gen/base/text.h"
#include "gen/room/room.h"

typedef struct fl_rooms_source {
    fl_setting_values values;
    fl_room_rules *rules; /* NULL until open */
    uint64_t seed;
} fl_rooms_source;

/* Whether a word of the command line is this generator's name. */
bool fl_rooms_source_is(const char *word);

/* "name=value", where clutter=2 and clutter=1..2 set both clutter_min and clutter_max. */
FL_NODISCARD fl_err fl_rooms_source_assign(fl_setting_values *values, const char *assignment, fl_diag *diag);

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

#endif
