/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The facts are the attributes of the result file, except the processor, on which no number depends. */
#include "experiments/report/report_private.h"

#include <string.h>

static const char *text_of(const fl_report_run *run, const char *name)
{
    const fl_store_attribute *attribute = fl_store_attribute_of(&run->view.store, name);
    return attribute && attribute->text ? attribute->text : "";
}

/* A fact in a list; the values of %s, %t, %c or %u follow. */
#define FL_FACT(out, name, value, ...)                                                                       \
    fl_report_add(out, "<div><dt>" name "</dt><dd>" value "</dd></div>\n", __VA_ARGS__)

/* A fact from an attribute of the file. A seed is a name rather than a count: its digits are not grouped. */
static void add_attribute(const fl_report_run *run, const char *title, const char *name, fl_text *out)
{
    const fl_store_attribute *attribute = fl_store_attribute_of(&run->view.store, name);
    uint64_t number = attribute && !attribute->text ? attribute->number : 0;
    fl_text_add_format(out, "<div><dt>%s</dt><dd>", title);
    if (strcmp(name, "seed") == 0) {
        fl_text_add_format(out, "%llu", (unsigned long long)number);
    } else if (attribute && !attribute->text) {
        fl_figure_titles_add_count(out, number);
    } else {
        fl_report_add(out, "%s", text_of(run, name));
    }
    fl_text_add(out, "</dd></div>\n");
}

/* Adds a run in short, with links to its sections. */
static void add_summary(const fl_report *self, unsigned number, fl_text *out)
{
    static const char *const sections[] = {"Verdicts", "Figures", "Floors", "Provenance"};
    const fl_report_run *run = &self->run[number];
    const fl_result_view *view = &run->view;
    fl_text swept;
    uint64_t floors = 0;
    fl_text_init(&swept);
    for (uint64_t c = 0; c < view->conditions; c++) {
        floors += view->samples[c];
    }
    for (unsigned i = 0; i < view->axes_n && !view->has_scenarios; i++) {
        fl_text_add_format(&swept, "%s%s", i > 0 ? ", " : "", view->axes[i].name);
    }
    fl_text_add(&swept, swept.size > 0 ? "" : "nothing");
    if (self->runs_n > 1) {
        fl_text_add(out, "<p class=\"run\"><strong>");
        fl_report_add_label(view->name, 48, out);
        fl_text_add(out, "</strong></p>\n");
    }
    fl_report_add(out, "<p class=\"about\">%s</p>\n<dl class=\"facts\">\n", view->about);
    add_attribute(run, "generator", "generators", out);
    fl_report_add(out, "<div><dt>%s</dt><dd>%c</dd></div>\n", fl_figure_titles_samples(view), floors);
    FL_FACT(out, "configurations", "%c", view->conditions);
    FL_FACT(out, "swept", "%t", &swept);
    add_attribute(run, "seed", "seed", out);
    if (*text_of(run, "rooms")) {
        add_attribute(run, "rooms", "rooms", out);
    }
    fl_text_add(out, "</dl>\n<nav aria-label=\"Sections\"><ul>\n");
    if (number == 0 && self->verified) {
        fl_text_add(out, "<li><a href=\"#claims\">All claims</a></li>\n");
    }
    for (unsigned i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        if (strcmp(sections[i], "Floors") != 0 || run->has_floors) {
            fl_text_add_format(out, "<li><a href=\"#%c%s", sections[i][0] | 0x20, sections[i] + 1);
            if (number > 0) {
                fl_text_add_format(out, "-%u", number + 1);
            }
            fl_text_add_format(out, "\">%s</a></li>\n", sections[i]);
        }
    }
    fl_text_add(out, "</ul></nav>\n");
}

void fl_report_facts_add_summary(const fl_report *self, fl_text *out)
{
    for (unsigned i = 0; i < self->runs_n; i++) {
        add_summary(self, i, out);
    }
    if (self->runs_n > 1) {
        fl_text_add(out, "<nav aria-label=\"All runs\"><ul><li><a href=\"#differences\">What differs</a></li>"
                         "<li><a href=\"#together\">Side by side</a></li></ul></nav>\n");
    }
}

static void add_provenance(const fl_report_run *run, fl_text *out)
{
    static const char *const attributes[][2] = {{"digest of all counts", "digest"},
                                                {"experiment", "experiment"},
                                                {"generator", "generators"},
                                                {"made by floorlab", "program_version"},
                                                {"commit", "program_commit"},
                                                {"date", "date"},
                                                {"command", "command"},
                                                {"seconds", "seconds"},
                                                {"threads", "threads"},
                                                {"seed", "seed"},
                                                {"first sample of each configuration", "samples_from"}};
    const fl_store_item *item = fl_store_find(&run->view.store, "/configuration/generator_version");
    bool is_one = item && item->type == FL_STORE_U64 && item->rank == 1 && item->data;
    const uint64_t *version = is_one ? item->data : NULL;
    fl_text samples;
    for (uint64_t c = 1; is_one && c < item->size[0]; c++) {
        is_one = version[c] == version[0];
    }
    fl_text_add(out, "<dl class=\"facts table\">\n");
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
        add_attribute(run, attributes[i][0], attributes[i][1], out);
        if (is_one && strcmp(attributes[i][0], "generator") == 0) { /* all configurations have the same */
            FL_FACT(out, "generator version", "%c", version[0]);
        }
    }
    fl_text_init(&samples);
    fl_figure_titles_add_samples(&run->view, "", &samples);
    FL_FACT(out, "samples of each configuration", "%t", &samples);
    const fl_store_attribute *complete = fl_store_attribute_of(&run->view.store, "complete");
    FL_FACT(out, "complete", "%s",
            complete && complete->number ? "yes" : "no, it was stopped before the end");
    fl_text_add(out, "</dl>\n");
}

