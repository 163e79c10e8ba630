/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Findings as tables, and their summary. */
#include "experiments/program/program.h"
#include "experiments/verify/verify.h"

#include "gen/base/setting.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Two digits more than the first one that the interval's half width changes. */
static int digits_of(fl_interval limits)
{
    double half = (limits.hi - limits.lo) / 2;
    int digits = isfinite(half) && half > 0 ? (int)ceil(-log10(half)) + 1 : 5;
    return digits < 0 ? 0 : digits > 9 ? 9 : digits;
}

void fl_verify_table_add_figure(double figure, fl_interval limits, fl_text *out)
{
    if (isfinite(figure)) {
        fl_text_add_format(out, "%.*f", digits_of(limits), figure);
    } else {
        fl_text_add(out, "-");
    }
}

void fl_verify_table_add_interval(fl_interval limits, fl_text *out)
{
    fl_verify_table_add_figure(limits.lo, limits, out);
    fl_text_add(out, "…");
    fl_verify_table_add_figure(limits.hi, limits, out);
}

void fl_verify_table_add_blind(const fl_claim_judge_result *result, fl_text *out)
{
    if (isfinite(result->blind.lo) && isfinite(result->blind.hi)) {
        fl_verify_table_add_interval(result->blind, out);
    } else {
        fl_text_add(out, "-");
    }
}

/* Adds the evidence against a claim: "10^3.2" as its e-value, "a counter-example", "-" where only the
 * interval speaks. */
static void add_evidence(const fl_verdict_result *found, fl_text *out)
{
    if (isfinite(found->log_e)) {
        fl_text_add_format(out, "10^%.1f", found->log_e / log(10));
    } else {
        fl_text_add(out, found->log_e > 0 ? "a counter-example" : "-");
    }
}

/* The finding of a conflicting claim: on the same population if there is one, else on any. */
static const fl_finding *finding_of(const fl_verdict_table *self, const fl_claim *claim,
                                    const fl_claim_row *like)
{
    const fl_finding *any = NULL;
    for (size_t i = 0; i < self->findings_n; i++) {
        const fl_finding *finding = &self->findings[i];
        if (finding->row->claim != claim || !finding->is_counted) {
            continue;
        }
        any = any ? any : finding;
        if (finding->row->population[0] == like->population[0]) {
            return finding;
        }
    }
    return any;
}

static void add_conflicts(const fl_verdict_table *self, const fl_claim_row *row, fl_text *out)
{
    const fl_claim *other = NULL;
    for (size_t n = 0; (other = fl_claim_set_conflict(self->claims, row->claim, n)) != NULL; n++) {
        const fl_finding *finding = finding_of(self, other, row);
        fl_text_add_format(out, "%s%s: ", n > 0 ? "; " : "", other->id);
        fl_claim_print_documented(other, out);
        fl_text_add_format(out, " %s", finding ? fl_stat_verdict_name(finding->result.found.verdict) : "");
    }
}

static void add_verdict(const fl_finding *finding, fl_text *out)
{
    double more = finding->result.floors_needed;
    fl_text_add(out, fl_stat_verdict_name(finding->result.found.verdict));
    fl_text_add(out, finding->row->claim->is_predicted ? ", predicted" : "");
    fl_text_add(out, fl_verify_proof_words(finding));
    if (fl_claim_finding_is_unexpected(finding)) {
        fl_text_add(out, " (unexpected)");
    } else if (fl_claim_finding_is_open(finding) && isfinite(more)) {
        fl_text_add(out, " (+");
        fl_program_format_number(more, out);
        fl_text_add(out, " samples)");
    }
}

/* The condition of a population's samples; the number of conditions if there is none. */
static uint64_t condition_of(const fl_verdict_table *self, const fl_finding *finding, unsigned i)
{
    uint64_t n = self->setup->conditions;
    uint64_t c = i == 0 ? finding->condition : 0;
    const fl_population *population = &self->claims->population[finding->row->population[i]];
    const char *same = self->claims->population[population->same].name;
    while (
        i > 0 && c < n &&
        (!self->setup->condition[c].name || (strcmp(self->setup->condition[c].name, population->name) != 0 &&
                                             strcmp(self->setup->condition[c].name, same) != 0))) {
        c++;
    }
    return c;
}

