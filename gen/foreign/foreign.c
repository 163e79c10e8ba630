/* SPDX-License-Identifier: MIT */
/* A summary has a line for each known fact: "cells 26", "roll sacrifice". */
#include "gen/foreign/foreign.h"

#include "gen/base/parse_number.h"

#include <stdio.h>
#include <string.h>

bool fl_foreign_next(const char **text, char word[FL_SETTING_VALUES_TEXT])
{
    *text += strspn(*text, " ,");
    size_t n = strcspn(*text, " ,");
    snprintf(word, FL_SETTING_VALUES_TEXT, "%.*s", (int)n, *text);
    *text += n;
    return n > 0;
}

bool fl_foreign_is_name(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    size_t length = strnlen(name, FL_FOREIGN_NAME);
    return length > 0 && length < FL_FOREIGN_NAME && strspn(name, letters) == length;
}

size_t fl_foreign_trim(const char *line, size_t n)
{
    while (n > 0 && (line[n - 1] == ' ' || line[n - 1] == '\t' || line[n - 1] == '\r')) {
        n--;
    }
    return n;
}

fl_err fl_foreign_roll(fl_foreign *self, const char *name, unsigned *out, fl_diag *diag)
{
    if (!fl_foreign_is_name(name)) {
        return fl_diag_set(
            diag, FL_ERR_INPUT, "",
            "rolls: '%.40s' cannot be a roll's name, expected 1 to %d letters, digits, - and _", name,
            FL_FOREIGN_NAME - 1);
    }
    for (*out = 0; *out < self->rolls_n && strcmp(self->roll[*out], name) != 0;) {
        ++*out;
    }
    if (*out == FL_ROLL_MAX) {
        return fl_diag_set(diag, FL_ERR_INPUT, "", "rolls: '%s' is one more than the %d rolls there can be",
                           name, FL_ROLL_MAX);
    }
    if (*out == self->rolls_n) {
        strcpy(self->roll[*out], name);
        self->roll_names[*out] = self->roll[*out];
        self->rolls_n++;
    }
    return FL_OK;
}

void fl_foreign_write(const fl_foreign *self, const fl_foreign_number *numbers, size_t n, fl_text *out)
{
    for (size_t i = 0; i < n; i++) {
        fl_text_add_format(out, "%s %llu\n", numbers[i].name, (unsigned long long)numbers[i].value);
    }
    for (unsigned i = 0; i < self->rolls_n; i++) {
        fl_text_add_format(out, "roll %s\n", self->roll[i]);
    }
}

const char *fl_foreign_cut(const char **text, char word[FL_FOREIGN_LINE])
{
    size_t n = strcspn(*text, "\n");
    size_t length = strcspn(*text, " ");
    if (n >= FL_FOREIGN_LINE || length >= n) {
        return NULL;
    }
    memcpy(word, *text, n);
    word[n] = word[length] = '\0';
    *text += n + ((*text)[n] == '\n');
    return word + length + 1;
}

const char *fl_foreign_read(fl_foreign *self, fl_foreign_number *numbers, size_t n, const char *text)
{
    char word[FL_FOREIGN_LINE];
    unsigned unused = 0;
    for (size_t i = 0; i < n; i++) {
        const char *value = fl_foreign_cut(&text, word);
        if (!value || strcmp(word, numbers[i].name) != 0 ||
            fl_parse_number_unsigned(value, &numbers[i].value) || numbers[i].value < numbers[i].least ||
            numbers[i].value > numbers[i].most) {
            return NULL;
        }
    }
    while (strncmp(text, "roll ", 5) == 0) {
        const char *value = fl_foreign_cut(&text, word);
        if (!value || fl_foreign_roll(self, value, &unused, NULL)) {
            return NULL;
        }
    }
    return text;
}

fl_err fl_foreign_note(fl_files *files, const char *const names[2], uint64_t hash, fl_text *summary,
                       fl_diag *diag)
{
    fl_err err = fl_text_check(summary) ? fl_diag_memory(diag) : fl_files_note(files, names[0], hash, diag);
    err = err ? err : fl_files_keep(files, names[1], fl_text_get(summary), diag);
    fl_text_free(summary);
    return err;
}

unsigned fl_foreign_rolls(const void *rules, const char *const **names)
{
    const fl_foreign *self = rules;
    *names = self->roll_names;
    return self->rolls_n;
}

uint32_t fl_foreign_cells_most(const void *rules)
{
    return ((const fl_foreign *)rules)->cells_most;
}

void fl_foreign_board(const void *rules, int *width, int *height)
{
    *width = ((const fl_foreign *)rules)->width;
    *height = ((const fl_foreign *)rules)->height;
}

fl_err fl_foreign_check(void *scratch, fl_diag *diag)
{
    const fl_foreign_trouble *self = scratch;
    if (self->err && diag) {
        *diag = self->diag;
    }
    return self->err;
}