/* Adds the command that, according to a file, made it. Each word is quoted again, because a file may contain
 * anything. Commands other than `verify` are left out. */
static void add_again(const char *command, fl_text *out)
{
    static const char *const begin[] = {"floorlab", "verify"};
    fl_text word;
    fl_text line;
    fl_text_init(&word);
    fl_text_init(&line);
    bool is_ours = command[0] != '\0';
    for (size_t i = 0; is_ours && *(command += strspn(command, " ")); i++) {
        bool is_quoted = false;
        fl_text_clear(&word);
        for (; *command && (is_quoted || *command != ' '); command++) {
            if (*command == '\'') {
                is_quoted = !is_quoted;
            } else if (is_quoted || *command != '\\') {
                fl_text_add_char(&word, *command);
            } else if (command[1]) {
                fl_text_add_char(&word, *++command);
            }
        }
        is_ours = i >= 2 || strcmp(fl_text_get(&word), begin[i]) == 0;
        fl_text_add(&line, i > 0 ? " " : "");
        fl_program_format_word(fl_text_get(&word), &line);
    }
    if (is_ours) {
        fl_report_add(out,
                      "<h3>How to get it again</h3>\n<p>This command makes the same samples and "
                      "verdicts:</p>\n<pre>%s</pre>\n",
                      fl_text_get(&line));
    }
    fl_text_drop(&word, out);
    fl_text_drop(&line, out);
}

void fl_report_facts_add(const fl_report *self, unsigned number, fl_text *out)
{
    const fl_report_run *run = &self->run[number];
    fl_report_add_heading(self, number, "provenance", "Provenance", out);
    add_provenance(run, out);
    if (run->is_judged && run->view.has_scenarios) {
        add_again(text_of(run, "command"), out);
        return;
    }
    fl_text_add(out, "<h3>How to get it again</h3>\n<p>Save this as <code>experiment.yaml</code>:</p>\n"
                     "<pre class=\"experiment\">");
    for (const char *line = text_of(run, "experiment_resolved");
         *line;) { /* escaped as a whole it would lose its lines */
        fl_text words;
        size_t n = strcspn(line, "\n");
        fl_text_init(&words);
        fl_text_add_bytes(&words, line, n);
        fl_report_add(out, line[n] ? "%t\n" : "%t", &words);
        line += n + (line[n] == '\n');
    }
    fl_text_add(out, "</pre>\n<p>This run has the same digest, on any machine and with any number of "
                     "threads:</p>\n");
    static const char *const again[] = {"run experiment.yaml -o", "verify", "plot", "report"};
    for (unsigned i = 0; i < sizeof again / sizeof again[0]; i++) {
        fl_report_add(out, i == 0 ? "<pre>floorlab %s %f" : "\nfloorlab %s %f", again[i], run->view.path);
    }
    fl_text_add(out, "</pre>\n");
}

/* Adds links to the page of plots/page beside the report: one for each configuration of each run, with its
 * settings and seed, so that it shows the same floors. */

enum { LINKS = 48 };

void fl_report_explore_add(const fl_report *self, fl_text *out)
{
    if (!self->is_explored) {
        return;
    }
    fl_text_add(
        out, "<section><h2 id=\"explore\">Explore</h2>\n<p>These floors and others of any settings, in the "
             "browser: <a href=\"" FL_REPORT_EXPLORED "\">" FL_REPORT_EXPLORED
             "</a> lies beside this page.</p>\n<ul>\n");
    for (unsigned i = 0; i < self->runs_n; i++) {
        const fl_run_setup *setup = &self->run[i].result.setup;
        for (uint64_t c = 0; self->run[i].is_known && c < setup->conditions && c < LINKS; c++) {
            const fl_opened_generator *opened = &setup->condition[c].opened;
            const fl_setting_values *values = &opened->values;
            fl_text words;
            fl_text_init(&words);
            fl_text_add_format(out, "<li><a href=\"%s#generator=%s&amp;seed=%llu&amp;view=range",
                               FL_REPORT_EXPLORED, opened->generator->name, (unsigned long long)opened->seed);
            for (size_t k = 0; k < values->n; k++) {
                if (values->origin[k] == FL_SETTING_VALUES_GIVEN) {
                    fl_text_add_format(&words, " %s=", values->table[k].name);
                    size_t at = words.size;
                    fl_setting_values_write(values, k, &words);
                    fl_text_add(out, "&amp;set.");
                    fl_report_add_address(values->table[k].name, "", out);
                    fl_text_add_char(out, '=');
                    fl_report_add_address(fl_text_get(&words) + at, "", out);
                }
            }
            fl_text_add_format(out, "\">%s ", opened->generator->name);
            fl_report_add_label(fl_text_get(&words), LINKS, out);
            fl_text_add(out, "</a></li>\n");
            fl_text_drop(&words, out);
        }
    }
    fl_text_add(out, "</ul></section>\n");
}
