/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Golden samples: floor i stays floor i, room i room i, journey i journey i. Reads a file of rows
 * "settings | digest", makes the first samples of each row's rules and compares their digest. Prints TAP.
 *
 *     golden tests/golden/classic.txt           compare
 *     golden --write tests/golden/classic.txt   write the digests anew (after raising the version
 * of the generator or the rule set)
 *
 * The digest is FNV-1a, 64 bits: of floors over their lines without metrics, of rooms over size, doors,
 * chunks with their turns, and tiles, a byte each, of journeys over a line for every floor. Where a rule set
 * has a version of its own, it stands behind the digest. */
#include "experiments/show/show_private.h"
#include "gen/floor/floor_json.h"
#include "gen/registry.h"
#include "gen/room/room.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 256, WIDTH = 160 };

static uint64_t hash_byte(uint64_t hash, unsigned byte)
{
    return (hash ^ (byte & 0xff)) * 0x100000001b3ULL;
}

static uint64_t hash_text(uint64_t hash, const fl_text *text)
{
    for (size_t i = 0; i < text->size; i++) {
        hash = hash_byte(hash, (unsigned char)text->data[i]);
    }
    return hash;
}

static uint64_t hash_room(uint64_t hash, const fl_interior *room, unsigned slots)
{
    hash = hash_byte(hash_byte(hash, room->size), room->doors);
    for (unsigned i = 0; i < slots; i++) {
        hash = hash_byte(hash_byte(hash, room->choice[i] & 0xffu), room->choice[i] >> 8);
    }
    for (unsigned t = 0; t < (unsigned)room->size * room->size; t++) {
        hash = hash_byte(hash, fl_room_tile(room, t % room->size, t / room->size));
    }
    return hash;
}

static fl_err set_all(fl_setting_values *values, const char *settings, fl_diag *diag)
{
    char word[512];
    for (unsigned i = 0;; i++) {
        fl_setting_word_at(settings, i, word, sizeof word);
        if (!word[0]) {
            return FL_OK;
        }
        fl_err err = fl_setting_values_assign(values, word, "golden", diag);
        if (err) {
            return err;
        }
    }
}

/* What is held of some rules. */
typedef struct expectation {
    uint64_t digest;
    unsigned version;
} expectation;

/* Where a sample is made, and the digest so far. */
typedef struct making {
    const fl_generator *generator;
    const char *settings;
    void *rules, *scratch;
    fl_key key;
    fl_floor floor;
    fl_text line;
    uint64_t hash;
} making;

static fl_err hash_visit(void *context, const fl_journey_visited_floor *floor, fl_diag *diag)
{
    making *self = context;
    (void)diag;
    fl_text_clear(&self->line);
    fl_text_add_format(&self->line, "%s %u %u %u ", floor->journey->stop[floor->walk->stop].name,
                       floor->walk->variant, floor->sight->curse, floor->maker->floor.rooms_n);
    fl_journey_state_write(floor->journey, &floor->walk->state, &self->line);
    self->hash = hash_text(self->hash, &self->line);
    return FL_OK;
}

/* Makes the sample of the key and adds it to the digest. */
static fl_err hash_sample(making *self, fl_diag *diag)
{
    const fl_generator *generator = self->generator;
    fl_journey_walk walk;
    fl_interior room;
    switch (generator->makes) {
    case FL_SAMPLE_ROOM:
        generator->make(self->rules, &self->key, self->scratch, &room);
        self->hash = hash_room(self->hash, &room, ((const fl_room_rules *)self->rules)->slots_n);
        return FL_OK;
    case FL_SAMPLE_JOURNEY:
        fl_journey_walk_begin(&walk, self->rules, self->key.seed, self->key.index);
        return fl_show_each_floor(self->rules, &walk, hash_visit, self, diag);
    default:
        generator->make(self->rules, &self->key, self->scratch, &self->floor);
        fl_floor_json_head head = {
            .generator = generator->name, .rules = self->settings, .seed = 1, .index = self->key.index};
        fl_text_clear(&self->line);
        fl_floor_json_write(&head, &self->floor, &self->line);
        self->hash = hash_text(self->hash, &self->line);
        return FL_OK;
    }
}

