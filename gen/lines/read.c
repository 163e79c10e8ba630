/* SPDX-License-Identifier: MIT */
/* Reads a file piece by piece, so that only a few lines and the packed floors are in memory. The first line
 * that is not empty decides what the file is: lines of JSON, or maps of letters. */
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

typedef struct read_state {
    fl_lines_floors *out;
    fl_lines_file *source;
    FILE *file;
    size_t given; /* bytes of the file or its part */
    char *piece;
    uint64_t line; /* number of the current line */
    bool is_last;  /* it ends the file without a line feed */
    bool has_begun, has_maps;
    bool is_passing; /* skipping the rest of a bad map */
    fl_lines_map_reader *map;
    uint64_t map_line; /* where the current map begins */
    fl_floor floor;
    fl_floor_json_reader json;
    char keys[FL_LINES_MOST_FIELDS * FL_LINES_WORD]; /* unknown to the floor's reader */
    fl_diag *diag;
} read_state;

/* Writes the place of a line: "mine.jsonl:17". */
static void write_place(const read_state *r, uint64_t line, char *out, size_t size)
{
    snprintf(out, size, "%.200s:%llu", r->source->name, (unsigned long long)line);
}

/* Skips a bad line, if the settings allow it. */
static fl_err settle(read_state *r, uint64_t line, fl_err err, fl_diag *problem)
{
    fl_lines_found *found = &r->out->found;
    bool is_bad = err == FL_ERR_INPUT;
    found->bad += is_bad;
    if (is_bad && problem->where[0] == '\0') {
        write_place(r, line, problem->where, sizeof problem->where);
    }
    if (is_bad && found->bad <= r->source->skip_bad) {
        if (found->bad <= FL_LINES_TOLD) {
            fl_text_add_format(&found->told, "%s: %s\n", problem->where, problem->what);
        }
        return FL_OK;
    }
    if (err && r->diag) {
        *r->diag = *problem;
    }
    if (is_bad && problem->hint[0] == '\0') {
        fl_diag_hint(r->diag, r->is_last && !r->has_maps
                                  ? "the file ends in this line without a line feed: perhaps it was cut off; "
                                    "'import --skip-bad 1' or skip_bad=1 leaves the line out"
                                  : "'import --skip-bad N' or skip_bad=N leaves out up to N bad lines");
    }
    return err;
}

/* Records an unknown word that is accepted. */
static void note(const char *word, uint64_t *n, char out[FL_LINES_WORD])
{
    if (word && (*n)++ == 0) {
        snprintf(out, FL_LINES_WORD, "%s", word);
        for (size_t i = strlen(out); i > 0 && (out[i - 1] & 0xc0) == 0x80 && i + 1 >= FL_LINES_WORD; i--) {
            out[i - 1] = '\0'; /* no half of a character */
        }
    }
}

/* Adds the floor that was read, and records its unknown kind or key. */
static fl_err take_floor(read_state *r, const char *other_kind, const char *other_key, fl_diag *problem)
{
    fl_err err = fl_lines_pack(r->out, &r->floor, problem);
    if (!err) {
        note(other_kind, &r->out->found.other_kinds, r->out->found.other_kind);
        note(other_key, &r->out->found.other_keys, r->out->found.other_key);
        r->out->found.failed += r->floor.failure != NULL;
    }
    return err;
}

/* A map ends with an empty line, or with the file. */
static fl_err end_map(read_state *r)
{
    const char *kind = NULL;
    fl_diag problem;
    fl_diag_init(&problem);
    bool has_map = !r->is_passing && r->map->height > 0;
    r->is_passing = false;
    if (!has_map) {
        return FL_OK;
    }
    fl_err err = fl_lines_map_make(r->map, &r->floor, &problem);
    for (unsigned i = 0; i < r->floor.rooms_n && !kind; i++) {
        kind = r->floor.rooms[i].tag;
    }
    err = err ? err : take_floor(r, kind, NULL, &problem);
    return settle(r, r->map_line, err, &problem);
}

static fl_err take_json(read_state *r, const char *line, size_t n, fl_diag *problem)
{
    char place[256];
    write_place(r, r->line, place, sizeof place);
    r->json.where = place;
    fl_err err = fl_floor_json_read(&r->json, line, n, &r->floor, problem);
    if (err) {
        return err;
    }
    const char *seed = json_string_value(json_object_get(r->json.document, "seed_text"));
    if (!seed || fl_game_seed_read(seed, &r->out->next_seed, NULL)) {
        r->out->next_seed = 0;
    }
    err = fl_lines_fields_read(r->out, r->json.document, problem);
    return err ? err : take_floor(r, r->json.other_kind, r->json.other_key, problem);
}

