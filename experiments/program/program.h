/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/program: what every command needs and no command owns: options from the command line, small
 * files, tables, output, the progress line, signals, threads, and build information. It knows nothing of
 * floors or experiments. */
#ifndef FL_EXPERIMENTS_PROGRAM_PROGRAM_H
#define FL_EXPERIMENTS_PROGRAM_PROGRAM_H

#include "gen/base/diag.h"
#include "gen/base/text.h"
#include "gen/lanes/backend.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Options (option.c). A command's options are rows of a table; the parser and the help pages read the same
 * rows. */

enum {
    FL_OPTION_VALUES = 256, /* options on a command line */
    FL_OPTION_WORDS = 1024, /* arguments that are not options */
    FL_THREADS_MAX = 1024,  /* limit of threads of a command if the machine has enough processors … */
    FL_THREADS_USUAL = 64,  /* … and without that condition */
};

typedef struct fl_option {
    const char *name;    /* without the dashes */
    char letter;         /* short form, 0 = none */
    bool repeats;        /* may be given more than once */
    const char *value;   /* its name in help, or the accepted words: "text|json|svg"; NULL = a flag */
    const char *meaning; /* one line */
} fl_option;

/* A parsed command line. All texts are borrowed from argv. */
typedef struct fl_options {
    const fl_option *table;
    size_t table_n;
    const char *value[FL_OPTION_VALUES]; /* in the order given */
    unsigned char row[FL_OPTION_VALUES]; /* the option each value belongs to */
    size_t values_n;
    const char *word[FL_OPTION_WORDS]; /* arguments that are not options */
    size_t words_n;
    char settings[1024]; /* texts "K=V" of settings given as --K V */
    size_t settings_size;
} fl_options;

/* Reads the arguments after the command's name. Do not copy the struct. If the table has --set K=V, a name
 * that is not similar to any option is a setting: --level 3 is --set level=3. */
FL_NODISCARD fl_err fl_program_option_read(fl_options *self, const fl_option *table, size_t table_n,
                                           char **arguments, fl_diag *diag);

/* The last value of an option (a flag's is ""), NULL if it was not given. */
const char *fl_program_option_get(const fl_options *self, const char *name);

/* The n-th value of an option that repeats, NULL after the last. */
const char *fl_program_option_nth(const fl_options *self, const char *name, size_t n);

/* The value as a whole number, or `otherwise` if it was not given. */
FL_NODISCARD fl_err fl_program_option_number(const fl_options *self, const char *name, uint64_t otherwise,
                                             uint64_t *out, fl_diag *diag);

/* The same for seconds, with an optional fraction: "0.5". */
FL_NODISCARD fl_err fl_program_option_seconds(const fl_options *self, const char *name, double otherwise,
                                              double *out, fl_diag *diag);

/* Adds " WORD --option VALUE" for all words and options except those in `without` (NULL-terminated), quoted
 * for a shell. */
void fl_program_option_add_words(const fl_options *self, const char *const *without, fl_text *out);

/* Reads --shard, "3/100", "auto" or "auto/100": its number from 0, and the number of shards; 0 of 1 without
 * it. */
FL_NODISCARD fl_err fl_program_option_shard(const fl_options *self, uint64_t *shard, uint64_t *shards,
                                            fl_diag *diag);

/* Reads --threads, 1 to the machine's processors, or to FL_THREADS_USUAL if it has fewer; by default one for
 * each processor that this process may use. */
FL_NODISCARD fl_err fl_program_option_threads(const fl_options *self, uint64_t *out, fl_diag *diag);

/* Reads --backend; by default the fastest that this processor can run. */
FL_NODISCARD fl_err fl_program_option_backend(const fl_options *self, fl_backend *out, fl_diag *diag);

/* Reads this process's part of the work, from 0, from a launcher's variables (launcher.c). `given` is the
 * number of parts, if stated; else 0. */
FL_NODISCARD fl_err fl_program_launcher_shard(uint64_t given, uint64_t *shard, uint64_t *shards,
                                              fl_diag *diag);

/* Small files (file.c), read whole. */

/* True if a file or folder of this name exists, or the machine cannot tell: reading it reports the error. */
bool fl_program_file_exists(const char *path);

/* The same; FL_ERR_IO if the machine cannot tell. */
FL_NODISCARD fl_err fl_program_file_look(const char *path, bool *is_there, fl_diag *diag);

/* The same way: is it a folder; do two names mean the same existing file. */
FL_NODISCARD fl_err fl_program_file_is_folder(const char *path, bool *is_folder, fl_diag *diag);
FL_NODISCARD fl_err fl_program_file_is_same(const char *a, const char *b, bool *is_same, fl_diag *diag);

/* The name of a file without its folders. */
const char *fl_program_file_base(const char *path);

/* Passes the path of each entry of a folder to `take`, in no order, until one fails. */
typedef fl_err fl_program_file_take(void *context, const char *path, fl_diag *diag);
FL_NODISCARD fl_err fl_program_file_each(const char *folder, void *context, fl_program_file_take *take,
                                         fl_diag *diag);

