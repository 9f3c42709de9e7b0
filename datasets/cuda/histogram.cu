// How often each byte value occurs: each block counts in shared memory, then adds its counts.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) if (cudaError_t e = (call)) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(2); }
const int BINS = 256, BLOCK = 128;

__global__ void histogram(const unsigned char *x, unsigned *counts, int n) {
  __shared__ unsigned mine[BINS];
  for (int b = threadIdx.x; b < BINS; b += BLOCK) mine[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
    atomicAdd(&mine[x[i]], 1u);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += BLOCK) {
    if (mine[b] > 0) atomicAdd(&counts[b], mine[b]);
  }
}

int main() {
  const int n = 10000;
  std::vector<unsigned char> x(n);
  std::vector<unsigned> wanted(BINS), counts(BINS);
  for (int i = 0; i < n; i++) wanted[x[i] = i * i % 251]++;
  unsigned char *d_x;
  unsigned *d_counts;
  CHECK(cudaMalloc(&d_x, n));
  CHECK(cudaMalloc(&d_counts, BINS * sizeof(unsigned)));
  CHECK(cudaMemcpy(d_x, x.data(), n, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_counts, 0, BINS * sizeof(unsigned)));
  histogram<<<8, BLOCK>>>(d_x, d_counts, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(counts.data(), d_counts, BINS * sizeof(unsigned), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_counts));
  printf("histogram: the counts are %s\n", counts == wanted ? "right" : "wrong");
  return counts == wanted ? 0 : 1;
}
