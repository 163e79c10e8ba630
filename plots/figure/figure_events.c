/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of events: how often they happen, with intervals for a fixed number of trials (confidence sequences
 * would be too wide to read for so many points), and documented values. Each share is of one configuration:
 * if configurations share random numbers, adding them up would make the intervals too short. */
#include "plots/figure/figure_private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME = 128 };

/* Adds the share of an event, if it has trials, and the documented chance of the event `documented`; NULL =
 * none. */
static void add_share(fl_figure_page *page, const fl_result_view_event *event, uint64_t condition,
                      const char *documented)
{
    uint64_t at = condition * event->stride;
    if (event->trials[at] > 0) {
        double chance = documented ? fl_figure_claims_chance(&page->claims, condition, documented) : NAN;
        page->table->has_documented |= isfinite(chance);
        fl_figure_page_row(page, "sn", event->hits[at], event->trials[at], chance);
    }
}

/* Explains the marks of documented shares, or why there are none. */
static void add_note(fl_figure_page *page)
{
    fl_text_add_format(&page->note, "95 %% intervals; %s",
                       page->table->has_documented ? "grey bars: documented"
                       : page->claims.n > 0        ? "no document was judged on these configurations"
                                                   : "the file has no claims");
}

/* A special room's roll: won, and the room placed. */
typedef struct roll {
    char name[NAME / 2];
    char event[2][NAME];
    fl_result_view_event end[2];
} roll;

/* Finds the roll of an event "roll.NAME.won". False if there is nothing to show: all or no rolls were won, or
 * the room was never placed. */
static bool find_roll(const fl_result_view *run, const char *event, roll *out)
{
    static const char *const ends[2] = {"won", "placed"};
    uint64_t rolls = 0;
    uint64_t sum[2] = {0, 0};
    if (strncmp(event, "roll.", 5) != 0 ||
        !fl_figure_page_stem(event + 5, ".won", out->name, sizeof out->name)) {
        return false;
    }
    for (unsigned i = 0; i < 2; i++) {
        snprintf(out->event[i], NAME, "roll.%s.%s", out->name, ends[i]);
        if (!fl_figure_view_event_of(run, out->event[i], &out->end[i])) {
            return false;
        }
    }
    for (uint64_t c = 0; c < run->conditions; c++) {
        rolls += out->end[0].trials[c * out->end[0].stride];
        sum[0] += out->end[0].hits[c * out->end[0].stride];
        sum[1] += out->end[1].hits[c * out->end[1].stride];
    }
    return sum[0] > 0 && sum[0] < rolls && sum[1] > 0;
}

/* With one series a page has both ends of its rolls; with several it has one, so that colours distinguish the
 * series. */
void fl_figure_events_rolls(fl_figure_page *page)
{
    static const char *const end_names[2] = {"rolls that are won", "floors that have the room"};
    const fl_sweep_axes *sweep = &page->sweep;
    const char *name = NULL;
    roll roll;
    unsigned n = 0;
    for (uint64_t i = 0; (name = fl_figure_view_name(&page->run->events, i)) != NULL; i++) {
        n += find_roll(page->run, name, &roll);
    }
    bool is_split = sweep->series_n > 1;
    unsigned pages = (n + page->panels_max - 1) / page->panels_max;
    unsigned end = is_split && pages > 0 ? page->job->page / pages : 0;
    if (pages == 0 || end > 1) {
        return;
    }
    page->from = is_split ? page->job->page % pages * page->panels_max : page->from;
    for (uint64_t i = 0; (name = fl_figure_view_name(&page->run->events, i)) != NULL; i++) {
        if (!find_roll(page->run, name, &roll) || !fl_figure_page_panel(page)) {
            continue;
        }
        fl_figure_label_add_words(&page->panel, roll.name);
        for (unsigned k = 0; k < (is_split ? sweep->series_n : 2) * sweep->xs_n; k++) {
            unsigned line = k / sweep->xs_n;
            unsigned shown = is_split ? end : line;
            uint64_t c = fl_figure_axes_condition(sweep, k % sweep->xs_n, is_split ? line : 0);
            fl_text_clear(&page->series);
            if (is_split) {
                fl_figure_axes_series_name(sweep, line, &page->series);
            } else {
                fl_text_add(&page->series, end_names[line]);
            }
            page->place.series = line + 1;
            fl_figure_page_at(page, k % sweep->xs_n);
            if (c != FL_RESULT_VIEW_CONDITIONS && roll.end[0].trials[c * roll.end[0].stride] > 0) {
                add_share(page, &roll.end[shown], c, shown == 0 ? roll.event[0] : NULL);
            }
        }
    }
    fl_text_add(&page->table->y_label, !is_split  ? "share of rolls, share of floors"
                                       : end == 0 ? "share of rolls"
                                                  : "share of floors");
    if (is_split) {
        fl_text_add_format(&page->note, "%s; ", end_names[end]);
    }
    if (end == 0) {
        add_note(page);
    } else {
        fl_text_add(&page->note, "95 % intervals; a room needs a won roll and a free place");
    }
}

