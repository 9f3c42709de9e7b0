// Products of matrices by the tensor cores: a warp's 32 threads have a fragment of each matrix, and work together.
#pragma once
#include <cuda_fp16.h>
#include <cuda_bf16.h>

namespace nvcuda {
namespace wmma {
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision { struct tf32; }

// How many of its elements a thread has; those of A and B in half precision are in eight registers however few they are.
template <class Use, int M, int N, int K, class T> struct tl_elements {
  static_assert(M < 0, "a fragment of this shape or type is outside of what is emulated: half, on sm_80 __nv_bfloat16 and precision::tf32 too, into float or half");
  enum { count = 1 };
};
template <int M, int N, int K, class T> struct tl_elements<accumulator, M, N, K, T> { enum { count = M * N / 32 }; };
template <int M, int N, int K> struct tl_elements<matrix_a, M, N, K, half> { enum { count = 16 }; };
template <int M, int N, int K> struct tl_elements<matrix_b, M, N, K, half> { enum { count = 16 }; };
template <int M, int N, int K> struct tl_elements<matrix_a, M, N, K, __nv_bfloat16> { enum { count = M * K / 32 }; };
template <int M, int N, int K> struct tl_elements<matrix_b, M, N, K, __nv_bfloat16> { enum { count = K * N / 32 }; };
template <> struct tl_elements<matrix_a, 16, 16, 8, precision::tf32> { enum { count = 4 }; };
template <> struct tl_elements<matrix_b, 16, 16, 8, precision::tf32> { enum { count = 4 }; };
template <class T> struct tl_stored { typedef T type; };
template <> struct tl_stored<precision::tf32> { typedef float type; };

template <class Use, int M, int N, int K, class T, class Layout = void> struct __align__(4) fragment {
  enum { num_elements = tl_elements<Use, M, N, K, T>::count };
  typedef T element_type;
  typedef typename tl_stored<T>::type storage_element_type;
  storage_element_type x[num_elements];
};

template <class Use, int M, int N, int K, class T, class Layout, class V> TL void fill_fragment(fragment<Use, M, N, K, T, Layout> &f, V v) {
  for (int i = 0; i < f.num_elements; i++) f.x[i] = typename tl_stored<T>::type(v);
}

// The registers of a fragment of numbers of 16 bits or of tf32.
template <int N> struct tl_words { unsigned r[N]; };
template <class F> TL auto tl_pack(const F &f) { tl_words<sizeof(f.x) / 4> w; __builtin_memcpy(w.r, f.x, sizeof(f.x)); return w; }
template <class F, class W> TL void tl_unpack(F &f, const W &w) { __builtin_memcpy(f.x, w.r, sizeof(f.x)); }

#define TL_8(C, V) C(V[0]), C(V[1]), C(V[2]), C(V[3]), C(V[4]), C(V[5]), C(V[6]), C(V[7])
#define TL_4(C, V) C(V[0]), C(V[1]), C(V[2]), C(V[3])
#define TL_2(C, V) C(V[0]), C(V[1])
#define TL_R8(A, B, C, D, E, F, G, H) "{%" #A ",%" #B ",%" #C ",%" #D ",%" #E ",%" #F ",%" #G ",%" #H "}"
#define TL_R4(A, B, C, D) "{%" #A ",%" #B ",%" #C ",%" #D "}"
#define TL_R2(A, B) "{%" #A ",%" #B "}"

// load_matrix_sync of A or B: COUNT registers, of which REGISTERS is the list, and then address and leading dimension.
#define TL_LOAD(USE, LETTER, M, N, K, T, TYPE, COUNT, REGISTERS, END)                              \
  TL_LOAD_AS(USE, LETTER, M, N, K, T, TYPE, COUNT, REGISTERS, END, row)                            \
  TL_LOAD_AS(USE, LETTER, M, N, K, T, TYPE, COUNT, REGISTERS, END, col)
#define TL_LOAD_AS(USE, LETTER, M, N, K, T, TYPE, COUNT, REGISTERS, END, LAYOUT)                   \
  TL void load_matrix_sync(fragment<USE, M, N, K, T, LAYOUT##_major> &f, const tl_stored<T>::type *p, unsigned ld) { \
    tl_words<COUNT> w;                                                                             \
    asm volatile("wmma.load." LETTER ".sync.aligned." #LAYOUT ".m" #M "n" #N "k" #K "." TYPE " " REGISTERS ", " END ";" \
                 : TL_##COUNT("=r", w.r) : "l"(p), "r"(ld) : "memory");                            \
    tl_unpack(f, w);                                                                               \
  }
#define TL_ACCUMULATOR(M, N, K, LAYOUT)                                                            \
  TL void tl_load_##LAYOUT(fragment<accumulator, M, N, K, float> &f, const float *p, unsigned ld) { \
    asm volatile("wmma.load.c.sync.aligned." #LAYOUT ".m" #M "n" #N "k" #K ".f32 " TL_R8(0,1,2,3,4,5,6,7) ", [%8], %9;" \
                 : TL_8("=f", f.x) : "l"(p), "r"(ld) : "memory");                                  \
  }                                                                                                \
  TL void tl_load_##LAYOUT(fragment<accumulator, M, N, K, half> &f, const half *p, unsigned ld) {  \
    tl_words<4> w;                                                                                 \
    asm volatile("wmma.load.c.sync.aligned." #LAYOUT ".m" #M "n" #N "k" #K ".f16 " TL_R4(0,1,2,3) ", [%4], %5;" \
                 : TL_4("=r", w.r) : "l"(p), "r"(ld) : "memory");                                  \
    tl_unpack(f, w);                                                                               \
  }                                                                                                \
  TL void tl_store_##LAYOUT(float *p, const fragment<accumulator, M, N, K, float> &f, unsigned ld) { \
    asm volatile("wmma.store.d.sync.aligned." #LAYOUT ".m" #M "n" #N "k" #K ".f32 [%8], " TL_R8(0,1,2,3,4,5,6,7) ", %9;" \
                 :: TL_8("f", f.x), "l"(p), "r"(ld) : "memory");                                   \
  }                                                                                                \
  TL void tl_store_##LAYOUT(half *p, const fragment<accumulator, M, N, K, half> &f, unsigned ld) { \
    auto w = tl_pack(f);                                                                           \
    asm volatile("wmma.store.d.sync.aligned." #LAYOUT ".m" #M "n" #N "k" #K ".f16 [%4], " TL_R4(0,1,2,3) ", %5;" \
                 :: TL_4("r", w.r), "l"(p), "r"(ld) : "memory");                                   \
  }

