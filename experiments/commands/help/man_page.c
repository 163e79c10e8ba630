/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Man pages (mdoc), written from the tables of commands and options: floorlab(1) and floorlab-COMMAND(1). */
#include "experiments/commands/commands_private.h"

#include <string.h>

/* The day when what these pages say was last looked at. */
static const char date[] = "November 24, 2026";

/* Adds a text whose signs mean nothing to mdoc; `at_start` says that it begins a line. */
static void add_escaped(const char *text, size_t n, bool at_start, fl_text *out)
{
    for (size_t i = 0; i < n; i++) {
        bool starts = i == 0 ? at_start : text[i - 1] == '\n';
        if (starts && (text[i] == '.' || text[i] == '\'')) {
            fl_text_add(out, "\\&");
        }
        if (text[i] == '\\') {
            fl_text_add(out, "\\e");
        } else if (text[i] == '-') {
            fl_text_add(out, "\\-");
        } else {
            fl_text_add_char(out, text[i]);
        }
    }
}

/* Adds a text in lines of at most LINE bytes, as long as its words allow. */
static void add_words(const char *text, fl_text *out)
{
    enum { LINE = 78 };
    size_t at = 0;
    while (*text) {
        size_t length = strcspn(text, " \n");
        size_t start = out->size;
        if (at > 0 && at + 1 + length > LINE) {
            fl_text_add_char(out, '\n');
            at = 0;
        } else if (at > 0) {
            fl_text_add_char(out, ' ');
        }
        add_escaped(text, length, at == 0, out);
        at += out->size - start;
        text += length + (text[length] != '\0');
    }
    fl_text_add_char(out, '\n');
}

/* Adds lines that stand as they are. */
static void add_lines(const char *text, fl_text *out)
{
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] == '\n') {
        n--;
    }
    fl_text_add(out, ".Bd -literal\n");
    for (const char *p = text; p < text + n;) {
        size_t length = strcspn(p, "\n");
        add_escaped(p, length, true, out);
        fl_text_add_char(out, '\n');
        p += length + 1;
    }
    fl_text_add(out, ".Ed\n");
}

static void add_head(const char *title, const char *name, const char *summary, fl_text *out)
{
    fl_text_add_format(out, ".Dd %s\n.Dt %s 1\n.Os\n.Sh NAME\n.Nm %s\n.Nd ", date, title, name);
    add_words(summary, out);
}

static void upper(const char *word, char *out, size_t size)
{
    size_t n = 0;
    for (; word[n] && n + 1 < size; n++) {
        out[n] = (char)(word[n] >= 'a' && word[n] <= 'z' ? word[n] - 'a' + 'A' : word[n]);
    }
    out[n] = '\0';
}

static void add_command(const fl_command *command, fl_text *out)
{
    char title[32];
    char name[40];
    upper(command->name, title, sizeof title);
    fl_text own;
    fl_text_init(&own);
    fl_text_add_format(&own, "FLOORLAB-%s", title);
    size_t n = strlen(command->name);
    memcpy(name, "floorlab-", 9);
    memcpy(name + 9, command->name, n + 1);
    add_head(fl_text_get(&own), name, command->summary, out);
    fl_text_add_format(out, ".Sh SYNOPSIS\n.Nm floorlab %s\n", command->name);
    if (command->arguments[0]) {
        fl_text_add(out, ".Ar ");
        add_escaped(command->arguments, strlen(command->arguments), false, out);
        fl_text_add(out, "\\&\n"); /* a bracket at the end is no delimiter */
    }
    fl_text_add(out, ".Op Ar options\n.Sh DESCRIPTION\n");
    fl_text_add_format(out, ".Nm floorlab %s :\n", command->name);
    add_words(command->summary, out);
    if (command->details) {
        add_lines(command->details, out);
    }
    fl_text_add(out, ".Pp\nThe options are:\n.Bl -tag -width Ds\n");
    for (size_t i = 0; i < command->options_n; i++) {
        fl_text_add(out, ".It ");
        if (command->options[i].letter) {
            fl_text_add_format(out, "Fl %c , ", command->options[i].letter);
        }
        fl_text_add(out, "Fl \\-");
        add_escaped(command->options[i].name, strlen(command->options[i].name), false, out);
        if (command->options[i].value) {
            fl_text_add(out, " Ar ");
            add_escaped(command->options[i].value, strlen(command->options[i].value), false, out);
        }
        fl_text_add_char(out, '\n');
        add_words(command->options[i].meaning, out);
    }
    fl_text_add(out, ".El\n.Sh EXAMPLES\n");
    add_lines(command->examples, out);
    fl_text_add(out, ".Sh SEE ALSO\n.Xr floorlab 1\n");
    out->is_short_of_memory |= own.is_short_of_memory;
    fl_text_free(&own);
}

void fl_commands_man_page(const fl_command *command, fl_text *out)
{
    if (command) {
        add_command(command, out);
    } else {
        size_t n = 0;
        const fl_command *const *all = fl_commands_all(&n);
        add_head("FLOORLAB", "floorlab", "a laboratory for dungeon-floor generators", out);
        fl_text_add(
            out,
            ".Sh SYNOPSIS\n.Nm\n.Ar command\n.Op Ar options\n.Sh DESCRIPTION\n.Nm\n"
            "makes dungeon floors by the rules of the Binding of Isaac games,\ncounts what is on them, and\n"
            "says which documented odds hold.\n.Pp\nThe commands are:\n.Bl -tag -width Ds\n");
        for (size_t i = 0; i < n; i++) {
            fl_text_add_format(out, ".It Cm %s\n", all[i]->name);
            add_words(all[i]->summary, out);
        }
        fl_text_add(out, ".El\n.Pp\n.Ql floorlab help\nlists the pages of the manual, and explains every "
                         "setting, metric and event.\n"
                         ".Sh EXIT STATUS\n.Bl -tag -width Ds\n");
        for (const fl_exit_code *row = fl_commands_exit_codes; row->code; row++) {
            fl_text_add_format(out, ".It %s\n", row->code);
            add_words(row->meaning, out);
        }
        fl_text_add(out, ".El\n.Sh SEE ALSO\n");
        const char *before = "";
        for (size_t i = 0; i < n; i++) { /* in the order of the alphabet */
            const char *next = NULL;
            for (size_t k = 0; k < n; k++) {
                bool follows = strcmp(all[k]->name, before) > 0;
                next = follows && (!next || strcmp(all[k]->name, next) < 0) ? all[k]->name : next;
            }
            fl_text_add_format(out, ".Xr floorlab-%s 1%s\n", next, i + 1 < n ? " ," : "");
            before = next;
        }
    }
}
