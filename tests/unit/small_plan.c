/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opening plans for tests. */
#include "tests/unit/small_plan.h"

#include "gen/base/embedded.h"
#include "gen/floor_generators.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

const char small_plan_text[] = "name: small\n"
                               "generator: classic\n"
                               "settings: {rules: article}\n"
                               "variables: {hearts: 1..6, minutes: 0..30}\n"
                               "flags: [torch, devil_visited]\n"
                               "players:\n"
                               "  full:\n"
                               "    start: {hearts: 6}\n"
                               "    after:\n"
                               "      - {add: minutes, by: 3..6}\n"
                               "  usual:\n"
                               "    start: {hearts: 4}\n"
                               "    flags: [torch]\n"
                               "    after:\n"
                               "      - {add: hearts, by: [-1, 1]}\n"
                               "      - {add: minutes, by: 2}\n"
                               "      - {gain: devil_visited, when: {chance: 1/4}}\n"
                               "      - {lose: torch, when: {room: curse}, on: [two]}\n"
                               "floors:\n"
                               "  one:\n"
                               "    label: [One, Uno]\n"
                               "    chapter: 1\n"
                               "    start: true\n"
                               "    settings: {level: [1, 2]}\n"
                               "    edges: [{to: two}]\n"
                               "  two:\n"
                               "    chapter: 2\n"
                               "    settings: {level: 3}\n"
                               "    edges:\n"
                               "      - {to: four, when: {has: torch, minutes_below: 5}}\n"
                               "      - {to: three, when: {chance: 1/3}}\n"
                               "      - {to: four}\n"
                               "  three: {chapter: 2, settings: {level: 4}, edges: [{to: four}]}\n"
                               "  four:\n"
                               "    chapter: 3\n"
                               "    exit: true\n"
                               "    settings: {level: 5}\n"
                               "    edges: [{to: one, when: {chance: 1/8}}]\n";

fl_err small_plan_open(fl_journey **out, const char *old, const char *new, const char *player, fl_diag *diag)
{
    char text[4096];
    const char *at = old ? strstr(small_plan_text, old) : small_plan_text;
    cr_assert_not_null(at, "%s", old);
    int before = (int)(at - small_plan_text);
    int size = snprintf(text, sizeof text, "%.*s%s%s", before, small_plan_text, old ? new : "",
                        at + (old ? strlen(old) : 0));
    fl_journey_text plan = {.name = "test.yaml", .data = text, .size = (size_t)size, .player = player};
    plan.generators = fl_floor_generators_all(&plan.generators_n);
    fl_diag_init(diag);
    return fl_journey_open(out, &plan, diag);
}

fl_journey *small_plan_get(const char *player)
{
    fl_diag diag;
    fl_journey *out = NULL;
    cr_assert_eq(small_plan_open(&out, NULL, NULL, player, &diag), FL_OK, "%s: %s", diag.where, diag.what);
    return out;
}

fl_journey *small_plan_mortal(void)
{
    fl_diag diag;
    fl_journey *out = NULL;
    cr_assert_eq(small_plan_open(&out,
                                 "variables: {hearts: 1..6, minutes: 0..30}\n"
                                 "flags: [torch, devil_visited]\n"
                                 "players:\n",
                                 "variables: {hearts: 0..6, minutes: 0..30, keys: 0..3}\n"
                                 "flags: [torch, devil_visited]\n"
                                 "players:\n"
                                 "  mortal:\n"
                                 "    start: {hearts: 3, keys: 1}\n"
                                 "    after:\n"
                                 "      - {add: keys, by: [0, 1]}\n"
                                 "      - {enter: shop, when: {chance: 1/2}}\n"
                                 "      - {enter: curse}\n"
                                 "      - {die: 1/10, on: [two, four]}\n"
                                 "      - {add: hearts, by: [-1, 1]}\n"
                                 "      - {die: 1, when: {hearts_below: 1}}\n",
                                 "mortal", &diag),
                 FL_OK, "%s: %s", diag.where, diag.what);
    return out;
}

fl_journey *small_plan_shipped(const char *name, const char *player)
{
    fl_diag diag;
    char path[64];
    fl_journey *out = NULL;
    snprintf(path, sizeof path, "data/journeys/%s.yaml", name);
    const fl_embedded *file = fl_embedded_find(path);
    cr_assert_not_null(file, "%s", path);
    fl_journey_text plan = {.name = path, .data = file->data, .size = file->size, .player = player};
    plan.generators = fl_floor_generators_all(&plan.generators_n);
    fl_diag_init(&diag);
    cr_assert_eq(fl_journey_open(&out, &plan, &diag), FL_OK, "%s: %s", diag.where, diag.what);
    return out;
}

static bool same_visit(const fl_journey_visit *a, const fl_journey_visit *b)
{
    return a->rule == b->rule && a->stop == b->stop && a->variant == b->variant &&
           a->has_failed == b->has_failed && a->seen.kinds == b->seen.kinds &&
           a->seen.curse == b->seen.curse && a->entered == b->entered &&
           memcmp(&a->state, &b->state, sizeof a->state) == 0;
}

bool small_plan_same_trip(const fl_journey_trip *a, const fl_journey_trip *b)
{
    bool is_same = a->visits_n == b->visits_n && a->rooms == b->rooms && a->failed == b->failed &&
                   memcmp(a->kind_n, b->kind_n, sizeof a->kind_n) == 0 && a->walk.last == b->walk.last &&
                   a->walk.is_over && b->walk.is_over && a->walk.is_unfinished == b->walk.is_unfinished &&
                   a->walk.has_died == b->walk.has_died && a->walk.entered_n == b->walk.entered_n &&
                   memcmp(a->walk.paid, b->walk.paid, sizeof a->walk.paid) == 0 &&
                   memcmp(&a->walk.state, &b->walk.state, sizeof a->walk.state) == 0;
    for (unsigned i = 0; i < a->visits_n && is_same; i++) {
        is_same = same_visit(&a->visit[i], &b->visit[i]);
    }
    return is_same;
}
