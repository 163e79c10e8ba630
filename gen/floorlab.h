/* SPDX-License-Identifier: MIT */
/* libfloorlab: dungeon floors by the rules of the Binding of Isaac family, and what is measured on them.
 *
 *     floorlab_options options = {.generator = "classic", .seed = 1};
 *     floorlab_generator *floors;
 *     floorlab_error error;
 *     if (floorlab_open(&options, &floors, &error) != FLOORLAB_OK) …
 *     floorlab_request request = {.first = 0, .n = 1000, .metrics = names, .metrics_n = 2};
 *     floorlab_values(floors, &request, numbers, 2 * 1000, &error);
 *     floorlab_close(floors);
 *
 * Floor i of (generator, settings, seed) is the same floor for ever, and the same as the program's.
 *
 * Memory: all results go into memory of the caller, except handles, which floorlab_close frees. Texts that
 * are given are copied or read before a function returns, so they may be freed then.
 * Errors: each function that can fail returns a floorlab_status; unless it is FLOORLAB_OK, *error says where,
 * what and what to do. `error` may be NULL. Nothing is printed, and nothing ends the process.
 * Threads: functions may be called by any number of threads at once, each with a handle of its own
 * (floorlab_clone makes more). A handle that another thread is using at that moment is refused.
 * Files: settings can name files. They are never opened; options.files gives their content.
 *
 * All functions are stable from version 1.0 on, but for those below "Experimental". */
#ifndef FL_GEN_FLOORLAB_H
#define FL_GEN_FLOORLAB_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header; floorlab_version() is that of the library in use. A program compiled with a
 * header works with every later library of the same major version: the 0 in libfloorlab.so.0, the number of
 * the binary interface, changes only with the major version. */
#define FLOORLAB_VERSION_MAJOR 1
#define FLOORLAB_VERSION_MINOR 0
#define FLOORLAB_VERSION_PATCH 0

#define FLOORLAB_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/* A missing value: the neighbours of a secret room on a floor without one, an event that was not asked about,
 * everything about a floor that failed. */
#define FLOORLAB_NONE INT32_MIN

typedef enum floorlab_status {
    FLOORLAB_OK = 0,
    FLOORLAB_REFUSED = 2, /* an argument is not acceptable; the handle, if any, is unchanged */
    FLOORLAB_TROUBLE = 3, /* out of memory, or an error of the machine */
    FLOORLAB_DEFECT = 4 /* the library contradicts itself: please report it; the handle can only be closed */
} floorlab_status;

/* Three texts, each possibly empty: the place ("rules.yaml:3", "metrics[1]"), what was found and expected,
 * and what to do. */
typedef struct floorlab_error {
    char where[256];
    char what[640];
    char hint[640];
} floorlab_error;

/* Memory of the caller for a text. The library writes at most `size` bytes into `data`, the last one zero,
 * and sets `length` to the bytes of the whole text without the zero. If length >= size, the text was cut:
 * call again with a larger buffer. `data` may be NULL where `size` is 0. */
typedef struct floorlab_text {
    char *data;
    size_t size;
    size_t length;
} floorlab_text;

/* A generator with its settings and seed. */
typedef struct floorlab_generator floorlab_generator;

/* A file that a setting names: its name, as the setting has it, and its text. */
typedef struct floorlab_file {
    const char *name;
    const char *text;
} floorlab_file;

/* Options of floorlab_open. Leave unused members zero or NULL, so that new ones can be added. */
typedef struct floorlab_options {
    const char *generator;     /* "classic", "rebirth", "grid", …: floorlab_generators lists them */
    uint64_t seed;             /* any number */
    const char *const *names;  /* [settings_n] settings … */
    const char *const *values; /* … and their values as texts: "3", "on", "1/3", "flash" */
    size_t settings_n;
    const floorlab_file *files; /* [files_n] */
    size_t files_n;
    uint64_t reserved[4]; /* zero */
} floorlab_options;

/* A range of floors, and the metrics to compute. */
typedef struct floorlab_request {
    uint64_t first;             /* number of the first floor … */
    uint64_t n;                 /* … and how many follow each other */
    const char *const *metrics; /* [metrics_n] names of metrics or events; floorlab_describe lists them */
    size_t metrics_n;
    uint64_t reserved[4]; /* zero */
} floorlab_request;

/* The version of the library, "1.0.0". */
FLOORLAB_API const char *floorlab_version(void);

/* All generators with their settings, as JSON:
 * [{"name","makes","version","meaning","settings":[{"name","type","default","range","meaning"}]}].
 * FLOORLAB_TROUBLE without memory. */
FLOORLAB_API floorlab_status floorlab_generators(floorlab_text *out, floorlab_error *error);

