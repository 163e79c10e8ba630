/* SPDX-License-Identifier: GPL-2.0-or-later */
/* check FILE: recognises a file by its ending and its keys, then reads it as the command that uses it does.
 * The errors of that reader say what is wrong and where. */
#define _DEFAULT_SOURCE /* mkstemps */
#include "analysis/claim/claim.h"
#include "analysis/store/store.h"
#include "experiments/commands/commands_private.h"
#include "experiments/run/result/result.h"
#include "experiments/show/show.h"
#include "gen/base/files.h"
#include "gen/base/yaml.h"
#include "gen/room/room.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool fl_commands_check_is_file(const char *word)
{
    return fl_program_file_is_stream(word) || strchr(word, '/') || strchr(word, '.') ||
           fl_program_file_exists(word);
}

/* Opens a generator with one setting: the file. */
static fl_err open_with(const char *generator, const char *setting, const char *path, fl_text *is,
                        fl_diag *diag)
{
    fl_opened_generator opened;
    fl_text words;
    fl_text_init(&words);
    const char *slash = strchr(path, '/') ? "" : "./";
    fl_text_add_format(&words, "%s=%s%s", setting, slash, path);
    fl_err err = fl_text_check(&words) ? fl_diag_memory(diag)
                                       : fl_run_generator_open_words(&opened, generator, "", diag);
    if (!err) {
        fl_run_generator_close(&opened);
        err = fl_setting_values_assign(&opened.values, fl_text_get(&words), "", diag);
        err = err ? err : fl_run_generator_make_rules(&opened, diag);
        const char *warning = err ? NULL : fl_show_grid_warning(&opened);
        fl_text_add_format(is, "%s%s", warning ? "; warning: " : "", warning ? warning : "");
        fl_run_generator_close(&opened);
    }
    fl_text_free(&words);
    return err;
}

/* A file being checked. Each check below fills `is` and `next`. */
typedef struct checked {
    const char *path; /* of the file */
    const char *text; /* its content; NULL for a result */
    size_t size;
    fl_text is;   /* "a dungeon plan" */
    fl_text next; /* a command that uses it, without the file's name */
} checked;

static fl_err check_ruleset(checked *self, fl_diag *diag)
{
    fl_text_add(&self->is, "a ruleset for grid floors");
    fl_text_add(&self->next, "see some: floorlab show grid --set rules=");
    return open_with("grid", "rules", self->path, &self->is, diag);
}

static fl_err check_plan(checked *self, fl_diag *diag)
{
    fl_text_add(&self->is, "a dungeon plan");
    fl_text_add(&self->next, "its floors: floorlab check journey ");
    return open_with("journey", "plan", self->path, &self->is, diag);
}

static fl_err check_chunks(checked *self, fl_diag *diag)
{
    fl_text_add(&self->is, "a chunk set");
    fl_text_add(&self->next, "whether all its rooms are passable: floorlab check room ");
    return open_with("room", "set", self->path, &self->is, diag);
}

static fl_err check_packed(checked *self, fl_diag *diag)
{
    fl_chunk_set *set = malloc(sizeof *set);
    fl_err err =
        set ? fl_room_chunk_set_unpack(set, self->text, self->size, self->path, diag) : fl_diag_memory(diag);
    if (!err) {
        fl_text_add_format(&self->is, "%u packed chunks", set->n);
        fl_text_add(&self->next, "the same as text: floorlab pack --unpack ");
    }
    free(set);
    return err;
}

static fl_err check_experiment(checked *self, fl_diag *diag)
{
    fl_experiment experiment;
    fl_run_setup setup;
    fl_err err = FL_OK;
    memset(&setup, 0, sizeof setup);
    fl_files *files = calloc(1, sizeof *files);
    if (!files || memchr(self->text, 0, self->size)) { /* the reader reports that */
        free(files);
        err = fl_run_experiment_open(&experiment, self->path, diag);
    } else {
        files->starts_nothing = true;
        err = fl_run_experiment_read_again(&experiment, self->text, self->path, files, diag);
    }
    err = err ? err : fl_run_setup_init(&setup, &experiment, 0, 1, diag);
    fl_text_add_format(&self->is, "an experiment of %llu configuration%s",
                       (unsigned long long)setup.conditions, setup.conditions == 1 ? "" : "s");
    fl_text_add(&self->next, "how long it takes: floorlab run --dry-run ");
    fl_run_setup_free(&setup);
    fl_run_experiment_free(&experiment);
    return err;
}

static fl_err check_claims(checked *self, fl_diag *diag)
{
    fl_claim_set claims;
    fl_files files;
    fl_claim_set_init(&claims);
    memset(&files, 0, sizeof files);
    files.starts_nothing = true;
    claims.files = &files;
    fl_err err = fl_claim_set_add(&claims, self->text, self->size, self->path, diag);
    err = err ? err : fl_claim_rows_make(&claims, NULL, diag);
    fl_text_add_format(&self->is, "%zu claims in %zu rows", claims.claims_n, claims.rows_n);
    fl_text_add(&self->next, "judge them: floorlab verify ");
    fl_claim_set_free(&claims);
    fl_files_free(&files);
    return err;
}

