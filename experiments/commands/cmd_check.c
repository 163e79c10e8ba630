/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab check: says whether a file, a chunk set, a dungeon plan or the insides of floors are sound, and
 * what is in them. */
#include "analysis/exact/exact.h"
#include "experiments/commands/commands_private.h"
#include "experiments/run/run.h"
#include "experiments/show/show.h"
#include "gen/base/suggest.h"
#include "gen/draw/draw.h"
#include "gen/grid/grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct check_job {
    const fl_options *options;
    const char *name; /* of the set, the plan or the generator; NULL = as the settings say */
    fl_text *out;
    int exit_code;
} check_job;

static bool wants_json(const check_job *self)
{
    return fl_program_option_get(self->options, "json") != NULL;
}

/* Prints the chunks of every level of clutter, and how many sets of doors they cover without chunks of other
 * levels. */
static void write_levels(const check_job *self, const fl_room_rules *rules)
{
    unsigned chunks[FL_ROOM_LEVELS] = {0};
    for (unsigned i = 0; i < rules->set.n; i++) {
        chunks[fl_room_chunk_clutter(&rules->set.chunk[i])]++;
    }
    for (unsigned level = 0; level < FL_ROOM_LEVELS; level++) {
        unsigned n = 0;
        for (unsigned doors = 0; doors <= FL_ALL_SIDES; doors++) {
            n += fl_room_rules_covers(rules, doors, level);
        }
        if (chunks[level] > 0) {
            fl_text_add_format(
                self->out, "  clutter %-2u  %u chunk%s, which alone can make %u of the 16 sets of doors\n",
                level, chunks[level], chunks[level] == 1 ? "" : "s", n);
        }
    }
}

static void write_proof(const check_job *self, const fl_room_rules *rules, const fl_exact_room_proof *proof,
                        const char *size)
{
    fl_text *out = self->out;
    const char *doors = rules->doors == FL_ROOM_RANDOM_DOORS ? "any" : fl_room_parts_sides(rules->doors);
    if (wants_json(self)) {
        fl_text_add_format(out, "{\"set\": \"%s\", \"size\": \"%s\", \"doors\": \"%s\", \"rooms\": \"",
                           rules->set.name, size, doors);
        fl_exact_assemblies_print(fl_exact_assemblies_all(rules), out);
        fl_text_add_format(out, "\", \"answer\": \"%s\", \"steps\": %llu, \"classes\": %u",
                           fl_exact_room_proof_name(proof->answer), (unsigned long long)proof->steps,
                           proof->classes);
        if (proof->answer == FL_ROOM_BROKEN) {
            fl_text_add_format(out, ", \"doors_broken\": \"%s\", \"why\": \"%s\", \"chunks\": [",
                               fl_room_parts_sides(proof->room.doors), fl_room_check(rules, &proof->room));
            for (unsigned i = 0; i < rules->slots_n; i++) {
                fl_text_add_format(out, "%s\"%s\"", i > 0 ? ", " : "",
                                   rules->set.chunk[proof->room.choice[i] / FL_CHUNK_TURNS].name);
            }
            fl_text_add(out, "]");
        }
        fl_text_add_char(out, '}');
        return;
    }
    fl_text_add_format(out, "%s rooms, doors %s: ", size, doors);
    fl_exact_assemblies_print(fl_exact_assemblies_all(rules), out);
    fl_text_add_format(out, " different ones, %s in %llu step%s\n", fl_exact_room_proof_name(proof->answer),
                       (unsigned long long)proof->steps, proof->steps == 1 ? "" : "s");
    if (proof->answer == FL_ROOM_BROKEN) {
        /* Prints the chunks of a room that fails, and draws it. */
        fl_text_add_format(self->out, "\nThis room fails: %s. Doors %s; its chunks:\n",
                           fl_room_check(rules, &proof->room) ? fl_room_check(rules, &proof->room)
                                                              : "nothing",
                           fl_room_parts_sides(proof->room.doors));
        for (unsigned i = 0; i < rules->slots_n; i++) {
            const fl_chunk *chunk = &rules->set.chunk[proof->room.choice[i] / FL_CHUNK_TURNS];
            fl_text_add_format(self->out, "  %-28s %s%s", rules->slot[i].name, chunk->name,
                               proof->room.choice[i] & FL_CHUNK_TRANSPOSE ? ", transposed" : "");
            fl_text_add_format(self->out, chunk->line ? " (line %u)\n" : "\n", chunk->line);
        }
        fl_floor_text_options how = {.is_ascii = fl_program_option_get(self->options, "ascii") != NULL};
        fl_text_add_char(self->out, '\n');
        fl_draw_room_text(&proof->room, &how, self->out);
    } else {
        write_levels(self, rules);
    }
}

