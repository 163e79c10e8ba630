/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Self-checks of verify before it judges, so that a fault of this build cannot become a verdict:
 *
 * - The first samples of each scenario are the known ones of its generator's version.
 *   data/known_samples.txt has a line for each scenario of the built-in claims, with hashes of its first
 *   samples (of seed 1), made by the readable code. A claim judges one number of a sample; this detects any
 *   other change of a floor or a metric. Another generator version has other samples and is not compared.
 * - Every kernel that this machine can run counts what the readable code counts.
 * - Several threads count what one counts. */
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"
#include "gen/base/embedded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 64, FLOORS = 1024, FAR = 64, COUNTED = 256, THREADS = 4, ALIGNMENT = 64 };
static const char shipped[] = "data/known_samples.txt";

/* ---- known samples ---- */

/* Hashes of samples, and of their measurements. */
typedef struct imprint {
    uint64_t made, measured;
} imprint;

static void mix(uint64_t *hash, int64_t number)
{
    *hash = fl_key_mix(*hash ^ (uint64_t)number) + 1;
}

static void mix_room(uint64_t *hash, const fl_floor *floor, const fl_room *room)
{
    const int64_t numbers[] = {room->kind,        room->shape,   room->cells_n,    room->distance,
                               room->is_dead_end, room->subtype, room->difficulty, room->variant,
                               room->is_added,    room->is_end,  room->type,       room->price};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        mix(hash, numbers[i]);
    }
    for (unsigned i = 0; i < room->cells_n; i++) {
        mix(hash, floor->cells[room->cells_from + i]);
    }
}

static void mix_floor(uint64_t *hash, const fl_floor *floor)
{
    mix(hash, floor->failure != NULL);
    mix(hash, floor->rooms_n);
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        mix_room(hash, floor, &floor->rooms[i]);
    }
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        const fl_door *door = &floor->doors[i];
        mix(hash, (int64_t)door->cell_a << 32 | (int64_t)door->cell_b << 8 | (int64_t)door->kind);
        mix(hash, door->is_wall);
    }
    for (unsigned i = 0; i < FL_GENERATOR_FACT_COUNT; i++) {
        mix(hash, floor->fact[i]);
    }
    for (unsigned i = 0; i < floor->rolls_n; i++) {
        mix(hash, (int64_t)floor->roll[i]);
    }
}

/* Adds a named number so that the order of names does not matter. */
static void add_named(uint64_t *hash, const char *name, int64_t number)
{
    uint64_t name_hash = 0;
    for (const char *p = name; *p; p++) {
        mix(&name_hash, (unsigned char)*p);
    }
    mix(&name_hash, number);
    *hash += name_hash;
}

/* Mixes the rows of a journey's own plan and player. The catalogue has the rows of all plans judged together,
 * in their order. */
static void mix_journey(imprint *out, const fl_floor_maker *maker)
{
    const fl_catalogue *catalogue = maker->opened->catalogue;
    const int32_t *values = fl_run_maker_values(maker);
    const fl_journey_trip *trip = maker->sample;
    for (unsigned i = 0; i < trip->visits_n; i++) {
        mix(&out->made, trip->visit[i].stop);
        mix(&out->made, trip->visit[i].variant);
        mix(&out->made, (int64_t)trip->visit[i].seen.kinds);
    }
    mix(&out->made, trip->rooms);
    mix(&out->made, trip->walk.has_died ? 2 : trip->walk.is_unfinished);
    for (unsigned i = 0; i < catalogue->metrics_n; i++) {
        if (values[i] != FL_GENERATOR_FACT_NONE) {
            add_named(&out->measured, catalogue->metric[i].name, values[i]);
        }
    }
    for (unsigned i = 0; i < catalogue->events_n; i++) {
        if (maker->work.trials[i] > 0) {
            add_named(&out->measured, catalogue->event[i].name, maker->work.hits[i]);
        }
    }
    mix(&out->measured, 0);
}

