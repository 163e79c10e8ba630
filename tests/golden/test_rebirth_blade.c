/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Floors of the public Rebirth generator, line for line (tests/golden/rebirth-blade.txt, whose head tells the
 * format). */
#include "gen/random/game_seed.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 392, TEXT = 8192 };

/* What stands in front of the bar. */
typedef struct head {
    int stage, type, is_hard, hearts, soul, most, keys, coins;
    char trinkets[64];
} head;

static FILE *open_golden(void)
{
    char name[512];
    snprintf(name, sizeof name, "%s/rebirth-blade.txt", getenv("FLOORLAB_GOLDEN"));
    FILE *file = fopen(name, "r");
    cr_assert_not_null(file, "%s", name);
    return file;
}

/* "110,82" to "[silver_dollar,golden_horseshoe]". */
static void name_items(const char *trinkets, char *out, size_t size)
{
    static const struct {
        const char *number, *word;
    } table[] = {{"110", "silver_dollar"},
                 {"111", "bloody_crown"},
                 {"82", "golden_horseshoe"},
                 {"112", "pay_to_win"},
                 {"102", "fragmented_card"}};
    char list[64];
    char *rest = NULL;
    snprintf(list, sizeof list, "%s", trinkets);
    size_t n = (size_t)snprintf(out, size, "[");
    for (char *item = strtok_r(list, ",", &rest); item; item = strtok_r(NULL, ",", &rest)) {
        for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
            if (strcmp(table[i].number, item) == 0) {
                n += (size_t)snprintf(out + n, size - n, "%s%s", n > 1 ? "," : "", table[i].word);
            }
        }
    }
    snprintf(out + n, size - n, "]");
}

static void open_floor(maker *m, const head *h, const char *rules)
{
    char items[256];
    char settings[1024];
    name_items(h->trinkets, items, sizeof items);
    snprintf(settings, sizeof settings,
             "rules=%s rng=isaac rooms=%s/rooms stage=%d stage_type=%d hard=%d hearts=%d soul_hearts=%d "
             "max_hearts=%d "
             "keys=%d coins=%d items=%s",
             rules, getenv("FLOORLAB_GOLDEN"), h->stage, h->type, h->is_hard, h->hearts, h->soul, h->most,
             h->keys, h->coins, items);
    maker_open(m, "rebirth", settings, 1);
}

/* The floor in the words of the golden file. */
static void write_floor(const maker *m, uint32_t seed, char *out, size_t size)
{
    static const int curse_bits[FL_CURSE_COUNT] = {0, 2, 4, 1, 8, 32, 64};
    char text[FL_GAME_SEED_SIZE];
    const fl_floor *floor = &m->floor;
    fl_game_seed_write(seed, text);
    size_t n = (size_t)snprintf(out, size, "%u ", seed);
    int curse = curse_bits[floor->fact[FL_GENERATOR_FACT_CURSE]];
    if (floor->failure) {
        snprintf(out + n, size - n, "FAIL curse=%d", curse);
        return;
    }
    n += (size_t)snprintf(out + n, size - n, "%.4s%s ", text, text + 5);
    n += (size_t)snprintf(out + n, size - n, "curse=%d rooms=%d", curse, floor->rooms_n);
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        n += (size_t)snprintf(out + n, size - n, " %d,%d:%d:%d:%d:%d:%d", room->origin_x, room->origin_y,
                              room->shape, room->type, room->variant, room->own_distance,
                              room->is_own_dead_end);
    }
}

/* Compares all lines; how many differ. The first that does is said. */
static int count_different(const char *rules, int *lines)
{
    static char line[TEXT];
    static char found[TEXT];
    FILE *file = open_golden();
    int different = 0;
    *lines = 0;
    while (fgets(line, sizeof line, file)) {
        head h;
        uint32_t seed = 0;
        char *bar = strstr(line, " | ");
        if (line[0] == '#' || !bar) {
            continue;
        }
        int n = sscanf(line, "%d %d %d %d %d %d %d %d %63s | %u", &h.stage, &h.type, &h.is_hard, &h.hearts,
                       &h.soul, &h.most, &h.keys, &h.coins, h.trinkets, &seed);
        cr_assert_eq(n, 10, "%s", line);
        line[strcspn(line, "\n")] = '\0';
        if (h.stage == 9 && strcmp(rules, "blade") != 0) {
            continue; /* the other rule sets make no Blue Womb */
        }
        maker m;
        open_floor(&m, &h, rules);
        maker_make_bare(&m, seed);
        write_floor(&m, seed, found, sizeof found);
        bool is_equal = strcmp(found, bar + 3) == 0;
        cr_expect(is_equal || different > 8 || strcmp(rules, "blade") != 0, "expected %s\nfound    %s", line,
                  found);
        different += !is_equal;
        ++*lines;
        maker_close(&m);
    }
    fclose(file);
    return different;
}

Test(golden, every_floor_of_the_public_program_comes_out_sign_for_sign, .timeout = 300)
{
    int lines = 0;
    cr_expect_eq(count_different("blade", &lines), 0);
    cr_expect_eq(lines, LINES);
}

/* The comparison can fail: the corrected rules make other floors. */
Test(golden, other_rules_are_told_apart, .timeout = 300)
{
    int lines = 0;
    cr_expect_gt(count_different("afterbirth-plus", &lines), 20);
}
