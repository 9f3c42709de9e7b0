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
#define __align__(n) __attribute__((aligned(n)))
#define TL static __device__ inline __attribute__((always_inline, nodebug))
#define TL_MEMBER __host__ __device__ inline __attribute__((always_inline, nodebug))

typedef __SIZE_TYPE__ size_t;
constexpr int warpSize = 32;

// threadIdx.x and the others, each a read of a special register
#define TL_REGISTER(NAME, REGISTER)                                                                \
  struct tl_##NAME {                                                                               \
    __declspec(property(get = gx)) unsigned x;                                                     \
    __declspec(property(get = gy)) unsigned y;                                                     \
    __declspec(property(get = gz)) unsigned z;                                                     \
    TL unsigned gx() { return __nvvm_read_ptx_sreg_##REGISTER##_x(); }                             \
    TL unsigned gy() { return __nvvm_read_ptx_sreg_##REGISTER##_y(); }                             \
    TL unsigned gz() { return __nvvm_read_ptx_sreg_##REGISTER##_z(); }                             \
  };                                                                                               \
  extern const __device__ __attribute__((weak)) tl_##NAME NAME;
TL_REGISTER(threadIdx, tid)
TL_REGISTER(blockIdx, ctaid)
TL_REGISTER(blockDim, ntid)
TL_REGISTER(gridDim, nctaid)

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

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
#define TL_VECTOR(T, N)                                                                            \
  struct __align__(TL_ALIGN(T, 2)) __attribute__((trivial_abi)) N##2 {                                                          \
    T x, y;                                                                                        \
    TL_COPIED(T, N##2, 2)                                                                          \
    TL_MEMBER constexpr N##2(T x, T y) : x(x), y(y) {}                                             \
  };                                                                                               \
  struct N##3 { T x, y, z; };                                                                      \
  struct __align__(TL_ALIGN(T, 4)) __attribute__((trivial_abi)) N##4 {                                                          \
    T x, y, z, w;                                                                                  \
    TL_COPIED(T, N##4, 4)                                                                          \
    TL_MEMBER constexpr N##4(T x, T y, T z = 0, T w = 0) : x(x), y(y), z(z), w(w) {}                       \
  };                                                                                               \
  TL N##2 make_##N##2(T x, T y) { return N##2{x, y}; }                                             \
  TL N##3 make_##N##3(T x, T y, T z) { return N##3{x, y, z}; }                                     \
  TL N##4 make_##N##4(T x, T y, T z, T w) { return N##4{x, y, z, w}; }
TL_VECTOR(float, float)
TL_VECTOR(double, double)
TL_VECTOR(int, int)
TL_VECTOR(unsigned, uint)
TL_VECTOR(char, char)
TL_VECTOR(unsigned char, uchar)
TL_VECTOR(short, short)
TL_VECTOR(unsigned short, ushort)
TL_VECTOR(long long, longlong)

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
TL unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
TL unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a * b) >> 32); }
TL int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
#define TL_THREE(NAME, T, OP) TL T NAME(T a, T b, T c) { T d; asm(OP " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; }
TL_THREE(__funnelshift_l, unsigned, "shf.l.wrap.b32")
TL_THREE(__funnelshift_r, unsigned, "shf.r.wrap.b32")
TL_THREE(__byte_perm, unsigned, "prmt.b32")
TL_THREE(__sad, int, "sad.s32")
TL_THREE(__usad, unsigned, "sad.u32")
TL_THREE(__dp4a, int, "dp4a.s32.s32")
TL int __mul24(int a, int b) { return (int)((unsigned)(a << 8 >> 8) * (unsigned)(b << 8 >> 8)); }

// whole numbers
#define TL_MINMAX(T)                                                                               \
  TL T min(T a, T b) { return a < b ? a : b; }                                                     \
  TL T max(T a, T b) { return a > b ? a : b; }
