/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab list: prints the program's tables. */
#include "analysis/claim/claim.h"
#include "experiments/commands/commands_private.h"
#include "experiments/run/run.h"
#include "gen/base/embedded.h"
#include "gen/base/suggest.h"
#include "gen/floor_generators.h"
#include "gen/registry.h"
#include "plots/figure/figure.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The version of a rule set's samples; 0 if its rules need further settings. */
static unsigned version_of(const fl_generator *generator, const char *rule_set)
{
    void *rules = NULL;
    unsigned version = 0;
    fl_setting_values values;
    fl_setting_values_init(&values, generator->settings, generator->settings_n);
    if (fl_setting_values_set(&values, "rules", rule_set, "", NULL) == FL_OK &&
        generator->init(&values, &rules, NULL) == FL_OK) {
        version = fl_generator_version(generator, rules);
        generator->free(rules);
    }
    return version;
}

void fl_commands_add_versions(const fl_generator *generator, fl_text *out)
{
    char word[64];
    fl_setting_values values;
    fl_setting_values_init(&values, generator->settings, generator->settings_n);
    int at = generator->rules_version ? fl_setting_values_find(&values, "rules") : -1;
    const char *words = at >= 0 ? generator->settings[at].choices : "";
    fl_text_add_format(out, "%u", generator->version);
    for (unsigned i = 0; fl_setting_word_at(words, i, word, sizeof word), word[0]; i++) {
        unsigned version = version_of(generator, word);
        if (version > 0 && version != generator->version) {
            fl_text_add_format(out, ", %s %u", word, version);
        }
    }
}

static fl_err list_generators(const fl_options *options, fl_table *table, fl_diag *diag)
{
    (void)options;
    (void)diag;
    size_t n = 0;
    fl_text versions;
    fl_text_init(&versions);
    const fl_generator *const *all = fl_registry_all(&n);
    fl_program_table_columns(table, "generator makes version settings meaning");
    for (size_t i = 0; i < n; i++) {
        fl_program_table_add(table, all[i]->name);
        fl_program_table_add(table, fl_sample_names(all[i]->makes));
        fl_text_clear(&versions);
        fl_commands_add_versions(all[i], &versions);
        fl_program_table_add(table, fl_text_get(&versions));
        fl_program_table_add_number(table, (int64_t)all[i]->settings_n);
        fl_program_table_add(table, all[i]->meaning);
    }
    fl_text_drop(&versions, &table->cells);
    return FL_OK;
}

static fl_err list_settings(const fl_options *options, fl_table *table, fl_diag *diag)
{
    size_t n = 0;
    bool has_any = false;
    const fl_generator *const *all = fl_registry_all(&n);
    const char *only = options->words_n > 1 ? options->word[1] : NULL;
    fl_program_table_columns(table, "generator setting type range default meaning");
    for (size_t i = 0; i < n; i++) {
        if (!only || strcmp(only, all[i]->name) == 0) {
            bool has_whole_ranges = fl_program_option_get(options, "json") != NULL;
            for (size_t k = 0; k < all[i]->settings_n; k++) {
                const fl_setting *row = &all[i]->settings[k];
                fl_program_table_add(table, all[i]->name);
                fl_program_table_add(table, row->name);
                fl_program_table_add(table, fl_setting_type_name(row->type));
                /* Adds a range; a long list of words is cut so that the other columns fit. */
                enum { LONG = 80, SHOWN = 36 };
                fl_text range;
                char begin[SHOWN + 8];
                fl_text_init(&range);
                fl_setting_range(row, &range);
                const char *text = fl_text_get(&range);
                int end = SHOWN;
                while (range.size > LONG && end > 0 && text[end] != ',') {
                    end--;
                }
                snprintf(begin, sizeof begin, "%.*s, …", end, text);
                fl_program_table_add(table, has_whole_ranges || range.size <= LONG ? text : begin);
                fl_text_drop(&range, &table->cells);
                fl_program_table_add(table, row->initial);
                fl_program_table_add(table, row->meaning);
            }
            has_any = true;
        }
    }
    return has_any ? FL_OK : fl_registry_need(only, &(const fl_generator *){NULL}, diag);
}

/* Calls `add` with the catalogue of each generator at its default settings, or of the generator named by the
 * second word. */
