// Products of TF32, by mma of two shapes and by wmma: of a factor 10 bits behind the point count, rounded to nearest or cut off.
#include <cstdio>
#include <mma.h>
using namespace nvcuda;
__device__ unsigned tf32(float x) {
  unsigned y;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(y) : "f"(x));
  return y;
}
__global__ void by_mma(const float *a, const float *b, float *d) {  // a 16 × 12, b 12 × 8
  int row = threadIdx.x / 4, at = threadIdx.x % 4;
  const float *p = a + 12 * row + at, *q = b + 8 * at + row;
  float sum[4] = {1, 1, 1, 1};
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
               : "r"(tf32(p[0])), "r"(tf32(p[96])), "r"(tf32(p[4])), "r"(tf32(p[100])), "r"(tf32(q[0])), "r"(tf32(q[32])));
  asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
               : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
               : "r"(__float_as_uint(p[8])), "r"(__float_as_uint(p[104])), "r"(__float_as_uint(q[64])));  // cut off, not rounded
  for (int i = 0; i < 4; i++) d[8 * (row + i / 2 * 8) + 2 * at + i % 2] = sum[i];
}
__global__ void by_wmma(const float *a, const float *b, float *d) {  // a 16 × 8, b 8 × 16 by columns
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> u;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> v;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;
  wmma::fill_fragment(sum, 1.0f);
  wmma::load_matrix_sync(u, a, 8);
  wmma::load_matrix_sync(v, b, 8);
  for (int i = 0; i < u.num_elements; i++) u.x[i] = wmma::__float_to_tf32(u.x[i]);
  for (int i = 0; i < v.num_elements; i++) v.x[i] = wmma::__float_to_tf32(v.x[i]);
  wmma::mma_sync(sum, u, v, sum);
  wmma::store_matrix_sync(d, sum, 16, wmma::mem_row_major);
}
int main() {
  float *a, *b, *d;
  cudaMallocManaged(&a, 192 * sizeof(float));
  cudaMallocManaged(&b, 128 * sizeof(float));
  cudaMallocManaged(&d, 256 * sizeof(float));
  const float bit = 1 / 1024.f, whole[] = {-2, -1 - bit, -.5f, 0, .75f, 1 + bit, 3}, part[] = {-2, -1, -.5f, .5f, .75f, 1, 3};
  auto left = [&](int i) { return whole[(i + i / 7) % 7]; };
  auto right = [&](int i) { return part[i * 3 % 7]; };
  for (int i = 0; i < 192; i++) a[i] = left(i) * (1 + bit / 8 * (i % 3 - (i % 12 < 8)));
  for (int i = 0; i < 128; i++) b[i] = right(i) * (1 + bit / 8 * (i % 3 - (i < 64)));
  by_mma<<<1, 32>>>(a, b, d);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 8; j++) {
      float sum = 1;
      for (int k = 0; k < 12; k++) sum += left(12 * i + k) * right(8 * k + j);
      wrong += d[8 * i + j] != sum;
    }
  by_wmma<<<1, 32>>>(a, b, d);
  cudaDeviceSynchronize();
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++) {
      float sum = 1;
      for (int k = 0; k < 8; k++) sum += left(8 * i + k) * right(8 * j + k);
      wrong += d[16 * i + j] != sum;
    }
  printf("%d wrong\n", wrong);
  cudaFree(a), cudaFree(b), cudaFree(d);
}
