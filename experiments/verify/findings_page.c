/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Three parts: documents against the games' code, documents against each other, and readings of loose
 * sentences. In each a section for each source that claims cite first: a table of what does not hold, in the
 * second part its contradictions, too. At the end the rule sets, the populations, and where the sources were
 * published. Controls and comparisons are no findings. */
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"
#include "gen/base/embedded.h"

#include <math.h>
#include <string.h>

static bool is_finding(const fl_claim *claim)
{
    return claim->stance == FL_CLAIM_STANCE_SENTENCE || claim->stance == FL_CLAIM_STANCE_READING;
}

bool fl_verify_findings_wants(const fl_claim_set *claims, const fl_claim *claim)
{
    bool is_broken = false; /* by a rule set, as expected */
    for (size_t i = 0; i < claims->rows_n && !is_broken; i++) {
        is_broken = claims->row[i].claim == claim && claims->row[i].expected == FL_VERDICT_REFUTED;
    }
    return is_finding(claim) && (is_broken || fl_claim_set_conflict(claims, claim, 0) != NULL);
}

static bool is_refuted(const fl_finding *finding)
{
    return finding->is_counted && finding->result.found.verdict == FL_VERDICT_REFUTED &&
           is_finding(finding->row->claim);
}

/* False if the population has no such setting. */
static bool add_setting(const fl_population *population, const char *name, fl_text *out)
{
    int index = fl_setting_values_find(&population->values, name);
    if (index >= 0) {
        fl_setting_values_write(&population->values, (size_t)index, out);
    }
    return index >= 0;
}

static bool has_setting(const fl_population *population, const char *name, const char *value)
{
    fl_text words;
    fl_text_init(&words);
    add_setting(population, name, &words);
    bool has = strcmp(fl_text_get(&words), value) == 0;
    fl_text_free(&words);
    return has;
}

/* Whether the rooms of a population are those that ship, which are invented, and not the game's own. */
static bool has_invented_rooms(const fl_population *population)
{
    return strcmp(population->generator->name, "rebirth") == 0 &&
           has_setting(population, "interiors", "on") && has_setting(population, "rooms", "");
}

typedef enum part { AGAINST_GAMES, AGAINST_EACH_OTHER, BY_READING, PARTS } part;

static const struct part_row {
    const char *group, *title, *what;
} parts[PARTS] = {
    {"game", "Against the games' code",
     "Sentences of documents that a rule set made from a game's code breaks."},
    {"document", "Documents against each other",
     "Sentences that rules made from a document break, be it another one or the same, and statements about a "
     "game's code that a document's rules or another game's code break; then what cannot both be true."},
    {"reading", "Our reading where a sentence is loose",
     "The sentence names no number, or can be read in several ways: the row refutes the reading, not the "
     "document."},
};

/* Documents have quotes, code and our own pages have none. */
static part part_of(const fl_claim_set *claims, const fl_finding *finding)
{
    const fl_claim *claim = finding->row->claim;
    const fl_population *population = &claims->population[finding->row->population[0]];
    bool is_game = false;
    for (size_t i = 0; i < fl_embedded_rules_n && !is_game; i++) {
        const fl_embedded_rules *rules = &fl_embedded_rules_table[i];
        is_game = rules->is_game && strcmp(rules->generator, population->generator->name) == 0 &&
                  has_setting(population, "rules", rules->name);
    }
    return claim->stance == FL_CLAIM_STANCE_READING ? BY_READING
           : claim->quote && is_game                ? AGAINST_GAMES
                                                    : AGAINST_EACH_OTHER;
}

const char *fl_verify_group(const fl_claim_set *claims, const fl_finding *finding)
{
    const fl_claim *claim = finding->row->claim;
    return is_finding(claim) ? parts[part_of(claims, finding)].group : fl_claim_stance_name(claim->stance);
}

/* Text in a cell of a table. */
static void add_cell(const char *text, fl_text *out)
{
    for (; *text; text++) {
        if (*text == '|' || *text == '<' || *text == '*' || *text == '_') {
            fl_text_add_char(out, '\\');
        }
        fl_text_add_char(out, *text);
    }
}

