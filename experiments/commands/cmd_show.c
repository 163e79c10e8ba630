/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab show: draws floors. All formats visit the floors once; a picture of many visits them twice, first
 * to measure them. */
#include "experiments/commands/commands_private.h"
#include "experiments/rooms/rooms.h"
#include "experiments/show/show.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SIDE_LINES = 24, SIDE_WIDTH = 64 };

/* The metrics worth a line beside the map. */
static const fl_metric side_metrics[] = {
    FL_METRIC_ROOMS,
    FL_METRIC_ATTEMPTS,
    FL_METRIC_DEAD_ENDS,
    FL_METRIC_BOSS_DISTANCE,
    FL_METRIC_ECCENTRICITY,
    FL_METRIC_DIAMETER_STEPS,
    FL_METRIC_LOOPS,
    FL_METRIC_BRANCHING,
    FL_METRIC_SECRET_NEIGHBOURS,
    FL_METRIC_SECRET_CRITERION,
    FL_METRIC_CLUSTERING_MAX,
    FL_METRIC_CLUSTERING_SECRET,
};

/* The facts worth a line. */
static const fl_generator_fact side_facts[] = {FL_GENERATOR_FACT_CURSE, FL_GENERATOR_FACT_BOSS,
                                               FL_GENERATOR_FACT_SECOND_BOSS};

typedef struct side {
    char text[SIDE_LINES][SIDE_WIDTH];
    const char *line[SIDE_LINES];
    size_t n;
} side;

/* What the drawing functions share. */
typedef struct showing showing;
typedef fl_err drawing(showing *self, const fl_show_floor *floor, fl_diag *diag);

struct showing {
    const fl_show_many *many;
    const fl_options *options;
    fl_text *out;
    drawing *draw; /* in the wanted format */
    bool is_coloured;
    bool has_noted_seed, has_warned;
    bool is_measured;
    fl_gallery picture;
};

static void add_side(side *self, const char *name, const char *value)
{
    if (self->n < SIDE_LINES) {
        snprintf(self->text[self->n], SIDE_WIDTH, "%-18s %s", name, value);
        self->line[self->n] = self->text[self->n];
        self->n++;
    }
}

static void add_side_number(side *self, const char *name, int32_t value)
{
    char text[16];
    if (value != FL_GENERATOR_FACT_NONE) {
        snprintf(text, sizeof text, "%d", (int)value);
        add_side(self, name, text);
    }
}

static void fill_side(const fl_floor_maker *maker, side *out)
{
    char seed[FL_ROW_SEED_TEXT];
    out->n = 0;
    fl_run_generator_game_seed(maker->opened, maker->key.index, seed);
    if (seed[0]) {
        add_side(out, "seed", seed);
    }
    for (size_t i = 0; i < sizeof side_facts / sizeof side_facts[0]; i++) {
        int32_t value = maker->floor.fact[side_facts[i]];
        const char *name = fl_generator_fact_value_name(side_facts[i], value);
        if (side_facts[i] != FL_GENERATOR_FACT_CURSE) {
            add_side_number(out, fl_generator_fact_of(side_facts[i])->name, value);
        } else if (name && value != FL_CURSE_NONE) {
            add_side(out, fl_generator_fact_of(side_facts[i])->name, name);
        }
    }
    for (size_t i = 0; i < sizeof side_metrics / sizeof side_metrics[0]; i++) {
        add_side_number(out, fl_metric_of(side_metrics[i])->name, maker->values[side_metrics[i]]);
    }
}

static fl_err draw_text(showing *self, const fl_show_floor *floor, fl_diag *diag)
{
    side beside;
    const fl_floor_maker *maker = floor->maker;
    fill_side(maker, &beside);
    fl_floor_text_options how = {.is_coloured = self->is_coloured,
                                 .is_ascii = fl_program_option_get(self->options, "ascii") != NULL,
                                 .side = beside.line,
                                 .side_n = beside.n};
    if (floor->row > 0 || floor->column > 0) {
        fl_text_add_char(self->out, '\n');
    }
    if (!fl_program_option_get(self->options, "quiet")) {
        fl_run_generator_add_command(maker->opened, maker->key.index, self->out);
        fl_text_add(self->out, "\n\n");
    }
    fl_err err = FL_OK;
    if (fl_program_option_get(self->options, "trace")) {
        err = fl_show_grid_trace(floor->maker, self->out, diag);
    }
    if (!err && fl_program_option_get(self->options, "passes")) {
        return fl_show_grid_passes(maker, &how, self->out, diag);
    }
    if (!err) {
        fl_draw_floor_text(&maker->floor, &how, self->out);
    }
    return err;
}

