/* What `room stats` counted, as rows of a table or a part of a JSON object. */
#ifndef FL_EXPERIMENTS_ROOMS_SHEET_H
#define FL_EXPERIMENTS_ROOMS_SHEET_H

#include "experiments/rooms/stats.h"
#include "experiments/program/table.h"

/* The names of the columns. */
void fl_rooms_sheet_columns(fl_table *table, bool has_conditions);

/* A row for each metric; the first column is the condition, unless it is NULL. */
void fl_rooms_sheet_rows(const fl_room_tally *tally, const char *condition, fl_table *table);

/* `"rooms": 9, "broken": 0, "metrics": {…}}`: from the first key to the end of the object. */
void fl_rooms_sheet_json(const fl_room_tally *tally, fl_text *out);

#endif
