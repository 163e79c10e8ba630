/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The two functions of libRmath that a confidence sequence needs, for the page (absent.c). The third is named
 * by functions that the page uses, and is not linked. */
#ifndef FL_PLOTS_PAGE_RMATH_H
#define FL_PLOTS_PAGE_RMATH_H

double lgammafn(double x);
double log1pmx(double x); /* log(1 + x) - x */
double pchisq(double x, double freedom, int is_lower, int is_log);

#endif
