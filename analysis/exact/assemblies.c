/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts the different pictures of each part by clutter, then multiplies over the parts by the clutter spent
 * so far. */
#include "analysis/exact/exact_private.h"

#include <string.h>

enum { PICTURES = FL_CHUNK_SET_MAX * FL_CHUNK_TURNS, SPENT = FL_ROOM_PART_MAX * FL_CHUNK_CLUTTER_MAX + 1 };

typedef struct picture {
    uint32_t row[FL_CHUNK_SIDE];
} picture;

/* The number of rooms with these doors that differ in at least one tile. */
static fl_room_wide count_distinct(const fl_room_rules *rules, unsigned doors)
{
    fl_room_wide ways[SPENT] = {1};
    fl_room_wide sum = 0;
    for (unsigned i = 0; i < rules->slots_n; i++) {
        unsigned n[FL_ROOM_LEVELS];
        /* counts the different pictures of a slot by their least clutter; entries are sorted by clutter, so
         * the first one counts */
        picture seen[PICTURES];
        const fl_room_slot *slot = &rules->slot[i];
        bool is_centre = slot->part == FL_PART_CENTRE;
        unsigned turns = is_centre ? FL_CHUNK_TURNS : 1;
        unsigned pictures = 0;
        const fl_room_list *list =
            is_centre ? &rules->centre : &rules->list[rules->need[doors][i]][FL_ROOM_ANY_DOOR_COUNT];
        memset(n, 0, FL_ROOM_LEVELS * sizeof *n);
        for (unsigned k = 0; k < list->fit[FL_CHUNK_CLUTTER_MAX] * turns; k++) {
            unsigned entry = list->entry[k / turns] + k % turns;
            unsigned same = 0;
            /* Cuts the tiles of a slot out of a chunk. */
            const uint32_t *rows =
                rules->turned[entry / FL_CHUNK_TURNS][(entry % FL_CHUNK_TURNS) ^ slot->mirror];
            uint64_t mask = ((uint64_t)1 << 4 * slot->width) - 1;
            memset(&seen[pictures], 0, sizeof seen[pictures]);
            for (unsigned y = 0; y < slot->height; y++) {
                seen[pictures].row[y] =
                    (uint32_t)((uint64_t)rows[slot->from_y + y] >> 4 * slot->from_x & mask);
            }
            while (memcmp(&seen[same], &seen[pictures], sizeof seen[0]) != 0) {
                same++;
            }
            if (same == pictures) {
                pictures++;
                n[fl_room_chunk_clutter(&rules->set.chunk[entry / FL_CHUNK_TURNS])]++;
            }
        }
        for (unsigned spent = SPENT; spent-- > 0;) {
            fl_room_wide count = ways[spent];
            ways[spent] = count * n[0];
            for (unsigned clutter = 1; clutter < FL_ROOM_LEVELS && count; clutter++) {
                if (n[clutter] && spent + clutter < SPENT) {
                    ways[spent + clutter] += count * n[clutter];
                }
            }
        }
    }
    for (unsigned spent = 0; spent < SPENT && spent <= rules->budget; spent++) {
        sum += ways[spent];
    }
    return sum;
}

fl_room_wide fl_exact_assemblies_all(const fl_room_rules *rules)
{
    fl_room_wide sum = 0;
    if (rules->doors != FL_ROOM_RANDOM_DOORS) {
        return count_distinct(rules, rules->doors);
    }
    for (unsigned doors = 0; doors <= FL_ALL_SIDES; doors++) {
        sum += count_distinct(rules, doors);
    }
    return sum;
}

void fl_exact_assemblies_print(fl_room_wide number, fl_text *out)
{
    char digits[40];
    char *p = digits + sizeof digits;
    do {
        *--p = (char)('0' + (unsigned)(number % 10));
        number /= 10;
    } while (number > 0);
    fl_text_add_bytes(out, p, (size_t)(digits + sizeof digits - p));
}
