/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of commands, in the order of the help page. */
#include "experiments/commands/commands.h"

#include "experiments/commands/commands_private.h"
#include "gen/base/suggest.h"

#include <string.h>

static const fl_command *const commands[] = {
    &fl_cmd_verify, &fl_cmd_run,   &fl_cmd_info,   &fl_cmd_plot,  &fl_cmd_report, &fl_cmd_merge,
    &fl_cmd_show,   &fl_cmd_check, &fl_cmd_derive, &fl_cmd_pack,  &fl_cmd_export, &fl_cmd_import,
    &fl_cmd_fit,    &fl_cmd_bench, &fl_cmd_list,   &fl_cmd_print, &fl_cmd_help,
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
