// C = A·B of n × n matrices, by tiles in shared memory, and by tiles of a warp in registers.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) if (cudaError_t e = (call)) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(2); }
const int SIDE = 16;

// A thread has one element of C. The launch gives room for two tiles.
__global__ void tiled(const float *a, const float *b, float *c, int n) {
  extern __shared__ float tiles[];
  float *ta = tiles, *tb = tiles + SIDE * SIDE;
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * SIDE + y, column = blockIdx.x * SIDE + x;
  float sum = 0;
  for (int t = 0; t < n; t += SIDE) {
    ta[y * SIDE + x] = a[row * n + t + x];
    tb[y * SIDE + x] = b[(t + y) * n + column];
    __syncthreads();
    for (int k = 0; k < SIDE; k++) sum += ta[y * SIDE + k] * tb[k * SIDE + x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// A block of four warps has 64 × 64 elements of C, a warp a quarter of them, and a lane 8 × 4.
const int TILE = 64, DEPTH = 8;
__global__ void warpTiled(const float *a, const float *b, float *c, int n) {
  __shared__ __align__(16) float ta[DEPTH][TILE], tb[DEPTH][TILE];  // that of A lies on its side
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  int row = warp / 2 * 32 + lane / 8 * 8, column = warp % 2 * 32 + lane % 8 * 4;  // in the tile
  a += blockIdx.y * TILE * n;
  b += blockIdx.x * TILE;
  float sum[8][4] = {};
  for (int k = 0; k < n; k += DEPTH) {
    for (int i = t; i < TILE * DEPTH; i += 128) {
      ta[i % DEPTH][i / DEPTH] = a[i / DEPTH * n + k + i % DEPTH];
      tb[i / TILE][i % TILE] = b[(k + i / TILE) * n + i % TILE];
    }
    __syncthreads();
    for (int d = 0; d < DEPTH; d++) {
      float4 q = *(const float4 *)&tb[d][column];
      float v[4] = {q.x, q.y, q.z, q.w};
      for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 4; j++) sum[i][j] += ta[d][row + i] * v[j];
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 8; i++) {
    for (int j = 0; j < 4; j++) c[(blockIdx.y * TILE + row + i) * n + blockIdx.x * TILE + column + j] = sum[i][j];
  }
}

int main() {
  const int n = 128;  // a multiple of both tiles
  const size_t bytes = n * n * sizeof(float);
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; i++) a[i] = i % 13 - 6, b[i] = i % 7 - 3;
  float *d_a, *d_b, *d_c;
  CHECK(cudaMalloc(&d_a, bytes));
  CHECK(cudaMalloc(&d_b, bytes));
  CHECK(cudaMalloc(&d_c, bytes));
  CHECK(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice));
  int wrong = 0;
  for (int way = 0; way < 2; way++) {
    if (way == 0) tiled<<<dim3(n / SIDE, n / SIDE), dim3(SIDE, SIDE), 2 * SIDE * SIDE * sizeof(float)>>>(d_a, d_b, d_c, n);
    if (way == 1) warpTiled<<<dim3(n / TILE, n / TILE), 128>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n * n; i++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += (double)a[i / n * n + k] * b[k * n + i % n];
      wrong += std::abs(sum - c[i]) > 1e-3;
    }
  }
  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_b));
  CHECK(cudaFree(d_c));
  printf("product: %d of %d elements are wrong\n", wrong, 2 * n * n);
  return wrong == 0 ? 0 : 1;
}
