#!/usr/bin/env python3
"""stat_reference.py > stat_reference.h, as the build does: values of analysis/stat worked out another way.

Small counts by exact rational arithmetic (fractions), large ones with 60 digits (decimal): lgamma by Stirling's series
from 60 on and the recurrence below it, the incomplete beta function by its continued fraction. Nothing of the C code's
algebra is used here: log E is the plain difference of log-gammas and logarithms, of which 15 digits cancel at 10^12.
Takes a few seconds.
"""
import math
from decimal import Decimal as D, getcontext
from fractions import Fraction as F

getcontext().prec = 60
getcontext().Emin, getcontext().Emax = -10**15, 10**15
PI = D("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899")
TERMS = 40


def bernoulli(n):
    row, out = [], []
    for m in range(n + 1):
        row.append(F(1, m + 1))
        for j in range(m, 0, -1):
            row[j - 1] = j * (row[j - 1] - row[j])
        out.append(row[0])
    return out


def dec(x):
    if isinstance(x, F):
        return D(x.numerator) / D(x.denominator)
    return D(x)


STIRLING = [dec(b / (2 * k * (2 * k - 1))) for k, b in
            ((k, bernoulli(2 * TERMS)[2 * k]) for k in range(1, TERMS + 1))]


def lgamma(z):
    z, shift = D(z), D(1)
    while z < 60:
        shift, z = shift * z, z + 1
    rest, power = D(0), 1 / z
    for term in STIRLING:
        rest, power = rest + term * power, power / (z * z)
    return (z - D("0.5")) * z.ln() - z + (2 * PI).ln() / 2 + rest - shift.ln()


def xlogp(k, p):
    return D(0) if k == 0 else D(k) * dec(p).ln()


def log_e(counts, shapes, distribution):
    """Dirichlet mixture over the likelihood of the distribution, in logarithms."""
    n, mass = sum(counts), sum(shapes)
    top = sum(lgamma(D(k) + D(a)) - lgamma(a) for k, a in zip(counts, shapes)) - lgamma(D(n) + D(mass)) + lgamma(mass)
    return top - sum(xlogp(k, p) for k, p in zip(counts, distribution))


def exact_log_e(k, n, p):
    """The beta(1/2, 1/2) mixture as one fraction: B(k+1/2, m+1/2) / pi = (2k)! (2m)! / (4^n k! m! n!)."""
    m, f = n - k, math.factorial
    e = F(f(2 * k) * f(2 * m), 4**n * f(k) * f(m) * f(n)) / (p**k * (1 - p)**m)
    return D(e.numerator).ln() - D(e.denominator).ln()


def ends(k, n, goal):
    """Where log E(p) = goal below and above k/n, by bisection in p; the wide prior."""
    top = lgamma(D(k) + D("0.5")) + lgamma(D(n - k) + D("0.5")) - lgamma(n + 1) - 2 * lgamma(D("0.5"))

    def side(low, high):
        # log E falls towards `high`; both are hit counts over n in logarithmic distance
        for _ in range(170):
            middle = (low + high) / 2
            if top - xlogp(k, middle) - xlogp(n - k, 1 - middle) > goal:
                low = middle
            else:
                high = middle
        return (low + high) / 2

    found = D(k) / D(n)
    lo = side(D("1e-60"), found) if k else D(0)
    hi = side(1 - D("1e-60"), found) if k < n else D(1)
    return lo, hi


def incomplete_beta(x, a, b):
    """I_x(a, b) for x below the mean, by the continued fraction (DLMF 8.17.22)."""
    a, b = D(a), D(b)
    front = (a * x.ln() + b * (1 - x).ln() - (lgamma(a) + lgamma(b) - lgamma(a + b))).exp() / a
    c, d, m = D(1), 1 / (1 - (a + b) * x / (a + 1)), 0
    h = d
    while True:
        m += 1
        step = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / (1 + step * d)
        c = 1 + step / c
        h *= c * d
        step = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / (1 + step * d)
        c = 1 + step / c
        h *= c * d
        if abs(c * d - 1) < D("1e-30"):
            break
    return front * h


def quantile(goal, a, b, low):
    """x below the mean with I_x(a, b) = goal; secant in logarithms from a normal guess."""
    mean = D(a) / (D(a) + D(b))
    sd = (mean * (1 - mean) / (D(a) + D(b))).sqrt()
    x0, x1 = mean - low * sd, mean - (low + D("0.05")) * sd
    if x1 <= 0:
        x0, x1 = mean * D("0.01"), mean * D("0.001")
    f0, f1 = (incomplete_beta(x0, a, b) / goal).ln(), (incomplete_beta(x1, a, b) / goal).ln()
    while abs(f1) > D("1e-24"):
        # the logarithm of a tail is close to a square in x, and to a straight line in log x near 0
        slope = (f1 - f0) / (x1.ln() - x0.ln())
        x0, f0, x1 = x1, f1, (x1.ln() - f1 / slope).exp()
        f1 = (incomplete_beta(x1, a, b) / goal).ln()
    return x1