/* True if no sample of a configuration has a value of a metric in an expression: then the event is not drawn,
 * unless it happened. */
static bool lacks_values(const fl_result_view *run, uint64_t condition, const char *expression)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+";
    const char *metric = NULL;
    fl_result_view_counts counts;
    bool lacks = false;
    for (uint64_t i = 0; (metric = fl_figure_view_name(&run->metrics, i)) != NULL && !lacks; i++) {
        size_t n = strlen(metric);
        for (const char *at = expression; n > 0 && (at = strstr(at, metric)) != NULL; at += n) {
            bool is_named =
                (at == expression || !strchr(letters, at[-1])) && (at[n] == '\0' || !strchr(letters, at[n]));
            lacks = lacks || (is_named && fl_figure_view_metric(run, metric, &counts) &&
                              fl_figure_summary_total(&counts, condition) == 0);
        }
    }
    return lacks && !strstr(expression, "has(");
}

/* Events defined by the experiment in every configuration of the sweep, a colour for each series. */
void fl_figure_events_own(fl_figure_page *page)
{
    const fl_result_view *run = page->run;
    for (uint64_t number = 0; number < run->events.n; number++) {
        fl_result_view_event event;
        uint64_t c = 0;
        const char *name = fl_figure_view_name(&run->events, number);
        const char *expression = fl_figure_view_own_event(run, number);
        if (!expression || !fl_figure_page_panel(page) || !fl_figure_view_event_of(run, name, &event)) {
            continue;
        }
        fl_text_add_format(&page->panel, "%s: %s", name, expression);
        for (unsigned i = 0; fl_figure_page_step(page, &i, &c);) {
            if (event.hits[c * event.stride] > 0 || !lacks_values(run, c, expression)) {
                add_share(page, &event, c, name);
            }
        }
    }
    add_note(page);
    fl_text_add_format(&page->table->y_label, "share of %s", fl_figure_titles_samples(run));
}

/* The share of floors on which a metric reaches a value. */
void fl_figure_events_loops(fl_figure_page *page)
{
    static const struct panel {
        const char *name, *metric;
        uint64_t least;
    } panels[] = {{"floors with a loop", "loops", 1},
                  {"floors with three loops or more", "loops", 3},
                  {"floors with a double door", "double_doors", 1}};
    fl_result_view_counts counts;
    uint64_t c = 0;
    for (unsigned k = 0; k < sizeof panels / sizeof panels[0]; k++) {
        if (!fl_figure_view_metric(page->run, panels[k].metric, &counts) ||
            fl_figure_summary_largest(&counts, page->run->conditions) <= 0 || !fl_figure_page_panel(page)) {
            continue;
        }
        fl_text_add(&page->panel, panels[k].name);
        for (unsigned i = 0; fl_figure_page_step(page, &i, &c);) {
            uint64_t all = 0;
            uint64_t hits = 0;
            for (uint64_t value = 0; value < counts.columns; value++) {
                uint64_t count = fl_figure_view_row(&counts, c)[value];
                all += count;
                hits += value >= panels[k].least ? count : 0;
            }
            if (all > 0) {
                fl_figure_page_row(page, "sn", hits, all, NAN);
            }
        }
    }
    fl_text_add(&page->note, "95 % intervals");
}

