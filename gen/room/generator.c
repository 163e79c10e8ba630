/* SPDX-License-Identifier: MIT */
/* Chunk rooms as an entry of the registry. */
#include "gen/room/room_private.h"

static fl_err init(fl_setting_values *values, void **rules, fl_diag *diag)
{
    fl_room_rules *made = NULL;
    fl_err err = fl_room_rules_init(values, &made, diag);
    *rules = made;
    return err;
}

static void free_rules(void *rules)
{
    fl_room_rules_free(rules);
}

static size_t scratch_size(const void *rules)
{
    (void)rules;
    return sizeof(fl_pcg);
}

/* Makes a room. The scratch memory keeps the final stream, so that the draws can be counted. */
static void make(const void *rules, const fl_key *key, void *scratch, void *out)
{
    fl_key_stream(key, 0, scratch);
    fl_room_make_from(rules, scratch, out);
}

static uint64_t draws(const void *rules, const fl_key *key, void *scratch)
{
    fl_pcg start;
    (void)rules;
    fl_key_stream(key, 0, &start);
    return fl_pcg_distance(&start, scratch);
}

const fl_generator fl_room_generator = {
    .name = "room",
    .version = FL_ROOM_VERSION,
    .makes = FL_SAMPLE_ROOM,
    .meaning = "the insides of rooms, put together from parts of hand-drawn chunks",
    .settings = fl_room_rules_settings,
    .settings_n = FL_ROOM_SETTINGS_N,
    .width = FL_ROOM_PART_BIG,
    .height = FL_ROOM_PART_BIG,
    .cells_max = FL_ROOM_PART_BIG * FL_ROOM_PART_BIG,
    .init = init,
    .free = free_rules,
    .scratch_size = scratch_size,
    .make = make,
    .draws = draws,
};
