/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads files of claims; claim_rows.c resolves the references of their entries. */
#include "analysis/claim/claim_private.h"
#include "gen/base/embedded.h"
#include "gen/base/suggest.h"
#include "gen/base/yaml_map.h"
#include "gen/registry.h"

#include <stdlib.h>
#include <string.h>

void fl_claim_set_init(fl_claim_set *self)
{
    memset(self, 0, sizeof *self);
}

void fl_claim_set_free(fl_claim_set *self)
{
    for (size_t i = 0; i < self->rows_n; i++) {
        free(self->row[i].id);
    }
    for (size_t i = 0; i < self->claims_n; i++) {
        free(self->claim[i]);
    }
    for (size_t i = 0; i < self->scenarios_n; i++) {
        if (self->scenario[i].rules) {
            self->scenario[i].generator->free(self->scenario[i].rules);
        }
        if (self->scenario[i].catalogue) {
            fl_sample_catalogue_free(self->scenario[i].catalogue);
            free(self->scenario[i].catalogue);
        }
    }
    for (size_t i = 0; i < self->files_n; i++) {
        fl_yaml_free(self->file[i].yaml);
        free(self->file[i].name);
        free(self->file[i].text);
    }
    fl_claim_source_list_free(&self->sources);
    fl_yaml_free(self->indifferent);
    for (size_t i = 0; i < self->scenarios_n; i++) {
        free(self->scenario[i].own_name);
    }
    free(self->row);
    free(self->claim);
    free(self->scenario);
    free(self->file);
    memset(self, 0, sizeof *self);
}

const fl_claim *fl_claim_set_find(const fl_claim_set *self, const char *id)
{
    for (size_t i = 0; i < self->claims_n; i++) {
        if (strcmp(self->claim[i]->id, id) == 0) {
            return self->claim[i];
        }
    }
    return NULL;
}

const char *fl_claim_set_nearest(const fl_claim_set *self, const char *id)
{
    const char *best = NULL;
    size_t n = strlen(id);
    for (size_t i = 0; i < self->claims_n; i++) {
        if (strncmp(self->claim[i]->id, id, n) == 0 && self->claim[i]->id[n] == '.') {
            return self->claim[i]->id;
        }
        best = fl_suggest_nearer(id, best, self->claim[i]->id);
    }
    return best;
}

static fl_err read_generator(void *context, const fl_yaml_node *node)
{
    fl_yaml_reading *r = context;
    fl_scenario *out = r->out;
    fl_err err = fl_registry_read(r, node, &out->generator);
    fl_setting_values_init(&out->values, out->generator->settings, out->generator->settings_n);
    return err;
}

static fl_err read_setting(void *context, const fl_yaml_node *node)
{
    fl_yaml_reading *r = context;
    fl_scenario *out = r->out;
    const char *where = fl_yaml_where(r->yaml, node);
    return node->text
               ? fl_setting_values_set(&out->values, node->key, node->text, where, r->diag)
               : fl_yaml_refuse(r->yaml, node, r->diag, "a setting takes a single value: '%.60s'", node->key);
}

