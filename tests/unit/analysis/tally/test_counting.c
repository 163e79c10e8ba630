/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Random specs over samples of each sort: the counts are those of naive counting, whichever way the samples
 * are split, merged, packed or counted in columns. */
#include "analysis/tally/tally.h"
#include "gen/lanes/backend.h"
#include "gen/random/pcg.h"
#include "tests/support/batch_maker.h"
#include "tests/support/counting.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 400, SPLIT = 4, LISTED = 8 };

/* What is counted of: settings, an event of one's own, and a condition of what is counted. A curse that is
 * drawn is counted in no columns. */
static const struct kind {
    const char *generator, *settings, *event, *where;
} kinds[] = {
    {"classic", "level=3 curse=random curse_odds=3 max_attempts=3 secret_tries=on",
     "dead_ends >= 5 && roll.curse.placed", "dead_ends >= 5 || floor_failed"},
    {"classic", "level=3", "boss_distance > 5", "dead_ends >= 5"},
    {"classic", "level=4 max_attempts=2", "rooms > 16", "!(dead_ends >= 6)"},
    {"classic", "rules=demo", "secret_neighbours == 3", "rooms % 2 == 1"},
    {"classic", "specials=off", "dead_ends == 3", "boss_distance > 3"},
    {"classic", "level=2", "1 / (rooms - rooms) == 0", "dead_ends > 50"},
    {"rebirth", "stage=2", "dead_ends > 5", "rooms > 12"},
    {"grid", "rules=maze", "rooms > 20", "loops > 2"}, /* with clustering numbers that are not 0 */
    {"room", "rules=kirby doors=random", "clutter > 100", "walkable > 500"},
    {"room", "size=big doors=random", "clutter > 100", "walkable > 500"},
    {"journey", "plan=classic player=usual", NULL, NULL},
};

typedef struct draw {
    const struct kind *kind;
    unsigned seed;
    fl_pcg rng;
    batch_maker *batch; /* of the classic rules */
    maker own, *maker;
    counting counting;
    fl_sample_work work; /* of chunk rooms and journeys */
    void *sample;
    fl_tally whole, part[SPLIT], sum, columns;
    uint64_t first, start, failed, counted;
    /* naively: */
    uint64_t *count;
    fl_tally_extreme extreme[FL_SAMPLE_METRICS];
} draw;

/* Nothing, all, the defaults or some of a list. */
static fl_tally_choice choose(draw *self, unsigned n, unsigned list[LISTED])
{
    fl_tally_choice out = {(fl_tally_choose)fl_pcg_below(&self->rng, 4), list, n > 0 ? LISTED : 0};
    for (unsigned i = 0; i < LISTED && n > 0; i++) {
        list[i] = i * (n / LISTED) + fl_pcg_below(&self->rng, n / LISTED ? n / LISTED : 1);
    }
    return n < LISTED && out.what == FL_TALLY_LIST ? (fl_tally_choice)COUNTING_NONE : out;
}

static void draw_spec(draw *self)
{
    fl_catalogue *catalogue = &self->counting.catalogue;
    unsigned metrics[LISTED];
    unsigned events[LISTED];
    unsigned mine[1];
    unsigned joints[2][2];
    fl_diag diag;
    fl_diag_init(&diag);
    bool has_event = self->kind->event && fl_pcg_below(&self->rng, 2);
    if (has_event) {
        const fl_expression_text text = {self->kind->event, "EVENT", true};
        cr_assert_eq(fl_expression_add_event(catalogue, "mine", &text, &diag), FL_OK, "%s", diag.what);
        mine[0] = counting_event(&self->counting, "mine");
    }
    fl_tally_request wish = {.metrics = choose(self, catalogue->metrics_n, metrics),
                             .events = choose(self, catalogue->events_n - has_event, events),
                             .maps = {(fl_tally_choose)fl_pcg_below(&self->rng, 3), NULL, 0},
                             .conditions = mine,
                             .conditions_n = has_event,
                             .where = {fl_pcg_below(&self->rng, 2) ? self->kind->where : NULL, "WHERE", true},
                             .joints = (const unsigned(*)[2])joints,
                             .joints_n = fl_pcg_below(&self->rng, 3),
                             .has_parts = fl_pcg_below(&self->rng, 2)};
    for (unsigned i = 0; i < 4; i++) { /* of few values each */
        static const unsigned few[] = {FL_METRIC_DEAD_ENDS, FL_METRIC_BOSS_DISTANCE,
                                       FL_METRIC_SECRET_NEIGHBOURS, FL_METRIC_BRANCHING};
        joints[i / 2][i % 2] = self->sample ? i : few[fl_pcg_below(&self->rng, 4)];
    }
    counting_make(&self->counting, &wish);
}

