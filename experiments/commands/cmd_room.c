/* floorlab room: chunk sets proven, packed and counted. */
#include "analysis/exact/exact.h"
#include "experiments/commands/commands_private.h"
#include "experiments/rooms/rooms.h"
#include "experiments/run/run.h"
#include "gen/base/suggest.h"
#include "gen/draw/draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct asking {
    const fl_options *options;
    const char *set; /* the second word, NULL = as the rules say */
    fl_text *out;
    int exit_code;
} asking;

static bool wants_json(const asking *self)
{
    return fl_program_option_get(self->options, "json") != NULL;
}

/* Settings from the options; the word behind the command names the set. */
static fl_err read_source(const asking *self, fl_rooms_source *out, fl_diag *diag)
{
    fl_err err = fl_rooms_source_read(out, self->options, diag);
    if (!err && self->set) {
        err = fl_setting_values_set(&out->values, "set", self->set, "", diag);
    }
    return err;
}

static bool is_given(const fl_rooms_source *source, fl_room_setting setting)
{
    return source->values.origin[setting] == FL_SETTING_VALUES_GIVEN;
}

/* The parts of a room that fails, and its drawing. */
static void write_broken(const asking *self, const fl_room_rules *rules, const fl_interior *room)
{
    fl_text_add_format(self->out, "\nThis room fails: %s. Doors %s; its chunks:\n",
                       fl_room_check(rules, room) ? fl_room_check(rules, room) : "nothing",
                       fl_room_parts_sides(room->doors));
    for (unsigned i = 0; i < rules->slots_n; i++) {
        const fl_chunk *chunk = &rules->set.chunk[room->choice[i] / FL_CHUNK_TURNS];
        fl_text_add_format(self->out, "  %-28s %s%s", rules->slot[i].name, chunk->name,
                           room->choice[i] & FL_CHUNK_TRANSPOSE ? ", transposed" : "");
        fl_text_add_format(self->out, chunk->line ? " (line %u)\n" : "\n", chunk->line);
    }
    fl_room_text_options how = {.is_ascii = fl_program_option_get(self->options, "ascii") != NULL};
    fl_text_add_char(self->out, '\n');
    fl_draw_room_text(room, &how, self->out);
}

/* Levels of clutter that can stand alone: chunks, and sets of doors that can be made of them. */
static void write_levels(const asking *self, const fl_room_rules *rules)
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
            fl_text_add_format(self->out,
                               "  clutter %-2u  %u chunk%s, alone enough for %u of 16 sets of doors\n", level,
                               chunks[level], chunks[level] == 1 ? "" : "s", n);
        }
    }
}

static void write_proof(const asking *self, const fl_room_rules *rules, const fl_exact_room_proof *proof,
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
        write_broken(self, rules, &proof->room);
    } else {
        write_levels(self, rules);
    }
}

static fl_err check_size(asking *self, const fl_rooms_source *given, const char *size, fl_diag *diag)
{
    fl_rooms_source source = *given;
    fl_exact_room_proof proof;
    fl_err err = fl_setting_values_set(&source.values, "size", size, "", diag);
    err = err ? err : fl_rooms_source_begin(&source, diag);
    err = err ? err : fl_exact_room_prove(source.rules, &proof, diag);
    if (!err) {
        write_proof(self, source.rules, &proof, size);
        int code = proof.answer == FL_ROOM_BROKEN ? 1 : proof.answer == FL_ROOM_UNDECIDED ? 4 : 0;
        self->exit_code = self->exit_code == 1 || code == 0 ? self->exit_code : code;
    }
    fl_rooms_source_close(&source);
    return err;
}

static fl_err ask_check(asking *self, fl_diag *diag)
{
    static const char *const sizes[] = {"small", "big"};
    fl_rooms_source source;
    fl_err err = read_source(self, &source, diag);
    err = err ? err : fl_rooms_source_suggest(&source, "doors", "random", diag);
    int64_t only = is_given(&source, FL_ROOM_SETTING_SIZE)
                       ? fl_setting_values_get(&source.values, FL_ROOM_SETTING_SIZE)
                       : -1;
    fl_text_add(self->out, wants_json(self) ? "[" : "");
    for (int64_t i = 0; i < 2 && !err; i++) {
        if (only < 0 || only == i) {
            fl_text_add(self->out, wants_json(self) && i > 0 && only < 0 ? ",\n " : "");
            err = check_size(self, &source, sizes[i], diag);
        }
    }
    fl_text_add(self->out, wants_json(self) ? "]\n" : "");
    return err;
}

