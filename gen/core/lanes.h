/* Several 64-bit numbers side by side, one for each of as many floors: one source for AVX-512, AVX2 and any machine.
 *
 * Numbers are the compiler's vectors, so + - * & | ^ ~ << >> work on all lanes. What a vector type cannot say (masks,
 * counting bits, moving lanes) is here, and here alone. A file that includes this is built once per backend; the build
 * says how wide a vector is and which instructions there are. Vectors never leave such a file. */
#ifndef FL_GEN_CORE_LANES_H
#define FL_GEN_CORE_LANES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef FL_LANES_N
#define FL_LANES_N 1
#endif

#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#endif

enum { FL_LANES_TABLE = 96 }; /* entries of a table that lanes look up in */

#define FL_LANES_INLINE __attribute__((always_inline))

#if FL_LANES_N == 1
typedef uint64_t fl_lanes;
typedef unsigned fl_lanes_mask;
#else
typedef uint64_t __attribute__((vector_size(8 * FL_LANES_N))) fl_lanes;
typedef int64_t __attribute__((vector_size(8 * FL_LANES_N))) fl_lanes_signed;
typedef uint8_t __attribute__((vector_size(FL_LANES_N))) fl_lanes_bytes;
typedef int32_t __attribute__((vector_size(4 * FL_LANES_N))) fl_lanes_words;
#if defined(__AVX512F__)
typedef uint8_t fl_lanes_mask;
#else
typedef fl_lanes fl_lanes_mask;
#endif
#endif

/* fl_lanes_mask: some of the lanes. Joined by & and |, turned round by fl_lanes_others. */