static void open_tally(const draw *self, fl_tally *out)
{
    cr_assert_eq(fl_tally_init(out, &self->counting.spec), FL_OK);
    out->roll_of = self->counting.binding.roll_of;
    out->start = self->start;
}

static void begin(draw *self, unsigned seed)
{
    memset(self, 0, sizeof *self);
    self->seed = seed;
    self->kind = &kinds[seed % (sizeof kinds / sizeof kinds[0])];
    fl_pcg_init(&self->rng, seed, 41);
    if (strcmp(self->kind->generator, "classic") == 0) {
        self->batch = batch_maker_open(self->kind->settings, seed);
        self->maker = &self->batch->maker;
    } else {
        maker_open(&self->own, self->kind->generator, self->kind->settings, seed);
        self->maker = &self->own;
    }
    counting_begin(&self->counting, self->maker->generator, self->maker->rules);
    if (self->maker->generator->makes != FL_SAMPLE_FLOOR) {
        self->sample = calloc(1, sizeof(fl_interior) + sizeof(fl_journey_trip));
        cr_assert(self->sample);
    }
    draw_spec(self);
    cr_assert(!self->sample || !fl_sample_work_init(&self->work, &self->counting.catalogue));
    self->start = fl_pcg_below(&self->rng, 2) * fl_pcg_below(&self->rng, 1000);
    self->first = self->start + fl_pcg_below(&self->rng, 2) * fl_pcg_below(&self->rng, 1000);
    open_tally(self, &self->whole);
    open_tally(self, &self->sum);
    open_tally(self, &self->columns);
    for (unsigned i = 0; i < SPLIT; i++) {
        open_tally(self, &self->part[i]);
    }
    self->count = calloc(self->counting.spec.counts_n + 1, sizeof *self->count);
    cr_assert(self->count);
    for (unsigned i = 0; i < FL_SAMPLE_METRICS; i++) {
        self->extreme[i] = (fl_tally_extreme){.min = INT32_MAX, .max = INT32_MIN};
    }
}

static void end(draw *self)
{
    fl_tally_free(&self->whole);
    fl_tally_free(&self->sum);
    fl_tally_free(&self->columns);
    for (unsigned i = 0; i < SPLIT; i++) {
        fl_tally_free(&self->part[i]);
    }
    free(self->count);
    if (self->sample) {
        fl_sample_work_free(&self->work);
        free(self->sample);
    }
    counting_close(&self->counting);
    if (self->batch) {
        batch_maker_close(self->batch);
    } else {
        maker_close(self->maker);
    }
}

/* Step k of a trace ends before sample 2^(k+1) - 1. */
static unsigned step_of(uint64_t index)
{
    unsigned step = 0;
    while (index >= ((uint64_t)2 << step) - 1) {
        step++;
    }
    return step;
}

