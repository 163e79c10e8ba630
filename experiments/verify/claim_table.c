/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The verdicts as tables of a result file: /claim has a row for each finding, /claim_trace how its figures
 * developed, /claim_file the claims as given. Claims, row ids and packed findings are read back. Output from
 * the file is the same as when it was written, because every number of a finding is stored exactly. */
#include "experiments/run/result/result.h"
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fl_err add_number(fl_run_table *table, const fl_finding_field *row, const char *dimension, uint64_t n,
                         uint64_t **data)
{
    fl_run_array array = {row->name, row->type, dimension, row->description, row->unit, n, false};
    return fl_run_table_add(table, &array, data);
}

static fl_err add_findings(fl_run_table *table, const fl_judged *self)
{
    fl_err err = FL_OK;
    for (unsigned k = 0; k < fl_verify_fields_n && !err; k++) {
        const fl_finding_field *field = &fl_verify_fields[k];
        bool is_text = field->type == FL_STORE_TEXT;
        uint64_t *number = NULL;
        char **texts = NULL;
        if (field->name) {
            err = is_text ? fl_run_table_add_texts(table, (const char *[]){field->name, "claim"},
                                                   self->findings_n, field->description, &texts)
                          : add_number(table, field, "claim", self->findings_n, &number);
        }
        for (size_t i = 0; i < self->findings_n && field->name && !err; i++) {
            fl_text text;
            fl_text_init(&text);
            if (is_text) {
                fl_verify_field_text(self->claims, &self->findings[i], field, &text);
                err = fl_text_check(&text) ? fl_diag_memory(table->diag)
                                           : fl_run_table_set_text(table, texts, i, fl_text_get(&text));
            } else {
                number[i] = fl_verify_field_bits(&self->findings[i], field);
            }
            fl_text_free(&text);
        }
    }
    return err;
}

static fl_err add_trace(fl_run_table *table, const fl_judged *self)
{
    static const char *const notes[2] = {"number of the point", "number"};
    static const fl_finding_field rows[] = {
        {"claim", NULL, FL_STORE_U64, 0, 0, "number of the claim's row in /claim", "number"},
        {"verdict", NULL, FL_STORE_U64, 0, 0, "0 undecided, 1 confirmed, 2 refuted", "number"}};
    uint64_t *claim = NULL;
    uint64_t *verdict = NULL;
    size_t n = 0;
    size_t at = 0;
    for (size_t i = 0; i < self->findings_n; i++) {
        n += self->findings[i].points_n;
    }
    if (n == 0) {
        return FL_OK;
    }
    table->folder = "/claim_trace";
    fl_err err = fl_run_table_add_scale(table, "point", n, 0, notes);
    err = err ? err : add_number(table, &rows[0], "point", n, &claim);
    err = err ? err : add_number(table, &rows[1], "point", n, &verdict);
    for (size_t i = 0; i < self->findings_n && !err; i++) {
        for (unsigned k = 0; k < self->findings[i].points_n; k++) {
            verdict[at] = self->findings[i].point[k].verdict;
            claim[at++] = i;
        }
    }
    for (unsigned which = 0; which < FL_POINT_FIELDS && !err; which++) {
        uint64_t *data = NULL;
        err = add_number(table, &fl_verify_point_fields[which], "point", n, &data);
        at = 0;
        for (size_t i = 0; i < self->findings_n && !err; i++) {
            for (unsigned k = 0; k < self->findings[i].points_n; k++) {
                data[at++] = fl_verify_bits_at(&self->findings[i].point[k], fl_verify_point_fields[which].at);
            }
        }
    }
    return err;
}