static fl_err each_catalogue(const fl_options *options, fl_table *table,
                             void (*add)(const fl_catalogue *catalogue, fl_table *table), fl_diag *diag)
{
    size_t n = 0;
    const char *only = options->words_n > 1 ? options->word[1] : NULL;
    const fl_generator *const *all = fl_registry_all(&n);
    fl_err err = only ? fl_registry_need(only, &(const fl_generator *){NULL}, diag) : FL_OK;
    for (size_t i = 0; i < n && !err; i++) {
        fl_opened_generator opened;
        fl_catalogue catalogue;
        if (only && strcmp(only, all[i]->name) != 0) {
            continue;
        }
        err = fl_run_generator_open_words(&opened, all[i]->name, "", diag);
        const void *rules[] = {opened.rules};
        err = err ? err : fl_sample_catalogue_init(&catalogue, all[i], rules, 1, diag);
        if (!err) {
            add(&catalogue, table);
            fl_sample_catalogue_free(&catalogue);
        }
        fl_run_generator_close(&opened);
    }
    return err;
}

static void add_metrics(const fl_catalogue *catalogue, fl_table *table)
{
    for (unsigned i = 0; i < catalogue->metrics_n; i++) {
        if (catalogue->metric[i].is_known) {
            fl_program_table_add(table, catalogue->generator->name);
            fl_program_table_add(table, catalogue->metric[i].name);
            fl_program_table_add(table, catalogue->metric[i].unit);
            fl_program_table_add(table, catalogue->metric[i].is_default ? "yes" : "named");
            fl_program_table_add(table, catalogue->metric[i].meaning);
        }
    }
}

static fl_err list_metrics(const fl_options *options, fl_table *table, fl_diag *diag)
{
    fl_program_table_columns(table, "generator metric unit counted meaning");
    return each_catalogue(options, table, add_metrics, diag);
}

static fl_err list_kinds(const fl_options *options, fl_table *table, fl_diag *diag)
{
    (void)options;
    (void)diag;
    fl_program_table_columns(table, "kind sign rank meaning");
    for (int i = 0; i < FL_KIND_COUNT; i++) {
        const fl_kind_row *row = fl_kind_of((fl_kind)i);
        char sign[2] = {row->sign, '\0'};
        fl_program_table_add(table, row->name);
        fl_program_table_add(table, sign);
        fl_program_table_add_number(table, row->rank);
        fl_program_table_add(table, row->label);
    }
    return FL_OK;
}

static void add_events(const fl_catalogue *catalogue, fl_table *table)
{
    for (unsigned i = 0; i < catalogue->events_n; i++) {
        fl_program_table_add(table, catalogue->generator->name);
        fl_program_table_add(table, catalogue->event[i].name);
        fl_program_table_add(table, catalogue->event[i].is_default ? "yes" : "named");
        fl_program_table_add(table, catalogue->event[i].meaning);
    }
}

static fl_err list_events(const fl_options *options, fl_table *table, fl_diag *diag)
{
    fl_program_table_columns(table, "generator event counted meaning");
    return each_catalogue(options, table, add_events, diag);
}

static fl_err list_experiments(const fl_options *options, fl_table *table, fl_diag *diag)
{
    (void)options;
    fl_err err = FL_OK;
    fl_program_table_columns(table, "experiment generator configurations samples about");
    for (size_t i = 0; i < fl_embedded_n && !err; i++) {
        const fl_embedded *file = &fl_embedded_table[i];
        fl_experiment experiment;
        if (!fl_embedded_is_in(file, "experiments/")) {
            continue;
        }
        err = fl_run_experiment_read(&experiment, file->data, file->size, file->name, diag);
        if (!err) {
            uint64_t samples = experiment.floors; /* per configuration; for scenarios the total */
            for (uint64_t c = 0; c < experiment.conditions && !experiment.generator; c++) {
                samples += experiment.condition[c].samples;
            }
            fl_program_table_add(table, experiment.name);
            fl_program_table_add(table, experiment.generator ? experiment.generator->name : "several");
            fl_program_table_add_number(table, (int64_t)experiment.conditions);
            fl_program_table_add_number(table, (int64_t)samples);
            fl_program_table_add(table, experiment.about);
            fl_run_experiment_free(&experiment);
        }
    }
    return err;
}

