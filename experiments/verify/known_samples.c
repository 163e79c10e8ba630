/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether this program makes and measures the samples that its version is known by: data/known_samples.txt
 * has a line for each population of the shipped claims, with hashes of its first samples (of seed 1), made by
 * the readable code. A claim judges one number of a sample; this sees any other change, too: of a floor, or
 * of what is measured on it. Another version of a generator has other samples, and is not held against the
 * line. */
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"
#include "gen/base/embedded.h"

#include <stdio.h>
#include <string.h>

enum { SAMPLES = 64, ODD_FLOORS = 100 };
static const char shipped[] = "data/known_samples.txt";
static const char odd_key[] = "odd floors";

/* Hashes of the samples as they are, and of what is measured on them. */
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
    for (unsigned i = 0; i < floor->gates_n; i++) {
        mix(hash, (int64_t)floor->gate[i]);
    }
}

/* A named number, added so that the order of names does not matter. */
static void add_named(uint64_t *hash, const char *name, int64_t number)
{
    uint64_t own = 0;
    for (const char *p = name; *p; p++) {
        mix(&own, (unsigned char)*p);
    }
    mix(&own, number);
    *hash += own;
}

/* The rows of journeys come from the plans that are judged together, in their order; here only those count
 * that are of this journey's own plan and player. */
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

/* "classic --set level=3", by which a line is found. */
static void add_key(const fl_opened_generator *opened, fl_text *out)
{
    fl_text_add(out, opened->generator->name);
    fl_setting_values_add_options(&opened->values, out);
}

static fl_err refuse(const fl_run_condition *condition, bool is_made, fl_diag *diag)
{
    const fl_opened_generator *opened = &condition->opened;
    const char *samples = fl_sample_names(opened->generator->makes);
    unsigned version = fl_generator_version(opened->generator, opened->rules);
    fl_err err =
        is_made ? fl_diag_set(diag, FL_ERR_DEFECT, condition->name,
                              "the first %d %s are not those of version %u of generator '%s'", (int)SAMPLES,
                              samples, version, opened->generator->name)
                : fl_diag_set(diag, FL_ERR_DEFECT, condition->name,
                              "the first %d %s are those of version %u of generator '%s', but not what is "
                              "measured on them",
                              (int)SAMPLES, samples, version, opened->generator->name);
    fl_diag_hint(
        diag,
        "nothing is counted or written. Run the tests; after a change on purpose raise the version, or write "
        "%s anew: floorlab verify --known",
        shipped);
    return err;
}

/* The line of a population: two hashes, version, key. */
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

bool fl_verify_known_run(const char *lines, const char *experiment, unsigned version,
                         char out[FL_DIGEST_TEXT])
{
    const fl_embedded *file = fl_embedded_find(shipped);
    char key[128];
    imprint known;
    unsigned of = 0;
    snprintf(key, sizeof key, "run %s", experiment);
    bool is_known = find_line(lines ? lines : file ? file->data : "", key, &known, &of) && of == version;
    if (is_known) {
        snprintf(out, FL_DIGEST_TEXT, "%016llx%016llx", (unsigned long long)known.made,
                 (unsigned long long)known.measured);
    }
    return is_known;
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
            err = refuse(condition, found.made != known.made, diag);
        }
    }
    fl_text_free(&key);
    return err;
}

