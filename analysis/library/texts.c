/* SPDX-License-Identifier: MIT */
/* Texts: lists as JSON, and single floors as lines and pictures. */
#include "analysis/library/library_private.h"

#include "analysis/sample/sample.h"
#include "gen/draw/draw.h"
#include "gen/registry.h"

#include <stdio.h>
#include <string.h>

#define FL_TEXT(x) #x
#define FL_DOTTED(major, minor, patch) FL_TEXT(major) "." FL_TEXT(minor) "." FL_TEXT(patch)

const char *floorlab_version(void)
{
    return FL_DOTTED(FLOORLAB_VERSION_MAJOR, FLOORLAB_VERSION_MINOR, FLOORLAB_VERSION_PATCH);
}

/* Copies a text to the caller, whose memory may be too small. */
static fl_err give_text(const fl_text *text, floorlab_text *out, fl_diag *diag)
{
    if (fl_text_check(text)) {
        return fl_diag_memory(diag);
    }
    out->length = text->size;
    if (out->size > 0) {
        size_t n = text->size < out->size ? text->size : out->size - 1;
        memcpy(out->data, fl_text_get(text), n);
        out->data[n] = '\0';
    }
    return FL_OK;
}

static fl_err check_text(const floorlab_text *out, fl_diag *diag)
{
    return !out || (out->size > 0 && !out->data)
               ? fl_diag_set(diag, FL_ERR_INPUT, out ? "out->data" : "out", "it is NULL")
               : FL_OK;
}

/* Adds "name":"text", with a comma before it unless it opens an object. */
static void add_pair(fl_text *out, const char *name, const char *text)
{
    const char *so_far = fl_text_get(out);
    fl_text_add(out, out->size > 0 && so_far[out->size - 1] != '{' ? "," : "");
    fl_text_add_format(out, "\"%s\":", name);
    fl_text_add_json(out, text);
}

static void add_setting(const fl_setting *setting, fl_text *out)
{
    fl_text range;
    fl_text_init(&range);
    fl_setting_range(setting, &range);
    fl_text_add_char(out, '{');
    add_pair(out, "name", setting->name);
    add_pair(out, "type", fl_setting_type_name(setting->type));
    add_pair(out, "default", setting->initial);
    add_pair(out, "range", fl_text_get(&range));
    add_pair(out, "meaning", setting->meaning);
    fl_text_add_char(out, '}');
    fl_text_drop(&range, out);
}

static void add_generator(const fl_generator *generator, fl_text *out)
{
    fl_text_add_char(out, '{');
    add_pair(out, "name", generator->name);
    add_pair(out, "makes", fl_sample_names(generator->makes));
    fl_text_add_format(out, ",\"version\":%u", generator->version);
    add_pair(out, "meaning", generator->meaning);
    fl_text_add(out, ",\"settings\":[");
    for (size_t i = 0; i < generator->settings_n; i++) {
        fl_text_add(out, i > 0 ? "," : "");
        add_setting(&generator->settings[i], out);
    }
    fl_text_add(out, "]}");
}

floorlab_status floorlab_generators(floorlab_text *out, floorlab_error *error)
{
    size_t n = 0;
    fl_text text;
    fl_diag diag;
    const fl_generator *const *all = fl_registry_all(&n);
    bool is_first = true;
    fl_diag_init(&diag);
    fl_err err = check_text(out, &diag);
    fl_text_init(&text);
    fl_text_add_char(&text, '[');
    for (size_t i = 0; i < n && !err; i++) {
        if (!all[i]->open) { /* generators that start programs are not offered by the library */
            fl_text_add(&text, is_first ? "" : ",");
            add_generator(all[i], &text);
            is_first = false;
        }
    }
    fl_text_add_char(&text, ']');
    err = err ? err : give_text(&text, out, &diag);
    fl_text_free(&text);
    return fl_library_status(err, &diag, error);
}

static void add_metrics(const fl_catalogue *catalogue, fl_text *out)
{
    const char *link = "";
    fl_text_add(out, ",\"metrics\":[");
    for (unsigned i = 0; i < catalogue->metrics_n; i++) {
        const fl_catalogue_metric *metric = &catalogue->metric[i];
        if (metric->is_known && !metric->is_per_room) {
            fl_text_add_format(out, "%s{", link);
            add_pair(out, "name", metric->name);
            add_pair(out, "unit", metric->unit);
            add_pair(out, "meaning", metric->meaning);
            fl_text_add_char(out, '}');
            link = ",";
        }
    }
    fl_text_add(out, "],\"events\":[");
    for (unsigned i = 0; i < catalogue->events_n; i++) {
        fl_text_add(out, i > 0 ? ",{" : "{");
        add_pair(out, "name", catalogue->event[i].name);
        add_pair(out, "meaning", catalogue->event[i].meaning);
        fl_text_add_char(out, '}');
    }
    fl_text_add_char(out, ']');
}

static void add_words(const char *name, unsigned n, const char *(*word)(unsigned), fl_text *out)
{
    fl_text_add_format(out, ",\"%s\":[", name);
    for (unsigned i = 0; i < n; i++) {
        fl_text_add_format(out, "%s\"%s\"", i > 0 ? "," : "", word(i));
    }
    fl_text_add_char(out, ']');
}

static const char *kind_name(unsigned kind)
{
    return fl_kind_of((fl_kind)kind)->name;
}

static const char *tile_name(unsigned tile)
{
    return fl_room_tile_of((fl_tile)tile)->name;
}

