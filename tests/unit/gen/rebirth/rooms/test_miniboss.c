/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The mini-boss: which it can be, and which cannot come again. */
#include "gen/rebirth/layout/layout.h"
#include "tests/support/gtest.h"
#include "tests/support/scale.h"
#include "tests/unit/scene.h"

#include <criterion/criterion.h>

static const double alarm = 1e-6;

/* Ultra Pride one time in ten from stage 3 on; else one of six sins, in super form one time in five. Seen on
 * a layout where every sin's room finds a dead end. */
Test(special_rooms, sins_are_as_likely_as_each_other)
{
    static const char *const settings = "rules=afterbirth-plus stage=5 curse=none preset=hurt";
    static const double ultra = 0.1;
    static const int first[6] = {0x7D0, 0x7DA, 0x7E4, 0x7EE, 0x802, 0x80C};
    uint64_t met[13] = {0};
    double law[13] = {[12] = ultra};
    scene_has_interiors = true;
    scene_open(settings);
    for (uint32_t i = 0; i < scale_count(200000); i++) {
        bool is_done = scene_furnish();
        for (unsigned k = 0; is_done && k < scene_work.board.rooms_n; k++) {
            const fl_layout_board_room *room = &scene_work.board.room[k];
            unsigned sin = 0;
            if (room->kind != FL_KIND_MINIBOSS) {
                continue;
            }
            while (sin < 12 && (room->interior.variant < first[sin % 6] + (sin < 6 ? 0 : 100) ||
                                room->interior.variant > first[sin % 6] + (sin < 6 ? 9 : 109))) {
                sin++;
            }
            cr_assert(sin < 12 || (room->interior.variant >= 0x8D4 && room->interior.variant < 0x8D4 + 10));
            cr_assert_eq(scene_work.sins_met, sin < 12 ? 1u << sin % 6 : 1u << 6);
            met[sin]++;
        }
    }
    for (unsigned i = 0; i < 12; i++) {
        law[i] = (1 - ultra) / 6 * (i < 6 ? 0.8 : 0.2);
    }
    cr_expect(gtest_fit(met, law, 13) > alarm, "%s", settings);
    law[0] += 0.06;
    law[1] -= 0.06;
    cr_expect(gtest_fit(met, law, 13) < alarm, "%s", settings);
    maker_close(&scene_maker);
}

/* A sin that was met does not come again; after all six there is neither a choice nor a roll. */
Test(special_rooms, sins_met_are_not_met_again)
{
    unsigned miniboss = 0;
    scene_open("rules=blade stage=5 curse=none");
    for (unsigned sin = 0; sin < 6; sin++) {
        scene_start.sins_met = 0x3f & ~(1u << sin);
        for (unsigned i = 0; i < 200; i++) {
            cr_assert(scene_furnish());
            bool is_pride = scene_work.sins_met >> 6 & 1;
            cr_assert(scene_work.sins_met == scene_start.sins_met || is_pride || scene_work.sins_met == 0x3f);
            miniboss += scene_work.sins_met != scene_start.sins_met;
        }
    }
    cr_expect_gt(miniboss, 100u);
    scene_start.sins_met = 0x7f;
    for (unsigned i = 0; i < 200; i++) {
        cr_assert(scene_furnish());
        cr_assert_eq(scene_work.gate[scene_event("miniboss")] & (FL_GATE_ROLLED | FL_GATE_PLACED), 0);
    }
    maker_close(&scene_maker);
}

Test(special_rooms, ultra_pride_waits_for_the_third_stage)
{
    scene_open("rules=blade stage=2 curse=none");
    for (unsigned i = 0; i < 300; i++) {
        cr_assert(scene_furnish());
        cr_assert_eq(scene_work.gate[scene_event("ultra_pride")], 0);
        cr_assert_not(scene_work.sins_met >> 6 & 1);
    }
    maker_close(&scene_maker);
}
