/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libFuzzer: files of floors from any bytes, as lines of JSON or as maps. What is accepted and packed comes
 * out as floors that can be written; what was written is a file of the same floors, to the letter. The same
 * bytes are also read as the summary of a result that does not hold its floors.
 *
 * A map of a few kilobytes is a line of JSON of a megabyte. Floors are therefore written up to ROOMS rooms,
 * with all their rooms for one input in 16. */
#include "gen/floor/floor_json.h"
#include "gen/lines/lines_private.h"
#include "tests/fuzz/edit.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ALL_BAD = 1 << 30, SOME = 40 /* floors that are written */, ROOMS = 20 };

static fl_floor floor_of;

static fl_err read_file(fl_lines_floors *floors, const char *data, size_t size, uint64_t skip_bad)
{
    fl_text kept;
    fl_lines_file source = {.name = "fuzz", .data = data, .size = size, .skip_bad = skip_bad, .kept = &kept};
    memset(floors, 0, sizeof *floors);
    fl_text_init(&kept);
    fl_err err = fl_lines_read(floors, &source, NULL);
    if (!err) {
        edit_demand(source.hash != 0 && floors->n == floors->found.floors && floors->n > 0 &&
                    floors->found.failed <= floors->n && floors->found.bad <= skip_bad &&
                    floors->known.rolls_n <= FL_ROLL_MAX);
        edit_demand(!source.is_kept || (kept.size == size && memcmp(fl_text_get(&kept), data, size) == 0));
    }
    fl_text_free(&kept);
    return err;
}

/* Unpacks a floor, whose numbers must stay within its arrays. */
static void unpack_floor(const fl_lines_floors *floors, size_t index)
{
    fl_lines_unpack(floors, index, &floor_of);
    edit_demand(floor_of.width <= floors->known.width && floor_of.height <= floors->known.height &&
                floor_of.cells_n <= floors->known.cells_most && floor_of.rooms_n <= floor_of.cells_n);
    edit_demand(floor_of.failure || floor_of.rooms_n > 0);
    for (uint32_t i = 0; i < floor_of.doors_n; i++) {
        const fl_door *door = &floor_of.doors[i];
        edit_demand(door->room_a < floor_of.rooms_n && door->room_b < floor_of.rooms_n);
    }
}

/* Writes the first floors, as long as they have at most so many rooms together. */
static void write_some(const fl_lines_floors *floors, unsigned rooms, fl_text *out)
{
    bool has_room = true;
    for (size_t i = 0; i < floors->n && i < SOME; i++) {
        fl_floor_json_head head = {.generator = "fuzz", .rules = "none", .index = i, .has_difficulty = true};
        unpack_floor(floors, i);
        has_room = has_room && floor_of.rooms_n <= rooms;
        if (has_room) {
            fl_floor_json_write(&head, &floor_of, out);
            rooms -= floor_of.rooms_n;
        }
    }
    edit_demand(!fl_text_check(out));
}

static void try_file(const char *data, size_t size)
{
    unsigned rooms = edit_is_one_in(16, data, size) ? UINT32_MAX : ROOMS;
    fl_lines_floors first;
    fl_lines_floors second;
    fl_text text;
    fl_text again;
    fl_text_init(&text);
    fl_text_init(&again);
    if (!read_file(&first, data, size, ALL_BAD)) {
        write_some(&first, rooms, &text);
        if (text.size > 0) {
            edit_demand(!read_file(&second, fl_text_get(&text), text.size, 0));
            write_some(&second, rooms, &again);
            edit_demand(strcmp(fl_text_get(&text), fl_text_get(&again)) == 0);
            fl_lines_floors_free(&second);
        }
    }
    fl_lines_floors_free(&first);
    fl_text_free(&text);
    fl_text_free(&again);
}

static void try_summary(const char *text)
{
    fl_lines_floors first;
    fl_lines_floors second;
    fl_text written;
    fl_text again;
    memset(&first, 0, sizeof first);
    memset(&second, 0, sizeof second);
    fl_text_init(&written);
    fl_text_init(&again);
    if (!fl_lines_summary_read(&first, text, "fuzz", NULL)) {
        fl_lines_summary_write(&first, &written);
        edit_demand(!fl_lines_summary_read(&second, fl_text_get(&written), "again", NULL));
        fl_lines_summary_write(&second, &again);
        edit_demand(first.found.floors > 0 && strcmp(fl_text_get(&written), fl_text_get(&again)) == 0);
    }
    fl_lines_floors_free(&first);
    fl_lines_floors_free(&second);
    fl_text_free(&written);
    fl_text_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = malloc(size + 1);
    edit_demand(copy &&
                (floor_of.cells_max || !fl_floor_init(&floor_of, FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX)));
    memcpy(copy, data, size);
    copy[size] = '\0';
    try_file(copy, size);
    try_summary(copy);
    free(copy);
    return 0;
}
