/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chunk rooms a second on one core: bare, checked, and with all metrics. Prints, never judges. */
#include "analysis/metric/room/room.h"

#include <stdio.h>
#include <time.h>

enum { ROUNDS = 5, ROOMS = 400000 };

typedef enum work { MAKE, CHECK, MEASURE, WORKS } work;

static unsigned long sum; /* so that no work is left out */

static void do_one(const fl_room_rules *rules, const fl_key *key, work what)
{
    fl_interior room;
    int32_t value[FL_METRIC_ROOM_COUNT];
    fl_room_make(rules, key, &room);
    sum += (unsigned long)(room.row[5][0] >> 8 & 0xff);
    if (what == CHECK) {
        sum += fl_room_check(rules, &room) != NULL;
    } else if (what == MEASURE) {
        fl_metric_room_compute(&room, value);
        sum += (unsigned long)value[FL_METRIC_ROOM_CLUTTER_TILES];
    }
}

/* The best of some rounds, in rooms a second of processor time. */
static double rate(const fl_room_rules *rules, work what)
{
    double best = 0;
    unsigned rooms = what == MAKE ? ROOMS : ROOMS / 20;
    fl_key key;
    fl_room_key(1, &key);
    for (unsigned round = 0; round < ROUNDS; round++) {
        clock_t started = clock();
        for (key.index = 0; key.index < rooms; key.index++) {
            do_one(rules, &key, what);
        }
        double seconds = (double)(clock() - started) / CLOCKS_PER_SEC;
        best = seconds > 0 && rooms / seconds > best ? rooms / seconds : best;
    }
    return best;
}

int main(void)
{
    static const char *const settings[][3] = {{"rules=paper", "size=small", "doors=NESW"},
                                              {"rules=paper", "size=small", "doors=random"},
                                              {"rules=paper", "size=big", "doors=NESW"},
                                              {"rules=kirby", "size=small", "doors=random"},
                                              {"rules=kirby", "size=big", "doors=random"}};
    printf("%-12s %-12s %-14s %10s %10s %10s   thousand rooms a second\n", "", "", "", "made", "checked",
           "measured");
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        fl_setting_values values;
        fl_room_rules *rules = NULL;
        fl_err err = FL_OK;
        fl_setting_values_init(&values, fl_room_rules_settings, FL_ROOM_SETTINGS_N);
        for (unsigned k = 0; k < 3 && !err; k++) {
            err = fl_setting_values_assign(&values, settings[i][k], "", NULL);
        }
        if (err || fl_room_rules_init(&values, &rules, NULL)) {
            return 1;
        }
        printf("%-12s %-12s %-14s", settings[i][0], settings[i][1], settings[i][2]);
        for (int what = 0; what < WORKS; what++) {
            printf(" %10.0f", rate(rules, (work)what) / 1000);
        }
        printf("\n");
        fl_room_rules_free(rules);
    }
    return sum == 0;
}
