/* SPDX-License-Identifier: MIT */
/* Backends: the builds of the vector kernels, and the choice of those that this machine can run. */
#ifndef FL_GEN_LANES_BACKEND_H
#define FL_GEN_LANES_BACKEND_H

#include <stdbool.h>

/* symbol, name, meaning; from the slowest to the fastest */
#define FL_BACKEND_TABLE(X)                                                                                  \
    X(FL_BACKEND_REFERENCE, "reference", "floor by floor, by the readable code")                             \
    X(FL_BACKEND_PORTABLE, "portable", "the kernel, for any machine")                                        \
    X(FL_BACKEND_AVX2, "avx2", "the kernel, four floors side by side")                                       \
    X(FL_BACKEND_AVX512, "avx512", "the kernel, eight floors side by side")

#define FL_BACKEND_ENUM(symbol, name, meaning) symbol,
typedef enum fl_backend { FL_BACKEND_TABLE(FL_BACKEND_ENUM) FL_BACKEND_COUNT } fl_backend;
#undef FL_BACKEND_ENUM

const char *fl_backend_name(fl_backend backend);

/* The backend of a name; FL_BACKEND_COUNT for an unknown one. */
fl_backend fl_backend_named(const char *name);

/* True if this processor can run the backend and this program contains it. */
bool fl_backend_is_here(fl_backend backend);

/* The fastest backend that is here. */
fl_backend fl_backend_best(void);

#endif
