/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab help: prints the pages of commands, generators and the manual, and looks up single names.
 *
 * A word is a command, a generator, `words` or a page of data/manual; else it is looked up among everything
 * that has a name and a meaning: settings, metrics, events, figures, kinds, words of the project. */
#include "experiments/commands/commands_private.h"
#include "experiments/run/run.h"
#include "gen/base/embedded.h"
#include "gen/base/suggest.h"
#include "gen/base/yaml.h"
#include "gen/registry.h"
#include "plots/figure/figure.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { WIDTH = 80, OPTION_TEXT = 25, EXIT_TEXT = 7 };

/* The program's exit codes; the last row has no code. */
typedef struct exit_code {
    const char *code, *meaning;
} exit_code;

static const exit_code exit_codes[] = {
    {"0", "success"},
    {"1", "a verdict is not the expected one, or a chunk set makes a broken room"},
    {"2", "bad input: a wrong option, setting or file"},
    {"3", "the machine failed: no memory, disk full, cannot write"},
    {"4", "a claim or proof is still undecided"},
    {"130", "stopped by Ctrl-C (129: by SIGHUP, 143: by SIGTERM); what was counted is shown or kept"},
    {"141", "the reader of the output closed the pipe"},
    {NULL, NULL},
};

/* Adds a text from column `indent` on, wrapped at the width of a page, and a line feed. */
static void add_wrapped(const char *text, size_t indent, fl_text *out)
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

static void page_program(fl_text *out)
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
    for (const exit_code *row = exit_codes; row->code; row++) {
        fl_text_add_format(out, "  %-4s ", row->code);
        add_wrapped(row->meaning, EXIT_TEXT, out);
    }
}

/* Adds the page of a command: usage, details, options, examples. */
static void add_command_page(const fl_command *command, fl_text *out)
{
    fl_text usage;
    fl_text_init(&usage);
    fl_text_add_format(&usage, "%s%s[options]", command->arguments, command->arguments[0] ? " " : "");
    fl_text_add_format(out, "floorlab %s: %s\n\nUsage: floorlab %s ", command->name, command->summary,
                       command->name);
    add_wrapped(fl_text_get(&usage), sizeof "Usage: floorlab" + strlen(command->name) + 1, out);
    fl_text_drop(&usage, out);
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
        add_wrapped(command->options[i].meaning, OPTION_TEXT, out);
    }
    add_examples(command->examples, out);
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
        page_program(&out);
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

/* The day when these pages were last reviewed. */
static const char date[] = "November 24, 2026";

/* Adds a text with its mdoc characters escaped; `at_start` says that it begins a line. */
static void add_escaped(const char *text, size_t n, bool at_start, fl_text *out)
{
    for (size_t i = 0; i < n; i++) {
        bool starts = i == 0 ? at_start : text[i - 1] == '\n';
        if (starts && (text[i] == '.' || text[i] == '\'')) {
            fl_text_add(out, "\\&");
        }
        if (text[i] == '\\') {
            fl_text_add(out, "\\e");
        } else if (text[i] == '-') {
            fl_text_add(out, "\\-");
        } else {
            fl_text_add_char(out, text[i]);
        }
    }
}

/* Adds a text in lines of at most LINE bytes, as long as its words allow. */
static void add_words(const char *text, fl_text *out)
{
    enum { LINE = 78 };
    size_t at = 0;
    while (*text) {
        size_t length = strcspn(text, " \n");
        size_t start = out->size;
        if (at > 0 && at + 1 + length > LINE) {
            fl_text_add_char(out, '\n');
            at = 0;
        } else if (at > 0) {
            fl_text_add_char(out, ' ');
        }
        add_escaped(text, length, at == 0, out);
        at += out->size - start;
        text += length + (text[length] != '\0');
    }
    fl_text_add_char(out, '\n');
}

/* Adds lines unchanged. */
static void add_lines(const char *text, fl_text *out)
{
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] == '\n') {
        n--;
    }
    fl_text_add(out, ".Bd -literal\n");
    for (const char *p = text; p < text + n;) {
        size_t length = strcspn(p, "\n");
        add_escaped(p, length, true, out);
        fl_text_add_char(out, '\n');
        p += length + 1;
    }
    fl_text_add(out, ".Ed\n");
}

static void add_head(const char *title, const char *name, const char *summary, fl_text *out)
{
    fl_text_add_format(out, ".Dd %s\n.Dt %s 1\n.Os\n.Sh NAME\n.Nm %s\n.Nd ", date, title, name);
    add_words(summary, out);
}

