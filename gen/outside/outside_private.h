/* SPDX-License-Identifier: MIT */
/* Shared by the files of gen/outside. */
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

enum { FL_OUTSIDE_WORDS = 128 /* of a command; a setting's text has no more */ };

typedef struct fl_outside_command {
    char text[2 * FL_SETTING_VALUES_TEXT]; /* the words, each ends in NUL */
    char *word[FL_OUTSIDE_WORDS];          /* NULL after the last */
    unsigned n;
} fl_outside_command;

/* Reads a JSON list of texts and numbers, or words separated by blanks, in which '…' and "…" keep blanks; no
 * other character is special. The words point into *out: do not copy it. */
FL_NODISCARD fl_err fl_outside_command_read(fl_outside_command *out, const char *text, fl_diag *diag);

/* Refuses a command that names no program. */
FL_NODISCARD fl_err fl_outside_command_refuse(fl_diag *diag);

/* Records the hashes of the words that name files, so that a changed program is noticed. */
FL_NODISCARD fl_err fl_outside_command_note(const fl_outside_command *self, fl_files *files, fl_diag *diag);

/* Processes (process.c). */

enum {
    FL_OUTSIDE_LINE = 999999, /* bytes of a line, as gen/lines has it */
    FL_OUTSIDE_BUFFER = 1 << 20,
    FL_OUTSIDE_SAID = 2048, /* last bytes of the standard error output that are stored */
};
_Static_assert((int)FL_OUTSIDE_BUFFER > (int)FL_OUTSIDE_LINE, "the buffer holds the longest line");

typedef struct fl_outside_process {
    pid_t pid;     /* 0 = none runs */
    pid_t starter; /* the thread that started it (see fl_outside_process_is_own) */
    int in, out, err, timer;
    char *buffer;         /* [FL_OUTSIDE_BUFFER], the caller's: its output … */
    size_t from, scanned; /* … from here on; no line ends before `scanned` */
    size_t to;
    bool has_ended; /* no more output follows */
    char said[FL_OUTSIDE_SAID + 1];
    size_t said_n;
} fl_outside_process;

/* Results of reading a line. */
typedef enum fl_outside_read_result {
    FL_OUTSIDE_HAS_LINE,
    FL_OUTSIDE_HAS_ENDED, /* its output is closed */
    FL_OUTSIDE_HAS_NONE,  /* no line in time */
    FL_OUTSIDE_HAS_LONG,  /* a line that is too long */
    FL_OUTSIDE_HAS_BROKEN /* an error of the machine */
} fl_outside_read_result;

/* Starts a program; all members but the buffer must be zero. FL_ERR_INPUT if it does not exist. */
FL_NODISCARD fl_err fl_outside_process_start(fl_outside_process *self, const fl_outside_command *command,
                                             fl_diag *diag);

/* Closes its input and waits a moment for its end; then kills its process group. Does nothing if none
 * runs. */
void fl_outside_process_stop(fl_outside_process *self);

/* True if the calling thread started the process, whose PR_SET_PDEATHSIG acts when that thread exits. */
bool fl_outside_process_is_own(const fl_outside_process *self);

/* Writes to its input; false on failure. */
bool fl_outside_process_write(fl_outside_process *self, const char *text, size_t n);

/* Reads the next line that is not blank, without its end. It is valid until the next call. */
fl_outside_read_result fl_outside_process_read(fl_outside_process *self, unsigned seconds, const char **line,
                                               size_t *n);

/* True if it has printed more than was read. */
bool fl_outside_process_has_more(fl_outside_process *self);

/* Adds how it ended: "ended with exit code 1", "was ended by signal 9 (Killed)", "has closed its output". */
void fl_outside_process_add_end(fl_outside_process *self, fl_text *out);

/* Adds the last lines of its standard error output, "a / b"; nothing if there are none. */
void fl_outside_process_add_said(fl_outside_process *self, fl_text *out);

/* Rules (program.c). */

enum { FL_OUTSIDE_FIRST = 16 /* floors that are requested to make rules */ };

typedef struct fl_outside_rules {
    fl_foreign known;
    char name[FL_SETTING_VALUES_TEXT]; /* the command, for messages */
    char with[FL_SETTING_VALUES_TEXT]; /* a JSON object */
    fl_outside_command command;
    unsigned timeout;
    bool is_unrepeatable;
    bool is_named_only; /* named by a result: it must not be started */
    bool is_looking;    /* requesting the first floors: rolls and sizes are unknown */
} fl_outside_rules;

/* Talks (talk.c): a process, and its current request. */

/* A line of output, in the buffer. */
typedef struct fl_outside_line {
    const char *text;
    size_t n;
} fl_outside_line;

typedef struct fl_outside_talk {
    fl_outside_process process;
    fl_floor_json_reader json;
    uint64_t seed, next;  /* of the next floor line … */
    uint64_t due;         /* … and the number of lines still expected */
    uint64_t asked;       /* in the same request */
    fl_outside_line line; /* the last; valid until the next */
    char command[FL_SETTING_VALUES_TEXT], with[FL_SETTING_VALUES_TEXT]; /* of the process; of the request */
} fl_outside_talk;

/* Starts the process of these rules. */
FL_NODISCARD fl_err fl_outside_talk_begin(fl_outside_talk *self, const fl_outside_rules *rules,
                                          fl_diag *diag);

/* A wanted floor, and how many floors from it on will be wanted. */
typedef struct fl_outside_wish {
    uint64_t seed, index, n;
} fl_outside_wish;

/* Gets a floor; its texts are valid until the next. */
FL_NODISCARD fl_err fl_outside_talk_get(fl_outside_talk *self, const fl_outside_rules *rules,
                                        const fl_outside_wish *wish, fl_floor *out, fl_diag *diag);

/* Ends the process. */
void fl_outside_talk_end(fl_outside_talk *self);

/* The first floors (first.c): the data that rules need about a program. */
FL_NODISCARD fl_err fl_outside_first_look(fl_outside_rules *self, fl_files *files, fl_diag *diag);

#endif
