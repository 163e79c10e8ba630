/* SPDX-License-Identifier: MIT */
/* A command as words. No shell is used: $, * and | have no special meaning. */
#include "gen/outside/outside_private.h"

#include "gen/base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char where[] = "command";

static bool is_gap(char sign)
{
    return sign == ' ' || sign == '\t' || sign == '\n';
}

/* Begins the next word at a place of the text. */
static fl_err begin_word(fl_outside_command *self, char *at, fl_diag *diag)
{
    if (self->n + 1 == FL_OUTSIDE_WORDS) {
        return fl_diag_set(diag, FL_ERR_INPUT, where, "it has more than %d words", FL_OUTSIDE_WORDS - 1);
    }
    self->word[self->n++] = at;
    self->word[self->n] = NULL;
    return FL_OK;
}

/* Reads words, in which quotes may begin and end anywhere. */
static fl_err read_words(fl_outside_command *self, const char *text, fl_diag *diag)
{
    char *out = self->text;
    fl_err err = FL_OK;
    for (; is_gap(*text); text++) {}
    while (!err && *text) {
        char quote = '\0';
        err = begin_word(self, out, diag);
        for (; !err && *text && (quote || !is_gap(*text)); text++) {
            if (*text == quote) {
                quote = '\0';
            } else if (!quote && (*text == '\'' || *text == '"')) {
                quote = *text;
            } else {
                *out++ = *text;
            }
        }
        *out++ = '\0';
        err = err || !quote ? err : fl_diag_set(diag, FL_ERR_INPUT, where, "a %c is never closed", quote);
        for (; is_gap(*text); text++) {}
    }
    return err;
}

static fl_err read_item(fl_outside_command *self, const json_t *item, char **out, fl_diag *diag)
{
    char *number = json_is_number(item) ? json_dumps(item, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15)) : NULL;
    const char *word = number ? number : json_string_value(item);
    fl_err err = FL_OK;
    if (!word || strlen(word) != (number ? strlen(number) : json_string_length(item))) {
        err = fl_diag_set(diag, FL_ERR_INPUT, where, "its words are texts, without a zero byte");
    } else if ((size_t)(*out - self->text) + strlen(word) >= sizeof self->text) {
        err = fl_diag_set(diag, FL_ERR_INPUT, where, "it is too long");
    } else {
        err = begin_word(self, *out, diag);
        strcpy(*out, word);
        *out += strlen(word) + 1;
    }
    free(number);
    return err;
}

static fl_err read_list(fl_outside_command *self, const char *text, fl_diag *diag)
{
    json_error_t problem;
    json_t *list = json_loads(text, JSON_ALLOW_NUL, &problem);
    char *out = self->text;
    fl_err err = FL_OK;
    if (!json_is_array(list)) {
        err =
            fl_diag_set(diag, FL_ERR_INPUT, where, "it begins like a list, but is not one: %s", problem.text);
        fl_diag_hint(diag, "for example [\"node\", \"gen.js\"], or the words alone: node gen.js");
    }
    for (size_t i = 0; i < json_array_size(list) && !err; i++) {
        err = read_item(self, json_array_get(list, i), &out, diag);
    }
    json_decref(list);
    return err;
}

fl_err fl_outside_command_refuse(fl_diag *diag)
{
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, where, "no program is named");
    fl_diag_hint(diag, "for example --set command='python3 generator.py'; 'floorlab help program' says how "
                       "it is asked for floors");
    return err;
}

fl_err fl_outside_command_read(fl_outside_command *out, const char *text, fl_diag *diag)
{
    memset(out, 0, sizeof *out);
    const char *p = text;
    for (; is_gap(*p); p++) {}
    fl_err err = fl_files_check_text(text, strlen(text), where, diag);
    err = err ? err : *p == '[' ? read_list(out, p, diag) : read_words(out, p, diag);
    return !err && (out->n == 0 || out->word[0][0] == '\0') ? fl_outside_command_refuse(diag) : err;
}

/* Hashes a file piece by piece. */
fl_err fl_outside_command_note(const fl_outside_command *self, fl_files *files, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (unsigned i = 0; files && !files->is_closed && i < self->n && !err; i++) {
        struct stat about;
        uint64_t hash = 0;
        const char *name = self->word[i];
        if (stat(name, &about) || !S_ISREG(about.st_mode) || fl_files_find(files, name)) {
            continue;
        }
        int file = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
        if (file >= 0) { /* unreadable files may be executable */
            err = fl_files_hash_open(file, name, &hash, diag);
            close(file);
            err = err ? err : fl_files_note(files, name, hash, diag);
        }
    }
    return err;
}
