/* How far a run is: one line that is written over on a terminal, now and then a plain line elsewhere. */
#ifndef FL_EXPERIMENTS_PROGRAM_PROGRESS_H
#define FL_EXPERIMENTS_PROGRAM_PROGRESS_H

#include "gen/base/text.h"

#include <stdbool.h>

typedef struct fl_progress {
    int file;             /* where it goes; -1 = nowhere */
    bool is_terminal;     /* the line can be written over */
    uint64_t total;       /* floors in all */
    uint64_t before;      /* floors that were there at the start */
    double started, last; /* seconds; last = when the last line was written, 0 = never */
} fl_progress;

/* Begins; `is_quiet` says nothing at all. */
void fl_program_progress_start(fl_progress *self, int file, bool is_quiet);

/* Tells how far it is, at most a few times a second (elsewhere: every ten seconds). */
void fl_program_progress_tell(fl_progress *self, uint64_t done);

/* Says something else instead, as often; the text has no line break. */
void fl_program_progress_say(fl_progress *self, const char *text);

/* Wipes the line on a terminal. */
void fl_program_progress_end(fl_progress *self);

/* 12345678 -> "12.3M"; 95.4 seconds -> "1:35". */
void fl_program_progress_number(double number, fl_text *out);
void fl_program_progress_time(double seconds, fl_text *out);

#endif
