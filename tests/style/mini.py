"""A small tree in good style, near misses included. A line /* here */ is where planted.py puts violations."""

CLEAN = {
    "meson.build": """project('mini', 'c', default_options: ['c_std=c11', 'warning_level=3', 'werror=true'])
add_project_arguments('-ffp-contract=off', language: 'c') # and no fast math
""",
    "README.md": "Mini. See https://example.org/home/page and data/work/plan.\n\n# Of headings\n\n"
                 "What is a floor? `It stands` is code. A sentence of thirty words:" + 24 * " and" + ";\n\n    Of code\n\n"
                 "| Of tables | what stands |\n\n- it is no longer long; that\n- ends here\n",
    "LICENSE": "free\n",
    "gen/classic/RULES.md": "# Rules\n\n## Growth\n\nGao 2022, 6.1; seed 1 and seed 42 are other seeds; floors to a spec. See\n"
                            'gen/classic/RULES.md, "Growth".\n',
    ".gitignore": "build/\n",
    "build-x/gen/bad.c": "float time_t_(void) { return rand(); }\n",
    "data/plans/plan.yaml": "rooms: 3\n",
    "data/words.yaml": """- {word: floor, means: "a map of rooms", types: [fl_floor], instead of: [draft]}
- {word: kind, means: "what a room is for", types: [fl_kind]}
""",
    "gen/base/diag.h": """/* Codes. */
#ifndef FL_GEN_BASE_DIAG_H
#define FL_GEN_BASE_DIAG_H

#define FL_NODISCARD __attribute__((warn_unused_result))
#define FL_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define fl_bug_assert(condition) ((condition) ? (void)0 : fl_bug_report(#condition))
#define FL_ERR_TABLE(X) X(FL_OK, 0) X(FL_ERR_USAGE, -1)

#define FL_ERR_ENUM(code, number) code = (number),
typedef enum fl_err { FL_ERR_TABLE(FL_ERR_ENUM) } fl_err;
#undef FL_ERR_ENUM

void fl_bug_report(const char *condition);
void fl_diag_note(const char *text, ...) FL_PRINTF(1, 2);

#endif
""",
    "gen/bug.c": """#include "gen/base/diag.h"

#include <stdio.h>
#include <stdlib.h>

void fl_bug_report(const char *condition)
{
    fprintf(stderr, "a double defect: %s\\n", condition);
    abort();
}
""",
    "gen/base/diag.c": """#include "gen/base/diag.h"
/* here */

void fl_diag_note(const char *text, ...) {}
""",
    "gen/floor/floor.h": """#ifndef FL_GEN_FLOOR_FLOOR_H
#define FL_GEN_FLOOR_FLOOR_H

#include <stdint.h>

#include "gen/base/diag.h"

#ifdef __cplusplus
extern "C" {
#endif

/* here */
typedef struct fl_floor {
    uint16_t kinds[13 * 13]; /* not a double */
    fl_err (*check)(const struct fl_floor *self);
} fl_floor;

__extension__ typedef unsigned __int128 fl_bits;
typedef fl_err (*fl_visit)(void *context, int cell);

FL_NODISCARD fl_err fl_floor_check(const fl_floor *self);

static inline int fl_floor_count(const fl_floor *self)
{
    return self->kinds[0];
}

#ifdef __cplusplus
}
#endif

#endif
""",
    "gen/floor/floor.c": """#include "gen/floor/floor.h"
/* here */

fl_err fl_floor_check(const fl_floor *self)
{
    const char *text = "printf(time(0))"; /* printf(rand()) // exit(1) */
    return text && self->check ? self->check(self) : FL_OK;
}
""",
    "gen/classic/classic.h": """#ifndef FL_GEN_CLASSIC_CLASSIC_H
#define FL_GEN_CLASSIC_CLASSIC_H

#include "gen/floor/floor.h"

#define FL_CLASSIC_VERSION 3
/* here */

extern const int fl_classic_versions[];

FL_NODISCARD fl_err fl_classic_make(const int *rules, uint64_t key, void *scratch, fl_floor *floor);

#endif
""",
    "gen/classic/classic.c": """#include "gen/classic/classic.h"

#include <immintrin.h>

static const char *const names[] = {"a", "b"};
static const struct {
    const char *name;
    int sides[4 * 2];
} rows[] = {{"x", {1}}, {"y", {2}}};
static fl_err (*const checks[])(const fl_floor *) = {fl_floor_check};
_Static_assert(sizeof names / sizeof *names == 2, "two names");
const int fl_classic_versions[] = {FL_CLASSIC_VERSION};

struct state {
    float speed; /* float: the game emulates binary32 here */
};

/* here */
static int sum(int first, const int cells[static 4])
{
    static const int weights[] = {1, 2, 3};
    return first + cells[0] + weights[0] + rows[0].sides[0];
}

fl_err fl_classic_make(const int *rules, uint64_t key, void *scratch, fl_floor *floor)
{
    /* in the loop */
    floor->kinds[0] = (uint16_t)sum(rules[0], (const int *)scratch);
    (void)_mm_set1_epi32((int)key);
    return names[0] ? checks[0](floor) : FL_OK;
}
""",
    "gen/registry.h": """#ifndef FL_GEN_REGISTRY_H
#define FL_GEN_REGISTRY_H
#endif
""",
    "gen/registry.c": """#include "gen/registry.h"

#include "gen/classic/classic.h"

static const struct fl_generator_row {
    const char *name;
    int version;
} rows[] = {{.name = "classic", .version = FL_CLASSIC_VERSION}};

int fl_registry(void)
{
    return rows[0].version;
}
""",
    "analysis/tally/tally.c": """#include "gen/floor/floor.h"

#include <stdlib.h>
/* here */

void *fl_tally_init(unsigned count)
{
    return malloc(count);
}
""",
    "analysis/stat/interval.c": """#include <math.h>
/* here */

double fl_interval_width(double x)
{
    return sqrt(x);
}
""",
    "analysis/store/store.h": """#ifndef FL_ANALYSIS_STORE_STORE_H
#define FL_ANALYSIS_STORE_STORE_H
/* here */
#endif
""",
    "analysis/store/store.c": """#include "analysis/store/store.h"

#include <hdf5.h>

static int hidden_count = 0;

void fl_store_free(void)
{
    hidden_count++;
}
""",
    "experiments/commands/cmd_show.c": """#include <stdio.h>

#include "analysis/store/store.h"
#include "plots/figure/figure.h"
/* here */

int fl_cmd_show(void)
{
    return printf("shown\\n");
}
""",
    "experiments/run/worker_pool.c": """#include <pthread.h>
#include <stdatomic.h>

void fl_run(void)
{
    struct worker {
        atomic_int next;
    } worker = {0};
    (void)worker;
}
""",
    "experiments/main.c": """#include <stdlib.h>

int main(int argc, char **argv)
{
    exit(argc > 1 && argv);
}
""",
    "plots/figure/figure.h": """#ifndef FL_PLOTS_FIGURE_FIGURE_H
#define FL_PLOTS_FIGURE_FIGURE_H

#include "analysis/store/store.h"
#include "gen/base/diag.h"
/* here */

#endif
""",
    "tests/golden/classic.txt": "classic version 3\n7 0123456789abcdef\n",
    "tests/unit/analysis/stat/test_interval.c": """#include <criterion/criterion.h>

#include "analysis/stat/interval.h"

Test(interval, is_zero_for_zero)
{
    printf("a temporary file: /tmp/x\\n");
}
""",
    "tests/unit/test_all.c": """#include <criterion/criterion.h>
#include <hdf5.h>

#define ANY(x) (x)

static void use_everything(void)
{
    fl_diag_note("");
    fl_tally_init(fl_interval_width(fl_classic_make(fl_registry())));
    fl_run(fl_cmd_show(fl_store_free()), fl_classic_versions);
}

Test(floor, checks_the_given_board, .init = setup) {}

ParameterizedTest(struct row *row, classic, keeps_the_room_count)
{
    double share = row->share;
    cr_assert(share > 0);
}

Test(cli, shows_a_floor_again) {}
/* here */
""",
    "tests/unit/gen/test_registry.c": "Test(registry, knows_its_version) {}\n",
    "tests/unit/gen/base/test_diag.c": "Test(diag, has_a_text) {}\n",
    "tests/unit/gen/test_bug.c": "Test(bug, ends_the_process) {}\n",
    "tests/unit/gen/floor/test_floor.c": "Test(floor, checks_the_given_board) {}\n",
    "tests/unit/gen/classic/test_classic.c": "Test(classic, keeps_the_room_count) {}\n",
    "tests/unit/analysis/tally/test_tally.c": "Test(tally, counts_every_room) {}\n",
    "tests/unit/analysis/store/test_store.c": "Test(store, frees_what_it_took) {}\n",
}