static fl_err draw_json(showing *self, const fl_show_floor *floor, fl_diag *diag)
{
    (void)diag;
    fl_run_maker_add_json(floor->maker, self->out);
    return FL_OK;
}

/* A picture of its own. */
static fl_err draw_svg(showing *self, const fl_show_floor *floor, fl_diag *diag)
{
    if (fl_program_option_get(self->options, "rooms")) {
        return fl_show_insides(floor->maker, fl_program_option_get(self->options, "dark") != NULL, self->out,
                               diag);
    }
    side beside;
    fl_text title;
    const fl_floor_maker *maker = floor->maker;
    fl_text_init(&title);
    fl_run_generator_add_command(maker->opened, maker->key.index, &title);
    fill_side(maker, &beside);
    fl_floor_svg_options how = {.title = fl_text_get(&title),
                                .side = beside.line,
                                .side_n = beside.n,
                                .is_dark = fl_program_option_get(self->options, "dark") != NULL};
    fl_draw_floor_svg(&maker->floor, &how, self->out);
    self->out->is_short_of_memory |= title.is_short_of_memory;
    fl_text_free(&title);
    return FL_OK;
}

/* Measures or adds a floor of a picture of many. */
static fl_err draw_tile(showing *self, const fl_show_floor *floor, fl_diag *diag)
{
    fl_text caption;
    (void)diag;
    fl_text_init(&caption);
    fl_show_many_caption(self->many, floor, &caption);
    if (self->is_measured) {
        fl_draw_gallery_add(&self->picture, &floor->maker->floor, fl_text_get(&caption));
    } else {
        fl_draw_gallery_measure(&self->picture, &floor->maker->floor, fl_text_get(&caption));
    }
    self->out->is_short_of_memory |= caption.is_short_of_memory;
    fl_text_free(&caption);
    return FL_OK;
}

/* A game seed was given where floors have none: a --set is probably missing. */
static void note_seed(showing *self, const fl_floor_maker *maker)
{
    char seed[FL_ROW_SEED_TEXT];
    fl_run_generator_game_seed(maker->opened, maker->key.index, seed);
    if (self->has_noted_seed || seed[0] || fl_program_option_get(self->options, "quiet") ||
        !fl_run_generator_is_game_seed(maker->opened, self->options, "floor")) {
        return;
    }
    fprintf(stderr,
            "floorlab: game seeds need rng=isaac; with these settings floor %llu is not the game's\n"
            "  add --set rng=isaac to get the floor of the game\n",
            (unsigned long long)maker->key.index);
    self->has_noted_seed = true;
}

/* Warns of rules that work but may not be what was meant. */
static void note_warning(showing *self, const fl_floor_maker *maker)
{
    const char *warning = fl_show_grid_warning(maker->opened);
    if (warning && !self->has_warned && !fl_program_option_get(self->options, "quiet")) {
        fprintf(stderr, "floorlab: warning: %s\n", warning);
        self->has_warned = true;
    }
}

static fl_err visit(void *user, const fl_show_floor *floor, fl_diag *diag)
{
    showing *self = user;
    note_seed(self, floor->maker);
    note_warning(self, floor->maker);
    return self->draw(self, floor, diag);
}