static fl_err read_count(const asking *self, uint64_t usual, uint64_t *rooms, uint64_t *threads,
                         fl_diag *diag)
{
    fl_err err = fl_program_option_number(self->options, "rooms", usual, rooms, diag);
    if (!err && (*rooms < 1 || *rooms > 1000000000000)) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--rooms is 1 to 1T");
    }
    return err ? err : fl_run_ordered_threads(self->options, threads, diag);
}

static fl_err ask_claims(asking *self, fl_diag *diag)
{
    fl_rooms_source source;
    fl_room_claim claims[FL_ROOMS_CLAIMS];
    fl_table table;
    uint64_t rooms = 0;
    uint64_t threads = 1;
    fl_program_table_init(&table);
    fl_err err = read_source(self, &source, diag);
    err = err ? err : read_count(self, 1000000, &rooms, &threads, diag);
    err = err ? err : fl_rooms_claims_judge(&source, rooms, (unsigned)threads, claims, diag);
    fl_program_table_columns(&table, "claim verdict text evidence");
    for (unsigned i = 0; i < FL_ROOMS_CLAIMS && !err; i++) {
        fl_program_table_add(&table, claims[i].id);
        fl_program_table_add(&table, fl_rooms_claims_verdict(claims[i].verdict));
        fl_program_table_add(&table, claims[i].text);
        fl_program_table_add(&table, claims[i].evidence);
        int code = claims[i].verdict == FL_ROOM_REFUTED ? 1 : claims[i].verdict == FL_ROOM_OPEN ? 4 : 0;
        self->exit_code = self->exit_code == 1 || code == 0 ? self->exit_code : code;
    }
    if (!err && wants_json(self)) {
        fl_program_table_write_json(&table, self->out);
    } else if (!err) {
        fl_program_table_write(&table, self->out);
    }
    err = !err && fl_program_table_check(&table) ? fl_diag_memory(diag) : err;
    fl_program_table_free(&table);
    return err;
}

typedef struct stats {
    asking *asking;
    fl_rooms_source source;
    fl_room_counting counting;
    fl_room_tally *tally;
    fl_table table;
    unsigned conditions;
} stats;

static void write_stats(stats *self, const char *condition)
{
    asking *asking = self->asking;
    fl_text rest;
    fl_text_init(&rest);
    fl_rooms_source_rest(&self->source, &rest);
    if (wants_json(asking)) {
        fl_text_add(asking->out, self->conditions > 0 ? ",\n{\"set\": " : "{\"set\": ");
        fl_text_add_json(asking->out, self->source.rules->set.name);
        fl_text_add_format(asking->out,
                           ", \"seed\": \"%llu\", \"settings\": ", (unsigned long long)self->source.seed);
        fl_text_add_json(asking->out, fl_text_get(&rest));
        fl_text_add(asking->out, ", ");
        fl_rooms_sheet_json(self->tally, asking->out);
    } else {
        fl_rooms_sheet_rows(self->tally, condition, &self->table);
    }
    if (self->tally->broken > 0) {
        fprintf(stderr, "floorlab: %llu rooms fail; the first: %s\n  floorlab show room --floor %llu%s\n",
                (unsigned long long)self->tally->broken, self->tally->complaint,
                (unsigned long long)self->tally->first_broken, fl_text_get(&rest));
        asking->exit_code = 1;
    }
    fl_text_free(&rest);
    self->conditions++;
}

static fl_err count_condition(void *self_of, const char *condition, fl_diag *diag)
{
    stats *self = self_of;
    fl_err err = fl_rooms_source_begin(&self->source, diag);
    err = err ? err : fl_rooms_stats_count(&self->counting, self->tally, diag);
    if (!err) {
        write_stats(self, condition);
    }
    fl_rooms_source_close(&self->source);
    return err;
}

static fl_err count_all(stats *self, fl_diag *diag)
{
    const char *vary = fl_program_option_get(self->asking->options, "vary");
    fl_text *out = self->asking->out;
    fl_rooms_sheet_columns(&self->table, vary != NULL);
    fl_text_add(out, vary && wants_json(self->asking) ? "[" : "");
    fl_err err = vary ? fl_rooms_source_vary(&self->source, vary, count_condition, self, diag)
                      : count_condition(self, NULL, diag);
    if (wants_json(self->asking)) {
        fl_text_add(out, vary ? "]\n" : "\n");
    } else if (!err) {
        fl_program_table_write(&self->table, out);
    }
    return err ? err : fl_program_table_check(&self->table) ? fl_diag_memory(diag) : FL_OK;
}