/* Reads a regular file of up to 1 GiB, or for "-" the standard input; *text ends in NUL and belongs to the
 * caller. */
FL_NODISCARD fl_err fl_program_file_read(const char *path, char **text, size_t *size, fl_diag *diag);

/* Output (output.c): every byte is written, or an error is returned. */

enum { FL_OUTPUT_NAME = 512 };

/* Writes a text to an open file. A closed pipe is FL_ERR_CLOSED and needs no message. */
FL_NODISCARD fl_err fl_program_output_write(int file, const fl_text *text, fl_diag *diag);

/* Writes a command's result to the standard output. On a terminal long lines are wrapped and indented, except
 * with --json. */
FL_NODISCARD fl_err fl_program_output_tell(const fl_text *text, const fl_options *options, fl_diag *diag);

/* True if a name means the standard input or output: "-". */
bool fl_program_file_is_stream(const char *path);

/* Refuses the name of an existing file, unless it may be replaced: `mark` is near its beginning (NULL:
 * never), or `forces`. Call it before the work begins. "-" is never refused. */
FL_NODISCARD fl_err fl_program_output_guard(const char *path, const char *mark, bool forces, fl_diag *diag);

/* A part of an output, counted from 0. */
typedef struct fl_output_part {
    const char *base, *end; /* of the name: "classic-levels", ".h5" */
    uint64_t shard, shards;
} fl_output_part;

/* Writes the name of the output file: that of --output, or BASE.h5. A name that ends in '/' is a folder, made
 * if missing, for BASE.h5 or, with several shards, "BASE-003-of-100.h5". */
FL_NODISCARD fl_err fl_program_output_name(const fl_options *options, const fl_output_part *part,
                                           char out[FL_OUTPUT_NAME], fl_diag *diag);

/* Writes the name of such a part in its folder. */
void fl_program_output_part(const fl_output_part *part, char out[FL_OUTPUT_NAME]);

/* Replaces a file by this text, or writes it to the standard output for "-". The old content stays until the
 * new one is complete. */
FL_NODISCARD fl_err fl_program_output_replace(const char *path, const fl_text *text, fl_diag *diag);

/* True if output to a file is coloured: --color, NO_COLOR, TERM and the type of file decide. */
bool fl_program_output_is_coloured(int file, const char *when);

/* Short forms for people (host.c): 12345678 -> "12.3M"; 95.4 seconds -> "1:35". */

void fl_program_format_number(double number, fl_text *out);
void fl_program_format_time(double seconds, fl_text *out);

/* Adds a word of a shell command, quoted if necessary. */
void fl_program_format_word(const char *word, fl_text *out);

/* Tables (table.c): aligned columns for people, or a JSON array of the same cells for programs. */

enum { FL_TABLE_COLUMNS = 16 };

typedef struct fl_table {
    char columns[256]; /* their names, separated by blanks */
    unsigned columns_n;
    bool is_number[FL_TABLE_COLUMNS]; /* numbers are aligned to the right, and unquoted in JSON */
    fl_text cells;                    /* one after the other, each closed by a NUL */
    unsigned cells_n;
    unsigned line; /* characters of a terminal's line; 0: not a terminal, nothing is wrapped */
} fl_table;

void fl_program_table_init(fl_table *self);
void fl_program_table_free(fl_table *self);

/* Names the columns; then cells are added row by row. */
void fl_program_table_columns(fl_table *self, const char *names);
void fl_program_table_add(fl_table *self, const char *cell);
void fl_program_table_add_number(fl_table *self, int64_t number);

/* Aligned columns; on a terminal wide columns are wrapped to fit. If a cell was lost, the text remembers
 * that. */
void fl_program_table_write(const fl_table *self, fl_text *out);

/* An array of objects. */
void fl_program_table_write_json(const fl_table *self, fl_text *out);

/* The progress line (progress.c) on the standard error: rewritten in place on a terminal; elsewhere, if
 * requested, a new line every ten seconds. */

typedef struct fl_progress {
    int file;             /* destination; -1 = none */
    bool is_terminal;     /* the line can be rewritten */
    uint64_t total;       /* samples in all */
    uint64_t before;      /* samples that existed at the start */
    double started, last; /* seconds; last = time of the last line, 0 = none yet */
} fl_progress;

/* Begins a line to this file; -1: none. */
void fl_program_progress_init(fl_progress *self, int file);

/* Begins the line of a command: on a terminal unless --quiet, elsewhere only with --progress. */
void fl_program_progress_start(fl_progress *self, const fl_options *options);

/* Shows "3.2M of 10.0M samples (32 %), …", at most a few times a second (every ten seconds if not on a
 * terminal). */
void fl_program_progress_floors(fl_progress *self, uint64_t done);

/* Shows "drawing map, 3 of 12, 0:04 left", as often: `done` of `steps` steps are done, and `what` follows. */
void fl_program_progress_step(fl_progress *self, const char *what, uint64_t done, uint64_t steps);

/* Shows another text, as often; it has no line break. */
void fl_program_progress_text(fl_progress *self, const char *text);

