/* Shares are printed with as many digits as their standard error leaves meaning, six at most. */
#include "experiments/journeys/journeys_private.h"

#include <math.h>
#include <stdio.h>

static void add_share(fl_table *table, double share)
{
    char text[32];
    snprintf(text, sizeof text, "%.5f", share);
    fl_program_table_add(table, text);
}

static unsigned last_chapter(const fl_journey *journey)
{
    unsigned last = 0;
    for (unsigned i = 0; i < journey->stops_n; i++) {
        last = journey->stop[i].chapter > last ? journey->stop[i].chapter : last;
    }
    return last;
}

/* Whether some runs have rooms of the kind by the end of a chapter, and some do not. */
static bool is_told(const fl_journey_tally *tally, unsigned kind)
{
    bool is_open = tally->kind[kind].journeys > 0 && tally->kind[kind].journeys < tally->journeys;
    for (unsigned c = 1; c <= last_chapter(tally->journey); c++) {
        uint64_t runs = fl_tally_journey_by_chapter(tally, (fl_kind)kind, c);
        is_open = is_open || (runs > 0 && runs < tally->journeys);
    }
    return is_open;
}

static double part(uint64_t hits, uint64_t of)
{
    return of > 0 ? (double)hits / (double)of : 0;
}

static void write_sums(const fl_journey_report *self, fl_text *out)
{
    fl_table table;
    const fl_journey_tally *tally = self->tally;
    const fl_journey *journey = tally->journey;
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "of_a_run mean least most");
    for (unsigned i = 0; i < 2 + journey->variables_n; i++) {
        const fl_journey_sum *sum = i == 0   ? &tally->floors
                                    : i == 1 ? &tally->rooms
                                             : &tally->variable[i - 2];
        int from = i < 2 ? 0 : journey->variable[i - 2].min;
        char text[64];
        snprintf(text, sizeof text, "%.3f", part(sum->sum, tally->journeys) + from);
        fl_program_table_add(&table, i == 0 ? "floors" : i == 1 ? "rooms" : journey->variable[i - 2].name);
        fl_program_table_add(&table, text);
        fl_program_table_add_number(&table, (int64_t)(tally->journeys > 0 ? sum->min : 0) + from);
        snprintf(text, sizeof text, "%lld", (long long)sum->max + from);
        fl_program_table_add(&table, text); /* the last column is wide: numbers stand to its left */
    }
    fl_program_table_write(&table, out);
    fl_program_table_free(&table);
}

static void write_ends(const fl_journey_report *self, fl_text *out)
{
    fl_table table;
    const fl_journey_tally *tally = self->tally;
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "ended runs share chart");
    for (unsigned i = 0; i < tally->journey->stops_n; i++) {
        if (tally->journey->stop[i].is_exit) {
            fl_program_table_add(&table, tally->journey->stop[i].name);
            fl_program_table_add_number(&table, (int64_t)tally->ended[i]);
            add_share(&table, part(tally->ended[i], tally->journeys));
            add_share(&table, self->form->ended[i]);
        }
    }
    if (tally->unfinished > 0) {
        fl_program_table_add(&table, "unfinished");
        fl_program_table_add_number(&table, (int64_t)tally->unfinished);
        add_share(&table, part(tally->unfinished, tally->journeys));
        add_share(&table, self->form->unfinished);
    }
    fl_program_table_write(&table, out);
    fl_program_table_free(&table);
}

static void write_kinds(const fl_journey_report *self, fl_text *out)
{
    fl_table table;
    const fl_journey_tally *tally = self->tally;
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "kind runs_with share product per_run most");
    for (unsigned i = 0; i < FL_KIND_COUNT; i++) {
        const fl_journey_kind_tally *kind = &tally->kind[i];
        char text[32];
        if (kind->journeys > 0 && i != FL_KIND_START && i != FL_KIND_NORMAL) {
            snprintf(text, sizeof text, "%.4f", part(kind->each.sum, tally->journeys));
            fl_program_table_add(&table, fl_kind_of((fl_kind)i)->name);
            fl_program_table_add_number(&table, (int64_t)kind->journeys);
            add_share(&table, part(kind->journeys, tally->journeys));
            add_share(&table, fl_journeys_product_ever(self->form, (fl_kind)i));
            fl_program_table_add(&table, text);
            snprintf(text, sizeof text, "%llu", (unsigned long long)kind->each.max);
            fl_program_table_add(&table, text);
        }
    }
    fl_program_table_write(&table, out);
    fl_program_table_free(&table);
}