static void upper(const char *word, char *out, size_t size)
{
    size_t n = 0;
    for (; word[n] && n + 1 < size; n++) {
        out[n] = (char)(word[n] >= 'a' && word[n] <= 'z' ? word[n] - 'a' + 'A' : word[n]);
    }
    out[n] = '\0';
}

static void add_command(const fl_command *command, fl_text *out)
{
    char title[32];
    char name[40];
    upper(command->name, title, sizeof title);
    fl_text title_words;
    fl_text_init(&title_words);
    fl_text_add_format(&title_words, "FLOORLAB-%s", title);
    size_t n = strlen(command->name);
    memcpy(name, "floorlab-", 9);
    memcpy(name + 9, command->name, n + 1);
    add_head(fl_text_get(&title_words), name, command->summary, out);
    fl_text_add_format(out, ".Sh SYNOPSIS\n.Nm floorlab %s\n", command->name);
    if (command->arguments[0]) {
        fl_text_add(out, ".Ar ");
        add_escaped(command->arguments, strlen(command->arguments), false, out);
        fl_text_add(out, "\\&\n"); /* mdoc would treat a final bracket as a delimiter */
    }
    fl_text_add(out, ".Op Ar options\n.Sh DESCRIPTION\n");
    fl_text_add_format(out, ".Nm floorlab %s :\n", command->name);
    add_words(command->summary, out);
    if (command->details) {
        add_lines(command->details, out);
    }
    fl_text_add(out, ".Pp\nThe options are:\n.Bl -tag -width Ds\n");
    for (size_t i = 0; i < command->options_n; i++) {
        fl_text_add(out, ".It ");
        if (command->options[i].letter) {
            fl_text_add_format(out, "Fl %c , ", command->options[i].letter);
        }
        fl_text_add(out, "Fl \\-");
        add_escaped(command->options[i].name, strlen(command->options[i].name), false, out);
        if (command->options[i].value) {
            fl_text_add(out, " Ar ");
            add_escaped(command->options[i].value, strlen(command->options[i].value), false, out);
        }
        fl_text_add_char(out, '\n');
        add_words(command->options[i].meaning, out);
    }
    fl_text_add(out, ".El\n.Sh EXAMPLES\n");
    add_lines(command->examples, out);
    fl_text_add(out, ".Sh SEE ALSO\n.Xr floorlab 1\n");
    fl_text_drop(&title_words, out);
}

static const char folder[] = "data/manual/";
static const char ending[] = ".md";

/* The length of the topic's name if a file belongs to the manual, else 0. */
static size_t topic_in(const fl_embedded *file)
{
    return fl_embedded_is_in(file, folder) ? strlen(file->name) - strlen(folder) - strlen(ending) : 0;
}

/* True if a word means this topic; a final "s" makes no difference. */
static bool is_topic(const fl_embedded *file, const char *word)
{
    const char *topic = file->name + strlen(folder);
    size_t n = topic_in(file);
    size_t length = strlen(word);
    size_t bare = n > 0 && topic[n - 1] == 's' ? n - 1 : n;
    bool has_length = length == bare || (length == bare + 1 && word[bare] == 's');
    return n > 0 && has_length && memcmp(topic, word, bare) == 0;
}

/* A lookup: the word, and the text that gets the lines about it. */
typedef struct lookup {
    const char *word;
    fl_text *out;
    unsigned n;
} lookup;

/* Adds "rooms: metric of classic (number)" with the meaning below, if `name` is the word in any case. */
static void look(lookup *self, const char *name, const char *role, const char *meaning)
{
    if (strcasecmp(name, self->word) == 0) {
        char head[320];
        snprintf(head, sizeof head, "%s: %s", name, role);
        add_wrapped(head, 4, self->out);
        fl_text_add(self->out, "    ");
        add_wrapped(meaning, 4, self->out);
        self->n++;
    }
}

static void look_at_settings(lookup *self, const fl_generator *generator)
{
    for (size_t i = 0; i < generator->settings_n; i++) {
        const fl_setting *row = &generator->settings[i];
        char role[256];
        fl_text range;
        fl_text_init(&range);
        fl_setting_range(row, &range);
        snprintf(role, sizeof role, "setting of %s (%.160s; default %.40s)", generator->name,
                 fl_text_get(&range), row->initial);
        look(self, row->name, role, row->meaning);
        fl_text_free(&range);
    }
}

