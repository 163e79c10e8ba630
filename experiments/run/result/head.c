/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The attributes of a result file's root: type of file, experiment, provenance. */
#include "experiments/run/result/result_private.h"
#include "experiments/run/run_private.h"
#include "gen/base/embedded.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* Adds the contents of the file: a summary, then table by table as in the manual. */
static void add_contents(fl_text *out)
{
    static const char begin[] = "\n## Tables\n";
    const fl_embedded *page = fl_embedded_find("data/manual/result.md");
    const char *tables = page ? strstr(page->data, begin) : NULL;
    const char *end = tables ? strstr(tables + 1, "\n## ") : NULL;
    fl_text_add(
        out,
        "A result of floorlab: exact counts of many samples (the attribute `sample` says of what), made "
        "under\n"
        "one configuration or several. Open a table with\n"
        "xarray.open_dataset(FILE, group=\"metric\", engine=\"h5netcdf\"): then "
        "set_index(configuration=\"level\") or,\n"
        "for two settings, set_index(configuration=[\"level\", \"curse\"]) selects by the settings that "
        "vary, "
        "and\n"
        "set_index(cell=[\"metric\", \"value\"]).sel(metric=\"rooms\") of /histogram is one histogram.\n\n"
        "With streams = shared, sample i of every configuration is made from the same random numbers: "
        "compare\n"
        "configurations as pairs, not as independent samples. The digest covers all counts and is the same "
        "on "
        "every\n"
        "machine. experiment_resolved is an experiment that gives the same counts when it is run again.\n");
    fl_text_add_bytes(out, tables ? tables : "", end ? (size_t)(end - tables) : 0);
}

fl_err fl_run_result_digest(const fl_run_setup *setup, const fl_tally *totals, char out[FL_DIGEST_TEXT],
                            fl_diag *diag)
{
    fl_text identity;
    const uint64_t range[2] = {setup->from, setup->to};
    fl_text_init(&identity);
    fl_run_experiment_add_identity(setup->experiment, &identity);
    fl_err err = fl_text_check(&identity);
    err = err ? err : fl_tally_digest_make(fl_text_get(&identity), range, totals, setup->conditions, out);
    fl_text_free(&identity);
    return err ? fl_diag_memory(diag) : FL_OK;
}

static bool is_complete(const fl_run_setup *setup, const fl_tally *totals)
{
    bool complete = true;
    for (uint64_t c = 0; c < setup->conditions; c++) {
        complete =
            complete && fl_tally_tried(&totals[c]) == setup->condition[c].to - setup->condition[c].from;
    }
    return complete;
}

/* Adds a word to a list, unless it is in it. */
static void add_once(const char *word, fl_text *out)
{
    if (out->size == 0 || fl_setting_word(fl_text_get(out), word, strlen(word)) < 0) {
        fl_text_add_format(out, "%s%s", out->size > 0 ? " " : "", word);
    }
}

static fl_err add_kind(fl_store *out, const fl_run_setup *setup)
{
    fl_text contents;
    fl_text generators;
    fl_text sorts;
    bool shared = setup->experiment->has_shared_streams;
    fl_text_init(&contents);
    fl_text_init(&generators);
    fl_text_init(&sorts);
    add_contents(&contents);
    for (uint64_t c = 0; c < setup->conditions; c++) {
        const fl_generator *generator = setup->condition[c].opened.generator;
        add_once(generator->name, &generators);
        add_once(fl_sample_name(generator->makes), &sorts);
    }
    fl_err err = fl_text_check(&contents);
    err = err ? err : fl_text_check(&generators);
    err = err ? err : fl_text_check(&sorts);
    err = err ? err : fl_store_set_text(out, "Conventions", "floorlab-4");
    err = err ? err : fl_store_set_number(out, "format", FL_STORE_VERSION);
    err = err ? err : fl_store_set_text(out, "contents", fl_text_get(&contents));
    err = err ? err : fl_store_set_text(out, "sample", fl_text_get(&sorts));
    err = err ? err : fl_store_set_text(out, "streams", shared ? "shared" : "independent");
    err = err ? err : fl_store_set_text(out, "generators", fl_text_get(&generators));
    fl_text_free(&contents);
    fl_text_free(&generators);
    fl_text_free(&sorts);
    return err;
}

