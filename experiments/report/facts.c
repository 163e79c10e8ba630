/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Facts come from the attributes of the result file. The processor is left out: no number depends on it. */
#include "experiments/report/report_private.h"

#include <string.h>

static const char *text_of(const fl_report_run *run, const char *name)
{
    const fl_store_attribute *attribute = fl_store_attribute_of(&run->view.store, name);
    return attribute && attribute->text ? attribute->text : "";
}

static uint64_t number_of(const fl_report_run *run, const char *name)
{
    const fl_store_attribute *attribute = fl_store_attribute_of(&run->view.store, name);
    return attribute && !attribute->text ? attribute->number : 0;
}

static uint64_t floors_of(const fl_report_run *run)
{
    uint64_t floors = 0;
    for (uint64_t c = 0; c < run->view.conditions; c++) {
        floors += run->view.samples[c];
    }
    return floors;
}

static void add_text(const char *name, const char *text, fl_text *out)
{
    fl_text_add_format(out, "<div><dt>%s</dt><dd>", name);
    fl_text_add_xml(out, text);
    fl_text_add(out, "</dd></div>\n");
}

static void add_count(const char *name, uint64_t count, fl_text *out)
{
    fl_text_add_format(out, "<div><dt>%s</dt><dd>", name);
    fl_figure_titles_add_count(out, count);
    fl_text_add(out, "</dd></div>\n");
}

/* A seed is a name rather than a count: no blanks between its digits. */
static void add_seed(const fl_report_run *run, fl_text *out)
{
    fl_text_add_format(out, "<div><dt>seed</dt><dd>%llu</dd></div>\n", (unsigned long long)run->view.seed);
}

static void add_swept(const fl_report_run *run, fl_text *out)
{
    const fl_result_view *view = &run->view;
    fl_text names;
    fl_text_init(&names);
    for (unsigned i = 0; i < view->axes_n; i++) {
        fl_text_add_format(&names, "%s%s", i > 0 ? ", " : "", view->axes[i].name);
    }
    add_text("swept", view->axes_n > 0 && !view->has_populations ? fl_text_get(&names) : "nothing", out);
    out->is_short_of_memory |= names.is_short_of_memory;
    fl_text_free(&names);
}

static void add_links(const fl_report *self, unsigned number, fl_text *out)
{
    static const char *const sections[] = {"Verdicts", "Figures", "Floors", "Provenance"};
    static const char *const ids[] = {"verdicts", "figures", "floors", "provenance"};
    if (number == 0 && self->verified) {
        fl_text_add(out, "<li><a href=\"#claims\">All claims</a></li>\n");
    }
    for (unsigned i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        if (strcmp(ids[i], "floors") == 0 && !self->run[number].has_floors) {
            continue;
        }
        fl_text_add_format(out, "<li><a href=\"#%s", ids[i]);
        if (number > 0) {
            fl_text_add_format(out, "-%u", number + 1);
        }
        fl_text_add_format(out, "\">%s</a></li>\n", sections[i]);
    }
}

static void add_summary(const fl_report *self, unsigned number, fl_text *out)
{
    const fl_report_run *run = &self->run[number];
    if (self->runs_n > 1) {
        fl_text_add(out, "<p class=\"run\"><strong>");
        fl_report_add_label(run->view.name, 48, out);
        fl_text_add(out, "</strong></p>\n");
    }
    fl_text_add(out, "<p class=\"about\">");
    fl_text_add_xml(out, run->view.about);
    fl_text_add(out, "</p>\n<dl class=\"facts\">\n");
    add_text("generator", run->view.generator, out);
    add_count(fl_figure_titles_samples(&run->view), floors_of(run), out);
    add_count("conditions", run->view.conditions, out);
    add_swept(run, out);
    add_seed(run, out);
    if (*text_of(run, "rooms")) {
        add_text("rooms", text_of(run, "rooms"), out);
    }
    fl_text_add(out, "</dl>\n<nav aria-label=\"Sections\"><ul>\n");
    add_links(self, number, out);
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

/* Left out if the conditions do not agree in it. */
static void add_generator_version(const fl_report_run *run, fl_text *out)
{
    const fl_store_item *item = fl_store_find(&run->view.store, "/condition/generator_version");
    bool is_one = item && item->type == FL_STORE_U64 && item->rank == 1 && item->data;
    const uint64_t *version = is_one ? item->data : NULL;
    for (uint64_t c = 1; is_one && c < item->size[0]; c++) {
        is_one = version[c] == version[0];
    }
    if (is_one) {
        add_count("generator version", version[0], out);
    }
}

static void add_provenance(const fl_report_run *run, fl_text *out)
{
    fl_text_add(out, "<dl class=\"facts table\">\n");
    add_text("digest of all counts", text_of(run, "digest"), out);
    add_text("experiment", run->view.name, out);
    add_text("generator", run->view.generator, out);
    add_generator_version(run, out);
    add_text("made by floorlab", text_of(run, "program_version"), out);
    add_text("commit", text_of(run, "program_commit"), out);
    add_text("date", text_of(run, "date"), out);
    add_text("command", text_of(run, "command"), out);
    add_text("seconds", text_of(run, "seconds"), out);
    add_count("threads", number_of(run, "threads"), out);
    add_seed(run, out);
    add_count("first sample of each condition", number_of(run, "samples_from"), out);
    fl_text samples;
    fl_text_init(&samples);
    fl_figure_titles_add_samples(&run->view, "", &samples);
    add_text("samples of each condition", fl_text_get(&samples), out);
    out->is_short_of_memory |= samples.is_short_of_memory;
    fl_text_free(&samples);
    add_text("complete", number_of(run, "complete") ? "yes" : "no, it was stopped before the end", out);
    fl_text_add(out, "</dl>\n");
}

/* The commands that make the run and this page again. */
static void add_commands(const fl_report_run *run, fl_text *out)
{
    static const char *const others[] = {"verify", "plot", "report"};
    fl_text_add(out, "<pre>floorlab run experiment.yaml -o ");
    fl_report_add_file(run->view.path, out);
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
        fl_text_add_format(out, "\nfloorlab %s ", others[i]);
        fl_report_add_file(run->view.path, out);
    }
    fl_text_add(out, "</pre>\n");
}