static void list_row(const fl_claim_set *book, const fl_claim_row *row, fl_table *table)
{
    fl_text words;
    fl_text_init(&words);
    fl_program_table_add(table, row->id);
    fl_program_table_add(table, fl_claim_type_of(row->claim->type)->name);
    fl_claim_print_documented(row->claim, &words);
    fl_program_table_add(table, fl_text_get(&words));
    fl_program_table_add(table, book->scenario[row->scenario[0]].name);
    fl_program_table_add(table, fl_stat_verdict_name(row->expected));
    fl_program_table_add(table, row->claim->source);
    fl_program_table_add(table, fl_claim_stance_name(row->claim->stance));
    fl_program_table_add(table, fl_claim_recorded(row->claim));
    fl_program_table_add(table, row->claim->text);
    fl_text_drop(&words, &table->cells);
}

/* False, so that nothing is judged and no scenario is opened. */
static bool is_only_listed(const void *context, const fl_claim_set *book, const fl_claim_row *row,
                           const fl_scenario *scenario)
{
    (void)context;
    (void)book;
    (void)row;
    (void)scenario;
    return false;
}

static fl_err list_claims(const fl_options *options, fl_table *table, fl_diag *diag)
{
    fl_claim_set book;
    (void)options;
    fl_claim_set_init(&book);
    book.can_be = is_only_listed;
    fl_err err = fl_claim_set_add_shipped(&book, diag);
    err = err ? err : fl_claim_rows_make(&book, NULL, diag);
    fl_program_table_columns(table, "claim type documented scenario expected source stance recorded text");
    for (size_t i = 0; i < book.rows_n && !err; i++) {
        list_row(&book, &book.row[i], table);
    }
    fl_claim_set_free(&book);
    return err;
}

static fl_err list_sources(const fl_options *options, fl_table *table, fl_diag *diag)
{
    fl_claim_source_list sources;
    (void)options;
    fl_claim_source_list_init(&sources);
    fl_err err = fl_claim_source_list_add_shipped(&sources, diag);
    fl_program_table_columns(table, "source title author what where date licence");
    for (size_t i = 0; i < sources.n && !err; i++) {
        const char *const cells[] = {
            sources.row[i]->short_name, sources.row[i]->title, sources.row[i]->author, sources.row[i]->what,
            sources.row[i]->where,      sources.row[i]->date,  sources.row[i]->licence};
        for (size_t k = 0; k < sizeof cells / sizeof cells[0]; k++) {
            fl_program_table_add(table, cells[k] ? cells[k] : "-");
        }
    }
    fl_claim_source_list_free(&sources);
    return err;
}

static fl_err list_figures(const fl_options *options, fl_table *table, fl_diag *diag)
{
    (void)options;
    (void)diag;
    size_t n = 0;
    const fl_figure *all = fl_figure_all(&n);
    fl_program_table_columns(table, "figure runs shows needs");
    for (size_t i = 0; i < n; i++) {
        char runs[16];
        bool is_fixed = all[i].runs_min == all[i].runs_max;
        snprintf(runs, sizeof runs, is_fixed ? "%u" : "%u…%u", all[i].runs_min, all[i].runs_max);
        fl_program_table_add(table, all[i].name);
        fl_program_table_add(table, runs);
        fl_program_table_add(table, all[i].meaning);
        fl_program_table_add(table, all[i].needs);
    }
    return FL_OK;
}

static fl_err list_journeys(const fl_options *options, fl_table *table, fl_diag *diag)
{
    static const char folder[] = "data/journeys/";
    fl_err err = FL_OK;
    (void)options;
    fl_program_table_columns(table, "plan player floors about");
    for (size_t i = 0; i < fl_embedded_n && !err; i++) {
        const fl_embedded *file = &fl_embedded_table[i];
        fl_journey *plan = NULL;
        if (strncmp(file->name, folder, sizeof folder - 1) != 0) {
            continue;
        }
        fl_journey_text text = {.name = file->name, .data = file->data, .size = file->size};
        text.generators = fl_floor_generators_all(&text.generators_n);
        err = fl_journey_open(&plan, &text, diag);
        for (unsigned k = 0; !err && k < plan->players_n; k++) {
            fl_program_table_add(table, plan->name);
            fl_program_table_add(table, plan->player[k].name);
            fl_program_table_add_number(table, plan->stops_n);
            fl_program_table_add(table, plan->player[k].about);
        }
        fl_journey_free(plan);
    }
    return err;
}

