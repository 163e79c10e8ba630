/* SPDX-License-Identifier: MIT */
/* Shared by the files of gen/lines. */
#ifndef FL_GEN_LINES_LINES_PRIVATE_H
#define FL_GEN_LINES_LINES_PRIVATE_H

#include "gen/foreign/foreign.h"
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

enum {
    FL_LINES_WORDS = 65535, /* different texts of a file */
    FL_LINES_MOST_FIELDS = 8,
    FL_LINES_VALUES = 256, /* different values of a field */
    FL_LINES_PARTS = 4096, /* combinations of values */
    FL_LINES_READ_AS = 2 * FL_SETTING_VALUES_TEXT + 64,
};

void fl_lines_words_free(fl_lines_words *self);

/* Returns the number of a word, adding a new one; FL_ERR_INPUT if there are too many. */
FL_NODISCARD fl_err fl_lines_words_number(fl_lines_words *self, const char *word, uint16_t *out,
                                          fl_diag *diag);

/* True if a word has a number. */
bool fl_lines_words_has(const fl_lines_words *self, const char *word);

/* True if a text is valid as a tag or a value: UTF-8 without control characters. */
bool fl_lines_words_is_text(const char *word, size_t n);

/* The place of a field in a line. */
typedef enum fl_lines_where { FL_LINES_ANYWHERE, FL_LINES_ON_TOP, FL_LINES_IN_SETTINGS } fl_lines_where;

/* A field by which floors are chosen (fields.c). */
typedef struct fl_lines_field {
    char name[FL_FOREIGN_NAME]; /* as configurations call it */
    char key[FL_LINES_WORD];    /* its key in lines */
    fl_lines_where where;       /* anywhere: the first line decides */
    fl_lines_words value;       /* its different values */
} fl_lines_field;

/* The floors of a file, packed (pack.c). */
typedef struct fl_lines_floors {
    fl_foreign known;
    uint8_t *bytes;
    size_t bytes_n, bytes_size;
    size_t *at; /* [n]: where each floor begins, with the number of its value of each field */
    size_t n, at_size;
    fl_lines_words tags; /* and reasons of failure */
    fl_lines_found found;
    fl_lines_field field[FL_LINES_MOST_FIELDS];
    unsigned fields_n;

    /* How many floors each combination of values has; the last field changes fastest. */
    uint64_t *part; /* [parts_n] */
    size_t parts_n;

    /* Data of the floor that is packed next. */
    uint32_t next_seed; /* of the game; 0 = none */
    char next_value[FL_LINES_MOST_FIELDS][FL_LINES_WORD];
    fl_lines_where next_where[FL_LINES_MOST_FIELDS];
    char read_as[FL_LINES_READ_AS]; /* legend, format and fields by which the file was read */
} fl_lines_floors;

void fl_lines_floors_free(fl_lines_floors *self);

/* Adds a floor; FL_ERR_INPUT, without a place, if it cannot be packed. Its doors may be linked again. */
FL_NODISCARD fl_err fl_lines_pack(fl_lines_floors *self, fl_floor *floor, fl_diag *diag);

/* Restore a floor, and its game seed. */
void fl_lines_unpack(const fl_lines_floors *self, size_t index, fl_floor *out);
uint32_t fl_lines_game_seed(const fl_lines_floors *self, size_t index);

/* Fields (fields.c): adds those of a setting, "stage hard=settings.hard"; FL_ERR_INPUT unless it is a list of
 * names. */
FL_NODISCARD fl_err fl_lines_fields_init(fl_lines_floors *self, const char *spec, fl_diag *diag);
void fl_lines_fields_free(fl_lines_floors *self);

/* Records the values of the floor that is packed next, from its line, a json_t. FL_ERR_INPUT, without a
 * place: a field is missing or not a short word. */
FL_NODISCARD fl_err fl_lines_fields_read(fl_lines_floors *self, const void *line, fl_diag *diag);

/* Gives floor number self->n the recorded values. FL_ERR_INPUT: a field has too many values; then no value is
 * added. */
FL_NODISCARD fl_err fl_lines_fields_take(fl_lines_floors *self, fl_diag *diag);

