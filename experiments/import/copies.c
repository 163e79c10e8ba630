/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Floors that are copies of one another. Verdicts assume independent floors; these are two tests of that
 * assumption. Both are fair games: if floors are independent, each counted step goes either way with the same
 * chance, so the evidence is exact for any number of floors.
 *
 * A fixed distance: of two pairs of floors at distance d, (a, a + d) and (b, b + d), a can equal its own
 * partner or that of the other. The distance is the one at which most floors are equal to the last one of
 * their kind, so each distance has its share of the false alarms.
 *
 * Too many: floor i of the file, or one of our own generator, can equal one of the floors 0 … i - 1 of the
 * file. The odds of the first must be more than twice as high, as ports may differ a little from ours. Only
 * what any port has is compared: room positions relative to the start, the end, and secret rooms if the file
 * has some. */
#include "experiments/import/import.h"

#include "analysis/stat/stat.h"
#include "gen/base/files.h"

#include <stdlib.h>
#include <string.h>

#define FL_FALSE_ALARM 1e-6 /* per file */

enum {
    FIRST = 100,      /* floors by which the contents of a file are recognised */
    LIMIT = 100000,   /* number of floors of our own */
    FEW = 20,         /* number of equal floors that is too small to be evidence */
    OWN_SEED = 70707, /* unlikely to be the seed of anyone's floors */
};

/* Parts of a floor to compare in the second test. */
typedef struct looked {
    bool has_end, has_secret;
} looked;

/* Hashes of the floors of a file in that form. */
typedef struct plans {
    uint64_t *hash; /* [n]; 0 = a failed floor */
    uint64_t n;
    looked look;
} plans;

/* The different hashes, numbered. */
typedef struct seen {
    uint64_t *hash; /* [size], 0 = empty */
    uint32_t *number;
    size_t size;
} seen;

static fl_err seen_init(seen *self, uint64_t n, fl_diag *diag)
{
    for (self->size = 64; self->size < 2 * n; self->size *= 2) {}
    self->hash = calloc(self->size, sizeof *self->hash);
    self->number = calloc(self->size, sizeof *self->number);
    return self->hash && self->number ? FL_OK : fl_diag_memory(diag);
}

static void seen_free(seen *self)
{
    free(self->hash);
    free(self->number);
}

/* Returns the index of a hash, or of the free entry for it. */
static size_t place_of(const seen *self, uint64_t hash)
{
    size_t at = hash & (self->size - 1);
    while (self->hash[at] && self->hash[at] != hash) {
        at = (at + 1) & (self->size - 1);
    }
    return at;
}

static bool has(const seen *self, uint64_t hash)
{
    return self->hash[place_of(self, hash)] != 0;
}

static void add(seen *self, uint64_t hash, uint64_t number)
{
    size_t at = place_of(self, hash);
    self->hash[at] = hash;
    self->number[at] = (uint32_t)number;
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/* Hashes all of a floor except its numbers; 0 for a failed one. */
static uint64_t hash_all(const fl_floor *floor)
{
    uint64_t hash = FL_FILES_HASH_START;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        const int32_t numbers[] = {(int32_t)room->kind, (int32_t)room->shape, room->is_added,   room->is_end,
                                   room->variant,       room->subtype,        room->difficulty, room->price,
                                   room->rank,          room->cells_n};
        hash = fl_files_hash_more(hash, numbers, sizeof numbers);
        hash =
            fl_files_hash_more(hash, &floor->cells[room->cells_from], room->cells_n * sizeof *floor->cells);
        hash = room->tag ? fl_files_hash_more(hash, room->tag, strlen(room->tag)) : hash;
    }
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        const uint16_t numbers[] = {floor->doors[i].cell_a, floor->doors[i].cell_b};
        hash = fl_files_hash_more(hash, numbers, sizeof numbers);
    }
    hash = fl_files_hash_more(hash, floor->roll, floor->rolls_n * sizeof *floor->roll);
    return floor->failure ? 0 : mix(hash) | 1;
}

/* Hashes the positions of rooms relative to the start, with end and secret rooms marked, independent of
 * rotations and reflections of the board; 0 for a failed floor. */
