// Numbers of 16 bits and pairs of them, on the device and on the host: what cuda_fp16.h and cuda_bf16.h have in common.
#pragma once
#ifndef TL
#define TL static __device__ __forceinline__
#define TL_MEMBER __host__ __device__ __forceinline__
#endif
#ifdef __CUDACC_RTC__  // NVRTC has it under its plain name alone
#define __builtin_memcpy memcpy
#endif
TL_MEMBER unsigned tl_bits(float f) { unsigned u; __builtin_memcpy(&u, &f, 4); return u; }
TL_MEMBER float tl_float(unsigned u) { float f; __builtin_memcpy(&f, &u, 4); return f; }

// A float that is rounded further as the double would be: an inexact one gets an odd last bit.
TL_MEMBER float tl_odd(double d) {
  float f = (float)d;
  bool above = d < 0 ? f < d : f > d;
  return f != d && d == d ? tl_float((tl_bits(f) - above) | 1) : f;
}

#define TL_NUMBER(H, H2, NARROW, WIDE)                                                             \
  struct __align__(2) H {                                                                          \
    unsigned short tl;                                                                             \
    H() = default;                                                                                 \
    TL_MEMBER H(float f) : tl(NARROW(f)) {}                                                        \
    TL_MEMBER H(double f) : H(tl_odd(f)) {}                                                        \
    TL_MEMBER H(int i) : H((float)i) {}                                                            \
    TL_MEMBER H(unsigned i) : H((float)i) {}                                                       \
    TL_MEMBER operator float() const { return WIDE(tl); }                                          \
    static TL_MEMBER H of(unsigned short bits) { H h; h.tl = bits; return h; }                     \
  };                                                                                               \
  struct __align__(4) H2 {                                                                         \
    H x, y;                                                                                        \
    H2() = default;                                                                                \
    TL_MEMBER H2(H x, H y) : x(x), y(y) {}                                                         \
    TL_MEMBER unsigned bits() const { return x.tl | (unsigned)y.tl << 16; }                        \
    static TL_MEMBER H2 of(unsigned bits) { return H2(H::of((unsigned short)bits), H::of((unsigned short)(bits >> 16))); } \
  };                                                                                               \
  TL_MEMBER H __hneg(H a) { return H::of(a.tl ^ 0x8000); }                                         \
  TL_MEMBER H __habs(H a) { return H::of(a.tl & 0x7fff); }                                         \
  TL_MEMBER H2 __hneg2(H2 a) { return H2::of(a.bits() ^ 0x80008000u); }                            \
  TL_MEMBER H2 __habs2(H2 a) { return H2::of(a.bits() & 0x7fff7fffu); }                            \
  TL_MEMBER H __hdiv(H a, H b) { return H((float)a / (float)b); }                                  \
  TL_MEMBER H2 __h2div(H2 a, H2 b) { return H2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }              \
  TL H __hmax(H a, H b) { return H(fmaxf(a, b)); }                                                 \
  TL H __hmin(H a, H b) { return H(fminf(a, b)); }                                                 \
  TL H2 __hmax2(H2 a, H2 b) { return H2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }                     \
  TL H2 __hmin2(H2 a, H2 b) { return H2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }                     \
  TL H __shfl_sync(unsigned m, const H &v, int l, int w = 32) { return H::of((unsigned short)__shfl_sync(m, (unsigned)v.tl, l, w)); } \
  TL H __shfl_up_sync(unsigned m, const H &v, unsigned l, int w = 32) { return H::of((unsigned short)__shfl_up_sync(m, (unsigned)v.tl, l, w)); } \
  TL H __shfl_down_sync(unsigned m, const H &v, unsigned l, int w = 32) { return H::of((unsigned short)__shfl_down_sync(m, (unsigned)v.tl, l, w)); } \
  TL H __shfl_xor_sync(unsigned m, const H &v, int l, int w = 32) { return H::of((unsigned short)__shfl_xor_sync(m, (unsigned)v.tl, l, w)); } \
  TL H2 __shfl_sync(unsigned m, const H2 &v, int l, int w = 32) { return H2::of(__shfl_sync(m, v.bits(), l, w)); } \
  TL H2 __shfl_up_sync(unsigned m, const H2 &v, unsigned l, int w = 32) { return H2::of(__shfl_up_sync(m, v.bits(), l, w)); } \
  TL H2 __shfl_down_sync(unsigned m, const H2 &v, unsigned l, int w = 32) { return H2::of(__shfl_down_sync(m, v.bits(), l, w)); } \
  TL H2 __shfl_xor_sync(unsigned m, const H2 &v, int l, int w = 32) { return H2::of(__shfl_xor_sync(m, v.bits(), l, w)); } \
  TL_COMPARED(H, H2, __heq, __heq2, __hbeq2, ==)                                                            \
  TL_COMPARED(H, H2, __hneu, __hneu2, __hbneu2, !=)                                                          \
  TL_MEMBER bool __hne(H a, H b) { return (float)a < (float)b || (float)a > (float)b; }            \
  TL_MEMBER H2 __hne2(H2 a, H2 b) { return H2(H(__hne(a.x, b.x) ? 1.f : 0.f), H(__hne(a.y, b.y) ? 1.f : 0.f)); } \
  TL_COMPARED(H, H2, __hlt, __hlt2, __hblt2, <)                                                             \
  TL_COMPARED(H, H2, __hle, __hle2, __hble2, <=)                                                            \
  TL_COMPARED(H, H2, __hgt, __hgt2, __hbgt2, >)                                                             \
  TL_COMPARED(H, H2, __hge, __hge2, __hbge2, >=)                                                            \
  TL_MEMBER bool __hequ(H a, H b) { return !__hne(a, b); }                                         \
  TL_MEMBER bool __hltu(H a, H b) { return !__hge(a, b); }                                         \
  TL_MEMBER bool __hleu(H a, H b) { return !__hgt(a, b); }                                         \
  TL_MEMBER bool __hgtu(H a, H b) { return !__hle(a, b); }                                         \
  TL_MEMBER bool __hgeu(H a, H b) { return !__hlt(a, b); }                                         \
  TL_MEMBER bool __hisnan(H a) { return (a.tl & 0x7fff) > H(tl_float(0x7f800000)).tl; }            \
  TL_MEMBER int __hisinf(H a) { return (a.tl & 0x7fff) == H(tl_float(0x7f800000)).tl ? a.tl >> 15 ? -1 : 1 : 0; } \
  TL_EACH(H, H2, exp, expf(a))                                                                     \
  TL_EACH(H, H2, exp2, exp2f(a))                                                                   \
  TL_EACH(H, H2, log, logf(a))                                                                     \
  TL_EACH(H, H2, log2, log2f(a))                                                                   \
  TL_EACH(H, H2, sqrt, sqrtf(a))                                                                   \
  TL_EACH(H, H2, rsqrt, rsqrtf(a))                                                                 \
  TL_EACH(H, H2, rcp, 1 / (float)a)                                                                \
  TL_EACH(H, H2, tanh, tanhf(a))                                                                   \
  TL_EACH(H, H2, sin, sinf(a))                                                                     \
  TL_EACH(H, H2, cos, cosf(a))                                                                     \
  TL_EACH(H, H2, floor, floorf(a))                                                                 \
  TL_EACH(H, H2, ceil, ceilf(a))                                                                   \
  TL_EACH(H, H2, trunc, truncf(a))                                                                 \
  TL_EACH(H, H2, rint, rintf(a))

