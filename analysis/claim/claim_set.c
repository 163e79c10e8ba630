/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads files of claims; what their entries refer to is looked up in claim_rows.c. */
#include "analysis/claim/claim_private.h"
#include "gen/base/embedded.h"
#include "gen/base/suggest.h"
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
    for (size_t i = 0; i < self->populations_n; i++) {
        if (self->population[i].rules) {
            self->population[i].generator->free(self->population[i].rules);
        }
    }
    for (size_t i = 0; i < self->files_n; i++) {
        fl_yaml_free(self->file[i]);
    }
    fl_claim_source_list_free(&self->sources);
    free(self->row);
    free(self->claim);
    free(self->population);
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
    for (size_t i = 0; i < self->claims_n; i++) {
        const char *names[] = {self->claim[i]->id, best};
        const char *near = fl_suggest_name(id, names, best ? 2 : 1, sizeof names[0]);
        best = near ? near : best;
    }
    return best;
}

static fl_err read_generator(fl_yaml *yaml, const fl_yaml_node *node, const fl_generator **out, fl_diag *diag)
{
    size_t n = 0;
    const char *names[16];
    const fl_generator *const *all = fl_registry_all(&n);
    *out = fl_registry_find(node->text);
    if (*out) {
        return FL_OK;
    }
    for (size_t i = 0; i < n && i < 16; i++) {
        names[i] = all[i]->name;
    }
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, fl_yaml_where(yaml, node), "there is no generator '%.60s'",
                             node->text);
    const char *near = fl_suggest_name(node->text, names, n < 16 ? n : 16, sizeof names[0]);
    if (near) {
        fl_diag_hint(diag, "did you mean '%s'?", near);
    }
    return err;
}

static fl_err read_population(fl_population *out, fl_yaml *yaml, const fl_yaml_node *node, fl_diag *diag)
{
    static const fl_yaml_field keys[] = {
        {"generator", FL_YAML_SCALAR, 1}, {"settings", FL_YAML_MAP, 0}, {"about", FL_YAML_SCALAR, 0}};
    fl_err err = fl_yaml_check_map(yaml, node, keys, 3, diag);
    err = err ? err : read_generator(yaml, fl_yaml_get(node, "generator"), &out->generator, diag);
    if (err) {
        return err;
    }
    out->name = node->key;
    out->yaml = yaml;
    out->node = node;
    fl_setting_values_init(&out->values, out->generator->settings, out->generator->settings_n);
    const fl_yaml_node *settings = fl_yaml_get(node, "settings");
    for (const fl_yaml_node *row = settings ? settings->first : NULL; row && !err; row = row->next) {
        const char *where = fl_yaml_where(yaml, row);
        err = row->text ? fl_setting_values_set(&out->values, row->key, row->text, where, diag)
                        : fl_diag_set(diag, FL_ERR_INPUT, where, "a setting takes a single value: '%.60s'",
                                      row->key);
    }
    return err;
}

static fl_err add_population(fl_claim_set *self, fl_yaml *yaml, const fl_yaml_node *node, fl_diag *diag)
{
    for (size_t i = 0; i < self->populations_n; i++) {
        const fl_population *other = &self->population[i];
        if (strcmp(other->name, node->key) == 0) {
            fl_err err = fl_diag_set(diag, FL_ERR_INPUT, fl_yaml_where(yaml, node),
                                     "there is a population '%.60s' already", node->key);
            fl_diag_hint(diag, "the other one is at %s", fl_yaml_where(other->yaml, other->node));
            return err;
        }
    }
    void *grown = realloc(self->population, (self->populations_n + 1) * sizeof *self->population);
    if (!grown) {
        return fl_diag_memory(diag);
    }
    self->population = grown;
    fl_population *fresh = &self->population[self->populations_n++];
    memset(fresh, 0, sizeof *fresh);
    return read_population(fresh, yaml, node, diag);
}

