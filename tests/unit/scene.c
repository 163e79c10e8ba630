/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Places special rooms on one layout again and again. */
#include "tests/unit/scene.h"

#include "gen/rebirth/rooms/rooms.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

maker scene_maker;
fl_rebirth_state scene_start, scene_work;
static fl_pcg seeds;
bool scene_has_interiors;

void scene_open(const char *settings)
{
    unsigned dead_ends = strstr(settings, "stage=12")   ? 13
                         : strstr(settings, "stage=1 ") ? 6
                         : strstr(settings, "stage=2 ") ? 8
                                                        : 9;
    char all[256];
    snprintf(all, sizeof all, "specials=off interiors=%s %s", scene_has_interiors ? "on" : "off", settings);
    maker_open(&scene_maker, "rebirth", all, 1);
    fl_pcg_init(&seeds, 5, 5);
    for (uint64_t i = 1; i < 20000; i++) {
        maker_make_bare(&scene_maker, i);
        memcpy(&scene_start, scene_maker.scratch, sizeof scene_start);
        if (scene_start.dead_ends.n >= dead_ends) {
            return;
        }
    }
    cr_assert_fail("%s: no layout with %u dead ends", settings, dead_ends);
}

bool scene_furnish(void)
{
    scene_work = scene_start;
    scene_work.stage.level.fair = seeds;
    fl_pcg_advance(&seeds, 512);
    scene_work.stage.layout.fair = seeds;
    fl_pcg_advance(&seeds, 512);
    return fl_rebirth_rooms_place(&scene_work);
}

void scene_lay_out(uint64_t index)
{
    maker_make_bare(&scene_maker, index);
    memcpy(&scene_work, scene_maker.scratch, sizeof scene_work);
    scene_work.failure = NULL;
}

void scene_open_bare(const char *settings)
{
    char all[192];
    snprintf(all, sizeof all, "specials=off %s", settings);
    maker_open(&scene_maker, "rebirth", all, 1);
    scene_lay_out(1);
}

const fl_pool_room *scene_interior(const fl_pool_choice_file *file, const fl_layout_board_room *room)
{
    for (uint32_t i = 0; i < file->pool.rooms_n; i++) {
        const fl_pool_room *one = &file->pool.rooms[i];
        if (one->type == room->interior.type && one->variant == room->interior.variant) {
            return one;
        }
    }
    cr_assert_fail("type %u, variant %d is not in the file", room->interior.type, room->interior.variant);
    return NULL;
}

unsigned scene_event(const char *name)
{
    const fl_rebirth_rules *rules = scene_maker.rules;
    for (unsigned i = 0; i < rules->events_n; i++) {
        if (strcmp(rules->event_names[i], name) == 0) {
            return i;
        }
    }
    cr_assert_fail("no event %s", name);
    return 0;
}