/* Lists the files of a folder with the line "about:" of each. */
static void list_files(const char *column, const char *folder, fl_table *table)
{
    static const char mark[] = "\nabout:";
    char columns[32];
    snprintf(columns, sizeof columns, "%s about", column);
    fl_program_table_columns(table, columns);
    for (size_t i = 0; i < fl_embedded_n; i++) {
        const fl_embedded *file = &fl_embedded_table[i];
        if (!fl_embedded_is_in(file, folder)) {
            continue;
        }
        char name[64];
        char about[160];
        const char *bare = file->name + strlen(folder);
        const char *said = strstr(file->data, mark);
        said = said ? said + sizeof mark - 1 + strspn(said + sizeof mark - 1, " \"") : "";
        snprintf(name, sizeof name, "%.*s", (int)strcspn(bare, "."), bare);
        snprintf(about, sizeof about, "%.*s", (int)strcspn(said, "\"\n"), said);
        fl_program_table_add(table, name);
        fl_program_table_add(table, about);
    }
}

static fl_err list_rulesets(const fl_options *options, fl_table *table, fl_diag *diag)
{
    (void)options;
    (void)diag;
    list_files("ruleset", "data/rulesets/", table);
    return FL_OK;
}

static fl_err list_chunks(const fl_options *options, fl_table *table, fl_diag *diag)
{
    (void)options;
    (void)diag;
    list_files("chunks", "data/chunks/", table);
    return FL_OK;
}

/* The lists. */
static const struct list_row {
    const char *name;
    fl_err (*fill)(const fl_options *options, fl_table *table, fl_diag *diag);
} lists[] = {
    {"generators", list_generators}, {"settings", list_settings}, {"metrics", list_metrics},
    {"events", list_events},         {"claims", list_claims},     {"experiments", list_experiments},
    {"kinds", list_kinds},           {"figures", list_figures},   {"journeys", list_journeys},
    {"sources", list_sources},       {"rulesets", list_rulesets}, {"chunks", list_chunks},
};

enum { LISTS = sizeof lists / sizeof lists[0] };

fl_err fl_commands_list_fill(const char *list, const char *only, fl_table *table, fl_diag *diag)
{
    fl_options words = {.word = {list, only}, .words_n = only ? 2 : 1};
    size_t at = fl_suggest_find(list, lists, LISTS, sizeof lists[0]);
    return at < LISTS ? lists[at].fill(&words, table, diag)
                      : fl_diag_set(diag, FL_ERR_USAGE, "", "there is no list of '%.80s'", list);
}

static fl_err refuse(const char *word, fl_diag *diag)
{
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "there is no list of '%.80s'", word);
    const char *near = fl_suggest_name(word, lists, LISTS, sizeof lists[0]);
    fl_diag_hint(diag,
                 near ? "did you mean '%s'?"
                      : "there are generators, settings, metrics, events, claims, sources, experiments, "
                        "figures, journeys, rulesets, chunks and %s",
                 near ? near : "kinds");
    return err;
}

static fl_err check_words(const fl_options *options, fl_diag *diag)
{
    bool takes_generator = strcmp(options->word[0], "settings") == 0 ||
                           strcmp(options->word[0], "metrics") == 0 ||
                           strcmp(options->word[0], "events") == 0;
    if (options->words_n < 2 || takes_generator) {
        return FL_OK;
    }
    return fl_diag_set(diag, FL_ERR_USAGE, "", "'list %s' takes no argument '%.80s'", options->word[0],
                       options->word[1]);
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    (void)exit_code;
    fl_table table;
    fl_text out;
    fl_program_table_init(&table);
    fl_text_init(&out);
    size_t i = fl_suggest_find(options->word[0], lists, LISTS, sizeof lists[0]);
    fl_err err = i < LISTS ? check_words(options, diag) : refuse(options->word[0], diag);
    err = err ? err : lists[i].fill(options, &table, diag);
    if (!err) {
        if (fl_program_option_get(options, "json")) {
            fl_program_table_write_json(&table, &out);
        } else {
            fl_program_table_write(&table, &out);
        }
        err = fl_program_output_write(STDOUT_FILENO, &out, diag);
    }
    fl_text_free(&out);
    fl_program_table_free(&table);
    return err;
}

static const fl_option options[] = {FL_CMD_JSON, FL_CMD_HELP};

const fl_command fl_commands_list = {
    .name = "list",
    .arguments = "generators | settings [GENERATOR] | metrics [GENERATOR] | events [GENERATOR] | claims | "
                 "sources | experiments | "
                 "figures | journeys | rulesets | chunks | kinds",
    .summary = "list generators, settings, metrics and everything else there is",
    .examples = "floorlab list settings classic\n"
                "floorlab list metrics --json\n"
                "floorlab list sources\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 2,
    .run = run,
};
