/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libFuzzer: claims from any bytes. What is accepted has rows about scenarios that are there, and its
 * scenarios are conditions of an experiment. Journeys are left out: opening a plan takes seconds here. */
#include "analysis/claim/claim.h"
#include "experiments/run/run.h"
#include "tests/fuzz/edit.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look(const fl_claim_set *set)
{
    fl_text text;
    fl_text_init(&text);
    for (size_t i = 0; i < set->rows_n; i++) {
        const fl_claim_row *row = &set->row[i];
        edit_demand(row->id && row->claim && row->scenarios_n >= 1 &&
                    row->scenarios_n <= FL_CLAIM_SET_SCENARIOS);
        for (unsigned k = 0; k < row->scenarios_n; k++) {
            edit_demand(row->scenario[k] < set->scenarios_n);
        }
        edit_demand(row->claim->event || row->metric);
        fl_claim_print_documented(row->claim, &text);
        fl_claim_print_counted(row->claim, row->metric, &text);
    }
    edit_demand(!fl_text_check(&text));
    fl_text_free(&text);
}

static void list(const fl_claim_set *set)
{
    fl_finding *findings = NULL;
    size_t n = 0;
    fl_experiment experiment;
    memset(&experiment, 0, sizeof experiment);
    edit_demand(!fl_claim_finding_list(set, &findings, &n, NULL));
    if (n > 0 && !fl_run_claim_scenarios(set, findings, n, &experiment, NULL)) {
        edit_demand(experiment.conditions > 0 && experiment.conditions <= set->scenarios_n);
    }
    fl_run_experiment_free(&experiment);
    free(findings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fl_claim_set set;
    for (size_t i = 0; i + 7 <= size; i++) {
        if (memcmp(data + i, "journey", 7) == 0) {
            return 0;
        }
    }
    fl_claim_set_init(&set);
    if (!fl_claim_set_add(&set, (const char *)data, size, "fuzz", NULL) &&
        !fl_claim_rows_make(&set, NULL, NULL)) {
        look(&set);
        list(&set);
    }
    fl_claim_set_free(&set);
    return 0;
}
