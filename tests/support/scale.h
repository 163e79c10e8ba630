/* How much a statistical test counts: `./lab test --thorough` counts all that is promised, the daily run a tenth. */
#ifndef FL_TESTS_SUPPORT_SCALE_H
#define FL_TESTS_SUPPORT_SCALE_H

#include <stdint.h>
#include <stdlib.h>

/* A tenth of `full`, or all of it when FLOORLAB_THOROUGH is set. */
static inline uint32_t scale_count(uint32_t full)
{
    return getenv("FLOORLAB_THOROUGH") ? full : full / 10;
}

#endif
