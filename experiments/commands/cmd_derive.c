/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab derive: how the rules of a ruleset make given floors, step by step, or why they cannot. */
#include "experiments/commands/commands_private.h"
#include "experiments/run/run.h"
#include "gen/floor/floor_json_read.h"
#include "gen/grid/grid.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    LIMIT = 100000, /* placements that are considered for a floor */
    WHERE = 300,
    LINE_MOST = 64 << 20, /* bytes of a line */
    CANNOT = 1,
    UNDECIDED = 4,
};

/* An obstacle: how many floors have it, and the first. */
typedef struct obstacle_count {
    uint64_t floors;
    uint64_t first;
    char why[FL_GRID_WHY];
} obstacle_count;

typedef struct deriving {
    const fl_options *options;
    fl_diag *diag;
    fl_setting_values values; /* of the ruleset */
    fl_grid_rules *rules;
    void *scratch;
    fl_opened_generator source; /* of the floors; no rules: they are lines */
    const char *lines;          /* the file of the lines */
    char where[WHERE];          /* the line that is being read */
    uint64_t from, floors;      /* which */
    bool is_one;                /* of which the steps are told */
    uint64_t done;
    obstacle_count count[FL_GRID_OBSTACLES];
    fl_text steps;
    fl_text *out;
} deriving;

static bool wants_json(const deriving *self)
{
    return fl_program_option_get(self->options, "json") != NULL;
}

/* ---- one floor ---- */

/* A decimal of a threshold. */
static void format_chance(uint64_t chance, char out[16])
{
    snprintf(out, 16, "%.6g", (double)chance / (double)FL_GRID_RULES_SURE);
}

static void add_steps(deriving *self, const fl_grid_derivation *found, const fl_floor *floor)
{
    fl_table table;
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "step pass by room kind x y turn from neighbours distance chance");
    for (unsigned i = 0; i < found->steps_n; i++) {
        const fl_grid_step *step = &found->steps[i];
        const fl_grid_entry *entry = &self->rules->entries[step->entry];
        const fl_room *room = &floor->rooms[step->room];
        char chance[16];
        format_chance(step->chance, chance);
        fl_program_table_add_number(&table, i + 1);
        fl_program_table_add(&table, self->rules->passes[entry->pass].name);
        fl_program_table_add(&table, entry->name);
        fl_program_table_add_number(&table, step->room);
        fl_program_table_add(&table, room->tag ? room->tag : fl_kind_of(room->kind)->name);
        fl_program_table_add_number(&table, step->x);
        fl_program_table_add_number(&table, step->y);
        fl_program_table_add_number(&table, step->rotation);
        fl_program_table_add_number(&table, step->from);
        fl_program_table_add_number(&table, step->neighbours);
        fl_program_table_add_number(&table, step->distance);
        fl_program_table_add(&table, chance);
    }
    if (wants_json(self)) {
        fl_program_table_write_json(&table, &self->steps);
    } else {
        fl_program_table_write(&table, &self->steps);
    }
    self->steps.is_short_of_memory |= fl_program_table_check(&table) != FL_OK;
    fl_program_table_free(&table);
}

static void derive(deriving *self, const fl_floor *floor, uint64_t number)
{
    fl_grid_derivation found;
    fl_grid_derive(self->rules, floor, LIMIT, self->scratch, &found);
    obstacle_count *count = &self->count[found.obstacle];
    if (count->floors++ == 0) {
        count->first = number;
        memcpy(count->why, found.why, sizeof count->why);
    }
    self->done++;
    if (self->is_one) {
        add_steps(self, &found, floor);
    }
}

static fl_err allocate(deriving *self, uint32_t cells_max)
{
    self->scratch = calloc(1, fl_grid_derive_size(self->rules, cells_max));
    return self->scratch ? FL_OK : fl_diag_memory(self->diag);
}

/* ---- where the floors come from ---- */

static fl_err derive_made(deriving *self)
{
    fl_floor_maker maker = {0};
    fl_err err = fl_run_maker_open(&maker, &self->source, self->diag);
    err = err ? err : allocate(self, maker.floor.cells_max);
    for (uint64_t i = 0; i < self->floors && !err; i++) {
        fl_run_maker_make(&maker, self->from + i, 0);
        derive(self, &maker.floor, self->from + i);
    }
    fl_run_maker_close(&maker);
    return err;
}