static uint64_t hash_plan(const fl_floor *floor, looked look)
{
    enum { LAYOUT, END, SECRET, WAYS = 8, MIRRORS_X = 1, MIRRORS_Y = 2, TURNS = 4, MIDDLE = 512 };
    uint64_t hash[WAYS] = {0};
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        bool is_secret = room->is_added && room->kind == FL_KIND_SECRET;
        uint64_t what = is_secret ? SECRET : room->is_end && look.has_end ? END : LAYOUT;
        for (unsigned k = 0; k < room->cells_n && (is_secret ? look.has_secret : !room->is_added); k++) {
            int cell = floor->cells[room->cells_from + k];
            int x = cell % floor->width - floor->rooms[0].origin_x;
            int y = cell / floor->width - floor->rooms[0].origin_y;
            for (unsigned way = 0; way < WAYS; way++) {
                uint64_t u = (uint64_t)(MIDDLE + (way & MIRRORS_X ? -x : x));
                uint64_t v = (uint64_t)(MIDDLE + (way & MIRRORS_Y ? -y : y));
                hash[way] += mix(what << 32 | (way & TURNS ? u << 16 | v : v << 16 | u));
            }
        }
    }
    uint64_t least = hash[0];
    for (unsigned way = 1; way < WAYS; way++) {
        least = hash[way] < least ? hash[way] : least;
    }
    return floor->failure ? 0 : least | 1;
}

/* True if the first of two counts is a larger share of both than chance allows. */
static fl_err is_more(const uint64_t count[2], fl_fraction share, double alpha, bool *out, fl_diag *diag)
{
    fl_stat_claim claim;
    fl_verdict_result result;
    uint64_t n = count[0] + count[1];
    fl_stat_claim_init(&claim, share, 0.01, alpha);
    claim.relation = FL_VERDICT_AT_MOST;
    fl_err err = n > 0 ? fl_stat_verdict_chance(&claim, count[0], n, &result, diag) : FL_OK;
    *out = !err && n > 0 && result.verdict == FL_VERDICT_REFUTED;
    return err;
}

/* Counts the equal floors, and finds the distance at which most of them repeat the last equal floor. */
static fl_err count_equal(fl_import_copies *self, const uint64_t *hash, uint64_t n, uint64_t *distance,
                          fl_diag *diag)
{
    seen last = {NULL, NULL, 0};
    uint32_t *times = calloc(n, sizeof *times);
    fl_err err = seen_init(&last, n, diag);
    err = times ? err : fl_diag_memory(diag);
    *distance = 0;
    for (uint64_t i = 0; i < n && !err; i++) {
        size_t at = place_of(&last, hash[i]);
        if (hash[i] && last.hash[at]) {
            if (self->copies < FL_IMPORT_COPIES_SHOWN) {
                self->pair[self->copies][0] = last.number[at];
                self->pair[self->copies][1] = i;
            }
            uint64_t d = i - last.number[at];
            self->copies++;
            times[d]++;
            *distance = times[d] > times[*distance] ? d : *distance;
        }
        self->floors += hash[i] != 0;
        if (hash[i]) {
            add(&last, hash[i], i);
        }
    }
    seen_free(&last);
    free(times);
    return err;
}

/* Tests pairs at the distance d that share no floor, two at a time. */
static fl_err judge_distance(fl_import_copies *self, const uint64_t *hash, uint64_t n, uint64_t d,
                             fl_diag *diag)
{
    uint64_t before = n;
    uint64_t partner[2] = {0, 0}; /* equal to its own partner, and to that of the other */
    for (uint64_t i = 0; i + d < n; i += (i + 1) % d == 0 ? d + 1 : 1) {
        if (before == n) {
            before = i;
            continue;
        }
        bool is_own = hash[before] && hash[before] == hash[before + d];
        bool is_other = hash[before] && hash[before] == hash[i + d];
        partner[0] += is_own && !is_other;
        partner[1] += is_other && !is_own;
        before = n;
    }
    bool is_fixed = false;
    fl_err err = is_more(partner, (fl_fraction){1, 2}, FL_FALSE_ALARM / 2 / (double)n, &is_fixed, diag);
    self->distance = is_fixed ? d : 0;
    return err;
}

