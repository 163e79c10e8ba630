/* SPDX-License-Identifier: MIT */
/* Floors of a plug-in, a user's shared object, as samples.
 *
 * fl_plugin is the generator row `plugin`: the setting `file` names the shared object, whose interface is
 * described in gen/floorlab.h. Settings that the row does not know are the plug-in's.
 *
 * A result names its plug-in and stores the data for reading it (load.c), but reading a result never loads a
 * plug-in. Every thousandth floor is made twice, and both must be equal. */
#ifndef FL_GEN_PLUGIN_PLUGIN_H
#define FL_GEN_PLUGIN_PLUGIN_H

#include "gen/floor/generator.h"

/* symbol, name, type, min, max, default, choices, meaning */
#define FL_PLUGIN_SETTINGS(X)                                                                                \
    X(FILE, "file", TEXT, 0, 0, "", "",                                                                      \
      "the shared object with floorlab_plugin_open, such as ./mine.so; it is code, so load what you trust")  \
    X(WITH, "with", TEXT, 0, FL_SETTING_OTHERS, "", "",                                                      \
      "the plug-in's own settings, a JSON object of whole numbers; settings of other names are added to it")

#define FL_PLUGIN_ENUM(symbol, ...) FL_PLUGIN_##symbol,
typedef enum fl_plugin_setting { FL_PLUGIN_SETTINGS(FL_PLUGIN_ENUM) FL_PLUGIN_SETTINGS_N } fl_plugin_setting;
#undef FL_PLUGIN_ENUM

#define FL_PLUGIN_ROW_VERSION 1

extern const fl_generator fl_plugin;

#endif
