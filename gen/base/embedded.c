/* SPDX-License-Identifier: MIT */
/* Finding embedded files by name. */
#include "gen/base/embedded.h"

#include <string.h>

const fl_embedded *fl_embedded_find(const char *name)
{
    for (size_t i = 0; i < fl_embedded_n; i++) {
        if (strcmp(fl_embedded_table[i].name, name) == 0) {
            return &fl_embedded_table[i];
        }
    }
    return NULL;
}

bool fl_embedded_is_in(const fl_embedded *self, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(self->name, folder, length) == 0 && !strchr(self->name + length, '/');
}