static void mix_sample(imprint *out, const fl_floor_maker *maker)
{
    const fl_catalogue *catalogue = maker->opened->catalogue;
    const int32_t *values = fl_run_maker_values(maker);
    if (maker->opened->generator->makes == FL_SAMPLE_JOURNEY) {
        mix_journey(out, maker);
        return;
    }
    unsigned n = maker->sample ? catalogue->metrics_n : FL_METRIC_COUNT;
    if (!maker->sample) {
        mix_floor(&out->made, &maker->floor);
    } else if (maker->opened->generator->makes == FL_SAMPLE_ROOM) {
        const fl_interior *room = maker->sample;
        for (unsigned i = 0; i < (unsigned)room->size * room->size; i++) {
            mix(&out->made, fl_room_tile(room, i % room->size, i / room->size));
        }
    }
    for (unsigned i = 0; i < n; i++) {
        mix(&out->measured, values[i]);
    }
    for (unsigned i = 0; maker->sample && i < catalogue->events_n; i++) {
        mix(&out->measured, maker->work.hits[i]);
    }
}

static imprint imprint_of(const fl_run_condition *condition, fl_floor_maker *maker)
{
    imprint out = {0, 0};
    fl_opened_generator opened = condition->opened;
    opened.seed = 1;
    opened.first = 0;
    opened.last = SAMPLES - 1;
    if (opened.generator->floors) {
        opened.generator->floors(opened.rules, &opened.first, &opened.last);
    }
    fl_run_maker_switch(maker, &opened);
    maker->work.skips_named_events = false;
    for (uint64_t i = 0; i < SAMPLES && i <= opened.last - opened.first; i++) {
        fl_run_maker_make(maker, opened.first + i, FL_METRIC_ALL_GROUPS);
        mix_sample(&out, maker);
    }
    fl_run_maker_switch(maker, &condition->opened);
    return out;
}

/* Adds the key of a line, "classic --set level=3". */
static void add_key(const fl_opened_generator *opened, fl_text *out)
{
    fl_text_add(out, opened->generator->name);
    fl_setting_values_add_options(&opened->values, out);
}

static fl_err refuse_known(const fl_run_condition *condition, bool is_made, fl_diag *diag)
{
    const fl_opened_generator *opened = &condition->opened;
    const char *samples = fl_sample_names(opened->generator->makes);
    unsigned version = fl_generator_version(opened->generator, opened->rules);
    fl_err err = fl_diag_set(diag, FL_ERR_DEFECT, condition->name,
                             "the first %d %s are %s version %u of generator '%s'%s", (int)SAMPLES, samples,
                             is_made ? "not those of" : "those of", version, opened->generator->name,
                             is_made ? "" : ", but not what is measured on them");
    fl_diag_hint(diag,
                 "nothing is counted or written. Run the tests; after an intended change raise the version, "
                 "or update %s: floorlab verify --known",
                 shipped);
    return err;
}

/* Finds the line of a scenario: two hashes, version, key. */
static bool find_line(const char *text, const char *key, imprint *out, unsigned *version)
{
    for (const char *line = text; *line; line += strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n')) {
        unsigned long long hash[2];
        int at = 0;
        if (sscanf(line, "%16llx %16llx %u %n", &hash[0], &hash[1], version, &at) == 3 && at > 0 &&
            strncmp(line + at, key, strlen(key)) == 0 && strcspn(line + at, "\n") == strlen(key)) {
            *out = (imprint){hash[0], hash[1]};
            return true;
        }
    }
    return false;
}

fl_err fl_verify_check_known(const fl_run_condition *condition, fl_floor_maker *maker, const char *text,
                             fl_diag *diag)
{
    const fl_embedded *file = fl_embedded_find(shipped);
    imprint known;
    unsigned version = 0;
    fl_text key;
    fl_err err = FL_OK;
    fl_text_init(&key);
    add_key(&condition->opened, &key);
    text = text ? text : file ? file->data : "";
    if (fl_text_check(&key)) {
        err = fl_diag_memory(diag);
    } else if (find_line(text, fl_text_get(&key), &known, &version) &&
               version == fl_generator_version(condition->opened.generator, condition->opened.rules)) {
        imprint found = imprint_of(condition, maker);
        if (found.made != known.made || found.measured != known.measured) {
            err = refuse_known(condition, found.made != known.made, diag);
        }
    }
    fl_text_free(&key);
    return err;
}