/* The same number in every lane. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_all(uint64_t x)
{
    const fl_lanes none = {0};
    return x - none;
}

/* One lane's number. */
FL_LANES_INLINE static inline uint64_t fl_lanes_get(fl_lanes x, unsigned lane)
{
#if FL_LANES_N == 1
    (void)lane;
    return x;
#else
    return x[lane];
#endif
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_load(const uint64_t *from)
{
    fl_lanes x;
    memcpy(&x, from, sizeof x);
    return x;
}

FL_LANES_INLINE static inline void fl_lanes_store(uint64_t *to, fl_lanes x)
{
    memcpy(to, &x, sizeof x);
}

#if defined(__AVX512F__)

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_equal(fl_lanes a, fl_lanes b)
{
    return _mm512_cmpeq_epi64_mask((__m512i)a, (__m512i)b);
}

/* a < b, for numbers below 2^63. */
FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_less(fl_lanes a, fl_lanes b)
{
    return _mm512_cmplt_epi64_mask((__m512i)a, (__m512i)b);
}

/* Lanes that are not 0. */
FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_some(fl_lanes a)
{
    return _mm512_test_epi64_mask((__m512i)a, (__m512i)a);
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_others(fl_lanes_mask m)
{
    return (fl_lanes_mask)~m;
}

/* a in the lanes of the mask, b in the others. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_select(fl_lanes_mask m, fl_lanes a, fl_lanes b)
{
    return (fl_lanes)_mm512_mask_blend_epi64(m, (__m512i)b, (__m512i)a);
}

/* a in the lanes of the mask, 0 in the others. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_only(fl_lanes_mask m, fl_lanes a)
{
    return (fl_lanes)_mm512_maskz_mov_epi64(m, (__m512i)a);
}

/* A bit for each lane of the mask, and back. */
FL_LANES_INLINE static inline unsigned fl_lanes_bits(fl_lanes_mask m)
{
    return m;
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_of_bits(unsigned bits)
{
    return (fl_lanes_mask)bits;
}

/* Turned left by so many bits. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_roll(fl_lanes a, uint64_t by)
{
    return (fl_lanes)_mm512_rolv_epi64((__m512i)a, _mm512_set1_epi64((long long)by));
}

/* How many bits are set. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_count(fl_lanes a)
{
    return (fl_lanes)_mm512_popcnt_epi64((__m512i)a);
}

/* The full product of the lower 32 bits. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_product(fl_lanes a, fl_lanes b)
{
    return (fl_lanes)_mm512_mul_epu32((__m512i)a, (__m512i)b);
}

/* 32-bit numbers turned right by so many bits; what is above bit 31 means nothing before and after. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_turn(fl_lanes word, fl_lanes by)
{
    return (fl_lanes)_mm512_rorv_epi32((__m512i)word, (__m512i)by);
}

/* b set in the lanes of the mask. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_set(fl_lanes_mask m, fl_lanes a, uint64_t b)
{
    return (fl_lanes)_mm512_mask_or_epi64((__m512i)a, m, (__m512i)a, _mm512_set1_epi64((long long)b));
}

/* The smaller one of the lower 32 bits in the lanes of the mask; a in the others. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_smaller(fl_lanes_mask m, fl_lanes a, fl_lanes b)
{
    return (fl_lanes)_mm512_mask_mov_epi64((__m512i)a, m, _mm512_min_epu32((__m512i)a, (__m512i)b));
}

/* A table's entry for each lane; `at` below FL_LANES_TABLE. (Not by the gather instruction: the repair of a leak has made
 * it slower than this on many processors.) */
FL_LANES_INLINE static inline fl_lanes fl_lanes_look_up(const uint32_t table[FL_LANES_TABLE], fl_lanes at)
{
    const __m512i *from = (const __m512i *)(const void *)table;
    __m512i index = (__m512i)at;
    __m512i low = _mm512_permutex2var_epi32(_mm512_loadu_si512(from), index, _mm512_loadu_si512(from + 1));
    __m512i mid =
        _mm512_permutex2var_epi32(_mm512_loadu_si512(from + 2), index, _mm512_loadu_si512(from + 3));
    __m512i top =
        _mm512_permutex2var_epi32(_mm512_loadu_si512(from + 4), index, _mm512_loadu_si512(from + 5));
    low = _mm512_mask_blend_epi64(_mm512_test_epi64_mask(index, _mm512_set1_epi64(32)), low, mid);
    low = _mm512_mask_blend_epi64(_mm512_test_epi64_mask(index, _mm512_set1_epi64(64)), low, top);
    return (fl_lanes)_mm512_and_si512(low, _mm512_set1_epi64(UINT32_MAX));
}

/* The same for sixteen large entries. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_choose(const uint64_t table[16], fl_lanes at)
{
    return (fl_lanes)_mm512_permutex2var_epi64(_mm512_loadu_si512(table), (__m512i)at,
                                               _mm512_loadu_si512(table + 8));
}

/* Writes the lanes of the mask one after the other. May write up to a whole vector. */
FL_LANES_INLINE static inline void fl_lanes_pack(uint64_t *to, fl_lanes_mask m, fl_lanes a)
{
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(m, (__m512i)a));
}

/* The lanes of the mask get numbers that lie one after the other; the others keep theirs. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_unpack(const uint64_t *from, fl_lanes_mask m, fl_lanes others)
{
    return (fl_lanes)_mm512_mask_expandloadu_epi64((__m512i)others, m, from);
}

#elif FL_LANES_N == 1

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_equal(fl_lanes a, fl_lanes b)
{
    return a == b;
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_less(fl_lanes a, fl_lanes b)
{
    return (int64_t)a < (int64_t)b;
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_some(fl_lanes a)
{
    return a != 0;
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_others(fl_lanes_mask m)
{
    return m ^ 1;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_select(fl_lanes_mask m, fl_lanes a, fl_lanes b)
{
    return m ? a : b;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_only(fl_lanes_mask m, fl_lanes a)
{
    return m ? a : 0;
}

FL_LANES_INLINE static inline unsigned fl_lanes_bits(fl_lanes_mask m)
{
    return m;
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_of_bits(unsigned bits)
{
    return bits & 1;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_roll(fl_lanes a, uint64_t by)
{
    return a << by | a >> ((64 - by) & 63);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_count(fl_lanes a)
{
    a -= a >> 1 & 0x5555555555555555u;
    a = (a & 0x3333333333333333u) + (a >> 2 & 0x3333333333333333u);
    a = (a + (a >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return a * 0x0101010101010101u >> 56;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_product(fl_lanes a, fl_lanes b)
{
    return (a & 0xffffffffu) * (b & 0xffffffffu);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_turn(fl_lanes word, fl_lanes by)
{
    return (uint32_t)word >> by | (uint32_t)((uint32_t)word << (-(uint32_t)by & 31));
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_set(fl_lanes_mask m, fl_lanes a, uint64_t b)
{
    return m ? a | b : a;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_smaller(fl_lanes_mask m, fl_lanes a, fl_lanes b)
{
    return m && (uint32_t)b < (uint32_t)a ? b : a;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_look_up(const uint32_t table[FL_LANES_TABLE], fl_lanes at)
{
    return table[at];
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_choose(const uint64_t table[16], fl_lanes at)
{
    return table[at];
}

FL_LANES_INLINE static inline void fl_lanes_pack(uint64_t *to, fl_lanes_mask m, fl_lanes a)
{
    (void)m;
    *to = a;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_unpack(const uint64_t *from, fl_lanes_mask m, fl_lanes others)
{
    return m ? *from : others;
}

#else

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_equal(fl_lanes a, fl_lanes b)
{
    return (fl_lanes)(a == b);
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_less(fl_lanes a, fl_lanes b)
{
    return (fl_lanes)((fl_lanes_signed)a < (fl_lanes_signed)b);
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_some(fl_lanes a)
{
    return (fl_lanes)(a != 0);
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_others(fl_lanes_mask m)
{
    return ~m;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_select(fl_lanes_mask m, fl_lanes a, fl_lanes b)
{
    return b ^ ((a ^ b) & m);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_only(fl_lanes_mask m, fl_lanes a)
{
    return a & m;
}

FL_LANES_INLINE static inline unsigned fl_lanes_bits(fl_lanes_mask m)
{
    return (unsigned)_mm256_movemask_pd((__m256d)m);
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_of_bits(unsigned bits)
{
    fl_lanes m = {0};
    for (unsigned i = 0; i < FL_LANES_N; i++) {
        m[i] = 0 - (uint64_t)(bits >> i & 1);
    }
    return m;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_roll(fl_lanes a, uint64_t by)
{
    return a << by | a >> ((64 - by) & 63);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_count(fl_lanes a)
{
    const __m256i of = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2,
                                        3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15);
    __m256i halves =
        _mm256_add_epi8(_mm256_shuffle_epi8(of, _mm256_and_si256((__m256i)a, low)),
                        _mm256_shuffle_epi8(of, _mm256_and_si256(_mm256_srli_epi64((__m256i)a, 4), low)));
    return (fl_lanes)_mm256_sad_epu8(halves, _mm256_setzero_si256());
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_product(fl_lanes a, fl_lanes b)
{
    return (fl_lanes)_mm256_mul_epu32((__m256i)a, (__m256i)b);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_turn(fl_lanes word, fl_lanes by)
{
    return ((word & UINT32_MAX) | word << 32) >> by;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_set(fl_lanes_mask m, fl_lanes a, uint64_t b)
{
    return a | (m & b);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_smaller(fl_lanes_mask m, fl_lanes a, fl_lanes b)
{
    return (fl_lanes)_mm256_min_epu32((__m256i)a, (__m256i)(b | ~m));
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_look_up(const uint32_t table[FL_LANES_TABLE], fl_lanes at)
{
    fl_lanes out = {0};
    for (unsigned i = 0; i < FL_LANES_N; i++) {
        out[i] = table[at[i]];
    }
    return out;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_choose(const uint64_t table[16], fl_lanes at)
{
    fl_lanes out = {0};
    for (unsigned i = 0; i < FL_LANES_N; i++) {
        out[i] = table[at[i]];
    }
    return out;
}

FL_LANES_INLINE static inline void fl_lanes_pack(uint64_t *to, fl_lanes_mask m, fl_lanes a)
{
    for (unsigned i = 0; i < FL_LANES_N; i++) {
        *to = a[i];
        to += m[i] & 1;
    }
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_unpack(const uint64_t *from, fl_lanes_mask m, fl_lanes others)
{
    for (unsigned i = 0; i < FL_LANES_N; i++) {
        others[i] = m[i] ? *from : others[i];
        from += m[i] & 1;
    }
    return others;
}

#endif

FL_LANES_INLINE static inline bool fl_lanes_any(fl_lanes_mask m)
{
    return fl_lanes_bits(m) != 0;
}

/* How many lanes a mask has. */
FL_LANES_INLINE static inline unsigned fl_lanes_number(fl_lanes_mask m)
{
    return (unsigned)__builtin_popcount(fl_lanes_bits(m));
}

/* Every lane to a place of its own. */
FL_LANES_INLINE static inline void fl_lanes_scatter(uint64_t *to, fl_lanes_mask m, fl_lanes at, fl_lanes a)
{
#if defined(__AVX512F__)
    _mm512_mask_i64scatter_epi64(to, m, (__m512i)at, (__m512i)a, 8);
#else
    for (unsigned bits = fl_lanes_bits(m); bits; bits &= bits - 1) {
        unsigned i = (unsigned)__builtin_ctz(bits);
        to[fl_lanes_get(at, i)] = fl_lanes_get(a, i);
    }
#endif
}

/* Numbers below 256 as bytes. */
FL_LANES_INLINE static inline void fl_lanes_narrow(uint8_t *to, fl_lanes a)
{
#if FL_LANES_N == 1
    *to = (uint8_t)a;
#else
    fl_lanes_bytes bytes = __builtin_convertvector(a, fl_lanes_bytes);
    memcpy(to, &bytes, sizeof bytes);
#endif
}

/* Numbers of 32 bits. */
FL_LANES_INLINE static inline void fl_lanes_narrow_words(int32_t *to, fl_lanes a)
{
#if FL_LANES_N == 1
    *to = (int32_t)a;
#else
    fl_lanes_words words = __builtin_convertvector(a, fl_lanes_words);
    memcpy(to, &words, sizeof words);
#endif
}

/* The same for a table whose entries from number 15 on are alike; what is above bit 31 means nothing. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_look_up_few(const uint32_t table[FL_LANES_TABLE], fl_lanes at)
{
#if defined(__AVX512F__)
    __m512i index = _mm512_min_epu32((__m512i)at, _mm512_set1_epi64(15));
    return (fl_lanes)_mm512_permutexvar_epi32(index, _mm512_loadu_si512(table));
#else
    return fl_lanes_look_up(table, at);
#endif
}

/* Three numbers bit by bit: what AVX-512 does in one step, if it is told to. */
#if defined(__AVX512F__)
#define FL_LANES_LOGIC(a, b, c, table, plain)                                                                \
    ((fl_lanes)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c), table))
