/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules that were made while an experiment was read and checked: its first setup takes them over. */
#include "experiments/run/run_private.h"

#include <stdlib.h>
#include <string.h>

/* Conditions that have no rules here are NULL. */
struct fl_run_made_rules {
    uint64_t n;
    fl_opened_generator *opened[];
};

static fl_err make(const fl_experiment *experiment, uint64_t condition, fl_opened_generator *out,
                   fl_diag *diag)
{
    memset(out, 0, sizeof *out);
    out->generator = fl_run_experiment_generator(experiment, condition);
    fl_err err = fl_run_experiment_values(experiment, condition, &out->values, diag);
    return err ? err : fl_run_generator_make_rules(out, diag);
}

static bool has_room(fl_experiment *experiment)
{
    uint64_t n = fl_run_experiment_conditions_n(experiment);
    if (experiment->made && experiment->made->n != n) {
        fl_run_made_rules_drop(experiment);
    }
    if (!experiment->made) {
        experiment->made = calloc(1, sizeof *experiment->made + n * sizeof *experiment->made->opened);
        if (experiment->made) {
            experiment->made->n = n;
        }
    }
    return experiment->made;
}

fl_err fl_run_made_rules_get(fl_experiment *experiment, uint64_t condition, void **out, fl_diag *diag)
{
    *out = NULL;
    if (!has_room(experiment)) {
        return fl_diag_memory(diag);
    }
    fl_opened_generator **here = &experiment->made->opened[condition];
    if (!*here) {
        fl_opened_generator *opened = malloc(sizeof *opened);
        fl_err err = opened ? make(experiment, condition, opened, diag) : fl_diag_memory(diag);
        if (err) {
            free(opened);
            return err;
        }
        *here = opened;
    }
    *out = (*here)->rules;
    return FL_OK;
}

fl_err fl_run_made_rules_take(const fl_experiment *experiment, uint64_t condition, fl_opened_generator *out,
                              fl_diag *diag)
{
    struct fl_run_made_rules *made = experiment->made;
    fl_opened_generator **here = made && condition < made->n ? &made->opened[condition] : NULL;
    if (!here || !*here) {
        return make(experiment, condition, out, diag);
    }
    *out = **here;
    free(*here);
    *here = NULL;
    return FL_OK;
}

void fl_run_made_rules_give_back(fl_experiment *experiment, fl_run_setup *setup)
{
    for (uint64_t i = 0; i < setup->conditions && has_room(experiment); i++) {
        fl_opened_generator *opened = &setup->condition[i].opened;
        fl_opened_generator **here = &experiment->made->opened[i];
        *here = opened->rules ? malloc(sizeof **here) : NULL;
        if (*here) {
            **here = *opened;
            (*here)->catalogue = NULL;
            (*here)->binding = NULL;
            fl_run_generator_find_numbers(*here);
            opened->rules = NULL;
        }
    }
}

void fl_run_made_rules_drop(fl_experiment *experiment)
{
    for (uint64_t i = 0; experiment->made && i < experiment->made->n; i++) {
        if (experiment->made->opened[i]) {
            fl_run_generator_close(experiment->made->opened[i]);
            free(experiment->made->opened[i]);
        }
    }
    free(experiment->made);
    experiment->made = NULL;
}
