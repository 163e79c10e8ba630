/* What the program was built with and runs on, for provenance. */
#ifndef FL_EXPERIMENTS_PROGRAM_HOST_H
#define FL_EXPERIMENTS_PROGRAM_HOST_H

#include <pthread.h>

const char *fl_program_host_code_version(void);
const char *fl_program_host_compiler(void);

/* The processor's name as the system tells it, or "unknown". Read once, from the main thread. */
const char *fl_program_host_processor(void);

/* Seconds of a clock that never goes back. */
double fl_program_host_seconds(void);

/* Seconds of processor time that this thread has had. */
double fl_program_host_thread_seconds(void);

/* Waits for a change, a tenth of a second at most. The lock is held. */
void fl_program_host_wait_a_tick(pthread_cond_t *changed, pthread_mutex_t *lock);

#endif