/* Takes the first line, which determines the type of file. Refuses settings for other types. */
static fl_err begin(read_state *r, const char *line, size_t n)
{
    const fl_lines_file *source = r->source;
    r->has_begun = true;
    r->has_maps = source->format == FL_LINES_MAPS ||
                  (source->format == FL_LINES_AUTO && fl_lines_map_is(r->map, line, n));
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

static fl_err take_line(read_state *r, const char *line, size_t n)
{
    fl_diag problem;
    fl_err err = FL_OK;
    fl_diag_init(&problem);
    r->line++;
    if (r->line == 1 && !r->source->goes_on && n >= 3 &&
        memcmp(line, "\xef\xbb\xbf", 3) == 0) { /* a byte order mark */
        line += 3;
        n -= 3;
    }
    if (n > FL_LINES_LONGEST) {
        err = fl_diag_set(&problem, FL_ERR_INPUT, "", "a line of more than %d bytes", FL_LINES_LONGEST);
        fl_diag_hint(&problem,
                     "a floor is one line, {\"rooms\":[...]}; a list of floors is cut by: jq -c '.[]'");
    } else if (fl_foreign_trim(line, n) == 0) {
        return r->has_maps ? end_map(r) : FL_OK;
    } else if (!r->has_begun && (err = begin(r, line, n)) != FL_OK) {
        return err;
    } else if (!r->has_maps) {
        err = take_json(r, line, n, &problem);
    } else if (!r->is_passing) {
        err = fl_lines_map_add(r->map, line, n, &problem);
        r->map_line = r->map->height <= 1 ? r->line : r->map_line;
    }
    if (err) {
        r->is_passing = true;
        fl_lines_map_clear(r->map);
    }
    return settle(r, r->line, err, &problem);
}

/* Gets the next bytes of the source; 0 at its end. */
static fl_err get(read_state *r, char *out, size_t most, size_t *got)
{
    fl_lines_file *source = r->source;
    size_t left = source->to > 0 ? (size_t)(source->to - source->from) - r->given : most;
    *got = fread(out, 1, left < most ? left : most, r->file);
    r->given += *got;
    if (*got == 0 && ferror(r->file)) {
        return fl_diag_set(r->diag, errno == EISDIR ? FL_ERR_INPUT : FL_ERR_IO, source->name,
                           "reading failed: %s", strerror(errno));
    }
    source->hash = fl_files_hash_more(source->hash, out, *got);
    if (source->is_kept && source->kept->size + *got <= FL_LINES_KEPT) {
        fl_text_add_bytes(source->kept, out, *got);
    } else if (*got > 0) {
        source->is_kept = false;
    }
    return FL_OK;
}

/* Takes the lines of a file. Skips the rest of a line that is too long. */
static fl_err take_all(read_state *r)
{
    size_t from = 0;
    size_t to = 0;
    bool is_in_long = false;
    bool has_ended = false;
    fl_err err = FL_OK;
    while (!err && !(has_ended && from == to)) {
        const char *line = r->piece + from;
        const char *feed = memchr(line, '\n', to - from);
        size_t n = feed ? (size_t)(feed - line) : to - from;
        if (feed || has_ended || n > FL_LINES_LONGEST) {
            r->is_last = !feed && has_ended;
            err = is_in_long ? FL_OK : take_line(r, line, n);
            is_in_long = !feed;
            from += n + (feed != NULL);
        } else {
            size_t got = 0;
            memmove(r->piece, line, n);
            err = get(r, r->piece + n, PIECE - n, &got);
            from = 0;
            to = n + got;
            has_ended = got == 0;
        }
    }
    return !err && r->has_maps ? end_map(r) : err;
}

static fl_err open_source(read_state *r)
{
    const fl_lines_file *source = r->source;
    const char *name = strcmp(source->name, "-") == 0 ? "/dev/stdin" : source->name;
    errno = 0;
    r->file = source->data ? fmemopen((char *)source->data, source->size, "rb") : fopen(name, "rb");
    if (r->file && (source->from == 0 || fseeko(r->file, source->from, SEEK_SET) == 0)) {
        return FL_OK;
    }
    fl_err err =
        fl_diag_set(r->diag, fl_diag_of_errno(errno), source->name, "cannot open it: %s", strerror(errno));
    fl_diag_hint(r->diag, "a file with a floor a line, as 'floorlab export' writes them; - is the standard "
                          "input");
    return err;
}

/* The stored content must be a text. */
static fl_err end(read_state *r)
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
    read_state r = {.out = self, .source = source, .diag = diag};
    source->hash = FL_FILES_HASH_START;
    source->is_kept = source->to == 0;
    r.has_begun = source->goes_on;
    fl_floor_json_read_init(&r.json);
    for (unsigned i = 0; i < self->fields_n; i++) {
        size_t n = strlen(r.keys);
        snprintf(r.keys + n, sizeof r.keys - n, "%s%s", i > 0 ? " " : "", self->field[i].key);
    }
    r.json.more_keys = r.keys;
    r.json.takes_any_kind = true;
    r.piece = malloc(PIECE);
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
