/* SPDX-License-Identifier: MIT */
/* Errors: the error codes of the whole project, the message for people, and the always-on assertion. A
 * message has a place, what was found and expected, and what to do.
 *
 * A function that can fail returns fl_err (FL_OK or a negative code) and nothing else; results are written to
 * out-parameters. Code that reads user input takes an fl_diag as its last argument; NULL is allowed
 * everywhere and drops the message. */
#ifndef FL_GEN_BASE_DIAG_H
#define FL_GEN_BASE_DIAG_H

#define FL_NODISCARD __attribute__((warn_unused_result))
#define FL_PRINTF(position, first) __attribute__((format(printf, position, first)))

/* Code, number, exit code of the program, text. */
#define FL_ERR_TABLE(X)                                                                                      \
    X(FL_OK, 0, 0, "no error")                                                                               \
    X(FL_ERR_USAGE, -1, 2, "the command line cannot be understood")                                          \
    X(FL_ERR_INPUT, -2, 2, "the input is not acceptable")                                                    \
    X(FL_ERR_FORMAT, -3, 2, "the file is of another kind")                                                   \
    X(FL_ERR_VERSION, -4, 2, "the file is of another version")                                               \
    X(FL_ERR_DAMAGED, -5, 2, "the file is damaged")                                                          \
    X(FL_ERR_MISMATCH, -6, 2, "these do not belong together")                                                \
    X(FL_ERR_MEMORY, -7, 3, "out of memory")                                                                 \
    X(FL_ERR_IO, -8, 3, "reading or writing failed")                                                         \
    X(FL_ERR_CLOSED, -9, 141, "the reader of the output has closed it")                                      \
    X(FL_ERR_STOPPED, -10, 130, "stopped by a signal")                                                       \
    X(FL_ERR_STUCK, -11, 3, "a sample does not come to an end")                                              \
    X(FL_ERR_DEFECT, -12, 3, "the program contradicts itself")

#define FL_ERR_ENUM(code, number, exit_code, text) code = (number),
typedef enum fl_err { FL_ERR_TABLE(FL_ERR_ENUM) } fl_err;
#undef FL_ERR_ENUM

/* The table's text of a code. */
const char *fl_diag_text(fl_err code);

/* The exit code with which the program ends after an error. */
int fl_diag_exit_code(fl_err code);

/* Reports a defect of the program itself and ends the process. `command` reproduces the defect. */
void fl_bug_report(const char *place, const char *condition, const char *command) __attribute__((noreturn));

#define FL_ERR_STRING(x) #x
#define FL_ERR_LINE(x) FL_ERR_STRING(x)

/* An assertion that release builds keep. Never for what a user can cause. `command` reproduces the defect;
 * code that makes a sample uses fl_bug_assert_sample (gen/random/key.h), which writes the command. */
#define fl_bug_assert(condition, command)                                                                    \
    ((condition) ? (void)0 : fl_bug_report(__FILE__ ":" FL_ERR_LINE(__LINE__), #condition, (command)))

enum { FL_DIAG_TEXT = 640 };

typedef struct fl_diag {
    fl_err code;
    char where[256];         /* file:line, option or dataset; may be empty */
    char what[FL_DIAG_TEXT]; /* found and expected */
    char hint[FL_DIAG_TEXT]; /* what to do; may be empty */
} fl_diag;

void fl_diag_init(fl_diag *self);

/* Records an error, and removes an earlier one with its hint. Returns the code, so that callers can write
 * `return fl_diag_set(…)`. */
FL_NODISCARD fl_err fl_diag_set(fl_diag *self, fl_err code, const char *where, const char *format, ...)
    FL_PRINTF(4, 5);

/* Returns the code for an errno of opening or reading a file: FL_ERR_IO for trouble of the machine (no
 * descriptors, a broken disk), FL_ERR_MEMORY, else FL_ERR_INPUT, because another file would do. */
FL_NODISCARD fl_err fl_diag_of_errno(int number);

/* Adds the place in a file to an error about the file's content; the error's earlier place moves in front of
 * what was found. Errors of the machine have no line and stay as they are. */
void fl_diag_move(fl_diag *self, const char *where);

/* Adds advice to the recorded error. */
void fl_diag_hint(fl_diag *self, const char *format, ...) FL_PRINTF(2, 3);

/* Records FL_ERR_MEMORY. */
FL_NODISCARD fl_err fl_diag_memory(fl_diag *self);

/* Replaces control characters of terminals, and characters that turn or hide the text beside them, by
 * question marks. For printed file names and other untrusted texts; error messages are always masked. */
void fl_diag_mask(char *text);

#endif
