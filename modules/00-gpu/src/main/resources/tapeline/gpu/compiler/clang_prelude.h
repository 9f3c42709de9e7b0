// What clang needs to compile course kernels without a CUDA toolkit: CUDA's keywords, threadIdx and
// its kin, vector types, warp functions, atomics, and the mathematical functions.
//
// The functions are slower than CUDA's (many compute in double) and as accurate. `nodebug` gives
// each instruction the learner's line that called the function, not a line of this file.
#pragma once
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __device__ // to a kernel, a variable as any other
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ inline __attribute__((always_inline))
#ifdef TAPELINE_PROGRAM
#define __noinline__ // the C++ library has the word inside of an attribute
#else
#define __noinline__ __attribute__((noinline))
#endif
#define __grid_constant__
#define __align__(n) __attribute__((aligned(n)))
#define TL static __device__ inline __attribute__((always_inline, nodebug))
#define TL_HERE __device__ inline __attribute__((always_inline, nodebug))
#define TL_MEMBER __host__ __device__ inline __attribute__((always_inline, nodebug))

typedef __SIZE_TYPE__ size_t;
constexpr int warpSize = 32;

// float4 and its like. Two and four are copied as one vector: left to itself, the optimiser takes
// the struct apart, and a float4 of shared memory is four reads of a word.
#define TL_COPIED(T, NAME, SIZE)                                                                   \
    typedef T tl_all __attribute__((ext_vector_type(SIZE), aligned(TL_ALIGN(T, SIZE))));           \
    NAME() = default;                                                                              \
    TL_MEMBER NAME(const NAME &v) { *(tl_all *)this = *(const tl_all *)&v; }                       \
    TL_MEMBER NAME &operator=(const NAME &v) {                                                     \
      *(tl_all *)this = *(const tl_all *)&v;                                                       \
      return *this;                                                                                \
    }
#define TL_ALIGN(T, SIZE) (SIZE * sizeof(T) < 16 ? SIZE * sizeof(T) : 16)
// One number in braces: alone it is no vector.
template <class T> struct tl_one { T v; TL_MEMBER constexpr tl_one(T v) : v(v) {} };
#define TL_VECTOR(T, N)                                                                            \
  struct N##1 { T x; };                                                                            \
  struct __align__(TL_ALIGN(T, 2)) __attribute__((trivial_abi)) N##2 {                                                          \
    T x, y;                                                                                        \
    TL_COPIED(T, N##2, 2)                                                                          \
    TL_MEMBER constexpr N##2(tl_one<T> x) : x(x.v), y(0) {}                                        \
    TL_MEMBER constexpr N##2(T x, T y) : x(x), y(y) {}                                             \
  };                                                                                               \
  struct N##3 { T x, y, z; };                                                                      \
  struct __align__(TL_ALIGN(T, 4)) __attribute__((trivial_abi)) N##4 {                                                          \
    T x, y, z, w;                                                                                  \
    TL_COPIED(T, N##4, 4)                                                                          \
    TL_MEMBER constexpr N##4(tl_one<T> x) : x(x.v), y(0), z(0), w(0) {}                            \
    TL_MEMBER constexpr N##4(T x, T y, T z = 0, T w = 0) : x(x), y(y), z(z), w(w) {}               \
  };                                                                                               \
  TL_MEMBER N##1 make_##N##1(T x) { return N##1{x}; }                                              \
  TL_MEMBER N##2 make_##N##2(T x, T y) { return N##2{x, y}; }                                             \
  TL_MEMBER N##3 make_##N##3(T x, T y, T z) { return N##3{x, y, z}; }                                     \
  TL_MEMBER N##4 make_##N##4(T x, T y, T z, T w) { return N##4{x, y, z, w}; }
TL_VECTOR(float, float)
TL_VECTOR(double, double)
TL_VECTOR(int, int)
TL_VECTOR(unsigned, uint)
TL_VECTOR(char, char)
TL_VECTOR(unsigned char, uchar)
TL_VECTOR(short, short)
TL_VECTOR(unsigned short, ushort)
TL_VECTOR(long, long)
TL_VECTOR(unsigned long, ulong)
TL_VECTOR(long long, longlong)
TL_VECTOR(unsigned long long, ulonglong)

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};

// threadIdx.x and the others, each a read of a special register
#define TL_REGISTER(NAME, REGISTER)                                                                \
  struct tl_##NAME {                                                                               \
    __declspec(property(get = gx)) unsigned x;                                                     \
    __declspec(property(get = gy)) unsigned y;                                                     \
    __declspec(property(get = gz)) unsigned z;                                                     \
    TL unsigned gx() { return __nvvm_read_ptx_sreg_##REGISTER##_x(); }                             \
    TL unsigned gy() { return __nvvm_read_ptx_sreg_##REGISTER##_y(); }                             \
    TL unsigned gz() { return __nvvm_read_ptx_sreg_##REGISTER##_z(); }                             \
    TL_HERE operator uint3() const { return uint3{gx(), gy(), gz()}; }                             \
    TL_HERE operator dim3() const { return dim3(gx(), gy(), gz()); }                               \
  };                                                                                               \
  extern const __device__ __attribute__((weak)) tl_##NAME NAME;
TL_REGISTER(threadIdx, tid)
TL_REGISTER(blockIdx, ctaid)
TL_REGISTER(blockDim, ntid)
TL_REGISTER(gridDim, nctaid)

// bits
TL int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
TL unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
TL float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
TL float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
TL long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
TL double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
TL int __popc(unsigned x) { return __builtin_popcount(x); }
TL int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
TL int __clz(int x) { return x ? __builtin_clz(x) : 32; }
TL int __clzll(long long x) { return x ? __builtin_clzll(x) : 64; }
TL int __ffs(int x) { return __builtin_ffs(x); }
TL int __ffsll(long long x) { return __builtin_ffsll(x); }
TL unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
TL unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
TL unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a * b) >> 32); }
TL unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return (unsigned long long)(((unsigned __int128)a * b) >> 64); }
TL long long __mul64hi(long long a, long long b) { return (long long)(((__int128)a * b) >> 64); }
TL int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
#define TL_THREE(NAME, T, OP) TL T NAME(T a, T b, T c) { T d; asm(OP " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; }
TL_THREE(__funnelshift_l, unsigned, "shf.l.wrap.b32")
TL_THREE(__funnelshift_r, unsigned, "shf.r.wrap.b32")
TL_THREE(__funnelshift_lc, unsigned, "shf.l.clamp.b32")
TL_THREE(__funnelshift_rc, unsigned, "shf.r.clamp.b32")
TL_THREE(tl_prmt, unsigned, "prmt.b32")
TL unsigned __byte_perm(unsigned a, unsigned b, unsigned s) { return tl_prmt(a, b, s & 0x7777); }
TL unsigned __sad(int a, int b, unsigned c) { return c + (a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a); }
TL_THREE(__usad, unsigned, "sad.u32")
TL_THREE(__dp4a, int, "dp4a.s32.s32")
TL_THREE(__dp4a, unsigned, "dp4a.u32.u32")
TL int __mul24(int a, int b) { return (int)((unsigned)(a << 8 >> 8) * (unsigned)(b << 8 >> 8)); }

