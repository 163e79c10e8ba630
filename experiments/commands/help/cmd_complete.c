/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab complete: what shells offer for the word at the cursor. */
#include "experiments/commands/commands_private.h"

#include <unistd.h>

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    fl_text out;
    (void)exit_code;
    fl_text_init(&out);
    fl_commands_complete(options->word, options->words_n, &out);
    fl_err err =
        fl_text_check(&out) ? fl_diag_memory(diag) : fl_program_output_write(STDOUT_FILENO, &out, diag);
    fl_text_free(&out);
    return err;
}

static const fl_option options[] = {FL_CMD_HELP};

const fl_command fl_commands_complete_words = {
    .name = "complete",
    .arguments = "-- WORD…",
    .summary = "what a word of a command line can become, for shells",
    .details = "The words are those of a command line without its first; the last one, which may\n"
               "be empty, is completed. To have it at the Tab key, write one of these lines into\n"
               "your shell's settings (~/.bashrc, ~/.zshrc, ~/.config/fish/config.fish):\n"
               "\n"
               "  source <(floorlab print completion bash)\n"
               "  source <(floorlab print completion zsh)\n"
               "  floorlab print completion fish | source",
    .examples = "floorlab complete -- sh\n"
                "floorlab complete -- show classic --set le\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 0,
    .words_max = FL_OPTION_WORDS,
    .run = run,
};
