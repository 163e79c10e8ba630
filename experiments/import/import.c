/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The experiment is written as YAML and parsed again, so that the result contains its text like that of any
 * other. A file is read once: its floors belong to the experiment's list of files. */
#include "experiments/import/import.h"

#include "gen/lines/lines.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void fl_import_write_name(const char *file, char out[FL_IMPORT_NAME])
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    const char *slash = strrchr(file, '/');
    const char *base = strcmp(file, "-") == 0 ? "import" : slash ? slash + 1 : file;
    size_t n = 0;
    for (; base[n] && base[n] != '.' && n + 1 < FL_IMPORT_NAME; n++) {
        out[n] = strchr(allowed, base[n]) ? base[n] : '-';
    }
    snprintf(out + n, FL_IMPORT_NAME - n, "%s", n == 0 ? "import" : "");
}

static void add_quoted(const char *text, fl_text *out)
{
    fl_text_add_char(out, '\'');
    for (; *text; text++) {
        fl_text_add(out, *text == '\'' ? "'" : "");
        fl_text_add_char(out, *text);
    }
    fl_text_add_char(out, '\'');
}

/* Adds a line, which may quote text from a file. */
static void FL_PRINTF(2, 3) add_told(fl_text *out, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    fl_text_add(out, "floorlab: ");
    fl_text_add_masked(out, line);
    fl_text_add_char(out, '\n');
}

/* Adds a line for each problem found in a file. */
static void tell(const char *name, const fl_lines_found *found, fl_text *out)
{
    for (const char *p = fl_text_get(&found->told); *p; p += strcspn(p, "\n") + 1) {
        add_told(out, "left out: %.*s", (int)strcspn(p, "\n"), p);
    }
    if (found->bad > FL_LINES_TOLD) {
        add_told(out, "%s: %llu bad lines were left out, of which the first are told", name,
                 (unsigned long long)found->bad);
    }
    if (found->other_kinds > 0) {
        add_told(out,
                 "%s: unknown kinds are counted as special rooms, on %llu floors; the first is '%s' "
                 "('floorlab list kinds' names those that are known)",
                 name, (unsigned long long)found->other_kinds, found->other_kind);
    }
    if (found->other_keys > 0) {
        add_told(out, "%s: unknown keys are not read, on %llu floors; the first is '%s'", name,
                 (unsigned long long)found->other_keys, found->other_key);
    }
}

/* Settings of a file other than its name: how to read it. */
enum { HOW = 3 };
static const char *const how_names[HOW] = {"format", "legend", "fields"};

/* An experiment being written. */
typedef struct draft {
    fl_import *import;
    const char *how[HOW]; /* NULL = not given */
    fl_files *files;
    fl_text text;
} draft;

/* Reads a part of a large file on one thread; the list of files then has its floors. */
static fl_err read_part(void *parts, unsigned worker, uint64_t first, uint64_t end, fl_diag *diag)
{
    fl_err err = FL_OK;
    (void)worker;
    (void)diag;
    for (uint64_t i = first; i < end && !err; i++) {
        err = fl_lines_parts_read(parts, i);
    }
    return err;
}

static fl_err read_in_parts(const draft *self, const fl_setting_values *values, fl_diag *diag)
{
    enum { EACH = 4 /* parts per thread, since some take longer than others */ };
    unsigned threads = self->import->threads;
    fl_lines_parts *parts = NULL;
    fl_err err = threads > 1 ? fl_lines_parts_begin(&parts, values, (size_t)EACH * threads, diag) : FL_OK;
    if (!parts) {
        return err;
    }
    fl_worker_pool pool = {.threads = threads,
                           .blocks = (uint64_t)EACH * threads + 1,
                           .at_once = 1,
                           .context = parts,
                           .work = read_part};
    err = fl_program_pool_run(&pool, diag);
    err = err ? err : fl_lines_parts_end(parts, self->files, diag);
    fl_lines_parts_free(parts);
    return err == FL_ERR_MEMORY ? fl_diag_memory(diag) : err;
}

/* Numbers first, in numerical order; then words in the order of the file. */
static int by_value(const void *a, const void *b)
{
    const char *text[2];
    char *end[2];
    memcpy(&text[0], a, sizeof text[0]);
    memcpy(&text[1], b, sizeof text[1]);
    double number[2] = {strtod(text[0], &end[0]), strtod(text[1], &end[1])};
    bool is_number[2] = {!*end[0], !*end[1]};
    if (is_number[0] && is_number[1]) {
        return (number[0] > number[1]) - (number[0] < number[1]);
    }
    return is_number[0] != is_number[1] ? is_number[1] - is_number[0] : strcmp(text[0], text[1]);
}

/* Adds a configuration for each value of the fields: "vary: {stage: ['1', '2']}". */
static void add_vary(const void *rules, fl_text *out)
{
    const char *name = NULL;
    fl_text_add(out, "vary: {");
    for (unsigned field = 0; (name = fl_lines_field_name(rules, field)) != NULL; field++) {
        enum { MOST = 256 };
        const char *value[MOST];
        unsigned n = 0;
        while (n < MOST && (value[n] = fl_lines_field_value(rules, field, n)) != NULL) {
            n++;
        }
        qsort(value, n, sizeof value[0], by_value);
        fl_text_add_format(out, "%s%s: [", field > 0 ? ", " : "", name);
        for (unsigned i = 0; i < n; i++) {
            fl_text_add(out, i > 0 ? ", " : "");
            add_quoted(value[i], out);
        }
        fl_text_add(out, "]");
    }
    fl_text_add(out, "}\n");
}

