/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The list of sources, and the check of citations.
 *
 * A citation is the short name of a source followed by the place in it: `Gao 2022, 6.1`. Several are
 * separated by semicolons. If one short name is the beginning of another, the longer one counts. */
#include "analysis/claim/claim_private.h"
#include "gen/base/suggest.h"
#include "gen/base/yaml_map.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CITATION = 64 }; /* length of a citation in which the nearest name is searched */

#define FL_SOURCE_TEXT(name, is_required, member)                                                            \
    {                                                                                                        \
        name, FL_YAML_SCALAR, is_required, FL_YAML_INTO(FL_YAML_BORROWED, fl_claim_source, member)           \
    }

static const fl_yaml_row source_rows[] = {
    FL_SOURCE_TEXT("short", true, short_name), FL_SOURCE_TEXT("title", true, title),
    FL_SOURCE_TEXT("id", false, id),           FL_SOURCE_TEXT("author", false, author),
    FL_SOURCE_TEXT("what", false, what),       FL_SOURCE_TEXT("where", false, where),
    FL_SOURCE_TEXT("date", false, date),       FL_SOURCE_TEXT("licence", false, licence)};

void fl_claim_source_list_init(fl_claim_source_list *self)
{
    memset(self, 0, sizeof *self);
}

void fl_claim_source_list_free(fl_claim_source_list *self)
{
    for (size_t i = 0; i < self->n; i++) {
        free(self->row[i]);
    }
    free(self->row);
    fl_yaml_free(self->shipped);
    memset(self, 0, sizeof *self);
}

static const fl_claim_source *with_name(const fl_claim_source_list *self, const char *name)
{
    for (size_t i = 0; i < self->n; i++) {
        if (strcmp(self->row[i]->short_name, name) == 0) {
            return self->row[i];
        }
    }
    return NULL;
}

static fl_err add_row(void *context, const fl_yaml_node *node)
{
    const fl_yaml_reading *r = context;
    fl_claim_source_list *self = r->out;
    fl_claim_source row = {.id = NULL};
    fl_yaml_reading reading = {r->yaml, r->diag, &row};
    fl_err err =
        fl_yaml_map_read(&reading, node, source_rows, sizeof source_rows / sizeof source_rows[0], NULL);
    if (!err && (row.short_name[0] == '\0' || with_name(self, row.short_name))) {
        err = fl_yaml_refuse(r->yaml, node, r->diag,
                             "every source has a short name of its own, found '%.60s' %s", row.short_name,
                             row.short_name[0] ? "again" : "");
    }
    if (err) {
        return err;
    }
    fl_claim_source *new_source = malloc(sizeof *new_source);
    void *grown = realloc(self->row, (self->n + 1) * sizeof(fl_claim_source *));
    self->row = grown ? grown : self->row;
    if (!grown || !new_source) {
        free(new_source);
        return fl_diag_memory(r->diag);
    }
    *new_source = row;
    self->row[self->n++] = new_source;
    return FL_OK;
}

fl_err fl_claim_source_list_add(fl_claim_source_list *self, fl_yaml *yaml, const fl_yaml_node *list,
                                fl_diag *diag)
{
    return fl_yaml_map_each(list, &(fl_yaml_reading){yaml, diag, self}, add_row);
}

fl_err fl_claim_source_list_add_shipped(fl_claim_source_list *self, fl_diag *diag)
{
    static const fl_yaml_row top = {"sources", FL_YAML_LIST, true, .store = FL_YAML_NOWHERE};
    if (self->shipped) {
        return FL_OK;
    }
    fl_err err = fl_yaml_read_shipped("data/sources.yaml", &self->shipped, diag);
    fl_yaml_reading reading = {self->shipped, diag, self};
    const fl_yaml_node *root = err ? NULL : fl_yaml_root(self->shipped);
    err = err ? err : fl_yaml_map_read(&reading, root, &top, 1, NULL);
    return err ? err : fl_claim_source_list_add(self, self->shipped, fl_yaml_get(root, "sources"), diag);
}

const fl_claim_source *fl_claim_source_list_find(const fl_claim_source_list *self, const char *citation)
{
    const fl_claim_source *best = NULL;
    size_t longest = 0;
    for (size_t i = 0; i < self->n; i++) {
        size_t length = strlen(self->row[i]->short_name);
        if (length > longest && strncmp(self->row[i]->short_name, citation, length) == 0 &&
            !isalnum((unsigned char)citation[length])) {
            best = self->row[i];
            longest = length;
        }
    }
    return best;
}

/* Returns the length of the text up to a character outside quotation marks. */
static size_t until(const char *text, char sign)
{
    size_t i = 0;
    for (bool is_quoted = false; text[i] && (is_quoted || text[i] != sign); i++) {
        is_quoted ^= text[i] == '"';
    }
    return i;
}

/* Returns the citation behind the next semicolon, NULL behind the last one. */
static const char *next(const char *citation)
{
    const char *end = citation + until(citation, ';');
    return *end ? end + 1 + strspn(end + 1, " ") : NULL;
}

fl_err fl_claim_source_list_check(const fl_claim_source_list *self, fl_yaml *yaml, const fl_yaml_node *node,
                                  const fl_claim_source **out, fl_diag *diag)
{
    const char *text = node->text ? node->text : "";
    *out = fl_claim_source_list_find(self, text);
    for (const char *citation = text; citation; citation = next(citation)) {
        char word[CITATION];
        const char *near = NULL;
        snprintf(word, sizeof word, "%.*s", (int)until(citation, ','), citation);
        if (fl_claim_source_list_find(self, citation)) {
            continue;
        }
        for (size_t i = 0; i < self->n; i++) {
            near = fl_suggest_nearer(word, near, self->row[i]->short_name);
        }
        fl_err err = fl_yaml_refuse(yaml, node, diag, "no source is called '%.60s'", word);
        fl_diag_hint(diag,
                     near
                         ? "did you mean '%s'?"
                         : "'floorlab list sources' shows their names; a file of yours may name more of them "
                           "under 'sources'",
                     near);
        return err;
    }
    return FL_OK;
}

bool fl_claim_source_list_cites(const fl_claim_source_list *self, const char *text,
                                const fl_claim_source *source)
{
    for (const char *citation = text; citation; citation = next(citation)) {
        if (fl_claim_source_list_find(self, citation) == source) {
            return true;
        }
    }
    return false;
}