/* Hashes of the odd floors and of what is measured on them. */
static fl_err imprint_of_odd(imprint *out, fl_diag *diag)
{
    fl_floor floor;
    fl_metric_work work;
    int32_t values[FL_METRIC_COUNT];
    size_t events_n = 0;
    const fl_event_row *events = fl_metric_event_all(&events_n);
    *out = (imprint){0, 0};
    memset(&work, 0, sizeof work);
    fl_err err = fl_floor_init(&floor, FL_ODD_FLOOR_CELLS);
    err = err ? err : fl_metric_init(&work, FL_ODD_FLOOR_CELLS);
    for (uint64_t number = 0; number < ODD_FLOORS && !err; number++) {
        fl_verify_odd_floor(&floor, number);
        fl_metric_compute(&work, &floor, FL_METRIC_ALL_GROUPS, values);
        mix_floor(&out->made, &floor);
        for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
            mix(&out->measured, values[i]);
        }
        for (size_t i = 0; i < events_n; i++) {
            mix(&out->measured, events[i].ask(&floor, values));
        }
        for (unsigned i = 0; i < work.clustering_n; i++) {
            mix(&out->measured, work.clustering[i]);
        }
    }
    fl_floor_free(&floor);
    fl_metric_free(&work);
    return err ? fl_diag_memory(diag) : FL_OK;
}

fl_err fl_verify_check_odd(const char *lines, fl_diag *diag)
{
    const fl_embedded *file = fl_embedded_find(shipped);
    imprint known;
    imprint found;
    unsigned version = 0;
    fl_err err = imprint_of_odd(&found, diag);
    if (!err &&
        find_line(lines  ? lines
                  : file ? file->data
                         : "",
                  odd_key, &known, &version) &&
        (found.made != known.made || found.measured != known.measured)) {
        err = fl_diag_set(diag, FL_ERR_DEFECT, odd_key,
                          "%d floors of odd rooms are not %s as they are known to be", (int)ODD_FLOORS,
                          found.made != known.made ? "linked" : "measured");
        fl_diag_hint(
            diag,
            "nothing is judged or written. Run the tests; after a change on purpose, or a new metric, "
            "write %s anew: floorlab verify --known",
            shipped);
    }
    return err;
}

static fl_err add_odd_line(fl_text *out, fl_diag *diag)
{
    imprint found;
    fl_err err = imprint_of_odd(&found, diag);
    fl_text_add_format(out, "%016llx %016llx 1 %s\n", (unsigned long long)found.made,
                       (unsigned long long)found.measured, odd_key);
    return err;
}

static fl_err add_line(const fl_run_condition *condition, fl_text *out, fl_diag *diag)
{
    fl_floor_maker maker;
    const fl_opened_generator *opened = &condition->opened;
    fl_err err = fl_run_maker_open(&maker, opened, diag);
    if (!err) {
        imprint found = imprint_of(condition, &maker);
        fl_text_add_format(out, "%016llx %016llx %u ", (unsigned long long)found.made,
                           (unsigned long long)found.measured,
                           fl_generator_version(opened->generator, opened->rules));
        add_key(opened, out);
        fl_text_add(out, "\n");
        fl_run_maker_close(&maker);
    }
    return err;
}

static fl_err add_lines(const fl_run_setup *setup, fl_text *out, fl_diag *diag)
{
    fl_err err = FL_OK;
    fl_text_add(out, "# Hashes of the first samples of each population, and of what is measured on them; "
                     "version; settings.\n"
                     "# Written by floorlab verify --known.\n");
    for (uint64_t i = 0; i < setup->conditions && !err; i++) {
        err = add_line(&setup->condition[i], out, diag);
    }
    return err;
}

fl_err fl_verify_add_known(const fl_claim_set *claims, const fl_finding *findings, size_t n, fl_text *out,
                           fl_diag *diag)
{
    fl_run_setup setup;
    fl_experiment experiment = {.name = "known"};
    memset(&setup, 0, sizeof setup);
    fl_err err = fl_run_claim_populations(claims, findings, n, &experiment, diag);
    err = err ? err : fl_run_setup_init(&setup, &experiment, 0, 1, diag);
    err = err ? err : add_lines(&setup, out, diag);
    err = err ? err : fl_verify_add_rehearsed(out, diag);
    err = err ? err : add_odd_line(out, diag);
    fl_run_setup_free(&setup);
    fl_run_experiment_free(&experiment);
    return err;
}