static fl_err refuse_rule_set(checked *self, fl_diag *diag)
{
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, self->path,
                             "this is a rule set of classic or rebirth: these are built into the program");
    fl_diag_hint(diag, "a setting takes its name: floorlab show rebirth --set rules=wiki; a file can be a "
                       "ruleset of grid floors: floorlab print ruleset cave");
    return err;
}

/* YAML files, recognised by keys that only they have; a file without any of these keys is an experiment. */
static const struct yaml_row {
    const char *key;
    fl_err (*check)(checked *self, fl_diag *diag);
} yaml_rows[] = {{"claims", check_claims},  {"written_after", refuse_rule_set},
                 {"passes", check_ruleset}, {"rulesets", check_ruleset},
                 {"players", check_plan},   {"flags", check_plan}};

static fl_err check_yaml(checked *self, fl_diag *diag)
{
    fl_yaml *yaml = NULL;
    fl_err err = fl_yaml_read(self->text, self->size, self->path, &yaml, diag);
    if (err) {
        return err;
    }
    const fl_yaml_node *root = fl_yaml_root(yaml);
    const fl_yaml_node *floors = root->type == FL_YAML_MAP ? fl_yaml_get(root, "floors") : NULL;
    const struct yaml_row *row = NULL;
    for (size_t i = 0; root->type == FL_YAML_MAP && i < sizeof yaml_rows / sizeof yaml_rows[0]; i++) {
        row = !row && fl_yaml_get(root, yaml_rows[i].key) ? &yaml_rows[i] : row;
    }
    bool is_plan = floors && floors->type != FL_YAML_SCALAR;
    fl_yaml_free(yaml);
    return row ? row->check(self, diag) : is_plan ? check_plan(self, diag) : check_experiment(self, diag);
}

/* Checks the file at self->path; `name` has its ending. */
static fl_err check_path(checked *self, const char *name, fl_diag *diag)
{
    char *text = NULL;
    if (fl_text_has_end(name, ".h5")) {
        fl_run_result result;
        fl_err err = fl_run_result_open(&result, self->path, diag);
        if (!err) {
            fl_text_add_format(&self->is, "a %sresult, whole and with its digest",
                               result.is_complete ? "" : "part of a ");
            fl_text_add(&self->next, "what is in it: floorlab info ");
            fl_run_result_close(&result);
        }
        return err;
    }
    fl_err err = fl_program_file_read(self->path, &text, &self->size, diag);
    self->text = text;
    err = err                             ? err
          : fl_text_has_end(name, ".txt") ? check_chunks(self, diag)
          : fl_text_has_end(name, ".bin") ? check_packed(self, diag)
                                          : check_yaml(self, diag);
    free(text);
    self->text = NULL;
    return err;
}

/* Returns the name that the standard input would have as a file. */
static const char *guess_name(const char *text, size_t size)
{
    bool is_result = strncmp(text, FL_STORE_MARK, strlen(FL_STORE_MARK)) == 0;
    return is_result                  ? "a.h5"
           : memchr(text, 0, size)    ? "a.bin"
           : strstr(text, "\nchunk:") ? "a.txt"
                                      : "a.yaml";
}

/* Rulesets, plans and chunk sets are read by name, so the standard input is copied to a temporary file. */
static fl_err check_stream(checked *self, fl_diag *diag)
{
    static const char shown[] = "standard input";
    const char *folder = getenv("TMPDIR");
    char path[512];
    char *text = NULL;
    size_t size = 0;
    fl_text content;
    fl_err err = fl_program_file_read("-", &text, &size, diag);
    if (err) {
        return err;
    }
    snprintf(path, sizeof path, "%.400s/floorlab-check-XXXXXX.yaml", folder && *folder ? folder : P_tmpdir);
    int file = mkstemps(path, (int)strlen(".yaml"));
    fl_text_init(&content);
    fl_text_add_bytes(&content, text, size);
    err = file < 0 ? fl_diag_set(diag, FL_ERR_IO, path, "cannot make this file: %s", strerror(errno))
                   : fl_program_output_write(file, &content, diag);
    self->path = path;
    err = err ? err : check_path(self, guess_name(text, size), diag);
    if (err && diag && strncmp(diag->where, path, strlen(path)) == 0) {
        char rest[sizeof diag->where];
        snprintf(rest, sizeof rest, "%s", diag->where + strlen(path));
        snprintf(diag->where, sizeof diag->where, "%s%.200s", shown, rest);
    }
    if (file >= 0) {
        close(file);
        unlink(path);
    }
    fl_text_free(&content);
    free(text);
    return err;
}

fl_err fl_commands_check_file(const char *path, fl_table *out, fl_diag *diag)
{
    checked file = {.path = path};
    bool is_stream = fl_program_file_is_stream(path);
    fl_text_init(&file.is);
    fl_text_init(&file.next);
    fl_err err = is_stream ? check_stream(&file, diag) : check_path(&file, path, diag);
    if (!err) {
        fl_text_add(&file.next, path);
        fl_program_table_add(out, is_stream ? "standard input" : path);
        fl_program_table_add(out, fl_text_get(&file.is));
        fl_program_table_add(out, is_stream ? "" : fl_text_get(&file.next));
    }
    fl_text_drop(&file.is, &out->cells);
    fl_text_drop(&file.next, &out->cells);
    return err;
}
