/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Help pages, written from the tables of commands, options, settings and words. */
#include "experiments/commands/commands_private.h"
#include "gen/base/yaml.h"
#include "gen/registry.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 80, OPTION_TEXT = 25, EXIT_TEXT = 7 };

const fl_exit_code fl_commands_exit_codes[] = {
    {"0", "success"},
    {"1", "a verdict is not the expected one, or a chunk set makes a broken room"},
    {"2", "bad input: a wrong option, setting or file"},
    {"3", "the machine failed: no memory, disk full, cannot write"},
    {"4", "a claim or proof is still undecided"},
    {"130", "stopped by Ctrl-C (129: by SIGHUP, 143: by SIGTERM); what was counted is shown or kept"},
    {"141", "the reader of the output closed the pipe"},
    {NULL, NULL},
};

static void add_examples(const char *examples, fl_text *out)
{
    fl_text_add(out, "\nExamples\n");
    for (const char *p = examples; *p;) {
        size_t length = strcspn(p, "\n");
        fl_text_add(out, "  ");
        fl_text_add_bytes(out, p, length);
        fl_text_add_char(out, '\n');
        p += length + (p[length] == '\n');
    }
}

void fl_commands_page_program(fl_text *out)
{
    size_t n = 0;
    const fl_command *const *all = fl_commands_all(&n);
    fl_text_add(out, "floorlab makes dungeon floors by the rules of the Binding of Isaac games and\n"
                     "counts what is on them. New here? floorlab help start\n\n"
                     "Usage: floorlab COMMAND …\n\nCommands\n");
    for (size_t i = 0; i < n; i++) {
        fl_text_add_format(out, "  %-10s %s\n", all[i]->name, all[i]->summary);
    }
    add_examples("floorlab verify\n"
                 "floorlab show classic --set level=3 --floor 7\n"
                 "floorlab help show\n"
                 "floorlab list settings classic\n",
                 out);
    fl_text_add(out, "\nExit codes\n");
    for (const fl_exit_code *row = fl_commands_exit_codes; row->code; row++) {
        fl_text_add_format(out, "  %-4s ", row->code);
        fl_commands_add_wrapped(row->meaning, EXIT_TEXT, out);
    }
}

void fl_commands_add_wrapped(const char *text, size_t indent, fl_text *out)
{
    size_t at = indent;
    while (*text) {
        size_t length = strcspn(text, " ");
        if (at > indent && at + 1 + length > WIDTH) {
            fl_text_add_format(out, "\n%*s", (int)indent, "");
            at = indent;
        } else if (at > indent) {
            fl_text_add_char(out, ' ');
            at++;
        }
        fl_text_add_bytes(out, text, length);
        at += length;
        text += length + (text[length] == ' ');
    }
    fl_text_add_char(out, '\n');
}

/* Adds the page of a command: usage, details, options, examples. */
static void add_command_page(const fl_command *command, fl_text *out)
{
    fl_text usage;
    fl_text_init(&usage);
    fl_text_add_format(&usage, "%s%s[options]", command->arguments, command->arguments[0] ? " " : "");
    fl_text_add_format(out, "floorlab %s: %s\n\nUsage: floorlab %s ", command->name, command->summary,
                       command->name);
    fl_commands_add_wrapped(fl_text_get(&usage), sizeof "Usage: floorlab" + strlen(command->name) + 1, out);
    out->is_short_of_memory |= usage.is_short_of_memory;
    fl_text_free(&usage);
    if (command->details) {
        fl_text_add_format(out, "\n%s\n", command->details);
    }
    fl_text_add(out, "\nOptions\n");
    for (size_t i = 0; i < command->options_n; i++) {
        char left[64];
        char letter[8] = "    ";
        if (command->options[i].letter) {
            snprintf(letter, sizeof letter, "-%c, ", command->options[i].letter);
        }
        int length = snprintf(left, sizeof left, "%s--%s%s%s", letter, command->options[i].name,
                              command->options[i].value ? " " : "",
                              command->options[i].value ? command->options[i].value : "");
        fl_text_add_format(out, length > 22 ? "  %s\n%*s" : "  %s%*s", left,
                           length > 22 ? OPTION_TEXT : 23 - length, "");
        fl_commands_add_wrapped(command->options[i].meaning, OPTION_TEXT, out);
    }
    add_examples(command->examples, out);
}

fl_err fl_commands_page_topic(const char *word, fl_text *out, fl_diag *diag)
{
    if (strcmp(word, "words") == 0) {
        /* The words of the project and what each means, from data/words.yaml. */
        fl_yaml *file = NULL;
        fl_err err = fl_yaml_read_shipped("data/words.yaml", &file, diag);
        const fl_yaml_node *row = err ? NULL : fl_yaml_root(file)->first;
        fl_text_add(out,
                    err ? "" : "Words, each with one meaning in help, experiments, result files and code\n");
        for (; row; row = row->next) {
            fl_text_add_format(out, "  %-12s  ", fl_yaml_get(row, "word")->text);
            fl_commands_add_wrapped(fl_yaml_get(row, "means")->text, 16, out);
        }
        fl_yaml_free(file);
        return err;
    }
    const fl_command *command = fl_commands_named(word);
    const fl_generator *generator = fl_registry_find(word);
    if (command) {
        add_command_page(command, out);
        return FL_OK;
    }
    if (generator) {
        fl_text_add_format(out, "%s (version ", generator->name);
        fl_commands_add_versions(generator, out);
        fl_text_add(out, ")\n  ");
        fl_commands_add_wrapped(generator->meaning, 2, out);
        fl_text_add(out, "\n");
        fl_text range;
        fl_text_init(&range);
        fl_text_add(out, "Settings, each given as --set NAME=VALUE; the value shown is the default\n\n");
        for (size_t i = 0; i < generator->settings_n; i++) {
            const fl_setting *row = &generator->settings[i];
            fl_text_clear(&range);
            fl_setting_range(row, &range);
            fl_text_add_format(out, "  %s = %s\n      ", row->name, row->initial);
            fl_commands_add_wrapped(row->meaning, 6, out);
            fl_text_add(out, "      ");
            fl_commands_add_wrapped(fl_text_get(&range), 6, out);
        }
        fl_text_free(&range);
        return FL_OK;
    }
    return fl_diag_set(diag, FL_ERR_USAGE, "", "'%.80s' has no page", word);
}

bool fl_commands_has_page(const char *word)
{
    return strcmp(word, "words") == 0 || fl_commands_named(word) || fl_registry_find(word);
}

fl_err fl_commands_print_page(const fl_command *command, const fl_options *options, fl_diag *diag)
{
    const char *word = options->words_n > 0 ? options->word[0] : "";
    bool takes_settings = false;
    fl_text out;
    fl_text_init(&out);
    if (command) {
        add_command_page(command, &out);
    } else {
        fl_commands_page_program(&out);
    }
    for (size_t i = 0; command && i < command->options_n; i++) {
        takes_settings = takes_settings || strcmp(command->options[i].name, "set") == 0;
    }
    if (takes_settings && fl_registry_find(word)) {
        fl_text_add_format(&out, "\nSettings of %s: floorlab help %s\n", word, word);
    }
    fl_err err = fl_program_output_tell(&out, options, diag);
    fl_text_free(&out);
    return err;
}
