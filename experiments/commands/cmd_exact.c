/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab exact: the distribution of small floors, from all sequences of coins that make them; and the
 * number of rooms that a set of chunks makes, with a proof that all can be crossed. */
#include "analysis/exact/exact.h"
#include "experiments/commands/commands_private.h"
#include "experiments/enumerate/enumerate.h"
#include "experiments/run/run.h"
#include "gen/base/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOMS_MOST = 19 /* in some hours */ };

typedef struct exact_job {
    const fl_options *options;
    fl_opened_generator opened;
    fl_coins_wish wish;
    bool is_all; /* no metric was named */
    fl_expression condition;
    fl_coins coins;
    fl_coins_tally tally;
    fl_coins_law law;
    fl_text *out;
} exact_job;

/* ---- request ---- */

/* True for an event of a roll, which every distribution has. */
static bool is_roll(const fl_classic_terms *terms, const char *name)
{
    for (unsigned roll = 0; roll < terms->rolls_n && terms->has_specials; roll++) {
        for (unsigned bit = 0; bit < FL_ROLL_FLAGS; bit++) {
            char event_name[FL_EVENT_NAME];
            fl_metric_event_roll_name(terms->roll[roll].name, bit, event_name);
            if (strcmp(event_name, name) == 0) {
                return true;
            }
        }
    }
    return false;
}

static fl_err ask_for(exact_job *self, const fl_classic_terms *terms, const char *name, fl_diag *diag)
{
    const char *known[FL_COINS_QUESTION];
    unsigned known_n = 0;
    for (unsigned i = 0; i < FL_COINS_QUESTION; i++) {
        fl_coins_wish probe = {.detail = FL_COINS_LAYOUTS};
        bool is_known = fl_coins_wish_add(&probe, i, terms);
        if (strcmp(fl_coins_wish_name(i), name) != 0) {
            known[known_n] = fl_coins_wish_name(i);
            known_n += is_known;
        } else if (is_known) {
            (void)fl_coins_wish_add(&self->wish, i, terms);
            return FL_OK;
        } else {
            fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "--metric", "'%s' has no exact distribution", name);
            fl_diag_hint(
                diag, "'floorlab exact classic' prints all that have one; 'floorlab run' counts the others");
            return err;
        }
    }
    if (is_roll(terms, name)) {
        return FL_OK;
    }
    const char *near = fl_suggest_name(name, known, known_n, sizeof known[0]);
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "--metric", "there is no metric or event '%.80s'", name);
    fl_diag_hint(diag, near ? "did you mean '%s'?" : "'floorlab list %s' lists them",
                 near ? near : "metrics");
    return err;
}

/* ---- the expression of --where ---- */

static void ask_condition(const void *condition, const fl_columns *columns, unsigned n, uint8_t *out)
{
    fl_expression_stack stack;
    fl_expression_floors floors = {.columns = columns, .stack = &stack};
    (void)n;
    fl_expression_test_columns(condition, &floors, out);
}

static void want_condition(const void *condition, fl_columns *columns)
{
    fl_expression_want(condition, columns);
}

/* True if an input can be computed from layouts and secret rooms. */
static bool is_known(const fl_expression_input *input, unsigned asked, const fl_classic_terms *terms)
{
    fl_coins_wish probe = {.detail = FL_COINS_LAYOUTS};
    return input->sort == FL_EXPRESSION_FACT
               ? input->number == FL_GENERATOR_FACT_SECRET_BEST
               : asked < FL_COINS_QUESTION && asked != FL_METRIC_BOSS_DIRECTION &&
                     fl_coins_wish_add(&probe, asked, terms) && probe.has[asked] && !probe.added[asked];
}

