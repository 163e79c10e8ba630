/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions that take most of the time of a small input, made quick for all fuzzers; the linker puts these in
 * the place of the program's (meson.build). No reader does anything else than before. */
#include "analysis/claim/claim.h"
#include "gen/base/yaml.h"
#include "gen/floor/floor.h"
#include "gen/rebirth/pool/pool.h"

#include <string.h>
#include <xxhash.h>

enum { LARGEST = FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX };

fl_err __wrap_fl_claim_set_add_shipped(fl_claim_set *self, fl_diag *diag);
uint64_t __wrap_fl_files_hash(const void *data, size_t size);
fl_err __real_fl_floor_init(fl_floor *self, uint32_t cells_max);
fl_err __wrap_fl_floor_init(fl_floor *self, uint32_t cells_max);
void __real_fl_floor_free(fl_floor *self);
void __wrap_fl_floor_free(fl_floor *self);
fl_err __real_fl_yaml_read_shipped(const char *name, fl_yaml **out, fl_diag *diag);
fl_err __wrap_fl_yaml_read_shipped(const char *name, fl_yaml **out, fl_diag *diag);
fl_err __real_fl_pool_choice_load(fl_pool_choice_file *self, const char *folder, unsigned number,
                                  fl_files *files, fl_diag *diag);
fl_err __wrap_fl_pool_choice_load(fl_pool_choice_file *self, const char *folder, unsigned number,
                                  fl_files *files, fl_diag *diag);
void __real_fl_yaml_free(fl_yaml *self);
void __wrap_fl_yaml_free(fl_yaml *self);

/* Experiments name scenarios of the claims that ship, which take seconds to read: these are fewer. */
fl_err __wrap_fl_claim_set_add_shipped(fl_claim_set *self, fl_diag *diag)
{
    static const char text[] =
        "source: A document\nsources:\n  - {short: page, title: A small book}\n"
        "scenarios:\n  one: {generator: classic}\n  grid: {generator: grid, settings: {rules: walk}}\n"
        "claims:\n  - {id: a, source: page, text: t, type: bound, metric: dead_ends, values: 3..40, "
        "relation: at_least, value: 0.9, on: {one: confirmed, grid: undecided}}\n";
    return fl_claim_set_add(self, text, sizeof text - 1, "few claims", diag);
}

/* Of compiled rulesets, 700 kB each, which the program hashes byte by byte. */
uint64_t __wrap_fl_files_hash(const void *data, size_t size)
{
    return XXH3_64bits(data, size) | 1;
}

/* The memory of a largest floor, 3 MB, is used again for the next one, as the program does with the floors of
 * a file: sanitizers take long to make new memory of that size. */
static fl_room *spare;

fl_err __wrap_fl_floor_init(fl_floor *self, uint32_t cells_max)
{
    if (cells_max != LARGEST || !spare) {
        return __real_fl_floor_init(self, cells_max);
    }
    fl_floor_init_in(self, cells_max, spare);
    spare = NULL;
    return FL_OK;
}

void __wrap_fl_floor_free(fl_floor *self)
{
    if (self->cells_max == LARGEST && !spare) {
        spare = self->rooms;
        memset(self, 0, sizeof *self);
    }
    __real_fl_floor_free(self);
}

/* Shipped tables, which are no input of a fuzzer, are parsed once. */
enum { TABLES = 64 };

static struct {
    char name[64];
    fl_yaml *yaml;
} table[TABLES];

fl_err __wrap_fl_yaml_read_shipped(const char *name, fl_yaml **out, fl_diag *diag)
{
    size_t i = 0;
    while (i < TABLES && table[i].yaml && strcmp(table[i].name, name) != 0) {
        i++;
    }
    *out = i < TABLES ? table[i].yaml : NULL;
    fl_err err = *out ? FL_OK : __real_fl_yaml_read_shipped(name, out, diag);
    if (!err && i < TABLES && strlen(name) < sizeof table[i].name) {
        strcpy(table[i].name, name);
        table[i].yaml = *out;
    }
    return err;
}

void __wrap_fl_yaml_free(fl_yaml *self)
{
    for (size_t i = 0; i < TABLES && self; i++) {
        self = table[i].yaml == self ? NULL : self;
    }
    __real_fl_yaml_free(self);
}

/* So are the shipped rooms of the remakes. */
enum { POOLS = 64 };

fl_err __wrap_fl_pool_choice_load(fl_pool_choice_file *self, const char *folder, unsigned number,
                                  fl_files *files, fl_diag *diag)
{
    static fl_pool_choice_file shipped[POOLS];
    static bool has[POOLS];
    if (folder[0] != '\0' || number >= POOLS) {
        return __real_fl_pool_choice_load(self, folder, number, files, diag);
    }
    fl_err err =
        has[number] ? FL_OK : __real_fl_pool_choice_load(&shipped[number], folder, number, NULL, diag);
    if (!err) {
        has[number] = true;
        *self = shipped[number];
        self->is_borrowed = true;
    }
    return err;
}
