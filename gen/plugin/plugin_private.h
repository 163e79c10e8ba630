/* SPDX-License-Identifier: MIT */
/* Shared by the files of gen/plugin. */
#ifndef FL_GEN_PLUGIN_PLUGIN_PRIVATE_H
#define FL_GEN_PLUGIN_PLUGIN_PRIVATE_H

#include "gen/floorlab.h"
#include "gen/foreign/foreign.h"
#include "gen/plugin/plugin.h"

#include <stdbool.h>

enum { FL_PLUGIN_OWN = 32 /* most settings of a plug-in */ };

typedef struct fl_plugin_rules {
    fl_foreign known;
    char name[FL_SETTING_VALUES_TEXT]; /* of the file, for messages */
    void *object;                      /* NULL: named by a result and not loaded */
    const floorlab_plugin *row;        /* NULL likewise */
    int64_t settings[FL_PLUGIN_OWN];
    unsigned version;
} fl_plugin_rules;

/* Functions for plug-ins (plugin.c). */
extern const floorlab_host fl_plugin_host;

/* Loads the shared object, or reads the stored data of a result (load.c). */
FL_NODISCARD fl_err fl_plugin_load(fl_plugin_rules *self, const fl_setting_values *values, fl_diag *diag);
void fl_plugin_unload(fl_plugin_rules *self);

#endif
