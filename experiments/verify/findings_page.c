/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The group of a refuted row, and the page "What we found". The page is the text of data/findings.txt with a
 * counted value in place of each {…}, so that no number is typed by hand. */
#include "experiments/program/program.h"
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"
#include "gen/base/embedded.h"

#include <stdio.h>
#include <string.h>

static bool is_finding(const fl_claim *claim)
{
    return claim->stance == FL_CLAIM_STANCE_SENTENCE || claim->stance == FL_CLAIM_STANCE_READING;
}

const fl_embedded_rules *fl_verify_rules_of(const fl_scenario *scenario)
{
    int index = fl_setting_values_find(&scenario->values, "rules");
    const fl_embedded_rules *found = NULL;
    fl_text words;
    fl_text_init(&words);
    if (index >= 0) {
        fl_setting_values_write(&scenario->values, (size_t)index, &words);
    }
    for (size_t i = 0; i < fl_embedded_rules_n && !found; i++) {
        const fl_embedded_rules *rules = &fl_embedded_rules_table[i];
        bool is_it = strcmp(rules->generator, scenario->generator->name) == 0 &&
                     strcmp(rules->name, fl_text_get(&words)) == 0;
        found = is_it ? rules : NULL;
    }
    fl_text_free(&words);
    return found;
}

bool fl_verify_is_about_game(const fl_claim_set *claims, const fl_finding *finding)
{
    const fl_claim *claim = finding->row->claim;
    const fl_embedded_rules *rules = fl_verify_rules_of(&claims->scenario[finding->row->scenario[0]]);
    return claim->stance == FL_CLAIM_STANCE_SENTENCE && claim->quote && rules && rules->is_game;
}

const char *fl_verify_group(const fl_claim_set *claims, const fl_finding *finding)
{
    const fl_claim *claim = finding->row->claim;
    return !is_finding(claim)                         ? fl_claim_stance_name(claim->stance)
           : claim->stance == FL_CLAIM_STANCE_READING ? "reading"
           : fl_verify_is_about_game(claims, finding) ? "game"
                                                      : "document";
}

/* Adds the value of a word between braces: "rooms.void@rep-12" the value with the number of floors, "seed
 * rooms.void@rep-12" the seed of its floors, "floors", "alpha", or "table". False if no row has that id. */
static bool add_word(const fl_verdict_table *self, const char *word, fl_text *out)
{
    bool is_seed = strncmp(word, "seed ", 5) == 0;
    const char *id = is_seed ? word + 5 : word;
    if (strcmp(word, "floors") == 0) {
        fl_program_format_number((double)self->floors, out);
        return true;
    }
    if (strcmp(word, "alpha") == 0) {
        fl_text_add_format(out, "%g %%", 100 * self->family_alpha);
        return true;
    }
    if (strcmp(word, "table") == 0) {
        fl_verify_table_print_agreement(self, out);
        return true;
    }
    for (size_t i = 0; i < self->findings_n; i++) {
        const fl_finding *finding = &self->findings[i];
        const fl_scenario *scenario = &self->claims->scenario[finding->row->scenario[0]];
        if (!finding->is_counted || strcmp(finding->row->id, id) != 0) {
            continue;
        }
        if (is_seed) {
            fl_text_add_format(out, "seed %llu", (unsigned long long)(self->seed + scenario->mark));
            return true;
        }
        fl_verify_detail_add(self, finding, FL_DETAIL_VALUE, out);
        fl_text_add(out, " (");
        fl_program_format_number((double)finding->result.trials, out);
        fl_text_add(out, finding->result.trials == finding->result.floors ? " floors" : " cases");
        fl_text_add(out, fl_claim_finding_is_unexpected(finding) ? "; this verdict has changed)" : ")");
        return true;
    }
    return false;
}

fl_err fl_verify_findings_print(const fl_verdict_table *self, fl_text *out, fl_diag *diag)
{
    char word[96];
    const char *at = fl_embedded_find("data/findings.txt")->data;
    for (const char *open = strchr(at, '{'); open; open = strchr(at, '{')) {
        size_t n = strcspn(open + 1, "}");
        fl_text_add_bytes(out, at, (size_t)(open - at));
        snprintf(word, sizeof word, "%.*s", (int)n, open + 1);
        if (!add_word(self, word, out)) {
            fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "",
                                     "the page of findings needs '%s', which was not judged", word);
            fl_diag_hint(diag, "run 'floorlab verify', then 'floorlab verify verify.h5 --findings'");
            return err;
        }
        at = open + n + 2;
    }
    fl_text_add(out, at);
    return FL_OK;
}
