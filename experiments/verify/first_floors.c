/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a population is looked at for before it is counted: how much work a sample is; whether its kernels
 * make what the readable code makes (kernel_check.c); and whether a sample depends on nothing but its number.
 * For that the first ones are made twice: last first, with the scratch memory that other populations left
 * behind, and again in memory of their own, which is emptied now and then. */
#include "experiments/verify/verify_private.h"
#include "gen/floor/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 64, FRESH = 8, WORD = 64 };

typedef struct looking {
    const fl_run_condition *condition;
    fl_floor_maker *used;
    fl_floor_maker fresh;
    uint64_t floor;
    fl_diag *diag;
} looking;

static fl_err refuse(const looking *l, const char *name, int64_t used, int64_t fresh)
{
    fl_text command;
    fl_text_init(&command);
    fl_run_generator_add_command(&l->condition->opened, l->floor, &command);
    fl_err err =
        fl_diag_set(l->diag, FL_ERR_DEFECT, l->condition->name,
                    "%s %llu made twice: %.100s is %lld after other samples and %lld in fresh memory",
                    fl_sample_name(l->condition->opened.generator->makes), (unsigned long long)l->floor, name,
                    (long long)used, (long long)fresh);
    fl_diag_hint(l->diag, "nothing is counted or written; to see it: %s", fl_text_get(&command));
    fl_text_free(&command);
    return err;
}

static fl_err compare_room(const looking *l, unsigned room)
{
    const fl_room *a = &l->used->floor.rooms[room];
    const fl_room *b = &l->fresh.floor.rooms[room];
    const struct {
        const char *name;
        int64_t used, fresh;
    } fields[] = {
        {"kind", a->kind, b->kind},
        {"shape", a->shape, b->shape},
        {"x", a->origin_x, b->origin_x},
        {"y", a->origin_y, b->origin_y},
        {"cells", a->cells_n, b->cells_n},
        {"first cell", l->used->floor.cells[a->cells_from], l->fresh.floor.cells[b->cells_from]},
        {"distance", a->distance, b->distance},
        {"dead end", a->is_dead_end, b->is_dead_end},
        {"added", a->is_added, b->is_added},
        {"end", a->is_end, b->is_end},
        {"subtype", a->subtype, b->subtype},
        {"variant", a->variant, b->variant},
        {"difficulty", a->difficulty, b->difficulty},
        {"type", a->type, b->type},
    };
    for (unsigned i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        char name[WORD];
        snprintf(name, WORD, "room %u's %s", room, fields[i].name);
        if (fields[i].used != fields[i].fresh) {
            return refuse(l, name, fields[i].used, fields[i].fresh);
        }
    }
    return FL_OK;
}

static fl_err compare_floors(const looking *l)
{
    const fl_floor *a = &l->used->floor;
    const fl_floor *b = &l->fresh.floor;
    fl_err err = FL_OK;
    if (a->rooms_n != b->rooms_n || a->doors_n != b->doors_n) {
        bool is_rooms = a->rooms_n != b->rooms_n;
        return is_rooms ? refuse(l, "the number of rooms", a->rooms_n, b->rooms_n)
                        : refuse(l, "the number of doors", a->doors_n, b->doors_n);
    }
    for (unsigned i = 0; i < a->rooms_n && !err; i++) {
        err = compare_room(l, i);
    }
    for (unsigned i = 0; i < FL_GENERATOR_FACT_COUNT && !err; i++) {
        err = a->fact[i] == b->fact[i] ? FL_OK : refuse(l, "a fact", a->fact[i], b->fact[i]);
    }
    for (unsigned i = 0; i < a->gates_n && !err; i++) {
        err = a->gate[i] == b->gate[i] ? FL_OK : refuse(l, a->gate_names[i], a->gate[i], b->gate[i]);
    }
    return err;
}

