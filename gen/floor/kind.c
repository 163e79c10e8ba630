/* SPDX-License-Identifier: MIT */
/* The table of kinds. The colours are Okabe and Ito's palette, which people with any colour vision can
 * tell apart. */
#include "gen/floor/kind.h"
#include "gen/base/suggest.h"

#define FL_KIND_ROW(symbol, name, sign, rank, colour, label) {name, sign, rank, colour, label},
static const fl_kind_row kinds[FL_KIND_COUNT] = {FL_KIND_TABLE(FL_KIND_ROW)};
#undef FL_KIND_ROW

const fl_kind_row *fl_kind_of(fl_kind kind)
{
    return &kinds[kind < FL_KIND_COUNT ? kind : FL_KIND_NORMAL];
}

fl_kind fl_kind_named(const char *name)
{
    return (fl_kind)fl_suggest_find(name, kinds, FL_KIND_COUNT, sizeof kinds[0]);
}
