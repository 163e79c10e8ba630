/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The verdicts as tables of a result file, and back: /claim has a row for each finding, /claim_trace how its
 * figures developed, /claim_file the claims as they were given. What is printed from the file is what was
 * printed when it was written, because every number of a finding is kept exactly. */
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 512 };

/* A number of a finding: where it lies, and as what it is stored. */
typedef struct number_row {
    const char *name;
    fl_store_type type; /* FL_STORE_F64 or FL_STORE_U64 */
    size_t at;
    const char *description, *unit;
} number_row;

#define FL_RESULT(field) offsetof(fl_finding, result.field)

static const number_row numbers[] = {
    {"observed", FL_STORE_F64, FL_RESULT(found.observed), "share, mean or distance that was counted",
     "that of the claim"},
    {"low", FL_STORE_F64, FL_RESULT(found.limits.lo), "lower end of its interval, valid at any time",
     "that of the claim"},
    {"high", FL_STORE_F64, FL_RESULT(found.limits.hi), "upper end of the interval", "that of the claim"},
    {"log_evidence", FL_STORE_F64, FL_RESULT(found.log_e), "evidence against the claim, natural logarithm",
     "nats"},
    {"blind_low", FL_STORE_F64, FL_RESULT(blind.lo),
     "if confirmed: lowest true value that was missed with more than 0.1; NaN = none", "that of the claim"},
    {"blind_high", FL_STORE_F64, FL_RESULT(blind.hi), "highest such value", "that of the claim"},
    {"trials_needed", FL_STORE_F64, FL_RESULT(found.needed), "more trials until a verdict; 0 = there is one",
     "trials"},
    {"samples_needed", FL_STORE_F64, FL_RESULT(floors_needed),
     "more samples until a verdict; 0 = there is one", "samples"},
    {"per_sample", FL_STORE_F64, FL_RESULT(floor_rate), "how often a player sees it, over all samples",
     "share"},
    {"trials", FL_STORE_U64, FL_RESULT(trials), "samples, or rolls, that the claim is about", "trials"},
    {"hits", FL_STORE_U64, FL_RESULT(hits), "those of them that hit; 2^64 - 1 = no event is counted",
     "trials"},
    {"samples", FL_STORE_U64, FL_RESULT(floors), "samples of all its populations", "samples"},
    {"condition", FL_STORE_U64, offsetof(fl_finding, condition),
     "number of its condition, that of the first population", "number"},
};

enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

#define FL_POINT(field) offsetof(fl_finding_point, field)

static const number_row point_numbers[] = {
    {"observed", FL_STORE_F64, FL_POINT(observed), "share, mean or distance so far", "that of the claim"},
    {"low", FL_STORE_F64, FL_POINT(limits.lo), "lower end of its interval", "that of the claim"},
    {"high", FL_STORE_F64, FL_POINT(limits.hi), "upper end of the interval", "that of the claim"},
    {"samples", FL_STORE_U64, FL_POINT(floors), "samples so far", "samples"},
    {"trials", FL_STORE_U64, FL_POINT(trials), "trials so far", "trials"},
};

enum { POINT_NUMBERS = sizeof point_numbers / sizeof point_numbers[0] };

/* What is a text for people, and a number for the program. */
enum { COUNTED = 1 };

static uint64_t bits_at(const void *base, size_t at)
{
    uint64_t bits = 0;
    memcpy(&bits, (const char *)base + at, sizeof bits);
    return bits;
}

static fl_err add_number(fl_run_table *table, const number_row *row, const char *dimension, uint64_t n,
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
    return bits_at(&number, 0);
}

static double documented_value(const fl_claim *claim)
{
    return claim->value_text ? fl_stat_fraction_value(claim->value) : NAN;
}

