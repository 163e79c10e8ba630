/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The generators of floors are those rows of the registry that make floors themselves. */
#include "gen/floor_generators.h"
#include "gen/registry.h"

#include <criterion/criterion.h>

Test(floor_generators, are_the_rows_of_the_registry_that_make_floors)
{
    size_t n = 0;
    size_t all_n = 0;
    size_t found = 0;
    const fl_generator *const *floors = fl_floor_generators_all(&n);
    const fl_generator *const *all = fl_registry_all(&all_n);
    for (size_t i = 0; i < all_n; i++) {
        if (all[i]->makes == FL_SAMPLE_FLOOR && !all[i]->open) {
            cr_assert_lt(found, n, "%s", all[i]->name);
            cr_expect_eq(floors[found], all[i], "%s", all[i]->name);
            found++;
        }
    }
    cr_expect(found == n && n >= 3 && n < all_n);
}
