/* SPDX-License-Identifier: MIT */
/* 40 bits, five per character: the seed, xored with a constant, and a checksum. */
#include "gen/random/game_seed.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { LETTERS = 8, MASK = 0x0FEF7FFD };

/* Without I, O, U and 5, which are easily mistaken for others. */
static const char alphabet[] = "ABCDEFGHJKLMNPQRSTWXYZ01234V6789";

static uint8_t checksum(uint32_t seed)
{
    uint8_t sum = 0;
    for (uint32_t rest = seed; rest != 0; rest >>= 5) {
        sum = (uint8_t)(sum + rest);
        sum = (uint8_t)(sum << 1 | sum >> 7);
    }
    return sum;
}

void fl_game_seed_write(uint32_t seed, char out[FL_GAME_SEED_SIZE])
{
    uint64_t bits = (uint64_t)(seed ^ MASK) << 8 | checksum(seed);
    for (int i = 0; i < LETTERS; i++) {
        out[i + (i >= LETTERS / 2)] = alphabet[bits >> (5 * (LETTERS - 1 - i)) & 31];
    }
    out[LETTERS / 2] = ' ';
    out[LETTERS + 1] = '\0';
}

/* Copies the eight characters without the blank, in capitals; false if there are more or fewer. */
static bool strip(const char *text, char out[LETTERS])
{
    size_t n = 0;
    for (size_t i = 0; text[i]; i++) {
        if (i == LETTERS / 2 && text[i] == ' ') {
            continue;
        }
        if (n == LETTERS || !isalnum((unsigned char)text[i])) {
            return false;
        }
        out[n++] = (char)toupper((unsigned char)text[i]);
    }
    return n == LETTERS;
}

fl_err fl_game_seed_read(const char *text, uint32_t *out, fl_diag *diag)
{
    char sign[LETTERS];
    uint64_t bits = 0;
    if (!strip(text, sign)) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "invalid seed '%.40s': expected one such as \"B911 99AC\"",
                           text);
    }
    for (int i = 0; i < LETTERS; i++) {
        const char *found = memchr(alphabet, sign[i], sizeof alphabet - 1);
        if (!found) {
            fl_err err =
                fl_diag_set(diag, FL_ERR_USAGE, "",
                            "invalid seed '%.40s': seeds do not have the character '%c'", text, sign[i]);
            fl_diag_hint(diag, "seeds are written with %s", alphabet);
            return err;
        }
        bits = bits << 5 | (uint64_t)(found - alphabet);
    }
    *out = (uint32_t)(bits >> 8) ^ MASK;
    if (checksum(*out) != (uint8_t)bits || *out == 0) {
        fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "invalid seed '%.40s': its checksum is wrong", text);
        fl_diag_hint(diag, "check for a typing error; only one text in 256 is a seed");
        return err;
    }
    return FL_OK;
}
