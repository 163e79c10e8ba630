/* SPDX-License-Identifier: MIT */
/* The command derive as a metric, with the one ruleset that is meant to make every floor of the game. */
#include "analysis/metric/metric_private.h"
#include "gen/grid/grid.h"

#include <stdlib.h>

enum { LIMIT = 20000 }; /* placements that are considered for a floor */

_Static_assert((int)FL_GRID_APART == 16 && (int)FL_GRID_UNDECIDED == 17, "the metric's meaning says so");

struct fl_metric_grid_rules {
    fl_grid_rules *rules;
    void *scratch;
};

fl_err fl_metric_grid_rules_init(struct fl_metric_grid_rules **out, uint32_t cells_max)
{
    fl_setting_values values;
    void *rules = NULL;
    struct fl_metric_grid_rules *self = calloc(1, sizeof *self);
    *out = self;
    if (!self) {
        return FL_ERR_MEMORY;
    }
    fl_setting_values_init(&values, fl_grid.settings, fl_grid.settings_n);
    fl_err err = fl_setting_values_set(&values, "rules", "superset", "", NULL);
    err = err ? err : fl_grid.init(&values, &rules, NULL);
    self->rules = rules;
    self->scratch = err ? NULL : calloc(1, fl_grid_derive_size(self->rules, cells_max));
    return err ? err : self->scratch ? FL_OK : FL_ERR_MEMORY;
}

void fl_metric_grid_rules_free(struct fl_metric_grid_rules *self)
{
    if (self) {
        fl_grid.free(self->rules);
        free(self->scratch);
        free(self);
    }
}

void fl_metric_grid_rules_count(struct fl_metric_grid_rules *self, const fl_floor *floor, int32_t *out)
{
    fl_grid_derivation found;
    fl_grid_derive(self->rules, floor, LIMIT, self->scratch, &found);
    out[FL_METRIC_BEYOND_GRID] = (int32_t)found.obstacle;
}