static fl_err check_size(check_job *self, const fl_opened_generator *given, const char *size, fl_diag *diag)
{
    enum { BROKEN = 1, UNDECIDED = 4 };
    fl_opened_generator opened = *given;
    fl_exact_room_proof proof;
    fl_err err = fl_setting_values_set(&opened.values, "size", size, "", diag);
    err = err ? err : fl_run_generator_make_rules(&opened, diag);
    err = err ? err : fl_exact_room_prove(opened.rules, &proof, diag);
    if (!err) {
        write_proof(self, opened.rules, &proof, size);
        int code = proof.answer == FL_ROOM_BROKEN      ? BROKEN
                   : proof.answer == FL_ROOM_UNDECIDED ? UNDECIDED
                                                       : 0;
        self->exit_code = self->exit_code == BROKEN || code == 0 ? self->exit_code : code;
    }
    fl_run_generator_close(&opened);
    return err;
}

static bool is_given(const fl_opened_generator *opened, fl_room_setting setting)
{
    return opened->values.origin[setting] == FL_SETTING_VALUES_GIVEN;
}

/* Checks rooms of both sizes with any doors, unless settings say otherwise. */
static fl_err check_room(check_job *self, fl_opened_generator *opened, fl_diag *diag)
{
    static const char *const sizes[] = {"small", "big"};
    fl_err err = FL_OK;
    if (self->name) {
        err = fl_setting_values_set(&opened->values, "set", self->name, "", diag);
    }
    if (!err && !is_given(opened, FL_ROOM_SETTING_DOORS)) {
        err = fl_setting_values_set(&opened->values, "doors", "random", "", diag);
    }
    int64_t only = is_given(opened, FL_ROOM_SETTING_SIZE)
                       ? fl_setting_values_get(&opened->values, FL_ROOM_SETTING_SIZE)
                       : -1;
    fl_text_add(self->out, wants_json(self) ? "[" : "");
    for (int64_t i = 0; i < 2 && !err; i++) {
        if (only < 0 || only == i) {
            fl_text_add(self->out, wants_json(self) && i > 0 && only < 0 ? ",\n " : "");
            err = check_size(self, opened, sizes[i], diag);
        }
    }
    fl_text_add(self->out, wants_json(self) ? "]\n" : "");
    return err;
}

static fl_err check_journey(check_job *self, fl_opened_generator *opened, fl_diag *diag)
{
    fl_err err = self->name ? fl_setting_values_set(&opened->values, "plan", self->name, "", diag) : FL_OK;
    err = err ? err : fl_run_generator_make_rules(opened, diag);
    if (!err) {
        const fl_journey *journey = opened->rules;
        bool is_json = wants_json(self);
        fl_table table;
        fl_program_table_init(&table);
        fl_program_table_columns(&table, "floor chapter variants edges role generator settings");
        for (unsigned i = 0; i < journey->stops_n; i++) {
            const fl_journey_stop *floor = &journey->stop[i];
            fl_text settings;
            fl_text_init(&settings);
            for (size_t k = 0; k < floor->values.n; k++) {
                if (floor->values.origin[k] == FL_SETTING_VALUES_GIVEN) {
                    fl_text_add_format(&settings, "%s%s=", settings.size > 0 ? " " : "",
                                       floor->values.table[k].name);
                    fl_setting_values_write(&floor->values, k, &settings);
                }
            }
            fl_program_table_add(&table, floor->name);
            fl_program_table_add_number(&table, floor->chapter);
            fl_program_table_add_number(&table, floor->variants_n);
            fl_program_table_add_number(&table, floor->edges_n);
            fl_program_table_add(&table, floor->is_start && floor->is_exit ? "start, exit"
                                         : floor->is_start                 ? "start"
                                         : floor->is_exit                  ? "exit"
                                                                           : "");
            fl_program_table_add(&table, floor->generator->name);
            fl_program_table_add(&table, fl_text_get(&settings));
            fl_text_drop(&settings, &table.cells);
        }
        if (is_json) {
            fl_program_table_write_json(&table, self->out);
        } else {
            fl_text_add_format(
                self->out,
                "%s, player %s: %u floors, %u edges; %u states of floor and player, %u ways between "
                "them, %u different rules\n\n",
                journey->name, journey->player[journey->chosen_player].name, journey->stops_n,
                journey->edges_n, journey->graph.vertices_n, journey->graph.arcs_n, journey->rules_n);
            fl_program_table_write(&table, self->out);
        }
        fl_program_table_free(&table);
    }
    fl_run_generator_close(opened);
    return err;
}