/* Adds the settings of a file, and its samples. */
static void add_file(draft *self, const char *name, const void *rules)
{
    const fl_import *import = self->import;
    const char *before = import->files_n == 1 ? "" : "    ";
    bool varies = fl_lines_field_name(rules, 0) != NULL;
    fl_text *out = &self->text;
    char word[FL_IMPORT_NAME];
    if (import->files_n > 1) {
        fl_import_write_name(name, word);
        fl_text_add_format(out, "  %s:\n", word);
    }
    fl_text_add_format(out, "%sgenerator: lines\n%ssettings: {file: ", before, before);
    add_quoted(name, out);
    if (import->skip_bad > 0) {
        fl_text_add_format(out, ", skip_bad: %llu", (unsigned long long)import->skip_bad);
    }
    for (unsigned i = 0; i < HOW; i++) {
        if (self->how[i]) {
            fl_text_add_format(out, ", %s: ", how_names[i]);
            add_quoted(self->how[i], out);
        }
    }
    fl_text_add_format(out, "}\n%smetrics: default\n%sfloors: ", before, before);
    if (varies) {
        fl_text_add(out, "all\n");
        add_vary(rules, out);
    } else {
        fl_text_add_format(out, "%llu\n", (unsigned long long)fl_lines_found_in(rules)->floors);
    }
}

/* Reads a file and adds its settings and samples to the experiment. */
static fl_err read_file(draft *self, const char *name, fl_diag *diag)
{
    fl_import *import = self->import;
    fl_setting_values values;
    void *rules = NULL;
    char number[32];
    snprintf(number, sizeof number, "%llu", (unsigned long long)import->skip_bad);
    fl_setting_values_init(&values, fl_lines.settings, fl_lines.settings_n);
    values.files = self->files;
    fl_err err = fl_setting_values_set(&values, "file", name, name, diag);
    err = err ? err : fl_setting_values_set(&values, "skip_bad", number, "--skip-bad", diag);
    for (unsigned i = 0; i < HOW && !err; i++) {
        err = self->how[i] ? fl_setting_values_set(&values, how_names[i], self->how[i], "", diag) : FL_OK;
    }
    err = err ? err : read_in_parts(self, &values, diag);
    err = err ? err : fl_lines.init(&values, &rules, diag);
    if (err) {
        return err;
    }
    const fl_lines_found *found = fl_lines_found_in(rules);
    tell(name, found, &import->told);
    add_file(self, name, rules);
    import->floors += found->floors;
    import->bad += found->bad;
    if (import->files_n > 1 && fl_lines_field_name(rules, 0)) {
        err = fl_diag_set(diag, FL_ERR_USAGE, name,
                          "its floors make several configurations, and then it must be the only file");
        fl_diag_hint(diag, "floors of one generator are put together by: cat FILE FILE | floorlab import -");
    }
    fl_lines.free(rules);
    return err;
}

/* Refuses two files with the same scenario name or the same configuration. */
static fl_err check_names(const fl_import *import, fl_diag *diag)
{
    char names[2][FL_IMPORT_NAME];
    for (size_t i = 0; i < import->files_n; i++) {
        for (size_t k = 0; k < i; k++) {
            fl_import_write_name(import->file[i], names[0]);
            fl_import_write_name(import->file[k], names[1]);
            if (strcmp(names[0], names[1]) == 0) {
                fl_err err = fl_diag_set(diag, FL_ERR_USAGE, import->file[i],
                                         "an earlier file would be called '%s' in the result, too", names[0]);
                fl_diag_hint(
                    diag, "floors of one generator are put together by: cat FILE FILE | floorlab import -");
                return err;
            }
        }
    }
    return FL_OK;
}

static fl_err make_experiment(draft *self, fl_diag *diag)
{
    char name[FL_IMPORT_NAME];
    fl_import *import = self->import;
    fl_import_write_name(import->file[0], name);
    fl_text_add_format(&self->text,
                       "name: %s\nabout: floors of another generator, read by floorlab import\n%s", name,
                       import->files_n == 1 ? "" : "scenarios:\n");
    fl_err err = check_names(import, diag);
    for (size_t i = 0; i < import->files_n && !err; i++) {
        err = read_file(self, import->file[i], diag);
    }
    err = err || !fl_text_check(&self->text) ? err : fl_diag_memory(diag);
    if (err) {
        return err;
    }
    fl_files *files = self->files;
    self->files = NULL;
    return fl_run_experiment_read_again(&import->experiment, fl_text_get(&self->text), "import", files, diag);
}

fl_err fl_import_open(fl_import *self, fl_diag *diag)
{
    draft made = {.import = self,
                  .how = {self->format, self->legend, self->vary},
                  .files = calloc(1, sizeof *made.files)};
    fl_text_init(&made.text);
    fl_text_init(&self->told);
    fl_err err = made.files ? make_experiment(&made, diag) : fl_diag_memory(diag);
    err = err ? err : fl_run_setup_init(&self->setup, &self->experiment, 0, 1, diag);
    if (made.files) {
        fl_files_free(made.files);
        free(made.files);
    }
    fl_text_free(&made.text);
    return err;
}

fl_err fl_import_tell(const fl_import *self, bool is_quiet, fl_diag *diag)
{
    return is_quiet ? FL_OK : fl_program_output_write(STDERR_FILENO, &self->told, diag);
}

void fl_import_close(fl_import *self)
{
    if (self->totals) {
        fl_run_setup_free_tallies(&self->setup, self->totals);
        self->totals = NULL;
    }
    fl_run_setup_free(&self->setup);
    fl_run_experiment_free(&self->experiment);
    fl_text_free(&self->told);
}

fl_err fl_import_count(fl_import *self, unsigned threads, fl_progress *progress, fl_diag *diag)
{
    fl_err err = fl_run_setup_make_tallies(&self->setup, &self->totals, diag);
    return err ? err : fl_run_count_all(&self->setup, threads, self->totals, progress, diag);
}
