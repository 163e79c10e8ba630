/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Conditions: events of one's own, and which samples are counted at all; floor by floor, in columns, and by
 * asking each floor here. */
#include "analysis/tally/tally_private.h"
#include "tests/support/batch_maker.h"
#include "tests/support/counting.h"

#include <criterion/criterion.h>

#include <string.h>

enum { FLOORS = 3000, ODD = 700 };

/* What is counted: by columns, floor by floor, and here. */
typedef struct side_by_side {
    batch_maker *side;
    counting counting;
    fl_tally tally[2];
    uint64_t counted, hits, rooms;
} side_by_side;

static void begin(side_by_side *self, const char *settings, const char *event, const char *where,
                  const fl_tally_request *wish)
{
    fl_diag diag;
    fl_tally_request request = *wish;
    unsigned number[1];
    fl_diag_init(&diag);
    *self = (side_by_side){.side = batch_maker_open(settings, 9)};
    counting_begin(&self->counting, self->side->maker.generator, self->side->maker.rules);
    const fl_expression_text text = {event, "EVENT", true};
    cr_assert_eq(fl_expression_add_event(&self->counting.catalogue, "mine", &text, &diag), FL_OK, "%s",
                 diag.what);
    number[0] = counting_event(&self->counting, "mine");
    request.conditions = number;
    request.conditions_n = 1;
    request.where = (fl_expression_text){where, "WHERE", true};
    counting_make(&self->counting, &request);
    for (unsigned i = 0; i < 2; i++) {
        cr_assert(!fl_tally_init(&self->tally[i], &self->counting.spec));
        self->tally[i].gate_of = self->counting.binding.gate_of;
    }
}

static void end(side_by_side *self)
{
    fl_tally_free(&self->tally[0]);
    fl_tally_free(&self->tally[1]);
    counting_close(&self->counting);
    batch_maker_close(self->side);
}

/* Counts a floor of the readable path, and here. */
static void count_one(side_by_side *self, uint64_t index)
{
    maker *m = &self->side->maker;
    const fl_tally_spec *spec = &self->counting.spec;
    const fl_expression_sample sample = {m->value, &m->floor, NULL, self->counting.binding.gate_of};
    maker_make(m, index);
    bool is_counted = !spec->where || fl_expression_test(spec->where, &sample);
    bool is_hit =
        is_counted &&
        fl_expression_test(self->counting.catalogue.event[spec->events[spec->built_in_n].event].condition,
                           &sample);
    self->counted += is_counted;
    self->hits += is_hit;
    self->rooms += is_counted && !m->floor.failure ? (uint64_t)m->value[FL_METRIC_ROOMS] : 0;
    cr_expect_eq(fl_tally_add(&self->tally[1], &m->floor, m->value, &m->metric, index), is_counted);
}

static void count_all(side_by_side *self)
{
    fl_tally_batch_want(&self->counting.spec, &self->side->columns, &self->side->batch);
    for (uint64_t first = 0; first < FLOORS; first += ODD) {
        unsigned n = FLOORS - first < ODD ? (unsigned)(FLOORS - first) : ODD;
        batch_maker_make(self->side, fl_backend_best(), first, n);
        fl_tally_batch_add(&self->tally[0], &self->side->columns);
        for (uint64_t i = first; i < first + n; i++) {
            count_one(self, i);
        }
    }
}

static void expect_same(const side_by_side *self, const char *what)
{
    fl_tally_difference found;
    char trouble[FL_TALLY_TROUBLE];
    uint64_t trials = 0;
    uint64_t hits = 0;
    fl_tally_sum sums[3];
    if (fl_tally_differ(&self->tally[0], &self->tally[1], &found)) {
        cr_expect(false, "%s: %s: %llu and %llu", what, found.what, (unsigned long long)found.first,
                  (unsigned long long)found.second);
    }
    counting_answers(&self->tally[0], "mine", &trials, &hits);
    fl_tally_sums(&self->tally[0], 0, sums);
    cr_expect(fl_tally_check(&self->tally[0], trouble), "%s: %s", what, trouble);
    cr_expect_eq(self->tally[0].floors, self->counted, "%s", what);
    cr_expect_eq(fl_tally_tried(&self->tally[0]), (uint64_t)FLOORS, "%s", what);
    cr_expect(fl_tally_has_once(&self->tally[0], 0, FLOORS), "%s", what);
    cr_expect(trials == self->counted && hits == self->hits, "%s: %llu of %llu, not %llu of %llu", what,
              (unsigned long long)hits, (unsigned long long)trials, (unsigned long long)self->hits,
              (unsigned long long)self->counted);
    cr_expect_eq((uint64_t)sums[1], self->rooms, "%s", what);
    const fl_tally_spec *spec = &self->counting.spec;
    uint64_t by_part = 0;
    for (unsigned k = 0; k < FL_TALLY_PARTS && spec->parts_at != FL_TALLY_NOT_COUNTED; k++) {
        by_part += self->tally[0].count[fl_tally_event_parts(spec, spec->built_in_n) + FL_TALLY_PARTS + k];
    }
    cr_expect(spec->parts_at == FL_TALLY_NOT_COUNTED || by_part == hits, "%s", what);
}

