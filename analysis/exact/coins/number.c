/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fractions as text. */
#include "analysis/exact/coins/coins_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHORT = 36, SMALLEST = -9 /* the power of ten from which on exponents are written */ };

/* FL_COINS_DIGITS digits from the first one on, rounded; *exponent is one more where that carries over. */
static void digits_of(const mpq_t number, int *exponent, char out[FL_COINS_TEXT])
{
    mpz_t power, part;
    mpz_inits(power, part, NULL);
    int shift = FL_COINS_DIGITS - 1 - *exponent;
    mpz_ui_pow_ui(power, 10, (unsigned long)abs(shift));
    if (shift >= 0) {
        mpz_mul(part, mpq_numref(number), power);
        mpz_mul_2exp(part, part, 1);
        mpz_add(part, part, mpq_denref(number));
        mpz_mul_2exp(power, mpq_denref(number), 1);
    } else {
        mpz_mul(power, power, mpq_denref(number));
        mpz_mul_2exp(part, mpq_numref(number), 1);
        mpz_add(part, part, power);
        mpz_mul_2exp(power, power, 1);
    }
    mpz_fdiv_q(part, part, power);
    gmp_snprintf(out, FL_COINS_TEXT, "%Zd", part);
    *exponent += strlen(out) > FL_COINS_DIGITS;
    out[FL_COINS_DIGITS] = '\0';
    mpz_clears(power, part, NULL);
}

static void write_decimal(const mpq_t number, char out[FL_COINS_TEXT])
{
    char digits[FL_COINS_TEXT];
    if (mpq_sgn(number) == 0 || mpz_cmp_ui(mpq_denref(number), 1) == 0) {
        gmp_snprintf(out, FL_COINS_TEXT, "%Zd", mpq_numref(number));
        return;
    }
    /* The power of ten of the first digit. */
    mpz_t power, part;
    mpz_inits(power, part, NULL);
    int exponent =
        (int)mpz_sizeinbase(mpq_numref(number), 10) - (int)mpz_sizeinbase(mpq_denref(number), 10) + 1;
    for (bool is_less = true; is_less;
         exponent -= is_less) { /* too large by up to two: down to the right one */
        mpz_ui_pow_ui(power, 10, (unsigned long)abs(exponent));
        mpz_mul(part, exponent >= 0 ? mpq_denref(number) : mpq_numref(number), power);
        is_less =
            exponent >= 0 ? mpz_cmp(mpq_numref(number), part) < 0 : mpz_cmp(part, mpq_denref(number)) < 0;
    }
    mpz_clears(power, part, NULL);
    digits_of(number, &exponent, digits);
    if (exponent < SMALLEST || exponent >= FL_COINS_DIGITS) {
        snprintf(out, FL_COINS_TEXT, "%c.%.*se%d", digits[0], FL_COINS_DIGITS - 1, digits + 1, exponent);
    } else if (exponent < 0) {
        snprintf(out, FL_COINS_TEXT, "0.%.*s%.*s", -1 - exponent, "00000000", FL_COINS_DIGITS, digits);
    } else {
        snprintf(out, FL_COINS_TEXT, "%.*s.%.*s", exponent + 1, digits, FL_COINS_DIGITS,
                 digits + exponent + 1);
    }
    size_t n = strlen(out);
    while (!strchr(out, 'e') && n > 0 && (out[n - 1] == '0' || out[n - 1] == '.')) { /* 0.5000 is 0.5 */
        bool is_point = out[n - 1] == '.';
        out[--n] = '\0';
        if (is_point) {
            break;
        }
    }
}

void fl_coins_number_write(const mpq_t number, int32_t value, fl_coins_chance *out)
{
    memset(out, 0, sizeof *out);
    out->value = value;
    write_decimal(number, out->decimal);
    out->number = strtod(out->decimal, NULL);
    if (mpz_sizeinbase(mpq_numref(number), 10) + mpz_sizeinbase(mpq_denref(number), 10) <= SHORT) {
        gmp_snprintf(out->fraction, sizeof out->fraction, "%Qd", number);
    }
}

void fl_coins_number_scale(mpq_t number, uint32_t hits, uint32_t out_of)
{
    mpq_t factor;
    mpq_init(factor);
    mpq_set_ui(factor, hits, out_of);
    mpq_canonicalize(factor);
    mpq_mul(number, number, factor);
    mpq_clear(factor);
}