/* Counts the floors of each combination of values, after all are packed. */
FL_NODISCARD fl_err fl_lines_fields_end(fl_lines_floors *self, fl_diag *diag);

/* Some floors of a file. */
typedef struct fl_lines_choice {
    uint64_t n;
    uint32_t *floor; /* [n]; only if there are floors and is_some */
    bool is_some;    /* false: all */
} fl_lines_choice;

/* Chooses the floors that have the values of a JSON object, {"stage":3}; an empty text chooses all. The
 * caller frees out->floor. FL_ERR_INPUT: the field is unknown, or no floor has the value. */
FL_NODISCARD fl_err fl_lines_fields_choose(const fl_lines_floors *self, const char *only,
                                           fl_lines_choice *out, fl_diag *diag);

/* Maps (map.c): read line by line, then converted to a floor. The characters of floorlab's kinds are known, #
 * is a normal room, a point or a blank no room. */
enum { FL_LINES_LETTERS = 128 };

typedef struct fl_lines_letter {
    bool is_known;
    bool is_joined; /* touching cells with it are one room */
    bool has_tag;   /* the word is not a kind */
    bool is_fixed;  /* by the setting `legend`: legends in the file do not change it */
    fl_kind kind;
    char word[FL_LINES_WORD];
} fl_lines_letter;

typedef struct fl_lines_map_reader {
    fl_lines_letter letter[FL_LINES_LETTERS];
    char cell[FL_FLOOR_SIDE_MAX][FL_FLOOR_SIDE_MAX]; /* of the current map */
    int width, height;
    bool has_start;
} fl_lines_map_reader;

void fl_lines_map_init(fl_lines_map_reader *self);

/* Sets a legend that overrides those of the file: "H=hut 2=normal+". */
FL_NODISCARD fl_err fl_lines_map_set_legend(fl_lines_map_reader *self, const char *legend, fl_diag *diag);

/* True if a file with this first line is one of maps. */
bool fl_lines_map_is(const fl_lines_map_reader *self, const char *line, size_t n);

/* Adds a line to the current map, or a legend; FL_ERR_INPUT, without a place, for a bad one. */
FL_NODISCARD fl_err fl_lines_map_add(fl_lines_map_reader *self, const char *line, size_t n, fl_diag *diag);

/* Fills a floor from the current map, which is then complete. The floor borrows its tags. FL_ERR_INPUT,
 * without a place: it has no start. */
FL_NODISCARD fl_err fl_lines_map_make(fl_lines_map_reader *self, fl_floor *floor, fl_diag *diag);

/* Drops the current map; the legend stays. */
void fl_lines_map_clear(fl_lines_map_reader *self);

/* Reads floors (read.c) from a file, or from `data` if it is not NULL. */
typedef struct fl_lines_file {
    const char *name; /* of the file, for messages */
    const char *data;
    size_t size;
    uint64_t skip_bad;
    const char *legend; /* of maps; NULL or empty = none */
    fl_lines_format format;
    off_t from, to; /* a part of the file, of whole lines; to = 0: all of it */
    bool goes_on;   /* a later part of a JSON file */
    bool is_json;   /* out */

    /* Out: the content if it is a text of at most FL_LINES_KEPT bytes, else NULL; its hash. */
    fl_text *kept;
    bool is_kept;
    uint64_t hash;
} fl_lines_file;

FL_NODISCARD fl_err fl_lines_read(fl_lines_floors *self, fl_lines_file *source, fl_diag *diag);

/* Writes the settings that affect how a file is read (lines.c). */
void fl_lines_read_as(const fl_setting_values *values, char out[FL_LINES_READ_AS]);

/* Moves the floors of a large file to a list of files; `floors` is empty then (lines.c). */
FL_NODISCARD fl_err fl_lines_give(fl_files *files, const char *name, fl_lines_floors *floors, uint64_t hash,
                                  fl_diag *diag);

/* Writes the summary that a result stores instead of floors, and reads it (summary.c). */
void fl_lines_summary_write(const fl_lines_floors *self, fl_text *out);
FL_NODISCARD fl_err fl_lines_summary_read(fl_lines_floors *self, const char *text, const char *name,
                                          fl_diag *diag);

#endif