/* Events of journeys by floor, with as many configurations per page as there are colours: events whose names
 * begin with figure->names[0], and names[1], which all such players have. */
void fl_figure_events_by_floor(fl_figure_page *page)
{
    const char *const *names = page->figure->names;
    const fl_result_view *run = page->run;
    const char *name = NULL;
    fl_result_view_event all;
    fl_result_view_event event;
    unsigned line = 0;
    uint64_t first = (uint64_t)page->job->page * FL_FIGURE_CONDITIONS;
    uint64_t n = first < run->conditions ? run->conditions - first : 0;
    n = n < FL_FIGURE_CONDITIONS ? n : FL_FIGURE_CONDITIONS;
    if (n == 0 || !fl_figure_page_is_of(page, "journey") || !fl_figure_view_event_of(run, names[1], &all)) {
        return;
    }
    for (uint64_t i = 0; (name = fl_figure_view_name(&run->events, i)) != NULL; i++) {
        bool is_floor = strncmp(name, names[0], strlen(names[0])) == 0;
        if ((!is_floor && strcmp(name, names[1]) != 0) || !fl_figure_view_event_of(run, name, &event)) {
            continue;
        }
        unsigned series = 0;
        fl_text_clear(&page->words);
        fl_figure_label_add_words(&page->words, is_floor ? name + strlen(names[0]) : name);
        page->place.x = ++line;
        page->place.x_name = fl_text_get(&page->words);
        for (uint64_t c = first; c < first + n; c++) {
            if (all.trials[c * all.stride] == 0) { /* players who cannot die */
                continue;
            }
            fl_figure_page_series(page, ++series, c);
            add_share(page, &event, c, name);
        }
    }
    add_note(page);
    page->table->height = 120 + (14 + 17 * (unsigned)n) * line;
}

/* The kinds left to chance: some but not all runs have met them by the end of some chapter. */
void fl_figure_events_met(fl_figure_page *page)
{
    const fl_result_view *run = page->run;
    const char *name = NULL;
    char kind[NAME / 2];
    for (uint64_t i = 0; (name = fl_figure_view_name(&run->events, i)) != NULL; i++) {
        fl_result_view_event event[FL_FIGURE_CHAPTERS];
        unsigned chapters = 0;
        bool is_left_to_chance = false;
        bool is_kind = fl_figure_page_is_of(page, "journey") && strncmp(name, "met.", 4) == 0 &&
                       fl_figure_page_stem(name, ".by_chapter_1", kind, sizeof kind);
        for (char by[NAME]; is_kind && chapters < FL_FIGURE_CHAPTERS; chapters++) {
            uint64_t hits = 0;
            uint64_t trials = 0;
            snprintf(by, sizeof by, "%s.by_chapter_%u", kind, chapters + 1);
            if (!fl_figure_view_event_of(run, by, &event[chapters])) {
                break;
            }
            for (uint64_t c = 0; c < run->conditions; c++) {
                hits += event[chapters].hits[c * event[chapters].stride];
                trials += event[chapters].trials[c * event[chapters].stride];
            }
            is_left_to_chance = is_left_to_chance || (hits > 0 && hits < trials);
        }
        if (!is_left_to_chance || !fl_figure_page_panel(page)) {
            continue;
        }
        fl_figure_label_add_words(&page->panel, kind + 4);
        for (unsigned k = 0; k < fl_figure_page_conditions(page) * chapters; k++) {
            char by[NAME];
            char number[24];
            unsigned c = k / chapters;
            unsigned chapter = k % chapters;
            snprintf(by, sizeof by, "%s.by_chapter_%u", kind, chapter + 1);
            snprintf(number, sizeof number, "%u", chapter + 1);
            fl_figure_page_series(page, c + 1, c);
            page->place.x = chapter + 1;
            page->place.x_name = number;
            add_share(page, &event[chapter], c, by);
        }
    }
    add_note(page);
    fl_figure_page_add_limit(page);
}
