/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab print: prints a built-in file as a template for your own. */
#include "experiments/commands/commands_private.h"
#include "gen/base/embedded.h"
#include "gen/base/suggest.h"

#include <string.h>
#include <unistd.h>

enum { NAMES = 64 };

/* What can be printed, and its folder. */
static const struct sort {
    const char *name, *folder, *ending;
} sorts[] = {
    {"ruleset", "data/rulesets/", ".yaml"},  {"experiment", "experiments/", ".yaml"},
    {"claims", "data/claims/", ".yaml"},     {"plan", "data/journeys/", ".yaml"},
    {"chunks", "data/chunks/", ".txt"},      {"schema", "data/lines/", ".schema.json"},
    {"completion", "data/completions/", ""},
};

enum { SORTS = sizeof sorts / sizeof sorts[0] };

/* The length of a file's name within a sort; 0 if the file belongs to another. */
static size_t name_in(const fl_embedded *file, const struct sort *sort)
{
    size_t folder = strlen(sort->folder);
    size_t ending = strlen(sort->ending);
    size_t length = strlen(file->name);
    bool is_one = fl_embedded_is_in(file, sort->folder) && length > folder + ending &&
                  strcmp(file->name + length - ending, sort->ending) == 0;
    return is_one ? length - folder - ending : 0;
}

/* Lists the names, the nearest first. */
static fl_err refuse_name(const struct sort *sort, const char *word, fl_diag *diag)
{
    char text[NAMES][64];
    const char *names[NAMES];
    size_t n = 0;
    fl_text all;
    fl_text_init(&all);
    for (size_t i = 0; i < fl_embedded_n && n < NAMES; i++) {
        size_t length = name_in(&fl_embedded_table[i], sort);
        if (length > 0 && length < sizeof text[0]) {
            memcpy(text[n], fl_embedded_table[i].name + strlen(sort->folder), length);
            text[n][length] = '\0';
            names[n] = text[n];
            fl_text_add_format(&all, n > 0 ? ", %s" : "%s", text[n]);
            n++;
        }
    }
    const char *near = word ? fl_suggest_name(word, names, n, sizeof names[0]) : NULL;
    fl_err err = word ? fl_diag_set(diag, FL_ERR_USAGE, "", "there is no %s '%.80s'", sort->name, word)
                      : fl_diag_set(diag, FL_ERR_USAGE, "", "'print %s' needs a name", sort->name);
    fl_diag_hint(diag, near ? "did you mean '%s'?" : "there are %s", near ? near : fl_text_get(&all));
    fl_text_free(&all);
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    const char *word = options->words_n > 1 ? options->word[1] : NULL;
    const struct sort *sort = sorts + fl_suggest_find(options->word[0], sorts, SORTS, sizeof sorts[0]);
    (void)exit_code;
    if (sort == sorts + SORTS) {
        fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "cannot print '%.80s'", options->word[0]);
        const char *near = fl_suggest_name(options->word[0], sorts, SORTS, sizeof sorts[0]);
        fl_diag_hint(diag,
                     near ? "did you mean '%s'?"
                          : "there are ruleset, experiment, claims, plan, chunks, schema and %s",
                     near ? near : "completion");
        return err;
    }
    for (size_t i = 0; i < fl_embedded_n && word; i++) {
        size_t length = name_in(&fl_embedded_table[i], sort);
        const char *name = fl_embedded_table[i].name + strlen(sort->folder);
        if (length > 0 && strlen(word) == length && memcmp(name, word, length) == 0) {
            const char *output = fl_program_option_get(options, "output");
            fl_text out;
            fl_text_init(&out);
            fl_text_add_bytes(&out, fl_embedded_table[i].data, fl_embedded_table[i].size);
            fl_err err = FL_OK;
            if (output) {
                err = fl_program_output_guard(output, NULL, fl_program_option_get(options, "force") != NULL,
                                              diag);
                err = err ? err : fl_program_output_replace(output, &out, diag);
            } else {
                err = fl_program_output_write(STDOUT_FILENO, &out, diag);
            }
            fl_text_free(&out);
            return err;
        }
    }
    return refuse_name(sort, word, diag);
}

static const fl_option options[] = {
    {"output", 'o', false, "FILE", "write to this file (default, and -: to the standard output)"},
    FL_CMD_FORCE,
    FL_CMD_HELP,
};

const fl_command fl_commands_print = {
    .name = "print",
    .arguments = "ruleset|experiment|claims|plan|chunks|schema|completion NAME",
    .summary = "print a file that ships, to start one's own from",
    .details = "Without a name it says which there are. What was changed is used by its path,\n"
               "with a slash or an ending: --set rules=./mine.yaml, run ./mine.yaml,\n"
               "verify mine.yaml, --set plan=./mine.yaml, --set chunks=./mine.txt. The sort\n"
               "'schema' has the JSON schema of floor lines, for those who write or read them,\n"
               "'completion' what bash, zsh and fish need (see 'floorlab help complete').",
    .examples = "floorlab print ruleset cave -o mine.yaml\n"
                "floorlab show grid --set rules=./mine.yaml\n"
                "floorlab print experiment classic-levels\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 2,
    .run = run,
};
