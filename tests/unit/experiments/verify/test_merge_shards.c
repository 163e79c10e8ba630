/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shards of small claims put together, and files that are no such shards. */
#include "experiments/run/result/result.h"
#include "experiments/verify/verify.h"
#include "tests/support/folder.h"
#include "tests/unit/small_claim_run.h"
#include "tests/unit/small_claim_set.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Two groups of populations: `again` and `level_1` are the same samples. */
static const char claims_text[] =
    "  - {id: rooms, source: s, text: t, type: distribution, metric: plan_rooms, law: {7: 1/2, 8: 1/2}, "
    "tolerance: 0.05, on: {again: confirmed, level_4: refuted}}\n"
    "  - {id: loops, source: s, text: t, type: never, event: has_loop, tolerance: 0.01, "
    "on: {level_1: confirmed}}\n"
    "  - {id: mean, source: s, text: t, type: mean, metric: rooms, value: 15, on: {level_4: refuted}}\n";

static folder place;
static fl_diag diag;
static char digest[FL_DIGEST_TEXT];
static fl_progress *progress; /* NULL = untold */

static void set_up(void)
{
    folder_open(&place);
    fl_diag_init(&diag);
    progress = NULL;
}

static void tear_down(void)
{
    folder_close(&place);
}

TestSuite(merge_shards, .init = set_up, .fini = tear_down);

typedef struct call {
    const char *name; /* of the file */
    uint64_t shard, shards;
    const char *only;
    uint64_t seed;
} call;

static const char *path_of(const char *name)
{
    return folder_path(&place, name);
}

static void write_result(const call *self, fl_claim_run *run, const fl_claim_set *claims)
{
    fl_store store;
    fl_run_provenance provenance = {.command = "test", .threads = 1};
    fl_judged judged = {.claims = claims,
                        .findings = run->findings,
                        .findings_n = run->findings_n,
                        .family_alpha = FL_VERIFY_ALPHA,
                        .seed = run->seed,
                        .floors = run->floors,
                        .options = "",
                        .settings = "",
                        .only = self->only};
    fl_store_init(&store);
    fl_err err = fl_run_result_build(&store, &run->setup, run->totals, &provenance, &diag);
    err = err ? err : fl_verify_judged_add(&judged, &store, &diag);
    err = err ? err : fl_store_set_number(&store, "claims_shard", self->shard + 1);
    err = err ? err : fl_store_set_number(&store, "claims_shards", self->shards);
    err = err ? err : fl_store_write(&store, path_of(self->name), &diag);
    cr_assert_eq(err, FL_OK, "%s: %s", diag.where, diag.what);
    fl_store_free(&store);
}

/* Makes the file that `verify` would make. */
static void make(const call *self)
{
    fl_claim_set claims;
    cr_assert_eq(small_claim_set_add(&claims, claims_text, &diag), FL_OK, "%s", diag.what);
    fl_err err = fl_claim_rows_make(&claims, self->only, &diag);
    err = err || self->shards == 1 ? err : fl_verify_choose_shard(&claims, self->shard, self->shards, &diag);
    fl_claim_run run = {.claims = &claims, .seed = self->seed, .threads = 1, .alpha = 1e-4, .limit = 8000};
    err = err ? err : fl_claim_finding_list(&claims, &run.findings, &run.findings_n, &diag);
    err = err ? err : fl_verify_claims(&run, &diag);
    cr_assert_eq(err, FL_OK, "%s: %s", diag.where, diag.what);
    write_result(self, &run, &claims);
    fl_verify_claims_free(&run);
    free(run.findings);
    fl_claim_set_free(&claims);
}

/* Counts and verdicts of a file. */
static void read_digests(const char *name, char counts[FL_DIGEST_TEXT], char verdicts[FL_DIGEST_TEXT])
{
    fl_store store;
    fl_run_result result;
    fl_judged_file judged;
    cr_assert_eq(fl_store_read(&store, path_of(name), &diag), FL_OK, "%s", diag.what);
    cr_assert_eq(fl_run_result_read(&result, &store, name, &diag), FL_OK, "%s", diag.what);
    cr_assert_eq(fl_verify_judged_read(&judged, &store, name, &diag), FL_OK, "%s", diag.what);
    strcpy(counts, result.digest);
    cr_expect_eq(fl_verify_judged_digest(&judged.judged, verdicts, &diag), FL_OK);
    fl_verify_judged_free(&judged);
    fl_run_result_close(&result);
    fl_store_free(&store);
}

static void expect_same(const char *name, const char *other)
{
    char counts[2][FL_DIGEST_TEXT];
    char verdicts[2][FL_DIGEST_TEXT];
    read_digests(name, counts[0], verdicts[0]);
    read_digests(other, counts[1], verdicts[1]);
    cr_expect_str_eq(counts[0], counts[1]);
    cr_expect_str_eq(verdicts[0], verdicts[1]);
}

static fl_err merge(const char *first, const char *second)
{
    char a[SMALL_RUN_PATH];
    char b[SMALL_RUN_PATH];
    small_run_path(place.path, first, a);
    small_run_path(place.path, second ? second : "", b);
    fl_diag_init(&diag);
    fl_verify_shards shards = {.path = (const char *[]){a, b},
                               .n = second ? 2 : 1,
                               .output = path_of("all.h5"),
                               .progress = progress};
    fl_err err = fl_verify_merge(&shards, &diag);
    memcpy(digest, shards.digest, sizeof digest);
    return err;
}