/* The digest of the first n samples of some rules. */
static fl_err digest(const fl_generator *generator, const char *settings, unsigned n, expectation *out,
                     fl_diag *diag)
{
    fl_setting_values values;
    making self = {.generator = generator, .settings = settings, .hash = 0xcbf29ce484222325ULL};
    uint64_t first = 0;
    uint64_t last = UINT64_MAX;
    fl_setting_values_init(&values, generator->settings, generator->settings_n);
    fl_err err = set_all(&values, settings, diag);
    err = err ? err : generator->init(&values, &self.rules, diag);
    if (err) {
        return err;
    }
    self.scratch = calloc(1, generator->scratch_size(self.rules));
    err = self.scratch ? fl_floor_init(&self.floor, generator->cells_max) : FL_ERR_MEMORY;
    fl_text_init(&self.line);
    fl_key_init(&self.key, generator->name, generator->version, 1);
    if (generator->floors) {
        generator->floors(self.rules, &first, &last);
    }
    for (self.key.index = first; self.key.index < first + n && !err; self.key.index++) {
        err = hash_sample(&self, diag);
    }
    out->digest = self.hash;
    out->version = fl_generator_version(generator, self.rules);
    fl_floor_free(&self.floor);
    fl_text_free(&self.line);
    free(self.scratch);
    generator->free(self.rules);
    return err;
}

typedef struct golden {
    unsigned samples; /* of each row */
    char generator[32], word[16];
    unsigned version;
    char settings[ROWS][WIDTH];
    expectation expected[ROWS];
    int rows_n;
} golden;

static int read_file(const char *name, golden *out)
{
    char line[256];
    FILE *file = fopen(name, "r");
    if (!file || !fgets(line, sizeof line, file) ||
        sscanf(line, "%31s version %u %15s %u", out->generator, &out->version, out->word, &out->samples) !=
            4) {
        fprintf(stderr, "%s: expected 'GENERATOR version N floors K' in the first line\n", name);
        return -1;
    }
    while (fgets(line, sizeof line, file) && out->rows_n < ROWS) {
        char *bar = strchr(line, '|');
        if (line[0] != '#' && bar) {
            *bar = '\0';
            line[strcspn(line, "\n")] = '\0';
            snprintf(out->settings[out->rows_n], WIDTH, "%.*s", (int)strcspn(line, "|"), line);
            for (char *p = out->settings[out->rows_n]; *p; p++) {
                p[0] = p[0] == ' ' && p[1] == '\0' ? '\0' : p[0];
            }
            expectation *row = &out->expected[out->rows_n++];
            row->version = out->version;
            sscanf(bar + 1, " %" SCNx64 " version %u", &row->digest, &row->version);
        }
    }
    fclose(file);
    return 0;
}

static int write_file(const char *name, const golden *rows, const expectation *found)
{
    FILE *file = fopen(name, "w");
    if (!file) {
        return 1;
    }
    fprintf(file, "%s version %u %s %u\n# settings | FNV-1a of the first %s, seed 1\n", rows->generator,
            rows->version, rows->word, rows->samples, rows->word);
    for (int i = 0; i < rows->rows_n; i++) {
        fprintf(file, "%s | %016" PRIx64, rows->settings[i], found[i].digest);
        if (found[i].version != rows->version) {
            fprintf(file, " version %u", found[i].version);
        }
        fputc('\n', file);
    }
    return fclose(file) != 0;
}

int main(int argc, char **argv)
{
    static golden rows;
    expectation found[ROWS] = {{0}};
    bool writes = argc == 3 && strcmp(argv[1], "--write") == 0;
    const char *name = argv[argc - 1];
    fl_diag diag;
    fl_diag_init(&diag);
    if (argc < 2 || read_file(name, &rows)) {
        return 2;
    }
    const fl_generator *generator = fl_registry_find(rows.generator);
    if (!generator) {
        return 2;
    }
    rows.version = writes ? generator->version : rows.version;
    printf("1..%d\n", rows.rows_n + 1);
    printf("%s 1 - the file is of the generator's version\n",
           rows.version == generator->version ? "ok" : "not ok");
    int failed = rows.version != generator->version;
    for (int i = 0; i < rows.rows_n; i++) {
        fl_err err = digest(generator, rows.settings[i], rows.samples, &found[i], &diag);
        bool is_same = !err && (writes || (found[i].digest == rows.expected[i].digest &&
                                           found[i].version == rows.expected[i].version));
        failed |= !is_same;
        printf("%s %d - %s %s\n", is_same ? "ok" : "not ok", i + 2, rows.generator, rows.settings[i]);
        if (!is_same) {
            fprintf(stderr, "%s: found %016" PRIx64 " version %u %s\n", rows.settings[i], found[i].digest,
                    found[i].version, diag.what);
        }
    }
    return writes ? write_file(name, &rows, found) : failed;
}