/* Derives the floor of a line, if it is asked for. */
static fl_err derive_line(deriving *self, fl_floor_json_reader *reader, const fl_text *line, uint64_t number,
                          fl_floor *floor)
{
    snprintf(self->where, sizeof self->where, "%.250s:%llu", self->lines, (unsigned long long)number + 1);
    reader->where = self->where;
    if (number < self->from || number - self->from >= self->floors) {
        return FL_OK;
    }
    fl_err err = fl_floor_json_read(reader, line->data, line->size, floor, self->diag);
    if (!err) {
        derive(self, floor, number);
    }
    return err;
}

/* Reads a line with its end; an empty one is the end of the file. */
static fl_err read_line(deriving *self, FILE *file, fl_text *out)
{
    int sign = 0;
    fl_text_clear(out);
    while (sign != '\n' && (sign = getc(file)) != EOF) {
        fl_text_add_char(out, (char)sign);
        if (out->size > LINE_MOST) {
            return fl_diag_set(self->diag, FL_ERR_INPUT, self->lines, "a line is longer than %d MiB",
                               LINE_MOST >> 20);
        }
    }
    return fl_text_check(out) ? fl_diag_memory(self->diag) : FL_OK;
}

static fl_err derive_file(deriving *self, FILE *file, fl_floor *floor)
{
    fl_floor_json_reader reader;
    fl_text line;
    uint64_t number = 0;
    fl_text_init(&line);
    fl_floor_json_read_init(&reader);
    fl_err err = read_line(self, file, &line);
    while (!err && line.size > 0) {
        if (strspn(fl_text_get(&line), " \t\r\n") < line.size) {
            err = derive_line(self, &reader, &line, number++, floor);
        }
        err = err ? err : read_line(self, file, &line);
    }
    if (!err && ferror(file)) {
        err = fl_diag_set(self->diag, FL_ERR_IO, self->lines, "cannot be read");
    }
    if (!err && self->done == 0) {
        err = fl_diag_set(self->diag, FL_ERR_INPUT, self->lines, "no floor number %llu: it has %llu lines",
                          (unsigned long long)self->from, (unsigned long long)number);
    }
    fl_text_free(&line);
    fl_floor_json_read_free(&reader);
    return err;
}

/* A pipe is read as '-' only: as a file it could keep the program waiting. */
static fl_err open_lines(deriving *self, FILE **out)
{
    struct stat about;
    int file = open(self->lines, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0 || fstat(file, &about)) {
        fl_err err = fl_diag_set(self->diag, fl_diag_of_errno(errno), self->lines, "cannot be opened: %s",
                                 strerror(errno));
        if (file >= 0) {
            close(file);
        }
        return err;
    }
    if (!S_ISREG(about.st_mode)) {
        close(file);
        fl_err err =
            fl_diag_set(self->diag, FL_ERR_INPUT, self->lines, "this is not a regular file of floor lines");
        fl_diag_hint(self->diag, "the lines of a pipe are read from standard input: derive -");
        return err;
    }
    *out = fdopen(file, "r");
    if (!*out) {
        close(file);
        return fl_diag_memory(self->diag);
    }
    return FL_OK;
}

static fl_err derive_lines(deriving *self)
{
    bool is_standard = strcmp(self->lines, "-") == 0;
    FILE *file = stdin;
    fl_floor floor = {0};
    fl_err err = is_standard ? FL_OK : open_lines(self, &file);
    if (err) {
        return err;
    }
    err = fl_floor_init(&floor, FL_GRID_TILES);
    err = err ? fl_diag_memory(self->diag) : allocate(self, FL_GRID_TILES);
    err = err ? err : derive_file(self, file, &floor);
    fl_floor_free(&floor);
    if (!is_standard) {
        fclose(file);
    }
    return err;
}

/* ---- what is told ---- */

static const char *rules_name(const deriving *self)
{
    return self->values.text[0];
}

static uint64_t cannot(const deriving *self)
{
    uint64_t n = 0;
    for (unsigned i = FL_GRID_NO_START; i < FL_GRID_UNDECIDED; i++) {
        n += self->count[i].floors;
    }
    return n;
}

/* The command that shows a floor; for a line its place. */
static void add_place(const deriving *self, uint64_t number, fl_text *out)
{
    if (self->lines) {
        fl_text_add_format(out, "%s, line %llu", self->lines, (unsigned long long)number + 1);
    } else {
        fl_run_generator_add_command(&self->source, number, out);
    }
}

