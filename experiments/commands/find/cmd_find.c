/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab find: floors for which an expression holds. */
#include "analysis/stat/stat.h"
#include "experiments/commands/find/find_private.h"
#include "experiments/run/result/result.h"
#include "gen/lines/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double alpha = 0.05;

/* Adds the share, with an interval only if it is an estimate: not after a search of all samples, and not
 * after one that ended with its last hit, which biases the estimate. */
static void add_share(const fl_find_job *self, fl_text *out)
{
    const fl_find_search *search = &self->search;
    fl_text_add_format(out, ": %.6g", (double)search->hits / (double)search->searched);
    if (self->range.is_whole && search->searched == search->n) {
        fl_text_add(out, " exactly");
    } else if (!search->list) {
        fl_interval limits = fl_stat_interval_exact(search->hits, search->searched, alpha);
        fl_text_add_format(out, " (%.6g…%.6g)", limits.lo, limits.hi);
    }
}

static void tell(const fl_find_job *self, fl_text *out)
{
    const char *samples = fl_sample_names(self->opened->generator->makes);
    if (self->question.has_condition) {
        const fl_find_search *search = &self->search;
        const char *seeds =
            self->opened->generator->text_of && !self->opened->generator->has_list ? "seeds" : samples;
        bool is_whole = self->range.is_whole && search->searched == search->n;
        fl_text_add_format(out, "%llu of %s%llu %s", (unsigned long long)search->hits,
                           is_whole          ? "all "
                           : search->is_full ? "the first "
                                             : "",
                           (unsigned long long)search->searched, is_whole ? seeds : samples);
        if (search->searched > 0 && !search->is_full) {
            add_share(self, out);
        }
    } else {
        fl_text_add_format(out, "%llu %s searched", (unsigned long long)self->search.searched, samples);
    }
    /* "; the best score is 9, on 3 of them". Only some of the best are kept, so there may be more. */
    unsigned n = 0;
    while (n < self->search.best.n && self->search.best.hit[n].score == self->search.best.hit[0].score) {
        n++;
    }
    if (n > 0) {
        fl_text_add_format(out, "; the best score is %lld, on %u %s",
                           (long long)self->search.best.hit[0].score, n,
                           n == self->search.best.limit ? "or more of them" : "of them");
    }
    fl_text_add_char(out, '\n');
}

static fl_worker_pool_order watch(void *job_of, uint64_t searched)
{
    fl_find_job *job = job_of;
    double now = fl_program_host_seconds();
    fl_program_progress_floors(&job->progress, searched);
    if (fl_program_interrupt_caught()) {
        return FL_WORKER_POOL_STOP;
    }
    if (job->file && job->checkpoint_seconds > 0 && now - job->saved > job->checkpoint_seconds) {
        job->saved = now;
        return FL_WORKER_POOL_SAVE;
    }
    return FL_WORKER_POOL_GO_ON;
}

static fl_err save(void *job_of, const fl_find_search *search, fl_diag *diag)
{
    const fl_find_job *job = job_of;
    return fl_find_file_save(job->file, search, diag);
}

/* Refuses options that contradict each other or have no effect. */
static fl_err check_options(const fl_options *options, fl_diag *diag)
{
    static const char *const pairs[][2] = {
        {"count", "top"}, {"count", "by"},  {"count", "rarest"}, {"count", "format"}, {"count", "fields"},
        {"by", "rarest"}, {"limit", "top"}, {"limit", "by"},     {"limit", "rarest"}, {"resume", "anew"}};
    static const char *const of_file[] = {"resume", "anew", "checkpoint", "force"};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (fl_program_option_get(options, pairs[i][0]) && fl_program_option_get(options, pairs[i][1])) {
            return fl_diag_set(diag, FL_ERR_USAGE, "", "--%s and --%s exclude each other", pairs[i][0],
                               pairs[i][1]);
        }
    }
    for (size_t i = 0; i < sizeof of_file / sizeof of_file[0]; i++) {
        if (fl_program_option_get(options, of_file[i]) && !fl_program_option_get(options, "output")) {
            return fl_diag_set(diag, FL_ERR_USAGE, "", "--%s needs -o FILE", of_file[i]);
        }
    }
    if (fl_program_option_get(options, "json") && !fl_program_option_get(options, "count")) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--json is for --count; hits are lines of JSON anyway");
    }
    if (fl_program_option_get(options, "top") && !fl_program_option_get(options, "by") &&
        !fl_program_option_get(options, "rarest")) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--top needs --by EXPRESSION or --rarest NAMES");
    }
    bool asks = options->words_n > 1 || fl_program_option_get(options, "by") ||
                fl_program_option_get(options, "rarest");
    if (!asks) {
        fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "'find' needs an EXPRESSION, --by or --rarest");
        fl_diag_hint(diag, "for example: floorlab find classic 'rooms == 8 && dead_ends >= 5'");
        return err;
    }
    return FL_OK;
}