static fl_err draw_picture(showing *self, fl_diag *diag)
{
    fl_text title;
    fl_text_init(&title);
    fl_show_many_command(self->many, &title);
    fl_gallery_options how = {.title = fl_text_get(&title),
                              .columns =
                                  self->many->rows > 1 && self->many->count > 1 ? self->many->count : 0,
                              .is_dark = fl_program_option_get(self->options, "dark") != NULL};
    fl_draw_gallery_init(&self->picture, &how);
    self->draw = draw_tile;
    fl_err err = fl_show_many_each(self->many, visit, self, diag);
    if (!err) {
        fl_draw_gallery_begin(&self->picture, self->out);
        self->is_measured = true;
        err = fl_show_many_each(self->many, visit, self, diag);
        fl_draw_gallery_end(&self->picture);
    }
    self->out->is_short_of_memory |= title.is_short_of_memory;
    fl_text_free(&title);
    return err;
}

static fl_err draw(showing *self, fl_diag *diag)
{
    static const struct {
        const char *name;
        drawing *draw;
    } formats[] = {{"text", draw_text}, {"json", draw_json}, {"svg", draw_svg}};
    const char *name = fl_program_option_get(self->options, "format");
    name = name ? name : formats[0].name;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (strcmp(formats[i].name, name) == 0) {
            self->draw = formats[i].draw;
        }
    }
    if (!self->draw) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--format must be text, json or svg, not '%.80s'", name);
    }
    bool is_many = self->many->rows * self->many->count > 1;
    if (fl_program_option_get(self->options, "rooms") && (self->draw != draw_svg || is_many)) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--rooms draws one floor and needs --format svg");
    }
    if (self->draw == draw_svg && is_many) {
        return draw_picture(self, diag);
    }
    return fl_show_many_each(self->many, visit, self, diag);
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    (void)exit_code;
    fl_show_many many;
    fl_text out;
    showing self = {.many = &many, .options = options, .out = &out};
    fl_text_init(&out);
    fl_err err = fl_program_output_colour(STDOUT_FILENO, fl_program_option_get(options, "color"),
                                          &self.is_coloured, diag);
    if (!err && fl_rooms_is_name(options->word[0])) {
        err = fl_show_room(options, self.is_coloured, &out, diag);
    } else if (!err) {
        err = fl_show_many_init(&many, options->word[0], options, diag);
        err = err ? err : draw(&self, diag);
    }
    err = err ? err : fl_program_output_write(STDOUT_FILENO, &out, diag);
    fl_text_free(&out);
    return err;
}

static const fl_option options[] = {
    {"floor", 'f', false, "I",
     "number of the floor, or a game seed such as \"B911 99AC\" (default: the first)"},
    FL_CMD_SEED,
    FL_CMD_SET,
    {"count", 'n', false, "N", "draw N floors, from that one on; 1 to 64 (default 1)"},
    {"vary", 0, false, "K=V,V", "draw a floor for each value of a setting: level=1..12 or rules=demo,flash"},
    {"format", 0, false, "FORM", "text, json or svg (default text)"},
    {"passes", 0, false, NULL, "grid floors as text: draw pass by pass, each in its colour"},
    {"trace", 0, false, NULL, "grid floors as text: list every attempt to place a room, with its outcome"},
    {"rooms", 0, false, NULL, "svg: draw one floor with the insides of its normal rooms (see 'help room')"},
    {"ascii", 0, false, NULL, "draw with ASCII characters only"},
    {"dark", 0, false, NULL, "svg: draw light on dark"},
    FL_CMD_COLOR,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_cmd_show = {
    .name = "show",
    .arguments = "GENERATOR",
    .summary = "draw a floor, or a gallery of floors",
    .details = "The same generator, settings, seed and number always give the same floor.\n"
               "Several floors as svg become one picture; with --count and --vary together it\n"
               "has a row for each value.",
    .examples = "floorlab show classic\n"
                "floorlab show classic --set level=3 --floor 7\n"
                "floorlab show classic --set rules=flash --format svg > floor.svg\n"
                "floorlab show classic --count 12 --format svg > gallery.svg\n"
                "floorlab show rebirth --vary stage=1..8 --floor 7 --count 3 --format svg > stages.svg\n"
                "floorlab show rebirth --set rules=blade --set rng=isaac --floor \"B911 99AC\"\n"
                "floorlab show grid --set rules=cave --passes\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
