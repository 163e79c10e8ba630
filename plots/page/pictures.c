/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pictures of single samples and of many, as `show` draws them; rooms of grid floors by pass. */
#include "experiments/show/show.h"
#include "gen/grid/grid.h"
#include "plots/page/page_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MARKS = 16, ROOMS = 64 };

static fl_err make(fl_page_slot *self, uint64_t number, fl_diag *diag)
{
    const fl_opened_generator *opened = &self->opened;
    if (number < opened->first || number > opened->last) {
        return fl_diag_set(diag, FL_ERR_INPUT, "floor", "with these settings they are numbered %llu to %llu",
                           (unsigned long long)opened->first, (unsigned long long)opened->last);
    }
    fl_run_maker_make(&self->maker, number, FL_METRIC_ALL_GROUPS);
    return FL_OK;
}

/* Draws each pass in its colour, with its number as sign, and every other one with a broken line. */
static fl_err draw_passes(const fl_page_slot *self, const fl_show_look *look, fl_text *out, fl_diag *diag)
{
    static const unsigned colours[] = {0x999999, 0xe69f00, 0x56b4e9, 0x009e73,
                                       0xf0e442, 0x0072b2, 0xd55e00, 0xcc79a7};
    enum { COLOURS = sizeof colours / sizeof colours[0] };
    const fl_floor *floor = &self->maker.floor;
    if (self->opened.generator != &fl_grid) {
        return fl_diag_set(diag, FL_ERR_INPUT, "", "'%s' has no passes", self->opened.generator->name);
    }
    const fl_grid_rules *rules = self->opened.rules;
    fl_svg_mark mark[MARKS];
    char sign[MARKS][FL_SVG_SIGN];
    unsigned marks = rules->passes_n + 1 < MARKS ? rules->passes_n + 1 : MARKS;
    uint8_t *mark_of = calloc(floor->rooms_n + 1, sizeof *mark_of);
    char(*signs)[FL_SVG_SIGN] = calloc(floor->rooms_n + 1, sizeof *signs);
    if (!mark_of || !signs) {
        free(mark_of);
        free(signs);
        return fl_diag_memory(diag);
    }
    for (unsigned i = 0; i < marks; i++) {
        snprintf(sign[i], FL_SVG_SIGN, "%u", i);
        mark[i] = (fl_svg_mark){
            .label = i == 0 ? "start" : rules->passes[i - 1].name,
            .sign = sign[i],
            .colour = colours[i < COLOURS ? i : 1 + (i - 1) % (COLOURS - 1)],
            .dash = i >= COLOURS ? "4 3" : NULL,
            .line = i >= COLOURS ? "2.5" : "1.5",
        };
    }
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        unsigned pass = fl_grid_pass_of(self->maker.scratch, i);
        mark_of[i] = (uint8_t)(pass < marks ? pass : marks - 1);
        memcpy(signs[i], sign[mark_of[i]], FL_SVG_SIGN);
    }
    fl_svg_marks marking = {.mark = mark, .marks_n = marks, .mark_of = mark_of, .sign = signs};
    fl_draw_floor_svg(
        floor, &(fl_floor_svg_options){.title = look->title, .is_dark = look->is_dark, .marking = &marking},
        out);
    free(mark_of);
    free(signs);
    return FL_OK;
}

static fl_err draw_sample(fl_page_slot *self, int picture, const fl_show_look *look, fl_text *out,
                          fl_diag *diag)
{
    bool is_floor = self->opened.generator->makes == FL_SAMPLE_FLOOR;
    if (is_floor && picture == FL_PAGE_MAP) {
        fl_draw_floor_svg(&self->maker.floor,
                          &(fl_floor_svg_options){.title = look->title, .is_dark = look->is_dark}, out);
        return FL_OK;
    }
    if (is_floor) {
        return picture == FL_PAGE_PASSES ? draw_passes(self, look, out, diag)
               : picture == FL_PAGE_INSIDES
                   ? fl_show_insides_svg(&self->maker, look, out, diag)
                   : fl_diag_set(diag, FL_ERR_INPUT, "picture", "floors have no picture %d", picture);
    }
    if (self->opened.generator->makes == FL_SAMPLE_ROOM) {
        fl_draw_room_svg(self->maker.sample, 1,
                         &(fl_room_svg_options){.title = look->title, .is_dark = look->is_dark}, out);
        return FL_OK;
    }
    return picture == FL_PAGE_PLAN ? fl_show_plan_svg(&self->maker, look, out, diag)
                                   : fl_show_journey_svg(&self->maker, look, out, diag);
}

int fl_page_draw(unsigned slot, uint64_t number, int picture, int is_dark)
{
    fl_page_slot *self = fl_page_slot_at(slot);
    fl_diag diag;
    fl_text title;
    if (!self) {
        return FLOORLAB_REFUSED;
    }
    fl_diag_init(&diag);
    fl_text_init(&title);
    fl_text *out = fl_page_begin();
    fl_err err = make(self, number, &diag);
    if (picture == FL_PAGE_INSIDES) {
        fl_run_generator_add_command(&self->opened, number, &title);
        fl_text_add(&title, " --rooms");
    } else {
        fl_run_generator_add_seed_command(&self->opened, number, &title);
    }
    fl_show_look look = {.is_dark = is_dark != 0, .title = fl_text_get(&title)};
    err = err ? err : draw_sample(self, picture, &look, out, &diag);
    fl_text_free(&title);
    return fl_page_end(err, &diag);
}