TL unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
TL int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
TL int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
TL unsigned __uhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b) >> 1); }
TL unsigned __urhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b + 1) >> 1); }
TL int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
TL int __double2loint(double x) { return (int)__double_as_longlong(x); }
TL double __hiloint2double(int high, int low) { return __longlong_as_double((long long)high << 32 | (unsigned)low); }

// whole numbers
#define TL_MINMAX(R, A, B)                                                                         \
  TL_MEMBER R min(A a, B b) { return (R)a < (R)b ? (R)a : (R)b; }                                  \
  TL_MEMBER R max(A a, B b) { return (R)a > (R)b ? (R)a : (R)b; }
#define TL_MINMAXES(S, U)                                                                          \
  TL_MINMAX(S, S, S)                                                                               \
  TL_MINMAX(U, U, U)                                                                               \
  TL_MINMAX(U, S, U)                                                                               \
  TL_MINMAX(U, U, S)
TL_MINMAXES(int, unsigned)
TL_MINMAXES(long, unsigned long)
TL_MINMAXES(long long, unsigned long long)
TL_MEMBER float max(float a, float b) { return __builtin_fmaxf(a, b); }
TL_MEMBER float min(float a, float b) { return __builtin_fminf(a, b); }
TL_MEMBER double max(double a, double b) { return __builtin_fmax(a, b); }
TL_MEMBER double min(double a, double b) { return __builtin_fmin(a, b); }
TL_MEMBER double max(float a, double b) { return max((double)a, b); }
TL_MEMBER double max(double a, float b) { return max(a, (double)b); }
TL_MEMBER double min(float a, double b) { return min((double)a, b); }
TL_MEMBER double min(double a, float b) { return min(a, (double)b); }
TL int abs(int x) { return x < 0 ? -x : x; }
TL long abs(long x) { return x < 0 ? -x : x; }
TL long long abs(long long x) { return x < 0 ? -x : x; }
TL long labs(long x) { return x < 0 ? -x : x; }
TL long long llabs(long long x) { return x < 0 ? -x : x; }