static void add_count(const check_job *self, const char *before, uint64_t n, const char *one)
{
    fl_text_add_format(self->out, "%s%llu %s%s", before, (unsigned long long)n, one, n == 1 ? "" : "s");
}

static void write_ways_json(const check_job *self, const fl_floor_maker *maker, const fl_show_ways *ways)
{
    int broken = ways->parted >= 0 ? ways->parted : ways->missed;
    fl_text_add_format(self->out,
                       "{\"floors\": %llu, \"failed\": %llu, \"rooms\": %llu, \"big\": %llu, "
                       "\"doors\": %llu, \"apart\": %llu, \"sound\": %s",
                       (unsigned long long)ways->floors, (unsigned long long)ways->failed,
                       (unsigned long long)ways->rooms, (unsigned long long)ways->big,
                       (unsigned long long)ways->doors, (unsigned long long)ways->apart,
                       ways->floors == 0 ? "null"
                       : broken < 0      ? "true"
                                         : "false");
    if (broken >= 0) {
        fl_text_add_format(self->out, ", \"floor\": %llu, \"room\": %d", (unsigned long long)maker->key.index,
                           broken);
    }
    fl_text_add(self->out, "}\n");
}

static void write_ways(const check_job *self, const fl_floor_maker *maker, const fl_show_ways *ways)
{
    int broken = ways->parted >= 0 ? ways->parted : ways->missed;
    if (wants_json(self)) {
        write_ways_json(self, maker, ways);
        return;
    }
    add_count(self, "", ways->floors, "floor");
    add_count(self, " with ", ways->rooms, "room");
    add_count(self, " and ", ways->doors, "door");
    add_count(self, " walked; ", ways->failed, "floor");
    fl_text_add(self->out, " could not be made\n");
    add_count(self, "  ", ways->big, "big inside");
    add_count(self, " (in rooms of 2 x 2 cells)\n  ", ways->apart, "room");
    fl_text_add(self->out, " without a way of doors from the start\n");
    if (broken >= 0) {
        fl_text_add_format(self->out, "This floor fails, in room %d: ", broken);
        fl_run_generator_add_command(maker->opened, maker->key.index, self->out);
        fl_text_add(self->out, " --rooms\n");
    } else if (ways->floors > 0) {
        fl_text_add(self->out, "  in each room every door reaches every other\n"
                               "  every other room is reached from the start\n");
    }
}

/* Makes the rules and reads the range of floors; *floors is the default. */
static fl_err choose_floors(const check_job *self, fl_opened_generator *opened, uint64_t *first,
                            uint64_t *floors, fl_diag *diag)
{
    fl_err err = fl_run_generator_make_rules(opened, diag);
    if (!err && opened->generator->makes != FL_SAMPLE_FLOOR) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "'check %s' is about floors; '%s' makes %s",
                          self->options->word[0], opened->generator->name,
                          fl_sample_names(opened->generator->makes));
    }
    err = err ? err : fl_run_generator_floor_number(opened, self->options, "floor", first, diag);
    err = err ? err : fl_program_option_number(self->options, "floors", *floors, floors, diag);
    if (!err && *floors == 0) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--floors must be at least 1");
    }
    if (!err && *floors - 1 > opened->last - *first) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--floors goes beyond the last floor, %llu",
                          (unsigned long long)opened->last);
    }
    return err;
}