/* The number of samples of each configuration; if they differ, the largest. */
static uint64_t most_samples(const fl_run_setup *setup)
{
    bool has_all = setup->experiment->floors == FL_EXPERIMENT_ALL;
    uint64_t samples = has_all ? 0 : setup->experiment->floors;
    for (uint64_t i = 0; has_all && i < setup->conditions; i++) {
        samples = setup->condition[i].listed > samples ? setup->condition[i].listed : samples;
    }
    return samples;
}

/* Adds the population of a census. `complete` and the range of samples say how much of it is counted. */
static fl_err add_census(fl_store *out, const fl_run_setup *setup, fl_diag *diag)
{
    fl_text about;
    uint64_t seeds = fl_run_setup_seeds(setup, 0);
    for (uint64_t c = 0; c < setup->conditions; c++) {
        seeds = fl_run_setup_seeds(setup, c) == seeds ? seeds : 0;
    }
    if (seeds == 0) {
        return FL_OK;
    }
    fl_text_init(&about);
    fl_text_add_format(&about, "all of %llu game seeds in each configuration: shares are exact",
                       (unsigned long long)seeds);
    fl_err err =
        fl_text_check(&about) ? fl_diag_memory(diag) : fl_store_set_text(out, "census", fl_text_get(&about));
    fl_text_free(&about);
    return err;
}

static fl_err add_experiment(fl_store *out, const fl_run_setup *setup)
{
    const fl_experiment *experiment = setup->experiment;
    fl_text resolved;
    fl_text identity;
    fl_text_init(&resolved);
    fl_text_init(&identity);
    fl_run_experiment_add_resolved(experiment, &resolved);
    fl_run_experiment_add_identity(setup->experiment, &identity);
    fl_err err = fl_text_check(&resolved);
    err = err ? err : fl_text_check(&identity);
    err = err ? err : fl_store_set_text(out, "experiment", experiment->name);
    err = err ? err : fl_store_set_text(out, "about", experiment->about ? experiment->about : "");
    err = err ? err : fl_store_set_text(out, "experiment_text", experiment->text ? experiment->text : "");
    err = err ? err : fl_store_set_text(out, "experiment_resolved", fl_text_get(&resolved));
    err = err ? err : fl_store_set_text(out, "experiment_identity", fl_text_get(&identity));
    err = err ? err : fl_store_set_number(out, "seed", experiment->seed);
    err = err ? err : fl_store_set_number(out, "samples", most_samples(setup));
    err = err ? err : fl_store_set_number(out, "samples_from", setup->from);
    err = err ? err : fl_store_set_number(out, "samples_to", setup->to);
    err = err ? err : fl_store_set_text(out, "stop_rule", "floors");
    if (!err && fl_run_setup_has_invented_rooms(setup)) {
        err = fl_store_set_text(out, "rooms", FL_RUN_INVENTED_ROOMS);
    }
    fl_text_free(&resolved);
    fl_text_free(&identity);
    return err;
}

static fl_err add_provenance(fl_store *out, const fl_run_provenance *provenance)
{
    char seconds[64];
    char date[32] = "unknown";
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc)) {
        (void)strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    }
    snprintf(seconds, sizeof seconds, "%.3f", provenance->seconds);
    fl_err err = fl_store_set_text(out, "program", "floorlab");
    err = err ? err : fl_store_set_text(out, "program_version", fl_program_host_code_version());
    err = err ? err : fl_store_set_text(out, "program_commit", fl_program_host_commit());
    err = err ? err : fl_store_set_text(out, "date", date);
    err = err ? err : fl_store_set_text(out, "command", provenance->command);
    if (provenance->shards > 0) {
        err = err ? err : fl_store_set_number(out, "shard", provenance->shard);
        err = err ? err : fl_store_set_number(out, "shards", provenance->shards);
    }
    err = err ? err : fl_store_set_text(out, "seconds", seconds);
    err = err ? err : fl_store_set_number(out, "threads", provenance->threads);
    err = err ? err : fl_store_set_text(out, "processor", fl_program_host_processor());
    return err ? err : fl_store_set_text(out, "compiler", fl_program_host_compiler());
}

