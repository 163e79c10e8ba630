/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints the backends that this machine's processor cannot run, so that run.py can say which were not tested.
 */
#include "gen/lanes/backend.h"

#include <stdio.h>

int main(void)
{
    for (unsigned i = 0; i < FL_BACKEND_COUNT; i++) {
        if (!fl_backend_is_here((fl_backend)i)) {
            puts(fl_backend_name((fl_backend)i));
        }
    }
    return 0;
}
