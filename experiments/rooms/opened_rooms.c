/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading settings of chunk rooms, and --vary. */
#include "experiments/rooms/rooms_private.h"
#include "experiments/run/run.h"
#include "gen/base/parse_number.h"

#include <stdio.h>
#include <string.h>

bool fl_rooms_is_name(const char *word)
{
    return word && strcmp(word, "room") == 0;
}

static fl_err assign_clutter(fl_setting_values *values, const char *text, fl_diag *diag)
{
    int64_t first = 0;
    int64_t last = 0;
    char number[24];
    bool is_range = fl_parse_number_is_range(text, &first, &last);
    if (is_range) {
        snprintf(number, sizeof number, "%lld", (long long)first);
    }
    fl_err err = fl_setting_values_set(values, "clutter_min", is_range ? number : text, "--set", diag);
    if (is_range) {
        snprintf(number, sizeof number, "%lld", (long long)last);
    }
    return err ? err : fl_setting_values_set(values, "clutter_max", is_range ? number : text, "--set", diag);
}

/* "name=value", where clutter=2 and clutter=1..2 set both clutter_min and clutter_max. */
static fl_err assign(fl_setting_values *values, const char *assignment, fl_diag *diag)
{
    static const char both[] = "clutter=";
    bool is_both = strncmp(assignment, both, sizeof both - 1) == 0;
    return is_both ? assign_clutter(values, assignment + sizeof both - 1, diag)
                   : fl_setting_values_assign(values, assignment, "--set", diag);
}

fl_err fl_rooms_read_options(fl_opened_rooms *self, const fl_options *options, fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    fl_setting_values_init(&self->values, fl_room_rules_settings, FL_ROOM_SETTINGS_N);
    fl_err err = fl_program_option_number(options, "seed", 1, &self->seed, diag);
    for (size_t i = 0; !err && fl_program_option_nth(options, "set", i); i++) {
        err = assign(&self->values, fl_program_option_nth(options, "set", i), diag);
    }
    return err;
}

fl_err fl_rooms_make_rules(fl_opened_rooms *self, fl_diag *diag)
{
    return fl_room_rules_init(&self->values, &self->rules, diag);
}

fl_err fl_rooms_open(fl_opened_rooms *self, const fl_options *options, fl_diag *diag)
{
    fl_err err = fl_rooms_read_options(self, options, diag);
    return err ? err : fl_rooms_make_rules(self, diag);
}

void fl_rooms_close(fl_opened_rooms *self)
{
    fl_room_rules_free(self->rules);
    self->rules = NULL;
}

fl_err fl_rooms_suggest(fl_opened_rooms *self, const char *name, const char *value, fl_diag *diag)
{
    return fl_setting_values_preset(&self->values, name, value, diag);
}

void fl_rooms_add_options(const fl_opened_rooms *self, fl_text *out)
{
    fl_run_add_options(self->seed, &self->values, out);
}

void fl_rooms_add_command(const fl_opened_rooms *self, uint64_t index, fl_text *out)
{
    fl_text_add_format(out, "floorlab show room --floor %llu", (unsigned long long)index);
    fl_rooms_add_options(self, out);
}

/* Writes the name with the next of the values: "doors=NE". */
static fl_err next_assignment(const char *vary, size_t name, const char **value,
                              char out[FL_SETTING_VALUES_TEXT + 64])
{
    size_t size = strcspn(*value, ",");
    if (size >= FL_SETTING_VALUES_TEXT) {
        return FL_ERR_USAGE;
    }
    snprintf(out, FL_SETTING_VALUES_TEXT + 64, "%.*s=%.*s", (int)name, vary, (int)size, *value);
    *value += size;
    return FL_OK;
}

fl_err fl_rooms_vary(fl_opened_rooms *self, const char *vary, fl_rooms_visit *visit, void *user,
                     fl_diag *diag)
{
    size_t name = strcspn(vary, "=");
    const char *value = vary + name;
    const fl_setting_values before = self->values;
    fl_err err = FL_OK;
    if (*value != '=' || name == 0 || name >= 64) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--vary needs NAME=VALUE,VALUE, not '%.80s'", vary);
    }
    do {
        char assignment[FL_SETTING_VALUES_TEXT + 64];
        value++;
        if (next_assignment(vary, name, &value, assignment)) {
            return fl_diag_set(diag, FL_ERR_USAGE, "", "a value of --vary is too long");
        }
        self->values = before;
        err = assign(&self->values, assignment, diag);
        err = err ? err : visit(user, assignment, diag);
    } while (!err && *value);
    self->values = before;
    return err;
}
