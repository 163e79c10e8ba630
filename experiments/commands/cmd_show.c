/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab show: draws floors. All formats visit the floors once, except a picture of many, which measures
 * them first. */
#include "experiments/commands/commands_private.h"
#include "experiments/show/show.h"
#include "plots/figure/figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOMS_MAX = FL_SHOW_MANY_FLOORS };

/* The metrics printed beside the map. */
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

/* The facts printed beside the map. */
static const fl_generator_fact side_facts[] = {FL_GENERATOR_FACT_CURSE, FL_GENERATOR_FACT_BOSS,
                                               FL_GENERATOR_FACT_SECOND_BOSS};

/* Shared by the drawing functions. */
typedef struct show_job show_job;
typedef fl_err drawing(show_job *self, const fl_show_floor *floor, fl_diag *diag);

struct show_job {
    const fl_show_many *many;
    const fl_options *options;
    fl_text *out;
    const char *format;
    drawing *draw; /* in the format */
    fl_show_look look;
    fl_yaml *bosses; /* names by number */
    bool has_noted_seed, has_warned;
    bool is_measured;
    fl_gallery picture;          /* of floors */
    fl_interior room[ROOMS_MAX]; /* of a picture of chunk rooms */
    char caption[ROOMS_MAX][64];
    unsigned rooms_n;
};

static void add_side(fl_show_side *self, const char *name, const char *value)
{
    if (self->n < FL_SHOW_SIDE_LINES) {
        snprintf(self->text[self->n], FL_SHOW_SIDE_WIDTH, "%-18s %s", name, value);
        self->line[self->n] = self->text[self->n];
        self->n++;
    }
}

static void add_side_number(fl_show_side *self, const char *name, int32_t value)
{
    char text[16];
    if (value != FL_GENERATOR_FACT_NONE) {
        snprintf(text, sizeof text, "%d", (int)value);
        add_side(self, name, text);
    }
}

/* "61 Rag Man"; only the number if the generator's bosses have no names. */
static void add_side_boss(const fl_yaml *bosses, const fl_floor_maker *maker, fl_generator_fact fact,
                          fl_show_side *out)
{
    char text[44];
    int32_t value = maker->floor.fact[fact];
    const char *name = fl_figure_bosses_name(bosses, maker->opened->generator->name, value);
    if (name && value != FL_GENERATOR_FACT_NONE) {
        snprintf(text, sizeof text, "%d %.30s", (int)value, name);
        add_side(out, fl_generator_fact_of(fact)->name, text);
    } else {
        add_side_number(out, fl_generator_fact_of(fact)->name, value);
    }
}

static void fill_side(const fl_yaml *bosses, const fl_floor_maker *maker, fl_show_side *out)
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
            add_side_boss(bosses, maker, side_facts[i], out);
        } else if (name && value != FL_CURSE_NONE) {
            add_side(out, fl_generator_fact_of(side_facts[i])->name, name);
        }
    }
    for (size_t i = 0; i < sizeof side_metrics / sizeof side_metrics[0]; i++) {
        add_side_number(out, fl_metric_of(side_metrics[i])->name, maker->values[side_metrics[i]]);
    }
}

static bool is_plan(const show_job *self)
{
    return fl_program_option_get(self->options, "plan") != NULL;
}

/* Adds the command that shows the sample: by its game seed if one was given, else by its number. */
static void add_plain_command(const show_job *self, const fl_floor_maker *maker, fl_text *out)
{
    if (fl_run_generator_is_game_seed(maker->opened, self->options, "floor")) {
        fl_run_generator_add_seed_command(maker->opened, maker->key.index, out);
    } else {
        fl_run_generator_add_command(maker->opened, maker->key.index, out);
    }
}

/* Adds the command that shows the sample as it is drawn now. */
static void add_command(const show_job *self, const fl_floor_maker *maker, fl_text *out)
{
    static const char *const views[] = {"trace", "passes", "rooms", "plan"};
    const char *clustering = fl_program_option_get(self->options, "clustering");
    add_plain_command(self, maker, out);
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        if (fl_program_option_get(self->options, views[i])) {
            fl_text_add_format(out, " --%s", views[i]);
        }
    }
    if (clustering) {
        fl_text_add_format(out, " --clustering %s", clustering);
    }
}

/* Adds that command before each text drawing, unless --quiet. */
static void begin_text(show_job *self, const fl_show_floor *floor)
{
    if (floor->row > 0 || floor->column > 0) {
        fl_text_add_char(self->out, '\n');
    }
    if (!self->look.is_quiet) {
        add_command(self, floor->maker, self->out);
        fl_text_add(self->out, "\n\n");
    }
}