const fl_tally *fl_verify_table_counts(const fl_verdict_table *self, const fl_finding *finding, unsigned i)
{
    uint64_t c = self->totals ? condition_of(self, finding, i) : 0;
    return self->totals && c < self->setup->conditions ? &self->totals[c] : NULL;
}

/* What a figure of a row is. */
static const char *measure_of(const fl_claim *claim)
{
    switch (claim->type) {
    case FL_CLAIM_DISTRIBUTION:
    case FL_CLAIM_EQUALS:
        return "distance";
    case FL_CLAIM_SUPPORT:
        return "share outside";
    case FL_CLAIM_MEAN:
        return "mean";
    case FL_CLAIM_ORDER:
        return "smallest rise";
    case FL_CLAIM_INDEPENDENT:
        return "largest difference";
    default:
        return claim->metric && claim->values.pieces_n == 0 ? "mean" : "share";
    }
}

/* The law that was seen beside the documented one; of other rows the figure that the interval is about. */
static void add_observed(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    enum { MOST = 8 };
    const fl_claim_judge_result *result = &finding->result;
    const fl_tally *counts = fl_verify_table_counts(self, finding, 0);
    if (!counts || !fl_claim_counts_add_law(finding->row, counts, MOST, out)) {
        fl_verify_table_add_figure(result->found.observed, result->found.limits, out);
    }
}

static void add_id(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    (void)self;
    fl_text_add(out, finding->row->id);
}

static void add_documented(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    (void)self;
    fl_claim_print_documented(finding->row->claim, out);
}

static void add_measure(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    (void)self;
    fl_text_add(out, measure_of(finding->row->claim));
}

static void add_interval(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    const fl_claim_judge_result *result = &finding->result;
    (void)self;
    if (result->is_exact) {
        fl_text_add_format(out, "exactly %llu of %llu seeds", (unsigned long long)result->hits,
                           (unsigned long long)result->trials);
    } else {
        fl_verify_table_add_interval(result->found.limits, out);
    }
}

static void add_exact(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    (void)self;
    fl_text_add(out, finding->exact[0] ? finding->exact : "-");
}

static void add_per_floor(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    (void)self;
    fl_verify_table_add_figure(finding->result.floor_rate, finding->result.floor_limits, out);
}

static void add_evidence_of(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    (void)self;
    add_evidence(&finding->result.found, out);
}

static void add_blind_zone(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    (void)self;
    fl_verify_table_add_blind(&finding->result, out);
}

static void add_trials(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    (void)self;
    fl_program_format_number((double)finding->result.trials, out);
}

static void add_samples(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    (void)self;
    fl_program_format_number((double)finding->result.floors, out);
}

static void add_verdict_of(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    (void)self;
    add_verdict(finding, out);
}

static void add_conflicts_of(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    add_conflicts(self, finding->row, out);
}

static void add_headline(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    (void)self;
    fl_text_add(out, finding->row->claim->headline);
}

static void add_population(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    fl_text_add(out, self->claims->population[finding->row->population[0]].name);
}

static void add_measured_interval(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    fl_text_add(out, finding->row->claim->type == FL_CLAIM_DISTRIBUTION ? "distance " : "");
    add_interval(self, finding, out);
}

static const struct column_row {
    const char *name;
    bool is_detail; /* only where a line has room for it */
    void (*add)(const fl_verdict_table *self, const fl_finding *finding, fl_text *out);
} column_rows[] = {
    {"claim", false, add_id},
    {"documented", false, add_documented},
    {"observed", false, add_observed},
    {"measure", false, add_measure},
    {"interval", false, add_interval},
    {"exact", true, add_exact},
    {"per_floor", true, add_per_floor},
    {"evidence", true, add_evidence_of},
    {"blind_zone", true, add_blind_zone},
    {"trials", true, add_trials},
    {"samples", true, add_samples},
    {"verdict", false, add_verdict_of},
    {"conflicts", true, add_conflicts_of},
};

static const struct column_row headline_rows[] = {
    {"odds", false, add_headline},     {"documented", false, add_documented},
    {"observed", false, add_observed}, {"interval", true, add_measured_interval},
    {"by", false, add_population},     {"verdict", false, add_verdict_of},
    {"claim", true, add_id},
};

/* Columns of a table, and how long a line must be for all of them. */
typedef struct layout {
    const struct column_row *rows;
    unsigned n, whole;
} layout;

