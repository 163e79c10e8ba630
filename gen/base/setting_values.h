/* SPDX-License-Identifier: MIT */
/* The values of a generator's settings: the defaults, overridden by the presets of a rule set, overridden by
 * what the user gave.
 *
 *     fl_setting_values_init(&values, generator->settings, generator->settings_n);
 *     err = fl_setting_values_assign(&values, "level=3", "--set", diag);
 *     level = fl_setting_values_get(&values, FL_CLASSIC_LEVEL); */
#ifndef FL_GEN_BASE_SETTING_VALUES_H
#define FL_GEN_BASE_SETTING_VALUES_H

#include "gen/base/files.h"
#include "gen/base/setting.h"

enum { FL_SETTING_VALUES_MAX = 96, FL_SETTING_VALUES_TEXT = 256, FL_SETTING_VALUES_TEXTS = 4 };

typedef enum fl_setting_values_origin {
    FL_SETTING_VALUES_DEFAULT,
    FL_SETTING_VALUES_PRESET,
    FL_SETTING_VALUES_GIVEN
} fl_setting_values_origin;

typedef struct fl_setting_values {
    const fl_setting *table; /* borrowed */
    size_t n;
    int64_t number[FL_SETTING_VALUES_MAX];
    fl_setting_values_origin origin[FL_SETTING_VALUES_MAX]; /* a preset never overrides what was given */
    /* Of the settings of type FL_SETTING_TEXT, in the order of the table; see fl_setting_values_text. */
    char text[FL_SETTING_VALUES_TEXTS][FL_SETTING_VALUES_TEXT];
    fl_files *files; /* records the files that settings name; borrowed, NULL = not recorded */
} fl_setting_values;

/* Sets all values to their defaults. A table has at most FL_SETTING_VALUES_MAX rows. */
void fl_setting_values_init(fl_setting_values *self, const fl_setting *table, size_t n);

/* Sets one value from text. Refuses an unknown name or a value out of range; the message starts with `where`
 * and lists what is allowed. A refusal changes nothing. */
FL_NODISCARD fl_err fl_setting_values_set(fl_setting_values *self, const char *name, const char *text,
                                          const char *where, fl_diag *diag);

/* Sets a rule set's preset: a value that the user gave stays. */
FL_NODISCARD fl_err fl_setting_values_preset(fl_setting_values *self, const char *name, const char *text,
                                             fl_diag *diag);

/* Sets a value from "name=value", the form of the command line. */
FL_NODISCARD fl_err fl_setting_values_assign(fl_setting_values *self, const char *assignment,
                                             const char *where, fl_diag *diag);

/* Returns the value of row number `index` of the table. */
static inline int64_t fl_setting_values_get(const fl_setting_values *self, size_t index)
{
    return self->number[index];
}

/* Returns the value of a row of type FL_SETTING_TEXT. */
const char *fl_setting_values_text(const fl_setting_values *self, size_t index);

/* True if two have the same values, whatever their origin; both must be of one table. */
bool fl_setting_values_are_same(const fl_setting_values *a, const fl_setting_values *b);

/* Computes a hash of the values: equal for two generators of one name with the same values, and almost
 * certainly different otherwise. Defaults are left out, so that a new setting changes no hash. Fails only
 * without memory. */
FL_NODISCARD fl_err fl_setting_values_mark(const fl_setting_values *self, const char *generator,
                                           uint32_t *mark);

/* Returns the row number of a name, or -1. */
int fl_setting_values_find(const fl_setting_values *self, const char *name);

/* Returns the row number of the text that takes settings of other names (FL_SETTING_OTHERS), or -1. */
int fl_setting_values_others(const fl_setting_values *self);

/* Appends the value of a name as text, including names in the text of other settings (FL_SETTING_OTHERS);
 * false if there is no such setting. */
bool fl_setting_values_write_named(const fl_setting_values *self, const char *name, fl_text *out);

/* Appends a value as text. */
void fl_setting_values_write(const fl_setting_values *self, size_t index, fl_text *out);

/* Appends the values given by the user as a JSON object: {"level":"3"}. */
void fl_setting_values_add_json(const fl_setting_values *self, fl_text *out);

/* Appends the values given by the user as command options: " --set level=3 --set rules=flash". */
void fl_setting_values_add_options(const fl_setting_values *self, fl_text *out);

#endif
