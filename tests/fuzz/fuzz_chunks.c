/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libFuzzer: chunk sets from any bytes, as text and packed. What is accepted must read back the same when
 * printed, make rooms that its rules allow, and be proven or refuted by a room that fails. */
#include "analysis/exact/exact.h"
#include "gen/room/room_private.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static fl_chunk_set set;
static fl_chunk_set again;

static void demand(int holds)
{
    if (!holds) {
        abort();
    }
}

static void read_back(void)
{
    fl_text text;
    fl_text_init(&text);
    fl_room_chunk_set_print(&set, &text);
    demand(!fl_room_chunk_set_read(&again, fl_text_get(&text), text.size, "again", NULL) && again.n == set.n);
    for (unsigned i = 0; i < set.n; i++) {
        demand(memcmp(again.chunk[i].row, set.chunk[i].row, sizeof set.chunk[i].row) == 0 &&
               again.chunk[i].flags == set.chunk[i].flags);
    }
    fl_text_free(&text);
}

static void make_rooms(const char *size, const char *budget)
{
    fl_setting_values values;
    fl_room_rules *rules = NULL;
    fl_exact_room_proof proof;
    fl_key key;
    fl_setting_values_init(&values, fl_room_rules_settings, FL_ROOM_SETTINGS_N);
    demand(!fl_setting_values_assign(&values, size, "", NULL) &&
           !fl_setting_values_assign(&values, budget, "", NULL));
    if (fl_room_rules_from(&values, &set, &rules, NULL)) {
        return;
    }
    fl_room_key(1, &key);
    if (set.n <= 4) {
        demand(!fl_exact_room_prove(rules, &proof, NULL) && fl_exact_assemblies_all(rules) > 0);
        demand(proof.answer != FL_ROOM_BROKEN || fl_room_check(rules, &proof.room));
        for (key.index = 0; key.index < 20; key.index++) {
            fl_interior room;
            fl_room_make(rules, &key, &room);
            demand(room.spent <= rules->budget &&
                   (proof.answer != FL_ROOM_PROVEN || !fl_room_check(rules, &room)));
        }
    }
    fl_room_rules_free(rules);
}

/* In one of three ways, as rooms take longer to make than a set to read. Large rooms of more than one chunk
 * may take millions of steps, as they may take seconds without sanitizers. */
static void use(size_t way)
{
    const char *size = way % 3 == 2 && set.n == 1 ? "size=big" : "size=small";
    make_rooms(size, way % 3 == 1 ? "budget=5" : "budget=403");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = malloc(size + 1);
    if (copy) {
        memcpy(copy, data, size);
        if (!fl_room_chunk_set_read(&set, copy, size, "fuzz", NULL)) {
            read_back();
            use(size);
        }
        if (!fl_room_chunk_set_unpack(&set, data, size, "fuzz", NULL)) {
            use(size);
        }
    }
    free(copy);
    return 0;
}
