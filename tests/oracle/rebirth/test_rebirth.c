/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The generator against the naive one, which was written from the documents alone, floor by floor: curse,
 * attempts, every room with all its properties, and the final state of the layout's stream.
 *
 * States, items, stages and game seeds are drawn at random with fixed seeds. Room pools are the golden one,
 * the shipped one and strange ones; sparse ones take so many attempts that all six sins are met. Where the
 * documents leave a choice, the naive generator's files say which reading they take; the list of The Void's
 * bosses, which no document has, is the same in both by agreement. */
#include "tests/oracle/rebirth/case.h"
#include "tests/oracle/rebirth/odd_pool.h"
#include "tests/support/folder.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

enum {
    CASES = 125,
    FLOORS = 40,
    ODD_CASES = 80,
    FEASIBLE_CASES = 25,
    SPARSE_CASES = 12,
    ATTEMPTS_MAX = 3000,
    PLANTED_CASES = 60
};

typedef struct tried {
    unsigned floors, differences, refused;
} tried;

/* Compares floors of one state until there are enough, or one differs, or a strange pool takes too many
 * attempts. */
static void try_floors(rebirth_case *self, uint64_t *random, bool may_differ, tried *out)
{
    int attempts = 0;
    for (int i = 0; i < FLOORS && attempts < ATTEMPTS_MAX; i++) {
        uint32_t seed = (uint32_t)odd_pool_random(random) | 1;
        const char *what = rebirth_case_compare(self, seed);
        cr_expect(!what || may_differ, "%s differs: floor %u of %s rooms=%s", what, (unsigned)seed,
                  self->settings, self->folder);
        out->floors++;
        attempts += self->other.attempts;
        if (what) {
            out->differences++;
            return;
        }
    }
}

typedef enum pool { GOLDEN, SHIPPED, ODD, SPARSE } pool;

/* The pool of a case: a folder of the project, or a strange pool that is written into `own`. */
static const char *pool_of(const rebirth_case *self, pool kind, const folder *own, uint64_t seed)
{
    static char path[512];
    if (kind < ODD) {
        snprintf(path, sizeof path, "%s/%s", getenv("FLOORLAB_ROOT"),
                 kind == GOLDEN ? "tests/golden/rooms" : "data/rooms");
        return path;
    }
    odd_pool_request request = {.is_feasible = self->in.rules != REB_BLADE, /* those try ten thousand times */
                                .is_sparse = kind == SPARSE};
    rebirth_case_needs(self, &request.file, &request.least, &request.most);
    cr_assert(odd_pool_write(own->path, &request, seed));
    return own->path;
}

/* Draws states and compares; `more` are settings that only our generator gets. */
static tried compare(enum reb_rules rules, pool kind, unsigned cases, const char *more)
{
    tried out = {0};
    uint64_t random = 2024 + (uint64_t)rules;
    bool is_planted = more[0] != '\0';
    for (unsigned i = 0; i < cases && !(is_planted && out.differences); i++) {
        static rebirth_case self;
        fl_diag diag;
        folder own;
        fl_diag_init(&diag);
        folder_open(&own);
        do {
            rebirth_case_draw(&self, rules, &random);
        } while (kind == GOLDEN && self.in.stage == 12); /* the golden pool has no Void */
        const char *path = pool_of(&self, kind, &own, odd_pool_random(&random));
        fl_err err = rebirth_case_open(&self, path, more, &diag);
        out.refused += err != FL_OK;
        cr_expect(!err || kind >= ODD, "%s: %s: %s", self.settings, diag.where, diag.what);
        if (!err) {
            try_floors(&self, &random, is_planted, &out);
        }
        rebirth_case_close(&self);
        folder_close(&own);
    }
    return out;
}

static void agree(enum reb_rules rules, pool kind, unsigned all_cases)
{
    unsigned cases = scale_oracle(all_cases);
    tried all = compare(rules, kind, cases, "");
    cr_log_info("%u floors of %u cases, %u pools refused", all.floors, cases, all.refused);
    cr_expect_eq(all.differences, 0);
    cr_expect_gt(all.floors, kind == SPARSE ? cases : cases * FLOORS / 3, "%u floors", all.floors);
}

#define POOL_TESTS(X)                                                                                        \
    X(blade, REB_BLADE, golden, GOLDEN, CASES)                                                               \
    X(blade, REB_BLADE, shipped, SHIPPED, CASES)                                                             \
    X(blade, REB_BLADE, odd, ODD, ODD_CASES)                                                                 \
    X(blade, REB_BLADE, sparse, SPARSE, ODD_CASES / 4)                                                       \
    X(afterbirth_plus, REB_AFTERBIRTH_PLUS, golden, GOLDEN, CASES)                                           \
    X(afterbirth_plus, REB_AFTERBIRTH_PLUS, shipped, SHIPPED, CASES)                                         \
    X(afterbirth_plus, REB_AFTERBIRTH_PLUS, odd, ODD, FEASIBLE_CASES)                                        \
    X(afterbirth_plus, REB_AFTERBIRTH_PLUS, sparse, SPARSE, SPARSE_CASES)                                    \
    X(repentance_layout, REB_REPENTANCE, shipped, SHIPPED, CASES)                                            \
    X(article, REB_ARTICLE, golden, GOLDEN, CASES / 2)                                                       \
    X(article, REB_ARTICLE, shipped, SHIPPED, CASES / 2)

#define POOL_TEST(name, rules, word, kind, cases)                                                            \
    Test(oracle, name##_floors_of_##word##_rooms_are_the_naive_ones, .timeout = 300)                         \
    {                                                                                                        \
        agree(rules, kind, cases);                                                                           \
    }
POOL_TESTS(POOL_TEST)

/* One setting differs from what the naive generator was told: some state shows it. */
static void caught(enum reb_rules rules, const char *more)
{
    tried all = compare(rules, SHIPPED, PLANTED_CASES, more);
    cr_expect_gt(all.differences, 0, "%s in %u floors", more, all.floors);
}

Test(oracle, other_rules_are_caught, .timeout = 120)
{
    caught(REB_BLADE, "rules=afterbirth-plus stage=3");
    caught(REB_AFTERBIRTH_PLUS, "rules=blade stage=3");
    caught(REB_AFTERBIRTH_PLUS, "rules=repentance stage=3");
    caught(REB_ARTICLE, "rules=afterbirth-plus");
    caught(REB_AFTERBIRTH_PLUS, "rules=article");
}

Test(oracle, every_part_of_a_wrong_state_is_caught, .timeout = 120)
{
    static const char *const planted[] = {
        "stage_type=0",
        "hard=off",
        "hearts=0 soul_hearts=0",
        "max_hearts=48",
        "keys=0",
        "coins=0",
        "victory_lap=3",
        "devil_visited=off",
        "book_picked=off",
        "unlocks=fresh",
        "items=[]",
        "items=[moms_box]",
        "items=[black_candle]",
        "items=[silver_dollar]",
        "items=[pay_to_win]",
    };
    for (unsigned i = 0; i < sizeof planted / sizeof planted[0]; i++) {
        caught(REB_AFTERBIRTH_PLUS, planted[i]);
    }
}
