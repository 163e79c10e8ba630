/* SPDX-License-Identifier: MIT */
/* The shape table. */
#include "gen/floor/shape.h"
#include "gen/base/suggest.h"

enum {
    SLOTS_LR = 0x05,
    SLOTS_UD = 0x0a,
    SLOTS_ONE = 0x0f,
    SLOTS_TALL = 0x5f,
    SLOTS_WIDE = 0xaf,
    SLOTS_ALL = 0xff,
};

/* clang-format off */
static const fl_shape_row shapes[FL_SHAPE_COUNT] = {
    {"free", 0, 0, 0, 0, FL_SHAPE_FREE, {{0, 0}}, {{0, 0}}},
    {"1x1", 1, 1, 1, SLOTS_ONE, FL_SHAPE_1X1, {{0, 0}}, {{-1, 0}, {0, -1}, {1, 0}, {0, 1}}},
    {"IH",  1, 1, 1, SLOTS_LR, FL_SHAPE_1X1, {{0, 0}}, {{-1, 0}, {0, 0}, {1, 0}}},
    {"IV",  1, 1, 1, SLOTS_UD, FL_SHAPE_1X1, {{0, 0}}, {{0, 0}, {0, -1}, {0, 0}, {0, 1}}},
    {"1x2", 1, 2, 2, SLOTS_TALL, FL_SHAPE_1X2, {{0, 0}, {0, 1}},
     {{-1, 0}, {0, -1}, {1, 0}, {0, 2}, {-1, 1}, {0, 0}, {1, 1}}},
    {"IIV", 1, 2, 2, SLOTS_UD, FL_SHAPE_1X2, {{0, 0}, {0, 1}}, {{0, 0}, {0, -1}, {0, 0}, {0, 2}}},
    {"2x1", 2, 1, 2, SLOTS_WIDE, FL_SHAPE_2X1, {{0, 0}, {1, 0}},
     {{-1, 0}, {0, -1}, {2, 0}, {0, 1}, {0, 0}, {1, -1}, {0, 0}, {1, 1}}},
    {"IIH", 2, 1, 2, SLOTS_LR, FL_SHAPE_2X1, {{0, 0}, {1, 0}}, {{-1, 0}, {0, 0}, {2, 0}}},
    {"2x2", 2, 2, 4, SLOTS_ALL, FL_SHAPE_2X2, {{0, 0}, {1, 0}, {1, 1}, {0, 1}},
     {{-1, 0}, {0, -1}, {2, 0}, {0, 2}, {-1, 1}, {1, -1}, {2, 1}, {1, 2}}},
    {"LTL", 2, 2, 3, SLOTS_ALL, FL_SHAPE_LTL, {{1, 0}, {1, 1}, {0, 1}},
     {{0, 0}, {0, 0}, {2, 0}, {0, 2}, {-1, 1}, {1, -1}, {2, 1}, {1, 2}}},
    {"LTR", 2, 2, 3, SLOTS_ALL, FL_SHAPE_LTR, {{0, 0}, {1, 1}, {0, 1}},
     {{-1, 0}, {0, -1}, {1, 0}, {0, 2}, {-1, 1}, {1, 0}, {2, 1}, {1, 2}}},
    {"LBL", 2, 2, 3, SLOTS_ALL, FL_SHAPE_LBL, {{0, 0}, {1, 0}, {1, 1}},
     {{-1, 0}, {0, -1}, {2, 0}, {0, 1}, {0, 1}, {1, -1}, {2, 1}, {1, 2}}},
    {"LBR", 2, 2, 3, SLOTS_ALL, FL_SHAPE_LBR, {{0, 0}, {1, 0}, {0, 1}},
     {{-1, 0}, {0, -1}, {2, 0}, {0, 2}, {-1, 1}, {1, -1}, {1, 1}, {1, 1}}},
};
/* clang-format on */

const fl_shape_row *fl_shape_of(fl_shape shape)
{
    return &shapes[shape < FL_SHAPE_COUNT ? shape : FL_SHAPE_FREE];
}

fl_shape fl_shape_named(const char *name)
{
    return (fl_shape)fl_suggest_find(name, shapes, FL_SHAPE_COUNT, sizeof shapes[0]);
}
