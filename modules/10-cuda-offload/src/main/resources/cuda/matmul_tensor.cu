// C = A·B; A is (m,k), B is (k,n), C is (m,n), of any sizes. 2mkn flops. Given: the last rung, on tensor cores.
//
// Launch: GpuLaunch.of(Dim3.of(⌈n/64⌉, ⌈m/64⌉), Dim3.of(128)): a block of four warps for each 64 × 64 tile of C, a
// warp for a quarter of it.
//
// Tensor cores multiply two 16 × 16 matrices for a whole warp by one instruction. Each thread has a part of each, a
// fragment. A and B are rounded to half precision on their way to shared memory, where a number then takes half of the
// room; products and sums are float. Rows in shared memory are 8 longer than the tile, for the banks.
#include <mma.h>
using namespace nvcuda;

extern "C" __global__ void __launch_bounds__(128) matmul_tensor(
    const float* a, const float* b, float* c, int m, int k, int n) {
  __shared__ __align__(32) half as[64][24]; // A[row0 + y, l0 + x]
  __shared__ __align__(32) half bs[16][72]; // B[l0 + y, column0 + x]
  __shared__ __align__(32) float cs[64][72];
  int t = threadIdx.x, row = t / 64 * 32, column = t / 32 % 2 * 32; // of the warp's quarter
  int row0 = blockIdx.y * 64, column0 = blockIdx.x * 64;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
#pragma unroll
  for (int i = 0; i < 4; i++) wmma::fill_fragment(sum[i / 2][i % 2], 0.0f);
  for (int l0 = 0; l0 < k; l0 += 16) {
    for (int i = t; i < 64 * 16; i += 128) {
      int y = row0 + i / 16, l = l0 + i % 16; // a warp: two sectors of each of 2 rows
      as[i / 16][i % 16] = __float2half(y < m && l < k ? a[(size_t)y * k + l] : 0);
      int z = l0 + i / 64, x = column0 + i % 64; // a warp: 32 neighbours
      bs[i / 64][i % 64] = __float2half(z < k && x < n ? b[(size_t)z * n + x] : 0);
    }
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> u[2];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> v[2];
#pragma unroll
    for (int i = 0; i < 2; i++) {
      wmma::load_matrix_sync(u[i], &as[row + 16 * i][0], 24);
      wmma::load_matrix_sync(v[i], &bs[0][column + 16 * i], 72);
    }
#pragma unroll
    for (int i = 0; i < 4; i++) {
      wmma::mma_sync(sum[i / 2][i % 2], u[i / 2], v[i % 2], sum[i / 2][i % 2]);
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; i++) {
    float* to = &cs[row + i / 2 * 16][column + i % 2 * 16];
    wmma::store_matrix_sync(to, sum[i / 2][i % 2], 72, wmma::mem_row_major);
  }
  __syncthreads();
  for (int i = t; i < 64 * 64; i += 128) {
    int y = row0 + i / 64, x = column0 + i % 64;
    if (y < m && x < n) {
      c[(size_t)y * n + x] = cs[i / 64][i % 64];
    }
  }
}
