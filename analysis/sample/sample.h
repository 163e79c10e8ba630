/* SPDX-License-Identifier: MIT */
/* Samples (floors, chunk rooms and journeys) and the things that can be counted on each.
 *
 * A catalogue is the list of everything that can be counted on the samples of some rules: metrics (whole
 * numbers), events (yes-or-no questions with trials and hits), maps (how often a cell has something) and, for
 * journeys, visits of floors. Floors and chunk rooms have fixed tables; the names of journeys come from their
 * plans. Rules that are counted together share a catalogue; a binding maps the numbers of one of them to it.
 *
 *     fl_sample_catalogue_init(&catalogue, generator, rules, rules_n, diag);
 *     fl_sample_bind(&catalogue, rules[i], &binding);
 *     fl_sample_work_init(&work, &catalogue);                            once per thread
 *     fl_sample_measure(&work, &binding, rules[i], sample);              rooms and journeys; floors have
 *                                                                        fl_metric_compute */
#ifndef FL_ANALYSIS_SAMPLE_SAMPLE_H
#define FL_ANALYSIS_SAMPLE_SAMPLE_H

#include "analysis/metric/metric.h"
#include "analysis/metric/room/room.h"
#include "gen/floor/generator.h"
#include "gen/journey/journey.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fl_expression;

enum {
    FL_SAMPLE_METRICS = 320, /* most metrics of a catalogue */
    FL_SAMPLE_MAPS = 48,
    FL_SAMPLE_NAME = 64,
    FL_SAMPLE_MEANING = 128,
    FL_SAMPLE_NOWHERE = UINT16_MAX, /* in a binding: not in the catalogue */
    FL_SAMPLE_NO_ROLL = UINT8_MAX,
    FL_SAMPLE_VISIT = 1 + FL_KIND_COUNT, /* counts of a type of visit: all, and those that met each kind */
};

typedef struct fl_catalogue_metric {
    const char *name, *unit, *meaning;
    unsigned groups;  /* metric groups that must be computed for it, as bits; only of floors */
    uint32_t bins;    /* values 0…bins - 1 get a count each */
    bool is_known;    /* the generator gives it a meaning */
    bool is_default;  /* counted if no metrics are named */
    bool is_per_room; /* a value per room of a floor, not per floor: clustering_room */
} fl_catalogue_metric;

typedef struct fl_catalogue_event {
    char name[FL_EVENT_NAME];
    const char *meaning;
    bool is_default;
    unsigned groups;                 /* as in fl_catalogue_metric */
    const fl_event_row *row;         /* of floors, for events without a roll */
    unsigned roll, bit;              /* of rolls: number of the roll in the catalogue, and its flag */
    struct fl_expression *condition; /* of user-defined events: true if they happen; NULL = built in */
} fl_catalogue_event;

typedef struct fl_catalogue_map {
    const char *name, *meaning;
    int number; /* fl_kind or fl_tile; -1 = rooms of any kind */
} fl_catalogue_map;

typedef struct fl_catalogue_words {
    char name[FL_SAMPLE_NAME], meaning[FL_SAMPLE_MEANING];
} fl_catalogue_words;

typedef struct fl_catalogue {
    const fl_generator *generator;
    fl_catalogue_metric metric[FL_SAMPLE_METRICS];
    unsigned metrics_n;
    fl_catalogue_event *event; /* [events_n]: of floors first those of the table, then the rolls'; last those
                                  that were added with a condition (fl_expression_add_event) */
    unsigned events_n, events_size;
    fl_catalogue_map map[FL_SAMPLE_MAPS];
    unsigned maps_n;
    int width, height; /* of maps */
    const char *roll_names[FL_ROLL_MAX];
    unsigned rolls_n;
    uint32_t cells_most; /* most cells that the rooms of a floor can have */
    uint32_t visits_n;   /* types of visits: floors by their rules and answers (fl_journey.classes_n) */
    fl_catalogue_words **words; /* [words_n]: texts that come from plans */
    unsigned words_n;
} fl_catalogue;

/* Lists what can be counted on the samples of these rules, together. */
FL_NODISCARD fl_err fl_sample_catalogue_init(fl_catalogue *self, const fl_generator *generator,
                                             const void *const *rules, size_t rules_n, fl_diag *diag);