static fl_err look_at_counted(lookup *self, const fl_generator *generator, fl_diag *diag)
{
    fl_opened_generator opened;
    fl_catalogue catalogue;
    char role[128];
    fl_err err = fl_run_generator_open_words(&opened, generator->name, "", diag);
    const void *rules[] = {opened.rules};
    err = err ? err : fl_sample_catalogue_init(&catalogue, generator, rules, 1, diag);
    if (!err) {
        for (unsigned i = 0; i < catalogue.metrics_n; i++) {
            snprintf(role, sizeof role, "metric of %s (%s)", generator->name, catalogue.metric[i].unit);
            if (catalogue.metric[i].is_known) {
                look(self, catalogue.metric[i].name, role, catalogue.metric[i].meaning);
            }
        }
        snprintf(role, sizeof role, "event of %s", generator->name);
        for (unsigned i = 0; i < catalogue.events_n; i++) {
            look(self, catalogue.event[i].name, role, catalogue.event[i].meaning);
        }
        fl_sample_catalogue_free(&catalogue);
    }
    fl_run_generator_close(&opened);
    return err;
}

enum { NEAR_MOST = 512 };

/* The nearest name that has help: commands, generators, topics, figures, kinds and settings. */
static const char *nearest(const char *word, char *topic, size_t size)
{
    const char *names[NEAR_MOST] = {"words"};
    size_t n = 1;
    size_t rows_n = 0;
    char topics[24][16];
    size_t topics_n = 0;
    const fl_command *const *commands = fl_commands_all(&rows_n);
    for (size_t i = 0; i < rows_n && n < NEAR_MOST; i++) {
        names[n++] = commands[i]->name;
    }
    for (size_t i = 0; i < fl_embedded_n && n < NEAR_MOST && topics_n < 24; i++) {
        if (topic_in(&fl_embedded_table[i]) > 0) {
            snprintf(topics[topics_n], sizeof topics[0], "%.*s", (int)topic_in(&fl_embedded_table[i]),
                     fl_embedded_table[i].name + strlen(folder));
            names[n++] = topics[topics_n++];
        }
    }
    const fl_figure *figures = fl_figure_all(&rows_n);
    for (size_t i = 0; i < rows_n && n < NEAR_MOST; i++) {
        names[n++] = figures[i].name;
    }
    for (unsigned i = 0; i < FL_KIND_COUNT && n < NEAR_MOST; i++) {
        names[n++] = fl_kind_of((fl_kind)i)->label;
    }
    const fl_generator *const *generators = fl_registry_all(&rows_n);
    for (size_t i = 0; i < rows_n && n < NEAR_MOST; i++) {
        names[n++] = generators[i]->name;
        for (size_t k = 0; k < generators[i]->settings_n && n < NEAR_MOST; k++) {
            names[n++] = generators[i]->settings[k].name;
        }
    }
    const char *near = fl_suggest_name(word, names, n, sizeof names[0]);
    snprintf(topic, size, "%s", near ? near : "");
    return near ? topic : NULL;
}

static fl_err refuse(const char *word, fl_diag *diag)
{
    char buffer[64];
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "there is no help on '%.80s'", word);
    const char *near = nearest(word, buffer, sizeof buffer);
    fl_diag_hint(diag,
                 near ? strchr(near, ' ') ? "did you mean: floorlab help '%s'"
                                          : "did you mean 'floorlab help %s'?"
                      : "'floorlab %s' lists the commands and topics; generators, settings, metrics, events "
                        "and figures have help, too",
                 near ? near : "help");
    return err;
}

static void add_generator_page(const fl_generator *generator, fl_text *out)
{
    fl_text_add_format(out, "%s (version ", generator->name);
    fl_commands_add_versions(generator, out);
    fl_text_add(out, ")\n  ");
    add_wrapped(generator->meaning, 2, out);
    fl_text_add(out, "\n");
    fl_text range;
    fl_text_init(&range);
    fl_text_add(out, "Settings, each given as --set NAME=VALUE; the value shown is the default\n\n");
    for (size_t i = 0; i < generator->settings_n; i++) {
        const fl_setting *row = &generator->settings[i];
        fl_text_clear(&range);
        fl_setting_range(row, &range);
        fl_text_add_format(out, "  %s = %s\n      ", row->name, row->initial);
        add_wrapped(row->meaning, 6, out);
        fl_text_add(out, "      ");
        add_wrapped(fl_text_get(&range), 6, out);
    }
    fl_text_free(&range);
}