static fl_err read_wish(exact_job *self, const fl_classic_terms *terms, fl_diag *diag)
{
    fl_err err = FL_OK;
    size_t n = 0;
    for (; !err && fl_program_option_nth(self->options, "metric", n); n++) {
        err = ask_for(self, terms, fl_program_option_nth(self->options, "metric", n), diag);
    }
    if (self->options->words_n > 1) {
        if (!err) {
            fl_coins_wish *wish = &self->wish;
            fl_expression_text text = {self->options->word[1], "the condition", true};
            const void *rules = self->opened.rules;
            fl_catalogue catalogue;
            err = fl_sample_catalogue_init(&catalogue, self->opened.generator, &rules, 1, diag);
            err = err ? err : fl_expression_parse(&self->condition, &text, &catalogue, diag);
            fl_sample_catalogue_free(&catalogue);
            for (unsigned i = 0; i < self->condition.inputs_n && !err; i++) {
                const fl_expression_input *input = &self->condition.input[i];
                bool is_fact = input->sort == FL_EXPRESSION_FACT;
                unsigned asked = input->sort == FL_EXPRESSION_METRIC ? input->number
                                 : input->row
                                     ? FL_METRIC_COUNT + (unsigned)(input->row - fl_metric_event_all(NULL))
                                     : FL_COINS_ASKED;
                if (!is_known(input, asked, terms)) {
                    err = fl_diag_set(diag, FL_ERR_INPUT, "",
                                      "'%s' depends on more than the layout and the secret room",
                                      is_fact                     ? "a fact"
                                      : asked < FL_COINS_QUESTION ? fl_coins_wish_name(asked)
                                                                  : "a roll");
                    fl_diag_hint(diag, "attempts, rolls and kinds of special rooms cannot be combined with "
                                       "layouts; 'floorlab exact' and 'floorlab run' count them");
                    break;
                }
                fl_coins_detail detail = is_fact ? FL_COINS_LAYOUTS : fl_coins_wish_detail(asked, terms);
                wish->question = detail > wish->question ? detail : wish->question;
            }
            wish->ask = ask_condition;
            wish->want = want_condition;
            wish->ask_context = &self->condition;
            (void)fl_coins_wish_add(wish, FL_COINS_QUESTION, terms);
        }
    } else if (n == 0) {
        /* Requests all metrics except those that need every single cell of the secret room. */
        for (unsigned i = 0; i < FL_COINS_QUESTION; i++) {
            if (fl_coins_wish_detail(i, terms) != FL_COINS_CELLS) {
                (void)fl_coins_wish_add(&self->wish, i, terms);
            }
        }
        self->is_all = true;
    }
    return err;
}

/* True for a row that was requested. */
static bool is_wanted(const exact_job *self, const fl_coins_law_row *row)
{
    for (size_t i = 0; fl_program_option_nth(self->options, "metric", i); i++) {
        if (strcmp(fl_program_option_nth(self->options, "metric", i), row->name) == 0) {
            return true;
        }
    }
    return (self->is_all && row->chances_n > 0) || row->name[0] == '\0';
}

/* ---- output ---- */

/* True if a chance has a fraction that says more than its digits. */
static bool has_fraction(const fl_coins_chance *chance)
{
    return chance->fraction[0] && strcmp(chance->fraction, chance->decimal) != 0;
}

static void add_chance(fl_table *table, const char *what, const char *value, const fl_coins_chance *chance)
{
    fl_program_table_add(table, what);
    fl_program_table_add(table, value);
    fl_program_table_add(table, chance->decimal);
    if (table->columns_n > 3) {
        fl_program_table_add(table, has_fraction(chance) ? chance->fraction : "");
    }
}

static void add_metric(fl_table *table, const fl_coins_law_row *row)
{
    for (size_t i = 0; i < row->chances_n; i++) {
        char value[16];
        snprintf(value, sizeof value, "%d", (int)row->chance[i].value);
        add_chance(table, i == 0 ? row->name : "", value, &row->chance[i]);
    }
    if (row->is_open) {
        add_chance(table, "", "…", &(fl_coins_chance){.decimal = ""});
    }
    if (row->chances_n > 1) {
        add_chance(table, "", "mean", &row->mean);
    }
}

static void add_event(fl_table *table, const fl_coins_law_row *row)
{
    add_chance(table, row->name[0] ? row->name : "the condition", "on a floor",
               &row->chance[FL_COINS_EVENT_HAPPENS]);
    if (row->chances_n == FL_COINS_EVENT_CHANCES &&
        strcmp(row->chance[FL_COINS_EVENT_ASKED].decimal, "1") != 0) {
        add_chance(table, "", "where asked", &row->chance[FL_COINS_EVENT_GIVEN]);
    }
}