// numbers, without error
TL float fabsf(float x) { return __builtin_fabsf(x); }
TL double fabs(double x) { return __builtin_fabs(x); }
TL float fmaxf(float a, float b) { return __nvvm_fmax_f(a, b); }
TL float fminf(float a, float b) { return __nvvm_fmin_f(a, b); }
TL double fmax(double a, double b) { return __nvvm_fmax_d(a, b); }
TL double fmin(double a, double b) { return __nvvm_fmin_d(a, b); }
TL float fmaf(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
TL double fma(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }
TL float sqrtf(float x) { return __nvvm_sqrt_rn_f(x); }
TL double sqrt(double x) { return __nvvm_sqrt_rn_d(x); }
TL float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
TL double rsqrt(double x) { return 1 / sqrt(x); }
TL float floorf(float x) { return __nvvm_floor_f(x); }
TL float ceilf(float x) { return __nvvm_ceil_f(x); }
TL float truncf(float x) { return __nvvm_trunc_f(x); }
TL double floor(double x) { return __nvvm_floor_d(x); }
TL double ceil(double x) { return __nvvm_ceil_d(x); }
TL double trunc(double x) { return __nvvm_trunc_d(x); }
TL float rintf(float x) { float y; asm("cvt.rni.f32.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }
TL double rint(double x) { double y; asm("cvt.rni.f64.f64 %0, %1;" : "=d"(y) : "d"(x)); return y; }
TL float copysignf(float x, float sign) { return __int_as_float((__float_as_int(x) & 0x7fffffff) | (__float_as_int(sign) & 0x80000000)); }
TL float roundf(float x) { float t = truncf(x); return fabsf(x - t) >= 0.5f ? t + copysignf(1, x) : t; }
TL double copysign(double x, double sign) { return __longlong_as_double((__double_as_longlong(x) & ~(1LL << 63)) | (__double_as_longlong(sign) & 1LL << 63)); }
TL double round(double x) { double t = trunc(x); return fabs(x - t) >= 0.5 ? t + copysign(1, x) : t; }
TL long long llround(double x) { return (long long)round(x); }
TL long lround(double x) { return (long)round(x); }
TL long long llroundf(float x) { return (long long)roundf(x); }
TL long lroundf(float x) { return (long)roundf(x); }
TL long long llrint(double x) { return (long long)rint(x); }
TL long lrint(double x) { return (long)rint(x); }
TL long long llrintf(float x) { return (long long)rintf(x); }
TL long lrintf(float x) { return (long)rintf(x); }
TL double nearbyint(double x) { return rint(x); }
TL double modf(double x, double *whole) { *whole = trunc(x); return copysign(fabs(x) == __builtin_inf() ? 0 : x - *whole, x); }
TL float modff(float x, float *whole) { *whole = truncf(x); return copysignf(fabsf(x) == __builtin_inff() ? 0 : x - *whole, x); }
TL double fdim(double a, double b) { return a <= b ? 0 : a - b; }
TL float fdimf(float a, float b) { return a <= b ? 0 : a - b; }
TL double ldexp(double x, int n) { // a power of two that is no double is one of 2¹⁰²³ or 2⁻⁹⁶⁹ and a rest
  n = n < -3000 ? -3000 : n > 3000 ? 3000 : n;
  for (; n > 1023; n -= 1023) x *= 0x1p1023;
  for (; n < -969; n += 969) x *= 0x1p-969;
  return x * __longlong_as_double((long long)(n + 1023) << 52);
}
TL float ldexpf(float x, int n) { return (float)ldexp((double)x, n); }
TL double frexp(double x, int *n) { // subnormal ones are multiplied by 2⁵⁴
  bool tiny = fabs(x) < 0x1p-1022, none = x == 0 || !(fabs(x) < __builtin_inf());
  long long bits = __double_as_longlong(tiny ? x * 0x1p54 : x);
  *n = none ? 0 : (int)(bits >> 52 & 2047) - 1022 - (tiny ? 54 : 0);
  return none ? x : __longlong_as_double((bits & ~(2047LL << 52)) | 1022LL << 52);
}
TL float frexpf(float x, int *n) { return (float)frexp((double)x, n); }
TL double scalbn(double x, int n) { return ldexp(x, n); }
TL float scalbnf(float x, int n) { return ldexpf(x, n); }
TL float nearbyintf(float x) { return rintf(x); }
TL bool isnan(float x) { return x != x; }
TL bool isinf(float x) { return fabsf(x) == __builtin_inff(); }
TL bool isfinite(float x) { return fabsf(x) < __builtin_inff(); }
TL bool isnan(double x) { return x != x; }
TL bool isinf(double x) { return fabs(x) == __builtin_inf(); }
TL bool isfinite(double x) { return fabs(x) < __builtin_inf(); }
TL bool signbit(float x) { return __float_as_int(x) < 0; }
TL bool signbit(double x) { return __double_as_longlong(x) < 0; }
TL float __saturatef(float x) { return fminf(fmaxf(x, 0), 1); }
TL float __fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }
TL float __frcp_rn(float x) { return 1 / x; }
TL float __fsqrt_rn(float x) { return sqrtf(x); }
TL float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
// in assembly, since clang makes one fma of a sum and a product, also of those that were asked for by themselves
#define TL_EXACT(NAME, T, R, OP) TL T NAME(T a, T b) { T y; asm(OP " %0, %1, %2;" : "=" R(y) : R(a), R(b)); return y; }
#define TL_EXACTS(SUFFIX, MODE)                                                                    \
  TL_EXACT(__fadd_##SUFFIX, float, "f", "add." MODE ".f32")                                        \
  TL_EXACT(__fsub_##SUFFIX, float, "f", "sub." MODE ".f32")                                        \
  TL_EXACT(__fmul_##SUFFIX, float, "f", "mul." MODE ".f32")                                        \
  TL_EXACT(__fdiv_##SUFFIX, float, "f", "div." MODE ".f32")                                        \
  TL_EXACT(__dadd_##SUFFIX, double, "d", "add." MODE ".f64")                                       \
  TL_EXACT(__dsub_##SUFFIX, double, "d", "sub." MODE ".f64")                                       \
  TL_EXACT(__dmul_##SUFFIX, double, "d", "mul." MODE ".f64")                                       \
  TL_EXACT(__ddiv_##SUFFIX, double, "d", "div." MODE ".f64")
TL_EXACTS(rn, "rn")
TL_EXACTS(rz, "rz")
TL_EXACTS(rd, "rm")
TL_EXACTS(ru, "rp")
TL double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
TL int __float2int_rn(float x) { return __nvvm_f2i_rn(x); }
TL int __float2int_rz(float x) { return __nvvm_f2i_rz(x); }
TL int __float2int_rd(float x) { return __nvvm_f2i_rm(x); }
TL unsigned __float2uint_rz(float x) { return __nvvm_f2ui_rz(x); }
TL unsigned __float2uint_rn(float x) { return __nvvm_f2ui_rn(x); }
TL int __float2int_ru(float x) { return __nvvm_f2i_rp(x); }
TL unsigned __float2uint_rd(float x) { return __nvvm_f2ui_rm(x); }
TL unsigned __float2uint_ru(float x) { return __nvvm_f2ui_rp(x); }
TL long long __float2ll_rn(float x) { return __nvvm_f2ll_rn(x); }
TL long long __float2ll_rz(float x) { return __nvvm_f2ll_rz(x); }
TL int __double2int_rn(double x) { return __nvvm_d2i_rn(x); }
TL int __double2int_rz(double x) { return __nvvm_d2i_rz(x); }
TL int __double2int_rd(double x) { return __nvvm_d2i_rm(x); }
TL int __double2int_ru(double x) { return __nvvm_d2i_rp(x); }
TL unsigned __double2uint_rz(double x) { return __nvvm_d2ui_rz(x); }
TL long long __double2ll_rn(double x) { return __nvvm_d2ll_rn(x); }
TL long long __double2ll_rz(double x) { return __nvvm_d2ll_rz(x); }
TL float __double2float_rn(double x) { return __nvvm_d2f_rn(x); }
TL float __double2float_rz(double x) { return __nvvm_d2f_rz(x); }
TL float __double2float_rd(double x) { return __nvvm_d2f_rm(x); }
TL float __double2float_ru(double x) { return __nvvm_d2f_rp(x); }
TL double __int2double_rn(int x) { return (double)x; }
TL double __uint2double_rn(unsigned x) { return (double)x; }
TL double __ll2double_rn(long long x) { return (double)x; }
TL float __ll2float_rn(long long x) { return (float)x; }
TL float __int2float_rn(int x) { return (float)x; }
TL float __uint2float_rn(unsigned x) { return (float)x; }

// exp and log: in double, by argument reduction and a series
TL double exp(double x) {
  double y = fmin(fmax(x, -746.0), 710.0);
  double n = rint(y * 1.4426950408889634), r = fma(n, -1.9082149292705877e-10, fma(n, -0.6931471803691238, y));
  double p = 1;
#pragma unroll
  for (int k = 13; k > 0; k--) p = fma(p, r / k, 1.0);
  long long half = (long long)n >> 1, rest = (long long)n - half; // 2ⁿ in two steps: n may be 1024
  double e = p * __longlong_as_double((half + 1023) << 52) * __longlong_as_double((rest + 1023) << 52);
  return x != x ? x : e;
}
// log x, 0 < x < ∞, as a sum and what the sum lacks: pow takes it a thousandfold
TL double tl_log(double x, double &rest) {
  bool tiny = x < 2.2250738585072014e-308;
  long long bits = __double_as_longlong(tiny ? x * 18014398509481984.0 : x);
  int e = (int)(bits >> 52) - 1023 - (tiny ? 54 : 0);
  double m = __longlong_as_double((bits & 0xfffffffffffffLL) | 0x3ff0000000000000LL);
  if (m > 1.4142135623730951) { m *= 0.5; e++; }
  double d = m + 1, s = (m - 1) / d, z = s * s, p = 1.0 / 21; // 2·artanh(s)
#pragma unroll
  for (int k = 19; k > 1; k -= 2) p = fma(p, z, 1.0 / k);
  double lost = (fma(-s, d, m - 1) - s * (m - (d - 1))) / d;
  double a = e * 0.6931471803691238, sum = a + 2 * s; // a is exact
  double low = a - sum + 2 * s + fma((double)e, 1.9082149292705877e-10, 2 * (lost + s * z * p)), y = sum + low;
  rest = sum - y + low;
  return y;
}
TL bool tl_has_log(double x) { return x > 0 && x < __builtin_inf(); }
TL double tl_no_log(double x) { return x == 0 ? -__builtin_inf() : x > 0 ? x : __builtin_nan(""); }
TL double log(double x) {
  double rest, y = tl_log(x, rest);
  return tl_has_log(x) ? y + rest : tl_no_log(x);
}
TL double tl_log_of(double x, double high, double low) { // by the logarithm of the base
  double rest, y = tl_log(x, rest), p = y * high;
  return tl_has_log(x) ? p + (fma(y, high, -p) + fma(y, low, rest * high)) : tl_no_log(x);
}
TL double log2(double x) { return tl_log_of(x, 1.4426950408889634, 2.0355273740931033e-17); }
TL double log10(double x) { return tl_log_of(x, 0.4342944819032518, 1.098319650216765e-17); }
TL double log1p(double x) { double y = 1 + x; return y == 1 || x == __builtin_inf() ? x : log(y) * (x / (y - 1)); }
TL double expm1(double x) {
  double p = 1;
#pragma unroll
  for (int k = 17; k > 1; k--) p = fma(p, x / k, 1.0);
  return fabs(x) < 0.5 ? x * p : exp(x) - 1;
}
TL float __expf(float x) { return __nvvm_ex2_approx_f(x * 1.44269504f); }
TL float __exp2f(float x) { return __nvvm_ex2_approx_f(x); }
TL float __logf(float x) { return __nvvm_lg2_approx_f(x) * 0.69314718f; }
TL float __log2f(float x) { return __nvvm_lg2_approx_f(x); }
TL float __log10f(float x) { return __nvvm_lg2_approx_f(x) * 0.30103f; }
TL float exp2f(float x) { return __nvvm_ex2_approx_f(x); }
TL float expf(float x) { // in float: softmax and its like live on it
  float y = fminf(fmaxf(x, -104.f), 89.f), n = rintf(y * 1.44269504f);
  float r = fmaf(n, -1.42860677e-6f, fmaf(n, -0.693145752f, y)), half = truncf(n * 0.5f);
  float e = exp2f(r * 1.44269504f) * exp2f(half) * exp2f(n - half);
  return x != x ? x : e;
}
TL float logf(float x) { return (float)log((double)x); }
TL float log2f(float x) { return (float)(log((double)x) * 1.4426950408889634); }
TL float log10f(float x) { return (float)(log((double)x) * 0.4342944819032518); }
TL float log1pf(float x) { return (float)log1p((double)x); }
TL float expm1f(float x) { return (float)expm1((double)x); }
TL double tanh(double x) { double e = expm1(2 * fabs(x)); return copysign(fabs(x) > 20 ? 1 : e / (e + 2), x); }
TL float tanhf(float x) { return (float)tanh((double)x); }
TL double sinh(double x) { // from 700 on e^x is too large before it is halved
  double a = fabs(x), e = expm1(a), h = exp(a / 2);
  return copysign(a > 700 ? h / 2 * h : (e + e / (e + 1)) / 2, x);
}
TL double cosh(double x) { double a = fabs(x), e = exp(a), h = exp(a / 2); return a > 700 ? h / 2 * h : (e + 1 / e) / 2; }
TL float sinhf(float x) { return (float)sinh((double)x); }
TL float coshf(float x) { return (float)cosh((double)x); }
TL double asinh(double x) { double a = fabs(x); return copysign(a > 1e9 ? log(a) + 0.6931471805599453 : log1p(a + a * a / (1 + sqrt(a * a + 1))), x); }
TL double acosh(double x) { double t = x - 1; return x > 1e9 ? log(x) + 0.6931471805599453 : log1p(t + sqrt(t * (t + 2))); }
TL double atanh(double x) { double a = fabs(x); return copysign(log1p(2 * a / (1 - a)) / 2, x); }
TL float __powf(float x, float y) { return __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x)); }
TL double pow(double x, double y) {
  if (y == 0 || x == 1 || (x == -1 && isinf(y))) return 1;
  bool whole = trunc(y) == y, odd = whole && fabs(y) < 9007199254740992.0 && ((long long)y & 1);
  if (x < 0 && !whole && x > -__builtin_inf()) return __builtin_nan("");
  double a = fabs(x), p;
  if (whole && fabs(y) <= 64) { // by squares, each with what its rounding dropped
    double r = 1, lost = 0, b = x, less = 0;
    for (int n = (int)fabs(y); n; n >>= 1) {
      p = r * b;
      if (n & 1) { lost = fma(r, b, -p) + fma(r, less, lost * b); r = p; }
      p = b * b;
      less = fma(b, b, -p) + 2 * b * less;
      b = p;
    }
    r += lost;
    if (fabs(r) > 1e-290 && fabs(r) < 1e290) return y < 0 ? 1 / r : r;
  }
  if (tl_has_log(a) && !isinf(y)) {
    double rest, l = tl_log(a, rest), e;
    p = y * l;
    e = exp(p);
    p = e == 0 || isinf(e) ? e : fma(e, fma(y, l, -p) + y * rest, e);
  } else {
    p = exp(y * log(a));
  }
  return odd && signbit(x) ? -p : p;
}
TL float powf(float x, float y) { return (float)pow((double)x, (double)y); }
TL double exp2(double x) { double n = rint(fmin(fmax(x, -2000.0), 2000.0)); return isinf(x) ? exp(x) : ldexp(exp((x - n) * 0.6931471805599453), (int)n); }
TL double exp10(double x) { return pow(10.0, x); }
TL float exp10f(float x) { return (float)exp((double)x * 2.302585092994046); }
TL double cbrt(double x) { // and one step of Newton's
  double y = exp(log(fabs(x)) / 3);
  return x == 0 || isinf(x) ? x : copysign(y - (y - fabs(x) / (y * y)) / 3, x);
}
TL float cbrtf(float x) { return (float)cbrt((double)x); }
TL double rcbrt(double x) { return 1 / cbrt(x); }
TL float rcbrtf(float x) { return (float)(1 / cbrt((double)x)); }
TL double hypot(double x, double y) {
  double a = fmax(fabs(x), fabs(y)), b = fmin(fabs(x), fabs(y)), r = b / a;
  return isinf(a) ? a : a == 0 ? x + y : isnan(x) || isnan(y) ? x + y : a * sqrt(fma(r, r, 1.0));
}
TL float hypotf(float x, float y) { return isinf(x) || isinf(y) ? __builtin_inff() : (float)sqrt((double)x * x + (double)y * y); }
TL double tl_erf(double y) { // 0 ≤ y ≤ 2: e^(−y²)·2y/√π·Σ (2y²)ⁿ/(2n+1)!!
  double term = y, sum = y;
  for (int n = 1; n < 64; n++) { term *= 2 * y * y / (2 * n + 1); sum += term; }
  return 1.1283791670955126 * exp(-y * y) * sum;
}
TL double tl_erfc(double y) { // from 1 on e^(−y²)/√π / (y + (1/2)/(y + (2/2)/(y + (3/2)/…)))
  double square = y * y, f = y;
  for (int n = y < 2 ? 200 : 60; n > 0; n--) f = y + 0.5 * n / f;
  return exp(-square) * (1 - fma(y, y, -square)) / (1.772453850905516 * f);
}
TL double erf(double x) { double y = fmin(fabs(x), 30.0); return x != x ? x : copysign(y < 2 ? tl_erf(y) : 1 - tl_erfc(y), x); }
TL double erfc(double x) {
  double y = fmin(fabs(x), 30.0), c = y < 1 ? 1 - tl_erf(y) : tl_erfc(y);
  return x != x ? x : x < 0 ? 2 - c : c;
}
TL float erff(float x) { return (float)erf((double)x); }
TL float erfcf(float x) { return (float)erfc((double)x); }
TL double normcdf(double x) { return erfc(-x * 0.7071067811865476) / 2; }
TL float normcdff(float x) { return (float)normcdf((double)x); }
TL double fmod(double x, double y) { // by long division: each difference is exact
  double a = fabs(x), b = fabs(y), c = b;
  if (!(b > 0) || !(a < __builtin_inf())) return __builtin_nan("");
  if (a < b) return x;
  while (c <= a / 2) c *= 2;
  for (; c >= b; c /= 2) a = a >= c ? a - c : a;
  return copysign(a, x);
}
TL float fmodf(float x, float y) { return (float)fmod((double)x, (double)y); }

// sin and cos: in double, x − n·π/2 and a series
// A large one by as many bits of 2/π as count for it (Payne and Hanek, 1983): x·2/π modulo 4 has two bits before
// the point, the quarter, and 190 behind it.
static __device__ const unsigned long long tl_two_over_pi[] = {
  0x0000000000000000ull, 0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull,
  0xfe5163abdebbc561ull, 0xb7246e3a424dd2e0ull, 0x06492eea09d1921cull, 0xfe1deb1cb129a73eull,
  0xe88235f52ebb4484ull, 0xe99c7026b45f7e41ull, 0x3991d639835339f4ull, 0x9c845f8bbdf9283bull,
  0x1ff897ffde05980full, 0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull,
  0x7527bac7ebe5f17bull, 0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull,
  0xf0cfbc209af4361dull,
};
TL double tl_reduced(double x, int &quarter) {
  typedef unsigned long long word;
  word bits = (word)__double_as_longlong(x), m = (bits & 0xfffffffffffffull) | 1ull << 52;
  int from = (int)(bits >> 52 & 2047) - 1013, by = from & 63;
  const word *t = tl_two_over_pi + (from >> 6);
  word w0 = t[0] << by | t[1] >> 1 >> (63 - by), w1 = t[1] << by | t[2] >> 1 >> (63 - by), w2 = t[2] << by | t[3] >> 1 >> (63 - by);
  unsigned __int128 low = (unsigned __int128)w2 * m, middle = (unsigned __int128)w1 * m + (word)(low >> 64);
  word high = w0 * m + (word)(middle >> 64), a = high << 2 | (word)middle >> 62, b = (word)middle << 2 | (word)low >> 62;
  bool up = a >> 63; // to the nearer quarter
  quarter = (int)(high >> 62) + up;
  if (up) { a = ~a; b = ~b; }
  int n = a ? __clzll((long long)a) : 63;
  double f = (double)(a << n | b >> (64 - n)) * __longlong_as_double((long long)(959 - n) << 52);
  double r = fma(f, 1.5707963267948966, f * 6.123233995736766e-17);
  if (x < 0) quarter = -quarter;
  return up != (x < 0) ? -r : r;
}
TL double tl_wave(double x, int quarter) {
  double n = rint(x * 0.6366197723675814), r = fma(n, -6.123233995736766e-17, fma(n, -1.5707963267948966, x));
  int q = (int)((long long)n & 3);
  if (fabs(x) > 131072) r = tl_reduced(x, q);
  if (!(fabs(x) < __builtin_inf())) r = __builtin_nan("");
  double z = r * r;
  q = (q + quarter) & 3;
  double s = r * fma(z, fma(z, fma(z, fma(z, fma(z, fma(z, fma(z, -7.647163731819816e-13, 1.605904383682161e-10), -2.505210838544172e-8), 2.7557319223985893e-6), -1.984126984126984e-4), 8.333333333333333e-3), -0.16666666666666666), 1.0);
  double c = fma(z, fma(z, fma(z, fma(z, fma(z, fma(z, fma(z, fma(z, 4.779477332387385e-14, -1.1470745597729725e-11), 2.08767569878681e-9), -2.755731922398589e-7), 2.48015873015873e-5), -1.388888888888889e-3), 4.1666666666666664e-2), -0.5), 1.0);
  double y = q & 1 ? c : s;
  return q & 2 ? -y : y;
}
TL double sin(double x) { return x == 0 ? x : tl_wave(x, 0); }
TL double cos(double x) { return tl_wave(x, 1); }
TL double tan(double x) { return sin(x) / cos(x); }
TL float sinf(float x) { return (float)sin((double)x); }
TL float cosf(float x) { return (float)tl_wave(x, 1); }
TL float tanf(float x) { return (float)tan((double)x); }
TL void sincos(double x, double *s, double *c) { *s = sin(x); *c = cos(x); }
TL void sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }
TL void sincospif(float x, float *s, float *c) { // of πx
  double z = 3.141592653589793 * ((double)x - 2 * rint((double)x / 2));
  *s = (float)tl_wave(z, 0);
  *c = (float)tl_wave(z, 1);
}
TL double sinpi(double x) { return sin(3.141592653589793 * (x - 2 * rint(x / 2))); }
TL double cospi(double x) { return cos(3.141592653589793 * (x - 2 * rint(x / 2))); }
TL float sinpif(float x) { return (float)sinpi((double)x); }
TL float cospif(float x) { return (float)cospi((double)x); }
TL float __sinf(float x) { return __nvvm_sin_approx_f(x); }
TL float __cosf(float x) { return __nvvm_cos_approx_f(x); }
TL float __tanf(float x) { return __fdividef(__sinf(x), __cosf(x)); }
TL void __sincosf(float x, float *s, float *c) { *s = __sinf(x); *c = __cosf(x); }
TL double tl_atan(double x) { // 0 ≤ x ≤ 1: the angle is halved twice before its series
  x /= 1 + sqrt(fma(x, x, 1.0));
  x /= 1 + sqrt(fma(x, x, 1.0));
  double z = -x * x, p = 1.0 / 25;
#pragma unroll
  for (int k = 23; k > 0; k -= 2) p = fma(p, z, 1.0 / k);
  return 4 * x * p;
}
TL double atan2(double y, double x) {
  double a = fabs(y), b = fabs(x), r;
  if (a > b) r = 1.5707963267948966 - tl_atan(b / a) + 6.123233995736766e-17;
  else r = a == 0 ? 0 : tl_atan(a == b ? 1 : a / b);
  if (signbit(x)) r = 3.141592653589793 - r + 1.2246467991473532e-16;
  return isnan(x) || isnan(y) ? x + y : copysign(r, y);
}
TL double atan(double x) { return atan2(x, 1.0); }
TL double asin(double x) { return atan2(x, sqrt((1 - x) * (1 + x))); }
TL double acos(double x) { return atan2(sqrt((1 - x) * (1 + x)), x); }
#define TL_FLOAT(NAME) TL float NAME##f(float x) { return (float)NAME((double)x); }
TL_FLOAT(asin) TL_FLOAT(acos) TL_FLOAT(atan) TL_FLOAT(asinh) TL_FLOAT(acosh) TL_FLOAT(atanh)
TL float atan2f(float y, float x) { return (float)atan2((double)y, (double)x); }

// the same names for float arguments, as in C++, and for whole numbers, which are taken for doubles
template <bool, class T> struct tl_if {};
template <class T> struct tl_if<true, T> { typedef T type; };
template <class T> struct tl_kind { static constexpr bool whole = __is_integral(T), number = __is_arithmetic(T); };
#define TL_OF_WHOLE(NAME) template <class T> TL typename tl_if<tl_kind<T>::whole, double>::type NAME(T x) { return NAME((double)x); }
#define TL_OF_ONE(NAME)                                                                            \
  TL float NAME(float x) { return NAME##f(x); }                                                    \
  TL_OF_WHOLE(NAME)
#define TL_OF_TWO(NAME)                                                                            \
  TL float NAME(float x, float y) { return NAME##f(x, y); }                                        \
  template <class A, class B> TL typename tl_if<tl_kind<A>::number && tl_kind<B>::number, double>::type NAME(A x, B y) { return NAME((double)x, (double)y); }
TL_OF_ONE(exp) TL_OF_ONE(exp2) TL_OF_ONE(exp10) TL_OF_ONE(expm1) TL_OF_ONE(log) TL_OF_ONE(log2) TL_OF_ONE(log10) TL_OF_ONE(log1p)
TL_OF_ONE(sqrt) TL_OF_ONE(rsqrt) TL_OF_ONE(cbrt) TL_OF_ONE(rcbrt) TL_OF_ONE(erf) TL_OF_ONE(erfc) TL_OF_ONE(fabs)
TL_OF_ONE(sin) TL_OF_ONE(cos) TL_OF_ONE(tan) TL_OF_ONE(asin) TL_OF_ONE(acos) TL_OF_ONE(atan)
TL_OF_ONE(sinh) TL_OF_ONE(cosh) TL_OF_ONE(tanh) TL_OF_ONE(asinh) TL_OF_ONE(acosh) TL_OF_ONE(atanh)
TL_OF_ONE(floor) TL_OF_ONE(ceil) TL_OF_ONE(trunc) TL_OF_ONE(round) TL_OF_ONE(rint) TL_OF_ONE(nearbyint)
TL_OF_TWO(pow) TL_OF_TWO(fmod) TL_OF_TWO(atan2) TL_OF_TWO(hypot) TL_OF_TWO(fmax) TL_OF_TWO(fmin) TL_OF_TWO(fdim) TL_OF_TWO(copysign)
TL float abs(float x) { return fabsf(x); }
TL double abs(double x) { return fabs(x); }
TL float fma(float a, float b, float c) { return fmaf(a, b, c); }
TL float ldexp(float x, int n) { return ldexpf(x, n); }
TL float frexp(float x, int *n) { return frexpf(x, n); }
TL long lround(float x) { return lroundf(x); }
TL void *memset(void *to, int value, size_t n) { return __builtin_memset(to, value, n); }
TL void *memcpy(void *to, const void *from, size_t n) { return __builtin_memcpy(to, from, n); }

// Warps. A shuffle takes its value by reference: lanes whose value nobody reads need not have one, and clang
// makes of an argument that it must, and drops the `if` around `base = …` before `__shfl_sync(mask, base, 0)`.
#define TL_SHUFFLE(NAME, LANE, MODE, CLAMP)                                                            \
  TL int NAME(unsigned mask, const int &v, LANE lane, int width = 32) { return __nvvm_shfl_sync_##MODE##_i32(mask, v, (int)lane, ((32 - width) << 8) | CLAMP); } \
  TL unsigned NAME(unsigned mask, const unsigned &v, LANE lane, int width = 32) { return (unsigned)NAME(mask, (int)v, lane, width); } \
  TL float NAME(unsigned mask, const float &v, LANE lane, int width = 32) { return __nvvm_shfl_sync_##MODE##_f32(mask, v, (int)lane, ((32 - width) << 8) | CLAMP); } \
  TL long long NAME(unsigned mask, const long long &v, LANE lane, int width = 32) {                        \
    unsigned low = NAME(mask, (unsigned)v, lane, width), high = NAME(mask, (unsigned)(v >> 32), lane, width); \
    return (long long)((unsigned long long)high << 32 | low);                                      \
  }                                                                                                \
  TL unsigned long long NAME(unsigned mask, const unsigned long long &v, LANE lane, int width = 32) { return NAME(mask, (long long)v, lane, width); } \
  TL long NAME(unsigned mask, const long &v, LANE lane, int width = 32) { return (long)NAME(mask, (long long)v, lane, width); } \
  TL unsigned long NAME(unsigned mask, const unsigned long &v, LANE lane, int width = 32) { return (unsigned long)NAME(mask, (long long)v, lane, width); } \
  TL double NAME(unsigned mask, const double &v, LANE lane, int width = 32) { return __longlong_as_double(NAME(mask, __double_as_longlong(v), lane, width)); } \
  template <class T> TL auto NAME(unsigned mask, const volatile T &v, LANE lane, int width = 32) -> decltype(NAME(mask, +v, lane, width)) { return NAME(mask, +v, lane, width); }
TL_SHUFFLE(__shfl_sync, int, idx, 31)
TL_SHUFFLE(__shfl_up_sync, unsigned, up, 0)
TL_SHUFFLE(__shfl_down_sync, unsigned, down, 31)
TL_SHUFFLE(__shfl_xor_sync, int, bfly, 31)
TL unsigned __ballot_sync(unsigned mask, int p) { return __nvvm_vote_ballot_sync(mask, p != 0); }
TL int __any_sync(unsigned mask, int p) { return __nvvm_vote_any_sync(mask, p != 0); }
TL int __all_sync(unsigned mask, int p) { return __nvvm_vote_all_sync(mask, p != 0); }
TL unsigned tl_match(unsigned mask, unsigned v) { return __nvvm_match_any_sync_i32(mask, v); }
TL unsigned tl_match(unsigned mask, unsigned long long v) { return (unsigned)__nvvm_match_any_sync_i64(mask, (long long)v); }
template <int BYTES> struct tl_key { typedef unsigned type; };
template <> struct tl_key<8> { typedef unsigned long long type; };
template <typename T> TL unsigned __match_any_sync(unsigned mask, T v) { return tl_match(mask, __builtin_bit_cast(typename tl_key<sizeof(T)>::type, v)); }
#define TL_ALL_MATCH(BITS, R, T) TL unsigned tl_match(unsigned mask, T v, int *all) { unsigned m; asm volatile("{ .reg .pred p; match.all.sync." BITS " %0|p, %2, %3; selp.b32 %1, 1, 0, p; }" : "=r"(m), "=r"(*all) : R(v), "r"(mask)); return m; }
TL_ALL_MATCH("b32", "r", unsigned)
TL_ALL_MATCH("b64", "l", unsigned long long)
template <typename T> TL unsigned __match_all_sync(unsigned mask, T v, int *all) { return tl_match(mask, __builtin_bit_cast(typename tl_key<sizeof(T)>::type, v), all); }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800  // the host's compiler looks at kernels too
#define TL_REDUCE(NAME, OP, T) TL T __reduce_##NAME##_sync(unsigned mask, T v) { T y; asm volatile("redux.sync." OP " %0, %1, %2;" : "=r"(y) : "r"(v), "r"(mask)); return y; }
#define TL_REDUCES(NAME) TL_REDUCE(NAME, #NAME ".s32", int) TL_REDUCE(NAME, #NAME ".u32", unsigned)
TL_REDUCES(add) TL_REDUCES(min) TL_REDUCES(max)
TL_REDUCE(and, "and.b32", unsigned) TL_REDUCE(or, "or.b32", unsigned) TL_REDUCE(xor, "xor.b32", unsigned)
#endif
TL unsigned __activemask() { unsigned m; asm volatile("activemask.b32 %0;" : "=r"(m)); return m; }

// Barriers and fences. To clang they touch no variable whose address nobody takes, so it reads `__shared__ float
// sum` before the barrier that makes it right. An empty asm that may touch all memory keeps both sides apart.
#define TL_APART asm volatile("" ::: "memory")
#define TL_BARRIER(RESULT, NAME, P, CALL) TL RESULT NAME(P) { TL_APART; auto yes = CALL; TL_APART; return yes; }
#define TL_FENCE(NAME, P, CALL) TL void NAME(P) { TL_APART; CALL; TL_APART; }
TL_FENCE(tl_syncthreads, , __nvvm_bar_sync(0))
#define __syncthreads tl_syncthreads
TL_FENCE(__syncwarp, unsigned mask = 0xffffffffu, __nvvm_bar_warp_sync(mask))
TL_FENCE(__threadfence, , __nvvm_membar_gl())
TL_FENCE(__threadfence_block, , __nvvm_membar_cta())
TL_FENCE(__threadfence_system, , __nvvm_membar_sys())
TL_BARRIER(int, __syncthreads_count, int p, __nvvm_bar0_popc(p))
TL_BARRIER(int, __syncthreads_and, int p, __nvvm_bar0_and(p))
TL_BARRIER(int, __syncthreads_or, int p, __nvvm_bar0_or(p))
TL void __nanosleep(unsigned ns) { asm volatile("nanosleep.u32 %0;" ::"r"(ns)); }
TL void __trap() { asm volatile("trap;"); }
TL long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
TL int clock() { return __nvvm_read_ptx_sreg_clock(); }
#define TL_LOAD(NAME) template <typename T> TL T NAME(const T *p) { return *p; }
TL_LOAD(__ldg) TL_LOAD(__ldca) TL_LOAD(__ldcg) TL_LOAD(__ldcs) TL_LOAD(__ldlu)
template <typename T> TL T __ldcv(const T *p) { return *(const volatile T *)p; }
#define TL_STORE(NAME) template <typename T> TL void NAME(T *p, T v) { *p = v; }
TL_STORE(__stwb) TL_STORE(__stcg) TL_STORE(__stcs) TL_STORE(__stwt)
TL size_t __cvta_generic_to_shared(const void *p) { return (size_t)(const __attribute__((address_space(3))) void *)p; }

// atomics
#define TL_ATOMIC(NAME, T, C, BUILTIN) TL T NAME(T *p, T v) { return (T)__nvvm_atom_##BUILTIN((C *)p, (C)v); }
TL_ATOMIC(atomicAdd, int, int, add_gen_i)
TL_ATOMIC(atomicAdd, unsigned, int, add_gen_i)
TL_ATOMIC(atomicAdd, unsigned long long, long long, add_gen_ll)
TL_ATOMIC(atomicAdd, float, float, add_gen_f)
TL_ATOMIC(atomicAdd, double, double, add_gen_d)
TL int atomicSub(int *p, int v) { return atomicAdd(p, -v); }
TL unsigned atomicSub(unsigned *p, unsigned v) { return atomicAdd(p, 0u - v); }
TL_ATOMIC(atomicExch, int, int, xchg_gen_i)
TL_ATOMIC(atomicExch, unsigned, int, xchg_gen_i)
TL_ATOMIC(atomicExch, unsigned long long, long long, xchg_gen_ll)
TL float atomicExch(float *p, float v) { return __int_as_float(atomicExch((int *)p, __float_as_int(v))); }
TL_ATOMIC(atomicMax, int, int, max_gen_i)
TL_ATOMIC(atomicMax, unsigned, unsigned, max_gen_ui)
TL_ATOMIC(atomicMax, long long, long long, max_gen_ll)
TL_ATOMIC(atomicMax, unsigned long long, unsigned long long, max_gen_ull)
TL_ATOMIC(atomicMin, int, int, min_gen_i)
TL_ATOMIC(atomicMin, unsigned, unsigned, min_gen_ui)
TL_ATOMIC(atomicMin, long long, long long, min_gen_ll)
TL_ATOMIC(atomicMin, unsigned long long, unsigned long long, min_gen_ull)
TL_ATOMIC(atomicInc, unsigned, unsigned, inc_gen_ui)
TL_ATOMIC(atomicDec, unsigned, unsigned, dec_gen_ui)
#define TL_BITWISE(NAME, OP)                                                                       \
  TL_ATOMIC(NAME, int, int, OP##_gen_i)                                                            \
  TL_ATOMIC(NAME, unsigned, int, OP##_gen_i)                                                       \
  TL_ATOMIC(NAME, unsigned long long, long long, OP##_gen_ll)
TL_BITWISE(atomicAnd, and)
TL_BITWISE(atomicOr, or)
TL_BITWISE(atomicXor, xor)
TL int atomicCAS(int *p, int expected, int v) { return __nvvm_atom_cas_gen_i(p, expected, v); }
TL unsigned atomicCAS(unsigned *p, unsigned expected, unsigned v) { return (unsigned)__nvvm_atom_cas_gen_i((int *)p, (int)expected, (int)v); }
TL unsigned long long atomicCAS(unsigned long long *p, unsigned long long expected, unsigned long long v) { return (unsigned long long)__nvvm_atom_cas_gen_ll((long long *)p, (long long)expected, (long long)v); }
// to other blocks, and to the host, as well as they are to a block
#define TL_SCOPED(NAME)                                                                            \
  template <typename T, typename U> TL T NAME##_block(T *p, U v) { return NAME(p, (T)v); }         \
  template <typename T, typename U> TL T NAME##_system(T *p, U v) { return NAME(p, (T)v); }
TL_SCOPED(atomicAdd) TL_SCOPED(atomicSub) TL_SCOPED(atomicExch) TL_SCOPED(atomicMin) TL_SCOPED(atomicMax)
TL_SCOPED(atomicInc) TL_SCOPED(atomicDec) TL_SCOPED(atomicAnd) TL_SCOPED(atomicOr) TL_SCOPED(atomicXor)
template <typename T, typename U, typename V> TL T atomicCAS_block(T *p, U expected, V v) { return atomicCAS(p, (T)expected, (T)v); }
template <typename T, typename U, typename V> TL T atomicCAS_system(T *p, U expected, V v) { return atomicCAS(p, (T)expected, (T)v); }

extern "C" __device__ int printf(const char *, ...);