/* Takes the next word of a command, as fl_program_format_word writes it; false at the end. */
static bool next_word(const char **at, fl_text *word)
{
    bool is_quoted = false;
    *at += strspn(*at, " ");
    fl_text_clear(word);
    bool has_word = **at != '\0';
    for (; **at && (is_quoted || **at != ' '); ++*at) {
        if (**at == '\'') {
            is_quoted = !is_quoted;
        } else if (is_quoted || **at != '\\') {
            fl_text_add_char(word, **at);
        } else if ((*at)[1]) {
            fl_text_add_char(word, *++*at);
        }
    }
    return has_word;
}

/* Adds the command that a file says it was made by, each word quoted anew: a file may say anything. Nothing
 * is added if it is no call of `verify`. */
static void add_again(const char *command, fl_text *out)
{
    static const char *const begin[] = {"floorlab", "verify"};
    fl_text word;
    fl_text line;
    fl_text_init(&word);
    fl_text_init(&line);
    bool is_ours = command[0] != '\0';
    for (size_t i = 0; is_ours && next_word(&command, &word); i++) {
        is_ours = i >= 2 || strcmp(fl_text_get(&word), begin[i]) == 0;
        fl_text_add(&line, i > 0 ? " " : "");
        fl_program_format_word(fl_text_get(&word), &line);
    }
    if (is_ours) {
        fl_text_add(
            out,
            "<h3>How to get it again</h3>\n<p>This command makes the same samples and verdicts:</p>\n<pre>");
        fl_text_add_xml(out, fl_text_get(&line));
        fl_text_add(out, "</pre>\n");
    }
    out->is_short_of_memory |= word.is_short_of_memory || line.is_short_of_memory;
    fl_text_free(&word);
    fl_text_free(&line);
}

/* Adds a text line by line: escaping it at once would drop the line breaks. */
static void add_lines(const char *text, fl_text *out)
{
    while (*text) {
        fl_text line;
        size_t n = strcspn(text, "\n");
        fl_text_init(&line);
        fl_text_add_bytes(&line, text, n);
        fl_text_add_xml(out, fl_text_get(&line));
        fl_text_add(out, text[n] ? "\n" : "");
        text += n + (text[n] == '\n');
        out->is_short_of_memory |= line.is_short_of_memory;
        fl_text_free(&line);
    }
}

void fl_report_facts_add(const fl_report *self, unsigned number, fl_text *out)
{
    const fl_report_run *run = &self->run[number];
    fl_report_add_heading(self, number, "provenance", "Provenance", out);
    add_provenance(run, out);
    if (run->is_judged && run->view.has_populations) {
        add_again(text_of(run, "command"), out);
        return;
    }
    fl_text_add(out, "<h3>How to get it again</h3>\n<p>Save this as <code>experiment.yaml</code>:</p>\n"
                     "<pre class=\"experiment\">");
    add_lines(text_of(run, "experiment_resolved"), out);
    fl_text_add(out, "</pre>\n<p>This run has the same digest, on any machine and with any number of "
                     "threads:</p>\n");
    add_commands(run, out);
}

void fl_report_facts_add_footer(fl_text *out)
{
    fl_text_add_format(out,
                       "<footer><p>Made by floorlab %s. This page is complete: it works without network and "
                       "script.</p></footer>\n",
                       fl_program_host_code_version());
}
