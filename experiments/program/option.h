/* Command lines as tables: a command is a row, its options are rows, help and completion come from the same rows. */
#ifndef FL_EXPERIMENTS_PROGRAM_OPTION_H
#define FL_EXPERIMENTS_PROGRAM_OPTION_H

#include "gen/base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FL_OPTION_VALUES = 256, FL_OPTION_MAX = 24, FL_OPTION_WORDS = 1024 };

typedef struct fl_option {
    const char *name;    /* without the dashes */
    char letter;         /* short form, 0 = none */
    bool repeats;        /* may be given more than once */
    const char *value;   /* what stands behind it in help, NULL = a flag */
    const char *meaning; /* one line */
} fl_option;

/* A command line that was understood. All texts are borrowed from argv. */
typedef struct fl_options {
    const fl_option *table;
    size_t table_n;
    const char *value[FL_OPTION_VALUES]; /* in the order given */
    unsigned char row[FL_OPTION_VALUES]; /* which option each belongs to */
    size_t values_n;
    const char *word[FL_OPTION_WORDS]; /* arguments that are no options */
    size_t words_n;
} fl_options;

/* Reads the arguments behind the command's name. */
FL_NODISCARD fl_err fl_program_option_read(fl_options *self, const fl_option *table, size_t table_n,
                                           char **arguments, fl_diag *diag);

/* The last value of an option (a flag's is ""), NULL if it was not given. */
const char *fl_program_option_get(const fl_options *self, const char *name);

/* The n-th value of an option that repeats, NULL beyond the last. */
const char *fl_program_option_nth(const fl_options *self, const char *name, size_t n);

/* The value as a whole number, or `otherwise` if it was not given. */
FL_NODISCARD fl_err fl_program_option_number(const fl_options *self, const char *name, uint64_t otherwise,
                                             uint64_t *out, fl_diag *diag);

#endif
