// Complex numbers by the names that CUDA gives them: a pair of floats or doubles.
#pragma once
#ifdef __cplusplus
#include "cuda_runtime.h"
#else  // a file in C, which has no kernels
#include <math.h>
typedef struct __attribute__((aligned(8))) { float x, y; } float2;
typedef struct __attribute__((aligned(16))) { double x, y; } double2;
#define __host__
#define __device__
#endif
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define TL_COMPLEX static inline __host__ __device__
#define TL_COMPLEX_NUMBERS(C, T, f, make, absolute, root, max) \
  TL_COMPLEX C make(T re, T im) { \
    C z; \
    z.x = re, z.y = im; \
    return z; \
  } \
  TL_COMPLEX T cuCreal##f(C z) { return z.x; } \
  TL_COMPLEX T cuCimag##f(C z) { return z.y; } \
  TL_COMPLEX C cuConj##f(C z) { return make(z.x, -z.y); } \
  TL_COMPLEX C cuCadd##f(C a, C b) { return make(a.x + b.x, a.y + b.y); } \
  TL_COMPLEX C cuCsub##f(C a, C b) { return make(a.x - b.x, a.y - b.y); } \
  TL_COMPLEX C cuCmul##f(C a, C b) { return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); } \
  TL_COMPLEX C cuCfma##f(C a, C b, C c) { return make(-(a.y * b.y) + (a.x * b.x + c.x), a.y * b.x + (a.x * b.y + c.y)); } \
  TL_COMPLEX C cuCdiv##f(C a, C b) { /* scaled, so that no square overflows */ \
    T s = 1 / (absolute(b.x) + absolute(b.y)), x = b.x * s, y = b.y * s, norm = 1 / (x * x + y * y); \
    return make((a.x * s * x + a.y * s * y) * norm, (a.y * s * x - a.x * s * y) * norm); \
  } \
  TL_COMPLEX T cuCabs##f(C z) { \
    T x = absolute(z.x), y = absolute(z.y), most = x > y ? x : y, least = x > y ? y : x, by = least / most; \
    return most == 0 || most > max || least > max ? x + y : most * root(1 + by * by); \
  }
TL_COMPLEX_NUMBERS(cuFloatComplex, float, f, make_cuFloatComplex, fabsf, sqrtf, __FLT_MAX__)
TL_COMPLEX_NUMBERS(cuDoubleComplex, double, , make_cuDoubleComplex, fabs, sqrt, __DBL_MAX__)
TL_COMPLEX cuComplex make_cuComplex(float re, float im) { return make_cuFloatComplex(re, im); }
TL_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return make_cuDoubleComplex(z.x, z.y); }
TL_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) { return make_cuFloatComplex((float)z.x, (float)z.y); }