/* Wipes the line from a terminal. */
void fl_program_progress_end(fl_progress *self);

/* Signals (host.c): the first SIGINT or SIGTERM asks to stop, a second one ends the process at once. */

/* Clears the caught signal and installs the handlers. */
void fl_program_interrupt_listen(void);

/* The number of the signal that was caught, 0 if there was none. */
int fl_program_interrupt_caught(void);

/* The worker pool (worker_pool.c): threads that take blocks of work from one counter. No other file starts
 * threads.
 *
 * * A worker that does not finish its blocks within a time limit ends the process with a message.
 *
 * * Blocks are taken in rising order, and a pause or a stop waits until every block taken is done. So the
 * blocks done are always the first n: a checkpoint needs to store only n. */

/* Orders of the watcher. */
typedef enum fl_worker_pool_order {
    FL_WORKER_POOL_GO_ON,
    FL_WORKER_POOL_SAVE,
    FL_WORKER_POOL_STOP
} fl_worker_pool_order;

/* All functions but `work` may be NULL. */
typedef struct fl_worker_pool {
    unsigned threads; /* 1 to FL_THREADS_MAX; workers are numbered from 0 */
    uint64_t blocks;
    uint64_t at_once; /* limit of blocks that a worker takes together; it takes as many as last a moment */
    uint64_t done;    /* in: the first n that were done before; out: the first n that are done */
    void *context;    /* passed to the functions below */

    /* The end of the blocks similar to this one. Only similar blocks are taken together, since others may
     * last longer. NULL: all are similar. */
    uint64_t (*alike_until)(void *context, uint64_t block);

    /* Does the blocks [first, end). An error stops all workers. */
    fl_err (*work)(void *context, unsigned worker, uint64_t first, uint64_t end, fl_diag *diag);

    /* Called by each worker before a pause and at the end, one at a time: merges its private counts into the
     * shared ones. */
    void (*rest)(void *context, unsigned worker);

    /* Called a few times a second by the thread that runs the pool; no lock is held. */
    fl_worker_pool_order (*watch)(void *context);

    /* The process ends if a worker makes no progress in the blocks it took together for this many seconds; 0
     * = never. */
    double patience;

    /* Called by the watcher: a number that changes as the worker advances. NULL: the blocks it takes together
     * are one step. */
    uint64_t (*progress)(void *context, unsigned worker);

    /* Called if a worker hangs in the blocks [first, end): names what does not end. It may read the worker's
     * private data. The process ends with the exit code of the error it returns. */
    fl_err (*stuck)(void *context, unsigned worker, uint64_t first, uint64_t end, fl_diag *diag);

    /* Called while all workers pause; exactly the first `done` blocks are done. */
    fl_err (*save)(void *context, uint64_t done, fl_diag *diag);

    struct fl_worker_pool_state *state; /* private to the pool */
} fl_worker_pool;

/* Works until no block is left, the watcher stops it, or something fails: then the first error is returned,
 * and `done` counts the blocks before the first that failed. */
FL_NODISCARD fl_err fl_program_pool_run(fl_worker_pool *self, fl_diag *diag);

/* Ends the process if a worker hangs: prints the error and does not return. */
typedef void fl_program_pool_end(fl_err err, const fl_diag *diag);
void fl_program_pool_on_stuck(fl_program_pool_end *end);

/* Makes the calling worker pause at once (call it in `work`), before it switches to another total. */
void fl_program_pool_rest(fl_worker_pool *self, unsigned worker);

/* Turns (turns.c): the workers of a pool write their output in the order of the blocks. */

typedef struct fl_turns fl_turns;

/* The first turn belongs to block `first`. NULL: out of memory. */
fl_turns *fl_program_turns_open(uint64_t first);
void fl_program_turns_close(fl_turns *self);

/* Waits for the turn of a block; false: nothing more is to be written. */
bool fl_program_turns_begin(fl_turns *self, uint64_t block);

/* Ends the turn that was begun: the next belongs to block `next`, or nobody. */
void fl_program_turns_end(fl_turns *self, uint64_t next, bool is_over);

/* Stops all waiting after a failure of a worker. */
void fl_program_turns_stop(fl_turns *self);

/* Versions, processors and clocks (host.c). */

/* Processors this process may use, by its affinity mask and the quota of its container. */
unsigned fl_program_processors(void);

/* Processors of the machine. */
unsigned fl_program_processors_machine(void);

const char *fl_program_host_code_version(void);

/* The git commit of the build, or "unknown". */
const char *fl_program_host_commit(void);
const char *fl_program_host_compiler(void);

/* The processor's name, or "unknown". Cached: call it from the main thread first. */
const char *fl_program_host_processor(void);

/* Seconds of a monotonic clock. */
double fl_program_host_seconds(void);

/* Processor time of all threads of this process. */
double fl_program_host_process_seconds(void);

/* Seconds of processor time that this thread has used. */
double fl_program_host_thread_seconds(void);

/* Characters of a line of the terminal on the standard output; 0: it is a file or a pipe. */
unsigned fl_program_host_columns(void);

#endif