static bool has_fractions(const exact_job *self)
{
    bool has = false;
    for (size_t i = 0; i < self->law.rows_n; i++) {
        const fl_coins_law_row *row = &self->law.row[i];
        for (size_t k = 0; k < row->chances_n && is_wanted(self, row); k++) {
            has = has || has_fraction(&row->chance[k]);
        }
        has = has || (is_wanted(self, row) && !row->is_event && has_fraction(&row->mean));
    }
    return has;
}

static void tell(const exact_job *self)
{
    fl_table table;
    for (unsigned i = 0; i < self->law.sizes_n; i++) {
        fl_text *out = self->out;
        if (self->law.by_size[i].size.target > 0) {
            fl_text_add_format(out, "%u rooms wanted: ", self->law.by_size[i].size.target);
        } else {
            fl_text_add_format(out, "%u to %u rooms: ", self->law.by_size[i].size.least,
                               self->law.by_size[i].size.most);
        }
        fl_text_add_format(
            out, "%llu layouts, %llu of them accepted, with the chance %s",
            (unsigned long long)(self->law.by_size[i].accepted_n + self->law.by_size[i].refused_n),
            (unsigned long long)self->law.by_size[i].accepted_n, self->law.by_size[i].accepted.decimal);
        if (self->coins.terms.has_specials) {
            fl_text_add_format(out, "; with a secret room %s", self->law.by_size[i].success.decimal);
        }
        fl_text_add_char(out, '\n');
    }
    if (self->law.failed.number > 0) {
        fl_text_add_format(self->out, "a floor fails with the chance %s\n", self->law.failed.decimal);
    }
    fl_text_add(self->out, "\n");
    fl_program_table_init(&table);
    fl_program_table_columns(&table,
                             has_fractions(self) ? "metric value chance fraction" : "metric value chance");
    for (size_t i = 0; i < self->law.rows_n; i++) {
        const fl_coins_law_row *row = &self->law.row[i];
        if (is_wanted(self, row)) {
            (row->is_event ? add_event : add_metric)(&table, row);
        }
    }
    fl_program_table_write(&table, self->out);
    fl_program_table_free(&table);
}

static void add_json_chance(fl_text *out, const fl_coins_chance *chance)
{
    fl_text_add_format(out, "\"chance\": \"%s\"", chance->decimal);
    if (chance->fraction[0]) {
        fl_text_add_format(out, ", \"fraction\": \"%s\"", chance->fraction);
    }
}

static void tell_json_row(const exact_job *self, const fl_coins_law_row *row)
{
    fl_text *out = self->out;
    static const char *const names[] = {"asked", "happens", "given"};
    fl_text_add_format(out, "\n  {\"%s\": ",
                       !row->name[0]   ? "condition"
                       : row->is_event ? "event"
                                       : "metric");
    fl_text_add_json(out, row->name[0] ? row->name : self->options->word[1]);
    for (size_t i = 0; row->is_event && i < row->chances_n; i++) {
        fl_text_add_format(out, ", \"%s\": {", names[i]);
        add_json_chance(out, &row->chance[i]);
        fl_text_add(out, "}");
    }
    if (!row->is_event) {
        fl_text_add_format(out, ", \"mean\": \"%s\", \"is_cut\": %s, \"values\": [", row->mean.decimal,
                           row->is_open ? "true" : "false");
        for (size_t i = 0; i < row->chances_n; i++) {
            fl_text_add_format(out, "%s{\"value\": %d, ", i > 0 ? ", " : "", (int)row->chance[i].value);
            add_json_chance(out, &row->chance[i]);
            fl_text_add(out, "}");
        }
        fl_text_add(out, "]");
    }
    fl_text_add(out, "}");
}

