/* SPDX-License-Identifier: MIT */
/* What the files of gen/outside share. */
#ifndef FL_GEN_OUTSIDE_OUTSIDE_PRIVATE_H
#define FL_GEN_OUTSIDE_OUTSIDE_PRIVATE_H

#include "gen/floor/floor_json_read.h"
#include "gen/foreign/foreign.h"
#include "gen/outside/outside.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Commands (command.c). */

enum { FL_OUTSIDE_WORDS = 128 /* of a command; a text of a setting has no more */ };

typedef struct fl_outside_command {
    char text[2 * FL_SETTING_VALUES_TEXT]; /* the words, each ends in NUL */
    char *word[FL_OUTSIDE_WORDS];          /* NULL after the last */
    unsigned n;
} fl_outside_command;

/* Reads a JSON list of texts and numbers, or words divided by blanks, in which '…' and "…" keep blanks;
 * nothing else has a meaning. The words point into *out: do not copy it. */
FL_NODISCARD fl_err fl_outside_command_read(fl_outside_command *out, const char *text, fl_diag *diag);

/* Refuses a command that names no program. */
FL_NODISCARD fl_err fl_outside_command_refuse(fl_diag *diag);

/* Notes the hashes of the words that are names of files: a changed program is another one. */
FL_NODISCARD fl_err fl_outside_command_note(const fl_outside_command *self, fl_files *files, fl_diag *diag);

/* Processes (process.c). */

enum {
    FL_OUTSIDE_LINE = 999999, /* bytes of a line, as gen/lines has it */
    FL_OUTSIDE_BUFFER = 1 << 20,
    FL_OUTSIDE_SAID = 2048, /* bytes of the standard error output that are kept: the last */
};
_Static_assert((int)FL_OUTSIDE_BUFFER > (int)FL_OUTSIDE_LINE, "the buffer holds the longest line");

typedef struct fl_outside_process {
    pid_t pid;     /* 0 = none runs */
    pid_t starter; /* the thread that started it, with which it ends */
    int in, out, err, timer;
    char *buffer;         /* [FL_OUTSIDE_BUFFER], the caller's: what it printed … */
    size_t from, scanned; /* … from here on; no line ends before `scanned` */
    size_t to;
    bool has_ended; /* nothing will follow */
    char said[FL_OUTSIDE_SAID + 1];
    size_t said_n;
} fl_outside_process;

/* What reading a line came to. */
typedef enum fl_outside_reading {
    FL_OUTSIDE_HAS_LINE,
    FL_OUTSIDE_HAS_ENDED, /* its output is closed */
    FL_OUTSIDE_HAS_NONE,  /* not in time */
    FL_OUTSIDE_HAS_LONG,  /* one that is too long */
    FL_OUTSIDE_HAS_BROKEN /* the machine's trouble */
} fl_outside_reading;

/* All zero at first, but for the buffer. FL_ERR_INPUT if there is no such program. */
FL_NODISCARD fl_err fl_outside_process_start(fl_outside_process *self, const fl_outside_command *command,
                                             fl_diag *diag);

/* Closes its input and waits a moment for its end; then ends it and what it has started in its process group.
 * Fine if none runs. */
void fl_outside_process_stop(fl_outside_process *self);

/* True if the thread that calls may use it: one that another thread started could end with that. */
bool fl_outside_process_is_own(const fl_outside_process *self);

/* Writes to its input; false if it does not take it. */
bool fl_outside_process_write(fl_outside_process *self, const char *text, size_t n);

/* Reads the next line that is not blank, without its end. It is valid until the next call. */
fl_outside_reading fl_outside_process_read(fl_outside_process *self, unsigned seconds, const char **line,
                                           size_t *n);

/* True if it has printed more than was read. */
bool fl_outside_process_has_more(fl_outside_process *self);

/* How it ended: "ended with exit code 1", "was ended by signal 9 (Killed)", "has closed its output". */
void fl_outside_process_add_end(fl_outside_process *self, fl_text *out);

/* Adds the last lines of its standard error output, "a / b"; nothing if there are none. */
void fl_outside_process_add_said(fl_outside_process *self, fl_text *out);

/* Rules (program.c). */

enum { FL_OUTSIDE_FIRST = 16 /* floors that are looked at to make rules */ };

typedef struct fl_outside_rules {
    fl_foreign known;
    char name[FL_SETTING_VALUES_TEXT]; /* the command, for messages */
    char with[FL_SETTING_VALUES_TEXT]; /* a JSON object */
    fl_outside_command command;
    unsigned timeout;
    bool is_unrepeatable;
    bool is_named_only; /* by a result: it must not be started */
    bool is_looking;    /* at the first floors: gates and sizes are not known yet */
} fl_outside_rules;

/* Talks (talk.c): a process, and what it was asked for. */

/* A line as it was printed; it lies in the buffer. */
typedef struct fl_outside_line {
    const char *text;
    size_t n;
} fl_outside_line;

typedef struct fl_outside_talk {
    fl_outside_process process;
    fl_floor_json_reader json;
    uint64_t seed, next;  /* of the floor whose line comes next … */
    uint64_t due;         /* … and of so many, that number among them */
    uint64_t asked;       /* in the same request */
    fl_outside_line line; /* the last; valid until the next */
    char command[FL_SETTING_VALUES_TEXT], with[FL_SETTING_VALUES_TEXT]; /* of the process; of the request */
} fl_outside_talk;

/* Starts the process of these rules. */
FL_NODISCARD fl_err fl_outside_talk_begin(fl_outside_talk *self, const fl_outside_rules *rules,
                                          fl_diag *diag);

/* A floor that is asked for, and how many that follow will be, with itself. */
typedef struct fl_outside_wish {
    uint64_t seed, index, n;
} fl_outside_wish;

/* Gets a floor; its texts are valid until the next. */
FL_NODISCARD fl_err fl_outside_talk_get(fl_outside_talk *self, const fl_outside_rules *rules,
                                        const fl_outside_wish *wish, fl_floor *out, fl_diag *diag);

/* Ends the process. */
void fl_outside_talk_end(fl_outside_talk *self);

/* The first floors (first.c): what rules must know of a program before it makes floors. */
FL_NODISCARD fl_err fl_outside_first_look(fl_outside_rules *self, fl_files *files, fl_diag *diag);

#endif