static void tell_json(const deriving *self)
{
    fl_text *out = self->out;
    fl_text_add(out, "{\"rules\": ");
    fl_text_add_json(out, rules_name(self));
    fl_text_add_format(
        out,
        ", \"floors\": %llu, \"can\": %llu, \"cannot\": %llu, \"undecided\": %llu, "
        "\"failed\": %llu, \"obstacles\": [",
        (unsigned long long)self->done, (unsigned long long)self->count[FL_GRID_NO_OBSTACLE].floors,
        (unsigned long long)cannot(self), (unsigned long long)self->count[FL_GRID_UNDECIDED].floors,
        (unsigned long long)self->count[FL_GRID_NO_FLOOR].floors);
    const char *comma = "";
    for (unsigned i = FL_GRID_NO_START; i < FL_GRID_OBSTACLES; i++) {
        const obstacle_count *count = &self->count[i];
        if (count->floors > 0) {
            fl_text place;
            fl_text_init(&place);
            add_place(self, count->first, &place);
            fl_text_add_format(out,
                               "%s{\"name\": \"%s\", \"floors\": %llu, \"first\": %llu, \"why\": ", comma,
                               fl_grid_obstacle_name((fl_grid_obstacle)i), (unsigned long long)count->floors,
                               (unsigned long long)count->first);
            fl_text_add_json(out, count->why);
            fl_text_add(out, ", \"show\": ");
            fl_text_add_json(out, fl_text_get(&place));
            fl_text_add_char(out, '}');
            comma = ", ";
            out->is_short_of_memory |= place.is_short_of_memory;
            fl_text_free(&place);
        }
    }
    fl_text_add(out, "]");
    if (self->is_one) {
        fl_text_add(out, ", \"steps\": ");
        fl_text_add(out, fl_text_get(&self->steps));
    }
    fl_text_add(out, "}\n");
}

/* What is told of one floor. */
static void tell_one(const deriving *self)
{
    fl_text *out = self->out;
    add_place(self, self->from, out);
    for (unsigned i = 0; i < FL_GRID_OBSTACLES; i++) {
        const obstacle_count *count = &self->count[i];
        if (count->floors > 0 && i == FL_GRID_NO_OBSTACLE) {
            fl_text_add_format(out, "\nThe ruleset %s can make it, in these steps:\n\n", rules_name(self));
        } else if (count->floors > 0) {
            fl_text_add_format(out,
                               i == FL_GRID_UNDECIDED ? "\nThe ruleset %s: undecided. "
                                                      : "\nThe ruleset %s cannot make it. ",
                               rules_name(self));
            fl_text_add_format(out, "%s: ", fl_grid_obstacle_name((fl_grid_obstacle)i));
            fl_text_add_masked(out, count->why);
            fl_text_add_char(out, '\n');
        }
    }
    if (self->count[FL_GRID_NO_OBSTACLE].floors > 0) {
        fl_text_add(out, fl_text_get(&self->steps));
    }
}

static void tell_many(const deriving *self)
{
    fl_text *out = self->out;
    fl_text_add_format(out, "%llu floors by the ruleset %s: %llu can be made, %llu cannot",
                       (unsigned long long)self->done, rules_name(self),
                       (unsigned long long)self->count[FL_GRID_NO_OBSTACLE].floors,
                       (unsigned long long)cannot(self));
    fl_text_add_format(out, ", %llu undecided, %llu failed\n",
                       (unsigned long long)self->count[FL_GRID_UNDECIDED].floors,
                       (unsigned long long)self->count[FL_GRID_NO_FLOOR].floors);
    for (unsigned i = FL_GRID_NO_START; i < FL_GRID_OBSTACLES; i++) {
        const obstacle_count *count = &self->count[i];
        if (count->floors > 0) {
            fl_text_add_format(out, "\n%llu  %s: %s\n  first: ", (unsigned long long)count->floors,
                               fl_grid_obstacle_name((fl_grid_obstacle)i),
                               fl_grid_obstacle_meaning((fl_grid_obstacle)i));
            add_place(self, count->first, out);
            fl_text_add(out, "\n  ");
            fl_text_add_masked(out, count->why);
            fl_text_add_char(out, '\n');
        }
    }
}

/* ---- options ---- */

static bool is_file(const char *word)
{
    size_t n = strlen(word);
    return strcmp(word, "-") == 0 || strchr(word, '/') || (n > 6 && strcmp(word + n - 6, ".jsonl") == 0);
}

static fl_err open_rules(deriving *self)
{
    const char *name = fl_program_option_get(self->options, "rules");
    void *rules = NULL;
    fl_setting_values_init(&self->values, fl_grid.settings, fl_grid.settings_n);
    fl_err err =
        fl_setting_values_set(&self->values, "rules", name ? name : "superset", "--rules", self->diag);
    err = err ? err : fl_grid.init(&self->values, &rules, self->diag);
    self->rules = rules;
    return err;
}

