/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of commands, in the order of the help page. */
#include "experiments/commands/commands.h"

#include "analysis/stat/stat.h"
#include "experiments/commands/commands_private.h"
#include "gen/base/suggest.h"

#include <string.h>

static const fl_command *const commands[] = {
    &fl_commands_verify,         &fl_commands_run,   &fl_commands_info,   &fl_commands_plot,
    &fl_commands_report,         &fl_commands_merge, &fl_commands_show,   &fl_commands_check,
    &fl_commands_derive,         &fl_commands_pack,  &fl_commands_export, &fl_commands_import,
    &fl_commands_compare,        &fl_commands_exact, &fl_commands_find,   &fl_commands_fit,
    &fl_commands_bench,          &fl_commands_list,  &fl_commands_print,  &fl_commands_help,
    &fl_commands_complete_words,
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

const fl_command *const *fl_commands_all(size_t *n)
{
    *n = COMMANDS;
    return commands;
}

const fl_command *fl_commands_named(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i]->name, name) == 0) {
            return commands[i];
        }
    }
    return NULL;
}

const char *fl_commands_nearest(const char *word)
{
    const char *names[COMMANDS];
    for (size_t i = 0; i < COMMANDS; i++) {
        names[i] = commands[i]->name;
    }
    return fl_suggest_name(word, names, COMMANDS, sizeof names[0]);
}

const char *fl_commands_moved(const char *word, const char *next)
{
    static const struct {
        const char *word, *next, *now; /* next: the second word; NULL = any */
    } rows[] = {
        {"room", "claims", "floorlab verify --only 'chunk.*'"},
        {"room", "verify", "floorlab verify --only 'chunk.*'"},
        {"room", "check", "floorlab check room SET"},
        {"room", "stats", "floorlab run room-clutter"},
        {"room", "pack", "floorlab pack SET"},
        {"room", "unpack", "floorlab pack --unpack FILE"},
        {"room", "export", "floorlab export room --floors N"},
        {"room", NULL, "floorlab show room"},
        {"journey", "verify", "floorlab verify --only 'journey.*'"},
        {"journey", "check", "floorlab check journey PLAN"},
        {"journey", "run", "floorlab run journey-classic"},
        {"journey", "export", "floorlab export journey --floors N"},
        {"journey", NULL, "floorlab show journey --set plan=isaac --floor 7"},
        {"chunks", NULL, "floorlab list chunks"},
        {"claims", NULL, "floorlab list claims"},
        {"stats", NULL, "floorlab run EXPERIMENT, then floorlab info RUN.h5"},
        {"judge", NULL, "floorlab verify"},
        {"draw", NULL, "floorlab show"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool is_next = !rows[i].next || (next && strcmp(rows[i].next, next) == 0);
        if (strcmp(rows[i].word, word) == 0 && is_next) {
            return rows[i].now;
        }
    }
    return NULL;
}

fl_err fl_commands_read_share(const fl_options *options, const char *name, double otherwise, double *out,
                              fl_diag *diag)
{
    const char *text = fl_program_option_get(options, name);
    fl_fraction chance = {0, 1};
    *out = otherwise;
    if (!text) {
        return FL_OK;
    }
    if (fl_stat_fraction_read(text, &chance) || chance.num == 0 || chance.num >= chance.den) {
        fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "--%s needs a number between 0 and 1, not '%.80s'",
                                 name, text);
        fl_diag_hint(diag, "for example --%s 0.001", name);
        return err;
    }
    *out = fl_stat_fraction_value(chance);
    return FL_OK;
}
