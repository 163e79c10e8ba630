/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts read back: the claims and the ids of the rows as claim_table.c writes them, the findings packed.
 */
#include "experiments/run/result/result.h"
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 512 };

typedef struct judged_reading {
    const fl_store *store;
    const char *path;
    fl_judged_file *out;
    fl_diag *diag;
} judged_reading;

static const char changed_hint[] = "the table of claims was changed after it was written: judge again";

static fl_err refuse(const judged_reading *r, const char *item)
{
    return fl_diag_set(r->diag, FL_ERR_DAMAGED, r->path, "'%s' is missing or malformed", item);
}

/* The texts of an item with one dimension of n entries (any number where n is 0); NULL if it is not there. */
static char **column(const judged_reading *r, const char *folder, const char *name, uint64_t *n)
{
    char path[FL_STORE_PATH];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const fl_store_item *item = fl_store_find(r->store, path);
    bool is_right = item && item->data && item->rank == 1 && item->type == FL_STORE_TEXT;
    if (is_right && *n == 0) {
        *n = item->size[0];
    }
    return is_right && item->size[0] == *n ? item->data : NULL;
}

static fl_err read_attributes(judged_reading *r)
{
    static const char *const names[] = {"claims_seed",    "claims_alpha",   "claims_tolerance",
                                        "claims_samples", "claims_stopped", "claims_findings"};
    uint64_t found[6];
    fl_judged *to = &r->out->judged;
    for (unsigned i = 0; i < 6; i++) {
        const fl_store_attribute *attribute = fl_store_attribute_of(r->store, names[i]);
        if (!attribute || attribute->text) {
            return refuse(r, names[i]);
        }
        found[i] = attribute->number;
    }
    const fl_store_attribute *options = fl_store_attribute_of(r->store, "claims_options");
    const fl_store_attribute *settings = fl_store_attribute_of(r->store, "claims_settings");
    if (!options || !options->text || !settings || !settings->text) {
        return refuse(r, "claims_options");
    }
    to->seed = found[0];
    memcpy(&to->family_alpha, &found[1], sizeof to->family_alpha);
    memcpy(&to->tolerance, &found[2], sizeof to->tolerance);
    to->floors = found[3];
    to->is_stopped = found[4] != 0;
    to->is_findings = found[5] != 0;
    r->out->options = strdup(options->text);
    r->out->settings = strdup(settings->text);
    to->options = r->out->options;
    to->settings = r->out->settings;
    const fl_store_attribute *only = fl_store_attribute_of(r->store, "claims_only");
    r->out->only = only && only->text ? strdup(only->text) : NULL;
    to->only = r->out->only;
    bool is_short = !to->options || !to->settings || (only && only->text && !to->only);
    return is_short ? fl_diag_memory(r->diag) : FL_OK;
}

static fl_err read_files(judged_reading *r)
{
    uint64_t n = 0;
    char **name = column(r, "/claim_file", "name", &n);
    char **text = column(r, "/claim_file", "text", &n);
    fl_err err = name && text ? FL_OK : refuse(r, "/claim_file/text");
    for (uint64_t i = 0; i < n && !err; i++) {
        err = name[i] && text[i]
                  ? fl_claim_set_add(&r->out->claims, text[i], strlen(text[i]), name[i], r->diag)
                  : refuse(r, "/claim_file/text");
    }
    char word[TEXT];
    for (unsigned i = 0; !err; i++) {
        fl_setting_word_at(r->out->settings, i, word, sizeof word);
        if (!word[0]) {
            break;
        }
        err = fl_claim_rows_set(&r->out->claims, word, r->diag);
    }
    return err;
}

/* The rows: of those that the file does not judge nothing is opened, as that would take a second. */

typedef struct judged_ids {
    char **id; /* sorted */
    size_t n;
} judged_ids;

