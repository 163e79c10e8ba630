/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a result file back into experiment, setup and tallies. */
#include "experiments/run/result/result_private.h"
#include "experiments/run/run_private.h"
#include "gen/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A result file being read. */
typedef struct result_reader {
    const fl_store *store;
    const char *path;
    fl_run_result *out;
    fl_diag *diag;
} result_reader;

/* Reports that an item is missing or malformed: FL_ERR_DAMAGED. */
static fl_err refuse(const result_reader *r, const char *item)
{
    return fl_diag_set(r->diag, FL_ERR_DAMAGED, r->path, "'%s' is missing or malformed", item);
}

/* Returns an item of a type and rank; NULL if there is none. */
static const fl_store_item *find(const result_reader *r, const char *path, fl_store_type type, unsigned rank)
{
    const fl_store_item *item = fl_store_find(r->store, path);
    return item && item->data && item->rank == rank && item->type == type ? item : NULL;
}

/* Returns the texts of a list; NULL if it is missing. */
static char *const *names_of(const result_reader *r, const char *path, uint64_t *n)
{
    const fl_store_item *item = find(r, path, FL_STORE_TEXT, 1);
    *n = item ? item->size[0] : 0;
    return item ? item->data : NULL;
}

/* Checks that a file holds the first samples of each configuration, each once. */
static fl_err check_numbers(result_reader *r)
{
    for (uint64_t c = 0; c < r->out->setup.conditions; c++) {
        const fl_run_condition *condition = &r->out->setup.condition[c];
        const fl_tally *total = &r->out->totals[c];
        uint64_t first = condition->opened.first + condition->from;
        uint64_t tried = fl_tally_tried(total);
        if (!fl_tally_has_once(total, first, tried)) {
            fl_err err =
                fl_diag_set(r->diag, FL_ERR_DAMAGED, r->path,
                            "configuration %llu says that it counted the samples %llu to %llu, each once, "
                            "but the sums of its numbers are not theirs",
                            (unsigned long long)c, (unsigned long long)first,
                            (unsigned long long)(first + tried - (tried > 0)));
            fl_diag_hint(r->diag, "some were counted twice or left out: run its experiment again");
            return err;
        }
        char trouble[FL_TALLY_TROUBLE];
        if (!fl_tally_check(total, trouble)) {
            return fl_diag_set(r->diag, FL_ERR_DAMAGED, r->path, "configuration %llu: %s",
                               (unsigned long long)c, trouble);
        }
    }
    return FL_OK;
}

/* Reads the tallies, and in scenarios the first sample, at which a shard begins. */
static fl_err read_totals(result_reader *r)
{
    const fl_store_state *state = &r->store->state[FL_STORE_TALLIES];
    const unsigned char *bytes = (const unsigned char *)state->bytes;
    fl_tally_pack_reader left = {bytes, bytes + state->n};
    fl_run_setup *setup = &r->out->setup;
    fl_err err = r->out->totals ? FL_OK : fl_run_setup_make_tallies(setup, &r->out->totals, r->diag);
    for (uint64_t c = 0; c < setup->conditions && !err; c++) {
        uint64_t from = 0;
        fl_tally *total = &r->out->totals[c];
        uint64_t samples = fl_run_setup_samples(setup, c);
        bool is_good = !fl_tally_pack_read_number(&left, &from) && !fl_tally_pack_read(&left, total) &&
                       from <= samples && fl_tally_tried(total) <= samples - from;
        err = is_good ? FL_OK : refuse(r, "state");
        if (is_good && fl_run_experiment_has_own_samples(&r->out->experiment)) {
            setup->condition[c].from = from;
            setup->condition[c].to = from + fl_tally_tried(total);
        }
    }
    return err || left.at == left.end ? err : refuse(r, "state");
}

static fl_err read_number(result_reader *r, const char *name, uint64_t *out)
{
    const fl_store_attribute *attribute = fl_store_attribute_of(r->store, name);
    if (!attribute || attribute->text) {
        return refuse(r, name);
    }
    *out = attribute->number;
    return FL_OK;
}

static fl_err check_version(result_reader *r, uint64_t condition, const fl_generator *generator, unsigned now)
{
    const fl_store_item *version = find(r, "/configuration/generator_version", FL_STORE_U64, 1);
    uint64_t found = ((const uint64_t *)version->data)[condition];
    if (found == now) {
        return FL_OK;
    }
    fl_err err = fl_diag_set(r->diag, FL_ERR_VERSION, r->path,
                             "it was made by version %llu of generator '%s'; this program has version %u",
                             (unsigned long long)found, generator->name, now);
    fl_diag_hint(r->diag, "run its experiment again with this program");
    return err;
}

/* Refuses files of another generator version, which made other floors. */
static fl_err check_versions(result_reader *r)
{
    uint64_t n = 0;
    char *const *names = names_of(r, "/configuration/generator", &n);
    const fl_store_item *version = find(r, "/configuration/generator_version", FL_STORE_U64, 1);
    if (!names || !version || version->size[0] != n) {
        return refuse(r, names ? "/configuration/generator_version" : "/configuration/generator");
    }
    fl_err err = FL_OK;
    for (uint64_t c = 0; c < n && !err; c++) {
        const fl_generator *generator = names[c] ? fl_registry_find(names[c]) : NULL;
        err = generator && !generator->rules_version ? check_version(r, c, generator, generator->version)
                                                     : FL_OK;
    }
    return err;
}

