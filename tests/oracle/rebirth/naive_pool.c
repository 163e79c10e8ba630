/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Interiors: the game's XML files of rooms, read tag by tag (trusted files), and the
 * choice of one by weight. See naive.h.
 */
#include "tests/oracle/rebirth/naive_parts.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 27, TILES_WIDE = 13, TILES_HIGH = 7 };

struct pool_file {
    struct reb_interior *room;
    int count;
};

struct reb_pool {
    struct pool_file file[FILES];
};

/* ---- reading ---- */

/* The number in name="..." of a line; the name is given with its leading space. */
static double attribute(const char *line, const char *name)
{
    char pattern[32];
    snprintf(pattern, sizeof(pattern), " %s=\"", name);
    const char *found = strstr(line, pattern);
    return found != NULL ? strtod(found + strlen(pattern), NULL) : 0;
}

static int whole(const char *line, const char *name)
{
    return (int)attribute(line, name);
}

const int reb_door_tiles[REB_SHAPES + 1][REB_SLOTS][2] = {
    [1] = {{-1, 3}, {6, -1}, {13, 3}, {6, 7}, {99, 99}, {99, 99}, {99, 99}, {99, 99}},
    [2] = {{-1, 3}, {99, 99}, {13, 3}, {99, 99}, {99, 99}, {99, 99}, {99, 99}, {99, 99}},
    [3] = {{99, 99}, {6, -1}, {99, 99}, {6, 7}, {99, 99}, {99, 99}, {99, 99}, {99, 99}},
    [4] = {{-1, 3}, {6, -1}, {13, 3}, {6, 14}, {-1, 10}, {99, 99}, {13, 10}, {99, 99}},
    [5] = {{99, 99}, {6, -1}, {99, 99}, {6, 14}, {99, 99}, {99, 99}, {99, 99}, {99, 99}},
    [6] = {{-1, 3}, {6, -1}, {26, 3}, {6, 7}, {99, 99}, {19, -1}, {99, 99}, {19, 7}},
    [7] = {{-1, 3}, {99, 99}, {26, 3}, {99, 99}, {99, 99}, {99, 99}, {99, 99}, {99, 99}},
    [8] = {{-1, 3}, {6, -1}, {26, 3}, {6, 14}, {-1, 10}, {19, -1}, {26, 10}, {19, 14}},
    [9] = {{12, 3}, {6, 6}, {26, 3}, {6, 14}, {-1, 10}, {19, -1}, {26, 10}, {19, 14}},
    [10] = {{-1, 3}, {6, -1}, {13, 3}, {6, 14}, {-1, 10}, {19, 6}, {26, 10}, {19, 14}},
    [11] = {{-1, 3}, {6, -1}, {26, 3}, {6, 7}, {12, 10}, {19, -1}, {26, 10}, {19, 14}},
    [12] = {{-1, 3}, {6, -1}, {26, 3}, {6, 14}, {-1, 10}, {19, -1}, {13, 10}, {19, 7}}};

static int door_bit(int shape, const char *line)
{
    if (whole(line, "exists") == 0 && strstr(line, "exists=\"true\"") == NULL &&
        strstr(line, "exists=\"True\"") == NULL) {
        return 0;
    }
    for (int slot = 0; slot < REB_SLOTS; slot++) {
        if (reb_door_tiles[shape][slot][0] == whole(line, "x") &&
            reb_door_tiles[shape][slot][1] == whole(line, "y")) {
            return 1 << slot;
        }
    }
    return 0;
}

static void append(struct pool_file *file, const char *tag)
{
    file->room = realloc(file->room, (size_t)(file->count + 1) * sizeof(*file->room));
    struct reb_interior *room = &file->room[file->count];
    file->count++;
    memset(room, 0, sizeof(*room));
    room->variant = whole(tag, "variant");
    room->type = whole(tag, "type");
    room->subtype = whole(tag, "subtype");
    room->shape = whole(tag, "shape");
    room->difficulty = whole(tag, "difficulty");
    room->original_weight = strstr(tag, " weight=\"") != NULL ? (float)attribute(tag, "weight") : 1;
    room->weight = room->original_weight;
    if (room->shape < 1 || room->shape > REB_SHAPES) {
        fprintf(stderr, "shape %d: taken as 1\n", room->shape);
        room->shape = 1;
    }
    bool wide = room->shape == 6 || room->shape >= 7;
    bool high = room->shape == 4 || room->shape == 5 || room->shape >= 8;
    room->width = strstr(tag, " width=\"") != NULL ? whole(tag, "width") : TILES_WIDE * (wide ? 2 : 1);
    room->height = strstr(tag, " height=\"") != NULL ? whole(tag, "height") : TILES_HIGH * (high ? 2 : 1);
}

/* Tag by tag: the text between < and >, which no attribute of a trusted file holds. */
static bool read_file(struct pool_file *file, const char *folder, const char *name)
{
    char path[4096];
    char tag[4096];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *from = fopen(path, "r");
    if (from == NULL) {
        return false;
    }
    while (fscanf(from, "%*[^<]") != EOF && fscanf(from, "<%4095[^>]", tag) == 1) {
        if (strncmp(tag, "room ", 5) == 0) {
            append(file, tag);
        } else if (strncmp(tag, "door ", 5) == 0 && file->count > 0) {
            struct reb_interior *room = &file->room[file->count - 1];
            room->doors |= door_bit(room->shape, tag);
        }
    }
    fclose(from);
    return true;
}

