/* SPDX-License-Identifier: MIT */
/* Prints how often a floor has its sacrifice room, by level, and a map of one floor:
 *
 *     cc example.c $(pkg-config --cflags --libs floorlab) -o example && ./example */
#include <floorlab.h>

#include <stdio.h>
#include <stdlib.h>

enum { FLOORS = 100000 };

static int tell(const floorlab_error *error)
{
    fprintf(stderr, "example: %s: %s (%s)\n", error->where, error->what, error->hint);
    return EXIT_FAILURE;
}

/* Counts the floors of a level that have the room, and adds up their dead ends. */
static floorlab_status count(const char *level, int64_t sums[2], floorlab_error *error)
{
    static int32_t values[2 * FLOORS];
    const char *const names[] = {"level"};
    const char *const metrics[] = {"kind_sacrifice", "dead_ends"};
    floorlab_options options = {"classic", 1, names, &level, 1, NULL, 0, {0}};
    floorlab_request request = {0, FLOORS, metrics, 2, {0}};
    floorlab_generator *floors;
    floorlab_status status = floorlab_open(&options, &floors, error);
    if (status != FLOORLAB_OK) {
        return status;
    }
    status = floorlab_values(floors, &request, values, 2 * FLOORS, error);
    floorlab_close(floors);
    sums[0] = sums[1] = 0;
    for (int i = 0; status == FLOORLAB_OK && i < 2 * FLOORS; i++) {
        sums[i / FLOORS] += values[i];
    }
    return status;
}

int main(void)
{
    const char *const levels[] = {"1", "3", "5", "7"};
    char map[4000];
    floorlab_options options = {"classic", 1, NULL, NULL, 0, NULL, 0, {0}};
    floorlab_text text = {map, sizeof map, 0};
    floorlab_generator *floors;
    floorlab_error error;
    int64_t sums[2];
    for (int i = 0; i < 4; i++) {
        if (count(levels[i], sums, &error) != FLOORLAB_OK) {
            return tell(&error);
        }
        printf("level %s: %6lld of %d floors have a sacrifice room, %.3f dead ends a floor\n", levels[i],
               (long long)sums[0], FLOORS, (double)sums[1] / FLOORS);
    }
    if (floorlab_open(&options, &floors, &error) != FLOORLAB_OK ||
        floorlab_draw(floors, 7, FLOORLAB_PLAIN, &text, &error) != FLOORLAB_OK) {
        return tell(&error);
    }
    printf("\nFloor 7 of seed 1:\n\n%s", map);
    floorlab_close(floors);
    return EXIT_SUCCESS;
}