/* Writes everything that the verdicts consist of: equal texts are equal verdicts. */
static void write_identity(const fl_judged *self, fl_text *out)
{
    fl_text_add_format(
        out, "seed %llu alpha %.17g tolerance %.17g samples %llu stopped %d options%s settings %s\n",
        (unsigned long long)self->seed, self->family_alpha, self->tolerance, (unsigned long long)self->floors,
        self->is_stopped, self->options, self->settings);
    if (self->only) {
        fl_text_add_format(out, "only %s\n", self->only);
    }
    for (size_t i = 0; i < self->claims->files_n; i++) {
        fl_text_add_format(out, "%s\n%s\n", self->claims->file[i].name, self->claims->file[i].text);
    }
    for (size_t i = 0; i < self->findings_n; i++) {
        const fl_finding *finding = &self->findings[i];
        fl_text_add_format(out, "%s %s %d %d\n", finding->row->id, finding->reason,
                           (int)finding->result.found.verdict, finding->is_counted);
        for (unsigned k = 0; k < fl_verify_fields_n; k++) {
            if (fl_verify_field_is_kept(&fl_verify_fields[k])) {
                fl_text_add_format(out, " %llx",
                                   (unsigned long long)fl_verify_bits_at(finding, fl_verify_fields[k].at));
            }
        }
        for (unsigned p = 0; p < finding->points_n; p++) {
            fl_text_add_format(out, "\n  %d", (int)finding->point[p].verdict);
            for (unsigned k = 0; k < FL_POINT_FIELDS; k++) {
                fl_text_add_format(
                    out, " %llx",
                    (unsigned long long)fl_verify_bits_at(&finding->point[p], fl_verify_point_fields[k].at));
            }
        }
        fl_text_add(out, "\n");
    }
}

fl_err fl_verify_judged_digest(const fl_judged *self, char out[FL_DIGEST_TEXT], fl_diag *diag)
{
    fl_text identity;
    fl_text_init(&identity);
    write_identity(self, &identity);
    fl_err err = fl_text_check(&identity) ? fl_diag_memory(diag) : FL_OK;
    fl_tally_digest_text(fl_text_get(&identity), identity.size, out);
    fl_text_free(&identity);
    return err;
}

/* Adds the items other than tables: the packed findings, and attributes. */
static fl_err add_state(fl_store *out, const fl_judged *self, fl_diag *diag)
{
    char digest[FL_DIGEST_TEXT];
    fl_text bytes;
    fl_text_init(&bytes);
    for (size_t i = 0; i < self->findings_n; i++) {
        fl_verify_pack_finding(&self->findings[i], &bytes);
    }
    fl_err err = fl_text_check(&bytes);
    err = err ? err : fl_store_set_state(out, FL_STORE_FINDINGS, fl_text_get(&bytes), bytes.size);
    fl_text_free(&bytes);
    err = err ? err : fl_verify_judged_digest(self, digest, diag);
    err = err ? err : fl_store_set_number(out, "claims_seed", self->seed);
    err = err ? err : fl_store_set_number(out, "claims_alpha", fl_verify_bits_at(&self->family_alpha, 0));
    err = err ? err : fl_store_set_number(out, "claims_tolerance", fl_verify_bits_at(&self->tolerance, 0));
    err = err ? err : fl_store_set_number(out, "claims_samples", self->floors);
    err = err ? err : fl_store_set_number(out, "claims_stopped", self->is_stopped);
    err = err ? err : fl_store_set_text(out, "claims_options", self->options);
    err = err ? err : fl_store_set_text(out, "claims_settings", self->settings);
    if (self->only && !err) {
        err = fl_store_set_text(out, "claims_only", self->only);
    }
    err = err ? err : fl_store_set_text(out, "claims_digest", digest);
    return err == FL_ERR_MEMORY ? fl_diag_memory(diag) : err;
}

fl_err fl_verify_judged_add(const fl_judged *self, fl_store *out, fl_diag *diag)
{
    static const char *const notes[2] = {"number of the row", "number"};
    static const char *const file[2] = {"number of the file", "number"};
    char **name = NULL;
    char **text = NULL;
    size_t n = self->claims->files_n;
    fl_run_table table = {.out = out, .diag = diag, .folder = "/claim", .more = ""};
    if (self->findings_n == 0) {
        return FL_OK;
    }
    fl_text_init(&table.coordinates);
    fl_err err = fl_run_table_add_scale(&table, "claim", self->findings_n, 0, notes);
    err = err ? err : add_findings(&table, self);
    err = err ? err : add_trace(&table, self);
    table.folder = "/claim_file";
    err = err ? err : fl_run_table_add_scale(&table, "file", n, 0, file);
    err = err ? err
              : fl_run_table_add_texts(&table, (const char *[]){"name", "file"}, n, "name of the claims file",
                                       &name);
    err = err ? err
              : fl_run_table_add_texts(&table, (const char *[]){"text", "file"}, n, "the file, whole", &text);
    for (size_t i = 0; i < n && !err; i++) {
        err = fl_run_table_set_text(&table, name, i, self->claims->file[i].name);
        err = err ? err : fl_run_table_set_text(&table, text, i, self->claims->file[i].text);
    }
    err = err ? err : add_state(out, self, diag);
    fl_text_free(&table.coordinates);
    return err;
}

