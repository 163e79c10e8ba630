/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libFuzzer: floor lines from any bytes. A line that is accepted can be written, and what was written is
 * accepted. */
#include "gen/floor/floor_json.h"
#include "gen/floor/floor_json_read.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_line(const fl_floor *floor, fl_text *out)
{
    fl_floor_json_head head = {.generator = "fuzz", .version = 1, .rules = "none", .seed = 1};
    fl_text_clear(out);
    fl_floor_json_write(&head, floor, out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fl_floor floor;
    static fl_text text;
    fl_floor_json_reader reader;
    if (floor.cells_max == 0 && fl_floor_init(&floor, 4096)) {
        abort();
    }
    fl_floor_json_read_init(&reader);
    reader.where = "fuzz:1";
    if (fl_floor_json_read(&reader, (const char *)data, size, &floor, NULL) == FL_OK) {
        write_line(&floor, &text);
        if (fl_floor_json_read(&reader, fl_text_get(&text), text.size, &floor, NULL)) {
            abort();
        }
    }
    fl_floor_json_read_free(&reader);
    return 0;
}