static const layout ledger = {column_rows, sizeof column_rows / sizeof column_rows[0], 180};
static const layout headlines = {headline_rows, sizeof headline_rows / sizeof headline_rows[0], 140};

static bool has_column(const fl_verdict_table *self, const layout *of, unsigned i)
{
    return !of->rows[i].is_detail || self->line == 0 || self->line >= of->whole;
}

static void init_table(const fl_verdict_table *self, const layout *of, fl_table *table)
{
    char names[sizeof table->columns] = "";
    size_t n = 0;
    fl_program_table_init(table);
    table->line = self->line;
    for (unsigned i = 0; i < of->n; i++) {
        if (has_column(self, of, i)) {
            n += (size_t)snprintf(names + n, sizeof names - n, "%s%s", n > 0 ? " " : "", of->rows[i].name);
        }
    }
    fl_program_table_columns(table, names);
}

static void add_finding(const fl_verdict_table *self, const layout *of, const fl_finding *finding,
                        fl_table *table)
{
    fl_text cell;
    fl_text_init(&cell);
    for (unsigned i = 0; i < of->n; i++) {
        if (has_column(self, of, i)) {
            fl_text_clear(&cell);
            of->rows[i].add(self, finding, &cell);
            table->cells.is_short_of_memory |= cell.is_short_of_memory;
            fl_program_table_add(table, fl_text_get(&cell));
        }
    }
    fl_text_free(&cell);
}

bool fl_verify_table_lists(const fl_verdict_table *self, const fl_finding *finding)
{
    fl_verdict verdict = finding->result.found.verdict;
    bool is_unexpected = fl_claim_finding_is_unexpected(finding);
    if (!finding->is_counted) {
        return false;
    }
    if (self->against) {
        return verdict == FL_VERDICT_REFUTED &&
               strcmp(fl_verify_group(self->claims, finding), self->against) == 0;
    }
    if (self->verdict) {
        return strcmp(self->verdict, "unexpected") == 0
                   ? is_unexpected
                   : strcmp(self->verdict, fl_stat_verdict_name(verdict)) == 0;
    }
    return !self->is_summary || is_unexpected || (fl_claim_finding_is_open(finding) && !self->is_quick);
}

static bool is_first_of_document(const fl_verdict_table *self, size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (strcmp(self->findings[k].row->claim->document, self->findings[i].row->claim->document) == 0) {
            return false;
        }
    }
    return true;
}

static fl_err print_document(const fl_verdict_table *self, const char *document, fl_text *out)
{
    fl_table table;
    init_table(self, &ledger, &table);
    for (size_t i = 0; i < self->findings_n; i++) {
        const fl_finding *finding = &self->findings[i];
        if (fl_verify_table_lists(self, finding) && strcmp(finding->row->claim->document, document) == 0) {
            add_finding(self, &ledger, finding, &table);
        }
    }
    if (table.cells_n > 0) {
        fl_text_add_format(out, "%s\n\n", document);
        fl_program_table_write(&table, out);
        fl_text_add_char(out, '\n');
    }
    fl_err err = fl_program_table_check(&table);
    fl_program_table_free(&table);
    return err;
}

/* Adds how often a document's rows got each verdict. */
static void add_sum(const fl_verdict_table *self, const char *document, fl_table *table)
{
    enum { CONFIRMED = FL_VERIFY_GROUPS_N, UNDECIDED, UNEXPECTED, SUMS };
    unsigned n[SUMS] = {0}; /* refuted rows by group, then the others */
    for (size_t i = 0; i < self->findings_n; i++) {
        const fl_finding *finding = &self->findings[i];
        fl_verdict verdict = finding->result.found.verdict;
        if (!finding->is_counted || strcmp(finding->row->claim->document, document) != 0) {
            continue;
        }
        const char *group = fl_verify_group(self->claims, finding);
        int at = fl_setting_word(FL_VERIFY_GROUPS, group, strlen(group));
        n[verdict == FL_VERDICT_REFUTED ? at : verdict == FL_VERDICT_CONFIRMED ? CONFIRMED : UNDECIDED]++;
        n[UNEXPECTED] += fl_claim_finding_is_unexpected(finding);
    }
    fl_program_table_add_number(table, n[CONFIRMED]);
    for (unsigned i = 0; i < FL_VERIFY_GROUPS_N; i++) {
        fl_program_table_add_number(table, n[i]);
    }
    fl_program_table_add_number(table, n[UNDECIDED]);
    fl_program_table_add_number(table, n[UNEXPECTED]);
    fl_program_table_add(table, document);
}

