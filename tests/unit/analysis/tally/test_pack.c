/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Packed tallies: back as they were; broken bytes are refused. What is accepted has one form only. */
#include "analysis/tally/tally.h"
#include "gen/random/pcg.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

enum { MUTATIONS = 100000, TALLIES = 200 };

static const char text_of_all[] = "name: all\ngenerator: classic\nfloors: 10\njoints: [[rooms, doors]]\n";
static const char text_of_few[] = "name: few\ngenerator: classic\nfloors: 10\nmetrics: [rooms]\nmaps: none\n";

/* Numbers of all sizes, small ones more often. */
static uint64_t draw(fl_pcg *rng)
{
    uint64_t number = (uint64_t)fl_pcg_next(rng) << 32 | fl_pcg_next(rng);
    return number >> fl_pcg_below(rng, 64);
}

static fl_tally_sum draw_sum(fl_pcg *rng)
{
    uint64_t high = draw(rng);
    return (fl_tally_sum)high << 64 | draw(rng);
}

static void fill(fl_tally *tally, fl_pcg *rng)
{
    uint32_t density = 1 + fl_pcg_below(rng, 1000);
    fl_tally_clear(tally);
    tally->floors = draw(rng);
    tally->failed = draw(rng);
    tally->numbers = (fl_tally_numbers){draw_sum(rng), draw_sum(rng)};
    for (size_t i = 0; i < tally->spec->counts_n; i++) {
        tally->count[i] = fl_pcg_below(rng, density) == 0 ? draw(rng) : 0;
    }
    for (unsigned i = 0; i < tally->spec->metrics_n; i++) {
        if (fl_pcg_below(rng, 4) > 0) {
            tally->extreme[i] = (fl_tally_extreme){.min = (int32_t)fl_pcg_next(rng),
                                                   .max = (int32_t)fl_pcg_next(rng),
                                                   .argmin = draw(rng),
                                                   .argmax = draw(rng),
                                                   .over_n = draw(rng),
                                                   .over_sum = draw_sum(rng),
                                                   .over_square = draw_sum(rng)};
        }
    }
}

static fl_tally_pack_reader reader_of(const void *bytes, size_t n)
{
    return (fl_tally_pack_reader){.at = bytes, .end = (const unsigned char *)bytes + n};
}

Test(pack, random_tallies_come_back_as_they_were)
{
    small_run run;
    fl_tally back;
    fl_text text;
    fl_pcg rng;
    fl_pcg_init(&rng, 1, 2);
    fl_text_init(&text);
    small_run_open(&run, text_of_all, 0, 1);
    cr_assert_eq(fl_tally_init(&back, &run.setup.tally), FL_OK);
    for (int i = 0; i < TALLIES; i++) {
        fill(run.totals, &rng);
        fl_text_clear(&text);
        fl_tally_pack_add(run.totals, &text);
        fl_tally_pack_reader reader = reader_of(text.data, text.size);
        cr_assert_eq(fl_tally_pack_read(&reader, &back), FL_OK);
        cr_assert(reader.at == reader.end);
        cr_assert(small_run_is_same(&back, run.totals));
    }
    fl_text_free(&text);
    fl_tally_free(&back);
    small_run_close(&run);
}

Test(pack, cut_tallies_are_refused)
{
    small_run run;
    fl_text text;
    fl_pcg rng;
    fl_pcg_init(&rng, 8, 2);
    fl_text_init(&text);
    small_run_open(&run, text_of_few, 0, 1);
    fill(run.totals, &rng);
    fl_tally_pack_add(run.totals, &text);
    for (size_t n = 0; n < text.size; n++) {
        unsigned char *cut = malloc(n + 1); /* its own block: a sanitizer sees a step too far */
        memcpy(cut, text.data, n);
        fl_tally_pack_reader reader = reader_of(cut, n);
        cr_expect_eq(fl_tally_pack_read(&reader, run.totals), FL_ERR_DAMAGED, "%zu bytes", n);
        free(cut);
    }
    fl_text_free(&text);
    small_run_close(&run);
}

/* Changes some bytes, cuts some out or puts some in. */
static size_t mutate(unsigned char *bytes, size_t n, fl_pcg *rng)
{
    unsigned times = 1 + fl_pcg_below(rng, 4);
    for (unsigned i = 0; i < times && n > 1; i++) {
        size_t place = fl_pcg_below(rng, (uint32_t)n);
        switch (fl_pcg_below(rng, 4)) {
        case 0:
            memmove(bytes + place, bytes + place + 1, n - place - 1);
            n--;
            break;
        case 1:
            memmove(bytes + place + 1, bytes + place, n - place);
            bytes[place] = (unsigned char)fl_pcg_next(rng);
            n++;
            break;
        default:
            bytes[place] ^= (unsigned char)(1u << fl_pcg_below(rng, 8));
        }
    }
    return n;
}

Test(pack, whatever_is_accepted_packs_to_the_same_bytes)
{
    small_run run;
    fl_text text;
    fl_text again;
    fl_pcg rng;
    unsigned accepted = 0;
    fl_pcg_init(&rng, 4, 2);
    fl_text_init(&text);
    fl_text_init(&again);
    small_run_open(&run, text_of_few, 0, 1);
    fill(run.totals, &rng);
    fl_tally_pack_add(run.totals, &text);
    for (int i = 0; i < MUTATIONS; i++) {
        unsigned char *bytes = malloc(text.size + 8);
        memcpy(bytes, text.data, text.size);
        size_t n = mutate(bytes, text.size, &rng);
        fl_tally_pack_reader reader = reader_of(bytes, n);
        if (fl_tally_pack_read(&reader, run.totals) == FL_OK) {
            fl_text_clear(&again);
            fl_tally_pack_add(run.totals, &again);
            size_t used = (size_t)(reader.at - bytes);
            cr_assert(used <= n && used == again.size && memcmp(again.data, bytes, used) == 0, "mutation %d",
                      i);
            accepted++;
        }
        free(bytes);
    }
    cr_expect(accepted > MUTATIONS / 100 && accepted < MUTATIONS, "%u accepted", accepted);
    fl_text_free(&again);
    fl_text_free(&text);
    small_run_close(&run);
}