/* Opens a generator; *out is NULL unless this succeeds. Refuses unknown names, with the nearest name, and
 * values out of range. */
FLOORLAB_API floorlab_status floorlab_open(const floorlab_options *options, floorlab_generator **out,
                                           floorlab_error *error);

/* Makes another handle of the same generator, settings and seed, for another thread. Large constant data are
 * shared. */
FLOORLAB_API floorlab_status floorlab_clone(const floorlab_generator *self, floorlab_generator **out,
                                            floorlab_error *error);

/* Frees a handle; NULL is allowed. */
FLOORLAB_API void floorlab_close(floorlab_generator *self);

/* Describes a handle and what can be measured, as JSON: {"generator","version","makes","settings",
 * "seed","first","last","width","height","kinds":[…],"metrics":[{"name","unit","meaning"}],"events":[…]}.
 * Numbers above 2^53 are texts. */
FLOORLAB_API floorlab_status floorlab_describe(floorlab_generator *self, floorlab_text *out,
                                               floorlab_error *error);

/* Makes floors and writes their values: out[m * n + i] is metric m of floor first + i. An event is 1 where it
 * happened, 0 where it did not. out_n is the capacity of `out`, at least n * metrics_n. */
FLOORLAB_API floorlab_status floorlab_values(floorlab_generator *self, const floorlab_request *request,
                                             int32_t *out, size_t out_n, floorlab_error *error);

/* Makes floors and writes their boards: out[(i * height + y) * width + x] is 0 where floor first + i has no
 * room, else 1 + the number of the room's kind in "kinds" of floorlab_describe, which also gives width and
 * height. Of chunk rooms it is the number of the tile in "tiles". The request's metrics do not matter; out_n
 * is at least n * width * height. A failed floor is empty. */
FLOORLAB_API floorlab_status floorlab_boards(floorlab_generator *self, const floorlab_request *request,
                                             uint8_t *out, size_t out_n, floorlab_error *error);

/* Pictures of a floor or a chunk room. */
typedef enum floorlab_form {
    FLOORLAB_LINE = 0, /* floors: one line of JSON, with rooms, doors and metrics, as `export` writes it */
    FLOORLAB_PLAIN,    /* letters, for a terminal */
    FLOORLAB_SVG
} floorlab_form;

FLOORLAB_API floorlab_status floorlab_draw(floorlab_generator *self, uint64_t number, floorlab_form form,
                                           floorlab_text *out, floorlab_error *error);

/* Measures a floor that the caller gives: `line` is a floor as JSON; only "rooms" with "cells" is required
 * ({"rooms":[{"cells":[[0,0]],"kind":"start"},{"cells":[[1,0]],"kind":"boss"}]}). out[m] is the request's
 * metric m, so `out` needs metrics_n values; first and n do not matter. The handle may be of any generator of
 * floors; its largest board is the limit: "lines" takes floors of 200 x 200 cells. For many floors, open
 * "lines" with a file of them. */
FLOORLAB_API floorlab_status floorlab_measure(floorlab_generator *self, const char *line,
                                              const floorlab_request *request, int32_t *out,
                                              floorlab_error *error);

/* The number of the floor of a game seed, such as "B911 99AC", for generators that have game seeds. */
FLOORLAB_API floorlab_status floorlab_number_of(floorlab_generator *self, const char *game_seed,
                                                uint64_t *out, floorlab_error *error);

/* Computes limits of a chance from hits among trials: limits[0] <= chance <= limits[1], except with a
 * probability of at most alpha (above 0; 0.05 for 95 % confidence). It is a confidence sequence, as in
 * `verify` and result files: it is valid for all numbers of trials at once, so trials may continue until it
 * is narrow enough. It is about twice as wide as an interval for a number of trials fixed beforehand. 0 and 1
 * without trials; refused for more than 2^53. */
FLOORLAB_API floorlab_status floorlab_interval(uint64_t hits, uint64_t trials,
                                               double alpha,     /* float: a statistic */
                                               double limits[2], /* float: likewise */
                                               floorlab_error *error);

/* ---- Experimental: generators of your own, as shared objects ----
 *
 * This part may change with any version; FLOORLAB_PLUGIN_VERSION then changes, too.
 *
 * A plug-in is a shared object with one function, floorlab_plugin_open. It includes this header and links
 * nothing. `floorlab run` and all other commands make its floors with
 *
 *     generator: plugin
 *     settings: {file: ./mine.so, rooms: 12}          rooms is a setting of the plug-in
 *
 * in threads, at full speed. It is code in floorlab's process: load only what you trust. */

#define FLOORLAB_PLUGIN_VERSION 1

