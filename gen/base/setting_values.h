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
    fl_files
        *files; /* where files that settings name are noted; borrowed, NULL = they are read and forgotten */
} fl_setting_values;

/* Sets all values to their defaults. A table has at most FL_SETTING_VALUES_MAX rows. */
void fl_setting_values_init(fl_setting_values *self, const fl_setting *table, size_t n);

/* Sets one value from text. An unknown name or a value out of range is refused, and the message, which
 * starts with `where`, says what is allowed. A refusal changes nothing. */
FL_NODISCARD fl_err fl_setting_values_set(fl_setting_values *self, const char *name, const char *text,
                                          const char *where, fl_diag *diag);

/* The same for a rule set's preset: a value that the user gave stays. */
FL_NODISCARD fl_err fl_setting_values_preset(fl_setting_values *self, const char *name, const char *text,
                                             fl_diag *diag);

/* "name=value" as on a command line. */
FL_NODISCARD fl_err fl_setting_values_assign(fl_setting_values *self, const char *assignment,
                                             const char *where, fl_diag *diag);

/* The value of row number `index` of the table. */
static inline int64_t fl_setting_values_get(const fl_setting_values *self, size_t index)
{
    return self->number[index];
}

/* The value of a row of type FL_SETTING_TEXT. */
const char *fl_setting_values_text(const fl_setting_values *self, size_t index);

/* Whether two have the same values, wherever these come from; both must be of one table. */
bool fl_setting_values_are_same(const fl_setting_values *a, const fl_setting_values *b);

/* A number for what is chosen: equal for two generators of one name whose values are the same, and almost
 * certainly different where one value is not. Values that are the table's defaults do not take part, so that
 * a new setting changes no number. Fails only for want of memory. */
FL_NODISCARD fl_err fl_setting_values_mark(const fl_setting_values *self, const char *generator,
                                           uint32_t *mark);

/* The row number of a name; -1 for an unknown one. */
int fl_setting_values_find(const fl_setting_values *self, const char *name);

/* The row number of the text that takes settings of other names (FL_SETTING_OTHERS); -1 if there is none. */
int fl_setting_values_others(const fl_setting_values *self);

/* Appends the value of a name as text, also of a name that the table does not have (FL_SETTING_OTHERS); false
 * if there is no such setting. */
bool fl_setting_values_write_named(const fl_setting_values *self, const char *name, fl_text *out);

/* Appends a value as text. */
void fl_setting_values_write(const fl_setting_values *self, size_t index, fl_text *out);

/* Appends the values that the user gave as a JSON object: {"level":"3"}. */
void fl_setting_values_add_json(const fl_setting_values *self, fl_text *out);

/* Appends the values that the user gave, as options of a command: " --set level=3 --set rules=flash". */
void fl_setting_values_add_options(const fl_setting_values *self, fl_text *out);

#endif
