/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How many processors a process may use, under a real affinity mask. */
#define _GNU_SOURCE
#include "experiments/program/program.h"

#include <criterion/criterion.h>

#include <sched.h>

Test(host, a_process_bound_to_one_processor_uses_one)
{
    cpu_set_t all;
    cpu_set_t one;
    cr_assert_eq(sched_getaffinity(0, sizeof all, &all), 0);
    CPU_ZERO(&one);
    for (size_t i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; i++) {
        if (CPU_ISSET(i, &all)) {
            CPU_SET(i, &one);
        }
    }
    cr_expect_leq(fl_program_processors(), (unsigned)CPU_COUNT(&all));
    cr_expect_leq(fl_program_processors(), fl_program_processors_machine());
    cr_assert_eq(sched_setaffinity(0, sizeof one, &one), 0);
    cr_expect_eq(fl_program_processors(), 1u);
}