int fl_page_line(unsigned slot, uint64_t number)
{
    fl_page_slot *self = fl_page_slot_at(slot);
    fl_diag diag;
    if (!self) {
        return FLOORLAB_REFUSED;
    }
    fl_diag_init(&diag);
    fl_text *out = fl_page_begin();
    fl_err err = make(self, number, &diag);
    err = err ? err : fl_show_add_json(&self->maker, true, out, &diag);
    return fl_page_end(err, &diag);
}

int fl_page_command(unsigned slot, uint64_t number)
{
    fl_page_slot *self = fl_page_slot_at(slot);
    if (!self) {
        return FLOORLAB_REFUSED;
    }
    fl_run_generator_add_seed_command(&self->opened, number, fl_page_begin());
    return fl_page_end(FL_OK, NULL);
}

/* Writes "floor 7", or its game seed. */
static void fill_caption(const fl_page_slot *self, uint64_t number, char out[FL_GALLERY_CAPTION])
{
    char seed[FL_ROW_SEED_TEXT];
    fl_run_generator_game_seed(&self->opened, number, seed);
    if (seed[0]) {
        snprintf(out, FL_GALLERY_CAPTION, "%s", seed);
    } else {
        snprintf(out, FL_GALLERY_CAPTION, "%s %llu", fl_sample_name(self->opened.generator->makes),
                 (unsigned long long)number);
    }
}

static fl_err draw_floors(fl_page_slot *self, unsigned count, const fl_gallery_options *how, fl_text *out)
{
    static fl_gallery gallery;
    char caption[FL_GALLERY_CAPTION];
    uint64_t first = self->maker.key.index;
    fl_draw_gallery_init(&gallery, how);
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < count; i++) {
            fl_run_maker_make(&self->maker, first + i, FL_METRIC_ALL_GROUPS);
            fill_caption(self, first + i, caption);
            if (pass == 0) {
                fl_draw_gallery_measure(&gallery, &self->maker.floor, caption);
            } else {
                fl_draw_gallery_add(&gallery, &self->maker.floor, caption);
            }
        }
        if (pass == 0) {
            fl_draw_gallery_begin(&gallery, out);
        }
    }
    fl_draw_gallery_end(&gallery);
    return FL_OK;
}

static fl_err draw_rooms(fl_page_slot *self, unsigned count, const fl_gallery_options *how, fl_text *out,
                         fl_diag *diag)
{
    char text[ROOMS][FL_GALLERY_CAPTION];
    const char *captions[ROOMS];
    uint64_t first = self->maker.key.index;
    fl_interior *rooms = calloc(count, sizeof *rooms);
    if (!rooms) {
        return fl_diag_memory(diag);
    }
    for (unsigned i = 0; i < count; i++) {
        fl_run_maker_make(&self->maker, first + i, FL_METRIC_ALL_GROUPS);
        rooms[i] = *(const fl_interior *)self->maker.sample;
        fill_caption(self, first + i, text[i]);
        captions[i] = text[i];
    }
    fl_draw_room_svg(
        rooms, count,
        &(fl_room_svg_options){.title = how->title, .captions = captions, .is_dark = how->is_dark}, out);
    free(rooms);
    return FL_OK;
}

int fl_page_gallery(unsigned slot, uint64_t number, unsigned count, int is_dark)
{
    fl_page_slot *self = fl_page_slot_at(slot);
    fl_diag diag;
    fl_text title;
    if (!self) {
        return FLOORLAB_REFUSED;
    }
    fl_diag_init(&diag);
    fl_text_init(&title);
    fl_text *out = fl_page_begin();
    count = count < 1 ? 1 : count > ROOMS ? ROOMS : count;
    count = count - 1 > self->opened.last - number ? (unsigned)(self->opened.last - number) + 1 : count;
    fl_err err = make(self, number, &diag);
    fl_text_add_format(&title, "floorlab show %s --floor %llu --count %u", self->opened.generator->name,
                       (unsigned long long)number, count);
    fl_run_generator_add_options(&self->opened, &title);
    fl_gallery_options how = {.title = fl_text_get(&title), .is_dark = is_dark != 0};
    if (!err && self->opened.generator->makes == FL_SAMPLE_JOURNEY) {
        err = fl_diag_set(&diag, FL_ERR_INPUT, "", "a picture shows one journey");
    }
    if (!err) {
        err = self->opened.generator->makes == FL_SAMPLE_ROOM ? draw_rooms(self, count, &how, out, &diag)
                                                              : draw_floors(self, count, &how, out);
    }
    fl_text_free(&title);
    return fl_page_end(err, &diag);
}