/* Checks the paths through floors with the insides of their rooms. */
static fl_err check_ways(check_job *self, fl_opened_generator *opened, fl_diag *diag)
{
    enum { FLOORS = 1000, BROKEN = 1, UNDECIDED = 4 };
    fl_floor_maker maker;
    fl_show_ways ways;
    uint64_t first = 0;
    uint64_t floors = FLOORS;
    fl_err err = choose_floors(self, opened, &first, &floors, diag);
    if (!err) {
        err = fl_run_maker_open(&maker, opened, diag);
        fl_progress progress;
        fl_show_walk walk = {.first = first, .n = floors, .progress = &progress};
        fl_program_progress_start(&progress, self->options);
        err = err ? err : fl_show_walk_floors(&maker, &walk, &ways, diag);
        fl_program_progress_end(&progress);
        if (!err) {
            write_ways(self, &maker, &ways);
            bool is_broken = ways.parted >= 0 || ways.missed >= 0;
            self->exit_code = is_broken ? BROKEN : ways.floors == 0 ? UNDECIDED : 0;
        }
        fl_run_maker_close(&maker);
    }
    fl_run_generator_close(opened);
    return err;
}

/* An obstacle: how many floors have it, and the first. */
typedef struct obstacle_count {
    uint64_t floors, first;
    char why[FL_GRID_WHY];
} obstacle_count;

static void write_obstacles(const check_job *self, const fl_opened_generator *opened, uint64_t floors,
                            const obstacle_count *count)
{
    fl_text *out = self->out;
    uint64_t can = count[FL_GRID_NO_OBSTACLE].floors;
    uint64_t failed = count[FL_GRID_NO_FLOOR].floors;
    const char *comma = "";
    fl_text_add_format(out,
                       wants_json(self) ? "{\"floors\": %llu, \"can\": %llu, \"cannot\": %llu, "
                                          "\"failed\": %llu, \"obstacles\": ["
                                        : "%llu floors by the ruleset superset: %llu can be made, %llu "
                                          "cannot, %llu failed\n",
                       (unsigned long long)floors, (unsigned long long)can,
                       (unsigned long long)(floors - can - failed), (unsigned long long)failed);
    for (unsigned i = FL_GRID_NO_START; i < FL_GRID_OBSTACLES; i++) {
        fl_text place;
        if (count[i].floors == 0) {
            continue;
        }
        fl_text_init(&place);
        fl_run_generator_add_command(opened, count[i].first, &place);
        if (wants_json(self)) {
            fl_text_add_format(out,
                               "%s{\"name\": \"%s\", \"floors\": %llu, \"first\": %llu, \"why\": ", comma,
                               fl_grid_obstacle_names[i], (unsigned long long)count[i].floors,
                               (unsigned long long)count[i].first);
            fl_text_add_json(out, count[i].why);
            fl_text_add(out, ", \"show\": ");
            fl_text_add_json(out, fl_text_get(&place));
            fl_text_add_char(out, '}');
            comma = ", ";
        } else {
            fl_text_add_format(out, "\n%llu  %s\n  first: %s\n  ", (unsigned long long)count[i].floors,
                               fl_grid_obstacle_names[i], fl_text_get(&place));
            fl_text_add_masked(out, count[i].why);
            fl_text_add_char(out, '\n');
        }
        fl_text_drop(&place, out);
    }
    fl_text_add(out, wants_json(self) ? "]}\n" : "");
}

