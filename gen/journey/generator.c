/* SPDX-License-Identifier: MIT */
/* Journeys as a row of the registry: the settings name a dungeon plan, a player, and settings for all floors.
 * A journey is made floor by floor; experiments/run makes many side by side. */
#include "gen/base/embedded.h"
#include "gen/base/suggest.h"
#include "gen/base/text.h"
#include "gen/floor_generators.h"
#include "gen/journey/journey_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAN_BYTES = 1 << 20, SETS = 64, SET_BYTES = 128, GENERATORS = 16, ALIGN = 64 };

static const char folder[] = "data/journeys/";
static const char suffix[] = ".yaml";

#define FL_JOURNEY_ROW(symbol, name, initial, meaning) {name, FL_SETTING_TEXT, 0, 0, initial, "", meaning},
static const fl_setting settings[FL_JOURNEY_SETTINGS_N] = {FL_JOURNEY_SETTINGS(FL_JOURNEY_ROW)};
#undef FL_JOURNEY_ROW

static fl_err refuse_plan(const char *name, fl_diag *diag)
{
    char file[FL_SUGGEST_FILE];
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "plan", "there is no plan '%.80s'", name);
    const char *near = fl_suggest_file(name, folder, file);
    fl_diag_hint(
        diag,
        near
            ? "did you mean '%s'? A file's name has a / or ends in .yaml"
            : "'floorlab list journeys' lists those that are built in; one is '%s'. A file's name has a / or "
              "ends in .yaml",
        near ? near : "isaac");
    return err;
}

/* Cuts the setting `floors`, "rng=isaac interiors=on", into its words. */
static fl_err read_sets(const char *from, char (*words)[SET_BYTES], fl_journey_text *out, const char **sets,
                        fl_diag *diag)
{
    out->set = sets;
    for (const char *at = from + strspn(from, " "); *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        if (length >= SET_BYTES || out->set_n == SETS) {
            return fl_diag_set(diag, FL_ERR_INPUT, "floors", "at most %d settings of at most %d bytes", SETS,
                               SET_BYTES - 1);
        }
        snprintf(words[out->set_n], SET_BYTES, "%.*s", (int)length, at);
        sets[out->set_n] = words[out->set_n];
        out->set_n++;
        at += length;
    }
    return FL_OK;
}

/* Finds a built-in plan, or reads a file into `own`. */
static fl_err find_plan(const fl_setting_values *values, char path[256], fl_journey_text *out,
                        fl_text *file_text, fl_diag *diag)
{
    static const fl_files_sort sort = {"a plan", PLAN_BYTES};
    const char *name = values->text[FL_JOURNEY_SETTING_PLAN];
    if (fl_text_is_path(name, suffix)) {
        snprintf(path, 256, "%.255s", name);
        fl_err err = fl_files_read(values->files, &sort, name, file_text, diag);
        out->data = fl_text_get(file_text);
        out->size = file_text->size;
        return err;
    }
    snprintf(path, 256, "%s%.100s%s", folder, name, suffix);
    const fl_embedded *shipped = fl_embedded_find(path);
    if (!shipped) {
        return refuse_plan(name, diag);
    }
    out->data = shipped->data;
    out->size = shipped->size;
    return FL_OK;
}

static fl_err init(fl_setting_values *values, void **rules, fl_diag *diag)
{
    char path[256];
    char words[SETS][SET_BYTES];
    const char *sets[SETS];
    fl_text file_text;
    fl_journey *made = NULL;
    fl_journey_text text = {.name = path, .files = values->files};
    *rules = NULL;
    fl_text_init(&file_text);
    if (values->text[FL_JOURNEY_SETTING_PLAN][0] == '\0') {
        strcpy(values->text[FL_JOURNEY_SETTING_PLAN], settings[FL_JOURNEY_SETTING_PLAN].initial);
    }
    text.generators = fl_floor_generators_all(&text.generators_n);
    text.player = values->text[FL_JOURNEY_SETTING_PLAYER][0] ? values->text[FL_JOURNEY_SETTING_PLAYER] : NULL;
    text.until = values->text[FL_JOURNEY_SETTING_UNTIL][0] ? values->text[FL_JOURNEY_SETTING_UNTIL] : NULL;
    fl_err err = find_plan(values, path, &text, &file_text, diag);
    err = err ? err : read_sets(values->text[FL_JOURNEY_SETTING_FLOORS], words, &text, sets, diag);
    err = err ? err : fl_journey_open(&made, &text, diag);
    if (!err) {
        snprintf(values->text[FL_JOURNEY_SETTING_PLAYER], FL_SETTING_VALUES_TEXT, "%s",
                 made->player[made->chosen_player].name);
    }
    fl_text_free(&file_text);
    *rules = made;
    return err;
}

static void free_rules(void *rules)
{
    fl_journey_free(rules);
}

/* The scratch memory: a floor, and the scratch memory of each generator that the plan names. */
typedef struct scratch_memory {
    const fl_journey *journey; /* which it is laid out for; NULL at first */
    fl_floor floor;
    unsigned generators_n;
    const fl_generator *generator[GENERATORS];
    size_t at[GENERATORS]; /* bytes from the beginning */
} scratch_memory;

