/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The verdicts as tables of a result file: /claim has a row for each finding, /claim_trace how its
 * figures developed, /claim_file the claims as they were
 * given. What is printed from the file is what was printed when it was written, because every number of a
 * finding is kept exactly. */
#include "experiments/run/result/result.h"
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fl_err add_number(fl_run_table *table, const fl_finding_number *row, const char *dimension, uint64_t n,
                         uint64_t **data)
{
    fl_run_array array = {row->name, row->type, 1, {dimension}, {n}, row->description, row->unit, false};
    return fl_run_table_add(table, &array, data);
}

static const char *verdict_text(const fl_finding *finding)
{
    return finding->is_counted ? fl_stat_verdict_name(finding->result.found.verdict) : "";
}

/* The texts of a finding. */
static void write_text(const fl_judged *self, const fl_finding *finding, unsigned which, fl_text *out)
{
    const fl_claim_row *row = finding->row;
    const fl_claim *claim = row->claim;
    switch (which) {
    case 0:
        fl_text_add(out, row->id);
        break;
    case 1:
        fl_text_add(out, claim->source);
        break;
    case 2:
        fl_text_add(out, claim->text);
        break;
    case 3:
        fl_text_add(out, claim->quote ? claim->quote : "");
        break;
    case 4:
        fl_text_add(out, fl_claim_type_of(claim->type)->name);
        break;
    case 5:
        for (unsigned i = 0; i < row->populations_n; i++) {
            fl_text_add_format(out, "%s%s", i > 0 ? ", " : "",
                               self->claims->population[row->population[i]].name);
        }
        break;
    case 6:
        fl_claim_print_counted(claim, row->metric, out);
        break;
    case 7:
        fl_claim_print_documented(claim, out);
        break;
    case 8:
        fl_text_add(out, verdict_text(finding));
        break;
    case 9:
        fl_text_add(out, fl_stat_verdict_name(row->expected));
        break;
    case 10:
        fl_text_add(out, finding->reason);
        break;
    default:
        fl_text_add(out, claim->event ? claim->event : row->metric ? row->metric : "");
        break;
    }
}

static const struct text_row {
    const char *name, *description;
} texts[] = {
    {"id", "id of the claim, with its population where it has several"},
    {"source", "document, and place in it"},
    {"sentence", "the claim in one sentence"},
    {"quote", "the sentence of the document, word for word"},
    {"type", "what is claimed: a chance, a law, …"},
    {"population", "names of the samples it is about"},
    {"counted", "what was counted"},
    {"documented", "what the document says"},
    {"verdict", "confirmed, refuted or undecided; empty = it could not be judged"},
    {"expected", "the verdict that is expected; undecided = any"},
    {"reason", "why it could not be judged: needs curse=none"},
    {"counts", "name of the event or the metric"},
};

enum { TEXTS = sizeof texts / sizeof texts[0] };

static fl_err add_texts(fl_run_table *table, const fl_judged *self)
{
    fl_err err = FL_OK;
    for (unsigned which = 0; which < TEXTS && !err; which++) {
        char **data = NULL;
        err = fl_run_table_add_texts(table, (const char *[]){texts[which].name, "claim"}, self->findings_n,
                                     texts[which].description, &data);
        for (size_t i = 0; i < self->findings_n && !err; i++) {
            fl_text text;
            fl_text_init(&text);
            write_text(self, &self->findings[i], which, &text);
            err = fl_text_check(&text) ? fl_diag_memory(table->diag)
                                       : fl_run_table_set_text(table, data, i, fl_text_get(&text));
            fl_text_free(&text);
        }
    }
    return err;
}

static uint64_t bits_of(double number)
{
    return fl_verify_bits_at(&number, 0);
}

static double documented_value(const fl_claim *claim)
{
    return claim->value_text ? fl_stat_fraction_value(claim->value) : NAN;
}

/* The least and the largest value that the document leaves a metric; NaN where it names none. */
static void documented_span(const fl_claim *claim, double out[2])
{
    bool is_set = claim->type == FL_CLAIM_SUPPORT || claim->type == FL_CLAIM_ALWAYS;
    out[0] = NAN;
    out[1] = NAN;
    for (unsigned i = 0; i < claim->values.pieces_n && is_set && !claim->is_inverted; i++) {
        out[0] = fmin(out[0], claim->values.piece[i].first); /* of NaN and a number the number */
        out[1] = fmax(out[1], claim->values.piece[i].last);
    }
    for (unsigned i = 0; i < claim->law.cells_n && claim->type == FL_CLAIM_DISTRIBUTION; i++) {
        out[0] = fmin(out[0], claim->law.value[i]);
        out[1] = fmax(out[1], claim->law.value[i]);
    }
}

