/* SPDX-License-Identifier: MIT */
/* Names: metrics and events of the catalogue; facts; and kinds of rooms, which are counted. If two have the
 * same name, the first of these is meant: `curse` is the metric, kind_curse the number of curse rooms. */
#include "analysis/expression/expression_private.h"
#include "gen/base/suggest.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Facts that are metrics by another name. */
enum { OTHER_NAMES = 2, SIGNS = 4 };

static const char *const other_names[OTHER_NAMES][2] = {{"boss", "boss_identity"},
                                                        {"second_boss", "second_boss_identity"}};

fl_err fl_expression_refuse(const fl_scan_text *self, size_t at, const char *format, ...)
{
    char where[256];
    char what[FL_DIAG_TEXT];
    unsigned column = 1;
    va_list list;
    for (size_t i = 0; i < at; i++) {
        column += ((unsigned char)self->text[i] & 0xc0) != 0x80;
    }
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    snprintf(where, sizeof where, "%.200s%scolumn %u", self->where, self->where[0] ? ", " : "", column);
    return fl_diag_set(self->diag, FL_ERR_INPUT, where, "%s", what);
}

bool fl_name_is_known(const fl_catalogue *catalogue, const char *name)
{
    return fl_sample_find_metric(catalogue, name) < catalogue->metrics_n ||
           fl_sample_find_event(catalogue, name) < catalogue->events_n;
}

static bool find_metric(const fl_catalogue *catalogue, const char *name, fl_expression_input *out)
{
    unsigned number = fl_sample_find_metric(catalogue, name);
    bool is_there = number < catalogue->metrics_n && catalogue->metric[number].is_known &&
                    !catalogue->metric[number].is_per_room;
    if (is_there) {
        *out = (fl_expression_input){.sort = FL_EXPRESSION_METRIC, .number = number};
    }
    return is_there;
}

static bool find_event(const fl_catalogue *catalogue, const char *name, fl_expression_input *out)
{
    unsigned number = fl_sample_find_event(catalogue, name);
    bool is_there = number < catalogue->events_n && !catalogue->event[number].condition;
    if (is_there) {
        const fl_catalogue_event *event = &catalogue->event[number];
        *out = (fl_expression_input){.sort = FL_EXPRESSION_EVENT,
                                     .number = number,
                                     .row = event->row,
                                     .roll = event->roll,
                                     .bit = event->bit};
    }
    return is_there;
}

static bool find_fact(const fl_catalogue *catalogue, const char *name, fl_expression_input *out)
{
    if (catalogue->generator->makes != FL_SAMPLE_FLOOR) {
        return false;
    }
    size_t other = fl_suggest_find(name, other_names, OTHER_NAMES, sizeof other_names[0]);
    if (other < OTHER_NAMES) {
        return find_metric(catalogue, other_names[other][1], out);
    }
    for (unsigned i = 0; i < FL_GENERATOR_FACT_COUNT; i++) {
        if (strcmp(name, fl_generator_fact_of((fl_generator_fact)i)->name) == 0) {
            *out = (fl_expression_input){.sort = FL_EXPRESSION_FACT, .number = i};
            return true;
        }
    }
    return false;
}

static bool find_kind(const fl_catalogue *catalogue, const char *name, fl_expression_input *out)
{
    char metric[FL_EXPRESSION_NAME + 8];
    snprintf(metric, sizeof metric, "kind_%s", name);
    return catalogue->generator->makes == FL_SAMPLE_FLOOR && find_metric(catalogue, metric, out);
}

static fl_err refuse(const fl_scan_text *self, const fl_scan_word *word)
{
    /* operators of other languages that people may write */
    static const char *const signs[SIGNS][2] = {{"and", "&&"}, {"or", "||"}, {"not", "!"}, {"is", "=="}};
    const fl_generator *generator = self->catalogue->generator;
    const char *samples = fl_sample_names(generator->makes);
    /* the known name nearest to a word; NULL if none is near */
    const char *near = NULL;
    for (unsigned i = 0; i < self->catalogue->metrics_n + self->catalogue->events_n; i++) {
        const fl_catalogue_metric *metric = &self->catalogue->metric[i < self->catalogue->metrics_n ? i : 0];
        bool is_metric = i < self->catalogue->metrics_n;
        bool can_be_meant = !is_metric || (metric->is_known && !metric->is_per_room);
        const char *name =
            is_metric ? metric->name : self->catalogue->event[i - self->catalogue->metrics_n].name;
        near = fl_suggest_nearer(word->name, near, can_be_meant ? name : NULL);
    }
    size_t sign = fl_suggest_find(word->name, signs, SIGNS, sizeof signs[0]);
    unsigned metric = fl_sample_find_metric(self->catalogue, word->name);
    unsigned event = fl_sample_find_event(self->catalogue, word->name);
    fl_err err;
    if (event < self->catalogue->events_n) {
        err = fl_expression_refuse(self, word->at, "'%s' is an expression itself", word->name);
        fl_diag_hint(self->diag, "write it out: (%.200s)", self->catalogue->event[event].meaning);
        return err;
    }
    if (metric < self->catalogue->metrics_n && self->catalogue->metric[metric].is_per_room) {
        err = fl_expression_refuse(self, word->at, "'%s' has a value for each room, not for the floor",
                                   word->name);
        fl_diag_hint(self->diag, "clustering_max and clustering_sum have one for the floor");
        return err;
    }
    err = fl_expression_refuse(self, word->at, "%s of %s have no metric or event '%.60s'", samples,
                               generator->name, word->name);
    if (sign < SIGNS) {
        fl_diag_hint(self->diag, "write %s", signs[sign][1]);
    } else if (near) {
        fl_diag_hint(self->diag, "did you mean '%s'?", near);
    } else {
        fl_diag_hint(self->diag, "'floorlab list metrics %s' and 'floorlab list events %s' list the names",
                     generator->name, generator->name);
    }
    return err;
}

fl_err fl_name_find(const fl_scan_text *self, const fl_scan_word *word, fl_expression_input *out)
{
    const fl_catalogue *catalogue = self->catalogue;
    bool is_found = find_metric(catalogue, word->name, out) || find_event(catalogue, word->name, out) ||
                    find_fact(catalogue, word->name, out) || find_kind(catalogue, word->name, out);
    return is_found ? FL_OK : refuse(self, word);
}