/* Metrics of floors, and what is measured on rooms and journeys. */
static fl_err compare_values(const looking *l)
{
    const int32_t *a = fl_run_maker_values(l->used);
    const int32_t *b = fl_run_maker_values(&l->fresh);
    const fl_catalogue *catalogue = l->condition->opened.catalogue;
    unsigned n = l->used->sample ? catalogue->metrics_n : FL_METRIC_COUNT;
    fl_err err = FL_OK;
    for (unsigned i = 0; i < n && !err; i++) {
        const char *name = l->used->sample ? catalogue->metric[i].name : fl_metric_of(i)->name;
        err = a[i] == b[i] ? FL_OK : refuse(l, name, a[i], b[i]);
    }
    for (unsigned i = 0; l->used->sample && i < catalogue->events_n && !err; i++) {
        unsigned hits[2] = {l->used->work.hits[i], l->fresh.work.hits[i]};
        err = hits[0] == hits[1] ? FL_OK : refuse(l, catalogue->event[i].name, hits[0], hits[1]);
    }
    return err;
}

fl_err fl_verify_check_structure(const fl_run_condition *condition, const fl_floor_maker *maker,
                                 fl_diag *diag)
{
    fl_diag found;
    const fl_floor *floor = &maker->floor;
    fl_diag_init(&found);
    bool has_layout = !maker->sample && !floor->failure && floor->rooms_n > 1;
    if (!has_layout || fl_check_floor(floor, "", &found) == FL_OK) {
        return FL_OK;
    }
    fl_text command;
    fl_text_init(&command);
    fl_run_generator_add_command(&condition->opened, maker->key.index, &command);
    fl_err err = fl_diag_set(diag, FL_ERR_DEFECT, condition->name, "floor %llu is none: %.300s",
                             (unsigned long long)maker->key.index, found.what);
    fl_diag_hint(diag, "nothing is counted or written; to see it: %s", fl_text_get(&command));
    fl_text_free(&command);
    return err;
}

/* Makes a sample twice and compares. */
static fl_err look_at(looking *l, size_t scratch, fl_first_floors *out)
{
    bool is_journey = l->condition->opened.generator->makes == FL_SAMPLE_JOURNEY;
    fl_run_maker_make(l->used, l->floor, FL_METRIC_ALL_GROUPS);
    fl_err err = fl_run_maker_check(l->used, l->diag);
    if (err) {
        return err;
    }
    out->draws += fl_run_maker_draws(l->used);
    out->rooms += is_journey ? ((const fl_journey_trip *)l->used->sample)->rooms : l->used->floor.rooms_n;
    if (l->condition->opened.generator->open) { /* it asks twice by itself */
        return fl_verify_check_structure(l->condition, l->used, l->diag);
    }
    if (l->floor % FRESH == 0) {
        memset(l->fresh.scratch, 0, scratch);
    }
    fl_run_maker_make(&l->fresh, l->floor, FL_METRIC_ALL_GROUPS);
    err = l->used->sample ? FL_OK : compare_floors(l);
    err = err ? err : compare_values(l);
    return err ? err : fl_verify_check_structure(l->condition, l->used, l->diag);
}

fl_err fl_verify_first_floors(const fl_run_condition *condition, fl_floor_maker *maker, fl_first_floors *out,
                              fl_diag *diag)
{
    looking l = {.condition = condition, .used = maker, .diag = diag};
    const fl_opened_generator *opened = &condition->opened;
    uint64_t n = opened->last - opened->first < SAMPLES ? opened->last - opened->first + 1 : SAMPLES;
    *out = (fl_first_floors){0, 0};
    fl_err err = fl_run_maker_open(&l.fresh, opened, diag);
    size_t scratch = err ? 0 : opened->generator->scratch_size(opened->rules);
    maker->work.skips_named_events = false;
    for (uint64_t i = n; i > 0 && !err; i--) {
        l.floor = opened->first + i - 1;
        err = look_at(&l, scratch, out);
    }
    fl_run_maker_close(&l.fresh);
    return err || !fl_verify_has_kernel(opened) ? err : fl_verify_check_kernel(condition, maker, diag);
}