fl_err fl_verify_add_known(const fl_claim_set *claims, const fl_finding *findings, size_t n, fl_text *out,
                           fl_diag *diag)
{
    fl_run_setup setup = {0};
    fl_experiment experiment = {.name = "known"};
    fl_err err = fl_run_claim_scenarios(claims, findings, n, &experiment, diag);
    err = err ? err : fl_run_setup_init(&setup, &experiment, 0, 1, diag);
    fl_text_add(out, "# Hashes of the first samples of each scenario, and of what is measured on them; "
                     "version; settings.\n"
                     "# Written by floorlab verify --known.\n");
    for (uint64_t i = 0; !err && i < setup.conditions; i++) {
        fl_floor_maker maker;
        const fl_opened_generator *opened = &setup.condition[i].opened;
        err = fl_run_maker_open(&maker, opened, diag);
        if (!err) {
            imprint found = imprint_of(&setup.condition[i], &maker);
            fl_text_add_format(out, "%016llx %016llx %u ", (unsigned long long)found.made,
                               (unsigned long long)found.measured,
                               fl_generator_version(opened->generator, opened->rules));
            add_key(opened, out);
            fl_text_add(out, "\n");
            fl_run_maker_close(&maker);
        }
    }
    fl_run_setup_free(&setup);
    fl_run_experiment_free(&experiment);
    return err;
}

/* ---- kernels and the readable code ---- */

typedef struct side {
    fl_run_counter counter;
    fl_tally tally;
} side;