static void tell_json(const exact_job *self)
{
    fl_text *out = self->out;
    fl_text_add_format(out,
                       "{\"generator\": \"classic\", \"version\": %u, \"settings\": ", FL_CLASSIC_VERSION);
    fl_run_generator_add_settings(&self->opened, out);
    fl_text_add(out, ",\n \"sizes\": [");
    for (unsigned i = 0; i < self->law.sizes_n; i++) {
        const fl_coins_law_of_size *entry = &self->law.by_size[i];
        fl_text_add_format(out,
                           "%s{\"target\": %u, \"least\": %u, \"most\": %u, \"layouts\": %llu, "
                           "\"layouts_accepted\": %llu, \"accepted\": {",
                           i > 0 ? ", " : "", entry->size.target, entry->size.least, entry->size.most,
                           (unsigned long long)(entry->accepted_n + entry->refused_n),
                           (unsigned long long)entry->accepted_n);
        add_json_chance(out, &entry->accepted);
        fl_text_add(out, "}, \"success\": {");
        add_json_chance(out, &entry->success);
        fl_text_add(out, "}}");
    }
    fl_text_add(out, "],\n \"failed\": {");
    add_json_chance(out, &self->law.failed);
    fl_text_add(out, "},\n \"distributions\": [");
    const char *comma = "";
    for (size_t i = 0; i < self->law.rows_n; i++) {
        if (is_wanted(self, &self->law.row[i])) {
            fl_text_add(out, comma);
            tell_json_row(self, &self->law.row[i]);
            comma = ",";
        }
    }
    fl_text_add(out, "\n ]}\n");
}

/* ---- command ---- */

/* Each further room makes about three times as many layouts. */
static fl_err check_size(const fl_classic_terms *terms, fl_diag *diag)
{
    unsigned rooms_max = 0;
    for (unsigned i = 0; i < terms->sizes_n; i++) {
        rooms_max = terms->size[i].most > rooms_max ? terms->size[i].most : rooms_max;
    }
    if (terms->obstacle || rooms_max <= ROOMS_MOST) {
        return FL_OK;
    }
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "",
                             "there are too many layouts of %u rooms to enumerate: the limit is %d rooms",
                             rooms_max, ROOMS_MOST);
    fl_diag_hint(diag, "'floorlab run' counts such floors; levels 1 to 5 have at most 19 rooms");
    return err;
}

static fl_err run_classic(exact_job *self, fl_diag *diag)
{
    fl_classic_terms terms;
    fl_err err = fl_run_generator_open(&self->opened, "classic", self->options, diag);
    if (!err) {
        fl_classic_terms_read(self->opened.rules, &terms);
        err = check_size(&terms, diag);
        err = err ? err : read_wish(self, &terms, diag);
    }
    err = err ? err : fl_coins_init(&self->coins, &terms, &self->wish, diag);
    if (!err) {
        uint64_t threads = 0;
        fl_progress progress;
        err = fl_program_option_threads(self->options, &threads, diag);
        fl_program_progress_start(&progress, self->options);
        fl_enumerate_request request = {
            .coins = &self->coins, .threads = (unsigned)threads, .progress = &progress};
        err = err ? err : fl_enumerate(&request, &self->tally, diag);
        fl_program_progress_end(&progress);
        err = err ? err : fl_coins_law_init(&self->law, &self->coins, &self->tally, diag);
    }
    if (!err) {
        (fl_program_option_get(self->options, "json") ? tell_json : tell)(self);
        err = fl_program_output_tell(self->out, self->options, diag);
    }
    return err;
}

/* ---- chunk rooms ---- */

/* Prints how many rooms these settings make, and whether each can be crossed. */
static fl_err run_room(exact_job *self, int *exit_code, fl_diag *diag)
{
    fl_exact_room_proof proof;
    fl_text rooms;
    if (fl_program_option_get(self->options, "metric")) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--metric is for floors");
    }
    fl_err err = fl_run_generator_open(&self->opened, "room", self->options, diag);
    err = err ? err : fl_exact_room_prove(self->opened.rules, &proof, diag);
    if (err) {
        return err;
    }
    fl_text_init(&rooms);
    fl_exact_assemblies_print(fl_exact_assemblies_all(self->opened.rules), &rooms);
    const char *answer = fl_exact_room_proof_name(proof.answer);
    if (fl_program_option_get(self->options, "json")) {
        fl_text_add(self->out, "{\"generator\": \"room\", \"settings\": ");
        fl_run_generator_add_settings(&self->opened, self->out);
        fl_text_add_format(self->out, ", \"rooms\": \"%s\", \"answer\": \"%s\"}\n", fl_text_get(&rooms),
                           answer);
    } else {
        fl_text_add_format(self->out,
                           "%s different rooms; that all doors are free and reach each other is %s\n",
                           fl_text_get(&rooms), answer);
    }
    fl_text_drop(&rooms, self->out);
    *exit_code = proof.answer == FL_ROOM_PROVEN ? 0 : proof.answer == FL_ROOM_BROKEN ? 1 : 4;
    return fl_program_output_tell(self->out, self->options, diag);
}

