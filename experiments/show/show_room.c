/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Drawing and exporting chunk rooms. A picture has a row for each value of --vary, with --count rooms in
 * each. */
#include "experiments/rooms/rooms.h"
#include "experiments/show/show.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { COUNT_MAX = 64, ROOMS_MAX = 256, SIDE_LINES = 16, SIDE_WIDTH = 48, BLOCK = 256 };

/* The metrics worth a line beside a room. */
static const fl_metric_room_id side_metrics[] = {
    FL_METRIC_ROOM_CLUTTER, FL_METRIC_ROOM_WALKABLE, FL_METRIC_ROOM_PATH,      FL_METRIC_ROOM_DETOUR,
    FL_METRIC_ROOM_CUT_OFF, FL_METRIC_ROOM_MIRROR_X, FL_METRIC_ROOM_HALF_TURN, FL_METRIC_ROOM_ENEMIES,
    FL_METRIC_ROOM_PICKUPS, FL_METRIC_ROOM_SPENT,
};

typedef struct side {
    char text[SIDE_LINES][SIDE_WIDTH];
    const char *line[SIDE_LINES];
    size_t n;
} side;

typedef enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_SVG } format;

typedef struct showing {
    const fl_options *options;
    fl_opened_rooms opened;
    format format;
    bool is_coloured;
    uint64_t from, count;
    fl_text *out;
    fl_interior room[ROOMS_MAX]; /* of a picture */
    unsigned rooms_n;
} showing;

static void fill_side(const fl_interior *room, side *out)
{
    int32_t value[FL_METRIC_ROOM_COUNT];
    fl_metric_room_compute(room, value);
    out->n = 0;
    snprintf(out->text[out->n++], SIDE_WIDTH, "%-10s %s", "doors", fl_room_parts_sides(room->doors));
    for (size_t i = 0; i < sizeof side_metrics / sizeof side_metrics[0]; i++) {
        const fl_metric_room_row *row = fl_metric_room_of(side_metrics[i]);
        if (value[side_metrics[i]] != FL_METRIC_ROOM_NONE) {
            snprintf(out->text[out->n++], SIDE_WIDTH, "%-10s %d %s", row->name, (int)value[side_metrics[i]],
                     row->unit);
        }
    }
    for (size_t i = 0; i < out->n; i++) {
        out->line[i] = out->text[i];
    }
}

static void write_text(showing *self, uint64_t index, const fl_interior *room)
{
    side beside;
    fill_side(room, &beside);
    fl_room_text_options how = {.is_coloured = self->is_coloured,
                                .is_ascii = fl_program_option_get(self->options, "ascii") != NULL,
                                .side = beside.line,
                                .side_n = beside.n};
    if (self->out->size > 0) {
        fl_text_add_char(self->out, '\n');
    }
    if (!fl_program_option_get(self->options, "quiet")) {
        fl_rooms_add_command(&self->opened, index, self->out);
        fl_text_add(self->out, "\n\n");
    }
    fl_draw_room_text(room, &how, self->out);
}

/* Makes the rooms of one row. */
static fl_err make_row(showing *self, fl_diag *diag)
{
    fl_key key;
    fl_err err = fl_rooms_make_rules(&self->opened, diag);
    fl_room_key(self->opened.seed, &key);
    for (uint64_t i = 0; i < self->count && !err; i++) {
        fl_interior *room = &self->room[self->rooms_n];
        key.index = self->from + i;
        fl_room_make(self->opened.rules, &key, room);
        if (self->format == FORMAT_TEXT) {
            write_text(self, key.index, room);
        } else if (self->format == FORMAT_JSON) {
            fl_rooms_json_write(self->opened.rules, &key, room, true, self->out);
        } else if (++self->rooms_n == ROOMS_MAX && i + 1 < self->count) {
            err = fl_diag_set(diag, FL_ERR_USAGE, "", "a picture has at most %d rooms", ROOMS_MAX);
        }
    }
    fl_rooms_close(&self->opened);
    return err;
}

static fl_err visit_row(void *self, const char *assignment, fl_diag *diag)
{
    (void)assignment;
    return make_row(self, diag);
}

/* A picture has rooms of one size. */
static fl_err check_sizes(const showing *self, fl_diag *diag)
{
    for (unsigned i = 1; i < self->rooms_n; i++) {
        if (self->room[i].size != self->room[0].size) {
            return fl_diag_set(diag, FL_ERR_USAGE, "", "small and big rooms cannot be in one picture");
        }
    }
    return FL_OK;
}

