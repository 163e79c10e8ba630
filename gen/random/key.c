/* SPDX-License-Identifier: MIT */
/* The part of a key that all samples of a run share, and the command that reproduces a sample. */
#include "gen/random/key.h"

void fl_key_init(fl_key *self, const char *generator, unsigned version, uint64_t seed)
{
    uint64_t hash = 0x9e3779b97f4a7c15ULL;
    for (const char *p = generator; *p; p++) {
        hash = fl_key_mix(hash ^ (unsigned char)*p);
    }
    hash = fl_key_mix(hash ^ version);
    self->base = fl_key_mix(hash ^ fl_key_mix(seed + 0x632be59bd9b4e019ULL));
    self->seed = seed;
    self->index = 0;
    self->generator = generator;
    self->settings = NULL;
}

void fl_key_add_command(const fl_key *self, fl_text *out)
{
    if (!self->generator) {
        fl_text_add(out, "floorlab show GENERATOR (generator, settings, seed and number are not known here)");
        return;
    }
    fl_text_add_format(out, "floorlab show %s --floor %llu --seed %llu", self->generator,
                       (unsigned long long)self->index, (unsigned long long)self->seed);
    if (self->settings) {
        fl_setting_values_add_options(self->settings, out);
    } else {
        fl_text_add(out, " --set ... (the settings are not known here)");
    }
}

void fl_key_bug(const char *place, const char *condition, const fl_key *key, const char *options)
{
    fl_text command;
    fl_text_init(&command);
    fl_key_add_command(key, &command);
    fl_text_add(&command, options);
    fl_bug_report(place, condition, fl_text_get(&command));
}