void fl_sample_catalogue_free(fl_catalogue *self);

/* Adds an event unless the name exists; the meaning is borrowed. NULL without memory. */
fl_catalogue_event *fl_sample_add_event(fl_catalogue *self, const char *name, const char *meaning);

/* Returns the number of a metric or an event; metrics_n or events_n if there is none. */
unsigned fl_sample_find_metric(const fl_catalogue *self, const char *name);
unsigned fl_sample_find_event(const fl_catalogue *self, const char *name);

/* Returns the number of bins of a floor metric on floors of at most so many cells. */
uint32_t fl_sample_bins(const fl_catalogue *self, unsigned metric, uint32_t cells);

/* Returns "floor", "room", "journey"; and the plurals "floors", "rooms", "journeys". */
const char *fl_sample_name(fl_sample_sort sort);
const char *fl_sample_names(fl_sample_sort sort);

/* Numbers of one journey's metrics and events in the catalogue. */
typedef struct fl_journey_binding {
    uint16_t variable[FL_JOURNEY_VARIABLES];
    uint16_t by_chapter[FL_JOURNEY_VARIABLES][FL_JOURNEY_CHAPTERS + 1]; /* the variable after a chapter */
    uint16_t flag[FL_JOURNEY_FLAGS];
    uint16_t ended[FL_JOURNEY_STOPS];
    uint16_t died, died_on[FL_JOURNEY_STOPS], reached[FL_JOURNEY_STOPS]; /* of players who can die */
    uint16_t entered[FL_KIND_COUNT], rooms_entered;                      /* of players who enter rooms */
    uint16_t paid[FL_JOURNEY_PURSES_N];
    uint16_t met_by[FL_KIND_COUNT][FL_JOURNEY_CHAPTERS + 1]; /* until the end of a chapter; [0] = ever */
    uint16_t on_floor[FL_JOURNEY_STOPS][FL_KIND_COUNT];
    unsigned chapters; /* of the plan */
} fl_journey_binding;

typedef struct fl_sample_binding {
    uint8_t roll_of[FL_ROLL_MAX]; /* by the catalogue's roll: the floor's roll number, or FL_SAMPLE_NO_ROLL */
    fl_journey_binding journey;   /* of journeys only */
} fl_sample_binding;

void fl_sample_bind(const fl_catalogue *self, const void *rules, fl_sample_binding *out);

/* Measurements of a chunk room or a journey. */
typedef struct fl_sample_work {
    const fl_catalogue *catalogue; /* borrowed */
    int32_t values[FL_SAMPLE_METRICS];
    uint8_t *trials, *hits;                            /* [events_n] */
    uint8_t tile[FL_ROOM_PART_BIG * FL_ROOM_PART_BIG]; /* map number by cell, row by row */
    unsigned width, height;                            /* of the room; 0 = no maps */
    uint32_t visit[FL_JOURNEY_STEPS];                  /* type of each visit */
    uint64_t kinds[FL_JOURNEY_STEPS];                  /* kinds of rooms met on it, as bits */
    unsigned visits_n;
    bool skips_named_events; /* set by the caller: events that are not counted by default are skipped */
    bool has_failed;
} fl_sample_work;

FL_NODISCARD fl_err fl_sample_work_init(fl_sample_work *self, const fl_catalogue *catalogue);
void fl_sample_work_free(fl_sample_work *self);

/* Measures a chunk room or a journey that was made by these rules. */
void fl_sample_measure(fl_sample_work *self, const fl_sample_binding *binding, const void *rules,
                       const void *sample);

/* A floor as a line of JSON, as `export` and the library write it (line.c). */
typedef struct fl_sample_line {
    const fl_generator *generator;
    const void *rules;
    const fl_setting_values *settings;
    const char *settings_text; /* those that were given, as JSON; NULL = found here */
    uint64_t seed, index;
    const char *seed_text;      /* the game seed; empty = none */
    const int32_t *values;      /* [FL_METRIC_COUNT]; FL_GENERATOR_FACT_NONE = left out */
    const uint16_t *clustering; /* [rooms_n] clustering numbers of the rooms; NULL = left out */
} fl_sample_line;

void fl_sample_add_line(const fl_sample_line *self, const fl_floor *floor, fl_text *out);

#endif
