/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts by number. */
#include "gen/lines/lines_private.h"

#include <criterion/criterion.h>
#include <stdio.h>

static uint16_t number_of(fl_lines_words *words, const char *word)
{
    uint16_t out = 0;
    fl_diag diag;
    fl_diag_init(&diag);
    cr_assert_eq(fl_lines_words_number(words, word, &out, &diag), FL_OK, "%s: %s", word, diag.what);
    return out;
}

Test(words, equal_words_have_one_number_and_stay_where_they_are)
{
    enum { MANY = 3000 };
    fl_lines_words words = {.n = 0};
    char word[32];
    const char *first = NULL;
    for (unsigned turn = 0; turn < 2; turn++) {
        for (unsigned i = 0; i < MANY; i++) {
            snprintf(word, sizeof word, "word %u", i);
            cr_assert_eq(number_of(&words, word), i);
            cr_assert_str_eq(words.word[i], word);
            first = i == 0 && turn == 0 ? words.word[0] : first;
        }
    }
    cr_expect_eq(words.n, (uint32_t)MANY);
    cr_expect_eq(words.word[0], first, "a floor has borrowed it");
    fl_lines_words_free(&words);
    fl_lines_words_free(&words);
}

Test(words, one_too_many_is_refused_and_the_others_are_still_found)
{
    fl_lines_words words = {.n = 0};
    char word[32];
    uint16_t out = 0;
    fl_diag diag;
    for (unsigned i = 0; i < FL_LINES_WORDS; i++) {
        snprintf(word, sizeof word, "%x", i);
        (void)number_of(&words, word);
    }
    fl_diag_init(&diag);
    cr_expect_eq(fl_lines_words_number(&words, "new", &out, &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.what, "more than 65535 different tags, kinds and reasons");
    cr_expect_eq(number_of(&words, "0"), 0);
    cr_expect_eq(number_of(&words, "fffe"), 65534);
    fl_lines_words_free(&words);
}