static fl_err add_findings(fl_run_table *table, const fl_judged *self)
{
    uint64_t *value = NULL;
    uint64_t *tolerance = NULL;
    uint64_t *least = NULL;
    uint64_t *most = NULL;
    uint64_t *state = NULL;
    uint64_t n = self->findings_n;
    const fl_finding_number rows[] = {
        {"documented_value", FL_STORE_F64, 0, "documented chance or mean; NaN = not a single number",
         "number"},
        {"tolerance", FL_STORE_F64, 0, "how far off still counts as agreement", "that of the claim"},
        {"documented_least", FL_STORE_F64, 0, "least documented value of the metric; NaN = none is named",
         "that of the metric"},
        {"documented_most", FL_STORE_F64, 0, "largest documented value of the metric", "that of the metric"},
        {"state", FL_STORE_U64, 0, "1 = counted; 2 = later samples no longer computed its metrics", "sum"}};
    fl_err err = add_texts(table, self);
    err = err ? err : add_number(table, &rows[0], "claim", n, &value);
    err = err ? err : add_number(table, &rows[1], "claim", n, &tolerance);
    err = err ? err : add_number(table, &rows[2], "claim", n, &least);
    err = err ? err : add_number(table, &rows[3], "claim", n, &most);
    err = err ? err : add_number(table, &rows[4], "claim", n, &state);
    for (size_t i = 0; i < n && !err; i++) {
        const fl_finding *finding = &self->findings[i];
        const fl_claim *claim = finding->row->claim;
        value[i] = bits_of(documented_value(claim));
        tolerance[i] = bits_of(claim->tolerance);
        double span[2];
        documented_span(claim, span);
        least[i] = bits_of(span[0]);
        most[i] = bits_of(span[1]);
        state[i] = finding->is_counted ? FL_FINDING_COUNTED : 0;
    }
    for (unsigned k = 0; k < FL_FINDING_NUMBERS && !err; k++) {
        uint64_t *data = NULL;
        err = add_number(table, &fl_verify_finding_numbers[k], "claim", n, &data);
        for (size_t i = 0; i < n && !err; i++) {
            data[i] = fl_verify_bits_at(&self->findings[i], fl_verify_finding_numbers[k].at);
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
    static const fl_finding_number rows[] = {
        {"claim", FL_STORE_U64, 0, "number of the claim's row in /claim", "number"},
        {"verdict", FL_STORE_U64, 0, "0 undecided, 1 confirmed, 2 refuted", "number"}};
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
    for (unsigned which = 0; which < FL_POINT_NUMBERS && !err; which++) {
        uint64_t *data = NULL;
        err = add_number(table, &fl_verify_point_numbers[which], "point", n, &data);
        at = 0;
        for (size_t i = 0; i < self->findings_n && !err; i++) {
            for (unsigned k = 0; k < self->findings[i].points_n; k++) {
                data[at++] =
                    fl_verify_bits_at(&self->findings[i].point[k], fl_verify_point_numbers[which].at);
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
        for (unsigned k = 0; k < FL_FINDING_NUMBERS; k++) {
            fl_text_add_format(
                out, " %llx",
                (unsigned long long)fl_verify_bits_at(finding, fl_verify_finding_numbers[k].at));
        }
        for (unsigned p = 0; p < finding->points_n; p++) {
            fl_text_add_format(out, "\n  %d", (int)finding->point[p].verdict);
            for (unsigned k = 0; k < FL_POINT_NUMBERS; k++) {
                fl_text_add_format(
                    out, " %llx",
                    (unsigned long long)fl_verify_bits_at(&finding->point[p], fl_verify_point_numbers[k].at));
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
    err = err ? err : fl_store_set_number(out, "claims_alpha", bits_of(self->family_alpha));
    err = err ? err : fl_store_set_number(out, "claims_tolerance", bits_of(self->tolerance));
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
