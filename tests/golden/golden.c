/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Golden floors: floor i stays floor i. Reads a file of rows "settings | digest", makes the first floors of
 * each row's rules and compares the digest of their lines. Prints TAP.
 *
 *     golden tests/golden/classic.txt           compare
 *     golden --write tests/golden/classic.txt   write the digests anew (after raising the version
 * of the generator or the rule set)
 *
 * The digest is FNV-1a, 64 bits, over the floor lines without metrics. Where a rule set has a version of its
 * own, it stands behind the digest. */
#include "gen/floor/floor_json.h"
#include "gen/registry.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOORS = 10000 /* if the file names no number */, ROWS = 256, WIDTH = 160 };

static uint64_t hash_text(uint64_t hash, const fl_text *text)
{
    for (size_t i = 0; i < text->size; i++) {
        hash = (hash ^ (unsigned char)text->data[i]) * 0x100000001b3ULL;
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

/* The digest of the first floors of some rules; out->digest says how many, and becomes the digest. */
static fl_err digest(const fl_generator *generator, const char *settings, expectation *out, fl_diag *diag)
{
    fl_setting_values values;
    void *rules = NULL;
    fl_floor floor;
    fl_text text;
    fl_key key;
    fl_setting_values_init(&values, generator->settings, generator->settings_n);
    fl_err err = set_all(&values, settings, diag);
    err = err ? err : generator->init(&values, &rules, diag);
    if (err) {
        return err;
    }
    void *scratch = calloc(1, generator->scratch_size(rules));
    err = scratch ? fl_floor_init(&floor, generator->cells_max) : FL_ERR_MEMORY;
    fl_text_init(&text);
    fl_key_init(&key, generator->name, generator->version, 1);
    uint64_t floors = out->digest;
    out->digest = 0xcbf29ce484222325ULL;
    out->version = fl_generator_version(generator, rules);
    uint64_t first = 0;
    uint64_t last = UINT64_MAX;
    if (generator->floors) {
        generator->floors(rules, &first, &last);
    }
    for (key.index = first; key.index < first + floors && !err; key.index++) {
        fl_floor_json_head head = {
            .generator = generator->name, .rules = settings, .seed = 1, .index = key.index};
        generator->make(rules, &key, scratch, &floor);
        fl_text_clear(&text);
        fl_floor_json_write(&head, &floor, &text);
        out->digest = hash_text(out->digest, &text);
    }
    fl_floor_free(&floor);
    fl_text_free(&text);
    free(scratch);
    generator->free(rules);
    return err;
}

typedef struct golden {
    unsigned floors; /* of each row */
    char generator[32];
    unsigned version;
    char settings[ROWS][WIDTH];
    expectation expected[ROWS];
    int rows_n;
} golden;

static int read_file(const char *name, golden *out)
{
    char line[256];
    FILE *file = fopen(name, "r");
    out->floors = FLOORS;
    if (!file || !fgets(line, sizeof line, file) ||
        sscanf(line, "%31s version %u floors %u", out->generator, &out->version, &out->floors) < 2) {
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
    fprintf(file, "%s version %u floors %u\n# settings | FNV-1a of the lines of the first floors, seed 1\n",
            rows->generator, rows->version, rows->floors);
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
        found[i].digest = rows.floors;
        fl_err err = digest(generator, rows.settings[i], &found[i], &diag);
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
