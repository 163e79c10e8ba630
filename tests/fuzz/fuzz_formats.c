/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libFuzzer: files of floors read as settings say. The first byte chooses the settings (format, legend,
 * fields), the rest is the file. What is accepted has values and game seeds within their tables, can be
 * chosen from, comes out as lines that read the same, and has a summary that reads as it was written.
 *
 * Floors are written as lines up to ROOMS rooms, as these lines are long; all their rooms for one input in
 * 16. */
#include "gen/floor/floor_json.h"
#include "gen/lines/lines_private.h"
#include "tests/fuzz/edit.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WAYS = 8, SOME = 40, ROOMS = 20 };

/* What the first byte chooses. */
static const struct {
    fl_lines_format format;
    uint64_t skip_bad;
    const char *legend, *fields;
} ways[WAYS] = {
    {FL_LINES_JSON, 0, "", ""},
    {FL_LINES_AUTO, 1, "", "stage"},
    {FL_LINES_AUTO, 0, "", "kind=stage_type where=stage"},
    {FL_LINES_JSON, 1 << 20, "", "stage mood"},
    {FL_LINES_JSON, 1 << 20, "", "size=settings.size"},
    {FL_LINES_AUTO, 1 << 20, "", ""},
    {FL_LINES_MAPS, 1 << 20, "S=start 2=normal+ H=hut", ""},
    {FL_LINES_AUTO, 1 << 20, "S=start r=normal", "stage"},
};

static fl_floor floor_of;

static fl_err read_file(fl_lines_floors *floors, fl_lines_file *source)
{
    fl_text kept;
    fl_diag diag;
    fl_text_init(&kept);
    fl_diag_init(&diag);
    source->kept = &kept;
    fl_err err = fl_lines_read(floors, source, &diag);
    edit_demand(!err || (diag.what[0] && (err == FL_ERR_INPUT || err == FL_ERR_MEMORY)));
    fl_text_free(&kept);
    return err;
}

static void check_fields(const fl_lines_floors *floors)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < floors->n; i++) {
        for (unsigned k = 0; k < floors->fields_n; k++) {
            const fl_lines_words *values = &floors->field[k].value;
            edit_demand(values->n <= FL_LINES_VALUES && floors->bytes[floors->at[i] + k] < values->n);
        }
    }
    for (size_t i = 0; i < floors->parts_n; i++) {
        sum += floors->part[i];
    }
    edit_demand(floors->fields_n == 0 || sum == floors->n);
}

/* The floors of each value of the first field are together all floors. */
static void check_choice(const fl_lines_floors *floors)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; floors->fields_n > 0 && i < floors->field[0].value.n; i++) {
        fl_lines_choice choice;
        fl_text only;
        fl_text_init(&only);
        fl_text_add_format(&only, "{\"%s\":", floors->field[0].name);
        fl_text_add_json(&only, floors->field[0].value.word[i]);
        fl_text_add(&only, "}");
        edit_demand(!fl_lines_fields_choose(floors, fl_text_get(&only), &choice, NULL) && choice.n > 0);
        for (uint64_t k = 0; k < choice.n; k++) {
            edit_demand(floors->bytes[floors->at[choice.floor[k]]] == i);
        }
        sum += choice.n;
        free(choice.floor);
        fl_text_free(&only);
    }
    edit_demand(floors->fields_n == 0 || sum == floors->n);
}

static void check_summary(const fl_lines_floors *floors)
{
    static fl_lines_floors again;
    fl_text text[2];
    memset(&again, 0, sizeof again);
    fl_text_init(&text[0]);
    fl_text_init(&text[1]);
    fl_lines_summary_write(floors, &text[0]);
    edit_demand(!fl_lines_summary_read(&again, fl_text_get(&text[0]), "fuzz", NULL));
    fl_lines_summary_write(&again, &text[1]);
    edit_demand(strcmp(fl_text_get(&text[0]), fl_text_get(&text[1])) == 0);
    fl_lines_floors_free(&again);
    fl_text_free(&text[0]);
    fl_text_free(&text[1]);
}

/* Writes the first floors, as long as they have at most so many rooms together. */
static void write_some(const fl_lines_floors *floors, unsigned rooms, fl_text *out)
{
    bool has_room = true;
    for (size_t i = 0; i < floors->n && i < SOME; i++) {
        fl_floor_json_head head = {.generator = "fuzz", .rules = "none", .index = i, .has_difficulty = true};
        fl_lines_unpack(floors, i, &floor_of);
        edit_demand(floor_of.failure || (floor_of.rooms_n > 0 && floor_of.rooms_n <= floor_of.cells_n &&
                                         floor_of.cells_n <= floors->known.cells_most));
        has_room = has_room && floor_of.rooms_n <= rooms;
        if (has_room) {
            fl_floor_json_write(&head, &floor_of, out);
            rooms -= floor_of.rooms_n;
        }
    }
    edit_demand(!fl_text_check(out));
}

/* The floors as lines are the same floors. */
static void check_lines(const fl_lines_floors *floors, unsigned rooms)
{
    fl_lines_floors again = {.n = 0};
    fl_text text[2];
    fl_text_init(&text[0]);
    fl_text_init(&text[1]);
    write_some(floors, rooms, &text[0]);
    fl_lines_file source = {.name = "again", .data = fl_text_get(&text[0]), .size = text[0].size};
    edit_demand(text[0].size == 0 || !read_file(&again, &source));
    write_some(&again, rooms, &text[1]);
    edit_demand(strcmp(fl_text_get(&text[0]), fl_text_get(&text[1])) == 0);
    fl_lines_floors_free(&again);
    fl_text_free(&text[0]);
    fl_text_free(&text[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fl_lines_floors floors = {.n = 0};
    edit_demand(floor_of.cells_max || !fl_floor_init(&floor_of, FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX));
    if (size == 0) {
        return 0;
    }
    unsigned way = data[0] % WAYS;
    fl_lines_file source = {.name = "fuzz",
                            .data = (const char *)data + 1,
                            .size = size - 1,
                            .skip_bad = ways[way].skip_bad,
                            .legend = ways[way].legend,
                            .format = ways[way].format};
    edit_demand(!fl_lines_fields_init(&floors, ways[way].fields, NULL));
    if (!read_file(&floors, &source)) {
        check_fields(&floors);
        check_choice(&floors);
        check_summary(&floors);
        check_lines(&floors, edit_is_one_in(16, data, size) ? UINT32_MAX : ROOMS);
    }
    fl_lines_floors_free(&floors);
    return 0;
}
