/* SPDX-License-Identifier: MIT */
/* The first floors of a program, which give its rolls and sizes. The list of files gets them as a text that a
 * result stores, so that reading the result starts no program. It also gets a hash of their lines, which
 * identifies a run: it cannot be resumed after the program has changed. */
#include "gen/outside/outside_private.h"

#include "gen/base/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 3 * FL_SETTING_VALUES_TEXT, ROOM = 4 /* times as much as the first floors have */ };

enum { SIDE_LEAST = 32, CELLS_LEAST = 256 };

static const char summary_word[] = "the first floors of ";

/* Writes the name of their entry: {"program: node gen.js {\"size\":3}", …}. */
static void write_name(const fl_outside_rules *self, const char *before, char out[NAME])
{
    snprintf(out, NAME, "%sprogram: %s %s", before, self->name, self->with);
}

/* Sizes of the first floors: the longest side of a board, the most cells of rooms. */
enum { SIDE, CELLS, NUMBERS };
static const fl_foreign_number nothing[NUMBERS] = {{"side", 0, 0, FL_FLOOR_SIDE_MAX},
                                                   {"cells", 0, 0, FL_FLOOR_SIDE_MAX *FL_FLOOR_SIDE_MAX}};

/* Allows floors larger than the first ones, unless the setting limits them. */
static void set_size(fl_foreign *self, const fl_foreign_number found[NUMBERS])
{
    uint64_t side = found[SIDE].value * ROOM > SIDE_LEAST ? found[SIDE].value * ROOM : SIDE_LEAST;
    uint64_t cells = found[CELLS].value * ROOM > CELLS_LEAST ? found[CELLS].value * ROOM : CELLS_LEAST;
    bool is_given = self->width > 0;
    if (!is_given) {
        self->width = self->height = (int)(side < FL_FLOOR_SIDE_MAX ? side : FL_FLOOR_SIDE_MAX);
    }
    uint64_t all = (uint64_t)(self->width * self->height);
    self->cells_most = (uint32_t)(is_given || cells > all ? all : cells);
}

/* Requests the first floors, records their rolls and sizes, and hashes their lines. */
static fl_err look(fl_outside_rules *self, fl_foreign_number found[NUMBERS], uint64_t *hash, fl_diag *diag)
{
    fl_floor floor = {.width = 0};
    fl_outside_talk *talk = calloc(1, sizeof *talk);
    char *buffer = malloc(FL_OUTSIDE_BUFFER);
    fl_err err = talk && buffer && !fl_floor_init(&floor, FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX)
                     ? FL_OK
                     : fl_diag_memory(diag);
    if (talk) {
        talk->process.buffer = buffer;
    }
    self->is_looking = true;
    *hash = FL_FILES_HASH_START;
    for (uint64_t i = 0; i < FL_OUTSIDE_FIRST && !err; i++) {
        fl_outside_wish wish = {1, i, FL_OUTSIDE_FIRST - i};
        unsigned unused = 0;
        err = fl_outside_talk_get(talk, self, &wish, &floor, diag);
        for (unsigned k = 0; k < floor.rolls_n && !err; k++) {
            err = fl_foreign_roll(&self->known, floor.roll_names[k], &unused, diag);
        }
        if (!err) {
            const uint64_t has[NUMBERS] = {
                (uint64_t)(floor.width > floor.height ? floor.width : floor.height), floor.cells_n};
            for (unsigned k = 0; k < NUMBERS; k++) {
                found[k].value = has[k] > found[k].value ? has[k] : found[k].value;
            }
            *hash = fl_files_hash_more(*hash, talk->line.text, talk->line.n);
        }
    }
    *hash |= 1;
    self->is_looking = false;
    if (talk) {
        fl_outside_talk_end(talk);
    }
    fl_floor_free(&floor);
    free(buffer);
    free(talk);
    return err;
}

/* Records the findings. Unrepeatable output is not hashed: its lines would make every run different. */
static fl_err note(const fl_outside_rules *self, fl_files *files, const fl_foreign_number found[NUMBERS],
                   uint64_t hash, fl_diag *diag)
{
    char name[2][NAME];
    fl_text summary;
    fl_text_init(&summary);
    fl_foreign_write(&self->known, found, NUMBERS, &summary);
    write_name(self, "", name[0]);
    write_name(self, summary_word, name[1]);
    return fl_foreign_note(files, (const char *const[2]){name[0], name[1]}, self->is_unrepeatable ? 1 : hash,
                           &summary, diag);
}

fl_err fl_outside_first_look(fl_outside_rules *self, fl_files *files, fl_diag *diag)
{
    char name[NAME];
    uint64_t hash = 0;
    fl_foreign_number found[NUMBERS];
    memcpy(found, nothing, sizeof found);
    write_name(self, summary_word, name);
    const fl_named_file *summary = fl_files_find(files, name);
    fl_err err = FL_OK;
    if (summary) {
        const char *rest =
            summary->data ? fl_foreign_read(&self->known, found, NUMBERS, summary->data) : NULL;
        bool is_right = rest && !*rest && found[CELLS].value <= found[SIDE].value * found[SIDE].value;
        err = is_right ? FL_OK
                       : fl_diag_set(diag, FL_ERR_DAMAGED, summary->name,
                                     "this does not describe a program's first floors");
    } else if (files && files->starts_nothing) {
        found[SIDE].value = FL_FLOOR_SIDE_MAX;
    } else if (files && files->is_closed) {
        err = fl_files_refuse(files, name, diag);
    } else {
        err = fl_outside_command_note(&self->command, files, diag);
        err = err ? err : look(self, found, &hash, diag);
        err = err ? err : note(self, files, found, hash, diag);
    }
    set_size(&self->known, found);
    return err;
}
