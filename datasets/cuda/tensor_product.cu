// C = A·B of n × n matrices in half precision, by the tensor cores. Their tiles come by asynchronous copies, one ahead
// of the product: on cards since 8.0, with -arch sm_80.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
using namespace nvcuda;

#define CHECK(call) if (cudaError_t e = (call)) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(2); }
const int TILE = 64, DEPTH = 16, PAD = 8;  // the padding keeps rows in different banks

// One element a thread, from global memory.
__global__ void plain(const half *a, const half *b, float *c, int n) {
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += __half2float(a[row * n + k]) * __half2float(b[k * n + column]);
  c[row * n + column] = sum;
}

// The next tile of A and of B: each of 128 threads copies 16 bytes of either.
__device__ void fetch(half (*ta)[DEPTH + PAD], half (*tb)[TILE + PAD], const half *a, const half *b, int n) {
  int t = threadIdx.x;
  __pipeline_memcpy_async(&ta[t / 2][t % 2 * 8], &a[t / 2 * n + t % 2 * 8], 16);
  __pipeline_memcpy_async(&tb[t / 8][t % 8 * 8], &b[t / 8 * n + t % 8 * 8], 16);
}

// A block of four warps has 64 × 64 elements of C, and a warp a quarter of them, in 2 × 2 fragments.
__global__ void product(const half *a, const half *b, float *c, int n) {
  __shared__ __align__(32) half ta[2][TILE][DEPTH + PAD], tb[2][DEPTH][TILE + PAD];
  int warp = threadIdx.x / 32, row = warp / 2 * 32, column = warp % 2 * 32;
  a += blockIdx.y * TILE * n;
  b += blockIdx.x * TILE;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
  for (int i = 0; i < 4; i++) wmma::fill_fragment(sum[i / 2][i % 2], 0.0f);
  fetch(ta[0], tb[0], a, b, n);
  __pipeline_commit();
  for (int k = 0; k < n; k += DEPTH) {
    int now = k / DEPTH % 2, next = k + DEPTH;
    if (next < n) fetch(ta[1 - now], tb[1 - now], a + next, b + next * n, n);
    __pipeline_commit();  // also of nothing: so this tile is always in the last group but one
    __pipeline_wait_prior(1);
    __syncthreads();  // all have this tile
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> u[2];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> v[2];
    for (int i = 0; i < 2; i++) {
      wmma::load_matrix_sync(u[i], &ta[now][row + 16 * i][0], DEPTH + PAD);
      wmma::load_matrix_sync(v[i], &tb[now][0][column + 16 * i], TILE + PAD);
    }
    for (int i = 0; i < 4; i++) wmma::mma_sync(sum[i / 2][i % 2], u[i / 2], v[i % 2], sum[i / 2][i % 2]);
    __syncthreads();  // all have read this tile, and the next copy may overwrite it
  }
  c += (blockIdx.y * TILE + row) * n + blockIdx.x * TILE + column;
  for (int i = 0; i < 4; i++) wmma::store_matrix_sync(c + i / 2 * 16 * n + i % 2 * 16, sum[i / 2][i % 2], n, wmma::mem_row_major);
}

int main() {
  const int n = 128;  // a multiple of the tile
  std::vector<half> a(n * n), b(n * n);
  std::vector<float> c(n * n), d(n * n);
  for (int i = 0; i < n * n; i++) a[i] = __float2half((i % 13 - 6) / 8.0f), b[i] = __float2half((i % 7 - 3) / 8.0f);
  half *d_a, *d_b;
  float *d_c, *d_d;
  CHECK(cudaMalloc(&d_a, n * n * sizeof(half)));
  CHECK(cudaMalloc(&d_b, n * n * sizeof(half)));
  CHECK(cudaMalloc(&d_c, n * n * sizeof(float)));
  CHECK(cudaMalloc(&d_d, n * n * sizeof(float)));
  CHECK(cudaMemcpy(d_a, a.data(), n * n * sizeof(half), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b.data(), n * n * sizeof(half), cudaMemcpyHostToDevice));
  plain<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(d_a, d_b, d_c, n);
  CHECK(cudaGetLastError());
  product<<<dim3(n / TILE, n / TILE), 128>>>(d_a, d_b, d_d, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(c.data(), d_c, n * n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(d.data(), d_d, n * n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_b));
  CHECK(cudaFree(d_c));
  CHECK(cudaFree(d_d));
  int wrong = 0;
  for (int i = 0; i < n * n; i++) wrong += std::abs(c[i] - d[i]) > 1e-3f;
  printf("tensor product: %d of %d elements are wrong\n", wrong, n * n);
  return wrong == 0 ? 0 : 1;
}