#define TL_PRODUCT(M, N, K, LA, LB)                                                                \
  TL void mma_sync(fragment<accumulator, M, N, K, float> &d, const fragment<matrix_a, M, N, K, half, LA##_major> &a, \
                   const fragment<matrix_b, M, N, K, half, LB##_major> &b, const fragment<accumulator, M, N, K, float> &c) { \
    auto u = tl_pack(a), v = tl_pack(b);                                                           \
    asm volatile("wmma.mma.sync.aligned." #LA "." #LB ".m" #M "n" #N "k" #K ".f32.f32 " TL_R8(0,1,2,3,4,5,6,7) ", "            \
        TL_R8(8,9,10,11,12,13,14,15) ", " TL_R8(16,17,18,19,20,21,22,23) ", " TL_R8(24,25,26,27,28,29,30,31) ";"      \
        : TL_8("=f", d.x) : TL_8("r", u.r), TL_8("r", v.r), TL_8("f", c.x));                       \
  }                                                                                                \
  TL void mma_sync(fragment<accumulator, M, N, K, half> &d, const fragment<matrix_a, M, N, K, half, LA##_major> &a, \
                   const fragment<matrix_b, M, N, K, half, LB##_major> &b, const fragment<accumulator, M, N, K, half> &c) { \
    auto u = tl_pack(a), v = tl_pack(b);                                                           \
    auto w = tl_pack(c);                                                                           \
    tl_words<4> y;                                                                                 \
    asm volatile("wmma.mma.sync.aligned." #LA "." #LB ".m" #M "n" #N "k" #K ".f16.f16 " TL_R4(0,1,2,3) ", " TL_R8(4,5,6,7,8,9,10,11) ", " \
        TL_R8(12,13,14,15,16,17,18,19) ", " TL_R4(20,21,22,23) ";"                                 \
        : TL_4("=r", y.r) : TL_8("r", u.r), TL_8("r", v.r), TL_4("r", w.r));                       \
    tl_unpack(d, y);                                                                               \
  }