static fl_err open_source(deriving *self)
{
    const char *word = self->options->word[0];
    if (is_file(word)) {
        self->lines = word;
        const char *idle = fl_program_option_get(self->options, "seed")  ? "seed"
                           : fl_program_option_get(self->options, "set") ? "set"
                                                                         : NULL;
        if (idle) {
            return fl_diag_set(self->diag, FL_ERR_USAGE, "",
                               "--%s is about floors that are made, and these are read from lines", idle);
        }
        return fl_program_option_number(self->options, "floor", 0, &self->from, self->diag);
    }
    fl_err err = fl_run_generator_open(&self->source, word, self->options, self->diag);
    if (!err && self->source.generator->makes != FL_SAMPLE_FLOOR) {
        return fl_diag_set(self->diag, FL_ERR_USAGE, "", "'derive' is about floors, and %s makes none", word);
    }
    return err ? err
               : fl_run_generator_floor_number(&self->source, self->options, "floor", &self->from,
                                               self->diag);
}

static fl_err choose_floors(deriving *self)
{
    bool is_number = fl_program_option_get(self->options, "floors") != NULL;
    fl_err err = fl_program_option_number(self->options, "floors", self->lines ? UINT64_MAX : 1,
                                          &self->floors, self->diag);
    if (!err && self->floors == 0) {
        return fl_diag_set(self->diag, FL_ERR_USAGE, "", "--floors must be at least 1");
    }
    self->is_one = !is_number && (!self->lines || fl_program_option_get(self->options, "floor"));
    self->floors = self->is_one ? 1 : self->floors;
    if (!err && !self->lines && self->floors - 1 > self->source.last - self->from) {
        return fl_diag_set(self->diag, FL_ERR_USAGE, "",
                           "--floor and --floors go beyond the last floor, %llu",
                           (unsigned long long)self->source.last);
    }
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    fl_text out;
    deriving *self = calloc(1, sizeof *self);
    if (!self) {
        return fl_diag_memory(diag);
    }
    self->options = options;
    self->diag = diag;
    self->out = &out;
    fl_text_init(&out);
    fl_text_init(&self->steps);
    fl_err err = open_source(self);
    err = err ? err : choose_floors(self);
    err = err ? err : open_rules(self);
    err = err ? err : self->lines ? derive_lines(self) : derive_made(self);
    if (!err) {
        (wants_json(self) ? tell_json : self->is_one ? tell_one : tell_many)(self);
        *exit_code = cannot(self) > 0 ? CANNOT : self->count[FL_GRID_UNDECIDED].floors > 0 ? UNDECIDED : 0;
        out.is_short_of_memory |= self->steps.is_short_of_memory;
        err = fl_text_check(&out) ? fl_diag_memory(diag) : fl_program_output_write(STDOUT_FILENO, &out, diag);
    }
    fl_text_free(&out);
    fl_text_free(&self->steps);
    fl_run_generator_close(&self->source);
    fl_grid.free(self->rules);
    free(self->scratch);
    free(self);
    return err;
}

static const fl_option options[] = {
    {"rules", 'r', false, "NAME", "the ruleset, shipped or a file (default: superset)"},
    {"floor", 'f', false, "I",
     "number of the floor, or a game seed such as \"B911 99AC\" (default: the first); of lines from 0"},
    {"floors", 'n', false, "N", "how many floors, from that one on; their obstacles are counted"},
    FL_CMD_SEED,
    FL_CMD_SET,
    FL_CMD_JSON,
    FL_CMD_HELP,
};

const fl_command fl_commands_derive = {
    .name = "derive",
    .arguments = "GENERATOR | FLOORS.jsonl | -",
    .summary = "tell how a ruleset can make given floors, or why it cannot",
    .details = "Looks for an order in which the generator grid, by the rules of a ruleset,\n"
               "places the rooms of a floor, each with a probability above zero; replays it on\n"
               "that generator's board, and prints the steps. Or names a rule that no order gets\n"
               "around, with the room. The floors are a generator's, or lines of JSON such as\n"
               "'floorlab export' writes.\n"
               "\n"
               "Same cells, same doors, same start and end. Tags: of a room's kind; kinds that\n"
               "the ruleset does not have are special rooms to it, or normal ones.\n"
               "\n"
               "Exit codes: 0 all floors can be made; 1 some cannot; 4 some are undecided;\n"
               "2 bad input.",
    .examples = "floorlab derive rebirth --floor 7\n"
                "floorlab derive rebirth --set stage=6 --floors 10k\n"
                "floorlab derive classic --rules basement --floors 1000\n"
                "floorlab export rebirth -n 100 | floorlab derive - --json\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
