/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Puts the shards of one verify call together: the populations in the order of the claims, the findings in
 * the order of their rows. What comes out is what one uninterrupted call would have written. */
#include "experiments/run/result/result.h"
#include "experiments/verify/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A shard that was read. */
typedef struct shard {
    const char *path;
    fl_run_result result;
    fl_judged_file file;
    uint64_t number, of;
    bool is_open;
} shard;

typedef struct merging {
    shard *all;
    unsigned n;
    fl_experiment experiment;
    fl_run_setup setup;
    fl_tally *totals;
    fl_judged judged;
    fl_diag *diag;
} merging;

static fl_err read_number(const shard *s, const fl_store *store, const char *name, uint64_t *out,
                          fl_diag *diag)
{
    const fl_store_attribute *attribute = fl_store_attribute_of(store, name);
    *out = attribute && !attribute->text ? attribute->number : 0;
    if (!attribute) {
        fl_err err = fl_diag_set(diag, FL_ERR_MISMATCH, s->path, "it is not a file of verify");
        fl_diag_hint(diag, "only shards of one verify call are put together");
        return err;
    }
    return *out > 0 ? FL_OK
                    : fl_diag_set(diag, FL_ERR_DAMAGED, s->path, "'%s' is missing or malformed", name);
}

static fl_err open_shard(merging *m, shard *s)
{
    fl_store store;
    fl_err err = fl_store_read(&store, s->path, m->diag);
    if (err) {
        return err;
    }
    err = read_number(s, &store, "claims_shard", &s->number, m->diag);
    err = err ? err : read_number(s, &store, "claims_shards", &s->of, m->diag);
    if (!err && s->number > s->of) {
        err = fl_diag_set(m->diag, FL_ERR_DAMAGED, s->path, "it is shard %llu of %llu",
                          (unsigned long long)s->number, (unsigned long long)s->of);
    }
    err = err ? err : fl_run_result_read(&s->result, &store, s->path, m->diag);
    if (!err) {
        err = fl_verify_judged_read_shard(&s->file, &store, s->path, m->diag);
        s->is_open = !err;
        if (err) {
            fl_run_result_close(&s->result);
        }
    }
    fl_store_free(&store);
    return err;
}

/* Equal where claims, options and chosen rows are the same. */
static fl_err digest_of(const shard *s, char out[FL_DIGEST_TEXT], fl_diag *diag)
{
    fl_judged empty = s->file.judged;
    empty.findings_n = 0;
    empty.floors = 0;
    return fl_verify_judged_digest(&empty, out, diag);
}

static bool is_given(const void *merging_of, uint64_t number)
{
    const merging *m = merging_of;
    unsigned i = 0;
    while (i < m->n && m->all[i].number != number) {
        i++;
    }
    return i < m->n;
}

static fl_err check_shards(const merging *m)
{
    char first[FL_DIGEST_TEXT];
    char digest[FL_DIGEST_TEXT];
    fl_err err = digest_of(&m->all[0], first, m->diag);
    for (unsigned i = 0; i < m->n && !err; i++) {
        const shard *s = &m->all[i];
        err = digest_of(s, digest, m->diag);
        if (!err && (strcmp(first, digest) != 0 || s->of != m->all[0].of)) {
            err = fl_diag_set(m->diag, FL_ERR_MISMATCH, s->path,
                              "it is not a shard of the same call as the first file: claims, options or the "
                              "number of shards differ");
            fl_diag_hint(m->diag, "make it again with the options of %s", m->all[0].path);
        }
        for (unsigned k = 0; k < i && !err; k++) {
            if (m->all[k].number == s->number) {
                err = fl_diag_set(m->diag, FL_ERR_MISMATCH, s->path, "shard %llu of %llu is given twice",
                                  (unsigned long long)s->number, (unsigned long long)s->of);
                fl_diag_hint(m->diag, "it is %s, too: leave one of them out", m->all[k].path);
            }
        }
    }
    return err || m->n == m->all[0].of
               ? err
               : fl_program_launcher_refuse_missing(m->all[0].of, m->n, is_given, m, m->diag);
}

