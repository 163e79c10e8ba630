/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of commands, in the order of the help page. */
#include "experiments/commands/commands.h"

#include "experiments/commands/commands_private.h"
#include "gen/base/suggest.h"

#include <string.h>

static const fl_command *const commands[] = {
    &fl_commands_verify, &fl_commands_run,    &fl_commands_info,    &fl_commands_plot,   &fl_commands_report,
    &fl_commands_merge,  &fl_commands_show,   &fl_commands_check,   &fl_commands_derive, &fl_commands_pack,
    &fl_commands_export, &fl_commands_import, &fl_commands_compare, &fl_commands_fit,    &fl_commands_bench,
    &fl_commands_list,   &fl_commands_print,  &fl_commands_help,
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

const fl_command *const *fl_commands_all(size_t *n)
{
    *n = COMMANDS;
    return commands;
}

const fl_command *fl_commands_find(const char *name)
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
