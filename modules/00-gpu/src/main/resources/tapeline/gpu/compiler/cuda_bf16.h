// bfloat16: __nv_bfloat16, the upper half of a float, and pairs of them.
#pragma once
#include "tapeline_half.h"

TL_MEMBER unsigned short tl_to_bfloat(float f) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  unsigned short h;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(h) : "f"(f));
  return h;
#else
  unsigned u = tl_bits(f);
  return (unsigned short)((u & 0x7fffffff) > 0x7f800000 ? 0x7fff : (u + 0x7fff + (u >> 16 & 1)) >> 16);
#endif
}
TL_MEMBER float tl_from_bfloat(unsigned short h) { return tl_float((unsigned)h << 16); }
TL_NUMBER(__nv_bfloat16, __nv_bfloat162, tl_to_bfloat, tl_from_bfloat)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800 // a + b = a·1 + b, a − b = b·(−1) + a, a·b = a·b − 0
#define TL_BFLOAT(NAME, NAME2, OPERANDS, ONE, TWO)                                                 \
  TL_BY_CODE(__nv_bfloat16, __nv_bfloat162, NAME, NAME2,                                           \
             "{ .reg .b16 c; mov.b16 c, " ONE "; fma.rn.bf16 %0, " OPERANDS "; }",                 \
             "{ .reg .b32 c; mov.b32 c, " TWO "; fma.rn.bf16x2 %0, " OPERANDS "; }")
TL_BFLOAT(__hadd, __hadd2, "%1, c, %2", "0x3f80", "0x3f803f80")
TL_BFLOAT(__hsub, __hsub2, "%2, c, %1", "0xbf80", "0xbf80bf80")
TL_BFLOAT(__hmul, __hmul2, "%1, %2, c", "0x8000", "0x80008000")
TL_FMA(__nv_bfloat16, __nv_bfloat162, "bf16")
#else
TL_ALL_BY_FLOATS(__nv_bfloat16, __nv_bfloat162)
#endif
TL_OPERATORS(__nv_bfloat16, __nv_bfloat162)

TL_MEMBER __nv_bfloat16 __float2bfloat16(float f) { return __nv_bfloat16(f); }
TL_MEMBER __nv_bfloat16 __float2bfloat16_rn(float f) { return __nv_bfloat16(f); }
TL_MEMBER __nv_bfloat16 tl_cut(float f, bool away) { unsigned u = tl_bits(f); return __nv_bfloat16::of((unsigned short)((u & 0x7fffffff) > 0x7f800000 ? 0x7fff : (u + (away ? 0xffff : 0)) >> 16)); }
TL_MEMBER __nv_bfloat16 __float2bfloat16_rz(float f) { return tl_cut(f, false); }
TL_MEMBER __nv_bfloat16 __float2bfloat16_rd(float f) { return tl_cut(f, tl_bits(f) >> 31); }
TL_MEMBER __nv_bfloat16 __float2bfloat16_ru(float f) { return tl_cut(f, !(tl_bits(f) >> 31)); }
TL_MEMBER __nv_bfloat16 __double2bfloat16(double f) { return __nv_bfloat16(f); }
TL_MEMBER float __bfloat162float(__nv_bfloat16 h) { return h; }
TL_MEMBER __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return __nv_bfloat162(x, y); }
TL_MEMBER __nv_bfloat162 __float22bfloat162_rn(float2 v) { return __nv_bfloat162(v.x, v.y); }
TL_MEMBER __nv_bfloat162 __float2bfloat162_rn(float f) { return __nv_bfloat162(f, f); }
TL_MEMBER float2 __bfloat1622float2(__nv_bfloat162 v) { return float2{v.x, v.y}; }
TL_MEMBER __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 h) { return __nv_bfloat162(h, h); }
TL_MEMBER __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
TL_MEMBER __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
TL_MEMBER __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
TL_MEMBER float __low2float(__nv_bfloat162 v) { return v.x; }
TL_MEMBER float __high2float(__nv_bfloat162 v) { return v.y; }
TL_MEMBER unsigned short __bfloat16_as_ushort(__nv_bfloat16 h) { return h.tl; }
TL_MEMBER __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) { return __nv_bfloat16::of(bits); }

// An instruction of cards since 9.0; on others the word is exchanged until no other thread was faster.
TL __nv_bfloat162 atomicAdd(__nv_bfloat162 *p, __nv_bfloat162 v) {
  unsigned *word = (unsigned *)p, seen = *word, old;
  do {
    old = seen;
    seen = atomicCAS(word, old, __hadd2(__nv_bfloat162::of(old), v).bits());
  } while (seen != old);
  return __nv_bfloat162::of(old);
}
TL __nv_bfloat16 atomicAdd(__nv_bfloat16 *p, __nv_bfloat16 v) {
  bool upper = (size_t)p & 2;
  unsigned *word = (unsigned *)((size_t)p & ~(size_t)2), seen = *word, old;
  do {
    old = seen;
    auto pair = __nv_bfloat162::of(old);
    (upper ? pair.y : pair.x) = __hadd(upper ? pair.y : pair.x, v);
    seen = atomicCAS(word, old, pair.bits());
  } while (seen != old);
  auto pair = __nv_bfloat162::of(old);
  return upper ? pair.y : pair.x;
}