/* The least and the largest value that the document leaves a metric; NaN where it names none. */
static void span_of(const fl_claim *claim, double out[2])
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
    const number_row rows[] = {
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
        span_of(claim, span);
        least[i] = bits_of(span[0]);
        most[i] = bits_of(span[1]);
        state[i] = finding->is_counted ? COUNTED : 0;
    }
    for (unsigned k = 0; k < NUMBERS && !err; k++) {
        uint64_t *data = NULL;
        err = add_number(table, &numbers[k], "claim", n, &data);
        for (size_t i = 0; i < n && !err; i++) {
            data[i] = bits_at(&self->findings[i], numbers[k].at);
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
    static const number_row rows[] = {
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
    for (unsigned which = 0; which < POINT_NUMBERS && !err; which++) {
        uint64_t *data = NULL;
        err = add_number(table, &point_numbers[which], "point", n, &data);
        at = 0;
        for (size_t i = 0; i < self->findings_n && !err; i++) {
            for (unsigned k = 0; k < self->findings[i].points_n; k++) {
                data[at++] = bits_at(&self->findings[i].point[k], point_numbers[which].at);
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
        for (unsigned k = 0; k < NUMBERS; k++) {
            fl_text_add_format(out, " %llx", (unsigned long long)bits_at(finding, numbers[k].at));
        }
        for (unsigned p = 0; p < finding->points_n; p++) {
            fl_text_add_format(out, "\n  %d", (int)finding->point[p].verdict);
            for (unsigned k = 0; k < POINT_NUMBERS; k++) {
                fl_text_add_format(out, " %llx",
                                   (unsigned long long)bits_at(&finding->point[p], point_numbers[k].at));
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
    err = err ? err : add_attributes(out, self, diag);
    fl_text_free(&table.coordinates);
    return err;
}

/* Reading. */

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
    return err ? err : fl_claim_rows_make(&r->out->claims, NULL, r->diag);
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
        if (!id[i]) {
            return refuse(r, "/claim/id");
        }
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
        span_of(claim, span);
        const double expected[COLUMNS] = {documented_value(claim), span[0], span[1], claim->tolerance};
        bool is_same = strcmp(verdict[i], verdict_text(finding)) == 0;
        for (unsigned k = 0; k < COLUMNS && is_same; k++) {
            is_same = data[k][i] == bits_of(expected[k]);
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
        finding->is_counted = state[i] & COUNTED;
        for (int v = 0; v <= FL_VERDICT_REFUTED; v++) {
            if (strcmp(verdict[i], fl_stat_verdict_name((fl_verdict)v)) == 0) {
                finding->result.found.verdict = (fl_verdict)v;
            }
        }
    }
    err = check_claim(r, verdict, n);
    for (unsigned k = 0; k < NUMBERS && !err; k++) {
        const uint64_t *data = column(r, "/claim", numbers[k].name, numbers[k].type, &n);
        if (!data) {
            return refuse(r, numbers[k].name);
        }
        for (uint64_t i = 0; i < n; i++) {
            memcpy((char *)&to->findings[i] + numbers[k].at, &data[i], sizeof data[i]);
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
    const uint64_t *data[POINT_NUMBERS];
    if (!claim) {
        return FL_OK;
    }
    for (unsigned k = 0; k < POINT_NUMBERS; k++) {
        data[k] = column(r, "/claim_trace", point_numbers[k].name, point_numbers[k].type, &n);
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
        for (unsigned k = 0; k < POINT_NUMBERS; k++) {
            memcpy((char *)point + point_numbers[k].at, &data[k][i], sizeof data[k][i]);
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

void fl_verify_pack_finding(const fl_finding *finding, fl_text *out)
{
    fl_tally_pack_add_number(finding->result.found.verdict, out);
    fl_tally_pack_add_number(finding->is_counted ? COUNTED : 0, out);
    fl_tally_pack_add_number(finding->points_n, out);
    for (unsigned k = 0; k < NUMBERS; k++) {
        fl_tally_pack_add_number(bits_at(finding, numbers[k].at), out);
    }
    for (unsigned i = 0; i < finding->points_n; i++) {
        fl_tally_pack_add_number(finding->point[i].verdict, out);
        for (unsigned k = 0; k < POINT_NUMBERS; k++) {
            fl_tally_pack_add_number(bits_at(&finding->point[i], point_numbers[k].at), out);
        }
    }
}

static fl_err read_bits(fl_tally_pack_reader *self, void *base, size_t at)
{
    uint64_t bits = 0;
    fl_err err = fl_tally_pack_read_number(self, &bits);
    memcpy((char *)base + at, &bits, sizeof bits);
    return err;
}

fl_err fl_verify_read_finding(fl_tally_pack_reader *self, fl_finding *out)
{
    uint64_t head[3] = {0};
    fl_err err = FL_OK;
    for (unsigned i = 0; i < 3 && !err; i++) {
        err = fl_tally_pack_read_number(self, &head[i]);
    }
    if (err || head[0] > FL_VERDICT_REFUTED || head[2] > FL_FINDING_POINTS) {
        return FL_ERR_DAMAGED;
    }
    out->result.found.verdict = (fl_verdict)head[0];
    out->is_counted = head[1] & COUNTED;
    out->points_n = (unsigned)head[2];
    for (unsigned k = 0; k < NUMBERS && !err; k++) {
        err = read_bits(self, out, numbers[k].at);
    }
    for (unsigned i = 0; i < out->points_n && !err; i++) {
        uint64_t verdict = 0;
        err = fl_tally_pack_read_number(self, &verdict);
        out->point[i].verdict = verdict <= FL_VERDICT_REFUTED ? (fl_verdict)verdict : FL_VERDICT_UNDECIDED;
        for (unsigned k = 0; k < POINT_NUMBERS && !err; k++) {
            err = read_bits(self, &out->point[i], point_numbers[k].at);
        }
    }
    return err;
}

fl_err fl_verify_judged_read(fl_judged_file *self, const fl_store *store, const char *path, fl_diag *diag)
{
    judged_reading r = {.store = store, .path = path, .out = self, .diag = diag};
    memset(self, 0, sizeof *self);
    fl_claim_set_init(&self->claims);
    self->judged.claims = &self->claims;
    fl_err err = read_attributes(&r);
    err = err ? err : read_files(&r);
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
    memset(self, 0, sizeof *self);
}
