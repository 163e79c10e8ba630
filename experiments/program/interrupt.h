/* Ctrl-C: the first SIGINT or SIGTERM asks to stop, a second one ends the process at once. */
#ifndef FL_EXPERIMENTS_PROGRAM_INTERRUPT_H
#define FL_EXPERIMENTS_PROGRAM_INTERRUPT_H

/* Forgets what was caught and catches from now on. */
void fl_program_interrupt_listen(void);

/* The number of the signal that was caught, 0 if there was none. */
int fl_program_interrupt_caught(void);

#endif