static const fl_yaml_row scenario_rows[] = {
    {"generator", FL_YAML_SCALAR, true, .read = read_generator},
    {"settings", FL_YAML_MAP, false, .store = FL_YAML_NOWHERE},
    {"about", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
};

static fl_err add_scenario(void *context, const fl_yaml_node *node)
{
    const fl_yaml_reading *r = context;
    fl_claim_set *self = r->out;
    size_t at = fl_suggest_find(node->key, self->scenario, self->scenarios_n, sizeof *self->scenario);
    if (at < self->scenarios_n) {
        const fl_scenario *other = &self->scenario[at];
        fl_err err = fl_yaml_refuse(r->yaml, node, r->diag, "there is a scenario '%.60s' already", node->key);
        fl_diag_hint(r->diag, "the other one is at %s", fl_yaml_where(other->yaml, other->node));
        return err;
    }
    void *grown = realloc(self->scenario, (self->scenarios_n + 1) * sizeof *self->scenario);
    if (!grown) {
        return fl_diag_memory(r->diag);
    }
    self->scenario = grown;
    fl_scenario *added = &self->scenario[self->scenarios_n++];
    *added = (fl_scenario){.name = node->key, .yaml = r->yaml, .node = node};
    fl_yaml_reading reading = {r->yaml, r->diag, added};
    fl_err err = fl_yaml_map_read(&reading, node, scenario_rows, 3, &reading);
    added->values.files = self->files;
    return err ? err : fl_yaml_map_each(fl_yaml_get(node, "settings"), &reading, read_setting);
}

/* Refuses two expressions for one event name among all claims that are judged together. */
static fl_err check_expression(const fl_claim_set *self, const fl_yaml_reading *r, const fl_claim *claim)
{
    for (size_t i = 0; i < self->claims_n && claim->expression; i++) {
        const fl_claim *other = self->claim[i];
        if (other->expression && strcmp(other->event, claim->event) == 0 &&
            !fl_expression_is_same(other->expression, claim->expression)) {
            fl_err err = fl_yaml_refuse(r->yaml, fl_yaml_get(claim->node, "event"), r->diag,
                                        "the event '%.60s' is another expression elsewhere", claim->event);
            fl_diag_hint(r->diag, "the other one is at %s", fl_yaml_where(other->yaml, other->node));
            return err;
        }
    }
    return FL_OK;
}

static fl_err add_claim(void *context, const fl_yaml_node *node)
{
    const fl_yaml_reading *r = context;
    fl_claim_set *self = r->out;
    fl_claim *added = calloc(1, sizeof *added);
    void *grown = realloc(self->claim, (self->claims_n + 1) * sizeof *self->claim);
    self->claim = grown ? grown : self->claim;
    if (!grown || !added) {
        free(added);
        return fl_diag_memory(r->diag);
    }
    fl_err err = fl_claim_read(added, r->yaml, node, r->diag);
    err = err ? err
              : fl_claim_source_list_check(&self->sources, r->yaml, fl_yaml_get(node, "source"),
                                           &added->cited, r->diag);
    err = err ? err : check_expression(self, r, added);
    const fl_claim *other = err ? NULL : fl_claim_set_find(self, added->id);
    if (other) {
        err = fl_yaml_refuse(r->yaml, node, r->diag, "there is a claim '%.80s' already", added->id);
        fl_diag_hint(r->diag, "the other one is at %s", fl_yaml_where(other->yaml, other->node));
    }
    if (err) {
        free(added);
        return err;
    }
    added->document = fl_yaml_get(fl_yaml_root(r->yaml), "source")->text;
    self->claim[self->claims_n++] = added;
    return FL_OK;
}

static const fl_yaml_row file_rows[] = {
    {"source", FL_YAML_SCALAR, true, .store = FL_YAML_NOWHERE},
    {"sources", FL_YAML_LIST, false, .store = FL_YAML_NOWHERE},
    {"scenarios", FL_YAML_MAP, false, .store = FL_YAML_NOWHERE},
    {"claims", FL_YAML_LIST, true, .store = FL_YAML_NOWHERE},
};

fl_err fl_claim_set_add(fl_claim_set *self, const char *text, size_t size, const char *name, fl_diag *diag)
{
    fl_claim_file new_file = {.name = strdup(name), .text = strndup(text, size)};
    void *grown = realloc(self->file, (self->files_n + 1) * sizeof *self->file);
    self->file = grown ? grown : self->file;
    fl_err err = grown && new_file.name && new_file.text ? FL_OK : fl_diag_memory(diag);
    err = err ? err : fl_yaml_read(text, size, name, &new_file.yaml, diag);
    if (err) {
        free(new_file.name);
        free(new_file.text);
        return err;
    }
    self->file[self->files_n++] = new_file;
    fl_yaml_reading reading = {new_file.yaml, diag, self};
    const fl_yaml_node *root = fl_yaml_root(new_file.yaml);
    err = fl_yaml_map_read(&reading, root, file_rows, 4, NULL);
    err = err ? err : fl_claim_source_list_add_shipped(&self->sources, diag);
    err = err ? err : fl_claim_indifferent_open(self, diag);
    err = err ? err
              : fl_claim_source_list_add(&self->sources, new_file.yaml, fl_yaml_get(root, "sources"), diag);
    err = err ? err : fl_yaml_map_each(fl_yaml_get(root, "scenarios"), &reading, add_scenario);
    return err ? err : fl_yaml_map_each(fl_yaml_get(root, "claims"), &reading, add_claim);
}

fl_err fl_claim_set_add_shipped(fl_claim_set *self, fl_diag *diag)
{
    static const char folder[] = "data/claims/";
    fl_err err = FL_OK;
    for (size_t i = 0; i < fl_embedded_n && !err; i++) {
        const fl_embedded *file = &fl_embedded_table[i];
        if (strncmp(file->name, folder, sizeof folder - 1) == 0) {
            err = fl_claim_set_add(self, file->data, file->size, file->name, diag);
        }
    }
    return err;
}

const fl_claim *fl_claim_set_conflict(const fl_claim_set *self, const fl_claim *claim, size_t n)
{
    for (size_t i = 0; i < self->claims_n; i++) {
        const fl_claim *pair[2] = {claim, self->claim[i]};
        bool is_conflict = false; /* one of the two need say so */
        for (unsigned k = 0; k < 2 && pair[1] != claim; k++) {
            const fl_yaml_node *list = fl_yaml_get(pair[k]->node, "conflicts_with");
            for (const fl_yaml_node *node = list ? list->first : NULL; node; node = node->next) {
                is_conflict = is_conflict || (node->text && strcmp(node->text, pair[1 - k]->id) == 0);
            }
        }
        if (is_conflict && n-- == 0) {
            return pair[1];
        }
    }
    return NULL;
}