static void note_value(draw *self, unsigned i, int32_t value, uint64_t index)
{
    const fl_tally_spec *spec = &self->counting.spec;
    fl_tally_extreme *e = &self->extreme[i];
    if (value == FL_GENERATOR_FACT_NONE) {
        return;
    }
    if ((uint32_t)value < spec->metrics[i].bins) {
        self->count[spec->metrics[i].at + (uint32_t)value]++;
    } else {
        e->over_n++;
        e->over_sum += (uint32_t)value;
        e->over_square += (fl_tally_sum)value * (uint32_t)value;
    }
    e->argmin = value < e->min ? index : e->argmin;
    e->argmax = value > e->max ? index : e->argmax;
    e->min = value < e->min ? value : e->min;
    e->max = value > e->max ? value : e->max;
    if (spec->parts_at != FL_TALLY_NOT_COUNTED) {
        size_t at = spec->parts_at + 64 * (size_t)i + (index - self->start) / 64 % 32;
        self->count[at]++;
        self->count[at + 32] += (uint32_t)value;
    }
}

/* Trials and hits of an event of the spec on the last sample. */
static void ask(const draw *self, const fl_tally_event *event, const fl_expression_sample *sample,
                unsigned out[2])
{
    const fl_catalogue_event *of = &self->counting.catalogue.event[event->event];
    fl_event_answer answer = FL_EVENT_NOT_ASKED;
    if (of->condition) {
        answer = fl_expression_test(of->condition, sample) ? FL_EVENT_HIT : FL_EVENT_MISS;
    } else if (self->sample) {
        out[0] = self->work.trials[event->event];
        out[1] = self->work.hits[event->event];
        return;
    } else if (of->row) {
        answer = of->row->ask(&self->maker->floor, self->maker->value);
    } else {
        unsigned roll = self->counting.binding.roll_of[of->roll];
        answer = roll < self->maker->floor.rolls_n
                     ? fl_metric_event_ask_roll(self->maker->floor.roll[roll], of->bit)
                     : FL_EVENT_NOT_ASKED;
    }
    out[0] = answer != FL_EVENT_NOT_ASKED;
    out[1] = answer == FL_EVENT_HIT;
}

static void note_visits(draw *self)
{
    const fl_journey *plan = self->maker->rules;
    const fl_journey_trip *trip = self->sample;
    for (unsigned v = 0; v < trip->visits_n; v++) {
        const fl_journey_visit *visit = &trip->visit[v];
        size_t sort = plan->rules[visit->rule].classes_from +
                      fl_journey_answer_class(&plan->stop[visit->stop], &visit->seen);
        uint64_t *to = &self->count[self->counting.spec.visits_at + sort * FL_SAMPLE_VISIT];
        to[0]++;
        for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
            to[1 + kind] += visit->seen.kinds >> kind & 1;
        }
    }
}

static void note_cell(draw *self, int sort, int x, int y)
{
    const fl_tally_spec *spec = &self->counting.spec;
    for (unsigned i = 0; i < spec->maps_n; i++) {
        if (spec->maps[i].kind == sort || (!self->sample && spec->maps[i].kind < 0)) {
            self->count[spec->maps[i].at + (size_t)(y * spec->width + x)]++;
        }
    }
}

static void note_maps(draw *self)
{
    const fl_floor *floor = &self->maker->floor;
    const fl_interior *room = self->sample;
    if (!room) {
        for (int cell = 0; cell < floor->width * floor->height; cell++) {
            int at = fl_floor_room_at(floor, cell % floor->width, cell / floor->width);
            if (at >= 0) {
                note_cell(self, (int)floor->rooms[at].kind, cell % floor->width, cell / floor->width);
            }
        }
        return;
    }
    for (unsigned at = 0; at < (unsigned)room->size * room->size; at++) {
        unsigned x = at % room->size;
        unsigned y = at / room->size;
        note_cell(self, (int)fl_room_tile(room, x, y), (int)x, (int)y);
    }
}

