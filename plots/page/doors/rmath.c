/* SPDX-License-Identifier: GPL-2.0-or-later */
/* With r = x / (2 + x), log(1 + x) is 2 atanh(r) and x is 2 r + r x, so that log(1 + x) - x is
 * r (2 (r^2/3 + r^4/5 + …) - x): no digit is lost where x is small (Abramowitz and Stegun 4.1.27). */
#include "plots/page/doors/Rmath.h"

#include <math.h>

enum { TERMS = 40 };

double lgammafn(double x)
{
    return lgamma(x);
}

double log1pmx(double x)
{
    if (!(fabs(x) < 0.75)) {
        return log1p(x) - x;
    }
    double r = x / (2 + x);
    double sum = 0;
    for (int i = TERMS; i > 0; i--) {
        sum = sum * r * r + 1.0 / (2 * i + 1);
    }
    return r * (2 * r * r * sum - x);
}