#define TL_EACH(H, H2, NAME, VALUE)                                                                \
  TL H h##NAME(H a) { return H(VALUE); }                                                           \
  TL H2 h2##NAME(H2 v) { return H2(h##NAME(v.x), h##NAME(v.y)); }
#define TL_COMPARED(H, H2, NAME, NAME2, BOTH, SIGN)                                                     \
  TL_MEMBER bool NAME(H a, H b) { return (float)a SIGN (float)b; }                                 \
  TL_MEMBER bool operator SIGN(H a, H b) { return NAME(a, b); }                                    \
  TL_MEMBER H2 NAME2(H2 a, H2 b) { return H2(H(NAME(a.x, b.x) ? 1.f : 0.f), H(NAME(a.y, b.y) ? 1.f : 0.f)); } \
  TL_MEMBER bool BOTH(H2 a, H2 b) { return NAME(a.x, b.x) && NAME(a.y, b.y); }

// Where a card lacks the instruction, and on the host, by floats: they have more than twice the bits, so that a sum,
// a difference, a product and a quotient come out as if rounded once.
#define TL_BY_FLOATS(H, H2, NAME, NAME2, SIGN)                                                     \
  TL_MEMBER H NAME(H a, H b) { return H((float)a SIGN (float)b); }                                 \
  TL_MEMBER H2 NAME2(H2 a, H2 b) { return H2(NAME(a.x, b.x), NAME(a.y, b.y)); }
