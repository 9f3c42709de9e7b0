// Half precision: __half, and pairs of them.
#pragma once
#include "tapeline_half.h"

// On the host by the bits: to nearest, of two equally near numbers the even one.
TL_MEMBER unsigned short tl_to_half(float f) {
#ifdef __CUDA_ARCH__
  unsigned short h;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(f));
  return h;
#else
  unsigned u = tl_bits(f) & 0x7fffffff, sign = tl_bits(f) >> 16 & 0x8000;
  if (u > 0x7f800000) return 0x7fff;
  if (u >= 0x477ff000) return (unsigned short)(sign | 0x7c00);
  if (u < 0x38800000) return (unsigned short)(sign | (tl_bits(tl_float(u) + 0.5f) - 0x3f000000)); // subnormal: 0.5 has its unit
  return (unsigned short)(sign | ((u + 0xfff + (u >> 13 & 1) - 0x38000000) >> 13));
#endif
}
TL_MEMBER float tl_from_half(unsigned short h) {
#ifdef __CUDA_ARCH__
  float f;
  asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h));
  return f;
#else
  unsigned sign = (h & 0x8000u) << 16, rest = (h & 0x7fffu) << 13;
  if (rest >= 0x0f800000) return tl_float(sign | 0x70000000 | rest);          // infinite, or none
  if (rest < 0x00800000) return (sign ? -1 : 1) * (float)(h & 0x3ff) / 16777216; // subnormal
  return tl_float(sign | (rest + 0x38000000));
#endif
}
TL_NUMBER(__half, __half2, tl_to_half, tl_from_half)
typedef __half half;
typedef __half2 half2;

#ifdef __CUDA_ARCH__
TL_BY_CODE(__half, __half2, __hadd, __hadd2, "add.f16 %0, %1, %2;", "add.f16x2 %0, %1, %2;")
TL_BY_CODE(__half, __half2, __hsub, __hsub2, "sub.f16 %0, %1, %2;", "sub.f16x2 %0, %1, %2;")
TL_BY_CODE(__half, __half2, __hmul, __hmul2, "mul.f16 %0, %1, %2;", "mul.f16x2 %0, %1, %2;")
TL_FMA(__half, __half2, "f16")
#else
TL_ALL_BY_FLOATS(__half, __half2)
#endif
TL_OPERATORS(__half, __half2)

TL_MEMBER __half __float2half(float f) { return __half(f); }
TL_MEMBER __half __float2half_rn(float f) { return __half(f); }
TL_MEMBER __half __double2half(double f) { return __half(f); }
TL_MEMBER float __half2float(__half h) { return h; }
#define TL_ROUNDED(NAME, MODE) TL __half NAME(float f) { __half h; asm("cvt." MODE ".f16.f32 %0, %1;" : "=h"(h.tl) : "f"(f)); return h; }
TL_ROUNDED(__float2half_rz, "rz")
TL_ROUNDED(__float2half_rd, "rm")
TL_ROUNDED(__float2half_ru, "rp")
TL_MEMBER __half2 __floats2half2_rn(float x, float y) { return __half2(x, y); }
TL_MEMBER __half2 __float22half2_rn(float2 v) { return __half2(v.x, v.y); }
TL_MEMBER __half2 __float2half2_rn(float f) { return __half2(f, f); }
TL_MEMBER float2 __half22float2(__half2 v) { return float2{v.x, v.y}; }
TL_MEMBER __half2 __half2half2(__half h) { return __half2(h, h); }
TL_MEMBER __half2 __halves2half2(__half x, __half y) { return __half2(x, y); }
TL_MEMBER __half2 make_half2(__half x, __half y) { return __half2(x, y); }
TL_MEMBER __half __low2half(__half2 v) { return v.x; }
TL_MEMBER __half __high2half(__half2 v) { return v.y; }
TL_MEMBER float __low2float(__half2 v) { return v.x; }
TL_MEMBER float __high2float(__half2 v) { return v.y; }
TL int __half2int_rn(__half h) { int i; asm("cvt.rni.s32.f16 %0, %1;" : "=r"(i) : "h"(h.tl)); return i; }
TL int __half2int_rz(__half h) { int i; asm("cvt.rzi.s32.f16 %0, %1;" : "=r"(i) : "h"(h.tl)); return i; }
TL_MEMBER __half __int2half_rn(int i) { return __half((double)i); }
TL_MEMBER __half __uint2half_rn(unsigned i) { return __half((double)i); }
TL_MEMBER __half __short2half_rn(short i) { return __half((float)i); }
TL_MEMBER __half __ushort2half_rn(unsigned short i) { return __half((float)i); }
TL_MEMBER unsigned short __half_as_ushort(__half h) { return h.tl; }
TL_MEMBER __half __ushort_as_half(unsigned short bits) { return __half::of(bits); }
TL __half atomicAdd(__half *p, __half v) { __half h; asm volatile("atom.add.noftz.f16 %0, [%1], %2;" : "=h"(h.tl) : "l"(p), "h"(v.tl) : "memory"); return h; }
TL __half2 atomicAdd(__half2 *p, __half2 v) { unsigned h; asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;" : "=r"(h) : "l"(p), "r"(v.bits()) : "memory"); return __half2::of(h); }
