/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What rules know by first floors, and what a result keeps of it. */
#include "gen/base/files.h"
#include "gen/outside/outside_private.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>

static fl_outside_rules rules;
static fl_files files;
static fl_diag diag;

static void forget(const char *script)
{
    signal(SIGPIPE, SIG_IGN);
    rules = (fl_outside_rules){.name = "mine", .with = "{}", .timeout = 2};
    rules.command = (fl_outside_command){.word = {"sh", "-c", (char *)script}, .n = 3};
}

/* Prints floors as long as it is asked, the third of each answer with a gate. */
#define FL_TEST_PRINT(cells)                                                                                 \
    "while read r; do for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do "                                  \
    "g=; [ $i = 3 ] && g=',\"gates\":{\"dice\":[\"rolled\"]}'; "                                             \
    "echo \"{\\\"rooms\\\":[{\\\"cells\\\":" cells "}]$g}\"; done; done"

static void tear_down(void)
{
    fl_files_free(&files);
}

TestSuite(first, .fini = tear_down, .timeout = 30);

Test(first, floors_tell_gates_and_sizes)
{
    forget(FL_TEST_PRINT("[[0,0]]"));
    cr_assert_eq(fl_outside_first_look(&rules, NULL, &diag), FL_OK, "%s", diag.what);
    cr_expect_eq(rules.known.gates_n, 1u);
    cr_expect_str_eq(rules.known.gate_names[0], "dice");
    cr_expect(rules.known.width == 32 && rules.known.height == 32 && rules.known.cells_most == 256);
    forget(FL_TEST_PRINT("[[0,0],[1,0],[2,0],[3,0],[4,0],[5,0],[6,0],[7,0],[8,0],[9,0],[10,0],[11,0]]"));
    cr_assert_eq(fl_outside_first_look(&rules, NULL, &diag), FL_OK);
    cr_expect(rules.known.width == 48 && rules.known.height == 48 && rules.known.cells_most == 256);
    forget(FL_TEST_PRINT("[[0,0]]"));
    rules.known.width = rules.known.height = 10;
    cr_assert_eq(fl_outside_first_look(&rules, NULL, &diag), FL_OK);
    cr_expect(rules.known.width == 10 && rules.known.cells_most == 100);
}

Test(first, looking_again_and_reading_a_result_start_nothing)
{
    fl_files closed = {.n = 0};
    forget(FL_TEST_PRINT("[[0,0]]"));
    cr_assert_eq(fl_outside_first_look(&rules, &files, &diag), FL_OK);
    cr_assert_eq(files.n, 2u);
    forget("exit 1");
    cr_expect_eq(fl_outside_first_look(&rules, &files, &diag), FL_OK);
    cr_expect(rules.known.gates_n == 1 && rules.known.width == 32);
    for (size_t i = 0; i < 2; i++) {
        const fl_named_file *file = &files.file[i];
        cr_assert_eq(fl_files_restore(&closed, file->name, file->data, file->hash, NULL), FL_OK);
    }
    forget("exit 1");
    cr_expect_eq(fl_outside_first_look(&rules, &closed, &diag), FL_OK);
    cr_expect(rules.known.gates_n == 1 && rules.known.width == 32);
    cr_expect(!fl_files_can_make(&closed), "its samples cannot be made again");
    strcpy(rules.with, "{\"a\":1}");
    cr_expect_eq(fl_outside_first_look(&rules, &closed, &diag), FL_ERR_DAMAGED);
    fl_files_free(&closed);
}

Test(first, other_floors_are_another_identity)
{
    uint64_t hash[3];
    static const char *const scripts[] = {FL_TEST_PRINT("[[0,0]]"), FL_TEST_PRINT("[[0,1]]"),
                                          FL_TEST_PRINT("[[0,0]]")};
    for (unsigned i = 0; i < 3; i++) {
        forget(scripts[i]);
        cr_assert_eq(fl_outside_first_look(&rules, &files, &diag), FL_OK);
        hash[i] = files.file[0].hash;
        fl_files_free(&files);
    }
    cr_expect(hash[0] != hash[1] && hash[0] == hash[2]);
    for (unsigned i = 0; i < 2; i++) {
        forget(scripts[i]);
        rules.is_unrepeatable = true;
        cr_assert_eq(fl_outside_first_look(&rules, &files, &diag), FL_OK);
        cr_expect_eq(files.file[0].hash, 1u, "what cannot be repeated is known by its command alone");
        fl_files_free(&files);
    }
}

Test(first, bad_summaries_and_floors_are_refused)
{
    static const char *const bad[] = {
        "side 2\ncells",        "side 201\ncells 1\n",         "side 2\ncells 5\n",
        "side 2\ncells 4\nx 1", "side 2\ncells 4\ngate a/b\n", "side 2\n"};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        fl_files closed = {.n = 0};
        cr_assert_eq(fl_files_restore(&closed, "the first floors of program: mine {}", bad[i], 1, NULL),
                     FL_OK);
        forget("exit 1");
        cr_expect_eq(fl_outside_first_look(&rules, &closed, &diag), FL_ERR_DAMAGED, "%s", bad[i]);
        fl_files_free(&closed);
    }
    forget("read r; echo no floor");
    cr_expect_eq(fl_outside_first_look(&rules, &files, &diag), FL_ERR_INPUT);
    cr_expect(strstr(diag.hint, "it printed: no floor"));
    forget("read r; exit 2");
    cr_expect_eq(fl_outside_first_look(&rules, &files, &diag), FL_ERR_IO);
    cr_expect_eq(files.n, 0u);
}