static void add_documented(const fl_claim *claim, fl_text *out)
{
    fl_text words;
    fl_text_init(&words);
    fl_claim_print_documented(claim, &words);
    add_cell(fl_text_get(&words), out);
    fl_text_drop(&words, out);
}

/* Where a claim got a verdict: "article-1, demo". Returns how many. */
static unsigned add_places(const fl_findings_page *self, const fl_claim *claim, fl_verdict verdict,
                           fl_text *out)
{
    unsigned n = 0;
    for (size_t i = 0; i < self->table.findings_n; i++) {
        const fl_finding *finding = &self->table.findings[i];
        const fl_claim_row *row = finding->row;
        bool is_one = row->claim == claim && finding->is_counted && finding->result.found.verdict == verdict;
        for (unsigned k = 0; k < row->populations_n && is_one; k++) {
            fl_text_add(out, n + k > 0 ? ", " : "");
            fl_text_add(out, self->table.claims->population[row->population[k]].name);
        }
        n += is_one;
    }
    return n;
}

/* What a claim says, and where: the first cell of its first row. */
static void add_sentence(const fl_claim *claim, fl_text *out)
{
    add_cell(claim->text, out);
    if (claim->quote) {
        fl_text_add(out, ": “");
        add_cell(claim->quote, out);
        fl_text_add(out, "”");
    }
    fl_text_add_format(out, " (%s) `%s`", claim->source, claim->id);
}

static void add_refuted(const fl_findings_page *self, const fl_finding *finding, bool is_first, fl_text *out)
{
    static const fl_verdict_detail figures[] = {FL_DETAIL_FIGURE, FL_DETAIL_INTERVAL, FL_DETAIL_TRIALS,
                                                FL_DETAIL_SAMPLES};
    const fl_claim *claim = finding->row->claim;
    fl_text undecided;
    fl_text_add(out, "| ");
    if (is_first) {
        add_sentence(claim, out);
    }
    fl_text_add(out, " | ");
    add_documented(claim, out);
    if (claim->type == FL_CLAIM_EQUALS && !claim->event) { /* a row for each metric */
        fl_text_add_format(out, ": %s", finding->row->metric);
    }
    fl_text_add(out, " | ");
    for (unsigned i = 0; i < finding->row->populations_n; i++) { /* "rep-6 (repentance)" */
        const fl_population *population = &self->table.claims->population[finding->row->population[i]];
        fl_text_add_format(out, "%s%s (", i > 0 ? ", " : "", population->name);
        if (!add_setting(population, "rules", out)) {
            fl_text_add(out, population->generator->name);
        }
        fl_text_add(out, has_invented_rooms(population) ? ", invented rooms)" : ")");
    }
    for (unsigned i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        fl_text_add(out, " | ");
        fl_verify_detail_add(&self->table, finding, figures[i], out);
    }
    fl_text_add_format(out, " | %s | ", fl_claim_expect_from(claim));
    if (is_first && add_places(self, claim, FL_VERDICT_CONFIRMED, out) == 0) {
        fl_text_init(&undecided);
        fl_text_add(out, add_places(self, claim, FL_VERDICT_UNDECIDED, &undecided) > 0 ? "(undecided)"
                                                                                       : "nowhere");
        fl_text_free(&undecided);
    }
    fl_text_add(out, " | ");
    if (is_first) {
        add_cell(claim->note ? claim->note : "", out);
        fl_text_add(out, !claim->reading ? "" : claim->note ? "; read as: " : "read as: ");
        add_cell(claim->reading ? claim->reading : "", out);
    }
    fl_text_add(out, " |\n");
}

/* The heading of a source, once. */
static void add_source(const fl_claim_source *source, bool *has_heading, fl_text *out)
{
    if (!*has_heading) {
        fl_text_add_format(out, "### %s\n\n", source->short_name);
    }
    *has_heading = true;
}