static size_t round_up(size_t size)
{
    return (size + ALIGN - 1) / ALIGN * ALIGN;
}

static unsigned number_of_generator(const scratch_memory *self, const fl_generator *generator)
{
    unsigned i = 0;
    while (i < self->generators_n && self->generator[i] != generator) {
        i++;
    }
    return i;
}

/* Lays the memory out; returns its size and the most cells of a floor. */
static size_t lay_out(scratch_memory *self, const fl_journey *journey, uint32_t *cells)
{
    size_t size[GENERATORS] = {0};
    size_t all = round_up(sizeof *self);
    self->generators_n = 0;
    *cells = 1;
    for (unsigned i = 0; i < journey->rules_n; i++) {
        const fl_generator *generator = journey->rules[i].generator;
        unsigned at = number_of_generator(self, generator);
        size_t needs = generator->scratch_size(journey->rules[i].rules);
        assert(at < GENERATORS);
        self->generator[at] = generator;
        self->generators_n += at == self->generators_n;
        size[at] = needs > size[at] ? needs : size[at];
        *cells = generator->cells_max > *cells ? generator->cells_max : *cells;
    }
    for (unsigned i = 0; i < self->generators_n; i++) {
        self->at[i] = all;
        all += round_up(size[i]);
    }
    return all + fl_floor_size(*cells);
}

static size_t scratch_size(const void *rules)
{
    scratch_memory layout;
    uint32_t cells = 0;
    return lay_out(&layout, rules, &cells);
}

/* Memory that was used for another plan starts again, all zero. */
static void prepare(scratch_memory *self, const fl_journey *journey)
{
    uint32_t cells = 0;
    if (self->journey == journey) {
        return;
    }
    if (self->journey) {
        memset(self, 0, scratch_size(journey));
    }
    size_t size = lay_out(self, journey, &cells);
    fl_floor_init_in(&self->floor, cells, (char *)self + size - fl_floor_size(cells));
    self->journey = journey;
}

/* Walks a journey; returns how many random numbers its floors used, if requested. */
static uint64_t walk(const fl_journey *journey, const fl_key *key, scratch_memory *memory,
                     fl_journey_trip *out, bool counts_draws)
{
    uint64_t draws = 0;
    prepare(memory, journey);
    fl_journey_trip_begin(out, journey, key->seed, key->index);
    while (!out->walk.is_over) {
        fl_key floor_key;
        fl_journey_met met;
        fl_journey_walk_enter(&out->walk, journey);
        const fl_journey_rule *rule = &journey->rules[out->walk.rule];
        void *scratch = (char *)memory + memory->at[number_of_generator(memory, rule->generator)];
        fl_key_init(&floor_key, rule->generator->name, rule->generator->version, out->walk.floor_seed);
        floor_key.index = key->index;
        floor_key.settings = &rule->values;
        rule->generator->make(rule->rules, &floor_key, scratch, &memory->floor);
        draws += counts_draws ? fl_generator_draws(rule->generator, rule->rules, &floor_key, scratch) : 0;
        fl_journey_trip_look(&memory->floor, &met);
        fl_journey_trip_leave(out, journey, &met);
    }
    return draws;
}

static void make(const void *rules, const fl_key *key, void *scratch, void *out)
{
    (void)walk(rules, key, scratch, out, false);
}

/* Walks the journey again: counting the numbers always would slow down all journeys. */
static uint64_t draws(const void *rules, const fl_key *key, void *scratch)
{
    fl_journey_trip again;
    return walk(rules, key, scratch, &again, true);
}

static void numbers(const void *rules, uint64_t *first, uint64_t *last)
{
    const fl_journey *journey = rules;
    *first = journey->first;
    *last = journey->last;
}

/* Game seeds are those of the first floor's generator. */
static fl_err number_of(const void *rules, const char *text, uint64_t *out, fl_diag *diag)
{
    const fl_journey_rule *rule = &((const fl_journey *)rules)->rules[0];
    if (rule->generator->number_of) {
        return rule->generator->number_of(rule->rules, text, out, diag);
    }
    return fl_diag_set(diag, FL_ERR_USAGE, "", "'%.80s' is not a whole number", text);
}

static void text_of(const void *rules, uint64_t index, char out[FL_ROW_SEED_TEXT])
{
    const fl_journey_rule *rule = &((const fl_journey *)rules)->rules[0];
    out[0] = '\0';
    if (rule->generator->text_of) {
        rule->generator->text_of(rule->rules, index, out);
    }
}

const fl_generator fl_journey_generator = {
    .name = "journey",
    .version = FL_JOURNEY_VERSION,
    .makes = FL_SAMPLE_JOURNEY,
    .meaning = "whole runs: a player's way through the floors of a dungeon plan",
    .settings = settings,
    .settings_n = FL_JOURNEY_SETTINGS_N,
    .cells_max = 1,
    .init = init,
    .free = free_rules,
    .scratch_size = scratch_size,
    .make = make,
    .draws = draws,
    .floors = numbers,
    .number_of = number_of,
    .text_of = text_of,
};