static void note_events(draw *self, const fl_expression_sample *sample, uint64_t index)
{
    const fl_tally_spec *spec = &self->counting.spec;
    unsigned step = step_of(index - self->start);
    for (unsigned i = 0; i < spec->events_n; i++) {
        unsigned answer[2];
        ask(self, &spec->events[i], sample, answer);
        for (unsigned k = 0; k < 2; k++) {
            self->count[spec->events[i].at + k * FL_TALLY_STEPS + step] += answer[k];
            if (spec->parts_at != FL_TALLY_NOT_COUNTED) {
                self->count[spec->parts_at + 64 * (size_t)(spec->metrics_n + i) + 32 * k +
                            (index - self->start) / 64 % 32] += answer[k];
            }
        }
    }
}

/* Counts the last sample here. */
static void note(draw *self, uint64_t index)
{
    const fl_tally_spec *spec = &self->counting.spec;
    const maker *m = self->maker;
    const int32_t *values = self->sample ? self->work.values : m->value;
    const fl_expression_sample sample = {values, self->sample ? NULL : &m->floor,
                                         self->sample ? &self->work : NULL, self->counting.binding.roll_of};
    if (spec->where && !fl_expression_test(spec->where, &sample)) {
        self->count[spec->left_out_at]++;
        return;
    }
    bool has_failed = self->sample ? self->work.has_failed : m->floor.failure != NULL;
    self->counted++;
    self->failed += has_failed;
    note_events(self, &sample, index);
    if (m->generator->makes == FL_SAMPLE_JOURNEY) {
        note_visits(self);
    } else if (!has_failed) {
        note_maps(self);
    }
    if (!self->sample && has_failed) {
        return;
    }
    for (unsigned i = 0; i < spec->metrics_n; i++) {
        for (unsigned room = 0; spec->metrics[i].is_per_room && room < m->metric.clustering_n; room++) {
            note_value(self, i, m->metric.clustering[room], index);
        }
        if (!spec->metrics[i].is_per_room) {
            note_value(self, i, values[spec->metrics[i].metric], index);
        }
    }
    for (unsigned i = 0; i < spec->joints_n; i++) {
        uint32_t a = (uint32_t)values[spec->joints[i].a];
        uint32_t b = (uint32_t)values[spec->joints[i].b];
        if (a < spec->joints[i].a_bins && b < spec->joints[i].b_bins) { /* else one of them has no value */
            self->count[spec->joints[i].at + (size_t)a * spec->joints[i].b_bins + b]++;
        }
    }
}

static void count(draw *self)
{
    unsigned parts = 1 + fl_pcg_below(&self->rng, SPLIT); /* some of them may stay empty */
    for (uint64_t index = self->first; index < self->first + SAMPLES; index++) {
        fl_tally *const to[2] = {&self->whole, &self->part[fl_pcg_below(&self->rng, parts)]};
        maker *m = self->maker;
        if (self->sample) {
            m->key.index = index;
            m->generator->make(m->rules, &m->key, m->scratch, self->sample);
            fl_sample_measure(&self->work, &self->counting.binding, m->rules, self->sample);
        } else {
            maker_make(m, index);
        }
        for (unsigned roll = 0; !self->batch && roll < m->floor.rolls_n; roll++) { /* any flags */
            m->floor.roll[roll] = (fl_roll)fl_pcg_below(&self->rng, 1u << FL_ROLL_FLAGS);
        }
        for (unsigned i = 0; i < 2; i++) {
            if (self->sample) {
                fl_tally_add_sample(to[i], &self->work, index);
            } else {
                fl_tally_add(to[i], &m->floor, m->value, &m->metric, index);
            }
        }
        note(self, index);
    }
}