#else
#define FL_LANES_LOGIC(a, b, c, table, plain) (plain)
#endif

FL_LANES_INLINE static inline fl_lanes fl_lanes_and3(fl_lanes a, fl_lanes b, fl_lanes c)
{
    return FL_LANES_LOGIC(a, b, c, 0x80, a & b & c);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_or3(fl_lanes a, fl_lanes b, fl_lanes c)
{
    return FL_LANES_LOGIC(a, b, c, 0xfe, a | b | c);
}

/* a without what both others have. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_but(fl_lanes a, fl_lanes b, fl_lanes c)
{
    return FL_LANES_LOGIC(a, b, c, 0x70, a & ~(b & c));
}

/* a where a bit is set, b where it is not. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_mix(fl_lanes bit, fl_lanes a, fl_lanes b)
{
    return FL_LANES_LOGIC(bit, a, b, 0xca, b ^ ((a ^ b) & bit));
}

/* Bits that are set in exactly one of four. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_one_of(fl_lanes a, fl_lanes b, fl_lanes c, fl_lanes d)
{
#if defined(__AVX512F__)
    __m512i one = _mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0x16);
    __m512i none = _mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0x01);
    return (fl_lanes)_mm512_ternarylogic_epi64((__m512i)d, none, one, 0xca);
#else
    fl_lanes two = (a & b) | (c & (a | b));
    fl_lanes any = a | b | c;
    return (any & ~two & ~d) | (d & ~any);
#endif
}

/* Even bits to the lower half, odd bits to the upper half of each byte. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_unzip_bytes(fl_lanes a)
{
#if defined(__AVX512F__)
    return (fl_lanes)_mm512_gf2p8affine_epi64_epi8((__m512i)a, _mm512_set1_epi64(0x104104002082080), 0);
#else
    fl_lanes t = (a ^ (a >> 1)) & 0x2222222222222222u;
    a ^= t ^ (t << 1);
    t = (a ^ (a >> 2)) & 0x0c0c0c0c0c0c0c0cu;
    return a ^ t ^ (t << 2);
#endif
}

/* Even bits and odd bits, 32 each. */
FL_LANES_INLINE static inline void fl_lanes_unzip(fl_lanes a, fl_lanes *even, fl_lanes *odd)
{
#if defined(__AVX512F__)
    const __m512i pairs = _mm512_set1_epi16(0x1001); /* a nibble of each byte, two bytes joined */
    const __m512i bytes = _mm512_set1_epi64((long long)0xffffffff06040200u);
    const __m512i order =
        _mm512_or_si512(bytes, _mm512_set_epi64(0x08080808, 0, 0x08080808, 0, 0x08080808, 0, 0x08080808, 0));
    __m512i e = _mm512_gf2p8affine_epi64_epi8((__m512i)a, _mm512_set1_epi64(0x0104104000000000), 0);
    __m512i o = _mm512_gf2p8affine_epi64_epi8((__m512i)a, _mm512_set1_epi64(0x0208208000000000), 0);
    *even = (fl_lanes)_mm512_shuffle_epi8(_mm512_maddubs_epi16(e, pairs), order);
    *odd = (fl_lanes)_mm512_shuffle_epi8(_mm512_maddubs_epi16(o, pairs), order);
#else
    a = fl_lanes_unzip_bytes(a);
    fl_lanes t = (a ^ (a >> 4)) & 0x00f000f000f000f0u;
    a ^= t ^ (t << 4);
    t = (a ^ (a >> 8)) & 0x0000ff000000ff00u;
    a ^= t ^ (t << 8);
    t = (a ^ (a >> 16)) & 0xffff0000u;
    a ^= t ^ (t << 16);
    *even = a & UINT32_MAX;
    *odd = a >> 32;
#endif
}

#endif
