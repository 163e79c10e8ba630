/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Titles and notes. Thousands are separated by narrow spaces at which no line breaks. */
#include "plots/figure/figure_private.h"

#include <stdio.h>
#include <string.h>

void fl_figure_titles_add_count(fl_text *out, uint64_t number)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    for (int i = 0; i < n; i++) {
        fl_text_add(out, i > 0 && (n - i) % 3 == 0 ? "\xe2\x80\xaf" : "");
        fl_text_add_char(out, digits[i]);
    }
}

const char *fl_figure_titles_samples(const fl_result_view *run)
{
    static const char *const names[][2] = {{"floor", "floors"}, {"room", "rooms"}, {"journey", "runs"}};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(run->sample, names[i][0]) == 0) {
            return names[i][1];
        }
    }
    return "samples";
}

bool fl_figure_titles_varies(const fl_result_view *run, unsigned axis)
{
    for (uint64_t c = 1; c < run->conditions; c++) {
        if (strcmp(run->axes[axis].value[c], run->axes[axis].value[0]) != 0) {
            return true;
        }
    }
    return false;
}

void fl_figure_titles_add_held(const fl_result_view *run, fl_text *out)
{
    for (unsigned axis = 0; axis < run->axes_n; axis++) {
        if (!fl_figure_titles_varies(run, axis)) {
            fl_text_add_format(out, "; %s ", run->axes[axis].name);
            fl_figure_label_add(out, run->axes[axis].value[0], FL_FIGURE_LABEL_SIGNS);
        }
    }
}

void fl_figure_titles_add_samples(const fl_result_view *run, const char *of, fl_text *out)
{
    uint64_t least = run->samples[0];
    uint64_t most = least;
    for (uint64_t c = 1; c < run->conditions; c++) {
        least = run->samples[c] < least ? run->samples[c] : least;
        most = run->samples[c] > most ? run->samples[c] : most;
    }
    fl_figure_titles_add_count(out, least);
    if (least < most) {
        fl_text_add(out, " to ");
        fl_figure_titles_add_count(out, most);
    }
    fl_text_add_format(out, "%s%s", of[0] ? " " : "", of);
    fl_text_add(out, of[0] && run->conditions > 1 ? " a condition" : "");
}

void fl_figure_titles_add_title(fl_data_table *table, const char *what, const fl_result_view *run)
{
    fl_text_add_format(&table->title, "%s: ", what);
    fl_figure_label_add(&table->title, run->name, FL_FIGURE_LABEL_SIGNS);
}

void fl_figure_titles_add(fl_figure_page *page)
{
    fl_data_table *table = page->table;
    const char *more = fl_text_get(&page->note);
    fl_figure_titles_add_title(table, page->figure->title, page->run);
    fl_figure_titles_add_samples(page->run, fl_figure_titles_samples(page->run), &table->note);
    if (page->figure->flags & (FL_FIGURE_ALONG | FL_FIGURE_POOLED)) {
        fl_text_clear(&page->words);
        fl_figure_axes_held(&page->sweep, &page->words);
        if (page->words.size > 0) {
            fl_text_add(&table->note, "; ");
            fl_figure_label_add(&table->note, fl_text_get(&page->words), FL_FIGURE_LABEL_SIGNS);
        }
        if (table->x_label.size == 0) {
            fl_figure_label_add_words(&table->x_label, fl_figure_axes_x_name(&page->sweep));
        }
    } else {
        fl_figure_titles_add_held(page->run, &table->note);
    }
    fl_text_add_format(&table->note, "%s%s", more[0] ? "; " : "", more);
}

void fl_figure_titles_condition(const fl_result_view *run, uint64_t condition, fl_text *out)
{
    size_t before = out->size;
    for (unsigned axis = 0; axis < run->axes_n; axis++) {
        if (run->conditions == 1 || fl_figure_titles_varies(run, axis)) {
            fl_text_add_format(out, "%s%s %s", out->size > before ? ", " : "", run->axes[axis].name,
                               run->axes[axis].value[condition]);
        }
    }
    if (out->size == before) {
        fl_text_add_format(out, "all %s", fl_figure_titles_samples(run));
    }
}

/* The name of a file without folders and ".h5". */
static void add_file(const char *path, fl_text *out)
{
    const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    size_t n = strlen(base);
    fl_text_add_bytes(out, base, n > 3 && strcmp(base + n - 3, ".h5") == 0 ? n - 3 : n);
}

/* Whether the first condition of a run has a setting "rules=flash", or it varies there. */
static bool has_setting(const fl_result_view *run, const char *setting, size_t size)
{
    const char *at = run->conditions > 0 && run->settings[0] ? run->settings[0] : "";
    size_t name = strcspn(setting, "=");
    for (unsigned axis = 0; axis < run->axes_n; axis++) {
        if (strlen(run->axes[axis].name) == name && strncmp(run->axes[axis].name, setting, name) == 0) {
            return true;
        }
    }
    while (*at) {
        size_t n = strcspn(at, " ");
        if (n == size && strncmp(at, setting, n) == 0) {
            return true;
        }
        at += n + (at[n] == ' ');
    }
    return false;
}

/* Adds the settings of run i that do not vary in it and that some other run does not have. */
static void add_differing(const fl_figure_job *job, unsigned i, fl_text *out)
{
    const fl_result_view *run = &job->runs[i];
    const char *at = run->conditions > 0 && run->settings[0] ? run->settings[0] : "";
    while (*at) {
        size_t n = strcspn(at, " ");
        size_t name = strcspn(at, "=");
        bool is_common = name >= n;
        bool is_everywhere = true;
        for (unsigned axis = 0; axis < run->axes_n; axis++) {
            is_common = is_common || (strlen(run->axes[axis].name) == name &&
                                      strncmp(run->axes[axis].name, at, name) == 0);
        }
        for (unsigned k = 0; k < job->runs_n; k++) {
            is_everywhere = is_everywhere && has_setting(&job->runs[k], at, n);
        }
        if (!is_common && !is_everywhere) {
            fl_text_add(out, ", ");
            fl_text_add_bytes(out, at, name);
            fl_text_add(out, " ");
            fl_text_add_bytes(out, at + name + 1, n - name - 1);
        }
        at += n + (at[n] == ' ');
    }
}

void fl_figure_titles_run(const fl_figure_job *job, unsigned i, fl_text *out)
{
    fl_text words;
    bool has_other_seed = false;
    bool has_other_generator = false;
    fl_text_init(&words);
    fl_text_clear(out);
    for (unsigned k = 0; k < job->runs_n; k++) {
        has_other_seed = has_other_seed || job->runs[k].seed != job->runs[i].seed;
        has_other_generator =
            has_other_generator || strcmp(job->runs[k].generator, job->runs[i].generator) != 0;
    }
    add_file(job->runs[i].path, &words);
    if (has_other_generator) {
        fl_text_add_format(&words, ", %s", job->runs[i].generator);
    }
    add_differing(job, i, &words);
    if (has_other_seed) {
        fl_text_add_format(&words, ", seed %llu", (unsigned long long)job->runs[i].seed);
    }
    fl_text_add_format(out, "%c: ", (char)('A' + i));
    fl_figure_label_add(out, fl_text_get(&words), FL_FIGURE_LABEL_SIGNS - 4);
    out->is_short_of_memory |= words.is_short_of_memory;
    fl_text_free(&words);
}