TL_MINMAX(int)
TL_MINMAX(unsigned)
TL_MINMAX(long)
TL_MINMAX(unsigned long)
TL_MINMAX(long long)
TL_MINMAX(unsigned long long)
TL int abs(int x) { return x < 0 ? -x : x; }
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
TL float nearbyintf(float x) { return rintf(x); }
TL bool isnan(float x) { return x != x; }
TL bool isinf(float x) { return fabsf(x) == __builtin_inff(); }
TL bool isfinite(float x) { return fabsf(x) < __builtin_inff(); }
TL bool isnan(double x) { return x != x; }
TL bool isinf(double x) { return fabs(x) == __builtin_inf(); }
TL bool isfinite(double x) { return fabs(x) < __builtin_inf(); }
TL float __saturatef(float x) { return fminf(fmaxf(x, 0), 1); }
TL float __fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }
TL float __fdiv_rn(float a, float b) { return a / b; }
TL float __frcp_rn(float x) { return 1 / x; }
TL float __fsqrt_rn(float x) { return sqrtf(x); }
TL float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
// in assembly, since clang makes one fma of a sum and a product, also of those that were asked for by themselves
#define TL_EXACT(NAME, T, R, OP) TL T NAME(T a, T b) { T y; asm(OP " %0, %1, %2;" : "=" R(y) : R(a), R(b)); return y; }
TL_EXACT(__fadd_rn, float, "f", "add.rn.f32")
TL_EXACT(__fsub_rn, float, "f", "sub.rn.f32")
TL_EXACT(__fmul_rn, float, "f", "mul.rn.f32")
TL_EXACT(__dadd_rn, double, "d", "add.rn.f64")
TL_EXACT(__dsub_rn, double, "d", "sub.rn.f64")
TL_EXACT(__dmul_rn, double, "d", "mul.rn.f64")
TL double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
TL int __float2int_rn(float x) { return __nvvm_f2i_rn(x); }
TL int __float2int_rz(float x) { return __nvvm_f2i_rz(x); }
TL int __float2int_rd(float x) { return __nvvm_f2i_rm(x); }
TL unsigned __float2uint_rz(float x) { return __nvvm_f2ui_rz(x); }
TL unsigned __float2uint_rn(float x) { return __nvvm_f2ui_rn(x); }
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
TL double log(double x) {
  double scaled = x < 2.2250738585072014e-308 ? x * 18014398509481984.0 : x;
  long long bits = __double_as_longlong(scaled);
  int e = (int)(bits >> 52) - 1023 - (x < 2.2250738585072014e-308 ? 54 : 0);
  double m = __longlong_as_double((bits & 0xfffffffffffffLL) | 0x3ff0000000000000LL);
  if (m > 1.4142135623730951) { m *= 0.5; e++; }
  double s = (m - 1) / (m + 1), z = s * s, p = 1.0 / 21; // 2·artanh(s)
#pragma unroll
  for (int k = 19; k > 0; k -= 2) p = fma(p, z, 1.0 / k);
  double y = fma((double)e, 0.6931471805599453, 2 * s * p);
  if (x == 0) return -__builtin_inf();
  return x > 0 && x < __builtin_inf() ? y : x > 0 ? x : __builtin_nan("");
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
TL float log1pf(float x) { double y = 1 + (double)x; return x == 0 || x == __builtin_inff() ? x : (float)(log(y) - ((y - 1) - x) / y); }
TL float expm1f(float x) { return fabsf(x) < 1e-4f ? x + 0.5f * x * x : (float)(exp((double)x) - 1); }
TL double tanh(double x) { double e = exp(-2 * fabs(x)), y = fabs(x) < 1e-5 ? fabs(x) : (1 - e) / (1 + e); return x < 0 ? -y : y; }
TL float tanhf(float x) { return x != x ? x : copysignf((float)tanh((double)x), x); }
TL float sinhf(float x) { double e = exp((double)x); return fabsf(x) < 1e-3f ? x + x * x * x / 6 : (float)((e - 1 / e) / 2); }
TL float coshf(float x) { double e = exp((double)x); return (float)((e + 1 / e) / 2); }
TL float __powf(float x, float y) { return __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x)); }
TL float powf(float x, float y) {
  if (y == 0 || x == 1) return 1;
  bool whole = truncf(y) == y, odd = whole && fabsf(y) < 16777216.f && ((long long)y & 1);
  if (x < 0 && !whole) return __builtin_nanf("");
  float p = (float)exp((double)y * log((double)fabsf(x)));
  return x < 0 && odd ? -p : p;
}
TL float cbrtf(float x) { return copysignf((float)exp(log((double)fabsf(x)) / 3), x); }
TL double tl_erf(double y) { // 0 ≤ y ≤ 4: e^(−y²)·2y/√π·Σ (2y²)ⁿ/(2n+1)!!
  double term = y, sum = y;
  for (int n = 1; n < 64; n++) { term *= 2 * y * y / (2 * n + 1); sum += term; }
  return 1.1283791670955126 * exp(-y * y) * sum;
}
TL float erff(float x) { return x != x ? x : copysignf((float)tl_erf(fmin(fabs((double)x), 4.0)), x); }
TL float erfcf(float x) { // from 2 on e^(−y²)/√π / (y + (1/2)/(y + (2/2)/(y + (3/2)/…)))
  double y = fmin(fabs((double)x), 12.0), f = y;
  for (int n = 60; n > 0; n--) f = y + 0.5 * n / f;
  double c = y < 2 ? 1 - tl_erf(y) : exp(-y * y) / (1.772453850905516 * f);
  return x != x ? x : (float)(x < 0 ? 2 - c : c);
}
TL float fmodf(float x, float y) { return (float)((double)x - (double)y * trunc((double)x / (double)y)); }

