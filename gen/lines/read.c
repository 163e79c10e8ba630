/* SPDX-License-Identifier: MIT */
/* Reads a file piece by piece, so that no more of it is in memory than a few lines beside the packed floors.
 * The first line that is not empty decides what the file is: lines of JSON, or maps of letters. */
#include "gen/lines/lines_private.h"

#include "gen/base/files.h"
#include "gen/floor/floor_json_read.h"
#include "gen/random/game_seed.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 22 }; /* bytes; holds several of the longest lines */

typedef struct reading {
    fl_lines_floors *out;
    fl_lines_file *source;
    FILE *file;   /* NULL: source->data */
    size_t given; /* of source->data, or of a part */
    char *piece;
    size_t piece_size;
    uint64_t line; /* number of the line at hand */
    bool is_last;  /* it ends the file without a line feed */
    bool has_begun, has_maps;
    bool is_passing; /* the rest of a bad map is passed over */
    fl_lines_map_reader *map;
    uint64_t map_line; /* where the map at hand begins */
    fl_floor floor;
    fl_floor_json_reader json;
    char keys[FL_LINES_MOST_FIELDS * FL_LINES_WORD]; /* of the fields */
    fl_diag *diag;
} reading;

/* Where the line at hand is: "mine.jsonl:17". */
static void write_place(const reading *r, char *out, size_t size)
{
    snprintf(out, size, "%.200s:%llu", r->source->name, (unsigned long long)r->line);
}

/* Advice for who has no other. */
static void add_hint(const reading *r)
{
    if (r->diag && r->diag->hint[0] == '\0') {
        fl_diag_hint(r->diag, r->is_last && !r->has_maps
                                  ? "the file ends in this line without a line feed: perhaps it was cut off; "
                                    "'import --skip-bad 1' or skip_bad=1 leaves the line out"
                                  : "'import --skip-bad N' or skip_bad=N leaves out up to N bad lines");
    }
}

/* A bad line: left out, as long as that is allowed. */
static fl_err take_bad(reading *r, fl_err err, const fl_diag *problem)
{
    fl_lines_found *found = &r->out->found;
    found->bad++;
    if (found->bad > r->source->skip_bad) {
        if (r->diag) {
            *r->diag = *problem;
        }
        add_hint(r);
        return err;
    }
    if (found->bad <= FL_LINES_TOLD) {
        fl_text_add_format(&found->told, "%s: %s\n", problem->where, problem->what);
    }
    return FL_OK;
}

/* Notes a word that is not known, but taken. */
static void note(const char *word, uint64_t *n, char out[FL_LINES_WORD])
{
    if (word && (*n)++ == 0) {
        snprintf(out, FL_LINES_WORD, "%s", word);
        for (size_t i = strlen(out); i > 0 && (out[i - 1] & 0xc0) == 0x80 && i + 1 >= FL_LINES_WORD; i--) {
            out[i - 1] = '\0'; /* no half of a character */
        }
    }
}

/* The game seed that a line says; 0 if it says none. */
static uint32_t game_seed_of(const json_t *line)
{
    const char *text = json_string_value(json_object_get(line, "seed_text"));
    uint32_t seed = 0;
    return text && fl_game_seed_read(text, &seed, NULL) == FL_OK ? seed : 0;
}

/* Lists the keys of the fields, which the floor's reader does not know. */
static void write_keys(reading *r)
{
    size_t n = 0;
    for (unsigned i = 0; i < r->out->fields_n; i++) {
        n +=
            (size_t)snprintf(r->keys + n, sizeof r->keys - n, "%s%s", i > 0 ? " " : "", r->out->field[i].key);
    }
    r->json.more_keys = r->keys;
}

static fl_err read_json(reading *r, const char *line, size_t n, fl_diag *problem)
{
    char place[256];
    write_place(r, place, sizeof place);
    r->json.where = place;
    r->json.takes_any_kind = true;
    fl_err err = fl_floor_json_read(&r->json, line, n, &r->floor, problem);
    if (!err) {
        note(r->json.other_kind, &r->out->found.other_kinds, r->out->found.other_kind);
        note(r->json.other_key, &r->out->found.other_keys, r->out->found.other_key);
        r->out->next_seed = game_seed_of(r->json.document);
        err = fl_lines_fields_read(r->out, r->json.document, problem);
    }
    return err;
}

/* Adds the floor that was read. */
static fl_err take_floor(reading *r, fl_diag *problem)
{
    fl_err err = fl_lines_pack(r->out, &r->floor, problem);
    r->out->found.failed += !err && r->floor.failure;
    return err;
}

static bool is_blank(const char *line, size_t n)
{
    size_t i = 0;
    while (i < n && (line[i] == ' ' || line[i] == '\t' || line[i] == '\r')) {
        i++;
    }
    return i == n;
}