def clopper(k, n, alpha):
    half, z = alpha / 2, D("3.3") if alpha < D("0.01") else D("1.96")
    lo = quantile(half, k, n - k + 1, z) if k else D(0)
    hi = 1 - quantile(half, n - k, k + 1, z) if k < n else D(1)
    return lo, hi


def binomial_p(k, n, p):
    """Sum of all chances not above that of k, exactly."""
    chance = [math.comb(n, i) * p**i * (1 - p)**(n - i) for i in range(n + 1)]
    return sum(c for c in chance if c <= chance[k])


def number(x):
    return "%.17g" % float(dec(x) if not isinstance(x, D) else x)


def table(name, row_type, rows):
    print("static const %s %s[] = {" % (row_type, name))
    for row in rows:
        print("    {%s}," % ", ".join(row))
    print("};\n")


def near(n, p, z):
    spread = (D(n) * dec(p) * (1 - dec(p))).sqrt()
    return min(n, max(0, int(D(n) * dec(p) + D(z) * spread)))


def beta_rows():
    for n in (0, 1, 7, 300, 10**4, 10**6, 10**9, 10**12):
        for p in (F(1, 2), F(1, 7), F(5, 14), F(98, 125), F(1, 10**6)):
            ks = {near(n, p, z) for z in (-20, -4, 0, 1, 4, 20)} | {0, n, n // 3}
            for k in sorted(ks):
                value = log_e((k, n - k), (D("0.5"), D("0.5")), (p, 1 - p))
                if n <= 300:
                    exact = exact_log_e(k, n, p)
                    assert abs(exact - value) < D("1e-45"), (k, n, p)
                    value = exact
                yield [str(k) + "u", str(n) + "u", "{%du, %du}" % (p.numerator, p.denominator), "0.5", "0.5",
                       number(value)]


def narrow_rows():
    for mass in (7, 7000, 7 * 10**6, 7 * 10**10, 7 * 10**12):
        for n in (1, 1000, 10**6, 10**12):
            for p in (F(1, 7), F(1, 7) + F(1, 10**6), F(1, 2)):
                for k in sorted({near(n, F(1, 7), z) for z in (-4, 0, 4)} | {0}):
                    value = log_e((k, n - k), (mass // 7, mass // 7 * 6), (p, 1 - p))
                    yield [str(k) + "u", str(n) + "u", "{%du, %du}" % (p.numerator, p.denominator),
                           "%d" % (mass // 7), "%d" % (mass // 7 * 6), number(value)]


def limit_rows():
    for n, ks in ((1, (0, 1)), (10, (0, 1, 5, 9, 10)), (1000, (0, 3, 500, 999)), (10**6, (1, 142857, 999999)),
                  (10**12, (0, 1, 50, 142857142857, 5 * 10**11, 10**12 - 1, 10**12))):
        for k in ks:
            for alpha in ("0.05", "1e-6"):
                lo, hi = ends(k, n, -D(alpha).ln())
                yield [str(k) + "u", str(n) + "u", alpha, number(lo), number(hi)]


def clopper_rows():
    for n, ks in ((20, (0, 1, 10)), (263, (81,)), (148, (15,)), (29, (1,)), (10**4, (3, 1428)), (10**6, (142857,)),
                  (10**9, (10, 142857142)), (10**12, (10, 142857142857, 5 * 10**11))):
        for k in ks:
            for alpha in ("0.05", "0.001"):
                lo, hi = clopper(k, n, D(alpha))
                yield [str(k) + "u", str(n) + "u", alpha, number(lo), number(hi)]


def binomial_rows():
    for n, p, ks in ((10, F(1, 2), (0, 2, 5, 9)), (40, F(1, 7), (0, 1, 5, 6, 12, 30)), (200, F(1, 50), (0, 4, 9, 15)),
                     (235, F(1, 6), (51,)), (150, F(5, 14), (30, 53, 54, 80))):
        for k in ks:
            yield [str(k) + "u", str(n) + "u", "{%du, %du}" % (p.numerator, p.denominator),
                   number(binomial_p(k, n, p))]


def law_rows():
    distribution = (F(1, 4), F(1, 8), F(1, 2), F(1, 8))
    for n in (0, 4, 1000, 10**6, 10**9, 10**12):
        for tilt in (0, 1, 7):
            step = int(tilt * math.isqrt(n) // 8)
            counts = [n // 4 + step, n // 8 - step, n // 2 - step]
            counts.append(n - sum(counts))
            if min(counts) < 0:
                continue
            wide = log_e(counts, [D("0.5")] * 4, distribution)
            narrow = log_e(counts, [D(8000) * dec(p) for p in distribution], distribution)
            found = log_e(counts, [D("0.5")] * 4, [F(c, n) if n else F(1) for c in counts])
            yield ["{%s}" % ", ".join("%du" % c for c in counts), number(wide), number(narrow), number(found)]


def bet_rows():
    """Values 3 … 7 within a range; the mean of the wealths of 24 bets to each side, each half of the one before."""
    for counts in ((1, 0, 0, 0, 0), (3, 10, 50, 20, 4), (0, 0, 7, 0, 1), (3 * 10**8, 10**9, 5 * 10**9, 2 * 10**9, 4 * 10**8)):
        for low, high in ((3, 7), (0, 168), (-1000, 7)):
            n = sum(counts)
            found = F(sum(c * (v + 3) for v, c in enumerate(counts)), n)
            for mean in {F(4), F(5), F(int(found * 1000) + 1, 1000), F(7 if high == 7 else 20)}:
                if not low < mean < high:
                    continue
                wealth = []
                for i in range(24):
                    for edge in (low, high):
                        share = F(1, 2**i) / (mean - edge)
                        factors = [1 + share * (v + 3 - mean) for v in range(5)]
                        ruined = any(c and f == 0 for c, f in zip(counts, factors))
                        wealth.append(None if ruined else
                                      sum(D(c) * dec(f).ln() for c, f in zip(counts, factors) if c))
                best = max(w for w in wealth if w is not None)
                value = best + (sum((w - best).exp() for w in wealth if w is not None and w > best - 300) / 48).ln()
                yield ["{%s}" % ", ".join("%du" % c for c in counts), str(low), str(high),
                       "{%du, %du}" % (mean.numerator, mean.denominator), number(value)]


def rest_rows():
    for z in ("1e-6", "0.5", "1", "3.25", "9.999", "10", "12.5", "1000", "1e12"):
        yield [z, number(lgamma(D(z)) - ((D(z) - D("0.5")) * D(z).ln() - D(z) + (2 * PI).ln() / 2))]


HEAD = """/* Written by stat_reference.py, which says how; do not edit. */
#ifndef FL_TESTS_UNIT_STAT_REFERENCE_H
#define FL_TESTS_UNIT_STAT_REFERENCE_H

#include "analysis/stat/stat.h"

typedef struct fl_stat_beta_row {
    uint64_t hits, trials;
    fl_fraction p;
    double a, b; /* the prior */
    double log_e;
} fl_stat_beta_row;

typedef struct fl_stat_limit_row {
    uint64_t hits, trials;
    double alpha, lo, hi;
} fl_stat_limit_row;

typedef struct fl_stat_p_row {
    uint64_t hits, trials;
    fl_fraction p;
    double value;
} fl_stat_p_row;

/* Against 1/4, 1/8, 1/2, 1/8: the wide prior, the one of 8000 floors around the distribution; and the shares found, wide. */
typedef struct fl_stat_law_row {
    uint64_t count[4];
    double wide, narrow, found;
} fl_stat_law_row;

/* Of the values 3 … 7 in a range. */
typedef struct fl_stat_bets_row {
    uint64_t count[5];
    int32_t lowest, highest;
    fl_fraction mean;
    double log_e;
} fl_stat_bets_row;

typedef struct fl_stat_rest_row {
    double z, value;
} fl_stat_rest_row;
"""


def main():
    assert abs(lgamma(D("0.5")) - PI.ln() / 2) < D("1e-55")
    assert abs(lgamma(30) - D(math.factorial(29)).ln()) < D("1e-50")
    print(HEAD)
    table("stat_rest", "fl_stat_rest_row", rest_rows())
    table("stat_beta", "fl_stat_beta_row", beta_rows())
    table("stat_narrow", "fl_stat_beta_row", narrow_rows())
    table("stat_limits", "fl_stat_limit_row", limit_rows())
    table("stat_clopper", "fl_stat_limit_row", clopper_rows())
    table("stat_binomial", "fl_stat_p_row", binomial_rows())
    table("stat_law", "fl_stat_law_row", law_rows())
    table("stat_bets", "fl_stat_bets_row", bet_rows())
    print("#endif")


if __name__ == "__main__":
    main()