static fl_err read_search(fl_find_job *job, fl_diag *diag)
{
    uint64_t threads = 0;
    uint64_t top = 10;
    fl_find_search *search = &job->search;
    const fl_options *options = job->options;
    fl_err err = fl_program_option_threads(options, &threads, diag);
    err = err ? err : fl_program_option_backend(options, &search->backend, diag);
    err = err ? err : fl_program_option_number(options, "limit", UINT64_MAX, &search->limit, diag);
    err = err ? err : fl_program_option_number(options, "top", top, &top, diag);
    err = err ? err : fl_program_option_seconds(options, "checkpoint", 30, &job->checkpoint_seconds, diag);
    if (!err && (top < 1 || top > FL_FIND_TOP_MOST || search->limit < 1)) {
        err = search->limit < 1 ? fl_diag_set(diag, FL_ERR_USAGE, "", "--limit must be 1 or more")
                                : fl_diag_set(diag, FL_ERR_USAGE, "", "--top must be 1 to %d, not %llu",
                                              FL_FIND_TOP_MOST, (unsigned long long)top);
    }
    search->threads = (unsigned)threads;
    search->counts_only = fl_program_option_get(options, "count") != NULL;
    search->best.limit = job->question.has_score ? (unsigned)top : 0;
    if (!err && job->format == FL_FIND_SVG && search->limit > FL_FIND_PICTURE) {
        search->limit = FL_FIND_PICTURE;
    }
    return err;
}

static fl_err open_file(fl_find_job *job, fl_find_file *file, const char *output, fl_diag *diag)
{
    fl_text identity;
    bool resumes = fl_program_option_get(job->options, "resume") != NULL;
    bool begins_anew = fl_program_option_get(job->options, "anew") != NULL;
    bool forces = fl_program_option_get(job->options, "force") != NULL;
    fl_err err = fl_program_output_guard(output, NULL, forces, diag);
    err = err ? err : fl_store_atomic_try(output, diag);
    if (err) {
        return err;
    }
    fl_text_init(&identity);
    /* Options that change the search or its output: a checkpoint with other values is refused. */
    static const char *const shaping[] = {"by",     "rarest", "top",   "limit", "format",
                                          "fields", "count",  "seeds", "json"};
    fl_text_add_format(
        &identity, "find: %s, version %u\nsettings: %s\nseed: %llu\nfloors: %llu from %llu\nexpression: %s\n",
        job->opened->generator->name, fl_generator_version(job->opened->generator, job->opened->rules),
        fl_text_get(&job->settings), (unsigned long long)job->opened->seed, (unsigned long long)job->range.n,
        (unsigned long long)job->range.first, job->options->words_n > 1 ? job->options->word[1] : "");
    for (size_t i = 0; i < sizeof shaping / sizeof shaping[0]; i++) {
        const char *value = fl_program_option_get(job->options, shaping[i]);
        fl_text_add_format(&identity, "%s: %s\n", shaping[i], value ? value : "-");
    }
    char digest[FL_DIGEST_TEXT];
    fl_tally_digest_text((const char *)job->range.list,
                         job->range.list ? job->range.n * sizeof *job->range.list : 0, digest);
    fl_text_add_format(&identity, "list: %s\n", digest);
    err = fl_text_check(&identity) ? fl_diag_memory(diag)
                                   : fl_find_file_open(file, output, fl_text_get(&identity), diag);
    fl_text_free(&identity);
    job->file = file;
    job->search.save = save;
    job->saved = fl_program_host_seconds();
    err =
        err ? err : fl_find_file_begin(file, fl_run_checkpoint_use(resumes, begins_anew), &job->search, diag);
    return err;
}