#define TL_SHAPE(M, N, K)                                                                          \
  TL_LOAD(matrix_a, "a", M, N, K, half, "f16", 8, TL_R8(0,1,2,3,4,5,6,7), "[%8], %9")              \
  TL_LOAD(matrix_b, "b", M, N, K, half, "f16", 8, TL_R8(0,1,2,3,4,5,6,7), "[%8], %9")              \
  TL_ACCUMULATOR(M, N, K, row)                                                                     \
  TL_ACCUMULATOR(M, N, K, col)                                                                     \
  TL_PRODUCT(M, N, K, row, row)                                                                    \
  TL_PRODUCT(M, N, K, row, col)                                                                    \
  TL_PRODUCT(M, N, K, col, row)                                                                    \
  TL_PRODUCT(M, N, K, col, col)
TL_SHAPE(16, 16, 16)
TL_SHAPE(32, 8, 16)
TL_SHAPE(8, 32, 16)

// Below sm_80 these are refused when their kernel is loaded.
#define TL_FOUR_PRODUCT(K, T, TYPE, LA, LB)                                                        \
  TL void mma_sync(fragment<accumulator, 16, 16, K, float> &d, const fragment<matrix_a, 16, 16, K, T, LA##_major> &a, \
                   const fragment<matrix_b, 16, 16, K, T, LB##_major> &b, const fragment<accumulator, 16, 16, K, float> &c) { \
    auto u = tl_pack(a), v = tl_pack(b);                                                           \
    asm volatile("wmma.mma.sync.aligned." #LA "." #LB ".m16n16k" #K ".f32." TYPE "." TYPE ".f32 " TL_R8(0,1,2,3,4,5,6,7) ", " TL_R4(8,9,10,11) ", " \
        TL_R4(12,13,14,15) ", " TL_R8(16,17,18,19,20,21,22,23) ";"                                 \
        : TL_8("=f", d.x) : TL_4("r", u.r), TL_4("r", v.r), TL_8("f", c.x));                       \
  }
#define TL_FOUR(K, T, TYPE)                                                                        \
  TL_LOAD(matrix_a, "a", 16, 16, K, T, TYPE, 4, TL_R4(0,1,2,3), "[%4], %5")                        \
  TL_LOAD(matrix_b, "b", 16, 16, K, T, TYPE, 4, TL_R4(0,1,2,3), "[%4], %5")                        \
  TL_FOUR_PRODUCT(K, T, TYPE, row, row)                                                            \
  TL_FOUR_PRODUCT(K, T, TYPE, row, col)                                                            \
  TL_FOUR_PRODUCT(K, T, TYPE, col, row)                                                            \
  TL_FOUR_PRODUCT(K, T, TYPE, col, col)
TL_FOUR(16, __nv_bfloat16, "bf16")
TL_FOUR(8, precision::tf32, "tf32")
TL_ACCUMULATOR(16, 16, 8, row)
TL_ACCUMULATOR(16, 16, 8, col)
TL float __float_to_tf32(float x) { unsigned y; asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(y) : "f"(x)); return __uint_as_float(y); }

template <int M, int N, int K, class T> TL void load_matrix_sync(fragment<accumulator, M, N, K, T> &f, const T *p, unsigned ld, layout_t layout) {
  if (layout == mem_row_major) tl_load_row(f, p, ld);
  else tl_load_col(f, p, ld);
}
template <int M, int N, int K, class T> TL void store_matrix_sync(T *p, const fragment<accumulator, M, N, K, T> &f, unsigned ld, layout_t layout) {
  if (layout == mem_row_major) tl_store_row(p, f, ld);
  else tl_store_col(p, f, ld);
}
}  // namespace wmma
}  // namespace nvcuda
