/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The whole way from samples to a result, walked once with few samples before anything is judged: shipped
 * experiments, whose conditions are other settings than those of claims, are counted as `run` counts them,
 * with everything there is to count; the counts become the tables of a result and are read back; and their
 * digest is held against the one that ships (data/known_samples.txt). What is judged afterwards comes by the
 * same way. */
#include "experiments/run/result/result.h"
#include "experiments/verify/verify_private.h"
#include "gen/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 192, THREADS = 4, NAME = 96 };

/* A seed with bits of all places. */
static const uint64_t seed = 0x8000600020001001;

typedef struct rehearsal {
    char name[NAME]; /* of the experiment with the setting, for messages and lines */
    fl_experiment experiment;
    fl_run_setup setup;
    fl_tally *totals;
    fl_diag *diag;
} rehearsal;

/* The experiments, their generators, and settings: together they make most of what there is to make. Where
 * an attempt is all there is, many floors fail. */
static const struct {
    const char *experiment, *generator, *setting;
} shipped[] = {
    {"classic-levels", "classic", NULL},
    {"classic-levels", "classic", "max_attempts=1"},
    {"classic-secret-rules", "classic", NULL},
    {"classic-secret-rules", "classic", "secret_weakest=2"},
    {"grid-rulesets", "grid", NULL},
    {"journey-classic", "journey", NULL},
    {"rebirth-stages", "rebirth", NULL},
    {"rebirth-shapes", "rebirth", NULL},
    {"rebirth-secret-rooms", "rebirth", NULL},
    {"room-interiors", "room", NULL},
    {"room-clutter", "room", NULL},
};
enum { SHIPPED = sizeof shipped / sizeof shipped[0] };

static fl_err open_rehearsal(rehearsal *r, size_t number)
{
    const char *setting = shipped[number].setting;
    snprintf(r->name, NAME, "%s%s%s", shipped[number].experiment, setting ? " --set " : "",
             setting ? setting : "");
    fl_err err = fl_run_experiment_open(&r->experiment, shipped[number].experiment, r->diag);
    err = err || !setting ? err : fl_run_experiment_set(&r->experiment, setting, r->diag);
    if (!err) {
        r->experiment.floors = SAMPLES;
        r->experiment.seed = seed;
        err = fl_run_setup_init(&r->setup, &r->experiment, 0, 1, r->diag);
    }
    return err ? err : fl_run_setup_make_tallies(&r->setup, &r->totals, r->diag);
}

static void close_rehearsal(rehearsal *r)
{
    if (r->totals) {
        fl_run_setup_free_tallies(&r->setup, r->totals);
    }
    fl_run_setup_free(&r->setup);
    fl_run_experiment_free(&r->experiment);
}

static fl_err count(const rehearsal *r, fl_backend backend, fl_tally *totals)
{
    fl_run_counting counting = {.setup = &r->setup,
                                .threads = THREADS,
                                .backend = backend,
                                .totals = totals,
                                .patience = FL_RUN_PATIENCE};
    fl_err err = fl_run_count(&counting, r->diag);
    return err ? err : fl_run_setup_check_totals(&r->setup, totals, counting.done_blocks, r->diag);
}

/* Whether the readable code counts the same as the kernel, where there is one. */
static fl_err check_reference(const rehearsal *r)
{
    fl_tally *totals = NULL;
    fl_tally_difference found;
    if (!fl_verify_has_kernel(&r->setup.condition[0].opened)) {
        return FL_OK;
    }
    fl_err err = fl_run_setup_make_tallies(&r->setup, &totals, r->diag);
    err = err ? err : count(r, FL_BACKEND_REFERENCE, totals);
    for (uint64_t c = 0; c < r->setup.conditions && !err; c++) {
        if (fl_tally_differ(&totals[c], &r->totals[c], &found)) {
            err = fl_diag_set(
                r->diag, FL_ERR_DEFECT, r->name,
                "the first %d samples of condition %llu, %s: %llu by the readable code and %llu by the "
                "kernel",
                (int)SAMPLES, (unsigned long long)c, found.what, (unsigned long long)found.first,
                (unsigned long long)found.second);
            fl_diag_hint(r->diag, "nothing is judged or written; please report this defect of floorlab");
        }
    }
    fl_run_setup_free_tallies(&r->setup, totals);
    return err;
}

static fl_err read_again(const rehearsal *r, const fl_store *store, fl_run_result *out)
{
    fl_diag found;
    fl_diag_init(&found);
    fl_err err = fl_run_result_read(out, store, r->name, &found);
    if (!err || err == FL_ERR_MEMORY) {
        return err ? fl_diag_memory(r->diag) : FL_OK;
    }
    err = fl_diag_set(r->diag, FL_ERR_DEFECT, r->name, "a result that was just made is refused: %.300s",
                      found.what);
    fl_diag_hint(r->diag, "nothing is judged or written; please report this defect of floorlab");
    return err;
}

