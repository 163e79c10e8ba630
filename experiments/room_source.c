/* Settings of chunk rooms, as given. */
#include "experiments/room_source.h"

#include <string.h>

bool fl_room_source_is(const char *word)
{
    return word && strcmp(word, "room") == 0;
}

fl_err fl_room_source_read(fl_room_source *self, const fl_options *options, fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    fl_values_init(&self->values, fl_room_rules_settings, FL_ROOM_SETTINGS_N);
    fl_err err = fl_option_number(options, "seed", 1, &self->seed, diag);
    for (size_t i = 0; !err && fl_option_nth(options, "set", i); i++) {
        err = fl_values_assign(&self->values, fl_option_nth(options, "set", i), "--set", diag);
    }
    return err;
}

fl_err fl_room_source_begin(fl_room_source *self, fl_diag *diag)
{
    return fl_room_rules_init(&self->values, &self->rules, diag);
}

fl_err fl_room_source_open(fl_room_source *self, const fl_options *options, fl_diag *diag)
{
    fl_err err = fl_room_source_read(self, options, diag);
    return err ? err : fl_room_source_begin(self, diag);
}

void fl_room_source_close(fl_room_source *self)
{
    fl_room_rules_free(self->rules);
    self->rules = NULL;
}

fl_err fl_room_source_suggest(fl_room_source *self, const char *name, const char *value, fl_diag *diag)
{
    return fl_values_preset(&self->values, name, value, diag);
}

void fl_room_source_rest(const fl_room_source *self, fl_text *out)
{
    if (self->seed != 1) {
        fl_text_add_format(out, " --seed %llu", (unsigned long long)self->seed);
    }
    for (size_t i = 0; i < self->values.n; i++) {
        if (self->values.rank[i] == FL_VALUES_GIVEN) {
            fl_text_add_format(out, " --set %s=", self->values.table[i].name);
            fl_values_write(&self->values, i, out);
        }
    }
}

void fl_room_source_command(const fl_room_source *self, uint64_t index, fl_text *out)
{
    fl_text_add_format(out, "floorlab show room --floor %llu", (unsigned long long)index);
    fl_room_source_rest(self, out);
}
