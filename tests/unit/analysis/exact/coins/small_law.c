/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/analysis/exact/coins/small_law.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

void small_law_open_rules(small_law *self, const char *settings)
{
    fl_diag diag;
    char words[256];
    memset(self, 0, sizeof *self);
    fl_diag_init(&diag);
    fl_setting_values_init(&self->values, fl_classic.settings, fl_classic.settings_n);
    snprintf(words, sizeof words, "%s", settings);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        cr_assert_eq(fl_setting_values_set(&self->values, word, value, "", &diag), FL_OK, "%s", diag.what);
    }
    cr_assert_eq(fl_classic.init(&self->values, &self->rules, &diag), FL_OK, "%s", diag.what);
    fl_classic_terms_read(self->rules, &self->terms);
}

void small_law_plan(small_law *self, const char *settings, bool is_fine)
{
    fl_diag diag;
    fl_coins_wish wish = {.detail = FL_COINS_LAYOUTS};
    small_law_open_rules(self, settings);
    for (unsigned i = 0; i < FL_COINS_QUESTION; i++) {
        if (is_fine || fl_coins_wish_detail(i) != FL_COINS_CELLS) {
            (void)fl_coins_wish_add(&wish, i);
        }
    }
    fl_diag_init(&diag);
    cr_assert_eq(fl_coins_init(&self->coins, &self->terms, &wish, &diag), FL_OK, "%s", diag.what);
    cr_assert_eq(fl_coins_tally_init(&self->tally, &self->coins, &diag), FL_OK);
}

void small_law_open(small_law *self, const char *settings, bool is_fine)
{
    fl_diag diag;
    fl_coins_work *work = NULL;
    fl_diag_init(&diag);
    small_law_plan(self, settings, is_fine);
    cr_assert_eq(fl_coins_work_open(&work, &self->coins, &diag), FL_OK);
    for (uint64_t block = 0; block < self->coins.blocks; block++) {
        cr_assert_eq(fl_coins_work_block(work, block, &self->tally, &diag), FL_OK, "%s", diag.what);
    }
    fl_coins_work_close(work);
    cr_assert_eq(fl_coins_law_init(&self->law, &self->coins, &self->tally, &diag), FL_OK, "%s", diag.what);
}

void small_law_close(small_law *self)
{
    fl_coins_law_free(&self->law);
    fl_coins_tally_free(&self->tally);
    fl_coins_free(&self->coins);
    fl_classic.free(self->rules);
}

double small_law_chance(const small_law *self, const char *metric, int value)
{
    const fl_coins_law_row *row = fl_coins_law_find(&self->law, metric);
    cr_assert(row, "%s", metric);
    for (size_t i = 0; i < row->chances_n; i++) {
        if (row->chance[i].value == value) {
            return row->chance[i].number;
        }
    }
    return 0;
}