/* The findings of all shards; their rows are those of the first one's claims. */
static fl_err gather_findings(merging *m)
{
    fl_claim_set *claims = &m->all[0].file.claims;
    size_t n = 0;
    m->judged = m->all[0].file.judged;
    m->judged.findings = calloc(claims->rows_n + 1, sizeof *m->judged.findings);
    m->judged.findings_n = 0;
    m->judged.floors = 0;
    if (!m->judged.findings) {
        return fl_diag_memory(m->diag);
    }
    for (unsigned i = 0; i < m->n; i++) {
        m->judged.floors += m->all[i].file.judged.floors;
    }
    for (size_t row = 0; row < claims->rows_n; row++) {
        for (unsigned i = 0; i < m->n; i++) {
            const fl_judged *from = &m->all[i].file.judged;
            for (size_t k = 0; k < from->findings_n; k++) {
                if (strcmp(from->findings[k].row->id, claims->row[row].id) == 0) {
                    m->judged.findings[n] = from->findings[k];
                    m->judged.findings[n++].row = &claims->row[row];
                }
            }
        }
    }
    m->judged.findings_n = n;
    return FL_OK;
}

/* The shard and the condition that hold a population; false if none does. */
static bool find_population(const merging *m, const char *name, const shard **from, uint64_t *condition)
{
    for (unsigned i = 0; i < m->n; i++) {
        const fl_experiment *experiment = &m->all[i].result.experiment;
        for (uint64_t c = 0; c < experiment->populations_n; c++) {
            if (strcmp(experiment->population[c].name, name) == 0) {
                *from = &m->all[i];
                *condition = c;
                return true;
            }
        }
    }
    return false;
}

/* Keeps the populations that a shard holds, so that those with the same samples have the name that is in the
 * file: the first one of the rows that were chosen. */
static void keep_populations(const merging *m, fl_claim_set *claims)
{
    for (unsigned i = 0; i < claims->populations_n; i++) {
        const shard *from = NULL;
        uint64_t condition = 0;
        fl_population *population = &claims->population[i];
        population->is_needed = find_population(m, population->name, &from, &condition);
        for (unsigned k = 0; k < claims->populations_n && population->is_needed; k++) {
            if (k != i && claims->population[k].same == population->same) {
                claims->population[k].same = i;
            }
        }
        population->same = population->is_needed ? i : population->same;
    }
}

/* The findings' conditions are those of the merged file. */
static void number_conditions(const merging *m, const fl_claim_set *claims)
{
    for (size_t k = 0; k < m->judged.findings_n; k++) {
        fl_finding *finding = &m->judged.findings[k];
        const fl_population *first = &claims->population[finding->row->population[0]];
        for (uint64_t i = 0; i < m->experiment.populations_n; i++) {
            if (strcmp(m->experiment.population[i].name, claims->population[first->same].name) == 0) {
                finding->condition = i;
            }
        }
    }
}

/* A population's samples are those of its shard, and so is what it counts: more than its own rows name, if
 * rows of its group were not asked for. */
static void take_population(const shard *from, uint64_t condition, fl_experiment_population *out)
{
    fl_experiment_population *in = &from->result.experiment.population[condition];
    fl_experiment_choices own = out->counts;
    out->samples = in->samples;
    out->counts = in->counts;
    in->counts = own; /* freed with the shard */
}

/* All populations, in the order of the claims. */
static fl_err gather_populations(merging *m)
{
    fl_claim_set *claims = &m->all[0].file.claims;
    keep_populations(m, claims);
    snprintf(m->experiment.name, sizeof m->experiment.name, "%s", m->all[0].result.experiment.name);
    m->experiment.seed = m->all[0].result.experiment.seed;
    m->experiment.about = strdup(m->all[0].result.experiment.about);
    fl_err err = m->experiment.about ? FL_OK : fl_diag_memory(m->diag);
    err = err ? err
              : fl_run_claim_populations(claims, m->judged.findings, m->judged.findings_n, &m->experiment,
                                         m->diag);
    uint64_t n = 0;
    for (uint64_t i = 0; i < m->experiment.populations_n && !err; i++) {
        const shard *from = NULL;
        uint64_t condition = 0;
        fl_experiment_population *population = &m->experiment.population[i];
        if (find_population(m, population->name, &from, &condition)) {
            take_population(from, condition, population);
            m->experiment.population[n++] = *population;
        } else {
            free(population->name);
            fl_run_experiment_free_counts(&population->counts);
        }
    }
    m->experiment.populations_n = n;
    number_conditions(m, claims);
    return err;
}