static fl_err draw_text(show_job *self, const fl_show_floor *floor, fl_diag *diag)
{
    fl_show_side beside;
    const fl_floor_maker *maker = floor->maker;
    fill_side(self->bosses, maker, &beside);
    fl_floor_text_options how = {.is_coloured = self->look.is_coloured,
                                 .is_ascii = self->look.is_ascii,
                                 .side = beside.line,
                                 .side_n = beside.n};
    begin_text(self, floor);
    fl_err err = FL_OK;
    if (fl_program_option_get(self->options, "trace")) {
        err = fl_show_grid_trace(floor->maker, self->out, diag);
    }
    if (!err && fl_program_option_get(self->options, "passes")) {
        return fl_show_grid_passes(maker, &how, self->out, diag);
    }
    if (!err && fl_program_option_get(self->options, "rooms")) {
        return fl_show_insides_text(maker, &self->look, self->out, diag);
    }
    const char *clustering = fl_program_option_get(self->options, "clustering");
    if (!err && clustering) {
        return fl_show_clustering(floor->maker, clustering, &how, self->out, diag);
    }
    if (!err) {
        fl_draw_floor_text(&maker->floor, &how, self->out);
    }
    return err;
}

static fl_err draw_room_text(show_job *self, const fl_show_floor *floor, fl_diag *diag)
{
    (void)diag;
    begin_text(self, floor);
    fl_show_room_text(floor->maker, &self->look, self->out);
    return FL_OK;
}

static fl_err draw_journey_text(show_job *self, const fl_show_floor *floor, fl_diag *diag)
{
    begin_text(self, floor);
    return is_plan(self) ? fl_show_plan_text(floor->maker, self->out, diag)
                         : fl_show_journey_text(floor->maker, &self->look, self->out, diag);
}

static fl_err draw_json(show_job *self, const fl_show_floor *floor, fl_diag *diag)
{
    if (is_plan(self)) {
        return fl_show_plan_json(floor->maker, self->out, diag);
    }
    fl_err err = fl_program_option_get(self->options, "clustering")
                     ? fl_show_clustering_numbers(floor->maker, diag)
                     : FL_OK;
    return err ? err : fl_show_add_json(floor->maker, true, self->out, diag);
}

/* Draws a separate picture, titled with the command that draws it. */
static fl_err draw_svg(show_job *self, const fl_show_floor *floor, fl_diag *diag)
{
    fl_text title;
    const fl_floor_maker *maker = floor->maker;
    const char *clustering = fl_program_option_get(self->options, "clustering");
    bool has_rooms = fl_program_option_get(self->options, "rooms") != NULL;
    fl_err err = FL_OK;
    fl_text_init(&title);
    if (has_rooms || clustering || is_plan(self)) {
        add_command(self, maker, &title);
    } else {
        add_plain_command(self, maker, &title);
    }
    self->look.title = fl_text_get(&title);
    if (has_rooms) {
        err = fl_show_insides_svg(maker, &self->look, self->out, diag);
    } else if (clustering) {
        err = fl_show_clustering_svg(floor->maker, clustering, &self->look, self->out, diag);
    } else if (is_plan(self)) {
        err = fl_show_plan_svg(floor->maker, &self->look, self->out, diag);
    } else if (maker->opened->generator->makes == FL_SAMPLE_JOURNEY) {
        err = fl_show_journey_svg(maker, &self->look, self->out, diag);
    } else {
        fl_show_side beside;
        fill_side(self->bosses, maker, &beside);
        fl_floor_svg_options how = {.title = self->look.title,
                                    .side = beside.line,
                                    .side_n = beside.n,
                                    .is_dark = self->look.is_dark};
        fl_draw_floor_svg(&maker->floor, &how, self->out);
    }
    fl_text_drop(&title, self->out);
    return err;
}

/* Keeps a chunk room for the picture, whose rooms must be of one size. */
static fl_err keep_room(show_job *self, const fl_show_floor *floor, fl_diag *diag)
{
    fl_text caption;
    fl_text_init(&caption);
    fl_show_many_caption(self->many, floor, &caption);
    snprintf(self->caption[self->rooms_n], sizeof self->caption[0], "%.60s", fl_text_get(&caption));
    fl_text_drop(&caption, self->out);
    self->room[self->rooms_n++] = *(const fl_interior *)floor->maker->sample;
    return self->room[0].size == self->room[self->rooms_n - 1].size
               ? FL_OK
               : fl_diag_set(diag, FL_ERR_USAGE, "", "small and big rooms cannot be in one picture");
}

