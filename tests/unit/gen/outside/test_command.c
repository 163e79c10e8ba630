/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words of commands, and the files among them. */
#include "gen/base/files.h"
#include "gen/outside/outside_private.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* Whether a command has these words, "a|b c|". */
static void expect_words(const char *text, const char *words)
{
    fl_outside_command command;
    char found[1024] = "";
    cr_assert_eq(fl_outside_command_read(&command, text, NULL), FL_OK, "%s", text);
    for (unsigned i = 0; i < command.n; i++) {
        strcat(found, command.word[i]);
        strcat(found, "|");
    }
    cr_expect_null(command.word[command.n]);
    cr_expect_str_eq(found, words, "%s", text);
}

Test(command, words_are_divided_by_blanks_that_are_not_in_quotes)
{
    expect_words("gen", "gen|");
    expect_words("  node\tgen.js \n", "node|gen.js|");
    expect_words("'my gen' \"a 'b'\" c' 'd ''", "my gen|a 'b'|c d||");
    expect_words("sh -c $HOME/*|~\\n", "sh|-c|$HOME/*|~\\n|");
}

Test(command, lists_are_of_texts_and_numbers)
{
    expect_words("[\"node\", \"my gen.js\", 3, -0.5, \"\"]", "node|my gen.js|3|-0.5||");
    expect_words(" [\"\\u00e4\"]", "ä|");
}

Test(command, what_is_no_command_is_refused)
{
    static const char *const bad[] = {"",
                                      " ",
                                      "[]",
                                      "[\"\"]",
                                      "''",
                                      "a 'b",
                                      "\"a",
                                      "[\"a\"",
                                      "[\"a\"]b",
                                      "[\"a\",true]",
                                      "[[1]]",
                                      "[\"a\\u0000\"]",
                                      "{\"a\":1}x\xff",
                                      "[null]"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        fl_outside_command command;
        fl_diag diag;
        cr_expect_eq(fl_outside_command_read(&command, bad[i], &diag), FL_ERR_INPUT, "%s", bad[i]);
        cr_expect_str_eq(diag.where, "command");
    }
}

Test(command, many_and_long_words_stay_within_their_memory)
{
    char text[FL_SETTING_VALUES_TEXT] = "";
    fl_outside_command command;
    for (unsigned i = 0; i < 127; i++) {
        strcat(text, "a ");
    }
    cr_expect_eq(fl_outside_command_read(&command, text, NULL), FL_OK);
    cr_expect_eq(command.n, 127u);
    strcpy(text, "[1e9");
    for (unsigned i = 0; i < 61; i++) {
        strcat(text, ",1e9"); /* twelve bytes each */
    }
    strcat(text, "]");
    cr_expect_eq(fl_outside_command_read(&command, text, NULL), FL_ERR_INPUT);
}

Test(command, files_among_the_words_are_noted)
{
    fl_outside_command command;
    fl_files files = {.n = 0};
    folder here;
    char text[256];
    char path[64];
    folder_open(&here);
    snprintf(path, sizeof path, "%s", folder_path(&here, "gen.js"));
    folder_write(path, "one", 3);
    snprintf(text, sizeof text, "sh %s /dev/null /no/such/file /tmp %s", path, path);
    cr_assert_eq(fl_outside_command_read(&command, text, NULL), FL_OK);
    cr_expect_eq(fl_outside_command_note(&command, NULL, NULL), FL_OK);
    cr_expect_eq(fl_outside_command_note(&command, &files, NULL), FL_OK);
    cr_assert_eq(files.n, 1u);
    cr_expect_str_eq(files.file[0].name, path);
    cr_expect_eq(files.file[0].hash, fl_files_hash("one", 3));
    cr_expect_null(files.file[0].data);
    fl_files_free(&files);
    folder_close(&here);
}