/* Checks that rules of the generator grid contain all floors of another generator. */
static fl_err check_superset(check_job *self, fl_opened_generator *opened, fl_diag *diag)
{
    enum { FLOORS = 1000, CANNOT = 1 };
    fl_opened_generator grid = {.generator = NULL};
    fl_floor_maker maker = {.opened = NULL};
    obstacle_count count[FL_GRID_OBSTACLES] = {{0, 0, ""}};
    uint64_t first = 0;
    uint64_t floors = FLOORS;
    char why[FL_GRID_WHY];
    fl_progress progress;
    fl_err err = choose_floors(self, opened, &first, &floors, diag);
    err = err ? err : fl_run_generator_open_words(&grid, "grid", "rules=superset", diag);
    err = err ? err : fl_run_maker_open(&maker, opened, diag);
    void *scratch = err ? NULL : calloc(1, fl_grid_obstacle_size(grid.rules, maker.floor.cells_max));
    err = err || scratch ? err : fl_diag_memory(diag);
    fl_program_progress_start(&progress, self->options);
    if (!err) {
        fl_run_maker_expect(&maker, first, floors);
    }
    for (uint64_t i = 0; i < floors && !err; i++) {
        fl_program_progress_step(&progress, "checking floors", i, floors);
        fl_run_maker_make(&maker, first + i, 0);
        err = fl_run_maker_check(&maker, diag);
        if (!err) {
            obstacle_count *found = &count[fl_grid_obstacle_of(grid.rules, &maker.floor, scratch, why)];
            if (found->floors++ == 0) {
                found->first = first + i;
                memcpy(found->why, why, sizeof why);
            }
        }
    }
    fl_program_progress_end(&progress);
    if (!err) {
        write_obstacles(self, opened, floors, count);
        self->exit_code =
            count[FL_GRID_NO_OBSTACLE].floors + count[FL_GRID_NO_FLOOR].floors < floors ? CANNOT : 0;
    }
    free(scratch);
    fl_run_maker_close(&maker);
    fl_run_generator_close(&grid);
    fl_run_generator_close(opened);
    return err;
}

/* What can be checked, and the generator whose settings it takes; NULL = the generator that is named. */
static const struct check_row {
    const char *name, *generator;
    fl_err (*check)(check_job *self, fl_opened_generator *opened, fl_diag *diag);
} checks[] = {{"room", "room", check_room},
              {"journey", "journey", check_journey},
              {"ways", NULL, check_ways},
              {"superset", NULL, check_superset}};

enum { CHECKS = sizeof checks / sizeof checks[0] };

static fl_err refuse(const char *word, fl_diag *diag)
{
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "cannot check '%.80s'", word);
    const char *near = fl_suggest_name(word, checks, CHECKS, sizeof checks[0]);
    fl_diag_hint(
        diag,
        near ? "did you mean 'check %s'?"
             : "there are 'check FILE', 'check room SET', 'check journey PLAN', 'check ways GENERATOR' and "
               "'check %s GENERATOR'",
        near ? near : "superset");
    return err;
}

/* Refuses options of other checks, and a check of floors without a generator. */
static fl_err check_words(const struct check_row *row, const fl_options *options, fl_diag *diag)
{
    static const char *const of_floors[] = {"floor", "floors", "seed"};
    for (size_t i = 0; i < sizeof of_floors / sizeof of_floors[0]; i++) {
        if (row->generator && fl_program_option_get(options, of_floors[i])) {
            return fl_diag_set(diag, FL_ERR_USAGE, "", "--%s is for 'check ways' and 'check superset'",
                               of_floors[i]);
        }
    }
    if (strcmp(row->name, "room") != 0 && fl_program_option_get(options, "ascii")) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--ascii is for 'check room'");
    }
    if (options->words_n > 2) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "'check %s' takes one name", row->name);
    }
    return row->generator || options->words_n > 1
               ? FL_OK
               : fl_diag_set(diag, FL_ERR_USAGE, "", "'check %s' needs a generator: check %s rebirth",
                             row->name, row->name);
}

