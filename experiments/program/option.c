/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parsing arguments against a table of options, and the options that many commands share. */
#include "experiments/program/program.h"
#include "gen/base/parse_number.h"
#include "gen/base/suggest.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHARDS = 1000000 };

static int find_long(const fl_options *self, const char *name, size_t length)
{
    for (size_t i = 0; i < self->table_n; i++) {
        if (strlen(self->table[i].name) == length && memcmp(self->table[i].name, name, length) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static int find_letter(const fl_options *self, char letter)
{
    for (size_t i = 0; i < self->table_n; i++) {
        if (letter && self->table[i].letter == letter) {
            return (int)i;
        }
    }
    return -1;
}

static fl_err refuse(const fl_options *self, const char *argument, fl_diag *diag)
{
    char name[64];
    const char *bare = argument + strspn(argument, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(bare, "="), bare);
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "there is no option '%.80s' here", argument);
    const char *near = fl_suggest_name(name, self->table, self->table_n, sizeof *self->table);
    if (near) {
        fl_diag_hint(diag, "did you mean '--%s'?", near);
    }
    return err;
}

/* True if an option that takes words accepts this one. */
static bool takes(const fl_option *option, const char *value)
{
    const char *words = option->value ? option->value : "";
    size_t length = strlen(value);
    bool is_open = !strchr(words, '|');
    while (!is_open && *words) {
        size_t n = strcspn(words, "|");
        if (n == length && memcmp(words, value, n) == 0) {
            return true;
        }
        words += n + (words[n] == '|');
    }
    return is_open;
}

static fl_err keep(fl_options *self, int row, const char *value, fl_diag *diag)
{
    const fl_option *option = &self->table[row];
    if (!takes(option, value)) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--%s takes %s, not '%.80s'", option->name, option->value,
                           value);
    }
    if (!option->repeats && fl_program_option_get(self, option->name)) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--%s is given twice", option->name);
    }
    if (self->values_n == FL_OPTION_VALUES) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "more than %d options", FL_OPTION_VALUES);
    }
    self->value[self->values_n] = value;
    self->row[self->values_n++] = (unsigned char)row;
    return FL_OK;
}

/* True if an unknown option may be the name of a setting. */
static bool may_be_setting(const fl_options *self, const char *name, size_t length)
{
    char text[64];
    snprintf(text, sizeof text, "%.*s", (int)length, name);
    return length > 0 && length < sizeof text && find_long(self, "set", 3) >= 0 &&
           !fl_suggest_name(text, self->table, self->table_n, sizeof *self->table);
}

/* Keeps a name of this length and a value as "K=V" of --set. */
static fl_err keep_setting(fl_options *self, const char *name, size_t length, const char *value,
                           fl_diag *diag)
{
    char *text = self->settings + self->settings_size;
    size_t room = sizeof self->settings - self->settings_size;
    int n = snprintf(text, room, "%.*s=%s", (int)length, name, value);
    if (n < 0 || (size_t)n >= room) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "too many or too long settings; give them as --set K=V");
    }
    self->settings_size += (size_t)n + 1;
    return keep(self, find_long(self, "set", 3), text, diag);
}

/* Reads one option; *argument advances if the value is the next argument. */
static fl_err read_option(fl_options *self, char ***argument, fl_diag *diag)
{
    const char *text = **argument;
    bool is_long = text[1] == '-';
    const char *name = text + (is_long ? 2 : 1);
    size_t length = is_long ? strcspn(name, "=") : 1;
    int row = is_long ? find_long(self, name, length) : find_letter(self, name[0]);
    if (row < 0 && is_long && may_be_setting(self, name, length)) {
        const char *value = name[length] == '=' ? name + length + 1 : (*argument)[1];
        *argument += name[length] != '=' && value;
        return value ? keep_setting(self, name, length, value, diag) : refuse(self, text, diag);
    }
    if (row < 0) {
        return refuse(self, text, diag);
    }
    const fl_option *option = &self->table[row];
    const char *attached = name[length] == '=' ? name + length + 1 : !is_long && name[1] ? name + 1 : NULL;
    if (!option->value) {
        return attached ? fl_diag_set(diag, FL_ERR_USAGE, "", "--%s takes no value", option->name)
                        : keep(self, row, "", diag);
    }
    if (!attached) {
        attached = *++*argument;
        if (!attached) {
            --*argument;
            return fl_diag_set(diag, FL_ERR_USAGE, "", "--%s needs a value: --%s %s", option->name,
                               option->name, option->value);
        }
    }
    return keep(self, row, attached, diag);
}

fl_err fl_program_option_read(fl_options *self, const fl_option *table, size_t table_n, char **arguments,
                              fl_diag *diag)
{
    assert(table_n <= UCHAR_MAX); /* rows are kept as bytes */
    memset(self, 0, sizeof *self);
    self->table = table;
    self->table_n = table_n;
    bool only_words = false;
    for (char **argument = arguments; *argument; argument++) {
        if (!only_words && strcmp(*argument, "--") == 0) {
            only_words = true;
            continue;
        }
        if (only_words || (*argument)[0] != '-' || (*argument)[1] == '\0') {
            if (self->words_n == FL_OPTION_WORDS) {
                return fl_diag_set(diag, FL_ERR_USAGE, "", "more than %d arguments", FL_OPTION_WORDS);
            }
            self->word[self->words_n++] = *argument;
            continue;
        }
        fl_err err = read_option(self, &argument, diag);
        if (err) {
            return err;
        }
    }
    return FL_OK;
}

