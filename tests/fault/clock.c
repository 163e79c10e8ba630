/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A wall clock that is moved, for any program: preloaded (LD_PRELOAD), every second reading is an hour ahead
 * and the others are an hour behind. The monotonic clock goes on as it is. Needs glibc. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

enum { HOUR = 3600 };

int clock_gettime(clockid_t clock, struct timespec *out)
{
    static atomic_uint readings;
    static int (*real)(clockid_t, struct timespec *);
    if (!real) {
        void *found = dlsym(RTLD_NEXT, "clock_gettime");
        memcpy(&real, &found, sizeof real);
    }
    int result = real(clock, out);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        out->tv_sec += atomic_fetch_add(&readings, 1) % 2 == 0 ? HOUR : -HOUR;
    }
    return result;
}

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) {
        *out = now.tv_sec;
    }
    return now.tv_sec;
}
