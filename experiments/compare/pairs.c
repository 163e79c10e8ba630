/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pairs the configurations of two sides. */
#include "experiments/compare/compare.h"

#include <stdlib.h>
#include <string.h>

typedef struct matcher {
    const fl_compare_side *side;
    fl_text value[2];
} matcher;

/* True if two configurations have equal values of the settings that vary on side `side_number`. */
static bool are_alike(matcher *self, fl_compare_pair pair, unsigned side_number)
{
    const fl_experiment *experiment = self->side[side_number].setup->experiment;
    for (unsigned axis = 0; axis < experiment->axes_n; axis++) {
        for (unsigned s = 0; s < 2; s++) {
            /* The value of a setting as text; empty if the generator has no such setting. */
            uint64_t condition = pair.condition[s];
            const fl_setting_values *values = &self->side[s].setup->condition[condition].opened.values;
            fl_text_clear(&self->value[s]);
            (void)fl_setting_values_write_named(values, experiment->axes[axis].name, &self->value[s]);
        }
        if (strcmp(fl_text_get(&self->value[0]), fl_text_get(&self->value[1])) != 0) {
            return false;
        }
    }
    return true;
}

static const char *scenario_of(const fl_compare_side *side, uint64_t condition)
{
    const fl_experiment *experiment = side->setup->experiment;
    return experiment->generator ? NULL : experiment->condition[condition].name;
}

static bool belong_together(matcher *self, fl_compare_pair pair)
{
    const char *name[2] = {scenario_of(&self->side[0], pair.condition[0]),
                           scenario_of(&self->side[1], pair.condition[1])};
    if (self->side[0].setup->conditions == 1 && self->side[1].setup->conditions == 1) {
        return true;
    }
    if (name[0] || name[1]) {
        return name[0] && name[1] && strcmp(name[0], name[1]) == 0;
    }
    return are_alike(self, pair, 0) && are_alike(self, pair, 1);
}

/* True if the samples of two configurations share random numbers. */
static bool share_numbers(const fl_compare_side side[2], fl_compare_pair pair)
{
    const fl_opened_generator *opened[2] = {&side[0].setup->condition[pair.condition[0]].opened,
                                            &side[1].setup->condition[pair.condition[1]].opened};
    return opened[0]->generator == opened[1]->generator && opened[0]->seed == opened[1]->seed &&
           !side[0].has_import && !side[1].has_import;
}

static fl_err refuse(const fl_compare_side side[2], fl_diag *diag)
{
    fl_text text[2];
    for (unsigned s = 0; s < 2; s++) {
        fl_text_init(&text[s]);
        fl_compare_side_add_condition(&side[s], 0, &text[s]);
    }
    fl_err err =
        fl_diag_set(diag, FL_ERR_MISMATCH, "",
                    "no configuration of A (%llu, the first '%.100s') is one of B (%llu, the first '%.100s')",
                    (unsigned long long)side[0].setup->conditions, fl_text_get(&text[0]),
                    (unsigned long long)side[1].setup->conditions, fl_text_get(&text[1]));
    fl_diag_hint(diag,
                 "configurations are paired by the settings that vary, or by the names of scenarios; one "
                 "configuration of each side is compared whatever its settings are");
    fl_text_free(&text[0]);
    fl_text_free(&text[1]);
    return err;
}

fl_err fl_compare_pairs_find(fl_compare_pairs *self, const fl_compare_side side[2], fl_diag *diag)
{
    uint64_t conditions = side[0].setup->conditions;
    matcher matcher = {.side = side};
    fl_text_init(&matcher.value[0]);
    fl_text_init(&matcher.value[1]);
    *self = (fl_compare_pairs){.pair = calloc(conditions + 1, sizeof *self->pair)};
    for (uint64_t a = 0; a < conditions && self->pair; a++) {
        for (uint64_t b = 0; b < side[1].setup->conditions; b++) {
            fl_compare_pair pair = {{a, b}};
            if (belong_together(&matcher, pair)) {
                self->shares_numbers = self->shares_numbers || share_numbers(side, pair);
                self->pair[self->n++] = pair;
                break;
            }
        }
    }
    fl_text_free(&matcher.value[0]);
    fl_text_free(&matcher.value[1]);
    for (unsigned s = 0; s < 2; s++) {
        self->alone[s] = side[s].setup->conditions - self->n;
    }
    if (!self->pair) {
        return fl_diag_memory(diag);
    }
    return self->n > 0 ? FL_OK : refuse(side, diag);
}

void fl_compare_pairs_free(fl_compare_pairs *self)
{
    free(self->pair);
    memset(self, 0, sizeof *self);
}
