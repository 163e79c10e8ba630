/* SPDX-License-Identifier: GPL-2.0-or-later */
/* WebAssembly cannot jump back into a function: after a defect the page ends the whole instance with a
 * message. */
#ifndef FL_PLOTS_PAGE_SETJMP_H
#define FL_PLOTS_PAGE_SETJMP_H

typedef int jmp_buf[1];

#define setjmp(place) ((void)(place), 0)
#define longjmp(place, value) ((void)(place), (void)(value), __builtin_trap())

#endif