/* Compares the floors from `from` on with as many of our own. */
static fl_err judge_own(fl_import_copies *self, const plans *file, const fl_opened_generator *as,
                        fl_diag *diag)
{
    fl_opened_generator reference = *as;
    fl_floor_maker maker;
    seen past = {NULL, NULL, 0};
    const uint64_t *plan = file->hash;
    uint64_t n = file->n;
    uint64_t from = n > LIMIT + FIRST ? n - LIMIT : FIRST;
    uint64_t repeats[2] = {0, 0}; /* of theirs, of ours */
    reference.seed = OWN_SEED;
    fl_run_generator_draw_first(&reference, LIMIT);
    memset(&maker, 0, sizeof maker);
    fl_err err = seen_init(&past, n, diag);
    err = err ? err : fl_run_maker_open(&maker, &reference, diag);
    for (uint64_t i = 0; i < n && !err && !self->has_too_many; i++) {
        if (i >= from && plan[i] && reference.first + (i - from) <= reference.last) {
            fl_run_maker_make(&maker, reference.first + (i - from), 0);
            bool is_theirs = has(&past, plan[i]);
            uint64_t mine = hash_plan(&maker.floor, file->look);
            bool is_ours = mine && has(&past, mine);
            repeats[0] += is_theirs && !is_ours;
            repeats[1] += is_ours && !is_theirs;
        }
        if (plan[i]) {
            add(&past, plan[i], i);
        }
        if (i + 1 == n || (i + 1) % 1024 == 0) {
            err = is_more(repeats, (fl_fraction){2, 3}, FL_FALSE_ALARM / 2, &self->has_too_many, diag);
        }
    }
    fl_run_maker_close(&maker);
    seen_free(&past);
    return err;
}

fl_err fl_import_copies_find(fl_import_copies *self, const fl_opened_generator *floors, uint64_t n,
                             const fl_opened_generator *as, fl_diag *diag)
{
    fl_floor_maker maker;
    uint64_t distance = 0;
    uint64_t unused = 0;
    fl_import_copies repeats = {.floors = 0}; /* of the plans */
    uint64_t *hash = calloc(n + 1, sizeof *hash);
    plans file = {.hash = calloc(n + 1, sizeof *file.hash), .n = n};
    memset(self, 0, sizeof *self);
    memset(&maker, 0, sizeof maker);
    fl_err err = hash && file.hash ? fl_run_maker_open(&maker, floors, diag) : fl_diag_memory(diag);
    for (uint64_t i = 0; i < n && i < FIRST && !err; i++) {
        fl_run_maker_make(&maker, floors->first + i, 0);
        file.look.has_end |= fl_floor_end(&maker.floor) != FL_FLOOR_NO_ROOM;
        for (unsigned k = 0; k < maker.floor.rooms_n; k++) {
            const fl_room *room = &maker.floor.rooms[k];
            file.look.has_secret |= room->is_added && room->kind == FL_KIND_SECRET;
        }
    }
    for (uint64_t i = 0; i < n && !err; i++) {
        fl_run_maker_make(&maker, floors->first + i, 0);
        hash[i] = hash_all(&maker.floor);
        file.hash[i] = as ? hash_plan(&maker.floor, file.look) : 0;
    }
    fl_run_maker_close(&maker);
    err = err ? err : count_equal(self, hash, n, &distance, diag);
    err = err || distance == 0 ? err : judge_distance(self, hash, n, distance, diag);
    err = err || !as ? err : count_equal(&repeats, file.hash, n, &unused, diag);
    err = err || repeats.copies < FEW ? err : judge_own(self, &file, as, diag);
    free(hash);
    free(file.hash);
    return err;
}

void fl_import_copies_tell(const fl_import_copies *self, fl_text *out)
{
    if (self->copies == 0) {
        return;
    }
    fl_text_add_format(out, "%llu of %llu floors are different; equal are floors",
                       (unsigned long long)(self->floors - self->copies), (unsigned long long)self->floors);
    for (unsigned i = 0; i < self->copies && i < FL_IMPORT_COPIES_SHOWN; i++) {
        fl_text_add_format(out, "%s %llu and %llu", i > 0 ? "," : "", (unsigned long long)self->pair[i][0],
                           (unsigned long long)self->pair[i][1]);
    }
    fl_text_add(out, self->copies > FL_IMPORT_COPIES_SHOWN ? " and more\n" : "\n");
}

void fl_import_copies_refuse(const fl_import_copies *self, const char *name, fl_text *out)
{
    if (self->distance == 0 && !self->has_too_many) {
        return;
    }
    fl_text_add(out, "floorlab: ");
    fl_text_add_masked(out, name);
    if (self->distance > 0) {
        fl_text_add_format(out, ": floors are repeated after %llu floors; give each its own random numbers\n",
                           (unsigned long long)self->distance);
    } else {
        fl_text_add(out,
                    ": floors are repeated more often than those of our own generator; give each its own "
                    "random numbers\n");
    }
}