// sin and cos: in double, x − n·π/2 and a series
TL double tl_wave(double x, int quarter) {
  double n = rint(x * 0.6366197723675814), r = fma(n, -6.123233995736766e-17, fma(n, -1.5707963267948966, x)), z = r * r;
  int q = ((int)((long long)n & 3) + quarter) & 3;
  double s = r * fma(z, fma(z, fma(z, fma(z, fma(z, fma(z, fma(z, -7.647163731819816e-13, 1.605904383682161e-10), -2.505210838544172e-8), 2.7557319223985893e-6), -1.984126984126984e-4), 8.333333333333333e-3), -0.16666666666666666), 1.0);
  double c = fma(z, fma(z, fma(z, fma(z, fma(z, fma(z, fma(z, fma(z, 4.779477332387385e-14, -1.1470745597729725e-11), 2.08767569878681e-9), -2.755731922398589e-7), 2.48015873015873e-5), -1.388888888888889e-3), 4.1666666666666664e-2), -0.5), 1.0);
  double y = q & 1 ? c : s;
  return q & 2 ? -y : y;
}
TL float sinf(float x) { return (float)tl_wave(x, 0); }
TL float cosf(float x) { return (float)tl_wave(x, 1); }
TL float tanf(float x) { return (float)(tl_wave(x, 0) / tl_wave(x, 1)); }
TL void sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }
TL void sincospif(float x, float *s, float *c) { // of πx
  double z = 3.141592653589793 * ((double)x - 2 * rint((double)x / 2));
  *s = (float)tl_wave(z, 0);
  *c = (float)tl_wave(z, 1);
}
TL float __sinf(float x) { return __nvvm_sin_approx_f(x); }
TL float __cosf(float x) { return __nvvm_cos_approx_f(x); }

// the same names for float arguments, as in C++
TL float exp(float x) { return expf(x); }
TL float log(float x) { return logf(x); }
TL float sqrt(float x) { return sqrtf(x); }
TL float rsqrt(float x) { return rsqrtf(x); }
TL float fabs(float x) { return fabsf(x); }
TL float abs(float x) { return fabsf(x); }
TL float tanh(float x) { return tanhf(x); }
TL float sin(float x) { return sinf(x); }
TL float cos(float x) { return cosf(x); }
TL float pow(float x, float y) { return powf(x, y); }
TL float floor(float x) { return floorf(x); }
TL float ceil(float x) { return ceilf(x); }
TL float max(float a, float b) { return fmaxf(a, b); }
TL float min(float a, float b) { return fminf(a, b); }
TL double max(double a, double b) { return fmax(a, b); }
TL double min(double a, double b) { return fmin(a, b); }
TL float fma(float a, float b, float c) { return fmaf(a, b, c); }
TL double pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  bool whole = trunc(y) == y, odd = whole && fabs(y) < 9007199254740992.0 && ((long long)y & 1);
  if (x < 0 && !whole && x > -__builtin_inf()) return __builtin_nan("");
  double p = exp(y * log(fabs(x)));
  return odd && __double_as_longlong(x) < 0 ? -p : p;
}
TL double sin(double x) { return tl_wave(x, 0); }
TL double cos(double x) { return tl_wave(x, 1); }
TL double tan(double x) { return tl_wave(x, 0) / tl_wave(x, 1); }

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
  TL double NAME(unsigned mask, const double &v, LANE lane, int width = 32) { return __longlong_as_double(NAME(mask, __double_as_longlong(v), lane, width)); }
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
template <typename T> TL T __ldg(const T *p) { return *p; }
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

extern "C" __device__ int printf(const char *, ...);