static const struct row {
    const char *settings, *event, *where;
    bool is_rare; /* hits and counted samples are neither none nor all, otherwise */
} rows[] = {
    {"level=3", "dead_ends >= 5 && gate.curse.placed", NULL, false},
    {"level=3", "boss_distance > 5", "dead_ends >= 5", false},
    {"level=3", "gate.sacrifice.placed", "boss_distance in 4..6", false},
    {"level=4 max_attempts=2", "rooms > 16", "!(dead_ends >= 6)", false},
    {"level=4 max_attempts=2", "floor_failed", "dead_ends >= 5 || floor_failed", false},
    {"level=4 max_attempts=2", "dead_ends >= 0", NULL, false},
    {"level=4 max_attempts=2", "boss_distance > 5", "dead_ends >= 5", false},
    {"rules=demo", "secret_neighbours == 3", "rooms % 2 == 1", true},
    {"specials=off", "dead_ends == 3", "boss_distance > 3", false},
    {"level=2", "1 / (rooms - rooms) == 0", "dead_ends > 50", true},
    {"level=2", "dead_ends > 4", "rooms > 0", true},
};

Test(conditions, counts_are_those_of_the_floors_of_which_they_are_true)
{
    static const unsigned few[] = {FL_METRIC_ROOMS, FL_METRIC_LINEARITY, FL_METRIC_DEAD_ENDS,
                                   FL_METRIC_COUNT};
    const unsigned pair[1][2] = {{FL_METRIC_ROOMS, FL_METRIC_DEAD_ENDS}};
    const fl_tally_choice none = COUNTING_NONE;
    const fl_tally_choice all = {FL_TALLY_ALL, NULL, 0};
    const fl_tally_request wishes[] = {
        {.metrics = {FL_TALLY_LIST, few, 4}, .events = none, .maps = none},
        {.metrics = {FL_TALLY_LIST, few, 4}, .events = all, .maps = all, .joints = pair, .joints_n = 1},
        {.metrics = {FL_TALLY_LIST, few, 4}, .events = all, .maps = none, .has_parts = true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned k = 0; k < 3; k++) {
            side_by_side it;
            begin(&it, rows[i].settings, rows[i].event, rows[i].where, &wishes[k]);
            count_all(&it);
            expect_same(&it, rows[i].event);
            cr_expect(rows[i].is_rare || (it.hits > 20 && it.hits < it.counted), "%s: %llu", rows[i].event,
                      (unsigned long long)it.hits);
            cr_expect(rows[i].is_rare || !rows[i].where || (it.counted > 100 && it.counted < FLOORS - 100));
            end(&it);
        }
    }
}

Test(conditions, what_is_left_out_is_part_of_bytes_and_digest)
{
    const fl_tally_request wish = {.events = COUNTING_NONE, .maps = COUNTING_NONE};
    char digest[2][FL_DIGEST_TEXT];
    side_by_side it;
    begin(&it, "level=3", "rooms > 8", "dead_ends >= 5", &wish);
    count_all(&it);
    cr_assert_eq(fl_tally_digest_make("", (const uint64_t[]){0, 1}, &it.tally[0], 1, digest[0]), FL_OK);
    it.tally[0].count[it.counting.spec.left_out_at]++;
    cr_assert_eq(fl_tally_digest_make("", (const uint64_t[]){0, 1}, &it.tally[0], 1, digest[1]), FL_OK);
    cr_expect_str_neq(digest[0], digest[1]);
    cr_expect(!fl_tally_has_once(&it.tally[0], 0, FLOORS));
    end(&it);
}

Test(conditions, a_wrong_one_is_refused_and_nothing_is_left)
{
    maker m;
    counting counting;
    fl_tally_spec spec;
    fl_diag diag;
    maker_open(&m, "classic", "", 1);
    counting_begin(&counting, m.generator, m.rules);
    fl_diag_init(&diag);
    const fl_tally_request request = {.catalogue = &counting.catalogue, .where = {"rooms >", "here", true}};
    cr_expect_eq(fl_tally_spec_make(&spec, &request, &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "here, column 8");
    cr_expect(!spec.where && !spec.events);
    counting_close(&counting);
    maker_close(&m);
}
