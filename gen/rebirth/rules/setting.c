/* SPDX-License-Identifier: MIT */
/* The table of settings. */
#include "gen/rebirth/rules/rules.h"

#define FL_REBIRTH_SETTING_ROW(symbol, name, type, min, max, initial, choices, meaning)                      \
    {name, FL_SETTING_##type, min, max, initial, choices, meaning},
const fl_setting fl_rebirth_rules_settings[FL_REBIRTH_SETTINGS_N] = {
    FL_REBIRTH_SETTINGS(FL_REBIRTH_SETTING_ROW)};
#undef FL_REBIRTH_SETTING_ROW
