/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that ship are parsed when the program is built; here they are parsed once more. */
#include "gen/base/embedded.h"
#include "gen/base/yaml.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

Test(yaml_events, shipped_ones_are_those_of_the_text)
{
    unsigned compared = 0;
    for (size_t i = 0; i < fl_embedded_n; i++) {
        const fl_embedded *file = &fl_embedded_table[i];
        if (!strstr(file->name, ".yaml")) {
            continue;
        }
        fl_text events;
        fl_text_init(&events);
        cr_assert_eq(fl_yaml_events(file->data, file->size, &events), FL_OK);
        cr_assert_eq(events.size, file->events_size, "%s", file->name);
        cr_expect_arr_eq(events.data, file->events, events.size, "%s", file->name);
        fl_text_free(&events);
        compared++;
    }
    cr_expect_geq(compared, 50u);
}

/* Keys of shipped files are not compared when they are read. */
Test(yaml_events, a_shipped_file_is_one_of_a_user)
{
    for (size_t i = 0; i < fl_embedded_n; i++) {
        const fl_embedded *file = &fl_embedded_table[i];
        if (!strstr(file->name, ".yaml")) {
            continue;
        }
        char *copy = strdup(file->data);
        fl_yaml *yaml = NULL;
        fl_diag diag;
        fl_diag_init(&diag);
        cr_expect_eq(fl_yaml_read(copy, file->size, file->name, &yaml, &diag), FL_OK, "%s: %s", diag.where,
                     diag.what);
        fl_yaml_free(yaml);
        free(copy);
    }
}

/* Readers of text may rely on it. */
Test(yaml_events, a_nul_ends_the_text_of_every_file)
{
    for (size_t i = 0; i < fl_embedded_n; i++) {
        const fl_embedded *file = &fl_embedded_table[i];
        cr_expect_eq(fl_embedded_find(file->name), file);
        cr_expect_eq(strlen(file->data), file->size, "%s", file->name);
    }
}
