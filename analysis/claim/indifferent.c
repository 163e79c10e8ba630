/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Settings that do not matter to a claim: those that it names, and those that data/indifferent.yaml names for
 * what it counts. */
#include "analysis/claim/claim_private.h"
#include "gen/base/embedded.h"

#include <fnmatch.h>
#include <string.h>

/* True if a pattern of a list matches the name. */
static bool has(const fl_yaml_node *list, const char *name)
{
    for (const fl_yaml_node *node = list ? list->first : NULL; node; node = node->next) {
        if (node->text && fnmatch(node->text, name, 0) == 0) {
            return true;
        }
    }
    return false;
}

fl_err fl_claim_indifferent_open(fl_claim_set *set, fl_diag *diag)
{
    const fl_embedded *file = fl_embedded_find("data/indifferent.yaml");
    if (set->indifferent || !file) {
        return FL_OK;
    }
    return fl_yaml_read(file->data, file->size, file->name, &set->indifferent, diag);
}

bool fl_claim_is_indifferent(const fl_claim_set *set, const fl_claim_row *row, const char *setting)
{
    const char *counted = row->claim->expression ? NULL : row->claim->event ? row->claim->event : row->metric;
    const fl_yaml_node *root = set->indifferent ? fl_yaml_root(set->indifferent) : NULL;
    if (strcmp(setting, "preset") == 0 || has(fl_yaml_get(row->claim->node, "indifferent"), setting)) {
        return true;
    }
    for (const fl_yaml_node *node = root ? root->first : NULL; node && counted; node = node->next) {
        if (has(fl_yaml_get(node, "counts"), counted) && has(fl_yaml_get(node, "settings"), setting)) {
            return true;
        }
    }
    return false;
}