static int compare_ids(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_judged(const void *ids_of, const fl_claim_set *set, const fl_claim_row *row,
                      const fl_population *population)
{
    const judged_ids *ids = ids_of;
    const char *id = row->id;
    (void)set;
    (void)population;
    return bsearch(&id, ids->id, ids->n, sizeof *ids->id, compare_ids) != NULL;
}

/* A hostile file can lack a text. */
static fl_err check_ids(const judged_reading *r)
{
    uint64_t n = 0;
    char **id = column(r, "/claim", "id", &n);
    bool are_there = id != NULL;
    for (uint64_t i = 0; i < n && are_there; i++) {
        are_there = id[i] != NULL;
    }
    return are_there ? FL_OK : refuse(r, "/claim/id");
}

static fl_err make_rows(judged_reading *r)
{
    uint64_t n = 0;
    fl_claim_set *claims = &r->out->claims;
    char **id = column(r, "/claim", "id", &n);
    judged_ids ids = {malloc((n + 1) * sizeof *id), n};
    if (!ids.id) {
        return fl_diag_memory(r->diag);
    }
    memcpy(ids.id, id, n * sizeof *id);
    qsort(ids.id, n, sizeof *ids.id, compare_ids);
    claims->can_be = is_judged;
    claims->wanted_context = &ids;
    fl_err err = fl_claim_rows_make(claims, NULL, r->diag);
    claims->can_be = NULL;
    claims->wanted_context = NULL;
    free(ids.id);
    return err;
}

/* Adds the row of an id that ends in " by RULES". */
static fl_err add_variant(judged_reading *r, const char *id)
{
    char base[TEXT];
    fl_claim_set *claims = &r->out->claims;
    const char *by = NULL;
    for (const char *at = strstr(id, " by "); at; at = strstr(at + 1, " by ")) {
        by = at;
    }
    snprintf(base, sizeof base, "%.*s", by ? (int)(by - id) : 0, id);
    size_t row = fl_claim_rows_find(claims, base, 0);
    return by && row < claims->rows_n ? fl_claim_rows_add_variant(claims, row, by + 4, r->diag)
                                      : refuse(r, "/claim/id");
}

/* Rows by other rule sets come first: adding them moves the others. */
static fl_err add_variants(judged_reading *r, char *const *id, uint64_t n)
{
    fl_err err = FL_OK;
    for (uint64_t i = 0; i < n && !err; i++) {
        if (fl_claim_rows_find(&r->out->claims, id[i], i) == r->out->claims.rows_n) {
            err = add_variant(r, id[i]);
        }
    }
    return err;
}

static fl_err read_findings(judged_reading *r)
{
    uint64_t n = 0;
    fl_judged *to = &r->out->judged;
    const fl_store_state *state = &r->store->state[FL_STORE_FINDINGS];
    fl_tally_pack_reader left = {(const unsigned char *)state->bytes,
                                 (const unsigned char *)state->bytes + state->n};
    char **id = column(r, "/claim", "id", &n);
    char **reason = column(r, "/claim", "reason", &n);
    fl_err err = reason ? add_variants(r, id, n) : refuse(r, "/claim/reason");
    to->findings = err ? NULL : calloc(n + 1, sizeof *to->findings);
    if (!to->findings) {
        return err ? err : fl_diag_memory(r->diag);
    }
    to->findings_n = n;
    for (uint64_t i = 0; i < n; i++) {
        fl_finding *finding = &to->findings[i];
        size_t row = fl_claim_rows_find(&r->out->claims, id[i], i);
        if (row == r->out->claims.rows_n || !reason[i] || fl_verify_read_finding(&left, finding)) {
            return refuse(r, "/claim");
        }
        finding->row = &r->out->claims.row[row];
        snprintf(finding->reason, sizeof finding->reason, "%s", reason[i]);
    }
    return left.at == left.end ? FL_OK : refuse(r, "/claim");
}

static fl_err check_digest(const judged_reading *r)
{
    char found[FL_DIGEST_TEXT];
    const fl_store_attribute *noted = fl_store_attribute_of(r->store, "claims_digest");
    fl_err err = fl_verify_judged_digest(&r->out->judged, found, r->diag);
    if (!err && (!noted || !noted->text || strcmp(noted->text, found) != 0)) {
        err = fl_diag_set(r->diag, FL_ERR_DAMAGED, r->path, "its verdicts have the digest %s, but it says %s",
                          found, noted && noted->text ? noted->text : "nothing");
        fl_diag_hint(r->diag, "%s", changed_hint);
    }
    return err;
}

bool fl_verify_has_claims(const fl_store *store)
{
    return fl_store_find(store, "/claim/id") != NULL;
}

fl_err fl_verify_judged_read(fl_judged_file *self, const fl_store *store, const char *path, fl_diag *diag)
{
    judged_reading r = {.store = store, .path = path, .out = self, .diag = diag};
    memset(self, 0, sizeof *self);
    fl_claim_set_init(&self->claims);
    self->judged.claims = &self->claims;
    self->claims.files = &self->files;
    fl_err err = read_attributes(&r);
    err = err ? err : fl_run_result_read_files(store, path, &self->files, diag);
    err = err ? err : read_files(&r);
    err = err ? err : check_ids(&r);
    err = err ? err : make_rows(&r);
    err = err ? err : read_findings(&r);
    err = err ? err : check_digest(&r);
    self->judged.alpha = fl_stat_verdict_share(self->judged.family_alpha, (unsigned)self->claims.rows_n);
    if (err) {
        fl_verify_judged_free(self);
    }
    return err;
}

void fl_verify_judged_free(fl_judged_file *self)
{
    free(self->judged.findings);
    free(self->options);
    free(self->settings);
    free(self->only);
    fl_claim_set_free(&self->claims);
    fl_files_free(&self->files);
    memset(self, 0, sizeof *self);
}
