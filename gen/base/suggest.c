/* SPDX-License-Identifier: MIT */
/* Restricted Damerau-Levenshtein distance over short words, three rows at a time. */
#include "gen/base/suggest.h"

#include <string.h>

enum { LONGEST = 63 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned fl_suggest_distance(const char *a, const char *b)
{
    size_t a_length = strlen(a);
    size_t b_length = strlen(b);
    if (a_length > LONGEST || b_length > LONGEST) {
        return LONGEST + 1;
    }
    unsigned rows[3][LONGEST + 1];
    for (unsigned j = 0; j <= b_length; j++) {
        rows[0][j] = j;
    }
    for (unsigned i = 1; i <= a_length; i++) {
        unsigned *now = rows[i % 3];
        const unsigned *last = rows[(i + 2) % 3];
        const unsigned *before = rows[(i + 1) % 3];
        now[0] = i;
        for (unsigned j = 1; j <= b_length; j++) {
            unsigned replaced = last[j - 1] + (a[i - 1] != b[j - 1]);
            now[j] = least(replaced, least(last[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                now[j] = least(now[j], before[j - 2] + 1);
            }
        }
    }
    return rows[a_length % 3][b_length];
}

const char *fl_suggest_name(const char *word, const void *rows, size_t n, size_t stride)
{
    const char *best = NULL;
    unsigned best_distance = (unsigned)least((unsigned)strlen(word), LONGEST) / 3 + 2;
    for (size_t i = 0; i < n; i++) {
        const char *name;
        memcpy(&name, (const char *)rows + i * stride, sizeof name);
        unsigned distance = fl_suggest_distance(word, name);
        if (distance < best_distance && distance < strlen(name)) {
            best = name;
            best_distance = distance;
        }
    }
    return best;
}
