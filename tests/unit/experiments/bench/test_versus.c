/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two programs in turns: here shell scripts, which count by burning time. Times are judged only where one
 * program does thirty times the other's work. */
#include "experiments/bench/bench.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static fl_bench_versus_request request;
static const fl_bench_case level_one = {"classic", "level=1 curse=random"};
static char other[FL_BENCH_PATH + 16];

/* A program whose floors cost so many steps, and which counts `more` rooms too many. */
static void write_program(const char *path, unsigned steps, unsigned more)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fprintf(file,
            "#!/bin/sh\n"
            "case $1 in\n"
            "run) n=$(sed -n 's/^floors: //p' \"$2\")\n"
            "   grep -q '^  curse: random$' \"$2\" || exit 2\n"
            "   awk -v n=$n 'BEGIN { for (i = 0; i < n * %u; i++) x += i }'\n"
            "   echo $n >\"$7\" ;;\n"
            "info) echo '{\"name\": \"x\", \"metrics\": {\"rooms\": {\"n\": '$(($(cat \"$2\") + %u))'}}, "
            "\"seed\": '$$'}' ;;\n"
            "esac\n",
            steps, more);
    fclose(file);
    cr_assert_eq(chmod(path, 0755), 0);
}

static void open_programs(unsigned steps, unsigned more)
{
    fl_diag diag;
    cr_assert_eq(fl_bench_versus_open(&request, "/bin/sh", &diag), FL_OK, "%s", diag.what);
    static char own[FL_BENCH_PATH + 16];
    snprintf(own, sizeof own, "%s/own", request.folder);
    snprintf(other, sizeof other, "%s/other", request.folder);
    write_program(own, 100, 0);
    write_program(other, steps, more);
    request.program[0] = own;
    request.program[1] = other;
    request.seconds = 0.02;
}

static void close_programs(void)
{
    cr_expect_eq(unlink(request.program[0]), 0);
    unlink(other);
    fl_bench_versus_close(&request);
    cr_expect_neq(access(request.folder, F_OK), 0, "the folder is gone");
}

Test(versus, a_slower_program_is_told)
{
    fl_bench_versus found;
    fl_diag diag;
    open_programs(3000, 0);
    cr_assert_eq(fl_bench_versus_measure(&found, &level_one, &request, &diag), FL_OK, "%s", diag.what);
    cr_expect_gt(found.floors, 1);
    cr_expect_gt(found.speed.least, 2);
    cr_expect(found.speed.least <= found.speed.median && found.speed.median <= found.speed.most);
    cr_expect_gt(found.start.of[0], 0);
    cr_expect(found.is_same, "both said the same of metrics, though not of all");
    close_programs();
}

Test(versus, other_counts_are_told)
{
    fl_bench_versus found;
    fl_diag diag;
    open_programs(100, 1);
    cr_assert_eq(fl_bench_versus_measure(&found, &level_one, &request, &diag), FL_OK, "%s", diag.what);
    cr_expect_not(found.is_same);
    close_programs();
}

static void expect_refusal(const char *program, const char *words)
{
    fl_bench_versus found;
    fl_diag diag;
    open_programs(100, 0);
    request.program[1] = program;
    cr_expect_eq(fl_bench_versus_measure(&found, &level_one, &request, &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, program);
    cr_expect(strstr(diag.what, words), "%s", diag.what);
    close_programs();
}

Test(versus, a_program_that_counts_nothing_is_refused)
{
    expect_refusal("/bin/true", "it cannot count classic level=1 curse=random: it writes no result");
    expect_refusal("/bin/false", "it writes no result");
    expect_refusal("/bin/sh", "run");
}

Test(versus, what_is_no_program_is_refused_before)
{
    fl_diag diag;
    const char *const words[] = {"/nosuch/program", "/dev/null", "/etc/passwd", "/"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        cr_expect_eq(fl_bench_versus_open(&request, words[i], &diag), FL_ERR_USAGE);
        cr_expect_eq(request.folder[0], '\0');
        fl_bench_versus_close(&request);
    }
}