/* Counts a range by the readable code and by one backend, and compares. */
static fl_err compare(const fl_run_condition *condition, fl_floor_maker *maker, const fl_tally_spec *spec,
                      const fl_counter_range *range, fl_diag *diag)
{
    fl_tally single;
    fl_tally_difference found;
    side *kernel = aligned_alloc(ALIGNMENT, (sizeof *kernel + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    fl_err err = fl_tally_init(&single, spec);
    if (kernel) {
        memset(kernel, 0, sizeof *kernel);
        fl_run_columns_init(&kernel->counter.columns, spec, range->backend);
        err = err ? err : fl_tally_init(&kernel->tally, spec);
        single.roll_of = kernel->tally.roll_of = condition->binding.roll_of;
        single.start = kernel->tally.start = condition->opened.first;
        err = err ? err : fl_run_counter_count(&kernel->counter, maker, range, &kernel->tally);
    }
    maker->work.skips_named_events = false;
    for (uint64_t i = 0; kernel && !err && i < range->n; i++) {
        fl_run_maker_make(maker, range->first + i, FL_METRIC_ALL_GROUPS);
        fl_run_maker_count(maker, &single);
    }
    if (err || !kernel) {
        err = fl_diag_memory(diag);
    } else if (fl_tally_differ(&single, &kernel->tally, &found)) {
        err = fl_diag_set(
            diag, FL_ERR_DEFECT, condition->name,
            "%s %llu to %llu: %s: %llu by the reference implementation and %llu by the kernel (%s)",
            fl_sample_names(condition->opened.generator->makes), (unsigned long long)range->first,
            (unsigned long long)(range->first + range->n - 1), found.what, (unsigned long long)found.first,
            (unsigned long long)found.second, fl_backend_name(range->backend));
        fl_diag_hint(diag, "nothing is counted or written; please report this defect of floorlab");
    }
    if (kernel) {
        fl_run_counter_free(&kernel->counter);
        fl_tally_free(&kernel->tally);
    }
    fl_tally_free(&single);
    free(kernel);
    return err;
}

/* Compares the first and the last samples on every available backend, in everything that kernels count. */
static fl_err check_kernels(const fl_run_condition *condition, fl_floor_maker *maker, fl_diag *diag)
{
    const fl_opened_generator *opened = &condition->opened;
    bool is_journey = opened->generator->makes == FL_SAMPLE_JOURNEY;
    unsigned known[FL_METRIC_COUNT];
    fl_tally_spec spec;
    fl_tally_request request = {
        .catalogue = opened->catalogue,
        .metrics = {.what = is_journey ? FL_TALLY_ALL : FL_TALLY_LIST, .number = known},
        .events = {.what = FL_TALLY_ALL},
        .maps = {.what = FL_TALLY_ALL}};
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        if (fl_column_knows(i)) {
            known[request.metrics.n++] = i;
        }
    }
    fl_err err = fl_tally_spec_make(&spec, &request, diag);
    for (unsigned i = FL_BACKEND_PORTABLE; i < FL_BACKEND_COUNT && !err; i++) {
        fl_counter_range range = {.first = opened->first,
                                  .n = is_journey ? SAMPLES : FLOORS,
                                  .groups = FL_METRIC_ALL_GROUPS,
                                  .has_columns = !is_journey,
                                  .backend = (fl_backend)i};
        if (fl_backend_is_here((fl_backend)i) && opened->last - opened->first >= range.n + FAR) {
            err = compare(condition, maker, &spec, &range, diag);
            range.first = opened->last - FAR + 1;
            range.n = FAR;
            err = err ? err : compare(condition, maker, &spec, &range, diag);
        }
    }
    fl_tally_spec_free(&spec);
    return err;
}

fl_err fl_verify_first_floors(const fl_run_condition *condition, fl_floor_maker *maker, fl_first_floors *out,
                              fl_diag *diag)
{
    const fl_opened_generator *opened = &condition->opened;
    const fl_generator *generator = opened->generator;
    uint64_t n = opened->last - opened->first < SAMPLES ? opened->last - opened->first + 1 : SAMPLES;
    fl_err err = FL_OK;
    *out = (fl_first_floors){0, 0};
    maker->work.skips_named_events = false;
    for (uint64_t i = n; i > 0 && !err; i--) {
        fl_run_maker_make(maker, opened->first + i - 1, FL_METRIC_ALL_GROUPS);
        err = fl_run_maker_check(maker, diag);
        out->draws += fl_run_maker_draws(maker);
        out->rooms += generator->makes == FL_SAMPLE_JOURNEY ? ((const fl_journey_trip *)maker->sample)->rooms
                                                            : maker->floor.rooms_n;
    }
    bool has_kernel = generator->makes == FL_SAMPLE_JOURNEY ||
                      (generator->fits_batch && generator->fits_batch(opened->rules));
    err = err || !has_kernel ? err : check_kernels(condition, maker, diag);
    return err ? err : fl_verify_check_known(condition, maker, NULL, diag);
}

/* ---- several threads and one ---- */

fl_err fl_verify_check_threads(const fl_run_count_job *how, fl_diag *diag)
{
    const fl_run_setup *setup = how->setup;
    fl_tally *totals[2] = {NULL, NULL};
    fl_run_range *ranges = calloc(setup->conditions + 1, sizeof *ranges);
    fl_err err = ranges ? FL_OK : fl_diag_memory(diag);
    for (uint64_t c = 0; c < setup->conditions && !err; c++) {
        const fl_opened_generator *opened = &setup->condition[c].opened;
        uint64_t last = opened->last - opened->first;
        ranges[c] = (fl_run_range){.condition = c, .to = last < COUNTED ? last + 1 : COUNTED};
        if (opened->generator->open) { /* a program or a file is not read twice */
            ranges[c].to = 0;
        }
    }
    for (unsigned i = 0; i < 2 && !err; i++) {
        err = fl_run_setup_make_tallies(setup, &totals[i], diag);
        fl_run_count_job counting = *how;
        counting.ranges = ranges;
        counting.ranges_n = setup->conditions;
        counting.threads = i == 0 ? 1 : THREADS;
        counting.backend = i == 0 ? FL_BACKEND_REFERENCE : fl_backend_best();
        counting.totals = totals[i];
        counting.done = 0;
        err = err ? err : fl_run_count(&counting, diag);
        if (!err && counting.done < counting.samples) {
            err = FL_ERR_STOPPED;
        }
        for (uint64_t c = 0; c < setup->conditions && !err; c++) {
            err = fl_run_setup_check_total(&setup->condition[c], &totals[i][c], ranges[c].to, diag);
        }
    }
    for (uint64_t c = 0; c < setup->conditions && !err; c++) {
        fl_tally_difference found;
        if (fl_tally_differ(&totals[0][c], &totals[1][c], &found)) {
            err = fl_diag_set(diag, FL_ERR_DEFECT, setup->condition[c].name,
                              "its first samples counted twice: %s: %llu by one thread and %llu by several",
                              found.what, (unsigned long long)found.first, (unsigned long long)found.second);
            fl_diag_hint(diag, "nothing is counted or written; please report this defect of floorlab");
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        fl_run_setup_free_tallies(setup, totals[i]);
    }
    free(ranges);
    return err;
}