/* Kinds of rooms. */
typedef enum floorlab_kind {
    FLOORLAB_NORMAL = 0,
    FLOORLAB_START,
    FLOORLAB_BOSS,
    FLOORLAB_SHOP,
    FLOORLAB_TREASURE,
    FLOORLAB_SECRET,
    FLOORLAB_SUPER_SECRET,
    FLOORLAB_ULTRA_SECRET,
    FLOORLAB_SACRIFICE,
    FLOORLAB_DICE,
    FLOORLAB_LIBRARY,
    FLOORLAB_CURSE,
    FLOORLAB_MINIBOSS,
    FLOORLAB_CHALLENGE,
    FLOORLAB_BOSS_CHALLENGE,
    FLOORLAB_ARCADE,
    FLOORLAB_VAULT,
    FLOORLAB_CLEAN_BEDROOM,
    FLOORLAB_DIRTY_BEDROOM,
    FLOORLAB_PLANETARIUM,
    FLOORLAB_GRAVE,
    FLOORLAB_SPECIAL,
    FLOORLAB_END
} floorlab_kind;

/* Properties of a room besides its kind, as bits. */
#define FLOORLAB_IS_ADDED 1u /* added to a complete layout, as secret rooms are */
#define FLOORLAB_IS_END 2u   /* the floor's end; without one it is the first boss room */

/* Results of a roll, as bits: a roll (or two) decides if a room is placed. */
#define FLOORLAB_ROLL_ROLLED 1u
#define FLOORLAB_ROLL_FIRST 2u         /* the first chance was won */
#define FLOORLAB_ROLL_SECOND_ROLLED 4u /* the first missed, and there was a second */
#define FLOORLAB_ROLL_SECOND 8u        /* the second chance was won */
#define FLOORLAB_ROLL_WON 16u          /* a chance was won */
#define FLOORLAB_ROLL_NO_PLACE 32u     /* no dead end was left for the room */
#define FLOORLAB_ROLL_PLACED 64u       /* the room is there */

/* The floor being made. */
typedef struct floorlab_floor floorlab_floor;

typedef struct floorlab_cell {
    int16_t x, y;
} floorlab_cell;

/* Functions that floorlab gives a plug-in while it makes a floor. */
typedef struct floorlab_host {
    uint32_t version; /* FLOORLAB_PLUGIN_VERSION of the host */

    /* A random number 0 … n - 1, from the floor's own stream: it depends on seed and number alone. n is at
     * least 1. */
    uint32_t (*below)(floorlab_floor *floor, uint32_t n);

    /* Adds a room on cells that are on the board, empty and different. Returns its number, in the order of
     * adding, or -1, after which the run ends with an error. The first room is the start. `is` are bits. */
    int (*add)(floorlab_floor *floor, floorlab_kind kind, const floorlab_cell *cells, unsigned n,
               unsigned is);

    /* Returns the number of the room on a cell; -1 if there is none, also off the board. */
    int (*room_at)(const floorlab_floor *floor, int x, int y);

    /* Changes a room's kind and bits. */
    void (*change)(floorlab_floor *floor, int room, floorlab_kind kind, unsigned is);

    /* Records a roll's result; `roll` is its number in the plug-in's list. */
    void (*roll)(floorlab_floor *floor, unsigned roll, unsigned flags);

    /* Removes all rooms, to try again; the random stream continues. */
    void (*clear)(floorlab_floor *floor);

    /* Gives up: the floor counts as failed. `why` is a constant of the plug-in. */
    void (*fail)(floorlab_floor *floor, const char *why);
} floorlab_host;

/* A setting of a plug-in: a whole number. */
typedef struct floorlab_setting {
    const char *name;
    int64_t least, most, initial;
    const char *meaning;
} floorlab_setting;

/* A plug-in's constants. Doors are made where rooms touch; distances and dead ends are computed. */
typedef struct floorlab_plugin {
    uint32_t plugin_version; /* FLOORLAB_PLUGIN_VERSION */
    uint32_t version;        /* of its floors: a change of any floor is a new version */
    const char *name;
    const char *meaning;
    int width, height; /* of the board, 1 to 200 */
    const floorlab_setting *settings;
    size_t settings_n;
    const char *const *rolls; /* names: letters, digits, _ and - */
    size_t rolls_n;           /* at most 48 */
    size_t scratch_size;      /* bytes of memory for `make`, a piece for each thread, zero at first */

    /* Makes a floor on an empty board. settings[i] is the value of setting i. Called by several threads at
     * once: all writable data are in `scratch`, and no floor depends on an earlier one. */
    void (*make)(const int64_t *settings, void *scratch, floorlab_floor *floor);
} floorlab_plugin;

/* Exported by the plug-in: returns its constants and gets the host's functions; NULL if the host is
 * unsuitable. */
FLOORLAB_API const floorlab_plugin *floorlab_plugin_open(const floorlab_host *host);

#ifdef __cplusplus
}
#endif

#endif