static fl_err describe(floorlab_generator *self, const void *call, fl_diag *diag)
{
    floorlab_text *out = *(floorlab_text *const *)call;
    const fl_library_rules *shared = self->shared;
    fl_text text;
    fl_err err = check_text(out, diag);
    fl_text_init(&text);
    fl_text_add_char(&text, '{');
    add_pair(&text, "generator", shared->generator->name);
    fl_text_add_format(&text, ",\"version\":%u", fl_generator_version(shared->generator, shared->rules));
    add_pair(&text, "makes", fl_sample_names(shared->generator->makes));
    fl_text_add(&text, ",\"settings\":");
    fl_setting_values_add_json(&shared->values, &text);
    fl_text_add_format(&text,
                       ",\"seed\":\"%llu\",\"first\":\"%llu\",\"last\":\"%llu\",\"width\":%d,\"height\":%d",
                       (unsigned long long)shared->seed, (unsigned long long)shared->first,
                       (unsigned long long)shared->last, shared->width, shared->height);
    add_words("kinds", FL_KIND_COUNT, kind_name, &text);
    add_words("tiles", FL_TILE_COUNT, tile_name, &text);
    add_metrics(&shared->catalogue, &text);
    fl_text_add_char(&text, '}');
    err = err ? err : give_text(&text, out, diag);
    fl_text_free(&text);
    return err;
}

floorlab_status floorlab_describe(floorlab_generator *self, floorlab_text *out, floorlab_error *error)
{
    return fl_library_call(self, describe, &out, error);
}

typedef struct draw_call {
    uint64_t number;
    floorlab_form form;
    floorlab_text *out;
} draw_call;

static fl_err refuse_form(const floorlab_generator *self, const draw_call *call, fl_diag *diag)
{
    return fl_diag_set(diag, FL_ERR_INPUT, "form", "%ss cannot be written in form %d",
                       fl_sample_name(self->shared->generator->makes), (int)call->form);
}

static fl_err draw_floor(floorlab_generator *self, const draw_call *call, fl_text *text, fl_diag *diag)
{
    const fl_library_rules *shared = self->shared;
    char seed_text[FL_ROW_SEED_TEXT] = "";
    switch (call->form) {
    case FLOORLAB_LINE:
        if (shared->generator->text_of) {
            shared->generator->text_of(shared->rules, call->number, seed_text);
        }
        fl_metric_compute(&self->metric, &self->floor, FL_METRIC_ALL_GROUPS, self->values);
        fl_sample_add_line(&(fl_sample_line){.generator = shared->generator,
                                             .rules = shared->rules,
                                             .settings = &shared->values,
                                             .seed = shared->seed,
                                             .index = call->number,
                                             .seed_text = seed_text,
                                             .values = self->values},
                           &self->floor, text);
        return FL_OK;
    case FLOORLAB_PLAIN:
        fl_draw_floor_text(&self->floor, &(fl_floor_text_options){.is_coloured = false}, text);
        return FL_OK;
    case FLOORLAB_SVG:
        fl_draw_floor_svg(&self->floor, &(fl_floor_svg_options){.title = NULL}, text);
        return FL_OK;
    default:
        return refuse_form(self, call, diag);
    }
}

static fl_err draw_room(floorlab_generator *self, const draw_call *call, fl_text *text, fl_diag *diag)
{
    if (call->form == FLOORLAB_PLAIN) {
        fl_draw_room_text(self->sample, &(fl_floor_text_options){.is_coloured = false}, text);
        return FL_OK;
    }
    if (call->form == FLOORLAB_SVG) {
        fl_draw_room_svg(self->sample, 1, &(fl_room_svg_options){.title = NULL}, text);
        return FL_OK;
    }
    return refuse_form(self, call, diag);
}

static fl_err draw(floorlab_generator *self, const void *given, fl_diag *diag)
{
    const draw_call *call = given;
    fl_text text;
    fl_sample_sort sort = self->shared->generator->makes;
    fl_err err = check_text(call->out, diag);
    err = err ? err : fl_library_check_range(self, call->number, 1, diag);
    err = !err && sort == FL_SAMPLE_JOURNEY ? refuse_form(self, call, diag) : err;
    if (err) {
        return err;
    }
    fl_text_init(&text);
    fl_library_make(self, call->number);
    err = sort == FL_SAMPLE_FLOOR ? draw_floor(self, call, &text, diag) : draw_room(self, call, &text, diag);
    err = err ? err : give_text(&text, call->out, diag);
    fl_text_free(&text);
    return err;
}

floorlab_status floorlab_draw(floorlab_generator *self, uint64_t number, floorlab_form form,
                              floorlab_text *out, floorlab_error *error)
{
    return fl_library_call(self, draw, &(draw_call){.number = number, .form = form, .out = out}, error);
}

typedef struct number_call {
    const char *game_seed;
    uint64_t *out;
} number_call;

static fl_err find_number(floorlab_generator *self, const void *given, fl_diag *diag)
{
    const number_call *call = given;
    const fl_generator *generator = self->shared->generator;
    if (!call->game_seed || !call->out) {
        return fl_diag_set(diag, FL_ERR_INPUT, call->out ? "game_seed" : "out", "it is NULL");
    }
    return generator->number_of
               ? generator->number_of(self->shared->rules, call->game_seed, call->out, diag)
               : fl_diag_set(diag, FL_ERR_INPUT, "", "'%s' has no game seeds", generator->name);
}

floorlab_status floorlab_number_of(floorlab_generator *self, const char *game_seed, uint64_t *out,
                                   floorlab_error *error)
{
    return fl_library_call(self, find_number, &(number_call){.game_seed = game_seed, .out = out}, error);
}
