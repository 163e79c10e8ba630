/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Completes the last word of a command line from the tables of commands, options, settings and built-in
 * files. If nothing is added, the shell offers files. */
#include "experiments/commands/commands_private.h"
#include "gen/base/embedded.h"
#include "gen/base/suggest.h"
#include "gen/registry.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FIRST = 1, SECOND = 2, ANY = 9 };

/* The source of an argument: a list (`floorlab list`), files, or words. */
typedef struct source {
    const char *command;
    unsigned place;    /* FIRST, SECOND or ANY */
    const char *after; /* the word before the argument, NULL = any */
    const char *list;  /* with a slash: a folder of built-in files */
    const char *words; /* separated by blanks */
} source;

static const source sources[] = {
    {"show", FIRST, NULL, "generators", NULL},
    {"export", FIRST, NULL, "generators", NULL},
    {"exact", FIRST, NULL, NULL, "classic room"},
    {"bench", ANY, NULL, "generators", NULL},
    {"compare", ANY, NULL, "generators", NULL},
    {"check", SECOND, "ways", "generators", NULL},
    {"check", SECOND, "superset", "generators", NULL},
    {"check", SECOND, "journey", "journeys", NULL},
    {"check", SECOND, "room", "chunks", NULL},
    {"fit", FIRST, NULL, NULL, "grid"},
    {"run", FIRST, NULL, "experiments/", NULL},
    {"pack", FIRST, NULL, "chunks", NULL},
    {"help", ANY, NULL, "data/manual/", NULL},
    {"help", ANY, NULL, "metrics", NULL},
    {"help", ANY, NULL, "generators", NULL},
    {"help", ANY, NULL, "figures", NULL},
    {"list", SECOND, NULL, "generators", NULL},
    {"print", SECOND, "ruleset", "rulesets", NULL},
    {"print", SECOND, "experiment", "experiments/", NULL},
    {"print", SECOND, "plan", "journeys", NULL},
    {"print", SECOND, "chunks", "chunks", NULL},
    {"print", SECOND, "completion", NULL, "bash fish zsh"},
    {"print", SECOND, "schema", NULL, "floor"},
};

enum { SOURCES = sizeof sources / sizeof sources[0] };

/* A command line, and the beginning of its last word. */
typedef struct line {
    const fl_command *command;
    const char *const *words;
    size_t n;
    const char *last;
    const fl_option *option; /* whose value is the last word; NULL = none */
    const char *before;      /* the argument before; NULL = none */
    unsigned place;          /* number of the last word among the arguments, starting at FIRST */
    fl_text *out;
    const char *lead; /* precedes each word that is added: "level=" */
} line;

/* Adds a word if it begins with the last word and is not on the line yet. */
static void offer(const line *self, const char *word, const char *end)
{
    fl_text whole;
    fl_text_init(&whole);
    fl_text_add_format(&whole, "\n%s%s%s\n", self->lead, word, end);
    const char *text = fl_text_get(&whole);
    bool fits = whole.size > 2 && strncmp(text + 1, self->last, strlen(self->last)) == 0;
    bool is_there = strncmp(fl_text_get(self->out), text + 1, whole.size - 1) == 0 ||
                    strstr(fl_text_get(self->out), text) != NULL;
    if (fits && !is_there) {
        fl_text_add(self->out, text + 1);
    }
    fl_text_drop(&whole, self->out);
}

static void offer_words(const line *self, const char *words)
{
    char word[64];
    for (unsigned i = 0;; i++) {
        fl_setting_word_at(words, i, word, sizeof word);
        if (!word[0]) {
            return;
        }
        offer(self, word, "");
    }
}

/* Offers the lower-case words of a command's arguments in help: "room [SET] | ways GENERATOR". */
static void offer_alternatives(const line *self)
{
    char word[32];
    const char *text = self->command->arguments;
    while (*text) {
        size_t n = strcspn(text, " |[]…");
        size_t small = strspn(text, "abcdefghijklmnopqrstuvwxyz");
        if (n > 1 && n == small && n < sizeof word) {
            memcpy(word, text, n);
            word[n] = '\0';
            offer(self, word, "");
        }
        text += n + (text[n] != '\0');
    }
}

/* Offers the names of the built-in files of a folder. */
static void offer_files(const line *self, const char *folder)
{
    for (size_t i = 0; i < fl_embedded_n; i++) {
        char word[64] = "";
        if (fl_embedded_is_in(&fl_embedded_table[i], folder)) {
            const char *name = fl_embedded_table[i].name + strlen(folder);
            strncat(word, name, strcspn(name, ".") < sizeof word ? strcspn(name, ".") : 0);
            offer(self, word, "");
        }
    }
}

/* Offers the names in a list; for metrics the generator's name precedes. */
static void offer_list(const line *self, const char *list)
{
    unsigned column = strcmp(list, "metrics") == 0;
    fl_table table;
    fl_program_table_init(&table);
    if (fl_commands_list_fill(list, NULL, &table, NULL) == FL_OK) {
        const char *cell = fl_text_get(&table.cells);
        for (unsigned i = 0; i < table.cells_n; i++, cell += strlen(cell) + 1) {
            if (i % table.columns_n == column) {
                offer(self, cell, "");
            }
        }
    }
    fl_program_table_free(&table);
}

