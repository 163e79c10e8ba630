/* One layout, furnished again and again. */
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