static bool has_rows(const fl_show_many *many)
{
    return many->rows > 1 && many->count > 1;
}

/* Measures or adds a floor for a picture of many. */
static fl_err draw_tile(show_job *self, const fl_show_floor *floor, fl_diag *diag)
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
    fl_text_drop(&caption, self->out);
    return FL_OK;
}

/* Adds a note if a game seed was given but these floors have none. */
static void note_seed(show_job *self, const fl_floor_maker *maker)
{
    char seed[FL_ROW_SEED_TEXT];
    bool is_journey = maker->opened->generator->makes == FL_SAMPLE_JOURNEY;
    fl_run_generator_game_seed(maker->opened, maker->key.index, seed);
    if (self->has_noted_seed || seed[0] || fl_program_option_get(self->options, "quiet") ||
        !fl_run_generator_is_game_seed(maker->opened, self->options, "floor")) {
        return;
    }
    fprintf(stderr,
            "floorlab: game seeds need rng=isaac; with these settings %s %llu is not the game's\n"
            "  for the game's: --set %s\n",
            fl_sample_name(maker->opened->generator->makes), (unsigned long long)maker->key.index,
            is_journey ? "floors='rng=isaac interiors=on'" : "rng=isaac");
    self->has_noted_seed = true;
}

static fl_err visit(void *context, const fl_show_floor *floor, fl_diag *diag)
{
    show_job *self = context;
    note_seed(self, floor->maker);
    /* Warns about rules that work but may not be what was meant. */
    const char *warning = fl_show_grid_warning(floor->maker->opened);
    if (warning && !self->has_warned && !fl_program_option_get(self->options, "quiet")) {
        fprintf(stderr, "floorlab: warning: %s\n", warning);
        self->has_warned = true;
    }
    return self->draw(self, floor, diag);
}

/* The format for the ending of a file's name. */
static const char *format_of_name(const char *output)
{
    const char *ending = strrchr(output, '.');
    return ending && strcmp(ending, ".svg") == 0    ? "svg"
           : ending && strcmp(ending, ".json") == 0 ? "json"
                                                    : "text";
}

/* Refuses endings of picture formats that are not supported, so that no such file contains text. */
static fl_err check_ending(const char *output, fl_diag *diag)
{
    static const char pictures[] = "png jpg jpeg gif webp pdf bmp tif tiff ico eps ps";
    const char *ending = output ? strrchr(output, '.') : NULL;
    if (!ending || fl_setting_word(pictures, ending + 1, strlen(ending + 1)) < 0) {
        return FL_OK;
    }
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, output, "pictures are written as SVG");
    fl_diag_hint(diag, "-o floor.svg; then, for example, rsvg-convert floor.svg -o floor.png");
    return err;
}

/* Chooses how this type of sample is drawn in a format. */
static fl_err choose_format(show_job *self, fl_diag *diag)
{
    static const struct {
        const char *name;
        drawing *draw[FL_SAMPLE_SORTS];
    } formats[] = {{"text", {draw_text, draw_room_text, draw_journey_text}},
                   {"json", {draw_json, draw_json, draw_json}},
                   {"svg", {draw_svg, keep_room, draw_svg}}};
    bool wants_json = fl_program_option_get(self->options, "json") != NULL;
    const char *name = wants_json ? "json" : fl_program_option_get(self->options, "format");
    const char *output = fl_program_option_get(self->options, "output");
    if (wants_json && fl_program_option_get(self->options, "format")) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--json and --format exclude each other");
    }
    fl_err err = name ? FL_OK : check_ending(output, diag);
    if (err) {
        return err;
    }
    name = name ? name : output ? format_of_name(output) : formats[0].name;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (strcmp(formats[i].name, name) == 0) {
            self->format = formats[i].name;
            self->draw = formats[i].draw[self->many->opened.generator->makes];
        }
    }
    return FL_OK;
}

/* Refuses options for another type of sample or another drawing. */
static fl_err check_options(const show_job *self, fl_diag *diag)
{
    static const struct {
        const char *option;
        fl_sample_sort sort;
    } rows[] = {{"passes", FL_SAMPLE_FLOOR},     {"trace", FL_SAMPLE_FLOOR},   {"rooms", FL_SAMPLE_FLOOR},
                {"clustering", FL_SAMPLE_FLOOR}, {"brief", FL_SAMPLE_JOURNEY}, {"plan", FL_SAMPLE_JOURNEY}};
    fl_sample_sort sort = self->many->opened.generator->makes;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (fl_program_option_get(self->options, rows[i].option) && rows[i].sort != sort) {
            return fl_diag_set(diag, FL_ERR_USAGE, "", "--%s is for %s, not for %s", rows[i].option,
                               fl_sample_names(rows[i].sort), fl_sample_names(sort));
        }
    }
    static const char *const others[] = {"passes", "trace", "clustering"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (fl_program_option_get(self->options, "rooms") &&
            fl_program_option_get(self->options, others[i])) {
            return fl_diag_set(diag, FL_ERR_USAGE, "",
                               "--rooms and --%s are different drawings; leave one out", others[i]);
        }
    }
    return FL_OK;
}

