// Running sums, y[i] = x[0] + … + x[i]: each block scans its part, one block scans the parts' sums,
// and each part is raised by what comes before it.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) if (cudaError_t e = (call)) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(2); }
const int BLOCK = 128;

// Hillis and Steele: after the step d each place has the sum of the 2d values that end with its own.
__global__ void scanParts(const int *x, int *y, int *sums, int n) {
  __shared__ int part[BLOCK];
  int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  part[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int d = 1; d < BLOCK; d *= 2) {
    int v = t >= d ? part[t - d] : 0;
    __syncthreads();  // all have read
    part[t] += v;
    __syncthreads();  // all have written
  }
  if (i < n) y[i] = part[t];
  if (sums && t == BLOCK - 1) sums[blockIdx.x] = part[t];
}

__global__ void raise(int *y, const int *sums, int n) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (blockIdx.x > 0 && i < n) y[i] += sums[blockIdx.x - 1];
}

int main() {
  const int n = 5000, blocks = (n + BLOCK - 1) / BLOCK;
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; i++) x[i] = i % 7 - 2;
  int *d_x, *d_y, *d_sums;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  scanParts<<<blocks, BLOCK>>>(d_x, d_y, d_sums, n);
  scanParts<<<1, BLOCK>>>(d_sums, d_sums, nullptr, blocks);
  raise<<<blocks, BLOCK>>>(d_y, d_sums, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  CHECK(cudaFree(d_sums));
  int wrong = 0;
  for (int i = 0, sum = 0; i < n; i++) wrong += y[i] != (sum += x[i]);
  printf("scan: %d of %d sums are wrong\n", wrong, n);
  return wrong == 0 ? 0 : 1;
}