/* Writes the header line of a table. */
static fl_err write_head(fl_find_job *job, fl_diag *diag)
{
    fl_text head;
    if (job->format != FL_FIND_CSV || !job->has_columns || job->search.done > 0 || job->search.counts_only) {
        return FL_OK;
    }
    fl_text_init(&head);
    fl_show_columns_add_head(&job->columns, &head);
    fl_err err = fl_text_check(&head) ? fl_diag_memory(diag)
                 : job->file          ? fl_find_file_write(job->file, &head, diag)
                                      : fl_program_output_write(STDOUT_FILENO, &head, diag);
    fl_text_free(&head);
    return err;
}

/* Searches and writes; everything is set up. */
static fl_err search(fl_find_job *job, int *exit_code, fl_diag *diag)
{
    enum { SIGNAL_BASE = 128 };
    fl_find_search *job_search = &job->search;
    fl_err err = write_head(job, diag);
    fl_program_interrupt_listen();
    err = err ? err : fl_find_run(job_search, diag);
    fl_program_progress_end(&job->progress);
    int signal = fl_program_interrupt_caught();
    bool was_stopped = !err && signal && !job_search->is_full && job_search->searched < job_search->n;
    if (!err && was_stopped && job->file) {
        err = fl_find_file_save(job->file, job_search, diag);
    } else if (!err && !job_search->counts_only) {
        err = fl_hits_end(job, diag);
    }
    /* Reports the result of a search: on stdout with --count, else on stderr. */
    if (!err) {
        fl_text out;
        bool is_quiet = fl_program_option_get(job->options, "quiet") != NULL;
        fl_text_init(&out);
        if (fl_program_option_get(job->options, "json")) {
            const fl_find_search *search = &job->search;
            bool is_exact = job->range.is_whole && search->searched == search->n;
            fl_text_add_format(&out, "{\"searched\": %llu, \"hits\": %llu, \"exact\": %s",
                               (unsigned long long)search->searched, (unsigned long long)search->hits,
                               is_exact ? "true" : "false");
            if (search->searched > 0 && !search->is_full) {
                fl_text_add_format(&out, ", \"share\": %.17g",
                                   (double)search->hits / (double)search->searched);
                if (!is_exact && !search->list) {
                    fl_interval limits = fl_stat_interval_exact(search->hits, search->searched, alpha);
                    fl_text_add_format(&out, ", \"low\": %.17g, \"high\": %.17g", limits.lo, limits.hi);
                }
            }
            fl_text_add(&out, "}\n");
        } else {
            tell(job, &out);
        }
        if (was_stopped && !is_quiet) {
            fprintf(stderr, "floorlab: stopped after %llu of %llu; ",
                    (unsigned long long)job->search.searched, (unsigned long long)job->search.n);
            if (job->file) {
                fprintf(stderr, "continue with the same command and --resume\n");
            } else {
                fprintf(stderr, "to be able to go on, give -o FILE\n");
            }
        }
        err = fl_text_check(&out) ? fl_diag_memory(diag) : FL_OK;
        if (!err && job->search.counts_only) {
            err = job->file && !was_stopped ? fl_find_file_write(job->file, &out, diag)
                                            : fl_program_output_write(STDOUT_FILENO, &out, diag);
        } else if (!err && !is_quiet) {
            fprintf(stderr, "floorlab: %s", fl_text_get(&out));
        }
        fl_text_free(&out);
    }
    if (!err && job->file && !was_stopped) {
        err = fl_find_file_keep(job->file, diag);
    }
    *exit_code = was_stopped ? SIGNAL_BASE + signal : job_search->hits > 0 ? 0 : 1;
    return err;
}

