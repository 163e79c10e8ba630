/* SPDX-License-Identifier: MIT */
/* Conditions as events of a catalogue, for counting beside the built-in events. */
#include "analysis/expression/expression_private.h"

#include <stdlib.h>
#include <string.h>

/* Data owned by an event; the catalogue frees it through its first member. */
typedef struct kept {
    fl_expression condition;
    char text[];
} kept;

static fl_err check_name(const fl_catalogue *catalogue, const char *name, const char *where, fl_diag *diag)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    static const char more[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    size_t n = strlen(name);
    if (n == 0 || n >= FL_EVENT_NAME || !strchr(letters, name[0]) || name[strspn(name, more)] != '\0') {
        return fl_diag_set(
            diag, FL_ERR_INPUT, where,
            "an event has a name of 1 to %d letters, digits and _, and does not begin with a digit",
            FL_EVENT_NAME - 1);
    }
    if (fl_name_is_known(catalogue, name)) {
        return fl_diag_set(diag, FL_ERR_INPUT, where, "%s has a metric or an event '%s' already",
                           catalogue->generator->name, name);
    }
    return FL_OK;
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t\r\n");
}

bool fl_expression_is_same(const char *a, const char *b)
{
    a = skip_blanks(a);
    b = skip_blanks(b);
    while (*a && *a == *b) {
        a = skip_blanks(a + 1);
        b = skip_blanks(b + 1);
    }
    return *a == *b;
}

fl_err fl_expression_add_event(fl_catalogue *catalogue, const char *name, const fl_expression_text *text,
                               fl_diag *diag)
{
    size_t size = strlen(text->text) + 1;
    fl_err err = check_name(catalogue, name, text->where, diag);
    if (err) {
        return err;
    }
    kept *entry = malloc(sizeof *entry + size);
    if (!entry) {
        return fl_diag_memory(diag);
    }
    memcpy(entry->text, text->text, size);
    err = fl_expression_parse(&entry->condition, text, catalogue, diag);
    fl_catalogue_event *event = err ? NULL : fl_sample_add_event(catalogue, name, entry->text);
    if (!event) {
        free(entry);
        return err ? err : fl_diag_memory(diag);
    }
    event->is_default = false;
    event->groups = entry->condition.groups;
    event->condition = &entry->condition;
    return FL_OK;
}
