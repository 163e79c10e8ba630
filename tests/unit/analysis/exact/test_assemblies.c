/* How many rooms there are, against making them all. */
#include "analysis/exact/exact_private.h"
#include "tests/support/room_group.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

enum { MOST = 40000 };

typedef struct picture {
    uint64_t row[16];
} picture;

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(picture));
}

/* Every assembly of a small room, made and told apart. */
static unsigned count_all(const fl_room_rules *rules, unsigned doors)
{
    static picture seen[MOST];
    unsigned n = 0;
    unsigned different = 0;
    const fl_room_list *list[4];
    unsigned size[4];
    for (unsigned i = 0; i < 4; i++) {
        list[i] = &rules->list[rules->need[doors][i]][FL_ROOM_ANY_DOOR_COUNT];
        size[i] = list[i]->fit[31];
    }
    for (unsigned i = 0; i < size[0] * size[1] * size[2] * size[3]; i++) {
        fl_interior room;
        uint16_t choice[4] = {list[0]->entry[i % size[0]], list[1]->entry[i / size[0] % size[1]],
                              list[2]->entry[i / size[0] / size[1] % size[2]],
                              list[3]->entry[i / size[0] / size[1] / size[2]]};
        fl_room_assemble(rules, doors, choice, &room);
        if (room.spent <= rules->budget) {
            cr_assert_lt(n, MOST);
            for (unsigned y = 0; y < 16; y++) {
                seen[n].row[y] = room.row[y][0];
            }
            n++;
        }
    }
    qsort(seen, n, sizeof seen[0], compare);
    for (unsigned i = 0; i < n; i++) {
        different += i == 0 || compare(&seen[i], &seen[i - 1]) != 0;
    }
    return different;
}

Test(assemblies, different_rooms_are_as_many_as_are_found)
{
    static const char *const settings[] = {"", "transpose=off", "budget=5", "budget=0",
                                           "budget=9 transpose=off"};
    for (size_t s = 0; s < sizeof settings / sizeof settings[0]; s++) {
        fl_room_rules *rules = room_group_open(room_group_small, settings[s]);
        for (unsigned doors = 0; doors <= FL_ALL_SIDES; doors++) {
            cr_expect_eq((unsigned)fl_exact_assemblies_distinct(rules, doors), count_all(rules, doors),
                         "%s doors %s", settings[s], fl_room_parts_sides(doors));
        }
        fl_room_rules_free(rules);
    }
}

Test(assemblies, random_doors_add_up)
{
    fl_room_rules *rules = room_group_open(NULL, "doors=random");
    fl_room_wide sum = 0;
    for (unsigned doors = 0; doors <= FL_ALL_SIDES; doors++) {
        sum += fl_exact_assemblies_distinct(rules, doors);
    }
    cr_expect(sum == fl_exact_assemblies_all(rules));
    fl_room_rules_free(rules);
}

Test(assemblies, large_numbers_are_written_out)
{
    fl_text text;
    fl_text_init(&text);
    fl_exact_assemblies_print((fl_room_wide)10000000000ULL * 10000000000ULL + 7, &text);
    cr_expect_str_eq(fl_text_get(&text), "100000000000000000007");
    fl_text_clear(&text);
    fl_exact_assemblies_print(0, &text);
    cr_expect_str_eq(fl_text_get(&text), "0");
    fl_text_free(&text);
}
