/* SPDX-License-Identifier: MIT */
/* The first look at a program: the gates and the size of its first floors. They are noted in the list of
 * files, as a text that a result keeps, so that reading the result starts nothing; and so is a hash of their
 * lines, by which a run is known: it does not go on with a program that has changed. */
#include "gen/outside/outside_private.h"

#include "gen/base/files.h"
#include "gen/base/parse_number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 3 * FL_SETTING_VALUES_TEXT, ROOM = 4 /* times as much as the first floors have */ };

enum { SIDE_LEAST = 32, CELLS_LEAST = 256 };

static const char summary_word[] = "the first floors of ";

/* What they are noted as: {"program: node gen.js {\"size\":3}", …}. */
static void write_name(const fl_outside_rules *self, const char *before, char out[NAME])
{
    snprintf(out, NAME, "%sprogram: %s %s", before, self->name, self->with);
}

/* What first floors have: the longest side of a board, the most cells of rooms, gates. */
typedef struct found {
    uint64_t side, cells;
    uint64_t hash; /* of their lines */
} found;

static void write_summary(const fl_outside_rules *self, const found *of, fl_text *out)
{
    fl_text_add_format(out, "side %llu\ncells %llu\n", (unsigned long long)of->side,
                       (unsigned long long)of->cells);
    for (unsigned i = 0; i < self->gates_n; i++) {
        fl_text_add_format(out, "gate %s\n", self->gate[i]);
    }
}

/* Reads "cells 26" or "gate sacrifice". */
static bool read_line(fl_outside_rules *self, const char *line, size_t n, found *out)
{
    char text[64];
    const char *value = fl_text_cut_line(line, n, text, sizeof text);
    if (!value) {
        return false;
    }
    if (strcmp(text, "gate") == 0) {
        return fl_outside_rules_add_gate(self, value, NULL) == FL_OK;
    }
    uint64_t *number = strcmp(text, "side") == 0    ? &out->side
                       : strcmp(text, "cells") == 0 ? &out->cells
                                                    : NULL;
    return number && fl_parse_number_unsigned(value, number) == FL_OK;
}

static fl_err read_summary(fl_outside_rules *self, const fl_named_file *file, found *out, fl_diag *diag)
{
    bool is_right = file->data != NULL;
    for (const char *p = file->data; is_right && *p;) {
        size_t n = strcspn(p, "\n");
        is_right = read_line(self, p, n, out);
        p += n + (p[n] == '\n');
    }
    return is_right && out->side <= FL_FLOOR_SIDE_MAX && out->cells <= out->side * out->side
               ? FL_OK
               : fl_diag_set(diag, FL_ERR_DAMAGED, file->name,
                             "this does not tell of a program's first floors");
}

/* Takes in a floor: its gates, and the most that floors had so far. */
static fl_err take_in(fl_outside_rules *self, const fl_floor *floor, found *out, fl_diag *diag)
{
    fl_err err = FL_OK;
    uint64_t side = (uint64_t)(floor->width > floor->height ? floor->width : floor->height);
    out->side = side > out->side ? side : out->side;
    out->cells = floor->cells_n > out->cells ? floor->cells_n : out->cells;
    for (unsigned i = 0; i < floor->gates_n && !err; i++) {
        err = fl_outside_rules_add_gate(self, floor->gate_names[i], diag);
    }
    return err;
}

/* Floors may be larger than the first ones, unless the setting says how large they are. */
static void set_size(fl_outside_rules *self, const found *of)
{
    uint64_t side = ROOM * of->side > SIDE_LEAST ? ROOM * of->side : SIDE_LEAST;
    uint64_t cells = ROOM * of->cells > CELLS_LEAST ? ROOM * of->cells : CELLS_LEAST;
    bool is_given = self->width > 0;
    if (!is_given) {
        self->width = (int)(side < FL_FLOOR_SIDE_MAX ? side : FL_FLOOR_SIDE_MAX);
        self->height = self->width;
    }
    uint64_t all = (uint64_t)(self->width * self->height);
    self->cells_most = (uint32_t)(is_given || cells > all ? all : cells);
}

/* Asks for the first floors, and hashes their lines. */
static fl_err look(fl_outside_rules *self, fl_outside_talk *talk, found *out, fl_diag *diag)
{
    fl_floor floor;
    fl_err err = fl_floor_init(&floor, FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX) ? fl_diag_memory(diag) : FL_OK;
    self->is_looking = true;
    out->hash = FL_FILES_HASH_START;
    for (uint64_t i = 0; i < FL_OUTSIDE_FIRST && !err; i++) {
        fl_outside_wish wish = {1, i, FL_OUTSIDE_FIRST - i};
        err = fl_outside_talk_get(talk, self, &wish, &floor, diag);
        if (!err) {
            out->hash = fl_files_hash_more(out->hash, talk->line.text, talk->line.n);
            err = take_in(self, &floor, out, diag);
        }
    }
    out->hash |= 1;
    self->is_looking = false;
    fl_floor_free(&floor);
    return err;
}

static fl_err start_and_look(fl_outside_rules *self, found *out, fl_diag *diag)
{
    fl_outside_talk *talk = calloc(1, sizeof *talk);
    char *buffer = malloc(FL_OUTSIDE_BUFFER);
    fl_err err = talk && buffer ? FL_OK : fl_diag_memory(diag);
    if (!err) {
        talk->process.buffer = buffer;
        err = look(self, talk, out, diag);
        fl_outside_talk_end(talk);
    }
    free(buffer);
    free(talk);
    return err;
}

/* Notes what was found. The lines of what cannot be repeated would make every run another one. */
static fl_err note(const fl_outside_rules *self, fl_files *files, const found *of, fl_diag *diag)
{
    char name[NAME];
    fl_text summary;
    fl_text_init(&summary);
    write_summary(self, of, &summary);
    write_name(self, "", name);
    fl_err err = fl_text_check(&summary) ? fl_diag_memory(diag) : FL_OK;
    err = err ? err : fl_files_note(files, name, self->is_unrepeatable ? 1 : of->hash, diag);
    write_name(self, summary_word, name);
    err = err ? err : fl_files_keep(files, name, fl_text_get(&summary), diag);
    fl_text_free(&summary);
    return err;
}

fl_err fl_outside_first_look(fl_outside_rules *self, fl_files *files, fl_diag *diag)
{
    char name[NAME];
    found of = {0, 0, 0};
    write_name(self, summary_word, name);
    const fl_named_file *known = fl_files_find(files, name);
    fl_err err = FL_OK;
    if (known) {
        err = read_summary(self, known, &of, diag);
    } else if (files && files->starts_nothing) {
        of = (found){FL_FLOOR_SIDE_MAX, 0, 0};
    } else if (files && files->is_closed) {
        err = fl_files_refuse(files, name, diag);
    } else {
        err = fl_outside_command_note(&self->command, files, diag);
        err = err ? err : start_and_look(self, &of, diag);
        err = err || !files ? err : note(self, files, &of, diag);
    }
    set_size(self, &of);
    return err;
}