/* Finds among the samples of an opened generator. */
static fl_err find_in(const fl_opened_generator *opened, const fl_options *options, int *exit_code,
                      fl_diag *diag)
{
    fl_find_job *job = calloc(1, sizeof *job);
    if (!job) {
        return fl_diag_memory(diag);
    }
    *job = (fl_find_job){.options = options, .opened = opened};
    fl_find_words words = {.condition = options->words_n > 1 ? options->word[1] : NULL,
                           .condition_where = "EXPRESSION",
                           .score = fl_program_option_get(options, "by"),
                           .rarest = fl_program_option_get(options, "rarest")};
    fl_err err = fl_find_question_init(&job->question, opened, &words, diag);
    err = err ? err : fl_range_read(opened, options, &job->range, diag);
    err = err ? err : fl_hits_begin(job, diag);
    err = err ? err : read_search(job, diag);
    job->search.question = &job->question;
    job->search.first = job->range.first;
    job->search.n = job->range.n;
    job->search.list = job->range.list;
    job->search.context = job;
    job->search.add = fl_hits_add;
    job->search.write = fl_hits_write;
    job->search.watch = watch;
    /* Searches, now that the question is known. */
    if (!err) {
        fl_find_file file = {.file = -1, .checkpoint = {.file = -1, .lock = -1}};
        const char *output = fl_program_option_get(job->options, "output");
        fl_program_progress_start(&job->progress, job->options);
        if (!output && isatty(STDOUT_FILENO) && !job->search.counts_only) {
            fl_program_progress_init(&job->progress, -1); /* no progress line: the hits themselves show it */
        }
        job->progress.total = job->range.n;
        if (output && !fl_program_file_is_stream(output)) {
            err = open_file(job, &file, output, diag);
        }
        job->progress.before = job->search.searched;
        err = err ? err : search(job, exit_code, diag);
        fl_find_file_close(&file);
    }
    fl_find_rare_free(&job->search.rare);
    fl_hits_free(job);
    fl_range_free(&job->range);
    fl_find_question_free(&job->question);
    free(job);
    return err;
}

/* Refuses results made with `where`: find makes every floor again, including those it left out. */
static fl_err check_has_all(const fl_run_result *result, const char *path, fl_diag *diag)
{
    for (uint64_t c = 0; c < result->setup.conditions; c++) {
        const char *where = fl_run_setup_where(&result->setup, c);
        if (where) {
            fl_err err =
                fl_diag_set(diag, FL_ERR_INPUT, path, "it has only the samples of 'where: %.200s'", where);
            fl_diag_hint(diag, "search a generator instead, for '(%.200s) && (EXPRESSION)'", where);
            return err;
        }
    }
    return FL_OK;
}

/* Searches the floors of a result file, which are made again, configuration by configuration. */
static fl_err find_in_result(const char *path, const fl_options *options, int *exit_code, fl_diag *diag)
{
    static const char *const others[] = {"floors", "from", "seeds", "seed", "set", "output"};
    fl_run_result result;
    bool has_found = false;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (fl_program_option_get(options, others[i])) {
            return fl_diag_set(diag, FL_ERR_USAGE, "",
                               "--%s is for generators; a result file has its own floors", others[i]);
        }
    }
    fl_err err = fl_run_result_open(&result, path, diag);
    if (err) {
        return err;
    }
    err = check_has_all(&result, path, diag);
    for (uint64_t c = 0; c < result.setup.conditions && !err; c++) {
        fl_opened_generator opened = result.setup.condition[c].opened;
        const fl_run_condition *condition = &result.setup.condition[c];
        if (condition->from == condition->to) {
            continue;
        }
        opened.catalogue = NULL;
        opened.binding = NULL;
        opened.last = opened.first + condition->to - 1;
        opened.first += condition->from;
        err = find_in(&opened, options, exit_code, diag);
        has_found = has_found || *exit_code == 0;
        if (*exit_code > 1) {
            break;
        }
    }
    *exit_code = *exit_code > 1 ? *exit_code : !has_found;
    fl_run_result_close(&result);
    return err;
}