/* Checks files that people write and prints a line for each; stops at the first error. */
static fl_err check_files(const fl_options *options, fl_diag *diag)
{
    fl_table table;
    fl_text out;
    bool is_json = fl_program_option_get(options, "json") != NULL;
    bool is_quiet = fl_program_option_get(options, "quiet") != NULL;
    fl_err err = FL_OK;
    fl_text_init(&out);
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "file is next");
    if (options->values_n > (size_t)is_json + is_quiet) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "'check FILE' has no options but --json and --quiet");
    }
    for (size_t i = 0; i < options->words_n && !err; i++) {
        err = fl_commands_check_file(options->word[i], &table, diag);
    }
    err = err || !fl_text_check(&table.cells) ? err : fl_diag_memory(diag);
    const char *cell = fl_text_get(&table.cells);
    for (unsigned i = 0; i < table.cells_n && !err && !is_json && !is_quiet; i++) {
        fl_text_add(&out, i % 3 == 0 || !cell[0] ? "" : i % 3 == 1 ? ": " : "; ");
        fl_text_add_masked(&out, cell);
        fl_text_add(&out, i % 3 == 2 ? "\n" : "");
        cell += strlen(cell) + 1;
    }
    if (!err && is_json) {
        fl_program_table_write_json(&table, &out);
    }
    err = err ? err : fl_program_output_tell(&out, options, diag);
    fl_program_table_free(&table);
    fl_text_free(&out);
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    fl_text out;
    fl_opened_generator opened;
    check_job self = {
        .options = options, .name = options->words_n > 1 ? options->word[1] : NULL, .out = &out};
    size_t i = fl_suggest_find(options->word[0], checks, CHECKS, sizeof checks[0]);
    fl_text_init(&out);
    bool is_file = i == CHECKS && fl_commands_check_is_file(options->word[0]);
    if (is_file) {
        return check_files(options, diag);
    }
    fl_err err = i < CHECKS ? check_words(&checks[i], options, diag) : refuse(options->word[0], diag);
    if (!err) {
        const char *generator = checks[i].generator ? checks[i].generator : self.name;
        err = fl_run_generator_read_options(&opened, generator, options, diag);
    }
    err = err ? err : checks[i].check(&self, &opened, diag);
    err = err                   ? err
          : fl_text_check(&out) ? fl_diag_memory(diag)
                                : fl_program_output_tell(&out, options, diag);
    *exit_code = self.exit_code;
    fl_text_free(&out);
    return err;
}

static const fl_option options[] = {
    {"floors", 'n', false, "N", "ways, superset: how many floors (default 1000)"},
    {"floor", 'f', false, "I",
     "ways, superset: number of the first floor, or a game seed (default: the first)"},
    FL_CMD_SEED,
    FL_CMD_SET,
    {"ascii", 0, false, NULL, "room: draw with ASCII characters only"},
    FL_CMD_JSON,
    FL_CMD_PROGRESS,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_commands_check = {
    .name = "check",
    .arguments = "FILE | room [SET] | journey [PLAN] | ways GENERATOR | superset GENERATOR",
    .summary = "check a file, prove a chunk set, walk through floors",
    .details = "  FILE     read an experiment, ruleset, claims file, dungeon plan, chunk set or\n"
               "           result as the command that uses it does, and say what it is, or what\n"
               "           is wrong and where; - is the standard input\n"
               "  room     prove that in every room that the chunk set can make no door is\n"
               "           blocked and all doors reach each other; or show a room that fails\n"
               "  journey  read a dungeon plan, say what is wrong with it, or list its floors\n"
               "  ways     walk through floors with the insides of their rooms ('show --rooms'):\n"
               "           in each room from every door to every other, and from the start to\n"
               "           every room to which doors lead\n"
               "  superset place the rooms of floors by the ruleset superset of the generator\n"
               "           grid: same cells, doors, start and end. Gao 2022 (1) says that rules\n"
               "           of its tool should make every floor of the game. What cannot be made\n"
               "           is counted by its obstacle, with the first floor\n"
               "\n"
               "SET and PLAN ship (basement, cellar, kirby; isaac, classic) or are\n"
               "files.\n"
               "\n"
               "Exit codes: 0 sound; 1 a room or a floor fails; 4 undecided, or no\n"
               "floor could be made; 2 bad input.",
    .examples = "floorlab check mine.yaml\n"
                "floorlab check room cellar\n"
                "floorlab check room mine.txt --set size=small --set clutter_max=2\n"
                "floorlab check journey mine.yaml\n"
                "floorlab check ways rebirth --set stage=6 --floors 10k\n"
                "floorlab check superset rebirth --set stage=6 --floors 10k\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 16,
    .run = run,
};