const char *fl_program_option_get(const fl_options *self, const char *name)
{
    for (size_t i = self->values_n; i-- > 0;) {
        if (strcmp(self->table[self->row[i]].name, name) == 0) {
            return self->value[i];
        }
    }
    return NULL;
}

const char *fl_program_option_nth(const fl_options *self, const char *name, size_t n)
{
    for (size_t i = 0; i < self->values_n; i++) {
        if (strcmp(self->table[self->row[i]].name, name) == 0 && n-- == 0) {
            return self->value[i];
        }
    }
    return NULL;
}

static bool is_listed(const char *name, const char *const *list)
{
    while (*list && strcmp(*list, name) != 0) {
        list++;
    }
    return *list != NULL;
}

void fl_program_option_add_words(const fl_options *self, const char *const *without, fl_text *out)
{
    for (size_t i = 0; i < self->words_n; i++) {
        fl_text_add_char(out, ' ');
        fl_program_format_word(self->word[i], out);
    }
    for (size_t i = 0; i < self->values_n; i++) {
        const fl_option *row = &self->table[self->row[i]];
        if (!is_listed(row->name, without)) {
            fl_text_add_format(out, " --%s%s", row->name, row->value ? " " : "");
            if (row->value) {
                fl_program_format_word(self->value[i], out);
            }
        }
    }
}

fl_err fl_program_option_number(const fl_options *self, const char *name, uint64_t otherwise, uint64_t *out,
                                fl_diag *diag)
{
    const char *text = fl_program_option_get(self, name);
    *out = otherwise;
    if (!text || fl_parse_number_unsigned(text, out) == FL_OK) {
        return FL_OK;
    }
    fl_err err =
        fl_diag_set(diag, FL_ERR_USAGE, "", "--%s needs a whole number, 0 or more, not '%.80s'", name, text);
    fl_diag_hint(diag, "write it as 10000000, 10_000_000 or 10M (k, M, G)");
    return err;
}

fl_err fl_program_option_seconds(const fl_options *self, const char *name, double otherwise, double *out,
                                 fl_diag *diag)
{
    static const char digits[] = "0123456789";
    const char *text = fl_program_option_get(self, name);
    *out = otherwise;
    if (!text) {
        return FL_OK;
    }
    size_t whole = strspn(text, digits);
    size_t fraction = text[whole] == '.' ? strspn(text + whole + 1, digits) : 0;
    size_t length = whole + (text[whole] == '.') + fraction;
    if (whole + fraction == 0 || text[length] || length > 12) {
        fl_err err =
            fl_diag_set(diag, FL_ERR_USAGE, "", "--%s needs a number of seconds, not '%.80s'", name, text);
        fl_diag_hint(diag, "for example --%s 30, or --%s 0.5", name, name);
        return err;
    }
    *out = strtod(text, NULL);
    return FL_OK;
}

fl_err fl_program_option_threads(const fl_options *self, uint64_t *out, fl_diag *diag)
{
    uint64_t usual = fl_program_processors();
    uint64_t limit = fl_program_processors_machine();
    limit = limit < FL_THREADS_USUAL ? FL_THREADS_USUAL : limit > FL_THREADS_MAX ? FL_THREADS_MAX : limit;
    fl_err err = fl_program_option_number(self, "threads", usual < limit ? usual : limit, out, diag);
    if (!err && (*out < 1 || *out > limit)) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--threads must be 1 to %llu on this machine, not %llu",
                           (unsigned long long)limit, (unsigned long long)*out);
    }
    return err;
}

fl_err fl_program_option_backend(const fl_options *self, fl_backend *out, fl_diag *diag)
{
    const char *name = fl_program_option_get(self, "backend");
    *out = name ? fl_backend_named(name) : fl_backend_best();
    if (!fl_backend_is_here(*out)) {
        fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "this processor cannot run the backend '%s'", name);
        fl_diag_hint(diag, "the fastest it can run is '%s'", fl_backend_name(fl_backend_best()));
        return err;
    }
    return FL_OK;
}

fl_err fl_program_option_shard(const fl_options *self, uint64_t *shard, uint64_t *shards, fl_diag *diag)
{
    const char *text = fl_program_option_get(self, "shard");
    char first[32];
    uint64_t i = 1;
    bool is_auto = false;
    *shard = 0;
    *shards = 1;
    if (!text) {
        return FL_OK;
    }
    /* "auto" or "auto/100" */
    static const char word[] = "auto";
    size_t length = strlen(word);
    uint64_t given = 0;
    is_auto = strncmp(text, word, length) == 0 && (text[length] == '\0' || text[length] == '/');
    bool has_number = is_auto && text[length] == '/';
    if (has_number &&
        (fl_parse_number_unsigned(text + length + 1, &given) || given < 1 || given > MOST_SHARDS)) {
        is_auto = false;
    }
    fl_err err = is_auto ? fl_program_launcher_shard(given, shard, shards, diag) : FL_OK;
    if (is_auto || err) {
        return err;
    }
    const char *slash = strchr(text, '/');
    if (slash && (size_t)(slash - text) < sizeof first) {
        snprintf(first, sizeof first, "%.*s", (int)(slash - text), text);
        if (!fl_parse_number_unsigned(first, &i) && !fl_parse_number_unsigned(slash + 1, shards) && i >= 1 &&
            i <= *shards && *shards <= MOST_SHARDS) {
            *shard = i - 1;
            return FL_OK;
        }
    }
    err = fl_diag_set(diag, FL_ERR_USAGE, "",
                      "--shard needs I/N with I from 1 to N (at most %d), or auto, not '%.80s'", MOST_SHARDS,
                      text);
    fl_diag_hint(diag, "for example --shard 3/100");
    return err;
}