/* Why claims were left out, and how many for each reason; the most frequent reasons first. */
static fl_err print_left_out(const fl_verdict_table *self, fl_text *out)
{
    enum { MOST = 64, FEW = 8 };
    struct {
        const char *reason;
        unsigned n;
    } list[MOST];
    unsigned n = 0;
    fl_table table;
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "left_out reason");
    for (size_t i = 0; i < self->findings_n; i++) {
        const fl_finding *finding = &self->findings[i];
        const char *reason = finding->reason[0] ? finding->reason : "stopped before it was counted";
        unsigned at = 0;
        while (at < n && strcmp(list[at].reason, reason) != 0) {
            at++;
        }
        if (finding->is_counted || at == MOST) {
            continue;
        }
        list[at].reason = reason;
        list[at].n = at == n ? 1 : list[at].n + 1;
        n += at == n;
    }
    unsigned shown = self->lists_all || n <= FEW ? n : FEW;
    for (unsigned done = 0; done < shown; done++) {
        unsigned best = 0;
        for (unsigned i = 0; i < n; i++) {
            best = list[i].n > list[best].n ? i : best;
        }
        fl_program_table_add_number(&table, list[best].n);
        fl_program_table_add(&table, list[best].reason);
        list[best].n = 0;
    }
    if (n > 0) {
        fl_program_table_write(&table, out);
        if (shown < n) {
            fl_text_add_format(out, "…and %u other reasons: --all\n", n - shown);
        }
        fl_text_add_char(out, '\n');
    }
    fl_err err = fl_program_table_check(&table);
    fl_program_table_free(&table);
    return err;
}

static bool is_any_counted(const fl_verdict_table *self, const char *document)
{
    for (size_t i = 0; i < self->findings_n; i++) {
        if (self->findings[i].is_counted && strcmp(self->findings[i].row->claim->document, document) == 0) {
            return true;
        }
    }
    return false;
}

static fl_err print_sums(const fl_verdict_table *self, fl_text *out)
{
    fl_table table;
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "confirmed " FL_VERIFY_GROUPS " undecided unexpected title");
    for (size_t i = 0; i < self->findings_n; i++) {
        if (is_first_of_document(self, i) && is_any_counted(self, self->findings[i].row->claim->document)) {
            add_sum(self, self->findings[i].row->claim->document, &table);
        }
    }
    fl_program_table_write(&table, out);
    fl_text_add_char(out, '\n');
    fl_err err = fl_program_table_check(&table);
    fl_program_table_free(&table);
    return err;
}

/* Odds that people look up, as they are documented and as they were counted. */
static fl_err print_headlines(const fl_verdict_table *self, fl_text *out)
{
    fl_table table;
    init_table(self, &headlines, &table);
    for (size_t i = 0; i < self->findings_n; i++) {
        const fl_finding *finding = &self->findings[i];
        if (finding->is_counted && finding->row->claim->headline) {
            add_finding(self, &headlines, finding, &table);
        }
    }
    if (table.cells_n > 0) {
        fl_text_add(out, "Odds that people look up\n\n");
        fl_program_table_write(&table, out);
        fl_text_add_char(out, '\n');
    }
    fl_err err = fl_program_table_check(&table);
    fl_program_table_free(&table);
    return err;
}

static const char legend[] =
    "observed   what was counted: the law, or the figure that 'measure' names and the interval is about\n"
    "measure    share: of trials; mean; distance: between two laws (total variation); share outside the\n"
    "           documented values; smallest rise from one population to the next\n"
    "per_floor  how often a player sees it, over all samples; where the chance of a roll is confirmed,\n"
    "           that chance as documented, averaged over the samples that come to the roll\n"
    "interval   where the true value lies; valid at any number of samples\n"
    "exact      the true value, from all sequences of coins, where it is known ('floorlab help laws');\n"
    "           what never or always happens is then proved, or disproved\n"
    "evidence   against the claim, as its e-value: what a fair bet against it would have won\n"
    "blind_zone of what is confirmed: true values off the claim that as many samples would have missed\n"
    "           more often than 1 time in 10; of orders: falls. 'occurs' has none: one sight is proof\n"
    "verdict    \"predicted\": expected before anything was counted; the others after looking\n\n";