/* Whether the counts are the same when they have become a result and are read again. */
static fl_err check_result(const rehearsal *r)
{
    fl_store store;
    fl_run_result result;
    fl_tally_difference found;
    fl_run_provenance provenance = {.command = "floorlab verify", .threads = THREADS};
    fl_store_init(&store);
    memset(&result, 0, sizeof result);
    fl_err err = fl_run_result_build(&store, &r->setup, r->totals, &provenance, r->diag);
    err = err ? err : read_again(r, &store, &result);
    for (uint64_t c = 0; c < r->setup.conditions && !err; c++) {
        if (fl_tally_differ(&r->totals[c], &result.totals[c], &found)) {
            err = fl_diag_set(r->diag, FL_ERR_DEFECT, r->name,
                              "a result of %d samples of each condition reads otherwise than it was counted: "
                              "condition %llu, %s: %llu was counted, %llu is read",
                              (int)SAMPLES, (unsigned long long)c, found.what,
                              (unsigned long long)found.first, (unsigned long long)found.second);
            fl_diag_hint(r->diag, "nothing is judged or written; please report this defect of floorlab");
        }
    }
    fl_run_result_close(&result);
    fl_store_free(&store);
    return err;
}

/* Versions of the generators as a number, so that counts of other versions are not compared. */
static unsigned version_of(const rehearsal *r)
{
    unsigned version = 0;
    for (uint64_t c = 0; c < r->setup.conditions; c++) {
        const fl_opened_generator *opened = &r->setup.condition[c].opened;
        version += fl_generator_version(opened->generator, opened->rules);
    }
    return version;
}

static fl_err make_digest(const rehearsal *r, char out[FL_DIGEST_TEXT])
{
    const uint64_t range[2] = {0, SAMPLES};
    return fl_tally_digest_make(r->name, range, r->totals, r->setup.conditions, out) ? fl_diag_memory(r->diag)
                                                                                     : FL_OK;
}

static fl_err check_digest(const rehearsal *r, const char *lines)
{
    char digest[FL_DIGEST_TEXT];
    char known[FL_DIGEST_TEXT];
    fl_err err = make_digest(r, digest);
    if (!err && fl_verify_known_run(lines, r->name, version_of(r), known) && strcmp(digest, known) != 0) {
        err = fl_diag_set(
            r->diag, FL_ERR_DEFECT, r->name,
            "what was counted on the first %d samples of each condition is not what the versions of "
            "its generators are known by",
            (int)SAMPLES);
        fl_diag_hint(r->diag, "nothing is judged or written. Run the tests; after a change on purpose write "
                              "data/known_samples.txt anew: floorlab verify --known");
    }
    return err;
}

static bool is_among(const char *generator, const fl_sweep_job *job)
{
    bool is = false;
    for (size_t i = 0; i < job->ranges_n; i++) {
        is = is || strcmp(job->ranges[i].population->condition->opened.generator->name, generator) == 0;
    }
    return is;
}

static fl_err rehearse(rehearsal *r, size_t number, const char *lines)
{
    fl_err err = open_rehearsal(r, number);
    err = err ? err : count(r, fl_backend_best(), r->totals);
    err = err ? err : check_reference(r);
    err = err ? err : check_result(r);
    err = err ? err : check_digest(r, lines);
    close_rehearsal(r);
    return err;
}

fl_err fl_verify_rehearse(const fl_sweep_job *job, const char *lines, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (size_t i = 0; i < SHIPPED && !err; i++) {
        rehearsal r = {.diag = diag};
        bool is_stopped = job->watch && !job->watch(job->context, 0);
        err = is_stopped                            ? FL_ERR_STOPPED
              : is_among(shipped[i].generator, job) ? rehearse(&r, i, lines)
                                                    : FL_OK;
    }
    return err;
}

fl_err fl_verify_add_rehearsed(fl_text *out, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (size_t i = 0; i < SHIPPED && !err; i++) {
        char digest[FL_DIGEST_TEXT];
        rehearsal r = {.diag = diag};
        err = open_rehearsal(&r, i);
        err = err ? err : count(&r, fl_backend_best(), r.totals);
        err = err ? err : make_digest(&r, digest);
        if (!err) {
            fl_text_add_format(out, "%.16s %.16s %u run %s\n", digest, digest + FL_DIGEST_TEXT / 2,
                               version_of(&r), r.name);
        }
        close_rehearsal(&r);
    }
    return err;
}