enum { TEXT = 512 };

typedef struct judged_reader {
    const fl_store *store;
    const char *path;
    fl_judged_file *out;
    fl_diag *diag;
} judged_reader;

static fl_err refuse(const judged_reader *r, const char *item)
{
    return fl_diag_set(r->diag, FL_ERR_DAMAGED, r->path, "'%s' is missing or malformed", item);
}

/* The texts of an item with one dimension of n entries (any number if n is 0); NULL if it is missing. */
static char **column(const judged_reader *r, const char *folder, const char *name, uint64_t *n)
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

static fl_err read_attributes(judged_reader *r)
{
    enum { NUMBERS = 5 };
    static const char *const names[NUMBERS] = {"claims_seed", "claims_alpha", "claims_tolerance",
                                               "claims_samples", "claims_stopped"};
    uint64_t found[NUMBERS];
    fl_judged *to = &r->out->judged;
    for (unsigned i = 0; i < NUMBERS; i++) {
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

static fl_err read_files(judged_reader *r)
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

/* Makes the rows. Scenarios without a finding in the file are not opened, which would take a second. */

typedef struct judged_ids {
    char **id; /* sorted */
    size_t n;
} judged_ids;

static int compare_ids(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_judged(const void *ids_of, const fl_claim_set *set, const fl_claim_row *row,
                      const fl_scenario *scenario)
{
    const judged_ids *ids = ids_of;
    const char *id = row->id;
    (void)set;
    (void)scenario;
    return bsearch(&id, ids->id, ids->n, sizeof *ids->id, compare_ids) != NULL;
}

static fl_err make_rows(judged_reader *r)
{
    uint64_t n = 0;
    fl_claim_set *claims = &r->out->claims;
    char **id = column(r, "/claim", "id", &n);
    bool are_there = id != NULL;
    for (uint64_t i = 0; i < n && are_there; i++) { /* a malicious file can lack a text */
        are_there = id[i] != NULL;
    }
    if (!are_there) {
        return refuse(r, "/claim/id");
    }
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
static fl_err add_variant(judged_reader *r, const char *id)
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

static fl_err read_findings(judged_reader *r)
{
    uint64_t n = 0;
    fl_judged *to = &r->out->judged;
    const fl_store_state *state = &r->store->state[FL_STORE_FINDINGS];
    fl_tally_pack_reader left = {(const unsigned char *)state->bytes,
                                 (const unsigned char *)state->bytes + state->n};
    char **id = column(r, "/claim", "id", &n);
    char **reason = column(r, "/claim", "reason", &n);
    fl_err err = reason ? FL_OK : refuse(r, "/claim/reason");
    for (uint64_t i = 0; i < n && !err; i++) { /* first, because adding rows moves the others */
        if (fl_claim_rows_find(&r->out->claims, id[i], i) == r->out->claims.rows_n) {
            err = add_variant(r, id[i]);
        }
    }
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

bool fl_verify_has_claims(const fl_store *store)
{
    return fl_store_find(store, "/claim/id") != NULL;
}

fl_err fl_verify_judged_read(fl_judged_file *self, const fl_store *store, const char *path, fl_diag *diag)
{
    judged_reader r = {.store = store, .path = path, .out = self, .diag = diag};
    char found[FL_DIGEST_TEXT];
    const fl_store_attribute *noted = fl_store_attribute_of(store, "claims_digest");
    memset(self, 0, sizeof *self);
    fl_claim_set_init(&self->claims);
    self->judged.claims = &self->claims;
    self->claims.files = &self->files;
    fl_err err = read_attributes(&r);
    err = err ? err : fl_run_result_read_files(store, path, &self->files, diag);
    err = err ? err : read_files(&r);
    err = err ? err : make_rows(&r);
    err = err ? err : read_findings(&r);
    err = err ? err : fl_verify_judged_digest(&self->judged, found, diag);
    if (!err && (!noted || !noted->text || strcmp(noted->text, found) != 0)) {
        err =
            fl_diag_set(diag, FL_ERR_DAMAGED, path, "the digest of its verdicts is %s, but the file says %s",
                        found, noted && noted->text ? noted->text : "nothing");
        fl_diag_hint(diag, "the table of claims was changed after it was written: judge again");
    }
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
