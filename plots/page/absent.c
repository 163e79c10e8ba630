/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stubs for what the page's C code names and the page does not have: generators with files or processes,
 * readers of YAML, JSON and XML, and most of libRmath. */
#include "analysis/stat/stat.h"
#include "experiments/run/run.h"
#include "gen/base/yaml.h"
#include "gen/floor/floor_json_read.h"
#include "gen/lines/lines.h"
#include "gen/rebirth/pool/pool.h"
#include "plots/page/Rmath.h"

#include <math.h>
#include <stdint.h>

/* scripts/events.js has parsed the page's texts. */
fl_err fl_yaml_events(const char *text, size_t size, fl_text *out)
{
    fl_text_add_bytes(out, text, size);
    return FL_OK;
}

/* Built-in room files were parsed when the page was built. */
fl_err fl_pool_rows(const char *text, size_t size, fl_text *out)
{
    static const char refusal[] = "!1\0the page reads no room files";
    (void)text;
    (void)size;
    fl_text_add_bytes(out, refusal, sizeof refusal);
    return FL_OK;
}

double lgammafn(double x)
{
    return lgamma(x);
}

/* With r = x / (2 + x), log(1 + x) is 2 atanh(r) and x is 2 r + r x, so that log(1 + x) - x is
 * r (2 (r^2/3 + r^4/5 + …) - x): no digit is lost where x is small (Abramowitz and Stegun 4.1.27). */
double log1pmx(double x)
{
    enum { TERMS = 40 };
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

const fl_generator fl_lines = {.name = "lines"};

void fl_floor_json_read_init(fl_floor_json_reader *self)
{
    (void)self;
}

void fl_floor_json_read_free(fl_floor_json_reader *self)
{
    (void)self;
}

fl_err fl_floor_json_read(fl_floor_json_reader *self, const char *line, size_t n, fl_floor *out,
                          fl_diag *diag)
{
    (void)self;
    (void)line;
    (void)n;
    (void)out;
    return fl_diag_set(diag, FL_ERR_INPUT, "", "the page does not read floors");
}

/* The page makes no census, which takes hours. */
uint64_t fl_run_setup_seeds(const fl_run_setup *self, uint64_t condition)
{
    (void)self;
    (void)condition;
    return 0;
}

/* clang's 128-bit arithmetic is compiled with stack protectors, which need this symbol. */
uintptr_t fl_page_guard __asm__("__stack_chk_guard") = 0x464c4f4f;

_Noreturn void fl_page_smashed(void) __asm__("__stack_chk_fail");

_Noreturn void fl_page_smashed(void)
{
    __builtin_trap();
}

/* The page does not show the values not excluded. */
static const fl_interval none = {NAN, NAN};

fl_interval fl_stat_power_blind_chance(const fl_stat_claim *claim, uint64_t trials, double power)
{
    (void)claim;
    (void)trials;
    (void)power;
    return none;
}

fl_interval fl_stat_power_blind_mean(const fl_stat_claim *claim, const fl_verdict_values *sample,
                                     const fl_verdict_result *found, double power)
{
    (void)claim;
    (void)sample;
    (void)found;
    (void)power;
    return none;
}

fl_interval fl_stat_power_blind_law(const fl_stat_claim *claim, const fl_dirichlet_count *found,
                                    const double *law, double power)
{
    (void)claim;
    (void)found;
    (void)law;
    (void)power;
    return none;
}

fl_interval fl_stat_power_blind_same(const fl_stat_claim *claim, const fl_dirichlet_count *a,
                                     const fl_dirichlet_count *b, double power)
{
    (void)claim;
    (void)a;
    (void)b;
    (void)power;
    return none;
}

fl_interval fl_stat_power_blind_order(const fl_stat_claim *claim, const fl_verdict_law_step *step, size_t n,
                                      double power)
{
    (void)claim;
    (void)step;
    (void)n;
    (void)power;
    return none;
}