static void offer_values(const line *self)
{
    static const char *const lists[][2] = {{"FIGURE", "figures"},
                                           {"METRIC", "metrics"},
                                           {"CLAIMS", "claims"},
                                           {"GENERATOR:K=V,…", "generators"}};
    const char *value = self->option->value;
    size_t at = fl_suggest_find(value, lists, sizeof lists / sizeof lists[0], sizeof lists[0]);
    if (at < sizeof lists / sizeof lists[0]) {
        offer_list(self, lists[at][1]);
    }
    for (size_t n = strcspn(value, "|"); strchr(self->option->value, '|') && n > 0; n = strcspn(value, "|")) {
        char word[64];
        snprintf(word, sizeof word, "%.*s", (int)n, value);
        offer(self, word, "");
        value += n + (value[n] == '|');
    }
}

/* Offers settings as NAME=, and after the sign the values that are words. */
static void offer_settings(line *self)
{
    /* The first word that names a generator. */
    const fl_generator *generator = NULL;
    for (size_t i = 1; i + 1 < self->n && !generator; i++) {
        generator = fl_registry_find(self->words[i]);
    }
    size_t name = strcspn(self->last, "=");
    for (size_t i = 0; generator && i < generator->settings_n; i++) {
        const fl_setting *row = &generator->settings[i];
        if (self->last[name] != '=') {
            offer(self, row->name, "=");
        } else if (strlen(row->name) == name && strncmp(row->name, self->last, name) == 0) {
            char lead[128];
            size_t n = name + 1 < sizeof lead ? name + 1 : sizeof lead - 1;
            memcpy(lead, self->last, n);
            lead[n] = '\0';
            self->lead = lead;
            offer_words(self, row->type == FL_SETTING_FLAG ? "on off" : row->choices);
            if (strcmp(row->name, "rules") == 0 && row->type == FL_SETTING_TEXT) {
                offer_list(self, "rulesets");
            }
            self->lead = "";
        }
    }
}

/* The option that a word gives if its value follows; else NULL. */
static const fl_option *option_of(const fl_command *command, const char *word)
{
    for (size_t i = 0; i < command->options_n; i++) {
        const fl_option *row = &command->options[i];
        bool is_long = strncmp(word, "--", 2) == 0 && strcmp(word + 2, row->name) == 0;
        bool is_short = row->letter && word[0] == '-' && word[1] == row->letter && word[2] == '\0';
        if ((is_long || is_short) && row->value) {
            return row;
        }
    }
    return NULL;
}

static void complete(const char *const *words, size_t n, fl_text *out)
{
    size_t commands_n = 0;
    const fl_command *const *all = fl_commands_all(&commands_n);
    line self = {
        .words = words, .n = n, .last = n > 0 ? words[n - 1] : "", .place = FIRST, .out = out, .lead = ""};
    for (size_t i = 0; n <= 1 && i < commands_n; i++) {
        offer(&self, all[i]->name, "");
    }
    self.command = n > 1 ? fl_commands_named(words[0]) : NULL;
    if (!self.command) {
        return;
    }
    /* Determines what the last word is. */
    for (size_t i = 1; i < self.n; i++) {
        bool is_value = self.option != NULL;
        self.option = is_value ? NULL : option_of(self.command, self.words[i - 1]);
        if (i > 1 && !is_value && !self.option && self.words[i - 1][0] != '-') {
            self.before = self.words[i - 1];
            self.place++;
        }
    }
    bool takes_setting =
        self.option && (strcmp(self.option->name, "set") == 0 || strcmp(self.option->name, "vary") == 0);
    if (takes_setting) {
        offer_settings(&self);
    } else if (self.option) {
        offer_values(&self);
    } else if (self.last[0] == '-') {
        for (size_t i = 0; i < self.command->options_n; i++) {
            char name[64] = "--";
            strncat(name, self.command->options[i].name, sizeof name - 3);
            offer(&self, name, "");
        }
    } else {
        if (self.place == FIRST) {
            offer_alternatives(&self);
        }
        if (strcmp(self.command->name, "help") == 0) {
            for (size_t i = 0; i < commands_n; i++) {
                offer(&self, all[i]->name, "");
            }
        }
        for (size_t i = 0; i < SOURCES; i++) {
            const source *row = &sources[i];
            bool fits = strcmp(row->command, self.command->name) == 0 &&
                        (row->place == ANY || row->place == self.place) &&
                        (!row->after || (self.before && strcmp(row->after, self.before) == 0));
            if (fits && row->list && strchr(row->list, '/')) {
                offer_files(&self, row->list);
            } else if (fits && row->list) {
                offer_list(&self, row->list);
            } else if (fits) {
                offer_words(&self, row->words);
            }
        }
    }
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    fl_text out;
    (void)exit_code;
    fl_text_init(&out);
    complete(options->word, options->words_n, &out);
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