/* A file of floors is read by the generator lines. */
static fl_err open_lines(const char *path, const fl_options *options, fl_opened_generator *out, fl_diag *diag)
{
    fl_err err = fl_run_generator_read_options(out, fl_lines.name, options, diag);
    err = err ? err : fl_setting_values_set(&out->values, "file", path, path, diag);
    return err ? err : fl_run_generator_make_rules(out, diag);
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    fl_opened_generator opened = {.rules = NULL};
    const char *word = options->word[0];
    fl_err err = check_options(options, diag);
    if (err) {
        return err;
    }
    if (fl_text_has_end(word, ".h5")) {
        return find_in_result(word, options, exit_code, diag);
    }
    bool is_file = strchr(word, '/') || strchr(word, '.') || strcmp(word, "-") == 0;
    err = is_file ? open_lines(word, options, &opened, diag)
                  : fl_run_generator_open(&opened, word, options, diag);
    err = err ? err : find_in(&opened, options, exit_code, diag);
    fl_run_generator_close(&opened);
    return err;
}

static const fl_option options[] = {
    {"floors", 'n', false, "RANGE",
     "how many are searched (default 1M), numbers A..B, or all where there is an end"},
    {"from", 0, false, "I", "number of the first, or a game seed such as \"B911 99AC\""},
    {"seeds", 0, false, "FILE",
     "search only these: numbers or game seeds, one a line; - is the standard input"},
    {"by", 0, false, "EXPRESSION", "a score: those with the largest are found, as many as --top says"},
    {"rarest", 0, false, "NAMES",
     "metrics, separated by commas: the first floor of each of the rarest combinations"},
    {"top", 0, false, "K", "how many of --by or --rarest, 1 to 1000 (default 10)"},
    {"count", 0, false, NULL, "only tell how many there are"},
    {"limit", 0, false, "N", "stop after so many hits"},
    {"format", 0, false, "ndjson|csv|text|svg", "default: by the name of the output, else ndjson"},
    {"fields", 0, false, "NAMES",
     "ndjson, csv: only these, separated by commas, * allowed: index, seed_text, failed, and metrics"},
    {"output", 'o', false, "FILE", "write to this file, which gets its name when the search has ended"},
    FL_CMD_FORCE,
    {"resume", 0, false, NULL, "continue a stopped search that wrote to the same file"},
    {"anew", 0, false, NULL, "start over, and drop what a stopped search left"},
    {"checkpoint", 0, false, "SECONDS", "seconds between checkpoints (default 30, 0 = only when stopped)"},
    FL_CMD_SEED,
    FL_CMD_SET,
    {"threads", 't', false, "T",
     "threads (default: one for each processor that it may use); the hits do not depend on it"},
    FL_CMD_BACKEND,
    FL_CMD_JSON,
    FL_CMD_PROGRESS,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_commands_find = {
    .name = "find",
    .arguments = "GENERATOR [EXPRESSION]",
    .summary = "find floors for which an expression holds",
    .details = "GENERATOR may also be a file of floors (mine.jsonl) or a result file (RUN.h5).\n"
               "Hits come in the order of their numbers. The last line tells how many floors\n"
               "were searched, how many were found, and the share with its interval (95 %).\n"
               "\n"
               "An expression has names of metrics, events, facts and kinds of rooms, whole\n"
               "numbers, && || ! == != < <= > >= + - * / %, x in 7..9 and has(x). What a floor\n"
               "does not have makes a comparison false. 'floorlab help expressions' tells more.\n"
               "\n"
               "Exit code 0: some were found; 1: none.",
    .examples = "floorlab find classic 'rooms == 8 && dead_ends >= 5' --limit 3 --format text\n"
                "floorlab find classic --by 'boss_distance * 10 - dead_ends' --top 20\n"
                "floorlab find classic --set level=4 --rarest rooms,loops,dead_ends\n"
                "floorlab find classic 'has_loop' --floors 100M --count\n"
                "floorlab find rebirth 'rooms >= 20 && !loops' --set rng=isaac --floors 1..9k\n"
                "floorlab find rebirth 'roll.curse.placed' --set rng=isaac --seeds seeds.txt\n"
                "floorlab find mine.jsonl 'dead_ends > 6' --fields index,rooms\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 2,
    .run = run,
};
