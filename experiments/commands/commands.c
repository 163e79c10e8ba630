/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of commands, in the order of the help page. */
#include "experiments/commands/commands.h"

#include "analysis/stat/stat.h"
#include "experiments/commands/commands_private.h"
#include "gen/base/suggest.h"

#include <string.h>

static const fl_command *const commands[] = {
    &fl_commands_verify, &fl_commands_run,    &fl_commands_info,   &fl_commands_plot,
    &fl_commands_report, &fl_commands_merge,  &fl_commands_show,   &fl_commands_check,
    &fl_commands_pack,   &fl_commands_export, &fl_commands_import, &fl_commands_compare,
    &fl_commands_exact,  &fl_commands_find,   &fl_commands_fit,    &fl_commands_bench,
    &fl_commands_list,   &fl_commands_print,  &fl_commands_help,   &fl_commands_complete_words,
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
    const char *near = NULL;
    for (size_t i = 0; i < COMMANDS; i++) {
        near = fl_suggest_nearer(word, near, commands[i]->name);
    }
    return near;
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