static fl_err draw_picture(showing *self, const char *vary, fl_diag *diag)
{
    side beside = {.n = 0};
    fl_text title;
    fl_err err = check_sizes(self, diag);
    fl_text_init(&title);
    fl_rooms_add_command(&self->opened, self->from, &title);
    if (self->count > 1) {
        fl_text_add_format(&title, " --count %llu", (unsigned long long)self->count);
    }
    if (vary) {
        fl_text_add_format(&title, " --vary %s", vary);
    }
    if (self->rooms_n == 1) {
        fill_side(&self->room[0], &beside);
    }
    fl_room_svg_options how = {.title = fl_text_get(&title),
                               .side = beside.line,
                               .side_n = beside.n,
                               .columns = vary && self->count > 1 ? (unsigned)self->count : 0,
                               .is_dark = fl_program_option_get(self->options, "dark") != NULL};
    if (!err) {
        fl_draw_room_svg(self->room, self->rooms_n, &how, self->out);
    }
    self->out->is_short_of_memory |= title.is_short_of_memory;
    fl_text_free(&title);
    return err;
}

static fl_err read_format(showing *self, fl_diag *diag)
{
    static const char *const names[] = {"text", "json", "svg"};
    const char *name = fl_program_option_get(self->options, "format");
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!name || strcmp(names[i], name) == 0) {
            self->format = (format)i;
            return FL_OK;
        }
    }
    return fl_diag_set(diag, FL_ERR_USAGE, "", "--format must be text, json or svg, not '%.80s'", name);
}

static fl_err read_options(showing *self, fl_diag *diag)
{
    static const char *const others[] = {"passes", "trace", "rooms"};
    fl_err err = fl_rooms_read_options(&self->opened, self->options, diag);
    err = err ? err : fl_program_option_number(self->options, "floor", 0, &self->from, diag);
    err = err ? err : fl_program_option_number(self->options, "count", 1, &self->count, diag);
    if (!err && (self->count < 1 || self->count > COUNT_MAX)) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--count must be 1 to %d, not %llu", COUNT_MAX,
                          (unsigned long long)self->count);
    }
    if (!err && self->count - 1 > UINT64_MAX - self->from) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--floor and --count go beyond the last room");
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0] && !err; i++) {
        if (fl_program_option_get(self->options, others[i])) {
            err = fl_diag_set(diag, FL_ERR_USAGE, "", "--%s is for floors, not for rooms", others[i]);
        }
    }
    return err ? err : read_format(self, diag);
}

fl_err fl_show_room(const fl_options *options, bool is_coloured, fl_text *out, fl_diag *diag)
{
    showing self = {.options = options, .out = out, .is_coloured = is_coloured};
    const char *vary = fl_program_option_get(options, "vary");
    fl_err err = read_options(&self, diag);
    err = err    ? err
          : vary ? fl_rooms_vary(&self.opened, vary, visit_row, &self, diag)
                 : make_row(&self, diag);
    return err || self.format != FORMAT_SVG ? err : draw_picture(&self, vary, diag);
}

typedef struct line_job {
    const fl_opened_rooms *opened;
    uint64_t from, rooms;
    bool has_metrics;
} line_job;

static void make_block(void *job_of, unsigned worker, uint64_t block, fl_text *out)
{
    const line_job *job = job_of;
    uint64_t first = block * BLOCK;
    uint64_t end = job->rooms - first < BLOCK ? job->rooms : first + BLOCK;
    fl_key key;
    (void)worker;
    fl_room_key(job->opened->seed, &key);
    for (uint64_t i = first; i < end; i++) {
        fl_interior room;
        key.index = job->from + i;
        fl_room_make(job->opened->rules, &key, &room);
        fl_rooms_json_write(job->opened->rules, &key, &room, job->has_metrics, out);
    }
}

static fl_err write_block(void *job_of, const fl_text *text, fl_diag *diag)
{
    (void)job_of;
    return fl_program_output_write(STDOUT_FILENO, text, diag);
}

fl_err fl_show_room_lines(const fl_options *options, fl_diag *diag)
{
    fl_opened_rooms opened;
    line_job job = {.opened = &opened, .has_metrics = !fl_program_option_get(options, "no-metrics")};
    uint64_t threads = 0;
    fl_err err = fl_rooms_open(&opened, options, diag);
    err = err ? err : fl_program_option_number(options, "from", 0, &job.from, diag);
    err = err ? err : fl_program_option_number(options, "floors", 0, &job.rooms, diag);
    err = err ? err : fl_program_option_threads(options, &threads, diag);
    if (!err && !fl_program_option_get(options, "floors")) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "'export' needs the number of rooms: --floors N");
    }
    if (!err && job.rooms > 0 && job.rooms - 1 > UINT64_MAX - job.from) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--from and --floors go beyond the last room");
    }
    fl_ordered_output output = {.blocks = job.rooms / BLOCK + (job.rooms % BLOCK != 0),
                                .threads = (unsigned)threads,
                                .job = &job,
                                .make = make_block,
                                .write = write_block};
    err = err ? err : fl_run_write_in_order(&output, diag);
    fl_rooms_close(&opened);
    return err;
}
