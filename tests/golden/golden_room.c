/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Golden rooms: room i stays room i. Reads a file of rows "settings | digest", makes the first rooms of each
 * row's rules and compares their digest. Prints TAP.
 *
 *     golden_room tests/golden/room.txt           compare
 *     golden_room --write tests/golden/room.txt   write the digests anew (after raising FL_ROOM_VERSION)
 *
 * The digest is FNV-1a, 64 bits, over size, doors, chunks with their turns, and tiles, a byte each. */
#include "gen/room/room.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 64, WIDTH = 160 };

typedef struct golden {
    unsigned version, rooms; /* of each row */
    char settings[ROWS][WIDTH];
    uint64_t expected[ROWS];
    int rows_n;
} golden;

static uint64_t hash_byte(uint64_t hash, unsigned byte)
{
    return (hash ^ (byte & 0xff)) * 0x100000001b3ULL;
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

static fl_err digest(const char *settings, unsigned rooms, uint64_t *out, fl_diag *diag)
{
    fl_setting_values values;
    fl_room_rules *rules = NULL;
    fl_key key;
    char word[WIDTH];
    fl_err err = FL_OK;
    fl_setting_values_init(&values, fl_room_rules_settings, FL_ROOM_SETTINGS_N);
    for (unsigned i = 0; !err; i++) {
        fl_setting_word_at(settings, i, word, sizeof word);
        if (!word[0]) {
            break;
        }
        err = fl_setting_values_assign(&values, word, "golden", diag);
    }
    err = err ? err : fl_room_rules_init(&values, &rules, diag);
    *out = 0xcbf29ce484222325ULL;
    fl_room_key(1, &key);
    for (key.index = 0; key.index < rooms && !err; key.index++) {
        fl_interior room;
        fl_room_make(rules, &key, &room);
        *out = hash_room(*out, &room, rules->slots_n);
    }
    fl_room_rules_free(rules);
    return err;
}

static int read_file(const char *name, golden *out)
{
    char line[256];
    FILE *file = fopen(name, "r");
    if (!file || !fgets(line, sizeof line, file) ||
        sscanf(line, "room version %u rooms %u", &out->version, &out->rooms) != 2) {
        fprintf(stderr, "%s: expected 'room version N rooms K' in the first line\n", name);
        return -1;
    }
    while (fgets(line, sizeof line, file) && out->rows_n < ROWS) {
        char *bar = strstr(line, " |");
        if (line[0] != '#' && bar) {
            *bar = '\0';
            snprintf(out->settings[out->rows_n], WIDTH, "%.*s", WIDTH - 1, line);
            out->expected[out->rows_n++] = strtoull(bar + 2, NULL, 16);
        }
    }
    fclose(file);
    return 0;
}

static int write_file(const char *name, const golden *rows, const uint64_t *found)
{
    FILE *file = fopen(name, "w");
    if (!file) {
        return 1;
    }
    fprintf(file, "room version %d rooms %u\n# settings | FNV-1a of the first rooms, seed 1\n",
            FL_ROOM_VERSION, rows->rooms);
    for (int i = 0; i < rows->rows_n; i++) {
        fprintf(file, "%s | %016" PRIx64 "\n", rows->settings[i], found[i]);
    }
    return fclose(file) != 0;
}

int main(int argc, char **argv)
{
    static golden rows;
    uint64_t found[ROWS] = {0};
    bool writes = argc == 3 && strcmp(argv[1], "--write") == 0;
    fl_diag diag;
    fl_diag_init(&diag);
    if (argc < 2 || read_file(argv[argc - 1], &rows)) {
        return 2;
    }
    int failed = !writes && rows.version != FL_ROOM_VERSION;
    printf("1..%d\n%s 1 - the file is of the version of rooms\n", rows.rows_n + 1, failed ? "not ok" : "ok");
    for (int i = 0; i < rows.rows_n; i++) {
        fl_err err = digest(rows.settings[i], rows.rooms, &found[i], &diag);
        bool is_same = !err && (writes || found[i] == rows.expected[i]);
        failed |= !is_same;
        printf("%s %d - room %s\n", is_same ? "ok" : "not ok", i + 2, rows.settings[i]);
        if (!is_same) {
            fprintf(stderr, "%s: found %016" PRIx64 " %s\n", rows.settings[i], found[i], diag.what);
        }
    }
    return writes ? write_file(argv[2], &rows, found) : failed;
}