#define TL_ALL_BY_FLOATS(H, H2)                                                                    \
  TL_BY_FLOATS(H, H2, __hadd, __hadd2, +)                                                          \
  TL_BY_FLOATS(H, H2, __hsub, __hsub2, -)                                                          \
  TL_BY_FLOATS(H, H2, __hmul, __hmul2, *)                                                          \
  TL_MEMBER H __hfma(H a, H b, H c) { return H((float)a * (float)b + (float)c); }                  \
  TL_MEMBER H2 __hfma2(H2 a, H2 b, H2 c) { return H2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }

// By one instruction, whose operands %1 and %2 are a and b.
#define TL_BY_CODE(H, H2, NAME, NAME2, CODE, CODE2)                                                \
  TL_MEMBER H NAME(H a, H b) { H y; asm(CODE : "=h"(y.tl) : "h"(a.tl), "h"(b.tl)); return y; }     \
  TL_MEMBER H2 NAME2(H2 a, H2 b) { unsigned y; asm(CODE2 : "=r"(y) : "r"(a.bits()), "r"(b.bits())); return H2::of(y); }
#define TL_FMA(H, H2, TYPE)                                                                        \
  TL_MEMBER H __hfma(H a, H b, H c) { H y; asm("fma.rn." TYPE " %0, %1, %2, %3;" : "=h"(y.tl) : "h"(a.tl), "h"(b.tl), "h"(c.tl)); return y; } \
  TL_MEMBER H2 __hfma2(H2 a, H2 b, H2 c) { unsigned y; asm("fma.rn." TYPE "x2 %0, %1, %2, %3;" : "=r"(y) : "r"(a.bits()), "r"(b.bits()), "r"(c.bits())); return H2::of(y); }

// After the sums and products of a type are defined.
#define TL_OPERATORS(H, H2)                                                                        \
  TL_SIGN(H, +, __hadd) TL_SIGN(H, -, __hsub) TL_SIGN(H, *, __hmul) TL_SIGN(H, /, __hdiv)          \
  TL_SIGN(H2, +, __hadd2) TL_SIGN(H2, -, __hsub2) TL_SIGN(H2, *, __hmul2) TL_SIGN(H2, /, __h2div)  \
  TL_MEMBER H operator-(H a) { return __hneg(a); }                                                 \
  TL_MEMBER H2 operator-(H2 a) { return __hneg2(a); }
#define TL_SIGN(T, SIGN, NAME)                                                                     \
  TL_MEMBER T operator SIGN(T a, T b) { return NAME(a, b); }                                       \
  TL_MEMBER T &operator SIGN##=(T &a, T b) { return a = NAME(a, b); }