static void print_refuted(const fl_findings_page *self, part of, const fl_claim_source *source,
                          bool *has_heading, fl_text *out)
{
    const fl_claim *before = NULL;
    for (size_t i = 0; i < self->table.findings_n; i++) {
        const fl_finding *finding = &self->table.findings[i];
        if (finding->row->claim->cited != source || !is_refuted(finding) ||
            part_of(self->table.claims, finding) != of) {
            continue;
        }
        if (!before) {
            add_source(source, has_heading, out);
            fl_text_add(out,
                        "| it says | documented | refuted by | observed | interval | trials | floors | "
                        "verdict was | holds on | remark |\n|---|---|---|---|---|---|---|---|---|---|\n");
        }
        add_refuted(self, finding, finding->row->claim != before, out);
        before = finding->row->claim;
    }
    fl_text_add(out, before ? "\n" : "");
}

static void add_side(const fl_findings_page *self, const fl_claim *claim, fl_text *out)
{
    fl_text places;
    fl_text_init(&places);
    fl_text_add_format(out, "`%s` says %s", claim->id, "");
    add_documented(claim, out);
    fl_text_add_format(out, " (%s%s)", claim->source,
                       claim->stance == FL_CLAIM_STANCE_READING ? "; our reading" : "");
    fl_text_add(out, add_places(self, claim, FL_VERDICT_CONFIRMED, &places) > 0 ? ", borne out by " : "");
    fl_text_add(out, fl_text_get(&places));
    fl_text_clear(&places);
    fl_text_add(out, add_places(self, claim, FL_VERDICT_REFUTED, &places) > 0 ? ", refuted by " : "");
    fl_text_add(out, fl_text_get(&places));
    fl_text_drop(&places, out);
}

/* Contradictions, each told where the earlier of both claims stands. */
static void print_conflicts(const fl_findings_page *self, const fl_claim_source *source, bool *has_heading,
                            fl_text *out)
{
    unsigned n = 0;
    for (size_t i = 0; i < self->table.claims->claims_n; i++) {
        const fl_claim *claim = self->table.claims->claim[i];
        const fl_claim *other = NULL;
        for (size_t k = 0; (other = fl_claim_set_conflict(self->table.claims, claim, k)) != NULL; k++) {
            size_t place = 0;
            while (self->table.claims->claim[place] != other) {
                place++;
            }
            if (place < i || claim->cited != source) {
                continue;
            }
            add_source(source, has_heading, out);
            fl_text_add(out, n++ == 0 ? "Contradictions:\n\n- " : "- ");
            add_side(self, claim, out);
            fl_text_add(out, ";\n  ");
            add_side(self, other, out);
            fl_text_add(out, ".\n");
        }
    }
    fl_text_add(out, n > 0 ? "\n" : "");
}

/* A part, if there is anything in it: a section for each source, in the order in which claims cite them. */
static void print_part(const fl_findings_page *self, part of, fl_text *out)
{
    const fl_claim_set *claims = self->table.claims;
    bool has_any = false;
    for (size_t i = 0; i < self->table.findings_n && !has_any; i++) {
        const fl_finding *finding = &self->table.findings[i];
        has_any = (is_refuted(finding) && part_of(claims, finding) == of) ||
                  (of == AGAINST_EACH_OTHER && fl_claim_set_conflict(claims, finding->row->claim, 0) != NULL);
    }
    if (has_any) {
        fl_text_add_format(out, "## %s\n\n%s\n\n", parts[of].title, parts[of].what);
    }
    for (size_t i = 0; i < self->table.findings_n && has_any; i++) {
        const fl_claim_source *source = self->table.findings[i].row->claim->cited;
        bool has_heading = false;
        bool is_first = true;
        for (size_t k = 0; k < i && is_first; k++) {
            is_first = self->table.findings[k].row->claim->cited != source;
        }
        if (is_first) {
            print_refuted(self, of, source, &has_heading, out);
        }
        if (is_first && of == AGAINST_EACH_OTHER) {
            print_conflicts(self, source, &has_heading, out);
        }
    }
}

static void print_sources(const fl_findings_page *self, fl_text *out)
{
    const fl_claim_source_list *sources = &self->table.claims->sources;
    fl_text_add(out, "\n## Sources\n\n| cited as | title | by | published | date |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < sources->n; i++) {
        const fl_claim_source *source = sources->row[i];
        const char *const cells[] = {source->short_name, source->title, source->author, source->where,
                                     source->date};
        bool is_cited = false;
        for (size_t k = 0; k < self->table.findings_n && !is_cited; k++) {
            is_cited =
                fl_claim_source_list_cites(sources, self->table.findings[k].row->claim->source, source);
        }
        for (size_t k = 0; is_cited && k < sizeof cells / sizeof cells[0]; k++) {
            fl_text_add(out, "| ");
            add_cell(cells[k] ? cells[k] : "", out);
            fl_text_add(out, k + 1 < sizeof cells / sizeof cells[0] ? " " : " |\n");
        }
    }
}