/* A map ends with an empty line, or with the file. */
static fl_err end_map(reading *r, fl_diag *problem)
{
    bool has_map = !r->is_passing && r->map->height > 0;
    r->is_passing = false;
    if (!has_map) {
        return FL_OK;
    }
    uint64_t line = r->line;
    r->line = r->map_line;
    fl_err err = fl_lines_map_make(r->map, &r->floor, problem);
    if (!err) {
        const char *kind = fl_lines_map_other_kind(&r->floor);
        note(kind, &r->out->found.other_kinds, r->out->found.other_kind);
        err = take_floor(r, problem);
    }
    if (err == FL_ERR_INPUT && problem->where[0] == '\0') {
        write_place(r, problem->where, sizeof problem->where);
    }
    r->line = line;
    return err;
}

static fl_err take_map_line(reading *r, const char *line, size_t n, fl_diag *problem)
{
    if (r->is_passing) {
        return FL_OK;
    }
    fl_err err = fl_lines_map_add(r->map, line, n, problem);
    r->map_line = r->map->height <= 1 ? r->line : r->map_line;
    if (err) {
        write_place(r, problem->where, sizeof problem->where);
        r->is_passing = true;
        fl_lines_map_clear(r->map);
    }
    return err;
}

static fl_err take_json(reading *r, const char *line, size_t n, fl_diag *problem)
{
    fl_err err = read_json(r, line, n, problem);
    err = err ? err : take_floor(r, problem);
    if (err == FL_ERR_INPUT && problem->where[0] == '\0') {
        write_place(r, problem->where, sizeof problem->where);
    }
    return err;
}

/* Bad input is left out, as far as that is allowed. */
static fl_err settle(reading *r, fl_err err, const fl_diag *problem)
{
    if (err && err != FL_ERR_INPUT && r->diag) {
        *r->diag = *problem;
    }
    return err == FL_ERR_INPUT ? take_bad(r, err, problem) : err;
}

/* Refuses settings that are about other files than this one. */
static fl_err check_settings(const reading *r)
{
    const fl_lines_file *source = r->source;
    if (source->legend && source->legend[0] && !r->has_maps) {
        fl_err err = fl_diag_set(r->diag, FL_ERR_INPUT, source->name,
                                 "it has no maps, so that a legend says nothing about it");
        fl_diag_hint(r->diag, "--format maps, or format=maps, reads it as maps");
        return err;
    }
    if (r->has_maps && r->out->fields_n > 0) {
        fl_err err = fl_diag_set(r->diag, FL_ERR_INPUT, source->name, "maps have no fields to be chosen by");
        fl_diag_hint(r->diag, "lines of JSON have; '%s' is none of a map", r->out->field[0].name);
        return err;
    }
    return FL_OK;
}

static fl_err take_line(reading *r, const char *line, size_t n)
{
    fl_diag problem;
    fl_diag_init(&problem);
    r->line++;
    if (r->line == 1 && !r->source->goes_on && n >= 3 &&
        memcmp(line, "\xef\xbb\xbf", 3) == 0) { /* a byte order mark */
        line += 3;
        n -= 3;
    }
    if (is_blank(line, n)) {
        return settle(r, r->has_maps ? end_map(r, &problem) : FL_OK, &problem);
    }
    if (!r->has_begun) {
        fl_lines_format format = r->source->format;
        r->has_maps =
            format == FL_LINES_MAPS || (format == FL_LINES_AUTO && fl_lines_map_is(r->map, line, n));
        r->has_begun = true;
        fl_err refused = check_settings(r);
        if (refused) {
            return refused;
        }
    }
    fl_err err = r->has_maps ? take_map_line(r, line, n, &problem) : take_json(r, line, n, &problem);
    return settle(r, err, &problem);
}

/* A line that is longer than any may be; the rest of it is passed over. */
static fl_err take_long_line(reading *r)
{
    fl_diag problem;
    char place[256];
    fl_diag_init(&problem);
    r->line++;
    r->is_passing = true;
    fl_lines_map_clear(r->map);
    write_place(r, place, sizeof place);
    fl_err err = fl_diag_set(&problem, FL_ERR_INPUT, place, "a line of more than %d bytes", FL_LINES_LONGEST);
    fl_diag_hint(&problem, "a floor is one line, {\"rooms\":[...]}; a list of floors is cut by: jq -c '.[]'");
    return take_bad(r, err, &problem);
}

/* Gets the next bytes of the source; 0 at its end. */
static fl_err get(reading *r, char *out, size_t most, size_t *got)
{
    fl_lines_file *source = r->source;
    if (r->file) {
        size_t left = source->to > 0 ? (size_t)(source->to - source->from) - r->given : most;
        *got = fread(out, 1, left < most ? left : most, r->file);
        r->given += *got;
        if (*got == 0 && ferror(r->file)) {
            return fl_diag_set(r->diag, errno == EISDIR ? FL_ERR_INPUT : FL_ERR_IO, source->name,
                               "reading failed: %s", strerror(errno));
        }
    } else {
        *got = source->size - r->given < most ? source->size - r->given : most;
        memcpy(out, source->data + r->given, *got);
        r->given += *got;
    }
    source->hash = fl_files_hash_more(source->hash, out, *got);
    if (source->is_kept && source->kept->size + *got <= FL_LINES_KEPT) {
        fl_text_add_bytes(source->kept, out, *got);
    } else if (*got > 0) {
        source->is_kept = false;
    }
    return FL_OK;
}

