/* SPDX-License-Identifier: MIT */
/* What the files of gen/plugin share. */
#ifndef FL_GEN_PLUGIN_PLUGIN_PRIVATE_H
#define FL_GEN_PLUGIN_PLUGIN_PRIVATE_H

#include "gen/floor/floor.h"
#include "gen/floorlab.h"
#include "gen/plugin/plugin.h"

#include <stdbool.h>

enum {
    FL_PLUGIN_OWN = 32, /* most settings of a plug-in */
    FL_PLUGIN_GATE = 33,
    FL_PLUGIN_AGAIN = 1000, /* one of so many floors is made again … */
    FL_PLUGIN_AGAIN_AT = 7, /* … those whose numbers leave this remainder */
};

typedef struct fl_plugin_rules {
    char name[FL_SETTING_VALUES_TEXT]; /* of the file, for messages */
    void *object;                      /* NULL: not loaded, as a result names it */
    const floorlab_plugin *row;        /* NULL likewise */
    int64_t settings[FL_PLUGIN_OWN];
    unsigned version;
    int width, height;
    char gate[FL_GATE_MAX][FL_PLUGIN_GATE];
    const char *gate_names[FL_GATE_MAX];
    unsigned gates_n;
} fl_plugin_rules;

/* What plug-ins call (plugin.c). */
extern const floorlab_host fl_plugin_host;

/* Loads the shared object, or reads what a result keeps of it (load.c). */
FL_NODISCARD fl_err fl_plugin_load(fl_plugin_rules *self, const fl_setting_values *values, fl_diag *diag);
void fl_plugin_unload(fl_plugin_rules *self);

#endif