/* Adds the help on one word. */
static fl_err add_help(const char *word, bool is_coloured, fl_text *out, fl_diag *diag)
{
    lookup names = {word, out, 0};
    if (strcmp(word, "words") == 0) {
        /* The project's words and their meanings, from data/words.yaml. */
        fl_yaml *file = NULL;
        fl_err err = fl_yaml_read_shipped("data/words.yaml", &file, diag);
        const fl_yaml_node *row = err ? NULL : fl_yaml_root(file)->first;
        fl_text_add(out,
                    err ? "" : "Words, each with one meaning in help, experiments, result files and code\n");
        for (; row; row = row->next) {
            fl_text_add_format(out, "  %-12s  ", fl_yaml_get(row, "word")->text);
            add_wrapped(fl_yaml_get(row, "means")->text, 16, out);
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
        add_generator_page(generator, out);
        return FL_OK;
    }
    for (size_t i = 0; i < fl_embedded_n; i++) {
        if (is_topic(&fl_embedded_table[i], word)) {
            /* Adds a page unchanged; for a terminal its headings are bold, without Markdown characters. */
            for (const char *line = fl_embedded_table[i].data; *line;) {
                size_t length = strcspn(line, "\n");
                size_t signs = strspn(line, "#");
                bool is_heading = is_coloured && signs > 0 && line[signs] == ' ';
                if (is_heading) {
                    fl_text_add_format(out, "\x1b[1m%.*s\x1b[0m", (int)(length - signs - 1),
                                       line + signs + 1);
                } else {
                    fl_text_add_bytes(out, line, length);
                }
                fl_text_add_char(out, '\n');
                line += length + (line[length] == '\n');
            }
            return FL_OK;
        }
    }
    /* Looks up a name among everything that has a meaning. */
    size_t n = 0;
    const fl_figure *figures = fl_figure_all(&n);
    fl_yaml *file = NULL;
    fl_err err = fl_yaml_read_shipped("data/words.yaml", &file, diag);
    for (const fl_yaml_node *row = err ? NULL : fl_yaml_root(file)->first; row; row = row->next) {
        look(&names, fl_yaml_get(row, "word")->text, "word", fl_yaml_get(row, "means")->text);
    }
    fl_yaml_free(file);
    for (size_t i = 0; i < n; i++) {
        look(&names, figures[i].name, "figure", figures[i].meaning);
    }
    /* Kinds by name or label, "sacrifice" or "Sacrifice Room"; those of rebirth with the command that counts
     * them. */
    if (!err) {
        const fl_generator *rebirth = NULL;
        err = fl_registry_need("rebirth", &rebirth, diag);
        for (unsigned i = 0; i < FL_KIND_COUNT && !err; i++) {
            char meaning[128];
            const fl_kind_row *row = fl_kind_of((fl_kind)i);
            lookup kind = names;
            kind.word = strcasecmp(row->label, names.word) == 0 ? row->name : names.word;
            snprintf(meaning, sizeof meaning,
                     rebirth->kinds >> i & 1 ? "%s; how often: floorlab find rebirth kind_%s --count" : "%s",
                     row->label, row->name);
            look(&kind, row->name, "kind of room", meaning);
            names.n = kind.n;
        }
    }
    const fl_generator *const *all = fl_registry_all(&n);
    for (size_t i = 0; i < n && !err; i++) {
        look_at_settings(&names, all[i]);
        err = look_at_counted(&names, all[i], diag);
    }
    return err || names.n > 0 ? err : refuse(word, diag);
}

/* Writes the man page of a command, or that of the program. */
static fl_err write_man_page(const fl_options *options, fl_diag *diag)
{
    const char *word = options->words_n > 0 ? options->word[0] : NULL;
    const fl_command *command = word ? fl_commands_named(word) : NULL;
    fl_text out;
    if (word && (!command || options->words_n > 1)) {
        fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "--man", "'%.80s' is not a command",
                                 options->word[command != NULL]);
        fl_diag_hint(diag, "man pages are those of commands, one at a time: floorlab help run --man");
        return err;
    }
    fl_text_init(&out);
    if (command) {
        add_command(command, &out);
    } else {
        size_t n = 0;
        const fl_command *const *all = fl_commands_all(&n);
        add_head("FLOORLAB", "floorlab", "a laboratory for dungeon-floor generators", &out);
        fl_text_add(
            &out,
            ".Sh SYNOPSIS\n.Nm\n.Ar command\n.Op Ar options\n.Sh DESCRIPTION\n.Nm\n"
            "makes dungeon floors by the rules of the Binding of Isaac games,\ncounts what is on them, and\n"
            "says which documented odds hold.\n.Pp\nThe commands are:\n.Bl -tag -width Ds\n");
        for (size_t i = 0; i < n; i++) {
            fl_text_add_format(&out, ".It Cm %s\n", all[i]->name);
            add_words(all[i]->summary, &out);
        }
        fl_text_add(&out, ".El\n.Pp\n.Ql floorlab help\nlists the pages of the manual, and explains every "
                          "setting, metric and event.\n"
                          ".Sh EXIT STATUS\n.Bl -tag -width Ds\n");
        for (const exit_code *row = exit_codes; row->code; row++) {
            fl_text_add_format(&out, ".It %s\n", row->code);
            add_words(row->meaning, &out);
        }
        fl_text_add(&out, ".El\n.Sh SEE ALSO\n");
        const char *before = "";
        for (size_t i = 0; i < n; i++) { /* in alphabetical order */
            const char *next = NULL;
            for (size_t k = 0; k < n; k++) {
                bool follows = strcmp(all[k]->name, before) > 0;
                next = follows && (!next || strcmp(all[k]->name, next) < 0) ? all[k]->name : next;
            }
            fl_text_add_format(&out, ".Xr floorlab-%s 1%s\n", next, i + 1 < n ? " ," : "");
            before = next;
        }
    }
    fl_err err = fl_program_output_write(STDOUT_FILENO, &out, diag);
    fl_text_free(&out);
    return err;
}