static const char sums_legend[] =
    "Refuted rows stand in five columns, by what they contradict. game: code of a game says otherwise than "
    "a\n"
    "document's sentence; document: the rules of another document do; reading: a loose sentence as we read "
    "it\n"
    "does not hold. comparison: two things differ that need not be alike; control: as it must.\n\n";

/* The rows that are listed; *n of them. */
static fl_err print_rows(const fl_verdict_table *self, fl_text *out, size_t *n)
{
    fl_err err = FL_OK;
    *n = 0;
    for (size_t i = 0; i < self->findings_n; i++) {
        *n += fl_verify_table_lists(self, &self->findings[i]);
    }
    if (self->is_summary) {
        fl_text_add(out, self->is_quick && *n == 0 ? "Nothing is unexpected.\n\n"
                         : self->is_quick          ? "Unexpected\n\n"
                         : *n > 0                  ? "Unexpected, or still undecided\n\n"
                                                   : "Nothing is unexpected, and nothing undecided.\n\n");
    } else if (*n == 0) {
        fl_text_add(out, "There is no such row.\n\n");
    }
    for (size_t i = 0; i < self->findings_n && !err && *n > 0; i++) {
        if (is_first_of_document(self, i)) {
            err = print_document(self, self->findings[i].row->claim->document, out);
        }
    }
    if (*n > 0) {
        fl_text_add(out, legend);
    }
    return err;
}

static void print_last_lines(const fl_verdict_table *self, fl_text *out)
{
    fl_finding_sum sum = fl_claim_finding_count(self->findings, self->findings_n);
    fl_text_add_format(out, "%u confirmed, %u refuted, %u undecided; %u unexpected", sum.confirmed,
                       sum.refuted, sum.undecided, sum.unexpected);
    if (sum.left_out > 0) {
        fl_text_add_format(out, "; %u left out", sum.left_out);
    }
    fl_text_add(out, self->is_stopped ? "; stopped before the end\n" : "\n");
    fl_text_add(out, self->copies ? self->copies : "");
    fl_program_format_number((double)self->floors, out);
    if (self->is_repeated) {
        fl_text_add(out, " samples. Floors are repeated: the verdicts hold for independent floors alone.\n");
    } else {
        fl_text_add_format(out, " samples. The chance that any true claim is refuted here is at most %g.\n",
                           self->family_alpha);
    }
}

/* Whether nothing was judged: as of a call that was stopped before its first round was done. */
static bool knows_nothing(const fl_verdict_table *self)
{
    fl_finding_sum sum = fl_claim_finding_count(self->findings, self->findings_n);
    return sum.confirmed + sum.refuted + sum.undecided == 0;
}

/* "classic.rooms.level1  documented only 7, 8  observed 0.120  interval 0.110…0.130  refuted (unexpected)" */
static void print_bare(const fl_verdict_table *self, fl_text *out)
{
    for (size_t i = 0; i < self->findings_n; i++) {
        const fl_finding *finding = &self->findings[i];
        if (fl_verify_table_lists(self, finding)) {
            add_id(self, finding, out);
            fl_text_add(out, "  documented ");
            add_documented(self, finding, out);
            fl_text_add(out, "  observed ");
            add_observed(self, finding, out);
            fl_text_add(out, "  interval ");
            add_measured_interval(self, finding, out);
            fl_text_add(out, "  ");
            add_verdict(finding, out);
            fl_text_add_char(out, '\n');
        }
    }
}

fl_err fl_verify_table_print(const fl_verdict_table *self, fl_text *out)
{
    size_t rows = 0;
    if (self->is_stopped && knows_nothing(self)) {
        fl_text_add(out, "stopped before any claim could be judged\n");
        return FL_OK;
    }
    if (self->is_bare) {
        print_bare(self, out);
        return FL_OK;
    }
    bool is_whole = knows_nothing(self) || (!self->verdict && !self->against);
    fl_err err = self->is_summary ? print_headlines(self, out) : FL_OK;
    err = err || knows_nothing(self) ? err : print_rows(self, out, &rows);
    if (is_whole) {
        fl_text_add(out, knows_nothing(self) ? "" : sums_legend);
        err = err || knows_nothing(self) ? err : print_sums(self, out);
        err = err ? err : print_left_out(self, out);
    } else {
        fl_text_add_format(out, "%zu of %zu rows\n", rows, self->findings_n);
    }
    print_last_lines(self, out);
    return err;
}