/* Refuses samples without an exact distribution. */
static fl_err refuse(const char *generator, fl_diag *diag)
{
    bool is_journey = strcmp(generator, "journey") == 0;
    fl_err err =
        is_journey
            ? fl_diag_set(diag, FL_ERR_INPUT, generator,
                          "a journey's odds are products of those of its floors, which are counted")
            : fl_diag_set(diag, FL_ERR_INPUT, generator, "'exact' is for classic floors and chunk rooms");
    fl_diag_hint(diag, is_journey ? "'floorlab run journey-classic' counts them, and stores the products"
                                  : "floors of other generators are counted: 'floorlab run'");
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    fl_text out;
    fl_err err = FL_OK;
    exact_job *self = calloc(1, sizeof *self);
    if (!self) {
        return fl_diag_memory(diag);
    }
    self->options = options;
    self->out = &out;
    fl_text_init(&out);
    if (strcmp(options->word[0], "classic") == 0) {
        err = run_classic(self, diag);
    } else if (options->words_n > 1) {
        err = fl_diag_set(diag, FL_ERR_USAGE, options->word[0], "a condition is for classic floors");
    } else if (strcmp(options->word[0], "room") == 0) {
        err = run_room(self, exit_code, diag);
    } else {
        err = refuse(options->word[0], diag);
    }
    fl_text_free(&out);
    fl_coins_law_free(&self->law);
    fl_coins_tally_free(&self->tally);
    fl_coins_free(&self->coins);
    fl_run_generator_close(&self->opened);
    free(self);
    return err;
}

static const fl_option options[] = {
    {"metric", 'm', true, "METRIC",
     "only this metric or event; may be repeated (default: all but those that need each cell of the secret "
     "room, such as width)"},
    FL_CMD_SET,
    {"threads", 't', false, "T",
     "threads (default: one for each processor that it may use); the distribution does not depend on it"},
    FL_CMD_JSON,
    FL_CMD_PROGRESS,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_commands_exact = {
    .name = "exact",
    .arguments = "classic [CONDITION] | room",
    .summary = "tell the exact distribution of small floors, without sampling",
    .details = "classic: walks through all sequences of coins that the growth of a layout can\n"
               "toss, and the shares of the secret room's cells, and adds up the chances of what\n"
               "comes out, in whole numbers. Special rooms follow from how many end rooms there\n"
               "are. Prints thirty digits, and fractions where they are short. With a condition,\n"
               "such as 'dead_ends >= 5 && boss_distance < 4', its chance alone. Levels 1 to 3\n"
               "take seconds, level 4 about a minute, level 5 hours.\n"
               "\n"
               "The rule sets article and demo can be enumerated, without labyrinths. The game's\n"
               "own code (rules=flash) and labyrinths cannot; see 'floorlab help distributions'.\n"
               "\n"
               "room: how many different rooms the settings of a set of chunks make, and whether\n"
               "all of them can be crossed ('floorlab check room' draws one that can not).\n"
               "\n"
               "Exit codes: 0; of room 1 when a room can not be crossed, 4 when it is undecided.",
    .examples = "floorlab exact classic\n"
                "floorlab exact classic --set level=4 --metric dead_ends\n"
                "floorlab exact classic 'start_neighbours == 1 && end_rooms >= 5' --set level=2\n"
                "floorlab exact classic --set rooms=7 --set specials=off --json\n"
                "floorlab exact room --set set=cellar\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 2,
    .run = run,
};
