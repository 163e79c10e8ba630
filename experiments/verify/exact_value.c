/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exact values of claims from the exact distribution of a scenario: the chance, mean or distribution that was
 * counted, and proofs that something never or always happens. */
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"
#include "gen/base/embedded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Built-in exact distributions (data/exact_laws): the sums of all walks through the coins of a level. The
 * distribution of a scenario of that level follows quickly, whatever the player's state. */

/* The sums: everything that is cheap, except what is the same on every floor. */
static const char *const asked[] = {
    "plan_rooms",
    "dead_ends",
    "end_rooms",
    "doors",
    "degree_1",
    "degree_2",
    "degree_3",
    "degree_4+",
    "branching",
    "loops",
    "clustering_max",
    "secret_criterion",
    "secret_neighbours",
    "boss_distance",
    "start_neighbours",
    "eccentricity",
    "boss_distance_ratio",
    "diameter",
    "boss_direction",
    "kind_normal",
    "boss_is_farthest",
    "boss_is_dead_end",
    "boss_touches_start",
    "has_loop",
    "has_secret",
    "has_open_way",
    "secret_best_available",
    "secret_touches_end_room",
};

fl_err fl_verify_known_law_plan(const fl_classic_terms *terms, fl_coins *out, fl_diag *diag)
{
    fl_coins_wish wish = {.detail = FL_COINS_LAYOUTS};
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        (void)fl_coins_wish_add(&wish, fl_coins_wish_find(asked[i]), terms);
    }
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) { /* metrics that the distribution adds cost nothing */
        fl_coins_wish probe = {.detail = FL_COINS_LAYOUTS};
        if (fl_coins_wish_add(&probe, i, terms) && probe.added[i]) {
            (void)fl_coins_wish_add(&wish, i, terms);
        }
    }
    return fl_coins_init(out, terms, &wish, diag);
}

/* The level whose floors grow like these, 0 = unknown: layouts and secret rooms are the same, rolls are
 * computed. */
static fl_err find_level(fl_classic_terms terms, unsigned *out, fl_diag *diag)
{
    fl_err err = FL_OK;
    *out = 0;
    memset(terms.roll, 0, sizeof terms.roll);
    terms.rolls_n = terms.max_attempts = 0;
    for (unsigned level = 1; level <= FL_KNOWN_LAW_LEVELS && *out == 0 && !err; level++) {
        void *rules = NULL;
        char text[16];
        fl_setting_values values;
        fl_classic_terms known; /* of the level by default */
        snprintf(text, sizeof text, "%u", level);
        fl_setting_values_init(&values, fl_classic.settings, fl_classic.settings_n);
        err = fl_setting_values_set(&values, "level", text, "", diag);
        err = err ? err : fl_classic.init(&values, &rules, diag);
        if (!err) {
            fl_classic_terms_read(rules, &known);
            memset(known.roll, 0, sizeof known.roll);
            known.rolls_n = known.max_attempts = 0;
            *out = !known.obstacle && memcmp(&terms, &known, sizeof known) == 0 ? level : 0;
        }
        fl_classic.free(rules);
    }
    return err;
}

/* Reads the distribution of floors by these rules, if it is built in. Free it even if it is not known. */
static fl_err open_law(const fl_classic_terms *terms, fl_coins_law *out, bool *is_known, fl_diag *diag)
{
    char name[64];
    unsigned level = 0;
    memset(out, 0, sizeof *out);
    *is_known = false;
    fl_err err = terms->obstacle ? FL_OK : find_level(*terms, &level, diag);
    snprintf(name, sizeof name, "data/exact_laws/level-%u.txt", level);
    const fl_embedded *file = fl_embedded_find(name);
    if (err || !file) {
        return err;
    }
    fl_coins *coins = calloc(1, sizeof *coins);
    fl_coins_tally tally = {.sizes_n = 0};
    err = coins ? fl_verify_known_law_plan(terms, coins, diag) : fl_diag_memory(diag);
    err = err ? err : fl_coins_tally_init(&tally, coins, diag);
    const char *text = strchr(file->data, '\n'); /* the first line identifies it */
    if (!err && (!text || !fl_coins_tally_read(&tally, text + 1))) {
        err = fl_diag_set(diag, FL_ERR_DEFECT, name, "a built-in exact distribution cannot be read");
    }
    err = err ? err : fl_coins_law_init(out, coins, &tally, diag);
    *is_known = !err;
    fl_coins_tally_free(&tally);
    if (coins) {
        fl_coins_free(coins);
    }
    free(coins);
    return err;
}