static fl_err add_claim(fl_claim_set *self, fl_yaml *yaml, const fl_yaml_node *node, fl_diag *diag)
{
    fl_claim *fresh = calloc(1, sizeof *fresh);
    void *grown = realloc(self->claim, (self->claims_n + 1) * sizeof *self->claim);
    self->claim = grown ? grown : self->claim;
    if (!grown || !fresh) {
        free(fresh);
        return fl_diag_memory(diag);
    }
    fl_err err = fl_claim_read(fresh, yaml, node, diag);
    err = err ? err
              : fl_claim_source_list_check(&self->sources, yaml, fl_yaml_get(node, "source"), &fresh->cited,
                                           diag);
    const fl_claim *other = err ? NULL : fl_claim_set_find(self, fresh->id);
    if (other) {
        err = fl_diag_set(diag, FL_ERR_INPUT, fl_yaml_where(yaml, node), "there is a claim '%.80s' already",
                          fresh->id);
        fl_diag_hint(diag, "the other one is at %s", fl_yaml_where(other->yaml, other->node));
    }
    if (err) {
        free(fresh);
        return err;
    }
    fresh->document = fl_yaml_get(fl_yaml_root(yaml), "source")->text;
    self->claim[self->claims_n++] = fresh;
    return FL_OK;
}

static fl_err add_all(fl_claim_set *self, fl_yaml *yaml, fl_diag *diag)
{
    static const fl_yaml_field keys[] = {{"source", FL_YAML_SCALAR, 1},
                                         {"sources", FL_YAML_LIST, 0},
                                         {"populations", FL_YAML_MAP, 0},
                                         {"claims", FL_YAML_LIST, 1}};
    const fl_yaml_node *root = fl_yaml_root(yaml);
    fl_err err = fl_yaml_check_map(yaml, root, keys, 4, diag);
    err = err ? err : fl_claim_source_list_add_shipped(&self->sources, diag);
    err = err ? err : fl_claim_source_list_add(&self->sources, yaml, fl_yaml_get(root, "sources"), diag);
    const fl_yaml_node *map = err ? NULL : fl_yaml_get(root, "populations");
    for (const fl_yaml_node *node = map ? map->first : NULL; node && !err; node = node->next) {
        err = add_population(self, yaml, node, diag);
    }
    const fl_yaml_node *list = err ? NULL : fl_yaml_get(root, "claims");
    for (const fl_yaml_node *node = list ? list->first : NULL; node && !err; node = node->next) {
        err = add_claim(self, yaml, node, diag);
    }
    return err;
}

fl_err fl_claim_set_add(fl_claim_set *self, const char *text, size_t size, const char *name, fl_diag *diag)
{
    fl_yaml *yaml = NULL;
    void *grown = realloc(self->file, (self->files_n + 1) * sizeof *self->file);
    if (!grown) {
        return fl_diag_memory(diag);
    }
    self->file = grown;
    fl_err err = fl_yaml_read(text, size, name, &yaml, diag);
    if (err) {
        return err;
    }
    self->file[self->files_n++] = yaml;
    return add_all(self, yaml, diag);
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

static bool contradicts(const fl_claim *claim, const char *id)
{
    const fl_yaml_node *list = fl_yaml_get(claim->node, "conflicts_with");
    for (const fl_yaml_node *node = list ? list->first : NULL; node; node = node->next) {
        if (node->text && strcmp(node->text, id) == 0) {
            return true;
        }
    }
    return false;
}

const fl_claim *fl_claim_set_conflict(const fl_claim_set *self, const fl_claim *claim, size_t n)
{
    for (size_t i = 0; i < self->claims_n; i++) {
        const fl_claim *other = self->claim[i];
        bool is_conflict = other != claim && (contradicts(claim, other->id) || contradicts(other, claim->id));
        if (is_conflict && n-- == 0) {
            return other;
        }
    }
    return NULL;
}