/* P(at least one by the end of a chapter): two rows a kind. */
static void write_chapters(const fl_journey_report *self, fl_text *out)
{
    enum { SHOWN = 14 };
    fl_table table;
    char names[128] = "by_the_end_of_chapter of";
    const fl_journey_tally *tally = self->tally;
    unsigned last = last_chapter(tally->journey) < SHOWN ? last_chapter(tally->journey) : SHOWN;
    for (unsigned c = 1; c <= last; c++) {
        size_t n = 0;
        while (names[n]) {
            n++;
        }
        snprintf(names + n, sizeof names - n, " %u", c);
    }
    fl_program_table_init(&table);
    fl_program_table_columns(&table, names);
    for (unsigned i = 0; i < 2 * FL_KIND_COUNT && last > 0; i++) {
        fl_kind kind = (fl_kind)(i / 2);
        if (!is_told(tally, i / 2)) {
            continue;
        }
        fl_program_table_add(&table, i % 2 == 0 ? fl_kind_of(kind)->name : "");
        fl_program_table_add(&table, i % 2 == 0 ? "runs" : "product");
        for (unsigned c = 1; c <= last; c++) {
            add_share(&table, i % 2 == 0
                                  ? part(fl_tally_journey_by_chapter(tally, kind, c), tally->journeys)
                                  : fl_journeys_product_by_chapter(self->form, tally->journey, kind, c));
        }
    }
    fl_program_table_write(&table, out);
    fl_program_table_free(&table);
}

void fl_journeys_report_text(const fl_journey_report *self, fl_text *out)
{
    char digest[FL_JOURNEY_TALLY_DIGEST];
    const fl_journey_tally *tally = self->tally;
    const fl_journey *journey = tally->journey;
    fl_tally_journey_digest(tally, digest);
    fl_text_add_format(out, "%s, player %s, seed %llu: %llu runs of ", journey->name,
                       journey->player[journey->chosen_player].name, (unsigned long long)self->crew->seed,
                       (unsigned long long)tally->journeys);
    fl_program_progress_number((double)tally->floors.sum, out);
    fl_text_add_format(out, " floors, digest %s\n\n", digest);
    write_ends(self, out);
    fl_text_add(out, "\n");
    write_sums(self, out);
    fl_text_add(out, "\n");
    write_kinds(self, out);
    fl_text_add(out, "\n");
    write_chapters(self, out);
    fl_text_add_format(
        out,
        "\nproduct = 1 - (1 - p)(1 - p)… over the floors of a run, p being the shares of these floors%s.\n",
        self->form->is_independent ? ";\nno floor decides where a run goes, so runs must agree with it"
                                   : ", averaged\nover the ways through the plan; where a floor decides the "
                                     "way, given what it decides");
    if (tally->failed > 0) {
        fl_text_add_format(out, "%llu floors could not be made; they count as floors without rooms.\n",
                           (unsigned long long)tally->failed);
    }
}

static void add_sum(const fl_journey_sum *sum, uint64_t runs, int from, fl_text *out)
{
    double mean = part(sum->sum, runs);
    double variance =
        runs > 1 ? (part(sum->square, runs) - mean * mean) * (double)runs / (double)(runs - 1) : 0;
    fl_text_add_format(out, "{\"mean\": %.9g, \"variance\": %.9g, \"min\": %lld, \"max\": %lld}", mean + from,
                       variance > 0 ? variance : 0, (long long)(runs > 0 ? sum->min : 0) + from,
                       (long long)sum->max + from);
}

static void add_kind(const fl_journey_report *self, unsigned i, fl_text *out)
{
    const fl_journey_tally *tally = self->tally;
    const fl_journey_kind_tally *kind = &tally->kind[i];
    const char *link = "";
    fl_text_add_format(out, "\"%s\": {\"runs\": %llu, \"share\": %.9g, \"product\": %.9g, \"total\": ",
                       fl_kind_of((fl_kind)i)->name, (unsigned long long)kind->journeys,
                       part(kind->journeys, tally->journeys),
                       fl_journeys_product_ever(self->form, (fl_kind)i));
    add_sum(&kind->each, tally->journeys, 0, out);
    fl_text_add(out, ", \"first_floor\": {");
    for (unsigned f = 0; f < tally->journey->stops_n; f++) {
        if (kind->first_floor[f] > 0) {
            fl_text_add_format(out, "%s\"%s\": %llu", link, tally->journey->stop[f].name,
                               (unsigned long long)kind->first_floor[f]);
            link = ", ";
        }
    }
    fl_text_add(out, "}, \"by_chapter\": [");
    for (unsigned c = 1; c <= last_chapter(tally->journey); c++) {
        fl_text_add_format(out, "%s{\"chapter\": %u, \"runs\": %llu, \"share\": %.9g, \"product\": %.9g}",
                           c > 1 ? ", " : "", c,
                           (unsigned long long)fl_tally_journey_by_chapter(tally, (fl_kind)i, c),
                           part(fl_tally_journey_by_chapter(tally, (fl_kind)i, c), tally->journeys),
                           fl_journeys_product_by_chapter(self->form, tally->journey, (fl_kind)i, c));
    }
    fl_text_add(out, "]}");
}

static void add_floors(const fl_journey_report *self, fl_text *out)
{
    const fl_journey_tally *tally = self->tally;
    fl_text_add(out, "],\n \"plan_floors\": [");
    for (unsigned i = 0; i < tally->journey->stops_n; i++) {
        const fl_journey_stop *floor = &tally->journey->stop[i];
        fl_text_add_format(
            out,
            "%s\n  {\"floor\": \"%s\", \"chapter\": %u, \"exit\": %s, \"visits\": %llu, \"ended\": "
            "%llu, \"ended_by_chart\": %.9g}",
            i > 0 ? "," : "", floor->name, floor->chapter, floor->is_exit ? "true" : "false",
            (unsigned long long)fl_tally_journey_visits(tally, i), (unsigned long long)tally->ended[i],
            self->form->ended[i]);
    }
    fl_text_add(out, "\n ],\n \"kinds\": {");
}