static fl_err draw(show_job *self, fl_diag *diag)
{
    fl_err err = choose_format(self, diag);
    err = err ? err : check_options(self, diag);
    if (err) {
        return err;
    }
    bool is_many = self->many->rows * self->many->count > 1;
    if (fl_program_option_get(self->options, "rooms") && (self->draw == draw_json || is_many)) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--rooms draws one floor, as text or svg");
    }
    if (fl_program_option_get(self->options, "clustering") && self->draw == draw_svg && is_many) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "a picture with --clustering shows one floor");
    }
    bool is_journey = self->many->opened.generator->makes == FL_SAMPLE_JOURNEY;
    if (self->draw == draw_svg && is_journey && is_many) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "a picture shows one journey");
    }
    if (is_plan(self) && self->many->count > 1) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--plan draws one plan; leave --count out");
    }
    if (self->draw == draw_svg && is_many) {
        fl_text title;
        fl_text_init(&title);
        fl_show_many_command(self->many, &title);
        fl_gallery_options how = {.title = fl_text_get(&title),
                                  .columns = has_rows(self->many) ? self->many->count : 0,
                                  .is_dark = self->look.is_dark};
        fl_draw_gallery_init(&self->picture, &how);
        self->draw = draw_tile;
        err = fl_show_many_each(self->many, visit, self, diag);
        if (!err) {
            fl_draw_gallery_begin(&self->picture, self->out);
            self->is_measured = true;
            err = fl_show_many_each(self->many, visit, self, diag);
            fl_draw_gallery_end(&self->picture);
        }
        fl_text_drop(&title, self->out);
        return err;
    }
    err = fl_show_many_each(self->many, visit, self, diag);
    if (!err && self->draw == keep_room) {
        fl_show_side beside = {.n = 0};
        const char *captions[ROOMS_MAX];
        fl_text title;
        fl_text_init(&title);
        fl_show_many_command(self->many, &title);
        for (unsigned i = 0; i < self->rooms_n; i++) {
            captions[i] = self->caption[i];
        }
        if (self->rooms_n == 1) {
            fl_show_room_side(&self->room[0], &beside);
        }
        fl_room_svg_options how = {.title = fl_text_get(&title),
                                   .side = beside.line,
                                   .side_n = beside.n,
                                   .captions = self->rooms_n > 1 ? captions : NULL,
                                   .columns = has_rows(self->many) ? self->many->count : 0,
                                   .is_dark = self->look.is_dark};
        fl_draw_room_svg(self->room, self->rooms_n, &how, self->out);
        fl_text_drop(&title, self->out);
    }
    return err;
}