/* Exact values of claims. */

/* Distributions of the requested scenarios. */
typedef struct known {
    unsigned scenario; /* number of the first one with the same floors */
    bool is_known;
    fl_coins_law law;
} known;

typedef struct lookup {
    const fl_claim_set *claims;
    known *list;
    size_t n;
} lookup;

/* A share of floors; true if it is exactly none or all of them. */
typedef struct share {
    double number;
    bool is_none, is_all;
    const char *text; /* of a share that the distribution contains; NULL: it is a sum */
} share;

static bool has(const fl_value_set *set, int32_t value)
{
    for (unsigned i = 0; i < set->pieces_n; i++) {
        if (value >= set->piece[i].first && value <= set->piece[i].last) {
            return true;
        }
    }
    return false;
}

/* The share of claimed values, among the floors whose value is among the given ones. */
static bool share_of_values(const fl_claim *claim, const fl_coins_law_row *row, share *out)
{
    double total = 0;
    double in = 0;
    unsigned hits = 0;
    unsigned values = 0;
    for (size_t i = 0; i < row->chances_n; i++) {
        const fl_coins_chance *chance = &row->chance[i];
        if (claim->given.pieces_n > 0 && !has(&claim->given, chance->value)) {
            continue;
        }
        bool is_hit = has(&claim->values, chance->value);
        for (unsigned k = 0; k < claim->law.cells_n && !is_hit; k++) {
            is_hit = claim->law.value[k] == chance->value;
        }
        is_hit = is_hit != claim->is_inverted;
        total += chance->number;
        in += is_hit ? chance->number : 0;
        hits += is_hit;
        values++;
        out->text = is_hit ? chance->fraction[0] ? chance->fraction : chance->decimal : out->text;
    }
    bool is_plain = hits == 1 && claim->given.pieces_n == 0;
    *out = (share){total > 0 ? in / total : 0, hits == 0, hits == values && !row->is_open,
                   is_plain ? out->text : NULL};
    return values > 0;
}

static void write_law(const fl_coins_law_row *row, const fl_claim *claim, char out[FL_FINDING_EXACT])
{
    enum { MOST = 8 };
    double total = 0;
    size_t n = 0;
    for (size_t i = 0; i < row->chances_n; i++) {
        total += claim->given.pieces_n == 0 || has(&claim->given, row->chance[i].value)
                     ? row->chance[i].number
                     : 0;
    }
    for (size_t i = 0, listed = 0; i < row->chances_n && listed < MOST && n < FL_FINDING_EXACT - 20; i++) {
        if (claim->given.pieces_n == 0 || has(&claim->given, row->chance[i].value)) {
            n += (size_t)snprintf(out + n, FL_FINDING_EXACT - n, "%s%d: %.4f", n > 0 ? ", " : "",
                                  (int)row->chance[i].value, row->chance[i].number / total);
            listed++;
        }
    }
}

/* The proof of a claim that some share is none, all, or not none. */
static fl_finding_proof proof_of(const fl_claim *claim, const fl_coins_law_row *row, const share *found)
{
    bool is_true = false;
    switch (claim->type) {
    case FL_CLAIM_NEVER:
        is_true = found->is_none;
        break;
    case FL_CLAIM_ALWAYS:
        is_true = found->is_all;
        break;
    case FL_CLAIM_OCCURS:
        is_true = !found->is_none;
        break;
    case FL_CLAIM_SUPPORT:
        is_true = found->is_all && !row->is_open;
        for (unsigned i = 0; claim->is_complete && i < claim->values.pieces_n; i++) {
            for (int32_t v = claim->values.piece[i].first; v <= claim->values.piece[i].last; v++) {
                bool occurs = false;
                for (size_t k = 0; k < row->chances_n; k++) {
                    occurs = occurs || row->chance[k].value == v;
                }
                is_true = is_true && occurs;
            }
        }
        break;
    default:
        return FL_FINDING_NOT_PROVED;
    }
    return is_true ? FL_FINDING_PROVED : FL_FINDING_DISPROVED;
}

static void write_number(const share *found, char out[FL_FINDING_EXACT])
{
    if (found->text && strlen(found->text) < 16) {
        snprintf(out, FL_FINDING_EXACT, "%s", found->text);
    } else {
        snprintf(out, FL_FINDING_EXACT, "%.10g", found->number);
    }
}

