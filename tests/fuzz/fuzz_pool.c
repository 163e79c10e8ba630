/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libFuzzer: stage files from any bytes. What is accepted keeps to its limits and has doors where its shapes
 * have them. */
#include "gen/floor/shape.h"
#include "gen/rebirth/pool/pool_private.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int is_sound(const fl_pool_room *room)
{
    return room->shape >= 1 && room->shape < FL_SHAPE_COUNT &&
           (room->doors & ~fl_shape_of((fl_shape)room->shape)->slots) == 0 && room->width >= 1 &&
           room->width <= FL_POOL_TILES_MAX && room->height >= 1 && room->height <= FL_POOL_TILES_MAX &&
           room->weight >= 0 && room->weight <= FL_POOL_WEIGHT_MAX;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fl_pool_file file;
    fl_diag diag;
    fl_err err = fl_pool_read(&file, (const char *)data, size, "fuzz", &diag);
    if (err ? file.rooms || file.rooms_n || !diag.what[0] : file.rooms_n > FL_POOL_ROOMS_MAX) {
        abort();
    }
    for (uint32_t i = 0; i < file.rooms_n; i++) {
        if (!is_sound(&file.rooms[i])) {
            abort();
        }
    }
    fl_pool_free(&file);
    return 0;
}