/* Writes to the file of --output, or to stdout; never a picture to a terminal. */
static fl_err write_out(const fl_options *options, const fl_text *out, fl_diag *diag)
{
    const char *output = fl_program_option_get(options, "output");
    if (output && !fl_program_file_is_stream(output)) {
        fl_err err = fl_program_output_guard(output, "<title>floorlab show",
                                             fl_program_option_get(options, "force") != NULL, diag);
        return err ? err : fl_program_output_replace(output, out, diag);
    }
    if (isatty(STDOUT_FILENO) && strncmp(fl_text_get(out), "<svg ", 5) == 0) {
        fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "a picture cannot be printed on a terminal");
        fl_diag_hint(diag, "write it to a file: -o floor.svg");
        return err;
    }
    fl_err err = fl_program_output_write(STDOUT_FILENO, out, diag);
    unsigned columns = fl_program_host_columns();
    /* Characters of the longest line; escape sequences of colours have no width. */
    const char *text = fl_text_get(out);
    unsigned widest = 0;
    unsigned at = 0;
    while (*text) {
        size_t colour = *text == '\x1b' ? strcspn(text, "m") : 0;
        bool is_inside = ((unsigned char)*text & 0xc0) == 0x80; /* a later byte of a character */
        at = *text == '\n' ? 0 : at + (colour == 0 && !is_inside);
        widest = at > widest ? at : widest;
        text += colour > 0 && text[colour] ? colour + 1 : 1;
    }
    if (!err && columns > 0 && widest > columns && !fl_program_option_get(options, "quiet")) {
        fprintf(stderr,
                "floorlab: the drawing has %u columns, this terminal %u\n"
                "  write it to a file: -o floor.svg, or see it with | less -S\n",
                widest, columns);
    }
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    (void)exit_code;
    fl_show_many many;
    fl_text out;
    show_job *self = calloc(1, sizeof *self);
    fl_text_init(&out);
    fl_err err = self ? FL_OK : fl_diag_memory(diag);
    if (!err) {
        self->many = &many;
        self->options = options;
        self->out = &out;
        self->look = (fl_show_look){.is_ascii = fl_program_option_get(options, "ascii") != NULL,
                                    .is_dark = fl_program_option_get(options, "dark") != NULL,
                                    .is_quiet = fl_program_option_get(options, "quiet") != NULL,
                                    .is_brief = fl_program_option_get(options, "brief") != NULL};
        self->look.is_coloured =
            fl_program_output_is_coloured(STDOUT_FILENO, fl_program_option_get(options, "color"));
    }
    err = err ? err : fl_figure_bosses_open(&self->bosses, diag);
    err = err ? err : fl_show_many_init(&many, options->word[0], options, diag);
    err = err ? err : draw(self, diag);
    err = err ? err : write_out(options, &out, diag);
    if (self) {
        fl_yaml_free(self->bosses);
    }
    fl_text_free(&out);
    free(self);
    return err;
}

static const fl_option options[] = {
    {"floor", 'f', false, "I",
     "number of the floor, room or journey (default: the first), or a game seed such as \"B911 99AC\", which "
     "sets rng=isaac"},
    FL_CMD_SEED,
    FL_CMD_SET,
    {"count", 'n', false, "N", "draw N of them, from that one on; 1 to 64 (default 1)"},
    {"where", 0, false, "EXPRESSION",
     "the first ones from there on for which it holds (floorlab help expressions)"},
    {"vary", 0, false, "K=V,V", "draw a floor for each value of a setting: level=1..12 or rules=demo,flash"},
    {"format", 0, false, "text|json|svg", "default: by the name of the output, else text"},
    {"output", 'o', false, "FILE", "write to this file (default, and -: to the standard output)"},
    FL_CMD_FORCE,
    {"json", 0, false, NULL, "the same as --format json"},
    {"passes", 0, false, NULL, "grid floors as text: draw pass by pass, each in its colour"},
    {"trace", 0, false, NULL,
     "grid floors as text: list the attempts to place a room that were looked at, and how many were lost "
     "before"},
    {"clustering", 0, false, "ROOM",
     "text, svg: mark the rooms that make room ROOM's clustering number, or write all rooms' numbers (all); "
     "json: in each room"},
    {"rooms", 0, false, NULL,
     "text, svg: draw one floor with the insides of its normal rooms, and walk through it: 24 x 24 tiles in "
     "rooms of 2 x 2 cells, else 16 x 16 in each cell"},
    {"brief", 0, false, NULL, "journeys as text: leave the maps out"},
    {"plan", 0, false, NULL, "journeys: draw the plan, and how many of 20000 journeys take each way"},
    {"ascii", 0, false, NULL, "draw with ASCII characters only"},
    {"dark", 0, false, NULL, "svg: draw light on dark"},
    FL_CMD_COLOR,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_commands_show = {
    .name = "show",
    .arguments = "GENERATOR",
    .summary = "draw floors, chunk rooms or journeys",
    .details = "The same generator, settings, seed and number always give the same floor.\n"
               "Several floors as svg become one picture; with --count and --vary together it\n"
               "has a row for each value.",
    .examples = "floorlab show classic\n"
                "floorlab show classic --set level=3 --floor 7\n"
                "floorlab show classic --set rules=flash -o floor.svg\n"
                "floorlab show classic --count 12 -o gallery.svg\n"
                "floorlab show classic --where 'dead_ends >= 5' --count 6 -o ends.svg\n"
                "floorlab show rebirth --vary stage=1..8 --floor 7 --count 3 -o stages.svg\n"
                "floorlab show rebirth --set rules=blade --floor \"B911 99AC\"\n"
                "floorlab show grid --set rules=cave --passes\n"
                "floorlab show room --set doors=NES --set size=big --count 4 -o rooms.svg\n"
                "floorlab show journey --set player=full --floor 7 -o journey.svg\n"
                "floorlab show journey --set plan=isaac --plan\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