const char *fl_verify_proof_words(const fl_finding *finding)
{
    fl_verdict verdict = finding->result.found.verdict;
    bool is_proved = finding->proof == FL_FINDING_PROVED && verdict != FL_VERDICT_REFUTED;
    bool is_disproved = finding->proof == FL_FINDING_DISPROVED && verdict != FL_VERDICT_CONFIRMED;
    return is_proved ? ", proved" : is_disproved ? ", disproved" : "";
}

static void fill(fl_finding *finding, const fl_coins_law *law)
{
    const fl_claim *claim = finding->row->claim;
    const char *name = claim->event ? claim->event : finding->row->metric;
    const fl_coins_law_row *row = name ? fl_coins_law_find(law, name) : NULL;
    share found = {0, false, false, NULL};
    char event[FL_EVENT_NAME];
    if (!row || claim->type == FL_CLAIM_EQUALS || claim->type == FL_CLAIM_ORDER) {
        return;
    }
    if (row->is_event && row->chances_n < FL_COINS_EVENT_CHANCES) {
        return;
    }
    if (row->is_event) {
        const fl_coins_chance *given = &row->chance[FL_COINS_EVENT_GIVEN];
        found = (share){given->number, strcmp(given->decimal, "0") == 0, strcmp(given->fraction, "1") == 0,
                        given->fraction[0] ? given->fraction : given->decimal};
        write_number(&found, finding->exact);
        finding->proof = proof_of(claim, row, &found);
        fl_claim_floor_event(claim, event); /* the visible event, if a claim is about rolls */
        row = event[0] ? fl_coins_law_find(law, event) : NULL;
        size_t n = strlen(finding->exact);
        if (row && row->is_event && n > 0) {
            snprintf(finding->exact + n, FL_FINDING_EXACT - n, ", per floor %.10g",
                     row->chance[FL_COINS_EVENT_HAPPENS].number);
        }
    } else if (claim->type == FL_CLAIM_DISTRIBUTION) {
        write_law(row, claim, finding->exact);
    } else if (claim->type == FL_CLAIM_MEAN ||
               (claim->values.pieces_n == 0 && claim->type == FL_CLAIM_BOUND)) {
        snprintf(finding->exact, sizeof finding->exact, "%.10g", row->mean.number);
    } else if (share_of_values(claim, row, &found)) {
        finding->proof = proof_of(claim, row, &found);
        found = claim->type == FL_CLAIM_SUPPORT ? (share){1 - found.number, found.is_all, found.is_none, NULL}
                                                : found;
        found.number = found.is_none ? 0 : found.is_all ? 1 : found.number;
        write_number(&found, finding->exact);
    }
}

/* The distribution of a scenario, from the list or looked up; NULL: unknown. */
static fl_err law_of(lookup *self, unsigned number, const fl_coins_law **out, fl_diag *diag)
{
    const fl_scenario *scenario = &self->claims->scenario[number];
    *out = NULL;
    for (size_t i = 0; i < self->n; i++) {
        if (self->list[i].scenario == number) {
            *out = self->list[i].is_known ? &self->list[i].law : NULL;
            return FL_OK;
        }
    }
    fl_setting_values values = scenario->values;
    fl_classic_terms terms;
    void *rules = NULL;
    known *entry = &self->list[self->n];
    entry->scenario = number;
    fl_err err = fl_classic.init(&values, &rules, diag);
    if (!err) {
        fl_classic_terms_read(rules, &terms);
        err = open_law(&terms, &entry->law, &entry->is_known, diag);
        self->n++;
        *out = entry->is_known ? &entry->law : NULL;
    }
    fl_classic.free(rules);
    return err;
}

fl_err fl_verify_add_exact(const fl_claim_set *claims, fl_finding *findings, size_t n, fl_diag *diag)
{
    lookup self = {.claims = claims};
    self.list = calloc(claims->scenarios_n + 1, sizeof *self.list);
    fl_err err = self.list ? FL_OK : fl_diag_memory(diag);
    for (size_t i = 0; i < n && !err; i++) {
        const fl_claim_row *row = findings[i].row;
        const fl_coins_law *law = NULL;
        bool is_ours = claims->scenario[row->scenario[0]].generator == &fl_classic;
        if (findings[i].is_counted && row->scenarios_n == 1 && is_ours) {
            err = law_of(&self, row->scenario[0], &law, diag);
        }
        if (!err && law) {
            fill(&findings[i], law);
        }
    }
    for (size_t i = 0; i < self.n; i++) {
        fl_coins_law_free(&self.list[i].law);
    }
    free(self.list);
    return err;
}
