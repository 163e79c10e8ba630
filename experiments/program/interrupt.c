/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The handler sets one flag; the worker loops poll it. */
#include "experiments/program/program.h"

#include <signal.h>
#include <string.h>

static volatile sig_atomic_t caught;

static void note_signal(int number)
{
    if (caught) {
        struct sigaction usual;
        memset(&usual, 0, sizeof usual);
        usual.sa_handler = SIG_DFL;
        sigaction(number, &usual, NULL);
        raise(number);
    }
    caught = number;
}

void fl_program_interrupt_listen(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = note_signal;
    action.sa_flags = SA_RESTART;
    caught = 0;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int fl_program_interrupt_caught(void)
{
    return caught;
}
