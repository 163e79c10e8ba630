/* Looking up a shipped file. */
#include "gen/core/shipped.h"

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
