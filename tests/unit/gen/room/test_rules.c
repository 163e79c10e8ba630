/* Lists made from a set and settings. */
#include "gen/room/room.h"
#include "tests/support/room_group.h"

#include <criterion/criterion.h>

#include <string.h>

static unsigned count_of(const fl_room_list *list, unsigned entry)
{
    unsigned n = 0;
    for (unsigned i = 0; i < list->fit[FL_CHUNK_CLUTTER_MAX]; i++) {
        n += list->entry[i] == entry;
    }
    return n;
}

/* Chunks of the small set: 0 open (both), 1 rocks (none), 2 wall (top), 3 web (left). */
Test(rules, a_chunk_stands_twice_in_each_list_it_fits)
{
    fl_room_rules *rules = room_group_open(room_group_small, "");
    const fl_room_list *none = &rules->list[0][FL_ROOM_ANY_DOOR_COUNT];
    const fl_room_list *top = &rules->list[1][FL_ROOM_ANY_DOOR_COUNT];
    const fl_room_list *both = &rules->list[3][FL_ROOM_ANY_DOOR_COUNT];
    cr_expect_eq(none->fit[31], 8);
    for (unsigned i = 0; i < 4; i++) {
        cr_expect_eq(count_of(none, 8 * i), 1);
        cr_expect_eq(count_of(none, 8 * i + FL_CHUNK_TRANSPOSE), 1);
    }
    cr_expect_eq(top->fit[31], 6);
    cr_expect_eq(count_of(top, 8 * 2), 2, "the wall has a top door as it is drawn");
    cr_expect_eq(count_of(top, 8 * 3 + FL_CHUNK_TRANSPOSE), 2, "the web has one when it is transposed");
    cr_expect_eq(both->fit[31], 2);
    cr_expect_eq(count_of(both, 0), 1);
    fl_room_rules_free(rules);
}

Test(rules, without_transposing_nothing_is)
{
    fl_room_rules *rules = room_group_open(room_group_small, "transpose=off");
    cr_expect_eq(rules->list[1][FL_ROOM_ANY_DOOR_COUNT].fit[31], 4, "open and wall, twice each");
    cr_expect_eq(count_of(&rules->list[0][FL_ROOM_ANY_DOOR_COUNT], 8 * 1), 2);
    fl_room_rules_free(rules);
}

Test(rules, lists_are_sorted_by_clutter)
{
    fl_room_rules *rules = room_group_open(NULL, "rules=kirby");
    for (unsigned need = 0; need < FL_ROOM_NEEDS; need++) {
        for (unsigned kind = 0; kind < FL_ROOM_DOOR_COUNTS; kind++) {
            const fl_room_list *list = &rules->list[need][kind];
            for (unsigned i = 0; i < list->fit[31]; i++) {
                unsigned clutter = fl_room_chunk_clutter(&rules->set.chunk[list->entry[i] / FL_CHUNK_TURNS]);
                cr_expect_gt(list->fit[clutter], i);
                cr_expect(clutter == 0 || list->fit[clutter - 1] <= i);
            }
        }
    }
    fl_room_rules_free(rules);
}

Test(rules, the_centre_needs_no_walls)
{
    fl_room_rules *rules = room_group_open(room_group_small, "size=big");
    cr_expect_eq(rules->centre.fit[31], 3);
    cr_expect_eq(count_of(&rules->centre, 8 * 2), 0, "the wall is a pure corner");
    fl_room_rules_free(rules);
}

Test(rules, the_game_is_a_preset_that_gives_way)
{
    fl_room_rules *rules = room_group_open(NULL, "rules=kirby");
    cr_expect_eq(rules->budget, 20);
    cr_expect(rules->draws_door_count);
    cr_expect_str_eq(rules->set.name, "kirby");
    cr_expect(fl_room_rules_is_bounded(rules));
    fl_room_rules_free(rules);
    rules = room_group_open(NULL, "rules=kirby kinds=off budget=403 set=cellar");
    cr_expect_not(rules->draws_door_count);
    cr_expect_not(fl_room_rules_is_bounded(rules));
    cr_expect_str_eq(rules->set.name, "cellar");
    fl_room_rules_free(rules);
}

static void refuses(const char *text, const char *settings, const char *what)
{
    fl_diag diag;
    fl_room_rules *rules = room_group_try(text, settings, &diag);
    cr_expect_null(rules, "%s", settings);
    cr_expect(strstr(diag.what, what), "%s: %s", settings, diag.what);
    fl_room_rules_free(rules);
}

Test(rules, what_cannot_be_made_is_refused)
{
    refuses(room_group_small, "clutter_min=4", "no chunk with clutter 4 to 31");
    refuses(room_group_small, "clutter_min=1", "may have a top and a left door");
    refuses(room_group_small, "clutter_min=2 clutter_max=2 size=big doors=none transpose=off",
            "may have a left door");
    refuses(room_group_small, "clutter_min=2 clutter_max=2 size=big doors=none closed_sides=any",
            "may stand at a centre");
    refuses(room_group_small, "clutter_min=3 clutter_max=2", "more than clutter_max");
    refuses(room_group_small, "budget=20 clutter_min=1 doors=none",
            "a chunk of clutter 0 that stands in a corner");
    refuses(room_group_small, "doors=up", "cannot be 'up'");
    refuses(room_group_small, "sise=big", "no setting");
    fl_room_rules_free(room_group_open(room_group_small, "clutter_min=1 doors=none"));
}

Test(rules, needs_follow_doors_and_parts)
{
    fl_room_rules *rules = room_group_open(NULL, "");
    cr_expect_eq(rules->need[FL_NORTH | FL_EAST][0], 1);
    cr_expect_eq(rules->need[FL_NORTH | FL_EAST][1], 3);
    cr_expect_eq(rules->need[FL_NORTH | FL_EAST][2], 0);
    cr_expect_eq(rules->need[FL_NORTH | FL_EAST][3], 2);
    fl_room_rules_free(rules);
    rules = room_group_open(NULL, "size=big");
    for (unsigned i = 0; i < 4; i++) {
        cr_expect_eq(rules->need[FL_ALL_SIDES][i], 0, "corners of big rooms have no doors");
    }
    cr_expect_eq(rules->need[0][4], 1, "a door chunk is one whether or not its door opens");
    fl_room_rules_free(rules);
    rules = room_group_open(NULL, "size=big closed_sides=any");
    cr_expect_eq(rules->need[0][4], 0);
    cr_expect_eq(rules->need[FL_NORTH][4], 1);
    fl_room_rules_free(rules);
}

Test(rules, levels_are_covered_or_not)
{
    fl_room_rules *rules = room_group_open(room_group_small, "");
    cr_expect(fl_room_rules_covers(rules, FL_ALL_SIDES, 0));
    cr_expect_not(fl_room_rules_covers(rules, FL_ALL_SIDES, 1));
    cr_expect(fl_room_rules_covers(rules, 0, 1));
    cr_expect(fl_room_rules_covers(rules, FL_NORTH, 2));
    cr_expect_not(fl_room_rules_covers(rules, FL_NORTH | FL_EAST, 2));
    cr_expect_not(fl_room_rules_covers(rules, 0, 9));
    fl_room_rules_free(rules);
}
