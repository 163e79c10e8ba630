/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The commands that make the shards that are missing: that of a shard which is there, with another number and
 * another file. */
#include "experiments/merge/merge_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The next word of a command as fl_program_format_word wrote it: [*at, *at + *n); false at the end. */
static bool next_word(const char **at, size_t *n)
{
    bool is_quoted = false;
    *at += strspn(*at, " ");
    for (*n = 0; (*at)[*n] && (is_quoted || (*at)[*n] != ' '); ++*n) {
        is_quoted ^= (*at)[*n] == '\'';
    }
    return *n > 0;
}

static bool is_word(const char *at, size_t n, const char *word)
{
    return n == strlen(word) && memcmp(at, word, n) == 0;
}

/* Adds the command without what says which shard it is, and where it goes. */
static void add_command(const char *command, fl_text *out)
{
    static const char *const with_value[] = {"--shard", "--output"};
    static const char *const alone[] = {"--resume", "--anew", "--force"};
    size_t n = 0;
    for (const char *at = command; next_word(&at, &n); at += n) {
        bool is_left_out = false;
        for (size_t i = 0; i < sizeof alone / sizeof alone[0]; i++) {
            is_left_out |= is_word(at, n, alone[i]);
        }
        for (size_t i = 0; i < sizeof with_value / sizeof with_value[0]; i++) {
            if (is_word(at, n, with_value[i])) {
                is_left_out = true;
                at += n;
                (void)next_word(&at, &n);
                break;
            }
        }
        if (!is_left_out) {
            fl_text_add(out, out->size > 0 && fl_text_get(out)[out->size - 1] != '\n' ? " " : "");
            fl_text_add_bytes(out, at, n);
        }
    }
}

/* Where a name has a number of its own, "part-3.h5": its first digit and how many; false if it has none. */
static bool find_number(const char *path, uint64_t number, size_t *at, size_t *n)
{
    const char *slash = strrchr(path, '/');
    size_t from = slash ? (size_t)(slash - path) + 1 : 0;
    for (size_t i = from; path[i]; i += path[i] ? 1 : 0) {
        size_t length = strspn(path + i, "0123456789");
        if (length > 0 && length < 20 && strtoull(path + i, NULL, 10) == number) {
            *at = i;
            *n = length;
            return true;
        }
        i += length > 0 ? length - 1 : 0;
    }
    return false;
}

/* The name of a shard's file, by that of another one: the same with its own number, which has as many digits
 * where that one's begins with a zero. */
static void add_path(const fl_merge *self, uint64_t number, fl_text *out)
{
    const fl_shard *made = &self->shard[self->made];
    size_t at = 0;
    size_t n = 0;
    fl_text path;
    fl_text_init(&path);
    for (size_t i = 0; i < self->n && n == 0; i++) {
        const fl_shard *shard = &self->shard[i];
        if (shard->of == self->shards && fl_merge_is_ours(self, shard) &&
            find_number(shard->path, shard->number, &at, &n)) {
            made = shard;
        }
    }
    if (n > 0) {
        fl_text_add_format(&path, "%.*s%0*llu%s", (int)at, made->path, made->path[at] == '0' ? (int)n : 1,
                           (unsigned long long)number, made->path + at + n);
    } else {
        fl_text_add_format(&path, "%s-%llu.h5", made->path, (unsigned long long)number);
    }
    fl_program_format_word(fl_text_get(&path), out);
    out->is_short_of_memory |= path.is_short_of_memory;
    fl_text_free(&path);
}

/* What makes one shard. A file that is damaged or another's may have its name: it is replaced. */
static void add_line(const fl_merge *self, uint64_t number, const char *path, fl_text *out)
{
    fl_text file;
    fl_text_init(&file);
    if (path) {
        fl_program_format_word(path, &file);
    } else {
        add_path(self, number, &file);
    }
    bool is_taken = false;
    for (size_t i = 0; i < self->n && !path; i++) {
        is_taken |= strcmp(self->shard[i].path, fl_text_get(&file)) == 0;
    }
    add_command(self->command, out);
    fl_text_add_format(out, " --shard %llu/%llu --resume%s --output %s\n", (unsigned long long)number,
                       (unsigned long long)self->shards, is_taken ? " --force" : "", fl_text_get(&file));
    out->is_short_of_memory |= file.is_short_of_memory;
    fl_text_free(&file);
}

typedef struct gaps {
    bool *is_missing; /* [shards] */
    uint64_t samples, shards;
} gaps;

static void note_gap(void *gaps_of, fl_shard_range missing)
{
    const gaps *g = gaps_of;
    for (uint64_t i = 0; i < g->shards; i++) {
        fl_shard_range range = fl_merge_cut(g->samples, i, g->shards);
        g->is_missing[i] |= range.from < range.to && range.from < missing.to && range.to > missing.from;
    }
}

static fl_err tell_unknown(fl_diag *diag)
{
    fl_err err = fl_diag_set(diag, FL_ERR_MISMATCH, "",
                             "the files do not say how they were made, so no command can be told");
    fl_diag_hint(diag, "without --missing, 'merge' names the floors that are missing");
    return err;
}

fl_err fl_merge_add_missing(const fl_merge *self, fl_text *out, fl_diag *diag)
{
    if (!self->sum || !self->command || self->shards == 0) {
        return tell_unknown(diag);
    }
    uint64_t c = fl_merge_longest(self);
    gaps g = {.samples = fl_run_setup_samples(&self->sum->setup, c), .shards = self->shards};
    g.is_missing = calloc(self->shards, sizeof *g.is_missing);
    if (!g.is_missing) {
        return fl_diag_memory(diag);
    }
    const fl_merge_walk walk = {&g, note_gap, NULL};
    fl_err err = fl_merge_walk_ranges(self, c, &walk, diag);
    for (size_t i = 0; i < self->n && !err; i++) {
        const fl_shard *shard = &self->shard[i];
        if (shard->state == FL_SHARD_UNFINISHED && shard->of == self->shards) {
            add_line(self, shard->number, shard->path, out);
        }
    }
    for (uint64_t i = 0; i < self->shards && !err; i++) {
        if (g.is_missing[i]) {
            add_line(self, i + 1, NULL, out);
        }
    }
    free(g.is_missing);
    return err || !fl_text_check(out) ? err : fl_diag_memory(diag);
}