/* The manual's topics in groups, in the order of the list. */
static const struct {
    const char *title, *topics[12];
} groups[] = {
    {"Tutorial", {"start"}},
    {"How to",
     {"install", "page", "importing", "programs", "plugins", "rulesets", "chunks", "journeys", "clusters"}},
    {"Reference",
     {"generators", "seeds", "experiment", "expressions", "metrics", "claims", "result", "figures", "words"}},
    {"Explanation", {"statistics", "distributions"}},
};

/* Adds the list of topics with the titles of their pages. */
static void add_topics(fl_text *out)
{
    fl_text_add(out, "\nTopics of the manual, each a page: floorlab help TOPIC\n");
    for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
        fl_text_add_format(out, "\n%s\n", groups[g].title);
        for (const char *const *topic = groups[g].topics; *topic; topic++) {
            const char *title = "what each word means"; /* `words` has no file */
            for (size_t i = 0; i < fl_embedded_n; i++) {
                const fl_embedded *file = &fl_embedded_table[i];
                title = is_topic(file, *topic) ? file->data + strspn(file->data, "# ") : title;
            }
            fl_text_add_format(out, "  %-11s %.*s\n", *topic, (int)strcspn(title, "\n"), title);
        }
    }
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    (void)exit_code;
    fl_text out;
    bool is_coloured = fl_program_output_is_coloured(STDOUT_FILENO, NULL);
    if (fl_program_option_get(options, "man")) {
        return write_man_page(options, diag);
    }
    fl_text_init(&out);
    fl_err err = FL_OK;
    if (options->words_n == 0) {
        page_program(&out);
        add_topics(&out);
    }
    for (size_t i = 0; i < options->words_n && !err; i++) {
        fl_text_add(&out, i > 0 ? "\n" : "");
        err = add_help(options->word[i], is_coloured, &out, diag);
    }
    err = err ? err : fl_program_output_tell(&out, options, diag);
    fl_text_free(&out);
    return err;
}

static const fl_option options[] = {
    {"man", 0, false, NULL, "print the man page of a command, or of the program, in mdoc"},
    FL_CMD_HELP,
};

const fl_command fl_commands_help = {
    .name = "help",
    .arguments = "[COMMAND | TOPIC | GENERATOR | NAME | words] …",
    .summary = "the manual, and what each command, generator or name means",
    .details = "NAME is a setting, metric, event, figure, kind of room or word. Without an\n"
               "argument it lists the commands and the topics of the manual.",
    .examples = "floorlab help start\n"
                "floorlab help show\n"
                "floorlab help journey run\n"
                "floorlab help dead_ends\n"
                "floorlab help words\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 0,
    .words_max = 8,
    .run = run,
};
