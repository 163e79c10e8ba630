/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chandrupatla's method ("A new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear
 * function without using derivatives", Advances in Engineering Software 28, 1997): inverse quadratic
 * interpolation where the last three points look smooth, halving elsewhere. Infinite values make it halve. */
#include "analysis/stat/stat_private.h"

#include <assert.h>
#include <math.h>

enum { STEPS = 200 };

static const double precision = 1e-10;

typedef struct point {
    double x, y;
} point;

/* Returns the next point between a (0) and b (1); c is the previous one. */
static double next_share(point a, point b, point c)
{
    double xi = (a.x - b.x) / (c.x - b.x);
    double phi = (a.y - b.y) / (c.y - b.y);
    if (!(phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)) {
        return 0.5;
    }
    return a.y / (b.y - a.y) * (c.y / (b.y - c.y)) +
           (c.x - a.x) / (b.x - a.x) * (a.y / (c.y - a.y)) * (b.y / (c.y - b.y));
}

double fl_stat_crossing_find(fl_crossing_function f, const void *context, double inside, double outside)
{
    double width = fabs(outside - inside);
    point a = {outside, f(context, outside)};
    point b = {inside, f(context, inside)};
    double share = 0.5;
    if (width <= 0 || a.y < 0) {
        return outside;
    }
    assert(b.y < 0);
    for (int i = 0; i < STEPS; i++) {
        double x = a.x + share * (b.x - a.x);
        double y = f(context, x);
        bool is_like_a = (y < 0) == (a.y < 0);
        point c = is_like_a ? a : b;
        b = is_like_a ? b : a;
        a = (point){x, y};
        double least = precision * width / fabs(b.x - a.x);
        if (!(least < 0.5)) {
            break;
        }
        share = fmin(fmax(next_share(a, b, c), least), 1 - least);
    }
    return a.y < 0 ? a.x : b.x;
}

/* Doubles the scale until the answer is yes, then bisects the last step on a logarithmic scale. */
double fl_stat_trials_needed_scale(fl_trials_needed_question is_yes, const void *context, double first,
                                   double most)
{
    double no = first;
    double yes = first;
    assert(first > 0);
    if (is_yes(context, first)) {
        return first;
    }
    do {
        no = yes;
        yes *= 2;
        if (no >= most) {
            return INFINITY;
        }
    } while (!is_yes(context, yes));
    while (yes / no > 1.001) {
        double middle = sqrt(no * yes);
        bool is_early = is_yes(context, middle);
        yes = is_early ? middle : yes;
        no = is_early ? no : middle;
    }
    return yes;
}
