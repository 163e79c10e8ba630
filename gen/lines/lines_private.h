/* SPDX-License-Identifier: MIT */
/* What the files of gen/lines share. */
#ifndef FL_GEN_LINES_LINES_PRIVATE_H
#define FL_GEN_LINES_LINES_PRIVATE_H

#include "gen/base/files.h"
#include "gen/floor/floor.h"
#include "gen/lines/lines.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define FL_LINES_MOST_BYTES ((size_t)1 << 31) /* of all floors of a file, packed */

/* Each different text once, by a number (words.c). */
typedef struct fl_lines_words {
    char **word;
    uint32_t n, size;
    uint32_t *slot; /* [slots]: number + 1 of a word; 0 = free */
    uint32_t slots;
} fl_lines_words;

enum { FL_LINES_WORDS = 65535 /* different texts of a file */, FL_LINES_GATE = 33 };

void fl_lines_words_free(fl_lines_words *self);

/* The number of a word, which is added if it is new; FL_ERR_INPUT if there are too many. */
FL_NODISCARD fl_err fl_lines_words_number(fl_lines_words *self, const char *word, uint16_t *out,
                                          fl_diag *diag);

/* The floors of a file, packed (pack.c). */
typedef struct fl_lines_floors {
    uint8_t *bytes;
    size_t bytes_n, bytes_size;
    size_t *at; /* [n]: where each floor begins */
    size_t n, at_size;
    fl_lines_words tags;                   /* and reasons of failure */
    char gate[FL_GATE_MAX][FL_LINES_GATE]; /* names, in the order in which they came */
    const char *gate_names[FL_GATE_MAX];
    unsigned gates_n;
    int width, height;   /* of the largest boards */
    uint32_t cells_most; /* of the rooms of a floor */
    fl_lines_found found;
} fl_lines_floors;

void fl_lines_floors_free(fl_lines_floors *self);

/* Adds a floor; FL_ERR_INPUT, without a place, if it cannot be kept. It may be relinked on the way. */
FL_NODISCARD fl_err fl_lines_pack(fl_lines_floors *self, fl_floor *floor, fl_diag *diag);

/* The number of a gate, which is added if it is new; FL_ERR_INPUT, without a place, for one too many. */
FL_NODISCARD fl_err fl_lines_gate_number(fl_lines_floors *self, const char *name, unsigned *out,
                                         fl_diag *diag);

/* Fills a floor again. */
void fl_lines_unpack(const fl_lines_floors *self, size_t index, fl_floor *out);

/* Maps (map.c): read line by line, then made a floor. The signs of floorlab's own kinds are known, # is a
 * normal room, a point or a blank no room. */
enum { FL_LINES_LETTERS = 128 };

typedef struct fl_lines_letter {
    bool is_known;
    bool is_joined; /* touching cells with it are one room */
    bool has_tag;   /* the word is no kind */
    fl_kind kind;
    char word[FL_LINES_WORD];
} fl_lines_letter;

typedef struct fl_lines_map_reader {
    fl_lines_letter letter[FL_LINES_LETTERS];
    char cell[FL_FLOOR_SIDE_MAX][FL_FLOOR_SIDE_MAX]; /* of the map at hand */
    int width, height;
    bool has_start;
} fl_lines_map_reader;

void fl_lines_map_init(fl_lines_map_reader *self);

/* Whether a file whose first line this is is one of maps. */
bool fl_lines_map_is(const fl_lines_map_reader *self, const char *line, size_t n);

/* Adds a line of the map at hand, or a legend; FL_ERR_INPUT, without a place, for a bad one. */
FL_NODISCARD fl_err fl_lines_map_add(fl_lines_map_reader *self, const char *line, size_t n, fl_diag *diag);

/* Fills a floor from the map at hand, which ends. The floor borrows its tags. FL_ERR_INPUT, without a place:
 * it has no start. */
FL_NODISCARD fl_err fl_lines_map_make(fl_lines_map_reader *self, fl_floor *floor, fl_diag *diag);

/* The first kind of a floor that is not known, or NULL. */
const char *fl_lines_map_other_kind(const fl_floor *floor);

/* Drops the map at hand; the legend stays. */
void fl_lines_map_clear(fl_lines_map_reader *self);

/* Reads floors (read.c) from a file, or from `data` if it is not NULL. */
typedef struct fl_lines_file {
    const char *name; /* of the file, for messages */
    const char *data;
    size_t size;
    uint64_t skip_bad;
    off_t from, to; /* a part of the file, of whole lines; to = 0: all of it */
    bool goes_on;   /* the part does not begin the file, which is one of JSON */
    bool has_maps;  /* out */

    /* Out: the content if it is a text of at most FL_LINES_KEPT bytes, else NULL; its hash. */
    fl_text *kept;
    bool is_kept;
    uint64_t hash;
} fl_lines_file;

FL_NODISCARD fl_err fl_lines_read(fl_lines_floors *self, fl_lines_file *source, fl_diag *diag);

/* Gives a list of files the floors of a large one, which is not kept; `floors` is empty then (lines.c). */
FL_NODISCARD fl_err fl_lines_give(fl_files *files, const char *name, fl_lines_floors *floors, uint64_t hash,
                                  fl_diag *diag);

/* Writes what a result needs to know of floors that it does not hold, and reads it (summary.c). */
void fl_lines_summary_write(const fl_lines_floors *self, fl_text *out);
FL_NODISCARD fl_err fl_lines_summary_read(fl_lines_floors *self, const char *text, const char *name,
                                          fl_diag *diag);

#endif
