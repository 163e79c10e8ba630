/* The published C++ library behind two C functions. */
#include "tests/unit/pcg_oracle.h"

#include <pcg_random.hpp>

void fl_pcg_oracle_draw(uint64_t seed, uint64_t stream, uint32_t *out, size_t n)
{
    pcg32 rng(seed, stream);
    for (size_t i = 0; i < n; i++) {
        out[i] = rng();
    }
}

void fl_pcg_oracle_jump(uint64_t seed, uint64_t stream, uint64_t forwards, uint64_t back, uint32_t out[2])
{
    pcg32 rng(seed, stream);
    rng.advance(forwards);
    out[0] = rng();
    rng.backstep(back);
    out[1] = rng();
}
