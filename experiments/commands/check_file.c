/* SPDX-License-Identifier: GPL-2.0-or-later */
/* check FILE: what a file is, is seen by its ending and its keys; then it is read as the command that uses it
 * reads it, which says what is wrong with it and where. */
#include "analysis/claim/claim.h"
#include "experiments/commands/commands_private.h"
#include "experiments/run/run.h"
#include "gen/base/files.h"
#include "gen/base/yaml.h"

#include <stdlib.h>
#include <string.h>

static bool ends_with(const char *name, const char *ending)
{
    size_t n = strlen(name);
    size_t k = strlen(ending);
    return n > k && strcmp(name + n - k, ending) == 0;
}

bool fl_commands_check_is_file(const char *word)
{
    return strchr(word, '/') || strchr(word, '.') || fl_program_file_exists(word);
}

/* Opens a generator with one setting: the file. */
static fl_err open_with(const char *generator, const char *setting, const char *path, fl_diag *diag)
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
        fl_run_generator_close(&opened);
    }
    fl_text_free(&words);
    return err;
}

static fl_err check_ruleset(const char *path, const char *text, size_t size, fl_text *out, fl_diag *diag)
{
    (void)text;
    (void)size;
    fl_err err = open_with("grid", "rules", path, diag);
    fl_text_add(out, "a ruleset for grid floors; see some: floorlab show grid --set rules=");
    fl_text_add_masked(out, path);
    return err;
}

static fl_err check_plan(const char *path, const char *text, size_t size, fl_text *out, fl_diag *diag)
{
    (void)text;
    (void)size;
    fl_err err = open_with("journey", "plan", path, diag);
    fl_text_add(out, "a dungeon plan; its floors: floorlab check journey ");
    fl_text_add_masked(out, path);
    return err;
}

static fl_err check_chunks(const char *path, const char *text, size_t size, fl_text *out, fl_diag *diag)
{
    (void)text;
    (void)size;
    fl_err err = open_with("room", "set", path, diag);
    fl_text_add(out, "a chunk set; whether all its rooms are passable: floorlab check room ");
    fl_text_add_masked(out, path);
    return err;
}

static fl_err check_experiment(const char *path, const char *text, size_t size, fl_text *out, fl_diag *diag)
{
    (void)text;
    (void)size;
    fl_experiment experiment;
    fl_run_setup setup;
    memset(&setup, 0, sizeof setup);
    fl_err err = fl_run_experiment_open(&experiment, path, diag);
    err = err ? err : fl_run_setup_init(&setup, &experiment, 0, 1, diag);
    fl_text_add_format(out, "an experiment of %llu condition%s; how long it takes: floorlab run --dry-run ",
                       (unsigned long long)setup.conditions, setup.conditions == 1 ? "" : "s");
    fl_text_add_masked(out, path);
    fl_run_setup_free(&setup);
    fl_run_experiment_free(&experiment);
    return err;
}

static fl_err check_claims(const char *path, const char *text, size_t size, fl_text *out, fl_diag *diag)
{
    fl_claim_set claims;
    fl_files files;
    fl_claim_set_init(&claims);
    memset(&files, 0, sizeof files);
    claims.files = &files;
    fl_err err = fl_claim_set_add(&claims, text, size, path, diag);
    err = err ? err : fl_claim_rows_make(&claims, NULL, diag);
    fl_text_add_format(out, "%zu claims in %zu rows; judge them: floorlab verify ", claims.claims_n,
                       claims.rows_n);
    fl_text_add_masked(out, path);
    fl_claim_set_free(&claims);
    fl_files_free(&files);
    return err;
}

static fl_err check_result(const char *path, fl_text *out, fl_diag *diag)
{
    fl_run_result result;
    fl_err err = fl_run_result_open(&result, path, diag);
    if (!err) {
        fl_text_add_format(out, "a %sresult, whole and with its digest; what is in it: floorlab info ",
                           result.is_complete ? "" : "part of a ");
        fl_text_add_masked(out, path);
        fl_run_result_close(&result);
    }
    return err;
}

/* Files of YAML, by the keys that only they have; an experiment is what has none of them. */
static const struct yaml_row {
    const char *key;
    fl_err (*check)(const char *path, const char *text, size_t size, fl_text *out, fl_diag *diag);
} yaml_rows[] = {{"claims", check_claims},
                 {"passes", check_ruleset},
                 {"rulesets", check_ruleset},
                 {"players", check_plan},
                 {"flags", check_plan}};

static fl_err check_yaml(const char *path, const char *text, size_t size, fl_text *out, fl_diag *diag)
{
    fl_yaml *yaml = NULL;
    fl_err err = fl_yaml_read(text, size, path, &yaml, diag);
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
    return row       ? row->check(path, text, size, out, diag)
           : is_plan ? check_plan(path, text, size, out, diag)
                     : check_experiment(path, text, size, out, diag);
}

fl_err fl_commands_check_file(const char *path, fl_text *out, fl_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    fl_err err = FL_OK;
    fl_text about;
    fl_text_init(&about);
    if (ends_with(path, ".h5")) {
        err = check_result(path, &about, diag);
    } else {
        err = fl_program_file_read(path, &text, &size, diag);
        bool is_set = ends_with(path, ".txt") || ends_with(path, ".bin");
        err = err      ? err
              : is_set ? check_chunks(path, text, size, &about, diag)
                       : check_yaml(path, text, size, &about, diag);
    }
    if (!err) {
        fl_text_add_masked(out, path);
        fl_text_add_format(out, ": %s\n", fl_text_get(&about));
    }
    out->is_short_of_memory |= about.is_short_of_memory;
    fl_text_free(&about);
    free(text);
    return err;
}