static fl_err ask_stats(asking *self, fl_diag *diag)
{
    uint64_t threads = 1;
    stats stats = {.asking = self, .tally = malloc(sizeof *stats.tally)};
    stats.counting = (fl_room_counting){.source = &stats.source, .measures = true};
    fl_program_table_init(&stats.table);
    fl_err err = stats.tally ? read_source(self, &stats.source, diag) : fl_diag_memory(diag);
    err = err ? err : read_count(self, 100000, &stats.counting.rooms, &threads, diag);
    err = err ? err : fl_program_option_number(self->options, "from", 0, &stats.counting.from, diag);
    stats.counting.threads = (unsigned)threads;
    err = err ? err : count_all(&stats, diag);
    fl_program_table_free(&stats.table);
    free(stats.tally);
    return err;
}

static fl_err ask_pack(asking *self, fl_diag *diag)
{
    fl_chunk_set *set = malloc(sizeof *set);
    fl_err err =
        set ? fl_room_chunk_set_open(set, self->set ? self->set : "cellar", diag) : fl_diag_memory(diag);
    if (!err) {
        fl_room_chunk_set_pack(set, self->out);
    }
    free(set);
    return err;
}

static fl_err ask_unpack(asking *self, fl_diag *diag)
{
    char *data = NULL;
    size_t size = 0;
    fl_chunk_set *set = malloc(sizeof *set);
    fl_err err = set ? FL_OK : fl_diag_memory(diag);
    if (!err && !self->set) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "room unpack wants a file of packed chunks");
    }
    err = err ? err : fl_program_file_read(self->set, &data, &size, diag);
    err = err ? err : fl_room_chunk_set_unpack(set, data, size, self->set, diag);
    if (!err) {
        fl_room_chunk_set_print(set, self->out);
    }
    free(data);
    free(set);
    return err;
}

/* What can be asked. */
static const struct ask_row {
    const char *name;
    fl_err (*ask)(asking *self, fl_diag *diag);
} asks[] = {
    {"check", ask_check}, {"claims", ask_claims}, {"stats", ask_stats},
    {"pack", ask_pack},   {"unpack", ask_unpack},
};

enum { ASKS = sizeof asks / sizeof asks[0] };

static fl_err refuse(const char *word, fl_diag *diag)
{
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "room cannot '%.80s'", word);
    const char *near = fl_suggest_name(word, asks, ASKS, sizeof asks[0]);
    fl_diag_hint(diag, near ? "did you mean '%s'?" : "there are check, claims, stats, pack and %s",
                 near ? near : "unpack");
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    fl_text out;
    asking self = {.options = options, .set = options->words_n > 1 ? options->word[1] : NULL, .out = &out};
    size_t i = 0;
    fl_text_init(&out);
    while (i < ASKS && strcmp(asks[i].name, options->word[0]) != 0) {
        i++;
    }
    fl_err err = i < ASKS ? asks[i].ask(&self, diag) : refuse(options->word[0], diag);
    err = err                   ? err
          : fl_text_check(&out) ? fl_diag_memory(diag)
                                : fl_program_output_write(STDOUT_FILENO, &out, diag);
    *exit_code = self.exit_code;
    fl_text_free(&out);
    return err;
}

static const fl_option options[] = {
    {"rooms", 'n', false, "N", "stats, claims: how many random rooms (100k; claims: 1M of each size)"},
    {"from", 0, false, "I", "stats: number of the first room"},
    {"vary", 0, false, "K=V,V", "stats: a table for each value of a setting, such as clutter=0,1,2,3"},
    {"threads", 't', false, "T", "stats, claims: threads, 1 to 64 (default: one per processor)"},
    FL_CMD_SEED,
    FL_CMD_SET,
    {"ascii", 0, false, NULL, "check: draw with plain signs"},
    FL_CMD_JSON,
    FL_CMD_HELP,
};

const fl_command fl_cmd_room = {
    .name = "room",
    .arguments = "check | claims | stats | pack | unpack [SET]",
    .summary = "prove, count and pack chunk rooms",
    .details =
        "SET is a chunk set that ships (cellar, kirby) or a file (data/chunks/README.md).\n"
        "check: in every room that the set can make, no door is blocked and all reach each other; or the "
        "room that fails.\n"
        "claims: what Team Kirby devlog 2020 says about chunk rooms, judged. stats: metrics of random rooms, "
        "counted exactly.\n"
        "pack: 33 bytes a chunk to standard output; unpack: such a FILE as text.",
    .examples = "floorlab room check cellar\n"
                "floorlab room check mine.txt --set size=small --set clutter_max=2\n"
                "floorlab room stats --vary clutter=0,1,2,3 --set size=big\n"
                "floorlab room stats kirby --rooms 1M --set rules=kirby --set doors=random --json\n"
                "floorlab show room --set doors=NES --set size=big --count 4 --format svg > rooms.svg\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 2,
    .run = run,
};
