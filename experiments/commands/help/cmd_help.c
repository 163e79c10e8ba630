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

static const char folder[] = "data/manual/";
static const char ending[] = ".md";

/* The length of the topic that a file of the manual is about; 0 if it is none. */
static size_t topic_in(const fl_embedded *file)
{
    return fl_embedded_is_in(file, folder) ? strlen(file->name) - strlen(folder) - strlen(ending) : 0;
}

/* Whether a word means this topic; an "s" at the end makes no difference. */
static bool is_topic(const fl_embedded *file, const char *word)
{
    const char *topic = file->name + strlen(folder);
    size_t n = topic_in(file);
    size_t length = strlen(word);
    size_t bare = n > 0 && topic[n - 1] == 's' ? n - 1 : n;
    bool has_length = length == bare || (length == bare + 1 && word[bare] == 's');
    return n > 0 && has_length && memcmp(topic, word, bare) == 0;
}

/* A lookup: the word, and where the lines about it go. */
typedef struct lookup {
    const char *word;
    fl_text *out;
    unsigned n;
} lookup;

/* Adds "rooms: metric of classic (number)" and the meaning below, if `name` is the word, in any case. */
static void look(lookup *self, const char *name, const char *of, const char *meaning)
{
    if (strcasecmp(name, self->word) == 0) {
        char head[320];
        snprintf(head, sizeof head, "%s: %s", name, of);
        fl_commands_add_wrapped(head, 4, self->out);
        fl_text_add(self->out, "    ");
        fl_commands_add_wrapped(meaning, 4, self->out);
        self->n++;
    }
}

static void look_at_settings(lookup *self, const fl_generator *generator)
{
    for (size_t i = 0; i < generator->settings_n; i++) {
        const fl_setting *row = &generator->settings[i];
        char of[256];
        fl_text range;
        fl_text_init(&range);
        fl_setting_range(row, &range);
        snprintf(of, sizeof of, "setting of %s (%.160s; default %.40s)", generator->name, fl_text_get(&range),
                 row->initial);
        look(self, row->name, of, row->meaning);
        fl_text_free(&range);
    }
}

static fl_err look_at_counted(lookup *self, const fl_generator *generator, fl_diag *diag)
{
    fl_opened_generator opened;
    fl_catalogue catalogue;
    char of[128];
    fl_err err = fl_run_generator_open_words(&opened, generator->name, "", diag);
    const void *rules[] = {opened.rules};
    err = err ? err : fl_sample_catalogue_init(&catalogue, generator, rules, 1, diag);
    if (!err) {
        for (unsigned i = 0; i < catalogue.metrics_n; i++) {
            snprintf(of, sizeof of, "metric of %s (%s)", generator->name, catalogue.metric[i].unit);
            if (catalogue.metric[i].is_known) {
                look(self, catalogue.metric[i].name, of, catalogue.metric[i].meaning);
            }
        }
        snprintf(of, sizeof of, "event of %s", generator->name);
        for (unsigned i = 0; i < catalogue.events_n; i++) {
            look(self, catalogue.event[i].name, of, catalogue.event[i].meaning);
        }
        fl_sample_catalogue_free(&catalogue);
    }
    fl_run_generator_close(&opened);
    return err;
}

enum { NEAR_MOST = 512 };

/* The nearest name that has help: of commands, generators, topics, figures, kinds and settings. */
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

/* Adds the help on one word. */
static fl_err add_help(const char *word, bool is_coloured, fl_text *out, fl_diag *diag)
{
    lookup names = {word, out, 0};
    if (fl_commands_has_page(word)) {
        return fl_commands_page_topic(word, out, diag);
    }
    for (size_t i = 0; i < fl_embedded_n; i++) {
        if (is_topic(&fl_embedded_table[i], word)) {
            /* Adds a page as it is; for a terminal its headings are bold, without the signs of Markdown. */
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
    /* Looks a name up among everything that has a meaning of its own. */
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
                     rebirth->kinds >> i & 1 ? "%s; on how many floors: floorlab find rebirth %s --count"
                                             : "%s",
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
        fl_err err =
            fl_diag_set(diag, FL_ERR_USAGE, "--man", "'%.80s' is no command", options->word[command != NULL]);
        fl_diag_hint(diag, "man pages are those of commands, one at a time: floorlab help run --man");
        return err;
    }
    fl_text_init(&out);
    fl_commands_man_page(command, &out);
    fl_err err = fl_program_output_write(STDOUT_FILENO, &out, diag);
    fl_text_free(&out);
    return err;
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
        fl_commands_page_program(&out);
        fl_text_add(&out, "\nTopics of the manual, each a page: floorlab help TOPIC\n");
        for (size_t i = 0; i < fl_embedded_n; i++) {
            const fl_embedded *file = &fl_embedded_table[i];
            if (topic_in(file) > 0) {
                const char *title = file->data + strspn(file->data, "# ");
                fl_text_add_format(&out, "  %-10.*s %.*s\n", (int)topic_in(file), file->name + strlen(folder),
                                   (int)strcspn(title, "\n"), title);
            }
        }
        fl_text_add(&out, "  words      what each word means\n");
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
