/* Help pages. */
#include "experiments/commands/commands_private.h"
#include "experiments/rooms/rooms.h"
#include "gen/base/yaml.h"
#include "gen/registry.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
    fl_text_add(
        out, "floorlab makes dungeon floors by the rules of the Binding of Isaac family, and counts them.\n\n"
             "Usage: floorlab COMMAND …\n\nCommands\n");
    for (size_t i = 0; i < n; i++) {
        fl_text_add_format(out, "  %-10s %s\n", all[i]->name, all[i]->summary);
    }
    add_examples("floorlab verify\n"
                 "floorlab show classic --set level=3 --floor 7\n"
                 "floorlab help show\n"
                 "floorlab list settings classic\n",
                 out);
    fl_text_add(out, "\nExit codes: 0 fine, 1 refuted or different, 2 bad input, 3 the machine failed.\n");
}

static void add_option(const fl_option *option, fl_text *out)
{
    char left[64];
    char letter[8] = "    ";
    if (option->letter) {
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    }
    snprintf(left, sizeof left, "%s--%s%s%s", letter, option->name, option->value ? " " : "",
             option->value ? option->value : "");
    fl_text_add_format(out, "  %-22s %s\n", left, option->meaning);
}

void fl_commands_page_command(const fl_command *command, fl_text *out)
{
    fl_text_add_format(out, "floorlab %s: %s\n\nUsage: floorlab %s %s%s[options]\n", command->name,
                       command->summary, command->name, command->arguments, command->arguments[0] ? " " : "");
    if (command->details) {
        fl_text_add_format(out, "\n%s\n", command->details);
    }
    fl_text_add(out, "\nOptions\n");
    for (size_t i = 0; i < command->options_n; i++) {
        add_option(&command->options[i], out);
    }
    add_examples(command->examples, out);
}

static void add_settings(const fl_setting *rows, size_t n, fl_text *out)
{
    fl_text range;
    fl_text_init(&range);
    fl_text_add(out, "Settings, each given as --set name=value\n\n");
    for (size_t i = 0; i < n; i++) {
        const fl_setting *row = &rows[i];
        fl_text_clear(&range);
        fl_setting_range(row, &range);
        fl_text_add_format(out, "  %s = %s\n      %s\n      %s\n", row->name, row->initial, row->meaning,
                           fl_text_get(&range));
    }
    fl_text_free(&range);
}

/* The words of the project and what each means, from data/words.yaml. */
static fl_err add_words(fl_text *out, fl_diag *diag)
{
    fl_yaml *file = NULL;
    fl_err err = fl_yaml_read_shipped("data/words.yaml", &file, diag);
    const fl_yaml_node *row = err ? NULL : fl_yaml_root(file)->first;
    fl_text_add(out, err ? "" : "Words, each with one meaning in help, experiments, result files and code\n");
    for (; row; row = row->next) {
        fl_text_add_format(out, "  %-12s  %s\n", fl_yaml_get(row, "word")->text,
                           fl_yaml_get(row, "means")->text);
    }
    fl_yaml_free(file);
    return err;
}

fl_err fl_commands_page_topic(const char *word, fl_text *out, fl_diag *diag)
{
    if (strcmp(word, "words") == 0) {
        return add_words(out, diag);
    }
    const fl_command *command = fl_commands_find(word);
    const fl_generator *generator = fl_registry_find(word);
    if (command) {
        fl_commands_page_command(command, out);
        if (fl_rooms_is_name(word)) { /* rooms are a command, and a generator of their own */
            fl_text_add_char(out, '\n');
            add_settings(fl_room_rules_settings, FL_ROOM_SETTINGS_N, out);
        }
        return FL_OK;
    }
    if (generator) {
        fl_text_add_format(out, "%s (version %u): %s\n\n", generator->name, generator->version,
                           generator->meaning);
        add_settings(generator->settings, generator->settings_n, out);
        return FL_OK;
    }
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "there is no help on '%.80s'", word);
    const char *near = fl_commands_nearest(word);
    fl_diag_hint(diag, near ? "did you mean 'floorlab help %s'?" : "'floorlab %s' lists the commands",
                 near ? near : "help");
    return err;
}

fl_err fl_commands_print_page(const fl_command *command, fl_diag *diag)
{
    fl_text out;
    fl_text_init(&out);
    if (command) {
        fl_commands_page_command(command, &out);
    } else {
        fl_commands_page_program(&out);
    }
    fl_err err = fl_program_output_write(STDOUT_FILENO, &out, diag);
    fl_text_free(&out);
    return err;
}

fl_err fl_commands_print_help(const fl_command *command, const fl_options *options, fl_diag *diag)
{
    fl_text out;
    fl_text_init(&out);
    fl_err err = fl_commands_print_page(command, diag);
    bool names_generator = !err && command != &fl_cmd_help && command != &fl_cmd_list && options->words_n > 0;
    if (names_generator && fl_commands_page_topic(options->word[0], &out, NULL) == FL_OK) {
        fl_text gap;
        fl_text_init(&gap);
        fl_text_add_char(&gap, '\n');
        err = fl_program_output_write(STDOUT_FILENO, &gap, diag);
        err = err ? err : fl_program_output_write(STDOUT_FILENO, &out, diag);
        fl_text_free(&gap);
    }
    fl_text_free(&out);
    return err;
}
