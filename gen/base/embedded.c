/* Looking up a shipped file. */
#include "gen/base/embedded.h"

#include <string.h>

const fl_shipped *fl_shipped_find(const char *name)
{
    for (size_t i = 0; i < fl_shipped_n; i++) {
        if (strcmp(fl_shipped_table[i].name, name) == 0) {
            return &fl_shipped_table[i];
        }
    }
    return NULL;
}

bool fl_shipped_is_in(const fl_shipped *self, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(self->name, folder, length) == 0 && !strchr(self->name + length, '/');
}