/* Takes all lines that end within n bytes of the piece; *used is where the rest begins. */
static fl_err take_lines(reading *r, size_t n, bool *is_in_long, size_t *used)
{
    fl_err err = FL_OK;
    const char *p = r->piece;
    const char *end = p + n;
    for (const char *feed; !err && (feed = memchr(p, '\n', (size_t)(end - p))) != NULL; p = feed + 1) {
        size_t length = (size_t)(feed - p);
        if (!*is_in_long) {
            err = length > FL_LINES_LONGEST ? take_long_line(r) : take_line(r, p, length);
        }
        *is_in_long = false;
    }
    if (!err && !*is_in_long && end - p > FL_LINES_LONGEST) {
        err = take_long_line(r);
        *is_in_long = true;
    }
    *used = *is_in_long ? n : (size_t)(p - r->piece);
    return err;
}

/* Takes the lines of a file. */
static fl_err take_all(reading *r)
{
    size_t rest = 0;
    size_t got = 0;
    bool is_in_long = false;
    fl_err err = FL_OK;
    do {
        size_t used = 0;
        err = get(r, r->piece + rest, r->piece_size - rest, &got);
        err = err ? err : take_lines(r, rest + got, &is_in_long, &used);
        rest = err ? 0 : rest + got - used;
        memmove(r->piece, r->piece + used, rest);
    } while (!err && got > 0);
    if (!err && rest > 0) {
        r->is_last = true;
        err = take_line(r, r->piece, rest);
    }
    if (!err && r->has_maps) {
        fl_diag problem;
        fl_diag_init(&problem);
        err = settle(r, end_map(r, &problem), &problem);
    }
    return err;
}

static fl_err open_source(reading *r)
{
    fl_lines_file *source = r->source;
    if (source->data) {
        return FL_OK;
    }
    errno = 0;
    r->file = fopen(strcmp(source->name, "-") == 0 ? "/dev/stdin" : source->name, "rb");
    if (r->file && (source->from == 0 || fseeko(r->file, source->from, SEEK_SET) == 0)) {
        return FL_OK;
    }
    fl_err err =
        fl_diag_set(r->diag, fl_diag_of_errno(errno), source->name, "cannot open it: %s", strerror(errno));
    fl_diag_hint(r->diag, "a file with a floor a line, as 'floorlab export' writes them; - is the standard "
                          "input");
    return err;
}

/* What is kept must be a text. */
static fl_err end(reading *r)
{
    fl_lines_file *source = r->source;
    fl_lines_found *found = &r->out->found;
    found->floors = r->out->n;
    source->hash |= 1;
    source->is_kept = source->is_kept && fl_files_check_text(fl_text_get(source->kept), source->kept->size,
                                                             source->name, NULL) == FL_OK;
    if (fl_text_check(source->kept) || fl_text_check(&found->told)) {
        return fl_diag_memory(r->diag);
    }
    if (found->floors == 0) {
        fl_err err = fl_diag_set(r->diag, FL_ERR_INPUT, source->name, "there is no floor in it");
        fl_diag_hint(r->diag, "a line is a floor: {\"rooms\":[{\"cells\":[[0,0]]},{\"cells\":[[1,0]]}]}");
        return err;
    }
    return fl_lines_fields_end(r->out, r->diag);
}

fl_err fl_lines_read(fl_lines_floors *self, fl_lines_file *source, fl_diag *diag)
{
    reading r = {.out = self, .source = source, .diag = diag};
    source->hash = FL_FILES_HASH_START;
    source->is_kept = source->to == 0;
    r.has_begun = source->goes_on;
    fl_floor_json_read_init(&r.json);
    write_keys(&r);
    /* one more byte than there are: room to look for the end */
    r.piece_size = source->data && source->size < PIECE ? source->size + 1 : PIECE;
    r.piece = malloc(r.piece_size);
    r.map = malloc(sizeof *r.map);
    fl_err err = !r.piece || !r.map || fl_floor_init(&r.floor, FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX)
                     ? fl_diag_memory(diag)
                     : open_source(&r);
    if (!err) {
        fl_lines_map_init(r.map);
        err = source->legend ? fl_lines_map_set_legend(r.map, source->legend, diag) : FL_OK;
        err = err ? err : take_all(&r);
    }
    source->is_json = !r.has_maps;
    err = err ? err : end(&r);
    if (r.file) {
        fclose(r.file);
    }
    fl_floor_json_read_free(&r.json);
    fl_floor_free(&r.floor);
    free(r.piece);
    free(r.map);
    return err;
}
