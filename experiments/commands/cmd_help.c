/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab help: prints help pages. */
#include "experiments/commands/commands_private.h"

#include <unistd.h>

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    (void)exit_code;
    fl_text out;
    fl_text_init(&out);
    fl_err err = FL_OK;
    if (options->words_n == 0) {
        fl_commands_page_program(&out);
    } else {
        err = fl_commands_page_topic(options->word[0], &out, diag);
    }
    err = err ? err : fl_program_output_write(STDOUT_FILENO, &out, diag);
    fl_text_free(&out);
    return err;
}

static const fl_option options[] = {FL_CMD_HELP};

const fl_command fl_cmd_help = {
    .name = "help",
    .arguments = "[COMMAND | GENERATOR | words]",
    .summary = "explain a command, a generator or the words of this project",
    .examples = "floorlab help show\nfloorlab help classic\nfloorlab help words\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 0,
    .words_max = 1,
    .run = run,
};