/* The same for rule sets with their own versions; rules are known after the set-up. */
static fl_err check_rules_versions(result_reader *r)
{
    const fl_store_item *version = find(r, "/configuration/generator_version", FL_STORE_U64, 1);
    const fl_run_setup *setup = &r->out->setup;
    fl_err err = FL_OK;
    for (uint64_t c = 0; c < setup->conditions && c < version->size[0] && !err; c++) {
        const fl_opened_generator *opened = &setup->condition[c].opened;
        err = check_version(r, c, opened->generator, fl_generator_version(opened->generator, opened->rules));
    }
    return err;
}

fl_err fl_run_result_read_files(const fl_store *store, const char *path, fl_files *out, fl_diag *diag)
{
    const result_reader r = {.store = store, .path = path, .diag = diag};
    uint64_t n[3] = {0, 0, 0};
    char *const *name = names_of(&r, "/input/name", &n[0]);
    char *const *hash = names_of(&r, "/input/hash", &n[1]);
    char *const *text = names_of(&r, "/input/text", &n[2]);
    fl_err err = n[0] == n[1] && n[0] == n[2] ? FL_OK : refuse(&r, "/input/name");
    out->is_closed = true;
    for (uint64_t i = 0; i < n[0] && !err; i++) {
        char *end = NULL;
        uint64_t noted = hash[i] ? strtoull(hash[i], &end, 16) : 0;
        bool is_right = name[i] && text[i] && noted != 0 && *end == '\0' && !fl_files_find(out, name[i]);
        bool is_whole = is_right && fl_files_hash(text[i], strlen(text[i])) == noted;
        err = is_right ? fl_files_restore(out, name[i], is_whole ? text[i] : NULL, noted, diag)
                       : refuse(&r, "/input/name");
    }
    return err;
}

/* Reads the experiment as it was run. */
static fl_err read_experiment(result_reader *r)
{
    fl_run_result *out = r->out;
    const fl_store_attribute *text = fl_store_attribute_of(r->store, "experiment_resolved");
    if (!text || !text->text || !text->text[0]) {
        return refuse(r, "experiment_resolved");
    }
    fl_err err = check_versions(r);
    fl_files *files = err ? NULL : calloc(1, sizeof *files);
    err = err || files ? err : fl_diag_memory(r->diag);
    err = err ? err : fl_run_result_read_files(r->store, r->path, files, r->diag);
    if (err) {
        fl_files_free(files);
        free(files);
        return err;
    }
    err = fl_run_experiment_read_again(&out->experiment, text->text, r->path, files, r->diag);
    err = err ? err : fl_run_setup_init(&out->setup, &out->experiment, 0, 1, r->diag);
    return err ? err : check_rules_versions(r);
}

/* Reads which samples of each configuration the file holds; the setup has all of them. */
static fl_err read_range(result_reader *r)
{
    uint64_t from = 0;
    uint64_t to = 0;
    fl_err err = read_number(r, "samples_from", &from);
    err = err ? err : read_number(r, "samples_to", &to);
    if (!err && (from > to || to > r->out->setup.to)) {
        return refuse(r, "samples_to");
    }
    if (!err) {
        fl_run_setup_take(&r->out->setup, from, to);
    }
    return err;
}

static fl_err check_digest(result_reader *r)
{
    uint64_t complete = 0;
    char found[FL_DIGEST_TEXT];
    const fl_store_attribute *noted = fl_store_attribute_of(r->store, "digest");
    fl_err err = fl_run_result_digest(&r->out->setup, r->out->totals, found, r->diag);
    err = err ? err : read_number(r, "complete", &complete);
    if (!err && (!noted || !noted->text || strcmp(noted->text, found) != 0)) {
        err = fl_diag_set(r->diag, FL_ERR_DAMAGED, r->path,
                          "the digest of its numbers is %s, but the file says %s", found,
                          noted && noted->text ? noted->text : "nothing");
        return err;
    }
    memcpy(r->out->digest, found, sizeof found);
    r->out->is_complete = complete != 0;
    return err;
}

/* Reads everything that the set-up does not determine. */
static fl_err read_numbers_of(result_reader *r)
{
    fl_err err = read_range(r);
    err = err ? err : read_totals(r);
    err = err ? err : check_digest(r);
    err = err ? err : check_numbers(r);
    r->out->has_floors = !err && fl_store_find(r->store, FL_STORE_SAMPLES) != NULL;
    return err;
}

fl_err fl_run_result_read(fl_run_result *self, const fl_store *store, const char *path, fl_diag *diag)
{
    result_reader r = {.store = store, .path = path, .out = self, .diag = diag};
    memset(self, 0, sizeof *self);
    fl_err err = read_experiment(&r);
    err = err ? err : read_numbers_of(&r);
    if (err) {
        fl_run_result_close(self);
    }
    return err;
}

fl_err fl_run_result_read_alike(fl_run_result *self, const fl_store *store, const char *path, fl_diag *diag)
{
    result_reader r = {.store = store, .path = path, .out = self, .diag = diag};
    for (uint64_t c = 0; c < self->setup.conditions; c++) {
        fl_tally_clear(&self->totals[c]);
    }
    fl_run_setup_cut(&self->setup, 0, 1);
    return read_numbers_of(&r);
}

fl_err fl_run_result_open(fl_run_result *self, const char *path, fl_diag *diag)
{
    fl_store store;
    memset(self, 0, sizeof *self);
    fl_err err = fl_store_read(&store, path, diag);
    err = err ? err : fl_run_result_read(self, &store, path, diag);
    fl_store_free(&store);
    return err;
}

void fl_run_result_close(fl_run_result *self)
{
    if (self->totals) {
        fl_run_setup_free_tallies(&self->setup, self->totals);
    }
    self->totals = NULL;
    fl_run_setup_free(&self->setup);
    fl_run_experiment_free(&self->experiment);
}
