// Device functions of CUDA that whole programs have besides clang_prelude.h: bytes and halves of a word, and
// conversions in each rounding.
#pragma once
#define TL_LANES(NAME, N, TYPE, VALUE)                                                     \
  TL unsigned __v##NAME##N(unsigned a, unsigned b) {                                       \
    const int mask = N == 4 ? 255 : 65535;                                                 \
    [[maybe_unused]] const int most = (TYPE)-1 > 0 ? mask : mask / 2, least = (TYPE)-1 > 0 ? 0 : -most - 1; \
    unsigned all = 0;                                                                      \
    for (int i = 0; i < 32; i += 32 / N) {                                                 \
      int x = (TYPE)(a >> i), y = (TYPE)(b >> i), v = VALUE;                               \
      all |= (unsigned)(v & mask) << i;                                                    \
    }                                                                                      \
    return all;                                                                            \
  }
#define TL_SIGNED(NAME, VALUE) TL_LANES(NAME, 4, signed char, VALUE) TL_LANES(NAME, 2, short, VALUE)
#define TL_UNSIGNED(NAME, VALUE) TL_LANES(NAME, 4, unsigned char, VALUE) TL_LANES(NAME, 2, unsigned short, VALUE)
#define TL_CLAMPED(V) ((V) < least ? least : (V) > most ? most : (V))
TL_UNSIGNED(add, x + y)
TL_UNSIGNED(sub, x - y)
TL_UNSIGNED(addus, TL_CLAMPED(x + y))
TL_UNSIGNED(subus, TL_CLAMPED(x - y))
TL_SIGNED(addss, TL_CLAMPED(x + y))
TL_SIGNED(subss, TL_CLAMPED(x - y))
TL_UNSIGNED(avgu, (x + y + 1) / 2)
TL_SIGNED(avgs, (x + y + (x + y >= 0)) >> 1)
TL_UNSIGNED(absdiffu, x < y ? y - x : x - y)
TL_SIGNED(absdiffs, x < y ? y - x : x - y)
TL_UNSIGNED(maxu, x < y ? y : x)
TL_SIGNED(maxs, x < y ? y : x)
TL_UNSIGNED(minu, y < x ? y : x)
TL_SIGNED(mins, y < x ? y : x)
TL_UNSIGNED(cmpeq, x == y ? -1 : 0)
TL_UNSIGNED(cmpne, x != y ? -1 : 0)
TL_UNSIGNED(cmpltu, x < y ? -1 : 0)
TL_UNSIGNED(cmpleu, x <= y ? -1 : 0)
TL_UNSIGNED(cmpgtu, x > y ? -1 : 0)
TL_UNSIGNED(cmpgeu, x >= y ? -1 : 0)
TL_SIGNED(cmplts, x < y ? -1 : 0)
TL_SIGNED(cmples, x <= y ? -1 : 0)
TL_SIGNED(cmpgts, x > y ? -1 : 0)
TL_SIGNED(cmpges, x >= y ? -1 : 0)
TL unsigned __vneg4(unsigned a) { return __vsub4(0, a); }
TL unsigned __vneg2(unsigned a) { return __vsub2(0, a); }
TL unsigned __vabs4(unsigned a) { return __vabsdiffs4(a, 0); }
TL unsigned __vabs2(unsigned a) { return __vabsdiffs2(a, 0); }
TL unsigned tl_bytes(unsigned a) { return (a & 255) + (a >> 8 & 255) + (a >> 16 & 255) + (a >> 24); }
TL unsigned __vsadu4(unsigned a, unsigned b) { return tl_bytes(__vabsdiffu4(a, b)); }
TL unsigned __vsads4(unsigned a, unsigned b) { return tl_bytes(__vabsdiffs4(a, b)); }

#define TL_DOWN_UP(NAME, TO, FROM, OF)                              \
  TL TO __##NAME##_rd(FROM x) { return (TO)__nvvm_##OF##_rm(x); }   \
  TL TO __##NAME##_ru(FROM x) { return (TO)__nvvm_##OF##_rp(x); }
#define TL_ZERO(NAME, TO, FROM, OF) TL TO __##NAME##_rz(FROM x) { return (TO)__nvvm_##OF##_rz(x); }
#define TL_NEAREST(NAME, TO, FROM, OF) TL TO __##NAME##_rn(FROM x) { return (TO)__nvvm_##OF##_rn(x); }
TL_DOWN_UP(float2ll, long long, float, f2ll)
TL_DOWN_UP(double2ll, long long, double, d2ll)
TL_DOWN_UP(double2uint, unsigned, double, d2ui) TL_NEAREST(double2uint, unsigned, double, d2ui)
TL_DOWN_UP(float2ull, unsigned long long, float, f2ull) TL_ZERO(float2ull, unsigned long long, float, f2ull) TL_NEAREST(float2ull, unsigned long long, float, f2ull)
TL_DOWN_UP(double2ull, unsigned long long, double, d2ull) TL_ZERO(double2ull, unsigned long long, double, d2ull) TL_NEAREST(double2ull, unsigned long long, double, d2ull)
TL_DOWN_UP(int2float, float, int, i2f) TL_ZERO(int2float, float, int, i2f)
TL_DOWN_UP(uint2float, float, unsigned, ui2f) TL_ZERO(uint2float, float, unsigned, ui2f)
TL_DOWN_UP(ll2float, float, long long, ll2f) TL_ZERO(ll2float, float, long long, ll2f)
TL_DOWN_UP(ull2float, float, unsigned long long, ull2f) TL_ZERO(ull2float, float, unsigned long long, ull2f) TL_NEAREST(ull2float, float, unsigned long long, ull2f)
TL_DOWN_UP(ll2double, double, long long, ll2d) TL_ZERO(ll2double, double, long long, ll2d)
TL_DOWN_UP(ull2double, double, unsigned long long, ull2d) TL_ZERO(ull2double, double, unsigned long long, ull2d) TL_NEAREST(ull2double, double, unsigned long long, ull2d)
TL_MEMBER unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
TL_MEMBER unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }
TL_MEMBER long long llmin(long long a, long long b) { return a < b ? a : b; }
TL_MEMBER long long llmax(long long a, long long b) { return a > b ? a : b; }
TL_MEMBER unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
TL_MEMBER unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }
#undef TL_LANES
#undef TL_SIGNED
#undef TL_UNSIGNED
#undef TL_CLAMPED
#undef TL_DOWN_UP
#undef TL_ZERO
#undef TL_NEAREST
