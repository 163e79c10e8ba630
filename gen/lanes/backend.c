/* SPDX-License-Identifier: MIT */
/* Names of the backends, and those that the processor supports. */
#include "gen/lanes/backend.h"
#include "gen/base/suggest.h"

#define FL_BACKEND_NAME(symbol, name, meaning) name,
static const char *const names[FL_BACKEND_COUNT] = {FL_BACKEND_TABLE(FL_BACKEND_NAME)};
#undef FL_BACKEND_NAME

const char *fl_backend_name(fl_backend backend)
{
    return names[backend < FL_BACKEND_COUNT ? backend : FL_BACKEND_REFERENCE];
}

fl_backend fl_backend_named(const char *name)
{
    return (fl_backend)fl_suggest_find(name, names, FL_BACKEND_COUNT, sizeof names[0]);
}

bool fl_backend_is_here(fl_backend backend)
{
    if (backend == FL_BACKEND_REFERENCE || backend == FL_BACKEND_PORTABLE) {
        return true;
    }
#if defined(__x86_64__)
    if (backend == FL_BACKEND_AVX2) {
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
               __builtin_cpu_supports("popcnt");
    }
    return backend == FL_BACKEND_AVX512 && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("gfni") &&
           __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

fl_backend fl_backend_best(void)
{
    for (int i = FL_BACKEND_COUNT - 1; i > FL_BACKEND_REFERENCE; i--) {
        if (fl_backend_is_here((fl_backend)i)) {
            return (fl_backend)i;
        }
    }
    return FL_BACKEND_REFERENCE;
}
