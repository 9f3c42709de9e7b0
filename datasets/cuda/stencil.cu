// Heat in a rod: each place becomes the mean of the 2R + 1 places around it, step by step, in managed memory.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CHECK(call) if (cudaError_t e = (call)) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(2); }
const int R = 3, BLOCK = 128;

__global__ void step(const float *x, float *y, int n) {
  __shared__ float tile[BLOCK + 2 * R];  // a block's places, and R on both sides of them
  int first = blockIdx.x * BLOCK - R, i = blockIdx.x * BLOCK + threadIdx.x;
  for (int t = threadIdx.x; t < BLOCK + 2 * R; t += BLOCK) {
    int from = first + t;
    tile[t] = from >= 0 && from < n ? x[from] : 0;
  }
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
  for (int d = 0; d <= 2 * R; d++) sum += tile[threadIdx.x + d];
  y[i] = sum / (2 * R + 1);
}

int main() {
  const int n = 1000, steps = 5;
  std::vector<float> now(n), next(n);
  float *x, *y;
  CHECK(cudaMallocManaged(&x, n * sizeof(float)));
  CHECK(cudaMallocManaged(&y, n * sizeof(float)));
  for (int i = 0; i < n; i++) x[i] = now[i] = i % 50;
  for (int s = 0; s < steps; s++) {
    step<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, y, n);
    std::swap(x, y);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());  // before the host reads what kernels wrote
  for (int s = 0; s < steps; s++) {
    for (int i = 0; i < n; i++) {
      float sum = 0;
      for (int d = -R; d <= R; d++) sum += i + d >= 0 && i + d < n ? now[i + d] : 0;
      next[i] = sum / (2 * R + 1);
    }
    std::swap(now, next);
  }
  int wrong = 0;
  for (int i = 0; i < n; i++) wrong += !(std::abs(x[i] - now[i]) < 1e-3);
  CHECK(cudaFree(x));
  CHECK(cudaFree(y));
  printf("stencil: %d of %d places are wrong\n", wrong, n);
  return wrong == 0 ? 0 : 1;
}
