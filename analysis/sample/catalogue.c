/* SPDX-License-Identifier: MIT */
/* Catalogues, for all types of samples. */
#include "analysis/sample/sample_private.h"
#include "gen/base/suggest.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Functions that a type of sample adds to a catalogue. */
static const struct sort {
    const char *name, *names;
    fl_err (*add)(fl_catalogue *self, const void *rules, fl_diag *diag);
} sorts[FL_SAMPLE_SORTS] = {
    [FL_SAMPLE_FLOOR] = {"floor", "floors", fl_sample_floor_add},
    [FL_SAMPLE_ROOM] = {"room", "rooms", fl_sample_room_add},
    [FL_SAMPLE_JOURNEY] = {"journey", "journeys", fl_sample_journey_add},
};

const char *fl_sample_name(fl_sample_sort sort)
{
    return sorts[sort].name;
}

const char *fl_sample_names(fl_sample_sort sort)
{
    return sorts[sort].names;
}

/* Enlarges the board of maps to that of some rules. */
static void widen(fl_catalogue *self, const void *rules)
{
    int size[2] = {0, 0};
    if (self->generator->board) {
        self->generator->board(rules, &size[0], &size[1]);
    }
    self->width = size[0] > self->width ? size[0] : self->width;
    self->height = size[1] > self->height ? size[1] : self->height;
}

fl_err fl_sample_catalogue_init(fl_catalogue *self, const fl_generator *generator, const void *const *rules,
                                size_t rules_n, fl_diag *diag)
{
    fl_err err = FL_OK;
    memset(self, 0, sizeof *self);
    self->generator = generator;
    self->width = generator->board ? 1 : generator->width;
    self->height = generator->board ? 1 : generator->height;
    for (size_t i = 0; i < rules_n && !err; i++) {
        widen(self, rules[i]);
        err = sorts[generator->makes].add(self, rules[i], diag);
    }
    if (err) {
        fl_sample_catalogue_free(self);
    }
    return err;
}

void fl_sample_catalogue_free(fl_catalogue *self)
{
    for (unsigned i = 0; i < self->words_n; i++) {
        free(self->words[i]);
    }
    free(self->words);
    for (unsigned i = 0; i < self->events_n; i++) {
        free(self->event[i].condition);
    }
    free(self->event);
    memset(self, 0, sizeof *self);
}

fl_catalogue_event *fl_sample_add_event(fl_catalogue *self, const char *name, const char *meaning)
{
    enum { MORE = 64 };
    unsigned at = fl_sample_find_event(self, name);
    if (at < self->events_n) {
        return &self->event[at];
    }
    if (self->events_n == self->events_size) {
        void *grown = realloc(self->event, (self->events_size + MORE) * sizeof *self->event);
        if (!grown) {
            return NULL;
        }
        self->event = grown;
        self->events_size += MORE;
    }
    fl_catalogue_event *event = &self->event[self->events_n++];
    *event = (fl_catalogue_event){.meaning = meaning, .is_default = true};
    snprintf(event->name, sizeof event->name, "%s", name);
    return event;
}

const fl_catalogue_words *fl_sample_keep_words(fl_catalogue *self, const char *name, const char *meaning)
{
    void *grown = realloc(self->words, (self->words_n + 1) * sizeof *self->words);
    fl_catalogue_words *words = calloc(1, sizeof *words);
    self->words = grown ? grown : self->words;
    if (!grown || !words) {
        free(words);
        return NULL;
    }
    snprintf(words->name, sizeof words->name, "%s", name);
    snprintf(words->meaning, sizeof words->meaning, "%s", meaning);
    self->words[self->words_n++] = words;
    return words;
}

unsigned fl_sample_find_metric(const fl_catalogue *self, const char *name)
{
    return (unsigned)fl_suggest_find(name, self->metric, self->metrics_n, sizeof *self->metric);
}

unsigned fl_sample_find_event(const fl_catalogue *self, const char *name)
{
    unsigned i = 0;
    while (i < self->events_n && strcmp(self->event[i].name, name) != 0) {
        i++;
    }
    return i;
}

static void bind_rolls(const fl_catalogue *self, const void *rules, uint8_t out[FL_ROLL_MAX])
{
    const char *const *names = NULL;
    unsigned n = self->generator->rolls(rules, &names);
    memset(out, FL_SAMPLE_NO_ROLL, FL_ROLL_MAX);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned at = 0; at < self->rolls_n; at++) {
            if (strcmp(self->roll_names[at], names[i]) == 0) {
                out[at] = (uint8_t)i;
            }
        }
    }
}

void fl_sample_bind(const fl_catalogue *self, const void *rules, fl_sample_binding *out)
{
    if (self->generator->makes == FL_SAMPLE_FLOOR) {
        bind_rolls(self, rules, out->roll_of);
    } else if (self->generator->makes == FL_SAMPLE_JOURNEY) {
        fl_sample_journey_bind(self, rules, &out->journey);
    }
}

fl_err fl_sample_work_init(fl_sample_work *self, const fl_catalogue *catalogue)
{
    memset(self, 0, sizeof *self);
    self->catalogue = catalogue;
    self->trials = calloc(catalogue->events_n + 1, 1);
    self->hits = calloc(catalogue->events_n + 1, 1);
    if (!self->trials || !self->hits) {
        fl_sample_work_free(self);
        return FL_ERR_MEMORY;
    }
    return FL_OK;
}

void fl_sample_work_free(fl_sample_work *self)
{
    free(self->trials);
    free(self->hits);
    memset(self, 0, sizeof *self);
}

void fl_sample_measure(fl_sample_work *self, const fl_sample_binding *binding, const void *rules,
                       const void *sample)
{
    assert(self->catalogue->generator->makes != FL_SAMPLE_FLOOR);
    if (self->catalogue->generator->makes == FL_SAMPLE_ROOM) {
        fl_sample_room_measure(self, rules, sample);
    } else {
        fl_sample_journey_measure(self, &binding->journey, rules, sample);
    }
}