static void print_head(const fl_findings_page *self, fl_text *out)
{
    fl_finding_sum sum = fl_claim_finding_count(self->table.findings, self->table.findings_n);
    unsigned predicted = 0;
    for (size_t i = 0; i < self->table.findings_n; i++) {
        predicted += self->table.findings[i].is_counted && self->table.findings[i].row->claim->is_predicted;
    }
    fl_text_add(out, "# What the documents get wrong\n\n"
                     "Written by `floorlab verify --findings");
    fl_text_add_format(out, "%s`: ", self->options);
    fl_program_format_number((double)self->table.floors, out);
    fl_text_add_format(out,
                       " floors, %u verdicts about claims that some rule set breaks or some other claim "
                       "contradicts: %u hold, %u do not",
                       sum.confirmed + sum.refuted + sum.undecided, sum.confirmed, sum.refuted);
    if (sum.undecided > 0) {
        fl_text_add_format(out, ", %u would need more floors", sum.undecided);
    }
    fl_text_add_format(
        out,
        ". `verify` judges all claims.\n\n"
        "A document's sentence is held against rule sets: those made from a game's code, and those made from "
        "documents. All\nare re-implementations (see [Who judged](#who-judged)); no floor of a running game "
        "was counted. Where the rooms'\ninsides matter and the row says *invented rooms*, they are those "
        "that "
        "ship with this program, not the game's: such a\nfigure says that something happens, not how "
        "often.\n\n"
        "*observed* is a share or a mean; of a law (7: 1/2, 8: 1/2) and of two populations the distance "
        "between the laws (total\nvariation), of "
        "*only* and *just* the share outside. The interval\nholds at any time; the chance that any true "
        "claim is refuted here is at most %g. *trials* are what the share is of:\nfloors, rolls, or floors "
        "that meet a condition. *verdict was* predicted if it was written into the claims file before\n"
        "anything was counted (%u of these verdicts), fitted if it was written after looking. `floorlab "
        "verify --explain ID`\nshows how one was judged, with a command that draws such a floor. Odds of "
        "special rooms are about the roll, given a\nfree dead end.\n\n",
        self->table.family_alpha, predicted);
}

void fl_verify_findings_print(const fl_findings_page *self, fl_text *out)
{
    print_head(self, out);
    for (part of = 0; of < PARTS; of++) {
        print_part(self, of, out);
    }
    fl_text_add(out, "## Who judged\n\nAll are re-implementations; no floor of a running game was "
                     "counted.\n\n| generator | rules | written after |\n|---|---|---|\n");
    for (size_t i = 0; i < fl_embedded_rules_n; i++) {
        const fl_embedded_rules *rules = &fl_embedded_rules_table[i];
        fl_text_add_format(out, "| %s | %s | %s |\n", rules->generator, rules->name, rules->written_after);
    }
    fl_text_add(out, "| grid |  | the report about the general tool |\n"
                     "| room |  | the devlog about rooms put together from chunks, or its program |\n"
                     "| journey |  | plans of whole runs over the generators above |\n\n");
    const fl_claim_set *claims = self->table.claims;
    fl_text_add(out, "## Where it was counted\n\n| name | floors by |\n|---|---|\n");
    for (unsigned number = 0; number < claims->populations_n; number++) {
        bool is_named = false;
        for (size_t i = 0; i < self->table.findings_n && !is_named; i++) {
            const fl_finding *finding = &self->table.findings[i];
            for (unsigned k = 0; k < finding->row->populations_n; k++) {
                is_named = is_named || (finding->is_counted && finding->row->population[k] == number);
            }
        }
        if (is_named) {
            fl_text_add_format(out, "| %s | `", claims->population[number].name);
            fl_verify_explain_add_population(&claims->population[number], out);
            fl_text_add(out, "` |\n");
        }
    }
    print_sources(self, out);
}