static void add_metrics(const fl_journey_tally *tally, fl_text *out)
{
    const fl_journey *journey = tally->journey;
    fl_text_add(out, " \"metrics\": {\"floors\": ");
    add_sum(&tally->floors, tally->journeys, 0, out);
    fl_text_add(out, ", \"rooms\": ");
    add_sum(&tally->rooms, tally->journeys, 0, out);
    for (unsigned i = 0; i < journey->variables_n; i++) {
        fl_text_add_format(out, ", \"%s\": ", journey->variable[i].name);
        add_sum(&tally->variable[i], tally->journeys, journey->variable[i].min, out);
    }
    fl_text_add(out, "},\n \"flags\": {");
    for (unsigned i = 0; i < journey->flags_n; i++) {
        fl_text_add_format(out, "%s\"%s\": %llu", i > 0 ? ", " : "", journey->flag[i],
                           (unsigned long long)tally->flag[i]);
    }
    fl_text_add(out, "},\n \"length\": [");
    const char *link = "";
    for (unsigned i = 0; i <= FL_JOURNEY_STEPS; i++) {
        if (tally->length[i] > 0) {
            fl_text_add_format(out, "%s{\"floors\": %u, \"runs\": %llu}", link, i,
                               (unsigned long long)tally->length[i]);
            link = ", ";
        }
    }
}

void fl_journeys_report_json(const fl_journey_report *self, fl_text *out)
{
    char digest[FL_JOURNEY_TALLY_DIGEST];
    const fl_journey_tally *tally = self->tally;
    const fl_journey *journey = tally->journey;
    const char *link = "";
    fl_tally_journey_digest(tally, digest);
    fl_text_add_format(
        out,
        "{\"plan\": \"%s\", \"version\": %d, \"player\": \"%s\", \"seed\": %llu, \"first\": %llu, "
        "\"journeys\": %llu, \"digest\": \"%s\",\n \"seconds\": %.3f, \"journeys_per_second\": %.0f, "
        "\"threads\": %u, \"failed_floors\": %llu, \"unfinished\": %llu, \"independent\": %s,\n",
        journey->name, FL_JOURNEY_VERSION, journey->player[journey->chosen_player].name,
        (unsigned long long)self->crew->seed, (unsigned long long)self->crew->first,
        (unsigned long long)tally->journeys, digest, self->seconds,
        self->seconds > 0 ? (double)tally->journeys / self->seconds : 0, self->crew->threads,
        (unsigned long long)tally->failed, (unsigned long long)tally->unfinished,
        self->form->is_independent ? "true" : "false");
    add_metrics(tally, out);
    add_floors(self, out);
    for (unsigned i = 0; i < FL_KIND_COUNT; i++) {
        if (tally->kind[i].journeys > 0) {
            fl_text_add_format(out, "%s\n  ", link);
            add_kind(self, i, out);
            link = ",";
        }
    }
    fl_text_add(out, "\n }}\n");
}

void fl_journeys_report_plan(const fl_journey *journey, bool is_json, fl_text *out)
{
    fl_table table;
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "floor chapter variants edges role generator settings");
    for (unsigned i = 0; i < journey->stops_n; i++) {
        const fl_journey_stop *floor = &journey->stop[i];
        fl_text settings;
        fl_text_init(&settings);
        for (size_t k = 0; k < floor->values.n; k++) {
            if (floor->values.origin[k] == FL_SETTING_VALUES_GIVEN) {
                fl_text_add_format(&settings, "%s%s=", settings.size > 0 ? " " : "",
                                   floor->values.table[k].name);
                fl_setting_values_write(&floor->values, k, &settings);
            }
        }
        fl_program_table_add(&table, floor->name);
        fl_program_table_add_number(&table, floor->chapter);
        fl_program_table_add_number(&table, floor->variants_n);
        fl_program_table_add_number(&table, floor->edges_n);
        fl_program_table_add(&table, floor->is_start && floor->is_exit ? "start, exit"
                                     : floor->is_start                 ? "start"
                                     : floor->is_exit                  ? "exit"
                                                                       : "");
        fl_program_table_add(&table, floor->generator->name);
        fl_program_table_add(&table, fl_text_get(&settings));
        fl_text_free(&settings);
    }
    if (is_json) {
        fl_program_table_write_json(&table, out);
    } else {
        fl_text_add_format(
            out,
            "%s, player %s: %u floors, %u edges; %u floors with players on the chart, %u ways between "
            "them, %u different settings\n\n",
            journey->name, journey->player[journey->chosen_player].name, journey->stops_n, journey->edges_n,
            journey->vertices_n, journey->arcs_n, journey->rules_n);
        fl_program_table_write(&table, out);
    }
    fl_program_table_free(&table);
}