static fl_err gather_totals(merging *m)
{
    fl_err err = fl_run_setup_init(&m->setup, &m->experiment, 0, 1, m->diag);
    err = err ? err : fl_run_setup_make_tallies(&m->setup, &m->totals, m->diag);
    for (uint64_t c = 0; c < m->setup.conditions && !err; c++) {
        const shard *from = NULL;
        uint64_t condition = 0;
        (void)find_population(m, m->setup.condition[c].name, &from, &condition);
        if (fl_tally_merge_alike(&m->totals[c], &from->result.totals[condition])) {
            err = fl_diag_set(m->diag, FL_ERR_MISMATCH, from->path, "population '%s' counts something else",
                              m->setup.condition[c].name);
        }
    }
    return err ? err : fl_run_setup_check_totals(&m->setup, m->totals, m->setup.blocks, m->diag);
}

static fl_err write(const merging *m, const char *output, char digest[FL_DIGEST_TEXT])
{
    fl_store store;
    fl_run_provenance provenance = {.command = "floorlab merge", .threads = 1};
    fl_store_init(&store);
    fl_err err = fl_run_result_build(&store, &m->setup, m->totals, &provenance, m->diag);
    err = err ? err : fl_verify_judged_add(&m->judged, &store, m->diag);
    err = err ? err : fl_store_set_number(&store, "claims_shard", 1);
    err = err ? err : fl_store_set_number(&store, "claims_shards", 1);
    err = err ? err : fl_store_write(&store, output, m->diag);
    err = err ? err : fl_run_result_digest(&m->setup, m->totals, digest, m->diag);
    fl_store_free(&store);
    return err;
}

bool fl_verify_is_shard(const fl_store *store)
{
    return fl_store_attribute_of(store, "claims_shard") != NULL;
}

bool fl_verify_has_claims(const fl_store *store)
{
    return fl_store_find(store, "/claim/id") != NULL;
}

/* Tells which file is read; after all of them the two steps that follow. */
static void tell(const fl_verify_shards *shards, const char *what, unsigned step)
{
    if (shards->progress) {
        fl_program_progress_step(shards->progress, what, step, shards->n + 2);
    }
}

static fl_err put_together(merging *m, fl_verify_shards *shards)
{
    fl_err err = gather_findings(m);
    err = err ? err : gather_populations(m);
    err = err ? err : gather_totals(m);
    tell(shards, "writing the file", m->n + 1);
    return err ? err : write(m, shards->output, shards->digest);
}

fl_err fl_verify_merge(fl_verify_shards *shards, fl_diag *diag)
{
    unsigned n = shards->n;
    merging m = {.n = n, .diag = diag};
    m.all = calloc(n, sizeof *m.all);
    fl_err err = m.all ? FL_OK : fl_diag_memory(diag);
    for (unsigned i = 0; i < n && !err; i++) {
        tell(shards, "reading the files", i);
        m.all[i].path = shards->path[i];
        err = open_shard(&m, &m.all[i]);
    }
    tell(shards, "putting them together", n);
    err = err ? err : check_shards(&m);
    err = err ? err : put_together(&m, shards);
    if (shards->progress) {
        fl_program_progress_end(shards->progress);
    }
    if (m.totals) {
        fl_run_setup_free_tallies(&m.setup, m.totals);
    }
    fl_run_setup_free(&m.setup);
    fl_run_experiment_free(&m.experiment);
    free(m.judged.findings);
    for (unsigned i = 0; m.all && i < n; i++) {
        if (m.all[i].is_open) {
            fl_run_result_close(&m.all[i].result);
            fl_verify_judged_free(&m.all[i].file);
        }
    }
    free(m.all);
    return err;
}
