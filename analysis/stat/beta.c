/* SPDX-License-Identifier: MIT */
/* Beta mixtures. The confidence sequence needs only one evaluation of the mixture: E(p) = E(k/n) · exp(n
 * KL(k/n, p)), so its ends are where n KL = log(1/alpha) - log E(k/n). Both ends are computed as a lower end,
 * the upper one with hits and misses exchanged, in t = log(n p / k) < 0; there every term is positive, and in
 * log-log coordinates the divergence is nearly a straight line (slope 1 to 2), so that Newton's method inside
 * a bracket needs a handful of steps. */
#include "analysis/stat/stat_private.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

enum { STEPS = 100 };

static const double least_shape = 0.5;

/* A prior worth more trials than this is narrower than any count can show, and less exact. */
static const double most_mass = 1e13;

fl_beta_prior fl_stat_beta_wide(void)
{
    return (fl_beta_prior){.part = {{.a = 0.5, .b = 0.5, .log_weight = 0}}, .parts = 1};
}

fl_beta_prior fl_stat_beta_around(double centre, double spread, double part)
{
    fl_beta_prior prior = fl_stat_beta_wide();
    double rest = 1 - centre;
    bool is_end = centre <= 0 || rest <= 0;
    if (part <= 0 || (spread <= 0 && !is_end)) {
        return prior;
    }
    assert(part < 1);
    prior.part[0].log_weight = log1p(-part);
    prior.parts = 2;
    if (is_end) { /* the limit of betas as one parameter goes to 0: a point mass */
        prior.part[1] = (fl_beta_parameters){centre > 0, rest > 0, log(part)};
        return prior;
    }
    /* with a parameter below 1/2 the beta piles up at the end of the range instead of around the centre */
    double mass = fmin(centre * rest / (spread * spread) - 1, most_mass);
    mass = fmax(mass, least_shape / fmin(centre, rest));
    prior.part[1] = (fl_beta_parameters){.a = mass * centre, .b = mass * rest, .log_weight = log(part)};
    return prior;
}

/* A chance, and the excess of its expected hits over the found ones. */
typedef struct chance {
    double p, rest; /* rest = 1 - p */
    double excess;  /* n p - hits */
} chance;

static double log_e(const fl_beta_prior *prior, fl_beta_count count, const chance *at)
{
    double n = count.hits + count.misses;
    double sum = -INFINITY;
    for (unsigned i = 0; i < prior->parts; i++) {
        const fl_beta_parameters *shape = &prior->part[i];
        double mass = shape->a + shape->b;
        fl_logspace_term hits = {count.hits, shape->a, at->p, at->excess};
        fl_logspace_term misses = {count.misses, shape->b, at->rest, -at->excess};
        double gain = fl_stat_logspace_gain(&hits, n, mass) + fl_stat_logspace_gain(&misses, n, mass);
        sum = fl_stat_logspace_add(sum, shape->log_weight + gain + fl_stat_logspace_frame(n, mass));
    }
    return sum;
}

double fl_stat_beta_log_e(const fl_beta_prior *prior, uint64_t hits, uint64_t trials, fl_fraction p)
{
    assert(hits <= trials && p.den > 0 && p.num <= p.den);
    chance at = {fl_stat_fraction_value(p), fl_stat_fraction_rest(p),
                 fl_stat_fraction_excess(p, hits, trials)};
    return log_e(prior, (fl_beta_count){(double)hits, (double)(trials - hits)}, &at);
}

double fl_stat_beta_log_e_near(const fl_beta_prior *prior, fl_beta_count count, double p)
{
    assert(count.hits >= 0 && count.misses >= 0 && p >= 0 && p <= 1);
    double n = count.hits + count.misses;
    chance at = {p, 1 - p, fma(n, p, -count.hits)};
    return log_e(prior, count, &at);
}

/* n KL(k/n, p) at log(n p / k) = t < 0, and its derivative in t. */
static double divergence(fl_beta_count count, double t, double *slope)
{
    double k = count.hits;
    double below = -k * expm1(t);
    double hits = t < -0.5 ? -below - k * t : fl_stat_logspace_deviance(k, k - below, -below);
    *slope = -below - k * exp(t) * below / (count.misses + below);
    return hits + fl_stat_logspace_deviance(count.misses, count.misses + below, below);
}

/* The t < 0 at which the divergence is `reach`; hits and misses > 0. */
static double lower_end(fl_beta_count count, double reach)
{
    double k = count.hits;
    double m = count.misses;
    /* the divergence is at most k t^2 n / (2 m), and at least k (|t| - 1) */
    double near = log(2 * reach * (m / (k + m)) / k) / 2;
    double far = log(reach / k + 1);
    double u = near;
    double goal = log(reach);
    for (int i = 0; i < STEPS; i++) {
        double slope;
        double t = -exp(u);
        double found = divergence(count, t, &slope);
        double miss = log(found) - goal;
        near = miss <= 0 ? u : near;
        far = miss > 0 ? u : far;
        double next = u - miss * found / (t * slope);
        if (!(next >= near && next <= far)) {
            next = near + (far - near) / 2;
        }
        if (fabs(next - u) < 4e-16 * fmax(1, fabs(u))) {
            break;
        }
        u = next;
    }
    return -exp(u);
}

fl_interval fl_stat_beta_limits(const fl_beta_prior *prior, fl_beta_count count, double alpha)
{
    double n = count.hits + count.misses;
    fl_interval limits = {0, 1};
    assert(count.hits >= 0 && count.misses >= 0 && alpha > 0 && alpha < 1);
    if (n <= 0) {
        return limits;
    }
    chance at = {count.hits / n, count.misses / n, 0};
    double reach = -log(alpha) - log_e(prior, count, &at);
    if (count.hits <= 0) {
        return (fl_interval){0, -expm1(-reach / n)};
    }
    if (count.misses <= 0) {
        return (fl_interval){exp(-reach / n), 1};
    }
    fl_beta_count mirrored = {count.misses, count.hits};
    limits.lo = count.hits / n * exp(lower_end(count, reach));
    limits.hi = (count.hits - count.misses * expm1(lower_end(mirrored, reach))) / n;
    return limits;
}
