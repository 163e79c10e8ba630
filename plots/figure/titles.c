/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Titles and notes. Thousands are separated by narrow no-break spaces. */
#include "gen/base/suggest.h"
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
    size_t i = fl_suggest_find(run->sample, names, 3, sizeof names[0]);
    return i < 3 ? names[i][1] : "samples";
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

void fl_figure_titles_add_samples(const fl_result_view *run, const char *unit, fl_text *out)
{
    uint64_t lowest = run->samples[0];
    uint64_t highest = lowest;
    for (uint64_t c = 1; c < run->conditions; c++) {
        lowest = run->samples[c] < lowest ? run->samples[c] : lowest;
        highest = run->samples[c] > highest ? run->samples[c] : highest;
    }
    fl_figure_titles_add_count(out, lowest);
    if (lowest < highest) {
        fl_text_add(out, " to ");
        fl_figure_titles_add_count(out, highest);
    }
    fl_text_add_format(out, "%s%s", unit[0] ? " " : "", unit);
    fl_text_add(out, unit[0] && run->conditions > 1 ? " a configuration" : "");
}

void fl_figure_titles_add_title(fl_data_table *table, const char *what, const fl_result_view *run)
{
    fl_text_add_format(&table->title, "%s: ", what);
    fl_figure_label_add(&table->title, run->name, FL_FIGURE_LABEL_SIGNS);
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

/* Adds the settings of run i that do not vary in it and that some other run does not have, varied or not. */
static void add_differing(const fl_figure_job *job, unsigned i, fl_text *out)
{
    const fl_result_view *run = &job->runs[i];
    fl_text value;
    fl_text_init(&value);
    for (const char *at = run->conditions > 0 && run->settings[0] ? run->settings[0] : ""; *at;) {
        size_t n = strcspn(at, " ");
        int name = (int)strcspn(at, "=");
        char setting[FL_DIAG_TEXT];
        bool is_everywhere = true;
        bool is_varied = false;
        snprintf(setting, sizeof setting, "%.*s", name, at);
        for (unsigned k = 0; k < job->runs_n && (size_t)name < n; k++) {
            const fl_result_view *other = &job->runs[k];
            bool has = other->conditions > 0 && fl_figure_view_setting(other, 0, setting, &value) &&
                       value.size == n - (size_t)name - 1 &&
                       strncmp(fl_text_get(&value), at + name + 1, value.size) == 0;
            bool varies =
                fl_suggest_find(setting, other->axes, other->axes_n, sizeof other->axes[0]) < other->axes_n;
            is_varied = is_varied || (varies && k == i);
            is_everywhere = is_everywhere && (has || varies);
        }
        if (!is_varied && !is_everywhere) {
            fl_text_add_format(out, ", %s ", setting);
            fl_text_add_bytes(out, at + name + 1, n - (size_t)name - 1);
        }
        at += n + (at[n] == ' ');
    }
    fl_text_drop(&value, out);
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
    const char *base = strrchr(job->runs[i].path, '/'); /* without folders and ".h5" */
    base = base ? base + 1 : job->runs[i].path;
    fl_text_add_bytes(&words, base, fl_text_stem(base, ".h5"));
    if (has_other_generator) {
        fl_text_add_format(&words, ", %s", job->runs[i].generator);
    }
    add_differing(job, i, &words);
    if (has_other_seed) {
        fl_text_add_format(&words, ", seed %llu", (unsigned long long)job->runs[i].seed);
    }
    fl_text_add_format(out, "%c: ", (char)('A' + i));
    fl_figure_label_add(out, fl_text_get(&words), FL_FIGURE_LABEL_SIGNS - 4);
    fl_text_drop(&words, out);
}