/* The digest, and whether all numbers fit. */
static void expect_same(const draw *self, const fl_tally *tally, const char *what)
{
    const fl_tally_spec *spec = &self->counting.spec;
    fl_tally_difference found;
    char trouble[FL_TALLY_TROUBLE];
    char digest[2][FL_DIGEST_TEXT];
    const uint64_t range[2] = {self->first, self->first + SAMPLES};
    const fl_tally expected = {.spec = spec,
                               .count = self->count,
                               .extreme = (fl_tally_extreme *)self->extreme,
                               .floors = self->counted,
                               .failed = self->failed,
                               .numbers = tally->numbers};
    cr_assert(!fl_tally_differ(tally, &expected, &found), "seed %u, %s: %s is %llu, expected %llu",
              self->seed, what, found.what, (unsigned long long)found.first,
              (unsigned long long)found.second);
    cr_assert(fl_tally_has_once(tally, self->first, SAMPLES), "seed %u, %s", self->seed, what);
    cr_assert(self->start > 0 || self->first > 0 || fl_tally_check(tally, trouble), "seed %u, %s: %s",
              self->seed, what, trouble);
    cr_assert(!fl_tally_digest_make("", range, tally, 1, digest[0]) &&
              !fl_tally_digest_make("", range, &expected, 1, digest[1]));
    cr_assert_str_eq(digest[0], digest[1], "seed %u, %s", self->seed, what);
    for (unsigned i = 0; i < spec->metrics_n; i++) {
        fl_tally_sum sums[3];
        fl_tally_sum n = self->extreme[i].over_n;
        fl_tally_sum sum = self->extreme[i].over_sum;
        for (uint32_t value = 0; value < spec->metrics[i].bins; value++) {
            n += self->count[spec->metrics[i].at + value];
            sum += (fl_tally_sum)self->count[spec->metrics[i].at + value] * value;
        }
        fl_tally_sums(tally, i, sums);
        cr_assert(sums[0] == n && sums[1] == sum, "seed %u, %s", self->seed, what);
    }
}

/* Packs and unpacks some of the parts and merges them in any order. */
static void merge(draw *self)
{
    unsigned order[SPLIT] = {0, 1, 2, 3};
    fl_text bytes;
    fl_text_init(&bytes);
    for (unsigned i = 0; i < SPLIT; i++) {
        unsigned k = i + fl_pcg_below(&self->rng, SPLIT - i);
        fl_tally *part = &self->part[order[k]];
        order[k] = order[i];
        if (fl_pcg_below(&self->rng, 2)) {
            fl_text_clear(&bytes);
            fl_tally_pack_add(part, &bytes);
            fl_tally_pack_reader reader = {(const unsigned char *)bytes.data,
                                           (const unsigned char *)bytes.data + bytes.size};
            cr_assert(!fl_tally_pack_read(&reader, part) && reader.at == reader.end, "seed %u", self->seed);
        }
        fl_tally_merge(&self->sum, part);
    }
    fl_text_free(&bytes);
}

/* Counts batches of any length. */
static void count_columns(draw *self)
{
    fl_backend backends[FL_BACKEND_COUNT];
    unsigned backends_n = batch_maker_backends(backends);
    fl_tally_batch_want(&self->counting.spec, &self->batch->columns, &self->batch->batch);
    for (uint64_t at = self->first; at < self->first + SAMPLES;) {
        unsigned left = (unsigned)(self->first + SAMPLES - at);
        unsigned n = 1 + fl_pcg_below(&self->rng, 1u << fl_pcg_below(&self->rng, 9)); /* often few */
        n = n < left ? n : left;
        batch_maker_make(self->batch, backends[fl_pcg_below(&self->rng, backends_n)], at, n);
        fl_tally_batch_add(&self->columns, &self->batch->columns);
        at += n;
    }
}

Test(tally_batch, equals_naive_counting_however_it_is_split_merged_and_packed)
{
    unsigned draws = scale_attempts(121);
    unsigned in_columns = 0;
    for (unsigned seed = 1; seed <= draws; seed++) {
        static draw d;
        begin(&d, seed);
        count(&d);
        expect_same(&d, &d.whole, "whole");
        merge(&d);
        expect_same(&d, &d.sum, "merged");
        if (d.batch && d.maker->generator->fits_batch(d.maker->rules) &&
            fl_tally_batch_fits(&d.counting.spec)) {
            count_columns(&d);
            expect_same(&d, &d.columns, "columns");
            in_columns++;
        }
        end(&d);
    }
    cr_expect_gt(in_columns, draws / 8u);
}