struct reb_pool *reb_pool_load(const char *folder, int stage_file)
{
    DIR *directory = opendir(folder);
    if (directory == NULL) {
        fprintf(stderr, "%s: cannot be read\n", folder);
        return NULL;
    }
    struct reb_pool *pool = calloc(1, sizeof(*pool));
    bool fine = pool != NULL;
    for (struct dirent *entry = readdir(directory); fine && entry != NULL; entry = readdir(directory)) {
        int number = 0;
        int length = 0;
        if (sscanf(entry->d_name, "%2d.%n", &number, &length) < 1 || length != 3 ||
            strstr(entry->d_name, ".xml") == NULL || number < 0 || number >= FILES) {
            continue;
        }
        if (number != 0 && number != stage_file) {
            continue;
        }
        fine = read_file(&pool->file[number], folder, entry->d_name);
    }
    closedir(directory);
    if (!fine || pool->file[0].count == 0) {
        fprintf(stderr, "%s: no room files, or one that cannot be read\n", folder);
        reb_pool_free(pool);
        return NULL;
    }
    return pool;
}

void reb_pool_free(struct reb_pool *pool)
{
    for (int i = 0; pool != NULL && i < FILES; i++) {
        free(pool->file[i].room);
    }
    free(pool);
}

/* ---- choosing ---- */

struct reb_request reb_request_for(uint32_t seed, int type)
{
    return (struct reb_request){.seed = seed,
                                .type = type,
                                .shape = REB_ANY,
                                .first_variant = 0,
                                .last_variant = REB_ANY,
                                .least_difficulty = 1,
                                .most_difficulty = 10,
                                .subtype = REB_ANY};
}

static bool matches(const struct reb_interior *room, const struct reb_request *request)
{
    if (room->type != request->type || (request->shape != REB_ANY && room->shape != request->shape)) {
        return false;
    }
    if (room->variant < request->first_variant ||
        (request->last_variant != REB_ANY && room->variant > request->last_variant)) {
        return false;
    }
    if (room->difficulty < request->least_difficulty || room->difficulty > request->most_difficulty) {
        return false;
    }
    return (room->doors & request->doors) == request->doors &&
           (request->subtype == REB_ANY || room->subtype == request->subtype);
}

/* True if the choice is among the interiors with exactly the required doors. */
static bool exact_ones_win(const struct reb_request *request, float exact, float total, float draw)
{
    float share = exact / total;
    if (request->binary32_exact_test) {
        float scaled = share * 9.99f;
        return draw <= scaled;
    }
    return (double)share * 9.99 > (double)draw;
}

static struct reb_interior *first_above(struct pool_file *file, const struct reb_request *request,
                                        bool exact_only, float target)
{
    float sum = 0;
    for (int i = 0; i < file->count; i++) {
        struct reb_interior *room = &file->room[i];
        if (!matches(room, request) || (exact_only && room->doors != request->doors)) {
            continue;
        }
        sum = sum + room->weight;
        if (sum > target) {
            return room;
        }
    }
    return NULL;
}

static void lower_weight(struct reb_interior *room)
{
    float lower = room->weight * 0.1f;
    room->weight = lower > 1e-7f ? lower : 1e-7f;
}

const struct reb_interior *reb_pool_pick(struct reb_pool *pool, const struct reb_request *request)
{
    struct pool_file *file = &pool->file[request->file];
    struct reb_stream stream = reb_stream_of(request->seed, 1, 21, 20);
    float first = reb_float01(&stream);
    float total = 0;
    float exact = 0;
    bool any_exact = false;
    for (int i = 0; i < file->count; i++) {
        if (!matches(&file->room[i], request)) {
            continue;
        }
        total = total + file->room[i].weight;
        if (file->room[i].doors == request->doors && (request->doors != 0 || !request->binary32_exact_test)) {
            exact = exact + file->room[i].weight;
            any_exact = true;
        }
    }
    bool exact_only = any_exact && exact_ones_win(request, exact, total, reb_float01(&stream));
    float target = first * (exact_only ? exact : total);
    struct reb_interior *chosen = first_above(file, request, exact_only, target);
    if (chosen != NULL && !request->keep_weight) {
        lower_weight(chosen);
    }
    return chosen;
}

const struct reb_interior *reb_pool_fixed(const struct reb_pool *pool, int file, int type, int variant)
{
    for (int i = 0; i < pool->file[file].count; i++) {
        const struct reb_interior *room = &pool->file[file].room[i];
        if (room->type == type && room->variant == variant) {
            return room;
        }
    }
    return NULL;
}

void reb_pool_reset(struct reb_pool *pool, int file)
{
    for (int i = 0; i < pool->file[file].count; i++) {
        pool->file[file].room[i].weight = pool->file[file].room[i].original_weight;
    }
}

int reb_pool_survey(const struct reb_pool *pool, int file, int least, int most, int *shapes)
{
    int count = 0;
    *shapes = 0;
    for (int i = 0; i < pool->file[file].count; i++) {
        const struct reb_interior *room = &pool->file[file].room[i];
        if (room->type == REB_DEFAULT && room->difficulty >= least && room->difficulty <= most) {
            *shapes |= 1 << room->shape;
            count++;
        }
    }
    return count;
}
