/* The values of a setting, in the order given. */
#include "experiments/run/run_private.h"

#include <stdlib.h>
#include <string.h>

fl_err fl_run_experiment_axis_add(fl_experiment_axis *self, const char *value, fl_diag *diag)
{
    char **grown = realloc(self->value, (self->values_n + 1) * sizeof *grown);
    char *copy = strdup(value);
    if (grown) {
        self->value = grown;
    }
    if (!grown || !copy) {
        free(copy);
        return fl_diag_memory(diag);
    }
    self->value[self->values_n++] = copy;
    return FL_OK;
}

void fl_run_experiment_axis_free(fl_experiment_axis *self)
{
    for (unsigned i = 0; i < self->values_n; i++) {
        free(self->value[i]);
    }
    free(self->value);
    free(self->name);
    memset(self, 0, sizeof *self);
}
