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

/* A signal that is ignored stays so: nohup, and shells for what runs in the background, want it. */
void fl_program_interrupt_listen(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP}; /* the last: its terminal was closed */
    struct sigaction action;
    struct sigaction before;
    memset(&action, 0, sizeof action);
    action.sa_handler = note_signal;
    action.sa_flags = SA_RESTART;
    caught = 0;
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaction(signals[i], &action, NULL);
        }
    }
}

int fl_program_interrupt_caught(void)
{
    return caught;
}