fl_err fl_run_result_add_head(fl_store *out, const fl_run_setup *setup, const fl_tally *totals,
                              const fl_run_provenance *provenance, fl_diag *diag)
{
    char digest[FL_DIGEST_TEXT];
    fl_err err = fl_run_result_digest(setup, totals, digest, diag);
    err = err ? err : add_kind(out, setup);
    err = err ? err : add_experiment(out, setup);
    err = err ? err : add_census(out, setup, diag);
    err = err ? err : fl_store_set_number(out, "complete", is_complete(setup, totals));
    err = err ? err : fl_store_set_text(out, "digest", digest);
    err = err ? err : add_provenance(out, provenance);
    return err == FL_ERR_MEMORY ? fl_diag_memory(diag) : err;
}

fl_err fl_run_result_add_files(fl_run_table *self)
{
    static const char *const notes[2] = {"number of the file", "number"};
    const fl_files *files = self->setup->experiment->files;
    size_t n = files ? files->n : 0;
    char **column[3] = {NULL, NULL, NULL};
    self->folder = "/input";
    if (n == 0) {
        return FL_OK;
    }
    fl_err err = fl_run_table_add_scale(self, "file", n, 0, notes);
    err = err ? err
              : fl_run_table_add_texts(self, (const char *[]){"name", "file"}, n, "name as settings have it",
                                       &column[0]);
    err = err ? err
              : fl_run_table_add_texts(self, (const char *[]){"hash", "file"}, n,
                                       "hash of its bytes (FNV-1a, 64 bits)", &column[1]);
    err = err ? err
              : fl_run_table_add_texts(self, (const char *[]){"text", "file"}, n,
                                       "the file, whole; empty if only its hash is kept", &column[2]);
    for (size_t i = 0; i < n && !err; i++) {
        char hash[32];
        snprintf(hash, sizeof hash, "%016llx", (unsigned long long)files->file[i].hash);
        err = fl_run_table_set_text(self, column[0], i, files->file[i].name);
        err = err ? err : fl_run_table_set_text(self, column[1], i, hash);
        err = err ? err
                  : fl_run_table_set_text(self, column[2], i, files->file[i].data ? files->file[i].data : "");
    }
    return err;
}

/* Adds the texts or numbers of an item, if it exists. */
static void add_values(const fl_store *store, const char *path, fl_text *out)
{
    const fl_store_item *item = fl_store_find(store, path);
    fl_text_add_format(out, "%s\n", path);
    for (uint64_t i = 0; item && item->data && i < fl_store_count(item); i++) {
        if (item->type == FL_STORE_TEXT) {
            const char *text = ((char *const *)item->data)[i];
            fl_text_add_format(out, "%s\n", text ? text : "");
        } else if (item->type == FL_STORE_U64) {
            fl_text_add_format(out, "%llu\n", (unsigned long long)((const uint64_t *)item->data)[i]);
        }
    }
}

void fl_run_result_add_key(const fl_store *store, fl_text *out)
{
    static const char *const items[] = {"/configuration/generator", "/configuration/generator_version",
                                        "/input/name", "/input/hash", "/input/text"};
    const fl_store_attribute *text = fl_store_attribute_of(store, "experiment_resolved");
    fl_text_add(out, text && text->text ? text->text : "");
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) {
        add_values(store, items[i], out);
    }
}