/* What is told on a terminal that has heard nothing for a while. */
static void hear(fl_progress *of, char *out, size_t size)
{
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    fl_program_progress_init(of, ends[1]);
    of->is_terminal = true;
    progress = of;
    cr_expect_eq(merge("1.h5", "2.h5"), FL_OK, "%s", diag.what);
    close(ends[1]);
    ssize_t n = read(ends[0], out, size - 1);
    out[n > 0 ? n : 0] = '\0';
    close(ends[0]);
}

Test(merge_shards, whoever_waits_is_told_which_file_is_read)
{
    char text[400];
    fl_progress of;
    make(&(call){"1.h5", 0, 2, NULL, 1});
    make(&(call){"2.h5", 1, 2, NULL, 1});
    hear(&of, text, sizeof text);
    cr_expect(strstr(text, "\r\033[Kreading the files, 1 of 4") == text, "%s", text);
    cr_expect(strcmp(text + strlen(text) - strlen("\r\033[K"), "\r\033[K") == 0, "it is not wiped: %s", text);
}

Test(merge_shards, both_orders_give_what_one_call_writes)
{
    make(&(call){"whole.h5", 0, 1, NULL, 1});
    make(&(call){"1.h5", 0, 2, NULL, 1});
    make(&(call){"2.h5", 1, 2, NULL, 1});
    cr_assert_eq(merge("1.h5", "2.h5"), FL_OK, "%s: %s", diag.where, diag.what);
    expect_same("all.h5", "whole.h5");
    cr_assert_eq(merge("2.h5", "1.h5"), FL_OK, "%s: %s", diag.where, diag.what);
    expect_same("all.h5", "whole.h5");
    cr_assert_eq(merge("all.h5", NULL), FL_OK, "a merged file is whole: %s", diag.what);
    expect_same("all.h5", "whole.h5");
}

Test(merge_shards, chosen_rows_keep_the_names_of_their_populations)
{
    make(&(call){"again.h5", 0, 1, "rooms@again", 1});
    cr_assert_eq(merge("again.h5", NULL), FL_OK, "%s: %s", diag.where, diag.what);
    expect_same("all.h5", "again.h5");
    make(&(call){"1.h5", 0, 2, "rooms", 1});
    make(&(call){"2.h5", 1, 2, "rooms", 1});
    make(&(call){"rooms.h5", 0, 1, "rooms", 1});
    cr_assert_eq(merge("2.h5", "1.h5"), FL_OK, "%s: %s", diag.where, diag.what);
    expect_same("all.h5", "rooms.h5");
}

Test(merge_shards, a_number_that_no_shard_has_is_damage)
{
    fl_store store;
    make(&(call){"1.h5", 0, 1, NULL, 1});
    cr_assert_eq(fl_store_read(&store, path_of("1.h5"), &diag), FL_OK, "%s", diag.what);
    ((fl_store_attribute *)fl_store_attribute_of(&store, "claims_shard"))->number = 3;
    cr_assert_eq(fl_store_write(&store, path_of("1.h5"), &diag), FL_OK, "%s", diag.what);
    fl_store_free(&store);
    cr_expect_eq(merge("1.h5", NULL), FL_ERR_DAMAGED);
    cr_expect(strstr(diag.what, "it is shard 3 of 1"), "%s", diag.what);
}

static void expect_refused(const char *first, const char *second, const char *what, const char *hint)
{
    folder_write(path_of("all.h5"), "old", 3);
    cr_expect_eq(merge(first, second), FL_ERR_MISMATCH, "%s", diag.what);
    cr_expect(strstr(diag.what, what), "'%s' is not in '%s'", what, diag.what);
    cr_expect(strstr(diag.hint, hint), "'%s' is not in '%s'", hint, diag.hint);
    bytes kept = folder_read(path_of("all.h5"));
    cr_expect(kept.size == 3 && memcmp(kept.data, "old", 3) == 0, "a refusal overwrites nothing");
    free(kept.data);
}

Test(merge_shards, others_are_refused_and_nothing_is_written)
{
    small_run run;
    char path[SMALL_RUN_PATH];
    fl_run_options options = {
        .output = small_run_path(place.path, "run.h5", path), .command = "test", .threads = 1};
    fl_run_outcome result;
    make(&(call){"1.h5", 0, 2, NULL, 1});
    make(&(call){"2.h5", 1, 2, NULL, 1});
    make(&(call){"seed.h5", 1, 2, NULL, 5});
    make(&(call){"only.h5", 1, 2, "rooms", 1});
    make(&(call){"whole.h5", 0, 1, NULL, 1});
    expect_refused("1.h5", "1.h5", "shard 1 of 2 is given twice", "leave one of them out");
    expect_refused("2.h5", NULL, "1 of 2 shards are missing: 1", "--shard I/2");
    expect_refused("1.h5", NULL, "1 of 2 shards are missing: 2", "--shard I/2");
    expect_refused("1.h5", "seed.h5", "not a shard of the same call", "with the options of");
    expect_refused("1.h5", "only.h5", "not a shard of the same call", "with the options of");
    expect_refused("1.h5", "whole.h5", "not a shard of the same call", "with the options of");
    small_run_open(&run, small_run_text, 0, 1);
    fl_program_progress_init(&options.progress, -1);
    cr_assert_eq(fl_run_execute(&run.setup, &options, &result, NULL), FL_OK);
    small_run_close(&run);
    expect_refused("1.h5", "run.h5", "not a file of verify", "shards of one verify call");
}
