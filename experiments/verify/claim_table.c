/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The verdicts as tables of a result file: /claim has a row for each finding, /claim_trace how its
 * figures developed, /claim_file the claims as they were
 * given. What is printed from the file is what was printed when it was written, because every number of a
 * finding is kept exactly. */
#include "experiments/run/result/result.h"
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fl_err add_number(fl_run_table *table, const fl_finding_field *row, const char *dimension, uint64_t n,
                         uint64_t **data)
{
    fl_run_array array = {row->name, row->type, 1, {dimension}, {n}, row->description, row->unit, false};
    return fl_run_table_add(table, &array, data);
}

static fl_err add_texts(fl_run_table *table, const fl_judged *self, const fl_finding_field *field)
{
    char **data = NULL;
    fl_err err = fl_run_table_add_texts(table, (const char *[]){field->name, "claim"}, self->findings_n,
                                        field->description, &data);
    for (size_t i = 0; i < self->findings_n && !err; i++) {
        fl_text text;
        fl_text_init(&text);
        fl_verify_field_text(self->claims, &self->findings[i], field, &text);
        err = fl_text_check(&text) ? fl_diag_memory(table->diag)
                                   : fl_run_table_set_text(table, data, i, fl_text_get(&text));
        fl_text_free(&text);
    }
    return err;
}

static fl_err add_findings(fl_run_table *table, const fl_judged *self)
{
    fl_err err = FL_OK;
    for (unsigned k = 0; k < FL_FINDING_FIELDS && !err; k++) {
        const fl_finding_field *field = &fl_verify_fields[k];
        uint64_t *data = NULL;
        if (field->name && field->type == FL_STORE_TEXT) {
            err = add_texts(table, self, field);
        } else if (field->name) {
            err = add_number(table, field, "claim", self->findings_n, &data);
            for (size_t i = 0; i < self->findings_n && !err; i++) {
                data[i] = fl_verify_field_bits(&self->findings[i], field);
            }
        }
    }
    return err;
}

static size_t points_of(const fl_judged *self)
{
    size_t n = 0;
    for (size_t i = 0; i < self->findings_n; i++) {
        n += self->findings[i].points_n;
    }
    return n;
}

static fl_err add_trace(fl_run_table *table, const fl_judged *self)
{
    static const char *const notes[2] = {"number of the point", "number"};
    static const fl_finding_field rows[] = {
        {"claim", NULL, FL_STORE_U64, 0, 0, "number of the claim's row in /claim", "number"},
        {"verdict", NULL, FL_STORE_U64, 0, 0, "0 undecided, 1 confirmed, 2 refuted", "number"}};
    uint64_t *claim = NULL;
    uint64_t *verdict = NULL;
    size_t n = points_of(self);
    size_t at = 0;
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

static fl_err add_files(fl_run_table *table, const fl_judged *self)
{
    static const char *const notes[2] = {"number of the file", "number"};
    char **name = NULL;
    char **text = NULL;
    size_t n = self->claims->files_n;
    table->folder = "/claim_file";
    fl_err err = fl_run_table_add_scale(table, "file", n, 0, notes);
    err = err ? err
              : fl_run_table_add_texts(table, (const char *[]){"name", "file"}, n, "name of the claims file",
                                       &name);
    err = err ? err
              : fl_run_table_add_texts(table, (const char *[]){"text", "file"}, n, "the file, whole", &text);
    for (size_t i = 0; i < n && !err; i++) {
        err = fl_run_table_set_text(table, name, i, self->claims->file[i].name);
        err = err ? err : fl_run_table_set_text(table, text, i, self->claims->file[i].text);
    }
    return err;
}

/* One text that holds everything the verdicts consist of: equal texts are equal verdicts. */
static void write_identity(const fl_judged *self, fl_text *out)
{
    fl_text_add_format(
        out, "seed %llu alpha %.17g tolerance %.17g samples %llu stopped %d options%s settings %s\n",
        (unsigned long long)self->seed, self->family_alpha, self->tolerance, (unsigned long long)self->floors,
        self->is_stopped, self->options, self->settings);
    if (self->only || self->is_findings) {
        fl_text_add_format(out, "only %s findings %d\n", self->only ? self->only : "*", self->is_findings);
    }
    for (size_t i = 0; i < self->claims->files_n; i++) {
        fl_text_add_format(out, "%s\n%s\n", self->claims->file[i].name, self->claims->file[i].text);
    }
    for (size_t i = 0; i < self->findings_n; i++) {
        const fl_finding *finding = &self->findings[i];
        fl_text_add_format(out, "%s %s %d %d\n", finding->row->id, finding->reason,
                           (int)finding->result.found.verdict, finding->is_counted);
        for (unsigned k = FL_FINDING_KEPT; k < FL_FINDING_FIELDS; k++) {
            fl_text_add_format(out, " %llx",
                               (unsigned long long)fl_verify_bits_at(finding, fl_verify_fields[k].at));
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

/* The findings as they are read again. */
static fl_err add_state(fl_store *out, const fl_judged *self, fl_diag *diag)
{
    fl_text bytes;
    fl_text_init(&bytes);
    for (size_t i = 0; i < self->findings_n; i++) {
        fl_verify_pack_finding(&self->findings[i], &bytes);
    }
    bool is_short =
        fl_text_check(&bytes) || fl_store_set_state(out, FL_STORE_FINDINGS, fl_text_get(&bytes), bytes.size);
    fl_text_free(&bytes);
    return is_short ? fl_diag_memory(diag) : FL_OK;
}

static fl_err add_attributes(fl_store *out, const fl_judged *self, fl_diag *diag)
{
    char digest[FL_DIGEST_TEXT];
    fl_err err = fl_verify_judged_digest(self, digest, diag);
    err = err ? err : fl_store_set_number(out, "claims_seed", self->seed);
    err = err ? err : fl_store_set_number(out, "claims_alpha", fl_verify_bits_at(&self->family_alpha, 0));
    err = err ? err : fl_store_set_number(out, "claims_tolerance", fl_verify_bits_at(&self->tolerance, 0));
    err = err ? err : fl_store_set_number(out, "claims_samples", self->floors);
    err = err ? err : fl_store_set_number(out, "claims_stopped", self->is_stopped);
    err = err ? err : fl_store_set_text(out, "claims_options", self->options);
    err = err ? err : fl_store_set_text(out, "claims_settings", self->settings);
    err = err ? err : fl_store_set_number(out, "claims_findings", self->is_findings);
    if (self->only && !err) {
        err = fl_store_set_text(out, "claims_only", self->only);
    }
    err = err ? err : fl_store_set_text(out, "claims_digest", digest);
    return err == FL_ERR_MEMORY ? fl_diag_memory(diag) : err;
}

fl_err fl_verify_judged_add(const fl_judged *self, fl_store *out, fl_diag *diag)
{
    static const char *const notes[2] = {"number of the row", "number"};
    fl_run_table table = {.out = out, .diag = diag, .folder = "/claim", .more = ""};
    if (self->findings_n == 0) {
        return FL_OK;
    }
    fl_text_init(&table.coordinates);
    fl_err err = fl_run_table_add_scale(&table, "claim", self->findings_n, 0, notes);
    err = err ? err : add_findings(&table, self);
    err = err ? err : add_trace(&table, self);
    err = err ? err : add_files(&table, self);
    err = err ? err : add_state(out, self, diag);
    err = err ? err : add_attributes(out, self, diag);
    fl_text_free(&table.coordinates);
    return err;
}
