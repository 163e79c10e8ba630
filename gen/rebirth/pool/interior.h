/* What a room is furnished with: as it is chosen from a pool, and as a room of the draft has it. */
#ifndef FL_GEN_REBIRTH_POOL_INTERIOR_H
#define FL_GEN_REBIRTH_POOL_INTERIOR_H

#include <stdbool.h>
#include <stdint.h>

typedef struct fl_pool_interior {
    bool is_there;
    uint8_t shape;         /* an fl_shape */
    uint8_t doors;         /* bit per slot */
    uint8_t type;          /* 1 default, 2 shop, … */
    uint8_t width, height; /* in cells */
    int16_t difficulty;    /* -1 = none */
    int16_t subtype;       /* -1 = none */
    int32_t variant;       /* -1 = none */
} fl_pool_interior;

#endif
