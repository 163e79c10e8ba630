/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Golden journeys: journey i stays journey i. Reads "plan player | digest" rows; the digest is FNV-1a over a
 * line for every floor of the first journeys: floor, variant, player, curse, rooms. With a second argument it
 * writes the file anew (after raising FL_JOURNEY_VERSION, or the version of a generator). Prints TAP. */
#include "experiments/show/show_private.h"
#include "gen/base/embedded.h"
#include "gen/floor_generators.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { JOURNEYS = 200, ROWS = 16 };

typedef struct row {
    char plan[32], player[32];
    uint64_t expected, found;
} row;

typedef struct hasher {
    uint64_t hash;
    fl_text line;
} hasher;

static fl_err feed(void *context, const fl_journey_visited_floor *floor, fl_diag *diag)
{
    hasher *self = context;
    (void)diag;
    fl_text_clear(&self->line);
    fl_text_add_format(&self->line, "%s %u %u %u ", floor->journey->stop[floor->walk->stop].name,
                       floor->walk->variant, floor->sight->curse, floor->maker->floor.rooms_n);
    fl_journey_state_write(floor->journey, &floor->walk->state, &self->line);
    for (size_t i = 0; i < self->line.size; i++) {
        self->hash = (self->hash ^ (unsigned char)self->line.data[i]) * 0x100000001b3ULL;
    }
    return FL_OK;
}

static fl_err digest(row *self, fl_diag *diag)
{
    char path[64];
    fl_journey *journey = NULL;
    snprintf(path, sizeof path, "data/journeys/%s.yaml", self->plan);
    const fl_embedded *file = fl_embedded_find(path);
    if (!file) {
        return fl_diag_set(diag, FL_ERR_INPUT, path, "does not ship");
    }
    fl_journey_text text = {.name = path, .data = file->data, .size = file->size, .player = self->player};
    text.generators = fl_floor_generators_all(&text.generators_n);
    hasher hasher = {.hash = 0xcbf29ce484222325ULL};
    fl_text_init(&hasher.line);
    fl_err err = fl_journey_open(&journey, &text, diag);
    for (uint64_t number = 0; number < JOURNEYS && !err; number++) {
        fl_journey_walk walk;
        fl_journey_walk_begin(&walk, journey, 1, number);
        err = fl_show_each_floor(journey, &walk, feed, &hasher, diag);
    }
    self->found = hasher.hash;
    fl_text_free(&hasher.line);
    fl_journey_free(journey);
    return err;
}

static int read_rows(const char *name, row *rows, unsigned *version)
{
    char line[128];
    int n = 0;
    FILE *file = fopen(name, "r");
    if (!file || !fgets(line, sizeof line, file) || sscanf(line, "journey version %u", version) != 1) {
        return 0;
    }
    while (fgets(line, sizeof line, file) && n < ROWS) {
        n += sscanf(line, "%31s %31s | %" SCNx64, rows[n].plan, rows[n].player, &rows[n].expected) == 3;
    }
    fclose(file);
    return n;
}

static int write_rows(const char *name, const row *rows, int n)
{
    FILE *file = fopen(name, "w");
    if (!file) {
        return 1;
    }
    fprintf(file,
            "journey version %d runs %d\n# plan player | FNV-1a of the floors of the first runs, seed 1\n",
            FL_JOURNEY_VERSION, JOURNEYS);
    for (int i = 0; i < n; i++) {
        fprintf(file, "%s %s | %016" PRIx64 "\n", rows[i].plan, rows[i].player, rows[i].found);
    }
    return fclose(file) != 0;
}

int main(int argc, char **argv)
{
    static row rows[ROWS];
    unsigned version = 0;
    fl_diag diag;
    fl_diag_init(&diag);
    int n = argc > 1 ? read_rows(argv[1], rows, &version) : 0;
    if (n == 0) {
        fprintf(stderr, "%s: expected 'journey version N' and rows\n", argc > 1 ? argv[1] : "no file");
        return 2;
    }
    int failed = version != FL_JOURNEY_VERSION && argc < 3;
    printf("1..%d\n%s 1 - the file is of the version of journeys\n", n + 1, failed ? "not ok" : "ok");
    for (int i = 0; i < n; i++) {
        fl_err err = digest(&rows[i], &diag);
        bool is_same = !err && rows[i].found == rows[i].expected;
        failed += !is_same;
        printf("%s %d - %s %s%s%s\n", is_same ? "ok" : "not ok", i + 2, rows[i].plan, rows[i].player,
               err ? ": " : "", err ? diag.what : "");
    }
    return argc > 2 ? write_rows(argv[1], rows, n) : failed > 0;
}
