/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Signals become a flag, once. */
#include "experiments/program/program.h"

#include <criterion/criterion.h>

#include <signal.h>

Test(host, the_first_signal_is_noted)
{
    fl_program_interrupt_listen();
    cr_expect_eq(fl_program_interrupt_caught(), 0);
    raise(SIGTERM);
    cr_expect_eq(fl_program_interrupt_caught(), SIGTERM);
    fl_program_interrupt_listen();
    cr_expect_eq(fl_program_interrupt_caught(), 0, "listening anew forgets");
}

Test(host, the_second_signal_ends_the_process, .signal = SIGINT)
{
    fl_program_interrupt_listen();
    raise(SIGINT);
    raise(SIGINT);
}
