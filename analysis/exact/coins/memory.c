/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Allocators for GMP that leave the calling work by longjmp when memory is exhausted. */
#include "analysis/exact/coins/coins_private.h"

#include <gmp.h>
#include <setjmp.h>
#include <stdlib.h>

static _Thread_local jmp_buf *rescue;

static void *resize(void *at, size_t before, size_t size)
{
    (void)before;
    void *moved = realloc(at, size);
    if (!moved && rescue) {
        longjmp(*rescue, 1);
    }
    fl_bug_assert(moved, "floorlab exact classic");
    return moved;
}

static void *get(size_t size)
{
    return resize(NULL, 0, size);
}

static void give(void *at, size_t size)
{
    (void)size;
    free(at);
}

/* Runs before any thread starts and any number exists. */
__attribute__((constructor)) static void tell_gmp(void)
{
    mp_set_memory_functions(get, resize, give);
}

fl_err fl_coins_memory_try(fl_coins_memory_work *work, void *context, fl_diag *diag)
{
    jmp_buf return_point;
    jmp_buf *const outer = rescue;
    if (setjmp(return_point)) {
        rescue = outer;
        return fl_diag_memory(diag);
    }
    rescue = &return_point;
    fl_err err = work(context, diag);
    rescue = outer;
    return err;
}
