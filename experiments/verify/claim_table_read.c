/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts read back from the tables that claim_table.c writes, and held against the claims in the file. */
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

/* The data of an item with one dimension of n entries (any number where n is 0); NULL if it is not there. */
static void *column(const judged_reading *r, const char *folder, const char *name, fl_store_type type,
                    uint64_t *n)
{
    char path[FL_STORE_PATH];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const fl_store_item *item = fl_store_find(r->store, path);
    bool is_right = item && item->data && item->rank == 1 && item->type == type;
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
    char **name = column(r, "/claim_file", "name", FL_STORE_TEXT, &n);
    char **text = column(r, "/claim_file", "text", FL_STORE_TEXT, &n);
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
    char **id = column(r, "/claim", "id", FL_STORE_TEXT, &n);
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
    char **id = column(r, "/claim", "id", FL_STORE_TEXT, &n);
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

/* Columns that other programs read, but whose content follows from the claims and the findings. */
static fl_err check_claim(const judged_reading *r, char *const *verdict, uint64_t n)
{
    static const char *const names[] = {"documented_value", "documented_least", "documented_most",
                                        "tolerance"};
    enum { COLUMNS = sizeof names / sizeof names[0] };
    const uint64_t *data[COLUMNS];
    for (unsigned k = 0; k < COLUMNS; k++) {
        data[k] = column(r, "/claim", names[k], FL_STORE_F64, &n);
        if (!data[k]) {
            return refuse(r, names[k]);
        }
    }
    for (uint64_t i = 0; i < n; i++) {
        const fl_finding *finding = &r->out->judged.findings[i];
        const fl_claim *claim = finding->row->claim;
        double span[2];
        fl_verify_documented_span(claim, span);
        const double expected[COLUMNS] = {fl_verify_documented_value(claim), span[0], span[1],
                                          claim->tolerance};
        bool is_same = strcmp(verdict[i], fl_verify_verdict_text(finding)) == 0;
        for (unsigned k = 0; k < COLUMNS && is_same; k++) {
            is_same = data[k][i] == fl_verify_bits_of(expected[k]);
        }
        if (!is_same) {
            fl_err err = fl_diag_set(r->diag, FL_ERR_DAMAGED, r->path,
                                     "row %llu of its table /claim does not fit the claim %s",
                                     (unsigned long long)i, finding->row->id);
            fl_diag_hint(r->diag, "%s", changed_hint);
            return err;
        }
    }
    return FL_OK;
}

static fl_err read_findings(judged_reading *r)
{
    uint64_t n = 0;
    fl_judged *to = &r->out->judged;
    char **id = column(r, "/claim", "id", FL_STORE_TEXT, &n);
    char **verdict = column(r, "/claim", "verdict", FL_STORE_TEXT, &n);
    const uint64_t *state = column(r, "/claim", "state", FL_STORE_U64, &n);
    if (!id || !verdict || !state) {
        return refuse(r, id ? verdict ? "/claim/state" : "/claim/verdict" : "/claim/id");
    }
    char **reason = column(r, "/claim", "reason", FL_STORE_TEXT, &n);
    fl_err err = reason ? add_variants(r, id, n) : refuse(r, "/claim/reason");
    to->findings = err ? NULL : calloc(n + 1, sizeof *to->findings);
    if (!to->findings) {
        return err ? err : fl_diag_memory(r->diag);
    }
    to->findings_n = n;
    for (uint64_t i = 0; i < n; i++) {
        fl_finding *finding = &to->findings[i];
        size_t row = fl_claim_rows_find(&r->out->claims, id[i], i);
        if (row == r->out->claims.rows_n || !verdict[i] || !reason[i]) {
            return refuse(r, "/claim/id");
        }
        finding->row = &r->out->claims.row[row];
        snprintf(finding->reason, sizeof finding->reason, "%s", reason[i]);
        finding->is_counted = state[i] & FL_FINDING_COUNTED;
        for (int v = 0; v <= FL_VERDICT_REFUTED; v++) {
            if (strcmp(verdict[i], fl_stat_verdict_name((fl_verdict)v)) == 0) {
                finding->result.found.verdict = (fl_verdict)v;
            }
        }
    }
    err = check_claim(r, verdict, n);
    for (unsigned k = 0; k < FL_FINDING_NUMBERS && !err; k++) {
        const uint64_t *data =
            column(r, "/claim", fl_verify_finding_numbers[k].name, fl_verify_finding_numbers[k].type, &n);
        if (!data) {
            return refuse(r, fl_verify_finding_numbers[k].name);
        }
        for (uint64_t i = 0; i < n; i++) {
            memcpy((char *)&to->findings[i] + fl_verify_finding_numbers[k].at, &data[i], sizeof data[i]);
        }
    }
    return err;
}

static fl_err read_trace(judged_reading *r)
{
    uint64_t n = 0;
    const fl_judged *to = &r->out->judged;
    const uint64_t *claim = column(r, "/claim_trace", "claim", FL_STORE_U64, &n);
    const uint64_t *verdict = column(r, "/claim_trace", "verdict", FL_STORE_U64, &n);
    const uint64_t *data[FL_POINT_NUMBERS];
    if (!claim) {
        return FL_OK;
    }
    for (unsigned k = 0; k < FL_POINT_NUMBERS; k++) {
        data[k] =
            column(r, "/claim_trace", fl_verify_point_numbers[k].name, fl_verify_point_numbers[k].type, &n);
        if (!data[k] || !verdict) {
            return refuse(r, "/claim_trace");
        }
    }
    for (uint64_t i = 0; i < n; i++) {
        fl_finding *finding = claim[i] < to->findings_n ? &to->findings[claim[i]] : NULL;
        if (!finding || finding->points_n == FL_FINDING_POINTS || verdict[i] > FL_VERDICT_REFUTED) {
            return refuse(r, "/claim_trace/claim");
        }
        fl_finding_point *point = &finding->point[finding->points_n++];
        point->verdict = (fl_verdict)verdict[i];
        for (unsigned k = 0; k < FL_POINT_NUMBERS; k++) {
            memcpy((char *)point + fl_verify_point_numbers[k].at, &data[k][i], sizeof data[k][i]);
        }
    }
    return FL_OK;
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
    err = err ? err : read_trace(&r);
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
